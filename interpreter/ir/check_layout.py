"""Checks a layout: that everything it names lies within the memory, and that nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterator

from . import FIXED_HEAD, WORD_BITS, Layout, Program
from .frames import FRAME_HEAD

Stretch = tuple[int, int, str]  # first address, address after the last, name


def check_layout(program: Program) -> Iterator[str]:
    layout = program.layout
    if len(program.initial) != layout.size:
        yield f"{len(program.initial)} initial cells for a memory of {layout.size}"
    if len(layout.designs) != layout.pieces:
        yield f"{len(layout.designs)} designs given for {layout.pieces} pieces"
    if layout.piece_words * WORD_BITS < layout.pieces:
        yield f"{layout.pieces} pieces do not fit into {layout.piece_words} words"
    if not 0 <= layout.members <= len(layout.places):
        yield f"sets of {layout.members} places, of which there are {len(layout.places)}"
    if layout.strands < 1 or layout.stack < 1 + FRAME_HEAD:
        yield "no room for a frame on the stack"
    yield from _check_cells(layout)
    yield from _check_overlap(_stretches(layout), layout.size)


def _check_cells(layout: Layout) -> Iterator[str]:
    for cell in layout.cells:
        # A game without pieces has no cells for them.
        if cell.words < 1 or (cell.count < 1 and layout.pieces):
            yield f"cell {cell.name} is empty"
        if cell.least > cell.most:
            yield f"cell {cell.name} has an empty range"
    for place in layout.places:
        if place.capacity < 0 or place.viewers < 0 or place.viewers >> layout.max_players:
            yield f"place {place.name} has a capacity or viewers that cannot be"


def _stretches(layout: Layout) -> list[Stretch]:
    """The parts that must not overlap; the layout may also list its head, tables and places as named cells."""
    parts = [(0, FIXED_HEAD, "the fixed head")]
    if layout.pieces:
        words = layout.piece_words
        parts += [
            (layout.at, layout.at + layout.pieces, "at"),
            (layout.knows, layout.knows + layout.max_players * words, "knows"),
            (layout.pools, layout.pools + layout.pieces, "pools"),
        ]
    for place in layout.places:
        length = 1 + place.capacity if place.ordered else layout.piece_words
        parts.append((place.base, place.base + length, f"place {place.name}"))
    parts.append((layout.stacks, layout.stacks + layout.strands * layout.stack, "the stacks"))
    taken = {(first, end) for first, end, _ in parts}
    for cell in layout.cells:
        stretch = (cell.address, cell.address + cell.count * cell.words)
        if stretch not in taken and not (stretch[1] <= FIXED_HEAD and cell.words == 1):
            parts.append((*stretch, f"cell {cell.name}"))
    return parts


def _check_overlap(parts: list[Stretch], size: int) -> Iterator[str]:
    ordered = sorted(parts)
    for first, end, name in ordered:
        if first < 0 or end > size:
            yield f"{name} lies outside of the memory"
    # Parts are sorted by their starts, so a part can overlap only those that start before its end.
    furthest = ordered[0]
    for part in ordered[1:]:
        if part[0] < furthest[1]:
            yield f"{furthest[2]} and {part[2]} overlap"
        if part[1] > furthest[1]:
            furthest = part
