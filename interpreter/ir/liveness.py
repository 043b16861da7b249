"""Liveness: which registers of a framed procedure are still needed where it suspends.

In: a framed procedure. Out: the registers live into every block, and `held_at` a suspension: exactly what
its frame keeps in memory while it waits there.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.tree.passes import over
from . import CallFrame, ForEachBit, ForEachIn, Fork, If, Instr, Procedure, Terminator, While
from .walk import children, defines, reads, successors, terminator_children

Live = frozenset[int]


def live_into_blocks(procedure: Procedure) -> tuple[Live, ...]:
    """For every block, the registers that may be read before they are written, starting from its beginning."""
    return _Liveness(procedure).run()


class _Liveness:
    """Iterates over the blocks until nothing changes; the registers that an instruction reads are cached."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure
        self.live: list[Live] = [frozenset() for _ in procedure.blocks]
        self.ends = [reads(terminator_children(block.terminator)) for block in procedure.blocks]
        self._own: dict[int, Live] = {}  # by identity, as the procedure keeps its instructions alive

    def run(self) -> tuple[Live, ...]:
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(self.live))):
                block = self.procedure.blocks[number]
                after = _live_after(block.terminator, self.live) | self.ends[number]
                before = self.before_all(block.instructions, after)
                if before != self.live[number]:
                    self.live[number] = before
                    changed = True
        return tuple(self.live)

    def own(self, instr: Instr) -> Live:
        known = self._own.get(id(instr))
        if known is None:
            known = self._own[id(instr)] = frozenset(reads(children(instr)))
        return known

    def before_all(self, instructions: tuple[Instr, ...], after: Live) -> Live:
        for instr in reversed(instructions):
            after = self.before(instr, after)
        return after

    @over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS Assign Random Run")
    def before(self, instr: Instr, after: Live) -> Live:
        own = self.own(instr)
        match instr:
            case If(then=then, otherwise=otherwise):
                return own | self.before_all(then, after) | self.before_all(otherwise, after)
            case While(body=body):
                return own | self.before_loop(body, after | own, None)
            case ForEachBit(register=register, body=body) | ForEachIn(register=register, body=body):
                return own | self.before_loop(body, after, register)
        return (after - {defines(instr)}) | own

    def before_loop(self, body: tuple[Instr, ...], after: Live, register: int | None) -> Live:
        # Each round adds the registers that an iteration needs. One round more than the nesting would suffice,
        # but a fixed point needs no proof of that.
        head = after
        while True:
            grown = head | (self.before_all(body, head) - {register})
            if grown == head:
                return head
            head = grown


def held_at(terminator: Terminator, live: tuple[Live, ...]) -> Live:
    """The registers that a frame holds while it is suspended at this terminator."""
    held = _live_after(terminator, live)
    if isinstance(terminator, CallFrame | Fork):
        return held  # the arguments have already been evaluated
    return held | reads(terminator_children(terminator))


def _live_after(terminator: Terminator, live: Sequence[Live]) -> Live:
    ways = (live[block] - {register} for block, register in successors(terminator))
    return frozenset().union(*ways)
