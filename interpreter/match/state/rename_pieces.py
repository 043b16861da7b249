"""Renames pieces throughout a memory, for re-dealing and position keys.

In: a program, where a memory of it names pieces, and new names. Kernels do the rest (`kernels.redealing`).
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import attrs

from ...ir import WORD_BITS, CellKind, Layout, Program
from ...ir.frames import EntryKind, EntryPoint, FramePlan
from ...kernels import redealing as kernel
from ...kernels.kernel import Cells
from ...kernels.machine import Maker, PlainMaker
from ...kernels.redealing import Names, Redealing, Remembered, States
from ...lower import Lowered
from ...lower.numbering import leaves
from ...memory.luck import signed
from ...memory.words import Memory


def rename(lowered: Lowered, plan: FramePlan, m: Memory, new: list[int]) -> Memory:
    """A copy of a memory in which piece i has become `new[i]` (a permutation)."""
    result = m[:]
    moving = [piece for piece, renamed in enumerate(new) if piece != renamed]
    if moving:
        r = redealing(lowered, plan, moving, PlainMaker())
        r.origin, r.new = m, new
        kernel.rename(r, result)
    return result


_NAMES: weakref.WeakKeyDictionary[Lowered, dict[type, Names]] = weakref.WeakKeyDictionary()


def redealing(lowered: Lowered, plan: FramePlan, moving: Sequence[int], maker: Maker) -> Redealing:
    """How kernels rename these pieces in a memory of a program. The caller sets `origin` and `new`."""
    made = _NAMES.setdefault(lowered, {})
    if type(maker) not in made:
        made[type(maker)] = _names(lowered, plan, maker)
    words, touched = range(lowered.program.layout.piece_words), sum([1 << piece for piece in moving])
    r = maker.record(Redealing)
    r.where, r.moving = made[type(maker)], maker.cells([len(moving), *moving])
    r.touched = maker.cells([signed(touched >> WORD_BITS * word) for word in words])
    r.changing = maker.cells([0] * len(words))
    return r


def _names(lowered: Lowered, plan: FramePlan, maker: Maker) -> Names:
    """What is the same for all memories of a program: nothing that kernels write to."""
    layout, known = lowered.program.layout, piece_cells_of(lowered)
    r = maker.record(Names)
    r.size = layout.size
    r.states, r.state_count = maker.rows(States, known.per_piece), len(known.per_piece)
    r.piles, r.names = _table(maker, [(base,) for base in known.piles]), _table(maker, known.pieces)
    r.sets = _table(maker, known.sets)
    r.remembered = maker.rows(Remembered, _remembered(lowered, maker))
    r.remembered_count = len(lowered.tables.ability_states)
    r.stacks, r.stack, r.strands = layout.stacks, layout.stack, layout.strands
    naming = [
        [
            (offset, count if kind is CellKind.PIECES else 0)
            for offset, kind, count in entry_registers(lowered.program, plan, entry)
            if kind in (CellKind.PIECE, CellKind.PIECES)
        ]
        for entry in plan.entries
    ]
    begins = accumulate(map(len, naming), initial=0)
    waits = [int(one.kind in (EntryKind.CHOICE, EntryKind.CHANCE)) for one in plan.entries]
    r.entries = maker.cells([len(plan.entries), *begins])
    r.registers = maker.cells([cell for one in naming for pair in one for cell in pair])
    r.waits = maker.cells([len(waits), *waits])
    return r


def _table(maker: Maker, entries: Iterable[tuple[int, ...]]) -> Cells:
    """The entries, with their number before them."""
    found = [*entries]
    return maker.cells([len(found), *(cell for entry in found for cell in entry)])


def _remembered(lowered: Lowered, maker: Maker) -> list[tuple[int, int, Cells, int]]:
    """What abilities of pieces remember: (address, words, the addresses of the same for all pieces, piece)."""
    states = lowered.tables.ability_states
    others: dict[tuple[object, ...], list[int]] = {}
    for (where, name, piece), slot in states.items():
        others.setdefault((where, name), [-1] * lowered.program.layout.pieces)[piece] = slot.address
    tables = {key: maker.cells(addresses) for key, addresses in others.items()}
    return [(slot.address, slot.words, tables[key[:2]], key[2]) for key, slot in states.items()]


@attrs.frozen
class PieceCells:
    """Where a memory names pieces, in groups that are handled in the same way."""

    per_piece: tuple[tuple[int, int, int, int], ...]  # address, first piece, number of pieces, cells for each
    piles: tuple[int, ...]
    pieces: tuple[tuple[int, int], ...]  # address, number of cells that name one piece each
    sets: tuple[tuple[int, int], ...]  # address, words of a set


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
    )


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
