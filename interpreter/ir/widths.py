"""How many memory cells sets take: one for every 63 members."""

from __future__ import annotations

from .expressions import WORD_BITS
from .program import CellKind, Layout


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
