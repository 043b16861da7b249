"""The geometry of boards: their cells, the names of these, and the cells that a step leads to.

Positions are whole numbers (x, y). On a grid x goes east and y north. On hexes, whose flat sides lie north and
south, north is (0, 1) and north-east (1, 0), so that south-east is (1, -1). An edge has the positions of its
two cells. Cells of grids and hexes are named by a letter for x, from the west, and a number, counted from the
south in their column.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from .symbols import Place

Vector = tuple[int, int]
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = (1, 1), (1, -1), (-1, -1), (-1, 1)
GRID: dict[str, Vector] = {
    "north": NORTH,
    "north-east": NORTH_EAST,
    "east": EAST,
    "south-east": SOUTH_EAST,
    "south": SOUTH,
    "south-west": SOUTH_WEST,
    "west": WEST,
    "north-west": NORTH_WEST,
}
HEXES: dict[str, Vector] = {
    "north": (0, 1),
    "north-east": (1, 0),
    "south-east": (1, -1),
    "south": (0, -1),
    "south-west": (-1, 0),
    "north-west": (-1, 1),
}
"""Directions clockwise from the north."""
SQUARE = ("north", "east", "south", "west")


def directions(kind: str) -> dict[str, Vector]:
    """The directions of a kind of board, clockwise from the north."""
    return {"grid": GRID, "hexes": HEXES}.get(kind, {})


def around(kind: str) -> tuple[str, ...]:
    """The directions in which cells share an edge, clockwise from the north."""
    return SQUARE if kind == "grid" else tuple(directions(kind))


def step_vectors(kind: str) -> dict[str, tuple[Vector, ...]]:
    """What each built-in step of a kind of board adds to a position."""
    known = directions(kind)
    steps: dict[str, tuple[Vector, ...]] = {f"{name} of": (vector,) for name, vector in known.items()}
    steps["next to"] = tuple(known[name] for name in around(kind))
    if kind == "grid":
        steps["touching"] = tuple(known.values())
    return steps


def letters(column: int) -> str:
    """a, b, … z, aa, … for 0, 1, …"""
    found = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        found = chr(ord("a") + letter) + found
    return found


def cell_name(column: int, row: int) -> str:
    """The name of a cell of a grid: `b3` is in the second column and the third row."""
    return f"{letters(column)}{row + 1}"


def positions(place: Place) -> dict[str, Vector]:
    """The cells of a grid or of hexes by name, in order: a grid row by row from the south, each from the west;
    hexes column by column from the west, each from the south. The result is cached: do not change it."""
    text = place.text
    if text.kind == "grid":
        return _of_grid(text.columns, text.rows, place.absent)
    return _of_hexes(text.rows)


@cache
def _of_grid(columns: int, rows: int, absent: frozenset[str]) -> dict[str, Vector]:
    found = {cell_name(x, y): (x, y) for y in range(rows) for x in range(columns)}
    return {name: at for name, at in found.items() if name not in absent}


@cache
def _of_hexes(side: int) -> dict[str, Vector]:
    return {
        cell_name(x + side - 1, y - max(-side + 1, -x - side + 1)): (x, y)
        for x in range(-side + 1, side)
        for y in range(-side + 1, side)
        if abs(x + y) < side
    }


def cell_names(place: Place, board: Place | None = None) -> list[str]:
    """The names of the cells of a board, in order; `board` is the board on which edges lie."""
    if place.text.kind == "map":
        return list(place.named)
    if place.text.kind == "edges":
        assert board is not None
        return [f"{one}-{other}" for one, other in edges(board)]
    return list(positions(place))


def edges(board: Place) -> list[tuple[str, str]]:
    """The pairs of cells that share an edge, in the order of the cells."""
    at = positions(board)
    names = {position: name for name, position in at.items()}
    vectors = [directions(board.text.kind)[name] for name in around(board.text.kind)]
    found = []
    for name, (x, y) in at.items():
        for dx, dy in vectors:
            other = names.get((x + dx, y + dy))
            if other is not None and (at[other], other) > (at[name], name):
                found.append((name, other))
    return found


def corners(board: Place, one: str, other: str) -> frozenset[Iterable[Vector]]:
    """The two corners of an edge, each as the positions of the cells (present or not) that meet in it."""
    at, kind = positions(board), board.text.kind
    (x, y), (ox, oy) = at[one], at[other]
    ring = [directions(kind)[name] for name in around(kind)]
    index = ring.index((ox - x, oy - y))
    found = []
    for side in (ring[index - 1], ring[(index + 1) % len(ring)]):
        meeting = {(x, y), (ox, oy), (x + side[0], y + side[1])}
        if kind == "grid":
            meeting.add((ox + side[0], oy + side[1]))
        found.append(frozenset(meeting))
    return frozenset(found)
