"""Frames: where procedures can be resumed, and where their registers are stored while they wait.

In: a program. Out: a `FramePlan`. Every engine uses the same plan, since the memory at a decision must have
the same bytes in all of them. A frame is [address of the frame below, entry number, slots...]; only registers
that are live at some entry have a slot, in the order of their numbers.
"""

from __future__ import annotations

from enum import Enum

import attrs

from ...dsl.tree.passes import table
from . import Block, CallFrame, Chance, Choose, Fork, Procedure, Program, Terminator
from .cycles import callees_first, components
from .liveness import Live, held_at, live_into_blocks
from .walk import children, flat, reads, terminator_children
from .widths import kind_words

FRAME_HEAD = 2
NESTING = 16  # how many levels of recursion a stack has room for
FIRST_ENTRY = 2  # an empty strand reads the cell OVER (0 or 1) as its entry number


class EntryKind(Enum):
    START = "start"
    CHOICE = "choice"
    CHANCE = "chance"
    CALLED = "called"  # resumes after a CallFrame
    JOINED = "joined"  # resumes after a Fork


_KINDS = {
    Choose: EntryKind.CHOICE,
    Chance: EntryKind.CHANCE,
    CallFrame: EntryKind.CALLED,
    Fork: EntryKind.JOINED,
}
table(__name__, "kinds", Terminator, _KINDS, leaves="WAYS Halt Return")


@attrs.frozen
class EntryPoint:
    """A point where a procedure starts or resumes: `block` starts there, or ends in the suspension.

    `held` are the registers in the frame while it waits; `result` is the register that receives the callee's
    result, if it is ever read.
    """

    number: int
    kind: EntryKind
    procedure: int
    block: int
    held: Live
    result: int | None = None

    @property
    def live(self) -> Live:
        """The registers in the frame when this entry begins to run."""
        return self.held if self.result is None else self.held | {self.result}


@attrs.frozen
class FrameSlot:
    offset: int  # counted from the address of the frame
    words: int


@attrs.frozen
class Frame:
    slots: dict[int, FrameSlot]
    size: int


@attrs.frozen
class FramePlan:
    """`entries[i]` has the number FIRST_ENTRY + i; `frames` has one for each framed procedure."""

    entries: tuple[EntryPoint, ...]
    frames: dict[int, Frame]
    starts: dict[int, int]  # procedure -> number of its START entry
    live: dict[int, tuple[Live, ...]]  # procedure -> the registers live into each of its blocks
    reads: dict[int, tuple[Live, ...]]  # procedure -> the registers that each block reads before it suspends
    suspended: dict[
        tuple[int, int], EntryPoint
    ]  # (procedure, block) -> the entry that its terminator waits at
    at_once: frozenset[int]  # the procedures that a caller may enter without returning to the driver

    def entry(self, number: int) -> EntryPoint | None:
        index = number - FIRST_ENTRY
        return self.entries[index] if 0 <= index < len(self.entries) else None


def plan_frames(program: Program) -> FramePlan:
    entries: list[EntryPoint] = []
    frames: dict[int, Frame] = {}
    live: dict[int, tuple[Live, ...]] = {}
    for number, procedure in enumerate(program.procedures):
        if procedure.framed:
            live[number] = live_into_blocks(procedure)
            found = _entries_of(number, procedure, FIRST_ENTRY + len(entries), live[number])
            entries.extend(found)
            frames[number] = _frame(program, procedure, found)
    return FramePlan(
        tuple(entries),
        frames,
        {e.procedure: e.number for e in entries if e.kind is EntryKind.START},
        live,
        {number: tuple(map(_reads, program.procedures[number].blocks)) for number in frames},
        {(e.procedure, e.block): e for e in entries if e.kind is not EntryKind.START},
        _entered_directly({number: _calls(program, number) for number in frames}),
    )


def _reads(block: Block) -> Live:
    """The registers that a block reads itself; a decision reads its registers later, from the frame."""
    exprs = [expr for instr in flat(block.instructions) for expr in children(instr)]
    if not isinstance(block.terminator, Choose | Chance):
        exprs += terminator_children(block.terminator)
    return frozenset(reads(exprs))


def _entries_of(number: int, procedure: Procedure, first: int, live: tuple[Live, ...]) -> list[EntryPoint]:
    entries = [EntryPoint(first, EntryKind.START, number, 0, live[0])]
    for block, body in enumerate(procedure.blocks):
        terminator = body.terminator
        kind = _KINDS.get(type(terminator))
        if kind is None:
            continue
        result = None
        if isinstance(terminator, CallFrame) and terminator.register in live[terminator.target]:
            result = terminator.register
        entries.append(
            EntryPoint(first + len(entries), kind, number, block, held_at(terminator, live), result)
        )
    return entries


def _frame(program: Program, procedure: Procedure, entries: list[EntryPoint]) -> Frame:
    """Assigns slots; registers of one size that are never in the frame together share a slot."""
    slots: dict[int, FrameSlot] = {}
    size = FRAME_HEAD
    users: dict[FrameSlot, set[int]] = {}
    for register in sorted(frozenset().union(*(entry.live for entry in entries))):
        words = kind_words(program.layout, procedure.kinds[register])
        besides = frozenset().union(*(entry.live for entry in entries if register in entry.live))
        free = (slot for slot, own in users.items() if slot.words == words and not own & besides)
        slot = next(free, None)
        if slot is None:
            slot = FrameSlot(size, words)
            size += words
        users.setdefault(slot, set()).add(register)
        slots[register] = slot
    return Frame(slots, size)


def stack_cells(program: Program, plan: FramePlan) -> int:
    """How many cells each stack needs: for the longest chain of calls and `NESTING` levels of recursion."""
    calls = {number: _calls(program, number) for number in plan.frames}
    loops = components(calls)
    loop_of = {number: loop for loop in loops for number in loop}
    order = callees_first(calls)
    place = {number: index for index, number in enumerate(order)}
    deepest: dict[int, int] = {}
    for number in order:
        loop = loop_of.get(number, [number])
        if number != max(loop, key=place.__getitem__):
            continue  # not everything that the loop calls is known yet
        rounds = NESTING if number in loop_of else 1
        below = max((deepest.get(callee, 0) for one in loop for callee in calls[one]), default=0)
        whole = rounds * sum(plan.frames[one].size for one in loop) + below
        deepest.update(dict.fromkeys(loop, whole))
    strands = {t.procedure for t in _terminators(program) if isinstance(t, Fork)}
    return 1 + max(deepest[number] for number in (program.main, *sorted(strands)))


def _entered_directly(calls: dict[int, list[int]]) -> frozenset[int]:
    """The procedures that a caller may enter by itself. Some are left out at regular distances, so that a long
    chain of calls returns to the driver."""
    level: dict[int, int] = {}
    for number in callees_first(calls):
        level[number] = 1 + max((level.get(callee, 0) for callee in calls[number]), default=0)
    return frozenset(number for number, one in level.items() if one % NESTING)


def _terminators(program: Program) -> list[Terminator]:
    return [block.terminator for procedure in program.procedures for block in procedure.blocks]


def _calls(program: Program, number: int) -> list[int]:
    terminators = (block.terminator for block in program.procedures[number].blocks)
    return sorted({t.procedure for t in terminators if isinstance(t, CallFrame)})
