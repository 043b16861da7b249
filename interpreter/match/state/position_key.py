"""What is the same for positions that the rules cannot tell apart: a memory with other names, and a key.

Pieces of one design with the same state, lying in the same place, are interchangeable: they are renamed in
the order in which a fixed walk over the memory meets them. Luck and knowledge are left out: no rule reads
them.
"""

from __future__ import annotations

import hashlib
import weakref

from ...ir import FORKS, LUCK, SECRET_LUCK, CellKind
from ...ir.frames import FramePlan
from ...kernels import redealing as kernel
from ...kernels.machine import PlainMaker
from ...lower import Lowered
from ...lower.numbering import leaves
from ...memory.words import Memory, load_set, members
from .position import Position
from .rename_pieces import entry_registers, frames_of, redealing


def position_key(position: Position) -> bytes:
    """16 bytes; equal keys mean equal positions, except for hash collisions."""
    rules = position.rules
    m = canonical(rules.lowered, rules.engine.plan).memory(position.memory)
    return hashlib.blake2b(m.tobytes(), digest_size=16).digest()


_KNOWN: weakref.WeakKeyDictionary[Lowered, Canonical] = weakref.WeakKeyDictionary()


def canonical(lowered: Lowered, plan: FramePlan) -> Canonical:
    """The canonical memories of a program; made once, and kept as long as the program."""
    found = _KNOWN.get(lowered)
    if found is None:
        found = _KNOWN[lowered] = Canonical(lowered, plan)
    return found


class Canonical:
    """For each memory of a program one that stands for all positions which the rules cannot tell apart: two positions
    have equal ones only if one becomes the other by renaming pieces. It can be compared, not played on."""

    def __init__(self, lowered: Lowered, plan: FramePlan) -> None:
        layout = lowered.program.layout
        by_design: dict[int, list[int]] = {}
        for piece, design in enumerate(layout.designs):
            by_design.setdefault(design, []).append(piece)
        # Only pieces that share their design can exchange names.
        self._groups = [pieces for pieces in by_design.values() if len(pieces) > 1]
        self._pieces = [piece for pieces in self._groups for piece in pieces]
        # Not `lowered` itself, by which this is kept: it would never go.
        self._program, self._plan, self._layout = lowered.program, plan, layout
        self._piles = [place.base for place in layout.places if place.ordered]
        self._slots = leaves(lowered.tables.piece_states.values())
        mine = set(self._pieces)
        self._remembered = [
            (piece, slot.address)
            for (_, _, piece), slot in lowered.tables.ability_states.items()
            if piece in mine
        ]
        special = {layout.at, layout.pools, layout.knows}
        self._names = [
            (cell.address + index * cell.words, cell.kind, cell.words)
            for cell in layout.cells
            if cell.address not in special and cell.kind in (CellKind.PIECE, CellKind.PIECES)
            for index in range(cell.count)
        ]
        self._registers: dict[int, list[tuple[int, CellKind, int]]] = {}
        self._knowledge = (layout.knows, layout.max_players * layout.piece_words)
        self._pools = (layout.pools, layout.pieces)
        self._redealing = redealing(lowered, plan, self._pieces, PlainMaker())

    def memory(self, m: Memory) -> Memory:
        """The canonical memory of a memory, which is not changed."""
        new = self._new_names(m)
        if new is None:
            result = m[:]
        else:
            r, result = self._redealing, m[:]
            r.origin, r.new = m, new
            kernel.rename(r, result)
        result[LUCK] = result[SECRET_LUCK] = result[FORKS] = 0
        for first, count in (self._knowledge, self._pools):
            for address in range(first, first + count):
                result[address] = 0
        return result

    def _new_names(self, m: Memory) -> list[int] | None:
        """New names: within each design, pieces are sorted by what the rules can tell them apart by. None if all keep
        theirs."""
        signature = self._signatures(m)
        new: list[int] | None = None
        for pieces in self._groups:
            ordered = sorted(pieces, key=signature.__getitem__)
            if ordered != pieces:
                if new is None:
                    new = list(range(self._layout.pieces))
                for name, piece in zip(pieces, ordered, strict=True):
                    new[piece] = name
        return new

    def _signatures(self, m: Memory) -> dict[int, list[int]]:
        """For each piece, what distinguishes it: its place, its position, its states, and references to it."""
        at, pieces = self._layout.at, self._pieces
        found = {piece: [m[at + piece], 0] for piece in pieces}
        for base in self._piles:
            for index in range(1, m[base] + 1):
                if (piece := m[base + index]) in found:
                    found[piece][1] = index
        for slot in self._slots:
            held = load_set(m, slot.address, slot.words) if slot.bits else 0
            for piece in pieces:
                if slot.bits:
                    found[piece].append(held >> piece & 1)
                elif 0 <= piece - slot.first < slot.count:
                    found[piece].append(m[slot.address + (piece - slot.first) * slot.words])
        for piece, address in self._remembered:
            found[piece].append(m[address])
        self._references(m, found)
        return found

    def _references(self, m: Memory, found: dict[int, list[int]]) -> None:
        """The references to a piece: states of the game and of players, and registers in frames."""
        for address, kind, words in [*self._names, *self._frames(m)]:
            if kind is CellKind.PIECE:
                if m[address] in found:
                    found[m[address]].append(address)
            elif any(m[address : address + words]):
                for piece in members(load_set(m, address, words)):
                    if piece in found:
                        found[piece].append(address)

    def _frames(self, m: Memory) -> list[tuple[int, CellKind, int]]:
        """The live registers that name pieces, by their addresses."""
        naming = []
        for strand in range(self._layout.strands):
            for frame, entry in frames_of(self._layout, self._plan, m, strand):
                registers = self._registers.get(entry.number)
                if registers is None:
                    known = entry_registers(self._program, self._plan, entry)
                    registers = self._registers[entry.number] = [
                        one for one in known if one[1] in (CellKind.PIECE, CellKind.PIECES)
                    ]
                naming += [(frame + offset, kind, words) for offset, kind, words in registers]
        return naming
