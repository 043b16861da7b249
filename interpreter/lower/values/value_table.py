"""Lowers expressions to IR expressions, which have no side effects: the table of all that can be lowered.

What needs a loop (a filter that looks at each member, a sum) becomes a plain procedure of its own, with the bindings
that it uses as its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....dsl import tree as t
from ....dsl.tree.passes import table
from ...ir import Binary, Call, Const, Expr, PlaceAt, Unary
from ..building.builder import Scope
from ..building.operations import ARITHMETIC, fold, joined, load, summed
from .boards import Boards
from .chains import LARGEST, SIGNS, product, spine
from .common import OnValues, Values
from .computed import COMPUTED, Computed
from .conditions import CONDITIONS, Conditions
from .lists import times_listed
from .number_tables import Keyed
from .payments import Payments
from .properties import Properties
from .selections import Selections


class Expressions(OnValues):
    """All parts of the lowering of expressions, and what is simple."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.boards = Boards(values)
        self.keyed = Keyed(values)
        self.properties = Properties(values, self.boards, self.keyed)
        self.payments = Payments(values, self.keyed)
        self.selections = Selections(values, self.boards, self.properties)
        self.computed = Computed(values, self.properties)
        self.conditions = Conditions(values, self.boards, self.keyed, self.properties, self.payments)
        parts: tuple[tuple[object, dict[type, Handler]], ...] = (
            (self, _SIMPLE),
            (self.boards, _BOARDS),
            (self.properties, _PROPERTIES),
            (self.selections, _SELECTIONS),
            (self.computed, COMPUTED),
            (self.conditions, CONDITIONS),
        )
        self._handlers: dict[type, Callable[[Any, Scope], Expr]] = {
            kind: partial(handler, part) for part, handlers in parts for kind, handler in handlers.items()
        }

    def handle(self, node: t.Expr, scope: Scope) -> Expr:
        return self._handlers[type(node)](node, scope)

    def number(self, node: t.Number, scope: Scope) -> Expr:
        return Const(node.value)

    def truth(self, node: t.Truth, scope: Scope) -> Expr:
        return Const(int(node.value))

    def word(self, node: t.WordValue, scope: Scope) -> Expr:
        return Const(self.tables.word(node.word))

    def none(self, node: t.NoneValue, scope: Scope) -> Expr:
        return Const(-1)

    def kind(self, node: t.KindValue, scope: Scope) -> Expr:
        return Const(self.tables.design(node.design))

    def variable(self, node: t.Variable, scope: Scope) -> Expr:
        return scope.variables[node.name]

    def actor(self, node: t.Actor, scope: Scope) -> Expr:
        return scope.actor

    def this(self, node: t.This, scope: Scope) -> Expr:
        assert scope.this is not None
        return scope.this

    def here(self, node: t.Here, scope: Scope) -> Expr:
        """The cell that prints a text, or on which the piece lies."""
        assert scope.this is not None
        return scope.this if scope.this_is_cell else self.boards.cell_under(scope.this, node.type.of[0])

    def option(self, node: t.OptionValue, scope: Scope) -> Expr:
        return load(self.tables.options[node.name])

    def phrase_state(self, node: t.PhraseState, scope: Scope) -> Expr:
        return load(scope.state[node.name])

    def number_value(self, node: t.NumberValue, scope: Scope) -> Expr:
        slots = self.unit.symbols.named_values[node.name].slots
        arguments = self.values.arguments(node.arguments, slots, scope)
        return Call(self.again.number(node.name), (scope.actor, *arguments))

    def place(self, node: t.PlaceValue, scope: Scope) -> Expr:
        if node.type.kind == "cells":
            return self.boards.cells_of(node, scope)
        if node.owner is None:
            return Const(self.tables.place_numbers[(node.name, -1)])
        first = self.tables.place_numbers[(node.name, 0)]
        return fold(Binary("add", self.certain(node.owner, scope), Const(first)))

    def end_of(self, node: t.EndOf, scope: Scope) -> Expr:
        place = self.certain(node.place, scope)
        if node.count is not None:
            return self.computed.ends_of(node, place, scope)
        if node.top:
            return PlaceAt(place, Const(-1))
        return PlaceAt(place, Const(0))

    def arithmetic(self, node: t.Arithmetic, scope: Scope) -> Expr:
        if node.op == "up":  # rounding up is rounding down the negative number
            negative = Unary("neg", self.lower(node.left, scope))
            return Unary("neg", Binary("div", negative, self.lower(node.right, scope)))
        if node.op in SIGNS or node.op == "*":
            first, rest = spine(node, SIGNS if node.op in SIGNS else frozenset("*"))
            parts = [(one.op, self.lower(one.right, scope)) for one in rest]
            start = self.lower(first, scope)
            if node.op == "*":
                factors = [start, *(part for _, part in parts)]
                if node.type.least >= -LARGEST and node.type.most <= LARGEST:
                    return joined("mul", factors)
                return product(self.unit, factors, node)
            return summed([("+", start), *parts])
        return fold(Binary(ARITHMETIC[node.op], self.lower(node.left, scope), self.lower(node.right, scope)))


Handler = Callable[[Any, Any, Scope], Expr]
"""Lowers one class of expressions; the first argument is the part of lowering that it is a method of."""

_SIMPLE: dict[type, Handler] = {
    t.Number: Expressions.number,
    t.Truth: Expressions.truth,
    t.WordValue: Expressions.word,
    t.NoneValue: Expressions.none,
    t.KindValue: Expressions.kind,
    t.Variable: Expressions.variable,
    t.Actor: Expressions.actor,
    t.This: Expressions.this,
    t.Here: Expressions.here,
    t.OptionValue: Expressions.option,
    t.PhraseState: Expressions.phrase_state,
    t.NumberValue: Expressions.number_value,
    t.PlaceValue: Expressions.place,
    t.EndOf: Expressions.end_of,
    t.Arithmetic: Expressions.arithmetic,
    t.TimesListed: lambda on, node, scope: times_listed(on.values, node, scope),
    t.TotalOf: lambda on, node, scope: on.keyed.total(node, scope),
}
_BOARDS: dict[type, Handler] = {
    t.Distance: Boards.distance,
    t.Direction: Boards.direction,
    t.Between: Boards.between,
}
_PROPERTIES: dict[type, Handler] = {t.Property: Properties.property, t.GameState: Properties.game_state}
_SELECTIONS: dict[type, Handler] = {
    t.Select: Selections.select,
    t.Quantity: Selections.quantity,
    t.CountOf: Selections.count_of,
}

table(
    __name__,
    "expressions",
    t.Expr,
    {**_SIMPLE, **_BOARDS, **_PROPERTIES, **_SELECTIONS, **COMPUTED, **CONDITIONS},
)
