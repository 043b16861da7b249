"""Between which ends the numbers of states stay in matches: what they begin with, and what texts make of them.

A state that no text increases never exceeds what it begins with or is set to. The ends are those of the matches that
begin as the rules say; scenarios may set more.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.model.symbols import State
from ....dsl.tree.passes import over
from ....dsl.tree.types import OF_PIECES, OF_PLAYERS
from ....dsl.tree.walk import walk
from .texts import ruling

Interval = tuple[int, int]
Key = tuple[str, str]
"""Whose state it is (`game`, `player` or `piece`), and its name."""
ANYTHING = 1 << 62
ROUNDS = 8
"""So often, intervals are computed anew. What still grows then, grows to the end of its range."""


@attrs.frozen
class _Change:
    """What a statement makes of a state: a value, or more or less than it was."""

    key: Key
    value: t.Expr | None
    up: bool = False
    down: bool = False


@attrs.define
class Reached:
    """The ends of all states of a game that are plain numbers."""

    game: Game
    ends: dict[Key, Interval] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        whole: dict[Key, Interval] = {}
        begins: dict[Key, list[State]] = {}
        for key, state in _states(self.game):
            begins.setdefault(key, []).append(state)
            whole[key] = _hull(whole.get(key), (state.type.least, state.type.most))
        changes = [
            one
            for text in ruling(self.game)
            for node in walk(text.tree)
            for one in _changes(node, self.game)
            if one.key in whole
        ]
        for key, states in begins.items():
            for state in states:
                self.ends[key] = _hull(self.ends.get(key), self._begins(state))
        for number in range(ROUNDS):
            before = dict(self.ends)
            for one in changes:
                self.ends[one.key] = _hull(self.ends[one.key], self._after(one, whole[one.key]))
            if self.ends == before:
                return
            if number == ROUNDS - 2:
                self.ends = {
                    key: ends if ends == before[key] else whole[key] for key, ends in self.ends.items()
                }
        self.ends = whole

    def of(self, node: t.Expr) -> Interval | None:
        """The ends of a number: of the state that a tree names, or else of its type; None if it is no plain
        number."""
        if node.type.kind != "number" or node.type.optional:
            return None
        key = key_of(node)
        return self.ends.get(key, (node.type.least, node.type.most)) if key else _of_type(node)

    def _begins(self, state: State) -> Interval:
        least, most = state.type.least, state.type.most
        if state.starts is None:
            return (0, 0) if least <= 0 <= most else (least, most)
        return _within(self._value(state.starts), (least, most))

    def _after(self, one: _Change, whole: Interval) -> Interval:
        """What a state may be after a change."""
        if one.value is not None:
            return _within(self._value(one.value), whole)
        least, most = self.ends[one.key]
        return whole[0] if one.down else least, whole[1] if one.up else most

    def _value(self, node: t.Expr) -> Interval:
        """The ends of an expression."""
        if isinstance(node, t.Number):
            return node.value, node.value
        found = self.of(node) if isinstance(node, t.GameState | t.Property) else None
        return found or _of_type(node)


def _of_type(node: t.Expr) -> Interval:
    """The ends of the type of an expression. Abilities may change a named number to anything."""
    if node.type.kind != "number" or isinstance(node, t.NumberValue):
        return -ANYTHING, ANYTHING
    return node.type.least, node.type.most


@over(t.Stmt, leaves="MOVES SHOWS ENDS MENUS FLOW Call Choose Let Nothing Perform Shuffle")
def _changes(node: t.Node, game: Game) -> Iterator[_Change]:
    """The states that a statement may change."""
    match node:
        case t.Become(target=target, value=value):
            key = key_of(target)
            if key:
                yield _Change(key, value)
        case t.Change(target=target, sign=sign, amount=amount):
            key = key_of(target)
            if key:
                either = amount.type.least < 0 or isinstance(amount, t.NumberValue)
                yield _Change(key, None, up=sign > 0 or either, down=sign < 0 or either)
        case t.Pay(amounts=amounts) | t.Gain(amounts=amounts):
            for one in amounts:
                either = one.count.type.kind != "number" or one.count.type.least < 0 or one.wild is not None
                either = either or isinstance(one.count, t.NumberValue)
                for name in one.names:
                    up = isinstance(node, t.Gain) != game.symbols.players[name].paid_up
                    yield _Change(("player", name), None, up=up or either, down=not up or either)


def key_of(node: t.Expr) -> Key | None:
    """The state that a tree names, if it is one of the game, of a player or of a piece."""
    match node:
        case t.GameState(name=name, key=None):
            return "game", name
        case t.Property(of=of, name=name, key=None) if of.type.kind in OF_PLAYERS:
            return "player", name
        case t.Property(of=of, name=name, key=None) if of.type.kind in OF_PIECES:
            return "piece", name
    return None


def _states(game: Game) -> Iterator[tuple[Key, State]]:
    """The states whose ends are computed: plain numbers that are not printed."""
    symbols = game.symbols
    owners = [("game", symbols.game), ("player", symbols.players)]
    owners += [("piece", one.properties) for one in symbols.types.values()]
    for owner, states in owners:
        for name, state in states.items():
            if state.type.kind == "number" and not state.type.optional and not state.printed:
                yield (owner, name), state


def _hull(one: Interval | None, other: Interval) -> Interval:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))


def _within(found: Interval, ends: Interval) -> Interval:
    """What of an interval lies between these ends; all between them if nothing does."""
    least, most = max(found[0], ends[0]), min(found[1], ends[1])
    return (least, most) if least <= most else ends
