"""Lowers watches: effects that run immediately after a change that makes a condition hold.

The condition is tested after every statement that changes something it reads.
"""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.model.game import Watch
from ....dsl.offers.preconditions import beginnings_of
from ...ir import Binary, CellKind, Const, Expr, Load, Store, Unary
from ..building.builder import Builder, Scope
from ..building.suspension import Suspension
from ..building.watching import key_of_watch
from ..choices.reports import Reports
from ..values.common import OnValues, Values


class Watches(OnValues):
    """While a watch acts, a cell of the memory is set, and no other watch is triggered."""

    def __init__(self, values: Values, reports: Reports, suspension: Suspension) -> None:
        super().__init__(values)
        self.reports = reports
        self.suspension, self.watching = suspension, suspension.watching
        self._described = beginnings_of(self.unit.game)
        self._busy = self.watching.busy

    def after(self, node: t.Stmt, scope: Scope, b: Builder) -> None:
        """Tests, after a statement that changes what a watch reads, whether its condition holds now."""
        if self.watching.off or not self.watching.all or not b.open:
            return
        for watch in self.watching.set_off(node):
            framed = not self.unit.trying and self._suspends(watch)
            number = self._tried(watch) if self.unit.trying else self._procedure(watch)
            b.run(number, (scope.actor,), watch.span, framed=framed)

    def _suspends(self, watch: Watch) -> bool:
        return self.suspension.framed(key_of_watch(watch))

    def _procedure(self, watch: Watch) -> int:
        framed = self._suspends(watch)

        def build() -> Builder:
            b = Builder(key_of_watch(watch), watch.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            test = self._test(watch, scope)
            with self.watching.on(off=True), b.when(test, watch.span, blocks=framed):
                self._act(watch, scope, b)
            b.give()
            return b

        return self.unit.recursive(("watch", watch.name), build, framed=framed, later=False)

    def _tried(self, watch: Watch) -> int:
        """The effect of a watch on trial. If it cannot be foreseen, the trial ends there and succeeds."""

        def build() -> Builder:
            b = Builder(f"try {key_of_watch(watch)}", watch.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            test = self._test(watch, scope)
            if self._described.followed(watch):
                with self.watching.on(off=True), b.when(test, watch.span, blocks=False):
                    self.again.body(watch.body, scope, b)
            else:
                self.unit.check(
                    Unary("not", test), "RW404", "the effect of a watch cannot be foreseen", watch.span, b
                )
            b.give()
            return b

        return self.unit.once(("try watch", watch.name), build)

    def _test(self, watch: Watch, scope: Scope) -> Expr:
        """Whether a watch acts: its condition holds, and no other watch is acting."""
        idle = Unary("not", Load(Const(self._busy)))
        return Binary("both", idle, self.lower(watch.test, scope))

    def _act(self, watch: Watch, scope: Scope, b: Builder) -> None:
        b.emit(Store(Const(self._busy), Const(1), span=watch.span))
        self.unit.cover(key_of_watch(watch), watch.span, b)
        with self.reports.secretly(self.unit.disclosure.hidden_by(watch.test, watch.body), scope, b):
            self.again.body(watch.body, scope, b)
        b.emit(Store(Const(self._busy), Const(0), span=watch.span))
