"""What stands beside the rows of grids is for all who see the grid, so it may read only what all of them know
(RW316). Syntactic and conservative."""

from __future__ import annotations

from .. import tree as t
from ..analysis.unknown import Reader, unknown_in
from ..diagnostics.report import Report
from ..model.game import Game, LogSlot
from ..schema.classes import GameDoc
from ..tree.types import NONE


def beside(game: Game, doc: GameDoc, report: Report) -> None:
    reported = set()
    for value in (slot.value for slot in slots_beside(game)):
        nobody = t.NoneValue(span=value.span, type=NONE)
        for unknown in unknown_in(value, Reader(nobody, (), {}, game.symbols)):
            if unknown.span not in reported:
                reported.add(unknown.span)
                message = f"all players read this, but not all of them know {unknown.what}"
                report.error("RW316", message, unknown.span, help="show only what all players know")


def slots_beside(game: Game) -> list[LogSlot]:
    """The slots of all texts beside rows, in all languages."""
    texts = (line for rows in game.beside.values() for lines in rows.values() for line in lines.values())
    return [part for line in texts for part in line if isinstance(part, LogSlot)]


__all__ = ["beside"]
