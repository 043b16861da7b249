"""Steps: whatever rules do, they come to a decision or stop soon, at the same place in every engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import pytest
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.ir import (
    STEP,
    Assign,
    CallFrame,
    Choose,
    Count,
    ForEachBit,
    Instr,
    Jump,
    Program,
    Return,
    Run,
    Store,
    While,
)
from rulewright.interpreter.ir import Call as CallPlain
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.program import STEP_LIMIT
from rulewright.interpreter.ir.steps import counted
from rulewright.interpreter.match.errors import BrokenRulesError
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.python.engine import PythonEngine
from rulewright.interpreter.simulation.simulate import Job, play_one

from ..amount import some
from ..work import calls
from .assembler import Assembler, block, const, framed, load, op, plain, plain_option, r
from .grown import FIRST, RUNAWAY, beyond, doubling_numbers, game, guarded
from .hand_made import halt
from .lower.micro import Play, game_of, lowered_of
from .reference import Reference, TooLongError
from .test_against_reference import Maker
from .work_of_steps import MOST, work_of_a_step


@pytest.mark.parametrize("name", RUNAWAY)
def test_rules_that_go_on_for_ever_stop(name: str) -> None:
    with pytest.raises(BrokenRulesError) as caught:
        Match(game_of(RUNAWAY[name]()), 2, 1)
    assert caught.value.fault_code == "RW410"
    assert caught.value.where


@pytest.mark.parametrize("name", RUNAWAY)
def test_a_step_is_never_much_more_work_than_it_says(name: str) -> None:
    assert work_of_a_step(lowered_of(RUNAWAY[name]())[0].program) < MOST


def test_numbers_that_read_each_other_twice_are_each_checked_once() -> None:
    def load(count: int) -> None:
        report = Report()
        text = game(["nothing"], doubling_numbers(count), guarded(f"{FIRST} = 1"))
        load_game([Source("grown.yaml", text)], report)
        assert not report.has_errors, report

    load(26)  # what is made once in a process
    assert calls(lambda: load(26)) < 2.5 * calls(lambda: load(13))


@pytest.mark.parametrize("what", ["number", "score", "greedy", "search:50"])
def test_what_is_computed_beside_the_match_stops_too(what: str) -> None:
    """Bots judge positions by the heuristic."""
    key = what if what == "score" else "heuristic"
    match = Match(game_of(game(["nothing"], beyond(key + ": {0}\n"))), 2, 1)
    computes: dict[str, Callable[[], object]] = {
        "number": lambda: match.number(FIRST),
        "score": lambda: match.scores,
    }
    with pytest.raises(BrokenRulesError, match="RW410"):
        computes.get(what, lambda: make_bot(what, 1).choose(match, match.decision))()


def test_a_simulation_tells_of_an_end_whose_score_goes_on_for_ever() -> None:
    own = game_of(game(["nothing"], beyond("score: {0}\n")))
    one = play_one(own, Job(lambda: own, 1, 2, detail=False), 1)
    assert one.fault.startswith("micro.yaml:")
    assert "RW410" in one.fault


def test_the_explanation_names_the_limit() -> None:
    assert f"{STEP_LIMIT:,} steps" in CODES["RW410"].explanation


def test_usual_rules_come_nowhere_near_the_limit() -> None:
    """What a game may do between two decisions, by far: ten thousand turns of a loop."""
    play = Play(game(["repeat 9999 times: mass goes up by 1"]))
    assert play.of("mass") == 9999


@pytest.mark.parametrize("name", ["two loops", "five loops", "loops with a decision", "phases", "sets"])
def test_the_reference_stops_where_the_engine_does(name: str) -> None:
    lowered, _ = lowered_of(RUNAWAY[name]())
    for limit in (1, 2, 10, 77, 200):
        same_end(attrs.evolve(lowered.program, step_limit=limit))


@pytest.mark.parametrize("seed", range(some(20, 80)))
def test_both_engines_count_alike(seed: int) -> None:
    """With any limit both stop, or neither does."""
    program = Maker(seed).program()
    assert check_program(program) == []
    for limit in (0, 1, 2, 3, 5, 8, 13, 40):
        same_end(attrs.evolve(program, step_limit=limit))


def same_end(program: Program) -> None:
    """What happens before the first decision: nothing, or one fault at one place."""
    ends = []
    for start in (
        partial(Reference, program, 1, 10_000),
        partial(PythonEngine(program).start, 1, 0),
        partial(PythonEngine(program, trace=True).start, 1, 0),
    ):
        try:
            start()
        except RulesFault as fault:
            if fault.fault.code == "RW411":
                return  # the reference has room for any number of frames
            ends.append(fault.fault.code)
        except (ValueError, IndexError, OverflowError, TooLongError):
            return  # what a machine finds by itself it may find otherwise
        else:
            ends.append("none")
    assert len(set(ends)) == 1, ends


# ------------------------------------------------------------------------- hand-made


def often(turns: int, *body: Instr) -> tuple[Instr, ...]:
    """A loop of so many turns, with a register of its own."""
    return (
        Assign(0, const(turns)),
        While(op("gt", r(0), 0), (Assign(0, op("sub", r(0), 1)), *body)),
    )


def ends(*instructions: Instr, limit: int) -> str:
    main = framed("main", block(*instructions, halt()), kinds=2)
    program = Assembler().program(main, step_limit=limit)
    assert check_program(program) == []
    same_end(program)
    try:
        PythonEngine(program).start(1, 0)
    except RulesFault as fault:
        return fault.fault.code
    return "over"


def test_a_loop_takes_a_step_for_each_time_its_test_is_evaluated() -> None:
    assert ends(*often(9), limit=10) == "over"
    assert ends(*often(9), limit=9) == "RW410"


def test_loops_share_one_count() -> None:
    assert ends(*often(9), *often(9), limit=20) == "over"
    assert ends(*often(9), *often(9), limit=19) == "RW410"


def test_much_work_in_a_turn_is_more_steps() -> None:
    much = tuple(Store(const(4), op("add", load(4), load(4))) for _ in range(STEP))
    assert ends(*often(9, *much), limit=30) == "RW410"
    assert ends(*often(9), *much[:9], limit=30) == "over"


def test_members_of_a_set_are_counted_by_how_many_there_are() -> None:
    work = tuple(Store(const(4), op("add", load(4), 1)) for _ in range(STEP // 100))
    loop = ForEachBit(1, r(0), work)
    for members, end in (((1 << 60) - 1, "RW410"), (1, "over")):
        assert ends(Assign(0, const(members)), *[loop] * 20, limit=30) == end, members


def test_calls_of_cheap_procedures_are_not_counted_but_what_they_sum_up_to() -> None:
    inner = [Run(CallPlain(number + 1, ())) for number in range(1, 24)]
    deep = [plain(f"p{number}", block(one, one, Return())) for number, one in enumerate(inner)]
    main = framed("main", block(Run(CallPlain(1, ())), halt()))
    program = Assembler().program(main, *deep, plain("last", block(Return())), step_limit=1000)
    assert check_program(program) == []
    assert not program.procedures[-1].counts
    assert program.procedures[1].counts
    same_end(program)
    with pytest.raises(RulesFault, match="RW410"):
        PythonEngine(program).start(1, 0)


def test_framed_calls_that_double_are_counted() -> None:
    def sub(callee: int) -> object:
        again = CallFrame(callee, (), None, 1), CallFrame(callee, (), None, 2)
        return framed("sub", block(again[0]), block(again[1]), block(Return()))

    subs = [sub(number) for number in range(2, 26)]
    main = framed("main", block(CallFrame(1, (), None, 1)), block(halt()))
    a = Assembler(stack=200)
    program = a.program(main, *subs, framed("last", block(Return())), step_limit=1000)  # type: ignore[arg-type]
    assert check_program(program) == []
    same_end(program)
    with pytest.raises(RulesFault, match="RW410"):
        PythonEngine(program).start(1, 0)


def test_every_decision_begins_a_new_count() -> None:
    ask = plain_option(0, 1)
    main = framed("main", block(Choose(0, const(0), (ask,), 3)), block(*often(50), Jump(0)), kinds=1)
    program = Assembler().program(main, step_limit=60)
    engine, model = PythonEngine(program), Reference(program, 1, 10**6)
    m = engine.start(1, 0)
    for _ in range(5):
        engine.act_main(m, 0)
        model.act(0)
    assert m[: program.layout.stacks] == model.m[: program.layout.stacks]


def test_blocks_that_go_round_without_counting_are_a_violation() -> None:
    program = Assembler().program(framed("main", block(Jump(1)), block(Jump(0))))
    assert check_program(program) == []
    bare = attrs.evolve(
        program,
        procedures=tuple(
            attrs.evolve(one, blocks=tuple(block(b.terminator) for b in one.blocks))
            for one in program.procedures
        ),
    )
    assert any("form a loop that counts no steps" in text for text in check_program(bare))
    assert any(isinstance(i, Count) for b in counted(bare).procedures[0].blocks for i in b.instructions)
