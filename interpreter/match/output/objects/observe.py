"""A position as objects with ids, as far as a reader may know it.

`visibility`, and the pieces that the reader knows, decide what is visible; this module only presents it as data. The
id of an unknown piece consists of its place and its number there, so that it ends when the piece moves or becomes
known, and reveals nothing about a piece that has been shuffled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .....dsl.languages import BASE
from .....dsl.tree.types import SETS, Type, member
from ....ir import NONE
from ....lower.numbering import StateSlot
from ....memory.words import members
from ...state.position import Position
from ..view import Viewer, read
from .classes import Argument, Cell, Objects, Piece, Place, Player, Underway, Value
from .coming import coming
from .facts import PlaceFacts
from .identities import PieceIds
from .ids import NOWHERE, design_id, in_order, player_id, players_ids, unknown_id
from .panel import panel_numbers, public_score

Looks = tuple[object, ...]
"""All that a reader sees of a piece or a cell, as it lies in the memory."""


class Observer:
    """One reader's view of one position; `identified` holds the reader's ids of pieces of designs with several.

    `before` is the same reader's view of another position of the match: pieces and cells that look the same there are
    taken from it, since most of them do from one decision to the next.
    """

    def __init__(
        self,
        position: Position,
        reader: int | None,
        identified: PieceIds,
        before: Observer | None = None,
    ) -> None:
        self.of = position
        self.reader = reader
        self.facts = position.rules.facts
        self.tables = position.rules.lowered.tables
        self.viewer = Viewer(position, reader, BASE)
        self.position = self.viewer.position  # the part of it that the reader sees
        self.names = position.names
        self.players = position.players
        self.m, self.known = self.viewer.m, self.viewer.known
        self.identified = identified
        self.pieces: dict[str, Piece] = {}
        self.ids: dict[int, str] = {}  # for each piece that lies somewhere
        self._pieces: dict[int, tuple[Looks, Piece]] = {}
        self._cells: dict[int, tuple[Looks, Cell]] = {}
        self._before = {} if before is None else before._pieces
        self._cells_before = {} if before is None else before._cells
        self._around: tuple[dict[str, Place], dict[str, Cell]] | None = None

    def objects(self) -> Objects:
        """Everything that the reader may know, except for the reader's own decision; see `choices`."""
        position = self.position
        places, cells = self.look_around()
        return Objects(
            game=self.facts.game.id,
            viewer=None if self.reader is None else player_id(self.reader),
            over=position.is_over,
            winners=players_ids(position.winners),
            scores=position.scores() if position.is_over else None,
            deciding=players_ids(one.player for one in self.viewer.pending),
            standing=public_score(position),
            numbers=panel_numbers(position),
            next=None if (seat := coming(position)) is None else player_id(seat),
            states=self._states(self.facts.states_of("game", self.reader), 0),
            abilities=self._abilities(),
            players={player_id(seat): self._player(seat) for seat in range(len(self.players))},
            places=dict(places),  # whoever gets them may change them
            cells=dict(cells),
            pieces=dict(self.pieces),
            underway=self._underway(),
            decision=None,
        )

    # ----------------------------------------------------------------- names of pieces

    def is_known(self, piece: int) -> bool:
        return piece >= 0 and bool(self.known >> piece & 1)

    def alike(self, piece: int) -> tuple[str, ...]:
        """The ids of the pieces that look the same as a known piece, including itself."""
        single = self.facts.single[piece]
        if single is not None:
            return (single,)
        followed = self.identified.get(self.tables.pieces[piece])
        return (NOWHERE,) if followed is None else followed.alike.get(piece, (NOWHERE,))

    def called(self, pieces: Sequence[int]) -> list[tuple[str, tuple[str, ...]]]:
        """The ids of pieces that are named together, each with the ids of pieces that it could be as well. Among
        pieces that look the same, only the number of the named ones is shown, not which they are."""
        groups = [self.alike(piece) if self.is_known(piece) else (NOWHERE,) for piece in pieces]
        count, used = Counter(groups), Counter[tuple[str, ...]]()
        found = []
        for group in groups:
            number = min(used[group], len(group) - 1)
            used[group] += 1
            found.append((group[number], group[1:] if count[group] == 1 else ()))
        return found

    # ------------------------------------------------------------------------- values

    def value(self, type_: Type, number: int) -> Value:
        """A value of a type: objects by their ids, words by themselves."""
        if type_.kind == "number":
            return number
        if type_.kind == "yes-no":
            return bool(number)
        if type_.kind in SETS:
            if type_.kind == "pieces":
                return tuple(sorted((one for one, _ in self.called(members(number))), key=in_order))
            single = member(type_)
            return tuple(self._single(single, one) for one in members(number))
        return None if number == NONE else self._single(type_, number)

    def _single(self, type_: Type, number: int) -> int | str:
        match type_.kind:
            case "piece":
                return self.called([number])[0][0]
            case "player":
                return player_id(number)
            case "kind":
                return self.facts.designs[number]
            case "word":
                return self.tables.words[number]
            case "place" | "cell":
                return self.facts.places[number].id
        return number

    def _slot(self, slot: StateSlot, owner: int) -> Value:
        if slot.entries:
            return {
                key: read(self.m, entry, owner) for key, entry in zip(slot.keys, slot.entries, strict=True)
            }
        return self.value(slot.type, read(self.m, slot, owner))

    def _states(self, states: Iterable[tuple[str, StateSlot]], owner: int) -> dict[str, Value]:
        return {name: self._slot(slot, owner) for name, slot in states}

    def _abilities(self) -> dict[str, dict[str, Value]]:
        found: dict[str, dict[str, Value]] = {}
        for design, name, slot in self.facts.ability_states:
            found.setdefault(design_id(design), {})[name] = self._slot(slot, 0)
        return found

    def _player(self, seat: int) -> Player:
        states = self._states(self.facts.states_of("player", self.reader, seat), seat)
        return Player(id=player_id(seat), seat=seat, name=self.players[seat], states=states)

    # ------------------------------------------------------------------------- places

    def look_around(self) -> tuple[dict[str, Place], dict[str, Cell]]:
        """The places and cells; also fills `pieces` and `ids` with the pieces that lie in them."""
        if self._around is None:
            self._around = self._look_around()
            self._before, self._cells_before = {}, {}
        return self._around

    def _look_around(self) -> tuple[dict[str, Place], dict[str, Cell]]:
        places: dict[str, Place] = {}
        cells: dict[str, Cell] = {}
        for number, where in enumerate(self.facts.places):
            if where.owner >= len(self.players):
                continue
            pieces = self._lying(number)
            if where.board is None:
                owner = None if where.owner == NONE else player_id(where.owner)
                places[where.id] = Place(id=where.id, name=where.name, owner=owner, pieces=pieces)
            else:
                cells[where.id] = self._cell(number, where, where.board, pieces)
        return places, cells

    def _cell(self, number: int, where: PlaceFacts, board: str, pieces: tuple[str, ...]) -> Cell:
        values = self.facts.kept_of_cells[number].values(self.m)
        before = self._cells_before.get(number)
        if before is not None and values is not None and before[0] == (pieces, values):
            self._cells[number] = before
            return before[1]
        states = self._states(self.facts.cell_states[where.declared.name], number)
        found = Cell(id=where.id, board=board, name=where.name, pieces=pieces, states=states)
        if values is not None:
            self._cells[number] = (pieces, values), found
        return found

    def _lying(self, number: int) -> tuple[str, ...]:
        """The ids of the pieces in a place; the pieces are noted."""
        numbers = self.position.pieces_in(number)
        if not numbers:
            return ()
        where = self.facts.places[number]
        if where.ordered:
            found = [self._piece(piece, where, at, at) for at, piece in enumerate(numbers)]
        else:
            # Unknown pieces are numbered by what is visible of them, so that the number reveals no more.
            unknown = [piece for piece in numbers if not self.is_known(piece)]
            if len(unknown) > 1:
                unknown.sort(key=lambda piece: repr(self._seen_of(piece)))
            counted = {piece: at for at, piece in enumerate(unknown)}
            found = [self._piece(piece, where, counted.get(piece, 0), None) for piece in numbers]
        self.ids.update((piece, one.id) for piece, one in zip(numbers, found, strict=True))
        if not where.ordered:
            found.sort(key=lambda one: in_order(one.id))
        self.pieces.update((one.id, one) for one in found)
        return tuple(one.id for one in found)

    def _piece(self, piece: int, where: PlaceFacts, count: int, position: int | None) -> Piece:
        known = self.is_known(piece)
        own = unknown_id(where.id, count)
        if known:
            own = self.facts.single[piece] or self.identified[self.tables.pieces[piece]].ids[piece]
        values = self.facts.kept[piece].values(self.m)
        if values is None:
            return self._looking(piece, where, own, position)
        looks = (own, known, where.id, position, values)
        before = self._before.get(piece)
        if before is None or before[0] != looks:
            before = looks, self._looking(piece, where, own, position)
        self._pieces[piece] = before
        return before[1]

    def _looking(self, piece: int, where: PlaceFacts, own: str, position: int | None) -> Piece:
        type_, states, back = self._seen_of(piece)
        design = None
        if self.is_known(piece):
            design = self.facts.designs[self.facts.lowered.program.layout.designs[piece]]
        return Piece(
            id=own, type=type_, design=design, place=where.id, position=position, states=states, back=back
        )

    def _seen_of(self, piece: int) -> tuple[str | None, dict[str, Value], dict[str, Value]]:
        """The type, states and back of a piece, as far as they are visible where it lies."""
        back = self._back(piece) if self.tables.backs[piece] else {}
        states = self._states(self.viewer.shown(piece), piece)
        types = self.tables.piece_types if self.is_known(piece) else self.facts.shown_types
        return types[piece], states, back

    def _back(self, piece: int) -> dict[str, Value]:
        return {state.name: self.value(state.type, value) for state, value in self.names.on_back(piece)}

    # --------------------------------------------------------------- what texts have named

    def _underway(self) -> tuple[Underway, ...]:
        return tuple(
            Underway(
                player=player_id(one.player),
                names=tuple(
                    argument
                    for frame in self.viewer.frames(one)
                    for named, value in frame
                    for argument in self.named(named.type, value, named.name)
                ),
            )
            for one in self.viewer.pending
        )

    def named(self, type_: Type, number: int, slot: str = "") -> list[Argument]:
        """A value as arguments: one for each member of a set, and none for `none`."""
        if type_.kind in SETS:
            single = member(type_)
            numbers = members(number) if number != NONE else []
        else:
            single, numbers = type_, [] if number == NONE and type_.kind != "number" else [number]
        if single.kind == "piece":
            found = [
                self.of_piece(piece, name, also, slot)
                for piece, (name, also) in zip(numbers, self.called(numbers), strict=True)
            ]
            return sorted(found, key=lambda one: in_order(one.id))
        return [self.facts.argument(single.kind, one, slot) for one in numbers]

    def of_piece(self, piece: int, name: str, also: tuple[str, ...], slot: str = "") -> Argument:
        design = (
            self.facts.designs[self.facts.lowered.program.layout.designs[piece]]
            if self.is_known(piece)
            else None
        )
        return Argument(kind="piece", id=name, design=design, also=also, slot=slot)
