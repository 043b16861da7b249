"""What programs mean where they go wrong: numbers that do not fit, indices of nothing; what ranges say of both."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable

import pytest
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.ir import (
    Assign,
    BinaryOp,
    Call,
    CellKind,
    Check,
    Emit,
    Expr,
    Fits,
    ForEachBit,
    ForEachIn,
    Forget,
    If,
    Instr,
    LoadSet,
    Pick,
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
    Unary,
    While,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.ranges import LEAST, MOST, Ranges
from rulewright.interpreter.ir.walk import all_expressions, flat, walk
from rulewright.interpreter.lower import lower
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.python.engine import PythonEngine

from .assembler import Assembler, block, const, framed, load, op, r
from .hand_made import ask, halt
from .reference import Reference, TooLongError
from .small_games import shipped_game
from .test_against_reference import Maker, number, some

HUGE = 10**18


def assembler() -> tuple[Assembler, int, int]:
    """Two places, a cell `n` that can hold anything, and a set over 70 pieces."""
    a = Assembler((0,) * 70)
    a.place("pile", (0, 1, 2))
    a.place("bag", (3, 69), ordered=False)
    return a, a.cell("n"), a.take("set", 1, a.words, CellKind.PIECES)


def outcome(
    instruction: Callable[[Expr, int], Instr], given: int, make: Callable[[Program], Engine] = PythonEngine
) -> tuple[list[str], list[list[int]]]:
    """What an engine and the reference come to (the code of the fault, or nothing), and their memories."""
    a, n, wide = assembler()
    kinds = (CellKind.NUMBER, CellKind.NUMBER, CellKind.PIECE, CellKind.PIECES)
    inner = Procedure("inner", 1, kinds, (block(instruction(r(0), wide), Return()),), False)
    main = framed(
        "main",
        block(ask(0, 0, 2, 0, 1)),
        block(Run(Call(1, (load(n),))), ask(1, 5, 2, 0, 2)),
        block(halt()),
        kinds=1,
    )
    program = a.program(main, inner, tables=((7, 8), (3, 5)))
    assert check_program(program) == []
    engine = make(program)
    m = engine.start(2, 1)
    model = Reference(program, 2, 10_000, 1)
    m[n] = model.m[n] = given
    codes = []
    ways: list[Callable[[], object]] = [lambda: engine.act(m, 0, 0), lambda: model.act(0)]
    for act in ways:
        try:
            act()
            codes.append("")
        except RulesFault as fault:
            codes.append(fault.fault.code)
    fixed = program.layout.stacks
    return codes, [m[:fixed].tolist(), model.m[:fixed].tolist()]


HOSTILE: dict[str, tuple[Callable[[Expr, int], Instr], dict[int, str]]] = {
    "load": (lambda n, _: Assign(1, load(n)), {-1: "RW415", -HUGE: "RW415", HUGE: "RW415", 7: ""}),
    "load beyond a constant": (
        lambda n, _: Assign(1, load(op("add", n, 1000))),
        {-1001: "RW415", -990: "", MOST: "RW412", HUGE: "RW415"},
    ),
    "load a set": (
        lambda n, _: Assign(3, LoadSet(n, 2)),
        {-1: "RW415", -2: "RW415", HUGE: "RW415", 500: "RW415"},
    ),
    "load a large set": (
        lambda n, _: Assign(1, Unary("size", LoadSet(n, 5))),
        {-1: "RW415", -5: "RW415", HUGE: "RW415", 500: "RW415"},
    ),
    "store": (lambda n, _: Store(n, const(5)), {-1: "RW415", HUGE: "RW415", -HUGE: "RW415"}),
    "store in a range": (
        lambda n, _: StoreRanged(n, const(5), 0, 9, 2),
        {-1: "RW415", HUGE: "RW415"},
    ),
    "store a set": (lambda n, _: StoreSet(n, 2, const(5)), {-1: "RW415", -2: "RW415", HUGE: "RW415"}),
    "store too large a set": (
        lambda n, s: StoreSet(const(s), 2, Unary("bit", n)),
        {-1: "", 127: "", 128: "RW415"},
    ),
    "table": (lambda n, _: Assign(1, Table(0, n)), {-1: "RW415", -2: "RW415", 2: "RW415", 1: ""}),
    "place": (lambda n, _: Assign(1, PlaceCount(n)), {-1: "RW415", 2: "RW415", -2: "RW415", 1: ""}),
    "place set": (lambda n, _: Assign(3, PlaceSet(n)), {-1: "RW415", -2: "RW415", HUGE: "RW415", 0: ""}),
    "place at": (lambda n, _: Assign(1, PlaceAt(n, const(0))), {-1: "RW415", -HUGE: "RW415", 0: ""}),
    "position": (lambda n, _: Assign(1, PlaceAt(const(0), n)), {-1: "", -4: "", HUGE: "", -HUGE: ""}),
    "place end": (lambda n, _: Assign(1, PlaceEnd(n, const(7), True)), {-1: "RW415", 2: "RW415", 0: ""}),
    "for each in": (lambda n, _: ForEachIn(2, n, False, ()), {-1: "RW415", 2: "RW415", 0: ""}),
    "pile": (lambda n, _: PutPile(n, const(1), False, 2), {-1: "RW415", 2: "RW415", 0: ""}),
    "shuffle": (lambda n, _: Shuffle(n), {-1: "RW415", 2: "RW415", 0: ""}),
    "forget": (lambda n, _: Forget(n), {-1: "RW415", 2: "RW415", 1: ""}),
    "swap": (lambda n, _: SwapAt(const(0), n, const(0)), {-1: "RW415", 3: "RW415", 2: ""}),
    "swap in no place": (lambda n, _: SwapAt(n, const(0), const(0)), {-1: "RW415", HUGE: "RW415"}),
    "put a piece": (lambda n, _: Put(n, const(1), False, 2), {-1: "f2", 70: "f2", HUGE: "f2", 69: ""}),
    "put onto a pile": (lambda n, _: Put(n, const(0), False, 2), {-1: "f2", 70: "f2", 69: ""}),
    "put somewhere": (lambda n, _: Put(const(3), n, False, 2), {-1: "f2", 2: "f2", HUGE: "f2", 0: ""}),
    "has": (
        lambda n, s: Check(op("eq", op("has", LoadSet(const(s), 2), n), 0), 1),
        {-1: "", 128: "", 200: "", HUGE: ""},
    ),
    "has in a pile": (
        lambda n, _: Check(op("eq", op("has", PlaceSet(const(0)), n), 1), 1),
        {-1: "f1", 2: "", 3: "f1", 1000: "f1"},
    ),
    "bit": (
        lambda n, _: Assign(3, Unary("bit", n)),
        {-1: "", -HUGE: "", 63: "", 128: "RW415", HUGE: "RW415"},
    ),
    "nth": (
        lambda n, _: Check(op("eq", op("nth", PlaceSet(const(0)), n), -1), 1),
        {-1: "", 3: "", HUGE: "", 2: "f1"},
    ),
    "luck": (lambda n, _: Random(1, n), {0: "RW415", -1: "RW415", 1: "", HUGE: ""}),
    "division": (lambda n, _: Assign(1, op("div", 7, n)), {0: "RW414", -1: "", 2: ""}),
    "remainder": (lambda n, _: Assign(1, op("mod", -7, n)), {0: "RW414", -3: "", 2: ""}),
    "the greatest quotient": (lambda n, _: Assign(1, op("div", n, -1)), {LEAST: "RW412", MOST: ""}),
    "sum": (lambda n, _: Assign(1, op("add", n, 1)), {MOST: "RW412", LEAST: ""}),
    "difference": (lambda n, _: Assign(1, op("sub", n, 1)), {LEAST: "RW412", MOST: ""}),
    "product": (lambda n, _: Assign(1, op("mul", n, n)), {HUGE: "RW412", -HUGE: "RW412", 10**9: ""}),
    "negative": (lambda n, _: Assign(1, Unary("neg", n)), {LEAST: "RW412", MOST: ""}),
    "sum of sums": (
        lambda n, _: Assign(1, op("sub", op("add", n, 1), 1)),
        {MOST: "RW412"},
    ),
}


@pytest.mark.parametrize(
    ("name", "given"), [(name, given) for name, (_, cases) in HOSTILE.items() for given in cases]
)
def test_both_engines_come_to_the_same_fault(name: str, given: int) -> None:
    instruction, cases = HOSTILE[name]
    codes, memories = outcome(instruction, given)
    assert codes == [cases[given]] * 2
    if not cases[given]:
        assert memories[0] == memories[1]


# ------------------------------------------------------------------------- ranges


def parts(program: Program, kind: type[Expr]) -> list[Expr]:
    found = (node for one in program.procedures for expr in all_expressions(one) for node in walk(expr))
    return [node for node in found if isinstance(node, kind)]


def test_only_sums_that_may_not_fit_are_guarded() -> None:
    a, n, _ = assembler()
    sums = [
        op("add", Table(0, op("mod", load(n), 3)), 9),
        op("add", load(n), 1),
        op("mul", PlaceCount(const(0)), PlaceCount(const(1))),
        op("sub", op("min", load(n), 5), op("max", load(n), 5)),
        op("mod", load(n), 7),
    ]
    main = framed("main", block(*(Assign(0, each) for each in sums), halt()), kinds=1)
    program = a.program(main, tables=((4, 5, 6),))
    guarded = [node.value for node in parts(program, Fits) if isinstance(node, Fits)]
    assert guarded == [sums[1], sums[3]]


@pytest.mark.parametrize(
    ("instructions", "ends"),
    [
        ([Assign(0, Table(0, const(1)))], (5, 5)),
        ([Assign(0, Table(0, r(1)))], (4, 6)),
        ([Assign(0, const(3)), If(r(1), (Assign(0, const(9)),))], (3, 9)),
        ([Assign(0, const(3)), Assign(0, op("add", r(0), 4))], (7, 7)),
        ([Assign(0, const(9)), While(op("gt", r(0), 0), (Assign(0, op("sub", r(0), 1)),))], (0, 0)),
        ([ForEachBit(0, const(0b11000), ()), Assign(0, const(1))], (1, 1)),
        ([Random(0, const(6))], (0, 5)),
        ([Assign(0, Pick(op("ge", r(1), 0), op("min", r(1), 8), const(2)))], (0, 8)),
        ([Check(op("ge", r(1), 3), 0), Check(op("lt", r(1), 5), 0), Assign(0, r(1))], (3, 4)),
        ([Assign(0, Unary("lowest", const(0b10100)))], (2, 4)),
        ([Assign(0, op("nth", PlaceSet(const(0)), const(0)))], (-1, 69)),
    ],
)
def test_what_a_register_can_be(instructions: list[Instr], ends: tuple[int, int]) -> None:
    a, n, _ = assembler()
    after = Store(const(n), r(0))
    body = block(Assign(0, const(0)), Assign(1, load(n)), *instructions, after, halt())
    program = a.program(framed("main", body, kinds=3), tables=((4, 5, 6),))
    ranges = Ranges(program)
    assert ranges.number(0, r(0), ranges.scan(0).ends[0]) == ends


class Watched(Reference):
    """A reference that compares every value that is assigned with its range."""

    ranges: Ranges
    number = 0
    seen = 0

    def simple(self, instr: Instr, registers: dict[int, int]) -> None:
        super().simple(instr, registers)
        if isinstance(instr, Assign):
            known = [n for n, p in enumerate(self.program.procedures) if self.holds(n, instr)]
            value = registers[instr.register]
            for procedure in known:
                least, most = self.ranges.number(procedure, instr.value)
                members = self.ranges.members(procedure, instr.value)
                fits = least <= value <= most or (value >= 0 and not value & ~members)
                assert fits, (instr, value, (least, most), members)
                self.seen += 1

    def holds(self, procedure: int, instr: Instr) -> bool:
        return any(each is instr for each in self.assigns(procedure))

    def assigns(self, procedure: int) -> list[Instr]:
        blocks = self.program.procedures[procedure].blocks
        return [each for one in blocks for each in flat(one.instructions) if isinstance(each, Assign)]


def watched(program: Program, players: int, seed: int, patience: int = 300) -> int:
    """How many values were compared in a match of random choices."""
    Watched.ranges = Ranges(program)
    dice, m = random.Random(seed), None
    with contextlib.suppress(TooLongError, RulesFault):
        m = Watched(program, players, patience, seed)
        for _ in range(20):
            if m.over:
                break
            strand = m.waiting()[0]
            m.act(dice.choice(m.actions(strand)), strand)
    return m.seen if m is not None else 0


class BigMaker(Maker):
    """Programs whose numbers grow, and whose indices may be bad."""

    def expr(self, depth: int, call: bool = True) -> Expr:
        kind = self.random.randrange(12 if depth else 1)
        if kind == 9:
            name: BinaryOp = self.random.choice(("add", "sub", "mul", "div", "mod", "nth", "has"))
            left, right = self.expr(depth - 1, call), number(self.expr(depth - 1, call))
            return op(name, some(left) if name in ("nth", "has") else number(left), right)
        if kind == 10:
            return Unary("neg", op("mul", number(self.expr(depth - 1, call)), self.random.choice((3, HUGE))))
        if kind == 11 and self.random.random() < 0.2:
            return load(op("add", self.out - 1, op("mod", number(self.expr(depth - 1, call)), 7)))
        return super().expr(depth, call)

    def instruction(self, depth: int, call: bool) -> Instr:
        """Events are left out: without tracing, an engine need not evaluate what they report."""
        made = super().instruction(depth, call)
        return made if not isinstance(made, Emit) else Emit(made.event)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_keep_to_their_ranges(seed: int) -> None:
    watched((Maker if seed % 2 else BigMaker)(seed).program(), 1, seed)


@pytest.mark.parametrize("name", ["classics/tic-tac-toe", "classics/breakthrough", "do-podzemi"])
def test_games_keep_to_their_ranges(name: str) -> None:
    program = lower(shipped_game(name)).program
    assert watched(program, 2, 1, 5000) > 10


def faulty(work: Callable[[], object]) -> str:
    """The code of the fault that work comes to, or nothing."""
    try:
        work()
    except RulesFault as fault:
        return fault.fault.code
    return ""


@pytest.mark.parametrize("seed", range(100))
def test_random_programs_with_large_numbers_come_to_the_same_faults(seed: int) -> None:
    program = BigMaker(seed).program()
    engine, dice = PythonEngine(program), random.Random(seed)
    with contextlib.suppress(TooLongError):
        code = faulty(lambda: Reference(program, 1, 400))
        assert faulty(lambda: engine.start(1, 0)) == code
        if code:
            return
        model, m = Reference(program, 1, 400), engine.start(1, 0)
        for _ in range(10):
            assert m[1 : program.layout.stacks] == model.m[1 : program.layout.stacks]
            if model.over:
                return
            code = faulty(model.actions)
            assert faulty(lambda: engine.actions_main(m)) == code
            if code:
                return
            action = dice.choice(model.actions())
            code = faulty(lambda: model.act(action))  # noqa: B023
            assert faulty(lambda: engine.act_main(m, action)) == code  # noqa: B023
            if code:
                return
