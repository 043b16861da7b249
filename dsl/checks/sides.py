"""Places that are `by side` with pieces that do not say which side is up: RW216."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc


def sides(game: Game, doc: GameDoc, report: Report) -> None:
    for name, place in game.symbols.places.items():
        types = place.text.types if place.text.sight == "side" else ()
        missing = next((one for one in types if game.symbols.types[one].face_up is None), None)
        if missing is not None and place.span is not None:
            message = (
                f"in '{name}' the side of a piece decides, but a {missing} does not say which side is up"
            )
            way_out = "give the type a state for it: 'state: {open: yes or no}' and 'face up: open'"
            report.error("RW216", message, place.span, help=way_out)
