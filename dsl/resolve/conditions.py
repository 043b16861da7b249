"""Resolves conditions: syntax trees of clauses joined by `and` and `or` to typed trees."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.source import Span
from ..model.symbols import State
from ..model.uses import BUILTIN, PROPERTY
from ..syntax.english import with_article
from ..syntax.forest import Token, Tree, ways_of
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, PLAYERS, SET_OF, YES_NO, Type, comparable, member, number
from .aggregates import each_counted
from .ambiguity import BY_BRACKETS
from .calculation import computed_of, half_of
from .calls import arguments, phrase_use
from .context import Context, Unresolved, children, find, token
from .distributed import MEMBER
from .expressions import COMPARISONS, OPPOSITE, expression, noun_phrase, numeric, property_named
from .filters import NO_NUMBER, check_comparison, check_in, noun_of, operator, than
from .joined import literal, plain_nouns, sets
from .lists import joined, named_in, words_of
from .meanings import resolved, row
from .number_tables import LESS, amount_of_table, together
from .places_joined import asked_in_places, check_asked_in_places
from .reach import reaching
from .selections import selection
from .subjects import wording


def condition(tree: Syntax, c: Context) -> t.Expr:
    """A condition: `or` of `and` of clauses."""
    return resolved(tree, c, _disjunction)


def _disjunction(tree: Syntax, c: Context) -> t.Expr:
    parts = row(children(tree), c, _conjunction)
    return parts[0] if len(parts) == 1 else t.Either(parts, span=c.span(tree), type=YES_NO)


def _conjunction(tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    if tree.data == "denial":
        return (_denial(tree, c),)
    if tree.data == "or_first":
        return (t.Both(row(children(tree), c, _alternatives), span=c.span(tree), type=YES_NO),)
    clauses = children(tree)
    if len(clauses) > 1 and any(way.data == "compare_some" for one in clauses for way in ways_of(one)):
        way_out = "put what belongs together into brackets"
        raise c.fail("RW213", "it is not clear what 'and' joins here, and what 'or'", tree, way_out)
    parts = row(clauses, c, _conjunct)
    return parts if len(parts) == 1 else (t.Both(parts, span=c.span(tree), type=YES_NO),)


def _conjunct(tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    """One of the clauses that `and` joins: `doom > 3 and < 6` is two of them."""
    found = _clause(tree, c)
    whole = found[0]
    return whole.of if tree.data in SEVERAL and isinstance(whole, t.Both) else found


SEVERAL = ("compare_all", "has_neither", "differ_all")
"""Clauses that say several things, all of which hold."""


def _alternatives(tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    """In `a and b or c`, if `or` joins before `and`: one of the parts that `and` joins."""
    if tree.data != "disj":
        return _clause(tree, c)
    parts = row(children(tree), c, _clause)
    return parts if len(parts) == 1 else (t.Either(parts, span=c.span(tree), type=YES_NO),)


def _clause(tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    try:
        return (_CLAUSES[tree.data](tree, c),)
    except Unresolved as failure:
        raise _about_some(failure, tree, c) or failure from None


def _about_some(failure: Unresolved, tree: Syntax, c: Context) -> Unresolved | None:
    """The failure of a condition about `a player` or `any player`, with the words that ask whether there is one."""
    noun = _begins_with(tree)
    at = failure.span
    if failure.code != "RW213" or noun is None or (at.start, at.end) != _ends(c.span(noun)):
        return None
    way = next((way for way in ways_of(noun) if way.data in ("one", "any_one")), None)
    if way is None:
        return None
    try:
        of = selection(way, c).type
    except Unresolved:
        return None
    if way.data == "any_one" and of.kind != "players":  # which could be all, too
        return None
    said = re.sub("^(?:any|an?) ", "", wording(noun, c), flags=re.IGNORECASE)
    asked = str(c.text)[noun.end_pos : tree.end_pos].strip()
    way_out = f"say: there is {with_article(said)} where (that {noun_of(member(of), c)} {asked})"
    return c.fail("RW213", "this asks about one that nobody has picked", noun, way_out)


def _begins_with(tree: Syntax) -> Syntax | None:
    """The noun with which a clause begins."""
    for child in children(tree)[:1]:
        if child.start_pos == tree.start_pos:
            return _begins_with(child) if child.data in ("call", "slot", "tail") else child
    return None


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _asked(tree: Syntax, c: Context) -> t.Expr:
    """What a condition is about. Not `any card` or `each card`, which do not say whether one or all of them are
    meant."""
    value = expression(tree, c)
    inner = value
    while isinstance(inner, t.Property):
        inner = inner.of
    assert inner is not None
    if isinstance(inner, t.Quantity):
        way_out = "some: there is a … with …; all: there is no … with …"
        raise c.fail("RW213", f"a condition does not ask about '{inner.how}'", tree, way_out)
    return value


def _compare(tree: Syntax, c: Context) -> t.Expr:
    left, right = (_asked(child, c) for child in children(tree))
    op = operator(tree)
    check_comparison(op, left.type, right.type, tree, c)
    return t.Compare(op, left, right, span=c.span(tree), type=YES_NO)


def _is(tree: Syntax, c: Context) -> t.Expr:
    noun, complement = children(tree)
    return _complement(noun, complement, tree, c)


def _is_not(tree: Syntax, c: Context) -> t.Expr:
    noun, complement = children(tree)
    adjective = token(complement, "ADJ")
    if adjective is not None and expression(noun, c).type.kind in ("pieces", "players"):
        raise _not_all(adjective, tree, c)
    if complement.data == "empty" and _are_cells(expression(noun, c)):
        raise _not_all("empty", tree, c)
    return _denied(_complement(noun, complement, tree, c), tree, c)


def _are_cells(of: t.Expr) -> bool:
    """Whether these are cells, and not a set of them that has a name and is one thing: `the meadow`."""
    return of.type.kind == "cells" and isinstance(of, t.Select)


def _not_all(adjective: str, tree: Syntax, c: Context) -> Unresolved:
    """The failure of `cards in the market are not tapped`."""
    way_out = f"none of them: there is no … that is {adjective}; not all of them: not (… are {adjective})"
    return c.fail("RW213", "it is not clear whether none of them is so, or not all of them", tree, way_out)


def _is_any_of(tree: Syntax, c: Context) -> t.Expr:
    """`the player is the leader or the target`."""
    noun, *parts = children(tree)
    _no_nouns_own(parts, tree, c)
    joined(parts, "or", c)
    if parts[0].data == "not_adjective":  # that is `is not … or …`: neither
        raise c.fail("RW211", "'not' belongs to all of them", tree)
    tests = tuple(_complement(noun, _like(parts[0], one), tree, c) for one in parts)
    return t.Either(tests, span=c.span(tree), type=YES_NO)


def _like(first: Syntax, one: Syntax) -> Syntax:
    """`in the market or exile`: after a place, a value is a place, too."""
    if first.data != "in_" or one.data != "value":
        return one
    return Tree("in_", one.children, one.start_pos, one.end_pos)


def _is_none_of(tree: Syntax, c: Context) -> t.Expr:
    """`doom is not 3 or 4`: it is neither."""
    noun, *parts = children(tree)
    _no_nouns_own(parts, tree, c)
    joined(parts, "or", c)
    tests = tuple(_denied(_complement(noun, _like(parts[0], one), tree, c), tree, c) for one in parts)
    return t.Both(tests, span=c.span(tree), type=YES_NO)


def _is_all_of(tree: Syntax, c: Context) -> t.Expr:
    """`the player is asleep and not the leader`. After `not`, what follows could be denied too, so it says so."""
    noun, *parts = children(tree)
    joined(parts, "and", c)
    said = [one.data in ("denied", "not_adjective") for one in parts]
    if said[0] and not all(said):
        about, first = wording(noun, c), wording(parts[0], c).removeprefix("not ")
        second = wording(parts[said.index(False)], c)
        denied_first = f"{about} is not {first} and"
        message = "'not' could belong to the first of them, or to all"
        notes = _readings(f"{denied_first} {about} is {second}", f"{denied_first} not {second}")
        raise c.fail("RW217", message, tree, BY_BRACKETS, notes)
    tests = []
    for one in parts:
        denied = one.data == "denied"
        test = _complement(noun, children(one)[0] if denied else one, tree, c)
        tests.append(_denied(test, tree, c) if denied else test)
    return t.Both(tuple(tests), span=c.span(tree), type=YES_NO)


def _any_is(tree: Syntax, c: Context) -> t.Expr:
    """`the market or exile is empty`, `the leader and the target are asleep`."""
    *nouns, complement = named_in(tree, c)
    joined(children(tree)[:-1], "or" if tree.data == "any_is" else "and", c)
    tests = _of_each(nouns, complement, tree, c)
    if complement.data == "not_adjective":
        raise _not_of_all(tree, c)
    joint = t.Either if tree.data == "any_is" else t.Both
    return joint(tests, span=c.span(tree), type=YES_NO)


def _of_each(nouns: list[Syntax], complement: Syntax, tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    if sets(nouns) or literal(nouns):
        raise c.fail("RW211", "a condition about several things names them one by one", tree)
    return tuple(_complement(noun, complement, tree, c) for noun in nouns)


def _not_of_all(tree: Syntax, c: Context) -> Unresolved:
    *nouns, complement = named_in(tree, c)
    said = wording(complement, c).removeprefix("not ")
    about = [words_of(noun, c) for noun in nouns]
    neither = " and ".join(f"{one} is not {said}" for one in about)
    both = " and ".join(f"{one} is {said}" for one in about)
    message = "it is not clear whether none of them is so, or not all of them"
    return c.fail("RW217", message, tree, BY_BRACKETS, _readings(neither, f"not ({both})"))


def _readings(one: str, other: str) -> tuple[Note, ...]:
    return tuple(Note(f"one reading: {said}") for said in (one, other))


def _are_not(tree: Syntax, c: Context) -> t.Expr:
    *nouns, complement = children(tree)
    _of_each(nouns, complement, tree, c)
    raise _not_of_all(tree, c)


def _no_nouns_own(parts: list[Syntax], tree: Syntax, c: Context) -> None:
    """Fails for `a rat or a wolf`, which is a noun by itself."""
    if plain_nouns(parts):
        raise c.fail("RW211", "these are one noun", tree)


def _denied(test: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    if isinstance(test, t.Compare):
        return t.Compare("!=", test.left, test.right, span=test.span, type=YES_NO)
    return t.Not(test, span=c.span(tree), type=YES_NO)


def _complement(noun: Syntax, complement: Syntax, tree: Syntax, c: Context) -> t.Expr:
    of = _asked(noun, c)
    span = c.span(tree)
    if complement.data in ("adjective", "not_adjective"):
        adjective = token(complement, "ADJ")
        assert adjective is not None
        if of.type.kind in ("pieces", "players"):
            if complement.data == "not_adjective":
                raise _not_all(adjective, tree, c)
            property_named(adjective, member(of.type), adjective, c)
            return _none_of(of, t.WhoIs(str(adjective), False, span=span), tree, c)
        property_named(adjective, of.type, adjective, c)
        holds = t.Holds(of, str(adjective), span=span, type=YES_NO)
        return t.Not(holds, span=span, type=YES_NO) if complement.data == "not_adjective" else holds
    if complement.data == "empty":
        if of.type.kind not in ("place", "pieces", "players", "kinds", "list", "cell", "cells"):
            raise c.fail("RW211", f"{of.type} is never empty", noun)
        return t.IsEmpty(of, span=span, type=YES_NO)
    value = noun_phrase(children(complement)[0], c)
    if isinstance(value, t.Quantity) and (complement.data == "in_" or value.how != "one"):
        value = _asked(children(complement)[0], c)  # reports what is wrong with it
    if complement.data == "in_":
        check_in(of.type, value, tree, c)
        return t.IsIn(of, value, span=span, type=YES_NO)
    if isinstance(value, t.Quantity) and value.how == "one" and complement.data == "value":
        if not comparable(of.type, value.type):
            way_out = None
            if of.type.kind == "kind" and value.type.kind in ("piece", "pieces"):
                design = re.sub(r"^(?:an?|the) ", "", wording(children(complement)[0], c))
                way_out = f"a kind is compared with a design: … = {design}, … != {design}"
                way_out += f"; all but one: a kind of {of.type.of[0]} but {design}"
            raise c.fail("RW211", f"{of.type} is never {value.type}", tree, way_out)
        return t.IsKind(of, value.of, span=span, type=YES_NO)
    if isinstance(value, t.KindValue) and of.type.kind == "piece":  # `the chosen one is rat`
        whole = t.Select("of design", value.design, (), span=value.span, type=Type("pieces", value.type.of))
        if not comparable(of.type, member(whole.type)):
            raise c.fail("RW211", f"{of.type} is never {member(whole.type)}", tree)
        if any(words(f"is {value.design}") in form for form in c.symbols.shapes):
            raise c.fail("RW208", f"'is {value.design}' is a phrase of the game", tree, "say it as it does")
        return t.IsKind(of, whole, span=span, type=YES_NO)
    check_comparison("=", of.type, value.type, tree, c)
    if _is_listed(value, complement) and of.type.kind in SET_OF.values():
        way_out = "the same ones: … = …; all of them: there is no … but (…)"
        raise c.fail("RW211", "it is not clear whether these are the same, or among them", tree, way_out)
    return t.Compare("=", of, value, span=span, type=YES_NO)


def _is_listed(value: t.Expr, complement: Syntax) -> bool:
    """Whether a set is named by its members: in `the gems are rubies`, a reader takes each of them to be a ruby."""
    return complement.data == "value" and isinstance(value, t.Select | t.KindsOf)


def _differ(tree: Syntax, c: Context) -> t.Expr:
    """`cards in the market differ in hue and cost`: in each of both."""
    of = expression(children(tree)[0], c)
    joined(_props(tree), "and", c)
    tests = tuple(_differ_in(of, prop, tree, c) for prop in _props(tree))
    return tests[0] if len(tests) == 1 else t.Both(tests, span=c.span(tree), type=YES_NO)


def _props(tree: Syntax) -> list[Token]:
    return [one for one in tree.children if isinstance(one, Token) and one.type == "PROP"]


def _differ_in(of: t.Expr, prop: Token, tree: Syntax, c: Context) -> t.Expr:
    if of.type.kind not in ("pieces", "players"):
        raise c.fail("RW211", f"{of.type} cannot differ", tree)
    if str(prop) == "kind":
        c.use(BUILTIN, "kind", prop)
    elif property_named(prop, member(of.type), prop, c).type.kind == "table":
        raise c.fail("RW211", f"'{prop}' is a table, and tables cannot be compared here", prop)
    return t.Differ(of, str(prop), span=c.span(tree), type=YES_NO)


def _exists(tree: Syntax, c: Context) -> t.Expr:
    noun = children(tree)[0]
    of = noun_phrase(asked_in_places(noun, c), c)
    if isinstance(of, t.Quantity) and of.how == "one":
        of = of.of
    elif isinstance(of, t.Quantity):
        raise c.fail("RW213", "'there is' does not compare numbers", tree, "the number of … >= 2")
    if of.type.kind not in ("pieces", "players", "kinds", "cells"):
        raise c.fail("RW211", f"'there is' needs something to count, not {of.type}", tree)
    check_asked_in_places(noun, tree, c)
    return t.Exists(of, span=c.span(tree), type=YES_NO)


def _exists_no(tree: Syntax, c: Context) -> t.Expr:
    exists = t.Exists(selection(tree, c), span=c.span(tree), type=YES_NO)
    return t.Not(exists, span=c.span(tree), type=YES_NO)


def _not(tree: Syntax, c: Context) -> t.Expr:
    return t.Not(condition(children(tree)[0], c), span=c.span(tree), type=YES_NO)


def _denial(tree: Syntax, c: Context) -> t.Expr:
    """`not the chosen one is tapped`: the opposite of a single statement about a single thing."""
    inner = children(tree)[0]
    (test,) = resolved(inner, c, _clause)
    if isinstance(test, t.Both | t.Either | t.Not) or inner.data in ("not_", "group"):
        raise c.fail("RW213", "it is not clear what 'not' belongs to", tree, "write: not (…)")
    return t.Not(test, span=c.span(tree), type=YES_NO)


def _group(tree: Syntax, c: Context) -> t.Expr:
    return condition(children(tree)[0], c)


def _has_neither(tree: Syntax, c: Context) -> t.Expr:
    """`the player has no gold or score`: neither."""
    joined(_props(tree), "or", c)
    tests = tuple(_has_so(prop, tree, c) for prop in _props(tree))
    return t.Both(tests, span=c.span(tree), type=YES_NO)


def _has_even(tree: Syntax, c: Context) -> t.Expr:
    """`the chosen one has even cost`."""
    owner, prop = children(tree)[0], _props(tree)[0]
    of, even = expression(owner, c), token(tree, "EVEN") is not None
    several = of.type.kind in ("pieces", "players")
    state = property_named(prop, member(of.type) if several else of.type, prop, c)
    if state.type.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop, NO_NUMBER)
    span = c.span(tree)
    if several:
        return _none_of(of, t.WithProperty(state.name, "odd" if even else "even", None, span=span), tree, c)
    two = t.Number(2, span=span, type=number(2, 2))
    test = _is_multiple(t.Property(of, state.name, span=span, type=state.type), two, tree, c)
    return test if even else t.Not(test, span=span, type=YES_NO)


def _has(tree: Syntax, c: Context) -> t.Expr:
    """`the leader has at least 2 gold`, `the leader has no gold`."""
    return _has_so(_props(tree)[0], tree, c)


def _has_so(prop: Token, tree: Syntax, c: Context) -> t.Expr:
    owner, *count = children(tree)
    of = expression(owner, c)
    if of.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"only a player can have that many, not {of.type}", owner)
    one = PLAYER if of.type.kind == "players" else of.type
    state = property_named(prop, one, prop, c)
    if state.type.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop, _numbers_of_players(c))
    if tree.data == "has_so_many":
        raise _so_many(prop, tree, c)
    left = t.Property(of, state.name, span=c.span(tree), type=state.type)
    if tree.data == "has_than":
        right = _as_much_as(children(tree)[-1], prop, c)
    elif tree.data == "has_extreme":
        right = _best_of_players(state.name, state.type, tree, c)
    elif tree.data in ("has_none", "has_neither"):
        right = t.Number(0, span=c.span(prop), type=number(0, 0))
    else:
        right = numeric(count[0], c)
    op = than(tree) if tree.data == "has_than" else HAS.get(str(tree.data)) or operator(tree)
    if of.type.kind == "players":
        return _none_of(of, t.WithProperty(state.name, OPPOSITE[op], right, span=c.span(tree)), tree, c)
    return t.Compare(op, left, right, span=c.span(tree), type=YES_NO)


def _best_of_players(name: str, type_: Type, tree: Syntax, c: Context) -> t.Expr:
    """`the highest gold`, of those that players have."""
    how: t.Extreme = "highest" if token(tree, "HIGHEST") else "lowest"
    players = t.Select("player", "player", (), span=c.span(tree), type=PLAYERS)
    ends = number(min(0, type_.least), max(type_.most, 0))
    return t.Aggregate(how, name, players, None, span=c.span(tree), type=ends)


def _none_of(of: t.Expr, one: t.Filter, tree: Syntax, c: Context) -> t.Expr:
    """That something holds for all members of a set: there is none for which the opposite holds."""
    whole = of.of if isinstance(of, t.Quantity) else of
    span = c.span(tree)
    if not isinstance(whole, t.Select):
        base: t.Base = "player" if of.type.kind == "players" else "type"
        among = (t.AmongSet(whole, span=span),)
        whole = t.Select(base, noun_of(member(of.type), c), among, span=span, type=of.type)
    kept = attrs.evolve(whole, filters=(*whole.filters, one))
    return t.Not(t.Exists(kept, span=span, type=YES_NO), span=span, type=YES_NO)


def _so_many(prop: Token, tree: Syntax, c: Context) -> Unresolved:
    """The failure of `has 3 gold`."""
    message = "it is not clear whether these are all, or the least"
    return c.fail("RW211", message, tree, f"say: has at least … {prop}, or: has exactly … {prop}")


def _none_has(tree: Syntax, c: Context) -> t.Expr:
    """`no player has at least 3 gold`."""
    of, prop = selection(tree, c), token(tree, "PROP")
    assert prop is not None
    if of.type.kind != "players":
        raise c.fail("RW212", f"only a player can have that many, not {of.type}", tree)
    state = property_named(prop, PLAYER, prop, c)
    if state.type.kind != "number":
        raise c.fail("RW210", f"'{prop}' is not a number", prop, _numbers_of_players(c))
    if token(tree, "CMP") is None:
        raise _so_many(prop, tree, c)
    right = numeric(children(tree)[-1], c)
    return _none_of(of, t.WithProperty(state.name, operator(tree), right, span=c.span(tree)), tree, c)


def _none_is(tree: Syntax, c: Context) -> t.Expr:
    """`no square in the board is empty`, `no player is the leader or asleep`."""
    parts, said = _subject_and_rest(tree, c)
    joined(said, "or", c)
    of = selection(parts, c)
    one, span = member(of.type), c.span(tree)
    name = "that " + noun_of(one, c)
    with c.scope():
        c.bind(name, one)
        start, end = tree.start_pos, said[0].start_pos
        each: Syntax = Tree(MEMBER, [Token("NAME", name, start, end)], start, end)
        each = c.made.setdefault((id(tree), id(_none_is)), each)
        tests = tuple(_complement(each, _like(said[0], part), tree, c) for part in said)
    if len(tests) > 1:
        return _none_of(of, t.Where(name, t.Either(tests, span=span, type=YES_NO), span=span), tree, c)
    return _none_of(of, _as_filter(tests[0], of, name, span), tree, c)


def _as_filter(test: t.Expr, of: t.Select, name: str, span: Span) -> t.Filter:
    """What is asked of each, as a filter that says it in fewer words if there is one."""
    if isinstance(test, t.Holds) and test.player is None:
        return t.WhoIs(test.name, True, span=span)
    if isinstance(test, t.Not) and isinstance(test.of, t.Holds) and test.of.player is None:
        return t.WhoIs(test.of.name, False, span=span)
    if isinstance(test, t.IsEmpty) and not of.filters:
        return t.WithoutPieces(span=span)
    if isinstance(test, t.IsIn):
        return t.InPlace(test.where, span=span)
    return t.Where(name, test, span=span)


def _subject_and_rest(tree: Syntax, c: Context) -> tuple[Syntax, list[Syntax]]:
    """The parts of a set, as a tree of their own, and the rest of the clause."""
    at = next(at for at, one in enumerate(tree.children) if isinstance(one, Token) and one.type == "IS")
    key = (id(tree), id(_subject_and_rest))
    if key not in c.made:
        c.made[key] = Tree("exists_no", tree.children[:at], tree.start_pos, tree.children[at].start_pos)
    return c.made[key], [one for one in tree.children[at:] if isinstance(one, Tree)]


HAS: dict[str, t.Comparison] = {
    "has_none": "=",
    "has_neither": "=",
    "has_extreme": "=",
    "has_most": "<=",
    "has_least": ">=",
}


def _as_much_as(tree: Syntax, prop: Token, c: Context) -> t.Expr:
    """What the other one has, of those of whom one has more."""
    of = expression(tree, c)
    if of.type.kind != "player":
        raise c.fail("RW212", f"only a player can have that many, not {of.type}", tree)
    state = property_named(prop, of.type, prop, c)
    return t.Property(of, state.name, span=c.span(tree), type=state.type)


def _holds_for(tree: Syntax, c: Context) -> t.Expr:
    """`the goal of that card holds for the leader`: in the printed condition, `the player` is the leader."""
    asked, who = children(tree)
    of, player = expression(asked, c), expression(who, c)
    if not isinstance(of, t.Property) or of.type.kind != "condition":
        raise c.fail("RW211", f"a condition holds, not {of.type}", asked, "a property of type 'condition'")
    if player.type.kind != "player":
        raise c.fail("RW212", f"it holds for a player, not for {player.type}", who)
    return t.Holds(of.of, of.name, player, span=c.span(tree), type=YES_NO)


def _make_line(tree: Syntax, c: Context) -> t.Expr:
    of = expression(children(tree)[0], c)
    count = expression(children(tree)[-1], c)
    if of.type.kind not in ("pieces", "cells") or not c.symbols.cells:
        raise c.fail("RW211", f"{of.type} makes no line", tree, "pieces on a grid do, and cells of it")
    if not isinstance(count, t.Number) or not 2 <= count.value <= 20:
        raise c.fail("RW210", "the length of a line is a number from 2 to 20", tree, "make a line of 3")
    return t.MakeLine(of, count, span=c.span(tree), type=YES_NO)


def _compare_several(tree: Syntax, c: Context) -> t.Expr:
    """`doom > 3 and < 6`, `the hue = red or = blue`."""
    left, *rights = (_asked(child, c) for child in children(tree))
    signs = [COMPARISONS[str(one)] for one in tree.children if isinstance(one, Token) and one.type == "CMP"]
    for op, right in zip(signs, rights, strict=True):
        check_comparison(op, left.type, right.type, tree, c)
    span = c.span(tree)
    tests = tuple(
        t.Compare(op, left, right, span=span, type=YES_NO) for op, right in zip(signs, rights, strict=True)
    )
    joint = t.Both if tree.data == "compare_all" else t.Either
    return joint(tests, span=span, type=YES_NO)


def _multiple_of(tree: Syntax, c: Context) -> t.Expr:
    """A multiple of a number stays the same when it is divided by that number and multiplied by it again."""
    of, by = numeric(children(tree)[0], c), numeric(children(tree)[-1], c)
    if by.type.least < 1:
        way_out = "say a number that is never below 1: a multiple of 5"
        raise c.fail("RW210", "a multiple is one of a number that is at least 1", children(tree)[-1], way_out)
    return _is_multiple(of, by, tree, c)


def _is_multiple(of: t.Expr, by: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    span = c.span(tree)
    again = computed_of("*", computed_of("down", of, by, span), by, span)
    return t.Compare("=", again, of, span=span, type=YES_NO)


def amounts(
    tree: Syntax, c: Context, paying: bool = True, payer: t.Expr | None = None
) -> tuple[t.Amount, ...]:
    """What is paid or gained: amounts of numbers that players have. `payer`: who pays, where `all gold` is known."""
    given = find(tree, "amounts")
    assert given is not None
    return amounts_of(given, tree, c, paying, payer)


def amounts_of(
    given: Syntax, tree: Syntax, c: Context, paying: bool = True, payer: t.Expr | None = None
) -> tuple[t.Amount, ...]:
    """The amounts of a list, or of a tree that holds a single one."""
    listed = [(one, per) for one in children(given) if (per := find(one, "per")) is not None]
    if len(listed) < 2 or listed[-1][0] is not children(given)[-1]:
        return _amounts(given, {}, tree, paying, payer, c)
    with reaching([per for _, per in listed], given, c) as sets:
        pers = {id(one): per for (one, _), per in zip(listed, sets, strict=True)}
        return _amounts(given, pers, tree, paying, payer, c)


def _amounts(
    given: Syntax, pers: dict[int, Syntax], tree: Syntax, paying: bool, payer: t.Expr | None, c: Context
) -> tuple[t.Amount, ...]:
    """The amounts of a list. `pers`: for which set each of them counts, where that is not just what it says."""
    found = []
    whole = find(given, "per")
    joined([one for one in children(given) if one is not whole], "and", c)
    for one in children(given):
        if one is whole:
            continue
        per = pers.get(id(one)) or find(one, "per") or whole
        if str(one.data) in OF_TABLES:
            amount = amount_of_table(one, paying, c)
            if per is not None and amount.count.type.kind == "table":
                way_out = "for each … in …: pay … from …"
                raise c.fail(
                    "RW210", "a whole table cannot be paid or gained for each of a set", one, way_out
                )
            if per is not None:
                many = each_counted(amount.count, per, given if per is whole else one, c)
                amount = attrs.evolve(amount, count=many)
            found.append(amount)
            continue
        prop = token(one, "PROP")
        assert prop is not None
        state = c.symbols.players.get(str(prop))
        if state is None or state.type.kind != "number":
            message = f"'{prop}' is not a number that players have"
            raise c.fail("RW210", message, prop, _numbers_of_players(c))
        c.use(PROPERTY, str(prop), prop, ("player",))
        count = _counted(one, state, prop, payer if per is None else None, c)
        count = each_counted(count, per, given if per is whole else one, c) if per is not None else count
        if count.type.most < 0:
            raise c.fail("RW210", "an amount cannot be below zero", one, LESS)
        found.append(t.Amount(count, str(prop), span=c.span(one)))
    together(found, tree, c)
    return tuple(found)


def _counted(one: Syntax, state: State, prop: Token, payer: t.Expr | None, c: Context) -> t.Expr:
    """How much of a number is paid or gained."""
    if one.data == "one_amount":
        return _one_of(state, prop, c)
    if one.data in ("all_of_it", "half_of_it"):
        return _share(one, state, prop, payer, c)
    if one.data == "half_amount":
        value, rounded = children(one)
        return half_of(numeric(value, c), rounded, c.span(one))
    return numeric(children(one)[0], c)


def _share(one: Syntax, state: State, prop: Token, payer: t.Expr | None, c: Context) -> t.Expr:
    """`pay all gold`, `pay half of the player's gold, rounded up`: of what the payer has."""
    owner = next((part for part in children(one) if part.data not in ROUNDED), None)
    if payer is None or state.paid_up:
        way_out = f"say how much: {prop} equal to …"
        raise c.fail(
            "RW210", "this does not say how much: only what is paid is a part of what one has", one, way_out
        )
    if owner is not None and expression(owner, c) != payer:
        way_out = f"as much as that: {prop} equal to …"
        raise c.fail("RW212", "one pays what one has oneself", owner, way_out)
    has = t.Property(payer, state.name, span=c.span(one), type=state.type)
    rounded = find(one, *ROUNDED)
    return has if rounded is None else half_of(has, rounded, c.span(one))


ROUNDED = ("down", "up")


def _numbers_of_players(c: Context) -> str:
    """What can be paid, gained and had."""
    names = [name for name, state in c.symbols.players.items() if state.type.kind == "number"]
    return (
        f"players have: {', '.join(names)}" if names else "declare one: 'gold: 0..99' under 'players have:'"
    )


OF_TABLES = ("keyed_amount", "named_amount", "from_stock", "into_stock")


def _one_of(state: State, prop: Token, c: Context) -> t.Expr:
    """`a coin`: one, by the name for one of them."""
    said = str(c.text)[prop.start_pos : prop.end_pos]
    if not state.singular or words(said) != words(state.singular):
        way_out = f"say '1 {state.singular or prop}'"
        if not state.singular:
            way_out += f", or declare what one of '{prop}' is called: singular: …"
        raise c.fail("RW210", f"'{said}' is not the name for one of them", prop, way_out)
    return t.Number(1, span=c.span(prop), type=number(1, 1))


def _can_pay(tree: Syntax, c: Context) -> t.Expr:
    player = expression(children(tree)[0], c)
    if player.type.kind != "player":
        raise c.fail("RW212", f"a player pays, not {player.type}", tree)
    return t.CanPay(player, amounts(tree, c), span=c.span(tree), type=YES_NO)


def _cannot_pay(tree: Syntax, c: Context) -> t.Expr:
    return t.Not(_can_pay(tree, c), span=c.span(tree), type=YES_NO)


def _cannot_be_done(tree: Syntax, c: Context) -> t.Expr:
    return t.Not(_can_be_done(tree, c), span=c.span(tree), type=YES_NO)


def _can_pay_either(tree: Syntax, c: Context) -> t.Expr:
    """`the player can pay 3 gold or 1 score`."""
    noun, *costs = children(tree)
    player = expression(noun, c)
    if player.type.kind != "player":
        raise c.fail("RW212", f"a player pays, not {player.type}", tree)
    each = tuple(
        t.CanPay(player, (amount,), span=c.span(tree), type=YES_NO) for amount in either_amounts(costs, c)
    )
    return t.Either(each, span=c.span(tree), type=YES_NO)


def either_amounts(costs: list[Syntax], c: Context, payer: t.Expr | None = None) -> list[t.Amount]:
    """`1 gold or 2 score`: one of several amounts."""
    joined(costs, "or", c)
    found: list[t.Amount] = []
    for cost in costs:
        alone = Tree("amounts", (cost,), cost.start_pos, cost.end_pos)
        found += amounts_of(alone, cost, c, True, payer)
    return found


def _can_be_done(tree: Syntax, c: Context) -> t.Expr:
    of = expression(children(tree)[0], c)
    if of.type.kind != "effect":
        raise c.fail("RW211", f"an effect can be done, not {of.type}", tree)
    return t.CanBeDone(of, span=c.span(tree), type=YES_NO)


def _so(tree: Syntax, c: Context) -> t.Expr:
    inner = children(tree)[0]
    call = phrase_use(inner, c)
    if not c.symbols.phrases[call.signature].holds:
        raise c.fail("RW208", f"'{call.signature}' is not a condition", tree)
    return t.So(call.signature, arguments(call, inner, c), span=c.span(tree), type=YES_NO)


_CLAUSES: dict[str, Callable[[Syntax, Context], t.Expr]] = {
    "compare": _compare,
    "is_": _is,
    "is_not": _is_not,
    "is_any_of": _is_any_of,
    "is_none_of": _is_none_of,
    "is_all_of": _is_all_of,
    "any_is": _any_is,
    "all_are": _any_is,
    "all_are_not": _are_not,
    "differ": _differ,
    "differ_all": _differ,
    "make_line": _make_line,
    "multiple_of": _multiple_of,
    "has": _has,
    "has_none": _has,
    "has_neither": _has_neither,
    "has_extreme": _has,
    "has_even": _has_even,
    "has_most": _has,
    "has_least": _has,
    "has_than": _has,
    "has_so_many": _has,
    "holds_for": _holds_for,
    "exists": _exists,
    "exists_no": _exists_no,
    "can_pay": _can_pay,
    "cannot_pay": _cannot_pay,
    "cannot_be_done": _cannot_be_done,
    "compare_all": _compare_several,
    "compare_some": _compare_several,
    "none_has": _none_has,
    "none_is": _none_is,
    "can_pay_either": _can_pay_either,
    "can_be_done": _can_be_done,
    "so": _so,
    "not_": _not,
    "group": _group,
}
