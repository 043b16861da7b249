"""The code in generated functions that changes frames: suspend, call, fork, return, halt.

At a suspension, a frame holds exactly the live registers and the number of its entry; all else in it is zero.
"""

from __future__ import annotations

from ..ir import FORKS, CallFrame, Fork, Program, Return
from ..ir.frames import EntryPoint
from ..ir.widths import is_simple
from .framed_entry import FramedEntry
from .instructions import Function, is_atom, slot_address, store_slot


class FrameCode:
    """Emits into one function. `live` are the registers in the frame when the function begins, `number` the
    entry number there (None: unknown), `assigned` the registers whose value may have changed since."""

    def __init__(
        self, at: FramedEntry, out: Function, live: frozenset[int], number: int | None, assigned: set[int]
    ) -> None:
        self.at, self.out, self.live, self.number, self.assigned = at, out, live, number, assigned
        self.program: Program = at.program
        self.plan, self.layout = at.plan, at.program.layout

    def clear(self) -> None:
        """Clears all registers in the frame."""
        self._zero_slots(self.live)

    def _entry_after(self, block: int) -> EntryPoint:
        return self.plan.suspended[self.at.number, block]

    def suspend(self, number: int) -> None:
        """Stores exactly the registers that the entry at the end of this block holds, and its number."""
        entry = self._entry_after(number)
        for register in sorted(entry.held):
            if register not in self.live or register in self.assigned:
                self._store_slot(register)
        self._zero_slots(self.live - entry.held, entry.held)
        if entry.number != self.number:
            self.out.line(f"m[{slot_address(self.at.f, 1)}] = {entry.number}")

    def _store_slot(self, register: int) -> None:
        address = slot_address(self.at.f, self.at.slots[register].offset)
        kind = self.at.procedure.kinds[register]
        self.out.line(store_slot(self.layout, kind, address, f"r{register}"))

    def _zero_slots(self, dead: frozenset[int], held: frozenset[int] = frozenset()) -> None:
        """Clears the slots of dead registers that no other register has taken over."""
        slots = {self.at.slots[register] for register in dead}
        slots -= {self.at.slots[register] for register in held}
        offsets = sorted(slot.offset + word for slot in slots for word in range(slot.words))
        if offsets:
            self.out.line(" = ".join(f"m[{slot_address(self.at.f, o)}]" for o in offsets) + " = 0")

    def call(self, number: int, call: CallFrame) -> None:
        out, layout = self.out, self.layout
        frame = self.plan.frames[call.procedure]
        size = self.plan.frames[self.at.number].size
        stack = self._stack()
        if self.at.f.isdigit():
            new = str(int(self.at.f) + size)
        else:
            out.line(f"g = f + {size}")
            new = "g"
        end = str(int(stack) + layout.stack) if stack.isdigit() else f"s + {layout.stack}"
        if not (new.isdigit() and int(new) + frame.size <= int(end)):
            out.line(f"if {slot_address(new, frame.size)} > {end}: raise RulesFault(STACK_OVERFLOW)")
        arguments = [out.exprs.value(argument) for argument in call.arguments]
        self._push(new, self.at.f, call.procedure, arguments)
        self.suspend(number)
        out.line(f"m[{stack}] = {new}")
        # Enters the callee directly, which saves a step of the trampoline. Python's stack grows with the frames
        # that are pushed without a suspension, and shrinks with the first return.
        start = self.plan.starts[call.procedure]
        if call.procedure not in self.plan.at_once:
            out.line(f"return {new}")
            return
        out.line(f"return e{start}(m, {new}{self.at.tail})")

    def _stack(self) -> str:
        """Source of the address of the stack that the frame lies on."""
        if self.at.f.isdigit() or self.layout.strands == 1:
            return str(self.layout.stacks)
        self.out.line(f"s = f - (f - {self.layout.stacks}) % {self.layout.stack}")
        return "s"

    def _push(self, new: str, below: str, procedure: int, arguments: list[str]) -> None:
        """Fills a new frame; arguments that the callee never reads are evaluated, but not stored."""
        frame = self.plan.frames[procedure]
        start = self.plan.entry(self.plan.starts[procedure])
        assert start is not None
        for parameter, source in enumerate(arguments):
            if parameter not in start.held:
                if not is_atom(source):  # it may be a fault, or a call
                    self.out.line(source)
                continue
            address = slot_address(new, frame.slots[parameter].offset)
            kind = self.program.procedures[procedure].kinds[parameter]
            self.out.line(store_slot(self.layout, kind, address, source))
        self.out.line(f"m[{slot_address(new, 1)}] = {start.number}")
        if below != "0":
            self.out.line(f"m[{new}] = {below}")

    def fork(self, number: int, fork: Fork) -> None:
        out, layout = self.out, self.layout
        out.line(f"c = {out.exprs.value(fork.players)}")
        names = [out.exprs.fresh() for _ in fork.arguments]
        for name, argument in zip(names, fork.arguments, strict=True):
            out.line(f"{name} = {out.exprs.value(argument)}")
        if 1 + self.plan.frames[fork.procedure].size > layout.stack:
            out.line("raise RulesFault(STACK_OVERFLOW)")

        def start() -> None:
            out.line("p = (c & -c).bit_length() - 1")
            out.line("c &= c - 1")
            out.line(f"s = {layout.stacks + layout.stack} + p * {layout.stack}")
            out.line("g = m[s] = s + 1")
            self._push("g", "0", fork.procedure, ["p", *names])

        self.suspend(number)
        out.line(f"m[{FORKS}] += 1")
        out.line(f"if not c: return {self.at.f}")
        out.block("while c:", start)
        out.line("return -1")

    def give_back(self, terminator: Return) -> None:
        out, f = self.out, self.at.f
        if self.at.number == self.program.main:
            self.halt("0")
            return
        results = any(entry.result is not None for entry in self.plan.entries)
        value = "0" if terminator.value is None else out.exprs.value(terminator.value)
        if results or not is_atom(value):
            out.line(f"v = {value}")
        out.line(f"b = m[{f}]")
        self._zero_slots(self.live)
        out.line("m[f] = m[f + 1] = 0")
        out.line(f"m[{self._stack()}] = b")
        if self.layout.strands > 1:
            out.line("if not b: return -2")
        if results:
            out.line("o = RESULT[m[b + 1]]")
            out.line("if o: give(m, b, o, v)" if self._wide_results() else "if o: m[b + o] = v")
        out.line("return b")

    def _wide_results(self) -> bool:
        return any(
            not is_simple(self.layout, self.program.procedures[e.procedure].kinds[e.result])
            for e in self.plan.entries
            if e.result is not None
        )

    def halt(self, winners: str) -> None:
        layout = self.layout
        end = layout.stacks + layout.strands * layout.stack
        self.out.line(f"m[1], m[2] = 1, {winners}")
        self.out.line(f"m[{layout.stacks}:{end}] = NO_STACKS")
        self.out.line("return 0")
