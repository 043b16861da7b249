"""The Python engine: a program compiled to Python functions. `interpreter/engine/protocol.py` says what it offers."""

from __future__ import annotations

import linecache
import weakref
from array import array
from collections.abc import Callable, Mapping
from typing import Any

from ..engine.beginning import memory_at_start
from ..engine.protocol import Pending, Sink
from ..ir import LUCK, NONE, OVER, SECRET_LUCK, Chance, Choose, Program
from ..ir.frames import EntryKind, FramePlan
from ..memory.faults import MACHINE_ERRORS, RulesFault, fault_of
from ..memory.luck import secret_seed, signed
from ..memory.words import Memory
from .decisions import conjuncts, emit_call, emit_candidates, emit_failing
from .framed_entry import FramedEntry
from .module import NOBODY, Module, add_function, build_module


class PythonEngine:
    """One compiled program; immutable, so threads can share it. A sink may be given only with `trace`. `twin` is
    another engine of the same program, if there is one: what it found out about the program is used again."""

    name = "python"
    act: Callable[..., None]
    act_main: Callable[..., None]
    actions_main: Callable[[Memory], list[int]]
    module: Module

    def __init__(self, program: Program, trace: bool = False, twin: PythonEngine | None = None) -> None:
        self.program = program
        self.trace = trace
        self.module = build_module(program, trace, None if twin is None else twin.module)
        names = self.module.namespace
        names["MACHINE_ERRORS"] = MACHINE_ERRORS
        names["translate"] = self._translate
        self.act = names["act"]
        self.act_main = names["act_main"]
        self.actions_main = names["actions_main"] if not program.explicit_chance else self._actions_of_main
        weakref.finalize(self, linecache.cache.pop, self.module.filename, None)
        self._names: dict[str, Any] = names
        self._run_from, self._steps = names["run"], names["STEPS"]
        self._prepare = None if program.prepare is None else self.function(program.prepare)
        self._initial = array("q", program.initial)
        layout = program.layout
        self._stacks = tuple(layout.stacks + strand * layout.stack for strand in range(layout.strands))
        self._waiting = self._find_waiting()

    @property
    def plan(self) -> FramePlan:
        return self.module.plan

    def start(
        self,
        players: int,
        seed: int,
        sink: Sink | None = None,
        cells: Mapping[int, int] | None = None,
        edit: Callable[[Memory], None] | None = None,
    ) -> Memory:
        """A new memory, run to the first decision. Raises ValueError for an impossible number of players.

        `cells` are written before the rules begin (the options of the set-up); then `edit` may change the
        memory further (the `given` of a scenario).
        """
        layout = self.program.layout
        m = memory_at_start(self._initial, layout, players, cells)
        m[LUCK], m[SECRET_LUCK] = signed(seed), secret_seed(seed)
        if self._prepare is not None:
            self._prepare(m)
        if edit is not None:
            edit(m)
        frame = layout.stacks + 1
        m[layout.stacks], m[frame + 1] = frame, self.plan.starts[self.program.main]
        self._run(m, frame, sink)
        return m

    def _run(self, m: Memory, frame: int, sink: Sink | None) -> None:
        try:
            if self.trace:
                self._run_from(m, frame, iter(self._steps), NOBODY if sink is None else sink)
            else:
                self._run_from(m, frame, iter(self._steps))
        except MACHINE_ERRORS as error:
            raise self._translate(error, m) from error

    def pending(self, m: Memory) -> list[Pending]:
        """The open decisions, by strand."""
        found = []
        for strand, stack in enumerate(self._stacks):
            frame = m[stack]
            waiting = self._waiting.get(m[frame + 1]) if frame else None
            if waiting is not None:
                site, player = waiting
                found.append(Pending(strand, site, NONE if player is None else player(m, frame)))
        return found

    def waiting(self, m: Memory) -> int:
        """The strand of the first open decision; -1 if there is none."""
        for strand, stack in enumerate(self._stacks):
            frame = m[stack]
            if frame and m[frame + 1] in self._waiting:
                return strand
        return NONE

    def player(self, m: Memory, strand: int = 0) -> int:
        """The player of a strand's open decision; -1 if luck decides. Raises LookupError if there is nothing to
        decide."""
        frame = m[self._stacks[strand]]
        player = self._waiting[m[frame + 1]][1]
        return NONE if player is None else player(m, frame)

    def positions(self, m: Memory, strand: int = 0) -> dict[int, int]:
        """The places in which options of an open decision count positions, by the action of the first position."""
        frame = m[self._stacks[strand]]
        found: dict[int, int] = self._names["PLACES"][m[frame + 1]](m, frame)
        return found

    def candidates(self, m: Memory, strand: int = 0) -> dict[int, int]:
        """The sets of pieces from which options of an open decision name designs, by the action number of the
        first option. Compiled on first use, since few decisions are ever shown to people."""
        frame = m[self._stacks[strand]]
        entry = self.plan.entry(m[frame + 1]) if frame else None
        if entry is None or entry.kind is not EntryKind.CHOICE:
            return {}
        name = f"candidates{entry.number}"
        if name not in self._names:
            at = FramedEntry(self.program, self.plan, entry.procedure, entry, self.trace, self.module.bad)
            add_function(self.module, emit_candidates(at, name))
        found: dict[int, int] = self._names[name](m, frame)
        return found

    def _find_waiting(self) -> dict[int, tuple[int, Callable[..., int] | None]]:
        """For each entry that waits for a decision, its site, and a function for the player (None: luck)."""
        found: dict[int, tuple[int, Callable[..., int] | None]] = {}
        for entry in self.plan.entries:
            if entry.kind not in (EntryKind.CHOICE, EntryKind.CHANCE):
                continue
            terminator = self.program.procedures[entry.procedure].blocks[entry.block].terminator
            assert isinstance(terminator, Choose | Chance)
            player = self._names["PLAYER"][entry.number] if entry.kind is EntryKind.CHOICE else None
            found[entry.number] = (terminator.site, player)
        return found

    def actions(self, m: Memory, strand: int = 0) -> list[int]:
        """The legal actions of a strand's open decision; raises the site's fault if there are none.

        If luck decides, the possible actions. Raises LookupError if there is nothing to decide.
        """
        if self._kind(m, strand) is EntryKind.CHANCE:
            return [action for action, _ in self.outcomes(m, strand)]
        found: list[int] = self._names["actions"](m, strand)
        return found

    def _actions_of_main(self, m: Memory) -> list[int]:
        return self.actions(m, 0)

    def outcomes(self, m: Memory, strand: int = 0) -> list[tuple[int, int]]:
        """If luck decides: (action, weight), ascending; the probability is the weight over the sum of weights."""
        frame = m[self._stacks[strand]]
        try:
            found: list[tuple[int, int]] = self._names["OUTCOMES"][m[frame + 1]](m, frame)
        except MACHINE_ERRORS as error:
            raise self._translate(error, m) from error
        return found

    def failing(self, m: Memory, strand: int, action: int, count: int) -> int | None:
        """The number of the first of `count` conditions in an option's guard that does not hold.

        None if all hold, or if the strand's decision has no option with that many conditions. The function is
        compiled on first use, since few options are ever asked about.
        """
        frame = m[self._stacks[strand]]
        entry = self.plan.entry(m[frame + 1]) if frame else None
        if entry is None or entry.kind is not EntryKind.CHOICE:
            return None
        name = f"failing{entry.number}_{action}"
        if name not in self._names:
            at = FramedEntry(self.program, self.plan, entry.procedure, entry, self.trace, self.module.bad)
            terminator = at.terminator
            assert isinstance(terminator, Choose)
            guard = next((one.guard for one in terminator.options if one.action == action), None)
            conditions = conjuncts(guard, count) if guard is not None else None
            if conditions is None:
                return None
            add_function(self.module, emit_failing(at, name, conditions))
        found: int = self._names[name](m, frame)
        return found if found >= 0 else None

    def _kind(self, m: Memory, strand: int) -> EntryKind | None:
        frame = m[self._stacks[strand]]
        entry = self.plan.entry(m[frame + 1]) if frame else None
        return None if entry is None else entry.kind

    def function(self, procedure: int) -> Callable[..., int]:
        """A plain procedure, to be called with a memory and its arguments; each call starts a new count of steps."""
        if f"call{procedure}" not in self._names:
            add_function(self.module, emit_call(self.program, procedure, self.trace))
        found: Callable[..., int] = self._names[f"call{procedure}"]
        return found

    def over(self, m: Memory) -> bool:
        return m[OVER] != 0

    def _translate(self, error: Exception, m: Memory) -> RulesFault:
        return fault_of(error, self.module.steps_to(error, self.program, m))
