"""Computations with numbers, with the ranges of their results."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.source import Span
from ..syntax.parser import Syntax
from ..tree.types import Type, number


def computed_of(op: t.Operation, left: t.Expr, right: t.Expr, span: Span) -> t.Arithmetic:
    """A computation with two numbers, with the range of its result."""
    bounds = [_compute(op, a, b) for a in _ends(left.type) for b in _ends(right.type)]
    return t.Arithmetic(op, left, right, span=span, type=number(min(bounds), max(bounds)))


def half_of(value: t.Expr, rounded: Syntax, span: Span) -> t.Arithmetic:
    way: t.Operation = "down" if rounded.data == "down" else "up"
    return computed_of(way, value, t.Number(2, span=span, type=number(2, 2)), span)


def _ends(type_: Type) -> tuple[int, int]:
    return type_.least, type_.most


def _compute(op: str, a: int, b: int) -> int:
    known = {"+": a + b, "-": a - b, "*": a * b, "smaller": min(a, b), "greater": max(a, b)}
    return known[op] if op in known else a // b if op == "down" else -(-a // b)
