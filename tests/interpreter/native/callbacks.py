"""Routines of a game as machine code has them, but each calls the Python engine, so that kernels which play can be
tested with it."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Any

from rulewright.interpreter.ir import NONE, OVER, Fault
from rulewright.interpreter.kernels.machine import Routines
from rulewright.interpreter.match.setup.rules import Rules
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory


class CallbackRoutines:
    """Copies the memory into an array, asks the Python engine, and copies it back."""

    def __init__(self, rules: Rules) -> None:
        self.engine = rules.engine
        self.size = rules.lowered.program.layout.size
        self.faults: list[Fault] = []
        self.score, self.heuristic = rules.score, rules.heuristic
        self.most_options = rules.lowered.program.actions + 1
        self._kept: list[Any] = []

    def routines(self) -> Routines:
        return Routines(
            act=self._address(self.act, 4),
            options=self._address(self.options, 4),
            waiting=self._address(self.waiting, 2),
            player=self._address(self.player, 3),
            draw=self._address(self.draw, 5),
            finish=self._address(self.finish, 4),
            fault=lambda status: EVERY_FAULT[status - 1],
            endless=(2,),
            scratch=1,
            most_options=self.most_options,
            score=self._address(self.called(self.score), 4) if self.score is not None else None,
            heuristic=self._address(self.called(self.heuristic), 4) if self.heuristic is not None else None,
            code=self,
        )

    def _address(self, function: Callable[..., int], arguments: int) -> int:
        made = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * arguments)(function)
        self._kept.append(made)
        address = ctypes.cast(made, ctypes.c_void_p).value
        assert address is not None
        return address

    def _memory(self, m: int) -> Memory:
        return array("q", (ctypes.c_int64 * self.size).from_address(m))

    def _back(self, memory: Memory, m: int) -> None:
        ctypes.memmove(m, memory.buffer_info()[0], 8 * self.size)

    @staticmethod
    def status(fault: RulesFault) -> int:
        return 1 + (fault.fault.code == "RW410")

    def act(self, m: int, strand: int, action: int, context: int) -> int:
        memory = self._memory(m)
        try:
            self.engine.act(memory, strand, action)
        except RulesFault as fault:
            return self.status(fault)
        self._back(memory, m)
        return 0

    def options(self, m: int, strand: int, buffer: int, context: int) -> int:
        try:
            legal = self.engine.actions(self._memory(m), strand)
        except RulesFault as fault:
            return -self.status(fault)
        cells = (ctypes.c_int64 * len(legal)).from_address(buffer)
        for at, number in enumerate(legal):
            cells[at] = number
        return len(legal)

    def waiting(self, m: int, context: int) -> int:
        pending = self.engine.pending(self._memory(m))
        return pending[0].strand if pending else -1

    def player(self, m: int, strand: int, context: int) -> int:
        return next(one.player for one in self.engine.pending(self._memory(m)) if one.strand == strand)

    def draw(self, m: int, strand: int, dice: int, total: int, context: int) -> int:
        state = ctypes.c_uint64.from_address(dice)
        drawn = Dice(state.value)
        try:
            if self.player(m, strand, context) == NONE:
                outcomes = self.engine.outcomes(self._memory(m), strand)
                action = outcomes[drawn.weighted([weight for _, weight in outcomes])][0]
            else:
                legal = self.engine.actions(self._memory(m), strand)
                action = legal[drawn.below(len(legal))]
        except RulesFault as fault:
            return -self.status(fault)
        state.value = drawn.state
        return action

    def finish(self, m: int, dice: int, bound: int, context: int) -> int:
        for _ in range(bound):
            if ctypes.c_int64.from_address(m + 8 * OVER).value:
                return 0
            strand = self.waiting(m, context)
            action = self.draw(m, strand, dice, 0, context)
            status = -action if action < 0 else self.act(m, strand, action, context)
            if status:
                return status
        return -1

    def called(self, number: Callable[..., int]) -> Callable[[int, int, int, int], int]:
        def call(m: int, player: int, result: int, context: int) -> int:
            try:
                ctypes.c_int64.from_address(result).value = number(self._memory(m), player)
            except RulesFault as fault:
                return self.status(fault)
            return 0

        return call


EVERY_FAULT = (Fault("RW400", "any fault"), Fault("RW410", "the rules do not end"))
