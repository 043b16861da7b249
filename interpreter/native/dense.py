"""Tests of many members side by side: eight at a time, as vectors, without branches.

Most conditions on the cells of a board, or on all pieces, read a few cells and compare. For a set whose members are
known to lie in a small range, such a test is made for the whole range, and its result is a word. Only tests that
cannot fail and need no branch are made like this; all others go through the members one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ...dsl.tree.passes import over
from ..ir import (
    WORD_BITS,
    Any,
    Binary,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    Layout,
    Load,
    PlaceCount,
    PlaceSet,
    Procedure,
    Reg,
    Table,
    Unary,
)
from ..ir.walk import reads
from ..ir.widths import set_members
from . import assembly as ir
from .code import Code
from .unit import Unit
from .values import BIT, BYTE, CELL, COMPARED, ZERO, Value, cell, signed

LANES = 8
_LEAST = 8
"""So many members must be possible; fewer are as fast one by one."""
_CELLS = ir.VectorType(CELL, LANES)
_BITS = ir.VectorType(BIT, LANES)
_PLACES = ir.VectorType(ir.IntType(32), LANES)


class Scalars(Protocol):
    """What writes expressions that have one value."""

    code: Code
    unit: Unit
    layout: Layout
    procedure: Procedure

    def number(self, expr: Expr) -> Value:
        """A value in one word."""

    def is_simple(self, expr: Expr) -> bool:
        """Whether an expression is cheap, and can be evaluated without being needed."""

    def width(self, expr: Expr) -> int | None:
        """How many words a value has by itself."""


def possible(body: Scalars, binder: Filter | Any | HowMany) -> tuple[int, int] | None:
    """The range first..end in which all members lie, if its members can be tested side by side."""
    most = _most(body, binder)
    if not most or most.bit_length() > WORD_BITS:
        return None
    first, end = (most & -most).bit_length() - 1, most.bit_length()
    if end - first < _LEAST or 2 * most.bit_count() < end - first:
        return None
    lanes = Lanes(body, binder.register, 0, range(first, end))
    return (first, end) if lanes.can_test(binder.test) else None


def _most(body: Scalars, binder: Filter | Any | HowMany) -> int:
    """A set that holds every member that there can be; 0 if it is too large to say."""
    kind = body.procedure.kinds[binder.register]
    sets_of = {"piece": "pieces", "place": "places", "design": "designs"}
    name = sets_of.get(kind.value)
    members = 0 if name is None else set_members(body.layout, type(kind)(name))
    every = (1 << members) - 1 if 0 < members <= WORD_BITS else 0
    return _bound(binder.members, every)


def _bound(members: Expr, every: int) -> int:
    match members:
        case Const(value=value) if value >= 0:
            return value
        case Binary(op="and", left=left, right=right):
            return _bound(left, every) & _bound(right, every)
        case Binary(op="minus", left=left):
            return _bound(left, every)
    return every


def holding(body: Scalars, binder: Filter | Any | HowMany, first: int, end: int) -> Value:
    """The word of all members in a range for which the test holds."""
    b = body.code.b
    found: Value = ZERO
    # The last eight members may have been tested before, which changes nothing.
    for start in [*range(first, end - LANES, LANES), end - LANES]:
        lanes = Lanes(body, binder.register, start, range(start, start + LANES))
        passed = b.zext(b.bitcast(lanes.test(binder.test), BYTE), CELL)
        here = b.shl(passed, cell(start)) if start else passed
        found = here if found is ZERO else b.or_(found, here)
    return found


class Lanes:
    """Expressions for the members of a range: each value is a vector. `can_test` asks about any range; vectors are
    made for eight members."""

    def __init__(self, body: Scalars, register: int, start: int, members: range) -> None:
        self.body, self.register, self.start, self.members = body, register, start, members
        self.unit, self.layout = body.unit, body.layout

    # ---------------------------------------------------------------- possible

    def can_test(self, expr: Expr) -> bool:
        return self._can(expr)

    @over(Expr, subject="expr", leaves="BINDERS Call Const Fits LoadSet Pick PlaceAt PlaceEnd Shift Trial")
    def _can(self, expr: Expr) -> bool:
        match expr:
            case Reg(index=index) if index == self.register:
                return True
            case Load(address=address) if self._offset(address) is not None:
                offset = self._offset(address)
                assert offset is not None
                first, last = self.members[0] + offset, self.members[-1] + offset
                return first >= 0 and last < self.layout.size
            case Table(table=table, index=index) if self._offset(index) is not None:
                offset = self._offset(index)
                assert offset is not None
                first, last = self.members[0] + offset, self.members[-1] + offset
                fits = first >= 0 and last < len(self.unit.program.tables[table])
                return fits and self.unit.table_words(table) == 1
            case PlaceCount(place=place) | PlaceSet(place=place) if self._offset(place) is not None:
                return self._base(place) is not None
            case Unary(op="not", value=value):
                return self._can(value)
            case Binary(op="has", left=left, right=right):
                return right == Reg(self.register) and self._is_same(left)
            case Binary(op=op, left=left, right=right) if op in (
                *COMPARED,
                "both",
                "either",
                "or",
                "and",
                "minus",
            ):
                return self._can(left) and self._can(right)
        return self._is_same(expr)

    def _is_same(self, expr: Expr) -> bool:
        """Whether an expression has one value for all members, in one word, which is cheap to evaluate."""
        if self.register in reads([expr]):
            return False
        return self.body.is_simple(expr) and self.body.width(expr) in (None, 1)

    @over(Expr, subject="index", leaves="BINDERS OF_PLACES READS Call Const Pick Shift Trial Unary")
    def _offset(self, index: Expr) -> int | None:
        """The constant that is added to the member."""
        match index:
            case Reg(index=register) if register == self.register:
                return 0
            case Fits(value=value):
                return self._offset(value)
            case Binary(op="add", left=Reg(index=register), right=Const(value=value)):
                return value if register == self.register else None
            case Binary(op="add", left=Const(value=value), right=Reg(index=register)):
                return value if register == self.register else None
        return None

    def _base(self, place: Expr) -> int | None:
        """The address of the set of the place with the first member's number, if the sets of all lie in a row."""
        offset, places = self._offset(place), self.layout.places
        if offset is None or self.unit.piece_words != 1:
            return None
        numbers = [member + offset for member in self.members]
        if numbers[0] < 0 or numbers[-1] >= len(places):
            return None
        base = places[numbers[0]].base
        in_a_row = all(
            not places[number].ordered and places[number].base == base + index
            for index, number in enumerate(numbers)
        )
        return base if in_a_row else None

    # ----------------------------------------------------------------- vectors

    def test(self, expr: Expr) -> Value:
        """For each member, whether the value is not 0."""
        b = self.body.code.b
        match expr:
            case Unary(op="not", value=value):
                return b.xor(self.test(value), ir.Constant(_BITS, [1] * LANES))
            case Binary(op="both", left=left, right=right):
                return b.and_(self.test(left), self.test(right))
            case Binary(op="either", left=left, right=right):
                return b.or_(self.test(left), self.test(right))
            case Binary(op=op, left=PlaceCount(place=place), right=Const(value=0)) if op in (
                "eq",
                "ne",
                "gt",
            ):
                return b.icmp_unsigned("==" if op == "eq" else "!=", self._cells(place), self._all(ZERO))
            case Binary(op=op, left=left, right=right) if op in COMPARED:
                return b.icmp_signed(COMPARED[op], self.value(left), self.value(right))
        return b.icmp_unsigned("!=", self.value(expr), self._all(ZERO))

    @over(Expr, subject="expr", leaves="BINDERS Call Fits LoadSet Pick PlaceAt PlaceEnd Shift Trial")
    def value(self, expr: Expr) -> Value:
        """For each member, the value."""
        body, b = self.body, self.body.code.b
        match expr:
            case Const(value=value):
                return self._constants([value] * LANES)
            case Reg(index=index) if index == self.register:
                return self._constants(list(self.members))
            case Load(address=address) if self._offset(address) is not None:
                return self._loaded(self.start + (self._offset(address) or 0))
            case Table(table=table, index=index) if self._offset(index) is not None:
                first = self.start + (self._offset(index) or 0)
                return self._constants(self.unit.program.tables[table][first : first + LANES])
            case PlaceSet(place=place) if self._offset(place) is not None:
                return self._cells(place)
            case PlaceCount(place=place) if self._offset(place) is not None:
                return b.ctpop(self._cells(place))
            case Binary(op="has", left=left) if self._can(expr):
                moved = b.lshr(self._all(body.number(left)), self._constants(list(self.members)))
                return b.and_(moved, self._constants([1] * LANES))
            case Binary(op="or" | "and" | "minus" as op, left=left, right=right):
                one, other = self.value(left), self.value(right)
                if op == "or":
                    return b.or_(one, other)
                return b.and_(one, other if op == "and" else b.not_(other))
            case Unary(op="not") | Binary(op="both" | "either" | "lt" | "le" | "eq" | "ne" | "gt" | "ge"):
                return b.zext(self.test(expr), _CELLS)
        return self._all(body.number(expr))

    @staticmethod
    def _constants(values: Sequence[int]) -> Value:
        return ir.Constant(_CELLS, [signed(value) for value in values])

    def _loaded(self, address: int) -> Value:
        """Eight cells in a row."""
        code = self.body.code
        return code.b.load(code.at(address), typ=_CELLS, align=8)

    def _cells(self, place: Expr) -> Value:
        base = self._base(place)
        assert base is not None
        return self._loaded(base)

    def _all(self, value: Value) -> Value:
        """The same value for all members."""
        if isinstance(value, ir.Constant):
            return ir.Constant(_CELLS, [value.constant] * LANES)
        b = self.body.code.b
        one = b.insert_element(ir.Constant(_CELLS, ir.Undefined), value, ir.IntType(32)(0))
        return b.shuffle_vector(one, ir.Constant(_CELLS, ir.Undefined), ir.Constant(_PLACES, [0] * LANES))
