"""Games by their names, for environments."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.text import to_text
from ...dsl.model.game import Game
from ...interpreter import SetupError
from ..files.games import open_game


def opened_game(name: str, variants: Sequence[str]) -> Game:
    """A game by its name or path. Raises `SetupError` with what is wrong in it."""
    report = Report()
    game = open_game(name, report, variants=list(variants))
    if game is None:
        raise SetupError(to_text(report.errors).strip())
    return game
