"""A small part of Python becomes machine code: it computes what Python computes, and refuses everything else."""

from __future__ import annotations

import ctypes
import math
import random
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.native import redealing
from rulewright.interpreter.native.compiling import MachineCode, compiled
from rulewright.interpreter.native.kernel import (
    Cells,
    Routine,
    as_floats,
    high_product,
    lowest,
    real,
    root,
    shifted,
)
from rulewright.interpreter.native.translate import translate

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


def twice(p: Cells, f: Routine) -> int:
    """Calls machine code by its address, and kernels by their names."""
    return f(p, 5) + sums(p + 1, 4)


def write_root(p: Cells) -> None:
    """Floats lie in the same memory."""
    as_floats(p)[1] = root(real(p[0])) / 2.0 - 0.25


def bits(a: int, b: int) -> int:
    """Operations of the machine."""
    return high_product(a, b) ^ (lowest(a) << 40) ^ shifted(b, 9)


KERNELS = (sums, operations, twice, write_root, bits)


@pytest.fixture(scope="module")
def code() -> MachineCode:
    return compiled(translate("test", KERNELS, KERNELS), "light")


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
        assert native(cells.buffer_info()[0], 9) == sums(cells, 9)  # type: ignore[arg-type]


def test_numbers_have_64_bits(code: MachineCode) -> None:
    native = function(code, "operations", NUMBER, NUMBER)
    dice = random.Random(5)
    for _ in range(300):
        a, b = (signed(dice.getrandbits(dice.choice((4, 30, 62, 64)))) for _ in range(2))
        expected = operations(a, b)
        assert native(a, b) == signed(expected), (a, b)


def test_machine_code_is_called_by_its_address(code: MachineCode) -> None:
    cells = array("q", [9, 20, 30, 40, 50, 60])
    address = cells.buffer_info()[0]
    found = function(code, "twice", POINTER, NUMBER)(address, code.address("sums"))
    assert found == sums(cells, 5) + sums(cells[1:], 4)  # type: ignore[arg-type]


def test_floats(code: MachineCode) -> None:
    cells = array("q", [10, 0])
    function(code, "write_root", POINTER)(cells.buffer_info()[0])
    assert memoryview(cells).cast("B").cast("d")[1] == math.sqrt(10) / 2 - 0.25


def test_operations_of_the_machine(code: MachineCode) -> None:
    native = function(code, "bits", NUMBER, NUMBER)
    dice = random.Random(6)
    for _ in range(100):
        a, b = dice.getrandbits(64) | 1 << 63, dice.getrandbits(64)
        low = (a & -a).bit_length() - 1
        assert native(signed(a), signed(b)) == signed((a * b >> 64) ^ (low << 40) ^ (b >> 9))


def test_the_dice_are_those_of_python() -> None:
    made = compiled(translate("dice", redealing.KERNELS, redealing.KERNELS), "light")
    of, bits_of = function(made, "dice_of", NUMBER), function(made, "next_bits", POINTER)
    below = function(made, "below", POINTER, NUMBER)
    for seed in (0, 1, 7, -3, 1 << 62):
        python, state = Dice.of(seed), array("q", [of(seed)])
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


def with_a_text(p: str) -> int:
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
        (with_a_text, "no values of type str"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_everything_else_is_refused(kernel: Callable[..., int], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        translate("test", [kernel], [kernel])
