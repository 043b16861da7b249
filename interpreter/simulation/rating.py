"""Ratings of bots from the matches that they won: a choice model, its most likely strengths, and intervals.

The model is Luce's: of those who sit in a match, each wins with a probability in proportion to their strength. With
two players it is that of Bradley and Terry, on which Elo's scale rests: 400 points more are ten times the strength.
Whoever wins together shares a win, and a match that nobody wins is shared by all. Each pair of bots has one more,
imaginary match, which is drawn (Jeffreys' prior), so that a bot that won or lost every match has a finite rating.

All matches count together, so their order does not matter, as it would where ratings are updated after each match
(OpenSkill, TrueSkill, Elo). Intervals come from the Bayesian bootstrap: deals get random weights, and the imaginary
matches random results. Of two bots and independent matches, that is the posterior of Jeffreys' prior.

There is a library for this model, choix, but it knows neither shared wins nor matches that weigh more or less, which
the bootstrap needs, and wants scipy for a few lines.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import attrs

SCALE = 400 / math.log(10)
RESAMPLES = 400
CLOSE = 1e-6
"""Strengths are found when none changes by a larger part of it."""
MOST_STEPS = 10_000

Outcome = tuple[float, ...]
"""How many matches of a deal, or parts of them, each bot of a table has won."""


@attrs.frozen
class Table:
    """Those who have met, in all deals that they played.

    Attributes:
        bots: the number of each bot, and how many seats it has in a match.
        matches: how many matches a deal has.
        outcomes: how often deals ended so; an outcome has a number for each of `bots`, in their order.
    """

    bots: Mapping[int, int]
    matches: int
    outcomes: Counter[Outcome]


_Sums = tuple[Mapping[int, int], float, Sequence[float]]  # seats of bots, matches, and how many each has won


def strengths(sums: Sequence[_Sums], count: int, start: Sequence[float] = ()) -> list[float]:
    """The most likely strengths of `count` bots, with 1 as their geometric mean, by Newman's iteration (2023)."""
    found = list(start) or [1.0] * count
    met = [
        [(bots[bot], bots, number, wins[list(bots).index(bot)]) for bots, number, wins in sums if bot in bots]
        for bot in range(count)
    ]
    for _ in range(MOST_STEPS):
        furthest = 0.0
        for bot in range(count):
            gained = lost = 0.0
            for seats, bots, number, won in met[bot]:
                whole = sum(found[other] * many for other, many in bots.items())
                gained += won * (whole - seats * found[bot]) / whole
                lost += (number - won) * seats / whole
            furthest = max(furthest, abs(gained / lost / found[bot] - 1))
            found[bot] = gained / lost
        if furthest < CLOSE:
            break
    mean = math.exp(sum(map(math.log, found)) / count)
    return [one / mean for one in found]


def likely(tables: Sequence[Table], count: int) -> list[float]:
    """The most likely strengths after these matches."""
    return strengths([*(_sums(table, float) for table in tables), *_imaginary(count, None)], count)


def resampled(tables: Sequence[Table], count: int, seed: int) -> list[list[float]]:
    """Strengths that these matches leave possible: `RESAMPLES` of them."""
    dice, start = random.Random(seed), likely(tables, count)

    def weight(times: int) -> float:
        """The weight of deals that ended alike: that of one has an exponential distribution, so their sum this."""
        return dice.gammavariate(times, 1)

    return [
        strengths([*(_sums(table, weight) for table in tables), *_imaginary(count, dice)], count, start)
        for _ in range(RESAMPLES)
    ]


def _sums(table: Table, weight: Callable[[int], float]) -> _Sums:
    wins, matches = [0.0] * len(table.bots), 0.0
    for outcome, times in sorted(table.outcomes.items()):
        weighs = weight(times)
        matches += weighs * table.matches
        wins = [one + weighs * more for one, more in zip(wins, outcome, strict=True)]
    return table.bots, matches, wins


def _imaginary(count: int, dice: random.Random | None) -> list[_Sums]:
    """A match of each pair: drawn, or with a random result."""
    found: list[_Sums] = []
    for pair in combinations(range(count), 2):
        wins = [0.5 if dice is None else max(dice.gammavariate(0.5, 1), 1e-9) for _ in pair]
        found.append((dict.fromkeys(pair, 1), sum(wins), wins))
    return found


def rating(strength: float) -> float:
    """A strength on Elo's scale; 0 is the mean of all bots."""
    return SCALE * math.log(strength)
