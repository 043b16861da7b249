"""Lowers costs and gains: numbers that players have; a cost is paid completely or not at all."""

from __future__ import annotations

from ....dsl import tree as t
from ...ir import Binary, Expr
from ..building.builder import Builder, Scope
from ..building.operations import fold, owned
from ..values.common import OnValues, Values
from ..values.payments import Payments
from .calls import Calls
from .number_table_changes import Stocks
from .storing import Storing, clamped


class Costs(OnValues):
    def __init__(
        self, values: Values, payments: Payments, storing: Storing, stocks: Stocks, calls: Calls
    ) -> None:
        super().__init__(values)
        self.payments, self.storing, self.stocks, self.calls = payments, storing, stocks, calls

    def pay(self, node: t.Pay, scope: Scope, b: Builder) -> None:
        player = self.values.player(node.player, scope, b)
        fault = self.unit.fault("RW405", "this cost cannot be paid", node.span)
        b.check(self.payments.can_pay(player, node.amounts, scope), fault, node.span)
        for one in node.amounts:
            self._changed(one, player, -1, clamp=False, scope=scope, b=b)

    def gain(self, node: t.Gain, scope: Scope, b: Builder) -> None:
        player = self.values.player(node.player, scope, b)
        for one in node.amounts:
            self._changed(one, player, 1, clamp=node.clamp, scope=scope, b=b)

    def _changed(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        """One amount; an action, if abilities act on it."""

        def bare(b: Builder) -> None:
            self._change(one, player, sign, clamp=clamp, scope=scope, b=b)

        if isinstance(one.event, t.Call):
            self.calls.happens(one.event, bare, scope, b)
        else:
            bare(b)

    def _change(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        if self.payments.of_table(one):
            self.stocks.change(one, player, sign, clamp=clamp, scope=scope, b=b)
            return
        state = self.unit.symbols.players[one.name]
        up = (sign > 0) != state.paid_up
        slot, want = self.tables.player_states[one.name], state.type
        now, count = owned(slot, player), self.values.checked(one.count, scope, b)
        value = fold(Binary("add" if up else "sub", now, count))
        value, have = clamped(value, want, clamp)
        self.storing.slot(slot, player, value, have, one.span, b)
