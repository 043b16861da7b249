"""Places at run time: what lies where. Made for one layout; works on any memory of that layout.

`Places` holds the layout's facts as plain tuples, since every action of every match reads them; the functions
in `moves` build on it.
"""

from __future__ import annotations

from ..ir import NONE, WORD_BITS, CellKind, Layout
from ..ir.widths import is_simple, signed_word
from .words import Memory, loader

MOST_CLEARED = 32
"""Places that have up to this many cells for each piece are cleared as a whole."""


def cleared(layout: Layout, place: int, to_bottom: bool) -> tuple[tuple[int, int], ...]:
    """The cells of all places (the first of each stretch, and the one after its last), if all pieces together are put
    on top of this ordered place by clearing these, and then filling the place. Empty if that is not so, or not
    cheaper than to move the pieces one by one."""
    to = layout.places[place]
    if not to.ordered or to_bottom or to.capacity < layout.pieces:
        return ()
    found: list[tuple[int, int]] = []
    for one in sorted(layout.places, key=lambda one: one.base):
        end = one.base + (1 + one.capacity if one.ordered else layout.piece_words)
        if found and found[-1][1] == one.base:
            found[-1] = found[-1][0], end
        else:
            found.append((one.base, end))
    return tuple(found) if sum(end - first for first, end in found) <= MOST_CLEARED * layout.pieces else ()


class Places:
    """Facts of a layout, and operations on places that are known only at run time."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.base = tuple(place.base for place in layout.places)
        self.ordered = tuple(place.ordered for place in layout.places)
        self.words = layout.piece_words
        # Whether a set of pieces is the number in a single cell.
        self.simple = is_simple(layout, CellKind.PIECES)
        self._load = loader(layout.piece_words)
        # As cells hold them: combined bit by bit with a cell, these give what the cell holds then.
        self.bit = tuple(signed_word(1 << piece % WORD_BITS) for piece in range(layout.pieces))
        self.masks = tuple(1 << piece for piece in range(layout.pieces))
        self.word = tuple(piece // WORD_BITS for piece in range(layout.pieces))

    def number(self, place: int) -> int:
        """The base of a place; raises for a negative number, which Python would count from the end."""
        if place < 0:
            raise IndexError(place)
        return self.base[place]

    def count(self, m: Memory, place: int) -> int:
        if place < 0:
            raise IndexError(place)
        base = self.base[place]
        if self.ordered[place]:
            return m[base]
        if self.simple:  # the common case, and asked for every cell of a board
            return m[base].bit_count()
        return self._load(m, base).bit_count()

    def set_of(self, m: Memory, place: int) -> int:
        if place < 0:
            raise IndexError(place)
        base = self.base[place]
        if not self.ordered[place]:
            return m[base] if self.simple else self._load(m, base)
        found, masks = 0, self.masks
        for piece in m[base + 1 : base + 1 + m[base]]:
            found |= masks[piece]
        return found

    def at(self, m: Memory, place: int, position: int) -> int:
        base = self.number(place)
        count = m[base]
        if position < 0:
            position += count
        return m[base + 1 + position] if 0 <= position < count else NONE

    def end(self, m: Memory, place: int, among: int, from_top: bool) -> int:
        """The topmost (or bottommost) piece of an ordered place that is in a set; -1 if none is."""
        base = self.number(place)
        pieces = m[base + 1 : base + 1 + m[base]]
        for piece in reversed(pieces) if from_top else pieces:
            if among >> piece & 1:
                return piece
        return NONE

    def pieces(self, m: Memory, place: int) -> Memory:
        """The pieces of an ordered place from the bottom, as a copy."""
        base = self.number(place)
        return m[base + 1 : base + 1 + m[base]]

    def swap(self, m: Memory, place: int, first: int, second: int) -> None:
        base = self.number(place)
        if not (0 <= first < m[base] and 0 <= second < m[base]):
            raise IndexError(f"swap of {first} and {second}")
        a, b = base + 1 + first, base + 1 + second
        m[a], m[b] = m[b], m[a]

    def take(self, m: Memory, piece: int, place: int) -> None:
        """Takes a piece out of the place with this number, in which it lies."""
        base = self.base[place]
        if not self.ordered[place]:
            m[base + self.word[piece]] &= ~self.bit[piece]
            return
        count = m[base]
        top = base + count
        if m[top] != piece:  # most pieces are taken from the top
            hole = m.index(piece, base + 1, top)
            m[hole:top] = m[hole + 1 : top + 1]
        m[top] = 0
        m[base] = count - 1
