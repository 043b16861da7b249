"""Knowledge at run time: what players learn, and what they lose in a shuffle.

A player either knows a piece, or counts it to a class: all pieces of the same pool that this player does not
know. A pool has the number of its lowest piece.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache

from ..ir import PLAYERS, Layout
from .luck import shuffle
from .places import Places
from .words import Memory, load_set, members, store_set

_FEW_PLAYERS = 6  # up to this many players, all sets of them are in a table


class Knowledge:
    """Operations on knowledge, for one layout."""

    def __init__(self, places: Places) -> None:
        self.places = places
        layout = places.layout
        self.knows, self.pools = layout.knows, layout.pools
        self.words, self.pieces, self.simple = layout.piece_words, layout.pieces, places.simple
        self.everything = (1 << layout.pieces) - 1
        self.everyone = (1 << layout.max_players) - 1
        self.addresses = _by_players(layout) if layout.max_players <= _FEW_PLAYERS else None

    def learn(self, m: Memory, players: int, pieces: int) -> None:
        """Lets players know the pieces of a set; players of the given set who are not in the match are skipped."""
        if not pieces:
            return
        if self.addresses is None or not self.simple:
            for player in members(players):
                self.learn_one(m, player, pieces)
            return
        for address in self.addresses[m[PLAYERS]][players]:
            m[address] |= pieces

    def learn_one(self, m: Memory, player: int, pieces: int) -> None:
        """Lets a player know the pieces of a set; nothing happens if that player is not in the match."""
        if 0 <= player < m[PLAYERS]:
            address = self.knows + player * self.words
            if self.simple:
                m[address] |= pieces
            else:
                store_set(m, address, self.words, load_set(m, address, self.words) | pieces)

    def shuffler(self, place: int) -> Callable[[Memory], None]:
        """A function that shuffles a place; afterwards, only players who see it know its pieces."""
        base, forget = self.places.base[place], self.forgetter(place)

        def shuffle_place(m: Memory) -> None:
            forget(m)
            shuffle(m, base + 1, m[base])

        return shuffle_place

    def forgetter(self, place: int) -> Callable[[Memory], None]:
        """A function that changes knowledge and pools as a shuffle of the place does, without shuffling."""
        everything, words, knows, pools = self.everything, self.words, self.knows, self.pools
        simple = self.simple
        viewers, set_of = self.places.layout.places[place].viewers, self.places.set_of
        end = pools + self.pieces
        if viewers == self.everyone:
            return lambda m: None

        def forget(m: Memory) -> None:
            mixed = set_of(m, place)
            known_by_all = everything
            address = knows
            for player in range(m[PLAYERS]):
                known = m[address] if simple else load_set(m, address, words)
                known_by_all &= known
                if known & mixed and not viewers >> player & 1:
                    if simple:
                        m[address] = known & ~mixed
                    else:
                        store_set(m, address, words, known & ~mixed)
                address += words
            hidden = everything & ~mixed & ~known_by_all
            after = regroup(m[pools:end].tobytes(), mixed, hidden)
            if after is not None:
                m[pools:end] = after

        return forget


def _by_players(layout: Layout) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The addresses of the knowledge of each set of players: [number of players in the match][set]."""
    return tuple(
        tuple(
            tuple(
                layout.knows + player * layout.piece_words for player in members(players) if player < playing
            )
            for players in range(1 << layout.max_players)
        )
        for playing in range(layout.max_players + 1)
    )


@lru_cache(maxsize=1024)  # all matches of a game begin with the same shuffles, and many repeat them
def regroup(before: bytes, mixed: int, hidden: int) -> Memory | None:
    """The pools after the pieces `mixed` were shuffled; None if nothing changes.

    `hidden` are the pieces elsewhere that some player does not know. Pools that straddle (with a member in
    `mixed` and one in `hidden`) are merged with `mixed`. Do not change the returned array.
    """
    pools = array("q", before)
    touched = {pools[piece] for piece in members(mixed)}
    straddling = {pools[piece] for piece in members(hidden)} & touched
    least: dict[int, int] = {}  # the new numbers of the rests of split pools, by the old ones
    merged = -1
    for piece, pool in enumerate(pools):
        if pool not in touched:
            continue
        if pool in straddling or mixed >> piece & 1:
            merged = piece if merged < 0 else merged
            pools[piece] = merged
        else:
            pools[piece] = least.setdefault(pool, piece)
    return None if pools.tobytes() == before else pools
