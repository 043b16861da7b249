"""What stands beside the rows of grids is for all who see the grid, so it may read only what all of them know
(RW316). Syntactic and conservative."""

from __future__ import annotations

from .. import tree as t
from ..analysis.unknown import Reader, unknown_in
from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc
from ..tree.types import NONE


def beside(game: Game, doc: GameDoc, report: Report) -> None:
    reported = set()
    for value in (one for parts in game.beside.values() for part in parts for one in part.values()):
        nobody = t.NoneValue(span=value.span, type=NONE)
        for unknown in unknown_in(value, Reader(nobody, (), {}, game.symbols)):
            if unknown.span not in reported:
                reported.add(unknown.span)
                message = f"all players read this, but not all of them know {unknown.what}"
                report.error("RW316", message, unknown.span, help="show only what all players know")


__all__ = ["beside"]
