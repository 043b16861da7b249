"""Boards drawn for a terminal: grids and hexes as pictures, maps and edges as lists."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import geometry
from rulewright.dsl.game import Game

from .hexagons import edges_blocked, hexes
from .wording import label_of, pieces_text, states_text

EMPTY = "·"


def draw_boards(game: Game, boards: dict[str, Any], language: str) -> list[str]:
    """Each board under its name."""
    lines: list[str] = []
    for name, board in boards.items():
        if board["kind"] == "hexes":
            drawn = _hexes(game, name, board["cells"], boards)
        else:
            drawn = {"grid": _grid}.get(board["kind"], _list)(game, name, board["cells"])
        if drawn:
            lines += [f"  {label_of(game, name, language)}:", *drawn]
    return lines


def _text(game: Game, cell: dict[str, Any]) -> str:
    """What lies on a cell, and its states that say something."""
    states = {
        name: value for name, value in cell.items() if name != "pieces" and value not in (None, False, 0)
    }
    parts = [pieces_text(cell["pieces"])] if cell["pieces"] else []
    return ", ".join([*parts, *([states_text(game, states, "en")] if states else [])])


def _grid(game: Game, name: str, cells: dict[str, Any]) -> list[str]:
    """Rows with their numbers, columns with their letters, a dot for an empty cell."""
    text = game.symbols.places[name].text
    rows = [
        [
            _text(game, cells[at]) or EMPTY if (at := geometry.cell_name(x, y)) in cells else ""
            for x in range(text.columns)
        ]
        for y in reversed(range(text.rows))
    ]
    width = max(len(cell) for row in rows for cell in row)
    lines = [
        f"  {number:>3} " + " ".join(f"{cell:<{width}}" for cell in row).rstrip()
        for number, row in zip(range(text.rows, 0, -1), rows, strict=True)
    ]
    letters = (geometry.letters(column) for column in range(text.columns))
    return [*lines, "      " + " ".join(f"{letter:<{width}}" for letter in letters).rstrip()]


def _hexes(game: Game, name: str, cells: dict[str, Any], boards: dict[str, Any]) -> list[str]:
    """The picture, and below it what lies on its cells that has more to say than its name."""
    lines = ["    " + line for line in hexes(game, name, cells, edges_blocked(game, name, boards))]
    return lines + [line for line in _list(game, name, cells) if "(" in line]


def _list(game: Game, name: str, cells: dict[str, Any]) -> list[str]:
    """The cells on which something lies."""
    return [f"    {cell}: {text}" for cell, one in cells.items() if (text := _text(game, one))]
