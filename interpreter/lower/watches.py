"""Lowers watches: effects that run immediately after a change that makes a condition hold.

The condition is tested after every statement that changes something it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.dsl import tree as t
from rulewright.dsl.model.footprint import reads, writes
from rulewright.dsl.model.game import Watch
from rulewright.dsl.offers.preconditions import beginnings_of
from rulewright.dsl.tree.types import YES_NO

from ..ir import (
    Binary,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Check,
    Const,
    Expr,
    If,
    Load,
    Return,
    Run,
    Store,
    Unary,
)
from .builder import Builder, Scope

if TYPE_CHECKING:
    from .lowerer import Lowerer


class Watches:
    """While a watch acts, a cell of the memory is set, and no other watch is triggered."""

    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self.off = False  # while the effect of a watch itself is lowered
        self.all = [(one, reads(one.test, low.unit.symbols)) for one in low.unit.game.watches]
        self._numbers: dict[str, int] = {}
        self._tries: dict[str, int] = {}
        self._described = beginnings_of(low.unit.game)
        self._busy = low.unit.tables.take("a watch acts", CellKind.NUMBER, 1, YES_NO) if self.all else 0

    @contextmanager
    def on(self) -> Iterator[None]:
        """Inside this context, a procedure is lowered that others call too."""
        outer, self.off = self.off, False
        try:
            yield
        finally:
            self.off = outer

    def after(self, node: t.Stmt, scope: Scope, b: Builder) -> None:
        """Tests, after a statement that changes what a watch reads, whether its condition holds now."""
        if self.off or not self.all or not b.open:
            return
        for watch in self.set_off(node):
            number = self._tried(watch) if self.low.unit.trying else self._procedure(watch)
            if self.suspends(watch) and not self.low.unit.trying:
                after = b.block()
                b.end(CallFrame(number, (scope.actor,), None, after, span=watch.span))
                b.start(after)
            else:
                b.emit(Run(Call(number, (scope.actor,)), span=watch.span))

    def suspends(self, watch: Watch) -> bool:
        return self.low.suspension.framed(key_of_watch(watch))

    def set_off(self, node: t.Node) -> list[Watch]:
        """The watches that read what a statement changes."""
        changed = writes(node, self.low.unit.symbols)
        return [watch for watch, read in self.all if changed & read] if changed else []

    def _procedure(self, watch: Watch) -> int:
        if watch.name not in self._numbers:
            number = self._numbers[watch.name] = self.low.unit.reserve()
            b = Builder(key_of_watch(watch), watch.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            test = self._test(watch, scope)
            framed, outer, self.off = self.suspends(watch), self.off, True
            if framed:
                act, done = b.block(), b.block()
                b.end(Branch(test, act, done, span=watch.span))
                b.start(act)
                self._act(watch, scope, b)
                b.start(done)
            else:
                with b.inside() as inner:
                    self._act(watch, scope, b)
                b.emit(If(test, tuple(inner), span=watch.span))
            b.end(Return())
            self.off = outer
            self.low.unit.procedures[number] = b.procedure(framed)
        return self._numbers[watch.name]

    def _tried(self, watch: Watch) -> int:
        """The effect of a watch on trial. If it cannot be foreseen, the trial ends there and succeeds."""
        if watch.name not in self._tries:
            b = Builder(f"try {key_of_watch(watch)}", watch.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            test = self._test(watch, scope)
            if self._described.followed(watch):
                outer, self.off = self.off, True
                with b.inside() as inner:
                    self.low.statements.body(watch.body, scope, b)
                self.off = outer
                b.emit(If(test, tuple(inner), span=watch.span))
            else:
                fault = self.low.unit.fault("RW404", "the effect of a watch cannot be foreseen", watch.span)
                b.emit(Check(Unary("not", test), fault, span=watch.span))
            b.end(Return())
            self._tries[watch.name] = self.low.unit.add(b, framed=False)
        return self._tries[watch.name]

    def _test(self, watch: Watch, scope: Scope) -> Expr:
        """Whether a watch acts: its condition holds, and no other watch is acting."""
        idle = Unary("not", Load(Const(self._busy)))
        return Binary("both", idle, self.low.expressions.lower(watch.test, scope))

    def _act(self, watch: Watch, scope: Scope, b: Builder) -> None:
        b.emit(Store(Const(self._busy), Const(1), span=watch.span))
        self.low.unit.cover(key_of_watch(watch), watch.span, b)
        with self.low.reports.secretly(self.low.unit.disclosure.hidden_by(watch.test, watch.body), scope, b):
            self.low.statements.body(watch.body, scope, b)
        b.emit(Store(Const(self._busy), Const(0), span=watch.span))


def key_of_watch(watch: Watch) -> str:
    """The name of a watch among the actions."""
    return f"whenever {watch.name}"
