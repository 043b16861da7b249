"""A fault is the same in both engines: its code, its message, and the rule text that it is about."""

from __future__ import annotations

import random

import attrs
import pytest
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.ir import Assign, Block, Call, Check, Program, Return
from rulewright.interpreter.lower import lower
from rulewright.interpreter.memory.faults import RulesFault

from ..assembler import load, op, plain, r
from ..small_games import small_game
from .lockstep import both, play
from .test_faults import CASES, program_of, with_span

TEXT = Source("rules.yaml", "an outer rule, an inner rule, and the text around both")
OUTER, INNER, AROUND = Span(TEXT, 3, 8), Span(TEXT, 18, 23), Span(TEXT, 29, 54)
Found = tuple[str, str, Span | None]


def found(engine: Engine, n: int, given: int) -> Found | None:
    """What an engine comes to after a decision, where a cell holds this number."""
    m = engine.start(2, 1)
    m[n] = given
    try:
        engine.act(m, 0, 0)
    except RulesFault as error:
        return error.fault.code, error.fault.message, error.fault.span
    return None


def same(program: Program, n: int, given: int) -> Found | None:
    one, other = (found(engine, n, given) for engine in both(program))
    assert one == other
    return one


UNSOUND = {"store too large a set"}  # in a cell of another kind, which `ir.check` refuses


@pytest.mark.parametrize("name", sorted(CASES.keys() - UNSOUND))
def test_an_instruction_that_goes_wrong(name: str) -> None:
    instruction, cases = CASES[name]
    program, n = program_of(with_span(instruction(r(0))))
    engines = both(program)
    for given, code in cases.items():
        one, other = (found(engine, n, given) for engine in engines)
        assert one == other, given
        assert (one[0] if one else "") == code


@pytest.mark.parametrize(
    ("spans", "around", "where"),
    [(True, AROUND, INNER), (True, None, INNER), (False, AROUND, AROUND), (False, None, OUTER)],
)
def test_the_innermost_text_is_the_place(spans: bool, around: Span | None, where: Span) -> None:
    bad = Assign(1, load(r(0)), span=INNER if spans else None)
    body = Block((bad,), Return(r(1)))
    inner = attrs.evolve(plain("inner", body, parameters=1, registers=2), span=around)
    program, n = program_of(Assign(1, Call(1, (r(0),)), span=OUTER), inner)
    fault = same(program, n, -1)
    assert fault is not None
    assert fault[::2] == ("RW415", where)
    assert same(program, n, 0) is None


def test_of_two_faults_the_first_one_counts() -> None:
    program, n = program_of(Check(op("gt", load(r(0)), op("div", 1, r(0))), 1, span=INNER))
    codes = [fault and fault[::2] for fault in (same(program, n, -1), same(program, n, 0))]
    assert codes == [("RW415", INNER), ("RW414", INNER)]


@pytest.mark.parametrize(("name", "at_least"), [("faulty", 4), ("broken", 2)])
def test_games_that_go_wrong(name: str, at_least: int) -> None:
    """Every match is played on both engines until both come to the same fault."""
    game = small_game(name)
    engines = both(lower(game).program)
    texts = set()
    for seed in range(60):
        players = random.Random(seed).randint(*game.players)
        fault = play(*engines, players, seed, 30).fault
        if fault is not None:
            assert fault[1] is not None
            texts.add((fault[0].code, fault[0].message, fault[1].start))
    assert len(texts) >= at_least
