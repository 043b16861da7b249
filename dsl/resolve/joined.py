"""Names that are joined: `the player and the leader gain 1 gold`, `doom and clock go up by 1`, `is red or blue`.

In: trees in which several names, states or properties stand where one could. Out: what the language says with the
nodes that it has: a set of players, several changes, conditions that are joined. Nothing after this knows of lists.
"""

from __future__ import annotations

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..printing.statements import show
from ..syntax.forest import Tree, ways_of
from ..syntax.parser import Syntax
from ..tree.types import PLAYERS, YES_NO
from ..tree.walk import walk
from .ambiguity import BY_BRACKETS
from .context import Context, Resolver, children, find, token
from .expressions import expression
from .found_there import has_name, stays_the_same
from .lists import each_own, joined
from .subjects import wording

ONE = "that player"


def _players(tree: Syntax, c: Context) -> t.Expr:
    """`the player and the leader`: each person once, and nobody for a name that is none."""
    named = []
    joined(children(tree), "and", c)
    for noun in children(tree):
        one = expression(noun, c)
        if one.type.kind != "player":
            way_out = "say it of each: … and …"
            raise c.fail("RW212", f"players are named one by one here, but this is {one.type}", noun, way_out)
        named.append(one)
    span = c.span(tree)
    whole = t.Select("player", "player", (), span=span, type=PLAYERS)
    if any(isinstance(node, t.Variable) and node.name == ONE for node in walk(tuple(named))):
        but = tuple(t.ButNot(one, span=one.span) for one in named)
        others = attrs.evolve(whole, filters=but)  # in `where (…)`, these words would mean each of them
        return attrs.evolve(whole, filters=(t.ButNot(others, span=span),))
    each = t.Variable(ONE, span=span, type=named[0].type)
    each = attrs.evolve(each, type=attrs.evolve(each.type, optional=False))
    tests = tuple(t.Compare("=", each, one, span=one.span, type=YES_NO) for one in named)
    test = t.Either(tests, span=span, type=YES_NO)
    return attrs.evolve(whole, filters=(t.Where(ONE, test, span=span),))


# ---------------------------------------------------------------------- changes


CONSTANTS = (t.WordValue, t.KindValue, t.Truth, t.NoneValue, t.Actor, t.Seat, t.This)
"""What no change makes another one."""


def changes_of(tree: Syntax, c: Context) -> list[Syntax]:
    """`doom and clock go up by 1`, `the player becomes asleep and not bidding`: a change of each, as trees."""
    if tree.data == "become_each":
        return _becoming(tree, c)
    listed, amount = children(tree)[:2]
    _fixed(amount, c)
    data, rest = str(tree.data).removeprefix("all_"), [one for one in tree.children if one is not listed]
    found = []
    for at, target in enumerate(_targets(listed, c)):
        if (id(tree), at) not in c.made:
            c.made[id(tree), at] = Tree(data, [target, *rest], tree.start_pos, tree.end_pos)
        found.append(c.made[id(tree), at])
    return found


def _becoming(tree: Syntax, c: Context) -> list[Syntax]:
    noun, *states = children(tree)
    joined(states, "and", c)
    denied = [one.data == "not_adjective" for one in states]
    if denied[0] and not all(denied):
        about, said = wording(noun, c), [wording(one, c).removeprefix("not ") for one in states]
        verb = str(token(tree, "BECOME"))
        first = f"{about} {verb} not {said[0]} and"
        notes = _readings(f"{first} {about} {verb} {said[1]}", f"{first} not {said[1]}")
        raise c.fail("RW217", "'not' could belong to the first of them, or to all", tree, BY_BRACKETS, notes)
    found = []
    for at, one in enumerate(states):
        if (id(tree), at) not in c.made:
            c.made[id(tree), at] = Tree("become", [noun, one], tree.start_pos, tree.end_pos)
        found.append(c.made[id(tree), at])
    return found


def _targets(listed: Syntax, c: Context) -> list[Syntax]:
    if listed.data == "props":
        return each_own(listed, c)
    joined(children(listed), "and", c)
    return children(listed)


def _fixed(amount: Syntax, c: Context) -> None:
    """Fails if the amount could be another one for the second: `doom and clock go up by doom`."""
    if amount.data in ("adjective", "not_adjective"):
        return
    value = expression(amount, c)
    lasting = (t.Number, t.OptionValue, t.Variable, t.Arithmetic, *CONSTANTS)
    if not all(isinstance(node, lasting) for node in walk(value)):
        way_out = "give the amount a name before: let x be …"
        raise c.fail("RW213", "the first change could change the amount of the second", amount, way_out)


# ------------------------------------------------------------------- conditions


def plain_nouns(parts: list[Syntax]) -> bool:
    """Whether all are nouns with `a`, which are a list of the noun's own: `a rat or a wolf`."""
    return all(_is_picked(one) for one in parts) or (
        any(_is_picked(one) for one in parts) and any(_is_design(one) for one in parts)
    )


def _is_design(complement: Syntax) -> bool:
    """Whether this can be the name of a design without `a`, as in `a rat or wolf`."""
    value = find(complement, "design", "_noun") if complement.data == "value" else None
    return value is not None and any(way.data == "design" for way in ways_of(value))


def _is_picked(complement: Syntax) -> bool:
    value = find(complement, "one", "_noun") if complement.data == "value" else None
    return value is not None and any(way.data == "one" for way in ways_of(value))


def sets(nouns: list[Syntax]) -> bool:
    """Whether one of these is a set, whose nouns are joined by themselves: `cards and dice in the table`."""
    return any(way.data == "set" for noun in nouns for way in ways_of(noun))


def literal(nouns: list[Syntax]) -> bool:
    """Whether one of these says its value, so that a condition is not about it: `doom is 3 or 4 and clock is 2`."""
    return any(way.data in LITERALS for noun in nouns for way in ways_of(noun))


LITERALS = ("number", "negative", "word", "none", "yes", "no")


# ------------------------------------------------------------------------- moves


def moves_of(tree: Syntax, c: Context) -> list[Syntax]:
    """`put the pick and the top card of the deck into exile`: a move of each, as trees. What is found by where it
    lies is moved first, because it could be another one after the first move."""
    listed, dest = find(tree, "nouns", "props"), find(tree, "into", "on_top", "under")
    assert listed is not None
    assert dest is not None
    nouns = _targets(listed, c)
    values = [expression(noun, c) for noun in nouns]
    other = next((one.type for one in values if one.type.kind not in MOVED), None)
    if other is not None:
        raise c.fail("RW206", f"pieces are needed here, not {other}", listed)
    _whole_places(values, nouns, dest, c)
    place = expression(children(dest)[0], c)
    order = _order_of_moves(values, place, nouns, c)
    found = []
    for at in order:
        if (id(tree), at) not in c.made:
            parts = [nouns[at] if one is listed else one for one in tree.children]
            c.made[id(tree), at] = Tree("put", parts, tree.start_pos, tree.end_pos)
        found.append(c.made[id(tree), at])
    return found


def _whole_places(values: list[t.Expr], nouns: list[Syntax], dest: Syntax, c: Context) -> None:
    """Fails for a place behind what is found in another place: `the top card of the deck and the market`."""
    before: Syntax | None = None
    for value, noun in zip(values, nouns, strict=True):
        whole = value.type.kind in ("place", "cell")
        if whole and before is not None:
            said, into = wording(noun, c), wording(dest, c)
            apart = f"put {wording(before, c)} {into} and put {said} {into}"
            again = f"put {wording(before, c)} and {_said_of(before, c)}{said} {into}"
            message = "it is not clear whether all that lies there is meant"
            raise c.fail("RW217", message, noun, BY_BRACKETS, _readings(apart, again))
        before = None if whole or has_name(value) else noun


def _said_of(noun: Syntax, c: Context) -> str:
    """The words before the place in which something is found: `the top card of `."""
    ends = [children(way)[-1] for way in ways_of(noun) if children(way)]
    rel = next((one for one in ends if one.data == "in_"), None)
    place = children(rel)[0] if rel is not None else next(iter(ends), noun)
    return wording(noun, c).removesuffix(wording(place, c))


def _order_of_moves(values: list[t.Expr], place: t.Expr, nouns: list[Syntax], c: Context) -> list[int]:
    """In which order several are moved, so that no move changes which one another is."""
    found_there = [not has_name(value) for value in values]
    ordered = c.symbols.ordered(place.type)
    if not ordered and sum(found_there) <= 1:
        return sorted(range(len(values)), key=lambda at: not found_there[at])
    pairs = [(at, before) for at in range(len(values)) if found_there[at] for before in range(at)]
    for at, before in pairs:
        if not stays_the_same(values[at], values[before], place):
            way_out = "say one after the other: put … into …; put … into …"
            message = "the first move could change which one the second is"
            raise c.fail("RW213", message, nouns[at], way_out)
    return list(range(len(values)))


MOVED = ("piece", "pieces", "place", "cell")


def puts_of(tree: Syntax, c: Context) -> list[Syntax]:
    """`put rats in the market into exile and wolves in the market into the deck`: a move of each, as trees. A place
    that only the first of two sets names could be meant for both."""
    parts = children(tree)
    nouns, dests = parts[::2], parts[1::2]
    _joined_moves(nouns, dests, c)
    values = [expression(noun, c) for noun in nouns]
    for at in range(1, len(nouns)):
        for before in values[:at]:
            _says_where(before, values[at], nouns[at], dests[at], c)
    found = []
    for at, (noun, dest) in enumerate(zip(nouns, dests, strict=True)):
        if (id(tree), at) not in c.made:
            c.made[id(tree), at] = Tree("put", [noun, dest], noun.start_pos, dest.end_pos)
        found.append(c.made[id(tree), at])
    return found


def _readings(*said: str) -> tuple[Note, ...]:
    return tuple(Note(f"one reading: {one}") for one in said)


def _joined_moves(nouns: list[Syntax], dests: list[Syntax], c: Context) -> None:
    joined([dests[-2], nouns[-1]], "and", c)


def _says_where(before: t.Expr, one: t.Expr, noun: Syntax, dest: Syntax, c: Context) -> None:
    """Fails if a set says no place, and one before it does."""
    first, second = _set_in(before), _set_in(one)
    if first is None or second is None or second.anywhere:
        return
    where = tuple(part for part in first.filters if isinstance(part, LOCATED))
    if not where or any(isinstance(part, LOCATED) for part in second.filters):
        return
    there = attrs.evolve(second, filters=(*second.filters, *where))
    said = [show(_with_set(one, of), c.symbols) for of in (there, attrs.evolve(second, anywhere=True))]
    notes = _readings(*(f"put {noun_said} {wording(dest, c)}" for noun_said in said))
    message = "it is not clear whether these lie where the first do, or anywhere"
    raise c.fail("RW217", message, noun, "say where they lie", notes)


def _set_in(value: t.Expr) -> t.Select | None:
    """The set of whose members a noun is."""
    of = value.of if isinstance(value, t.Quantity | t.EndOfSet) else value
    return of if isinstance(of, t.Select) else None


def _with_set(value: t.Expr, of: t.Select) -> t.Expr:
    return attrs.evolve(value, of=of) if isinstance(value, t.Quantity | t.EndOfSet) else of


LOCATED = (t.InPlace, t.AmongSet)
"""Filters that say where pieces are."""


EXPRESSIONS: dict[str, Resolver] = {"nouns": _players}
