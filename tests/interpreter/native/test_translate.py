"""A small part of Python becomes machine code: it computes what Python computes, and refuses everything else."""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Callable
from typing import Any, cast

import pytest
from rulewright.interpreter.kernels.kernel import Cells, Routine, lowest, real, record, root
from rulewright.interpreter.kernels.machine import PlainMaker
from rulewright.interpreter.memory.dice import Dice, high_product, shifted
from rulewright.interpreter.native import twins
from rulewright.interpreter.native.compiling import MachineCode, compiled
from rulewright.interpreter.native.records import NativeMaker, address_of
from rulewright.interpreter.native.translate import translate
from rulewright.interpreter.native.twins import TWINS, MachineDice

LIMIT = 7
NUMBER, POINTER = ctypes.c_int64, ctypes.c_void_p


def sums(p: Cells, count: int) -> int:
    """Loops, conditions, and constants of the module."""
    total = 0
    for i in range(1, count):
        if p[i] > LIMIT and not (p[i] == 50 or i == 2):
            total += p[i]
        elif p[i] < 0:
            break
        else:
            continue
        total -= 1
    left = total
    while left > 100:
        left -= 3
        if left == 101:
            return -left
    return total


def operations(a: int, b: int) -> int:
    """Each operation on numbers."""
    found = (a + b) ^ (a - b) ^ (a * b) ^ (a & b) ^ (a | b) ^ (a << 3) ^ (a >> 5)
    if b > 0 and a >= 0:
        found = found ^ (a // b) ^ (a % b)
    odd = a % 2 == 1 or b == LIMIT
    if odd:
        found = -found
    return found


@record
class Point:
    """A record, of which there are rows."""

    x: int
    weight: float


@record
class Path:
    """A record that leads to others."""

    points: list[Point]
    count: int
    nearest: Point
    dice: Dice
    far: Cells
    measure: Routine


def walk(path: Path) -> float:
    """Reads and writes fields, rows and records, and calls methods, routines and other kernels."""
    total = 0.0
    for number in range(path.count):
        point = path.points[number]
        point.x += path.dice.below(10)
        point.weight = root(real(point.x))
        if number == 0 or point.x < path.nearest.x:
            path.nearest = point
        total += point.weight / 2.0 - 0.25
        path.count = path.count
    path.far[1] = path.measure(path.far, 2) + sums(path.far, 2) + path.points[0].x
    return total


def bits(a: int, b: int) -> int:
    """Operations of the machine."""
    return high_product(a, b) ^ (lowest(a) << 40) ^ shifted(b, 9) ^ shifted(-a, 3)


KERNELS = (sums, operations, walk, bits)


@pytest.fixture(scope="module")
def code() -> MachineCode:
    return compiled(translate("test", KERNELS, TWINS), "light")


def function(code: MachineCode, name: str, *kinds: Any) -> Callable[..., int]:
    made: Callable[..., int] = ctypes.CFUNCTYPE(NUMBER, *kinds)(code.address(name))
    return made


def signed(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def test_it_computes_what_python_computes(code: MachineCode) -> None:
    dice = random.Random(4)
    native = function(code, "sums", POINTER, NUMBER)
    for _ in range(200):
        cells = array("q", [dice.choice((-1, 3, 8, 50, 60, 300)) for _ in range(9)])
        assert native(cells.buffer_info()[0], 9) == sums(cells, 9)


def test_numbers_have_64_bits(code: MachineCode) -> None:
    native = function(code, "operations", NUMBER, NUMBER)
    dice = random.Random(5)
    for _ in range(300):
        a, b = (signed(dice.getrandbits(dice.choice((4, 30, 62, 64)))) for _ in range(2))
        expected = operations(a, b)
        assert native(a, b) == signed(expected), (a, b)


def test_records(code: MachineCode) -> None:
    """A record of machine code is filled in and read as one of Python."""
    native: Callable[..., float] = ctypes.CFUNCTYPE(ctypes.c_double, POINTER)(code.address("walk"))
    for seed in range(20):
        found = []
        for maker in (PlainMaker(), NativeMaker()):
            path = maker.record(Path)
            path.points, path.count = maker.rows(Point, [(x, 0.0) for x in range(3, 9)]), 6
            path.far = maker.cells([20, 9, 40])
            if isinstance(maker, PlainMaker):
                path.dice, path.measure = Dice(seed), sums
                path.nearest = path.points[5]
                total = walk(path)
            else:
                machine = maker.record(MachineDice)
                machine.state = seed
                path.dice, path.measure = cast(Dice, machine), cast(Routine, code.address("sums"))
                path.nearest = path.points[5]
                total = native(address_of(path))
            points = [(path.points[at].x, path.points[at].weight) for at in range(6)]
            found.append((total, points, signed(path.dice.state), [path.far[at] for at in range(3)]))
        assert found[0] == found[1]


def test_operations_of_the_machine(code: MachineCode) -> None:
    native = function(code, "bits", NUMBER, NUMBER)
    dice = random.Random(6)
    for _ in range(100):
        a, b = dice.getrandbits(64) | 1 << 63, dice.getrandbits(64)
        assert native(signed(a), signed(b)) == signed(bits(a, b)) == signed(bits(signed(a), signed(b)))


def test_the_dice_are_those_of_python() -> None:
    made = compiled(translate("dice", [twins.next_bits, twins.below, twins.restart]), "light")
    bits_of, below = function(made, "next_bits", POINTER), function(made, "below", POINTER, NUMBER)
    restart = ctypes.CFUNCTYPE(None, POINTER, NUMBER)(made.address("restart"))
    for seed in (0, 1, 7, -3, 1 << 62):
        python, state = Dice.of(seed), array("q", [0])
        restart(state.buffer_info()[0], seed)
        assert state[0] == signed(python.state)
        for bound in (1, 2, 6, 1000):
            assert bits_of(state.buffer_info()[0]) == signed(python.next())
            assert below(state.buffer_info()[0], bound) == python.below(bound)


def with_a_list(p: Cells) -> int:
    found = [p[0]]
    return found[0]


def with_another_type(p: Cells) -> int:
    found = p[0]
    found = real(found)  # type: ignore[assignment]
    return found


def with_an_unknown_name(p: Cells) -> int:
    return max(p[0], 1)


def with_a_mixed_sum(p: Cells) -> int:
    return p[0] + 0.5  # type: ignore[return-value]


def with_a_number_as_condition(p: Cells) -> int:
    if p[0]:
        return 1
    return 0


def with_a_generator(p: Cells) -> int:
    return any(p[i] == 1 for i in range(3))


def with_an_unknown_field(p: Point) -> int:
    return p.y  # type: ignore[attr-defined, no-any-return]


def with_another_record(p: Path) -> int:
    p.nearest = p  # type: ignore[assignment]
    return 0


def with_a_text(p: str) -> int:
    return 0


class NoRecord:
    """A class without fields that are declared."""


def with_another_class(p: NoRecord) -> int:
    return 0


@pytest.mark.parametrize(
    ("kernel", "says"),
    [
        (with_a_list, "no such expression: .p.0.."),
        (with_another_type, "found is int, not float"),
        (with_an_unknown_name, "there is no max of int, int"),
        (with_a_mixed_sum, "no such operation on int and float"),
        (with_a_number_as_condition, "a condition is bool, not int"),
        (with_a_generator, "no such expression"),
        (with_an_unknown_field, "Point has no field y"),
        (with_another_record, "holds Point, not Path"),
        (with_a_text, "no values of type str"),
        (with_another_class, "no values of type NoRecord"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_everything_else_is_refused(kernel: Callable[..., int], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        translate("test", [kernel], TWINS)
