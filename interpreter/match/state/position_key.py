"""A key that is the same for positions that the rules cannot tell apart.

Pieces of one design with the same state, lying in the same place, are interchangeable: they are renamed in
the order in which a fixed walk over the memory meets them. Luck and knowledge are left out: no rule reads
them.
"""

from __future__ import annotations

import hashlib

from ...ir import FORKS, LUCK, NONE, SECRET_LUCK, CellKind
from ...lower.numbering import leaves
from ...memory.words import Memory, load_set, members
from .position import Position
from .rename_pieces import frame_registers, rename


def position_key(position: Position) -> bytes:
    """16 bytes; equal keys mean equal positions, except for hash collisions."""
    lowered = position.rules.lowered
    layout = lowered.program.layout
    plan = position.rules.engine.plan
    new = _canonical(position)
    m = rename(lowered, plan, position.memory, new)
    m[LUCK] = m[SECRET_LUCK] = m[FORKS] = 0
    for address in range(layout.knows, layout.knows + layout.max_players * layout.piece_words):
        m[address] = 0
    for address in range(layout.pools, layout.pools + layout.pieces):
        m[address] = 0
    return hashlib.blake2b(m.tobytes(), digest_size=16).digest()


def _canonical(position: Position) -> list[int]:
    """New names: within each design, pieces are sorted by what the rules can tell them apart by."""
    lowered = position.rules.lowered
    layout = lowered.program.layout
    signature = _signatures(position)
    new = list(range(layout.pieces))
    by_design: dict[int, list[int]] = {}
    for piece, design in enumerate(layout.designs):
        by_design.setdefault(design, []).append(piece)
    for pieces in by_design.values():
        for name, piece in zip(pieces, sorted(pieces, key=lambda one: (signature[one], one)), strict=True):
            new[piece] = name
    return new


def _signatures(position: Position) -> list[list[int]]:
    """For each piece, what distinguishes it: its place, its position, its states, and references to it."""
    lowered = position.rules.lowered
    m, layout = position.memory, lowered.program.layout
    found = [[m[layout.at + piece], 0] for piece in range(layout.pieces)]
    for place in layout.places:
        if place.ordered:
            for index in range(m[place.base]):
                found[m[place.base + 1 + index]][1] = index
    for slot in leaves(lowered.tables.piece_states.values()):
        for piece in range(layout.pieces):
            if slot.bits:
                found[piece].append(load_set(m, slot.address, slot.words) >> piece & 1)
            elif 0 <= piece - slot.first < slot.count:
                found[piece].append(m[slot.address + (piece - slot.first) * slot.words])
    for (_, _, piece), slot in lowered.tables.ability_states.items():
        found[piece].append(m[slot.address])
    _references(position, m, found)
    return found


def _references(position: Position, m: Memory, found: list[list[int]]) -> None:
    """The references to a piece: states of the game and of players, and registers in frames."""
    lowered = position.rules.lowered
    layout = lowered.program.layout
    special = {layout.at, layout.pools, layout.knows}
    places = [
        (cell.address + index * cell.words, cell.kind, cell.words)
        for cell in layout.cells
        if cell.address not in special
        for index in range(cell.count)
    ]
    for address, kind, words in [
        *places,
        *frame_registers(lowered.program, position.rules.engine.plan, m),
    ]:
        if kind is CellKind.PIECE and m[address] != NONE:
            found[m[address]].append(address)
        elif kind is CellKind.PIECES:
            for piece in members(load_set(m, address, words)):
                found[piece].append(address)
