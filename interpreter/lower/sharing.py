"""Which starts of scenarios can share one program without any scenario noticing.

A program may contain any number of effects with which scenarios start. But two things about one text can change what
others mean: which places sets of places have room for, and which players may see what phrases are called with. An
effect that changes either needs a program of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...dsl.model.game import Game
from ...dsl.secrecy.disclosure import disclosure_of
from .numbering.names import Names, listed_places
from .start import Start


def together(game: Game, starts: Iterable[Start]) -> list[tuple[Start, ...]]:
    """The starts, grouped by the program that they can share; each of them once."""
    usual = disclosure_of(game)
    room = {*Names(game).in_sets}
    shared: list[Start] = []
    alone: list[tuple[Start, ...]] = []
    for start in dict.fromkeys(starts):
        listed = {
            name for type_ in listed_places(start.effect) for name in game.symbols.possible_places(type_)
        }
        fits = listed <= room and usual.including(start.effect).says_the_same_of_phrases(usual)
        if fits or not start.effect:
            shared.append(start)
        else:
            alone.append((start,))
    effects = (start.effect for start in shared if start.effect)
    if not usual.including(*effects).says_the_same_of_phrases(usual):
        alone += [(start,) for start in shared if start.effect]
        shared = [start for start in shared if not start.effect]
    return [*([tuple(shared)] if shared else []), *alone]
