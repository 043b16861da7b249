"""Small games that use boards, costs, offers, printed effects, watches and numbers to choose, as whole matches:
the engine against the reference, saves and copies, explicit chance, and what a re-dealt match shows.
"""

from __future__ import annotations

import random

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.secrecy.unknown_pieces import classes
from rulewright.interpreter.simulation.simulate import Job, play_one

from .lower.micro import Play
from .small_games import FOLDER, small_game

GAMES = pytest.mark.parametrize("name", ["trail", "parley"])


def go_on(match: Match, dice: random.Random, decisions: int) -> None:
    """So many choices at random, or until the match is over."""
    for _ in range(decisions):
        if match.is_over:
            return
        decision = dice.choice(match.decisions)
        match.choose(dice.choice(decision.options), decision.player)
        assert match.audit() == []


def partway(name: str, seed: int) -> tuple[Match, random.Random]:
    """A match some way in."""
    game, dice = small_game(name), random.Random(seed)
    match = Match(game, dice.randint(*game.players), seed)
    go_on(match, dice, dice.randrange(60))
    return match, dice


@GAMES
@pytest.mark.parametrize("chance", [False, True])
def test_the_engine_and_the_reference_come_to_the_same_bytes(name: str, chance: bool) -> None:
    """`Play` compares memory and options at every decision."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    least, most = small_game(name).players
    for seed in range(4):
        dice = random.Random(seed)
        play = Play(text, dice.randint(least, most), seed, chance)
        for _ in range(90):
            if play.over:
                break
            strand = dice.choice(play.strands())
            play.act(dice.choice(play.engine.actions(play.m, strand)), strand)


@GAMES
def test_random_matches_end_without_a_fault(name: str) -> None:
    game = small_game(name)
    for seed in range(60):
        players = game.players[0] + seed % 2
        one = play_one(game, Job(lambda: game, 1, players, seed=seed, detail=False), seed)
        assert not one.fault, (seed, one.fault, one.record)
        assert one.ended


@GAMES
def test_saves_copies_and_undo_are_exact(name: str) -> None:
    game = small_game(name)
    for seed in range(25):
        match, dice = partway(name, seed)
        before, log = match.snapshot(), match.log(0)
        loaded, replayed = Match.load(game, match.save()), Match.replay(game, match.record())
        assert loaded.snapshot() == replayed.snapshot() == match.clone().snapshot() == before
        assert loaded.decisions == replayed.decisions == match.decisions
        assert loaded.log(0) == replayed.log(0) == log
        for decision in match.decisions:
            option = dice.choice(decision.options)
            copy = match.clone()
            copy.choose(option, decision.player)
            assert copy.audit() == []
            copy.undo()
            assert (copy.snapshot(), copy.log(0)) == (before, log)
        assert match.snapshot() == before


@GAMES
def test_a_redealt_match_shows_its_player_the_same_and_plays_on(name: str) -> None:
    for seed in range(80):
        match, dice = partway(name, seed)
        player = dice.randrange(len(match.players))
        other = match.determinize(player, seed)
        assert other.audit() == []
        for language in ("en", "cs"):
            assert other.view(player, language) == match.view(player, language)
        seen, dealt = ([one.player for one in m.pending_for(player)] for m in (match, other))
        assert seen == dealt
        mine, theirs = ([d for d in one.decisions if d.player == player] for one in (match, other))
        assert mine == theirs
        assert sorted(map(len, classes([match.position], player))) == sorted(
            map(len, classes([other.position], player))
        )
        go_on(other, dice, 10)


@GAMES
def test_the_probabilities_of_luck_sum_to_one(name: str) -> None:
    match, dice = Match(small_game(name), explicit_chance=True), random.Random(2)
    met = 0
    for _ in range(150):
        if match.is_over:
            break
        decision = match.decision
        assert sum(decision.probabilities) == pytest.approx(1)
        met += decision.is_chance
        match.choose(dice.choices(decision.options, [option.weight for option in decision.options])[0])
    assert met >= 3
