"""The programs in C play by the same rules as the interpreter: equal chances of every result, equally long matches.

Without a C compiler there is nothing to compare; then the tests hold that this is said.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.interpreter import Match

from ..interpreter.small_games import shipped_game

FOLDER = Path(__file__).parents[2] / "benchmarks"


def load(name: str) -> Any:
    """`benchmarks` is no package, so its modules are imported by their paths."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


classics, handwritten, compiled = load("classics"), load("handwritten"), load("compiled")
MANY = 200_000
"""Matches in C: so many that chance hardly moves their averages."""
FAR = 4.5
"""Standard errors. Seeds are fixed, so that what passes once passes always."""


@attrs.frozen
class Sample:
    """Some matches of random play: how each ended, and how many decisions it took."""

    results: list[int]
    lengths: list[int]


# --------------------------------------------------------------------- what is compared


def result_of(name: str, won: list[int]) -> int:
    """The place in the tally of C."""
    if name == "kuhn-poker":
        return won[0] + 2
    if name == "leduc-poker":
        return won[0] + 13
    return 0 if won[0] > 0 else 1 if won[1] > 0 else 2


def by_hand(name: str, matches: int) -> Sample:
    """By the classes in Python, which `test_classics.py` plays in lockstep with the interpreter."""
    rng, sample = random.Random(3), Sample([], [])
    for _ in range(matches):
        match, moves = classics.CLASSICS[name](rng), 0
        while match.player is not None:
            match.play(rng.choice(match.legal()))
            moves += 1
        sample.results.append(result_of(name, match.won))
        sample.lengths.append(moves)
    return sample


def pawn_first(matches: int) -> Sample:
    """Breakthrough by hand, in two decisions for a move."""
    rng, sample = random.Random(4), Sample([], [])
    for _ in range(matches):
        match, decisions = classics.Breakthrough(rng), 0
        while match.player is not None:
            legal = match.legal()
            pawn = rng.choice(sorted({start for start, _ in legal}))
            match.play(rng.choice([move for move in legal if move[0] == pawn]))
            decisions += 2
        sample.results.append(result_of("breakthrough", match.won))
        sample.lengths.append(decisions)
    return sample


def dungeon_by_hand(players: int) -> Callable[[int], Sample]:
    def play(matches: int) -> Sample:
        rng = random.Random(5)
        played = [handwritten.play(rng, players) for _ in range(matches)]
        return Sample([winner for winner, _ in played], [decisions for _, decisions in played])

    return play


def interpreter(name: str, players: int = 2) -> Callable[[int], Sample]:
    """The interpreter, with a decision counted only if there is more than one option."""

    def play(matches: int) -> Sample:
        rng, sample = random.Random(6), Sample([], [])
        for seed in range(matches):
            match, decisions = Match(shipped_game(name), players, seed), 0
            while not match.is_over:
                legal = match.legal()
                decisions += len(legal) > 1 or name.startswith("classics/")
                match.take(0, rng.choice(legal))
            if name.startswith("classics/"):
                won = match.result if match.scores is None else match.scores
                sample.results.append(result_of(name.removeprefix("classics/"), list(won or ())))
            else:
                sample.results.append(match.winners[0])
            sample.lengths.append(decisions)
        return sample

    return play


# ------------------------------------------------------------------------ comparing


def hold_together(sample: Sample, decisions: int, tally: list[int]) -> None:
    """That a sample is drawn from the chances that many matches in C show."""
    count = len(sample.results)
    for result, times in enumerate(tally):
        chance = times / MANY
        error = (chance * (1 - chance) / count) ** 0.5
        assert abs(sample.results.count(result) / count - chance) <= FAR * error, result
    mean = sum(sample.lengths) / count
    error = (sum((length - mean) ** 2 for length in sample.lengths) / count / count) ** 0.5
    assert decisions / MANY == pytest.approx(mean, abs=FAR * error)


def in_c(name: str, function: str = "play", players: int = 2) -> tuple[int, list[int]] | None:
    """Many matches in C; None without a compiler, once it is clear that this is said."""
    play = compiled.playouts(name, function)
    if play is None:
        assert "no C compiler" in compiled.why_not()
        return None
    decisions, tally = play(MANY, seed=1, players=players)
    assert sum(tally) == MANY
    return decisions, tally


SAMPLES: dict[str, tuple[str, str, int, int, Callable[[int], Sample]]] = {
    "tic-tac-toe, by hand": ("tic-tac-toe", "play", 2, 8000, lambda n: by_hand("tic-tac-toe", n)),
    "tic-tac-toe": ("tic-tac-toe", "play", 2, 1000, interpreter("classics/tic-tac-toe")),
    "connect-four, by hand": ("connect-four", "play", 2, 3000, lambda n: by_hand("connect-four", n)),
    "connect-four": ("connect-four", "play", 2, 250, interpreter("classics/connect-four")),
    "breakthrough, by hand": ("breakthrough", "play", 2, 1000, pawn_first),
    "breakthrough": ("breakthrough", "play", 2, 50, interpreter("classics/breakthrough")),
    "breakthrough, whole moves": (
        "breakthrough",
        "play_whole_moves",
        2,
        1000,
        lambda n: by_hand("breakthrough", n),
    ),
    "kuhn-poker": ("kuhn-poker", "play", 2, 4000, interpreter("classics/kuhn-poker")),
    "leduc-poker, by hand": ("leduc-poker", "play", 2, 20_000, lambda n: by_hand("leduc-poker", n)),
    "leduc-poker": ("leduc-poker", "play", 2, 3000, interpreter("classics/leduc-poker")),
    "do-podzemi, by hand, 2": ("do-podzemi", "play", 2, 20_000, dungeon_by_hand(2)),
    "do-podzemi, by hand, 3": ("do-podzemi", "play", 3, 10_000, dungeon_by_hand(3)),
    "do-podzemi, by hand, 4": ("do-podzemi", "play", 4, 5000, dungeon_by_hand(4)),
    "do-podzemi, 2": ("do-podzemi", "play", 2, 2000, interpreter("do-podzemi", 2)),
    "do-podzemi, 3": ("do-podzemi", "play", 3, 1000, interpreter("do-podzemi", 3)),
    "do-podzemi, 4": ("do-podzemi", "play", 4, 600, interpreter("do-podzemi", 4)),
}


@pytest.mark.parametrize("case", list(SAMPLES))
def test_results_and_lengths_are_those_of_the_game(case: str) -> None:
    name, function, players, matches, draw = SAMPLES[case]
    played = in_c(name, function, players)
    if played is not None:
        hold_together(draw(matches), *played)


@pytest.mark.parametrize(
    ("name", "chances"),
    [
        ("tic-tac-toe", {0: 737 / 1260, 1: 121 / 420, 2: 8 / 63}),
        ("kuhn-poker", {0: 3 / 16, 1: 4 / 16, 3: 6 / 16, 4: 3 / 16}),
    ],
)
def test_chances_are_exact_where_they_are_known(name: str, chances: dict[int, float]) -> None:
    assert sum(chances.values()) == pytest.approx(1)
    played = in_c(name)
    if played is not None:
        for result, times in enumerate(played[1]):
            chance = chances.get(result, 0)
            assert abs(times / MANY - chance) <= FAR * (chance * (1 - chance) / MANY) ** 0.5


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "do-podzemi"])
def test_a_seed_repeats_its_matches(name: str) -> None:
    play = compiled.playouts(name)
    if play is not None:
        first, again, other = (play(500, seed=seed) for seed in (1, 1, 2))
        assert first == again != other


def test_without_a_compiler_this_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiled.playouts("tic-tac-toe") is None
    assert "no C compiler" in compiled.why_not()


def test_a_compiler_leaves_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", sys.executable)  # any program that is there
    assert compiled.why_not() == ""


def test_every_program_is_compared() -> None:
    assert {name for name, *_ in SAMPLES.values()} == set(compiled.programs())
