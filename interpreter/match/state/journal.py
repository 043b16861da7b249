"""The entries of a journal: one for each action, in the order in which they were taken."""

from __future__ import annotations

import attrs


@attrs.frozen
class JournalEntry:
    """The number of an action, and the strand that it answered (0: the main strand, 1 + player: a player's)."""

    strand: int
    action: int
