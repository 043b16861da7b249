"""Resolves what stands beside the rows of grids: texts with slots, like lines of the log."""

from __future__ import annotations

from ..document.reader import Text
from ..model.game import ROW, Beside, LogSlot
from ..model.symbols import Place
from ..schema.classes import BesideDoc
from ..tree.types import number
from .log import Line, template
from .texts import Texts

SAID = ("number", "yes-no", "word", "kind", "player", "piece", "place", "cell")
"""The kinds of values that can stand there. Of sets a text can show how many there are."""


def beside(b: Texts) -> dict[str, tuple[Beside, ...]]:
    """What stands beside the rows, by the name of the grid, in the order in which it is declared."""
    found = {}
    for name, doc in b.doc.places.items():
        place = b.symbols.places.get(str(name))
        if place is not None and doc.beside and _has_rows(b, place, doc.beside):
            found[place.name] = tuple(_part(b, place, part, inner) for part, inner in doc.beside.items())
    return found


def _has_rows(b: Texts, place: Place, doc: dict[Text, BesideDoc]) -> bool:
    if place.text.kind != "grid":
        message = f"'{place.name}' has no rows: only a grid has"
        b.report.error("RW216", message, next(iter(doc)).span, help="delete 'beside:'")
    return place.text.kind == "grid"


def _part(b: Texts, place: Place, name: Text, doc: BesideDoc) -> Beside:
    if str(name).isdigit():
        message = f"'{name}' would be the name of a part, which stands beside every row"
        b.report.error("RW218", message, name.span, help=f"name the part, and write 'if: row = {name}' in it")
    known = {ROW: number(1, place.text.rows)}
    where = f"'{name}' beside '{place.name}'"
    test = b.test(doc.if_, f"if of {where}", variables=dict(known))
    lines = {tag: template(b, text, where, known, tag) for tag, text in doc.said.items()}
    if not lines:
        message = f"'{name}' does not say what stands beside the rows"
        b.report.error("RW216", message, name.span, help="add a text: 'en: …'")
    _check(b, lines)
    return Beside(str(name), test, lines, place.text.rows)


def _check(b: Texts, lines: dict[str, Line]) -> None:
    for parts in lines.values():
        for part in parts:
            if isinstance(part, LogSlot) and part.value.type.kind not in SAID:
                message = f"{part.value.type} cannot stand beside a row"
                b.report.error(
                    "RW211", message, part.value.span, help="show how many there are, or one of them"
                )
