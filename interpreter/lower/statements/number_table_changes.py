"""Lowers changes of tables: an entry is set; a table is paid, gained, set or increased as a whole."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.tree.types import Type, entry_of
from ...ir import Binary, CellKind, Const, Expr, ForEachBit, Load
from ..building.builder import Builder, Scope
from ..building.operations import fold, owned
from ..numbering import StateSlot
from ..values.common import OnValues, Values
from ..values.number_tables import Keyed
from ..values.payments import Payments
from .storing import Storing, unchecked


class Stocks(OnValues):
    def __init__(self, values: Values, keyed: Keyed, payments: Payments, storing: Storing) -> None:
        super().__init__(values)
        self.keyed, self.payments, self.storing = keyed, payments, storing

    # -------------------------------------------------------------- paid and gained

    def change(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        """Takes an amount from a player's table, or adds it."""
        slot = self.tables.player_states[one.name]
        of = slot.type
        if one.key is not None:
            index = self.keyed.index(of, one.key, scope)
            count = self.values.checked(one.count, scope, b)
            value = Binary("add" if sign > 0 else "sub", self.payments.held(one.name, player, index), count)
            self._store(slot, player, index, value, clamp, one.span, b)
            return
        missing = b.register(CellKind.NUMBER)
        wild = one.wild is not None or one.wild_key is not None
        if wild:
            b.set(missing, self.payments.missing(one, of, player, scope), one.span)

        def value_of(index: Expr) -> Expr:
            due = self.keyed.entry(one.count, index, scope)
            new = Binary("add" if sign > 0 else "sub", self.payments.held(one.name, player, index), due)
            return Binary("max", Const(of.least), new) if wild else new

        self._each(
            of, value_of, lambda index, value: self._store(slot, player, index, value, clamp, one.span, b), b
        )
        if one.wild is not None:
            other = self.tables.player_states[one.wild]
            value = Binary("sub", owned(other, player), missing)
            self.storing.slot(other, player, value, unchecked(other.type), one.span, b)
        elif one.wild_key is not None:
            index = self.keyed.index(of, one.wild_key, scope)
            value = Binary("sub", self.payments.held(one.name, player, index), missing)
            self._store(slot, player, index, value, False, one.span, b)

    def _each(
        self, of: Type, value_of: Callable[[Expr], Expr], store: Callable[[Expr, Expr], None], b: Builder
    ) -> None:
        """Sets each entry to a value."""
        index = b.register(CellKind.NUMBER)
        with b.inside() as body:
            store(index, value_of(index))
        b.emit(ForEachBit(index.index, self.keyed.every(of), tuple(body)))

    def _store(
        self,
        slot: StateSlot,
        owner: Expr | None,
        index: Expr,
        value: Expr,
        clamp: bool,
        span: Span | None,
        b: Builder,
        have: Type | None = None,
    ) -> None:
        """Stores an entry; its address is that of the first entry plus a multiple of the number of owners."""
        want = entry_of(slot.type)
        if clamp:
            value = Binary("max", Const(want.least), Binary("min", Const(want.most), value))
        have = want if clamp else have or unchecked(want)
        offset = fold(Binary("mul", index, Const(slot.stride)))
        at = offset if owner is None else fold(Binary("add", owner, offset))
        self.storing.slot(slot.entries[0], at, value, have, span, b)

    # ------------------------------------------------------------------- set and changed

    def store_entry(
        self, target: t.GameState | t.Property, key: t.Expr, value: Expr, have: Type, scope: Scope, b: Builder
    ) -> None:
        """Sets an entry."""
        slot, owner, has_cell = self._of(target, scope, b)
        index = self.keyed.index(slot.type, key, scope)
        with b.where(has_cell, target.span):
            self._store(slot, owner, index, value, False, target.span, b, have)

    def become(self, target: t.Expr, value: t.Expr, scope: Scope, b: Builder) -> None:
        """Sets each entry to that of another table."""
        assert isinstance(target, t.GameState | t.Property)
        slot, owner, has_cell = self._of(target, scope, b)
        have = entry_of(value.type)

        def store(index: Expr, new: Expr) -> None:
            self._store(slot, owner, index, new, False, target.span, b, have)

        with b.where(has_cell, target.span):
            self._each(slot.type, lambda index: self.keyed.entry(value, index, scope), store, b)

    def go(self, node: t.Change, scope: Scope, b: Builder) -> None:
        """Increases or decreases each entry by that of another table."""
        target = node.target
        assert isinstance(target, t.GameState | t.Property)
        slot, owner, has_cell = self._of(target, scope, b)

        def value_of(index: Expr) -> Expr:
            now = Load(self.keyed.of_slot(slot, owner, index))
            amount = self.keyed.entry(node.amount, index, scope)
            return Binary("add" if node.sign > 0 else "sub", now, amount)

        def store(index: Expr, new: Expr) -> None:
            self._store(slot, owner, index, new, node.clamp, target.span, b)

        with b.where(has_cell, target.span):
            self._each(slot.type, value_of, store, b)

    def _of(
        self, target: t.GameState | t.Property, scope: Scope, b: Builder
    ) -> tuple[StateSlot, Expr | None, Expr | None]:
        """Where a table lies, its owner, and whether that owner has one."""
        tables = self.tables
        if isinstance(target, t.GameState):
            return tables.game_states[target.name], None, None
        single = attrs.evolve(target.of.type, optional=False)
        owner = self.values.needed(self.values.checked(target.of, scope, b), target.of, single, b)
        return tables.slot_of(single, target.name), owner, tables.has_cell(single, target.name, owner)
