"""Lowers whether costs can be paid: numbers that players have, or tables of numbers."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.tree.types import Type
from ...ir import Binary, Const, Expr, Load, Pick, Reg
from ..building.builder import Scope
from ..building.operations import fold, is_some, owned
from .common import OnValues, Values
from .number_tables import Keyed

PLAYER = Reg(0)
"""The register of the player in a procedure that goes through the entries of a table."""


class Payments(OnValues):
    def __init__(self, values: Values, keyed: Keyed) -> None:
        super().__init__(values)
        self.keyed = keyed

    def can_pay(self, player: Expr, amounts: tuple[t.Amount, ...], scope: Scope) -> Expr:
        """Whether the player has enough of everything, or room for it, where paying raises a number."""
        found: Expr = Const(1)
        totals: dict[str, Expr] = {}
        for one in amounts:
            if self.of_table(one):
                continue
            count = self.lower(one.count, scope)
            totals[one.name] = fold(Binary("add", totals[one.name], count)) if one.name in totals else count
        for name, count in totals.items():
            state = self.unit.symbols.players[name]
            now = owned(self.tables.player_states[name], player)
            if state.paid_up:
                enough = Binary("le", fold(Binary("add", now, count)), Const(state.type.most))
            else:
                enough = Binary("ge", fold(Binary("sub", now, count)), Const(state.type.least))
            if one.count.type.least < 0:
                enough = Binary("both", is_some(count), enough)
            found = fold(Binary("both", found, enough))
        stocks: dict[str, list[t.Amount]] = {}
        for one in amounts:
            if self.of_table(one):
                stocks.setdefault(one.name, []).append(one)
        for name, dues in stocks.items():
            found = fold(Binary("both", found, self._enough(name, dues, player, scope)))
        return found

    def of_table(self, one: t.Amount) -> bool:
        return self.unit.symbols.players[one.name].type.kind == "table"

    def _enough(self, name: str, dues: list[t.Amount], player: Expr, scope: Scope) -> Expr:
        """Whether a player can pay all these amounts from one table."""
        of = self.unit.symbols.players[name].type
        first = dues[0]
        if len(dues) == 1 and first.key is not None:
            index = self.keyed.index(of, first.key, scope)
            count = self.lower(first.count, scope)
            left = fold(Binary("sub", self.held(name, player, index), count))
            enough = Binary("ge", left, Const(of.least))
            return Binary("both", self._positive(first, count), enough) if _signed(first) else enough
        if first.wild is not None or first.wild_key is not None:
            return self._with_wild(first, of, player, scope)

        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            left = Binary("sub", self.held(name, PLAYER, index), self.due(dues, of, index, inner))
            return Binary("both", found, Binary("ge", left, Const(of.least)))

        found = self.keyed.folded("afford", of, 1, step, scope, player)
        for one in dues:
            if _signed(one):
                found = Binary("both", self._positive(one, self.lower(one.count, scope)), found)
        return found

    def _positive(self, one: t.Amount, count: Expr) -> Expr:
        return fold(is_some(count))

    def due(self, dues: list[t.Amount], of: Type, index: Expr, scope: Scope) -> Expr:
        """The amount due of one entry."""
        found: Expr = Const(0)
        for one in dues:
            if one.key is None:
                part = self.keyed.entry(one.count, index, scope)
            else:
                here = Binary("eq", index, self.keyed.index(of, one.key, scope))
                part = Pick(here, self.lower(one.count, scope), Const(0))
            found = part if found == Const(0) else Binary("add", found, part)
        return found

    def lacking(self, name: str, dues: list[t.Amount], index: Expr, scope: Scope) -> Expr:
        """How much the player who acts lacks of one entry; nothing or less if there is enough."""
        of = self.unit.symbols.players[name].type
        there = Binary("sub", self.held(name, scope.actor, index), Const(of.least))
        return Binary("sub", self.due(dues, of, index, scope), there)

    def held(self, name: str, player: Expr, index: Expr) -> Expr:
        return Load(self.keyed.of_slot(self.tables.player_states[name], player, index))

    def missing(self, one: t.Amount, of: Type, player: Expr, scope: Scope) -> Expr:
        """How much a player lacks of a table, where another number can be paid instead."""

        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            there = Binary("sub", self.held(one.name, PLAYER, index), Const(of.least))
            lacking = Binary(
                "sub", self.keyed.entry(one.count, index, inner), fold(there) if of.least else there
            )
            part: Expr = Binary("max", Const(0), lacking)
            if one.wild_key is not None:  # nothing can be paid instead of the substitute
                wild = self.keyed.index(of, one.wild_key, inner)
                part = Pick(Binary("eq", index, wild), Const(0), part)
            return Binary("add", found, part)

        return self.keyed.folded("missing", of, 0, step, scope, player)

    def _with_wild(self, one: t.Amount, of: Type, player: Expr, scope: Scope) -> Expr:
        missing = self.missing(one, of, player, scope)
        if one.wild is not None:
            state = self.unit.symbols.players[one.wild]
            there = owned(self.tables.player_states[one.wild], player)
            return Binary("ge", Binary("sub", there, missing), Const(state.type.least))
        assert one.wild_key is not None
        wild = self.keyed.index(of, one.wild_key, scope)
        due = self.keyed.entry(one.count, wild, scope)
        left = Binary("sub", self.held(one.name, player, wild), due)
        return Binary("ge", Binary("sub", left, missing), Const(of.least))


def _signed(one: t.Amount) -> bool:
    return one.count.type.kind == "number" and one.count.type.least < 0
