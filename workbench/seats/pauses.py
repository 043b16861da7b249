"""The pause after a question that was not agreed to: whoever asks again and again would only disturb the others."""

from __future__ import annotations

import math
from collections.abc import Callable

import attrs

FIRST_PAUSE = 10.0
"""Seconds in which a seat cannot ask again after the first no."""
LONGEST_PAUSE = 600.0
"""The longest pause: each is twice as long as the one before, up to this."""


@attrs.define
class Pauses:
    """When each seat of a match may ask the next question. `now` tells the seconds; they never go back."""

    now: Callable[[], float]
    _refused: dict[int, int] = attrs.field(init=False, factory=dict)
    _until: dict[int, float] = attrs.field(init=False, factory=dict)

    def refused(self, seat: int) -> None:
        """A question of this seat was answered with no, or given up."""
        times = self._refused[seat] = self._refused.get(seat, 0) + 1
        self._until[seat] = self.now() + min(FIRST_PAUSE * 2 ** min(times - 1, 10), LONGEST_PAUSE)

    def agreed(self, seat: int) -> None:
        """All agreed: the next pause is the first one again."""
        self._refused.pop(seat, None)
        self._until.pop(seat, None)

    def left(self, seat: int) -> int:
        """In how many seconds this seat may ask again; 0 if it may do so now."""
        return max(math.ceil(self._until[seat] - self.now()), 0) if seat in self._until else 0


__all__ = ["FIRST_PAUSE", "LONGEST_PAUSE", "Pauses"]
