"""Lowers what is done at once whenever a condition comes to hold: asked after whatever changes what it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import tree as t
from rulewright.dsl.footprint import reads, writes
from rulewright.dsl.game import Watch

from ..ir import Branch, Call, CallFrame, CellKind, If, Return, Run
from .builder import Builder, Scope

if TYPE_CHECKING:
    from .lowerer import Lowerer


class Watches:
    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self.off = False  # while what a watch does is lowered, nothing is watched
        self.all = [(one, reads(one.test, low.symbols)) for one in low.game.watches]
        self._numbers: dict[str, int] = {}

    def after(self, node: t.Stmt, scope: Scope, b: Builder) -> None:
        """Asks, after a statement that changes what a watch reads, whether its condition holds now."""
        if self.off or not self.all or not b.open:
            return
        for watch, read in self.all:
            if not writes(node) & read:
                continue
            number = self._procedure(watch)
            if self.suspends(watch):
                after = b.block()
                b.end(CallFrame(number, (scope.actor,), None, after, span=watch.span))
                b.start(after)
            else:
                b.emit(Run(Call(number, (scope.actor,)), span=watch.span))

    def suspends(self, watch: Watch) -> bool:
        return any(self.low.suspends(node, watched=False) for node in watch.body)

    def _procedure(self, watch: Watch) -> int:
        if watch.name not in self._numbers:
            number = self._numbers[watch.name] = self.low.reserve()
            b = Builder(f"whenever {watch.name}", watch.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            framed, outer, self.off = self.suspends(watch), self.off, True
            if framed:
                act, done = b.block(), b.block()
                b.end(Branch(self.low.expressions.lower(watch.test, scope), act, done, span=watch.span))
                b.start(act)
                self.low.cover(f"whenever {watch.name}", watch.span, b)
                self.low.statements.body(watch.body, scope, b)
                b.start(done)
            else:
                with b.inside() as inner:
                    self.low.cover(f"whenever {watch.name}", watch.span, b)
                    self.low.statements.body(watch.body, scope, b)
                b.emit(If(self.low.expressions.lower(watch.test, scope), tuple(inner), span=watch.span))
            b.end(Return())
            self.off = outer
            self.low.procedures[number] = b.procedure(framed)
        return self._numbers[watch.name]

    def set_off(self, node: t.Node) -> bool:
        """Whether a statement changes what a watch reads that may suspend."""
        changed = writes(node)
        return bool(changed) and any(changed & read and self.suspends(watch) for watch, read in self.all)
