"""A bot that searches, guided by a network: it repeats itself, finds wins, and knows what it cannot do."""

from __future__ import annotations

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.learning.network import Network
from rulewright.interpreter.learning.thinking import GuidedBot
from rulewright.interpreter.match.errors import SetupError, StaleSaveError

from .small_games import shipped_game


@pytest.mark.parametrize("engine", ["python", "native"])
def test_it_wins_where_it_can(engine: str) -> None:
    match = Match(shipped_game("classics/tic-tac-toe"), 2, 1, engine=engine)
    bot = GuidedBot(1, Network.new(match, seed=3), 300)
    for mark in ("a1", "b2", "a2", "c3"):
        match.choose(next(one for one in match.decision.options if one.name == mark))
    assert bot.choose(match, match.decision).name == "a3"


def test_it_repeats_itself_whoever_played_before() -> None:
    """Searchers are used again, for other matches and bots."""
    game = shipped_game("classics/love-letter")

    def played(seed: int) -> list[object]:
        match = Match(game, 2, seed)
        network = Network.new(match, seed=1)
        bots = [GuidedBot(seed + player, network, 20) for player in range(2)]
        while not match.is_over and len(match.journal) < 30:
            match.choose(bots[match.decision.player].choose(match, match.decision))
        return [*match.journal]

    first = played(1)
    assert played(2) != first
    assert played(1) == first


def test_luck_may_be_a_player() -> None:
    match = Match(shipped_game("classics/pig"), 2, 1, explicit_chance=True)
    bot = GuidedBot(1, Network.new(match), 20)
    while not match.is_over and len(match.journal) < 20:
        one = match.pending()[0]
        if one.player < 0:
            match.take(one.strand, match.legal(one.strand)[0])
        else:
            match.choose(bot.choose(match, match.decision))
    assert match.journal


def test_whoever_acts_simultaneously_decides_for_itself() -> None:
    match = Match(shipped_game("classics/goofspiel"), 2, 1)
    network = Network.new(match, seed=1)
    for decision in match.decisions:
        chosen = GuidedBot(decision.player, network, 30).choose(match, decision)
        assert chosen in decision.options


def test_what_cannot_guide_is_refused() -> None:
    game = shipped_game("classics/love-letter")
    match = Match(game, 3, 1)
    for network, why in (
        (Network.new(match, values=0), "no value"),
        (Network.new(match, values=1), "a value for one player only"),
    ):
        with pytest.raises(SetupError, match=why):
            GuidedBot(1, network, 10)
    with pytest.raises(SetupError, match="simulations"):
        GuidedBot(1, Network.new(match, values=3), 0)
    other = Match(shipped_game("classics/connect-four"), 2, 1)
    with pytest.raises(StaleSaveError, match="plays 'love-letter'"):
        GuidedBot(1, Network.new(match, values=3), 10).choose(other, other.decision)
    assert (
        GuidedBot(1, Network.new(match, values=3), 10).choose(match, match.decision) in match.decision.options
    )
