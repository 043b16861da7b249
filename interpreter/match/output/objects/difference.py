"""Differences between two positions: `applied(old, difference(old, new)) == new`.

Objects that are the same in both are left out. Short values, and those that nearly every choice changes (the players
who decide, the open decision), are always included.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import attrs

from .classes import Changes, Objects

T = TypeVar("T")


def difference(old: Objects, new: Objects) -> Changes:
    """What has changed from one position to another, of one match and for the same eyes.

    Args:
        old: the position before, from `Match.objects`.
        new: the position after.

    Returns:
        The changes: of objects those that differ, and None for pieces that are not there any more.

    Raises:
        ValueError: the positions are of different games, or for different eyes.
        TypeError: one of them is no position.

    >>> match = Match(load("cookbook/keep-the-heroes-out"), players=1, seed=3)
    >>> before = match.objects(0)
    >>> match.choose("family")
    >>> sorted(difference(before, match.objects(0)).places)
    ['place:display', 'place:loot deck']
    """
    for one in (old, new):
        if not isinstance(one, Objects):
            raise TypeError(f"a position is what `Match.objects` gives, not {one!r}"[:200])
    if (old.game, old.viewer, old.players.keys()) != (new.game, new.viewer, new.players.keys()):
        raise ValueError("these positions are of different matches, or for different eyes")
    gone = dict.fromkeys(old.pieces.keys() - new.pieces.keys())
    return Changes(
        over=new.over,
        winners=new.winners,
        scores=new.scores,
        deciding=new.deciding,
        standing=new.standing,
        numbers=dict(new.numbers),
        next=new.next,
        states=_changed(old.states, new.states),
        abilities=_changed(old.abilities, new.abilities),
        players=_changed(old.players, new.players),
        places=_changed(old.places, new.places),
        cells=_changed(old.cells, new.cells),
        pieces={**dict(sorted(gone.items())), **_changed(old.pieces, new.pieces)},
        underway=new.underway,
        decision=new.decision,
    )


def _changed(old: Mapping[str, T], new: Mapping[str, T]) -> dict[str, T]:
    found = {}
    for key, value in new.items():
        before = old.get(key)
        if before is not value and (before != value or key not in old):
            found[key] = value
    return found


def applied(old: Objects, changes: Changes) -> Objects:
    """The position that changes lead to.

    Args:
        old: the position before.
        changes: what `difference` gave.

    Returns:
        The position after: `applied(old, difference(old, new)) == new`.

    >>> match = Match(load("cookbook/keep-the-heroes-out"), players=1, seed=3)
    >>> before = match.objects(0)
    >>> match.choose("family")
    >>> applied(before, difference(before, match.objects(0))) == match.objects(0)
    True
    """
    pieces = {**old.pieces, **changes.pieces}
    return attrs.evolve(
        old,
        over=changes.over,
        winners=changes.winners,
        scores=changes.scores,
        deciding=changes.deciding,
        standing=changes.standing,
        numbers=dict(changes.numbers),
        next=changes.next,
        states={**old.states, **changes.states},
        abilities={**old.abilities, **changes.abilities},
        players={**old.players, **changes.players},
        places={**old.places, **changes.places},
        cells={**old.cells, **changes.cells},
        pieces={key: piece for key, piece in pieces.items() if piece is not None},
        underway=changes.underway,
        decision=changes.decision,
    )
