"""Games whose numbers have less room than they need: both engines come to the same fault, and so do matches."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match
from rulewright.interpreter.ir import Instr, Program, StoreRanged
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.lower import lower
from rulewright.interpreter.match.setup.engine_choice import Wanted
from rulewright.interpreter.match.setup.rules import Rules
from rulewright.workbench.files.games import load_files

from ...amount import some
from ...battery.games import Shipped, files, game_of
from .lockstep import both, play

GAMES = (
    "classics/pig",
    "classics/no-thanks",
    "classics/love-letter",
    "classics/gem-merchants",
    "do-podzemi",
)


def narrowed(program: Program, dice: random.Random) -> Program:
    """The program with some of the ranges of what it stores cut off, above or below."""

    def cut(instr: Instr) -> Instr:
        changes: dict[str, Any] = {
            field.name: tuple(map(cut, getattr(instr, field.name)))
            for field in attrs.fields(type(instr))
            if isinstance(getattr(instr, field.name), tuple)
            and all(isinstance(one, Instr) for one in getattr(instr, field.name))
        }
        instr = attrs.evolve(instr, **changes)
        if not isinstance(instr, StoreRanged) or dice.random() < 0.6:
            return instr
        # Half of the range, and hardly ever nothing at all of it.
        middle = (instr.least + min(instr.most, instr.least + 12)) // 2
        return attrs.evolve(instr, most=middle) if dice.random() < 0.7 else attrs.evolve(instr, least=middle)

    return attrs.evolve(
        program,
        procedures=tuple(
            attrs.evolve(
                procedure,
                blocks=tuple(
                    attrs.evolve(block, instructions=tuple(map(cut, block.instructions)))
                    for block in procedure.blocks
                ),
            )
            for procedure in program.procedures
        ),
    )


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_come_to_the_same_fault(name: str) -> None:
    game, dice = game_of(Shipped(name)), random.Random(name)
    program = lower(game).program
    met = set()
    for _ in range(some(3, 40)):
        changed = narrowed(program, dice)
        assert check_program(changed) == []
        engines = both(changed)
        for seed in range(6):
            match = play(*engines, game.players[0], seed, 300)
            if match.fault is not None:
                met.add(match.fault[0].code)
    assert "RW401" in met


def of_faulty_rules(name: str, changed: Program) -> Game:
    """The game, with another program, on both engines."""
    report = Report()
    game = load_files(files(name), report)
    assert game is not None
    lowered = attrs.evolve(lower(game), program=changed)
    wanted: tuple[Wanted, ...] = ("python", "native")
    game.made["rules"] = {(False, None, engine): Rules(lowered, wanted=engine) for engine in wanted}
    return game


def broken(game: Game, engine: str, seed: int) -> tuple[Match, BrokenRulesError] | None:
    """A match that is played at random until its rules go wrong."""
    match, dice = Match(game, game.players[0], seed, engine=engine), random.Random(seed)
    assert match.rules.engine.name == engine
    try:
        for _ in range(200):
            if match.is_over:
                return None
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
    except BrokenRulesError as error:
        return match, error
    return None


@pytest.mark.parametrize("name", ["classics/pig", "classics/love-letter", "do-podzemi"])
def test_a_match_reports_the_same_whatever_engine_plays(name: str) -> None:
    dice, found = random.Random(name), 0
    program = lower(game_of(Shipped(name))).program
    while not found:
        game = of_faulty_rules(name, narrowed(program, dice))
        for seed in range(4):
            one, other = broken(game, "python", seed), broken(game, "native", seed)
            assert (one is None) == (other is None)
            if one is None or other is None:
                continue
            found += 1
            assert one[1].diagnostic == other[1].diagnostic
            assert (str(one[1]), one[1].record) == (str(other[1]), other[1].record)
            assert one[0].snapshot() == other[0].snapshot(), "what fails changes nothing"
            assert one[0].record() == other[0].record()
            for engine in ("python", "native"):
                with pytest.raises(BrokenRulesError) as again:
                    Match.replay(game, other[1].record, engine=engine)
                assert again.value.diagnostic == one[1].diagnostic
