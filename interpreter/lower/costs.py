"""Lowers costs and gains: numbers that players have; a cost is paid completely or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import tree as t
from rulewright.dsl.tree.types import Type

from ..ir import Binary, Check, Const, Expr
from .builder import Builder, Scope
from .number_table_changes import Stocks
from .values import fold, owned

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .statements import Statements


class Costs:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements
        self.stocks = Stocks(low, statements)

    def can_pay(self, player: Expr, amounts: tuple[t.Amount, ...], scope: Scope) -> Expr:
        """Whether the player has enough of everything, or room for it, where paying raises a number."""
        found: Expr = Const(1)
        totals: dict[str, Expr] = {}
        for one in amounts:
            if self._of_table(one):
                continue
            count = self.ex.lower(one.count, scope)
            totals[one.name] = fold(Binary("add", totals[one.name], count)) if one.name in totals else count
        for name, count in totals.items():
            state = self.low.unit.symbols.players[name]
            now = owned(self.low.unit.tables.player_states[name], player)
            if state.paid_up:
                enough = Binary("le", fold(Binary("add", now, count)), Const(state.type.most))
            else:
                enough = Binary("ge", fold(Binary("sub", now, count)), Const(state.type.least))
            if one.count.type.least < 0:
                enough = Binary("both", Binary("ge", count, Const(0)), enough)
            found = fold(Binary("both", found, enough))
        stocks: dict[str, list[t.Amount]] = {}
        for one in amounts:
            if self._of_table(one):
                stocks.setdefault(one.name, []).append(one)
        for name, dues in stocks.items():
            found = fold(Binary("both", found, self.stocks.enough(name, dues, player, scope)))
        return found

    def _of_table(self, one: t.Amount) -> bool:
        return self.low.unit.symbols.players[one.name].type.kind == "table"

    def pay(self, node: t.Pay, scope: Scope, b: Builder) -> None:
        player = self.statements.player(node.player, scope, b)
        fault = self.low.unit.fault("RW405", "this cost cannot be paid", node.span)
        b.emit(Check(self.can_pay(player, node.amounts, scope), fault, span=node.span))
        for one in node.amounts:
            self._changed(one, player, -1, clamp=False, scope=scope, b=b)

    def gain(self, node: t.Gain, scope: Scope, b: Builder) -> None:
        player = self.statements.player(node.player, scope, b)
        for one in node.amounts:
            self._changed(one, player, 1, clamp=node.clamp, scope=scope, b=b)

    def _changed(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        """One amount; an action, if abilities act on it."""

        def bare(b: Builder) -> None:
            self._change(one, player, sign, clamp=clamp, scope=scope, b=b)

        if isinstance(one.event, t.Call):
            self.statements.happens(one.event, bare, scope, b)
        else:
            bare(b)

    def _change(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        if self._of_table(one):
            self.stocks.change(one, player, sign, clamp=clamp, scope=scope, b=b)
            return
        state = self.low.unit.symbols.players[one.name]
        up = (sign > 0) != state.paid_up
        slot, want = self.low.unit.tables.player_states[one.name], state.type
        now, count = owned(slot, player), self.statements.expr(one.count, scope, b)
        value = fold(Binary("add" if up else "sub", now, count))
        if clamp:
            value = Binary("max", Const(want.least), Binary("min", Const(want.most), value))
        have = want if clamp else Type("number", least=want.least - 1, most=want.most)
        self.statements.store_slot(slot, player, value, have, one.span, b)
