"""What a searcher hands out, and what it finds, follows from what the player of a root may know: it is the same
whatever is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.ir import FIXED_HEAD
from rulewright.interpreter.learning.searching import Searcher
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from ..interpreter.guiding import Whimsical
from ..interpreter.small_games import shipped_game

GAMES = [
    ("classics/kuhn-poker", 2),
    ("classics/leduc-poker", 2),
    ("classics/love-letter", 3),
    ("classics/goofspiel", 2),
    ("cookbook/secret-orders", 2),
    ("do-podzemi", 3),
]
WORLDS = 4


def found(match: Match, player: int) -> list[Any]:
    """All that a search says on its way, and at its end."""
    searcher = Searcher(match, simulations=25, seed=3, leaves=2)
    judge, said = Whimsical(len(match.players)), []
    leaves = searcher.begin(match, player)
    while len(leaves):
        said.append((leaves.observations.tobytes(), leaves.masks.tobytes(), leaves.players.tolist()))
        leaves = searcher.answer(*judge(leaves.observations, leaves.masks))
    return [*said, searcher.visits.tolist(), searcher.values.tolist(), searcher.action_values.tolist()]


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_is_the_same_whatever_lies_hidden(name: str, players: int, engine: str) -> None:
    match, dice, hidden = Match(shipped_game(name), players, 5, engine=engine), random.Random(name), 0
    for _ in range(6):
        if match.is_over:
            break
        decision = dice.choice(match.decisions)
        worlds = [match.determinize(decision.player, seed) for seed in range(WORLDS)]
        hidden += len({world.memory[FIXED_HEAD:].tobytes() for world in (match, *worlds)}) > 1
        first = found(match, decision.player)
        assert all(found(world, decision.player) == first for world in worlds)
        match.choose(dice.choice(decision.options), decision.player)
    assert hidden


def test_whoever_acts_simultaneously_sees_no_answers_of_others() -> None:
    """The first leaf is that of the root's player; the second is another's, to whom nothing has happened yet."""
    match = Match(shipped_game("classics/goofspiel"), 2, 5)
    encoder, searcher, judge = Encoder(match), Searcher(match, simulations=5), Whimsical(2)
    seen = []
    leaves = searcher.begin(match, 0)
    for _ in range(2):
        seen.append((int(leaves.players[0]), leaves.observations[0].tobytes()))
        leaves = searcher.answer(*judge(leaves.observations, leaves.masks))
    assert seen == [(player, encoder.vector(match, player).tobytes()) for player in (0, 1)]
