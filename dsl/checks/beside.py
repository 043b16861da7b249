"""What stands beside the rows of grids is for all who see the grid, so it may read only what all of them know. What
stands in a column of a table is for the player who reads it (RW316). Syntactic and conservative."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc
from ..secrecy.unknown import Reader, unknown_in
from ..tree.types import NONE, PLAYER


def beside(game: Game, doc: GameDoc, report: Report) -> None:
    for value in (one for parts in game.beside.values() for part in parts for one in part.values()):
        nobody = t.NoneValue(span=value.span, type=NONE)
        for unknown in unknown_in(value, Reader(nobody, (), {}, game.symbols)):
            message = f"all players read this, but not all of them know {unknown.what}"
            report.error("RW316", message, unknown.span, help="show only what all players know")
    for column in (one for columns in game.columns.values() for one in columns.values()):
        reader = t.Actor(span=column.value.span, type=PLAYER)
        for unknown in unknown_in(column.value, Reader(reader, (), {}, game.symbols)):
            message = f"a player reads this, but does not know {unknown.what}"
            report.error("RW316", message, unknown.span, help="show only what every reader knows")
