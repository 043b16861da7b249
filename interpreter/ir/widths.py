"""How many memory cells sets take: one for every 64 members."""

from __future__ import annotations

from collections.abc import Iterator

from .expressions import WORD_BITS
from .program import CellKind, Layout


def words_for(count: int) -> int:
    """How many cells a set over that many members takes (at least one)."""
    return max(1, -(-count // WORD_BITS))


def kind_words(layout: Layout, kind: CellKind) -> int:
    """How many cells a register of this kind takes in a frame."""
    return words_for(set_members(layout, kind))


def set_members(layout: Layout, kind: CellKind) -> int:
    """How many members a set of this kind can have; 0 if the kind is none of sets."""
    match kind:
        case CellKind.PIECES:
            return layout.pieces
        case CellKind.PLACES:
            return layout.members
        case CellKind.DESIGNS:
            return max(layout.designs, default=-1) + 1
        case CellKind.PLAYERS:
            return layout.max_players
    return 0


def signed_word(word: int) -> int:
    """The number that a cell holds for the lowest 64 bits of a set; the highest of them is the sign."""
    word &= (1 << WORD_BITS) - 1
    return word - (word >> WORD_BITS - 1 << WORD_BITS)


def fills_words(layout: Layout, kind: CellKind) -> bool:
    """Whether a set of this kind can have the highest bit of its last cell, which is the sign of a number."""
    count = set_members(layout, kind)
    return count > 0 and count % WORD_BITS == 0


def is_simple(layout: Layout, kind: CellKind) -> bool:
    """Whether a value of this kind is the number in a single cell: no set, or a set of fewer than 64 members."""
    return kind_words(layout, kind) == 1 and not fills_words(layout, kind)


def members(value: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while value:
        least = value & -value
        yield least.bit_length() - 1
        value ^= least
