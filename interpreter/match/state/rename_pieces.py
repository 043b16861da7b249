"""Renames pieces throughout a memory, for re-dealing and position keys.

Since every cell has a kind, a permutation of pieces can be applied to everything that names a piece: the
order of piles, sets, states held per piece, registers of frames, knowledge.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator

import attrs

from ...ir import CellKind, Layout, Program
from ...ir.frames import EntryPoint, FramePlan
from ...ir.widths import is_simple
from ...lower import Lowered
from ...lower.numbering import leaves
from ...memory.words import Memory, load_set, members, store_set


def rename(lowered: Lowered, plan: FramePlan, m: Memory, new: list[int]) -> Memory:
    """A copy of a memory in which piece i has become `new[i]` (a permutation)."""
    result = m[:]
    moved = [(piece, renamed) for piece, renamed in enumerate(new) if piece != renamed]
    if moved:
        facts, permuted = piece_cells_of(lowered), permuter(moved)
        _per_piece(facts, m, result, moved)
        _abilities(lowered, m, result, new)
        _piles(facts, m, result, new)
        _cells(facts, result, new, permuted)
        _frames(lowered.program, plan, m, result, new, permuted)
    return result


@attrs.frozen
class PieceCells:
    """Where a memory names pieces, in groups that are handled in the same way."""

    per_piece: tuple[tuple[int, int, int, int], ...]  # address, first piece, number of pieces, cells for each
    piles: tuple[int, ...]
    pieces: tuple[tuple[int, int], ...]  # address, number of cells that name one piece each
    sets: tuple[tuple[int, int], ...]  # address, words of a set
    simple: bool  # whether a set of pieces is the number in a single cell


_KNOWN: weakref.WeakKeyDictionary[Lowered, PieceCells] = weakref.WeakKeyDictionary()


def piece_cells_of(lowered: Lowered) -> PieceCells:
    """The facts about a program, collected once, and kept as long as the program."""
    found = _KNOWN.get(lowered)
    if found is None:
        found = _KNOWN[lowered] = _gathered(lowered)
    return found


def _gathered(lowered: Lowered) -> PieceCells:
    layout = lowered.program.layout
    slots = [slot for slot in leaves(lowered.tables.piece_states.values()) if not slot.bits]
    words = layout.piece_words
    players = range(layout.max_players)
    sets = [(layout.knows + player * words, words) for player in players]
    sets += [(place.base, words) for place in layout.places if not place.ordered]
    special = {layout.at, layout.pools, layout.knows}
    pieces = []
    for cell in layout.cells:
        if cell.address in special:
            continue
        if cell.kind is CellKind.PIECE:
            pieces.append((cell.address, cell.count))
        elif cell.kind is CellKind.PIECES:
            sets += [(cell.address + index * cell.words, cell.words) for index in range(cell.count)]
    return PieceCells(
        per_piece=(
            (layout.at, 0, layout.pieces, 1),
            (layout.pools, 0, layout.pieces, 1),
            *((slot.address, slot.first, slot.count, slot.words) for slot in slots),
        ),
        piles=tuple(place.base for place in layout.places if place.ordered),
        pieces=tuple(pieces),
        sets=tuple(sets),
        simple=is_simple(layout, CellKind.PIECES),
    )


def permuter(moved: list[tuple[int, int]]) -> Callable[[int], int]:
    """A function that renames the pieces of a set; pieces that keep their names cost nothing."""
    bits = {piece: 1 << renamed for piece, renamed in moved}
    touched = sum(1 << piece for piece, _ in moved)

    def permuted(value: int) -> int:
        changing = value & touched
        found = value ^ changing
        for piece in members(changing):
            found |= bits[piece]
        return found

    return permuted


def _per_piece(facts: PieceCells, m: Memory, result: Memory, moved: list[tuple[int, int]]) -> None:
    """Moves the states of each piece to its new name."""
    for address, first, count, words in facts.per_piece:
        held = m[address : address + count * words]
        if held.count(held[0]) == len(held):
            continue  # all have the same value
        base, end = address - first * words, first + count
        for piece, renamed in moved:
            # Pieces that exchange names have the same states: both have this one, or neither.
            if first <= piece < end and first <= renamed < end:
                for word in range(words):
                    result[base + renamed * words + word] = m[base + piece * words + word]


def _abilities(lowered: Lowered, m: Memory, result: Memory, new: list[int]) -> None:
    abilities = lowered.tables.ability_states
    for (where, name, piece), slot in abilities.items():
        # Only pieces of one design change places where an ability remembers something.
        target_slot = abilities.get((where, name, new[piece]), slot)
        for word in range(slot.words):
            result[target_slot.address + word] = m[slot.address + word]


def _piles(facts: PieceCells, m: Memory, result: Memory, new: list[int]) -> None:
    for base in facts.piles:
        for address in range(base + 1, base + 1 + m[base]):
            result[address] = new[m[address]]


def _cells(facts: PieceCells, result: Memory, new: list[int], permuted: Callable[[int], int]) -> None:
    """Renames references to pieces, after the states of pieces have moved to their new owners."""
    for address, count in facts.pieces:
        if result[address : address + count].count(-1) == count:
            continue
        for one in range(address, address + count):
            if result[one] >= 0:
                result[one] = new[result[one]]
    for address, words in facts.sets:
        if facts.simple:
            if result[address]:
                result[address] = permuted(result[address])
        elif any(result[address : address + words]):
            store_set(result, address, words, permuted(load_set(result, address, words)))


def _frames(
    program: Program,
    plan: FramePlan,
    m: Memory,
    result: Memory,
    new: list[int],
    permuted: Callable[[int], int],
) -> None:
    for address, kind, words in frame_registers(program, plan, m):
        if kind is CellKind.PIECE and m[address] >= 0:
            result[address] = new[m[address]]
        elif kind is CellKind.PIECES:
            store_set(result, address, words, permuted(load_set(m, address, words)))


def frame_registers(program: Program, plan: FramePlan, m: Memory) -> list[tuple[int, CellKind, int]]:
    """(address, kind, words) of every live register of every frame, by strand, from the top."""
    return [
        (frame + offset, kind, words)
        for strand in range(program.layout.strands)
        for frame, entry in frames_of(program.layout, plan, m, strand)
        for offset, kind, words in entry_registers(program, plan, entry)
    ]


def frames_of(layout: Layout, plan: FramePlan, m: Memory, strand: int) -> Iterator[tuple[int, EntryPoint]]:
    """The frames of a strand from the top: the address of each, and where it waits."""
    frame = m[layout.stacks + strand * layout.stack]
    while frame and (entry := plan.entry(m[frame + 1])) is not None:
        yield frame, entry
        frame = m[frame]


def entry_registers(program: Program, plan: FramePlan, entry: EntryPoint) -> list[tuple[int, CellKind, int]]:
    """(offset in the frame, kind, words) of every register that is live while a frame waits at an entry."""
    kinds = program.procedures[entry.procedure].kinds
    slots = plan.frames[entry.procedure].slots
    return [(slots[one].offset, kinds[one], slots[one].words) for one in sorted(entry.held)]
