"""What ends a list may belong to all of it: `1 gold for each rat and 2 gold for each wolf in the market`.

In: the parts of a list, as syntax trees. Out: the parts in the reading that the current trial takes: as they stand,
or with the filters of the last part given to those before it that have none. So both readings are resolved, types
drop one where they can, and if two are left, the text is refused and shows both. Brackets around a part close it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..syntax.forest import Choice, Token, Tree, ways_of
from ..syntax.parser import Syntax
from .context import Context, Unresolved, children, find
from .selections import HEADS

PLACES = ("in_", "in_all", "in_any", "among", "anywhere", "step", "within", "reachable")
"""Filters that say where something is."""
UNLIKELY = 2
"""How much less likely a failure is meant that comes from the reading that the words suggest less."""


@contextmanager
def reaching(
    parts: Sequence[Syntax], whole: Syntax, c: Context, *, places: bool = False
) -> Iterator[list[Syntax]]:
    """The parts of a list in one reading; for the others, a failure counts less. With `places`, only places reach
    that far, and only to what has no filters: a formula is read term by term."""
    ways = _ways(parts, whole, c, places)
    assert c.trial is not None
    at = c.trial.take(len(ways)) if len(ways) > 1 else 0
    try:
        yield ways[at]
    except Unresolved as failure:
        if at:
            raise failure.with_tokens(failure.tokens + UNLIKELY) from None
        raise


def _ways(parts: Sequence[Syntax], whole: Syntax, c: Context, places: bool) -> list[list[Syntax]]:
    *before, last = parts
    found = [list(parts)]
    end = _open_end(last) if last.end_pos == whole.end_pos else None
    filters = _filters(end) if end is not None else []
    if end is None or not filters:
        return found
    where = [one for one in filters if one.data in PLACES]
    for given in (where,) if places else (filters, where):
        several = [_with(part, given, end, places, c) for part in before]
        if any(one is not part for one, part in zip(several, before, strict=True)):
            way = [*several, last]
            if not any(all(a is b for a, b in zip(way, known, strict=True)) for known in found):
                found.append(way)
    return found


def _filters(tree: Syntax) -> list[Syntax]:
    """What follows the noun of a set."""
    parts = children(tree)
    return parts[next(at for at, part in enumerate(parts) if part.data in HEADS) + 1 :]


def _noun(tree: Syntax) -> tuple[str, ...]:
    head = find(tree, *HEADS)
    assert head is not None
    return tuple(map(str, head.children))


def _open_end(tree: Syntax) -> Syntax | None:
    """The set with whose noun or filters the words of a tree end."""
    for way in ways_of(tree):
        if find(way, *HEADS) is not None:
            return way
        inner = children(way)[-1:]
        if inner and inner[0].end_pos == way.end_pos and (found := _open_end(inner[0])) is not None:
            return found
    return None


def _with(part: Syntax, given: Sequence[Syntax], end: Syntax, places: bool, c: Context) -> Syntax:
    """A part with more filters, if what it ends with could take them."""
    if not given or _followed_by_bracket(part, c):
        return part
    key = (id(part), *map(id, given))
    if key not in c.made:
        c.made[key] = _longer(part, given, _noun(end), places) or part
    return c.made[key]


def _longer(tree: Syntax, given: Sequence[Syntax], noun: object, places: bool) -> Syntax | None:
    """The tree with more filters at its end. Not if that made it the same set as `noun` with these filters: in `the
    number of rats - the number of rats in the market`, the first are all rats."""
    if isinstance(tree, Choice):
        ways = [found for way in tree.ways if (found := _longer(way, given, noun, places)) is not None]
        return Choice(tree.data, ways) if ways else None
    if find(tree, *HEADS) is not None:
        own = [child.data for child in _filters(tree)]
        if own and (places or any(one in PLACES for one in own) or any(g.data not in PLACES for g in given)):
            return None
        if not own and _noun(tree) == noun:
            return None
        return _extended(tree, [*tree.children, *given])
    inner = children(tree)[-1:]
    if not inner or inner[0].end_pos != tree.end_pos:
        return None
    found = _longer(inner[0], given, noun, places)
    return (
        None
        if found is None
        else _extended(tree, [found if one is inner[0] else one for one in tree.children])
    )


def _extended(tree: Syntax, parts: Sequence[Tree | Token]) -> Syntax:
    return Tree(tree.data, parts, tree.start_pos, tree.end_pos)


def _followed_by_bracket(part: Syntax, c: Context) -> bool:
    return str(c.text)[part.end_pos :].lstrip().startswith(")")
