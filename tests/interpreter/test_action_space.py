"""The action space holds all that is ever legal, and nothing that the rules rule out."""

from __future__ import annotations

import random

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.encoding.action_space import action_space

from .small_games import shipped_game, small_game

SMALL = ("bluff", "signs", "heist", "patience", "mounds", "keyed", "trail", "harvest", "tower", "parley")
SHIPPED = (
    "do-podzemi",
    "hrad",
    "classics/breakthrough",
    "classics/fireworks",
    "classics/gem-merchants",
    "classics/love-letter",
    "classics/six-takes",
    "cookbook/backs",
    "cookbook/choosing",
    "cookbook/keep-the-heroes-out",
    "cookbook/roll-a-hero",
    "cookbook/secret-set-up",
)


def game_of(name: str) -> Game:
    return small_game(name) if name in SMALL else shipped_game(name)


def met(
    game: Game, players: int, matches: int, *, explicit_chance: bool = False
) -> tuple[set[int], set[int]]:
    """What was legal in random matches, for players and for luck."""
    found: tuple[set[int], set[int]] = (set(), set())
    for seed in range(matches):
        dice = random.Random(seed)
        match = Match(game, players, seed, explicit_chance=explicit_chance)
        for _ in range(500):
            if match.is_over:
                break
            for one in match.pending():
                found[one.player < 0].update(match.legal(one.strand))
            pending = dice.choice(match.pending())
            match.take(pending.strand, dice.choice(match.legal(pending.strand)))
    return found


@pytest.mark.parametrize("explicit_chance", [False, True])
@pytest.mark.parametrize("name", [*SMALL, *SHIPPED])
def test_whatever_is_legal_is_in_it(name: str, explicit_chance: bool) -> None:
    game = game_of(name)
    for players in range(game.players[0], min(game.players[1], game.players[0] + 1) + 1):
        match = Match(game, players, 1, explicit_chance=explicit_chance)
        space = action_space(match.rules, players)
        chosen, drawn = met(game, players, 3, explicit_chance=explicit_chance)
        assert chosen <= set(space.numbers)
        assert drawn <= set(space.chances)
        assert all(space.numbers[index] == number for number, index in space.indexes.items())
        assert bool(drawn) == (explicit_chance and bool(space.chances))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("classics/love-letter", 2),
        ("classics/love-letter", 3),
        ("classics/six-takes", 2),
        ("classics/tic-tac-toe", 2),
    ],
)
def test_what_never_can_be_legal_is_not(name: str, players: int) -> None:
    """Of these games, random matches meet all that there is."""
    game = game_of(name)
    match = Match(game, players, 1)
    space = action_space(match.rules, players)
    assert set(space.numbers) == met(game, players, 40)[0]
    assert len(space.numbers) <= match.rules.lowered.program.actions


def test_numbers_of_actions_that_never_can_be_legal_are_left_out() -> None:
    """In Love Letter, most pairs of a card and a name cannot be chosen."""
    match = Match(game_of("classics/love-letter"), 2, 1)
    assert len(action_space(match.rules, 2).numbers) < match.rules.lowered.program.actions


def test_what_is_printed_on_pieces_can_rule_them_out() -> None:
    """Of all pieces in Hrad a choice among figures with a printed property leaves fewer than nine."""
    match = Match(shipped_game("hrad"), 2, 1)
    space = action_space(match.rules, 2)
    assert len(space.numbers) < match.rules.lowered.program.actions / 4
