"""Designs whose pieces return before a match ends have been used all the same."""

from __future__ import annotations

import pytest
import rulewright
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.simulation import passing
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


def test_the_matches_that_look_for_them_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who simulates a game with each of its options would play them again and again."""
    rules = prepare(rulewright.load("cookbook/planning"))
    designs = list(rules.game.symbols.designs)
    first = moved_in_passing(rules, rules.game.players[0], designs)
    monkeypatch.setattr(passing, "Dice", None)
    assert moved_in_passing(rules, rules.game.players[0], designs) == first
    with pytest.raises(AttributeError):  # with other players they are other matches
        moved_in_passing(rules, rules.game.players[0] + 1, designs)
