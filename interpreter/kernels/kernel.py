"""What kernels are written with: records, numbers that lie in a row, and operations of the machine.

A kernel is an ordinary function with annotations, in the part of Python that `native.translate` describes. In Python
a record is an object, and `Cells` are an array or a list. In machine code a record is a row of fields of 64 bits,
in the order in which its class declares them, and `Cells` are a pointer. A row of records, `list[Arm]`, is a list
or a pointer, too. A few classes are written twice, since Python and machines do the same thing in different ways:
`Dice`, and the tree of a search; `native.twins` has the other half of them.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar, cast

import attrs

T = TypeVar("T")


class Cells(Protocol):
    """Numbers of 64 bits in a row."""

    def __getitem__(self, index: int, /) -> int:
        """The number at a place."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Writes it."""


class Floats(Protocol):
    """Floats of 64 bits in a row."""

    def __getitem__(self, index: int, /) -> float:
        """The float at a place."""

    def __setitem__(self, index: int, value: float, /) -> None:
        """Writes it."""


class Singles(Floats, Protocol):
    """Floats of 32 bits in a row. What is written there is rounded."""


class Halves(Cells, Protocol):
    """Numbers of 32 bits in a row."""


class Bytes(Cells, Protocol):
    """Numbers from 0 to 255 in a row."""


class Routine(Protocol):
    """What the caller of a kernel lends it: a function of Python, or the address of machine code. It takes numbers,
    rows and records, and returns a number."""

    def __call__(self, *arguments: Any) -> int:
        """Runs it."""


record = attrs.define(eq=False, init=False, repr=False)
"""Declares a record: a class that has nothing but fields. Its caller makes one with `plain`, or `native.records`."""


@cache
def fields_of(kind: type) -> dict[str, str]:
    """The fields of a record, in order, with the names of their types."""
    return {one.name: str(one.type) for one in attrs.fields(cast(Any, kind))}


def plain(kind: type[T]) -> T:
    """A record for Python. Its numbers are 0; what else it has, the caller sets."""
    made = kind()
    for name, zero in _zeros(cast(Any, kind)):
        setattr(made, name, zero)
    return made


@cache
def _zeros(kind: type) -> list[tuple[str, object]]:
    return [(name, _ZERO[of]) for name, of in fields_of(kind).items() if of in _ZERO]


def filled(kind: type[T], values: Sequence[Any]) -> T:
    """A record for Python with these values, by field."""
    made = kind()
    for name, value in zip(fields_of(cast(Any, kind)), values, strict=True):
        setattr(made, name, value)
    return made


_ZERO: dict[str, object] = {"int": 0, "float": 0.0}

# ------------------------------------------------------------- operations of the machine

root: Callable[[float], float] = math.sqrt
"""The square root."""
real: Callable[[int], float] = float
"""The number as a float."""
lanes = range
"""A `range` for a long loop whose steps do not depend on each other: machines do several of them together."""
whole: Callable[[float], int] = int
"""The number without what is behind its point."""


def copy(to: Any, source: Any, count: int) -> None:
    """Copies the cells of a memory; `count` is how many these are."""
    to[:] = source


def copy_singles(to: Any, source: Any, count: int) -> None:
    """Copies the first `count` floats of `Singles`."""
    to[:count] = source[:count]


def copy_halves(to: Any, source: Any, count: int) -> None:
    """Copies the first `count` numbers of `Halves`."""
    to[:count] = source[:count]


def clear(out: Any, first: int, count: int) -> None:
    """Makes `count` floats of `Singles` 0, from the `first` on."""
    out[first : first + count] = array("f", bytes(4 * count))


def wipe(out: Any, first: int, count: int) -> None:
    """Makes `count` numbers of `Bytes` 0, from the `first` on."""
    out[first : first + count] = bytes(count)


LANE = 8
"""How many words the machine compares in one step."""


def differing(one: Any, first: int, other: Any, second: int) -> int:
    """Which words differ of the `LANE` words from `first` on and those from `second` on in another row, as a set."""
    if one[first : first + LANE] == other[second : second + LANE]:
        return 0
    return sum(1 << at for at in range(LANE) if one[first + at] != other[second + at])


def fetch(of: Any, at: int) -> None:
    """Says that the number at a place will be read soon: the machine fetches it meanwhile."""


def fetch_half(of: Any, at: int) -> None:
    """`fetch`, of `Halves`."""


def moved(memory: Any, first: int, kept: Any, second: int) -> int:
    """`differing`, of words of a memory and of `Halves`. Words behind the end of a memory may have any value."""
    pairs = zip(memory[first : first + LANE], kept[second : second + LANE], strict=False)
    return sum(1 << at for at, (one, other) in enumerate(pairs) if one != other)


def below(numbers: Any, first: int, bound: int) -> int:
    """How many of the `LANE` numbers from `first` on are less than a bound."""
    return sum(1 for one in numbers[first : first + LANE] if one < bound)


def lowest(value: int) -> int:
    """The number of the lowest bit that is set, of at least one."""
    return (value & -value).bit_length() - 1
