"""Lowers conditions to IR expressions that are 0 or 1."""

from __future__ import annotations

import typing
from collections.abc import Callable

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import Type
from ....dsl.tree.types import member as member_type
from ...ir import (
    WORD_BITS,
    Any,
    Assign,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    ForEachBit,
    If,
    Instr,
    PlaceSet,
    Reg,
    Unary,
)
from ..building.builder import Scope, kind_of
from ..building.operations import COMPARE, SETS, at, fold, if_there, joined
from ..recursion import printed_key
from .boards import Boards
from .common import OnValues, Values
from .number_tables import Keyed
from .payments import Payments
from .properties import Properties

_NEARER: dict[t.Comparison, tuple[bool, bool]] = {
    "<=": (False, False),
    "<": (True, False),
    ">": (False, True),
    ">=": (True, True),
}
"""Whether a distance must be below a number, and whether that is negated."""
_MIRRORED: dict[t.Comparison, t.Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Conditions(OnValues):
    def __init__(
        self, values: Values, boards: Boards, keyed: Keyed, properties: Properties, payments: Payments
    ) -> None:
        super().__init__(values)
        self.boards, self.keyed, self.properties, self.payments = boards, keyed, properties, payments

    def compare(self, node: t.Compare, scope: Scope) -> Expr:
        left, right = node.left, node.right
        if left.type.kind == "table":
            return self.keyed.compare(node, scope)
        near = self._near(node, scope)
        if near is not None:
            return near
        counts = isinstance(left, t.CountOf) or isinstance(right, t.CountOf)
        sets = left.type.kind in SETS or right.type.kind in SETS
        lower = self.as_set if sets and not counts else self.lower
        return fold(Binary(COMPARE[node.op], lower(left, scope), lower(right, scope)))

    def _near(self, node: t.Compare, scope: Scope) -> Expr | None:
        """A comparison of a distance with a number, if a table says which cells are near enough."""
        if isinstance(node.left, t.Distance) and node.op in _NEARER:
            below, negated = _NEARER[node.op]
            near = self.boards.is_within(node.left, node.right, below, scope)
        elif isinstance(node.right, t.Distance) and node.op in _NEARER:
            below, negated = _NEARER[_MIRRORED[node.op]]
            near = self.boards.is_within(node.right, node.left, below, scope)
        else:
            return None
        return Unary("not", near) if near is not None and negated else near

    def holds(self, node: t.Holds, scope: Scope) -> Expr:
        assert node.of is not None
        of = self.certain(node.of, scope)
        if node.player is not None:
            scope = attrs.evolve(scope, actor=self.certain(node.player, scope))
        return self.properties.truth_of(node.of.type, node.name, of, scope)

    def can_pay(self, node: t.CanPay, scope: Scope) -> Expr:
        player = self.certain(node.player, scope)
        return self.payments.can_pay(player, node.amounts, scope)

    def can_be_done(self, node: t.CanBeDone, scope: Scope) -> Expr:
        assert isinstance(node.of, t.Property)
        this = self.certain(node.of.of, scope)
        return Call(self.again.printed("can", printed_key(node.of)), (this, scope.actor))

    def so(self, node: t.So, scope: Scope) -> Expr:
        arguments = self.values.arguments(node.arguments, self.unit.symbols.phrases[node.phrase].slots, scope)
        return Call(self.again.condition(node.phrase), (scope.actor, *arguments))

    def is_empty(self, node: t.IsEmpty, scope: Scope) -> Expr:
        if (
            isinstance(node.of, t.PlaceValue) and node.of.type.kind == "cells"
        ):  # nothing lies on the whole board
            held = sum(self.tables.mask_of_type(name) for name in self.tables.types_held(node.of.name))
            return Binary("eq", self.boards.pieces_on(Const(held), self.lower(node.of, scope)), Const(0))
        if node.of.type.kind == "cell":
            self.boards.occupied()  # kept for whatever asks this of many cells together, if anything does
        return Binary("eq", self.values.size(node.of, scope), Const(0))

    def is_in(self, node: t.IsIn, scope: Scope) -> Expr:
        what = self.lower(node.what, scope)
        where = self.lower(node.where, scope)
        if node.where.type.kind == "cells" and node.what.type.kind == "piece":
            return if_there(node.what, what, self.boards.lies_on(what, where))
        if node.where.type.kind == "cells" and node.what.type.kind == "pieces":
            return Binary("eq", Binary("minus", self.boards.cells_under(what), where), Const(0))
        if node.where.type.kind in ("place", "cell") and node.what.type.kind == "piece":
            here = Binary("eq", at(self.tables.at, what), where)
            return if_there(node.what, what, here)
        members = PlaceSet(where) if node.where.type.kind in ("place", "cell") else where
        if node.what.type.kind in SETS:
            return Binary("eq", Binary("minus", what, members), Const(0))
        return if_there(node.what, what, Binary("has", members, what))

    def is_kind(self, node: t.IsKind, scope: Scope) -> Expr:
        what = self.lower(node.what, scope)
        return if_there(node.what, what, Binary("has", self.lower(node.of, scope), what))

    def differ(self, node: t.Differ, scope: Scope) -> Expr:
        """No two members share a value. The values seen so far are a set if few are possible; otherwise, each member
        is compared with the others."""
        members = self.as_set(node.of, scope)
        build, _, arguments = self.values.helper("differ", scope, members, kind_of(node.of.type))
        single = member_type(node.of.type)
        same, value = build.register(CellKind.NUMBER), build.register(CellKind.NUMBER)
        member = build.register(kind_of(single))
        body: tuple[Instr, ...]
        if self._has_few_values(single, node.name):
            seen = build.register(CellKind.NUMBER)
            least = self.unit.least_of(single, node.name)
            build.set(seen, Const(0))
            body = (
                Assign(
                    value.index, Binary("sub", self.properties.of(single, node.name, member), Const(least))
                ),
                If(Binary("has", seen, value), (Assign(same.index, Const(1)),)),
                Assign(seen.index, Binary("or", seen, Unary("bit", value))),
            )
        else:
            other = self.unit.bound.register(kind_of(single))
            others = Binary("minus", Reg(0), Unary("bit", member))
            shared = Any(
                other.index, others, Binary("eq", self.properties.of(single, node.name, other), value)
            )
            body = (
                Assign(value.index, self.properties.of(single, node.name, member)),
                If(shared, (Assign(same.index, Const(1)),)),
            )
        build.set(same, Const(0))
        build.emit(ForEachBit(member.index, Reg(0), body))
        build.give(Unary("not", same))
        return self.unit.helper_call(build, arguments)

    def _has_few_values(self, of: Type, name: str) -> bool:
        """Whether the values of a property, from the least on, surely fit into a number as a set."""
        if name == "kind":
            return len(self.tables.design_names) < WORD_BITS
        type_ = self.unit.symbols.properties_of(of)[name].type
        if type_.kind == "number":
            return type_.most - type_.least < WORD_BITS - 1
        return type_.kind == "yes-no"

    def make_line(self, node: t.MakeLine, scope: Scope) -> Expr:
        return self.boards.make_line(node, scope)

    def exists(self, node: t.Exists, scope: Scope) -> Expr:
        return Binary("gt", self.values.size(node.of, scope), Const(0))

    def not_(self, node: t.Not, scope: Scope) -> Expr:
        return Unary("not", self.lower(node.of, scope))

    def both(self, node: t.Both, scope: Scope) -> Expr:
        return joined("both", [self.lower(part, scope) for part in node.of])

    def either(self, node: t.Either, scope: Scope) -> Expr:
        return joined("either", [self.lower(part, scope) for part in node.of])


CONDITIONS: dict[type, Callable[[typing.Any, typing.Any, Scope], Expr]] = {
    t.Compare: Conditions.compare,
    t.Holds: Conditions.holds,
    t.IsEmpty: Conditions.is_empty,
    t.IsIn: Conditions.is_in,
    t.IsKind: Conditions.is_kind,
    t.Differ: Conditions.differ,
    t.MakeLine: Conditions.make_line,
    t.Exists: Conditions.exists,
    t.CanPay: Conditions.can_pay,
    t.CanBeDone: Conditions.can_be_done,
    t.So: Conditions.so,
    t.Not: Conditions.not_,
    t.Both: Conditions.both,
    t.Either: Conditions.either,
}
