"""Decisions that a reviewer cannot judge: those that name no statement which they touch (RW509), and those without a
reason (RW511), where other rules of the game have them. (Names of no statement are reported while building: RW301,
RW510.)"""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import OURS, Game
from ..schema.classes import GameDoc


def decisions(game: Game, doc: GameDoc, report: Report) -> None:
    told = any(rule.about for rule in game.rules.values())
    for rule in game.rules.values():
        if rule.kind == "decision" and not rule.about and told:
            report.warn(
                "RW509",
                f"the decision '{rule.id}' does not say which statements it touches",
                rule.span,
                help="name the statements that leave open what it decides: 'about: [ID, …]'",
            )
        if rule.kind in OURS and not rule.why:
            what = "the decision" if rule.kind == "decision" else "the public fact"
            report.warn(
                "RW511",
                f"{what} '{rule.id}' gives no reason",
                rule.span,
                help="say under 'why:' what the rulebook leaves open"
                if rule.kind == "decision"
                else "say under 'why:' where the fact comes from",
            )
