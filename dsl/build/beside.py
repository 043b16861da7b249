"""Resolves what stands beside the rows of grids: texts with slots, like lines of the log."""

from __future__ import annotations

from ..document.reader import Text
from ..model.game import LogSlot
from ..model.symbols import Place
from .log import Line, template
from .texts import Texts

SAID = ("number", "yes-no", "word", "kind", "player", "piece", "place", "cell")
"""The kinds of values that can stand there. Of sets a text can show how many there are."""


def beside(b: Texts) -> dict[str, dict[int, dict[str, Line]]]:
    """What stands beside the rows, by the name of the grid and the number of the row; `the player` is the owner of
    the grid."""
    found: dict[str, dict[int, dict[str, Line]]] = {}
    for name, doc in b.doc.places.items():
        place = b.symbols.places.get(str(name))
        for row, title in doc.beside.items():
            if place is not None and _is_row(b, place, row):
                where = f"beside row {row} of '{name}'"
                lines = {tag: template(b, text, where, {}) for tag, text in title.said.items()}
                _check(b, lines)
                found.setdefault(place.name, {})[int(str(row))] = lines
    return found


def _is_row(b: Texts, place: Place, row: Text) -> bool:
    if place.text.kind != "grid":
        b.report.error(
            "RW216", f"'{place.name}' has no rows: only a grid has", row.span, help="delete 'beside:'"
        )
        return False
    if not str(row).isascii() or not str(row).isdigit() or not 1 <= int(str(row)) <= place.text.rows:
        message = f"'{place.name}' has no row '{row}'"
        b.report.error("RW220", message, row.span, help=f"its rows are 1 (in the south) to {place.text.rows}")
        return False
    return True


def _check(b: Texts, lines: dict[str, Line]) -> None:
    for parts in lines.values():
        for part in parts:
            if isinstance(part, LogSlot) and part.value.type.kind not in SAID:
                message = f"{part.value.type} cannot stand beside a row"
                b.report.error(
                    "RW211", message, part.value.span, help="show how many there are, or one of them"
                )


__all__ = ["Line", "beside"]
