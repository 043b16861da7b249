"""How machine code deals: what `match.rename_pieces` knows of a memory, as records and tables."""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Iterable, Sequence

from ..ir import WORD_BITS, CellKind
from ..ir.frames import EntryKind
from ..kernels.kernel import Cells
from ..kernels.machine import Machine
from ..kernels.redealing import Redealing, Remembered, States
from ..lower import Lowered
from ..match.state.position import Position
from ..match.state.rename_pieces import entry_registers, piece_cells_of
from ..memory.luck import signed

_COMMON: weakref.WeakKeyDictionary[Lowered, dict[str, Redealing]] = weakref.WeakKeyDictionary()


def redealing(origin: Position, classes: Sequence[Sequence[int]], machine: Machine) -> Redealing:
    """How to exchange the pieces of these classes; kernels deal the memory of `origin` again."""
    lowered = origin.rules.lowered
    made = _COMMON.setdefault(lowered, {})
    if machine.name not in made:
        made[machine.name] = _common(origin, machine)
    layout = lowered.program.layout
    moving = [piece for pieces in classes for piece in pieces]
    touched, mask = sum(1 << piece for piece in moving), (1 << WORD_BITS) - 1
    r = machine.copied(made[machine.name])
    r.origin, r.new = origin.memory[:], machine.cells(range(layout.pieces))
    r.classes = machine.cells([*(cell for one in classes for cell in (len(one), *one)), 0])
    r.moving = machine.cells([len(moving), *moving])
    if lowered.tables.ability_states:
        remembered = _remembered(lowered, set(moving), machine)
        r.remembered, r.remembered_count = machine.rows(Remembered, remembered), len(remembered)
    words = range(layout.piece_words)
    r.touched = machine.cells([signed(touched >> WORD_BITS * word & mask) for word in words])
    r.changing = machine.cells([0 for _ in words])
    return r


def _common(origin: Position, machine: Machine) -> Redealing:
    """What is the same for all decisions of a game: nothing that kernels write to."""
    lowered, plan = origin.rules.lowered, origin.rules.engine.plan
    layout, facts = lowered.program.layout, piece_cells_of(lowered)
    r = machine.record(Redealing)
    r.size = layout.size
    r.states, r.state_count = machine.rows(States, facts.per_piece), len(facts.per_piece)
    r.piles, r.names = _table(machine, [(base,) for base in facts.piles]), _table(machine, facts.pieces)
    r.sets = _table(machine, facts.sets)
    r.stacks, r.stack, r.strands = layout.stacks, layout.stack, layout.strands
    naming = [
        [
            (offset, count if kind is CellKind.PIECES else 0)
            for offset, kind, count in entry_registers(lowered.program, plan, entry)
            if kind in (CellKind.PIECE, CellKind.PIECES)
        ]
        for entry in plan.entries
    ]
    begins = [0]
    for one in naming:
        begins.append(begins[-1] + len(one))
    waits = [int(one.kind in (EntryKind.CHOICE, EntryKind.CHANCE)) for one in plan.entries]
    r.entries = array("q", [len(plan.entries), *begins])
    r.registers = array("q", [cell for one in naming for pair in one for cell in pair] or [0])
    r.waits = array("q", [len(waits), *waits])
    return r


def _table(machine: Machine, entries: Iterable[tuple[int, ...]]) -> Cells:
    """The entries, with their number before them."""
    found = [*entries]
    return machine.cells([len(found), *(cell for entry in found for cell in entry)])


def _remembered(lowered: Lowered, moving: set[int], machine: Machine) -> list[tuple[int, int, Cells, int]]:
    """What abilities of the moving pieces remember: (address, words, the same of all pieces, piece)."""
    states = lowered.tables.ability_states
    others: dict[tuple[object, ...], list[int]] = {}
    for (where, name, piece), slot in states.items():
        others.setdefault((where, name), [-1] * lowered.program.layout.pieces)[piece] = slot.address
    tables = {key: machine.cells(addresses) for key, addresses in others.items()}
    return [
        (slot.address, slot.words, tables[key[:2]], key[2])
        for key, slot in states.items()
        if key[2] in moving
    ]
