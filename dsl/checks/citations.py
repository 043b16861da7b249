"""Rules of the rulebook that no part cites: RW305. (Unknown rules that are cited are reported while building:
RW301.)"""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc


def citations(game: Game, doc: GameDoc, report: Report) -> None:
    cited = {citation.rule for citation in game.citations}
    for rule in game.rules.values():
        # What a variant implements is cited by the variant.
        if rule.kind not in ("note", "variant") and rule.id not in cited:
            report.warn(
                "RW305",
                f"no part of the game cites the {'public fact' if rule.kind == 'public' else rule.kind} '{rule.id}'",
                rule.span,
                help="cite it where it is implemented, or make it a note: {says: …, kind: note}",
            )
