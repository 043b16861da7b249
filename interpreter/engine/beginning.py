"""The memory with which a match begins, before any rule has run: the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import PLAYERS, Layout
from ..memory.words import Memory


def memory_at_start(
    initial: Memory, layout: Layout, players: int, cells: Mapping[int, int] | None = None
) -> Memory:
    """A copy of a program's initial memory for this many players, with the options of the set-up in their cells, and
    without luck. Raises ValueError for an impossible number of players."""
    if not 1 <= players <= layout.max_players:
        raise ValueError(f"{players} players; the program is for 1 to {layout.max_players}")
    m = initial[:]
    m[PLAYERS] = players
    first, words = layout.knows, layout.piece_words
    for address in range(first + players * words, first + layout.max_players * words):
        m[address] = 0  # players who are not in the match know nothing
    for address, value in (cells or {}).items():
        m[address] = value
    return m
