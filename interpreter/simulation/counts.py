"""The counts of a simulation: one array of integers, laid out by a `Scheme`, and the matches that went wrong.

Counts of parts of a job can be added in any order; their sum does not depend on how the job was divided.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from heapq import merge
from itertools import islice
from operator import add

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic
from ..kernels.counting import WIDE
from ..match.state.journal import JournalEntry
from .scheme import LEAST, MOST, Scheme, Section

MOST_KEPT = 1000
"""How many matches that go wrong are kept one by one, and how many without an end: those with the lowest numbers.
Others are only counted."""
UNSET = (1 << 63) - 1
"""A minimum of nothing; the maximum of nothing is -UNSET."""
MERGED: dict[str, Callable[[int, int], int]] = {"sum": add, LEAST: min, MOST: max}


@attrs.frozen(order=False)
class Broken:
    """A match in which the rules went wrong: its number in the job, its seed, the fault, and the record that repeats
    it."""

    number: int
    seed: int
    fault: str
    record: str
    diagnostic: Diagnostic


@attrs.frozen(order=False)
class Row:
    """One match: its number in the job, its seed, and what came of it. `starter` decided first (-1: several did, or
    nobody), `turns` is 0 if turns are not counted, and `journal` is empty unless it was asked for."""

    number: int
    seed: int
    ended: bool
    decisions: int
    turns: int
    starter: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    journal: tuple[JournalEntry, ...] = ()


@attrs.define(eq=False)
class Counts:
    """The counts of some matches of a job.

    Attributes:
        sections: where each count lies in `cells` (see `Scheme`).
        cells: the counts.
        broken: the first matches that went wrong, by number.
        endless: the numbers and seeds of the first matches that did not end.
        rows: the matches, in any order, if the job asks for them.
    """

    sections: dict[str, Section]
    cells: array[int]
    broken: list[Broken] = attrs.field(factory=list)
    endless: list[tuple[int, int]] = attrs.field(factory=list)
    rows: list[Row] = attrs.field(factory=list)

    @classmethod
    def of(cls, scheme: Scheme) -> Counts:
        """Counts of no matches."""
        cells = array("q", bytes(8 * scheme.size))
        for section in scheme.sections.values():
            if section.how != "sum":
                cells[section.cells] = array("q", [UNSET if section.how == LEAST else -UNSET]) * section.size
        return cls(scheme.sections, cells)

    def one(self, name: str) -> int:
        """The count of a section with one cell."""
        return self.cells[self.sections[name].start]

    def all(self, name: str) -> list[int]:
        """The counts of a section."""
        return self.cells[self.sections[name].cells].tolist()

    def wide(self, name: str) -> list[int]:
        """The sums of a section in which each takes `WIDE` cells."""
        cells = self.all(name)
        return [
            sum(cell << 32 * place for place, cell in enumerate(cells[at : at + WIDE]))
            for at in range(0, len(cells), WIDE)
        ]

    def add(self, other: Counts) -> None:
        """Adds the counts of other matches of the job."""
        mine, its = self.cells, other.cells
        for section in self.sections.values():
            how, cells = MERGED[section.how], section.cells
            mine[cells] = array("q", map(how, mine[cells], its[cells]))
        by_number = merge(self.broken, other.broken, key=lambda one: one.number)
        self.broken = list(islice(by_number, MOST_KEPT))
        self.endless = list(islice(merge(self.endless, other.endless), MOST_KEPT))
        self.rows += other.rows
