"""A place as a table: a line for each piece, with the columns that its `table:` names; texts stand last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import attrs

from ...dsl import tree as t
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...dsl.model.symbols import Design, Place, State
from ...interpreter.ir import NONE
from ...interpreter.match.decisions.disambiguate import part_label
from ...interpreter.match.output.objects.cards import (
    ability_text,
    printed_text,
    source_text,
    value_text,
)
from .hexagons import ARROWS
from .look import Screen
from .option_texts import called_effect
from .paint import filled, width
from .wording import EMPTY, pieces_text

TEXTS = ("effect", "condition", "abilities")
INDENT = 4
NARROWEST = 24
"""At least this many columns are for texts; if there are fewer, they stand below."""


@attrs.frozen
class _Row:
    """A piece: its name, its cells, and its texts with their labels."""

    name: str
    cells: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]


def table_lines(look: Screen, place: Place, lying: dict[str, Any]) -> list[str]:
    """The lines of the table of what lies in a place, the first one with the names of the columns. Equal pieces in a
    row are counted; columns in which nothing stands are left out."""
    game, columns, known = look.game, _columns(look.game, place), _known(look.game, place, look.language)
    computed = [
        {name: values[at] for name, values in lying.get("columns", {}).items()}
        for at in range(len(lying["pieces"]))
    ]
    made = (
        _row(look, place, columns, piece, known, own)
        for piece, own in zip(lying["pieces"], computed, strict=True)
    )
    rows = [(row, len(list(run))) for row, run in groupby(made)]
    values = [name for name in place.columns if name not in columns or columns[name].type.kind not in TEXTS]
    first = (
        game.symbols.types[place.text.types[0]].names.say(look.language) if len(place.text.types) == 1 else ""
    )
    named = [f"{count} × {row.name}" if count > 1 else row.name for row, count in rows]
    table = [(first, *named)]
    for number, name in enumerate(values):
        cells = [row.cells[number] for row, _ in rows]
        if any(cell != EMPTY for cell in cells):
            table.append((_heading(look, place, name), *cells))
    widths = [max(map(width, column)) for column in table]
    left = INDENT + sum(widths) + 2 * len(widths)
    texts = list(dict.fromkeys(label for row, _ in rows for label, _ in row.texts))
    beside = all(len(row.texts) < 2 for row, _ in rows) and look.room - left >= NARROWEST
    head, *body = zip(*table, strict=True)
    lines = [_line(head, widths) + (f"  {' / '.join(texts)}" if beside else "")]
    for (row, _), one in zip(rows, body, strict=True):
        lines += _lines(row, _line(one, widths), left if beside else 0, look.room)
    return [line.rstrip() for line in lines]


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    return " " * INDENT + "  ".join(filled(cell, size) for cell, size in zip(cells, widths, strict=True))


def _lines(row: _Row, line: str, left: int, room: int) -> list[str]:
    """The lines of a piece: its only text begins in the column `left`; if that is 0, texts stand below with their
    labels."""
    if left:
        text = row.texts[0][1] if row.texts else ""
        first, *more = textwrap.wrap(text, room - left) or [""]
        return [f"{line}  {first}", *(" " * left + one for one in more)]
    found = [line]
    for label, text in row.texts:
        indent = " " * (INDENT + 2)
        found += textwrap.wrap(
            f"{label}: {text}", room, initial_indent=indent, subsequent_indent=indent + "  "
        )
    return found


def _heading(look: Screen, place: Place, name: str) -> str:
    """The name of a column."""
    computed = look.game.columns.get(place.name, {}).get(name)
    return (
        computed.names.say(look.language)
        if computed is not None
        else part_label(look.game, name, look.language)
    )


def _columns(game: Game, place: Place) -> dict[str, State]:
    """The properties among the columns by name; if several types have one, that of the first."""
    types = [game.symbols.types[one] for one in place.text.types]
    return {
        name: next(one.properties[name] for one in types if name in one.properties)
        for name in place.columns
        if any(name in one.properties for one in types)
    }


def _known(game: Game, place: Place, language: str) -> dict[str, Design]:
    """The designs that can lie in the place, by what they are called."""
    designs = game.symbols.designs.values()
    return {one.names.say(language): one for one in designs if one.type in place.text.types}


def _row(
    look: Screen,
    place: Place,
    columns: dict[str, State],
    piece: Any,
    known: dict[str, Design],
    computed: dict[str, Any],
) -> _Row:
    states = piece if isinstance(piece, dict) else {"name": piece}
    design = known.get(states["name"])
    rest = {name: value for name, value in states.items() if name not in columns}
    name = pieces_text(look.game, [rest if len(rest) > 1 else rest["name"]], look.language, look)
    cells = []
    for column in place.columns:
        if column not in columns:
            cells.append(_said(look, computed.get(column)))
        elif columns[column].type.kind not in TEXTS:
            cells.append(_cell(look, states.get(column), design, columns[column]))
    texts = [] if design is None else list(_texts(look, columns, design))
    return _Row(name, tuple(cells), tuple(texts))


def _said(look: Screen, value: Any) -> str:
    """A value of a view: a number, a word, a name."""
    if value is None:
        return EMPTY
    return value_text(value, look.language)


def _cell(look: Screen, value: Any, design: Design | None, state: State) -> str:
    """The value of a column: a state of the piece, or what is printed on it."""
    if not state.printed:
        return _said(look, value)
    if design is None or state.name not in (*design.values, *design.tables):
        return EMPTY
    if state.type.optional and design.values.get(state.name) == NONE:
        return EMPTY
    if state.type.kind == "word" and set(state.type.of) <= ARROWS.keys():
        return ARROWS[str(design.values[state.name])]
    return printed_text(look.game, state, design, look.language) or EMPTY


def _texts(look: Screen, columns: dict[str, State], design: Design) -> Iterator[tuple[str, str]]:
    for name, state in columns.items():
        text = _text(look, name, state, design) if state.type.kind in TEXTS else ""
        if text:
            yield part_label(look.game, name, look.language), text


def _text(look: Screen, name: str, state: State, design: Design) -> str:
    """A printed text on one line, in the reader's language where the game has words for it."""
    if state.type.kind == "abilities":
        return "; ".join(_one_line(ability_text(look.game, one, look.language)) for one in design.abilities)
    if name in design.conditions:
        return _one_line(source_text(look.game, design.conditions[name], look.language))
    effect = design.effects.get(name, ())
    if all(isinstance(one, t.Nothing) for one in effect):
        return ""
    called = called_effect(look.game, effect, look.language) if look.language != BASE else ""
    return called or _one_line(source_text(look.game, effect, look.language))


def _one_line(text: str) -> str:
    return "; ".join(line.strip() for line in text.strip().split("\n"))
