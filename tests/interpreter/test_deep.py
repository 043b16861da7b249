"""Deep games: what is accepted is lowered, compiled and played, in both engines, however deep it goes."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.ir import Assign, CallFrame, ForEachBit, Instr, Return, Store
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.cycles import components, entered_again
from rulewright.interpreter.lower.building.operations import joined, summed
from rulewright.interpreter.match.errors import BrokenRulesError
from rulewright.interpreter.python.decisions import conjuncts
from rulewright.interpreter.python.engine import PythonEngine

from .assembler import Assembler, block, const, framed, load, op, r
from .grown import DEEP, FIRST, PICK, doubling_numbers, game, name
from .hand_made import halt
from .lower.micro import Play, fault_of, game_of, lowered_of
from .reference import Reference
from .work_of_steps import MOST, work_of_a_step

# How deep the language lets each go, or deep enough.
DEPTHS = {
    "otherwise if": 1000,
    "otherwise if, choosing": 300,
    "repeat": 40,
    "repeat, choosing": 40,
    "if": 45,
    "if, choosing": 45,
    "for each": 16,
    "and": 1000,
    "or": 1000,
    "and in a guard": 1000,
    "sum": 90,
    "differences": 45,
    "products": 90,
    "brackets": 70,
    "phrases": 500,
    "phrases, choosing": 500,
    "numbers": 100,
    "statements": 3000,
    "choices": 300,
    "nots": 30,
    "let": 300,
    "cases begun": 700,
    "ifs begun": 45,
    "phrases begun": 250,
    "ways begun": 300,
}


@pytest.fixture(autouse=True)
def _room_for_the_reference() -> Iterator[None]:
    """It walks programs as deep as they are; the engine must do with what there is."""
    usual = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(usual)


def both(text: str) -> None:
    """A few decisions in both engines. What the engine does is done without any more room."""
    match = Match(game_of(text), 2, 1)
    sys.setrecursionlimit(20_000)
    play, dice = Play(text), random.Random(1)
    assert play.m == match.memory
    for _ in range(6):
        if play.over:
            return
        play.act(dice.choice(play.engine.actions(play.m)))


@pytest.mark.parametrize("name", DEPTHS)
def test_deep_games_are_played_alike_in_both_engines(name: str) -> None:
    both(DEEP[name](DEPTHS[name]))


def test_numbers_that_nest_too_deeply_are_a_fault_and_no_crash() -> None:
    with pytest.raises(BrokenRulesError) as caught:
        Match(game_of(DEEP["numbers"](2000)), 2, 1)
    assert caught.value.fault_code == "RW411"
    assert caught.value.where


@pytest.mark.parametrize("seed", range(25))
def test_games_grown_at_random_are_played_or_stop(seed: int) -> None:
    """Statements nested in each other as they come: a match ends, goes on, or stops with a place. What happens before
    the first decision is no more work than its steps may be."""
    text = grown(random.Random(seed))
    own, dice = game_of(text), random.Random(seed)
    code = ""
    try:
        match = Match(own, 2, seed)
        for _ in range(3):
            if not match.is_over:
                match.choose(dice.choice(match.decision.options))
    except BrokenRulesError as broken:
        code = broken.fault_code if broken.where else "nowhere"
    assert code in ("", "RW401", "RW410"), text
    assert work_of_a_step(lowered_of(text)[0].program, seed) < MOST, text


def grown(dice: random.Random) -> str:
    """A game of blocks nested in each other as they come."""
    leaves = ["mass goes up by 1", "level becomes 3", f"mass becomes {FIRST}", PICK, "xpx happens"]
    lines: list[str] = []
    depth = 0
    for number in range(dice.randrange(5, 25)):
        head = dice.choice(
            (
                f"repeat {dice.choice((2, 9, 99999))} times:",
                f"repeat while mass < {dice.choice((2, 99999))}:",
                f"if level < {dice.choice((2, 9))}:",
                f"for each player, as the {name(number)} player:",
            )
        )
        lines += [" " * (2 * depth) + head, " " * (2 * depth + 2) + dice.choice(leaves)]
        depth = dice.choice((depth + 1, depth + 1, depth, 0))
        lines.append(" " * (2 * depth) + "mass becomes 0")
    more = doubling_numbers(dice.choice((2, 5, 30)))
    return game(lines, more + 'phrases:\n  "xpx happens":\n    do: mass becomes 2\n')


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("let square be (mass + 99999) * (mass + 99999); mass becomes square - square", "none"),
        ("if 999999999 * 999999999 * 999999999 > level: mass becomes 1", "RW412"),
        ("let big be 99999999 + mass; let vast be big * big * big * big; mass becomes vast - vast", "RW412"),
    ],
)
def test_a_product_that_grows_too_large_is_a_fault(do: str, code: str) -> None:
    assert fault_of(game([do])) == code


# ------------------------------------------------------------------------- hand-made


def test_loops_inside_each_other_share_registers() -> None:
    """What the innermost of many loops does to registers is seen outside."""
    inner: tuple[Instr, ...] = (Store(const(4), op("add", load(4), 1)),)
    for register in range(1, 31):
        inner = (ForEachBit(register, const(1 << register % 3), inner),)
    program = Assembler().program(
        framed(
            "main",
            block(
                Assign(1, const(7)),
                Assign(30, const(7)),
                *inner,
                Store(const(5), op("add", r(1), r(30))),
                halt(),
            ),
            kinds=31,
        )
    )
    assert check_program(program) == []
    m, model = PythonEngine(program).start(1, 0), Reference(program, 1, 10**6)
    assert m[4] == 1
    assert m[5] == 1
    assert m[:6] == model.m[:6]


def test_a_long_chain_of_framed_calls_comes_back_to_the_driver() -> None:
    count = 900
    subs = [
        framed(f"s{number}", block(CallFrame(number + 1, (), None, 1)), block(Return()))
        for number in range(1, count)
    ]
    main = framed("main", block(CallFrame(1, (), None, 1)), block(halt()))
    program = Assembler(stack=4 * count).program(main, *subs, framed("last", block(Return())))
    assert check_program(program) == []
    assert PythonEngine(program).over(PythonEngine(program).start(1, 0))


def test_joined_parts_are_told_apart_again() -> None:
    for count in (1, 2, 16, 17, 40, 333):
        parts = [load(number) for number in range(count)]
        assert conjuncts(joined("both", parts), count) == parts


def test_terms_with_signs_sum_up_to_the_same() -> None:
    dice = random.Random(3)
    for count in (1, 5, 17, 100, 700):
        terms = [(dice.choice("+-"), dice.randrange(100)) for _ in range(count)]
        terms[0] = ("+", terms[0][1])
        expr = summed([(sign, load(6 + at)) for at, (sign, _) in enumerate(terms)])
        model = object.__new__(Reference)
        model.m = [0] * 6 + [value for _, value in terms]  # type: ignore[assignment]
        assert model.value(expr, {}) == sum(value if sign == "+" else -value for sign, value in terms)


def test_every_cycle_goes_through_what_is_entered_again() -> None:
    dice = random.Random(5)
    for _ in range(300):
        size = dice.randrange(1, 9)
        graph = {node: [dice.randrange(size) for _ in range(dice.randrange(3))] for node in range(size)}
        cut = {node for loop in components(graph) for node in entered_again(graph, loop)}
        left = {
            node: [one for one in ways if one not in cut] for node, ways in graph.items() if node not in cut
        }
        assert components(left) == []
