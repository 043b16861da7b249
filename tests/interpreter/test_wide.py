"""Wide games, and the least ones: they are lowered and played in both engines."""

from __future__ import annotations

import random
import re

import pytest

from .grown import CARDS, PICK, WIDE, game
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


def test_a_module_has_what_loads_and_stores_sets_of_the_sizes_that_it_uses() -> None:
    """Written out for all sizes up to the largest it grows with the square of the pieces."""
    held = ["let those be the cards in the deck", PICK, "put those into the heap"]
    engine = Play(game(held, CARDS.format(copies=1000))).engine
    made = {name for name in engine.module.namespace if re.fullmatch(r"(load|store)_\d+", name)}
    assert made
    assert all(f"{name}(" in engine.module.source for name in made)
