"""Numbers on the panel of a table that not everybody may know: RW228."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import Game
from ..model.look import panel_numbers
from ..schema.classes import GameDoc
from ..secrecy.disclosure import disclosure_of


def panel(game: Game, doc: GameDoc, report: Report) -> None:
    if doc.look is None or not doc.look.panel:
        return
    states = {*game.symbols.game, *game.symbols.players}
    numbers = panel_numbers(game.symbols)
    for name in doc.look.panel:
        number = None if str(name) in states else numbers.get(str(name))
        if number is not None and disclosure_of(game).exposure(game.symbols.named_values[number].value, {}):
            report.error(
                "RW228",
                f"not everybody may know '{name}'",
                name.span,
                help="take it out of 'panel:': it is computed from what lies face down, or from a secret state",
            )
