"""Dice: SplitMix64, with the methods of `random.Random` that bots use."""

from __future__ import annotations

import doctest
import math
import pickle
from array import array
from collections import Counter
from collections.abc import Callable

import pytest
from rulewright.interpreter.ir import LUCK
from rulewright.interpreter.memory import dice as dice_module
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.luck import below, signed


def test_the_numbers_are_those_of_splitmix64() -> None:
    dice = Dice(1234567)  # with the published reference values
    assert [dice.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_the_example_in_its_docstring_is_true() -> None:
    found = doctest.testmod(dice_module)
    assert (found.attempted, found.failed) == (2, 0)


def test_a_number_below_a_bound_takes_one_draw() -> None:
    dice, same = Dice(9), Dice(9)
    for bound in (1, 2, 3, 7, 1000, 1 << 63, 1 << 64):
        assert dice.below(bound) == same.next() * bound >> 64
    assert dice.state == same.state


def test_seeds_give_dice_that_differ_from_each_other_and_from_luck() -> None:
    first = {Dice.of(seed).next() for seed in range(-500, 500)}
    assert len(first) == 1000
    assert Dice.of(-1).next() == Dice.of((1 << 64) - 1).next()
    assert len({Dice.of(1, 2).next(), Dice.of(2, 1).next(), Dice.of(1).next(), Dice.of(2).next()}) == 4
    for seed in range(100):
        m, dice = array("q", [signed(seed)]), Dice.of(seed)
        assert LUCK == 0
        assert [below(m, 1 << 20) for _ in range(3)] != [dice.below(1 << 20) for _ in range(3)]


def test_each_way_to_draw_is_even() -> None:
    dice, rounds = Dice.of(3), 6000
    ways: dict[str, Callable[[], int]] = {
        "below": lambda: dice.below(6),
        "randrange": lambda: (dice.randrange(10, 22, 2) - 10) // 2,
        "randint": lambda: dice.randint(1, 6) - 1,
        "choice": lambda: dice.choice(range(6)),
        "choices": lambda: dice.choices(range(6), [0.5] * 6)[0],
        "random": lambda: int(dice.random() * 6),
        "uniform": lambda: math.floor(dice.uniform(-3, 3)) + 3,
        "sample": lambda: dice.sample(range(6), 3)[2],
        "weighted": lambda: dice.weighted([2] * 6),
        "getrandbits": lambda: dice.getrandbits(70) * 6 >> 70,
    }
    for way, draw in ways.items():
        counts = Counter(draw() for _ in range(rounds))
        assert set(counts) == set(range(6)), way
        assert sum((count - rounds / 6) ** 2 / (rounds / 6) for count in counts.values()) < 20.5, way


def test_weights_are_shares() -> None:
    dice = Dice.of(5)
    counts = Counter(dice.weighted([1, 0, 3]) for _ in range(4000))
    assert 0 < counts[0] / 4000 - 0.22 < 0.06
    assert set(counts) == {0, 2}
    several = dice.choices("abc", [0, 1, 0], k=5)
    assert several == ["b"] * 5


def test_a_shuffle_keeps_everything_and_every_order_comes() -> None:
    dice, seen = Dice.of(11), Counter[str]()
    for _ in range(2400):
        letters = list("abcd")
        dice.shuffle(letters)
        seen["".join(letters)] += 1
    assert len(seen) == 24
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 49.7
    assert all(set(order) == set("abcd") for order in seen)


def test_a_sample_has_different_members() -> None:
    dice = Dice.of(2)
    for k in range(6):
        found = dice.sample(range(5), k) if k <= 5 else []
        assert len(set(found)) == len(found) == k


def test_what_cannot_be_drawn_is_refused_as_usual() -> None:
    dice = Dice.of(1)
    with pytest.raises(IndexError):
        dice.choice([])
    with pytest.raises(IndexError):
        dice.choices([])
    with pytest.raises(ValueError, match="weights"):
        dice.choices("ab", [0, 0])
    with pytest.raises(ValueError, match="weights"):
        dice.choices("ab", [1])
    with pytest.raises(ValueError, match="weights"):
        dice.weighted([0, 0])
    with pytest.raises(ValueError, match="range"):
        dice.randint(2, 1)
    with pytest.raises(ValueError, match="no 3 of 2"):
        dice.sample("ab", 3)
    with pytest.raises(ValueError, match="bits"):
        dice.getrandbits(-1)


def test_dice_that_are_copied_go_on_alike() -> None:
    dice = Dice.of(8)
    dice.next()
    again = pickle.loads(pickle.dumps(dice))
    assert [again.next() for _ in range(3)] == [dice.next() for _ in range(3)]
