"""Resolves what cells of boards print, their start values, and the steps on boards."""

from __future__ import annotations

from collections.abc import Iterator

from ..document.reader import Text
from ..model import geometry
from ..model.symbols import Design, Place
from ..resolve.expressions import expression
from ..schema.classes import CellDoc, PlaceDoc
from ..syntax.vocabulary import words
from ..tree.types import OF_CELLS, Type
from .declare_states import names_of
from .number_tables import printed_table
from .phrases import printed_texts
from .texts import Texts
from .values import printed_value, state_start

TEXTS = ("effect", "condition")
MANY = 6
"""The most cells that a message about missing values names."""


def cells(b: Texts) -> None:
    for name, doc in b.doc.places.items():
        board = b.symbols.places.get(str(name))
        if board is None or not board.cell:
            continue
        for prop, state in doc.state.items():
            state_start(b, prop, state, board.properties.get(str(prop)))
        _steps(b, board, doc)
        if not geometry.cell_names(board, b.symbols.places.get(board.text.between)):
            continue  # the shape is wrong, which has been reported
        given = [*_by_mark(b, doc), *doc.cells.items()]
        for cell, inner in given:
            _cell(b, board, cell, inner)
        _whole(b, board, name, {(str(cell), str(prop)) for cell, inner in given for prop in inner.properties})


def _whole(b: Texts, board: Place, name: Text, written: set[tuple[str, str]]) -> None:
    """Every cell must print every property that cannot be none: leaving it out would be a silent default."""
    known = geometry.cell_names(board, b.symbols.places.get(board.text.between))
    for prop, state in board.properties.items():
        if (
            not state.printed
            or state.type.optional
            or state.type.kind in (*TEXTS, "list", "words", "cells", "table")
        ):
            continue
        bare = [cell for cell in known if (cell, prop) not in written]
        if bare:
            which = ", ".join(bare[:MANY]) + (", …" if len(bare) > MANY else "")
            help_text = f"give each one under 'cells:' ({bare[0]}: {{{prop}: …}}) or by marks of a 'legend:'"
            what = board.cell if len(bare) == 1 else board.cells
            verb = "has" if len(bare) == 1 else "have"
            b.report.error(
                "RW220", f"{len(bare)} {what} {verb} no {prop}: {which}", name.span, help=help_text
            )


def _by_mark(b: Texts, doc: PlaceDoc) -> Iterator[tuple[Text, CellDoc]]:
    """The cells with the meaning of their mark in the shape."""
    rows = [row.strip() for row in str(doc.shape or "").split("\n") if row.strip()]
    for mark, inner in doc.legend.items():
        found = [
            geometry.cell_name(column, len(rows) - 1 - row)
            for row, line in enumerate(rows)
            for column, one in enumerate(line)
            if one == str(mark)
        ]
        if not found:
            b.report.error(
                "RW216", f"no cell of the shape is marked '{mark}'", mark.span, help="correct the shape"
            )
        for name in found:
            yield Text(name, mark.span), inner


def _steps(b: Texts, board: Place, doc: PlaceDoc) -> None:
    """Resolve steps, by the words that name them; `here` is the cell from which a step leads."""
    here = Type("cell", (board.name,))
    for way, text in doc.steps.items():
        if " ".join(words(str(way))) not in board.way_names:
            continue
        found = b.resolve(text, "expression", expression, f"step '{way}'", variables={"here": here})
        if found is None:
            continue
        if found.type.kind not in OF_CELLS or board.name not in found.type.of:
            b.report.error("RW211", f"a step leads to {board.cells}, not to {found.type}", text.span)
            continue
        board.ways[" ".join(words(str(way)))] = found


def _cell(b: Texts, board: Place, name: Text, doc: CellDoc) -> None:
    known = geometry.cell_names(board, b.symbols.places.get(board.text.between))
    if str(name) not in known:
        guess = b.report.guess(str(name), lambda: known)
        help_text = (
            f"did you mean '{guess}'?" if guess else "cells are called: " + ", ".join(known[:4]) + ", …"
        )
        b.report.error(
            "RW202", f"'{board.name}' has no {board.cell} '{name}'", name.span, help=help_text, meant=guess
        )
        return
    if doc.to and board.text.kind != "map":
        help_text = "delete 'to:'; steps of the game's own stand under 'steps:'"
        b.report.error(
            "RW216", "only the cells of a map say where they lead to", doc.to[0].span, help=help_text
        )
    where = f"cell '{name}'"
    b.cite(doc.rule, where)
    printed = board.printed.get(str(name)) or Design(
        str(name),
        "",
        board.cell,
        1,
        len(board.printed),
        names_of(str(name), "", doc.names),
        None,
        span=name.span,
    )
    board.printed[str(name)] = printed
    for prop, given in doc.properties.items():
        state = board.properties.get(str(prop))
        if state is None and words(str(prop)) in b.symbols.broken:
            continue
        if state is None or not state.printed:
            guess = b.report.guess(str(prop), lambda: board.properties)
            help_text = f"did you mean '{guess}'?" if guess else "declare it under 'properties:' of the board"
            b.report.error(
                "RW205", f"{board.cells} have no property '{prop}'", prop.span, help=help_text, meant=guess
            )
        elif state.type.kind == "table":
            printed.tables[str(prop)] = printed_table(b, state, prop, given)
        elif state.type.kind in TEXTS:
            printed_texts(b, printed, state, prop, given, Type("cell", (board.name,)))
        else:
            value = printed_value(b, state, prop, given)
            if value is not None:
                printed.values[str(prop)] = value
