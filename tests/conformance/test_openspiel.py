"""The classics in lockstep with OpenSpiel's own: who moves, what is legal, how it ends, what can be told apart.

Without OpenSpiel these tests are skipped, loudly; under CI they fail.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from rulewright.dsl.game import Game
from rulewright.interpreter import Match, Option

from ..interpreter.small_games import shipped_game

try:
    import pyspiel
except ImportError:
    pyspiel = None

pytestmark = pytest.mark.usefixtures("_needed")


@pytest.fixture
def _needed() -> None:
    if pyspiel is None:
        assert not os.environ.get("CI"), "OpenSpiel has to be installed for CI"
        pytest.skip("OpenSpiel is not installed: nothing was compared")


def square(option: Option) -> int:
    """Tic-tac-toe: rows from the top, columns from the left."""
    return 3 * (3 - int(option.name[1:])) + ord(option.name[0]) - ord("a")


def column(option: Option) -> int:
    """Connect Four: the column that the disc is dropped into."""
    return ord(option.name[0]) - ord("a")


CLASSICS: list[tuple[str, str, Callable[[Option], int]]] = [
    ("classics/tic-tac-toe", "tic_tac_toe", square),
    ("classics/connect-four", "connect_four", column),
]
CASES = pytest.mark.parametrize(("name", "theirs", "number"), CLASSICS, ids=[case[0] for case in CLASSICS])


@CASES
def test_random_matches_go_the_same_way(name: str, theirs: str, number: Callable[[Option], int]) -> None:
    game: Game = shipped_game(name)
    other: Any = pyspiel.load_game(theirs)
    dice = random.Random(7)
    for seed in range(150):
        match, state = Match(game, 2, seed), other.new_initial_state()
        while not match.is_over:
            decision = match.decision
            assert not state.is_terminal()
            assert decision.player == state.current_player()
            by_number = {number(option): option for option in decision.options}
            assert sorted(by_number) == sorted(state.legal_actions())
            action = dice.choice(sorted(by_number))
            match.choose(by_number[action])
            state.apply_action(action)
        assert state.is_terminal()
        assert list(match.result or ()) == state.returns()


@CASES
def test_positions_are_told_apart_alike(name: str, theirs: str, number: Callable[[Option], int]) -> None:
    """Two positions have one key if and only if they are one position of OpenSpiel's."""
    game: Game = shipped_game(name)
    other: Any = pyspiel.load_game(theirs)
    ours_by_theirs: dict[str, bytes] = {}
    theirs_by_ours: dict[bytes, str] = {}
    dice = random.Random(3)
    for seed in range(120):
        match, state = Match(game, 2, seed), other.new_initial_state()
        for _ in range(dice.randrange(9)):
            if match.is_over:
                break
            option = dice.choice(match.decision.options)
            match.choose(option)
            state.apply_action(number(option))
        if not match.is_over:
            key, shown = match.position_key(), str(state)
            assert ours_by_theirs.setdefault(shown, key) == key
            assert theirs_by_ours.setdefault(key, shown) == shown
