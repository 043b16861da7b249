"""Checks whether an engine can resume a memory that comes from outside.

In: a memory of the right size for a game. Out: its problems; none for a memory that the rules can go on from.

Engines leave out every check that `ir.ranges` proves unnecessary, for example whether an index is below 0. So all
that its proofs rely on is checked here (`ir.held`): each cell of the fixed part, and each register that waits in a
frame. Besides, pieces are conserved (`audit`), frames follow each other as calls do, what is free is 0, and what
waits is a decision of somebody who can decide.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl.tree.types import Type
from ...ir import ACTOR, FORKS, NONE, OVER, PLAYERS, WINNERS, CallFrame, CellKind, Fork
from ...ir.frames import EntryKind, EntryPoint
from ...ir.widths import kind_words
from ...memory.faults import RulesFault
from ...memory.words import Memory, load_set
from ..setup.rules import Rules
from .audit import SETS, audit
from .position import Position

ANY = Type("none")


def verify(rules: Rules, m: Memory, players: int) -> list[str]:
    """A sentence for each problem."""
    wrong = [*_head(m, players), *_cells(rules, m, players), *audit(rules.lowered, m)]
    return wrong or list(_Stacks(rules, m).faults())


def resumable(position: Position) -> bool:
    """Whether the rules can resume a position whose memory comes from outside: nothing is wrong with the memory, and
    every open decision has an option."""
    if verify(position.rules, position.memory, len(position.players)):
        return False
    try:
        return all(
            _can_decide(position, pending.strand, pending.player) and position.legal(pending.strand)
            for pending in position.pending()
        )
    except RulesFault:
        return False


def _can_decide(position: Position, strand: int, player: int) -> bool:
    """Luck decides only where the rules say so, and in each strand but the first only one player decides."""
    rules, m = position.rules, position.memory
    layout = rules.lowered.program.layout
    entry = rules.engine.plan.entry(m[m[layout.stacks + strand * layout.stack] + 1])
    if entry is None or entry.kind is EntryKind.CHANCE:
        return player == NONE
    return 0 <= player < m[PLAYERS] and strand in (0, player + 1)


def _head(m: Memory, players: int) -> Iterator[str]:
    if m[PLAYERS] != players:
        yield f"{m[PLAYERS]} players, not {players}"
    if m[OVER] not in (0, 1):
        yield "it is neither over nor running"
    if m[FORKS] < 0:
        yield "the number of simultaneous parts so far is negative"
    if not NONE <= m[ACTOR] < players:
        yield "somebody acts who is not in the match"
    if not 0 <= m[WINNERS] < 1 << players or (m[WINNERS] and not m[OVER]):
        yield "impossible winners"


def _cells(rules: Rules, m: Memory, players: int) -> Iterator[str]:
    """What cells hold, as far as `audit` does not look at it."""
    layout = rules.lowered.program.layout
    for address in rules.held.impossible(m):
        yield f"cell {address} cannot be {m[address]}"
    for cell in layout.cells:
        for address in range(cell.address, cell.address + cell.count):
            if cell.kind is CellKind.PLAYER and not NONE <= m[address] < players:
                yield f"'{cell.name}' is a player who is not in the match"
    for player in range(layout.max_players):
        if load_set(m, layout.knows + player * layout.piece_words, layout.piece_words) >> layout.pieces:
            yield f"player {player} knows something that is not a piece"


def _range(rules: Rules, kind: CellKind, players: int) -> tuple[int, int]:
    """What something of a kind can be in a match of so many players."""
    least, most = rules.lowered.tables.range(kind, ANY)
    if kind is CellKind.PLAYER:
        most = players - 1
    elif kind is CellKind.PLAYERS:
        most = (1 << players) - 1
    return least, most


class _Stacks:
    """The stacks of all strands."""

    def __init__(self, rules: Rules, m: Memory) -> None:
        self.rules, self.plan, self.m = rules, rules.engine.plan, m
        self.program, self.layout = rules.lowered.program, rules.lowered.program.layout

    def faults(self) -> Iterator[str]:
        if self.m[OVER]:
            if any(self.m[self.layout.stacks :]):
                yield "the match is over, and something waits"
            return
        main, *others = (self.layout.stacks + one * self.layout.stack for one in range(self.layout.strands))
        yield from self._strand(main, self.program.main)
        entry = self._entry(self.m[main], main)
        fork = self._terminator(entry) if entry is not None else None
        playing = 0
        for player, stack in enumerate(others):
            if isinstance(fork, Fork) and player < self.m[PLAYERS] and self.m[stack]:
                playing += 1
                yield from self._strand(stack, fork.procedure)
            elif any(self.m[stack : stack + self.layout.stack]):
                yield f"player {player} acts simultaneously with nobody"
        if isinstance(fork, Fork) and not playing:
            yield "everybody has acted, and the match does not go on"

    def _strand(self, stack: int, first: int) -> Iterator[str]:
        """Walks from the uppermost frame down; each must lie on the frame that called it, the lowest one belongs to
        the procedure `first`."""
        frame, above = self.m[stack], None
        while frame:
            entry = self._entry(frame, stack)
            if entry is None:
                yield "a frame is impossible"
                return
            end = frame + self.plan.frames[entry.procedure].size
            if above is None:
                waits = entry.kind in (EntryKind.CHOICE, EntryKind.CHANCE) or (
                    entry.kind is EntryKind.JOINED and first == self.program.main
                )
                if not waits or any(self.m[end : stack + self.layout.stack]):
                    yield "the uppermost frame does not wait, or something lies above it"
            elif end != above[0] or not self._calls(entry, above[1]):
                yield "frames do not follow each other"
                return
            yield from self._registers(frame, entry)
            frame, above = self.m[frame], (frame, entry)
        if above is None or above[0] != stack + 1 or above[1].procedure != first:
            yield "a strand does not begin where it should"

    def _entry(self, frame: int, stack: int) -> EntryPoint | None:
        """Where a frame waits, if it lies within its stack and waits at all."""
        if not stack < frame < stack + self.layout.stack - 1:
            return None
        entry = self.plan.entry(self.m[frame + 1])
        if entry is None or entry.kind is EntryKind.START:
            return None
        fits = frame + self.plan.frames[entry.procedure].size <= stack + self.layout.stack
        return entry if fits and self.m[frame] < frame else None

    def _terminator(self, entry: EntryPoint) -> object:
        return self.program.procedures[entry.procedure].blocks[entry.block].terminator

    def _calls(self, below: EntryPoint, above: EntryPoint) -> bool:
        """Whether the frame below waits for the end of the procedure above it."""
        terminator = self._terminator(below)
        return isinstance(terminator, CallFrame) and terminator.procedure == above.procedure

    def _registers(self, frame: int, entry: EntryPoint) -> Iterator[str]:
        """Each register that the frame holds is what the rules can have made it, and the rest of the frame is 0."""
        procedure, known = self.program.procedures[entry.procedure], self.plan.frames[entry.procedure]
        free = set(range(frame + 2, frame + known.size))
        for register in entry.held:
            kind, slot = procedure.kinds[register], known.slots[register]
            address = frame + slot.offset
            free.difference_update(range(address, address + slot.words))
            words = kind_words(self.layout, kind)
            value = load_set(self.m, address, words) if kind in SETS else self.m[address]
            if not self._can_hold(entry, register, kind, value):
                yield f"'{procedure.name}' keeps an impossible value"
        if any(self.m[address] for address in free):
            yield f"'{procedure.name}' keeps what it does not need"

    def _can_hold(self, entry: EntryPoint, register: int, kind: CellKind, value: int) -> bool:
        if kind is not CellKind.NUMBER:
            least, most = _range(self.rules, kind, self.m[PLAYERS])
            if not least <= value <= most:
                return False
        return self.rules.held.allows(entry.number, register, value)
