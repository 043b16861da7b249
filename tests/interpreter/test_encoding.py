"""Positions as numbers: of one length, in their ranges, telling what the view tells and nothing else."""

from __future__ import annotations

import random

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match.encoding import Encoder

from .small_games import shipped_game, small_game

GAMES = ("do-podzemi", "bluff", "signs", "heist", "patience")


def game_of(name: str) -> Game:
    return shipped_game(name) if name == "do-podzemi" else small_game(name)


def positions(name: str, matches: int) -> list[Match]:
    """Positions on the way through random matches."""
    dice = random.Random(name)
    found = []
    game = game_of(name)
    for seed in range(matches):
        match = Match(game, game.players[0], seed)
        while not match.is_over:
            found.append(match.clone())
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
        found.append(match)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_in_its_range_and_has_its_name(name: str) -> None:
    found = positions(name, 5)
    encoder = Encoder(found[0])
    assert len({field.name for field in encoder.fields}) == encoder.size
    for match in found:
        for viewer in (None, *range(len(match.players))):
            vector = encoder.vector(match, viewer)
            assert len(vector) == encoder.size
            wrong = [
                (field, number)
                for field, number in zip(encoder.fields, vector, strict=True)
                if not field.least <= number <= field.most
            ]
            assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_in_it(name: str) -> None:
    dice = random.Random(3)
    found = positions(name, 5)
    encoder = Encoder(found[0])
    for match in found[:-1]:
        for player in range(len(match.players)):
            other = match.determinize(player, dice.getrandbits(32))
            assert encoder.vector(other, player) == encoder.vector(match, player)


@pytest.mark.parametrize("name", GAMES)
def test_equal_numbers_mean_equal_views(name: str) -> None:
    """Alike pieces with different states in one place aside, the view tells no more."""
    found = positions(name, 8)
    encoder = Encoder(found[0])
    views: dict[tuple[int, ...], object] = {}
    for match in found:
        key = tuple(encoder.vector(match, 0))
        view = {**match.view(0), "abilities": None}
        assert views.setdefault(key, view) == view
    assert len(views) > len(found) / 20


def test_a_vector_read_by_its_names() -> None:
    match = Match(small_game("bluff"), 2, 3)
    encoder = Encoder(match)
    names = [field.name for field in encoder.fields]
    mine = dict(zip(names, encoder.vector(match, 0), strict=True))
    theirs = dict(zip(names, encoder.vector(match, 1), strict=True))
    assert (mine["deck count"], mine["0 cards held count"]) == (3, 3)
    assert mine["1 cards held 0"] == theirs["0 cards held 0"] == 1
    assert min(mine["0 cards held 0"], theirs["1 cards held 0"]) >= 2
    assert mine["deck 0"] == 1
    assert mine["deck 3"] == 0
    assert mine["0 decides"] + mine["1 decides"] == 1
    before = encoder.vector(match, 0)
    match.choose("hide")
    changes = encoder.changes(before, encoder.vector(match, 0))
    assert [change.partition("=")[0] for change in changes] == ["open decision"]
