"""Resolves what is computed over sets: numbers of, totals, highest and lowest, kinds."""

from __future__ import annotations

from typing import Literal

import attrs

from .. import tree as t
from ..model.uses import DESIGN
from ..syntax.parser import Syntax
from ..tree.types import Type, member, number, overlap
from .calculation import computed_of
from .context import Context, Resolver, Unresolved, children, find
from .expressions import COUNT_MOST, expression, numeric
from .filters import measured_by
from .selections import HEADS, members_of, selection


def _number_of_kinds(tree: Syntax, c: Context) -> t.Expr:
    return t.CountOf(kinds_in(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _number_of(tree: Syntax, c: Context) -> t.Expr:
    head, rels = find(tree, *HEADS), children(tree)[1:]
    if head is not None and head.data == "of_design" and len(rels) == 1 and rels[0].data == "in_":
        where = expression(children(rels[0])[0], c)
        if where.type.kind == "list":
            design = c.symbols.designs[str(head.children[-1])]
            c.use(DESIGN, design.name, head.children[-1])
            kind = t.KindValue(design.name, span=c.span(head), type=Type("kind", (design.type,)))
            return _how_often(kind, where, tree, c)
    return t.CountOf(selection(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _number_among(tree: Syntax, c: Context) -> t.Expr:
    return t.CountOf(members_of(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _times_listed(tree: Syntax, c: Context) -> t.Expr:
    kind, of = (expression(child, c) for child in children(tree))
    return _how_often(kind, of, tree, c)


def _how_often(kind: t.Expr, of: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    """How often a kind is on a printed list."""
    if not isinstance(of, t.Property) or of.type.kind != "list":
        raise c.fail(
            "RW206",
            f"'the number of times' needs a printed list, not {of.type}",
            tree,
        )
    if kind.type.kind != "kind" or not overlap(kind.type, of.type):
        raise c.fail("RW206", f"{kind.type} cannot be in {of.type}", tree)
    return t.TimesListed(kind, of, span=c.span(tree), type=number(0, COUNT_MOST))


AGGREGATES: dict[str, t.Extreme | Literal["total"]] = {
    "total": "total",
    "highest": "highest",
    "lowest": "lowest",
}


def _aggregate(tree: Syntax, c: Context) -> t.Expr:
    if tree.data.endswith(AMONG):
        of: t.Expr = members_of(tree, c)
    else:
        of = kinds_in(tree, c) if tree.data.endswith(OF_KINDS) else selection(tree, c)
    name, value, type_ = measured_by(tree, member(of.type), c)
    how = AGGREGATES[str(tree.data).removesuffix(OF_KINDS).removesuffix(AMONG)]
    most = type_.most * COUNT_MOST if how == "total" else type_.most
    least = min(0, type_.least * COUNT_MOST) if how == "total" else min(0, type_.least)
    return t.Aggregate(how, name, of, value, span=c.span(tree), type=number(least, max(most, 0)))


def each_counted(number_: t.Expr, per: Syntax, whole: Syntax, c: Context) -> t.Arithmetic:
    """An amount for each member of a set: the amount times the number of members."""
    of = selection(per, c)
    count: t.Expr = t.CountOf(of, span=c.span(per), type=number(0, COUNT_MOST))
    several = find(per, "so_many")
    if several is not None:
        count = _groups(count, several, c)
        if isinstance(number_, t.Number) and number_.value == 1:
            return attrs.evolve(count, span=c.span(whole))
    return computed_of("*", number_, count, c.span(whole))


def _groups(count: t.Expr, several: Syntax, c: Context) -> t.Arithmetic:
    """`for each 2 cards`: how many times there are 2 of them, rounded down."""
    size = numeric(children(several)[0], c)
    if size.type.least < 1:
        way_out = "say a number that is never below 1: for each 2 …"
        raise c.fail("RW210", "this counts groups of at least one", several, way_out)
    return computed_of("down", count, size, c.span(several))


def _times_each(tree: Syntax, c: Context) -> t.Expr:
    value, per = children(tree)
    found = each_counted(numeric(value, c), per, tree, c)
    once = isinstance(found.left, t.Number) and found.left.value == 1
    return attrs.evolve(found.right, span=found.span) if once else found


OF_KINDS = "_of_kinds"
AMONG = "_among"
"""The endings of the rules that measure kinds, and members of a set that has a name."""


def kinds_in(tree: Syntax, c: Context) -> t.Expr:
    """Kinds for which all filters hold, such as the list on which they are; or the kinds of pieces for which they
    hold."""
    of_kinds = _kinds_like(tree, c)
    if isinstance(of_kinds, t.Select):
        return of_kinds
    try:
        of = selection(tree, c)
    except Unresolved as failure:
        further = of_kinds is not None and of_kinds.span.start > failure.span.start
        raise (of_kinds if further and of_kinds is not None else failure) from None
    return t.KindsOf(of, span=c.span(tree), type=Type("kinds", of.type.of))


def _kinds_like(tree: Syntax, c: Context) -> t.Select | Unresolved | None:
    """Kinds of a type for which all filters hold, or the reason why that means nothing; None if the text is surely
    about pieces."""
    head = find(tree, *HEADS)
    if head is None or head.data != "type" or str(head.children[-1]) not in c.symbols.types:
        return None
    with c.scope():
        c.variables.pop("that " + str(head.children[-1]), None)  # that would be each of the pieces
        noted = c.noted
        try:
            return selection(tree, c, kinds=True)
        except Unresolved as failure:
            c.forget(noted)
            return failure.with_tokens(failure.tokens)  # without the traceback, whose frames keep everything


EXPRESSIONS: dict[str, Resolver] = {
    "number_of_kinds": _number_of_kinds,
    "number_of": _number_of,
    "number_among": _number_among,
    "total": _aggregate,
    "highest": _aggregate,
    "lowest": _aggregate,
    "kinds_in": kinds_in,
    "times_each": _times_each,
    "total_of_kinds": _aggregate,
    "highest_of_kinds": _aggregate,
    "lowest_of_kinds": _aggregate,
    "total_among": _aggregate,
    "highest_among": _aggregate,
    "lowest_among": _aggregate,
    "times_listed": _times_listed,
}
