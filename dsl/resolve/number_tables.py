"""Resolves texts about tables: an entry, a table reduced by another, the total, and what is paid and gained."""

from __future__ import annotations

import attrs

from .. import tree as t
from ..model.symbols import State
from ..model.table_keys import keys_of
from ..model.uses import DESIGN, PROPERTY, STATE
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..tree.types import Type, entry_of, fits, is_key, number
from .context import Context, Resolver, children, find, token
from .expressions import expression, numeric, property_named


def _entry_of(tree: Syntax, c: Context) -> t.Expr:
    """`the cost of that ware in ruby`, `the player's gems in that kind`."""
    first, last = children(tree)
    name = token(tree, "PROP_T")
    assert name is not None
    of = expression(first, c)
    state = property_named(name, of.type, name, c)
    key = key_for(state.type, str(name), last, c)
    return t.Property(of, str(name), key, span=c.span(tree), type=entry_of(state.type))


def _entry_named(tree: Syntax, c: Context) -> t.Expr:
    """`the stock in ruby`: an entry of a table of the game."""
    name = token(tree, "NAME_T")
    assert name is not None
    if str(name) not in c.symbols.game:
        raise c.fail("RW202", f"'{name}' is not named at this point", tree)
    c.use(STATE, str(name), name)
    type_ = c.symbols.game[str(name)].type
    key = key_for(type_, str(name), children(tree)[0], c)
    return t.GameState(str(name), key, span=c.span(tree), type=entry_of(type_))


def key_for(of: Type, name: str, tree: Syntax, c: Context) -> t.Expr:
    """A key of a table."""
    if of.kind != "table":
        raise c.fail("RW211", f"'{name}' has no entries: it is {of}", tree)
    key = expression(tree, c)
    if not is_key(key.type, of):
        keys = keys_of(of, c.symbols)
        known = ", ".join(keys[:6]) + (", …" if len(keys) > 6 else "")
        raise c.fail("RW211", f"{key.type} is not a key of '{name}'", tree, f"its keys: {known}")
    return key


def _total(tree: Syntax, c: Context) -> t.Expr:
    of = a_table(children(tree)[0], c)
    count = len(keys_of(of.type, c.symbols))
    least, most = of.type.least * count, of.type.most * count
    return t.TotalOf(of, span=c.span(tree), type=number(least, most))


def _reduced(tree: Syntax, c: Context) -> t.Expr:
    """`the cost of that ware reduced by the player's bonuses`: no entry of it is below 0."""
    left, right = (expression(child, c) for child in children(tree))
    for one, part in ((left, 0), (right, 1)):
        if one.type.kind != "table":
            way_out = "of numbers: the greater of 0 and (… - …)"
            raise c.fail("RW211", f"a table is needed, but this is {one.type}", children(tree)[part], way_out)
    _alike(left.type, right.type, tree, c)
    least, most = max(0, left.type.least - right.type.most), max(0, left.type.most - right.type.least)
    type_ = attrs.evolve(left.type, least=least, most=most)
    return t.Arithmetic("reduced", left, right, span=c.span(tree), type=type_)


def _alike(left: Type, right: Type, tree: Syntax, c: Context) -> None:
    if not fits(left, right):
        raise c.fail("RW211", f"these tables have different keys: {left}, and {right}", tree)


def added(op: t.Operation, left: t.Expr, right: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    """The sum of two tables, entry by entry."""
    if left.type.kind != right.type.kind or op != "+":
        way_out = "a table can be added to a table, or reduced by one"
        raise c.fail("RW211", f"'{op}' cannot combine {left.type} and {right.type}", tree, way_out)
    _alike(left.type, right.type, tree, c)
    least, most = left.type.least + right.type.least, left.type.most + right.type.most
    type_ = attrs.evolve(left.type, least=least, most=most)
    return t.Arithmetic("+", left, right, span=c.span(tree), type=type_)


def a_table(tree: Syntax, c: Context) -> t.Expr:
    """An expression that must be a table."""
    value = expression(tree, c)
    if value.type.kind != "table":
        way_out = (
            "the total of a property over a set: the total … of …" if value.type.kind in SEVERAL else None
        )
        raise c.fail("RW211", f"a table is needed, but this is {value.type}", tree, way_out)
    return value


SEVERAL = ("pieces", "players", "cells", "kinds")


# --------------------------------------------------------------- paid and gained


def amount_of_table(one: Syntax, paying: bool, c: Context) -> t.Amount:
    """`2 gems in ruby`, `2 ruby`, `the cost of that ware from gems, with gold for what is missing`."""
    if one.data == "keyed_amount":
        name = token(one, "PROP_T")
        assert name is not None
        count, last = children(one)[:2]
        state = _stock(name, c)
        key = key_for(state.type, str(name), last, c)
        return t.Amount(_count(count, c), str(name), key=key, span=c.span(one))
    if one.data == "named_amount":
        return _named_amount(one, c)
    return _whole(one, paying, c)


def _count(tree: Syntax, c: Context) -> t.Expr:
    count = numeric(tree, c)
    if count.type.most < 0:
        raise c.fail("RW210", "an amount cannot be below zero", tree, LESS)
    return count


LESS = "what is taken is paid, or goes down: … pays 1 …, … goes down by 1"


TABLE = "declare it under 'players have:': 'stock: 0..9 for each kind of …'"


def _stock(at: Token, c: Context) -> State:
    """A table that players have."""
    name = str(at)
    state = c.symbols.players.get(name)
    if state is None or state.type.kind != "table":
        raise c.fail("RW210", f"'{name}' is not a table that players have", at, TABLE)
    c.use(PROPERTY, name, at, ("player",))
    return state


def _named_amount(one: Syntax, c: Context) -> t.Amount:
    """`2 rubies`: an entry of the only table of players that has such a key; with several such tables, the text must
    name one."""
    said = token(one, "KINDNAME", "DESIGN_P", "WORD")
    assert said is not None
    key = _named_key(said, c)
    having = [state for state in c.symbols.players.values() if is_key(key.type, state.type)]
    if not having:
        raise c.fail("RW210", f"players have no number of '{said}'", said, TABLE)
    stocks = [state for state in having if state.singular]
    having = stocks if len(stocks) == 1 else having
    if len(having) > 1:
        names = " and ".join(f"'{state.name}'" for state in having)
        way_out = f"say of which: 1 {having[0].name} in {said}"
        raise c.fail("RW210", f"{names} have '{said}'", said, way_out)
    c.symbols.use(PROPERTY, having[0].name)
    return t.Amount(_count(children(one)[0], c), having[0].name, key=key, span=c.span(one))


def _named_key(said: Token, c: Context) -> t.Expr:
    word = str(said)
    if said.type == "WORD":
        return t.WordValue(word, span=c.span(said), type=Type("word", (word,)))
    design = c.symbols.designs[word]
    c.use(DESIGN, design.name, said)
    return t.KindValue(design.name, span=c.span(said), type=Type("kind", (design.type,)))


def _whole(one: Syntax, paying: bool, c: Context) -> t.Amount:
    if paying != (one.data == "from_stock"):
        way_out = "pay … from gems, gain … into gems"
        raise c.fail("RW211", "a table is paid from a table, and gained into a table", one, way_out)
    name = token(one, "PROP")
    assert name is not None
    state = _stock(name, c)
    of = a_table(children(one)[0], c)
    _alike(of.type, state.type, one, c)
    if of.type.least < 0:
        way_out = "let no number of it be below 0"
        raise c.fail("RW210", "an amount cannot be below zero", children(one)[0], way_out)
    wild, wild_key = _wild(one, state, c)
    return t.Amount(of, state.name, wild=wild, wild_key=wild_key, span=c.span(one))


def _wild(one: Syntax, state: State, c: Context) -> tuple[str | None, t.Expr | None]:
    """What replaces missing entries: a number that players have, or a key of the same table."""
    given = find(one, "wild")
    if given is None:
        return None, None
    said = token(given, "PROP", "KINDNAME", "WORD")
    assert said is not None
    if said.type != "PROP":
        key = _named_key(said, c)
        if not is_key(key.type, state.type):
            raise c.fail("RW211", f"'{said}' is no key of '{state.name}'", said)
        return None, key
    number_ = c.symbols.players.get(str(said))
    if number_ is None or number_.type.kind != "number" or number_.paid_up:
        message = f"'{said}' is not a number that players have and pay with"
        raise c.fail("RW210", message, said, "name one that is declared under 'players have:'")
    c.use(PROPERTY, str(said), said, ("player",))
    return str(said), None


def together(amounts: list[t.Amount], tree: Syntax, c: Context) -> None:
    """Checks amounts that are paid together: if missing entries are replaced, it must be clear what is missing."""
    for one in amounts:
        if one.wild is None and one.wild_key is None:
            continue
        if sum(other.name == one.name for other in amounts) > 1:
            message = f"'{one.name}' is paid twice here, and what is missing can be replaced"
            raise c.fail("RW213", message, tree, "say it in two sentences")
        if sum(one.wild in other.names for other in amounts if one.wild is not None) > 1:
            message = f"'{one.wild}' is paid here, and stands in for what is missing too"
            raise c.fail("RW213", message, tree, "say it in two sentences")


EXPRESSIONS: dict[str, Resolver] = {
    "entry_of": _entry_of,
    "entry_possessive": _entry_of,
    "entry_named": _entry_named,
    "table_total": _total,
    "reduced": _reduced,
}
