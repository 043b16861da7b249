"""A game made ready to be played: its program and engines, shared by all of its matches.

`prepare` is cheap to call again: the result is kept as long as the game lives.
"""

from __future__ import annotations

import weakref
from functools import cached_property

import attrs
from rulewright.dsl.game import Game

from .lower import Action, Lowered, Site, Start, lower
from .python_engine import Engine


@attrs.define(slots=False, eq=False)
class Rules:
    """The program of a game with what finds things in it. Immutable; threads may share it."""

    lowered: Lowered

    @property
    def game(self) -> Game:
        return self.lowered.game

    @cached_property
    def engine(self) -> Engine:
        """The engine that plays."""
        return Engine(self.lowered.program)

    @cached_property
    def tracing(self) -> Engine:
        """The same engine, telling events: for logs and coverage."""
        return Engine(self.lowered.program, trace=True)

    @cached_property
    def action_of(self) -> tuple[Action, ...]:
        """The action that each action number belongs to."""
        found: list[Action] = []
        for action in sorted(self.lowered.actions, key=lambda one: one.first):
            found.extend([action] * action.width)
        return tuple(found)

    def site(self, number: int) -> Site:
        return self.lowered.sites[number]


Key = tuple[bool, Start | None]
_PREPARED: weakref.WeakKeyDictionary[Game, dict[Key, Rules]] = weakref.WeakKeyDictionary()


def prepare(game: Game, *, explicit_chance: bool = False, start: Start | None = None) -> Rules:
    """The rules of a game, lowered and compiled once; `start` lets scenarios begin elsewhere."""
    known = _PREPARED.setdefault(game, {})
    key = (explicit_chance, start)
    if key not in known:
        known[key] = Rules(lower(game, explicit_chance=explicit_chance, start=start))
    return known[key]
