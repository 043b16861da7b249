"""What one player may know of a match, as plain data that can be written as JSON.

Everyone sees how many pieces lie in a place, but only players who know a piece see which it is. Ordered places are
listed from the bottom, with None for unknown pieces; unordered places are listed by name.
"""

from __future__ import annotations

from typing import Any

from ....dsl.languages import BASE
from ....dsl.tree.types import SETS, Type, member
from ...engine.protocol import Pending
from ...ir import NONE, Named
from ...lower.numbering import NumberedBoard, StateSlot
from ...memory.words import Memory, load_set, members
from ..setup.rules import Rules
from ..state.position import Position
from ..state.rename_pieces import frames_of as waiting
from .computed_texts import beside_rows, column_value
from .objects.facts import States

View = dict[str, Any]


def view_of(position: Position, player: int | None, language: str = BASE) -> View:
    """The view of a player, or, for None, of an onlooker, who sees what everybody sees."""
    return Viewer(position, player, language).view()


class Viewer:
    """Reads a position for a player (None: an onlooker): `position` holds only what they may see. With `everything`
    it
    holds all: for nobody who plays."""

    def __init__(
        self, position: Position, player: int | None, language: str, *, everything: bool = False
    ) -> None:
        self.position = position if everything else position.seen_by(player)
        self.player, self.everything = player, everything
        self.language = language
        self.lowered = position.rules.lowered
        self.facts = position.rules.facts
        self.m = self.position.memory
        self.pending = self.position.pending()
        whole = (1 << self.lowered.program.layout.pieces) - 1
        self.known = whole if everything else self.position.known_pieces(player)

    def view(self) -> View:
        return {
            "game": self.lowered.game.id,
            "viewer": self.player,
            "over": self.position.is_over,
            "winners": list(self.position.winners) if self.position.is_over else None,
            "scores": list(self.position.scores() or ()) or None if self.position.is_over else None,
            "deciding": [one.player for one in self.pending],
            "underway": self.underway(),
            "game state": self.states("game"),
            "players": [self.of_player(player) for player in range(len(self.position.players))],
            "places": self.places(NONE),
            "boards": self.boards(NONE),
            "abilities": self.abilities(),
        }

    def underway(self) -> list[View]:
        """For each open decision, what is underway: what texts have named and not yet used, from the outermost
        text to the innermost, as far as the viewer may know it."""
        found = []
        for one in self.pending:
            names = [
                {named.name: self._named(named.type, number) for named, number in frame}
                for frame in self.frames(one)
            ]
            found.append({"player": one.player, "names": [part for part in names if part]})
        return found

    def _named(self, type_: Type, number: int) -> Any:
        if type_.kind == "number":
            return number
        if type_.kind == "yes-no":
            return bool(number)
        if number == NONE:
            return None
        if type_.kind in SETS:
            single, several = member(type_), members(number)
            said = [self._named(single, one) for one in several]
            return self.position.names.in_order(several, said, self.known) if single.kind == "piece" else said
        at = self.position.cell_of(number, self.player, self.language) if type_.kind == "piece" else ""
        return self.position.names.value(type_, number, self.language, known=self.known) + at

    def frames(self, pending: Pending) -> list[list[tuple[Named, int]]]:
        """The frames of an open decision, from the outermost: what registers stand for, and their values. For a
        secret choice, only the chooser sees any, since the path to the choice can reveal earlier choices."""
        chooser = self.player == pending.player or self.everything
        if self.position.rules.site(pending.site).secret and not chooser:
            return []
        shown = {"all"} | ({"chooser"} if chooser else set())
        found = frames_of(self.position.rules, self.m, pending.strand)
        return [[(named, value) for named, value in frame if named.shown in shown] for frame in found]

    def of_player(self, player: int) -> View:
        return {
            "name": self.position.players[player],
            "state": self.states("player", player),
            "places": self.places(player),
            "boards": self.boards(player),
        }

    # ----------------------------------------------------------------------- states

    def states(self, owner: str, player: int = 0) -> View:
        """The states of the game or of a player that are not secret from the viewer."""
        whose = player if owner == "player" else None
        return {
            name: self.value(slot, player) for name, slot in self.facts.states_of(owner, self.player, whose)
        }

    def value(self, slot: StateSlot, owner: int = 0) -> Any:
        if slot.entries:
            return self.entries(slot, owner)
        number = read(self.m, slot, owner)
        if slot.type.kind == "number":
            return number
        if slot.type.kind == "yes-no":
            return bool(number)
        if number == NONE:
            return None
        return self.position.names.value(slot.type, number, self.language, known=self.known)

    def entries(self, slot: StateSlot, owner: int) -> View:
        """The entries of a table by key."""
        return {key: read(self.m, entry, owner) for key, entry in zip(slot.keys, slot.entries, strict=True)}

    def abilities(self) -> View:
        """What abilities remember, by design."""
        found: View = {}
        for design, name, slot in self.facts.ability_states:
            found.setdefault(design, {})[name] = self.value(slot)
        return found

    # ----------------------------------------------------------------------- places

    def places(self, owner: int) -> View:
        found: View = {}
        for (name, whose), number in self.lowered.tables.place_numbers.items():
            if whose == owner and name not in self.lowered.tables.board_of_cell:
                found[name] = self.place(number)
                if name in self.lowered.game.columns:
                    found[name]["columns"] = self.columns(name, number)
        return found

    def columns(self, name: str, number: int) -> View:
        """The computed columns of a place that is listed as a table: for each piece, as it is listed, its value for
        the viewer; None for a piece that the viewer does not know, and for an onlooker."""
        pieces = [piece for piece, _ in self.lying(number)]
        known = [self.player is not None and bool(self.known >> piece & 1) for piece in pieces]
        return {
            column: [
                column_value(self.position, name, column, self.player or 0, piece, self.language)
                if seen
                else None
                for piece, seen in zip(pieces, known, strict=True)
            ]
            for column in self.lowered.game.columns[name]
        }

    def boards(self, owner: int) -> View:
        """The cells of each board: the pieces on each, and its states; and what stands beside its rows."""
        found: View = {}
        for (name, whose), board in self.lowered.tables.boards.items():
            if whose == owner:
                cells = {
                    cell: self.cell(board, number)
                    for cell, number in zip(board.names, board.cells(), strict=True)
                }
                found[name] = {"kind": board.kind, "cells": cells}
                if name in self.lowered.game.beside:
                    found[name]["beside"] = beside_rows(self.position, name, owner, self.language, self.known)
        return found

    def cell(self, board: NumberedBoard, number: int) -> View:
        """The pieces on a cell, and those of its states that are not secret."""
        states = {name: self.value(slot, number) for name, slot in self.facts.cell_states[board.name]}
        return {"pieces": self.place(number)["pieces"], **states}

    def place(self, number: int) -> View:
        shown = [one for _, one in self.lying(number)]
        return {"count": len(shown), "pieces": shown}

    def lying(self, number: int) -> list[tuple[int, Any]]:
        """The pieces in a place, each with what the viewer sees of it, in the order in which they are listed."""
        shown = [(piece, self.piece(piece)) for piece in self.position.pieces_in(number)]
        if not self.lowered.program.layout.places[number].ordered:
            order = self.lowered.game.language(self.language).collated
            shown.sort(key=lambda one: (order(str(one[1])), str(one[1])))
        return shown

    def piece(self, piece: int) -> Any:
        states = self.states_of_piece(piece)
        if not self.known >> piece & 1:
            states = {**self.back(piece), **states}
            return {"name": None, **states} if states else None
        name = self.position.names.piece(piece, self.language)
        return {"name": name, **states} if states else name

    def back(self, piece: int) -> View:
        """What the back of a piece shows, wherever it lies."""
        return {
            state.name: self._named(state.type, value) for state, value in self.position.names.on_back(piece)
        }

    def states_of_piece(self, piece: int) -> View:
        """The states of a piece that the viewer sees."""
        return {state: self.value(slot, piece) for state, slot in self.shown(piece)}

    def shown(self, piece: int) -> States:
        """Which states of a piece the viewer sees. Of one that lies face down these are the states that every piece
        there can have, except for secret ones; of a hidden pile, everybody sees only the number of pieces."""
        type_, where = self.lowered.tables.piece_types[piece], self.position.place_of(piece)
        if self.known >> piece & 1:
            return self.facts.states[type_]
        return () if where == NONE else self.facts.outside(type_, self.facts.places[where].declared)


def frames_of(rules: Rules, m: Memory, strand: int) -> list[list[tuple[Named, int]]]:
    """The frames of a strand, from the outermost: what each live named register stands for, and its value."""
    layout, plan = rules.lowered.program.layout, rules.engine.plan
    found: list[list[tuple[Named, int]]] = []
    for frame, entry in waiting(layout, plan, m, strand):
        procedure = rules.lowered.program.procedures[entry.procedure]
        slots = plan.frames[entry.procedure].slots
        values = []
        for named in procedure.names:
            if named.register in entry.held:
                slot = slots[named.register]
                whole = named.type.kind in SETS
                value = load_set(m, frame + slot.offset, slot.words) if whole else m[frame + slot.offset]
                values.append((named, value))
        found.append(values)
    return found[::-1]


def read(m: Memory, slot: StateSlot, owner: int = 0) -> int:
    """The value of a state, of one of its owners."""
    if slot.bits:
        return load_set(m, slot.address, slot.words) >> owner & 1
    address = slot.address + (owner - slot.first) * slot.words
    if slot.type.kind in SETS:
        return load_set(m, address, slot.words)
    return m[address]
