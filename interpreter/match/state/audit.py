"""Checks that a memory is consistent, as in every game: pieces are conserved, values lie in their ranges."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir import NONE, CellKind
from ...ir.kept import kept_value
from ...lower import Lowered
from ...memory.words import Memory, load_set, members

SETS = (CellKind.PIECES, CellKind.DESIGNS, CellKind.PLACES)
"""The kinds of cells that may take several words."""


def audit(lowered: Lowered, m: Memory) -> list[str]:
    """A sentence for each inconsistency."""
    return [*_places(lowered, m), *_ranges(lowered, m)]


def _places(lowered: Lowered, m: Memory) -> Iterator[str]:
    """Every piece lies in exactly one place, the one in its own cell, and that place may hold its type."""
    layout = lowered.program.layout
    seen: dict[int, str] = {}
    for number, place in enumerate(layout.places):
        if place.ordered:
            count = m[place.base]
            if not 0 <= count <= place.capacity:
                yield f"'{place.name}' holds {count} pieces, and has room for {place.capacity}"
                continue
            held = list(m[place.base + 1 : place.base + 1 + count])
            if any(m[place.base + 1 + count : place.base + 1 + place.capacity]):
                yield f"'{place.name}' has something above its {count} pieces"
        else:
            inside = load_set(m, place.base, layout.piece_words)
            if inside >> layout.pieces:
                yield f"'{place.name}' holds something that is not a set of pieces"
                continue
            held = members(inside)
        for piece in held:
            if piece in seen:
                yield f"piece {piece} lies in '{seen[piece]}' and in '{place.name}'"
            seen[piece] = place.name
            if not 0 <= piece < layout.pieces:
                yield f"'{place.name}' holds {piece}, which is not a piece"
            elif m[layout.at + piece] != number:
                yield f"piece {piece} lies in '{place.name}', but its cell says {m[layout.at + piece]}"
    for piece in range(layout.pieces):
        if piece not in seen and m[layout.at + piece] != NONE:
            yield f"piece {piece} is lost"
    for kept in layout.kept:
        if load_set(m, kept.address, kept.words) != kept_value(kept, layout, m):
            yield f"the set in cell {kept.address} does not hold what lies there"


def _ranges(lowered: Lowered, m: Memory) -> Iterator[str]:
    for cell in lowered.program.layout.cells:
        for index in range(cell.count):
            address = cell.address + index * cell.words
            value = load_set(m, address, cell.words) if cell.kind in SETS else m[address]
            if not cell.least <= value <= cell.most:
                yield f"'{cell.name}' is {value}, outside {cell.least}..{cell.most}"
