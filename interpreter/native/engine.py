"""The native engine: the kernel that runs a program as machine code, with the bytes of the Python engine.

What is asked in every match runs as machine code. What only people and tools ask (candidates, positions, conditions
that fail, the preparation of an edited memory) is answered by a Python engine of the same program, which is made on
first use: between two decisions, the memory is the same in both.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Protocol

from ..engine.beginning import memory_at_start
from ..engine.protocol import Pending, Sink
from ..ir import LUCK, NONE, OVER, SECRET_LUCK, Chance, Choose, Fault, Program
from ..ir.frames import FramePlan, plan_frames
from ..memory.faults import RulesFault
from ..memory.luck import secret_seed, signed
from ..memory.words import Memory
from ..python.engine import PythonEngine
from .context import Context
from .module import NativeModule
from .statuses import NO_DECISION

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int64


class Code(Protocol):
    """Linked machine code."""

    def address(self, name: str) -> int:
        """Where a function begins. Raises LookupError."""


class NativeEngine:
    """One program as machine code; immutable, so threads can share it. See `engine.protocol.Engine`."""

    name = "native"
    trace = False

    def __init__(
        self, program: Program, module: NativeModule, code: Code, python: PythonEngine | None = None
    ) -> None:
        """`module` is what `build_module` made of the program, and `code` is that module compiled and linked."""
        self.program, self.module, self.code = program, module, code
        self._given_python = python
        self._own = threading.local()
        layout = program.layout
        self._size = layout.size
        self._stacks = tuple(layout.stacks + strand * layout.stack for strand in range(layout.strands))
        self._begin = self._function("begin", 1)
        self._start = self._function("start", 4)
        self._act = self._function("act", 3)
        self._list = self._function("options", 3)
        self._first = self._function("waiting", 1)
        self._who = self._function("player", 2)
        self._outcomes = self._function("outcomes", 4)
        self._finish = self._function("finish", 3)
        self.act_main: Callable[..., None] = self._act_main
        self.actions_main: Callable[[Memory], list[int]] = self.actions

    def _function(self, name: str, arguments: int) -> Callable[..., int]:
        """A function of the memory, more arguments (pointers as numbers), and the context."""
        kind = ctypes.PYFUNCTYPE(_NUMBER, _POINTER, *[_NUMBER] * (arguments - 1), _POINTER)
        return kind(self.code.address(name))

    @cached_property
    def _initial(self) -> Memory:
        return array("q", self.program.initial)

    @cached_property
    def plan(self) -> FramePlan:
        return plan_frames(self.program)

    @cached_property
    def python(self) -> PythonEngine:
        """A Python engine of the same program, for questions that are rarely asked."""
        return self._given_python or PythonEngine(self.program)

    # ------------------------------------------------------------------ contexts

    def _room(self) -> tuple[int, Memory, int]:
        """The context of this thread, and a buffer for options with its address."""
        try:
            found: tuple[int, Memory, int] = self._own.room
        except AttributeError:
            context = Context(self.module.scratch_cells)
            buffer = array("q", bytes(8 * self.module.most_options))
            self._own.context = context
            found = self._own.room = (context.address, buffer, buffer.buffer_info()[0])
        return found

    def _memory(self, m: Memory) -> int:
        address, cells = m.buffer_info()
        if cells != self._size or m.itemsize != 8:
            raise ValueError(f"a memory of {cells} cells; the program has {self._size}")
        return address

    def _raise(self, status: int) -> None:
        if status >= NO_DECISION:
            raise LookupError("there is no decision here")
        raise RulesFault(self.module.faults[status - 1])

    # ------------------------------------------------------------------- playing

    def start(
        self,
        players: int,
        seed: int,
        sink: Sink | None = None,
        cells: Mapping[int, int] | None = None,
        edit: Callable[[Memory], None] | None = None,
    ) -> Memory:
        context, _, _ = self._room()
        luck, secret = signed(seed), secret_seed(seed)
        if not cells and edit is None and 1 <= players <= self.program.layout.max_players:
            m = array("q", bytes(8 * self._size))
            status = self._start(self._memory(m), players, luck, secret, context)
        else:
            m = memory_at_start(self._initial, self.program.layout, players, cells)
            m[LUCK], m[SECRET_LUCK] = luck, secret
            if self.program.prepare is not None:
                self.python.function(self.program.prepare)(m)
            if edit is not None:
                edit(m)
            status = self._begin(self._memory(m), context)
        if status:
            self._raise(status)
        return m

    def act(self, m: Memory, strand: int, action: int, sink: Sink | None = None) -> None:
        status = self._act(self._memory(m), strand, action, self._room()[0])
        if status:
            self._raise(status)

    def _act_main(self, m: Memory, action: int, sink: Sink | None = None) -> None:
        status = self._act(self._memory(m), 0, action, self._room()[0])
        if status:
            self._raise(status)

    def actions(self, m: Memory, strand: int = 0) -> list[int]:
        context, buffer, address = self._room()
        count = self._list(self._memory(m), strand, address, context)
        if count <= 0:
            self._raise(-count)
        return buffer[:count].tolist()

    def outcomes(self, m: Memory, strand: int = 0) -> list[tuple[int, int]]:
        context, buffer, address = self._room()
        weights = array("q", bytes(8 * len(buffer)))
        count = self._outcomes(self._memory(m), strand, address, weights.buffer_info()[0], context)
        if count <= 0:
            self._raise(-count)
        return list(zip(buffer[:count], weights[:count], strict=True))

    def over(self, m: Memory) -> bool:
        return m[OVER] != 0

    def finish(self, m: Memory, dice: int, bound: int) -> int:
        """Plays on at random with dice in this state: 0 if the match is over, a number below 0 after `bound`
        decisions, or the status of a fault."""
        state = array("q", [signed(dice)])
        return self._finish(self._memory(m), state.buffer_info()[0], bound, self._room()[0])

    def fault(self, status: int) -> Fault:
        """The fault that a status stands for."""
        return self.module.faults[status - 1]

    # ------------------------------------------------------------------ questions

    @cached_property
    def _sites(self) -> dict[int, int]:
        """The choice site of each entry that waits for a decision."""
        found = {}
        for entry in self.plan.entries:
            terminator = self.program.procedures[entry.procedure].blocks[entry.block].terminator
            if self.plan.suspended.get((entry.procedure, entry.block)) is entry and isinstance(
                terminator, Choose | Chance
            ):
                found[entry.number] = terminator.site if isinstance(terminator, Choose) else ~terminator.site
        return found

    def pending(self, m: Memory) -> list[Pending]:
        found = []
        for strand, stack in enumerate(self._stacks):
            frame = m[stack]
            site = self._sites.get(m[frame + 1]) if 0 < frame < self._size - 1 else None
            if site is None:
                continue
            if site < 0:
                found.append(Pending(strand, ~site, NONE))
                continue
            found.append(Pending(strand, site, self.player(m, strand)))
        return found

    def waiting(self, m: Memory) -> int:
        return self._first(self._memory(m), self._room()[0])

    def player(self, m: Memory, strand: int = 0) -> int:
        """The player of a strand's open decision; -1 if luck decides. Raises LookupError if there is nothing to
        decide."""
        player = self._who(self._memory(m), strand, self._room()[0])
        if player < NONE:
            self._raise(-2 - player)
        return player

    def positions(self, m: Memory, strand: int = 0) -> dict[int, int]:
        return self.python.positions(m, strand)

    def candidates(self, m: Memory, strand: int = 0) -> dict[int, int]:
        return self.python.candidates(m, strand)

    def failing(self, m: Memory, strand: int, action: int, count: int) -> int | None:
        return self.python.failing(m, strand, action, count)

    def function(self, procedure: int) -> Callable[..., int]:
        words = self.module.result_words.get(procedure)
        parameters = self.program.procedures[procedure].parameters
        if words != 1 or self.module.argument_words.get(procedure) != parameters:
            return self.python.function(procedure)
        called = self._function(f"call{procedure}", 2 + parameters)
        return partial(self._called, called)

    def _called(self, function: Callable[..., int], m: Memory, *arguments: int) -> int:
        context, buffer, address = self._room()
        status = function(self._memory(m), *map(signed, arguments), address, context)
        if status:
            self._raise(status)
        return buffer[0]
