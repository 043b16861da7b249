"""Resolves statements that hold no others: moving and showing pieces, states, costs, endings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs

from .. import tree as t
from ..model.symbols import Change
from ..syntax.parser import Syntax, Token
from ..tree.types import PLAYER, YES_NO, Type, fits, member, number, outside
from .calls import default_chooser, doer
from .conditions import amounts
from .context import Context, children, find, token
from .expressions import expression, numeric, property_named


def chooser(tree: Syntax, c: Context) -> t.Expr:
    """The subject of a statement, or who chooses by the game's convention."""
    subject = find(tree, "subject")
    if subject is not None:
        player = expression(children(subject)[0], c)
        if player.type.kind != "player":
            raise c.fail("RW212", f"a player does this, not {player.type}", subject)
        return player
    return default_chooser(tree, c)


def _nothing(tree: Syntax, c: Context) -> t.Stmt:
    return t.Nothing(span=c.span(tree))


PUT: dict[str, Literal["into", "on top of", "under"]] = {
    "into": "into",
    "on_top": "on top of",
    "under": "under",
}


def _put(tree: Syntax, c: Context) -> t.Stmt:
    noun, dest = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(noun, c)
    place = expression(children(dest)[0], c)
    if place.type.kind not in ("place", "cell"):
        raise c.fail("RW206", f"pieces are put into places, not into {place.type}", dest)
    held = c.symbols.held_in(place.type)
    if what.type.of and held and not set(what.type.of) & set(held):
        raise c.fail("RW206", f"{what.type} cannot lie there", tree, "it holds " + ", ".join(held))
    return t.Put(what, PUT[str(dest.data)], place, span=c.span(tree))


def _pieces(noun: Syntax, c: Context) -> t.Expr:
    what = expression(noun, c)
    if what.type.kind not in ("piece", "pieces"):
        raise c.fail("RW206", f"pieces are needed here, not {what.type}", noun, _which(what.type))
    return what


def _which(type_: Type) -> str | None:
    """How pieces are said, where a design or a place is."""
    ways = {
        "kind": "say which of its pieces: 'any …', 'the first …'",
        "place": "say which pieces: 'cards in …', 'the top card of …'",
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
    """A piece that is looked at, not by a name that it has."""
    if what.type.kind == "piece" and not isinstance(what, t.Variable | t.This):
        for noun in what.type.of:
            c.cloud(noun, what.type)


def _show(tree: Syntax, c: Context) -> t.Stmt:
    nouns = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(nouns[0], c)
    to = expression(nouns[1], c)
    if to.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"pieces are shown to players, not to {to.type}", tree)
    return t.Show(what, to, span=c.span(tree))


def named(tree: Syntax, type_: Type, c: Context) -> str | None:
    """Binds the name after `as`, if there is one."""
    given = find(tree, "as_")
    if given is None:
        return None
    last = given.children[-1]
    name = new_name(str(last), last, c)
    c.bind(name, attrs.evolve(type_, optional=False))
    return name


def new_name(name: str, at: Syntax | Token, c: Context) -> str:
    """A name that a text gives, which nothing in the game has: what is meant by it must be clear."""
    symbols = c.symbols
    for what, known in (
        ("a state of the game", symbols.game),
        ("a number", symbols.numbers),
        ("an option", symbols.options),
        ("a place", symbols.places),
    ):
        if name in known:
            way_out = f"choose another name; a state is set with: the {name} becomes …"
            raise c.fail("RW218", f"'{name}' is already the name of {what}", at, way_out)
    return name


def _let(tree: Syntax, c: Context) -> t.Stmt:
    given = token(tree, "NEWNAME")
    assert given is not None
    name = new_name(str(given), given, c)
    value = expression(children(tree)[-1], c)
    if value.type.kind == "table":
        message = "a table is given no name in a text"
        raise c.fail("RW211", message, tree, "name an entry: let … be … in …; or say it where it is needed")
    c.bind(name, value.type)
    return t.Let(name, value, span=c.span(tree))


def _become(tree: Syntax, c: Context) -> t.Stmt:
    noun, complement = children(tree)
    target = expression(noun, c)
    span = c.span(tree)
    if complement.data in ("adjective", "not_adjective"):
        adjective = token(complement, "ADJ")
        assert adjective is not None
        state = property_named(
            str(adjective), member(target.type) if _plural(target) else target.type, adjective, c
        )
        target = t.Property(target, state.name, span=target.span, type=YES_NO)
        truth = t.Truth(complement.data == "adjective", span=c.span(complement), type=YES_NO)
        return t.Become(target, truth, span=span)
    if complement.data != "value":
        raise c.fail("RW214", "a state becomes a value", complement)
    value = expression(children(complement)[0], c)
    settable(target, noun, c)
    if not fits(value.type, target.type) or outside(value.type, target.type):
        raise c.fail("RW211", f"this holds {target.type}, not {value.type}", tree)
    return t.Become(target, value, span=span)


def _plural(target: t.Expr) -> bool:
    return target.type.kind in ("pieces", "players", "cells")


def settable(target: t.Expr, at: Syntax, c: Context) -> None:
    """Fails unless the expression is a state, which can change."""
    if isinstance(target, t.GameState | t.PhraseState):
        return
    if isinstance(target, t.Property) and target.name != "kind":
        if not c.symbols.properties_of(target.of.type)[target.name].printed:
            return
        raise c.fail("RW214", f"'{target.name}' is printed and cannot change", at)
    raise c.fail("RW214", "this is no state, so it cannot change", at)


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
    """What happens where abilities act on this change of a number."""
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
    """The action of a change that abilities act on; of what is done as far as possible, only as much as there is room
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


def _with_events(
    verb: str, player: t.Expr, given: tuple[t.Amount, ...], clamp: bool, c: Context
) -> tuple[t.Amount, ...]:
    """Amounts with what happens where abilities act on their being paid or gained."""
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


def _win(tree: Syntax, c: Context) -> t.Stmt:
    subject = find(tree, "subject")
    assert subject is not None
    winners = expression(children(subject)[0], c)
    if winners.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"players win, not {winners.type}", subject)
    return t.Win(winners, span=c.span(tree))


def _end_turn(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    if not c.turn:
        raise c.fail("RW221", "it is nobody's turn here", tree, "say it in an option; or: the phase ends")
    return t.EndOfTurn(span=c.span(tree))


def _in_flow(tree: Syntax, c: Context) -> None:
    """A phrase may happen anywhere, so there is no turn or phase that it could be sure to end."""
    if not c.flow:
        raise c.fail(
            "RW221", "this can only be said in the flow itself", tree, "say it where the phrase is used"
        )


def _end_phase(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    return t.EndOfPhase(span=c.span(tree))


def pay(tree: Syntax, c: Context) -> t.Stmt:
    player = _acting(tree, c)
    return t.Pay(player, _with_events("pay", player, amounts(tree, c), False, c), span=c.span(tree))


def _gain(tree: Syntax, c: Context) -> t.Stmt:
    clamp = find(tree, "possible") is not None
    clamp = clamp or c.symbols.conventions.get("as far as possible") == "yes"
    player = _acting(tree, c)
    gained = _with_events("gain", player, amounts(tree, c, paying=False), clamp, c)
    return t.Gain(player, gained, clamp, span=c.span(tree))


def _acting(tree: Syntax, c: Context) -> t.Expr:
    """The subject, or the player whose turn it is."""
    if find(tree, "subject") is not None:
        return chooser(tree, c)
    return doer(tree, c) or t.Actor(span=c.span(tree), type=PLAYER)


def _perform(tree: Syntax, c: Context) -> t.Stmt:
    noun = next(child for child in children(tree) if child.data != "subject")
    of = expression(noun, c)
    if of.type.kind != "effect":
        raise c.fail("RW211", f"an effect is done, not {of.type}", noun, "a property of type 'effect'")
    return t.Perform(_acting(tree, c), of, span=c.span(tree))


def _swap(tree: Syntax, c: Context) -> t.Stmt:
    left, right = (expression(child, c) for child in children(tree))
    for one in (left, right):
        if one.type.kind != "piece":
            raise c.fail("RW206", f"pieces are swapped, not {one.type}", tree, _which(one.type))
    return t.Swap(left, right, span=c.span(tree))


def _end_match(tree: Syntax, c: Context) -> t.Stmt:
    return t.EndOfMatch(span=c.span(tree))


SIMPLE: dict[str, Callable[[Syntax, Context], t.Stmt]] = {
    "nothing": _nothing,
    "put": _put,
    "shuffle": _shuffle,
    "look": _look,
    "reveal": _reveal,
    "show": _show,
    "let": _let,
    "become": _become,
    "go_up": _change,
    "go_down": _change,
    "win": _win,
    "end_turn": _end_turn,
    "end_phase": _end_phase,
    "end_match": _end_match,
    "pay": pay,
    "gain": _gain,
    "swap": _swap,
    "perform": _perform,
}
