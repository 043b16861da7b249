"""Lowers tables: numbers by key. A table is not a value of the program: operations on it work on its entries.

An entry of a state is stored like a number with the same owners, and the entries follow each other. So an entry
is found by its number, which follows from the key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....dsl import tree as t
from ....dsl.model.table_keys import keys_of, usual
from ....dsl.tree.types import Type
from ...ir import NONE, Assign, Binary, CellKind, Const, Expr, ForEachBit, Load, Pick, Table
from ..building.builder import Scope
from ..building.operations import COMPARE, base, fold
from ..numbering import StateSlot
from .common import OnValues

NOBODY = Const(NONE)
Step = Callable[[Expr, Expr, Scope], Expr]


class Keyed(OnValues):
    # --------------------------------------------------------------------------- keys

    def keys(self, of: Type) -> tuple[str, ...]:
        return keys_of(of, self.unit.symbols)

    def every(self, of: Type) -> Expr:
        """The set of all entry numbers."""
        return Const((1 << len(self.keys(of))) - 1)

    def index(self, of: Type, key: t.Expr, scope: Scope) -> Expr:
        """The number of the entry for a key."""
        value = self.certain(key, scope)
        keys = self.keys(of)
        if of.by == "cell":
            numbers = self._cells(of.of[0])
        elif of.by == "kind":
            numbers = {self.tables.design(name): index for index, name in enumerate(keys)}
        else:
            numbers = {self.tables.word(name): index for index, name in enumerate(keys)}
        if isinstance(value, Const):
            return Const(numbers[value.value])
        first = min(numbers, default=0)
        if all(number - first == index for number, index in numbers.items()):
            return value if first == 0 else Binary("sub", value, Const(first))
        places = tuple(numbers.get(number, 0) for number in range(max(numbers) + 1))
        return Table(self.tables.constant(places), value)

    def _cells(self, board: str) -> dict[int, int]:
        """The entries for cells; the boards of all players have the same keys."""
        boards = (one for (name, _), one in self.tables.boards.items() if name == board)
        return {cell: index for one in boards for index, cell in enumerate(one.cells())}

    # ------------------------------------------------------------------------ entries

    def of_slot(self, slot: StateSlot, owner: Expr | None, index: Expr) -> Expr:
        """The address of an entry of a state."""
        address: Expr = Const(base(slot))
        if owner is not None:
            address = fold(Binary("add", owner, address))
        offset = index if slot.stride == 1 else fold(Binary("mul", index, Const(slot.stride)))
        return fold(Binary("add", offset, address))

    def entry(self, node: t.Expr, index: Expr, scope: Scope) -> Expr:
        """The entry with a number, of any table: a state, a property, or a table computed from these."""
        if not isinstance(node, t.GameState | t.Property):
            return self._made(node, index, scope)
        if isinstance(node, t.GameState):
            return Load(self.of_slot(self.tables.game_states[node.name], None, index))
        return self._of_owner(node, index, scope)

    def _made(self, node: t.Expr, index: Expr, scope: Scope) -> Expr:
        """The entry of a table that is computed from others."""
        ways: dict[type, Callable[[Any, Expr, Scope], Expr]] = {
            t.Arithmetic: self._arithmetic,
            t.Cases: self._cases,
            t.NumberValue: self._computed,
        }
        return ways[type(node)](node, index, scope)

    def _arithmetic(self, node: t.Arithmetic, index: Expr, scope: Scope) -> Expr:
        left, right = self.entry(node.left, index, scope), self.entry(node.right, index, scope)
        if node.op == "reduced":
            return Binary("max", Const(0), fold(Binary("sub", left, right)))
        return fold(Binary("add", left, right))

    def _cases(self, node: t.Cases, index: Expr, scope: Scope) -> Expr:
        found = self.entry(node.otherwise, index, scope)
        for test, value in reversed(node.cases):
            found = Pick(self.lower(test, scope), self.entry(value, index, scope), found)
        return found

    def _computed(self, node: t.NumberValue, index: Expr, scope: Scope) -> Expr:
        """An entry of a table that the game computes, for the values of its slots."""
        number = self.unit.symbols.named_values[node.name]
        inner = Scope(scope.actor)
        given = self.values.arguments(node.arguments, number.slots, scope)
        for value, slot in zip(given, number.slots, strict=True):
            inner = inner.bind(slot.name, value, slot.type)
        return self.entry(number.value, index, inner)

    def _of_owner(self, node: t.Property, index: Expr, scope: Scope) -> Expr:
        type_, name = node.of.type, node.name
        of = self.certain(node.of, scope)
        if type_.kind == "player":
            return Load(self.of_slot(self.tables.player_states[name], of, index))
        state = self.unit.symbols.properties_of(type_)[name]
        if state.printed:
            return self._printed(type_, name, of, index)
        held = Load(self.of_slot(self.tables.slot_of(type_, name), of, index))
        if type_.kind == "cell":
            return held
        has_cell = self.tables.has_cell(type_, name, of)
        return held if has_cell is None else Pick(has_cell, held, Const(usual(state.type)))

    def _printed(self, type_: Type, name: str, of: Expr, index: Expr) -> Expr:
        """A row of the entries for each piece, design or cell."""
        symbols = self.unit.symbols
        state = symbols.properties_of(type_)[name]
        keys, missing = self.keys(state.type), usual(state.type)
        if type_.kind == "cell":
            place = symbols.places[type_.of[0]]
            printers = [place.printed.get(cell) for cell in self._cell_names(place.name)]
        else:
            names = self.tables.design_names if type_.kind == "kind" else self.tables.pieces
            printers = [symbols.designs[one] for one in names]
        rows = [one.tables.get(name, {}) if one is not None else {} for one in printers]
        whole = tuple(row.get(key, missing) for row in rows for key in keys)
        at = fold(Binary("add", fold(Binary("mul", of, Const(len(keys)))), index))
        if isinstance(at, Const):
            return Const(whole[at.value])
        return Table(self.tables.constant(whole), at)

    def _cell_names(self, board: str) -> list[str]:
        """The names of a board's cells, by their numbers as places; empty for all other places."""
        names = [""] * len(self.tables.places)
        for (known, _), one in self.tables.boards.items():
            if known == board:
                for cell, name in zip(one.cells(), one.names, strict=True):
                    names[cell] = name
        return names

    # ------------------------------------------------------------------------- wholes

    def folded(
        self, name: str, of: Type, start: int, step: Step, scope: Scope, player: Expr = NOBODY
    ) -> Expr:
        """Folds a function over all entries; it gets the result so far and the number of the next entry. Inside,
        register 0 is the player."""
        build, inner, arguments = self.values.helper(name, scope, player, CellKind.PLAYER)
        found, index = build.register(CellKind.NUMBER), build.register(CellKind.NUMBER)
        build.set(found, Const(start))
        body = (Assign(found.index, step(found, index, inner)),)
        build.emit(ForEachBit(index.index, self.every(of), body))
        build.give(found)
        return self.unit.helper_call(build, arguments)

    def total(self, node: t.TotalOf, scope: Scope) -> Expr:
        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            return Binary("add", found, self.entry(node.of, index, inner))

        return self.folded("total", node.of.type, 0, step, scope)

    def compare(self, node: t.Compare, scope: Scope) -> Expr:
        """`=`, `>=` and `<=` hold if they hold for each entry."""
        op = "=" if node.op == "!=" else node.op

        def step(found: Expr, index: Expr, inner: Scope) -> Expr:
            left, right = self.entry(node.left, index, inner), self.entry(node.right, index, inner)
            return Binary("both", found, Binary(COMPARE[op], left, right))

        same = self.folded("compare", node.left.type, 1, step, scope)
        return Binary("eq", same, Const(0)) if node.op == "!=" else same
