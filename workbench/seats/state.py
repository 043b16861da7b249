"""The state of a match, as some of its readers may know it, and what they keep if something is taken back."""

from __future__ import annotations

from collections.abc import Collection

from ...interpreter import Match
from ..wire.parts import State


def state_of(match: Match, own: Collection[int], thinking: Collection[int]) -> State:
    """The state as these seats may know it together (an onlooker, if there are none): each knows of itself, and all
    know what everybody knows. Of the seats `thinking`, it names those that have to decide."""
    open_to_all = {one.player for one in match.pending_for(None)} - set(own)
    open_to_own = {one.player for one in match.pending()} & set(own)
    deciding = tuple(sorted(open_to_all | open_to_own))
    return State(
        over=match.is_over,
        winners=match.winners,
        scores=match.scores if match.is_over else None,
        deciding=deciding,
        thinking=tuple(one for one in deciding if one in thinking),
        actions=max(match.choices_known(reader) for reader in (own or (None,))),
    )


def events_kept(before: Match, after: Match, reader: int | None) -> int:
    """How many of a reader's events stay the same when something is taken back."""
    old, new = before.events(reader), after.events(reader)
    return next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
