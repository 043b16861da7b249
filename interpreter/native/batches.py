"""Batches of matches in machine code: the numbers of the kernels, for one thread.

In: a native engine with `batch`, and what is to be played and counted, as plain data (`Work`). Out: the counts of a
range of matches, and which of them did not end. Threads share the engine; each has a `Batch` of its own. Python is
free for other threads while matches are played.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping, Sequence

import attrs

from ..ir import NONE, PLAYERS, Program
from ..memory.luck import signed
from . import batch as b
from .context import Context
from .engine import NativeEngine


@attrs.frozen
class Work:
    """What to play, and what to count where.

    Attributes:
        cells: the options of the set-up, by address.
        bound: the most decisions of a match.
        single: whether there is only one strand.
        sections: where each section of the counts begins; NONE if it has no cells.
        bins: the number of bins of lengths, the first length that shares its bin, and how fine the bins are.
        families: the family of each action; `uses` the designs that it chooses.
        designs: the number of designs.
        invariants: plain procedures; `score` and `lead` are plain procedures, too.
        allies: for each seat the first seat that leads together with it.
        turns: the events that begin turns.
        texts: the events that report each text.
        events: the number of events; 0 if they are not counted.
        moves: whether moves are counted.
        sides: for each state that may be a side its first address, its first value, and the values.
        most_endless: how many matches without an end are listed.
        rows: whether there is a row for each match.
    """

    program: Program
    players: int
    seed: int
    cells: Mapping[int, int]
    bound: int
    single: bool
    sections: Mapping[str, int]
    bins: tuple[int, int, int]
    families: Sequence[int]
    uses: Sequence[Sequence[int]]
    designs: int
    invariants: Sequence[int]
    score: int | None
    lead: int | None
    lead_every: int
    allies: tuple[int, ...]
    lead_at_turns: bool
    turns: Sequence[int]
    texts: Sequence[Sequence[int]]
    events: int
    moves: bool
    sides: Sequence[tuple[int, int, Sequence[int]]]
    most_endless: int
    rows: bool


@attrs.frozen
class Line:
    """A row: one match."""

    number: int
    seed: int
    ended: bool
    decisions: int
    turns: int
    starter: int
    winners: int
    scores: tuple[int, ...]


def procedures_of(program: Program, wanted: Iterable[int | None]) -> tuple[int, ...]:
    """The plain procedures that a batch calls: these, and the one that prepares a memory."""
    found = {one for one in (*wanted, program.prepare) if one is not None}
    return tuple(sorted(found))


class Batch:
    """Plays matches of one job in one thread. The engine must be built with the `procedures_of` the work."""

    def __init__(self, engine: NativeEngine, work: Work) -> None:
        self._engine, self._work = engine, work  # the engine keeps the machine code alive
        self._kept: list[array[int]] = []
        self._numbers = array("q", bytes(8 * b.NUMBERS))
        self._address = self._numbers.buffer_info()[0]
        module, layout = engine.module, work.program.layout
        self._context = Context(module.scratch_cells, work.events)
        self._rows = array("q")
        self._endless = array("q", bytes(8 * work.most_endless))
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        self._play = kind(engine.code.address("batch"))
        fields = self._context.fields
        numbers = self._numbers
        listed = fields.scratch + 8 * (module.scratch_cells - module.most_options)
        for at, value in (
            (b.SEED, signed(work.seed)),
            (b.PLAYERS, work.players),
            (b.BOUND, work.bound),
            (b.SINGLE, int(work.single)),
            (b.CONTEXT, self._context.address),
            (b.SEEN, fields.seen),
            (b.UNSEEN, fields.unseen),
            (b.LISTED_AT, listed),
            (b.M, self._cells(layout.size)),
            (b.SIZE, layout.size),
            (b.TEMPLATE_AT, self._keep(self._template())),
            (b.PREPARE, self._routine(work.program.prepare)),
            (b.RESULT, self._cells(8)),
            (b.FAMILY_TABLE, self._table(work.families)),
            (b.FAMILY_MARKS_AT, self._cells(max(work.families, default=0) + 1)),
            (b.DESIGNS, work.designs),
            (b.USE_MARKS_AT, self._cells(work.players * work.designs)),
            (b.USED_AT, self._cells(2 * work.players * work.designs)),
            (b.INVARIANTS_LIST, self._list([self._routine(one) for one in work.invariants])),
            (b.SCORE, self._routine(work.score)),
            (b.SCORES_AT, self._cells(work.players)),
            (b.LEAD, self._routine(work.lead)),
            (b.LEAD_EVERY, work.lead_every),
            (b.ALLIES_TABLE, self._table(work.allies)),
            (b.AT_TURNS, int(work.lead_at_turns)),
            (b.TURNS_LIST, self._list(work.turns)),
            (b.EVENTS, work.events),
            (b.TEXTS_LIST, self._lists(work.texts)),
            (b.PIECES, layout.pieces if work.moves else 0),
            (b.PIECES_FROM, layout.at),
            (b.PLACES_TABLE, self._table(work.program.initial[layout.at : layout.at + layout.pieces])),
            (b.DESIGN_TABLE, self._table(layout.designs)),
            (b.DESIGN_MARKS_AT, self._cells(work.designs)),
            (b.SIDES_LIST, self._sides()),
            (b.BEFORE_AT, self._cells(work.players * len(work.sides))),
            (b.MOST_ENDLESS, work.most_endless),
            (b.ENDLESS_AT, self._keep(self._endless)),
            (b.BINS, work.bins[0]),
            (b.EXACT, work.bins[1]),
            (b.FINE, work.bins[2]),
            *((number, work.sections[name]) for name, number in b.SECTIONS.items()),
        ):
            numbers[at] = value
        begins = [0]
        for designs in work.uses:
            begins.append(begins[-1] + len(designs))
        numbers[b.USES_TABLE] = self._table(begins)
        numbers[b.USES_LIST] = self._table(design for designs in work.uses for design in designs)

    def play(self, first: int, last: int, counts: array[int]) -> int:
        """Plays the matches from `first` to `last` - 1, and adds them to the counts. Returns `last`, or the number of
        the first match that went wrong; then the counts, rows and endless matches are of no use."""
        numbers = self._numbers
        numbers[b.COUNTS] = counts.buffer_info()[0]
        numbers[b.ENDLESS_MATCHES] = numbers[b.ROWS] = 0
        if self._work.rows:
            missing = (last - first) * (b.ROW + self._work.players) - len(self._rows)
            self._rows.frombytes(bytes(8 * max(missing, 0)))
            numbers[b.ROWS_AT] = self._rows.buffer_info()[0]
        stopped: int = self._play(self._address, first, last)
        return stopped

    @property
    def endless(self) -> list[int]:
        """The first matches of the last range that did not end."""
        return self._endless[: self._numbers[b.ENDLESS_MATCHES]].tolist()

    @property
    def lines(self) -> list[Line]:
        """The rows of the last range."""
        size, found = b.ROW + self._work.players, []
        for at in range(0, self._numbers[b.ROWS] * size, size):
            row = self._rows[at : at + size]
            found.append(
                Line(
                    row[b.ROW_NUMBER],
                    row[b.ROW_SEED] & (1 << 64) - 1,
                    row[b.ROW_ENDED] != 0,
                    row[b.ROW_DECISIONS],
                    row[b.ROW_TURNS],
                    row[b.ROW_STARTER],
                    row[b.ROW_WINNERS],
                    tuple(row[b.ROW :]) if row[b.ROW_SCORED] else (),
                )
            )
        return found

    # ------------------------------------------------------------------------- set-up

    def _template(self) -> array[int]:
        """The memory with everything that no seed changes, before it is prepared."""
        work, layout = self._work, self._work.program.layout
        m = array("q", work.program.initial)
        m[PLAYERS] = work.players
        for address in range(
            layout.knows + work.players * layout.piece_words,
            layout.knows + layout.max_players * layout.piece_words,
        ):
            m[address] = 0  # players who are not in the match know nothing
        for address, value in work.cells.items():
            m[address] = value
        return m

    def _routine(self, procedure: int | None) -> int:
        """The address of a plain procedure that can be called from outside, or 0."""
        return 0 if procedure is None else self._engine.code.address(f"call{procedure}")

    def _sides(self) -> int:
        table = [len(self._work.sides)]
        for address, first, values in self._work.sides:
            places = {value: place for place, value in reversed([*enumerate(values)])}
            size = max(places, default=NONE) + 1
            table += [address, first, size, *(places.get(value, NONE) for value in range(size))]
        return self._table(table)

    def _cells(self, count: int) -> int:
        """The address of zeros, which live as long as the batch."""
        return self._keep(array("q", bytes(8 * max(count, 1))))

    def _table(self, values: Iterable[int]) -> int:
        """The address of these numbers, which live as long as the batch."""
        return self._keep(array("q", values) or array("q", [0]))

    def _list(self, values: Sequence[int]) -> int:
        """The address of a table with the number of its entries before them."""
        return self._table([len(values), *values])

    def _lists(self, lists: Sequence[Sequence[int]]) -> int:
        return self._table([len(lists), *(cell for one in lists for cell in (len(one), *one))])

    def _keep(self, made: array[int]) -> int:
        self._kept.append(made)
        return made.buffer_info()[0]


__all__ = ["Batch", "Line", "Work", "procedures_of"]
