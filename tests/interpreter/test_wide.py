"""Wide games, and the least ones: they are lowered and played in both engines."""

from __future__ import annotations

import random

import pytest

from .grown import WIDE, game
from .lower.micro import Play, fault_of


@pytest.mark.parametrize("name", WIDE)
def test_wide_games_and_the_least_are_played_alike_in_both_engines(name: str) -> None:
    play, dice = Play(WIDE[name]()), random.Random(1)
    for _ in range(5):
        if play.over:
            return
        play.act(dice.choice(play.engine.actions(play.m)))


def test_a_choice_of_nobody_is_a_fault_and_no_decision_of_luck() -> None:
    assert fault_of(game(["choose a player, as the pick"])) == "RW403"
