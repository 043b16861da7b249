"""Lowers what runs only under a condition."""

from __future__ import annotations

from ....dsl import tree as t
from ...ir import CellKind, Const, If, Unary
from ...ir.walk import FLAT
from ..building.builder import Builder, Scope
from ..building.suspension import Suspension
from ..choices.beginnings import Beginnings
from ..choices.reports import Reports
from ..recursion import Body
from ..values.common import OnValues, Values


class Branching(OnValues):
    def __init__(
        self, values: Values, suspension: Suspension, reports: Reports, beginnings: Beginnings
    ) -> None:
        super().__init__(values)
        self.suspension, self.reports, self.beginnings = suspension, reports, beginnings

    def nothing(self, node: t.Nothing, scope: Scope, b: Builder) -> None:
        return None

    def if_(self, node: t.If, scope: Scope, b: Builder) -> None:
        with self.reports.secretly(self.unit.disclosure.hides(node), scope, b):
            if self.suspension.suspends(node):
                self._blocks(node, scope, b)
            elif len(node.cases) > FLAT:
                self._flat(node, scope, b)
            else:
                self._plain(list(node.cases), node.otherwise, scope, b)

    def _plain(self, cases: list[tuple[t.Expr, Body]], otherwise: Body, scope: Scope, b: Builder) -> None:
        if not cases:
            self.again.body(otherwise, scope, b)
            return
        (test, body), *rest = cases
        lowered = self.values.checked(test, scope, b)
        with b.inside() as then:
            self.again.body(body, scope, b)
        with b.inside() as other:
            self._plain(rest, otherwise, scope, b)
        b.emit(If(lowered, tuple(then), tuple(other), span=test.span))

    def _flat(self, node: t.If, scope: Scope, b: Builder) -> None:
        """Many cases: nested in each other, they would be too deep, so each checks whether an earlier one held."""
        found = b.held(CellKind.NUMBER, Const(0), node.span)
        for test, body in node.cases:
            with b.inside() as case:
                lowered = self.values.checked(test, scope, b)
                with b.inside() as then:
                    b.set(found, Const(1), test.span)
                    self.again.body(body, scope, b)
                b.emit(If(lowered, tuple(then), span=test.span))
            b.emit(If(Unary("not", found), tuple(case), span=test.span))
        with b.inside() as other:
            self.again.body(node.otherwise, scope, b)
        if other:
            b.emit(If(Unary("not", found), tuple(other), span=node.span))

    def _blocks(self, node: t.If, scope: Scope, b: Builder) -> None:
        after = b.block()
        for test, body in node.cases:
            then, other = b.block(), b.block()
            b.branch(self.values.checked(test, scope, b), then, other, test.span)
            b.start(then)
            self.again.body(body, scope, b)
            b.jump(after)
            b.start(other)
        self.again.body(node.otherwise, scope, b)
        b.start(after)

    def only_if(self, node: t.OnlyIf, scope: Scope, b: Builder) -> None:
        """Costs, and then the rest, if they can be begun."""
        test = self.beginnings.can_start(node.costs, scope)
        blocks = self.suspension.suspends(node)
        with b.when(test, node.span, blocks=blocks):
            self.again.body((*node.costs, *node.body), scope, b)
