"""One function of machine code while it is written: blocks, loops, cells of the memory, faults.

Every function of the engine takes the memory `m` first (a pointer to its first cell), and then the `context` of the
thread that runs it; functions that are called from outside take the context last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...dsl.diagnostics.source import Span
from ..ir import Fault
from . import assembly as ir
from .context import ContextFields
from .records import places
from .unit import Unit
from .values import BIT, BYTE, CELL, NO, POINTER, Value, Words, cell, constant

LIKELY, RARE = 2000, 1


class Loop:
    """A loop that is being written: `before` is the block that leads to it. If it `is_quiet`, the memory does not
    change in it; if it `is_still`, at least nothing moves."""

    def __init__(self, before: Value, is_quiet: bool, is_still: bool) -> None:
        self.before, self.is_quiet, self.is_still = before, is_quiet, is_still


class Code:
    """Writes one function. `leave` writes the return of a status that is not 0; without it, nothing can fail."""

    def __init__(self, unit: Unit, function: Value, leave: Callable[[Value], None] | None = None) -> None:
        self.unit, self.layout = unit, unit.program.layout
        self.function = function
        self.m = function.args[0]
        exported = function.name in unit.exported
        self.context = function.args[-1 if exported else 1]
        self.given: list[Value] = list(function.args[1:-1] if exported else function.args[2:])
        self.span: Span | None = None
        self.leave = leave
        self.statuses: set[int] = set()  # those that the function can return
        self.loops: list[Loop] = []  # inside each other, that are being written
        self.copied = 0  # how deep procedures are being written in place of their calls
        self._exits: dict[int, Value] = {}
        self._variables = ir.IRBuilder(function.append_basic_block("variables"))
        self._start = function.append_basic_block("start")
        self.b = ir.IRBuilder(self._start)

    def finish(self) -> None:
        """Ends the function, once all of its code is written."""
        for status, block in self._exits.items():
            self.b.position_at_end(block)
            assert self.leave is not None
            self.leave(cell(status))
        self._variables.branch(self._start)
        if self.unit.meter is not None:
            self.unit.meter.add(self.function)

    # ---------------------------------------------------------------- variables

    def variable(self, value: Value | None = None) -> Value:
        """A variable of the function, for one cell; optimizing turns it into a register."""
        found = self._variables.alloca(CELL)
        if value is not None:
            self.b.store(value, found)
        return found

    def get(self, variable: Value) -> Value:
        return self.b.load(variable, typ=CELL)

    def set(self, variable: Value, value: Value) -> None:
        self.b.store(value, variable)

    def buffer(self, count: int, kind: Value = CELL) -> Value:
        """Room for `count` values in the function's frame."""
        self.unit.room[self.function.name] = (
            self.unit.room.get(self.function.name, 0) + count * kind.width // 8
        )
        return self._variables.alloca(kind, size=max(count, 1))

    def item(self, array: Value, index: Value, kind: Value = CELL) -> Value:
        """The address of an item of an array."""
        return self.b.gep(array, [index], inbounds=True, source_etype=kind)

    def entry(self, table: Value, index: Value) -> Value:
        """An entry of a constant table of cells."""
        return self.b.load(self.item(table, index), typ=CELL)

    # ------------------------------------------------------------------- memory

    def at(self, address: Value | int, offset: int = 0) -> Value:
        """A pointer to the cell at an address, which lies in the memory."""
        if isinstance(address, int):
            return self.item(self.m, cell(address + offset))
        number = constant(address)
        if number is not None:
            return self.item(self.m, cell(number + offset))
        return self.item(self.m, self.plus(address, offset))

    def load(self, address: Value | int, offset: int = 0) -> Value:
        return self.b.load(self.at(address, offset), typ=CELL)

    def store(self, value: Value, address: Value | int, offset: int = 0) -> None:
        self.b.store(value, self.at(address, offset))

    # --------------------------------------------------------------- arithmetic

    def plus(self, value: Value, number: Value | int) -> Value:
        """A sum that cannot overflow."""
        if isinstance(number, int):
            if number == 0:
                return value
            number = cell(number)
        known, more = constant(value), constant(number)
        if known is not None and more is not None:
            return cell(known + more)
        return self.b.add(value, number, flags=("nsw",))

    def total(self, values: Sequence[Value]) -> Value:
        found = values[0]
        for value in values[1:]:
            found = self.plus(found, value)
        return found

    def number(self, truth: Value) -> Value:
        """0 or 1."""
        return self.b.zext(truth, CELL)

    def as_pointer(self, address: Value) -> Value:
        return self.b.inttoptr(address, POINTER)

    # ------------------------------------------------------------------ control

    def block(self, name: str = "") -> Value:
        return self.function.append_basic_block(name)

    def go(self, block: Value) -> None:
        """Ends the block here with a jump, unless it has ended already."""
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def begin(self, block: Value) -> None:
        self.b.position_at_end(block)

    def branch(self, test: Value, then: Value, otherwise: Value, likely: bool | None = None) -> None:
        """`likely` says which way is the usual one, if one is."""
        weights = None if likely is None else (LIKELY, RARE) if likely else (RARE, LIKELY)
        self.b.cbranch(test, then, otherwise, weights)

    def when(
        self,
        test: Value,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        likely: bool | None = None,
    ) -> None:
        yes, after = self.block(), self.block()
        no = after if otherwise is None else self.block()
        self.branch(test, yes, no, likely)
        self.begin(yes)
        then()
        self.go(after)
        if otherwise is not None:
            self.begin(no)
            otherwise()
            self.go(after)
        self.begin(after)

    def choice(self, test: Value, then: Callable[[], Words], otherwise: Callable[[], Words]) -> Words:
        """The words that one of two pieces of code gives; only that one runs."""
        yes, no, after = self.block(), self.block(), self.block()
        self.branch(test, yes, no)
        self.begin(yes)
        first = then()
        first_end = self.b.block
        self.go(after)
        self.begin(no)
        second = otherwise()
        second_end = self.b.block
        self.go(after)
        self.begin(after)
        found = []
        for a, b in zip(first, second, strict=True):
            phi = self.b.phi(a.type)
            phi.add_incoming(a, first_end)
            phi.add_incoming(b, second_end)
            found.append(phi)
        return found

    @contextmanager
    def times(self, count: Value, first: int = 0) -> Iterator[Value]:
        """A loop over the numbers first..count-1."""
        head, body, after = self.block(), self.block(), self.block()
        before = self.b.block
        self.go(head)
        self.begin(head)
        index = self.b.phi(CELL)
        index.add_incoming(cell(first), before)
        self.branch(self.b.icmp_signed("<", index, count), body, after)
        self.begin(body)
        yield index
        index.add_incoming(self.plus(index, 1), self.b.block)
        self.go(head)
        self.begin(after)

    # ------------------------------------------------------------------- faults

    def status(self, fault: Fault) -> int:
        """The status of a fault of the instruction that is being written."""
        number = self.unit.statuses.of(fault, self.span)
        self.statuses.add(number)
        return number

    def exit(self, status: int) -> Value:
        """The block that leaves the function with a status."""
        block = self._exits.get(status)
        if block is None:
            block = self._exits[status] = self.block()
        return block

    def fail(self, fault: Fault) -> None:
        """A fault here, always; the code after it is never reached."""
        self.go(self.exit(self.status(fault)))
        self.begin(self.block())

    def fail_if(self, test: Value, fault: Fault) -> None:
        if constant(test) == 0:
            return
        fine = self.block()
        self.branch(test, self.exit(self.status(fault)), fine, likely=False)
        self.begin(fine)

    def leave_if(self, test: Value, status: Callable[[], Value]) -> None:
        """Leaves with a status that is known only at run time."""
        fine, bad = self.block(), self.block()
        self.branch(test, bad, fine, likely=False)
        self.begin(bad)
        assert self.leave is not None
        self.leave(status())
        self.begin(fine)

    # ---------------------------------------------------------------- functions

    def helper(
        self, name: str, returns: Value, parameters: Sequence[Value], write: Callable[[Code], None]
    ) -> Value:
        """A function that every program has alike, but for its layout; written on first use."""
        unit = self.unit
        found = unit.helpers.get(name)
        if found is None:
            found = unit.helpers[name] = unit.function(name, returns, parameters)
            code = Code(unit, found)
            write(code)
            code.finish()
        return found

    def call(self, function: Value, *arguments: Value) -> Value:
        """Calls a function of the engine, with the memory and the context."""
        if function.name in self.unit.exported:
            return self.b.call(function, [self.m, *arguments, self.context])
        return self.b.call(function, [self.m, self.context, *arguments])

    # ----------------------------------------------------------------- stretches

    def copy(self, to: Value, source: Value, count: Value) -> None:
        """Copies cells to where none of them lies."""
        self._memory("llvm.memcpy", to, source, count)

    def move(self, to: Value, source: Value, count: Value) -> None:
        """Copies cells within the memory."""
        self._memory("llvm.memmove", to, source, count)

    def _memory(self, name: str, to: Value, source: Value, count: Value) -> None:
        function = self.unit.intrinsic(f"{name}.p0.p0.i64", [POINTER, POINTER, CELL, BIT])
        size = self.b.mul(count, cell(8))
        self.b.call(function, [to, source, size, NO], align={0: 8, 1: 8})

    def fill(self, to: Value, byte: int, size: int) -> None:
        """Sets bytes to one value."""
        function = self.unit.intrinsic("llvm.memset.p0.i64", [POINTER, BYTE, CELL, BIT])
        self.b.call(function, [to, BYTE(byte), cell(size), NO])

    # ------------------------------------------------------------------- context

    def steps_left(self) -> Value:
        """A pointer to the number of steps that are left until the next decision."""
        return self._field("steps_left")

    def _field(self, name: str) -> Value:
        """A pointer to a field of the context."""
        return self.item(self.context, cell(places(ContextFields)[name]))

    def seen(self) -> Value:
        """The numbers that say how often each event has happened."""
        return self.b.load(self._field("seen"), typ=POINTER)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Events in here only seem to happen, and are not counted."""
        if not self.unit.counting:
            yield
            return
        place, seen = self._field("seen"), self.seen()
        self.b.store(self.b.load(self._field("unseen"), typ=POINTER), place)
        yield
        self.b.store(seen, place)

    def listed(self, count: Value) -> None:
        """Code that counts reports how many actions are listed at the end of the scratch."""
        if self.unit.batch:
            self.b.store(count, self._field("listed"))

    def scratch(self, level: int) -> Value:
        """Room for the record of a trial: each level of trials within trials has its own; options have the last."""
        first = self.b.load(self._field("scratch"), typ=POINTER)
        return self.item(first, cell(level * self.unit.record_cells)) if level else first

    def trial(self) -> Value:
        """A pointer to where the context names the record of the current trial."""
        return self._field("trial")
