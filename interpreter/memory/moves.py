"""Moving pieces at run time: one piece, a set of pieces, or a whole pile, to one place of a layout.

In: the facts of a layout. Out: functions over the memory, one for each place, so that constants are looked
up only once. They update order, membership and knowledge. They rely on the fact that players who see a place
know everything that lies there: a move between two places that the same players see teaches nobody anything.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from ..ir import PLAYERS, WORD_BITS, Fault
from ..ir.widths import signed_word
from .faults import RulesFault
from .places import Places, cleared
from .words import MEMBERS, Memory, members

Put = Callable[[Memory, int, int], None]  # (memory, piece or set of pieces or place, number of the fault)
Addresses = tuple[int, ...]


class Moves:
    """Makes the functions that move pieces to a constant place."""

    def __init__(self, places: Places, faults: tuple[Fault, ...]) -> None:
        self.places, self.faults = places, faults
        layout = self.layout = places.layout
        # By place, with a last entry for -1 (a piece that lies nowhere): the base of an unordered place, or else 0.
        self.open_base = (*(0 if p.ordered else p.base for p in layout.places), 0)
        self.viewers = (*(place.viewers for place in layout.places), 0)
        self._learners: dict[int, tuple[Addresses, ...]] = {}
        self._rows: dict[int, tuple[tuple[Addresses, ...], ...]] = {}

    def put(self, place: int, to_bottom: bool) -> Put:
        """Puts one piece there: on top (into it, if the place has no order), or to the bottom."""
        if self.layout.places[place].ordered:
            return self._put_ordered(place, to_bottom)
        simple = self.places.simple and self._full(place) is None
        return self._put_open(place) if simple else self._put_wide(place)

    def put_all(self, place: int, to_bottom: bool) -> Put:
        """Puts every piece of a set there, in ascending order."""
        one_by_one = self._one_by_one(self.put(place, to_bottom))
        if to_bottom:
            return one_by_one
        if not self.layout.places[place].ordered:
            return self._unite(place, one_by_one) if self.places.simple else one_by_one
        some = self._append_all(place, one_by_one) if self.places.simple else one_by_one
        return self._gather(place, some)

    def put_pile(self, place: int, to_bottom: bool) -> Put:
        """Puts every piece of an ordered place there, from the bottom."""
        if to_bottom or not self.layout.places[place].ordered:
            return self._pile_by_piece(self.put(place, to_bottom))
        return self._append_pile(place)

    # --------------------------------------------------------------------- one piece

    def _put_ordered(self, place: int, to_bottom: bool) -> Put:
        places, faults, at, base = self.places, self.faults, self.layout.at, self.places.base[place]
        pieces, capacity = self.layout.pieces, self.layout.places[place].capacity
        take, learners, bit, word = places.take, self.learners(place), places.bit, places.word
        pile_base = (*(p.base if p.ordered else 0 for p in self.layout.places), 0)

        def put(m: Memory, piece: int, fault: int) -> None:
            if not 0 <= piece < pieces:
                raise RulesFault(faults[fault])
            old = m[at + piece]
            if m[base] >= capacity and old != place:
                raise RulesFault(faults[fault])
            pile = pile_base[old]
            if pile and m[pile + m[pile]] == piece:  # most pieces are taken from the top of a pile
                m[pile + m[pile]] = 0
                m[pile] -= 1
            elif old >= 0:
                take(m, piece, old)
            count = m[base] + 1
            if to_bottom:
                m[base + 2 : base + 1 + count] = m[base + 1 : base + count]
                m[base + 1] = piece
            else:
                m[base + count] = piece
            m[base] = count
            m[at + piece] = place
            if learners[old]:
                for known in learners[old][m[PLAYERS]]:
                    m[known + word[piece]] |= bit[piece]

        return put

    def _put_open(self, place: int) -> Put:
        """For a place without order or limit whose set takes one cell."""
        places, faults, at, base = self.places, self.faults, self.layout.at, self.places.base[place]
        take, open_base, bits, learners = places.take, self.open_base, places.bit, self.learners(place)
        pieces = self.layout.pieces

        def put(m: Memory, piece: int, fault: int) -> None:
            if not 0 <= piece < pieces:
                raise RulesFault(faults[fault])
            old = m[at + piece]
            bit = bits[piece]
            source = open_base[old]
            if source:
                m[source] ^= bit
            elif old >= 0:
                take(m, piece, old)
            m[base] |= bit
            m[at + piece] = place
            if learners[old]:
                for known in learners[old][m[PLAYERS]]:
                    m[known] |= bit

        return put

    def _put_wide(self, place: int) -> Put:
        """For a place without order that has a limit, or whose set takes several cells."""
        places, faults, at, base = self.places, self.faults, self.layout.at, self.places.base[place]
        pieces, full = self.layout.pieces, self._full(place)
        take, bit, word, learners = places.take, places.bit, places.word, self.learners(place)

        def put(m: Memory, piece: int, fault: int) -> None:
            if not 0 <= piece < pieces:
                raise RulesFault(faults[fault])
            old = m[at + piece]
            if full is not None and old != place and full(m):
                raise RulesFault(faults[fault])
            if old >= 0:
                take(m, piece, old)
            m[base + word[piece]] |= bit[piece]
            m[at + piece] = place
            if learners[old]:
                for known in learners[old][m[PLAYERS]]:
                    m[known + word[piece]] |= bit[piece]

        return put

    # ------------------------------------------------------------------- many pieces

    def _one_by_one(self, put: Put) -> Put:
        def put_all(m: Memory, moved: int, fault: int) -> None:
            for piece in members(moved):
                put(m, piece, fault)

        return put_all

    def _pile_by_piece(self, put: Put) -> Put:
        pieces_of = self.places.pieces

        def put_pile(m: Memory, source: int, fault: int) -> None:
            for piece in pieces_of(m, source):
                put(m, piece, fault)

        return put_pile

    def _unite(self, place: int, one_by_one: Put) -> Put:
        """To a place without order: as whole sets, if all pieces come from one such place."""
        at, base = self.layout.at, self.places.base[place]
        open_base, learners = self.open_base, self.learners(place)
        if self._full(place) is not None:
            return one_by_one

        def put_all(m: Memory, moved: int, fault: int) -> None:
            if not moved:
                return
            old = m[at + (moved & -moved).bit_length() - 1]
            source = open_base[old]
            if not source or moved & ~m[source]:
                one_by_one(m, moved, fault)
                return
            m[source] ^= moved
            m[base] |= moved
            if learners[old]:
                for known in learners[old][m[PLAYERS]]:
                    m[known] |= moved
            for piece in MEMBERS[moved]:
                m[at + piece] = place

        return put_all

    def _append_all(self, place: int, one_by_one: Put) -> Put:
        """To the top of an ordered place: all together, if they come from one place without order."""
        at, base, capacity = self.layout.at, self.places.base[place], self.layout.places[place].capacity
        open_base, learners, faults = self.open_base, self.learners(place), self.faults

        def put_all(m: Memory, moved: int, fault: int) -> None:
            if not moved:
                return
            old = m[at + (moved & -moved).bit_length() - 1]
            source = open_base[old]
            if not source or moved & ~m[source]:
                one_by_one(m, moved, fault)
                return
            top = base + m[base]
            m[base] += moved.bit_count()
            if m[base] > capacity:
                raise RulesFault(faults[fault])
            m[source] ^= moved
            if learners[old]:
                for known in learners[old][m[PLAYERS]]:
                    m[known] |= moved
            for piece in MEMBERS[moved]:
                top += 1
                m[top] = piece
                m[at + piece] = place

        return put_all

    def _gather(self, place: int, some: Put) -> Put:
        """To the top of an ordered place; all pieces of the game together, by clearing all places."""
        layout, at, base = self.layout, self.layout.at, self.places.base[place]
        stretches = [
            (first, end, array("q", bytes(8 * (end - first)))) for first, end in cleared(layout, place, False)
        ]
        if not stretches:
            return some
        everything, pieces = (1 << layout.pieces) - 1, layout.pieces
        pile, there = array("q", (pieces, *range(pieces))), array("q", [place] * pieces)
        viewers = self._knowledge_of(layout.places[place].viewers)
        known = array(
            "q", (signed_word(everything >> WORD_BITS * word) for word in range(layout.piece_words))
        )

        def put_all(m: Memory, moved: int, fault: int) -> None:
            if moved != everything:
                some(m, moved, fault)
                return
            for first, end, nothing in stretches:
                m[first:end] = nothing
            m[base : base + 1 + pieces] = pile
            m[at : at + pieces] = there
            if viewers:  # what lay where they see it, they know already
                for row in viewers[m[PLAYERS]]:
                    m[row : row + len(known)] = known

        return put_all

    def _append_pile(self, place: int) -> Put:
        """A whole pile to the top of an ordered place, in its order."""
        places, at, base = self.places, self.layout.at, self.places.base[place]
        capacity, learners, faults = self.layout.places[place].capacity, self.learners(place), self.faults
        number, bit, word = places.number, places.bit, places.word
        nothing = array("q", bytes(8 * (2 + max(p.capacity for p in self.layout.places))))

        def put_pile(m: Memory, source: int, fault: int) -> None:
            start = number(source)
            count = m[start]
            if not count or source == place:
                return  # each goes to the top in turn, which keeps the order
            pieces = m[start + 1 : start + 1 + count]
            m[start : start + 1 + count] = nothing[: count + 1]
            top = base + 1 + m[base]
            m[base] += count
            if m[base] > capacity:
                raise RulesFault(faults[fault])
            m[top : top + count] = pieces
            learning = learners[source][m[PLAYERS]] if learners[source] else ()
            for piece in pieces:
                m[at + piece] = place
                for known in learning:
                    m[known + word[piece]] |= bit[piece]

        return put_pile

    # ------------------------------------------------------------------------- facts

    def _full(self, place: int) -> Callable[[Memory], bool] | None:
        """A function that checks whether a place without order is full; None if it has room for every piece."""
        capacity, count = self.layout.places[place].capacity, self.places.count
        if capacity >= self.layout.pieces:
            return None
        return lambda m: count(m, place) >= capacity

    def learners(self, place: int) -> tuple[tuple[Addresses, ...], ...]:
        """What a move to this place teaches: [the place of origin][number of players] -> addresses of knowledge.

        The last entry is for a piece that lay nowhere; an entry is empty if nobody learns anything.
        """
        viewers = self.viewers[place]
        if viewers not in self._rows:
            self._rows[viewers] = tuple(self._knowledge_of(viewers & ~old) for old in self.viewers)
        return self._rows[viewers]

    def _knowledge_of(self, players: int) -> tuple[Addresses, ...]:
        """The addresses of the knowledge of the players of a set, by the number of players in the match."""
        if not players:
            return ()
        if players not in self._learners:
            layout = self.layout
            self._learners[players] = tuple(
                tuple(
                    layout.knows + layout.piece_words * player
                    for player in members(players)
                    if player < playing
                )
                for playing in range(layout.max_players + 1)
            )
        return self._learners[players]
