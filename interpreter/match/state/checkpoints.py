"""Positions of the past that a history keeps, so that going back never replays the whole journal.

In: the position after each action, as it is reached. Out: the nearest kept position at or before a number of actions.
A position is kept every `SPACING` actions, so what lies between two is replayed in a time that does not depend on the
length of the match. The latest `PLAIN` are kept as they are, which costs nothing, since no memory of a match is ever
changed; older ones are compressed. A long match therefore grows by a few bytes with each action.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import attrs

from ...memory.words import Memory, memory_of
from .forks import ForkPoint

SPACING = 64
"""After how many actions a position is kept. While players act simultaneously it may take twice as many, because only
other positions can be written to a save."""
PLAIN = 32
"""How many positions are kept uncompressed."""


@attrs.frozen
class Checkpoint:
    """The position after `count` actions: its memory (compressed or not), and where players began to act
    simultaneously, if they do. A `doubtful` one comes from a save, and nobody has looked at it yet."""

    count: int
    memory: Memory | bytes
    fork: ForkPoint | None = None
    doubtful: bool = False

    def unpacked(self) -> tuple[Memory, ForkPoint | None]:
        """The memory, which belongs to the caller, and the fork."""
        if not isinstance(self.memory, bytes):
            return self.memory[:], self.fork
        m = memory_of(zlib.decompress(self.memory))
        fork = self.fork and attrs.evolve(self.fork, memory=zlib.decompress(self.fork.memory))
        return m, fork

    def packed(self) -> Checkpoint:
        """The same, compressed."""
        if isinstance(self.memory, bytes):
            return self
        fork = self.fork and attrs.evolve(self.fork, memory=zlib.compress(self.fork.memory, 1))
        return attrs.evolve(self, memory=zlib.compress(self.memory.tobytes(), 1), fork=fork)


class Checkpoints:
    """The kept positions of one history."""

    def __init__(self, kept: list[Checkpoint] | None = None) -> None:
        self._kept = kept if kept is not None else []

    def __iter__(self) -> Iterator[Checkpoint]:
        return iter(self._kept)

    def wants(self, count: int, fork: ForkPoint | None) -> bool:
        """Whether the position after `count` actions should be kept, because none near it is."""
        kept = self._kept
        at = len(kept)
        if kept and count <= kept[-1].count:
            at = bisect_left(kept, count, key=_count)
            if kept[at].count - count < SPACING:
                return False
        distance = count - (kept[at - 1].count if at else 0)
        return distance >= (SPACING if fork is None else 2 * SPACING)

    def keep(self, count: int, memory: Memory, fork: ForkPoint | None) -> None:
        """Keeps the position after `count` actions; nobody may change its memory from then on."""
        kept = self._kept
        at = bisect_left(kept, count, key=_count)
        one, plain = Checkpoint(count, memory, fork), len(kept) + 1 - PLAIN
        kept.insert(at, one.packed() if at < plain else one)
        if plain > 0:
            kept[plain - 1] = kept[plain - 1].packed()

    def nearest(self, count: int) -> Checkpoint | None:
        """The last one at or before `count` actions; None if there is none."""
        at = bisect_right(self._kept, count, key=_count)
        return self._kept[at - 1] if at else None

    def after(self, count: int) -> int | None:
        """How many actions lead to the first one after `count` actions; None if there is none."""
        at = bisect_right(self._kept, count, key=_count)
        return self._kept[at].count if at < len(self._kept) else None

    def trust(self, one: Checkpoint) -> None:
        """Notes that a doubtful one has been looked at."""
        self._kept[bisect_left(self._kept, one.count, key=_count)] = attrs.evolve(one, doubtful=False)

    def cut(self, count: int) -> None:
        """Forgets those after `count` actions."""
        del self._kept[bisect_right(self._kept, count, key=_count) :]

    def clone(self) -> Checkpoints:
        return Checkpoints(self._kept[:])

    def spread(self, end: int) -> list[Checkpoint]:
        """A few of them, compressed: the last one before `end` actions, and others ever further apart. With these, a
        copy of the history in another process goes back by one action as fast as this one, and by many actions after
        replaying at most as many again."""
        found: list[Checkpoint] = []
        for one in reversed(self._kept):
            if one.count < end and (not found or end - one.count >= 2 * (end - found[-1].count)):
                found.append(one.packed())
        return found[::-1]


def _count(one: Checkpoint) -> int:
    return one.count
