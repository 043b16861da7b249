"""Places that are joined: `cards in the market and exile`, `a card in the player's hand or in the market`.

In: a set whose filter names several places. Out: nothing, if everybody who reads it means the same by it; otherwise a
failure that says how to write what could be meant. What the filter means is in `filters`.
"""

from __future__ import annotations

from ..diagnostics.diagnostic import Note
from ..syntax.forest import Choice, Token, Tree, ways_of
from ..syntax.parser import Syntax
from ..tree.types import Type
from .ambiguity import BY_BRACKETS
from .context import Context, Unresolved, children, find
from .filters import EARLY, noun_of
from .lists import line_with, named_in, words_of
from .subjects import wording

PLACES_JOINED = ("in_all", "in_any")
"""`in … and …`, `in … or …`."""
MEMBERS = "members"
"""A set of which is asked only whether there is one."""
ONE = ("one", "another", "none_has")
ANY = ("any_one", "any_counted")
COUNTED = ("counted", "counted_kinds")
ENDS = ("first", "last")


def check_places_joined(rel: Syntax, tree: Syntax, of: Type, c: Context) -> None:
    """Fails where a reader could take joined places in two ways, or in another than what stands there."""
    after = [one for one in children(tree) if one.start_pos >= rel.end_pos and is_filter(one, c)]
    if after:
        following = " ".join(wording(one, c) for one in after)
        message = f"'{following}' could belong to all of these, or only to what lies in the last place"
        way_out = f"say the places last: {_said_before(tree, rel, c)}{following} {wording(rel, c)}"
        raise c.fail("RW213", message, tree, way_out)
    if tree.data in ENDS:
        raise c.fail("RW213", "several places have no first or last together", rel, "name one place")
    if tree.data in ANY:
        way_out = "let a player or luck choose, or name one place"
        raise c.fail(
            "RW213",
            "'any' takes one of those that are alike, and in several places they are not",
            tree,
            way_out,
        )
    if _so_many(tree):
        each, either = _of_any_mix(tree, rel, of, c), words_of(named_in(rel, c)[0], c)
        message = "it is not clear whether these may come from several of the places"
        raise c.fail("RW213", message, tree, f"if not, name one place: … in {either}; if they may: {each}")
    if rel.data == "in_all" and _is_single(tree):
        way_out = f"write: {line_with(rel, _places(rel, 'or', c), c)}"
        raise c.fail("RW213", "one piece never lies in several places", tree, way_out)
    if rel.data == "in_any" and (tree.data == "set" or tree.data in COUNTED):
        message = "it is not clear whether all of these are meant, or those in one of the places"
        way_out = f"all: {line_with(rel, _places(rel, 'and', c), c)}"
        raise c.fail("RW213", message, tree, way_out)


def is_filter(one: Syntax, c: Context) -> bool:
    return one.data == "anywhere" or str(one.data).removesuffix(EARLY) in c.ways.filters


def _so_many(tree: Syntax) -> bool:
    """Whether it says how many are picked."""
    return tree.data in COUNTED and not any(
        isinstance(one, Tree) and one.data == "at_least" and not children(one) for one in tree.children
    )


def _is_single(tree: Syntax) -> bool:
    """Whether a set is named by the word for one of its members: not `each card`, which are all of them."""
    if tree.data == "exists_no":
        heads = [one for child in children(tree) for one in child.children]
        return any(isinstance(one, Token) and one.type in ("TYPE_S", "DESIGN_S") for one in heads)
    return tree.data in ONE


def _said_before(tree: Syntax, rel: Syntax, c: Context) -> str:
    return str(c.text)[tree.start_pos : rel.start_pos]


def _places(rel: Syntax, joint: str, c: Context) -> str:
    """The filter with another word between the places."""
    return f" {joint} ".join(f"in {words_of(one, c)}" for one in named_in(rel, c))


def _of_any_mix(tree: Syntax, rel: Syntax, of: Type, c: Context) -> str:
    """The set as pieces for which a condition holds, which says nothing about how many lie where."""
    test = " or ".join(f"that {noun_of(of, c)} is in {words_of(one, c)}" for one in named_in(rel, c))
    return f"{_said_before(tree, rel, c)}where ({test})"


# ------------------------------------------------------------------ conditions


def asked_in_places(noun: Syntax, c: Context) -> Syntax:
    """What stands behind `there is` or `there are`, as members of a set: it is enough that one of them lies in any of
    the places."""
    if not any(find(way, *PLACES_JOINED) for way in ways_of(noun)):
        return noun
    key = (id(noun), id(MEMBERS))
    if key not in c.made:
        ways = [_members(way) for way in ways_of(noun)]
        c.made[key] = ways[0] if len(ways) == 1 else Choice(noun.data, ways)
    return c.made[key]


def _members(way: Syntax) -> Syntax:
    if way.data not in ("set", "one"):
        return way
    return Tree(MEMBERS, way.children, way.start_pos, way.end_pos)


def check_asked_in_places(noun: Syntax, tree: Syntax, c: Context) -> None:
    """Fails for `there is … in … and …`: one in any of the places could be enough, or there must be one in each."""
    for way in ways_of(noun):
        rel = find(way, "in_all")
        if rel is not None:
            raise _in_each_or_any(rel, tree, c)


def _in_each_or_any(rel: Syntax, tree: Syntax, c: Context) -> Unresolved:
    before = _said_before(tree, rel, c)
    each = " and ".join(f"{before}in {words_of(one, c)}" for one in named_in(rel, c))
    if _stands_among_others(tree, c):
        each = f"({each})"
    lines = (line_with(rel, _places(rel, "or", c), c), line_with(tree, each, c))
    message = "it is not clear whether one of the places is enough, or there must be one in each of them"
    notes = tuple(Note(f"one reading: {said}") for said in lines)
    return c.fail("RW217", message, tree, BY_BRACKETS, notes)


def _stands_among_others(tree: Syntax, c: Context) -> bool:
    """Whether other conditions are joined with this one."""
    text = str(c.text)
    before, after = text[: tree.start_pos].split()[-1:], text[tree.end_pos :].split()[:1]
    return bool({"and", "or"} & {*before, *after})
