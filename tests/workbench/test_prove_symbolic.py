"""The symbolic part of `prove`: formulas mean what the engine computes, and what is found is there."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from random import Random

import pytest
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.workbench.prove.symbolic.claims import symbolic
from rulewright.workbench.prove.symbolic.conditions import solver_of
from rulewright.workbench.prove.symbolic.reached import Reached
from rulewright.workbench.prove.symbolic.terms import Terms
from rulewright.workbench.prove.symbolic.trials import passes

from ..interpreter.small_games import shipped_game
from .conftest import Run

LAB = """\
rulewright: 2
game: lab
title: Lab
players: 2
components:
  card:
    properties: {price: 0..20, worth: 0..9}
    designs:
      apple: {price: 2, worth: 1, copies: 2, source: house}
      berry: {price: 2, worth: 3, copies: 2, source: house}
      cherry: {price: 15, worth: 5, copies: 2, source: house}
    starts in: market
places:
  market: {is: area of cards}
  barn: {is: "area of cards, per player"}
game has:
  level: 0..9
players have:
  gold: {type: 0..10, starts: 3}
  food: {type: 0..5, starts: 3}
score: the total worth of cards in the player's barn
flow:
  - phase: play
    turns: clockwise from player 1, each player, until level = 9
    options:
      buy:
        do: |
          choose a card in the market, as the pick
          pay the price of the pick gold
          put the pick into the player's barn
          level goes up by 1
      deader: {if: "level < 3 and level + 1 > 6", do: "level goes up by 1"}
      big: {if: "there is a card in the market with price > 16", do: "level goes up by 1"}
      many: {if: "the number of cards in the market with price > 10 >= 3", do: "level goes up by 1"}
      pays: {do: "pay 12 gold; level goes up by 1"}
      work: 
        do: |
          if level < 3: gain 1 gold
          otherwise if level > 3: gain 2 gold
          if level <= 3: the player's food becomes 2
          if level >= 3: the player's food becomes 3
          let x be (1 if level < 4, 2 if level < 2, otherwise 3)
          gain x gold, as far as possible
          level goes up by 1
  - phase: fin
    do: |
      repeat while level > 0, at most 4 times: level goes down by 1
      the match ends
"""
FAULTS = {
    "option 'deader' can happen: if level < 3 and level + 1 > 6",
    "option 'big' can happen: if there are cards in the market with price > 16",
    "option 'many' can happen: if the number of cards in the market with price > 10 >= 3",
    "the case can happen: if level < 2",
    "the cases do not overlap",
    "the cases leave no gap",
    "somebody can pay the price of the pick gold for cherry",
    "somebody can pay 12 gold",
    "the repetition ends when it is done: while level > 0",
    "apple is worth taking beside berry",
}

RANDOM = """\
rulewright: 2
game: formulas
title: Formulas
players: 1
components:
  card:
    properties: {price: 0..5, suit: red or blue}
    designs:
      berry: {price: 1, suit: red, copies: 3, source: house}
      cherry: {price: 4, suit: blue, source: house}
    starts in: box
places:
  box: {is: area of cards}
players have:
  wet: yes or no
game has:
  low: 0..3
  high: -1..2
  tint: {type: red or blue, starts: red}
flow:
  - phase: play
    do: |
      low goes up by 1, as far as possible
      high goes up by 1, as far as possible
      high goes down by 1, as far as possible
      player 1 becomes wet
      tint becomes blue
      the match ends
invariants:
"""
NUMBERS = (
    "low",
    "high",
    "(low + high)",
    "(low - high)",
    "(2 * low)",
    "(low divided by 2 rounded down)",
    "((low + 1) divided by 2 rounded up)",
    "(the greater of low and high)",
    "(the smaller of low and high)",
    "(1 if player 1 is wet, otherwise high)",
)


def loaded(text: str) -> Game:
    report = Report()
    game = load_game([Source("game.yaml", text)], report)
    assert game is not None, to_text(report.diagnostics)
    return game


def atom(luck: Random, *, sets: bool) -> str:
    """A condition without `and` and `or`."""
    kind = luck.randrange(6 if sets else 4)
    op = luck.choice(("=", "!=", "<", "<=", ">", ">="))
    if kind == 0:
        return luck.choice(
            (
                "player 1 is wet",
                "player 1 is not wet",
                f"tint = {luck.choice(('red', 'blue'))}",
                "tint != red",
            )
        )
    if kind < 4:
        return f"{luck.choice(NUMBERS)} {op} {luck.choice((*NUMBERS, *map(str, range(-1, 5))))}"
    test = luck.choice(
        (f"with price {op} {luck.choice(NUMBERS)}", f"with suit {luck.choice(('=', '!='))} tint")
    )
    return (
        f"there is a card in the box {test}"
        if kind == 4
        else f"(the number of cards in the box {test}) {op} 2"
    )


def condition(luck: Random, *, sets: bool) -> str:
    parts = [atom(luck, sets=sets) for _ in range(luck.randrange(1, 4))]
    if len(parts) == 3:
        return f"{parts[0]} and ({parts[1]} or {parts[2]})"
    return luck.choice((" and ", " or ")).join(parts)


@pytest.mark.parametrize(("seed", "sets"), [(1, False), (2, True)])
def test_formulas_agree_with_the_engine(seed: int, sets: bool) -> None:
    """In every position a formula has the value that the engine computes; about sets, at least no condition that the
    engine finds true is impossible."""
    luck = Random(seed)
    texts = dict.fromkeys(condition(luck, sets=sets) for _ in range(16))
    lines = "".join(f"  number {at}: '{one}'\n" for at, one in enumerate(texts))
    game = loaded(RANDOM + lines)
    rules, match = prepare(game), Match(loaded(RANDOM.removesuffix("invariants:\n")), ["one"], 0)
    assert rules.lowered.program.layout == match.rules.lowered.program.layout
    tables = rules.lowered.tables
    cells = {name: tables.game_states[name] for name in ("low", "high", "tint")}
    cells["wet"] = tables.player_states["wet"]
    positions = [
        dict(zip(cells, values, strict=True))
        for values in itertools.product(range(4), range(-1, 3), (0, 1), (0, 1))
    ]
    reached = Reached(game)
    held = {invariant.name: holds for invariant, holds in rules.invariants}
    for invariant in game.invariants:
        terms = Terms(game, reached)
        formula = terms.truth(invariant.test)
        for position in luck.sample(positions, 16):
            memory = match.memory[:]
            for name, value in position.items():
                slot = cells[name]
                if slot.bits:
                    memory[slot.address] = memory[slot.address] & ~(1 << slot.first) | value << slot.first
                else:
                    memory[slot.address] = value
            engine = bool(held[invariant.name](memory, NONE))
            solver = solver_of(terms)
            for symbol in terms.symbols.values():
                solver.add(*at(terms, symbol.node, symbol.term, position))
            can = {
                wanted: solver.check(formula if wanted else terms.z3.Not(formula)) == terms.z3.sat
                for wanted in (True, False)
            }
            assert can[engine], invariant.test
            assert sets or not can[not engine], invariant.test


def at(terms: Terms, node: t.Expr, term: object, position: dict[str, int]) -> list[object]:
    """What a position says of a symbol."""
    match node:
        case t.GameState(name="tint"):
            return [term == terms._word_number(("red", "blue")[position["tint"]])]
        case t.Holds(name="wet"):
            return [term == bool(position["wet"])]
        case t.GameState(name=name):
            return [term == position[name]]
    return []


def test_each_fault_of_a_bad_game_is_found_and_shown() -> None:
    game = loaded(LAB)
    findings = list(symbolic(game))
    assert {one.claim for one in findings} == FAULTS
    assert all(one.fault and one.span is not None for one in findings)
    for one in findings:
        assert one.witness is not None
        assert passes(game, one.witness.text)


def test_what_is_asked_of_a_game_switches_nothing_off() -> None:
    """A question that names a design, or weighs a number, is no rule by which somebody may want it."""
    asked = """\
questions:
  both: {possible: the number of cards in player 1's barn with kind = berry = 2}
  little: {always: the total worth of cards in player 1's barn <= 30}
"""
    assert {one.claim for one in symbolic(loaded(LAB + asked))} == FAULTS


def test_the_command_shows_the_findings_and_writes_their_scenarios(rulewright: Run, tmp_path: Path) -> None:
    (tmp_path / "lab.yaml").write_text(LAB, encoding="utf-8")
    done = rulewright("prove", "lab.yaml", "--minutes", "0.02", "--witnesses", "found")
    assert done.code == 1
    assert "NO    option 'deader' can happen: if level < 3 and level + 1 > 6 " in done.out
    written = [one.read_text(encoding="utf-8") for one in sorted((tmp_path / "found").glob("*.yaml"))]
    assert len(written) == len(FAULTS)
    without = rulewright("prove", "lab.yaml", "--minutes", "0.02", "--no-symbolic")
    assert "deader' can happen" not in without.out


def test_without_the_library_the_command_says_how_to_get_it(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    (tmp_path / "lab.yaml").write_text(LAB, encoding="utf-8")
    assert 'pip install "rulewright[prove]"' in rulewright("prove", "lab.yaml", "--minutes", "0.02").err


def test_a_witness_that_does_not_hold_is_no_witness() -> None:
    game = loaded(LAB)
    text = next(one.witness.text for one in symbolic(game) if one.witness and "cherry" in one.claim)
    assert not passes(game, text.replace('"nobody"', '"player 1"'))
    assert not passes(game, text.replace("gold", "silver"))


@pytest.mark.parametrize("name", ["classics/gem-merchants", "cookbook/costs", "do-podzemi"])
def test_no_false_alarm(name: str) -> None:
    last = list(symbolic(shipped_game(name)))[-1]
    assert not last.fault
    assert last.said.startswith("nothing found")


def test_what_no_text_increases_stays_as_it_was() -> None:
    """Only by what texts do with a state, its ends are known: within its range, or less."""
    game = loaded(
        LAB.replace("gain 1 gold", "pay 1 gold")
        .replace("gain 2 gold", "pay 2 gold")
        .replace("gain x gold, as far as possible", "pay 1 gold")
    )
    ends = Reached(game).ends
    assert ends["player", "gold"] == (0, 3)
    assert ends["player", "food"] == (2, 3)
    assert ends["game", "level"] == (0, 9)
