"""Liveness: which registers of a framed procedure are still needed where it suspends.

In: a framed procedure. Out: the registers live into every block, and `held_at` a suspension: exactly what
its frame keeps in memory while it waits there.
"""

from __future__ import annotations

from collections.abc import Iterable

from .ir import CallFrame, ForEachBit, ForEachIn, Fork, If, Instr, Procedure, Terminator, While
from .ir_walk import children, defines, reads, successors, terminator_children

Live = frozenset[int]


def live_into_blocks(procedure: Procedure) -> tuple[Live, ...]:
    """For every block the registers that may be read from its start on before they are written."""
    live: list[Live] = [frozenset() for _ in procedure.blocks]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(procedure.blocks))):
            block = procedure.blocks[number]
            after = _before_terminator(block.terminator, live)
            before = _before_all(block.instructions, after)
            if before != live[number]:
                live[number] = before
                changed = True
    return tuple(live)


def held_at(terminator: Terminator, live: tuple[Live, ...]) -> Live:
    """The registers that a frame holds while it is suspended at this terminator."""
    held = _live_after(terminator, live)
    if isinstance(terminator, CallFrame | Fork):
        return held  # the arguments were evaluated before
    return held | reads(terminator_children(terminator))


def _live_after(terminator: Terminator, live: Iterable[Live]) -> Live:
    table = tuple(live)
    ways = (table[block] - {register} for block, register in successors(terminator))
    return frozenset().union(*ways)


def _before_terminator(terminator: Terminator, live: list[Live]) -> Live:
    return _live_after(terminator, live) | reads(terminator_children(terminator))


def _before_all(instructions: tuple[Instr, ...], after: Live) -> Live:
    for instr in reversed(instructions):
        after = _before(instr, after)
    return after


def _before(instr: Instr, after: Live) -> Live:
    own = frozenset(reads(children(instr)))
    match instr:
        case If(then=then, otherwise=otherwise):
            return own | _before_all(then, after) | _before_all(otherwise, after)
        case While(body=body):
            return _before_loop(body, after | own, None)
        case ForEachBit(register=register, body=body) | ForEachIn(register=register, body=body):
            return own | _before_loop(body, after, register)
    return (after - {defines(instr)}) | own


def _before_loop(body: tuple[Instr, ...], after: Live, register: int | None) -> Live:
    # What is live before a turn grows by what the turn needs; one more round than the nesting suffices,
    # but asking for a fixed point needs no such argument.
    head = after
    while True:
        grown = head | (_before_all(body, head) - {register})
        if grown == head:
            return head
        head = grown
