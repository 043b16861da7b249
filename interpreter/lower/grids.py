"""Lowers what is said of grids: cells, their neighbours, what lies on them, lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.dsl import tree as t

from ..ir import (
    Assign,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    ForEachBit,
    If,
    Load,
    Pick,
    PlaceCount,
    Return,
    Table,
    Unary,
    While,
)
from .builder import Builder, Scope
from .tables import Grid
from .values import fold, if_there

if TYPE_CHECKING:
    from .exprs import Expressions

Vector = tuple[int, int]  # columns to the east, rows to the north
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STEPS: dict[str, tuple[Vector, ...]] = {
    "next to": (NORTH, EAST, SOUTH, WEST),
    "touching": (NORTH, EAST, SOUTH, WEST, *CORNERS),
    "north of": (NORTH,),
    "south of": (SOUTH,),
    "east of": (EAST,),
    "west of": (WEST,),
    "north-east of": (CORNERS[0],),
    "south-east of": (CORNERS[1],),
    "south-west of": (CORNERS[2],),
    "north-west of": (CORNERS[3],),
}
LINES = (NORTH, EAST, (1, 1), (1, -1))


class Grids:
    """Lowering of expressions about cells; what needs a loop is a plain procedure, made once."""

    def __init__(self, ex: Expressions) -> None:
        self.ex = ex
        self.low = ex.low
        self.tables = ex.tables
        self._made: dict[str, int] = {}

    def of_name(self, name: str) -> list[Grid]:
        return [grid for (known, _), grid in self.tables.grids.items() if known == name]

    def cells_of(self, node: t.PlaceValue, scope: Scope) -> Expr:
        """The set of the cells of a grid."""
        grids = self.of_name(node.name)
        if node.owner is None:
            return Const(grids[0].mask())
        owner = self.ex.lower(node.owner, scope)
        return Table(self.tables.constant(tuple(grid.mask() for grid in grids)), owner)

    def every_cell(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            for grid in self.of_name(name):
                found |= grid.mask()
        return found

    # ---------------------------------------------------------------------- tables

    def per_cell(self, values: dict[int, int], otherwise: int = 0) -> int:
        """A table with a value for every place."""
        return self.tables.constant(
            tuple(values.get(place, otherwise) for place in range(len(self.tables.places)))
        )

    def neighbours(self, direction: str) -> int:
        """For every cell the set of the cells one step away."""
        values: dict[int, int] = {}
        for grid in self.tables.grids.values():
            for cell in grid.cells():
                column, row = grid.position(cell)
                reached = (grid.at(column + east, row + north) for east, north in STEPS[direction])
                values[cell] = sum(1 << one for one in reached if one is not None)
        return self.per_cell(values)

    def lines(self, length: int) -> tuple[int, ...]:
        """Every line of so many cells, as a set."""
        found = []
        for grid in self.tables.grids.values():
            for cell in grid.cells():
                column, row = grid.position(cell)
                for east, north in LINES:
                    line = [grid.at(column + east * step, row + north * step) for step in range(length)]
                    if None not in line:
                        found.append(sum(1 << one for one in line if one is not None))
        return tuple(found)

    # ------------------------------------------------------------------- expressions

    def property_of(self, name: str, cell: Expr) -> Expr:
        """The row or column of a cell, from 1."""
        index = 0 if name == "column" else 1
        values = {
            cell_: grid.position(cell_)[index] + 1
            for grid in self.tables.grids.values()
            for cell_ in grid.cells()
        }
        return Table(self.per_cell(values), cell)

    def cell_under(self, piece: Expr, grid: str) -> Expr:
        """The cell of a grid that a piece lies on; none if it lies elsewhere."""
        place = Load(fold(Binary("add", piece, Const(self.tables.at))))
        cells = self.every_cell([grid])
        inside = Binary("both", Binary("ge", place, Const(0)), Binary("has", Const(cells), place))
        return Pick(inside, place, Const(-1))

    def step(self, one: t.Step, scope: Scope) -> Expr:
        """The cells one step from a cell, or from any of a set."""
        start = self.ex.lower(one.start, scope)
        table = self.neighbours(one.direction)
        if one.start.type.kind == "cell":
            return if_there_set(one.start, start, Table(table, start))
        key = f"step {one.direction}"
        if key not in self._made:
            b = Builder(key)
            cells = b.parameter(CellKind.PLACES)
            result, cell = b.register(CellKind.PLACES), b.register(CellKind.PLACE)
            b.emit(Assign(result.index, Const(0)))
            reached = Binary("or", result, Table(table, cell))
            b.emit(ForEachBit(cell.index, cells, (Assign(result.index, reached),)))
            b.end(Return(result))
            self._made[key] = self.low.add(b, framed=False)
        return Call(self._made[key], (start,))

    def without_pieces(self, cells: Expr) -> Expr:
        """Those of the cells on which nothing lies."""
        if "empty" not in self._made:
            b = Builder("empty cells")
            among = b.parameter(CellKind.PLACES)
            result, cell = b.register(CellKind.PLACES), b.register(CellKind.PLACE)
            b.emit(Assign(result.index, Const(0)))
            keep = Assign(result.index, Binary("or", result, Unary("bit", cell)))
            empty = Binary("eq", PlaceCount(cell), Const(0))
            b.emit(ForEachBit(cell.index, among, (If(empty, (keep,)),)))
            b.end(Return(result))
            self._made["empty"] = self.low.add(b, framed=False)
        return Call(self._made["empty"], (cells,))

    def pieces_on(self, pieces: Expr, cells: Expr) -> Expr:
        """Those of the pieces that lie on one of the cells."""
        if "pieces" not in self._made:
            b = Builder("pieces on cells")
            among, where = b.parameter(CellKind.PIECES), b.parameter(CellKind.PLACES)
            result, piece = b.register(CellKind.PIECES), b.register(CellKind.PIECE)
            b.emit(Assign(result.index, Const(0)))
            keep = Assign(result.index, Binary("or", result, Unary("bit", piece)))
            b.emit(ForEachBit(piece.index, among, (If(self._lies_on(piece, where), (keep,)),)))
            b.end(Return(result))
            self._made["pieces"] = self.low.add(b, framed=False)
        return Call(self._made["pieces"], (pieces, cells))

    def _lies_on(self, piece: Expr, cells: Expr) -> Expr:
        place = Load(fold(Binary("add", piece, Const(self.tables.at))))
        return Binary("both", Binary("ge", place, Const(0)), Binary("has", cells, place))

    def lies_on(self, piece: Expr, cells: Expr) -> Expr:
        """Whether a piece lies on one of the cells."""
        return self._lies_on(piece, cells)

    def cells_under(self, pieces: Expr) -> Expr:
        """The set of the places that pieces lie in."""
        if "under" not in self._made:
            b = Builder("places of pieces")
            among = b.parameter(CellKind.PIECES)
            result, piece = b.register(CellKind.PLACES), b.register(CellKind.PIECE)
            b.emit(Assign(result.index, Const(0)))
            place = Load(Binary("add", piece, Const(self.tables.at)))
            b.emit(
                ForEachBit(
                    piece.index, among, (Assign(result.index, Binary("or", result, Unary("bit", place))),)
                )
            )
            b.end(Return(result))
            self._made["under"] = self.low.add(b, framed=False)
        return Call(self._made["under"], (pieces,))

    def make_line(self, node: t.MakeLine, scope: Scope) -> Expr:
        """Whether all cells of some line are among those of the pieces."""
        assert isinstance(node.count, t.Number)
        cells = self.ex.lower(node.of, scope)
        if node.of.type.kind == "pieces":
            cells = self.cells_under(cells)
        lines = self.lines(node.count.value)
        key = f"line of {node.count.value}"
        if key not in self._made:
            b = Builder(key)
            held = b.parameter(CellKind.PLACES)
            left, found = b.register(CellKind.NUMBER), b.register(CellKind.NUMBER)
            b.emit(Assign(left.index, Const(len(lines))))
            b.emit(Assign(found.index, Const(0)))
            more = Binary("both", Binary("gt", left, Const(0)), Unary("not", found))
            line = Table(self.tables.constant(lines or (0,)), left)
            missing = Binary("minus", line, held)
            body = (
                Assign(left.index, Binary("sub", left, Const(1))),
                Assign(found.index, Binary("eq", missing, Const(0))),
            )
            b.emit(While(more, body))
            b.end(Return(found))
            self._made[key] = self.low.add(b, framed=False)
        return Call(self._made[key], (cells,))


def if_there_set(node: t.Expr, value: Expr, members: Expr) -> Expr:
    """A set that depends on a value that may be none: then it is empty."""
    test = if_there(node, value, Const(1))
    return members if test == Const(1) else Pick(Binary("ge", value, Const(0)), members, Const(0))
