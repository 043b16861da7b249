"""Small grids, such as a player's sheet: pieces as they are drawn, what cells show, and what stands beside rows.

3 r5 g3 ·   strength 8
2 ·  ·  ·   wisdom 0
  a  b  c
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from ...dsl.model import geometry
from ...dsl.model.game import Game
from ...dsl.model.symbols import Place
from ...interpreter.ir import NONE
from ...interpreter.match.decisions.disambiguate import part_states, says_nothing
from .edges import edges_between
from .look import Screen
from .paint import filled, width
from .wording import EMPTY as NOTHING
from .wording import pieces_text

EMPTY = "·"
INDENT = 4
BETWEEN = 4
"""The spaces between two pictures side by side."""


def is_small(game: Game, name: str) -> bool:
    """Whether a board is a grid without edges whose cells or pieces say how they are drawn."""
    place = game.symbols.places[name]
    if place.text.kind != "grid" or edges_between(game, name):
        return False
    drawn = any(game.symbols.types[one].drawn is not None for one in place.text.types)
    return drawn or bool(place.cells_show) or name in game.beside


def small_grid(look: Screen, name: str, board: dict[str, Any], *, short: bool) -> list[str]:
    """A line for each row from the north, and one with the letters of the columns. If `short`, without the letters,
    and without rows on which nothing lies. What stands beside the rows stands below if there is too little room."""
    place, cells = look.game.symbols.places[name], board["cells"]
    columns, rows = range(place.text.columns), range(place.text.rows, 0, -1)
    names = {row: [geometry.cell_name(column, row - 1) for column in columns] for row in rows}
    lying = [row for row in rows if any(cell in cells and cells[cell]["pieces"] for cell in names[row])]
    shown = lying if short else list(rows)
    if not shown:
        return [" " * INDENT + NOTHING]
    texts = {
        row: [_text(look, place, cell, cells[cell]) if cell in cells else "" for cell in names[row]]
        for row in shown
    }
    size = max(width(text) for row in texts.values() for text in row)
    numbered = max(map(len, map(str, rows)))
    lines = {
        row: " " * INDENT + f"{row:>{numbered}} " + " ".join(filled(text, size) for text in texts[row])
        for row in shown
    }
    letters = " ".join(filled(geometry.letters(column), size) for column in columns)
    below = [] if short else [(" " * (INDENT + numbered + 1) + letters).rstrip()]
    beside = {row: text for row in shown if (text := board.get("beside", {}).get(str(row), ""))}
    found = [f"{line}  {beside.get(row, '')}".rstrip() for row, line in lines.items()]
    if max(map(width, found)) <= look.room:
        return [*found, *below]
    texts_below = [f"{' ' * INDENT}{row:>{numbered}} {text}" for row, text in beside.items()]
    return [*(line.rstrip() for line in lines.values()), *below, *texts_below]


def side_by_side(pictures: list[list[str]], room: int) -> list[str]:
    """The lines of pictures that stand next to each other as far as there is room, and else below each other."""
    rows: list[list[str]] = []
    for picture in pictures:
        size = max(map(width, rows[-1])) + BETWEEN if rows else 0
        if rows and size + max(map(width, picture)) <= room:
            pairs = zip_longest(rows[-1], picture, fillvalue="")
            rows[-1] = [(filled(left, size) + right).rstrip() for left, right in pairs]
        else:
            rows.append(picture)
    return [line for row in rows for line in row]


def _text(look: Screen, place: Place, name: str, cell: dict[str, Any]) -> str:
    """What lies on a cell, what the cell shows, and those of its other states that say something.

    A number in brackets is where the only sort of piece lies that can lie there: the marker on a track. Otherwise
    what the cell shows follows a dot.
    """
    game, shows = look.game, place.cells_show
    value = _value(look, place, name, cell) if shows else ""
    others = {key: one for key, one in cell.items() if key not in ("pieces", shows)}
    states = part_states(game, others, look.language)
    number = bool(shows) and place.properties[shows].type.kind == "number"
    if not cell["pieces"]:
        text = value if number else f"{EMPTY}{value}"
    elif number and len(cell["pieces"]) == 1 and _one_sort(game, place):
        text = f"[{value}]"
    else:
        lying = pieces_text(game, cell["pieces"], look.language, look)
        text = f"{lying}{EMPTY}{value}" if value else lying
    return f"{text}, {states}" if states else text


def _value(look: Screen, place: Place, name: str, cell: dict[str, Any]) -> str:
    """What a cell shows: a number, a word, or the sign of a colour in which pieces are drawn; empty for none."""
    shows = place.cells_show
    state = place.properties[shows]
    printed = place.printed.get(name)
    value = (printed.values.get(shows) if printed is not None else None) if state.printed else cell.get(shows)
    if value is None or (state.type.kind == "word" and (value == NONE or says_nothing(value))):
        return ""
    word = str(value)
    if state.type.kind == "number":
        return word
    return look.coloured(word) if look.is_colour(word) else look.word(word)


def _one_sort(game: Game, place: Place) -> bool:
    """Whether all pieces that can lie on a board look alike."""
    return sum(len(game.symbols.types[one].designs) for one in place.text.types) == 1
