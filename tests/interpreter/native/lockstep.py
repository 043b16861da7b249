"""Two engines side by side: the same program, the same seed, the same choices. At every decision, the memory, the
open decisions, the legal actions and the outcomes of luck must be the same, and so must a fault that ends a match.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Collection
from typing import TypeVar

from rulewright.dsl.diagnostics.source import Span
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.ir import Fault, Program
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.native.compiling import compiled
from rulewright.interpreter.native.engine import NativeEngine
from rulewright.interpreter.native.module import build_module
from rulewright.interpreter.python.engine import PythonEngine

T = TypeVar("T")
Failed = tuple[Fault, Span | None]


def native(program: Program, exported: Collection[int] = ()) -> NativeEngine:
    """A native engine that nothing keeps."""
    module = build_module(program, exported)
    return NativeEngine(program, module, compiled(module.module, "light"))


def both(program: Program) -> tuple[PythonEngine, NativeEngine]:
    python = PythonEngine(program)
    module = build_module(program)
    return python, NativeEngine(program, module, compiled(module.module, "light"), python)


def outcome(work: Callable[[], T]) -> T | Failed:
    """What work gives, or the fault that it comes to, with its place."""
    try:
        return work()
    except RulesFault as error:
        return error.fault, error.fault.span


class Lockstep:
    """One match on two engines. `fault` is the fault that both came to, if they came to one."""

    def __init__(self, one: Engine, other: Engine, players: int, seed: int) -> None:
        self.one, self.other = one, other
        self.fault: Failed | None = None
        self.m, self.n = array("q"), array("q")
        first, second = outcome(lambda: one.start(players, seed)), outcome(lambda: other.start(players, seed))
        if isinstance(first, tuple) or isinstance(second, tuple):
            assert first == second
            assert isinstance(first, tuple)
            self.fault = first
        else:
            self.m, self.n = first, second
            self.compare()

    @property
    def goes_on(self) -> bool:
        return self.fault is None and not self.one.over(self.m)

    def compare(self) -> None:
        different = [address for address, cell in enumerate(self.m) if cell != self.n[address]]
        assert self.m == self.n, f"cells {different} are different"
        assert self.one.over(self.m) == self.other.over(self.n)

    def _same(self, of: Callable[[Engine, Memory], T]) -> T | None:
        """What both engines answer; None after a fault of both."""
        first, second = outcome(lambda: of(self.one, self.m)), outcome(lambda: of(self.other, self.n))
        assert first == second
        if isinstance(first, tuple):
            self.fault = first
            return None
        return first

    def step(self, dice: random.Random) -> None:
        """One decision: an open one, answered at random."""
        pending = self._same(lambda engine, m: engine.pending(m))
        if not pending:
            return
        chosen = dice.choice(pending)
        actions = self._same(lambda engine, m: engine.actions(m, chosen.strand))
        if actions is None:
            return
        if chosen.player < 0:
            assert self._same(lambda engine, m: engine.outcomes(m, chosen.strand))
        action = dice.choice(actions)
        self._same(lambda engine, m: engine.act(m, chosen.strand, action))
        if self.fault is None:
            self.compare()


def play(one: Engine, other: Engine, players: int, seed: int, decisions: int) -> Lockstep:
    """A match of random decisions, cut short after a number of them."""
    match, dice = Lockstep(one, other, players, seed), random.Random(seed)
    for _ in range(decisions):
        if not match.goes_on:
            break
        match.step(dice)
    return match
