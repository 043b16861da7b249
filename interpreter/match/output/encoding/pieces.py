"""The states of pieces, in a vector: of each face as many times as there are pieces with it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import attrs

from ....memory.words import Memory
from .contents import Contents
from .fields import Field, Numbers, Vector
from .plan import Plan, Seen
from .states import StateCode, labels_of, state_codes

PieceRow = tuple[tuple[StateCode, int], ...]
"""The states of a piece: each with where it stands in the room of the piece."""

Alike = tuple[int, int, tuple[Numbers, ...], int]
"""One of the pieces that are alike: its place, where it lies there, its states, and its number."""

_ORDER = itemgetter(0, 1, 2)


@attrs.frozen
class Room:
    """Room for the states of the `count` pieces with a face: the first number, what each says, and where in it each
    state stands. `alone`: there is one such piece."""

    index: int
    fields: tuple[Field, ...]
    offsets: dict[str, list[int]]
    alone: bool
    count: int


class PieceStates:
    """The states of pieces: `rooms` by face, and `cell_rooms` by cell and type, where those of pieces that are alike
    stand once more. `rows` are the pieces that have states."""

    def __init__(self, plan: Plan, contents: Contents) -> None:
        self._plan, self._contents = plan, contents
        types, faces, states = plan.tables.piece_types, plan.faces, plan.facts.states
        self.rows: dict[int, PieceRow] = {}
        self.rooms: dict[int, Room] = {}
        self.cell_rooms: dict[tuple[int, str], int] = {}
        self._outside_rows: dict[tuple[int, int], PieceRow] = {}
        self.showing: set[int] = set()  # the places where states are seen of pieces that lie face down
        shown = {type_: self._outside(type_) for type_ in dict.fromkeys(types)}
        behind: dict[int, dict[str, int]] = {}  # what is seen of pieces with each back, and of which piece
        for piece, type_ in enumerate(types):
            if states[type_]:
                names = [name for name, _ in states[type_]]
                self.rows[piece] = self._row(piece, faces.designs[piece], names)
            behind.setdefault(faces.backs[piece], {}).update(dict.fromkeys(shown[type_], piece))
        for back, pieces in behind.items():
            in_order = [(name, pieces[name]) for name in plan.tables.piece_states if name in pieces]
            most = sum(1 for piece, type_ in enumerate(types) if shown[type_] and faces.backs[piece] == back)
            if most:
                self._give_room(back, in_order, most)
        self._on_cells()

    def _outside(self, type_: str) -> set[str]:
        """The states that are seen somewhere of pieces of a type whose faces are not."""
        found: set[str] = set()
        for place in self._plan.index.holding((type_,)):
            names = self.names_outside(type_, place)
            found.update(names)
            if names:
                self.showing.add(place)
        return found

    def names_outside(self, type_: str, place: int) -> list[str]:
        facts = self._plan.facts
        return [name for name, _ in facts.outside(type_, facts.places[place].declared)]

    def _row(self, piece: int, face: int, names: Sequence[str]) -> PieceRow:
        """How the states of a piece are read, and where each stands in its room."""
        if face not in self.rooms:
            self._give_room(face, [(name, piece) for name in names], self._plan.faces.copies[face])
        offsets, slots = self.rooms[face].offsets, self._plan.tables.piece_states
        return tuple(
            (code, at)
            for name in names
            for code, at in zip(
                state_codes(slots[name], piece, self._plan.coders), offsets[name], strict=True
            )
        )

    def _give_room(self, face: int, states: Sequence[tuple[str, int]], copies: int) -> None:
        """Room for the states of `copies` pieces with a face; each state has a piece that shows how to read it."""
        fields: list[Field] = []
        offsets: dict[str, list[int]] = {}
        for name, piece in states:
            slot = self._plan.tables.piece_states[name]
            offsets[name] = []
            codes = state_codes(slot, piece, self._plan.coders)
            for label, code in zip(labels_of(slot, name), codes, strict=True):
                offsets[name].append(len(fields))
                fields += code.coder.fields(label)
        called = self._plan.faces.names[face]
        whose = [f"{called} {number + 1}" for number in range(copies)] if copies > 1 else [called]
        index = self._plan.fields.add(
            attrs.evolve(one, name=f"{name}'s {one.name}") for name in whose for one in fields
        )
        alone = face < self._plan.faces.first_back and copies == 1
        self.rooms[face] = Room(index, tuple(fields), offsets, alone, copies)

    def _on_cells(self) -> None:
        """Room for the states of pieces that are alike, once more by the cells that they lie on: which of them is the
        first says little. Of several pieces of a type on one cell it is the first."""
        types, designs, index = self._plan.tables.piece_types, self._plan.faces.designs, self._plan.index
        for board in index.boards:
            for type_ in index.types_in(board.first):
                rooms = (self.rooms[designs[piece]] for piece in self.rows if types[piece] == type_)
                room = next((one for one in rooms if not one.alone), None)
                for cell in board.cells() if room is not None else ():
                    assert room is not None
                    where = f"of a {type_} on {index.names[cell]}"
                    self.cell_rooms[(cell, type_)] = self._plan.fields.add(
                        attrs.evolve(one, name=f"{one.name}, {where}") for one in room.fields
                    )

    # -------------------------------------------------------------------------- writing

    def write(self, seen: Seen, out: Vector) -> None:
        """Of alike pieces the first is the one that lies in the first place, there at the bottom, and of those that
        lie alike the one with less."""
        alike: dict[int, list[Alike]] = {}
        positions: dict[int, dict[int, int]] = {}
        m, faces, places = seen.m, seen.faces, seen.places
        first_back, rooms, showing = self._plan.faces.first_back, self.rooms, self.showing
        held, infos = self._contents.rows, self._plan.layout.places
        for piece, row in self.rows.items():
            place = places[piece]
            if held[place] is None:
                continue
            face = faces[piece]
            room = rooms.get(face)
            if room is None or (face >= first_back and place not in showing):
                continue
            if room.alone:
                for state, at in row:
                    for offset, number in state.code(m, faces):
                        out[room.index + at + offset] = number
                continue
            if face >= first_back:
                row = self.row_outside(piece, place, face)
            at = 0
            if infos[place].ordered:
                if place not in positions:
                    positions[place] = self._positions(m, place)
                at = positions[place][piece]
            codes = tuple([state.code(m, faces) for state, _ in row])
            alike.setdefault(face, []).append((place, at, codes, piece))
        self._write_alike(alike, out)

    def _write_alike(self, alike: dict[int, list[Alike]], out: Vector) -> None:
        types, first_back, done = self._plan.tables.piece_types, self._plan.faces.first_back, set[int]()
        for face in sorted(alike):
            room = self.rooms[face]
            index = room.index - len(room.fields)
            for place, _, codes, piece in sorted(alike[face], key=_ORDER):
                index += len(room.fields)
                on_cell = self.cell_rooms.get((place, types[piece]), -1) if face < first_back else -1
                first_there = on_cell >= 0 and on_cell not in done
                done.add(on_cell)
                if not any(codes):
                    continue
                row = self.rows[piece] if face < first_back else self.row_outside(piece, place, face)
                _write_row(out, index, codes, row)
                if first_there:
                    _write_row(out, on_cell, codes, row)

    def row_outside(self, piece: int, place: int, face: int) -> PieceRow:
        """The states that are seen of a piece whose face is not."""
        row = self._outside_rows.get((piece, place))
        if row is None:
            names = self.names_outside(self._plan.tables.piece_types[piece], place)
            row = self._outside_rows[(piece, place)] = self._row(piece, face, names)
        return row

    def _positions(self, m: Memory, place: int) -> dict[int, int]:
        """Where each piece lies in a place that keeps an order, from the bottom."""
        base = self._plan.layout.places[place].base
        return {piece: at for at, piece in enumerate(m[base + 1 : base + 1 + m[base]])}


def _write_row(out: Vector, index: int, codes: Sequence[Numbers], row: PieceRow) -> None:
    """The states of a piece."""
    for code, (_, at) in zip(codes, row, strict=True):
        for offset, number in code:
            out[index + at + offset] = number
