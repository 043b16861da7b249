"""The draft that luck lays out before a match of Hrad keeps all distances, even if the objects get stuck at first."""

from __future__ import annotations

import pytest
from rulewright.interpreter import Match

from .small_games import shipped_game

# In the first of these some objects still lie too close after they have spread out.
SEEDS = (9169686656427420036, 5, 20000)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lord_who_leaves_the_draft_alone_has_a_legal_one(seed: int) -> None:
    match = Match(shipped_game("hrad"), 3, seed=seed)
    while "all lies well" not in [option.name for option in match.decisions[0].options]:
        match.choose(match.decisions[0].options[0], match.decisions[0].player)
    match.choose("all lies well", 0)
    assert not match.is_over, "the invariant of the distances holds"


# Laid like this, the objects cannot spread out. They tried so often that the rules ran too long without a decision.
LAID = (
    *(3, 0, 7, 6, 4, 229, 259, 503, 229, 264, 483, 229, 261, 522, 229, 263, 511),
    *(229, 267, 535, 229, 269, 498, 229, 257, 493, 229, 256, 536),
)


def test_objects_that_cannot_spread_out_are_given_up_in_time() -> None:
    match = Match(shipped_game("hrad"), 2, seed=674414872572009421)
    for number in LAID:
        decision = match.decisions[0]
        chosen = next(option for option in decision.options if option.number == number)
        match.choose(chosen, decision.player)
    assert "lay an object" in [option.name for option in match.decisions[0].options]
