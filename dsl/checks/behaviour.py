"""Actions that do nothing and that nothing acts on: RW314."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics import Report
from ..game import Game
from ..schema import GameDoc
from .survey import Survey


def behaviour(game: Game, doc: GameDoc, report: Report) -> None:
    hooks = Survey(game).hooks
    for phrase in game.symbols.phrases.values():
        idle = all(isinstance(statement, t.Nothing) for statement in phrase.body)
        if not phrase.ability and idle and phrase.signature not in hooks:
            report.warn(
                "RW314",
                f"'{phrase.signature}' does nothing, and no ability acts on it",
                phrase.span,
                help="say what happens, or delete it",
            )
