"""Luck: unbiased, deterministic, and cheap in draws."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import permutations
from math import factorial, prod

import pytest
from rulewright.interpreter.ir import LUCK
from rulewright.interpreter.memory.luck import below, shuffle, signed, stretches


def test_the_generator_is_splitmix64() -> None:
    # The reference values of SplitMix64 for the seed 1234567; a bound of 2**62 shows the highest bits.
    m = array("q", [1234567])
    values = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert [below(m, 1 << 62) for _ in values] == [value >> 2 for value in values]


def test_the_state_is_a_signed_cell() -> None:
    assert signed(-1) == signed((1 << 64) - 1) == -1
    m = array("q", [signed(1 << 63)])
    for _ in range(100):
        below(m, 6)


def test_below_rejects_an_empty_bound() -> None:
    with pytest.raises(ValueError, match="below 0"):
        below(array("q", [0]), 0)


def test_stretches_cover_all_steps_within_the_bound() -> None:
    for count in range(2, 200):
        groups = stretches(count)
        assert [bound for _, bounds in groups for bound in bounds] == list(range(count, 1, -1))
        assert all(product == prod(bounds) < 1 << 63 for product, bounds in groups)
    assert len(stretches(20)) == 1
    assert stretches(20)[0][0] == factorial(20)


def test_every_order_of_four_is_as_likely() -> None:
    m = array("q", [7, 0, 0, 0, 0])
    rounds, seen = 24_000, Counter[tuple[int, ...]]()
    for _ in range(rounds):
        m[1:5] = array("q", [0, 1, 2, 3])
        shuffle(m, 1, 4)
        seen[tuple(m[1:5])] += 1
    expected = rounds / 24
    chi_square = sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


def test_long_piles_keep_their_pieces_and_spread_evenly() -> None:
    m, size = array("q", [99, *range(30)]), 30
    where = Counter[int]()
    for _ in range(6_000):
        m[1:] = array("q", range(size))
        shuffle(m, 1, size)
        where[m.index(0) - 1] += 1
    assert sorted(m[1:]) == list(range(size))
    expected = 6_000 / size
    assert sum((where[i] - expected) ** 2 / expected for i in range(size)) < 58.3  # 29 degrees


def test_the_same_seed_gives_the_same_order() -> None:
    one, two = (array("q", [5, *range(13)]) for _ in range(2))
    shuffle(one, 1, 13)
    shuffle(two, 1, 13)
    assert one == two
    assert one[LUCK] == signed(5 + 0x9E3779B97F4A7C15), "13 pieces cost one draw"
