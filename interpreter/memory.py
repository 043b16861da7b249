"""The memory of a match as Python sees it: one flat `array('q')`, and the words that sets are held in."""

from __future__ import annotations

from array import array
from typing import TypeAlias

from .ir import WORD_BITS, CellKind, Layout

Memory: TypeAlias = "array[int]"

WORD_MASK = (1 << WORD_BITS) - 1


def words_for(members: int) -> int:
    """How many cells a set over this many members takes (at least one)."""
    return max(1, -(-members // WORD_BITS))


def kind_words(layout: Layout, kind: CellKind) -> int:
    """How many cells a register of this kind takes in a frame."""
    if kind is CellKind.PIECES:
        return layout.piece_words
    if kind is CellKind.PLACES:
        return words_for(len(layout.places))
    if kind is CellKind.DESIGNS:
        return words_for(max(layout.designs, default=0) + 1)
    return 1


def load_set(m: Memory, address: int, words: int) -> int:
    """The set held in `words` cells from an address on."""
    value = 0
    for word in reversed(range(words)):
        value = value << WORD_BITS | m[address + word]
    return value


def store_set(m: Memory, address: int, words: int, value: int) -> None:
    """Stores a set; raises OverflowError, with nothing stored, when it does not fit."""
    if value >> (WORD_BITS * words):
        raise OverflowError("a set does not fit into its cells")
    for word in range(words):
        m[address + word] = value >> (WORD_BITS * word) & WORD_MASK


def members(value: int) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while value:
        low = value & -value
        found.append(low.bit_length() - 1)
        value ^= low
    return found


class MembersOf(dict[int, tuple[int, ...]]):
    """The members of sets, ascending, as a bounded memo: the same few sets come again and again."""

    def __missing__(self, value: int) -> tuple[int, ...]:
        if len(self) >= 4096:
            self.clear()
        found = self[value] = tuple(members(value))
        return found


MEMBERS = MembersOf()


def nth(value: int, number: int) -> int:
    """The member of a set with this number, in ascending order from 0; -1 if there are not so many."""
    for _ in range(number):
        value &= value - 1
    return (value & -value).bit_length() - 1
