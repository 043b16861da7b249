"""Declares how a terminal draws things: pieces as what they show in their colours, cells with a number or word,
places as tables. Only names are resolved here; texts are what stands beside rows (`beside.py`), and columns with
numbers of the game (`columns.py`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.symbols import Drawn, PieceType, Place, State, Symbols
from ..schema.classes import DrawnDoc, PlaceDoc
from ..syntax.vocabulary import words
from ..tree.types import OF_WORDS

SHOWN = ("number", "word")
WAY_OUT = "name a number or words that the {owner} prints or has as a state, and that is not secret"


def drawn_of(owner: PieceType, doc: DrawnDoc, symbols: Symbols, report: Report) -> Drawn:
    """How pieces of a type are drawn; what cannot be used is reported, and left out."""
    if doc.shows is None and doc.colour is None:
        report.error(
            "RW216", f"nothing says how a {owner.name} is drawn", owner.span, help="drawn: {shows: value}"
        )
    return Drawn(
        _named(doc.shows, f"a {owner.name}", owner.properties, SHOWN, owner.name, symbols, report),
        _named(
            doc.colour,
            f"the colour of a {owner.name}",
            owner.properties,
            OF_WORDS,
            owner.name,
            symbols,
            report,
        ),
    )


def pictured(place: Place, doc: PlaceDoc, symbols: Symbols, report: Report) -> None:
    """What the cells of a place show, and the columns in which its pieces are listed."""
    if place.cell:
        place.cells_show = _named(
            doc.cells_show, f"a {place.cell}", place.properties, SHOWN, place.cell, symbols, report
        )
        if doc.table:
            message = "a board is drawn, and not listed as a table"
            report.error("RW216", message, doc.table[0].span, help="delete 'table:'")
    place.columns = tuple(map(str, doc.table))
    for text in doc.table:
        if any(str(text) in symbols.types[one].properties for one in place.text.types):
            symbols.use("property", str(text))


def _named(
    text: Text | None,
    what: str,
    properties: Mapping[str, State],
    kinds: Collection[str],
    owner: str,
    symbols: Symbols,
    report: Report,
) -> str:
    """The name of a property of one of these kinds that all players see; empty if there is none."""
    if text is None:
        return ""
    state = properties.get(str(text))
    if state is None and words(str(text)) in symbols.broken:
        return ""
    if state is None:
        guess = report.guess(str(text), lambda: list(properties))
        help_text = f"did you mean '{guess}'?" if guess else WAY_OUT.format(owner=owner)
        report.error(
            "RW205", f"{what} cannot show '{text}': there is no such property", text.span, help=help_text
        )
        return ""
    if state.type.kind not in kinds or state.secret:
        message = f"{what} cannot show '{text}', which is {'secret' if state.secret else state.type}"
        report.error("RW216", message, text.span, help=WAY_OUT.format(owner=owner))
        return ""
    symbols.use("property", state.name)
    return state.name
