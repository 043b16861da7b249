"""Expressions about sets as a whole are what they are member by member, and at fault where those are."""

from __future__ import annotations

import random

import attrs
import pytest
from rulewright.interpreter.ir import (
    Any,
    Binary,
    BinaryOp,
    Call,
    CellKind,
    Check,
    Choose,
    Const,
    Expr,
    Fault,
    Filter,
    HowMany,
    Kept,
    Load,
    LoadSet,
    Pick,
    PlaceCount,
    PlaceSet,
    Procedure,
    Program,
    Reg,
    Return,
    Table,
    Unary,
    Union,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.kept import kept_value
from rulewright.interpreter.ir.printer import print_program
from rulewright.interpreter.ir.walk import all_expressions, walk
from rulewright.interpreter.lower.passes.masks import with_masks
from rulewright.interpreter.memory.faults import RulesFault

from ..amount import some
from .assembler import Assembler, block, const, framed, op, plain, plain_option
from .hand_made import halt
from .reference import Reference

PIECE, PLACE, NUMBER = CellKind.PIECE, CellKind.PLACE, CellKind.NUMBER
CELLS, BOX = 5, 5
DESIGNS = (0, 0, 1, 1, 2, 2, 3)
PARAMETERS = (PIECE, PLACE, NUMBER)
BOUND = (PIECE, PIECE, PLACE, PLACE)
WAY, DESIGN, ROW, HEADING = range(4)
TABLES = (
    (0b00010, 0b00101, 0b01010, 0b10100, 0b01000, 0),  # the cells beside each place
    DESIGNS,
    (1, 1, 2, 2, 3, 0),  # a number on each place
    (1, -1, 0, 1, 2, -2, 0),  # a number on each piece
)
NEEDED, BESIDE, FITS = 2, 3, 4
COMPARED: tuple[BinaryOp, ...] = ("eq", "ne", "lt", "le", "gt", "ge")


class Maker:
    """Makes one program, whose procedure 1 returns an expression about sets."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.a = a = Assembler(DESIGNS, players=2)
        for number in range(CELLS):
            lying = tuple(piece for piece in range(5) if piece % 4 == number)
            a.place(f"cell {number}", lying, ordered=False)
        a.place("box", (5,), ordered=False)
        self.kept = (
            Kept(a.take("on cells", 1, 1, CellKind.PIECES), 1, (1 << CELLS) - 1, occupied=False),
            Kept(a.take("occupied", 1, 1, CellKind.PLACES), 1, (1 << CELLS) - 1, occupied=True),
        )
        self.kinds = [*PARAMETERS, *BOUND]
        self.open = list(range(len(PARAMETERS)))  # the registers that have a value here
        self.calls = True

    def program(self) -> Program:
        asked = self.expression()
        self.calls = False  # it does not call itself
        fits = self.test(2)
        main = framed("main", block(Choose(0, const(0), (plain_option(0, 1),), 0)), block(halt()))
        needed = plain("needed", block(Check(op("ge", Reg(0), 0), 1), Return(Reg(0))), 1)
        where = self.cell_of(Reg(0))
        beside = Return(Pick(op("ge", where, 0), Table(WAY, where), Const(0)))
        made = self.a.program(
            main,
            self.own("asked", asked),
            attrs.evolve(needed, kinds=(PLACE,)),
            attrs.evolve(plain("beside", block(beside), 1), kinds=(PIECE,)),
            self.own("fits", fits),
            tables=TABLES,
        )
        layout = attrs.evolve(made.layout, members=CELLS, kept=self.kept)
        initial = list(made.initial)
        for one in self.kept:
            initial[one.address] = kept_value(one, layout, initial)
        faults = tuple(Fault(f"f{number}", f"fault {number}") for number in range(3))
        return attrs.evolve(made, layout=layout, initial=tuple(initial), faults=faults)

    def own(self, name: str, value: Expr) -> Procedure:
        return attrs.evolve(plain(name, block(Return(value)), len(PARAMETERS)), kinds=tuple(self.kinds))

    # -------------------------------------------------------------------- expressions

    def expression(self) -> Expr:
        kind = self.random.choice((Filter, Any, HowMany, Union))
        return self.about(kind, 3)

    def about(self, kind: type, depth: int) -> Expr:
        """An expression about each piece or place of a set; Filter and Union are about places here."""
        pieces = kind is not Union and self.random.random() < 0.5
        free = [n for n in range(3, 7) if n not in self.open and (self.kinds[n] is PIECE) == pieces]
        if not free:
            return Const(0)
        members = self.pieces(depth - 1) if pieces else self.places(depth - 1)
        self.open.append(free[0])
        inside = self.places(depth - 1) if kind is Union else self.test(depth)
        if kind is not Union and self.random.random() < 0.5:
            inside = op(self.random.choice(("both", "either")), self.test(1), inside)
        self.open.pop()
        found: Expr = kind(free[0], members, inside)
        return found

    def register(self, kind: CellKind) -> Expr:
        """The innermost register of a kind, mostly."""
        own = [number for number in self.open if self.kinds[number] is kind]
        return Reg(own[-1] if self.random.random() < 0.7 else self.random.choice(own))

    def at(self, piece: Expr) -> Expr:
        return Load(op("add", piece, self.a.at))

    def cell_of(self, piece: Expr) -> Expr:
        on_cell = op("both", op("ge", self.at(piece), 0), op("has", (1 << CELLS) - 1, self.at(piece)))
        return Pick(on_cell, self.at(piece), Const(-1))

    def some(self, most: int) -> int:
        """A set that lacks few of these members."""
        return self.random.getrandbits(most) | self.random.getrandbits(most)

    def pieces(self, depth: int) -> Expr:
        whole = self.some(len(DESIGNS))
        match self.random.randrange(5 if depth > 0 else 3):
            case 0:
                return Const(whole)
            case 1:
                return PlaceSet(Const(self.random.randrange(CELLS + 1)))
            case 2:
                return op("and", whole, LoadSet(Const(self.kept[0].address), 1))
            case 3:
                name: BinaryOp = self.random.choice(("and", "and", "minus"))
                return Binary(name, self.pieces(depth - 1), self.pieces(depth - 1))
        found = self.about(Filter, depth - 1)
        return found if isinstance(found, Filter) and self.kinds[found.register] is PIECE else Const(whole)

    def places(self, depth: int) -> Expr:
        whole = self.some(CELLS)
        match self.random.randrange(6 if depth > 0 else 4):
            case 0:
                return Const(whole)
            case 1:
                return op("minus", whole, LoadSet(Const(self.kept[1].address), 1))
            case 2:
                return Call(BESIDE, (self.register(PIECE),))
            case 3:
                return op("and", whole, Table(WAY, Call(NEEDED, (self.register(PLACE),))))
            case 4:
                return op("or", self.places(depth - 1), self.places(depth - 1))
        return self.about(Union, depth - 1)

    def number(self) -> Expr:
        match self.random.randrange(5):
            case 0:
                return Const(self.random.randint(-2, 4))
            case 1:
                return self.register(NUMBER)
            case 2:
                return Table(ROW, Call(NEEDED, (self.cell_of(self.register(PIECE)),)))
            case 3:
                return op("add", Table(ROW, self.register(PLACE)), Table(HEADING, self.register(PIECE)))
        return Table(self.random.choice((DESIGN, HEADING)), self.register(PIECE))

    def test(self, depth: int) -> Expr:
        piece, place = self.register(PIECE), self.register(PLACE)
        match self.random.randrange(12 if depth > 0 else 8):
            case 0:
                return op(self.random.choice(COMPARED), Table(ROW, place), self.number())
            case 1:
                return op(self.random.choice(COMPARED), self.number(), Table(HEADING, piece))
            case 2:
                return op("eq", PlaceCount(place), 0)
            case 3:
                on_cells = op("and", PlaceSet(place), self.random.getrandbits(len(DESIGNS)))
                return op("eq", on_cells, 0)
            case 4:
                return op("both", op("ge", place, 0), op("has", self.places(0), place))
            case 5:
                on_cell = op("ge", self.at(piece), 0)
                return op("both", on_cell, op("has", self.random.getrandbits(6), self.at(piece)))
            case 6:
                return op(self.random.choice(COMPARED), place, self.register(PLACE))
            case 7:
                other = self.register(PLACE)
                beside = op("and", self.some(CELLS), Table(WAY, Call(NEEDED, (place,))))
                beside = self.random.choice((beside, Table(WAY, place)))
                return op("both", op("ge", other, 0), op("has", beside, other))
            case 8:
                name: BinaryOp = self.random.choice(("both", "either"))
                return Binary(name, self.test(depth - 1), self.test(depth - 1))
            case 9:
                return Unary("not", self.test(depth - 1))
            case 10:
                return self.about(Any, depth - 1)
        return Call(FITS, (piece, place, self.register(NUMBER))) if self.calls else op("gt", Reg(2), 0)


@pytest.mark.parametrize("seed", range(some(250, 1500)))
def test_sets_as_a_whole(seed: int) -> None:
    made = Maker(seed).program()
    assert check_program(made) == []
    new = with_masks(made)
    assert check_program(new) == []
    before, after = Reference(made, 2, 10_000), Reference(new, 2, 10_000)
    rng = random.Random(seed)
    for _ in range(30):
        values = (rng.randrange(-1, len(DESIGNS)), rng.randrange(-1, CELLS + 1), rng.randint(-3, 4))
        assert result(before, values) == result(after, values), print_program(made) + print_program(new)


def result(engine: Reference, values: tuple[int, ...]) -> int | str:
    try:
        return engine.call(1, *values)
    except RulesFault as error:
        return error.fault.code


def test_most_programs_are_changed_by_it() -> None:
    """Otherwise the test above would show nothing."""
    changed = sum(1 for seed in range(100) if (made := Maker(seed).program()) != with_masks(made))
    assert changed > 60


def test_a_printed_property_becomes_a_set() -> None:
    maker = Maker(0)
    maker.expression = lambda: Filter(5, Const(31), op("ge", Table(ROW, Reg(5)), 2))  # type: ignore[method-assign]
    asked = with_masks(maker.program()).procedures[1]
    assert asked.blocks[0].terminator == Return(Const(0b11100))


def test_asking_each_member_whether_it_is_a_certain_one_asks_whether_that_is_a_member() -> None:
    maker = Maker(0)
    asked = Any(5, op("and", 31, Reg(2)), op("eq", Reg(5), Reg(1)))
    assert same(maker, asked, (0, 2, 4), (0, 2, 3), (0, -1, 31)) == [1, 0, 0]
    assert not any(isinstance(node, Any) for node in walk(rewritten(maker)))


def test_the_cells_beside_a_certain_one_are_in_a_table() -> None:
    maker = Maker(0)
    beside = Any(6, Table(WAY, Reg(5)), op("eq", Reg(6), Reg(1)))
    asked = Filter(5, Const(31), Unary("not", beside))
    assert same(maker, asked, (0, 0, 0), (0, 2, 0), (0, -1, 0)) == [0b11101, 0b10101, 31]
    assert not any(isinstance(node, Filter | Any) for node in walk(rewritten(maker)))


def rewritten(maker: Maker) -> Expr:
    returned = with_masks(maker.program()).procedures[1].blocks[0].terminator
    assert isinstance(returned, Return)
    assert returned.value is not None
    return returned.value


def test_a_square_that_is_not_none_needs_no_check() -> None:
    maker = Maker(0)
    row = Table(ROW, Call(NEEDED, (maker.cell_of(Reg(3)),)))
    on_cells = LoadSet(Const(maker.kept[0].address), 1)
    maker.expression = lambda: Filter(3, on_cells, op("gt", row, Reg(2)))  # type: ignore[method-assign]
    asked = with_masks(maker.program()).procedures[1]
    assert not any(isinstance(node, Call) for expr in all_expressions(asked) for node in walk(expr))


def same(maker: Maker, asked: Expr, *values: tuple[int, ...]) -> list[int | str]:
    """The results of an expression, which stay the same."""
    maker.expression = lambda: asked  # type: ignore[method-assign]
    made = maker.program()
    before, after = Reference(made, 2, 10_000), Reference(with_masks(made), 2, 10_000)
    found = [result(before, one) for one in values]
    assert [result(after, one) for one in values] == found
    return found


def test_what_follows_a_fault_stays_behind_it() -> None:
    maker = Maker(0)
    faulty = op("gt", Table(ROW, Call(NEEDED, (Reg(1),))), 0)
    elsewhere = op("gt", Table(ROW, Reg(5)), 2)
    asked = Filter(5, Const(0b00011), op("both", faulty, elsewhere))
    assert same(maker, asked, (0, 0, 0), (0, -1, 0)) == [0, "f1"]


def test_a_fault_for_no_member_is_none() -> None:
    maker = Maker(0)
    row = Table(ROW, Call(NEEDED, (Reg(1),)))
    asked = Filter(5, op("and", 31, Reg(2)), op("eq", Table(ROW, Reg(5)), row))
    assert same(maker, asked, (0, -1, 0), (0, 0, 3), (0, -1, 3)) == [0, 3, "f1"]


def test_what_is_known_inside_a_choice_is_no_more_than_its_test() -> None:
    maker = Maker(0)
    first, second = op("has", 0b00011, maker.at(Reg(0))), op("has", 0b00001, maker.at(Reg(0)))
    asked = Pick(first, Pick(second, Const(2), Const(1)), Const(0))
    assert same(maker, asked, (0, 0, 0), (1, 0, 0), (2, 0, 0)) == [2, 1, 0]
    on_a_cell = Pick(op("ge", Pick(first, maker.at(Reg(0)), Const(-1)), 0), Const(1), Const(0))
    assert same(maker, on_a_cell, (0, 0, 0), (1, 0, 0), (2, 0, 0)) == [1, 1, 0]
    not_on_it = Pick(op("le", Pick(first, maker.at(Reg(0)), Const(-1)), 5), Const(1), Const(0))
    assert same(maker, not_on_it, (0, 0, 0), (2, 0, 0)) == [1, 1]
