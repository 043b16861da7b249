"""What expressions can be: between which numbers, in which places pieces lie, and whether they can be at fault.

These are facts about expressions inside others that bind registers (`Filter`, `Any`): a bound register holds a member
of a set, so it is never none, and a piece from a set of pieces that lie on a board lies there. Everything else may be
anything of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ....dsl.tree.passes import over
from ...ir import (
    Binary,
    Binder,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    Fits,
    Load,
    LoadSet,
    Pick,
    PlaceCount,
    PlaceSet,
    Program,
    Reg,
    Shift,
    Table,
    Unary,
)
from ...ir.walk import children, walk

Range = tuple[int, int]
_TRUTHS = frozenset({"lt", "le", "eq", "ne", "gt", "ge", "both", "either", "has"})
LARGEST = 1 << 63
_LOOSE = 2  # a register of the rules may be this far outside of what its kind numbers


@attrs.frozen
class Known:
    """What is known where an expression is evaluated: between which numbers bound registers lie, in which places the
    pieces in them lie (as a set), and the kinds of all registers."""

    kinds: Sequence[CellKind]
    ranges: Mapping[int, Range] = attrs.field(factory=dict)
    places: Mapping[int, int] = attrs.field(factory=dict)


class Possible:
    """`tables` are those of the program, and those that are added to it."""

    def __init__(self, program: Program, tables: Sequence[tuple[int, ...]]) -> None:
        self.program, self.tables = program, tables
        layout = program.layout
        self.counts = {
            CellKind.PIECE: layout.pieces,
            CellKind.PLAYER: layout.max_players,
            CellKind.DESIGN: max(layout.designs, default=0) + 1,
            CellKind.PLACE: layout.members or len(layout.places),
        }
        self.kept = {one.address: one.places for one in layout.kept if not one.occupied}
        self.occupied = next((one for one in layout.kept if one.occupied), None)
        self._extremes: dict[tuple[int, int, int], Range] = {}  # of parts of tables

    def inside(self, binder: Binder, known: Known) -> Known:
        """What is known inside an expression that binds a register."""
        count = self.counts.get(known.kinds[binder.register])
        if count is None:
            return known
        ranges = {**known.ranges, binder.register: (0, count - 1)}
        places = dict(known.places)
        if known.kinds[binder.register] is CellKind.PIECE:
            where = self.where(binder.members)
            if where is not None:
                places[binder.register] = where
        return attrs.evolve(known, ranges=ranges, places=places)

    def given(self, test: Expr, known: Known) -> Known:
        """What is known if a test holds: a piece that lies in some places is a piece, and lies there; a register that
        is none is not at least 0."""
        match test:
            case Binary(op="both", left=left, right=right):
                return self.given(right, self.given(left, known))
            case Binary(op="has", left=Const(value=cells), right=place):
                piece = self._piece_at(place)
                if piece is not None:
                    found = known.places.get(piece)
                    places = {**known.places, piece: cells if found is None else cells & found}
                    ranges = {piece: (0, self.program.layout.pieces - 1), **known.ranges}
                    return attrs.evolve(known, places=places, ranges=ranges)
            case Binary(op="ge", left=Reg(index=index), right=Const(value=0)) if index not in known.ranges:
                return attrs.evolve(known, ranges={**known.ranges, index: (0, LARGEST - 1)})
        return known

    # ------------------------------------------------------------------------ places

    @over(
        Expr,
        subject="pieces",
        leaves="Any Call Const Fits HowMany Load Pick PlaceAt PlaceCount PlaceEnd Reg Shift Table Trial Unary Union",
    )
    def where(self, pieces: Expr) -> int | None:
        """The places in which the pieces of a set lie; None if some may lie nowhere."""
        match pieces:
            case PlaceSet(place=Const(value=place)):
                return 1 << place
            case LoadSet(address=Const(value=address)):
                return self.kept.get(address)
            case Binary(op="minus", left=left):
                return self.where(left)
            case Binary(op="and", left=left, right=right):
                first, second = self.where(left), self.where(right)
                if first is None or second is None:
                    return second if first is None else first
                return first & second
            case Filter(register=register, members=members, test=test):
                found = self.where(members)
                cells = self._cells_of(register, test)
                return found if cells is None else cells if found is None else found & cells
        return None

    def _cells_of(self, register: int, test: Expr) -> int | None:
        """The places in which a piece that passes a test lies, if the test begins by asking for them."""
        match test:
            case Binary(op="both", left=left, right=right):
                first = self._cells_of(register, left)
                return first if first is not None else self._cells_of(register, right)
            case Binary(op="has", left=Const(value=cells), right=place) if self._piece_at(place) == register:
                return cells
        return None

    def _piece_at(self, expr: Expr) -> int | None:
        """The register of the piece whose place an expression reads."""
        match expr:
            case Load(address=Binary(op="add", left=Reg(index=piece), right=Const(value=at))):
                return piece if at == self.program.layout.at else None
            case Load(address=Reg(index=piece)):
                return piece if self.program.layout.at == 0 else None
        return None

    def place_of(self, expr: Expr, known: Known) -> int | None:
        """The places that an expression can be: where a piece lies that is known to lie in one of them."""
        piece = self._piece_at(expr)
        return known.places.get(piece) if piece is not None else None

    # ------------------------------------------------------------------------ ranges

    def _of_table(self, table: int, first: int, end: int) -> Range:
        """The least and the greatest entry of a part of a table."""
        key = table, first, end
        if key not in self._extremes:
            entries = self.tables[table][first:end]
            self._extremes[key] = min(entries), max(entries)
        return self._extremes[key]

    @over(Expr, subject="expr", leaves="BINDERS OF_PLACES Call LoadSet Shift Trial")
    def range(self, expr: Expr, known: Known) -> Range | None:
        """The least and the greatest number that an expression can be, if these are known."""
        match expr:
            case Const(value=value):
                return value, value
            case Reg(index=index):
                return known.ranges.get(index)
            case Load():
                places = self.place_of(expr, known)
                return None if not places else ((places & -places).bit_length() - 1, places.bit_length() - 1)
            case Table(table=table, index=index):
                begin, end = 0, len(self.tables[table])
                at = self.range(index, known)
                if at is not None and at[0] >= 0 and at[1] < end:
                    begin, end = at[0], at[1] + 1
                return self._of_table(table, begin, end) if begin < end else None
            case Fits(value=value):
                return self.range(value, known)
            case Unary(op="not"):
                return 0, 1
            case Binary(op=op) if op in _TRUTHS:
                return 0, 1
            case Binary(op="add" | "sub" | "min" | "max", left=left, right=right):
                return _combined(expr.op, self.range(left, known), self.range(right, known))
            case Pick(then=then, otherwise=otherwise):
                first, second = self.range(then, known), self.range(otherwise, known)
                if first is None or second is None:
                    return None
                return min(first[0], second[0]), max(first[1], second[1])
        return None

    def _loosely(self, expr: Expr, known: Known) -> Range | None:
        """The same for addresses, where the registers of the rules hold what their kind numbers, or next to that."""
        match expr:
            case Reg(index=index) if index not in known.ranges:
                count = self.counts.get(known.kinds[index])
                return None if count is None else (-_LOOSE, count + _LOOSE)
            case Binary(op="add" | "sub" | "mul", left=left, right=right):
                return _combined(expr.op, self._loosely(left, known), self._loosely(right, known))
        return self.range(expr, known)

    def _within(self, found: Range | None, end: int) -> bool:
        return found is not None and found[0] >= 0 and found[1] < end

    # ------------------------------------------------------------------------- faults

    @over(Expr, subject="expr", leaves="BINDERS OF_PLACES READS Call Const Fits Reg Shift Trial Unary")
    def is_safe(self, expr: Expr, known: Known, calls: frozenset[int] = frozenset()) -> bool:
        """Whether evaluating an expression can neither be at fault nor change anything, so that it may be evaluated
        earlier, or more often. Calls of the given procedures do not count."""
        if isinstance(expr, Binder):
            members, inside = children(expr)
            return (
                not expr.turn
                and self.is_safe(members, known, calls)
                and self.is_safe(inside, self.inside(expr, known), calls)
            )
        if isinstance(expr, Pick):
            given = self.given(expr.test, known)
            return (
                self.is_safe(expr.test, known, calls)
                and self.is_safe(expr.then, given, calls)
                and self.is_safe(expr.otherwise, known, calls)
            )
        if isinstance(expr, Binary) and expr.op == "both":
            given = self.given(expr.left, known)
            return self.is_safe(expr.left, known, calls) and self.is_safe(expr.right, given, calls)
        return self._is_sound(expr, known, calls) and all(
            self.is_safe(part, known, calls) for part in children(expr)
        )

    @over(Expr, subject="expr", leaves="BINDERS PlaceAt PlaceEnd Trial")
    def _is_sound(self, expr: Expr, known: Known, calls: frozenset[int]) -> bool:
        """The same for an operation alone."""
        layout = self.program.layout
        match expr:
            case Load(address=address):
                return self._within(self._loosely(address, known), layout.size)
            case LoadSet(address=address, words=words):
                return self._within(self._loosely(address, known), layout.size - words + 1)
            case Table(table=table, index=index):
                return self._within(self.range(index, known), len(self.tables[table]))
            case PlaceSet(place=place) | PlaceCount(place=place):
                return self._within(self.range(place, known), len(layout.places))
            case Fits(value=value):
                found = self.range(value, known)
                return found is not None and found[0] >= -LARGEST and found[1] < LARGEST
            case Binary(op="div" | "mod", right=right):
                return isinstance(right, Const) and right.value != 0
            case Binary(op="has", right=right):
                found = self.range(right, known)
                return found is not None and found[0] >= 0
            case Binary(op=op):
                return op not in ("nth", "mul")
            case Unary():
                return True
            case Call(procedure=procedure):
                return procedure in calls
        return isinstance(expr, Const | Reg | Pick | Shift)


def _combined(op: str, left: Range | None, right: Range | None) -> Range | None:
    if left is None or right is None:
        return None
    (a, b), (c, d) = left, right
    match op:
        case "add":
            return a + c, b + d
        case "sub":
            return a - d, b - c
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "mul":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
    return None


def uses(expr: Expr, register: int) -> int:
    """How often an expression names a register."""
    return sum(1 for node in walk(expr) if isinstance(node, Reg) and node.index == register)
