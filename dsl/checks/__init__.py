"""Checks of a whole game, one file each: what can be seen to be wrong without playing."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics import Report
from ..game import Game
from ..schema import GameDoc

Check = Callable[[Game, GameDoc, Report], None]


def check_game(game: Game, doc: GameDoc, report: Report) -> None:
    """Runs every check."""
    for check in CHECKS:
        check(game, doc, report)


CHECKS: tuple[Check, ...] = ()
