"""Places at run time: what lies where, and moving it. Made for one layout; works on any memory of it.

`Places` holds the layout's facts as plain tuples, since every action of every match reads them. The maker
functions at the end build the operations of one constant place, which is what rules nearly always name.
"""

from __future__ import annotations

from collections.abc import Callable

from .faults import RulesFault
from .ir import NONE, PLAYERS, WORD_BITS, Fault, Layout
from .memory import Memory, load_set, members

Put = Callable[[Memory, int, int], None]  # (memory, piece, number of the fault)


class Places:
    """Facts of a layout, and the operations whose place is known only while the rules run."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.base = tuple(place.base for place in layout.places)
        self.ordered = tuple(place.ordered for place in layout.places)
        self.words = layout.piece_words
        self.bit = tuple(1 << piece % WORD_BITS for piece in range(layout.pieces))
        self.masks = tuple(1 << piece for piece in range(layout.pieces))
        self.word = tuple(piece // WORD_BITS for piece in range(layout.pieces))

    def number(self, place: int) -> int:
        """The place itself; a negative index must not count from the end."""
        if place < 0:
            raise IndexError(place)
        return self.base[place]

    def count(self, m: Memory, place: int) -> int:
        base = self.number(place)
        if self.ordered[place]:
            return m[base]
        return sum(m[base + word].bit_count() for word in range(self.words))

    def set_of(self, m: Memory, place: int) -> int:
        base = self.number(place)
        if not self.ordered[place]:
            return load_set(m, base, self.words)
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
        """Takes a piece out of the place it lies in, whose number is given."""
        base = self.base[place]
        if not self.ordered[place]:
            m[base + self.word[piece]] &= ~self.bit[piece]
            return
        count = m[base]
        top = base + count
        if m[top] != piece:
            hole = m.index(piece, base + 1, top)
            m[hole:top] = m[hole + 1 : top + 1]
        m[top] = 0
        m[base] = count - 1


def put_makers(places: Places, faults: tuple[Fault, ...]) -> Callable[[int, bool], Put]:
    """A function that makes the `Put` of a constant place, on top or to the bottom."""

    def make(place: int, to_bottom: bool) -> Put:
        if not places.ordered[place]:
            return _put_unordered(places, faults, place)
        return _put_ordered(places, faults, place, to_bottom)

    return make


def _put_ordered(places: Places, faults: tuple[Fault, ...], place: int, to_bottom: bool) -> Put:
    layout = places.layout
    at, base, pieces = layout.at, places.base[place], layout.pieces
    capacity = layout.places[place].capacity
    take, teach = places.take, teacher(places, place)

    def put(m: Memory, piece: int, fault: int) -> None:
        if not 0 <= piece < pieces:
            raise RulesFault(faults[fault])
        old = m[at + piece]
        if m[base] >= capacity and old != place:
            raise RulesFault(faults[fault])
        if old >= 0:
            take(m, piece, old)
        count = m[base] + 1
        if to_bottom:
            m[base + 2 : base + 1 + count] = m[base + 1 : base + count]
            m[base + 1] = piece
        else:
            m[base + count] = piece
        m[base] = count
        m[at + piece] = place
        if teach is not None:
            teach(m, piece)

    return put


def _put_unordered(places: Places, faults: tuple[Fault, ...], place: int) -> Put:
    layout = places.layout
    at, base, pieces = layout.at, places.base[place], layout.pieces
    limited, capacity = layout.places[place].capacity < pieces, layout.places[place].capacity
    take, teach, count = places.take, teacher(places, place), places.count
    bit, word = places.bit, places.word

    def put(m: Memory, piece: int, fault: int) -> None:
        if not 0 <= piece < pieces:
            raise RulesFault(faults[fault])
        old = m[at + piece]
        if limited and old != place and count(m, place) >= capacity:
            raise RulesFault(faults[fault])
        if old >= 0:
            take(m, piece, old)
        m[base + word[piece]] |= bit[piece]
        m[at + piece] = place
        if teach is not None:
            teach(m, piece)

    return put


def teacher(places: Places, place: int) -> Callable[[Memory, int], None] | None:
    """What teaches a piece to all who see a place: only to players who play."""
    layout, words = places.layout, places.words
    viewers = [player for player in members(layout.places[place].viewers) if player < layout.max_players]
    if not viewers:
        return None
    bit, word = places.bit, places.word
    by_players = tuple(
        tuple(layout.knows + words * viewer for viewer in viewers if viewer < playing)
        for playing in range(layout.max_players + 1)
    )

    def teach(m: Memory, piece: int) -> None:
        mask = bit[piece]
        offset = word[piece]
        for known in by_players[m[PLAYERS]]:
            m[known + offset] |= mask

    return teach
