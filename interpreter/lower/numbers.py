"""Lowers the numbers that a game declares: their values, modified by the abilities in force."""

from __future__ import annotations

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.tree.types import Type
from rulewright.dsl.tree.walk import walk

from ..ir import Assign, Binary, BinaryOp, CellKind, Const, Expr, If, Pick, Return
from .builder import Builder, Scope, kind_of
from .events import Events, Instance
from .patterns import pattern_tests
from .values import fold


def number_procedure(events: Events, name: str) -> Builder:
    """A number of the game: its value, modified by the abilities in force."""
    number = events.low.unit.symbols.named_values[name]
    b = Builder(name, number.span)
    scope = Scope(b.parameter(CellKind.PLAYER))
    given = []
    for slot in number.slots:
        given.append(b.parameter(kind_of(slot.type)))
        scope = scope.bind(slot.name, given[-1], slot.type)
    result = b.register(kind_of(number.value.type))
    b.emit(Assign(result.index, events.low.statements.expr(number.value, scope, b), span=number.span))
    for modifier, instance in events.modifiers.get(name, []):
        ex = events.low.expressions
        test: Expr = Const(1)
        acting = scope
        if _says_player(modifier, instance):
            whose = _whose(events, instance, scope.actor)
            player = b.register(CellKind.PLAYER)
            b.emit(Assign(player.index, whose, span=modifier.span))
            acting = attrs.evolve(scope, actor=player)
            test = Binary("ge", acting.actor, Const(0))
        inner = events.inner_scope(instance, acting, [])
        for pattern, slot, register in zip(modifier.pattern, number.slots, given, strict=False):
            if pattern.name is not None:
                inner = inner.bind(pattern.name, register, slot.type)
        for one in pattern_tests(ex, modifier.pattern, given, inner):
            test = fold(Binary("both", test, one))
        for condition in instance.conditions:
            test = fold(Binary("both", test, ex.lower(condition, inner)))
        op: BinaryOp = "add" if modifier.sign > 0 else "sub"
        change = Assign(result.index, Binary(op, result, ex.lower(modifier.amount, inner)))
        b.emit(If(test, (change,), span=modifier.span))
    b.end(Return(result))
    return b


def _says_player(modifier: t.Modifier, instance: Instance) -> bool:
    said = (modifier.amount, modifier.pattern, instance.conditions, tuple(instance.arguments.values()))
    return any(isinstance(node, t.Actor) for node in walk(said))


def _whose(events: Events, instance: Instance, actor: Expr) -> Expr:
    """The player that `the player` means in an ability that modifies a number, which may be read at any time: the
    holder of the piece, or, if nobody holds it, the player who acts."""
    symbols = events.low.unit.symbols
    if not symbols.of_players(Type("piece", (symbols.designs[instance.design].type,))):
        return actor
    holder = events.low.expressions.holder(Const(instance.piece))
    return Pick(Binary("ge", holder, Const(0)), holder, actor)
