"""What a reader of a match knows: the last objects, and how many events. The next message follows from it."""

from __future__ import annotations

from typing import Any

import attrs

from ...interpreter import Match
from ...interpreter.match.output.objects.classes import Changes, Event, Objects
from ...interpreter.match.output.objects.difference import difference
from ..seats.state import state_of
from ..wire.parts import State
from ..wire.shapes import MISSING


@attrs.frozen
class Told:
    """What a reader knows after a message."""

    objects: Objects
    state: State
    next: int


def told(match: Match, reader: int | None, bots: frozenset[int]) -> tuple[Told, list[Event]]:
    """All that a reader may know now, and all events."""
    events = match.events(reader)
    return Told(match.objects(reader), state_for(match, reader, bots), len(events)), events


def news(match: Match, reader: int | None, bots: frozenset[int], before: Told) -> tuple[Told, dict[str, Any]]:
    """What a reader knows now, and the parts of the message that tells it: empty if nothing has changed for this
    reader. So a choice that must stay a secret sends nothing."""
    events = match.events(reader, before.next)
    now = Told(
        match.objects(reader), state_for(match, reader, bots), max(before.next, before.next + len(events))
    )
    if now == before:
        return now, {}
    changes = difference(before.objects, now.objects)
    return now, {
        "state": now.state,
        "changes": _without_what_stays(changes, before.objects),
        "events": events,
        "next": now.next,
    }


def _without_what_stays(changes: Changes, before: Objects) -> Changes:
    """Changes without a decision that stays the same: it is the largest part of them."""
    same = changes.decision is not None and changes.decision == before.decision
    return attrs.evolve(changes, decision=MISSING) if same else changes


def state_for(match: Match, reader: int | None, bots: frozenset[int]) -> State:
    """The state of the match, as a reader may know it."""
    return state_of(match, () if reader is None else (reader,), bots)
