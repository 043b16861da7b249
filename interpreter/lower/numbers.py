"""Lowers the numbers that a game declares: their value, changed by the abilities in force."""

from __future__ import annotations

from ..ir import Assign, Binary, BinaryOp, CellKind, Const, Expr, If, Return
from .builder import Builder, Scope, kind_of
from .events import Events, pattern_tests
from .values import fold


def number_procedure(events: Events, name: str) -> Builder:
    """A number of the game: its value, changed by the abilities in force."""
    number = events.low.symbols.numbers[name]
    b = Builder(name, number.span)
    scope = Scope(b.parameter(CellKind.PLAYER))
    given = []
    for slot in number.slots:
        given.append(b.parameter(kind_of(slot.type)))
        scope = scope.bind(slot.name, given[-1], slot.type)
    result = b.register(CellKind.NUMBER)
    b.emit(Assign(result.index, events.low.statements.expr(number.value, scope, b), span=number.span))
    for modifier, instance in events.modifiers.get(name, []):
        inner = events.inner_scope(instance, scope, [])
        ex = events.low.expressions
        test: Expr = Const(1)
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
