"""While players act simultaneously: where they began, and the position as each of them may see it.

Until all have answered, a player sees the position at which they began and what their own answers have changed since;
everybody else sees where they began. A strand writes only what is its player's, and reads nothing that another
strand writes (RW318), so the answers of one player alone lead from there to what that player sees.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import attrs

from ..ir import FORKS, OVER
from ..memory.words import Memory
from ..python.engine import Engine
from .journal import Entry


@attrs.frozen
class Fork:
    """Where players began to act simultaneously: the memory then, and how many actions the journal had."""

    memory: bytes
    began: int

    def seen_by(self, engine: Engine, reader: int | None, answers: Iterable[Entry]) -> Memory:
        """The memory as a player (None: an onlooker) may see it, after these answers of all of them."""
        m = array("q")
        m.frombytes(self.memory)
        for entry in answers:
            if reader is not None and entry.strand == reader + 1:
                engine.act(m, entry.strand, entry.action)
        return m


def acting(engine: Engine, m: Memory) -> bool:
    """Whether players are acting simultaneously."""
    return not m[OVER] and any(one.strand for one in engine.pending(m))


def fork_now(engine: Engine, m: Memory, last: Fork | None, forks: int, actions: int) -> Fork | None:
    """The fork that is open after an action: the `last` one, or one that began with this action. `forks` is what the
    cell FORKS held before it; `actions` is how many the journal has now."""
    if not acting(engine, m):
        return None
    if last is not None and m[FORKS] == forks:
        return last
    return Fork(m.tobytes(), actions)


def replayed(engine: Engine, m: Memory, entries: Iterable[Entry]) -> tuple[Memory, Fork | None]:
    """The memory after these actions (the one that is given is changed), and the fork that is open then."""
    fork = fork_now(engine, m, None, 0, 0)
    for number, entry in enumerate(entries, 1):
        forks = m[FORKS]
        engine.act(m, entry.strand, entry.action)
        fork = fork_now(engine, m, fork, forks, number)
    return m, fork
