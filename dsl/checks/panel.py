"""Numbers on the panel of a table that not everybody may know, and a next player whom not everybody knows: RW228."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.game import Game
from ..model.look import panel_numbers
from ..schema.classes import GameDoc
from ..secrecy.disclosure import disclosure_of


def panel(game: Game, doc: GameDoc, report: Report) -> None:
    if doc.look is None:
        return
    states = {*game.symbols.game, *game.symbols.players}
    numbers = panel_numbers(game.symbols)
    for name in doc.look.panel:
        number = None if str(name) in states else numbers.get(str(name))
        if number is not None:
            _public(game, number, name, "panel", report)
    leads = doc.look.leads
    if leads is not None and str(leads) not in game.symbols.players and str(leads) in numbers:
        _public(game, numbers[str(leads)], leads, "look", report)
    if doc.look.next is not None and game.look.next is not None:
        _public(game, game.look.next, doc.look.next, "look", report)


def _public(game: Game, value: str, name: Text, key: str, report: Report) -> None:
    if disclosure_of(game).exposure(game.symbols.named_values[value].value, {}):
        report.error(
            "RW228",
            f"not everybody may know '{name}'",
            name.span,
            help=f"take it out of '{key}:': it is computed from what lies face down, or from a secret state",
        )
