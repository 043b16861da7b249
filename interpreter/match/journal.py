"""What a journal holds: one entry for each action, in the order in which they were taken."""

from __future__ import annotations

import attrs


@attrs.frozen
class Entry:
    """An action by its number, and the strand that it answered (0: the main one, 1 + player: that player's)."""

    strand: int
    action: int
