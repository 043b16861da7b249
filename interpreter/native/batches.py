"""Batches of matches in machine code, for one thread.

In: a native engine with `batch`, and a program. `Batches.j` says what is played and what is counted where; its caller
fills in the rest of it. Out: the counts of a range of matches, and which of them did not end. Threads share the
engine; each has `Batches` of its own. Python is free for other threads while matches are played.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, cast

from ..engine.beginning import memory_at_start
from ..ir import Program
from ..kernels.counting import Counting
from ..kernels.kernel import Cells, Routine
from ..memory.dice import Dice
from .batch import Batch, Line
from .context import Context
from .engine import NativeEngine
from .records import NativeMaker, Rows, address_of, stored
from .twins import MachineDice


def procedures_of(program: Program, wanted: Iterable[int | None]) -> tuple[int, ...]:
    """The plain procedures that a batch calls: these, and the one that prepares a memory."""
    found = {one for one in (*wanted, program.prepare) if one is not None}
    return tuple(sorted(found))


class Batches(NativeMaker):
    """Plays matches of one job in one thread. The engine must be built with the `procedures_of` the job."""

    def __init__(
        self, engine: NativeEngine, program: Program, c: Counting, cells: Mapping[int, int], events: int
    ) -> None:
        """`cells` are the options of the set-up, by address; `events` is how many there are, 0 if they are not
        counted."""
        self._engine, self.c = engine, c
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        self._play = kind(engine.code.address("batch"))
        module, layout = engine.module, program.layout
        context = Context(module.scratch_cells, events)
        j = self.j = stored(Batch)
        j.c, j.fields, c.context = c, context.fields, cast(Cells, context.fields)
        j.seen, j.unseen, j.events = context.seen, context.unseen, events
        # Legal actions are listed at the end of the scratch.
        j.legal = _at(address_of(context.scratch) + 8 * (module.scratch_cells - module.most_options))
        j.size, j.m, j.template = (
            layout.size,
            self.zeros(layout.size),
            memory_at_start(array("q", program.initial), layout, c.players, cells),
        )
        if program.prepare is not None:
            j.prepares, j.prepare = 1, self.routine(program.prepare)
        j.dice, j.total = cast(Dice, stored(MachineDice)), self.zeros(1)
        j.pieces_from, j.design_of = layout.at, self.cells(layout.designs)
        j.first_places = self.cells(program.initial[layout.at : layout.at + layout.pieces])

    def routine(self, procedure: int) -> Routine:
        """A plain procedure that can be called from outside."""
        return cast(Routine, self._engine.code.address(f"call{procedure}"))

    def routines(self, procedures: Iterable[int]) -> list[Routine]:
        """Several of them in a row."""
        return cast(list[Routine], self.cells(cast(Any, map(self.routine, procedures))))

    def zeros(self, count: int) -> Cells:
        """Zeros in a row."""
        return self.cells([0] * count)

    def table(self, values: Iterable[int]) -> Cells:
        """These numbers, with their number before them."""
        found = [*values]
        return self.cells([len(found), *found])

    def lists(self, lists: Iterable[Iterable[int]]) -> Cells:
        """A table of tables."""
        found = [[*one] for one in lists]
        return self.cells([len(found), *(cell for one in found for cell in (len(one), *one))])

    # ----------------------------------------------------------------------- playing

    def play(self, first: int, last: int, counts: array[int]) -> int:
        """Plays the matches from `first` to `last` - 1, and adds them to the counts. Returns `last`, or the number of
        the first match that went wrong; then the counts, rows and endless matches are of no use."""
        j, players = self.j, self.c.players
        self.c.counts = counts
        j.endless_count = j.row_count = 0
        if j.has_rows:
            j.rows = cast(list[Line], Rows(Line, room=last - first))
            j.scores = self.zeros((last - first) * players)
        stopped: int = self._play(address_of(j), first, last)
        return stopped

    @property
    def endless(self) -> list[int]:
        """The first matches of the last range that did not end."""
        return [self.j.endless[number] for number in range(self.j.endless_count)]

    @property
    def lines(self) -> list[tuple[Line, tuple[int, ...]]]:
        """The rows of the last range, each with the scores."""
        j, players = self.j, self.c.players
        found = []
        for number in range(j.row_count):
            line, first = j.rows[number], number * players
            scores = tuple(j.scores[seat] for seat in range(first, first + players)) if line.scored else ()
            found.append((line, scores))
        return found


def _at(address: int) -> Cells:
    """The cells at an address of the machine."""
    return cast(Cells, address)
