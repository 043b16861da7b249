"""Allies: players for whom a score or a heuristic is the same number at every position.

In: the resolved expression of the number. Out: for each seat the first seat that has the same number, found by
deciding for each seat the cases that ask for nothing but the seat (`A if the player is player 1, otherwise B`).
Nobody is ahead of an ally.
"""

from __future__ import annotations

import weakref
from typing import Any

import attrs

from ...dsl import tree as t
from ...dsl.model.footprint import asked
from ...dsl.model.game import Game
from ...dsl.model.symbols import Symbols
from ...dsl.tree.walk import parts_of

Allies = tuple[int, ...]
"""For each seat of the game the first seat that is its ally, or the seat itself."""


def is_common(number: t.Expr | None, symbols: Symbols) -> bool:
    """Whether a number is the same for all players: neither it nor what it evaluates depends on the player."""
    return number is not None and not any(isinstance(node, t.Actor) for node in asked(number, symbols))


def allies(number: t.Expr | None, game: Game) -> Allies:
    """The allies of each seat by a number; without a number everybody is alone."""
    seats = range(game.players[1])
    if number is None:
        return tuple(seats)
    seen = [_for_seat(number, seat + 1) for seat in seats]
    own = [not is_common(one, game.symbols) for one in seen]
    return tuple(seat if own[seat] else seen.index(seen[seat]) for seat in seats)


@attrs.frozen
class Interests:
    """The allies in a game."""

    by_score: Allies
    by_heuristic: Allies
    common_score: bool
    common_heuristic: bool


_INTERESTS: weakref.WeakKeyDictionary[Game, Interests] = weakref.WeakKeyDictionary()


def interests_of(game: Game) -> Interests:
    """Found once for each game."""
    found = _INTERESTS.get(game)
    if found is None:
        found = _INTERESTS[game] = Interests(
            allies(game.score, game),
            allies(game.heuristic, game),
            is_common(game.score, game.symbols),
            is_common(game.heuristic, game.symbols),
        )
    return found


def _for_seat(expression: t.Expr, seat: int) -> t.Expr:
    """The expression with the cases decided that ask only whether the player has this seat, counted from 1."""
    if isinstance(expression, t.Cases):
        left = []
        for condition, value in expression.cases:
            holds = _decided(condition, seat)
            if holds is None:
                left.append((condition, _for_seat(value, seat)))
            elif holds:
                return _cases(expression, left, _for_seat(value, seat))
        return _cases(expression, left, _for_seat(expression.otherwise, seat))
    parts = {name: getattr(expression, name) for name in parts_of(type(expression))}
    changed: dict[str, Any] = {
        name: _for_seat(part, seat) for name, part in parts.items() if isinstance(part, t.Expr)
    }
    return attrs.evolve(expression, **changed) if changed else expression


def _cases(expression: t.Cases, left: list[tuple[t.Expr, t.Expr]], otherwise: t.Expr) -> t.Expr:
    return attrs.evolve(expression, cases=tuple(left), otherwise=otherwise) if left else otherwise


def _decided(condition: t.Expr, seat: int) -> bool | None:
    """Whether a condition holds for the player on a seat; None if that depends on more than the seat."""
    match condition:
        case (
            t.Compare(op="=" | "!=" as op, left=t.Actor(), right=t.Seat(number=number))
            | t.Compare(op="=" | "!=" as op, left=t.Seat(number=number), right=t.Actor())
        ):
            return (number == seat) == (op == "=")
        case t.Not(of=of):
            holds = _decided(of, seat)
            return None if holds is None else not holds
        case t.Both(of=parts):
            return _all_of([_decided(part, seat) for part in parts])
        case t.Either(of=parts):
            fails = _all_of([None if (one := _decided(part, seat)) is None else not one for part in parts])
            return None if fails is None else not fails
    return None


def _all_of(parts: list[bool | None]) -> bool | None:
    if False in parts:
        return False
    return None if None in parts else True
