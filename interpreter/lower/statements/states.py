"""Lowers what sets and changes states, and what gives a value a name."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import Type, member
from ...ir import Binary, Const, Expr, ForEachBit
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import SETS, fold
from ..values.common import OnValues, Values
from .calls import Calls
from .number_table_changes import Stocks
from .storing import Storing, clamped


class States(OnValues):
    def __init__(self, values: Values, storing: Storing, stocks: Stocks, calls: Calls) -> None:
        super().__init__(values)
        self.storing, self.stocks, self.calls = storing, stocks, calls

    def let(self, node: t.Let, scope: Scope, b: Builder) -> Scope:
        register = b.register(kind_of(node.value.type))
        b.set(register, self.values.checked(node.value, scope, b), node.span)
        b.call_it(register, node.name, node.value.type, self.unit.disclosure.shown(node))
        return scope.bind(node.name, register, node.value.type)

    def become(self, node: t.Become, scope: Scope, b: Builder) -> None:
        target = node.target
        if isinstance(target, t.Property) and target.of.type.kind in ("players", "pieces", "cells"):
            self._become_each(node, target, scope, b)
            return
        if target.type.kind == "table":
            self.stocks.become(target, node.value, scope, b)
            return
        as_set = target.type.kind in SETS
        value = (
            self.values.checked_set(node.value, scope, b)
            if as_set
            else self.values.checked(node.value, scope, b)
        )
        self._store(target, value, node.value.type, scope, b)

    def _become_each(self, node: t.Become, target: t.Property, scope: Scope, b: Builder) -> None:
        single = member(target.of.type)
        owner = b.register(kind_of(single))
        value = self.values.checked(node.value, scope, b)
        slot = self.tables.slot_of(single, target.name)
        if slot.bits and isinstance(value, Const):
            self.storing.bits(slot, self.values.checked_set(target.of, scope, b), value.value, node.span, b)
            return
        has_cell = self.tables.has_cell(target.of.type, target.name, owner)
        with b.inside() as inner, b.where(has_cell, node.span):
            self.storing.slot(slot, owner, value, node.value.type, node.span, b)
        b.emit(
            ForEachBit(
                owner.index, self.values.checked_set(target.of, scope, b), tuple(inner), span=node.span
            )
        )

    def change(self, node: t.Change, scope: Scope, b: Builder) -> None:
        if node.event is not None:
            self.calls.happens(node.event, lambda b: self._bare_change(node, scope, b), scope, b)
        else:
            self._bare_change(node, scope, b)

    def _bare_change(self, node: t.Change, scope: Scope, b: Builder) -> None:
        if node.target.type.kind == "table":
            self.stocks.go(node, scope, b)
            return
        amount = self.values.checked(node.amount, scope, b)
        now = self.values.checked(node.target, scope, b)
        value = fold(Binary("add" if node.sign > 0 else "sub", now, amount))
        value, have = clamped(value, node.target.type, node.clamp)
        self._store(node.target, value, have, scope, b)

    def _store(self, target: t.Expr, value: Expr, have: Type, scope: Scope, b: Builder) -> None:
        if isinstance(target, t.GameState | t.Property) and target.key is not None:
            self.stocks.store_entry(target, target.key, value, have, scope, b)
        elif isinstance(target, t.GameState):
            self.storing.slot(self.tables.game_states[target.name], None, value, have, target.span, b)
        elif isinstance(target, t.PhraseState):
            self.storing.slot(scope.state[target.name], None, value, have, target.span, b)
        else:
            assert isinstance(target, t.Property)
            single = attrs.evolve(target.of.type, optional=False)
            owner = self.values.needed(self.values.checked(target.of, scope, b), target.of, single, b)
            slot = self.tables.slot_of(target.of.type, target.name)
            has_cell = self.tables.has_cell(single, target.name, owner)
            with b.where(has_cell, target.span):
                self.storing.slot(slot, owner, value, have, target.span, b)
