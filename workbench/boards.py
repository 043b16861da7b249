"""Boards drawn for a terminal: grids and hexes as pictures, maps and edges as lists."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import geometry
from rulewright.dsl.game import Game

from .wording import label_of, pieces_text, states_text

EMPTY = "·"
WIDEST = 18
"""So many characters of a cell are drawn; the list of options shows the rest."""


def draw_boards(game: Game, boards: dict[str, Any], language: str) -> list[str]:
    """Each board under its name."""
    lines: list[str] = []
    for name, board in boards.items():
        draw = {"grid": _grid, "hexes": _hexes}.get(board["kind"], _list)
        drawn = draw(game, name, board["cells"])
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


def _hexes(game: Game, name: str, cells: dict[str, Any]) -> list[str]:
    """Columns of hexagons, each half a step lower or higher than the one beside it: neighbours touch."""
    positions = geometry.positions(game.symbols.places[name])
    shown = {at: f"{cell} {_text(game, cells[cell])}".rstrip()[:WIDEST] for cell, at in positions.items()}
    width = max(map(len, shown.values())) + 1
    west = min(x for x, _ in shown)
    lines: dict[int, list[tuple[int, str]]] = {}
    for (x, y), text in shown.items():
        lines.setdefault(2 * y + x, []).append(((x - west) * width, text))
    drawn = []
    for height in sorted(lines, reverse=True):
        line = ""
        for at, text in sorted(lines[height]):
            line = line.ljust(at) + text
        drawn.append("    " + line)
    return drawn


def _list(game: Game, name: str, cells: dict[str, Any]) -> list[str]:
    """The cells on which something lies."""
    return [f"    {cell}: {text}" for cell, one in cells.items() if (text := _text(game, one))]
