"""Lays out the states of the game, of players, pieces, cells and abilities, and the options."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.model.symbols import BOARDS, State
from ....dsl.model.table_keys import keys_of
from ....dsl.tree.types import Type, entry_of
from ...ir import Binary, CellKind, Const, Expr
from .memory import MemoryPlan
from .slots import KINDS, StateSlot


class StatePlan(MemoryPlan):
    """Where each state lies, by its name."""

    def __init__(self, game: Game, start: object) -> None:
        super().__init__(game, start)
        symbols, players = game.symbols, self.most_players
        self.options = {
            name: StateSlot(
                self.take(f"option {name}", KINDS[one.type.kind], 1, one.type, one.span), one.type
            )
            for name, one in symbols.options.items()
        }
        self.game_states = {name: self._slot(state, name, 1) for name, state in symbols.game.items()}
        self.player_states = {
            name: self._slot(state, f"player's {name}", players, of_players=True)
            for name, state in symbols.players.items()
        }
        self.piece_states: dict[str, StateSlot] = {}
        for type_name, owner in symbols.types.items():
            for name, state in owner.properties.items():
                if not state.printed and name not in self.piece_states:
                    self.piece_states[name] = self._of_pieces(state, f"{type_name}'s {name}")
        self.cell_states = self._of_cells()  # by board and name
        self.ability_states: dict[tuple[str, str, int], StateSlot] = {}
        for design in symbols.designs.values():
            for number, text in enumerate(design.abilities):
                if isinstance(text.ability, t.AbilityCall):
                    self._of_ability(design.name, number, text.ability.phrase)

    def _slot(self, state: State, name: str, count: int, of_players: bool = False) -> StateSlot:
        """A state of the game (`count` is 1), or of each of `count` owners."""
        if state.type.kind == "table":
            return self._table(state, name, count)
        if state.type.kind == "yes-no" and count > 1:
            kind = CellKind.PLAYERS if of_players else CellKind.PIECES
            address = self.take(name, kind, 1, state.type, state.span)
            return StateSlot(address, state.type, bits=True, words=self.words_of(kind))
        kind = KINDS[state.type.kind]
        address = self.take(name, kind, count, state.type, state.span)
        return StateSlot(address, state.type, words=self.words_of(kind))

    def _table(self, state: State, name: str, count: int, first: int = 0) -> StateSlot:
        """A number for each key, with all owners each; the entries follow each other."""
        keys, want = keys_of(state.type, self.game.symbols), entry_of(state.type)
        entries = tuple(
            StateSlot(
                self.take(f"{name} in {key}", CellKind.NUMBER, count, want, state.span), want, first=first
            )
            for key in keys
        )
        address = entries[0].address if entries else self.size
        return StateSlot(address, state.type, first=first, entries=entries, keys=keys)

    def _cell_slot(self, state: State, name: str, count: int, first: int) -> StateSlot:
        """A state of the cells of a board; `first` is the number of the first cell as a place."""
        if state.type.kind == "table":
            return self._table(state, name, count, first)
        kind = CellKind.PLACES if state.type.kind == "yes-no" else KINDS[state.type.kind]
        bits = state.type.kind == "yes-no"
        address = self.take(name, kind, 1 if bits else count, state.type, state.span)
        return StateSlot(address, state.type, bits, self.words_of(kind), first)

    def _of_pieces(self, state: State, label: str) -> StateSlot:
        """A state of pieces: a cell for each piece, from the first to the last that has it, whatever their types
        (types can share a state); a single set for all pieces if it is yes or no."""
        if state.type.kind == "yes-no":
            return self._slot(state, label, len(self.pieces))
        types = self.game.symbols.types
        having = [
            piece
            for piece, name in enumerate(self.piece_types)
            if (known := types[name].properties.get(state.name)) is not None and not known.printed
        ] or [0]
        count = having[-1] - having[0] + 1
        slot = self._slot(state, label, count)
        entries = tuple(attrs.evolve(one, first=having[0], count=count) for one in slot.entries)
        return attrs.evolve(slot, first=having[0], count=count, entries=entries)

    def _of_cells(self) -> dict[tuple[str, str], StateSlot]:
        """The states of the cells of each board; the cells of per-player boards follow each other."""
        first, found = 0, {}
        for name in self.in_order:
            place, count = self.game.symbols.places[name], self.places_of(name)
            if place.text.kind in BOARDS:
                for prop, state in place.properties.items():
                    if not state.printed:
                        found[name, prop] = self._cell_slot(state, f"{place.cell}'s {prop}", count, first)
            first += count
        return found

    def _of_ability(self, design: str, number: int, signature: str) -> None:
        for name, state in self.game.symbols.phrases[signature].state.items():
            for piece in self.pieces_of_design(design):
                slot = self._slot(state, f"{design}'s {name}", 1)
                self.ability_states[f"{design}/{number}", name, piece] = slot

    def slot_of(self, of: Type, name: str) -> StateSlot:
        if of.kind == "cell":
            return self.cell_states[(of.of[0], name)]
        states = self.player_states if of.kind == "player" else self.piece_states
        return states[name]

    def has_cell(self, of: Type, name: str, piece: Expr) -> Expr | None:
        """Whether a piece has a cell for a state, since it may be of a type without that state; cells are reserved
        from the first to the last piece that has one. None if every piece of the type has one."""
        slot = self.piece_states.get(name)
        if of.kind not in ("piece", "pieces") or slot is None or slot.bits:
            return None
        types = self.game.symbols.types
        if all(name in types[one].properties for one in of.of or types):
            return None
        beyond = Const(slot.first + slot.count)
        return Binary("both", Binary("ge", piece, Const(slot.first)), Binary("lt", piece, beyond))
