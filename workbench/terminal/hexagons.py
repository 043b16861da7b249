r"""A board of hexagons drawn for a terminal: each with its name, its exits, and the pieces on it.

    ______
   / b2 ↑↘\
  / ann    \
  \        /
   \______/
"""

from __future__ import annotations

from typing import Any

from ...dsl.model import geometry
from ...dsl.model.game import Game
from ...dsl.tree.types import DIRECTIONS

ARROWS = {
    "north": "↑",
    "north-east": "↗",
    "east": "→",
    "south-east": "↘",
    "south": "↓",
    "south-west": "↙",
    "west": "←",
    "north-west": "↖",
}
WIDTH = 8  # of the upper and the lower edge
ACROSS, UP = WIDTH + 2, 2  # the distance to the next column, and half a step to the north
BLOCKED = "#"
MANY_WAYS = "*"
LINES = 3  # for the names of pieces


def hexes(game: Game, name: str, cells: dict[str, Any], blocked: set[tuple[str, str]]) -> list[str]:
    """The lines of the picture; `blocked` holds the pairs of cells with something on the edge between them."""
    positions = geometry.positions(game.symbols.places[name])
    west = min(x for x, _ in positions.values())
    top = max(2 * y + x for x, y in positions.values())
    canvas: dict[tuple[int, int], str] = {}
    for x, y in positions.values():
        _outline(canvas, (x - west) * ACROSS, (top - 2 * y - x) * UP)
    for cell, (x, y) in positions.items():
        at = (x - west) * ACROSS, (top - 2 * y - x) * UP
        _write(canvas, at, [_headed(cell, _ways(game, cells[cell])), *_names(game, cells[cell])])
    for one, other in blocked:
        _block(canvas, positions[one], positions[other], west, top)
    return _lines(canvas)


def _outline(canvas: dict[tuple[int, int], str], left: int, top: int) -> None:
    for column in range(2, 2 + WIDTH):
        canvas[(left + column, top)] = canvas[(left + column, top + 4)] = "_"
    for row, (near, mark, far, end) in enumerate(
        ((1, "/", 2, "\\"), (0, "/", 3, "\\"), (0, "\\", 3, "/"), (1, "\\", 2, "/"))
    ):
        canvas[(left + near, top + 1 + row)] = mark
        canvas[(left + WIDTH + far, top + 1 + row)] = end


def _write(canvas: dict[tuple[int, int], str], at: tuple[int, int], texts: list[str]) -> None:
    left, top = at
    for row, text in enumerate(texts[: LINES + 1]):
        inset = 2 if row in (0, 3) else 1
        room = WIDTH + 2 * (2 - inset)
        for column, letter in enumerate(text[:room]):
            if letter != " ":
                canvas[(left + inset + column, top + 1 + row)] = letter


def _headed(cell: str, ways: str) -> str:
    """The name of a cell and its exits: without a space if there is little room, or with one sign for all exits. If
    an exit were cut off, it would look as if there were none."""
    found = (f"{cell}{between}{ways}" for between in (" ", "") if len(cell + between + ways) <= WIDTH)
    return next(found, f"{cell} {MANY_WAYS}")


def _block(
    canvas: dict[tuple[int, int], str], one: tuple[int, int], other: tuple[int, int], west: int, top: int
) -> None:
    """Draws over the edge between two neighbours."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if (dx, dy) not in ((0, 1), (1, 0), (1, -1)):
        one, other, dx, dy = other, one, -dx, -dy
    left, up = (one[0] - west) * ACROSS, (top - 2 * one[1] - one[0]) * UP
    edge = {
        (0, 1): [(left + 2 + column, up) for column in range(WIDTH)],
        (1, 0): [(left + WIDTH + 2, up + 1), (left + WIDTH + 3, up + 2)],
        (1, -1): [(left + WIDTH + 3, up + 3), (left + WIDTH + 2, up + 4)],
    }[(dx, dy)]
    canvas.update(dict.fromkeys(edge, BLOCKED))


def _lines(canvas: dict[tuple[int, int], str]) -> list[str]:
    width, height = (max(at[axis] for at in canvas) + 1 for axis in (0, 1))
    return ["".join(canvas.get((x, y), " ") for x in range(width)).rstrip() for y in range(height)]


def _names(game: Game, cell: dict[str, Any]) -> list[str]:
    """The names of the pieces on a cell that are more than exits; `?` for a piece that the reader does not know."""
    found = []
    for piece in cell["pieces"]:
        name = "?" if piece is None else piece["name"] if isinstance(piece, dict) else str(piece)
        if piece is None or not _exits(game, piece):
            found.append(name)
    return found


def _ways(game: Game, cell: dict[str, Any]) -> str:
    return "".join(
        ARROWS[way] for piece in cell["pieces"] if piece is not None for way in _exits(game, piece)
    )


def _exits(game: Game, piece: Any) -> list[str]:
    """The directions printed on a piece, as it is turned now."""
    shown = piece["name"] if isinstance(piece, dict) else piece
    designs = game.symbols.designs.values()
    design = next((one for one in designs if shown in one.names.plain), None)
    if design is None:
        return []
    type_ = game.symbols.types[design.type]
    ring = list(geometry.HEXES)
    turned = piece.get(type_.turned_by, 0) if isinstance(piece, dict) and type_.turned_by else 0
    for name, state in type_.properties.items():
        if state.printed and state.type == DIRECTIONS:
            printed = design.values.get(name, ())
            assert isinstance(printed, tuple)
            return sorted(
                (ring[(ring.index(way) + turned) % 6] for way in printed if way in ring), key=ring.index
            )
    return []
