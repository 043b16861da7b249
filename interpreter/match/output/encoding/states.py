"""The states of the game, of players, of cells and of abilities, in a vector; and how any state is read for it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .....dsl.tree.types import SETS
from ....ir import WORD_BITS
from ....lower.numbering import NumberedBoard, StateSlot
from ....memory.words import Memory, load_set
from .coders import CellFlagsCoder, Coder, Coders, NumberCoder
from .fields import Fields, Numbers, Vector, write
from .plan import Plan, Seen

TRUE: Numbers = ((0, 1.0),)


@attrs.frozen
class StateCode:
    """A value in the memory: a set that takes `words` cells, or (if that is 0) a number; `shift` is that of a
    yes-or-no state in its word, or -1."""

    address: int
    words: int
    shift: int
    coder: Coder

    def code(self, m: Memory, faces: Sequence[int]) -> Numbers:
        """Its value as numbers; `faces` holds, for each piece, what the reader sees of it."""
        if self.shift >= 0:
            return TRUE if m[self.address] >> self.shift & 1 else ()
        value = load_set(m, self.address, self.words) if self.words else m[self.address]
        return self.coder.code(value, faces)


def state_codes(slot: StateSlot, owner: int, coders: Coders) -> list[StateCode]:
    """How a state of an owner is read: of a table its entries, else the one that it is."""
    found = []
    for one in slot.entries or (slot,):
        if one.bits:
            word, shift = divmod(owner, WORD_BITS)
            found.append(StateCode(one.address + word, 0, shift, NumberCoder(0, 1)))
        else:
            words = one.words if one.type.kind in SETS else 0
            address = one.address + (owner - one.first) * one.words
            found.append(StateCode(address, words, -1, coders.of(one.type)))
    return found


def labels_of(slot: StateSlot, label: str) -> list[str]:
    """What a state is called: of a table each of its entries."""
    return [f"{label} in {key}" for key in slot.keys] if slot.entries else [label]


def room_for(fields: Fields, slot: StateSlot, label: str, codes: Sequence[StateCode]) -> list[int]:
    """Makes room for a state; gives where each of its entries stands."""
    return [
        fields.add(one.coder.fields(name)) for name, one in zip(labels_of(slot, label), codes, strict=True)
    ]


@attrs.frozen
class Static:
    """A state with a fixed address; `only` is the single player who sees it (None: everybody does)."""

    code: StateCode
    index: int
    only: int | None


class States:
    """All states but those of pieces. `of_cells` says, for each state of a board, where that of each cell begins."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        symbols, tables = plan.rules.game.symbols, plan.tables
        self.static: list[Static] = []
        self.of_cells: dict[tuple[str, str], dict[int, int]] = {}
        for name, slot in tables.game_states.items():
            if not symbols.game[name].secret:
                self._state(slot, 0, name, None)
        for seat in range(plan.players):
            for name, slot in tables.player_states.items():
                whose = seat if symbols.players[name].secret else None
                self._state(slot, seat, f"player {seat + 1}'s {name}", whose)
        for board in plan.index.boards:
            for name, slot in plan.facts.cell_states[board.name]:
                self.of_cells.setdefault((board.name, name), {}).update(self._cells(board, slot, name))
        self._ability_states()
        self._all = [(one.code, one.index) for one in self.static]
        self._shown = {
            reader: [(one.code, one.index) for one in self.static if one.only in (None, reader)]
            for reader in (None, *range(plan.players))
        }

    def _state(self, slot: StateSlot, owner: int, label: str, only: int | None) -> int:
        """Room for a state that only one player sees, or (None) everybody; gives where it begins."""
        codes = state_codes(slot, owner, self._plan.coders)
        found = room_for(self._plan.fields, slot, label, codes)
        self.static += [Static(code, index, only) for code, index in zip(codes, found, strict=True)]
        return found[0] if found else len(self._plan.fields)

    def _cells(self, board: NumberedBoard, slot: StateSlot, name: str) -> dict[int, int]:
        """Room for a state of the cells of a board; gives where that of each begins."""
        names = {cell: self._plan.index.names[cell] for cell in board.cells()}
        if not slot.bits:
            return {cell: self._state(slot, cell, f"{name} of {of}", None) for cell, of in names.items()}
        coder = CellFlagsCoder(names)
        first = self._plan.fields.add(coder.fields(name))
        words = slot.words if slot.type.kind in SETS else 0
        self.static.append(Static(StateCode(slot.address, words, -1, coder), first, None))
        return {cell: first + at for at, cell in enumerate(names)}

    def _ability_states(self) -> None:
        """By design and name: which of several alike pieces remembers what is not to be seen."""
        found: dict[tuple[str, str], list[StateSlot]] = {}
        for (where, name, _), slot in self._plan.tables.ability_states.items():
            if not self._plan.facts.is_secret_of_abilities(name):
                found.setdefault((where, name), []).append(slot)
        self.abilities: list[tuple[list[list[StateCode]], list[list[int]]]] = []
        for (where, name), slots in found.items():
            rows = [state_codes(slot, 0, self._plan.coders) for slot in slots]
            design, _, ability = where.rpartition("/")
            label = f"{design}'s {name}" + (f", ability {int(ability) + 1}" if ability != "0" else "")
            labels = [label] if len(slots) == 1 else [f"{label}, {at + 1}" for at in range(len(slots))]
            rooms = [room_for(self._plan.fields, slots[0], one, rows[0]) for one in labels]
            self.abilities.append((rows, rooms))

    def write(self, seen: Seen, out: Vector) -> None:
        m, faces = seen.m, seen.faces
        shown = self._all if seen.viewer.everything else self._shown[seen.viewer.player]
        for state, index in shown:
            for at, number in state.code(m, faces):
                out[index + at] = number
        for rows, rooms in self.abilities:
            codes = sorted([state.code(m, faces) for state in row] for row in rows)
            for row, room in zip(codes, rooms, strict=True):
                for code, index in zip(row, room, strict=True):
                    write(out, index, code)
