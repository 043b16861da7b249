"""What stands beside the rows of grids is for all who see the grid, so it may read only what all of them know
(RW316). Syntactic and conservative."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..analysis.unknown import Reader, unknown_in
from ..diagnostics.report import Report
from ..model.game import Game, LogSlot
from ..schema.classes import GameDoc
from ..tree.types import NONE


def beside(game: Game, doc: GameDoc, report: Report) -> None:
    reported = set()
    for value in values_beside(game):
        nobody = t.NoneValue(span=value.span, type=NONE)
        for unknown in unknown_in(value, Reader(nobody, (), {}, game.symbols)):
            if unknown.span not in reported:
                reported.add(unknown.span)
                message = f"all players read this, but not all of them know {unknown.what}"
                report.error("RW316", message, unknown.span, help="show only what all players know")


def values_beside(game: Game) -> Iterator[t.Expr]:
    """What is read for the texts beside rows: their conditions, and the values in their slots."""
    for part in (part for parts in game.beside.values() for part in parts):
        if part.test is not None:
            yield part.test
        yield from (one.value for line in part.lines.values() for one in line if isinstance(one, LogSlot))


__all__ = ["beside"]
