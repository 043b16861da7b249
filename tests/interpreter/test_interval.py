"""Intervals and tests: against known values, and against how often they hold."""

from __future__ import annotations

import math

import pytest
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.simulation.compare import comparison, holm
from rulewright.interpreter.simulation.interval import (
    Mean,
    Share,
    between_means,
    between_shares,
    t_quantile,
    t_two_sided,
)
from rulewright.interpreter.simulation.statistics import Statistics


def mean_of(numbers: list[int]) -> Mean:
    return Mean(len(numbers), sum(numbers), sum(number * number for number in numbers))


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [  # Wilson's interval, as in Newcombe (1998), table I
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_share_is_the_published_one(part: int, whole: int, low: float, high: float) -> None:
    assert Share(part, whole).interval == pytest.approx((low, high), abs=5e-5)
    mirrored = Share(whole - part, whole).interval
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_a_share_of_nothing_can_be_anything() -> None:
    assert (Share(0, 0).share, Share(0, 0).interval) == (0.0, (0.0, 1.0))


def test_the_interval_of_a_difference_is_the_published_one() -> None:
    """Newcombe (1998), table II, method 10: 56/70 - 48/80."""
    found = between_shares(Share(48, 80), Share(56, 70))
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert found.difference == pytest.approx(0.2)
    back = between_shares(Share(56, 70), Share(48, 80))
    assert (back.low, back.high) == pytest.approx((-0.3339, -0.0524), abs=5e-5)


def test_the_z_test_agrees_with_the_table_of_the_normal_distribution() -> None:
    # The pooled share is 0.5, so the standard error is 0.05, and the difference 0.1 is twice that.
    assert between_shares(Share(90, 200), Share(110, 200)).p == pytest.approx(0.0455, abs=5e-5)
    assert between_shares(Share(0, 9), Share(0, 7)).p == 1.0
    assert between_shares(Share(0, 0), Share(3, 7)).p == 1.0


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1e9, 1.960)]
)
def test_students_t_is_that_of_the_tables(freedom: float, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.01)
    assert t_two_sided(quantile, freedom) == pytest.approx(0.05, abs=0.001)


def test_means_are_compared_as_welch_did() -> None:
    a = [198, 204, 196, 202, 199, 205, 210, 225, 190, 219, 212, 208]
    b = [231, 240, 227, 255, 212, 236, 244, 229, 251, 238]
    found = between_means(mean_of(a), mean_of(b))
    variance_a = sum((one - sum(a) / 12) ** 2 for one in a) / 11
    variance_b = sum((one - sum(b) / 10) ** 2 for one in b) / 9
    error = math.sqrt(variance_a / 12 + variance_b / 10)
    assert found.difference == pytest.approx(sum(b) / 10 - sum(a) / 12)
    assert found.p < 1e-4
    assert (found.high - found.low) / 2 / error == pytest.approx(2.1, abs=0.05)  # about 17 degrees of freedom


def test_too_little_says_nothing() -> None:
    assert between_means(mean_of([3]), mean_of([9])).p == 1.0
    assert between_means(mean_of([3]), mean_of([9])).as_json()["low"] is None
    assert between_means(mean_of([4, 4]), mean_of([4, 4, 4])).p == 1.0


def test_the_variance_of_large_numbers_is_not_lost() -> None:
    far = 10**15
    assert mean_of([far + 1, far + 3]).variance == 2.0


def test_intervals_hold_19_times_in_20() -> None:
    dice, held, shares = Dice.of(5), 0, 0
    for _ in range(2000):
        sample = [dice.randint(1, 6) for _ in range(40)]
        low, high = mean_of(sample).interval
        held += low <= 3.5 <= high
        low, high = Share(sum(one == 6 for one in sample), 40).interval
        shares += low <= 1 / 6 <= high
    assert 0.935 < held / 2000 < 0.965
    assert 0.93 < shares / 2000 < 0.98


def test_equal_samples_differ_once_in_20_times() -> None:
    dice, found, rounds = Dice.of(6), 0, 2000
    for _ in range(rounds):
        a, b = ([dice.randint(1, 6) for _ in range(30)] for _ in range(2))
        found += between_means(mean_of(a), mean_of(b)).p < 0.05
    assert 0.035 < found / rounds < 0.065


def test_probabilities_are_adjusted_for_their_number() -> None:
    """The smallest times their number, the next times one less, and so on, never less than before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_what_happens_on_one_side_only_is_compared_and_what_never_happens_is_not() -> None:
    shared = Statistics(players=2, matches=10, ended=10, shared=4)
    never = Statistics(players=2, matches=10, ended=10)
    for one, other in ((shared, never), (never, shared)):
        names = {measure.name for measure in comparison(one, other).measures}
        assert "several winners" in names
        assert "no winner" not in names
