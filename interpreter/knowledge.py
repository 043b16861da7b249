"""Knowledge at run time: what players learn, and what a shuffle takes from them.

For a player, a piece is known or belongs to a class: the pieces of the same pool that this player does not
know. A pool is numbered by its least piece.
"""

from __future__ import annotations

from .ir import PLAYERS
from .luck import shuffle
from .memory import Memory, load_set, members, store_set
from .places import Places


class Knowledge:
    """The operations on knowledge, for one layout."""

    def __init__(self, places: Places) -> None:
        self.places = places
        layout = places.layout
        self.knows, self.pools = layout.knows, layout.pools
        self.words, self.pieces = layout.piece_words, layout.pieces
        self.everything = (1 << layout.pieces) - 1

    def learn(self, m: Memory, players: int, pieces: int) -> None:
        """The players of a set, of those who play, now know the pieces of a set."""
        for player in members(players & ((1 << m[PLAYERS]) - 1)):
            address = self.knows + player * self.words
            store_set(m, address, self.words, load_set(m, address, self.words) | pieces)

    def shuffle(self, m: Memory, place: int) -> None:
        """Shuffles an ordered place; nobody knows its pieces afterwards."""
        base = self.places.number(place)
        self.forget(m, place)
        shuffle(m, base + 1, m[base])

    def forget(self, m: Memory, place: int) -> None:
        """What a shuffle of the place does to knowledge and pools."""
        mixed = self.places.set_of(m, place)
        if not mixed:
            return
        known_by_all = self.everything
        for player in range(m[PLAYERS]):
            address = self.knows + player * self.words
            known = load_set(m, address, self.words)
            known_by_all &= known
            store_set(m, address, self.words, known & ~mixed)
        self._regroup(m, mixed, self.everything & ~mixed & ~known_by_all)

    def _regroup(self, m: Memory, mixed: int, hidden: int) -> None:
        """Merges `mixed` and the pools that straddle it: that have a member in it and one in `hidden`."""
        pools = m[self.pools : self.pools + self.pieces].tolist()
        touched = {pools[piece] for piece in members(mixed)}
        straddling = {pools[piece] for piece in members(hidden)} & touched
        least: dict[int, int] = {}  # of what stays behind of a touched pool, by its old number
        merged: list[int] = []
        for piece, pool in enumerate(pools):
            if pool not in touched:
                continue
            if pool in straddling or mixed >> piece & 1:
                merged.append(piece)
            else:
                m[self.pools + piece] = least.setdefault(pool, piece)
        for piece in merged:
            m[self.pools + piece] = merged[0]
