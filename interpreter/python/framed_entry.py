"""What the generated functions for one point of a framed procedure share: its frame and the frame's address."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..ir import Expr, Procedure, Program, Terminator
from ..ir.frames import EntryPoint, FramePlan, FrameSlot
from ..ir.walk import reads
from .instructions import Function, counts, load_slot, slot_address


class FramedEntry:
    """A framed procedure, at one of its entries (None: inside, in code that several entries share)."""

    def __init__(
        self,
        program: Program,
        plan: FramePlan,
        number: int,
        entry: EntryPoint | None,
        trace: bool,
        bad: Collection[int],
    ) -> None:
        self.program, self.plan, self.number, self.trace, self.bad = program, plan, number, trace, bad
        self._entry = entry
        self.procedure: Procedure = program.procedures[number]
        self.slots: dict[int, FrameSlot] = plan.frames[number].slots
        # Nothing calls the main procedure, so its frame always lies at the bottom.
        self.f = str(program.layout.stacks + 1) if number == program.main else "f"
        self.tail = ", n, x" if trace else ", n"

    def function(self, head: str) -> Function:
        """A function of the procedure, without lines so far."""
        return Function(self.program, head, self.trace, self.bad)

    @property
    def entry(self) -> EntryPoint:
        assert self._entry is not None
        return self._entry

    @property
    def terminator(self) -> Terminator:
        """The terminator at which the entry waits."""
        return self.procedure.blocks[self.entry.block].terminator

    def begin(self, function: Function, exprs: Iterable[Expr]) -> None:
        """The first lines of a function that is called from outside and evaluates these expressions."""
        exprs = list(exprs)
        self.load(function, reads(exprs))
        if counts(exprs, self.program):
            function.line("n = iter(STEPS)")
        if self.trace:  # conditions may call procedures that emit events, which are discarded here
            function.line("x = NOBODY")

    def load(self, function: Function, registers: frozenset[int] | set[int]) -> None:
        for register in sorted(registers):
            address = slot_address(self.f, self.slots[register].offset)
            loaded = load_slot(self.program.layout, self.procedure.kinds[register], address)
            function.line(f"r{register} = {loaded}")
