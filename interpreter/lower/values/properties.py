"""Lowers properties of players, pieces, designs and cells."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.model.symbols import HOLDER
from ....dsl.tree.types import DIRECTIONS, Type
from ...ir import Call, Const, Expr, Pick, Table
from ..building.builder import Scope
from ..building.operations import at, is_some, load, may_be_missing, owned
from ..recursion import printer_of
from .boards import Boards
from .common import OnValues, Values
from .number_tables import Keyed

HELD = "(the holder of this)"
"""Under which name a scope holds the holder of `this`, if it is not simply the player in whose place it lies."""


class Properties(OnValues):
    def __init__(self, values: Values, boards: Boards, keyed: Keyed) -> None:
        super().__init__(values)
        self.boards, self.keyed = boards, keyed

    def property(self, node: t.Property, scope: Scope) -> Expr:
        if node.key is not None:
            keyed_by = self.unit.symbols.properties_of(node.of.type)[node.name].type
            return self.keyed.entry(node, self.keyed.index(keyed_by, node.key, scope), scope)
        of = self.lower(node.of, scope)
        held = scope.variables.get(HELD) if node.name == HOLDER and isinstance(node.of, t.This) else None
        if held is not None and self.unit.symbols.has_holder(node.of.type, node.name):
            return held
        found = self.of(node.of.type, node.name, self.there(node.of, of))
        if self.values.lenient and may_be_missing(node.of):
            return Pick(is_some(of), found, Const(-1))
        return found

    def of(self, type_: Type, name: str, of: Expr) -> Expr:
        """A property of a value that has already been lowered."""
        if type_.kind == "player":
            return owned(self.tables.player_states[name], of)
        if name == "kind" and type_.kind == "piece":
            return Table(self.unit.design_table, of)
        if type_.kind == "cell":
            return self.boards.of_cell(type_.of[0], name, of)
        if type_.kind == "piece" and name in self.unit.symbols.cells:
            return self.boards.cell_under(of, self.unit.symbols.cells[name])
        if self.unit.symbols.has_holder(type_, name):
            return self.holder(of)
        state = self.unit.symbols.properties_of(type_)[name]
        if not state.printed:
            held = owned(self.tables.piece_states[name], of)
            has_cell = self.tables.has_cell(type_, name, of)
            return held if has_cell is None else Pick(has_cell, held, self.values.start_of(state))
        by_design = type_.kind == "kind"
        found = Table(self.tables.constant(self.tables.printed(name, by_design=by_design)), of)
        return self.boards.turned(found, state, of) if state.type == DIRECTIONS and not by_design else found

    def truth_of(self, type_: Type, name: str, of: Expr, scope: Scope) -> Expr:
        """Whether a yes-or-no property, or a printed condition, holds."""
        if self.unit.symbols.properties_of(type_)[name].type.kind == "condition":
            return Call(self.again.printed("holds", (printer_of(type_), name)), (of, scope.actor))
        return self.of(type_, name, of)

    def holder(self, piece: Expr) -> Expr:
        """The player in whose place a piece lies; none if that place belongs to nobody."""
        owners = tuple(place.owner for place in self.tables.places)
        place = at(self.tables.at, piece)
        return Pick(is_some(place), Table(self.tables.constant(owners), place), Const(-1))

    def game_state(self, node: t.GameState, scope: Scope) -> Expr:
        slot = self.tables.game_states[node.name]
        if node.key is not None:
            return self.keyed.entry(node, self.keyed.index(slot.type, node.key, scope), scope)
        return load(slot)
