"""Wide games, and the least ones: they are lowered and played in both engines."""

from __future__ import annotations

import random

import pytest

from .grown import WIDE
from .lower.micro import Play


@pytest.mark.parametrize("name", WIDE)
def test_wide_games_and_the_least_are_played_alike_in_both_engines(name: str) -> None:
    play, dice = Play(WIDE[name]()), random.Random(1)
    for _ in range(5):
        if play.over:
            return
        play.act(dice.choice(play.engine.actions(play.m)))
