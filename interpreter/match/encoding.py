"""What a player may know as numbers: a vector of one length for every position, for programs that learn.

It holds what `view` holds and nothing else, for it is read by the same rules of who may know what. `fields`
names each number and gives its range; what the viewer may not know is 0.

    pieces in places: 0 nothing lies here, 1 a piece that the viewer does not know, else 2 + its design
    words, players, designs: 0 none, else 1 + its number

Ordered places are read from the bottom; in others the pieces are sorted, so that alike positions are equal.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rulewright.dsl.model.table_keys import keys_of
from rulewright.dsl.tree.types import Type

from ..ir import NONE
from ..lower.numbering import Slot
from ..memory.words import members
from .match import Match
from .position import Position
from .sight import sees_state
from .view import Viewer, read

UNKNOWN = 1
ON_A_CELL = 8  # so many of the pieces on one cell are told apart
FIRST_DESIGN = 2
SETS = ("players", "kinds", "list", "cells", "words")


@attrs.frozen
class Field:
    """One number of the vector."""

    name: str
    least: int
    most: int


class Encoder:
    """Encodes positions of matches with the same rules and number of players as a given one."""

    def __init__(self, match: Match) -> None:
        fields: list[Field] = []
        _Encoding(match.position, 0, fields).whole()
        self.fields: tuple[Field, ...] = tuple(fields)
        self.size = len(fields)

    def vector(self, match: Match, player: int | None) -> list[int]:
        """The numbers, in the order of `fields`, for a player or (None) an onlooker."""
        return _Encoding(match.position, player, None).whole()

    def changes(self, before: Sequence[int], after: Sequence[int]) -> list[str]:
        """What differs between two vectors, as `name=number`."""
        pairs = zip(self.fields, before, after, strict=True)
        return [f"{one.name}={new}" for one, old, new in pairs if old != new]


class _Encoding(Viewer):
    """One walk over a position; with `fields`, it notes what each number is."""

    def __init__(self, position: Position, player: int | None, fields: list[Field] | None) -> None:
        super().__init__(position, player, "en")
        self.fields = fields
        self.out: list[int] = []
        tables = self.lowered.tables
        self._designs = len(tables.design_names)
        self._places = len(tables.places)
        self._words = len(tables.words)
        self._owners = len(position.players)
        self._piece_states = [
            (state, slot, len(self._ranges(slot.type))) for state, slot in tables.piece_states.items()
        ]
        types = self.lowered.game.symbols.types.values()
        public = {name: one.properties[name].type for one in types for name in one.public}
        self._backs = [(name, type_, len(self._ranges(type_))) for name, type_ in public.items()]
        self._width = 1 + sum(width for *_, width in (*self._piece_states, *self._backs))

    def whole(self) -> list[int]:
        position = self.position
        deciding = {one.player for one in self.pending}
        self._add("over", 0, 1, int(position.is_over))
        for player in range(self._owners):
            self._add(f"{player} decides", 0, 1, int(player in deciding))
            self._add(f"{player} has won", 0, 1, int(player in position.winners))
        self._underway()
        self._states("game", 0)
        for player in range(self._owners):
            self._states("player", player)
        self._abilities()
        for (name, owner), number in self.lowered.tables.place_numbers.items():
            if owner < self._owners:
                self._place(name if owner == NONE else f"{owner} {name}", name, number)
        return self.out

    def _underway(self) -> None:
        """Which decision is open, and what texts have named on the way to it: of a text that runs several times, the
        innermost time. The viewer's own decision comes first."""
        mine = [one for one in self.pending if one.player == self.player] or self.pending
        at = mine[0] if mine else None
        open_ = at is not None and (at.player == self.player or not self.position.rules.site(at.site).secret)
        self._add("open decision", 0, len(self.lowered.sites), at.site + 1 if at is not None and open_ else 0)
        found = {id(named): value for frame in (self.frames(at) if at else ()) for named, value in frame}
        for (label, type_), registers in self.position.rules.named_registers.items():
            values = [found[one] for one in registers if one in found]
            value = values[-1] if values else None
            self._spread(label, type_, self._values(type_, value) if value is not None else None)
            if type_.kind == "piece":  # which of several alike ones it is
                self._add(f"{label}, where it lies", 0, self._places, self._where(value))

    def _where(self, piece: int | None) -> int:
        """1 + the place of a piece that the viewer knows; else 0."""
        if piece is None or piece == NONE or not self.known >> piece & 1:
            return 0
        return self.m[self.lowered.program.layout.at + piece] + 1

    def _add(self, name: str, least: int, most: int, value: int) -> None:
        self.out.append(value)
        if self.fields is not None:
            self._name(name, least, most)

    def _name(self, name: str, least: int, most: int) -> None:
        assert self.fields is not None
        self.fields.append(Field(name, min(least, 0), max(most, 0)))

    # ----------------------------------------------------------------------- states

    def _states(self, owner: str, player: int) -> None:
        symbols, tables = self.lowered.game.symbols, self.lowered.tables
        declared = symbols.game if owner == "game" else symbols.players
        slots = tables.game_states if owner == "game" else tables.player_states
        shown = self.shown(owner, player)
        for name, slot in slots.items():
            if declared[name].secret and owner == "game":
                continue
            label = name if owner == "game" else f"{player} {name}"
            self._spread(label, slot.type, self._numbers(slot, player) if name in shown else None)

    def shown(self, owner: str, player: int) -> set[str]:
        """The names of the states that the viewer sees."""
        return set(self.states(owner, player))

    def _abilities(self) -> None:
        """By design and name, sorted: which of several alike pieces remembers what is not to be seen."""
        found: dict[tuple[str, str], list[Slot]] = {}
        for (where, name, _), slot in self.lowered.tables.ability_states.items():
            if sees_state(self.player, self._secret_ability(where, name)):
                found.setdefault((where, name), []).append(slot)
        for (where, name), slots in found.items():
            values = sorted(self._numbers(slot, 0) for slot in slots)
            for number, (slot, value) in enumerate(zip(slots, values, strict=True)):
                self._spread(f"{where} {name} {number}", slot.type, value)

    def _numbers(self, slot: Slot, owner: int) -> list[int]:
        """A state as numbers, as many as its type takes."""
        if slot.entries:
            return [read(self.m, entry, owner) for entry in slot.entries]
        return self._values(slot.type, read(self.m, slot, owner))

    def _values(self, type_: Type, number: int) -> list[int]:
        """A value of a type as numbers, as many as its type takes."""
        kind = type_.kind
        if kind in ("number", "yes-no"):
            return [number]
        if kind == "piece":
            return [0 if number == NONE else self._code(number)]
        if kind == "pieces":
            counts = [0] * (self._designs + 1)
            for piece in members(number):
                counts[self._code(piece) - 1] += 1
            return counts
        if kind in SETS:
            width = self._set_width(kind)
            return [number >> one & 1 for one in range(width)]
        return [number + 1]

    def _set_width(self, kind: str) -> int:
        known = {"players": self._owners, "cells": self._places, "words": self._words}
        return known.get(kind, self._designs)

    def _code(self, piece: int) -> int:
        known = self.known >> piece & 1
        return FIRST_DESIGN + self.lowered.program.layout.designs[piece] if known else UNKNOWN

    def _spread(self, name: str, type_: Type, values: list[int] | None) -> None:
        """Adds the numbers of a state; zeros for one that the viewer does not see."""
        ranges = self._ranges(type_)
        keys = keys_of(type_, self.lowered.game.symbols) if type_.kind == "table" else ()
        for number, (least, most) in enumerate(ranges):
            label = f"{name} {number}" if len(ranges) > 1 else name
            label = f"{name} in {keys[number]}" if keys else label
            self._add(label, least, most, values[number] if values is not None else 0)

    def _ranges(self, type_: Type) -> list[tuple[int, int]]:
        kind = type_.kind
        if kind == "number":
            return [(type_.least, type_.most)]
        if kind == "table":
            return [(type_.least, type_.most)] * len(keys_of(type_, self.lowered.game.symbols))
        if kind == "pieces":
            return [(0, self.lowered.program.layout.pieces)] * (self._designs + 1)
        if kind in SETS:
            return [(0, 1)] * self._set_width(kind)
        most = {
            "yes-no": 1,
            "piece": FIRST_DESIGN + self._designs - 1,
            "kind": self._designs,
            "player": self._owners,
            "place": self._places,
            "cell": self._places,
            "word": self._words,
        }
        return [(0, most.get(kind, 1))]

    # ----------------------------------------------------------------------- places

    def _place(self, label: str, name: str, number: int) -> None:
        tables, layout = self.lowered.tables, self.lowered.program.layout
        room = sum(tables.mask_of_type(kind).bit_count() for kind in tables.types_held(name))
        board = tables.board_of_cell.get(name)
        if board is not None:
            room = min(room, ON_A_CELL)
            self._cell_states(label, board, number)
        pieces = self.position.pieces_in(number)
        rows = [self._row(piece) for piece in pieces]
        if not layout.places[number].ordered:
            rows.sort()
        self._add(f"{label} count", 0, len(tables.pieces), len(pieces))
        if self.fields is not None:
            for position in range(room):
                self._name_piece(f"{label} {position}")
        for row in rows[:room]:
            self.out += row
        self.out += [0] * (self._width * max(0, room - len(rows)))

    def _cell_states(self, label: str, board: str, cell: int) -> None:
        for state, declared in self.lowered.game.symbols.places[board].properties.items():
            if not declared.printed and sees_state(self.player, declared.secret):
                slot = self.lowered.tables.cell_states[(board, state)]
                self._spread(f"{label} {state}", slot.type, self._numbers(slot, cell))

    def _row(self, piece: int) -> list[int]:
        """A piece as its viewer sees it: its code, each of its states, what its back shows; zeros for what is not
        seen."""
        row = [self._code(piece)]
        outside = self.outside(piece) if row[0] == UNKNOWN and self._piece_states else {}
        for state, slot, width in self._piece_states:
            seen = self._has(piece, state) if row[0] >= FIRST_DESIGN else state in outside
            row += self._numbers(slot, piece) if seen else [0] * width
        shown = (
            {state.name: value for state, value in self.position.names.on_back(piece)} if self._backs else {}
        )
        for name, type_, width in self._backs:
            row += self._values(type_, shown[name]) if name in shown else [0] * width
        return row

    def _name_piece(self, label: str) -> None:
        """Names the numbers of a piece."""
        self._name(label, 0, FIRST_DESIGN + self._designs - 1)
        states = [(state, slot.type, width, slot.keys) for state, slot, width in self._piece_states]
        backs = [(name, type_, width, ()) for name, type_, width in self._backs]
        for state, type_, width, keys in (*states, *backs):
            for number, (least, most) in enumerate(self._ranges(type_)):
                part = f" in {keys[number]}" if keys else f" {number}" if width > 1 else ""
                self._name(f"{label} {state}{part}", least, most)


__all__ = ["Encoder", "Field"]
