"""Resolves conditions: syntax trees of clauses joined by `and` and `or` to typed trees."""

from __future__ import annotations

from collections.abc import Callable

from . import tree as t
from .context import Context, children, token
from .resolve_expr import (
    check_comparison,
    check_in,
    expression,
    noun_phrase,
    operator,
    property_named,
    selection,
)
from .syntax import Syntax
from .types import YES_NO, comparable, member


def condition(tree: Syntax, c: Context) -> t.Expr:
    """A condition: `or` of `and` of clauses."""
    parts = [_conjunction(child, c) for child in children(tree)]
    return parts[0] if len(parts) == 1 else t.Either(tuple(parts), span=c.span(tree), type=YES_NO)


def _conjunction(tree: Syntax, c: Context) -> t.Expr:
    parts = [_CLAUSES[str(child.data)](child, c) for child in children(tree)]
    return parts[0] if len(parts) == 1 else t.Both(tuple(parts), span=c.span(tree), type=YES_NO)


def _compare(tree: Syntax, c: Context) -> t.Expr:
    left, right = (expression(child, c) for child in children(tree))
    op = operator(tree)
    check_comparison(op, left.type, right.type, tree, c)
    return t.Compare(op, left, right, span=c.span(tree), type=YES_NO)


def _is(tree: Syntax, c: Context) -> t.Expr:
    noun, complement = children(tree)
    return _complement(noun, complement, tree, c)


def _is_not(tree: Syntax, c: Context) -> t.Expr:
    noun, complement = children(tree)
    positive = _complement(noun, complement, tree, c)
    if isinstance(positive, t.Compare):
        return t.Compare("!=", positive.left, positive.right, span=positive.span, type=YES_NO)
    return t.Not(positive, span=c.span(tree), type=YES_NO)


def _complement(noun: Syntax, complement: Syntax, tree: Syntax, c: Context) -> t.Expr:
    of = expression(noun, c)
    span = c.span(tree)
    if complement.data in ("adjective", "not_adjective"):
        adjective = token(complement, "ADJ")
        assert adjective is not None
        property_named(str(adjective), of.type, adjective, c)
        holds = t.Holds(of, str(adjective), span=span, type=YES_NO)
        return t.Not(holds, span=span, type=YES_NO) if complement.data == "not_adjective" else holds
    if complement.data == "empty":
        if of.type.kind not in ("place", "pieces", "players", "kinds", "list", "cell", "cells"):
            raise c.fail("RW211", f"{of.type} is neither empty nor not", noun)
        return t.IsEmpty(of, span=span, type=YES_NO)
    value = noun_phrase(children(complement)[0], c)
    if isinstance(value, t.Quantity) and (complement.data == "in_" or value.how != "one"):
        value = expression(children(complement)[0], c)  # says what is wrong with it
    if complement.data == "in_":
        check_in(of.type, value, tree, c)
        return t.IsIn(of, value, span=span, type=YES_NO)
    if isinstance(value, t.Quantity) and value.how == "one" and complement.data == "value":
        if not comparable(of.type, value.type):
            raise c.fail("RW211", f"{of.type} is never {value.type}", tree)
        return t.IsKind(of, value.of, span=span, type=YES_NO)
    check_comparison("=", of.type, value.type, tree, c)
    return t.Compare("=", of, value, span=span, type=YES_NO)


def _differ(tree: Syntax, c: Context) -> t.Expr:
    prop = token(tree, "PROP")
    assert prop is not None
    of = expression(children(tree)[0], c)
    if of.type.kind not in ("pieces", "players"):
        raise c.fail("RW211", f"{of.type} cannot differ", tree)
    if str(prop) != "kind":
        property_named(str(prop), member(of.type), prop, c)
    return t.Differ(of, str(prop), span=c.span(tree), type=YES_NO)


def _exists(tree: Syntax, c: Context) -> t.Expr:
    of = noun_phrase(children(tree)[0], c)
    if isinstance(of, t.Quantity) and of.how == "one":
        of = of.of
    elif isinstance(of, t.Quantity):
        raise c.fail("RW213", "'there is' does not count", tree, "the number of … >= 2")
    if of.type.kind not in ("pieces", "players", "kinds", "cells"):
        raise c.fail("RW211", f"'there is' needs something to count, not {of.type}", tree)
    return t.Exists(of, span=c.span(tree), type=YES_NO)


def _exists_no(tree: Syntax, c: Context) -> t.Expr:
    exists = t.Exists(selection(tree, c), span=c.span(tree), type=YES_NO)
    return t.Not(exists, span=c.span(tree), type=YES_NO)


def _not(tree: Syntax, c: Context) -> t.Expr:
    return t.Not(condition(children(tree)[0], c), span=c.span(tree), type=YES_NO)


def _group(tree: Syntax, c: Context) -> t.Expr:
    return condition(children(tree)[0], c)


def _make_line(tree: Syntax, c: Context) -> t.Expr:
    of = expression(children(tree)[0], c)
    count = expression(children(tree)[-1], c)
    if of.type.kind not in ("pieces", "cells") or not c.symbols.cells:
        raise c.fail("RW211", f"{of.type} makes no line", tree, "pieces on a grid do, and cells of it")
    if not isinstance(count, t.Number) or not 2 <= count.value <= 20:
        raise c.fail("RW210", "the length of a line is a number from 2 to 20", tree)
    return t.MakeLine(of, count, span=c.span(tree), type=YES_NO)


_CLAUSES: dict[str, Callable[[Syntax, Context], t.Expr]] = {
    "compare": _compare,
    "is_": _is,
    "is_not": _is_not,
    "differ": _differ,
    "make_line": _make_line,
    "exists": _exists,
    "exists_no": _exists_no,
    "not_": _not,
    "group": _group,
}
