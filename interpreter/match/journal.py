"""The journal of a match: one entry for each action, in the order in which they were taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from .match import Match


@attrs.frozen
class Entry:
    """An action by its number, and the strand that it answered (0: the main one, 1 + player: that player's)."""

    strand: int
    action: int


TAKEN = -2
"""Who took an action that left no choice, in a match that does not ask for such."""


def forced_actions(match: Match) -> list[bool]:
    """Of each action of the journal, whether nothing else could be chosen and it was not asked."""
    engine, memory = match.rules.engine, match.beginning()
    found = []
    for entry in match.journal:
        one = next(one for one in engine.pending(memory) if one.strand == entry.strand)
        open_ = one.player >= 0 and match.rules.site(one.site).forced
        found.append(open_ and len(engine.actions(memory, entry.strand)) == 1)
        engine.act(memory, entry.strand, entry.action)
    return found


def deciders(match: Match) -> list[int]:
    """Who took each action of a match's journal (NONE: luck)."""
    engine, memory = match.rules.engine, match.beginning()
    found = []
    for entry in match.journal:
        found.append(next(one.player for one in engine.pending(memory) if one.strand == entry.strand))
        engine.act(memory, entry.strand, entry.action)
    return found
