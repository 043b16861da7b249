"""Intervals and tests for shares and means, as designers need them.

All intervals are for 95 %. A share has Wilson's interval, which also holds for few matches and for shares near 0 and
1. Two shares are compared by the z-test with a pooled share, and the interval of their difference is Newcombe's,
which is made of Wilson's. Two means are compared by Welch's t-test, which does not assume that both spread alike.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import attrs

Z = NormalDist().inv_cdf(0.975)


@attrs.frozen
class Share:
    """A part of a whole, as counts."""

    part: int
    whole: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that the counts are a sample of."""
        n = self.whole
        if not n:
            return 0.0, 1.0
        middle = (self.part + Z * Z / 2) / (n + Z * Z)
        half = Z * math.sqrt(self.part * (n - self.part) / n + Z * Z / 4) / (n + Z * Z)
        # Exactly 0 and 1 at the ends, whatever is lost by rounding.
        low = 0.0 if self.part == 0 else max(0.0, middle - half)
        return low, 1.0 if self.part == n else min(1.0, middle + half)

    def as_json(self) -> dict[str, float]:
        """The counts, the share and its interval."""
        low, high = self.interval
        return {
            "count": self.part,
            "of": self.whole,
            "share": round(self.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@attrs.frozen
class Mean:
    """A sample of numbers, by how many there are, their sum, and the sum of their squares."""

    count: int
    total: int
    squares: int

    @property
    def mean(self) -> float:
        """0 if there are none."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of what the numbers are a sample of; 0 for fewer than two."""
        if self.count < 2:
            return 0.0
        # In integers, since the difference of two large floats would lose everything.
        return (self.count * self.squares - self.total * self.total) / (self.count * (self.count - 1))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        if self.count < 2:
            return self.mean, self.mean
        half = t_quantile(self.count - 1) * math.sqrt(self.variance / self.count)
        return self.mean - half, self.mean + half

    def as_json(self) -> dict[str, float]:
        """The mean, its interval and the standard deviation."""
        low, high = self.interval
        return {
            "mean": round(self.mean, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "deviation": round(self.deviation, 4),
        }


@attrs.frozen
class Difference:
    """How much larger a second share or mean is than a first, its 95 % interval, and the probability of so large a
    difference between samples of the same (1 if the test cannot say anything)."""

    difference: float
    low: float
    high: float
    p: float

    def as_json(self) -> dict[str, float | None]:
        """All four; the interval is None if there is none."""
        known = math.isfinite(self.low)
        return {
            "difference": round(self.difference, 4),
            "low": round(self.low, 4) if known else None,
            "high": round(self.high, 4) if known else None,
            "p": float(f"{self.p:.3g}"),
        }


def between_shares(first: Share, second: Share) -> Difference:
    """The difference of two shares."""
    a, b = first.share, second.share
    (a_low, a_high), (b_low, b_high) = first.interval, second.interval
    low = b - a - math.hypot(b - b_low, a_high - a)
    high = b - a + math.hypot(b_high - b, a - a_low)
    n = first.whole + second.whole
    pooled = (first.part + second.part) / n if n else 0.0
    p = 1.0
    if first.whole and second.whole and 0 < pooled < 1:
        z = (b - a) / math.sqrt(pooled * (1 - pooled) * (1 / first.whole + 1 / second.whole))
        p = math.erfc(abs(z) / math.sqrt(2))
    return Difference(b - a, low, high, p)


def between_means(first: Mean, second: Mean) -> Difference:
    """The difference of two means."""
    difference = second.mean - first.mean
    if first.count < 2 or second.count < 2:
        return Difference(difference, -math.inf, math.inf, 1.0)
    a, b = first.variance / first.count, second.variance / second.count
    error = math.sqrt(a + b)
    if not error:
        return Difference(difference, difference, difference, 0.0 if difference else 1.0)
    freedom = (a + b) ** 2 / (a * a / (first.count - 1) + b * b / (second.count - 1))
    half = t_quantile(freedom) * error
    return Difference(
        difference, difference - half, difference + half, t_two_sided(difference / error, freedom)
    )


def t_two_sided(t: float, freedom: float) -> float:
    """The probability that Student's t lies at least so far from 0, by Wallace's approximation: within 0.01 from 2
    degrees of freedom on, within 0.001 from 5."""
    z = math.sqrt(freedom * math.log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return math.erfc(z / math.sqrt(2))


def t_quantile(freedom: float) -> float:
    """The t that Student's t exceeds, to either side, once in 20 times."""
    low, high = 1.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        if t_two_sided(middle, freedom) > 0.05:
            low = middle
        else:
            high = middle
    return high
