"""What a bot chooses follows from its seed and from what its player may know: it is the same whatever is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots.base import Budget
from rulewright.interpreter.bots.search import SearchBot
from rulewright.interpreter.ir import FIXED_HEAD
from rulewright.interpreter.match.decisions.decision import Decision

from ..interpreter.small_games import shipped_game

GAMES = [
    ("classics/kuhn-poker", 2),
    ("classics/leduc-poker", 2),
    ("classics/love-letter", 3),
    ("do-podzemi", 3),
]
WORLDS = 5


class Remembering(SearchBot):
    """Remembers its last tree."""

    def _searcher(self, *given: Any) -> Any:
        self.walk = super()._searcher(*given)
        return self.walk


def thought(match: Match, player: int) -> tuple[Decision, Any]:
    """A player's decision, what the bot chooses there, and how good it finds every option."""
    decision = next(one for one in match.decisions if one.player == player)
    bot = Remembering(3, Budget(iterations=30))
    chosen = bot.choose(match, decision)
    if len(decision.options) == 1:
        return decision, chosen.number
    return decision, (chosen.number, [bot.walk.verdict(option) for option in decision.options])


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_bot_chooses_the_same_whatever_lies_hidden(name: str, players: int, engine: str) -> None:
    match, dice, hidden = Match(shipped_game(name), players, 5, engine=engine), random.Random(name), 0
    for _ in range(8):
        if match.is_over:
            break
        player = match.decisions[0].player
        worlds = [match, *(match.determinize(player, seed) for seed in range(WORLDS))]
        hidden += len({world.memory[FIXED_HEAD:].tobytes() for world in worlds}) > 1
        decision, first = thought(match, player)
        for world in worlds[1:]:
            assert thought(world, player)[1] == first
        match.choose(dice.choice(decision.options), player)
    assert hidden


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_deal_follows_from_its_seed_and_from_what_the_player_knows(name: str, players: int) -> None:
    match, dice = Match(shipped_game(name), players, 6), random.Random(name)
    for _ in range(12):
        if match.is_over:
            break
        for player in range(players):
            other = match.determinize(player, 1)
            assert other.determinize(player, 2).snapshot() == match.determinize(player, 2).snapshot()
        decision = match.decisions[0]
        match.choose(dice.choice(decision.options), decision.player)
