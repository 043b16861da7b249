"""Actions that do nothing and that nothing acts on: RW314. A game in which nothing happens at all: RW216."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..model.game import Game
from ..model.survey import Survey
from ..schema.classes import GameDoc


def behaviour(game: Game, doc: GameDoc, report: Report) -> None:
    hooks = Survey(game).hooks
    for phrase in game.symbols.phrases.values():
        idle = all(isinstance(statement, t.Nothing) for statement in phrase.body)
        if not (phrase.ability or phrase.holds) and idle and phrase.signature not in hooks:
            report.warn(
                "RW314",
                f"'{phrase.signature}' does nothing, and no ability acts on it",
                phrase.span,
                help="say what happens, or delete it",
            )


def no_flow(game: Game, doc: GameDoc, report: Report) -> None:
    """A game in which nothing happens."""
    if not game.flow and doc.game is not None:
        message = "the game has no flow, so a match is over before it begins"
        report.error("RW216", message, doc.game.span, help="write 'flow:', and under it '- phase: …'")
