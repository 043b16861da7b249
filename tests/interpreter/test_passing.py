"""Designs whose pieces return before a match ends have been used all the same."""

from __future__ import annotations

import rulewright
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.simulation.passing import moved_in_passing


def test_pieces_that_return_before_the_end_have_moved() -> None:
    """In this lesson, all pawns are back in their bag when a day ends."""
    game = rulewright.load("cookbook/planning")
    players = game.players[0]
    counts = rulewright.simulate(game, matches=20, players=players, seed=1)
    assert "moved fisher" not in counts.reached
    assert counts.never.designs == ()
    assert moved_in_passing(prepare(game), players, ["fisher"]) == {"fisher"}
    assert moved_in_passing(prepare(game), players, []) == set()
