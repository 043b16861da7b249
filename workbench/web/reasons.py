"""Why an object that somebody has clicked on cannot be chosen."""

from __future__ import annotations

from rulewright.interpreter import Match


def reason_why_not(match: Match, seat: int, wanted: str, language: str) -> str | None:
    """Why a seat cannot choose an option, or an object; None if it can.

    Args:
        match: the match.
        seat: whose page it is.
        wanted: the id of an option or of an object, or the name of an option.
        language: the language of the reason.
    """
    objects = match.objects(seat)
    decision = objects.decision
    if decision is not None and not wanted.startswith("option:") and decision.naming(wanted):
        return None
    name = wanted
    piece = objects.pieces.get(wanted)
    symbols = match.game.symbols
    if piece is not None and piece.design is not None:
        name = symbols.designs[piece.design.removeprefix("design:")].names.say(language)
    elif wanted in objects.cells:
        name = objects.cells[wanted].name
    elif wanted in objects.places:
        name = objects.places[wanted].name
    elif wanted in objects.players:
        name = objects.players[wanted].name
    elif piece is not None:
        name = symbols.types[piece.type].names.say(language) if piece.type is not None else wanted
    return match.why_not(name, seat, language)
