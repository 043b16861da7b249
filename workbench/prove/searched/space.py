"""The positions that a search has met: each once, whatever the names of pieces that nobody can tell apart.

Nothing is lost: a position is looked up by its whole canonical memory (packed), not by a hash of it, so two different
positions are never taken for one.
"""

from __future__ import annotations

import zlib
from array import array

from ....interpreter.ir import LUCK, NONE, OVER, SECRET_LUCK
from ....interpreter.ir.frames import FramePlan
from ....interpreter.lower import Lowered
from ....interpreter.match.setup.rules import Rules
from ....interpreter.match.state.position_key import canonical
from ....interpreter.memory.words import Memory, memory_of

Step = tuple[int, int]
"""What is chosen: a strand and an action."""

_ACTION = 40
"""A step is kept as one number: from this bit on its strand."""
_ENTRY = 120
"""About how many bytes an entry of the table takes beside its key."""


class Space:
    """Positions, numbered in the order in which they were met."""

    def __init__(self, lowered: Lowered, plan: FramePlan) -> None:
        self._canonical = canonical(lowered, plan)
        self._numbers: dict[bytes, int] = {}
        self._parents = array("q")
        self._steps = array("q")
        self._depths = array("i")
        self._keys = 0
        self.edges = array("q")
        """From, to: each step that leads from one position to another."""

    def __len__(self) -> int:
        return len(self._parents)

    @property
    def bytes_held(self) -> int:
        """About how much memory the table takes."""
        return self._keys + len(self) * (_ENTRY + 20) + 8 * len(self.edges)

    def depth(self, number: int) -> int:
        """By how many choices a position was reached."""
        return self._depths[number]

    def add(self, m: Memory, parent: int, step: Step) -> tuple[int, bool]:
        """The number of a position, and whether it is new."""
        key = zlib.compress(self._canonical.memory(m).tobytes(), 1)
        known = self._numbers.get(key)
        if known is not None:
            if parent != NONE:
                self.edges.extend((parent, known))
            return known, False
        number = self._numbers[key] = len(self._parents)
        self._keys += len(key) + 33
        self._parents.append(parent)
        self._steps.append(step[0] << _ACTION | step[1])
        self._depths.append(0 if parent == NONE else self._depths[parent] + 1)
        if parent != NONE:
            self.edges.extend((parent, number))
        return number, True

    def path(self, number: int) -> list[Step]:
        """The choices that lead to a position from the beginning."""
        found = []
        while self._parents[number] != NONE:
            step = self._steps[number]
            found.append((step >> _ACTION, step & (1 << _ACTION) - 1))
            number = self._parents[number]
        return found[::-1]


def pack(m: Memory) -> bytes:
    """A memory, in less room."""
    return zlib.compress(m.tobytes(), 1)


def unpack(packed: bytes) -> Memory:
    """The memory that was packed."""
    return memory_of(zlib.decompress(packed))


class Deciding:
    """What can be chosen in a memory of a program in which luck is explicit."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.engine = rules.engine
        self._single = rules.lowered.program.layout.strands == 1
        self._acted = 0

    def strands(self, m: Memory) -> list[int]:
        """The strands that wait for a decision."""
        if m[OVER]:
            return []
        return [0] if self._single else [one.strand for one in self.engine.pending(m)]

    def after(self, m: Memory, step: Step) -> Memory:
        """The memory after a step. Raises `RulesFault`."""
        later = m[:]
        self.engine.act(later, *step)
        self._acted += 1
        if self._acted >= 64:  # a faster engine may have been compiled meanwhile
            self.rules.tiers.expect(self._acted)
            self.engine, self._acted = self.rules.engine, 0
        return later


def draws(before: Memory, after: Memory) -> bool:
    """Whether luck drew something by itself between two memories, so that not all that may happen is followed."""
    return before[LUCK] != after[LUCK] or before[SECRET_LUCK] != after[SECRET_LUCK]
