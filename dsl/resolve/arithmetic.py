"""Resolves arithmetic on numbers and tables, with the ranges of the results."""

from __future__ import annotations

from contextlib import nullcontext

from .. import tree as t
from ..syntax.parser import Syntax
from ..tree.types import number
from .calculation import computed_of, half_of
from .context import Context, Resolver, children
from .expressions import numeric
from .number_tables import added
from .reach import reaching

ARITHMETIC: dict[str, t.Operation] = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "divide_down": "down",
    "divide_up": "up",
    "smaller": "smaller",
    "greater": "greater",
}


def _arithmetic(tree: Syntax, c: Context) -> t.Expr:
    op, terms = ARITHMETIC[str(tree.data)], children(tree)
    reading = reaching(terms, tree, c, places=op in ("+", "-")) if op in LISTS else nullcontext(terms)
    with reading as parts:  # here, and in no function of its own: sums are deep
        left = numeric(parts[0], c, tables=True)
        right = numeric(parts[1], c, tables=True)
        return _calculated(op, left, right, parts, tree, c)


LISTS = ("+", "-", "smaller", "greater")
"""What a place at the end could belong to both parts of."""


def _calculated(
    op: t.Operation, left: t.Expr, right: t.Expr, parts: list[Syntax], tree: Syntax, c: Context
) -> t.Expr:
    if "table" in (left.type.kind, right.type.kind):
        return added(op, left, right, tree, c)
    if op in ("down", "up") and right.type.least < 1:
        way_out = "divide by (the greater of 1 and …)"
        raise c.fail("RW210", "a divisor must be at least 1", parts[1], way_out)
    return computed_of(op, left, right, c.span(tree))


def _twice(tree: Syntax, c: Context) -> t.Expr:
    span = c.span(tree)
    two = t.Number(2, span=span, type=number(2, 2))
    return computed_of("*", two, numeric(children(tree)[0], c), span)


def _half(tree: Syntax, c: Context) -> t.Expr:
    """`half of the score, rounded down`."""
    of, rounded = children(tree)
    return half_of(numeric(of, c), rounded, c.span(tree))


def _minus(tree: Syntax, c: Context) -> t.Expr:
    """A negation: `-the score`."""
    value = numeric(children(tree)[0], c)
    span, least, most = c.span(tree), -value.type.most, -value.type.least
    if isinstance(value, t.Number):
        return t.Number(most, span=span, type=number(least, most))
    nothing = t.Number(0, span=span, type=number(0, 0))
    return t.Arithmetic("-", nothing, value, span=span, type=number(least, most))


EXPRESSIONS: dict[str, Resolver] = {
    "minus": _minus,
    "twice": _twice,
    "half": _half,
    "add": _arithmetic,
    "sub": _arithmetic,
    "mul": _arithmetic,
    "divide_down": _arithmetic,
    "divide_up": _arithmetic,
    "smaller": _arithmetic,
    "greater": _arithmetic,
}
