"""The classics written by hand play as the games in `games/classics` do: in lockstep, in random matches."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter import Match, Option

from ..interpreter.small_games import shipped_game

PATH = Path(__file__).parents[2] / "benchmarks" / "classics.py"
spec = importlib.util.spec_from_file_location("classics_by_hand", PATH)
assert spec is not None
assert spec.loader is not None
hand: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hand)


def cell(option: Option, width: int) -> int:
    """A square of a board, row by row from the south."""
    return ord(option.name[-2]) - ord("a") + width * (int(option.name[-1]) - 1)


PARTS: dict[str, Callable[[Option], object]] = {
    "tic-tac-toe": lambda option: cell(option, 3),
    "connect-four": lambda option: cell(option, 7) % 7,
    "breakthrough": lambda option: cell(option, 8),
    "kuhn-poker": lambda option: option.name,
    "leduc-poker": lambda option: option.name,
}
"""What an option is in the programs by hand: a move, or a part of one."""


def played(match: Match, name: str, moves: list[Any], dice: random.Random) -> Any:
    """Plays one of these moves, part by part; the options must be the parts of the moves that are left."""
    assert len(moves) == len(set(moves))
    part = 0
    while True:
        left = {move[part] if isinstance(move, tuple) else move for move in moves}
        options = {PARTS[name](option): option for option in match.decision.options}
        assert left == set(options)
        chosen = dice.choice(list(options))
        match.choose(options[chosen])
        if not isinstance(moves[0], tuple):
            return chosen
        moves = [move for move in moves if move[part] == chosen]
        part += 1
        if part == len(moves[0]):
            return moves[0]


def dealt(match: Match, cards: list[int]) -> None:
    """Lets luck give these cards, one after the other, as long as chance decides."""
    while not match.is_over and match.decision.is_chance:
        wanted = cards.pop(0)
        match.choose(next(one for one in match.decision.options if one.argument == wanted))


@pytest.mark.parametrize("name", list(hand.CLASSICS))
def test_what_is_written_by_hand_plays_the_same(name: str) -> None:
    dice = random.Random(4)
    for _ in range(60 if name == "breakthrough" else 200):
        cards = dice.sample(range(3 if name == "kuhn-poker" else 6), 3)
        match = Match(shipped_game(f"classics/{name}"), 2, 0, explicit_chance=True)
        deal = {"kuhn-poker": [card + 1 for card in cards[:2]], "leduc-poker": cards[:]}.get(name)
        by_hand = hand.CLASSICS[name](dice, deal) if deal else hand.CLASSICS[name](dice)
        dealt(match, cards)
        while not match.is_over:
            assert by_hand.player == match.decision.player
            by_hand.play(played(match, name, list(by_hand.legal()), dice))
            dealt(match, cards)
        assert by_hand.player is None
        assert tuple(by_hand.won) == (match.result if match.scores is None else match.scores)


@pytest.mark.parametrize("name", [name for name in hand.CLASSICS if name != "breakthrough"])
def test_random_matches_are_as_long(name: str) -> None:
    """By hand, deals are drawn too: on average matches take as many moves as with the interpreter.

    (Breakthrough by hand draws among moves, and the interpreter a pawn first, which makes matches longer.)
    """
    rng = random.Random(8)
    moves = sum(hand.play_one(hand.CLASSICS[name], rng) for _ in range(400))
    ours = 0
    for seed in range(400):
        match = Match(shipped_game(f"classics/{name}"), 2, seed)
        while not match.is_over:
            match.take(0, rng.choice(match.legal()))
        ours += len(match.journal)
    assert moves == pytest.approx(ours, rel=0.1)
