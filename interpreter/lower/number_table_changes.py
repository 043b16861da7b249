"""Lowers changes of tables: an entry is set; a table is paid, gained, set or increased as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.source import Span
from rulewright.dsl.tree.types import Type, entry_of

from ..ir import Assign, Binary, CellKind, Const, Expr, ForEachBit, If, Load, Pick, Reg
from .builder import Builder, Scope
from .values import fold, owned

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .number_tables import Keyed
    from .numbering import Slot
    from .statements import Statements

PLAYER = Reg(0)
"""The register of the player in a procedure that goes through the entries of a table."""


class Stocks:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements

    @property
    def keyed(self) -> Keyed:
        return self.ex.keyed

    # -------------------------------------------------------------- what can be paid

    def enough(self, name: str, dues: list[t.Amount], player: Expr, scope: Scope) -> Expr:
        """Whether a player can pay all these amounts from one table."""
        of = self.low.unit.symbols.players[name].type
        first = dues[0]
        if len(dues) == 1 and first.key is not None:
            index = self.keyed.index(of, first.key, scope)
            count = self.ex.lower(first.count, scope)
            left = fold(Binary("sub", self._held(name, player, index), count))
            enough = Binary("ge", left, Const(of.least))
            return Binary("both", self._positive(first, count), enough) if _signed(first) else enough
        if first.wild is not None or first.wild_key is not None:
            return self._with_wild(first, of, player, scope)

        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            left = Binary("sub", self._held(name, PLAYER, index), self._due(dues, of, index, inner))
            return Binary("both", found, Binary("ge", left, Const(of.least)))

        found = self.keyed.folded("afford", of, 1, step, scope, player)
        for one in dues:
            if _signed(one):
                found = Binary("both", self._positive(one, self.ex.lower(one.count, scope)), found)
        return found

    def _positive(self, one: t.Amount, count: Expr) -> Expr:
        return fold(Binary("ge", count, Const(0)))

    def _due(self, dues: list[t.Amount], of: Type, index: Expr, scope: Scope) -> Expr:
        """The amount due of one entry."""
        found: Expr = Const(0)
        for one in dues:
            if one.key is None:
                part = self.keyed.entry(one.count, index, scope)
            else:
                here = Binary("eq", index, self.keyed.index(of, one.key, scope))
                part = Pick(here, self.ex.lower(one.count, scope), Const(0))
            found = part if found == Const(0) else Binary("add", found, part)
        return found

    def _held(self, name: str, player: Expr, index: Expr) -> Expr:
        return Load(self.keyed.of_slot(self.low.unit.tables.player_states[name], player, index))

    def _missing(self, one: t.Amount, of: Type, player: Expr, scope: Scope) -> Expr:
        """How much a player lacks of a table, where another number can be paid instead."""

        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            there = Binary("sub", self._held(one.name, PLAYER, index), Const(of.least))
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
        missing = self._missing(one, of, player, scope)
        if one.wild is not None:
            state = self.low.unit.symbols.players[one.wild]
            there = owned(self.low.unit.tables.player_states[one.wild], player)
            return Binary("ge", Binary("sub", there, missing), Const(state.type.least))
        assert one.wild_key is not None
        wild = self.keyed.index(of, one.wild_key, scope)
        due = self.keyed.entry(one.count, wild, scope)
        left = Binary("sub", self._held(one.name, player, wild), due)
        return Binary("ge", Binary("sub", left, missing), Const(of.least))

    # -------------------------------------------------------------- paid and gained

    def change(
        self, one: t.Amount, player: Expr, sign: int, *, clamp: bool, scope: Scope, b: Builder
    ) -> None:
        """Takes an amount from a player's table, or adds it."""
        slot = self.low.unit.tables.player_states[one.name]
        of = slot.type
        if one.key is not None:
            index = self.keyed.index(of, one.key, scope)
            count = self.statements.expr(one.count, scope, b)
            value = Binary("add" if sign > 0 else "sub", self._held(one.name, player, index), count)
            self._store(slot, player, index, value, clamp, one.span, b)
            return
        missing = b.register(CellKind.NUMBER)
        wild = one.wild is not None or one.wild_key is not None
        if wild:
            b.emit(Assign(missing.index, self._missing(one, of, player, scope), span=one.span))

        def value_of(index: Expr) -> Expr:
            due = self.keyed.entry(one.count, index, scope)
            new = Binary("add" if sign > 0 else "sub", self._held(one.name, player, index), due)
            return Binary("max", Const(of.least), new) if wild else new

        self._each(
            of, value_of, lambda index, value: self._store(slot, player, index, value, clamp, one.span, b), b
        )
        if one.wild is not None:
            other = self.low.unit.tables.player_states[one.wild]
            value = Binary("sub", owned(other, player), missing)
            self.statements.store_slot(other, player, value, _any(other.type), one.span, b)
        elif one.wild_key is not None:
            index = self.keyed.index(of, one.wild_key, scope)
            value = Binary("sub", self._held(one.name, player, index), missing)
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
        slot: Slot,
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
        have = want if clamp else have or _any(want)
        offset = fold(Binary("mul", index, Const(slot.stride)))
        at = offset if owner is None else fold(Binary("add", owner, offset))
        self.statements.store_slot(slot.entries[0], at, value, have, span, b)

    # ------------------------------------------------------------------- set and changed

    def store_entry(
        self, target: t.GameState | t.Property, key: t.Expr, value: Expr, have: Type, scope: Scope, b: Builder
    ) -> None:
        """Sets an entry."""
        slot, owner, has_cell = self._of(target, scope, b)
        index = self.keyed.index(slot.type, key, scope)
        with b.inside() as inner:
            self._store(slot, owner, index, value, False, target.span, b, have)
        _where(has_cell, inner, target.span, b)

    def become(self, target: t.Expr, value: t.Expr, scope: Scope, b: Builder) -> None:
        """Sets each entry to that of another table."""
        assert isinstance(target, t.GameState | t.Property)
        slot, owner, has_cell = self._of(target, scope, b)
        have = entry_of(value.type)

        def store(index: Expr, new: Expr) -> None:
            self._store(slot, owner, index, new, False, target.span, b, have)

        with b.inside() as inner:
            self._each(slot.type, lambda index: self.keyed.entry(value, index, scope), store, b)
        _where(has_cell, inner, target.span, b)

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

        with b.inside() as inner:
            self._each(slot.type, value_of, store, b)
        _where(has_cell, inner, target.span, b)

    def _of(
        self, target: t.GameState | t.Property, scope: Scope, b: Builder
    ) -> tuple[Slot, Expr | None, Expr | None]:
        """Where a table lies, its owner, and whether that owner has one."""
        tables = self.low.unit.tables
        if isinstance(target, t.GameState):
            return tables.game_states[target.name], None, None
        single = attrs.evolve(target.of.type, optional=False)
        owner = self.statements.needed(self.statements.expr(target.of, scope, b), target.of, single, b)
        return tables.slot_of(single, target.name), owner, tables.has_cell(single, target.name, owner)


def _where(has_cell: Expr | None, inner: list[Any], span: Span | None, b: Builder) -> None:
    if has_cell is None:
        for one in inner:
            b.emit(one)
    else:
        b.emit(If(has_cell, tuple(inner), span=span))


def _any(want: Type) -> Type:
    """A number that has to be checked before it is stored."""
    return Type("number", least=want.least - 1, most=want.most)


def _signed(one: t.Amount) -> bool:
    return one.count.type.kind == "number" and one.count.type.least < 0
