"""Objects that somebody has clicked on: what they are called, for the reason why they cannot be chosen."""

from __future__ import annotations

from typing import Literal

from .ids import design_id, player_id
from .observe import Observer

KINDS = ("piece:", "place:", "cell:", "edge:", "player:", "design:")
"""With what the ids of objects begin that can be clicked on."""
Member = tuple[Literal["pieces", "kinds"], int]
"""The sort of sets to which something can belong, and its number in them."""


def label_of(observer: Observer, identity: str, language: str) -> str | None:
    """What a reader calls an object, in a language; None if the reader sees none with this id."""
    if not identity.startswith(KINDS):
        return None
    names, places = observer.names, observer.facts.places
    if identity.startswith("piece:"):
        if not observer.ids:
            observer.look_around()
        piece = next((number for number, one in observer.ids.items() if one == identity), None)
        return None if piece is None else names.piece(piece, language, known=observer.is_known(piece))
    if identity.startswith("player:"):
        seats = range(len(observer.players))
        return next((observer.players[seat] for seat in seats if player_id(seat) == identity), None)
    if identity.startswith("design:"):
        designs = names.symbols.designs.values()
        return next((one.names.say(language) for one in designs if design_id(one.name) == identity), None)
    known = (number for number, where in enumerate(places) if where.id == identity)
    place = next(known, None)
    if place is None or places[place].owner >= len(observer.players):
        return None
    return names.place(place, language)


def known_number(observer: Observer, identity: str) -> Member | None:
    """What the rules have for an object that a reader knows; None if it is hidden, or of another sort."""
    if identity.startswith("piece:"):
        found = next((number for number, one in observer.ids.items() if one == identity), None)
        return ("pieces", found) if found is not None and observer.is_known(found) else None
    names = observer.tables.design_names
    return next((("kinds", at) for at, name in enumerate(names) if design_id(name) == identity), None)
