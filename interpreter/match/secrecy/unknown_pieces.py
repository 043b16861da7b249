"""Re-deals the pieces that a player cannot tell apart: the pieces of each class exchange their names."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import CellKind
from ...memory.dice import Dice
from ...memory.words import Memory, load_set, members
from ..state.position import Position
from ..state.rename_pieces import frame_registers, piece_cells_of, rename


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


def in_order(position: Position, classes: Sequence[Sequence[int]]) -> Memory:
    """A memory in which the pieces of each class lie in ascending order: who deals from it does not need to know
    which of them lies where."""
    lowered, plan = position.rules.lowered, position.rules.engine.plan
    new = list(range(lowered.program.layout.pieces))
    where = _where(position, {piece for pieces in classes if len(pieces) > 1 for piece in pieces})
    for pieces in classes:
        if len(pieces) > 1:
            for piece, other in zip(sorted(pieces, key=where.__getitem__), sorted(pieces), strict=True):
                new[piece] = other
    return rename(lowered, plan, position.memory, new)


def _where(position: Position, pieces: set[int]) -> dict[int, tuple[list[int], list[int]]]:
    """What would belong to another piece if it exchanged its name with this one: states, and the addresses of all
    cells and sets that name it."""
    lowered, m = position.rules.lowered, position.memory
    facts, program = piece_cells_of(lowered), lowered.program
    found: dict[int, tuple[list[int], list[int]]] = {piece: ([], []) for piece in pieces}
    among = sum(1 << piece for piece in pieces)
    for address, first, count, words in facts.per_piece:
        for piece in pieces:
            if first <= piece < first + count:
                start = address + (piece - first) * words
                found[piece][0].extend(m[start : start + words])
    cells = [one for base in facts.piles for one in range(base + 1, base + 1 + m[base])]
    cells += [one for address, count in facts.pieces for one in range(address, address + count)]
    sets = [*facts.sets]
    for address, kind, words in frame_registers(program, position.rules.engine.plan, m):
        if kind is CellKind.PIECE:
            cells.append(address)
        elif kind is CellKind.PIECES:
            sets.append((address, words))
    for address in cells:
        if m[address] in found:
            found[m[address]][1].append(address)
    for address, words in sets:
        for piece in members(load_set(m, address, words) & among):
            found[piece][1].append(address)
    return found
