"""Checks whether an engine can resume a memory that comes from outside.

In: a memory of the right size for a game. Out: its problems; none for a memory that a match can have. `audit` checks
the fixed part; this module also checks the stacks, frame by frame, by what the registers of their procedures can
hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl.tree.types import Type
from ...ir import FORKS, NONE, OVER, PLAYERS, WINNERS, CallFrame, CellKind
from ...ir.frames import EntryKind, EntryPoint, FramePlan
from ...ir.widths import kind_words
from ...lower import Lowered
from ...memory.faults import RulesFault
from ...memory.words import Memory, load_set
from .audit import SETS, audit
from .position import Position

ANY = Type("none")


def verify(lowered: Lowered, plan: FramePlan, m: Memory, players: int) -> list[str]:
    """A sentence for each problem."""
    wrong = [*_head(m, players), *audit(lowered, m), *_players(lowered, m, players)]
    return wrong or list(_Stacks(lowered, plan, m).faults())


def resumable(position: Position) -> bool:
    """Whether the rules can resume a position whose memory comes from outside: nothing is wrong with the memory, and
    every open decision has an option."""
    rules = position.rules
    if verify(rules.lowered, rules.engine.plan, position.memory, len(position.players)):
        return False
    try:
        return all(position.legal(pending.strand) for pending in position.pending())
    except RulesFault:
        return False


def _head(m: Memory, players: int) -> Iterator[str]:
    if m[PLAYERS] != players:
        yield f"{m[PLAYERS]} players, not {players}"
    if m[OVER] not in (0, 1):
        yield "it is neither over nor running"
    if m[FORKS] < 0:
        yield "the number of simultaneous parts so far is negative"
    if not 0 <= m[WINNERS] < 1 << players or (m[WINNERS] and not m[OVER]):
        yield "impossible winners"


def _players(lowered: Lowered, m: Memory, players: int) -> Iterator[str]:
    """A cell that holds a player holds one who is in the match."""
    for cell in lowered.program.layout.cells:
        for address in range(cell.address, cell.address + cell.count):
            if cell.kind is CellKind.PLAYER and not NONE <= m[address] < players:
                yield f"'{cell.name}' is a player who is not in the match"


class _Stacks:
    """The stacks of all strands."""

    def __init__(self, lowered: Lowered, plan: FramePlan, m: Memory) -> None:
        self.lowered, self.plan, self.m = lowered, plan, m
        self.program, self.layout = lowered.program, lowered.program.layout
        self.waiting: list[EntryKind] = []

    def faults(self) -> Iterator[str]:
        for strand in range(self.layout.strands):
            yield from self._strand(strand, self.layout.stacks + strand * self.layout.stack)
        main, others = self.waiting[:1], self.waiting[1:]
        if self.m[OVER]:
            return
        if not main or (main[0] is EntryKind.JOINED) != bool(others):
            yield "no strand waits for a decision, or a strand waits for nothing"

    def _strand(self, strand: int, stack: int) -> Iterator[str]:
        """Walks from the uppermost frame down; each must lie on the frame that called it."""
        frame, above, used = self.m[stack], None, stack + 1
        while frame:
            entry = self._entry(frame, stack)
            if entry is None:
                yield f"strand {strand} has an impossible frame"
                return
            end = frame + self.plan.frames[entry.procedure].size
            if above is None:
                self.waiting.append(entry.kind)
                used = end
            elif end != above[0] or not self._calls(entry, above[1]):
                yield f"strand {strand} has frames that do not follow each other"
                return
            yield from self._registers(frame, entry)
            frame, above = self.m[frame], (frame, entry)
        if above is not None and above[0] != stack + 1:
            yield f"strand {strand} does not begin where it should"
        if any(self.m[used : stack + self.layout.stack]) and not self.m[OVER]:
            yield f"strand {strand} has something above its frames"

    def _entry(self, frame: int, stack: int) -> EntryPoint | None:
        """Where a frame waits, if it lies within its stack and waits at all."""
        if not stack < frame < stack + self.layout.stack - 1:
            return None
        entry = self.plan.entry(self.m[frame + 1])
        if entry is None or entry.kind is EntryKind.START:
            return None
        fits = frame + self.plan.frames[entry.procedure].size <= stack + self.layout.stack
        return entry if fits and self.m[frame] < frame else None

    def _calls(self, below: EntryPoint, above: EntryPoint) -> bool:
        """Whether the frame below waits for the end of the procedure above it."""
        terminator = self.program.procedures[below.procedure].blocks[below.block].terminator
        return isinstance(terminator, CallFrame) and terminator.procedure == above.procedure

    def _registers(self, frame: int, entry: EntryPoint) -> Iterator[str]:
        procedure = self.program.procedures[entry.procedure]
        slots = self.plan.frames[entry.procedure].slots
        for register in entry.held:
            kind, address = procedure.kinds[register], frame + slots[register].offset
            if kind is CellKind.NUMBER:
                continue
            words = kind_words(self.layout, kind)
            value = load_set(self.m, address, words) if kind in SETS else self.m[address]
            if not self._can_hold(kind, value):
                yield f"'{procedure.name}' keeps an impossible value"

    def _can_hold(self, kind: CellKind, value: int) -> bool:
        least, most = self.lowered.tables.range(kind, ANY)
        if kind is CellKind.PLAYER:
            most = self.m[PLAYERS] - 1
        elif kind is CellKind.PLAYERS:
            most = (1 << self.m[PLAYERS]) - 1
        return least <= value <= most
