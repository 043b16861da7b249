"""Resolves filters: `with …`, `in …`, `among …`, `where …` and the like behind a head noun."""

from __future__ import annotations

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..model.uses import BUILTIN, PROPERTY
from ..printing.expressions import belongs_to_name
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..tree.types import DIRECTION, SET_OF, YES_NO, Type, comparable, fits, member, number, set_of
from ..tree.walk import walk
from .calculation import computed_of
from .context import Context, FilterResolver, children, token
from .expressions import COMPARISONS, computed_of_one, expression, numeric, property_named, property_of
from .lists import joined, line_with, named_in

EARLY = "_early"
"""The ending of the rules of filters that stand before others: `with the highest … in …`."""


NO_NUMBER = "a property that is a number can stand here"


def _with(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return _Attributes(of, c).all(rel)


class _Attributes:
    """Filters on properties, joined by `and` and `or`. A filter without a property uses the one named before it."""

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
            return self._one(part)
        ways = [tuple(self._filters(way)) for way in children(part)]
        if any(isinstance(one, t.Where) for way in ways for one in way):
            way_out = "write 'where (…)', with the whole condition in the brackets"
            raise self.c.fail("RW205", "filters on a computed number cannot be joined by 'or'", part, way_out)
        if len(ways) == 1:
            return list(ways[0])
        return [t.WithEither(tuple(ways), span=self.c.span(part))]

    def _one(self, attr: Syntax) -> list[t.Filter]:
        self.last = token(attr, "PROP", "PROP_N") or self.last
        if self.last is None:
            raise self.c.fail("RW205", "this does not say which property it is about", attr, "with … < …")
        if attr.data == "attr_apart" or len(children(attr)) < 2:
            return [_attribute(attr, self.last, self.of, self.c)]
        joined(children(attr), "or", self.c)
        found = [_attribute(attr, self.last, self.of, self.c, at) for at in range(len(children(attr)))]
        op = _sign(attr)
        if op not in ("=", "!="):
            way_out = f"say it of each: {self.last} … or …"
            raise self.c.fail("RW211", f"'{op}' compares with one number", attr, way_out)
        if op == "!=":  # not red or blue: neither
            return found
        if any(isinstance(one, t.Where) for one in found):
            way_out = "write 'where (…)', with the whole condition in the brackets"
            raise self.c.fail("RW205", "filters on a computed number cannot be joined by 'or'", attr, way_out)
        return [t.WithEither(tuple((one,) for one in found), span=self.c.span(attr))]


FILTERED: dict[str, t.Comparison] = {
    "attr_not": "!=",
    "attr_is": "=",
    "attr_most": "<=",
    "attr_least": ">=",
    "attr_apart": "=",
    "attr_none": "=",
}
"""How filters in words compare."""


def _sign(attr: Syntax) -> t.Comparison:
    """How a filter compares."""
    return (
        than(attr)
        if attr.data in ("attr_than", "attr_than_who")
        else FILTERED.get(str(attr.data)) or operator(attr)
    )


def than(tree: Syntax) -> t.Comparison:
    """How `more … than` and `less … than` compare."""
    return "<" if token(tree, "LESS_T") else ">"


def _compared_with(attr: Syntax, prop: Token, c: Context, at: int) -> t.Expr:
    """What a filter compares a property with: of several values, the one at this place."""
    given = [expression(child, c) for child in children(attr)]
    if attr.data == "attr_than":
        return property_of(prop, given[0], attr, c)
    if attr.data == "attr_none":
        return t.Number(0, span=c.span(attr), type=number(0, 0))
    if attr.data == "attr_than_who":
        if c.than is None:
            said = "less" if token(attr, "LESS_T") else "more"
            raise c.fail("RW211", "this does not say than whom", attr, f"say than whom: {said} {prop} than …")
        return property_of(prop, c.than, attr, c)
    if attr.data == "attr_apart":
        more, of = (numeric(child, c) for child in children(attr))
        return computed_of("-" if token(attr, "LESS_T") else "+", of, more, c.span(attr))
    return given[at]


def _attribute(attr: Syntax, prop: Token, of: Type, c: Context, at: int = 0) -> t.Filter:
    name = str(prop)
    if attr.data == "attr_so_many":
        message = "it is not clear whether these are all, or the least"
        many = str(c.text)[children(attr)[0].start_pos : children(attr)[0].end_pos]
        way_out = f"say: with at least {many} {name}, or: with exactly {many} {name}"
        raise c.fail("RW211", message, attr, way_out)
    computed = _of_each(prop, of, c) if attr.data not in ("attr_even", "attr_odd") else None
    if computed is not None:
        value = _compared_with(attr, prop, c, at)
        return _computed_compares(attr, value, computed, of, c)
    if name == "kind" and of.kind == "piece":
        c.use(BUILTIN, name, prop)
        type_ = Type("kind", of.of)
    else:
        type_ = property_named(prop, of, prop, c).type
    if attr.data in ("attr_even", "attr_odd"):
        if type_.kind != "number":
            raise c.fail("RW210", f"'{name}' is not a number", attr, NO_NUMBER)
        return t.WithProperty(name, "even" if attr.data == "attr_even" else "odd", None, span=c.span(attr))
    value = _compared_with(attr, prop, c, at)
    op = _sign(attr)
    if type_.kind == "table":
        message = f"'{name}' is {type_}: a filter does not compare it as a whole"
        raise c.fail("RW211", message, attr, f"a condition does: where (the {name} of that … = …)")
    check_comparison(op, type_, value.type, attr, c)
    return t.WithProperty(name, op, value, span=c.span(attr))


def _computed_compares(attr: Syntax, value: t.Expr, computed: t.Expr, of: Type, c: Context) -> t.Filter:
    """A filter by a named value of the form `… of {slot}`, computed for each member."""
    name = "that " + noun_of(of, c)
    if any(isinstance(node, t.Variable) and node.name == name for node in walk(value)):
        way_out = f"give it another name than '{name}'"
        raise c.fail("RW203", f"'{name}' would mean each of those that are compared", attr, way_out)
    op = _sign(attr)
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
    """Checks a comparison of tables: they are equal, or one has at least as much of everything as the other."""
    if not fits(left, right):
        raise c.fail("RW211", f"{left} is never equal to {right}", tree)
    if op in ("<", ">"):
        way_out = "each entry at least as great: >=; the sum: the total of …"
        raise c.fail("RW211", f"'{op}' compares numbers, but these are tables", tree, way_out)


def _in_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    place = expression(children(rel)[0], c)
    check_in(of, place, rel, c)
    return [t.InPlace(place, span=c.span(rel))]


def _in_one_of(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`in the market or in exile`: each place is asked about by its name, so that a hidden one is not skipped, and
    whoever must not know what lies in it is kept from it."""
    joined(children(rel), "or" if rel.data == "in_any" else "and", c)
    name, span = "that " + noun_of(of, c), c.span(rel)
    each = t.Variable(name, span=span, type=of)
    tests: list[t.Expr] = []
    for said in named_in(rel, c):
        place = expression(said, c)
        at = rel if place.type.kind == "player" else said  # of whom something is meant that is not read yet
        check_in(of, place, at, c)
        if any(isinstance(node, t.Variable) and node.name == name for node in walk(place)):
            way_out = f"give it another name than '{name}'"
            raise c.fail("RW203", f"'{name}' would mean each of those that lie there", said, way_out)
        tests.append(t.IsIn(each, place, span=c.span(said), type=YES_NO))
    if len(set(tests)) < len(tests):
        raise c.fail("RW213", "the same place is named twice here", rel, "name each once")
    return [t.Where(name, t.Either(tuple(tests), span=span, type=YES_NO), span=span)]


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
    way_out = None
    if of.kind == "kind" and place.type.kind in ("place", "cell"):
        way_out = "a kind lies nowhere, its pieces do: 'there is a … in …', 'put any … in … into …'"
    raise c.fail("RW206", f"{of} cannot be in {place.type}", tree, way_out)


def of_those_in(rel: Syntax, of: Type, c: Context) -> t.Filter:
    """`a kind of card in the market`: one of the kinds of the cards that lie there; or of what is on a list or in a
    set."""
    places = [expression(said, c) for said in named_in(rel, c)]
    piece = Type("piece", of.of)
    if len(places) > 1:
        if all(one.type.kind in ("list", "kinds") for one in places):
            return _in_one_of(rel, of, c)[0]
        return _kinds_of(_in_one_of(rel, piece, c)[0], of, rel, c)
    place = places[0]
    if place.type.kind not in ("place", "cell", "cells", "pieces"):
        check_in(of, place, rel, c)
        return t.InPlace(place, span=c.span(rel))
    check_in(piece, place, rel, c)
    return _kinds_of(t.InPlace(place, span=c.span(rel)), of, rel, c)


def _kinds_of(where: t.Filter, of: Type, rel: Syntax, c: Context) -> t.Filter:
    """The kinds of the pieces that lie somewhere."""
    span = c.span(rel)
    lying = t.Select("type", of.of[0], (where,), span=span, type=Type("pieces", of.of))
    return t.AmongSet(t.KindsOf(lying, span=span, type=set_of(of)), span=span)


def lying_in(place: t.Expr, c: Context) -> t.Expr:
    """The pieces that lie in a place, for a text that names only the place; the place, if they could be any."""
    held = c.symbols.held_in(place.type)
    if not held:
        return place
    base: t.Base = "types" if len(held) > 1 else "type"
    filters = (t.InPlace(place, span=place.span),)
    return t.Select(base, " or ".join(held), filters, span=place.span, type=Type("pieces", held))


def _among_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    return [t.AmongSet(_set_like(rel, of, c), span=c.span(rel))]


def _but_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    joined(children(rel), "and", c, "or")
    return [t.ButNot(_members(one, rel, of, c), span=c.span(rel)) for one in children(rel)]


def _but_end(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`players but the first player with the highest gold`, if the filter says who is the first."""
    return [t.ButNot(_members(children(rel)[0], rel, of, c), span=c.span(rel))]


def _but_those(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`players but the leader with gold > 3`, if only a leader with gold is left out. Behind `the player`, who is
    nobody in particular here, the filter says who: `players but the player with the highest gold`."""
    name_tree, kept = children(rel)
    name = _set_like(rel, of, c)
    said = str(c.text)[name_tree.start_pos : name_tree.end_pos]
    between = str(c.text)[name_tree.end_pos : kept.start_pos]
    if of.kind not in _BASES or between.count(")") > said.count("(") - said.count(")"):
        raise c.fail("RW205", "brackets close the name", rel)
    noun = noun_of(of, c)
    member_of_name = attrs.evolve(of, of=name.type.of)
    handler = of_those_in if of.kind == "kind" and str(kept.data).startswith("in_") else None
    if handler is not None:
        filters = [handler(kept, member_of_name, c)]
    else:
        filters = c.ways.filters[str(kept.data).removesuffix(EARLY)](kept, member_of_name, c)
    if not filters or not belongs_to_name(name, said, noun, filters[0]):
        raise c.fail("RW205", "this is about all of them", rel)
    if said.removeprefix("the ") != noun:
        filters.insert(0, t.AmongSet(name, span=name.span))
    base, called = _BASES[of.kind], noun if of.kind != "kind" else of.of[0]
    if of.kind == "piece" and len(of.of) > 1:
        base, called = "types", " or ".join(of.of)
    those = t.Select(base, called, tuple(filters), span=c.span(rel), type=set_of(of))
    return [t.ButNot(those, span=c.span(rel))]


_BASES: dict[str, t.Base] = {"player": "player", "piece": "type", "cell": "cell", "kind": "kind"}
"""What members of sets are called that a filter can be about, by their types."""


def _set_like(rel: Syntax, of: Type, c: Context) -> t.Expr:
    return _members(children(rel)[0], rel, of, c)


def _members(tree: Syntax, rel: Syntax, of: Type, c: Context) -> t.Expr:
    members = expression(tree, c)
    if members.type.kind not in (of.kind, SET_OF.get(of.kind)):
        raise c.fail("RW206", f"{members.type} does not hold {of}", rel)
    return members


def _who_filter(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    adjective = token(rel, "ADJ")
    assert adjective is not None
    property_named(adjective, of, adjective, c)
    return [t.WhoIs(str(adjective), rel.data == "who", span=c.span(rel))]


def _who_kind(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`that is a rat`, `that are not rats or wolves`."""
    name = "that " + noun_of(of, c)
    with c.scope():
        c.bind(name, of)
        kinds = c.ways.expressions["set"](rel, c)
    each = t.Variable(name, span=c.span(rel), type=of)
    if not comparable(of, member(kinds.type)):
        raise c.fail("RW211", f"{of} is never {member(kinds.type)}", rel)
    test: t.Expr = t.IsKind(each, kinds, span=c.span(rel), type=YES_NO)
    one = kinds.filters[0] if isinstance(kinds, t.Select) and len(kinds.filters) == 1 else None
    if isinstance(one, t.Where) and one.name == name:  # one of several designs
        test = one.test
    if rel.data == "who_no_kind":
        test = t.Not(test, span=c.span(rel), type=YES_NO)
    return [t.Where(name, test, span=c.span(rel))]


def _quality(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`red` before its noun: a word that a property can be."""
    said = token(rel, "WORD_B")
    assert said is not None
    word, having = str(said), []
    for state in c.symbols.properties_of(of).values():
        if state.type.kind in ("word", "words") and word in state.type.of and state.type != DIRECTION:
            having.append(state)
    if not having:
        raise c.fail("RW205", f"no property of {of} is '{word}'", said)
    if len(having) > 1:
        ways = " or ".join(f"'{one.name}'" for one in having)
        raise c.fail(
            "RW203", f"'{word}' could be about {ways}", said, f"say which: with {having[0].name} = {word}"
        )
    state = having[0]
    c.symbols.use(PROPERTY, state.name)
    span = c.span(rel)
    value = t.WordValue(word, span=span, type=Type("word", (word,)))
    if state.type.kind == "word":
        return [t.WithProperty(state.name, "=", value, span=span)]
    name = "that " + noun_of(of, c)
    each = t.Property(t.Variable(name, span=span, type=of), state.name, span=span, type=state.type)
    return [t.Where(name, t.IsIn(value, each, span=span, type=YES_NO), span=span)]


def _quality_who(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`tapped` before its noun: a state that holds."""
    said = token(rel, "ADJ_B")
    assert said is not None
    if property_named(said, of, said, c).type.kind == "condition":
        way_out = f"say: that is {said}"
        raise c.fail("RW205", f"'{said}' is a condition, which does not stand before its noun", said, way_out)
    return [t.WhoIs(str(said), True, span=c.span(rel))]


def _who_word(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`that are red`, `that are not red`."""
    (found,) = _quality(rel, of, c)
    return [_denied(found) if rel.data == "who_not_word" else found]


def _denied(found: t.Filter) -> t.Filter:
    """The filter that keeps what another one does not."""
    if isinstance(found, t.WithProperty):
        return attrs.evolve(found, op="!=")
    assert isinstance(found, t.Where)
    return attrs.evolve(found, test=t.Not(found.test, span=found.span, type=YES_NO))


def _who_empty(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`that are empty`, `that is not empty`, of cells."""
    span = c.span(rel)
    if of.kind != "cell":
        raise c.fail("RW211", f"{of} is never empty", rel, "cells of a board are")
    name = "that " + noun_of(of, c)
    empty = t.IsEmpty(t.Variable(name, span=span, type=of), span=span, type=YES_NO)
    test = empty if rel.data == "who_empty" else t.Not(empty, span=span, type=YES_NO)
    return [t.Where(name, test, span=span)]


def _who_all(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`who are asleep and not bidding`. After `not`, what follows could be denied too, so it says so."""
    states = children(rel)
    joined(states, "and", c)
    denied = [one.data in DENIED for one in states]
    if denied[0] and not all(denied):
        text = str(c.text)
        first, second = (
            text[one.start_pos : one.end_pos] for one in (states[0], states[denied.index(False)])
        )
        who = text[rel.start_pos : states[0].start_pos]
        notes = tuple(
            Note(f"one reading: {line_with(rel, said, c)}")
            for said in (f"{who}{second} and {first}", f"{who}{first} and not {second}")
        )
        message = "'not' could belong to the first of them, or to all"
        raise c.fail("RW217", message, rel, "write it like the reading that you mean", notes)
    return [filter_ for one in states for filter_ in FILTERS[str(one.data)](one, of, c)]


DENIED = ("who_not", "who_not_word")


def _who_any(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """`who are asleep or bidding`; `who are not asleep or bidding`: neither."""
    states = children(rel)
    joined(states, "or", c)
    name, span = "that " + noun_of(of, c), c.span(rel)
    each = t.Variable(name, span=span, type=of)
    neither = states[0].data in DENIED and not any(one.data in DENIED for one in states[1:])
    found = [one for state in states for one in FILTERS[str(state.data)](state, of, c)]
    if neither:
        return [found[0], *(_denied_state(one) for one in found[1:])]
    tests = tuple(_test_of(one, each, c) for one in found)
    return [t.Where(name, t.Either(tests, span=span, type=YES_NO), span=span)]


def _denied_state(one: t.Filter) -> t.Filter:
    return attrs.evolve(one, holds=False) if isinstance(one, t.WhoIs) else _denied(one)


def _test_of(one: t.Filter, each: t.Expr, c: Context) -> t.Expr:
    """The condition that a filter on a state asks of each."""
    span = one.span
    if isinstance(one, t.Where):
        return one.test
    if isinstance(one, t.WhoIs):
        holds = t.Holds(each, one.name, span=span, type=YES_NO)
        return holds if one.holds else t.Not(holds, span=span, type=YES_NO)
    assert isinstance(one, t.WithProperty)
    assert one.value is not None
    type_ = c.symbols.properties_of(each.type)[one.name].type
    left = t.Property(each, one.name, span=span, type=type_)
    op: t.Comparison = "=" if one.op == "=" else "!="  # a word is a value or not
    return t.Compare(op, left, one.value, span=span, type=YES_NO)


def _extreme(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    highest = str(rel.data).removesuffix(EARLY) == "with_highest" or token(rel, "HIGHEST", "HIGHEST_E")
    how: t.Extreme = "highest" if highest else "lowest"
    name, value, _ = measured_by(rel, of, c)
    return [t.WithExtreme(how, name, value, span=c.span(rel))]


def measured_by(tree: Syntax, of: Type, c: Context) -> tuple[str, t.Expr | None, Type]:
    """The number by which members are compared or added up: the name of a property and None, or the name of each
    member and an expression about it; and the type of the number. A named value of the form `… of {slot}`, used like
    a property, is such an expression.
    """
    prop = token(tree, "PROP")
    if prop is None:
        name, value = compared(tree, of, c)
        return name, value, value.type
    computed = _of_each(prop, of, c)
    type_ = computed.type if computed is not None else property_named(prop, of, prop, c).type
    if type_.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop, NO_NUMBER)
    return ("that " + noun_of(of, c) if computed is not None else str(prop)), computed, type_


def _of_each(prop: Token, of: Type, c: Context) -> t.Expr | None:
    """A named value of the form `… of {slot}` for each member, if the text uses one."""
    member_ = t.Variable("that " + noun_of(of, c), span=c.span(prop), type=of)
    return computed_of_one(prop, member_, prop, c)


def compared(tree: Syntax, of: Type, c: Context) -> tuple[str, t.Expr]:
    """The name of each member, and a number about it, by which members are compared."""
    name = "that " + noun_of(of, c)
    with c.scope():
        c.bind(name, of)
        return name, numeric(children(tree)[0], c)


def _where(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    """Any condition on `that …`."""
    name = "that " + noun_of(of, c)
    with c.scope():
        c.bind(name, of)
        return [t.Where(name, c.ways.condition(children(rel)[0], c), span=c.span(rel))]


def noun_of(of: Type, c: Context) -> str:
    if of.kind == "cell":
        return c.symbols.places[of.of[0]].cell
    return of.of[0] if of.kind == "piece" else of.kind


FILTERS: dict[str, FilterResolver] = {
    "with_": _with,
    "who_has": _with,
    "in_": _in_filter,
    "in_all": _in_one_of,
    "in_any": _in_one_of,
    "among": _among_filter,
    "but": _but_filter,
    "but_those": _but_those,
    "who": _who_filter,
    "who_not": _who_filter,
    "who_kind": _who_kind,
    "who_no_kind": _who_kind,
    "quality": _quality,
    "who_word": _who_word,
    "who_not_word": _who_word,
    "who_empty": _who_empty,
    "who_not_empty": _who_empty,
    "who_all": _who_all,
    "who_any": _who_any,
    "quality_who": _quality_who,
    "where": _where,
    "with_highest": _extreme,
    "with_lowest": _extreme,
    "who_extreme": _extreme,
    "but_end": _but_end,
    "but_first": _but_end,
}
