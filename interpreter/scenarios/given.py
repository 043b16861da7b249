"""Sets the state that a scenario gives: pieces in places, values of states, what players know.

Pieces that a scenario does not place stay where they begin; those that it places are taken from there, and
a given place holds exactly the given pieces (`the rest`: all pieces of its types that lie nowhere).
Players who see a place know what lies in it; `player 1: {knows: [deck]}` lets a player know a hidden place.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ...dsl.document.reader import Node, Sequence, Text
from ...dsl.scenarios.classes import items_of
from ...dsl.scenarios.keys import KNOWS
from ...dsl.scenarios.notation import (
    GAME,
    Notation,
    Sort,
    Thing,
    Unreadable,
    pairs_of,
    text_of,
    texts_of,
)
from ...dsl.scenarios.reading import owned
from ..ir import NONE, Layout
from ..lower.numbering import StateSlot, Tables
from ..memory.kept import keep_again
from ..memory.words import Memory, load_set, store_set
from .values import copies_lying, number_of, owned_by, place_number

if TYPE_CHECKING:
    from ..match.match import Match


def set_in(match: Match, notation: Notation, node: Node) -> None:
    """Sets what `given:` names in the middle of a match, whose journal begins there again. Raises `Unreadable`."""
    if match.fork is not None:
        message = "nothing can be set while players act simultaneously"
        raise Unreadable(message, node.span, "write it before, or after all have chosen")
    lowered, memory = match.rules.lowered, match.memory[:]
    given = Given(lowered.tables, notation)
    given.read(node)
    given.apply(memory, lowered.program.layout)
    match.restore(memory.tobytes())


class Given:
    """Collects the edits of a scenario's `given`; `apply` makes them in a memory."""

    def __init__(self, tables: Tables, notation: Notation) -> None:
        self.tables = tables
        self.notation = notation
        self.players = notation.seats
        self.places: list[tuple[int, list[str], Node]] = []
        self.rest: dict[str, int] = {}  # by type, the place that gets the remaining pieces
        self.values: list[tuple[StateSlot, int, int]] = []
        self.pieces: list[tuple[StateSlot, int, str, Node]] = []
        self.copies: list[tuple[StateSlot, int, str, Node]] = []  # by design: in a place, or (NONE) anywhere
        self.known: list[tuple[int, int]] = []  # player, place

    def read(self, node: Node | None) -> None:
        """Raises `Unreadable` for a name or value that the game does not have."""
        if node is None:
            return
        for line, under in pairs_of(node, "'given'"):
            for name, value, whose in owned(self.notation, line, under, "what a player has"):
                if str(name) == KNOWS.name and whose != GAME:
                    places = (self.notation.place(text, whose) for text in texts_of(value))
                    self.known += [(whose, place_number(self.tables, one)) for one in places]
                else:
                    self._set(self.notation.settable(name, whose), value)

    def _set(self, thing: Thing, value: Node) -> None:
        if thing.sort is Sort.PLACE:
            number = place_number(self.tables, thing)
            if isinstance(value, Text) and str(value) == "the rest":
                self._take_rest(number, thing.type.of, value)
            else:
                self.places.append((number, self.notation.pieces(thing, value), value))
            return
        states = owned_by(self.tables, thing)
        if thing.place or (thing.sort is Sort.OF_DESIGN and isinstance(value, Sequence)):
            place = self.tables.place_numbers[(thing.place, thing.whose)] if thing.place else NONE
            for text in texts_of(value):
                self.notation.value(thing.type, text, in_range=True)
            self.copies.append((states[0][0], place, thing.owner, value))
            return
        for slot, owner in states:
            self._value(slot, owner, value)

    def _take_rest(self, number: int, types: tuple[str, ...], value: Text) -> None:
        for type_ in types:
            if type_ in self.rest:
                raise Unreadable(f"two places cannot both hold the rest of the {type_} pieces", value.span)
            self.rest[type_] = number

    def _value(self, slot: StateSlot, owner: int, value: Node) -> None:
        if slot.entries:
            entries = zip(slot.entries, self.notation.entries(slot.type, value).values(), strict=True)
            self.values += [(entry, owner, number) for entry, number in entries]
            return
        found = self.notation.value(slot.type, text_of(value), in_range=True)
        if slot.type.kind == "piece" and isinstance(found, str):
            self.pieces.append((slot, owner, found, value))
        else:
            self.values.append((slot, owner, number_of(self.tables, slot.type, found)))

    # ------------------------------------------------------------------------ apply

    def apply(self, m: Memory, layout: Layout) -> None:
        """Makes the edits. Raises `Unreadable` if there are not enough pieces."""
        self.layout = layout
        for number, _, _ in self.places:
            self._empty(m, number)
        taken: dict[int, None] = {}  # in the order of the file
        for number, designs, node in self.places:
            for design in designs:
                piece = self._piece(m, design, taken, node)
                taken[piece] = None
                self._lay(m, piece, number)
        for piece, type_ in enumerate(self.tables.piece_types):
            if type_ in self.rest and m[self.layout.at + piece] == NONE:
                self._lay(m, piece, self.rest[type_])
        for slot, owner, value in self.values:
            self._store(m, slot, owner, value)
        for slot, owner, design, node in self.pieces:
            self._store(m, slot, owner, self._piece(m, design, set(), node))
        for slot, place, design, node in self.copies:
            own = set(self.tables.pieces_of_design(design)) if place == NONE else set()
            self._give(m, slot, place, design, [piece for piece in taken if piece in own], node)
        self._learn(m)
        keep_again(layout, m)

    def _give(
        self, m: Memory, slot: StateSlot, place: int, design: str, placed: list[int], node: Node
    ) -> None:
        """Sets the states of copies: those that the scenario has `placed`, or else those that lie in a place, or
        anywhere. Raises `Unreadable` for a list without exactly one value for each of them."""
        pieces = placed or copies_lying(self.tables, self.layout, m, place, design)
        items = items_of(node) if isinstance(node, Sequence) else (node,) * len(pieces)
        if len(items) != len(pieces) or not pieces:
            where = "there" if place != NONE else "in any place"
            lie = (
                f"{len(pieces)} pieces of '{design}' lie"
                if len(pieces) != 1
                else f"1 piece of '{design}' lies"
            )
            raise Unreadable(f"{lie} {where}", node.span, "give each of them one value, from the bottom")
        for piece, item in zip(pieces, items, strict=True):
            value = self.notation.value(slot.type, text_of(item), in_range=True)
            is_piece = slot.type.kind == "piece" and isinstance(value, str)
            number = (
                self._piece(m, str(value), set(), item)
                if is_piece
                else number_of(self.tables, slot.type, value)
            )
            self._store(m, slot, piece, number)

    def _empty(self, m: Memory, number: int) -> None:
        """Takes the pieces of a place out of play, to be placed again or to become the rest."""
        layout = self.layout
        place = layout.places[number]
        for piece in range(layout.pieces):
            if m[layout.at + piece] == number:
                m[layout.at + piece] = NONE
        size = 1 + place.capacity if place.ordered else layout.piece_words
        for address in range(place.base, place.base + size):
            m[address] = 0

    def _piece(self, m: Memory, design: str, taken: Collection[int], node: Node) -> int:
        """A piece of a design that has not been taken yet; pieces out of play come first."""
        at = self.layout.at
        free = [p for p in self.tables.pieces_of_design(design) if p not in taken]
        if not free:
            raise Unreadable(f"there are not that many pieces of '{design}'", node.span)
        return min(free, key=lambda piece: (m[at + piece] != NONE, piece))

    def _lay(self, m: Memory, piece: int, number: int) -> None:
        layout = self.layout
        self._lift(m, piece)
        place = layout.places[number]
        m[layout.at + piece] = number
        if place.ordered:
            m[place.base] += 1
            m[place.base + m[place.base]] = piece
        else:
            held = load_set(m, place.base, layout.piece_words)
            store_set(m, place.base, layout.piece_words, held | 1 << piece)
        for player in range(self.players):
            self._know(m, player, piece, bool(place.viewers >> player & 1))

    def _lift(self, m: Memory, piece: int) -> None:
        layout = self.layout
        number = m[layout.at + piece]
        if number == NONE:
            return
        place = layout.places[number]
        if place.ordered:
            rest = [p for p in m[place.base + 1 : place.base + 1 + m[place.base]] if p != piece]
            self._empty(m, number)
            m[place.base] = len(rest)
            for index, other in enumerate(rest):
                m[place.base + 1 + index] = other
                m[layout.at + other] = number
        else:
            held = load_set(m, place.base, layout.piece_words)
            store_set(m, place.base, layout.piece_words, held & ~(1 << piece))
        m[layout.at + piece] = NONE

    def _know(self, m: Memory, player: int, piece: int, knows: bool) -> None:
        layout = self.layout
        address = layout.knows + player * layout.piece_words
        known = load_set(m, address, layout.piece_words)
        known = known | 1 << piece if knows else known & ~(1 << piece)
        store_set(m, address, layout.piece_words, known)

    def _store(self, m: Memory, slot: StateSlot, owner: int, value: int) -> None:
        if slot.bits:
            held = load_set(m, slot.address, slot.words)
            held = held | 1 << owner if value else held & ~(1 << owner)
            store_set(m, slot.address, slot.words, held)
        else:
            m[slot.address + (owner - slot.first) * slot.words] = value

    def _learn(self, m: Memory) -> None:
        at = self.layout.at
        for player, number in self.known:
            for piece in range(self.layout.pieces):
                if m[at + piece] == number:
                    self._know(m, player, piece, True)
