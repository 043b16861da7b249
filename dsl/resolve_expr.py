"""Resolves expressions and conditions: syntax trees to typed trees with every name bound."""

from __future__ import annotations

from collections.abc import Callable

from . import tree as t
from .context import Context, children, find, token
from .symbols import State
from .syntax import Syntax, Token
from .types import (
    NONE,
    PLAYER,
    PLAYERS,
    SET_OF,
    YES_NO,
    Type,
    comparable,
    member,
    number,
)

COMPARISONS = {"≤": "<=", "≥": ">=", "≠": "!="}
COUNT_MOST = 1_000_000
PICKED = ("one", "exactly", "up to")


def expression(tree: Syntax, c: Context) -> t.Expr:
    """Any expression that has a value: not one that somebody would have to pick first."""
    value = noun_phrase(tree, c)
    if isinstance(value, t.Quantity) and value.how in PICKED:
        raise c.fail(
            "RW213", "it is not said who picks this", tree, "pick it first: the player chooses …, as …"
        )
    return value


def noun_phrase(tree: Syntax, c: Context) -> t.Expr:
    """Any expression, `a card` and `two cards` too: for texts in which these are picked or matched."""
    while tree.data in ("expression", "atom", "value"):
        tree = children(tree)[0]
    handler = _EXPRESSIONS.get(tree.data)
    assert handler is not None, tree.data
    return handler(tree, c)


# ----------------------------------------------------------------------- atoms


def _number(tree: Syntax, c: Context) -> t.Expr:
    value = int(str(tree.children[0]))
    return t.Number(value, span=c.span(tree), type=number(value, value))


def _negative(tree: Syntax, c: Context) -> t.Expr:
    value = -int(str(tree.children[1]))
    return t.Number(value, span=c.span(tree), type=number(value, value))


def _name(tree: Syntax, c: Context) -> t.Expr:
    word = str(tree.children[0])
    span = c.span(tree)
    if word in c.variables:
        return t.Variable(word, span=span, type=c.variables[word])
    if word in c.state:
        return t.PhraseState(word, span=span, type=c.state[word])
    if word == "player":
        return t.Actor(span=span, type=PLAYER)
    symbols = c.symbols
    if word in symbols.game:
        symbols.use("state", word)
        return t.GameState(word, span=span, type=symbols.game[word].type)
    if word in symbols.numbers:
        symbols.use("number", word)
        return t.NumberValue(word, span=span, type=symbols.numbers[word].value.type)
    if word in symbols.options:
        symbols.use("option", word)
        return t.OptionValue(word, span=span, type=symbols.options[word].type)
    if word in symbols.places:
        return _place(word, None, tree, c)
    if word in symbols.vocabulary.names(["NAME"]):
        way_out = "a number reads only numbers that are declared above it"
        raise c.fail("RW202", f"'{word}' is computed only after this", tree, way_out)
    raise c.fail("RW202", f"'{word}' is not named at this point", tree, "name it before, with 'as' or 'let'")


def _place(word: str, owner: t.Expr | None, tree: Syntax, c: Context) -> t.Expr:
    place = c.symbols.places[word]
    c.symbols.use("place", word)
    if place.text.per_player and owner is None:
        raise c.fail("RW204", f"there is one '{word}' per player", tree, f"say whose: the player's {word}")
    if place.text.kind == "grid":
        return t.PlaceValue(word, owner, span=c.span(tree), type=Type("cells", (word,)))
    return t.PlaceValue(word, owner, span=c.span(tree), type=Type("place", place.text.types))


def _word(tree: Syntax, c: Context) -> t.Expr:
    word = str(tree.children[0])
    return t.WordValue(word, span=c.span(tree), type=Type("word", (word,)))


def _none(tree: Syntax, c: Context) -> t.Expr:
    return t.NoneValue(span=c.span(tree), type=NONE)


def _truth(tree: Syntax, c: Context) -> t.Expr:
    return t.Truth(tree.data == "yes", span=c.span(tree), type=YES_NO)


def _design(tree: Syntax, c: Context) -> t.Expr:
    design = c.symbols.designs[str(tree.children[0])]
    c.symbols.use("design", design.name)
    return t.KindValue(design.name, span=c.span(tree), type=Type("kind", (design.type,)))


def _that(tree: Syntax, c: Context) -> t.Expr:
    noun = children(tree)[0]
    name = "that " + str(noun.children[0])
    if name not in c.variables:
        raise c.fail("RW203", f"'{name}' refers to nothing here", tree, "pick or name one before")
    return t.Variable(name, span=c.span(tree), type=c.variables[name])


def _this(tree: Syntax, c: Context) -> t.Expr:
    if c.this is None:
        raise c.fail("RW203", "'this' is only meant in the ability of a piece", tree)
    return t.This(span=c.span(tree), type=c.this)


def _everyone(tree: Syntax, c: Context) -> t.Expr:
    return t.Select("player", "player", (), span=c.span(tree), type=PLAYERS)


def _property(tree: Syntax, c: Context) -> t.Expr:
    return _property_of(str(token(tree, "PROP")), expression(children(tree)[0], c), tree, c)


def _possessive(tree: Syntax, c: Context) -> t.Expr:
    return _property_of(str(token(tree, "PROP")), expression(children(tree)[0], c), tree, c)


def _property_of(name: str, of: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    if of.type.kind == "player" and name in c.symbols.places and c.symbols.places[name].text.per_player:
        return _place(name, of, tree, c)
    if name == "kind" and of.type.kind == "piece":
        return t.Property(of, name, span=c.span(tree), type=Type("kind", of.type.of))
    state = property_named(name, of.type, tree, c)
    return t.Property(of, name, span=c.span(tree), type=state.type)


def property_named(name: str, of: Type, tree: Syntax | Token, c: Context) -> State:
    """The property of a value's type; an unknown one is a failure that lists what there is."""
    properties = c.symbols.properties_of(of)
    if name not in properties:
        if of.kind not in ("player", "piece", "kind", "cell"):
            raise c.fail("RW205", f"{of} has no properties", tree)
        there = ", ".join(f"'{known}'" for known in properties) or "none"
        raise c.fail("RW205", f"{of} has no property '{name}'", tree, f"its properties: {there}")
    c.symbols.use("property", name)
    return properties[name]


def _end_of(tree: Syntax, c: Context) -> t.Expr:
    noun, of = children(tree)
    place = expression(of, c)
    word = str(noun.children[0])
    if not isinstance(place, t.PlaceValue) or c.symbols.places[place.name].text.kind not in ("pile", "row"):
        raise c.fail("RW206", "only a pile or a row has a top and a bottom", of)
    want = Type("piece", place.type.of)
    if word not in place.type.of:
        raise c.fail("RW206", f"no {word} lies in {place.name}", noun, "it holds " + ", ".join(place.type.of))
    return t.EndOf(place, tree.data == "top", word, span=c.span(tree), type=want)


# ------------------------------------------------------------------ arithmetic


def _arithmetic(tree: Syntax, c: Context) -> t.Expr:
    left, right = (numeric(child, c) for child in children(tree))
    op = {"add": "+", "sub": "-", "mul": "*"}[str(tree.data)]
    bounds = [_compute(op, a, b) for a in _ends(left.type) for b in _ends(right.type)]
    return t.Arithmetic(op, left, right, span=c.span(tree), type=number(min(bounds), max(bounds)))


def _ends(type_: Type) -> tuple[int, int]:
    return type_.least, type_.most


def _compute(op: str, a: int, b: int) -> int:
    return a + b if op == "+" else a - b if op == "-" else a * b


def numeric(tree: Syntax, c: Context) -> t.Expr:
    """An expression that must be a number."""
    value = expression(tree, c)
    if value.type.kind != "number":
        raise c.fail("RW210", f"a number is needed, but this is {value.type}", tree)
    return value


# ------------------------------------------------------------------ selections


def selection(tree: Syntax, c: Context) -> t.Select:
    """The head noun of a tree with the relative phrases that follow it."""
    head = find(tree, "type", "of_design", "kind", "any_kind", "empty_type")
    assert head is not None
    base, name, of = _head(head, c)
    if base == "any kind":
        of = _list_type(tree, c)
    filters: list[t.Filter] = []
    if head.data == "empty_type":
        if base != "cell":
            raise c.fail("RW211", f"{of} are neither empty nor not", head, "cells of a grid are")
        filters.append(t.WithoutPieces(span=c.span(head)))
    for rel in children(tree):
        handler = _FILTERS.get(rel.data)
        if handler is not None:
            filters.extend(handler(rel, member(of), c))
    return t.Select(base, name, tuple(filters), span=c.span(tree), type=of)


def _head(head: Syntax, c: Context) -> tuple[str, str, Type]:
    last = str(head.children[-1])
    if head.data == "any_kind":
        return "any kind", "kind", Type("kinds")
    if head.data == "of_design":
        design = c.symbols.designs[last]
        c.symbols.use("design", last)
        return "of design", last, Type("pieces", (design.type,))
    if last == "player":
        return "player", last, PLAYERS
    if last in c.symbols.cells and head.data != "kind":
        grid = c.symbols.cells[last]
        c.symbols.use("place", grid)
        return "cell", last, Type("cells", (grid,))
    c.symbols.use("type", last)
    if head.data == "kind":
        return "kind", last, Type("kinds", (last,))
    return "type", last, Type("pieces", (last,))


def _list_type(tree: Syntax, c: Context) -> Type:
    rel = find(tree, "in_")
    if rel is None:
        raise c.fail("RW207", "'kind' needs to be said of what", tree, "a kind of …, or kind in a list")
    source = expression(children(rel)[0], c)
    if source.type.kind not in ("list", "kinds"):
        raise c.fail("RW207", f"kinds are not in {source.type}", rel)
    return Type("kinds", source.type.of)


def _with(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return [_attribute(attr, of, c) for attr in children(rel)]


def _attribute(attr: Syntax, of: Type, c: Context) -> t.Filter:
    prop = token(attr, "PROP")
    assert prop is not None
    name = str(prop)
    type_ = (
        Type("kind", of.of)
        if name == "kind" and of.kind == "piece"
        else property_named(name, of, prop, c).type
    )
    if attr.data in ("attr_even", "attr_odd"):
        if type_.kind != "number":
            raise c.fail("RW210", f"'{name}' is not a number", attr)
        return t.WithProperty(name, "even" if attr.data == "attr_even" else "odd", None, span=c.span(attr))
    value = expression(children(attr)[0], c)
    op = operator(attr)
    check_comparison(op, type_, value.type, attr, c)
    return t.WithProperty(name, op, value, span=c.span(attr))


def operator(tree: Syntax) -> str:
    sign = str(token(tree, "CMP"))
    return COMPARISONS.get(sign, sign)


def check_comparison(op: str, left: Type, right: Type, tree: Syntax, c: Context) -> None:
    if op not in ("=", "!=") and not left.kind == right.kind == "number":
        raise c.fail("RW211", f"'{op}' compares numbers, but these are {left} and {right}", tree)
    if not comparable(left, right):
        raise c.fail("RW211", f"{left} is never equal to {right}", tree)


def _in_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    place = expression(children(rel)[0], c)
    check_in(of, place, rel, c)
    return [t.InPlace(place, span=c.span(rel))]


def check_in(of: Type, place: t.Expr, tree: Syntax, c: Context) -> None:
    if place.type.kind in ("place", "cell", "cells") and of.kind == "piece":
        held = c.symbols.held_in(place.type)
        if of.of and held and not set(of.of) & set(held):
            raise c.fail("RW206", f"{of} never lies there", tree, "it holds " + ", ".join(held))
        return
    if place.type.kind in ("list", "kinds") and of.kind == "kind":
        return
    if place.type.kind == SET_OF.get(of.kind):
        return
    raise c.fail("RW206", f"{of} cannot be in {place.type}", tree)


def _among_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return [t.AmongSet(_set_like(rel, of, c), span=c.span(rel))]


def _but_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return [t.ButNot(_set_like(rel, of, c), span=c.span(rel))]


def _set_like(rel: Syntax, of: Type, c: Context) -> t.Expr:
    members = expression(children(rel)[0], c)
    if members.type.kind not in (of.kind, SET_OF.get(of.kind)):
        raise c.fail("RW206", f"{members.type} does not hold {of}", rel)
    return members


def _who_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    adjective = token(rel, "ADJ")
    assert adjective is not None
    property_named(str(adjective), of, adjective, c)
    return [t.WhoIs(str(adjective), rel.data == "who", span=c.span(rel))]


def _step_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    start = expression(children(rel)[0], c)
    if of.kind != "cell" or start.type.kind not in ("cell", "cells"):
        raise c.fail("RW206", f"only cells of a grid lie beside each other, not {of} and {start.type}", rel)
    if not set(of.of) & set(start.type.of):
        raise c.fail("RW206", "these are cells of different grids", rel)
    return [t.Step(str(rel.children[0]), start, span=c.span(rel))]


_FILTERS: dict[str, Callable[[Syntax, Type, Context], list[t.Filter]]] = {
    "with_": _with,
    "in_": _in_filter,
    "among": _among_filter,
    "but": _but_filter,
    "who": _who_filter,
    "who_not": _who_filter,
    "step": _step_filter,
}


def _quantity(tree: Syntax, c: Context) -> t.Expr:
    how = {"one": "one", "any_one": "any", "each": "each"}[str(tree.data)]
    of = selection(tree, c)
    type_ = of.type if how == "each" else member(of.type)
    return t.Quantity(how, None, of, span=c.span(tree), type=type_)


def _counted(tree: Syntax, c: Context) -> t.Expr:
    count = find(tree, "up_to", "exactly")
    assert count is not None
    amount = numeric(children(count)[0], c)
    of = selection(tree, c)
    how = "up to" if count.data == "up_to" else "exactly"
    return t.Quantity(how, amount, of, span=c.span(tree), type=of.type)


def _number_of(tree: Syntax, c: Context) -> t.Expr:
    return t.CountOf(selection(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _aggregate(tree: Syntax, c: Context) -> t.Expr:
    prop = token(tree, "PROP")
    assert prop is not None
    of = selection(tree, c)
    state = property_named(str(prop), member(of.type), prop, c)
    if state.type.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop)
    most = state.type.most * COUNT_MOST if tree.data == "total" else state.type.most
    least = min(0, state.type.least * COUNT_MOST) if tree.data == "total" else min(0, state.type.least)
    return t.Aggregate(str(tree.data), str(prop), of, span=c.span(tree), type=number(least, most))


def _kinds_in(tree: Syntax, c: Context) -> t.Expr:
    of = selection(tree, c)
    if not of.filters and of.base == "type":
        return t.Select("kind", of.name, (), span=c.span(tree), type=Type("kinds", (of.name,)))
    return t.KindsOf(of, span=c.span(tree), type=Type("kinds", of.type.of))


_EXPRESSIONS: dict[str, Callable[[Syntax, Context], t.Expr]] = {
    "number": _number,
    "negative": _negative,
    "name": _name,
    "word": _word,
    "none": _none,
    "yes": _truth,
    "no": _truth,
    "design": _design,
    "that": _that,
    "this": _this,
    "everyone": _everyone,
    "property": _property,
    "possessive": _possessive,
    "top": _end_of,
    "bottom": _end_of,
    "add": _arithmetic,
    "sub": _arithmetic,
    "mul": _arithmetic,
    "set": selection,
    "one": _quantity,
    "any_one": _quantity,
    "each": _quantity,
    "counted": _counted,
    "number_of": _number_of,
    "total": _aggregate,
    "highest": _aggregate,
    "lowest": _aggregate,
    "kinds_in": _kinds_in,
}
