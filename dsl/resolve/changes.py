"""Resolves changes of states, and their events."""

from __future__ import annotations

from itertools import count
from typing import Literal

import attrs

from .. import tree as t
from ..model.symbols import Change
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, YES_NO, fits, member, number, outside
from ..tree.walk import walk
from .calls import doer
from .context import Context, StatementResolver, Unclear, Unresolved, children, find, token
from .expressions import expression, numeric, property_named
from .subjects import wording


def _become(tree: Syntax, c: Context) -> t.Stmt:
    noun, complement = children(tree)
    target = expression(noun, c)
    span = c.span(tree)
    if complement.data in ("adjective", "not_adjective"):
        adjective = token(complement, "ADJ")
        assert adjective is not None
        state = property_named(
            adjective, member(target.type) if _plural(target) else target.type, adjective, c
        )
        target = t.Property(target, state.name, span=target.span, type=YES_NO)
        truth = t.Truth(complement.data == "adjective", span=c.span(complement), type=YES_NO)
        return t.Become(target, truth, span=span)
    if complement.data not in ("value", "cases"):
        raise c.fail("RW214", "a state becomes a value", complement)
    value = expression(complement if complement.data == "cases" else children(complement)[0], c)
    try:
        settable(target, noun, c)
    except Unresolved as failure:
        raise _turned_round(failure, target, value, tree, c) or failure from None
    if not fits(value.type, target.type) or outside(value.type, target.type):
        raise c.fail("RW211", f"this holds {target.type}, not {value.type}", tree)
    return t.Become(target, value, span=span)


def _turned_round(
    failure: Unresolved, target: t.Expr, value: t.Expr, tree: Syntax, c: Context
) -> Unresolved | None:
    """The failure of `the player becomes the leader`, where the leader is a state: it becomes the player."""
    noun, complement = children(tree)
    try:
        settable(value, complement, c)
    except Unresolved:
        return None
    if not fits(target.type, value.type) or outside(target.type, value.type):
        return None
    way_out = f"turn it round: {wording(complement, c)} becomes {wording(noun, c)}"
    return c.fail(failure.code, failure.message, noun, way_out)


def swapped_states(left: t.Expr, right: t.Expr, tree: Syntax, c: Context) -> tuple[t.Stmt, ...] | None:
    """`swap the leader and the target`: each gets the value of the other. None for what is not two states. Pieces and
    places are not exchanged as values: a reader of `swap` sees what lies there move."""
    if any(one.type.kind in MOVED or not isinstance(one, STATES) for one in (left, right)):
        return None
    for one, other, at in zip((left, right), (right, left), children(tree), strict=True):
        settable(one, at, c)
        if not fits(other.type, one.type) or outside(other.type, one.type):
            raise c.fail("RW211", f"this holds {one.type}, not {other.type}", at)
    address = [node for node in walk(right) if node is not right]
    if left in address or not all(isinstance(node, LASTING) for node in address):
        way_out = "give whose it is a name before: let … be …"
        raise c.fail("RW213", "the first change could change which one the second is", tree, way_out)
    if left == right:
        raise c.fail("RW213", "this is swapped with itself", tree, "name two states")
    name, span = free_name(SWAPPED, c), c.span(tree)
    c.bind(name, left.type)
    held = t.Variable(name, span=span, type=left.type)
    exchanged = (t.Become(left, right, span=span), t.Become(right, held, span=span))
    return (t.Let(name, left, span=span), *exchanged)


STATES = (t.GameState, t.PhraseState, t.Property)
MOVED = ("piece", "pieces", "place", "cell", "cells", "table")
LASTING = (t.GameState, t.PhraseState, t.Variable, t.Actor, t.Seat, t.This, t.KindValue, t.WordValue)
"""Whose state it is, if a change of another state leaves that as it is."""
SWAPPED = ("swapped", "held", "kept")


def free_name(names: tuple[str, ...], c: Context) -> str:
    """A name for a value that is kept for a moment, which nothing else has."""
    said = words(str(c.text))
    free = next(one for one in names if one not in said and not c.symbols.vocabulary.knows(one))
    again = (" ".join([free, *(["again"] * at)]) for at in count())
    return next(name for name in again if name not in c.variables)


def _become_so(tree: Syntax, c: Context) -> t.Stmt:
    """`… and becomes asleep`, about a player or a piece that is not named again."""
    complement, span = children(tree)[0], c.span(tree)
    adjective = token(complement, "ADJ")
    assert adjective is not None
    thing = c.does.subject if isinstance(c.does, Unclear) else None
    of = thing or doer(tree, c) or t.Actor(span=span, type=PLAYER)
    state = property_named(adjective, of.type, adjective, c)
    target = t.Property(of, state.name, span=of.span, type=YES_NO)
    truth = t.Truth(complement.data == "adjective", span=c.span(complement), type=YES_NO)
    return t.Become(target, truth, span=span)


def _plural(target: t.Expr) -> bool:
    return target.type.kind in ("pieces", "players", "cells")


def settable(target: t.Expr, at: Syntax, c: Context) -> None:
    """Fails unless the expression is a state, which can change."""
    if isinstance(target, t.GameState | t.PhraseState):
        return
    if isinstance(target, t.Property) and target.name != "kind":
        if c.symbols.has_holder(target.of.type, target.name):
            way_out = "move it to a place of the player who is to hold it: put it into that player's hand"
            raise c.fail("RW214", "who holds a piece follows from where it lies", at, way_out)
        if not c.symbols.properties_of(target.of.type)[target.name].printed:
            return
        raise c.fail("RW214", f"'{target.name}' is printed and cannot change", at)
    raise c.fail("RW214", "this is not a state, so it cannot change", at)


def _change(tree: Syntax, c: Context) -> t.Stmt:
    noun = children(tree)[0]
    target = numeric(noun, c, tables=True)
    settable(target, noun, c)
    amount = numeric(children(tree)[1], c, tables=target.type.kind == "table")
    if target.type.kind == "table" and not fits(amount.type, target.type):
        way_out = "a table goes up by a table with the same keys; an entry of it: … in … goes up by …"
        raise c.fail("RW211", f"this is {amount.type}, not {target.type}", children(tree)[1], way_out)
    sign: Literal[1, -1] = 1 if tree.data == "go_up" else -1
    clamp = find(tree, "possible") is not None
    clamp = clamp or c.symbols.conventions.get("as far as possible") == "yes"
    event = _changed(target, sign, amount, clamp, c)
    return t.Change(target, sign, amount, clamp, event, span=c.span(tree))


def _changed(target: t.Expr, sign: Literal[1, -1], amount: t.Expr, clamp: bool, c: Context) -> t.Call | None:
    """The action that happens if abilities act on this change of a number."""
    verb = "up" if sign > 0 else "down"
    if isinstance(target, t.GameState):
        return _happens(
            ("up" if sign > 0 else "down", "game", target.name), (), target, sign, amount, clamp, c
        )
    if not isinstance(target, t.Property) or target.of.type.kind not in ("player", "piece"):
        return None
    change = (verb, target.of.type.kind, target.name)
    return _happens(change, (target.of,), target, sign, amount, clamp, c)


def _happens(
    change: Change,
    of: tuple[t.Expr, ...],
    now: t.Expr,
    sign: int,
    amount: t.Expr,
    clamp: bool,
    c: Context,
) -> t.Call | None:
    """The action of a change that abilities act on; for a change `as far as possible`, only as much as there is room
    for."""
    signature = c.symbols.changes.get(change)
    if signature is None:
        return None
    if clamp:
        span, ends = amount.span, now.type
        end = t.Number(ends.most if sign > 0 else ends.least, span=span, type=ends)
        room = t.Arithmetic(
            "-",
            end if sign > 0 else now,
            now if sign > 0 else end,
            span=span,
            type=number(0, ends.most - ends.least),
        )
        type_ = number(min(0, amount.type.least), min(amount.type.most, room.type.most))
        amount = t.Arithmetic("smaller", amount, room, span=span, type=type_)
    return t.Call(signature, (*of, amount), span=amount.span)


def with_events(
    verb: str, player: t.Expr, given: tuple[t.Amount, ...], clamp: bool, c: Context
) -> tuple[t.Amount, ...]:
    """Amounts, with the actions that happen if abilities act on this payment or gain."""
    found = []
    for one in given:
        state = c.symbols.players[one.name]
        if state.type.kind == "table":  # abilities act on numbers only
            found.append(one)
            continue
        now = t.Property(player, one.name, span=one.span, type=state.type)
        sign = -1 if state.paid_up != (verb == "pay") else 1
        event = _happens((verb, "player", one.name), (player,), now, sign, one.count, clamp, c)
        found.append(attrs.evolve(one, event=event))
    return tuple(found)


STATEMENTS: dict[str, StatementResolver] = {
    "become": _become,
    "become_so": _become_so,
    "go_up": _change,
    "go_down": _change,
}
