"""Declares the cells of boards: the names of the cells of a map, and the cells that a shape leaves out."""

from __future__ import annotations

from collections.abc import Callable, Container

import attrs

from .. import tree as t
from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.geometry import cell_name
from ..model.symbols import Place, Symbols
from ..schema.classes import CellDoc, PlaceDoc
from ..syntax.english import with_article
from ..syntax.vocabulary import Vocabulary, plural, words

MOST_CELLS = 400
LEFT_OUT = "."
LETTERED = (("grid",), ("hexes",))
"""Boards whose cells are named by a letter and a number."""


def nouns(doc: PlaceDoc) -> tuple[str, str]:
    """The noun for one cell and for several; empty if the board gives none."""
    if doc.cell is None:
        return "", ""
    return str(doc.cell), str(doc.plural) if doc.plural is not None else plural(str(doc.cell))


def names_lost(doc: PlaceDoc) -> list[str]:
    """The names that a wrong board would have declared: its cells and their nouns, and its steps."""
    return [*filter(None, nouns(doc)), *map(str, doc.cells), *map(str, doc.steps)]


def name_cells(
    board: Place,
    name: Text,
    cells: dict[Text, CellDoc],
    take: Callable[[Text, str], bool],
    symbols: Symbols,
    report: Report,
) -> None:
    """The cells of a map, and the cells that each leads to; a way that one cell names leads in both directions."""
    if not 1 <= len(cells) <= MOST_CELLS:
        way_out = "cells: {hall: {to: [yard]}, yard: {}}"
        report.error("RW216", f"a map has from 1 to {MOST_CELLS} cells", name.span, help=way_out)
    known = [str(cell) for cell in cells]
    ways: dict[str, list[str]] = {cell: [] for cell in known}
    for cell, doc in cells.items():
        if take(cell, "a cell"):
            symbols.named_cells[str(cell)] = board.name
            symbols.vocabulary.add(str(cell), "PROP" if board.text.per_player else "NAME")
        for to in doc.to:
            if str(to) not in ways:
                guess = report.guess(str(to), lambda: known)
                help_text = f"did you mean '{guess}'?" if guess else "cells: " + ", ".join(known)
                report.error("RW202", f"'{to}' is no {board.cell}", to.span, help=help_text, meant=guess)
                continue
            if str(to) == str(cell):
                message = f"{with_article(board.cell)} does not lead to itself"
                report.error("RW216", message, to.span, help="name the others that it leads to, or delete it")
                continue
            for one, other in ((str(cell), str(to)), (str(to), str(cell))):
                if other not in ways[one]:
                    ways[one].append(other)
    board.named = {cell: tuple(to) for cell, to in ways.items()}


def sized(text: t.PlaceText, shape: Text | None, report: Report) -> t.PlaceText | None:
    """A place as its text says; a grid whose text gives no size has that of its shape."""
    if text.kind != "grid" or text.columns:
        return text
    rows = [row.strip() for row in str(shape).split("\n") if row.strip()] if shape is not None else []
    if not rows:
        way_out = "grid of marks, 3 by 3; or 'shape:' shows its cells"
        report.error("RW216", "a grid needs one size", text.span, help=way_out)
        return None
    columns = max(map(len, rows))
    if columns * len(rows) > MOST_CELLS:
        report.error("RW216", f"a grid has from 1 to {MOST_CELLS} cells", text.span)
        return None
    return attrs.evolve(text, columns=columns, rows=len(rows))


def left_out(text: t.PlaceText, shape: Text | None, report: Report) -> frozenset[str]:
    """The cells (`b3`) that a shape leaves out: rows from the north, a dot for a cell that is not there."""
    if shape is None:
        return frozenset()
    rows = [row.strip() for row in str(shape).split("\n") if row.strip()]
    if text.kind != "grid" or len(rows) != text.rows or {len(row) for row in rows} != {text.columns}:
        way_out = f"{text.rows} rows of {text.columns} characters" if text.kind == "grid" else "delete it"
        report.error("RW216", "this is not the shape of a grid of that size", shape.span, help=way_out)
        return frozenset()
    absent = frozenset(
        cell_name(column, text.rows - 1 - index)
        for index, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark == LEFT_OUT
    )
    if len(absent) == text.rows * text.columns:
        report.error("RW216", "this shape leaves out every cell", shape.span, help="keep one: #")
    return absent


def step_names(
    ways: list[Text], reserved: Container[tuple[str, ...]], vocabulary: Vocabulary, report: Report
) -> tuple[str, ...]:
    """The words for the steps that a game declares; several boards can have steps with the same words."""
    names = []
    for way in ways:
        if not words(str(way)) or words(str(way)) in reserved:
            help_text = "choose other words, as in 'along a path from'"
            report.error("RW218", f"'{way}' is a keyword of the language", way.span, help=help_text)
        else:
            names.append(" ".join(words(str(way))))
            vocabulary.add(names[-1], "STEP")
    return tuple(names)
