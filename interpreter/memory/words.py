"""The memory of a match in Python: one flat `array('q')`, and the words that store sets."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from ..ir import WORD_BITS

Memory: TypeAlias = "array[int]"

WORD_MASK = (1 << WORD_BITS) - 1
_UNROLLED = 2
"""Sets of more words are loaded and stored as bytes, which then takes less time than a line for each word."""


def memory_of(raw: bytes) -> Memory:
    """The memory with these bytes."""
    m = array("q")
    m.frombytes(raw)
    return m


def load_set(m: Memory, address: int, words: int) -> int:
    """The set stored in `words` cells, starting at an address."""
    return loader(words)(m, address)


def store_set(m: Memory, address: int, words: int, value: int) -> None:
    """Stores a set; raises OverflowError, and stores nothing, if it does not fit."""
    storer(words)(m, address, value)


@cache
def loader(words: int) -> Callable[[Memory, int], int]:
    """A function that loads a set of `words` cells."""
    if words > _UNROLLED:
        lines = ["def load(m, a):", f" part = m[a : a + {words}].tobytes()"]
        lines += [f" if len(part) != {8 * words}: raise IndexError(a)", " return from_bytes(part, 'little')"]
        return _written("load", lines)
    lines = ["def load(m, a):", f" value = m[a] & {WORD_MASK}"]
    lines += [
        f" if part := m[a + {word}]: value |= (part & {WORD_MASK}) << {WORD_BITS * word}"
        for word in range(1, words)
    ]
    return _written("load", [*lines, " return value"])


@cache
def storer(words: int) -> Callable[[Memory, int, int], None]:
    """A function that stores a set in `words` cells; see `store_set`."""
    lines = ["def store(m, a, value):"]
    if words > _UNROLLED:
        lines += [
            f" if not 0 <= a <= len(m) - {words}: raise IndexError(a)",
            f" part = array('q', value.to_bytes({8 * words}, 'little'))",
            f" m[a : a + {words}] = part",
        ]
        return _written("store", lines)
    lines += [f" m[a + {words - 1}]"]  # the address comes first
    lines += [f" if value >> {WORD_BITS * words}: raise OverflowError('a set does not fit into its cells')"]
    for word in range(words):
        lines += [f" part = value >> {WORD_BITS * word} & {WORD_MASK}" if words > 1 else " part = value"]
        lines += [f" m[a + {word}] = part if part < {1 << WORD_BITS - 1} else part - {1 << WORD_BITS}"]
    return _written("store", lines)


def _written(name: str, lines: list[str]) -> Callable[..., Any]:
    space: dict[str, Any] = {"array": array, "from_bytes": int.from_bytes}
    exec("\n".join(lines), space)
    found: Callable[..., Any] = space[name]
    return found


def members(value: int) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while value:
        low = value & -value
        found.append(low.bit_length() - 1)
        value ^= low
    return found


class MembersOf(dict[int, tuple[int, ...]]):
    """The members of sets, ascending, in a bounded cache: the same few sets recur all the time."""

    def __missing__(self, value: int) -> tuple[int, ...]:
        if len(self) >= 4096:
            self.clear()
        found = self[value] = tuple(members(value))
        return found


MEMBERS = MembersOf()


def nth(value: int, number: int) -> int:
    """Member number `number` of a set, in ascending order, counted from 0; -1 if the set is smaller."""
    if not 0 <= number < value.bit_count():
        return -1
    for _ in range(number):
        value &= value - 1
    return (value & -value).bit_length() - 1
