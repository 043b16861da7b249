"""What a reader of a match knows: the last objects, and how many events. The next message follows from it."""

from __future__ import annotations

from typing import Any

import attrs
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.objects.classes import Changes, Objects
from rulewright.interpreter.match.output.objects.difference import difference

from ..seats.state import state_of
from ..wire.shapes import write


@attrs.frozen
class Told:
    """What a reader knows after a message."""

    objects: Objects
    state: dict[str, Any]
    next: int


def told(match: Match, reader: int | None, bots: frozenset[int]) -> tuple[Told, list[dict[str, Any]]]:
    """All that a reader may know now, and all events."""
    events = match.events(reader)
    return Told(match.objects(reader), state_for(match, reader, bots), len(events)), write(events)


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
        "events": write(events),
        "next": now.next,
    }


def _without_what_stays(changes: Changes, before: Objects) -> dict[str, Any]:
    """Changes as data, without a decision that stays the same: it is the largest part of them."""
    same = changes.decision is not None and changes.decision == before.decision
    data: dict[str, Any] = write(attrs.evolve(changes, decision=None) if same else changes)
    if same:
        del data["decision"]
    return data


def state_for(match: Match, reader: int | None, bots: frozenset[int]) -> dict[str, Any]:
    """The state of the match as data, as a reader may know it."""
    data: dict[str, Any] = write(state_of(match, () if reader is None else (reader,), bots))
    return data


__all__ = ["Told", "news", "state_for", "told"]
