"""Resolves how many members of a set are meant: `a card`, `two cards`, `the first …`, ranges of numbers, lists."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t
from ..model.uses import PROPERTY, STATE
from ..printing.statements import show
from ..syntax.parser import Syntax
from ..tree.types import MOST_CHOSEN, Type, member, number, overlap, set_of
from .aggregates import kinds_in
from .context import Context, Drawn, Resolver, children, find, token
from .expressions import COUNT_MOST, expression, numeric
from .mentioned import named_before
from .selections import selection
from .subjects import wording

ONE_OF: dict[str, t.HowMany] = {
    "one": "one",
    "one_of_those": "one",
    "of_any": "one",
    "any_one": "any",
    "each": "each",
}


def _quantity(tree: Syntax, c: Context) -> t.Expr:
    how = ONE_OF[str(tree.data)]
    of = selection(tree, c)
    if how == "any" and of.type.kind == "players":
        way_out = "say which: the player chooses a player …, as …; or: the first player …"
        raise c.fail("RW213", "players differ, so 'any' cannot pick one of them", tree, way_out)
    type_ = of.type if how == "each" else member(of.type)
    return t.Quantity(how, None, of, span=c.span(tree), type=type_)


def _each_other(tree: Syntax, c: Context) -> t.Expr:
    """All but the one that the phrase is about, in one of whose slots they stand (`calls`)."""
    of, but = selection(tree, c), c.other
    if but is None or but.type.kind != member(of.type).kind:
        noun = "player" if of.type.kind == "players" else of.name
        way_out = f"say which: each {noun} but …"
        raise c.fail("RW212", "this does not say other than which", tree, way_out)
    others = attrs.evolve(of, filters=(*of.filters, t.ButNot(but, span=but.span)))
    return t.Quantity("each", None, others, span=c.span(tree), type=of.type)


COUNTED: dict[str, t.HowMany] = {"up_to": "up to", "exactly": "exactly", "at_least": "at least"}


def _another(tree: Syntax, c: Context) -> t.Expr:
    """`another card`: one of those that are not the one that the text has named before."""
    of = selection(tree, c)
    if any(isinstance(one, t.WithExtreme | t.Nearest) for one in of.filters):
        way_out = "say which set is meant: a … among (… but …) with the …, or: a … among (… with the …) but …"
        raise c.fail(
            "RW213", "it is not clear whether this is the best of all, or of the others", tree, way_out
        )
    others = tuple(dict.fromkeys(named_before(of.type, tree, c)))
    if not others and c.this is not None and c.this.kind == member(of.type).kind and overlap(c.this, of.type):
        others = (t.This(span=c.span(tree), type=c.this),)
    ways = [_but(of, other) for other in others]
    if len(ways) != 1:
        said = [show(_one_of(way), c.symbols) for way in ways]
        if ways:
            way_out, what = "say: " + ", or: ".join(said), "it is not clear whom or what this is another than"
        else:
            way_out, what = (
                f"say who or what is left out: {_of(of, c)} but …",
                "this is another than nothing here",
            )
        raise c.fail("RW213", what, tree, way_out)
    return _one_of(ways[0])


def _of(of: t.Select, c: Context) -> str:
    return show(_one_of(of), c.symbols)


def _one_of(of: t.Select) -> t.Quantity:
    return t.Quantity("one", None, of, span=of.span, type=member(of.type))


def _but(of: t.Select, other: t.Expr) -> t.Select:
    return attrs.evolve(of, filters=(*of.filters, t.ButNot(other, span=of.span)))


def _counted(tree: Syntax, c: Context) -> t.Expr:
    count = find(tree, *COUNTED)
    assert count is not None
    none = t.Number(0, span=c.span(count), type=number(0, 0))  # any number of them
    amount = numeric(children(count)[0], c) if children(count) else none
    of = kinds_in(tree, c) if tree.data == "counted_kinds" else selection(tree, c)
    how = COUNTED[str(count.data)]
    return t.Quantity(how, amount, of, span=c.span(tree), type=of.type)


def _any_counted(tree: Syntax, c: Context) -> t.Expr:
    amount, of = numeric(children(tree)[0], c), selection(tree, c)
    if of.type.kind != "pieces":
        raise c.fail("RW213", f"'any' with a number picks pieces, not {of.type}", tree)
    return t.Quantity("any", amount, of, span=c.span(tree), type=of.type)


def drawn(tree: Syntax, c: Context) -> t.Quantity:
    """`a random card in the market`, `2 random cards`: of what luck picks, and how many."""
    if tree.data not in RANDOM:
        raise c.fail("RW213", "luck picks nothing here", tree)
    of = selection(tree, c)
    where = any(isinstance(one, t.InPlace | t.AmongSet | t.Where) for one in of.filters)
    if of.type.kind == "pieces" and not of.anywhere and not where:
        said = str(c.text)[tree.start_pos : tree.end_pos]
        way_out = f"say where: {said} in …; or wherever: {said} anywhere"
        raise c.fail("RW213", "this does not say where luck picks from", tree, way_out)
    if tree.data == "random_one":
        return _one_of(of)
    amount = numeric(children(tree)[0], c)
    return t.Quantity("exactly", amount, of, span=c.span(tree), type=of.type)


def _drawn(tree: Syntax, c: Context) -> t.Expr:
    of = drawn(tree, c)
    way_out = f"let luck pick it first: choose {show(of, c.symbols)} at random, as …"
    raise Drawn(c.fail("RW213", "luck picks nothing here", tree, way_out), tree)


RANDOM = ("random_one", "random_some")


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
    """Checks the range of numbers to choose from, which are a set in one machine word."""
    if least.least < 0 or not 0 <= most.most < MOST_CHOSEN:
        message = f"a number to choose must be from 0 to {MOST_CHOSEN - 1}"
        said = wording(children(tree)[1], c) if len(children(tree)) > 1 else "…"
        ways = f"; say the most that it can be: … to (the smaller of {MOST_CHOSEN - 1} and {said})"
        way_out = f"this reaches from {least.least} to {most.most}" + (
            ways if most.most >= MOST_CHOSEN else ""
        )
        raise c.fail("RW210", message, tree, way_out)


def _number_where(tree: Syntax, c: Context) -> t.Expr:
    """`a number from 1 to 5 where (…)`: those of the numbers for which a condition holds."""
    among = _numbers(tree, c)
    filters = (t.AmongSet(among, span=among.span), *_kept("that number", among.type, tree, c))
    of = t.Select("number", "number", filters, span=c.span(tree), type=among.type)
    return t.Quantity("one", None, of, span=c.span(tree), type=member(of.type))


def _kept(name: str, of: Type, tree: Syntax, c: Context) -> tuple[t.Filter, ...]:
    """The filter in brackets on a set whose members are called `name`."""
    with c.scope():
        c.bind(name, member(of))
        return (t.Where(name, c.ways.condition(children(tree)[-1], c), span=c.span(tree)),)


def _word_of(tree: Syntax, c: Context) -> t.Expr:
    """`a colour`: one of the words that a property of this name can be, or a state of the game."""
    prop = token(tree, "PROP", "NAME")
    assert prop is not None
    name = str(prop)
    lists = list(_lists_of_words(name, c))
    if prop.type == "NAME":  # where a property has the name, that is meant
        state = c.symbols.game.get(name) if not lists else None
        lists = [state.type.of if state.type.kind in ("word", "words") else ()] if state is not None else []
        c.use(STATE, name, prop)
    else:
        c.use(PROPERTY, name, prop, tuple(c.symbols.having_words(name)))
    if () in lists or not lists:
        way_out = "choose what is in a set: 'a card in …', 'a number from … to …'"
        raise c.fail("RW213", f"'{name}' is not a list of words to choose from", tree, way_out)
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
    """The lists of words of all properties and states with this name; other types are skipped."""
    symbols = c.symbols
    owners = [symbols.players, *(one.properties for one in symbols.types.values())]
    owners += [one.properties for one in symbols.places.values()]
    for states in owners:
        state = states.get(name)
        if state is not None:
            yield state.type.of if state.type.kind in ("word", "words") else ()


LISTED = ("place", "cell", "player", "kind", "word", "number")
"""What can be named one by one in a choice. Pieces are chosen where they lie, so that hidden pieces stay hidden."""


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
        raise c.fail("RW213", "the same thing is listed twice here", tree, "name each once")
    several = t.Listed(members, span=c.span(tree), type=set_of(type_))
    return t.Quantity("one", None, several, span=c.span(tree), type=member(several.type))


def _any_number(tree: Syntax, c: Context) -> t.Expr:
    """`any number`, of an event."""
    span, of = c.span(tree), Type("numbers", least=0, most=0)
    ends = t.Number(0, span=span, type=number(0, 0))
    return t.Quantity(
        "any", None, t.NumberRange(ends, ends, span=span, type=of), span=span, type=number(0, COUNT_MOST)
    )


EXPRESSIONS: dict[str, Resolver] = {
    "one": _quantity,
    "any_one": _quantity,
    "each": _quantity,
    "each_other": _each_other,
    "another": _another,
    "counted": _counted,
    "counted_kinds": _counted,
    "any_counted": _any_counted,
    "random_one": _drawn,
    "random_some": _drawn,
    "first": _end_of_set,
    "last": _end_of_set,
    "number_from": _number_range,
    "one_of": _listed,
    "word_of": _word_of,
    "number_where": _number_where,
    "any_number": _any_number,
    "of_any": _quantity,
    "one_of_those": _quantity,
}
