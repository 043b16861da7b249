"""What memories can hold, as far as the code of engines relies on it: for memories that come from outside.

In: a program and its frames. Out: `Held`, which no longer changes, so threads may share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from . import Program, Reg
from .frames import EntryKind, FramePlan
from .ranges import ALL, ANYTHING, Interval, Ranges
from .widths import set_members


@attrs.frozen
class Held:
    """`cells`: the first address of a stretch, its end, and between which numbers its cells lie. `numbers`: the same
    for each register that waits at an entry, by the numbers of both; `sets`: the members that a set there can have
    (ALL: any). What can never wait there is missing."""

    cells: tuple[tuple[int, int, Interval], ...]
    numbers: Mapping[tuple[int, int], Interval]
    sets: Mapping[tuple[int, int], int]

    def impossible(self, m: Sequence[int]) -> Iterator[int]:
        """The addresses of the cells that hold what they cannot."""
        for first, end, (least, most) in self.cells:
            yield from (address for address in range(first, end) if not least <= m[address] <= most)

    def allows(self, entry: int, register: int, value: int) -> bool:
        """Whether a register can have a value while it waits at an entry."""
        key = entry, register
        if key in self.numbers:
            least, most = self.numbers[key]
            return least <= value <= most
        return key in self.sets and (self.sets[key] == ALL or not value & ~self.sets[key])


def held(program: Program, plan: FramePlan) -> Held:
    ranges = Ranges(program)
    # Ranges know expressions by their identity, so all of them must live as long.
    every = [Reg(number) for number in range(max(len(one.kinds) for one in program.procedures))]
    numbers: dict[tuple[int, int], Interval] = {}
    sets: dict[tuple[int, int], int] = {}
    for entry in plan.entries:
        number, end = entry.procedure, ranges.scan(entry.procedure).ends.get(entry.block)
        if entry.kind is EntryKind.START or end is None:  # nothing waits there
            continue
        for register in entry.held:
            key, kind = (entry.number, register), program.procedures[number].kinds[register]
            if set_members(program.layout, kind):
                sets[key] = ranges.members(number, every[register], end)
            else:
                numbers[key] = ranges.number(number, every[register], end)
    cells = ((first, end, ends) for first, end, ends, _ in ranges.cells.stretches if ends != ANYTHING)
    return Held(tuple(cells), numbers, sets)
