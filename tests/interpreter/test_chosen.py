"""What bots choose with a seed stays what it was: search has one source, so no other one would notice a mistake.

If bots are to choose otherwise, read what they choose now, and write it here.
"""

from __future__ import annotations

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot

from .small_games import small_game

CHOSEN = [
    ("signs", "search:15", "0:1 1:2 0:1 1:2 0:2 1:1 0:0 1:0"),
    ("signs", "greedy:3", "0:0 1:0 0:0 1:0 0:0 1:1 0:2 1:0"),
    ("heist", "search:15", "0:0 1:1 1:3 0:1 0:2 1:1 1:2 0:0"),
    ("heist", "greedy:3", "0:1 0:2 1:1 1:2 0:1 0:2 1:0 0:1"),
    ("harvest", "search:15", "0:1 1:1"),
    ("harvest", "greedy:3", "0:0 1:1"),
    ("bluff", "search:15", "1:1 1:7 0:0 0:3 1:0 1:3 0:0 0:5"),
    ("bluff", "greedy:3", "1:0 1:4 0:0 0:5 1:1 1:6 0:0 0:5"),
    ("parley", "search:15", "1:2 0:1 0:2 1:0 1:6 1:27 1:1 0:0"),
    ("parley", "greedy:3", "1:2 0:2 0:0 0:3 1:0 1:3 0:8 0:17"),
    ("sowing", "search:15", "0:2 0:4 1:2 1:4 0:5 1:5 0:2 0:4"),
    ("sowing", "greedy:3", "0:2 0:4 1:2 1:4 0:5 1:5 0:2 0:4"),
    ("errand", "search:15", "0:1 1:4 0:2 1:4 1:0 0:4 1:0 0:4"),
    ("errand", "greedy:3", "0:1 1:4 0:2 1:4 1:1 0:4 1:2 0:4"),
]
"""A game, a bot, and the first choices of a match: the player, and the number of the action."""


@pytest.mark.parametrize(("name", "bot", "expected"), CHOSEN)
def test_bots_choose_what_they_chose(name: str, bot: str, expected: str) -> None:
    match = Match(small_game(name), 2, 1, engine="python")
    bots = [make_bot(bot, 10 + seat) for seat in range(2)]
    chosen: list[str] = []
    while not match.is_over and len(chosen) < 8:
        decision = match.decisions[0]
        option = bots[decision.player].choose(match, decision)
        chosen.append(f"{decision.player}:{option.number}")
        match.choose(option, decision.player)
    assert " ".join(chosen) == expected
