"""Resolves statements about pieces: putting, shuffling, showing and swapping them."""

from __future__ import annotations

from typing import Literal

from .. import tree as t
from ..syntax.forest import Tree
from ..syntax.parser import Syntax
from ..tree.types import Type
from .calls import chooser, doer
from .changes import swapped_states
from .context import Context, StatementResolver, children, find
from .expressions import expression
from .filters import lying_in
from .names import named
from .reach import reaching
from .subjects import goes_on, wording

PUT: dict[str, Literal["into", "on top of", "under"]] = {
    "into": "into",
    "on_top": "on top of",
    "under": "under",
}


def _put(tree: Syntax, c: Context) -> t.Stmt:
    _moved_by(tree, c)
    noun, dest = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(noun, c)
    place = expression(children(dest)[0], c)
    if place.type.kind not in ("place", "cell"):
        raise c.fail("RW206", f"pieces are put into places, not into {place.type}", dest)
    held = c.symbols.held_in(place.type)
    if what.type.of and held and not set(what.type.of) & set(held):
        raise c.fail("RW206", f"{what.type} cannot lie there", tree, "it holds " + ", ".join(held))
    return t.Put(what, PUT[str(dest.data)], place, span=c.span(tree))


def put_either(tree: Syntax, c: Context) -> list[Syntax]:
    """`put the pick into the market or the deck`: the moves of which one is made, as trees."""
    noun, *places = children(tree)
    if _pieces(noun, c).type.kind == "pieces":
        said, first = wording(noun, c), wording(places[0], c)
        way_out = (
            f"all of them: put {said} into {first} / …; one by one: for each …: put that … into {first} / …"
        )
        message = "it is not clear whether all of these go into one place, or each into one of them"
        raise c.fail("RW213", message, tree, way_out)
    found = []
    for at, place in enumerate(places):
        if (id(tree), at) not in c.made:
            into = Tree("into", [place], place.start_pos, place.end_pos)
            c.made[id(tree), at] = Tree("put", [noun, into], tree.start_pos, tree.end_pos)
        found.append(c.made[id(tree), at])
    return found


def _moved_by(tree: Syntax, c: Context) -> None:
    """Notes the subject of a statement for which it makes no difference who does it. A verb in the form that follows
    a subject has one, so what the text leaves open is reported."""
    if find(tree, "subject") is not None:
        span = c.span(tree)
        c.subjects[span.start, span.end] = chooser(tree, c)
    elif goes_on(tree, c):
        doer(tree, c)


def _pieces(noun: Syntax, c: Context) -> t.Expr:
    what = expression(noun, c)
    if what.type.kind in ("place", "cell"):
        c.takes_newly()
        what = lying_in(what, c)
    if what.type.kind not in ("piece", "pieces"):
        raise c.fail("RW206", f"pieces are needed here, not {what.type}", noun, _which(what.type))
    return what


def _which(type_: Type) -> str | None:
    """A hint on how to name pieces, where a design or a place is given."""
    ways = {
        "kind": "say which of its pieces: 'any …', 'the first …'",
        "place": "say which pieces: 'cards in …', 'the top card of …'",
        "cell": "say which of the pieces that lie there: 'the first … in …'",
        "cells": "say which pieces: '… in …'",
    }
    return ways.get(type_.kind)


def _shuffle(tree: Syntax, c: Context) -> t.Stmt:
    place = expression(children(tree)[0], c)
    if place.type.kind not in ("place", "cell") or c.symbols.sorts(place.type) != {"pile"}:
        raise c.fail("RW206", "only a pile can be shuffled", tree)
    return t.Shuffle(place, span=c.span(tree))


def _look(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    noun = next(child for child in children(tree) if child.data not in ("subject", "as_"))
    what = _pieces(noun, c)
    _met(what, c)
    return t.Look(player, what, named(tree, what.type, c), span=c.span(tree))


def _reveal(tree: Syntax, c: Context) -> t.Stmt:
    what = _pieces(children(tree)[0], c)
    _met(what, c)
    return t.Reveal(what, named(tree, what.type, c), span=c.span(tree))


def _met(what: t.Expr, c: Context) -> None:
    """Notes a piece that is looked at under no name."""
    if what.type.kind == "piece" and not isinstance(what, t.Variable | t.This):
        for noun in what.type.of:
            c.cloud(noun, what.type)


def _show(tree: Syntax, c: Context) -> t.Stmt:
    _moved_by(tree, c)
    nouns = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(nouns[0], c)
    to = expression(nouns[1], c)
    if to.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"pieces are shown to players, not to {to.type}", tree)
    return t.Show(what, to, span=c.span(tree))


def swap(tree: Syntax, c: Context) -> tuple[t.Stmt, ...]:
    """`swap the relic and the first card in the market`, which change places; of two states, each gets the value of
    the other."""
    with reaching(children(tree), tree, c) as parts:
        left, right = (expression(child, c) for child in parts)
    exchanged = swapped_states(left, right, tree, c)
    if exchanged is not None:
        return exchanged
    for one in (left, right):
        if one.type.kind != "piece":
            raise c.fail(
                "RW206", f"two pieces or two states are swapped, not {one.type}", tree, _which(one.type)
            )
    return (t.Swap(left, right, span=c.span(tree)),)


STATEMENTS: dict[str, StatementResolver] = {
    "put": _put,
    "shuffle": _shuffle,
    "look": _look,
    "reveal": _reveal,
    "show": _show,
}
