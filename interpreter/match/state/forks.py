"""Simultaneous play: where players began to act simultaneously, and the position as each of them may see it.

Until all have answered, a player sees the position in which they began, changed only by the player's own answers;
onlookers see the position in which they began. A strand writes only its own player's states, and reads nothing that
another strand writes (RW318), so a player's view follows from that position and the player's answers alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ...engine.protocol import Engine
from ...ir import FORKS, OVER
from ...memory.words import Memory, memory_of
from .journal import JournalEntry


@attrs.frozen
class ForkPoint:
    """Where players began to act simultaneously: the memory at that time, and the length of the journal."""

    memory: bytes
    began: int

    def seen_by(self, engine: Engine, reader: int | None, answers: Iterable[JournalEntry]) -> Memory:
        """The memory as a player (None: an onlooker) may see it, given the answers of all players."""
        m = memory_of(self.memory)
        for entry in answers:
            if reader is not None and entry.strand == reader + 1:
                engine.act(m, entry.strand, entry.action)
        return m


def acting(engine: Engine, m: Memory) -> bool:
    """Whether players are acting simultaneously."""
    return not m[OVER] and any(one.strand for one in engine.pending(m))


def fork_now(engine: Engine, m: Memory, last: ForkPoint | None, forks: int, actions: int) -> ForkPoint | None:
    """The fork that is open after an action: the `last` one, or one that began with this action. `forks` is the value
    of the cell FORKS before it; `actions` is the current length of the journal."""
    if not acting(engine, m):
        return None
    if last is not None and m[FORKS] == forks:
        return last
    return ForkPoint(m.tobytes(), actions)
