"""Boards drawn for a terminal: grids and hexes as pictures, with their edges; maps, and other edges, as lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...dsl.languages import BASE, say
from ...dsl.model import geometry
from ...dsl.model.game import Game
from ...interpreter.match.decisions.disambiguate import cell_gender, part_states
from .edges import edges_between, edges_blocked, passage_state
from .hexagons import hexes
from .look import Screen
from .paint import filled, width
from .rooms import rooms, tile
from .small_grids import EMPTY, is_small, side_by_side, small_grid
from .wording import EMPTY as NOTHING
from .wording import label_of, pieces_text

MANY_ALIKE = 8
"""Of a design with more pieces than this in one place, none is marked on the cells that they name."""


def draw_boards(
    game: Game,
    boards: dict[str, Any],
    language: str,
    marks: dict[str, list[str]] | None = None,
    *,
    brief: bool = True,
    owner: str | None = None,
    look: Screen | None = None,
    short: bool = False,
) -> list[str]:
    """Each board under its name and that of its `owner`. In pictures, `marks` are written on empty cells. Unless
    `brief`, whatever a picture has no room for is listed below it. Small pictures stand side by side; if they are
    `short`, without rows on which nothing lies."""
    look = look or Screen(game, language)
    lines: list[str] = []
    small: list[list[str]] = []
    for name, board in boards.items():
        label = label_of(game, name, language)
        if owner is not None:
            label = say("name.owned", language, owner=owner, name=label)
        if is_small(game, name):
            rows = small_grid(look, name, board, short=short)
            if max(map(width, rows)) <= look.room:
                small.append([f"  {label}:", *rows])
                continue
        if board["kind"] == "hexes":
            drawn = _hexes(game, name, board["cells"], boards, language, marks or {}, brief=brief)
        elif board["kind"] == "grid":
            drawn = _grid(look, name, board["cells"], boards)
            drawn += [f"    {row} {text}" for row, text in board.get("beside", {}).items()]
        else:
            drawn = _list(look, name, _undrawn(game, name, board["cells"], boards))
        if drawn:
            lines += [f"  {label}:", *drawn]
    return side_by_side(small, look.room) + lines


def tiles(game: Game, view: dict[str, Any]) -> dict[str, str]:
    """The pieces that make cells what they are, by the names of the cells in options: on grids with edges, which are
    drawn as boxes, the name of a cell says too little. (A view names pieces in its reader's language.)"""
    found: dict[str, str] = {}
    owners = [("", view["boards"])]
    owners += [(f"player {seat}'s ", one["boards"]) for seat, one in enumerate(view["players"], 1)]
    for owner, boards in owners:
        for name, board in boards.items():
            if board["kind"] == "grid" and any(one.name in boards for one in edges_between(game, name)):
                place = game.symbols.places[name]
                for cell, one in board["cells"].items():
                    found[owner + cell] = tile(game, place, one["pieces"])
    return found


def marked_cells(game: Game, view: dict[str, Any]) -> dict[str, list[str]]:
    """Cells that a state of a known piece in another place names: where its token lies face down, for example.

    Designs with too many such pieces are left out: they would hide the rest.
    """
    lying = [one for places in (view, *view["players"]) for one in places["places"].values()]
    found: dict[str, list[str]] = {}
    for place in lying:
        known = [piece for piece in place["pieces"] if isinstance(piece, dict) and piece["name"] is not None]
        often = Counter(piece["name"] for piece in known)
        for piece in known:
            if often[piece["name"]] <= MANY_ALIKE:
                for name, value in piece.items():
                    if _names_cell(game, name) and isinstance(value, str):
                        found.setdefault(value, []).append(f"({piece['name']})")
    return found


def _names_cell(game: Game, state: str) -> bool:
    """Whether the values of a piece's state are cells."""
    types = game.symbols.types.values()
    return any(state in one.properties and one.properties[state].type.kind == "cell" for one in types)


def _text(look: Screen, board: str, cell: dict[str, Any]) -> str:
    """The pieces on a cell, and those of its states that say something."""
    game, language = look.game, look.language
    parts = [pieces_text(game, cell["pieces"], language, look)] if cell["pieces"] else []
    own = {name: value for name, value in cell.items() if name != "pieces"}
    states = part_states(game, own, language, cell_gender(game, board, language))
    return ", ".join([*parts, *([states] if states else [])])


def _grid(look: Screen, name: str, cells: dict[str, Any], boards: dict[str, Any]) -> list[str]:
    """A line for each row; or boxes, if there are edges to draw between them or the lines would be too wide."""
    if not any(place.name in boards for place in edges_between(look.game, name)):
        lines = _rows(look, name, cells)
        if max(map(width, lines)) <= look.room:
            return lines
    return rooms(look, name, cells, boards) or [f"    {NOTHING}"]


def _undrawn(game: Game, name: str, cells: dict[str, Any], boards: dict[str, Any]) -> dict[str, Any]:
    """The edges of a grid without their passages, which its picture shows; all other cells as they are."""
    place = game.symbols.places[name]
    if place.text.between not in boards or game.symbols.places[place.text.between].text.kind != "grid":
        return cells
    state = passage_state(place)
    return {cell: {key: value for key, value in one.items() if key != state} for cell, one in cells.items()}


def _rows(look: Screen, name: str, cells: dict[str, Any]) -> list[str]:
    """Rows with their numbers, columns with their letters, a dot for an empty cell."""
    text = look.game.symbols.places[name].text
    rows = [
        [
            _text(look, name, cells[at]) or EMPTY if (at := geometry.cell_name(x, y)) in cells else ""
            for x in range(text.columns)
        ]
        for y in reversed(range(text.rows))
    ]
    size = max(width(cell) for row in rows for cell in row)
    lines = [
        f"  {number:>3} " + " ".join(filled(cell, size) for cell in row).rstrip()
        for number, row in zip(range(text.rows, 0, -1), rows, strict=True)
    ]
    letters = (geometry.letters(column) for column in range(text.columns))
    return [*lines, "      " + " ".join(f"{letter:<{size}}" for letter in letters).rstrip()]


def _hexes(
    game: Game,
    name: str,
    cells: dict[str, Any],
    boards: dict[str, Any],
    language: str,
    marks: dict[str, list[str]],
    *,
    brief: bool,
) -> list[str]:
    """The picture, and below it the pieces on its cells (if `brief`, only those with more than a name to show)."""
    marked = {
        cell: {**one, "pieces": marks[cell]} if cell in marks and not one["pieces"] else one
        for cell, one in cells.items()
    }
    lines = ["    " + line for line in hexes(game, name, marked, edges_blocked(game, name, boards))]
    listed = _list(Screen(game, language), name, cells)
    return lines + [line for line in listed if "(" in line or not brief]


def _list(look: Screen, name: str, cells: dict[str, Any]) -> list[str]:
    """The cells on which something lies, by their names."""
    return [
        f"    {_cell_name(look.game, name, cell, look.language)}: {text}"
        for cell, one in cells.items()
        if (text := _text(look, name, one))
    ]


def _cell_name(game: Game, name: str, cell: str, language: str) -> str:
    """The name of a cell as prompts and the log say it."""
    printed = game.symbols.places[name].printed.get(cell)
    return cell if printed is None or language == BASE else printed.names.say(language)
