"""Resolves selections: a head noun with its filters, how many of it, and what is computed over sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import attrs

from .. import tree as t
from ..syntax.parser import Syntax, Token
from ..tree.passes import over
from ..tree.types import PLAYERS, SET_OF, YES_NO, Type, comparable, fits, member, number, overlap, set_of
from ..tree.walk import walk
from .context import Context, Unresolved, children, find, token
from .expressions import (
    COMPARISONS,
    COUNT_MOST,
    EXPRESSIONS,
    MOST_CHOSEN,
    computed_of_one,
    expression,
    numeric,
    property_named,
)

# ------------------------------------------------------------------ selections


APART = ("one_of_types_apart", "one_of_designs_apart")
"""`a rat or a boar`: what follows could belong to the last alone."""
HEADS = (*APART, "type", "one_of_types", "of_design", "one_of_designs", "kind", "any_kind", "empty_type")


def selection(tree: Syntax, c: Context, *, kinds: bool = False) -> t.Select:
    """The head noun of a tree with the relative phrases that follow it; of a type its designs, if `kinds`."""
    head = find(tree, *HEADS)
    assert head is not None
    base, name, of = _head(head, c)
    if kinds:
        base, of = "kind", Type("kinds", of.of)
    if base == "any kind":
        of = _list_type(tree, c)
    filters: list[tuple[t.Filter, bool]] = []
    if head.data in APART and len(children(tree)) > 1:
        way_out = "say the article once, and it belongs to all: a rat or boar in …"
        raise c.fail("RW213", "it is not clear whether this belongs to all, or to the last", tree, way_out)
    if str(head.data).startswith("one_of_designs"):
        filters.append((_of_designs(head, of, c), False))
    if head.data == "empty_type":
        if base != "cell":
            raise c.fail("RW211", f"{of} are neither empty nor not", head, "cells of a board are")
        filters.append((t.WithoutPieces(span=c.span(head)), False))
    for rel in children(tree):
        handler = FILTERS.get(str(rel.data).removesuffix(EARLY))
        if handler is not None and not kinds and base == "kind" and rel.data == "in_":
            filters.append((_of_those_in(rel, member(of), c), False))
        elif handler is not None:
            early = str(rel.data).endswith(EARLY)
            filters.extend((one, early) for one in handler(rel, member(of), c))
    whole = t.Select(base, name, (), span=c.span(tree), type=of)
    if any(early for _, early in filters) and base == "any kind":
        raise c.fail("RW207", "'kind' needs to be said of what", tree, "a kind of …, or kind in a list")
    return attrs.evolve(whole, filters=_in_order(filters, whole))


EARLY = "_early"
BEST = (t.WithExtreme, t.Nearest)


@over(
    t.Filter,
    leaves="AmongSet InPlace Reachable Step Where WhoIs WithEither WithProperty Within WithoutPieces",
    subject="one",
)
def _in_order(filters: list[tuple[t.Filter, bool]], whole: t.Select) -> tuple[t.Filter, ...]:
    """Filters as they apply: what is the best comes after what it is the best of.

    `cards with the highest face in the table` are the best of those in the table, or those of the best of all
    cards that lie in the table (`early`). Where no more is kept or left out behind it, both say the same.
    """
    last = max(
        (at for at, (one, _) in enumerate(filters) if not isinstance(one, (*BEST, t.ButNot))), default=-1
    )
    found: list[t.Filter] = []
    later: list[t.Filter] = []
    for at, (one, early) in enumerate(filters):
        if isinstance(one, BEST) and at < last and not early:
            later.append(one)
            continue
        found.append(one)
        if isinstance(one, BEST) and at < last:
            best = attrs.evolve(whole, filters=tuple(found), span=one.span)
            found = [t.AmongSet(best, span=one.span)]
        if at == last:
            found += later
    return tuple(found)


def _head(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    last = str(head.children[-1])
    if head.data == "any_kind":
        return "any kind", "kind", Type("kinds")
    if head.data == "of_design":
        design = c.symbols.designs[last]
        c.symbols.use("design", last)
        return "of design", last, Type("pieces", (design.type,))
    if head.data in ("one_of_types", "one_of_types_apart"):
        return _several_types(head, c)
    if head.data in ("one_of_designs", "one_of_designs_apart"):
        return _several_designs(head, c)
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


def _several_types(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    """`a card or monster`, `cards and monsters`: pieces of several types."""
    names = tuple(dict.fromkeys(str(one) for one in head.children if str(one) in c.symbols.types))
    if len(names) < 2:
        raise c.fail("RW211", "these are not types of pieces", head, "name types of pieces, each once")
    for name in names:
        c.symbols.use("type", name)
    return "types", " or ".join(names), Type("pieces", names)


def _several_designs(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    """`a rat or boar`, `rats and boars`: pieces of their types."""
    designs = _designs(head, c)
    if len(designs) < 2:
        raise c.fail("RW211", "these are the same", head, "name each once")
    types = tuple(dict.fromkeys(c.symbols.designs[name].type for name in designs))
    return ("types" if len(types) > 1 else "type"), " or ".join(types), Type("pieces", types)


def _designs(head: Syntax, c: Context) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(str(one) for one in head.children if str(one) in c.symbols.designs))
    for name in names:
        c.symbols.use("design", name)
    return names


def _of_designs(head: Syntax, of: Type, c: Context) -> t.Filter:
    """What keeps pieces of any of several designs."""
    span, one = c.span(head), member(of)
    name = "that " + _noun_of(one, c)
    each = t.Variable(name, span=span, type=one)
    sets = [
        t.Select("of design", design, (), span=span, type=Type("pieces", (c.symbols.designs[design].type,)))
        for design in _designs(head, c)
    ]
    tests = tuple(t.IsKind(each, one_set, span=span, type=YES_NO) for one_set in sets)
    return t.Where(name, t.Either(tests, span=span, type=YES_NO), span=span)


def _list_type(tree: Syntax, c: Context) -> Type:
    rel = find(tree, "in_")
    if rel is None:
        raise c.fail("RW207", "'kind' needs to be said of what", tree, "a kind of …, or kind in a list")
    source = expression(children(rel)[0], c)
    if source.type.kind not in ("list", "kinds"):
        raise c.fail("RW207", f"kinds are not in {source.type}", rel)
    return Type("kinds", source.type.of)


def _with(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return _Attributes(of, c).all(rel)


class _Attributes:
    """Filters on properties, joined by `and` and `or`. One that names no property is on the one named before it."""

    def __init__(self, of: Type, c: Context) -> None:
        self.of = of
        self.c = c
        self.last: Token | None = None

    def all(self, tree: Syntax) -> list[t.Filter]:
        """Filters that must all hold."""
        return [one for part in children(tree) for one in self._filters(part)]

    def _filters(self, part: Syntax) -> list[t.Filter]:
        if part.data in ("all_of", "or_first_of"):
            return self.all(part)
        if part.data != "either_of":
            return [self._one(part)]
        ways = [tuple(self._filters(way)) for way in children(part)]
        if any(isinstance(one, t.Where) for way in ways for one in way):
            way_out = "write 'where (…)', with the whole condition in the brackets"
            raise self.c.fail(
                "RW205", "a computed number is no property that filters join by 'or'", part, way_out
            )
        if len(ways) == 1:
            return list(ways[0])
        return [t.WithEither(tuple(ways), span=self.c.span(part))]

    def _one(self, attr: Syntax) -> t.Filter:
        self.last = token(attr, "PROP") or self.last
        if self.last is None:
            raise self.c.fail("RW205", "it is not said which property this is about", attr, "with … < …")
        return _attribute(attr, self.last, self.of, self.c)


def _attribute(attr: Syntax, prop: Token, of: Type, c: Context) -> t.Filter:
    name = str(prop)
    computed = _of_each(prop, of, c) if attr.data not in ("attr_even", "attr_odd") else None
    if computed is not None:
        return _computed_compares(attr, computed, of, c)
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
    if type_.kind == "table":
        message = f"'{name}' is {type_}: a filter does not compare it as a whole"
        raise c.fail("RW211", message, attr, f"a condition does: where (the {name} of that … = …)")
    check_comparison(op, type_, value.type, attr, c)
    return t.WithProperty(name, op, value, span=c.span(attr))


def _computed_compares(attr: Syntax, computed: t.Expr, of: Type, c: Context) -> t.Filter:
    """A number of the form `… of {slot}` of each member compares so."""
    name, value = "that " + _noun_of(of, c), expression(children(attr)[0], c)
    if any(isinstance(node, t.Variable) and node.name == name for node in walk(value)):
        way_out = f"choose or let it be known by another name than '{name}'"
        raise c.fail("RW203", f"'{name}' would be each of those that are compared", attr, way_out)
    op = operator(attr)
    check_comparison(op, computed.type, value.type, attr, c)
    test = t.Compare(op, computed, value, span=c.span(attr), type=YES_NO)
    return t.Where(name, test, span=c.span(attr))


def operator(tree: Syntax) -> t.Comparison:
    return COMPARISONS[str(token(tree, "CMP"))]


def check_comparison(op: str, left: Type, right: Type, tree: Syntax, c: Context) -> None:
    if "table" in (left.kind, right.kind):
        check_tables(op, left, right, tree, c)
        return
    if op not in ("=", "!=") and not left.kind == right.kind == "number":
        raise c.fail("RW211", f"'{op}' compares numbers, but these are {left} and {right}", tree)
    if not comparable(left, right):
        raise c.fail("RW211", f"{left} is never equal to {right}", tree)


def check_tables(op: str, left: Type, right: Type, tree: Syntax, c: Context) -> None:
    """Tables are the same, or one has as much of everything as the other."""
    if not fits(left, right):
        raise c.fail("RW211", f"{left} is never equal to {right}", tree)
    if op in ("<", ">"):
        way_out = "each entry at least as great: >=; the sum: the total of …"
        raise c.fail("RW211", f"'{op}' compares numbers, but these are tables", tree, way_out)


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
    if place.type.kind == "words" and of.kind == "word" and set(of.of) & set(place.type.of):
        return
    if place.type.kind == SET_OF.get(of.kind):
        return
    raise c.fail("RW206", f"{of} cannot be in {place.type}", tree)


def _of_those_in(rel: Syntax, of: Type, c: Context) -> t.Filter:
    """`a kind of card in the market`: of the kinds of the cards that lie there; or what is on a list, in a set."""
    place = expression(children(rel)[0], c)
    piece = Type("piece", of.of)
    if place.type.kind not in ("place", "cell", "cells", "pieces"):
        check_in(of, place, rel, c)
        return t.InPlace(place, span=c.span(rel))
    check_in(piece, place, rel, c)
    span = c.span(rel)
    lying = t.Select("type", of.of[0], (t.InPlace(place, span=span),), span=span, type=set_of(piece))
    return t.AmongSet(t.KindsOf(lying, span=span, type=set_of(of)), span=span)


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


def _extreme(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    how: t.Extreme = "highest" if str(rel.data).removesuffix(EARLY) == "with_highest" else "lowest"
    name, value, _ = measured_by(rel, of, c)
    return [t.WithExtreme(how, name, value, span=c.span(rel))]


def measured_by(tree: Syntax, of: Type, c: Context) -> tuple[str, t.Expr | None, Type]:
    """By what members are compared or added up: the name of a property and nothing, or what each is called and a
    number about it; and the type of that. A number of the form `… of {slot}`, said like a property, is such a number.
    """
    prop = token(tree, "PROP")
    if prop is None:
        name, value = compared(tree, of, c)
        return name, value, value.type
    computed = _of_each(prop, of, c)
    type_ = computed.type if computed is not None else property_named(str(prop), of, prop, c).type
    if type_.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop)
    return ("that " + _noun_of(of, c) if computed is not None else str(prop)), computed, type_


def _of_each(prop: Token, of: Type, c: Context) -> t.Expr | None:
    """A number or a name of the form `… of {slot}` of each member, if that is what is said."""
    member_ = t.Variable("that " + _noun_of(of, c), span=c.span(prop), type=of)
    return computed_of_one(str(prop), member_, prop, c)


def compared(tree: Syntax, of: Type, c: Context) -> tuple[str, t.Expr]:
    """A number about `that …`, by which members are compared; and what each is called in it."""
    name = "that " + _noun_of(of, c)
    with c.scope():
        c.bind(name, of)
        return name, numeric(children(tree)[0], c)


def _where(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """Any condition on `that …`."""
    from .conditions import condition  # conditions are made of expressions

    name = "that " + _noun_of(of, c)
    with c.scope():
        c.bind(name, of)
        return [t.Where(name, condition(children(rel)[0], c), span=c.span(rel))]


def _noun_of(of: Type, c: Context) -> str:
    if of.kind == "cell":
        return c.symbols.places[of.of[0]].cell
    return of.of[0] if of.kind == "piece" else of.kind


FILTERS: dict[str, Callable[[Syntax, Type, Context], list[t.Filter]]] = {
    "with_": _with,
    "in_": _in_filter,
    "among": _among_filter,
    "but": _but_filter,
    "who": _who_filter,
    "who_not": _who_filter,
    "where": _where,
    "with_highest": _extreme,
    "with_lowest": _extreme,
}


ONE_OF: dict[str, t.HowMany] = {"one": "one", "of_any": "one", "any_one": "any", "each": "each"}


def _quantity(tree: Syntax, c: Context) -> t.Expr:
    how = ONE_OF[str(tree.data)]
    of = selection(tree, c)
    if how == "any" and of.type.kind == "players":
        way_out = "say which: the player chooses a player …, as …; or: the first player …"
        raise c.fail("RW213", "players differ, so 'any' of them is not said to be one", tree, way_out)
    type_ = of.type if how == "each" else member(of.type)
    return t.Quantity(how, None, of, span=c.span(tree), type=type_)


def _counted(tree: Syntax, c: Context) -> t.Expr:
    count = find(tree, "up_to", "exactly")
    assert count is not None
    amount = numeric(children(count)[0], c)
    of = _kinds_in(tree, c) if tree.data == "counted_kinds" else selection(tree, c)
    how: t.HowMany = "up to" if count.data == "up_to" else "exactly"
    return t.Quantity(how, amount, of, span=c.span(tree), type=of.type)


def _any_counted(tree: Syntax, c: Context) -> t.Expr:
    amount, of = numeric(children(tree)[0], c), selection(tree, c)
    if of.type.kind != "pieces":
        raise c.fail("RW213", f"any so many are pieces, not {of.type}", tree)
    return t.Quantity("any", amount, of, span=c.span(tree), type=of.type)


def _end_of_set(tree: Syntax, c: Context) -> t.Expr:
    of = selection(tree, c)
    type_ = attrs.evolve(member(of.type), optional=True)
    for one in of.filters:
        place = one.place if isinstance(one, t.InPlace) else None
        if (
            place is not None
            and place.type.kind in ("place", "cell")
            and c.symbols.sorts(place.type) == {"pile"}
        ):
            raise c.fail("RW213", "a pile has a top and a bottom", tree, f"the top {of.name} of …")
    return t.EndOfSet(tree.data == "last", of, span=c.span(tree), type=type_)


def _number_range(tree: Syntax, c: Context) -> t.Expr:
    of = _numbers(tree, c)
    return t.Quantity("one", None, of, span=c.span(tree), type=member(of.type))


def _numbers(tree: Syntax, c: Context) -> t.NumberRange:
    least, most = (numeric(child, c) for child in children(tree)[:2])
    check_chosen(least.type, most.type, tree, c)
    several = Type("numbers", least=least.type.least, most=most.type.most)
    return t.NumberRange(least, most, span=c.span(tree), type=several)


def check_chosen(least: Type, most: Type, tree: Syntax, c: Context) -> None:
    """Numbers that are chosen are members of a set of one word."""
    if least.least < 0 or not 0 <= most.most < MOST_CHOSEN:
        message = f"a number that is chosen is from 0 to {MOST_CHOSEN - 1}"
        raise c.fail("RW210", message, tree, f"this reaches from {least.least} to {most.most}")


def _number_where(tree: Syntax, c: Context) -> t.Expr:
    """`a number from 1 to 5 where (…)`: those of the numbers for which a condition holds."""
    among = _numbers(tree, c)
    filters = (t.AmongSet(among, span=among.span), *_kept("that number", among.type, tree, c))
    of = t.Select("number", "number", filters, span=c.span(tree), type=among.type)
    return t.Quantity("one", None, of, span=c.span(tree), type=member(of.type))


def _kept(name: str, of: Type, tree: Syntax, c: Context) -> tuple[t.Filter, ...]:
    """What is said in brackets of each of a set, whose members are called so."""
    from .conditions import condition  # conditions are made of expressions

    with c.scope():
        c.bind(name, member(of))
        return (t.Where(name, condition(children(tree)[-1], c), span=c.span(tree)),)


def _word_of(tree: Syntax, c: Context) -> t.Expr:
    """`a colour`: one of the words that a property of this name can be."""
    prop = token(tree, "PROP")
    assert prop is not None
    name = str(prop)
    lists = list(_lists_of_words(name, c))
    c.symbols.use("property", name)
    if () in lists or not lists:
        way_out = "choose what is in a set: 'a card in …', 'a number from … to …'"
        raise c.fail("RW213", f"'{name}' is no list of words to choose from", tree, way_out)
    if any(set(one) != set(lists[0]) for one in lists):
        said = ", ".join(" or ".join(one) for one in dict.fromkeys(lists))
        way_out = f"name the words: choose one of {lists[0][0]} and …"
        raise c.fail(
            "RW213", f"'{name}' is not the same words wherever it is declared: {said}", tree, way_out
        )
    several = Type("words", lists[0])
    filters = _kept(f"that {name}", several, tree, c) if children(tree) else ()
    of = t.Select("word", name, filters, span=c.span(tree), type=several)
    return t.Quantity("one", None, of, span=c.span(tree), type=member(several))


def _lists_of_words(name: str, c: Context) -> Iterator[tuple[str, ...]]:
    """The words of all properties and states of this name, of whatever has it; none of what is something else."""
    symbols = c.symbols
    owners = [symbols.players, *(one.properties for one in symbols.types.values())]
    owners += [one.properties for one in symbols.places.values()]
    for states in owners:
        state = states.get(name)
        if state is not None:
            yield state.type.of if state.type.kind in ("word", "words") else ()


LISTED = ("place", "cell", "player", "kind", "word", "number")
"""What can be named one by one, to choose one of. Pieces are chosen where they lie, so that hidden ones stay so."""


def _listed(tree: Syntax, c: Context) -> t.Expr:
    """`one of the red pile and the blue pile`: the set of what is named."""
    members = tuple(expression(child, c) for child in children(tree))
    type_ = members[0].type
    for one, at in zip(members, children(tree), strict=True):
        if one.type.kind not in LISTED:
            way_out = "choose it from a set: 'a card in …'"
            raise c.fail("RW213", f"one of several is chosen by name, but this is {one.type}", at, way_out)
        if one.type.kind != type_.kind:
            raise c.fail("RW211", f"one of these is {type_}, another {one.type}", at)
        sort = type_.sort if one.type.sort == type_.sort else ""
        of = tuple(dict.fromkeys((*type_.of, *one.type.of))) if type_.of and one.type.of else ()
        known = (*type_.named, *one.type.named) if type_.named and one.type.named else ()
        if one.type.kind == "number":
            check_chosen(one.type, one.type, at, c)
        least, most = min(type_.least, one.type.least), max(type_.most, one.type.most)
        named = tuple(dict.fromkeys(known))
        type_ = attrs.evolve(type_, of=of, sort=sort, named=named, least=least, most=most)
    if len(set(members)) < len(members):
        raise c.fail("RW213", "the same stands twice here", tree, "name each once")
    several = t.Listed(members, span=c.span(tree), type=set_of(type_))
    return t.Quantity("one", None, several, span=c.span(tree), type=member(several.type))


def _any_number(tree: Syntax, c: Context) -> t.Expr:
    """`any number`, of an event."""
    span, of = c.span(tree), Type("numbers", least=0, most=0)
    ends = t.Number(0, span=span, type=number(0, 0))
    return t.Quantity(
        "any", None, t.NumberRange(ends, ends, span=span, type=of), span=span, type=number(0, COUNT_MOST)
    )


def _number_of_kinds(tree: Syntax, c: Context) -> t.Expr:
    return t.CountOf(_kinds_in(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _number_of(tree: Syntax, c: Context) -> t.Expr:
    head, rels = find(tree, *HEADS), children(tree)[1:]
    if head is not None and head.data == "of_design" and len(rels) == 1 and rels[0].data == "in_":
        where = expression(children(rels[0])[0], c)
        if where.type.kind == "list":
            design = c.symbols.designs[str(head.children[-1])]
            c.symbols.use("design", design.name)
            kind = t.KindValue(design.name, span=c.span(head), type=Type("kind", (design.type,)))
            return _how_often(kind, where, tree, c)
    return t.CountOf(selection(tree, c), span=c.span(tree), type=number(0, COUNT_MOST))


def _times_listed(tree: Syntax, c: Context) -> t.Expr:
    kind, of = (expression(child, c) for child in children(tree))
    return _how_often(kind, of, tree, c)


def _how_often(kind: t.Expr, of: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    """How often a kind stands on a printed list."""
    if not isinstance(of, t.Property) or of.type.kind != "list":
        raise c.fail(
            "RW206",
            f"how often something stands somewhere is asked of a printed list, not of {of.type}",
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
    of_kinds = tree.data.endswith(OF_KINDS)
    of = _kinds_in(tree, c) if of_kinds else selection(tree, c)
    name, value, type_ = measured_by(tree, member(of.type), c)
    how = AGGREGATES[str(tree.data).removesuffix(OF_KINDS)]
    most = type_.most * COUNT_MOST if how == "total" else type_.most
    least = min(0, type_.least * COUNT_MOST) if how == "total" else min(0, type_.least)
    return t.Aggregate(how, name, of, value, span=c.span(tree), type=number(least, max(most, 0)))


def each_counted(number_: t.Expr, per: Syntax, whole: Syntax, c: Context) -> t.Arithmetic:
    """So many for each of a set: as often as there are members."""
    of = selection(per, c)
    count = t.CountOf(of, span=c.span(per), type=number(0, COUNT_MOST))
    ends = (0, number_.type.least * COUNT_MOST, number_.type.most * COUNT_MOST)
    return t.Arithmetic("*", number_, count, span=c.span(whole), type=number(min(ends), max(ends)))


def _times_each(tree: Syntax, c: Context) -> t.Expr:
    value, per = children(tree)
    found = each_counted(numeric(value, c), per, tree, c)
    once = isinstance(found.left, t.Number) and found.left.value == 1
    return attrs.evolve(found.right, span=found.span) if once else found


OF_KINDS = "_of_kinds"


def _kinds_in(tree: Syntax, c: Context) -> t.Expr:
    """Kinds of which all holds that is said, such as on which list they are; or those of pieces of which it holds."""
    of_kinds = _kinds_like(tree, c)
    if isinstance(of_kinds, t.Select):
        return of_kinds
    try:
        of = selection(tree, c)
    except Unresolved as failure:
        further = of_kinds is not None and of_kinds.span.start > failure.span.start
        raise of_kinds if further and of_kinds is not None else failure from None
    return t.KindsOf(of, span=c.span(tree), type=Type("kinds", of.type.of))


def _kinds_like(tree: Syntax, c: Context) -> t.Select | Unresolved | None:
    """Kinds of a type of which all holds that is said; why that means nothing; None, if it is surely about pieces."""
    head = find(tree, *HEADS)
    if head is None or head.data != "type" or str(head.children[-1]) not in c.symbols.types:
        return None
    with c.scope():
        c.variables.pop("that " + str(head.children[-1]), None)  # that would be each of the pieces
        try:
            return selection(tree, c, kinds=True)
        except Unresolved as failure:
            return failure


EXPRESSIONS.update(
    set=selection,
    one=_quantity,
    any_one=_quantity,
    each=_quantity,
    counted=_counted,
    counted_kinds=_counted,
    any_counted=_any_counted,
    first=_end_of_set,
    last=_end_of_set,
    number_from=_number_range,
    one_of=_listed,
    word_of=_word_of,
    number_where=_number_where,
    any_number=_any_number,
    of_any=_quantity,
    number_of_kinds=_number_of_kinds,
    number_of=_number_of,
    total=_aggregate,
    highest=_aggregate,
    lowest=_aggregate,
    kinds_in=_kinds_in,
    times_each=_times_each,
    total_of_kinds=_aggregate,
    highest_of_kinds=_aggregate,
    lowest_of_kinds=_aggregate,
    times_listed=_times_listed,
)
