"""Re-deals the pieces that a player cannot tell apart: the pieces of each class exchange their names."""

from __future__ import annotations

from collections.abc import Sequence

from ..memory.dice import Dice
from .position import Position


def classes(positions: Sequence[Position], player: int) -> list[list[int]]:
    """The classes of pieces that a player cannot tell apart in any of the given positions, each in ascending order:
    pieces that the player never knows, that lie in one pool each time, and whose backs show the same."""
    seen = [one.seen_by(player) for one in positions]
    rules = seen[0].rules
    layout, backs = rules.lowered.program.layout, rules.lowered.tables.backs
    known = 0
    for one in seen:
        known |= one.known_pieces(player)
    pools = [one.memory[layout.pools : layout.pools + layout.pieces] for one in seen]
    found: dict[object, list[int]] = {}
    for piece, mark in enumerate(zip(backs, *pools, strict=True)):
        if not known >> piece & 1:
            found.setdefault(mark, []).append(piece)
    return list(found.values())


def deal(positions: Sequence[Position], player: int, rng: Dice) -> list[int]:
    """New names of pieces: pieces that the player cannot tell apart exchange theirs."""
    return exchanged(positions[0].rules.lowered.program.layout.pieces, classes(positions, player), rng)


def exchanged(count: int, classes: Sequence[Sequence[int]], rng: Dice) -> list[int]:
    """New names of `count` pieces: those of each class exchange theirs. A class of n takes n - 1 draws."""
    new = list(range(count))
    for pieces in classes:
        dealt = [*pieces]
        rng.shuffle(dealt)
        for piece, other in zip(pieces, dealt, strict=True):
            new[piece] = other
    return new


__all__ = ["classes", "deal", "exchanged"]
