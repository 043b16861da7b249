"""Lowers expressions about boards: cells, steps between them, distances, pieces on them, lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....dsl import tree as t
from ....dsl.model import geometry
from ....dsl.model.symbols import State
from ....dsl.tree.types import COMPASS
from ...ir import (
    PLAYERS,
    Assign,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    If,
    Instr,
    Kept,
    Load,
    LoadSet,
    Pick,
    Reg,
    Shift,
    Table,
    Unary,
    Union,
    While,
)
from ...ir.widths import members
from ..building.builder import Builder, Scope
from ..building.operations import among, at, fold, if_there, is_some, joined, owned
from ..numbering import NumberedBoard
from .common import OnValues, Values

LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions of lines. On hexes, north-east is (1, 0), and (1, 1) does not lead to a neighbour."""
HEX_LINES = ((0, 1), (1, 0), (1, -1))

MOST_LENGTHS = 8
"""Steps of up to this many lengths move a set as a whole: a step in each direction of a grid."""
FEW = 2
"""Up to this many pieces are looked at one by one to see where they lie."""
MOST_KEPT = 8
"""Up to this many sets are kept up to date whenever pieces move."""
MOST_NEAR = 1 << 14
"""Tables of the cells that lie within a number of steps of each cell have at most this number of entries."""
MOST_PAIRED = 256
"""Up to this many cells, all pairs are in a table."""


Distances = tuple[int, dict[int, dict[int, int]]]
"""Cells as a set, and the number of steps from each of them to each that can be reached."""


class Boards(OnValues):
    """Lowering of expressions about cells. Those that need a loop become plain procedures, each made once."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self._distances: dict[tuple[str, tuple[str, ...]], Distances | None] = {}
        self._neighbours: dict[str, int] = {}  # the table of each built-in step
        # The tables of a board's edges, by the board's first edge.
        self._corners: dict[int, list[frozenset[Iterable[geometry.Vector]]]] = {}

    def of_name(self, name: str) -> list[NumberedBoard]:
        return [board for (known, _), board in self.tables.boards.items() if known == name]

    def cells_of(self, node: t.PlaceValue, scope: Scope) -> Expr:
        """The set of the cells of a board."""
        boards = self.of_name(node.name)
        if node.owner is None:
            return Const(boards[0].mask())
        owner = self.lower(node.owner, scope)
        return Table(self.tables.constant(tuple(board.mask() for board in boards)), owner)

    def every_cell(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            for board in self.of_name(name):
                found |= board.mask()
        return found

    def cells_in_play(self, names: Iterable[str]) -> Expr:
        """The cells of all boards of these names, except for those of empty seats."""
        boards = [board for name in names for board in self.of_name(name)]
        most = self.tables.most_players
        masks = tuple(
            sum(board.mask() for board in boards if board.owner < playing) for playing in range(most + 1)
        )
        if len(set(masks[self.unit.symbols.least_players :])) == 1:
            return Const(masks[-1])
        return Table(self.tables.constant(masks), Load(Const(PLAYERS)))

    # ---------------------------------------------------------------------- tables

    def per_cell(self, values: dict[int, int], otherwise: int = 0) -> int:
        """A table with a value for every place."""
        return self.tables.constant(
            tuple(values.get(place, otherwise) for place in range(len(self.tables.places)))
        )

    def neighbours(self, way: str) -> int:
        """For every cell, the set of the cells that a built-in step leads to."""
        if way not in self._neighbours:
            values: dict[int, int] = {}
            for board in self.tables.boards.values():
                for cell in board.cells():
                    values[cell] = sum(1 << one for one in self._reached(board, cell, way))
            self._neighbours[way] = self.per_cell(values)
        return self._neighbours[way]

    def _reached(self, board: NumberedBoard, cell: int, way: str) -> set[int]:
        if way == "beside":
            return self._beside(board, cell)
        if board.kind == "map":
            return (
                {board.first + one for one in board.ways[cell - board.first]} if way == "next to" else set()
            )
        if board.kind == "edges":
            return self._meeting(board, cell) if way == "next to" else set()
        x, y = board.position(cell)
        vectors = geometry.step_vectors(board.kind).get(way, ())
        reached = (board.at(x + dx, y + dy) for dx, dy in vectors)
        return {one for one in reached if one is not None}

    def _beside(self, board: NumberedBoard, cell: int) -> set[int]:
        """From an edge to its two cells, or from a cell to its edges."""
        if board.kind == "edges":
            under = self.tables.boards[(self.unit.symbols.places[board.name].text.between, board.owner)]
            return {under.first + one for one in board.ways[cell - board.first]}
        found = set()
        for other in self.tables.boards.values():
            if other.kind != "edges" or other.owner != board.owner:
                continue
            if self.unit.symbols.places[other.name].text.between == board.name:
                ends = enumerate(other.ways)
                found |= {other.first + edge for edge, both in ends if cell - board.first in both}
        return found

    def _meeting(self, board: NumberedBoard, edge: int) -> set[int]:
        """The edges that share a corner with an edge."""
        if board.first not in self._corners:
            under = self.unit.symbols.places[self.unit.symbols.places[board.name].text.between]
            self._corners[board.first] = [geometry.corners(under, *pair) for pair in geometry.edges(under)]
        corners = self._corners[board.first]
        mine = corners[edge - board.first]
        found = {board.first + other for other, theirs in enumerate(corners) if mine & theirs}
        return found - {edge}

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every line of this many cells."""
        found = []
        for board in self.tables.boards.values():
            if board.kind not in ("grid", "hexes"):
                continue
            for cell in board.cells():
                x, y = board.position(cell)
                for dx, dy in LINES if board.kind == "grid" else HEX_LINES:
                    line = [board.at(x + dx * step, y + dy * step) for step in range(length)]
                    if None not in line:
                        found.append(tuple(one for one in line if one is not None))
        return tuple(found)

    # ------------------------------------------------------------------- properties

    def property_of(self, name: str, cell: Expr) -> Expr:
        """The row or column of a cell of a grid, from 1."""
        index = 0 if name == "column" else 1
        values = {
            cell_: board.position(cell_)[index] + 1
            for board in self.tables.boards.values()
            if board.kind == "grid"
            for cell_ in board.cells()
        }
        return Table(self.per_cell(values), cell)

    def printed(self, board_name: str, name: str, cell: Expr) -> Expr:
        """A property that is printed on a cell."""
        place = self.unit.symbols.places[board_name]
        state = place.properties[name]
        values: dict[int, int] = {}
        for board in self.of_name(board_name):
            for cell_ in board.cells():
                design = place.printed.get(board.names[cell_ - board.first])
                given = design.values.get(name) if design is not None else None
                values[cell_] = self._printed_value(board, state.type.kind, given, state.type.least)
        return Table(self.per_cell(values), cell)

    def _printed_value(
        self, board: NumberedBoard, kind: str, given: int | str | tuple[str, ...] | None, least: int
    ) -> int:
        if given is None:
            return max(0, least) if kind == "number" else -1 if kind == "kind" else 0
        if kind == "cells" and isinstance(given, tuple):
            return sum(1 << board.first + board.names.index(name) for name in given)
        return self.tables.value_of(given)

    def of_cell(self, board: str, name: str, cell: Expr) -> Expr:
        known = self.unit.symbols.places[board].properties.get(name)
        if known is None:
            return self.property_of(name, cell)
        if known.printed:
            return self.printed(board, name, cell)
        return owned(self.tables.cell_states[(board, name)], cell)

    def turned(self, directions: Expr, state: State, piece: Expr) -> Expr:
        """Directions that are printed on a piece turn with it."""
        owner = self.unit.symbols.types[state.owner]
        if owner.turned_by is None:
            return directions
        places = self.unit.symbols.places.values()
        kinds = [place.text.kind for place in places if owner.name in place.text.types]
        ring = geometry.around("hexes" if "hexes" in kinds else "grid")
        words = [self.tables.word(name) for name in ring]
        steps = self.unit.symbols.types[state.owner].properties[owner.turned_by].type.most + 1
        every = 1 << len(COMPASS)  # the words of the compass are the first
        values = []
        for turn in range(steps):
            to = {word: words[(index + turn) % len(words)] for index, word in enumerate(words)}
            values += [
                sum(1 << to[word] for word in range(len(COMPASS)) if mask >> word & 1 and word in to)
                for mask in range(every)
            ]
        turned = owned(self.tables.piece_states[owner.turned_by], piece)
        index = Binary("add", directions, Binary("mul", turned, Const(every)))
        return Table(self.tables.constant(tuple(values)), index)

    def cell_under(self, piece: Expr, board: str) -> Expr:
        """The cell of a board on which a piece lies; none if it lies elsewhere."""
        place = at(self.tables.at, piece)
        cells = self.every_cell([board])
        return Pick(among(place, cells), place, Const(-1))

    # ------------------------------------------------------------------------- steps

    def step(self, one: t.Step, scope: Scope) -> Expr:
        """The cells one step away from a cell, or from any cell of a set."""
        start = self.lower(one.start, scope)
        way = self._own_way(one.direction, one.start)
        if one.start.type.kind == "cell" and way is None:
            return if_there_set(one.start, start, Table(self.neighbours(one.direction), start))
        if one.start.type.kind == "cell":
            return if_there_set(one.start, start, Call(self._way_procedure(*way), (start, scope.actor)))  # type: ignore[misc]
        return Call(self._steps(one.direction, one.start), (start, scope.actor))

    def _own_way(self, way: str, start: t.Expr) -> tuple[str, str] | None:
        """The board and name of a step that a game declares; None for a built-in one."""
        for name in start.type.of:
            if way in self.unit.symbols.places[name].ways:
                return name, way
        return None

    def _way_procedure(self, board: str, way: str) -> int:
        """A plain procedure: where a declared step leads from a cell, for the player who acts."""
        key, found = f"way {board} {way}", self.unit.symbols.places[board].ways[way]

        def build() -> Builder:
            b = Builder(key, found.span)
            b.result = CellKind.PLACES
            cell, actor = b.parameter(CellKind.PLACE), b.parameter(CellKind.PLAYER)
            b.give(self.as_set(found, Scope(actor).bind("here", cell, found.type)))
            return b

        return self.unit.recursive(key, build, later=False)

    def _steps(self, way: str, start: t.Expr) -> int:
        """A plain procedure: where a step leads from any cell of a set, for the player who acts."""
        own = self._own_way(way, start)
        key = f"step {own or way}"

        def build() -> Builder:
            b = Builder(key)
            b.result = CellKind.PLACES
            cells, actor = b.parameter(CellKind.PLACES), b.parameter(CellKind.PLAYER)
            if own is None:
                b.give(self._moved(cells, self.neighbours(way)))
            else:
                cell = self.unit.bound.register(CellKind.PLACE)
                b.give(Union(cell.index, cells, Call(self._way_procedure(*own), (cell, actor))))
            return b

        return self.unit.once(key, build)

    def _moved(self, cells: Expr, table: int) -> Expr:
        """Where a table of steps leads from any cell of a set: the set moved, if all steps are of a few lengths."""
        from_by: dict[int, int] = {}  # the cells from which a step of each length leads somewhere
        for cell, reached in enumerate(self.tables.constants[table]):
            for one in members(reached):
                from_by[one - cell] = from_by.get(one - cell, 0) | 1 << cell
        if len(from_by) > MOST_LENGTHS:
            each = self.unit.bound.register(CellKind.PLACE)
            return Union(each.index, cells, Table(table, each))
        moved = [Shift(Binary("and", cells, Const(starts)), by) for by, starts in sorted(from_by.items())]
        return joined("or", moved) if moved else Const(0)

    def _spread(
        self, name: str, way: str | None, start: t.Expr, more: Callable[[Builder, Reg, Reg, Reg], Expr]
    ) -> int:
        """A procedure that spreads from a set of cells, step by step, as long as `more` holds (given the frontier,
        the procedure's second argument, and the number of steps so far). `name` selects what it returns: the
        distance, the nearest cells, or all cells seen."""
        key = f"{name} {self._own_way(way or 'next to', start) or way or 'next to'} {start.type.of}"

        def build() -> Builder:
            b = Builder(key)
            second = CellKind.PLACES if name in ("distance", "nearest") else CellKind.NUMBER
            frontier, asked = b.parameter(CellKind.PLACES), b.parameter(second)
            actor = b.parameter(CellKind.PLAYER)
            seen, count = b.register(CellKind.PLACES), b.register(CellKind.NUMBER)
            b.set(seen, frontier)
            b.set(count, Const(0))
            following = Binary("minus", Call(self._steps(way or "next to", start), (frontier, actor)), seen)
            body = (
                Assign(frontier.index, following),
                Assign(seen.index, Binary("or", seen, frontier)),
                Assign(count.index, Binary("add", count, Const(1))),
            )
            some = Binary("ne", frontier, Const(0))
            b.emit(While(Binary("both", some, more(b, frontier, asked, count)), body))
            if name == "distance":
                b.give(Pick(some, count, Const(self._most_cells(start))))
            else:
                b.give(Binary("and", frontier, asked) if name == "nearest" else seen)
            return b

        return self.unit.once(key, build)

    def _most_cells(self, start: t.Expr) -> int:
        """What is farther than any cell of the boards on which steps start."""
        return max(len(board.names) for one in start.type.of for board in self.of_name(one))

    def _far(self, way: str | None, start: t.Expr) -> Distances | None:
        key = way or "next to", start.type.of
        if key not in self._distances:
            self._distances[key] = self._counted(way, start)
        return self._distances[key]

    def _counted(self, way: str | None, start: t.Expr) -> Distances | None:
        """For a built-in step: the distances between the cells of the boards on which the steps start. None if there
        are too many pairs, if a step can lead to other boards, or if the game declares the step."""
        if self._own_way(way or "next to", start) is not None:
            return None
        cells = self.every_cell(start.type.of)
        if not cells or cells.bit_count() > MOST_PAIRED or _span(cells)[1] > MOST_PAIRED:
            return None
        steps = self.tables.constants[self.neighbours(way or "next to")]
        if any(steps[cell] & ~cells for cell in members(cells)):
            return None
        found = {}
        for cell in members(cells):
            far, frontier, count = {cell: 0}, 1 << cell, 0
            while frontier:
                count += 1
                reached = 0
                for one in members(frontier):
                    reached |= steps[one]
                frontier = sum(1 << one for one in members(reached) if one not in far)
                far.update((one, count) for one in members(frontier))
            found[cell] = far
        return cells, found

    def _not_met(self, b: Builder, frontier: Reg, asked: Reg, count: Reg) -> Expr:
        return Binary("eq", Binary("and", frontier, asked), Const(0))

    def spread(self, one: t.Within | t.Reachable, scope: Scope) -> Expr:
        return self.within(one, scope) if isinstance(one, t.Within) else self.reachable(one, scope)

    def within(self, one: t.Within, scope: Scope) -> Expr:
        """The count of steps takes the parameter that otherwise holds the target cells."""
        count = fold(Binary("max", Const(0), self.lower(one.count, scope)))
        if one.start.type.kind == "cell" and isinstance(count, Const):
            known = self._far(one.way, one.start)
            if known is not None:
                near = {
                    cell: sum(1 << other for other, steps in far.items() if steps <= count.value)
                    for cell, far in known[1].items()
                }
                start = self.lower(one.start, scope)
                return if_there_set(one.start, start, Table(self.per_cell(near), start))
        number = self._spread(
            "within", one.way, one.start, lambda b, frontier, asked, count: Binary("lt", count, asked)
        )
        return Call(number, (self.as_set(one.start, scope), count, scope.actor))

    def reachable(self, one: t.Reachable, scope: Scope) -> Expr:
        number = self._spread("reachable", one.way, one.start, lambda b, frontier, asked, count: Const(1))
        return Call(number, (self.as_set(one.start, scope), Const(0), scope.actor))

    def nearest(self, one: t.Nearest, found: Expr, pieces: bool, scope: Scope) -> Expr:
        """The nearest of the given cells or pieces; all of them, if several are equally near."""
        number = self._spread("nearest", one.way, one.start, self._not_met)
        cells = self.cells_under(found) if pieces else found
        near = Call(number, (self.as_set(one.start, scope), cells, scope.actor))
        return self.pieces_on(found, near) if pieces else near

    def distance(self, node: t.Distance, scope: Scope) -> Expr:
        if node.start.type.kind == "cell" and node.goal.type.kind == "cell":
            paired = self._paired(node.way, node.start)
            if paired is not None:
                return Call(paired, (self.lower(node.start, scope), self.lower(node.goal, scope)))
        number = self._spread("distance", node.way, node.start, self._not_met)
        ends = (self.as_set(node.start, scope), self.as_set(node.goal, scope))
        return Call(number, (*ends, scope.actor))

    def is_within(self, node: t.Distance, steps: t.Expr, below: bool, scope: Scope) -> Expr | None:
        """Whether a distance is at most (or `below`) a number, from a table of the cells that are so near. None if
        there is no such table, or if even no way at all might be short enough."""
        if node.start.type.kind != "cell" or node.goal.type.kind != "cell":
            return None
        known = self._far(node.way, node.start)
        if known is None or steps.type.kind != "number" or steps.type.most >= self._most_cells(node.start):
            return None
        cells, far = known
        first, count = _span(cells)
        farthest = max(max(to.values()) for to in far.values())
        width = farthest + 2  # from "nearer than 0 steps" on
        if (count + 1) * width > MOST_NEAR:
            return None
        start, goal = self.lower(node.start, scope), self.lower(node.goal, scope)
        least = Const(0 if below else -1)
        row = Binary(
            "sub", Binary("min", start, Const(first + count - 1)), Const(first - 1)
        )  # row 0 is for none
        column = Binary("min", Binary("max", self.lower(steps, scope), least), Const(least.value + width - 1))
        if not below:
            column = Binary("add", column, Const(1))
        entries = [0] * ((count + 1) * width)
        for cell, to in far.items():
            for other, steps_to in to.items():
                for most in range(steps_to, width - 1):
                    entries[(cell - first + 1) * width + most + 1] |= 1 << other
        index = Binary("add", Binary("mul", row, Const(width)), fold(column))
        near: Expr = Table(self.tables.constant(tuple(entries)), index)
        if first:
            near = Pick(among(start, cells), near, Const(0))
        return Binary("both", is_some(goal), Binary("has", near, goal))

    def _paired(self, way: str | None, start: t.Expr) -> int | None:
        """A plain procedure: the distance between two cells, either of which may be none, from a table of all pairs.
        None if there is no such table."""
        key = f"distance of two {way or 'next to'} {start.type.of}"
        known = self._far(way, start)
        if known is None:
            return None
        cells, far = known

        def build() -> Builder:
            b, most = Builder(key), self._most_cells(start)
            ends = b.parameter(CellKind.PLACE), b.parameter(CellKind.PLACE)
            entries = {(one, other): steps for one, to in far.items() for other, steps in to.items()}
            there = Binary("both", among(ends[0], cells), among(ends[1], cells))
            b.give(Pick(there, self._of_pair(*ends, cells, entries, most), Const(most)))
            return b

        return self.unit.once(key, build)

    def _of_pair(
        self, start: Expr, goal: Expr, cells: int, entries: dict[tuple[int, int], int], otherwise: int
    ) -> Expr:
        """The entry of a table for two of these cells."""
        first, count = _span(cells)
        values = [otherwise] * (count * count)
        for (one, other), value in entries.items():
            values[(one - first) * count + other - first] = value
        pair = Binary("add", Binary("mul", start, Const(count)), goal)
        shift = first * count + first
        pair = Binary("sub", pair, Const(shift)) if shift else pair
        return Table(self.tables.constant(tuple(values)), pair)

    def direction(self, node: t.Direction, scope: Scope) -> Expr:
        """The word of the direction in which a neighbour lies; none if the cell is not a neighbour."""

        def build() -> Builder:
            b = Builder("direction")
            start, goal = b.parameter(CellKind.PLACE), b.parameter(CellKind.PLACE)
            found = b.held(CellKind.WORD, Const(-1))
            b.emit(self._direction(start, goal, found))
            b.give(found)
            return b

        number = self.unit.once("direction", build)
        return Call(number, (self.lower(node.start, scope), self.lower(node.goal, scope)))

    def _direction(self, start: Reg, goal: Reg, found: Reg) -> Instr:
        """Uses a table of all pairs of cells, unless there are too many: then it tries each direction."""
        entries: dict[tuple[int, int], int] = {}
        for name in geometry.GRID:
            for cell, reached in enumerate(self.tables.constants[self.neighbours(f"{name} of")]):
                entries |= {(cell, other): self.tables.word(name) for other in members(reached)}
        cells = 0  # that have neighbours in some direction
        for one, other in entries:
            cells |= 1 << one | 1 << other
        if cells and _span(cells)[1] <= MOST_PAIRED:
            there = Binary("both", among(start, cells), among(goal, cells))
            table = self._of_pair(start, goal, cells, entries, -1)
            return If(there, (Assign(found.index, table),))
        there = Binary("both", is_some(start), is_some(goal))
        tried = (
            If(
                Binary("has", Table(self.neighbours(f"{name} of"), start), goal),
                (Assign(found.index, Const(self.tables.word(name))),),
            )
            for name in geometry.GRID
        )
        return If(there, tuple(tried))

    def between(self, node: t.Between, scope: Scope) -> Expr:
        """The edge between two cells, or none."""
        edges = self.every_cell([self.unit.symbols.cells[node.noun]])
        sides = []
        for one in (node.left, node.right):
            cell = self.certain(one, scope)
            sides.append(Table(self.neighbours("beside"), cell))
        return Unary("lowest", Binary("and", Const(edges), Binary("and", *sides)))

    # ------------------------------------------------------------------------ pieces

    def without_pieces(self, cells: Expr) -> Expr:
        """The cells of a set on which nothing lies."""
        return Binary("minus", cells, self.occupied())

    def occupied(self) -> Expr:
        """The set of the cells on which something lies."""
        return _held(self.tables.keep(self.every_cell({one for one, _ in self.tables.boards}), occupied=True))

    def placed(self, types: Iterable[str]) -> Expr | None:
        """The set of all pieces that lie on boards; None if those of these types lie on none."""
        boards = {one for one, _ in self.tables.boards}
        if not any(set(types).intersection(self.unit.symbols.places[one].text.types) for one in boards):
            return None
        return _held(self.tables.keep(self.every_cell(boards), occupied=False))

    def pieces_on(self, pieces: Expr, cells: Expr) -> Expr:
        """The pieces of a set that lie on one of the given cells."""
        few = isinstance(pieces, Const) and pieces.value.bit_count() <= FEW
        if isinstance(cells, Const) and not few and len(self.tables.kept) < MOST_KEPT:
            return fold(Binary("and", pieces, _held(self.tables.keep(cells.value, occupied=False))))
        piece = self.unit.bound.register(CellKind.PIECE)
        return Filter(piece.index, pieces, self.lies_on(piece, cells))

    def lies_on(self, piece: Expr, cells: Expr) -> Expr:
        """Whether a piece lies on one of the given cells."""
        place = at(self.tables.at, piece)
        return Binary("both", is_some(place), Binary("has", cells, place))

    def cells_under(self, pieces: Expr) -> Expr:
        """The set of the places in which pieces lie."""
        piece = self.unit.bound.register(CellKind.PIECE)
        return Union(piece.index, pieces, Unary("bit", at(self.tables.at, piece)))

    def make_line(self, node: t.MakeLine, scope: Scope) -> Expr:
        """Whether the pieces occupy all cells of some line."""
        assert isinstance(node.count, t.Number)
        cells = self.lower(node.of, scope)
        if node.of.type.kind == "pieces":
            cells = self.cells_under(cells)
        count = node.count.value
        key = f"line of {count}"

        def build() -> Builder:
            b = Builder(key)
            b.give(self._line(self.lines(count), b.parameter(CellKind.PLACES), b))
            return b

        return Call(self.unit.once(key, build), (cells,))

    def _line(self, lines: tuple[tuple[int, ...], ...], held: Reg, b: Builder) -> Expr:
        """Whether a set holds some line. The cells of a grid's lines are equally far apart, so all lines with
        one distance are tested together: the set is intersected with itself, moved by how far each cell is from the
        first."""
        starts: dict[tuple[int, ...], int] = {}  # the first cells of all lines with these distances
        for line in lines:
            apart = tuple(cell - line[0] for cell in line)
            starts[apart] = starts.get(apart, 0) | 1 << line[0]
        if len(starts) > MOST_LENGTHS:
            return self._line_by_line(lines, held, b)
        found = []
        for apart, first in starts.items():
            there = [Shift(held, -by) if by else held for by in apart]
            found.append(Binary("ne", joined("and", [Const(first), *there]), Const(0)))
        return joined("either", found) if found else Const(0)

    def _line_by_line(self, lines: tuple[tuple[int, ...], ...], held: Reg, b: Builder) -> Expr:
        left, found = b.register(CellKind.NUMBER), b.register(CellKind.NUMBER)
        b.set(left, Const(len(lines)))
        b.set(found, Const(0))
        more = Binary("both", Binary("gt", left, Const(0)), Unary("not", found))
        line = Table(self.tables.constant(tuple(sum(1 << cell for cell in one) for one in lines)), left)
        missing = Binary("minus", line, held)
        body = (
            Assign(left.index, Binary("sub", left, Const(1))),
            Assign(found.index, Binary("eq", missing, Const(0))),
        )
        b.emit(While(more, body))
        return found


def _span(cells: int) -> tuple[int, int]:
    """The first of some cells, and how many numbers there are from it to the last."""
    first = (cells & -cells).bit_length() - 1
    return first, cells.bit_length() - first


def _held(kept: Kept) -> Expr:
    return LoadSet(Const(kept.address), kept.words)


def if_there_set(node: t.Expr, value: Expr, members: Expr) -> Expr:
    """A set that depends on a value that may be none; it is empty if the value is none."""
    test = if_there(node, value, Const(1))
    return members if test == Const(1) else Pick(is_some(value), members, Const(0))
