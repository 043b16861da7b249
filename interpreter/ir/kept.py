"""What a kept set holds: computed from where pieces lie."""

from __future__ import annotations

from collections.abc import Sequence

from .program import Kept, Layout
from .widths import members


def kept_value(kept: Kept, layout: Layout, m: Sequence[int]) -> int:
    """The set that must be in memory for the pieces to lie as they do."""
    found = 0
    if not kept.occupied:
        for piece in range(layout.pieces):
            place = m[layout.at + piece]
            found |= (place >= 0 and kept.places >> place & 1) << piece
        return found
    for place in members(kept.places):
        info = layout.places[place]
        size = 1 if info.ordered else layout.piece_words  # of an ordered place, the first cell is the count
        found |= any(m[info.base : info.base + size]) << place
    return found
