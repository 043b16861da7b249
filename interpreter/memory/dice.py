"""The dice of those who decide at random: bots, playouts, re-dealing and simulations. The luck of a match has its own
generator, in the match's memory (`luck`).

The numbers are those of SplitMix64, whose state is one integer, so new dice cost nothing. Every engine must draw
exactly as this module does: the same seed then gives the same choices everywhere.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
FIRST_MIX = 0xBF58476D1CE4E5B9
SECOND_MIX = 0x94D049BB133111EB
"""The constants of SplitMix64, for engines that draw the same numbers."""
APART = 0xD1B54A32D192ED03
FIRST_OF_SEED, SECOND_OF_SEED = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53
"""From a seed to the state of dice."""


def shifted(value: int, by: int) -> int:
    """The 64 bits of a number moved down; zeros come in from above."""
    return (value & MASK) >> by


def high_product(left: int, right: int) -> int:
    """The upper 64 bits of the product of two numbers of 64 bits without signs."""
    return (left & MASK) * (right & MASK) >> 64


class Dice:
    """Pseudo-random numbers, with the methods of `random.Random` that bots need. Not for more than one thread.

    Args:
        state: the whole state, from 0 to 2**64 - 1. `Dice.of` makes dice from a seed.

    >>> dice = Dice.of(7)
    >>> [dice.randint(1, 6) for _ in range(5)]
    [2, 4, 4, 3, 3]
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    @classmethod
    def of(cls, *seeds: int) -> Dice:
        """Dice for one or several seeds. The luck of a match with the same seed draws other numbers."""
        state = APART
        for seed in seeds:
            z = (state ^ (seed & MASK)) & MASK
            z = ((z ^ (z >> 33)) * FIRST_OF_SEED) & MASK
            z = ((z ^ (z >> 33)) * SECOND_OF_SEED) & MASK
            state = z ^ (z >> 33)
        return cls(state)

    def restart(self, seed: int) -> None:
        """Becomes the dice of a seed."""
        self.state = Dice.of(seed).state

    def next(self) -> int:
        """64 random bits: a number from 0 to 2**64 - 1."""
        self.state = z = (self.state + GAMMA) & MASK
        z = ((z ^ (z >> 30)) * FIRST_MIX) & MASK
        z = ((z ^ (z >> 27)) * SECOND_MIX) & MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, for 1 <= bound <= 2**64. It takes one draw; small bounds have a bias that is
        too small to be measured (bound / 2**64)."""
        return self.next() * bound >> 64

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.next() >> 11) * 2.0**-53

    def uniform(self, low: float, high: float) -> float:
        """A number between two numbers."""
        return low + (high - low) * self.random()

    def getrandbits(self, k: int) -> int:
        """A number from 0 to 2**k - 1; each 64 bits take one draw. Raises ValueError if k is negative."""
        if k < 0:
            raise ValueError(f"a number cannot have {k} bits")
        found = 0
        for _ in range(0, k, 64):
            found = found << 64 | self.next()
        return found >> (-k % 64)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A member of `range(start, stop, step)`, or of `range(start)`. Raises ValueError if there is none."""
        among = range(start) if stop is None else range(start, stop, step)
        if not among:
            raise ValueError(f"there is no number in {among}")
        return self.choice(among)

    def randint(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both included. Raises ValueError if there is none."""
        return self.randrange(least, most + 1)

    def choice(self, among: Sequence[T]) -> T:
        """One of a sequence. Raises IndexError if it is empty."""
        if not among:
            raise IndexError("there is nothing to choose from")
        return among[self.below(len(among))]

    def weighted(self, weights: Sequence[int]) -> int:
        """The number of one of several weights (from 0), each as likely as it is heavy. It takes one draw."""
        left = self.below(sum(weights))
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        raise ValueError("all weights are 0")

    def choices(self, among: Sequence[T], weights: Sequence[float] | None = None, *, k: int = 1) -> list[T]:
        """`k` of a sequence, which may repeat, each as likely as it is heavy. Raises IndexError if it is empty, and
        ValueError if all weights are 0."""
        if weights is None:
            return [self.choice(among) for _ in range(k)]
        if len(weights) != len(among):
            raise ValueError(f"{len(weights)} weights for {len(among)} choices")
        sums = list(accumulate(weights))
        if not sums or sums[-1] <= 0:
            raise ValueError("all weights are 0")
        last = len(sums) - 1
        return [among[bisect(sums, self.random() * sums[-1], 0, last)] for _ in range(k)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts a list into a random order: each place, from the last to the second, is swapped with one up to it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, among: Sequence[T], k: int) -> list[T]:
        """`k` different members of a sequence, in a random order. Raises ValueError if there are fewer."""
        left = list(among)
        if not 0 <= k <= len(left):
            raise ValueError(f"no {k} of {len(left)}")
        for number in range(k):
            other = number + self.below(len(left) - number)
            left[number], left[other] = left[other], left[number]
        return left[:k]
