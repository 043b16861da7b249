"""Parts of a search, for tests of single kernels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from rulewright.interpreter import Match
from rulewright.interpreter.bots.routines import python_routines
from rulewright.interpreter.bots.searcher import Searcher
from rulewright.interpreter.kernels.machine import Plain
from rulewright.interpreter.kernels.search import Search, play_while_deciding, reward_end, reward_seeming
from rulewright.interpreter.kernels.tree import Tree
from rulewright.interpreter.match.setup.rules import Rules
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.words import Memory


def search_of(rules: Rules, seed: int = 3, alone: bool = False) -> Search:
    """A search in Python that deals nothing, at no decision."""
    decision: Any = SimpleNamespace(strand=0, player=0, options=())
    deals: Any = SimpleNamespace(origin=None)
    engine = rules.engine
    made = Searcher(
        decision, rules, engine, deals, Dice.of(seed), Plain(), python_routines(rules, engine), alone
    ).state
    made.tree, made.own, made.path = Tree(0), [0] * made.strands, []
    return made


def while_deciding(s: Search, match: Match, player: int, forks: int) -> Memory:
    """What a player's move leads to from the position of a match."""
    m = match.memory[:]
    s.m, s.forks = m, forks
    assert play_while_deciding(s, player) == 0
    return m


def worth(s: Search, m: Memory, players: int) -> list[float]:
    """What an end is worth to each player."""
    assert reward_end(s, m) == 0
    return cast(list[float], s.rewards)[:players]


def seeming(s: Search, m: Memory, players: int) -> list[float]:
    """How far ahead each player seems to be."""
    assert reward_seeming(s, m) == 0
    return cast(list[float], s.rewards)[:players]
