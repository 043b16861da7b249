"""What goes wrong in machine code: the fault that the representation says, with the rule text of its instruction."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.interpreter.ir import (
    Assign,
    Block,
    Call,
    CallFrame,
    Check,
    Choose,
    Expr,
    ForEachIn,
    Forget,
    Instr,
    Jump,
    LoadSet,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutPile,
    Random,
    Return,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Table,
    Trial,
    Unary,
    While,
)
from rulewright.interpreter.memory.faults import RulesFault

from ..assembler import Assembler, block, const, framed, load, op, plain, plain_option, r
from ..hand_made import ask, halt
from .lockstep import native

HERE = Span(Source("rules.yaml", "what goes wrong, and where"), 5, 9)
LEAST, MOST, HUGE = -(2**63), 2**63 - 1, 10**18
Made = Callable[[Expr], Instr]


def program_of(instruction: Instr, *more: Procedure, rest: Block | None = None) -> tuple[Program, int]:
    """A program whose second decision comes after an instruction that may use register 0, a cell that the test sets;
    and the address of that cell. Places: 0 is a pile with the pieces 0, 1 and 2; 1 has no order, 2 room for none."""
    a = Assembler((0,) * 70, players=2)
    a.place("pile", (0, 1, 2))
    a.place("bag", (3, 69), ordered=False)
    a.place("full", capacity=0)
    n = a.cell("n")
    main = framed(
        "main",
        block(ask(0, 0, 2, 0, 1)),
        rest or block(Assign(0, load(n)), instruction, Jump(2)),
        block(halt()),
        kinds=3,
    )
    return a.program(main, *more, tables=((7, 8), (3, 1 << 69))), n


def outcome(program: Program, n: int, given: int) -> tuple[str, Span | None]:
    """The code of the fault, and where it is; nothing if there is none."""
    engine = native(program)
    m = engine.start(2, 1)
    m[n] = given
    try:
        engine.act(m, 0, 0)
    except RulesFault as error:
        return error.fault.code, error.fault.span
    assert engine.over(m)
    return "", None


RANGE, OVERFLOW, DIVISION = "RW415", "RW412", "RW414"
CASES: dict[str, tuple[Made, dict[int, str]]] = {
    "load": (lambda n: Assign(1, load(n)), {-1: RANGE, LEAST: RANGE, HUGE: RANGE, 7: ""}),
    "load a set": (lambda n: Assign(1, op("has", LoadSet(n, 2), 1)), {-1: RANGE, 5000: RANGE, 7: ""}),
    "store": (lambda n: Store(n, const(5)), {-1: RANGE, MOST: RANGE}),
    "store a set": (lambda n: StoreSet(n, 2, const(5)), {-1: RANGE, HUGE: RANGE}),
    "store too large a set": (
        lambda n: StoreSet(const(9), 1, Unary("bit", n)),
        {-1: "", 63: "", 64: OVERFLOW, 128: RANGE},
    ),
    "store in a range": (
        lambda n: StoreRanged(const(9), n, -3, 9, 2),
        {-4: "f2", 10: "f2", LEAST: "f2", 9: ""},
    ),
    "table": (lambda n: Assign(1, Table(0, n)), {-1: RANGE, 2: RANGE, HUGE: RANGE, 1: ""}),
    "table of sets": (lambda n: Assign(1, op("has", Table(1, n), 69)), {-1: RANGE, 2: RANGE, 1: ""}),
    "number of pieces": (lambda n: Assign(1, PlaceCount(n)), {-1: RANGE, 3: RANGE, LEAST: RANGE, 1: ""}),
    "pieces": (lambda n: Assign(1, op("has", PlaceSet(n), 3)), {-1: RANGE, HUGE: RANGE, 0: ""}),
    "position": (lambda n: Assign(1, PlaceAt(const(0), n)), {-1: "", -4: "", HUGE: "", LEAST: ""}),
    "position in a place": (lambda n: Assign(1, PlaceAt(n, const(0))), {-1: RANGE, 3: RANGE, 0: ""}),
    "end": (lambda n: Assign(1, PlaceEnd(n, const(7), True)), {-1: RANGE, 3: RANGE, 0: ""}),
    "for each": (lambda n: ForEachIn(1, n, False, ()), {-1: RANGE, 3: RANGE, 0: ""}),
    "pile": (lambda n: PutPile(n, const(1), False, 2), {-1: RANGE, 3: RANGE, 0: ""}),
    "into no room": (lambda n: Put(n, const(2), False, 2), {0: "f2", 3: "f2"}),
    "shuffle": (lambda n: Shuffle(n), {-1: RANGE, 3: RANGE, 0: ""}),
    "forget": (lambda n: Forget(n), {-1: RANGE, 3: RANGE, 1: ""}),
    "swap": (lambda n: SwapAt(const(0), n, const(0)), {-1: RANGE, 3: RANGE, 2: ""}),
    "swap in a place": (lambda n: SwapAt(n, const(0), const(0)), {-1: RANGE, HUGE: RANGE, 0: ""}),
    "piece": (lambda n: Put(n, const(1), False, 2), {-1: "f2", 70: "f2", HUGE: "f2", LEAST: "f2", 69: ""}),
    "place": (lambda n: Put(const(3), n, False, 2), {-1: "f2", 3: "f2", MOST: "f2", 0: ""}),
    "to the bottom": (lambda n: Put(const(3), n, True, 2), {-1: "f2", 3: "f2", 0: "", 1: ""}),
    "has": (lambda n: Check(op("eq", op("has", PlaceSet(const(1)), n), 1), 1), {-1: "f1", 200: "f1", 69: ""}),
    "bit": (lambda n: Assign(1, Unary("size", Unary("bit", n))), {128: RANGE, -9: ""}),
    "nth": (
        lambda n: Check(op("eq", op("nth", PlaceSet(const(1)), n), 69), 1),
        {-1: "f1", 2: "f1", HUGE: "f1", 1: ""},
    ),
    "luck": (lambda n: Random(1, n), {0: RANGE, -1: RANGE, LEAST: RANGE, 1: "", MOST: ""}),
    "division": (lambda n: Assign(1, op("div", 7, n)), {0: DIVISION, -1: "", 2: ""}),
    "remainder": (lambda n: Assign(1, op("mod", LEAST, n)), {0: DIVISION, -1: "", 2: ""}),
    "greatest quotient": (lambda n: Assign(1, op("div", LEAST, n)), {0: DIVISION, -1: OVERFLOW, 1: ""}),
    "constant divisor": (lambda n: Assign(1, op("div", n, -1)), {LEAST: OVERFLOW, MOST: ""}),
    "sum": (lambda n: Assign(1, op("add", n, 1)), {MOST: OVERFLOW, LEAST: ""}),
    "difference": (lambda n: Assign(1, op("sub", n, 1)), {LEAST: OVERFLOW, MOST: ""}),
    "product": (lambda n: Assign(1, op("mul", n, n)), {HUGE: OVERFLOW, -HUGE: OVERFLOW, 10**9: ""}),
    "negative": (lambda n: Assign(1, Unary("neg", n)), {LEAST: OVERFLOW, MOST: ""}),
    "loop": (lambda n: While(n, ()), {1: "RW410", 0: ""}),
}


@pytest.mark.parametrize("name", CASES)
def test_an_instruction_that_goes_wrong(name: str) -> None:
    instruction, cases = CASES[name]
    program, n = program_of(with_span(instruction(r(0))))
    for given, code in cases.items():
        assert outcome(program, n, given) == (code, HERE if code else None), given


def with_span(instr: Instr) -> Instr:
    return attrs.evolve(instr, span=HERE)


def test_a_fault_in_a_procedure_without_texts_belongs_to_the_caller() -> None:
    inner = plain("inner", block(Return(load(r(0)))), parameters=1)
    program, n = program_of(with_span(Assign(1, Call(1, (r(0),)))), inner)
    assert outcome(program, n, -1) == (RANGE, HERE)


def test_what_a_trial_comes_to() -> None:
    """A fault gives 1, but what cannot be done gives 0; running for ever is a fault of whoever tries."""
    failing = plain("failing", block(Run(load(r(0))), Return(const(0))), parameters=1)
    endless = plain("endless", block(While(r(0), ()), Return(const(7))), parameters=1)
    program, n = program_of(with_span(Check(Trial(1, (r(0),)), 1)), failing)
    assert outcome(program, n, -1) == ("", None)
    assert outcome(program, n, 5) == ("f1", HERE)
    program, n = program_of(with_span(Check(Trial(1, (r(0),)), 1)), endless)
    assert outcome(program, n, 1) == ("RW410", HERE)
    assert outcome(program, n, 0) == ("", None)


def test_calls_that_are_too_deep() -> None:
    calling = framed("calling", block(CallFrame(1, (), None, 1)), block(Return()))
    program, n = program_of(Assign(1, const(0)), calling, rest=block(CallFrame(1, (), None, 2, span=HERE)))
    assert outcome(program, n, 0)[0] == "RW411"


def test_no_option() -> None:
    a = Assembler(players=1)
    n = a.cell("n", 1)
    main = framed(
        "main", block(Choose(0, const(0), (plain_option(0, 1, load(n)),), 3, span=HERE)), block(halt())
    )
    engine = native(a.program(main))
    m = engine.start(1, 1)
    assert engine.actions(m) == [0]
    m[n] = 0
    with pytest.raises(RulesFault) as raised:
        engine.actions(m)
    assert (raised.value.fault.code, raised.value.fault.span) == ("f3", HERE)
