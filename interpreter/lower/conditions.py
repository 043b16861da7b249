"""Lowers conditions to IR expressions that are 0 or 1. Each function takes `Expressions`, the node and the scope."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.tree.types import Type
from rulewright.dsl.tree.types import member as member_type

from ..ir import (
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
    Return,
    Unary,
)
from .builder import Scope, kind_of
from .values import COMPARE, SETS, at, fold, if_there, joined

if TYPE_CHECKING:
    from .expressions import Expressions


def compare(ex: Expressions, node: t.Compare, scope: Scope) -> Expr:
    left, right = node.left, node.right
    if left.type.kind == "table":
        return ex.keyed.compare(node, scope)
    if isinstance(left, t.CountOf) or isinstance(right, t.CountOf):
        return fold(Binary(COMPARE[node.op], ex.lower(left, scope), ex.lower(right, scope)))
    if left.type.kind in SETS or right.type.kind in SETS:
        return fold(Binary(COMPARE[node.op], ex.as_set(left, scope), ex.as_set(right, scope)))
    return fold(Binary(COMPARE[node.op], ex.lower(left, scope), ex.lower(right, scope)))


def holds(ex: Expressions, node: t.Holds, scope: Scope) -> Expr:
    assert node.of is not None
    of = ex.there(node.of, ex.lower(node.of, scope))
    if node.player is not None:
        scope = attrs.evolve(scope, actor=ex.there(node.player, ex.lower(node.player, scope)))
    return ex.truth_of(node.of.type, node.name, of, scope)


def can_pay(ex: Expressions, node: t.CanPay, scope: Scope) -> Expr:
    player = ex.there(node.player, ex.lower(node.player, scope))
    return ex.beyond.can_pay(player, node.amounts, scope)


def can_be_done(ex: Expressions, node: t.CanBeDone, scope: Scope) -> Expr:
    assert isinstance(node.of, t.Property)
    this = ex.there(node.of.of, ex.lower(node.of.of, scope))
    return ex.beyond.can_be_done(node.of, this, scope.actor)


def so(ex: Expressions, node: t.So, scope: Scope) -> Expr:
    slots = ex.unit.symbols.phrases[node.phrase].slots
    arguments = []
    for value, slot in zip(node.arguments, slots, strict=True):
        lowered = ex.as_set(value, scope) if slot.type.kind in SETS else ex.lower(value, scope)
        arguments.append(
            lowered if slot.type.optional or slot.type.kind in SETS else ex.there(value, lowered)
        )
    return Call(ex.beyond.holds_procedure(node.phrase), (scope.actor, *arguments))


def is_empty(ex: Expressions, node: t.IsEmpty, scope: Scope) -> Expr:
    if isinstance(node.of, t.PlaceValue) and node.of.type.kind == "cells":  # nothing lies on the whole board
        held = sum(ex.tables.mask_of_type(name) for name in ex.tables.types_held(node.of.name))
        return Binary("eq", ex.boards.pieces_on(Const(held), ex.lower(node.of, scope)), Const(0))
    if node.of.type.kind == "cell":
        ex.boards.occupied()  # kept for whatever asks this of many cells together, if anything does
    return Binary("eq", ex.size(node.of, scope), Const(0))


def is_in(ex: Expressions, node: t.IsIn, scope: Scope) -> Expr:
    what = ex.lower(node.what, scope)
    where = ex.lower(node.where, scope)
    if node.where.type.kind == "cells" and node.what.type.kind == "piece":
        return if_there(node.what, what, ex.boards.lies_on(what, where))
    if node.where.type.kind == "cells" and node.what.type.kind == "pieces":
        return Binary("eq", Binary("minus", ex.boards.cells_under(what), where), Const(0))
    if node.where.type.kind in ("place", "cell") and node.what.type.kind == "piece":
        here = Binary("eq", at(ex.tables.at, what), where)
        return if_there(node.what, what, here)
    members = PlaceSet(where) if node.where.type.kind in ("place", "cell") else where
    if node.what.type.kind in SETS:
        return Binary("eq", Binary("minus", what, members), Const(0))
    return if_there(node.what, what, Binary("has", members, what))


def is_kind(ex: Expressions, node: t.IsKind, scope: Scope) -> Expr:
    what = ex.lower(node.what, scope)
    return if_there(node.what, what, Binary("has", ex.lower(node.of, scope), what))


def differ(ex: Expressions, node: t.Differ, scope: Scope) -> Expr:
    """No two members share a value. The values seen so far are a set if few are possible; otherwise, each member is
    compared with the others."""
    members = ex.as_set(node.of, scope)
    build, _, arguments = ex.helper("differ", scope, members, kind_of(node.of.type))
    single = member_type(node.of.type)
    same, value = build.register(CellKind.NUMBER), build.register(CellKind.NUMBER)
    member = build.register(kind_of(single))
    body: tuple[Instr, ...]
    if _has_few_values(ex, single, node.name):
        seen = build.register(CellKind.NUMBER)
        least = ex.unit.least_of(single, node.name)
        build.emit(Assign(seen.index, Const(0)))
        body = (
            Assign(value.index, Binary("sub", ex.property_of(single, node.name, member), Const(least))),
            If(Binary("has", seen, value), (Assign(same.index, Const(1)),)),
            Assign(seen.index, Binary("or", seen, Unary("bit", value))),
        )
    else:
        other = ex.unit.bound.register(kind_of(single))
        others = Binary("minus", Reg(0), Unary("bit", member))
        shared = Any(other.index, others, Binary("eq", ex.property_of(single, node.name, other), value))
        body = (
            Assign(value.index, ex.property_of(single, node.name, member)),
            If(shared, (Assign(same.index, Const(1)),)),
        )
    build.emit(Assign(same.index, Const(0)))
    build.emit(ForEachBit(member.index, Reg(0), body))
    build.end(Return(Unary("not", same)))
    return ex.unit.helper_call(build, arguments)


def _has_few_values(ex: Expressions, of: Type, name: str) -> bool:
    """Whether the values of a property, from the least on, surely fit into a number as a set."""
    if name == "kind":
        return len(ex.unit.tables.design_names) < WORD_BITS
    type_ = ex.unit.symbols.properties_of(of)[name].type
    if type_.kind == "number":
        return type_.most - type_.least < WORD_BITS - 1
    return type_.kind == "yes-no"


def make_line(ex: Expressions, node: t.MakeLine, scope: Scope) -> Expr:
    return ex.boards.make_line(node, scope)


def exists(ex: Expressions, node: t.Exists, scope: Scope) -> Expr:
    return Binary("gt", ex.size(node.of, scope), Const(0))


def not_(ex: Expressions, node: t.Not, scope: Scope) -> Expr:
    return Unary("not", ex.lower(node.of, scope))


def both(ex: Expressions, node: t.Both, scope: Scope) -> Expr:
    return joined("both", [ex.lower(part, scope) for part in node.of])


def either(ex: Expressions, node: t.Either, scope: Scope) -> Expr:
    return joined("either", [ex.lower(part, scope) for part in node.of])


CONDITIONS: dict[type, Callable[[Expressions, typing.Any, Scope], Expr]] = {
    t.Compare: compare,
    t.Holds: holds,
    t.IsEmpty: is_empty,
    t.IsIn: is_in,
    t.IsKind: is_kind,
    t.Differ: differ,
    t.MakeLine: make_line,
    t.Exists: exists,
    t.CanPay: can_pay,
    t.CanBeDone: can_be_done,
    t.So: so,
    t.Not: not_,
    t.Both: both,
    t.Either: either,
}
