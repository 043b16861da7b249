"""More words to choose from than a set can hold: RW210, as for numbers."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import Game
from ..model.survey import chosen_words
from ..model.symbols import BOARDS
from ..schema.classes import GameDoc
from ..tree.types import COMPASS, MOST_CHOSEN


def chosen(game: Game, doc: GameDoc, report: Report) -> None:
    words = chosen_words(game)
    compass = any(place.text.kind in BOARDS for place in game.symbols.places.values())
    beyond = list(dict.fromkeys((*(COMPASS if compass else ()), *words)))[MOST_CHOSEN:]
    span = words[beyond[0]] if beyond else None
    if span is not None:
        message = f"at most {MOST_CHOSEN} words can be chosen in a game, and '{beyond[0]}' is one more"
        report.error("RW210", message, span, help="make some of them kinds of a piece, or numbers")
