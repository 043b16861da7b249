"""Renames pieces throughout a memory: what re-dealing and position keys are made of.

Since every cell has a kind, a permutation of pieces can be applied to everything that names a piece: the
order of piles, sets, states held per piece, registers of frames, knowledge.
"""

from __future__ import annotations

from .frames import FramePlan
from .ir import CellKind, Program
from .lower import Lowered
from .memory import Memory, load_set, members, store_set


def rename(lowered: Lowered, plan: FramePlan, m: Memory, new: list[int]) -> Memory:
    """A copy of a memory in which piece i is called `new[i]` (a permutation)."""
    result = m[:]
    _per_piece(lowered, m, result, new)
    _places(lowered.program, m, result, new)
    _cells(lowered, m, result, new)
    _frames(lowered.program, plan, m, result, new)
    return result


def permuted(value: int, new: list[int]) -> int:
    """A set of pieces under new names."""
    found = 0
    for piece in members(value):
        found |= 1 << new[piece]
    return found


def _per_piece(lowered: Lowered, m: Memory, result: Memory, new: list[int]) -> None:
    layout = lowered.program.layout
    slots = [slot for slot in lowered.tables.piece_states.values() if not slot.bits]
    for piece, renamed in enumerate(new):
        result[layout.at + renamed] = m[layout.at + piece]
        result[layout.pools + renamed] = m[layout.pools + piece]
        for slot in slots:
            for word in range(slot.words):
                target = slot.address + renamed * slot.words + word
                result[target] = m[slot.address + piece * slot.words + word]
    abilities = lowered.tables.ability_states
    for (where, name, piece), slot in abilities.items():
        # Only pieces of one design change places where an ability remembers something.
        target_slot = abilities.get((where, name, new[piece]), slot)
        for word in range(slot.words):
            result[target_slot.address + word] = m[slot.address + word]
    for player in range(layout.max_players):
        address = layout.knows + player * layout.piece_words
        value = load_set(m, address, layout.piece_words)
        store_set(result, address, layout.piece_words, permuted(value, new))


def _places(program: Program, m: Memory, result: Memory, new: list[int]) -> None:
    layout = program.layout
    for place in layout.places:
        if place.ordered:
            for address in range(place.base + 1, place.base + 1 + m[place.base]):
                result[address] = new[m[address]]
        else:
            value = load_set(m, place.base, layout.piece_words)
            store_set(result, place.base, layout.piece_words, permuted(value, new))


def _cells(lowered: Lowered, m: Memory, result: Memory, new: list[int]) -> None:
    layout = lowered.program.layout
    special = {layout.at, layout.pools, layout.knows}
    for cell in lowered.program.layout.cells:
        if cell.address in special:
            continue
        if cell.kind is CellKind.PIECE:
            for address in range(cell.address, cell.address + cell.count):
                # States held per piece have been moved to their new owners by now.
                result[address] = new[result[address]] if result[address] >= 0 else result[address]
        elif cell.kind is CellKind.PIECES:
            for index in range(cell.count):
                address = cell.address + index * cell.words
                store_set(result, address, cell.words, permuted(load_set(result, address, cell.words), new))


def _frames(program: Program, plan: FramePlan, m: Memory, result: Memory, new: list[int]) -> None:
    for address, kind, words in frame_registers(program, plan, m):
        if kind is CellKind.PIECE and m[address] >= 0:
            result[address] = new[m[address]]
        elif kind is CellKind.PIECES:
            store_set(result, address, words, permuted(load_set(m, address, words), new))


def frame_registers(program: Program, plan: FramePlan, m: Memory) -> list[tuple[int, CellKind, int]]:
    """(address, kind, words) of every live register of every frame, strand by strand from the top."""
    found = []
    layout = program.layout
    for strand in range(layout.strands):
        frame = m[layout.stacks + strand * layout.stack]
        while frame:
            entry = plan.entry(m[frame + 1])
            if entry is None:
                break
            kinds = program.procedures[entry.procedure].kinds
            slots = plan.frames[entry.procedure].slots
            for register in sorted(entry.held):
                slot = slots[register]
                found.append((frame + slot.offset, kinds[register], slot.words))
            frame = m[frame]
    return found
