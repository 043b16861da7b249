"""The Python engine on hand-made programs."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

import attrs
import pytest
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.interpreter.engine.protocol import Pending
from rulewright.interpreter.ir import (
    Argument,
    Assign,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Check,
    Choose,
    Const,
    Emit,
    ForEachBit,
    ForEachIn,
    If,
    Instr,
    Jump,
    Learn,
    Option,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Program,
    Put,
    Random,
    Return,
    Run,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Table,
    Unary,
    While,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.frames import FIRST_ENTRY
from rulewright.interpreter.ir.printer import print_program
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.python.engine import PythonEngine

from .assembler import Assembler, block, const, framed, load, op, plain, plain_option, r
from .hand_made import ask, bidding, dealing, halt, nested, secret_numbers

PROGRAMS = [bidding, nested, secret_numbers, dealing]


def fresh(engine: PythonEngine) -> Memory:
    return engine.start(min(4, engine.program.layout.max_players), 3)


def address(engine: PythonEngine, name: str) -> int:
    return next(cell.address for cell in engine.program.layout.cells if cell.name == name)


def random_states(engine: PythonEngine, seed: int) -> list[bytes]:
    """The memory at every decision of a random match."""
    rng = random.Random(seed)
    m = engine.start(engine.program.layout.max_players, seed)
    states = [m.tobytes()]
    while not engine.over(m):
        strand = rng.choice(engine.pending(m)).strand
        engine.act(m, strand, rng.choice(engine.actions(m, strand)))
        states.append(m.tobytes())
    return states


@pytest.mark.parametrize("make", PROGRAMS)
def test_the_programs_are_sound_and_printable(make: Callable[[], Program]) -> None:
    program = make()
    assert check_program(program) == []
    assert "block 0" in print_program(program)


@pytest.mark.parametrize("make", PROGRAMS)
def test_the_same_seed_and_choices_give_the_same_bytes(make: Callable[[], Program]) -> None:
    one, two = PythonEngine(make()), PythonEngine(make(), trace=True)
    for seed in range(20):
        assert random_states(one, seed) == random_states(two, seed)


@pytest.mark.parametrize("make", PROGRAMS)
def test_a_copy_goes_on_the_same_in_another_engine(make: Callable[[], Program]) -> None:
    for seed in range(5):
        rng, one = random.Random(seed), PythonEngine(make())
        m = fresh(one)
        while not one.over(m):
            strand = rng.choice(one.pending(m)).strand
            action, copy = rng.choice(one.actions(m, strand)), m[:]
            one.act(m, strand, action)
            PythonEngine(make()).act(copy, strand, action)
            assert copy == m


@pytest.mark.parametrize("make", PROGRAMS)
def test_stacks_hold_live_registers_and_nothing_else(make: Callable[[], Program]) -> None:
    engine = PythonEngine(make())
    layout = engine.program.layout
    for seed in range(5):
        for state in random_states(engine, seed):
            m = fresh(engine)[:0]
            m.frombytes(state)
            for stack in range(layout.stacks, layout.size, layout.stack):
                used = {stack} | used_cells(engine, m, m[stack])
                free = set(range(stack, stack + layout.stack)) - used
                assert not any(m[address] for address in free), (
                    f"seed {seed}: {m[stack : stack + layout.stack]}"
                )


def used_cells(engine: PythonEngine, m: Memory, frame: int) -> set[int]:
    used: set[int] = set()
    while frame:
        entry = engine.plan.entry(m[frame + 1])
        assert entry is not None
        slots = engine.plan.frames[entry.procedure].slots
        used |= {frame, frame + 1}
        for register in entry.held:
            slot = slots[register]
            used |= set(range(frame + slot.offset, frame + slot.offset + slot.words))
        frame = m[frame]
    return used


def test_nested_calls_pass_arguments_and_results() -> None:
    engine = PythonEngine(nested())
    m = fresh(engine)
    for number in (1, 2, 3, 4):
        assert engine.actions_main(m) == [10, 11, 12, 13, 14]
        engine.act_main(m, 10 + number)
    assert m[address(engine, "total")] == 7 + 1 + 2 + 3 + 4 + 1
    engine.act_main(m, 10)
    assert engine.over(m)
    assert engine.pending(m) == []


def test_strands_can_be_answered_in_any_order() -> None:
    engine = PythonEngine(secret_numbers())
    answers = [(1, 21), (1, 43), (2, 24), (2, 40)]
    ends = set()
    for order in permutations(answers):
        if order.index((1, 21)) > order.index((1, 43)) or order.index((2, 24)) > order.index((2, 40)):
            continue
        m = engine.start(3, 1)
        assert engine.pending(m) == [Pending(1, 0, 0), Pending(2, 0, 1)]
        for strand, action in order:
            engine.act(m, strand, action)
        assert engine.pending(m) == [Pending(0, 2, 0)]
        ends.add(m.tobytes())
    assert len(ends) == 1
    chosen = address(engine, "chosen")
    assert m[chosen : chosen + 3].tolist() == [13, 40, 99]
    engine.act_main(m, 64)
    assert m[chosen] == 6


def test_luck_as_decisions_with_weights() -> None:
    engine = PythonEngine(dealing())
    m = engine.start(2, 0)
    assert engine.pending(m) == [Pending(0, 0, -1)]
    assert engine.outcomes(m) == [(0, 2), (1, 3), (2, 1)]
    engine.act(m, 0, 1)
    assert engine.outcomes(m) == [(10, 2), (11, 2), (12, 1)]
    assert engine.actions(m) == engine.actions_main(m) == [10, 11, 12]
    engine.act(m, 0, 12)
    assert engine.pending(m) == [Pending(0, 2, 1)]
    assert engine.actions(m) == [20, 21], "positions from the bottom"
    engine.act(m, 0, 21)
    assert m[address(engine, "seen")] == 5 + 1


def test_a_design_stands_for_its_lowest_candidate() -> None:
    a = Assembler((0, 1, 1, 1, 0))
    row, bag = a.place("row", (0, 3, 1)), a.place("bag", (2, 4), ordered=False)
    candidates = op("minus", op("or", PlaceSet(const(row)), PlaceSet(const(bag))), const(1))
    option = Option(0, const(1), Argument.DESIGN, candidates, None, 0, 1)
    main = framed(
        "main",
        block(Choose(0, const(0), (option,), 0)),
        block(Put(r(0), const(bag), False, 0), ask(1, 10, 2, 0, 2)),
        block(halt()),
        kinds=1,
    )
    engine = PythonEngine(a.program(main))
    m = engine.start(1, 0)
    assert engine.actions_main(m) == [0, 1]
    engine.act_main(m, 1)
    assert m[a.base(row) + 1 : a.base(row) + 4].tolist() == [0, 3, 0], "piece 1 left, not piece 3"
    assert m[a.base(bag)] == 0b10110


def test_acting_without_a_decision_is_refused() -> None:
    engine = PythonEngine(secret_numbers())
    m = engine.start(3, 1)
    for strand in (0, 3):  # the main strand waits, the strand of player 2 has ended
        with pytest.raises(LookupError):
            engine.act(m, strand, 20)
    with pytest.raises(ValueError, match="4 players"):
        engine.start(4, 0)


# ------------------------------------------------------------------- one procedure


def run(
    *instructions: Instr, cells: int = 4, registers: int = 4, assembler: Assembler | None = None
) -> list[int]:
    """Runs instructions and gives the first cells behind the pieces' tables."""
    a = assembler or Assembler()
    first = a.take("out", cells)
    program = a.program(
        framed("main", block(*instructions, ask(0, 0, 1, 0, 1)), block(halt()), kinds=registers),
        plain("triple", block(Return(op("mul", r(0), 3))), parameters=1),
        tables=((5, 6, 7),),
        step_limit=500,
    )
    assert check_program(program) == []
    return PythonEngine(program).start(2, 1)[first : first + cells].tolist()


OUT = Assembler().size  # where `run` puts its cells if there are no pieces


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (op("div", const(-7), 2), -4),
        (op("mod", const(-7), 2), 1),
        (op("min", load(3), 5), 2),
        (op("max", load(3), 5), 5),
        (op("both", const(3), load(3)), 1),
        (op("either", const(0), load(1)), 0),
        (op("minus", 7, load(3)), 5),
        (op("has", 6, load(3)), 1),
        (op("has", 6, 0), 0),
        (Unary("not", load(3)), 0),
        (Unary("neg", load(3)), -2),
        (Unary("bit", load(3)), 4),
        (Unary("bit", op("sub", load(1), 1)), 0),
        (Unary("lowest", op("minus", 14, load(3))), 2),
        (Unary("lowest", load(1)), -1),
        (Unary("size", op("or", load(3), 5)), 3),
        (Unary("size", const(7)), 3),
        (Table(0, load(3)), 7),
        (Table(0, const(1)), 6),
        (Pick(op("eq", load(3), 2), const(8), Table(0, const(0))), 8),
        (Call(1, (load(3),)), 6),
        (load(op("add", op("add", load(1), 1), 2)), 2),
    ],
)
def test_expressions(expr: Const, value: int) -> None:
    assert run(Store(const(OUT), expr))[0] == value


def test_loops_and_conditions() -> None:
    count = Store(const(OUT), op("add", load(OUT), 1))
    digits = Store(const(OUT + 1), op("add", op("mul", load(OUT + 1), 10), r(1)))
    out = run(
        While(op("lt", load(OUT), 5), (count,)),
        ForEachBit(1, const(0b10110), (digits, If(op("eq", r(1), 2), (count,), (count, count)))),
        Run(Call(1, (const(1),))),
    )
    assert out[:2] == [10, 124]


def test_places_are_read_changed_and_gone_through() -> None:
    a = Assembler((0, 0, 0, 0))
    pile, bag = a.place("pile", (2, 0, 1)), a.place("bag", (3,), ordered=False)
    out = a.size

    def digits(cell: int) -> Store:
        return Store(const(out + cell), op("add", op("mul", load(out + cell), 10), r(1)))

    found = run(
        SwapAt(const(pile), const(0), const(2)),
        ForEachIn(1, const(pile), True, (digits(0),)),
        Put(const(2), op("add", load(1), bag), True, 0),
        ForEachIn(1, op("add", load(1), pile), False, (digits(1),)),
        Learn(const(1), PlaceSet(const(pile))),
        Store(const(out + 2), PlaceSet(const(bag))),
        Store(const(out + 3), op("add", PlaceCount(const(bag)), PlaceAt(const(pile), const(0)))),
        assembler=a,
    )
    assert found == [201, 10, 0b1100, 3]


def bags(*, ordered: bool) -> tuple[Assembler, int]:
    """Two bags, the second one empty; beside them a pile, or not: without one, a place is a single cell."""
    a = Assembler((0, 0, 0, 0))
    first = a.place("first", (0, 3), ordered=False)
    a.place("second", ordered=False)
    if ordered:
        a.place("pile")
    return a, first


@pytest.mark.parametrize("ordered", [False, True])
def test_places_that_are_known_only_at_run_time(ordered: bool) -> None:
    a, first = bags(ordered=ordered)
    out = a.size
    one, two = op("add", load(1), first), op("add", load(1), first + 1)
    empty = [
        If(op("eq", PlaceCount(place), 0), (Store(const(out + 2), const(7 + i)),))
        for i, place in ((0, one), (1, two))
    ]
    found = run(
        Store(const(out), PlaceSet(one)),
        Store(const(out + 1), op("add", PlaceCount(one), PlaceCount(two))),
        *empty,
        If(op("gt", PlaceCount(one), 0), (Store(const(out + 3), const(1)),)),
        assembler=a,
    )
    assert found == [0b1001, 2, 8, 1]


@pytest.mark.parametrize("ordered", [False, True])
def test_no_place_is_not_the_last_one(ordered: bool) -> None:
    nowhere = op("sub", load(1), 1)
    for expr in (PlaceCount(nowhere), PlaceSet(nowhere), op("eq", PlaceCount(nowhere), 0)):
        a, _ = bags(ordered=ordered)
        assert fault_of(If(expr, (Assign(0, const(1)),)), assembler=a) == "RW415"


def fault_of(*instructions: Instr, **options: Assembler) -> str:
    with pytest.raises(RulesFault) as caught:
        run(*instructions, **options)  # type: ignore[arg-type]
    return caught.value.fault.code


def test_faults_of_instructions() -> None:
    a = Assembler((0, 0))
    full = a.place("full", (0,), capacity=1)
    huge = op("mul", load(3), 1 << 62)
    assert fault_of(Check(load(1), 2)) == "f2"
    assert fault_of(StoreRanged(const(OUT), load(3), 3, 9, 3)) == "f3"
    assert fault_of(Put(const(1), const(full), False, 1), assembler=a) == "f1"
    b = Assembler((0, 0))
    b.place("empty")
    assert fault_of(Put(const(-1), const(0), False, 2), assembler=b) == "f2"
    assert fault_of(Store(const(OUT), huge)) == "RW412"
    assert fault_of(Store(const(OUT), op("div", 1, load(1)))) == "RW414"
    assert fault_of(Random(0, load(1))) == "RW415"
    assert fault_of(Store(op("mul", load(3), 1000), const(1))) == "RW415"
    assert fault_of(While(const(1), (Assign(0, const(1)),))) == "RW410"


def test_machine_faults_know_the_rule() -> None:
    span = Span(Source("rules", "too much"), 4, 8)
    with pytest.raises(RulesFault) as caught:
        run(Store(const(OUT), const(1)), Store(const(OUT), op("mul", load(3), 1 << 62), span=span))
    assert caught.value.fault.span is span
    with pytest.raises(RulesFault) as caught:
        run(While(const(1), (), span=span))
    assert caught.value.fault.span is span


def test_a_loop_of_blocks_without_decision_meets_the_step_limit() -> None:
    a = Assembler()
    program = a.program(framed("main", block(Jump(1)), block(Jump(0))), step_limit=100)
    with pytest.raises(RulesFault, match="RW410"):
        PythonEngine(program).start(1, 0)


def test_a_loop_of_calls_without_decision_meets_the_step_limit() -> None:
    main = framed("main", block(CallFrame(1, (), None, 0)))
    program = Assembler().program(main, framed("sub", block(Return())), step_limit=100)
    with pytest.raises(RulesFault, match="RW410"):
        PythonEngine(program).start(1, 0)


def test_calls_too_deep_are_a_fault() -> None:
    main = framed("main", block(CallFrame(1, (), None, 1)), block(halt()))
    deep = framed("deep", block(CallFrame(1, (), None, 1)), block(Return()))
    with pytest.raises(RulesFault, match="RW411"):
        PythonEngine(Assembler().program(main, deep)).start(1, 0)


def test_a_decision_without_options_is_the_fault_of_its_site() -> None:
    main = framed("main", block(Choose(0, const(0), (plain_option(0, 1, load(1)),), 3)), block(halt()))
    engine = PythonEngine(Assembler().program(main))
    m = engine.start(1, 0)
    with pytest.raises(RulesFault, match="f3"):
        engine.actions(m)


def test_events_are_heard_with_tracing_only() -> None:
    main = framed(
        "main",
        block(Emit(4, (op("eq", load(3), 2), const(-1))), ask(0, 0, 2, 0, 1)),
        block(Emit(5), halt()),
        kinds=1,
    )
    program = Assembler().program(main)
    heard: list[tuple[int, ...]] = []
    engine = PythonEngine(program, trace=True)
    m = engine.start(2, 0, heard)
    engine.act_main(m, 1, heard)
    assert repr(heard) == "[(4, 1, -1), (5,)]"
    assert PythonEngine(program).start(2, 0)[:3].tolist() == [0, 0, 0]


def test_wide_sets_live_in_frames_and_come_back_as_results() -> None:
    a = Assembler(tuple(range(100)))
    out = a.take("out", 2, a.words)
    wide = (CellKind.PIECES, CellKind.NUMBER, CellKind.PIECES)
    main = framed(
        "main",
        block(Assign(0, const(1 << 99)), CallFrame(1, (const(1 << 70 | 1),), 2, 1)),
        block(StoreSet(const(out), 2, op("or", r(0), r(2))), ask(1, 50, 2, 1, 2)),
        block(halt()),
        kinds=wide,
    )
    sub = framed(
        "sub",
        block(ask(0, 0, 50, 1, 1)),
        block(Return(op("or", r(0), Unary("bit", r(1))))),
        parameters=1,
        kinds=wide,
    )
    engine = PythonEngine(a.program(main, sub))
    assert check_program(engine.program) == []
    m = engine.start(2, 0)
    engine.act_main(m, 40)
    assert m[out] | m[out + 1] << 64 == 1 << 99 | 1 << 70 | 1 | 1 << 40
    assert m[engine.program.layout.stacks + 3] == 0, "the sets are dead and zero"
    assert m[engine.program.layout.stacks + 2] >= FIRST_ENTRY


def test_merges_and_loops_of_blocks() -> None:
    """Two loops and a merge within one region: dispatched."""
    a = Assembler()
    out = a.cell("out")

    def add(amount: int) -> Store:
        return Store(const(out), op("add", load(out), amount))

    main = framed(
        "main",
        block(ask(0, 0, 3, 0, 1)),
        block(Branch(op("eq", r(0), 0), 2, 3)),
        block(add(1), add(0), Branch(op("lt", load(out), 5), 2, 4)),
        block(add(10), add(0), Branch(op("lt", load(out), 30), 3, 4)),
        block(add(100), add(0), ask(1, 10, 2, 0, 5)),
        block(halt()),
        kinds=1,
    )
    engine = PythonEngine(a.program(main))
    ends = []
    for action in range(3):
        m = engine.start(1, 0)
        engine.act_main(m, action)
        ends.append(m[out])
    assert ends == [105, 130, 130]


def test_long_chains_of_blocks_and_of_expressions_compile() -> None:
    a, size = Assembler(), 300
    out = a.cell("out")
    a.cells[-1] = attrs.evolve(
        a.cells[-1], least=0, most=size
    )  # no sum needs a guard, which would be nested too deep
    end = 1 + 2 * size
    cases = [
        block(Branch(op("eq", r(0), number), 1 + size + number, 2 + number)) for number in range(size - 1)
    ]
    cases.append(block(Jump(2 * size)))
    stores = [
        block(Store(const(out), const(number)), Store(const(0), const(0)), Jump(end))
        for number in range(size)
    ]
    pick, total = const(0), const(0)
    for number in range(size):
        pick = Pick(op("eq", r(0), number), const(number), pick)
        total = op("add", total, load(out))
    rest = block(Store(const(0), pick), Store(const(3), total), ask(1, 400, 2, 0, end + 1))
    main = framed("main", block(ask(0, 0, size, 0, 1)), *cases, *stores, rest, block(halt()), kinds=1)
    program = a.program(main, actions=500)
    assert check_program(program) == []
    engine = PythonEngine(program)
    for action in (0, 1, 150, size - 2, size - 1):
        m = engine.start(1, 0)
        engine.act_main(m, action)
        assert (m[out], m[0], m[3]) == (action, action, action * size)
