"""Two states that become each other one after the other, and so become the same: RW337."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..model.game import Game
from ..printing.statements import show
from ..schema.classes import GameDoc
from ..tree.walk import walk


def exchange(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        before: t.Become | None = None
        for node in walk(text.tree):
            if not isinstance(node, t.Stmt):
                continue
            if isinstance(node, t.Become) and before is not None and _is_back(before, node):
                one, other = (show(state, game.symbols) for state in (before.target, node.target))
                report.warn(
                    "RW337",
                    f"'{other}' becomes what '{one}' has just become: itself",
                    node.span,
                    help=f"if each gets what the other was: swap {one} and {other}",
                )
            before = node if isinstance(node, t.Become) else None


def _is_back(one: t.Become, other: t.Become) -> bool:
    return one.target == other.value and one.value == other.target and one.target != one.value
