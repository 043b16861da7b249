"""What stays the same while the members of a set are gone through is computed once, and nobody notices: faults, steps
and values are those of the Python engine, which computes it again and again."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.ir import (
    Any,
    Assign,
    Binary,
    Call,
    CellKind,
    Check,
    Count,
    Expr,
    Filter,
    ForEachBit,
    HowMany,
    LoadSet,
    Pick,
    PlaceCount,
    PlaceSet,
    Procedure,
    Program,
    Put,
    Return,
    Run,
    Store,
    StoreSet,
    Table,
    Unary,
    Union,
    While,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.memory.faults import STEP_LIMIT
from rulewright.interpreter.native.compiling import compiled
from rulewright.interpreter.native.engine import NativeEngine
from rulewright.interpreter.native.meter import executed
from rulewright.interpreter.native.module import build_module
from rulewright.interpreter.python.engine import PythonEngine

from ...amount import some
from ..assembler import Assembler, block, const, framed, load, op, r
from ..hand_made import ask, halt
from .lockstep import both, native, outcome, play

PIECES = 30
X, Y, Z = 4, 5, 6  # the registers of members; 0 to 3 are arguments and what is computed


class Maker:
    """Makes a procedure that goes through the pieces, and for each piece through others."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.a = a = Assembler((0,) * PIECES)
        self.piled = tuple(self.random.sample(range(PIECES), 12))
        rest = tuple(sorted(set(range(PIECES)) - set(self.piled)))
        self.pile, self.bag = a.place("pile", self.piled), a.place("bag", rest, ordered=False)
        self.marks = a.take("marks", PIECES)
        for piece in range(PIECES):
            a.values[self.marks + piece] = self.random.randrange(-1, 7)
        self.out, self.number = a.take("out", 1, a.words, CellKind.PIECES), a.cell("number")

    def program(self) -> Program:
        # One in a few entries of `loose` is missing, so a mark of 6 or -1 is a fault there.
        near = tuple(self.random.randrange(1, 128) for _ in range(8))
        loose = tuple(self.random.randrange(1, 128) for _ in range(self.random.choice((6, 7))))
        kinds = (*[CellKind.NUMBER] * 4, *[CellKind.PIECE] * 4, CellKind.PIECES)
        test = self.about(X)
        body = block(
            Assign(8, Filter(X, self.set(), test)),
            StoreSet(const(self.out), self.a.words, r(8)),
            ForEachBit(7, r(8), self.moves()),
            Assign(2, const(3)),
            While(op("gt", r(2), 0), (Assign(2, op("sub", r(2), 1)), *self.moves())),
            Store(const(self.number), HowMany(X, PlaceSet(const(self.pile)), test)),
            Return(),
        )
        inner = Procedure("inner", 2, kinds, (body,), False)
        fits = Procedure("fits", 2, kinds, (block(*self.first(), Return(self.about(1))),), False)
        room = Procedure("room", 2, kinds, (block(Return(self.room())),), False)
        main = framed(
            "main",
            block(ask(0, 0, 2, 0, 1)),
            block(Run(Call(1, (r(0), load(self.number)))), ask(1, 5, 2, 0, 1)),
            block(halt()),
            kinds=1,
        )
        return self.a.program(main, inner, fits, room, tables=(near, loose), step_limit=3_000)

    def first(self) -> tuple[Check | Count | Assign, ...]:
        """What the procedure does before it answers."""
        ways = ((), (Check(op("ge", r(0), 0), 1),), (Count(const(1)),), (Assign(3, self.mark(0)),))
        return self.random.choice(ways)

    def mark(self, register: int) -> Expr:
        return load(op("add", r(register), self.marks))

    def set(self) -> Expr:
        sets = PlaceSet(const(self.pile)), PlaceSet(const(self.bag)), const(0b1110111011101)
        return self.random.choice((*sets, LoadSet(const(self.out), self.a.words)))

    def room(self) -> Expr:
        """A number that depends on two pieces, and may be a fault because of either."""
        table = self.random.choice((0, 1))
        first = Table(table, self.mark(0)) if self.random.random() < 0.4 else self.mark(0)
        second = Table(table, r(1)) if self.random.random() < 0.4 else const(3)
        return Pick(op("gt", first, second), const(2), const(1))

    def near(self, member: int, other: int) -> Expr:
        """A set that belongs to a member."""
        index: Expr = op("add", self.mark(member), 1)
        way = self.random.random()
        if way < 0.3:
            return Table(0, index)
        if way < 0.5:
            return Table(1, self.mark(member))
        if way < 0.7:
            return Pick(op("ge", self.mark(member), 0), Table(0, index), const(0))
        return Table(0, op("add", index, op("sub", Call(3, (r(member), r(other))), 2)))

    def about(self, x: int) -> Expr:
        """A test of a member that goes through others."""
        value, y = self.mark(x), Y if x == X else Z
        has = Binary("has", self.near(y, self.random.choice((0, x))), value)
        test = Binary("both", op("ge", value, 0), has) if self.random.random() < 0.6 else has
        ways: list[Expr] = [
            Any(y, self.set(), test),
            Unary("not", Any(y, self.set(), test)),
            op("gt", HowMany(y, self.set(), op("gt", self.mark(y), 2)), self.mark(x)),
            Binary("has", Union(y, self.set(), self.near(y, 0)), op("max", value, 0)),
            op("lt", Unary("size", Filter(y, self.set(), op("lt", self.mark(y), r(0)))), value),
            op("gt", PlaceCount(const(self.pile)), value),
        ]
        if x == X:
            ways += [Call(2, (r(0), r(X))), Call(2, (r(0), r(X))), Call(2, (r(X), r(0)))]
        first = self.random.choice(ways)
        if self.random.random() < 0.3:
            return Binary(self.random.choice(("both", "either")), first, self.random.choice(ways))
        return first

    def moves(self) -> tuple[Assign | Put | Store, ...]:
        """The body of a loop, which moves pieces or only changes marks."""
        change = Store(const(self.marks + 3), Unary("size", PlaceSet(const(self.pile))))
        put = Put(const(self.random.randrange(PIECES)), const(self.random.choice((0, 1))), False, 2)
        other = Assign(
            3, HowMany(X, PlaceSet(const(self.pile)), op("gt", self.mark(X), load(self.marks + 3)))
        )
        if self.random.random() < 0.3:
            return (change, put, other)
        return (change, Assign(3, Call(2, (r(0), const(4)))), other)


@pytest.mark.parametrize("seed", range(some(40, 400)))
def test_both_engines_come_to_the_same(seed: int) -> None:
    program = Maker(seed).program()
    assert check_program(program) == []
    engines = both(program)
    for number in range(6):
        play(*engines, 2, number, 5)


# ------------------------------------------------------------------------------------ what is gained


NEAR: dict[str, Callable[[Expr], Expr]] = {
    "of the last member": lambda mark: Table(0, mark),
    "of an argument, but not for the first member": lambda mark: Pick(
        op("gt", mark, 0), Table(0, r(0)), const(255)
    ),
}
"""Sets that members have, by their marks, with something that is out of the table."""


@pytest.mark.parametrize("of", NEAR)
def test_a_fault_that_is_never_reached(of: str) -> None:
    """Whether some member is near is known after the first one; a later one would be at fault."""
    a = Assembler((0, 0, 0))
    pile = a.place("pile", (0, 1, 2))
    marks = a.take("marks", 3)
    for piece, mark in enumerate((0, 1, 7)):
        a.values[marks + piece] = mark
    near = NEAR[of](load(op("add", r(Y), marks)))
    near_all = Any(Y, PlaceSet(const(pile)), Binary("has", near, op("min", r(X), 1)))
    kinds = (*[CellKind.NUMBER] * 4, *[CellKind.PIECE] * 4)
    found = HowMany(X, PlaceSet(const(pile)), near_all)
    out = a.cell("out")
    inner = Procedure("inner", 1, kinds, (block(Store(const(out), found), Return()),), False)
    main = framed(
        "main",
        block(ask(0, 0, 1, 0, 1)),
        block(Run(Call(1, (const(99),))), ask(1, 5, 1, 0, 2)),
        block(halt()),
        kinds=1,
    )
    match = play(*both(a.program(main, inner, tables=((255, 255),))), 2, 1, 9)
    assert match.fault is None
    assert match.m[out] == 3


def crowd(pieces: int, step_limit: int = 100_000) -> Program:
    """Pieces of a pile for which no piece of the pile is near: of each, a table says what is near."""
    a = Assembler((0,) * pieces)
    pile, marks = a.place("pile", tuple(range(pieces))), a.take("marks", pieces)
    for piece in range(pieces):
        a.values[marks + piece] = piece % 8
    out = a.take("out", 1, a.words, CellKind.PIECES)

    def mark(register: int) -> Expr:
        return load(op("add", r(register), marks))

    near = Any(
        3, PlaceSet(const(pile)), Binary("has", Table(0, op("min", op("max", mark(3), 0), 8)), mark(1))
    )
    alone = Procedure(
        "alone", 2, (*[CellKind.NUMBER] * 2, CellKind.PIECE, CellKind.PIECE), (block(Return(near)),), False
    )
    found = Filter(2, PlaceSet(const(pile)), Unary("not", Call(2, (r(0), r(2)))))
    inner = Procedure(
        "inner",
        1,
        (CellKind.NUMBER, CellKind.NUMBER, CellKind.PIECE),
        (block(StoreSet(const(out), a.words, found), Return()),),
        False,
    )
    main = framed(
        "main",
        block(ask(0, 0, 2, 0, 1)),
        block(Run(Call(1, (r(0),))), ask(1, 5, 2, 0, 1)),
        block(halt()),
        kinds=1,
    )
    return a.program(main, inner, alone, tables=((1 << 9,) * 9,), step_limit=step_limit)


def blocks_of(program: Program) -> int:
    """How many blocks the engine executes to answer a decision."""
    module = build_module(program, metered=True)
    code = compiled(module.module, "light")
    engine = NativeEngine(program, module, code)
    m = engine.start(2, 1)
    before = sum(one.blocks for one in executed(code, module.metered))
    engine.act(m, 0, 0)
    return sum(one.blocks for one in executed(code, module.metered)) - before


def test_pairs_are_not_gone_through() -> None:
    """Four times as many pieces take four times as long, not sixteen times."""
    assert blocks_of(crowd(48)) < 6 * blocks_of(crowd(12))


def test_steps_of_what_is_kept_are_taken_each_time() -> None:
    """A set of so many members takes steps whenever it is gone through."""

    def ends(engine: Engine) -> bool:
        m = engine.start(2, 1)
        found = outcome(lambda: engine.act(m, 0, 0))
        assert found is None or found == (STEP_LIMIT, None)
        return found is None

    few, enough = 0, 1 << 14
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if ends(PythonEngine(crowd(400, middle))) else (middle, enough)
    assert enough > 400, "each of the pieces takes a step"
    assert ends(native(crowd(400, enough)))
    assert not ends(native(crowd(400, enough - 1)))
