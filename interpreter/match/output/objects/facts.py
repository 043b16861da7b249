"""Constant facts about the objects of a game: their ids, and which states of a piece are visible where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

import attrs

from .....dsl.diagnostics.source import Span
from .....dsl.model import symbols as names
from .....dsl.model.game import Game, Phase
from .....dsl.tree.types import Type
from ....ir import NONE
from ....lower import Lowered
from ....lower.numbering import StateSlot, leaves
from ....memory.words import Memory
from ...secrecy.visibility import sees_state
from .classes import Argument, ArgumentKind, Site
from .ids import board_id, cell_id, design_id, piece_id, place_id, player_id

States = tuple[tuple[str, StateSlot], ...]
OPTION = re.compile(r"option '.*' of '(.*)'")
"""What the texts of a turn's option are called, with the path of its phase."""


@attrs.frozen
class PlaceFacts:
    """A place or a cell by its number: `number` is that of the cell on its board."""

    id: str
    name: str
    owner: int
    declared: names.Place
    board: str | None
    ordered: bool
    number: int = 0


@attrs.frozen
class StateCells:
    """Where the memory holds what is visible of the states of one piece or cell: whole cells of the memory, single
    bits (a cell and a number), and references to other pieces (with what stands there if there is none)."""

    whole: tuple[int, ...]
    bits: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int], ...]

    def values(self, m: Memory) -> tuple[int, ...] | None:
        """What is there now, to compare. None if there is a reference: the id of the other piece depends on more."""
        for address, none in self.others:
            if m[address] != none:
                return None
        return (
            *[m[address] for address in self.whole],
            *[m[address] >> bit & 1 for address, bit in self.bits],
        )


@attrs.define(slots=False, eq=False)
class ObjectFacts:
    """The objects of a game, by the numbers of its memory."""

    lowered: Lowered

    @cached_property
    def game(self) -> Game:
        return self.lowered.game

    @cached_property
    def places(self) -> tuple[PlaceFacts, ...]:
        """All places and cells."""
        tables, symbols = self.lowered.tables, self.game.symbols
        found: dict[int, PlaceFacts] = {}
        for (name, owner), board in tables.boards.items():
            edge = board.kind == "edges"
            for number, (called, at) in enumerate(zip(board.names, board.cells(), strict=True)):
                one = cell_id(name, owner, called, edge=edge)
                ordered = tables.places[at].ordered
                declared = symbols.places[name]
                found[at] = PlaceFacts(one, called, owner, declared, board_id(name, owner), ordered, number)
        for (name, owner), at in tables.place_numbers.items():
            if at not in found:
                ordered, declared = tables.places[at].ordered, symbols.places[name]
                found[at] = PlaceFacts(place_id(name, owner), name, owner, declared, None, ordered)
        return tuple(found[at] for at in range(len(tables.places)))

    @cached_property
    def designs(self) -> tuple[str, ...]:
        """The ids of designs."""
        return tuple(map(design_id, self.lowered.tables.design_names))

    @cached_property
    def single(self) -> tuple[str | None, ...]:
        """The id of each piece while it is known; None if its design has several pieces."""
        tables = self.lowered.tables
        return tuple(
            piece_id(name) if self.game.symbols.designs[name].copies == 1 else None for name in tables.pieces
        )

    @cached_property
    def several(self) -> int:
        """The set of the pieces whose designs have several pieces."""
        return sum(1 << piece for piece, one in enumerate(self.single) if one is None)

    @cached_property
    def shown_types(self) -> tuple[str | None, ...]:
        """The type of each piece, seen from its back; None if the back does not determine it."""
        mixed = self.game.symbols.mixed_face_down()
        return tuple(None if one in mixed else one for one in self.lowered.tables.piece_types)

    @cached_property
    def states(self) -> dict[str, States]:
        """The visible states of known pieces, by type."""
        return {name: self._states(name) for name in self.game.symbols.types}

    def _states(self, type_name: str) -> States:
        declared = self.game.symbols.types[type_name].properties
        return tuple(
            (name, slot)
            for name, slot in self.lowered.tables.piece_states.items()
            if (state := declared.get(name)) is not None
            and not state.printed
            and sees_state(None, state.secret)
        )

    @cached_property
    def kept(self) -> tuple[StateCells, ...]:
        """Where the memory holds the visible states of each piece."""
        types = self.lowered.tables.piece_types
        return tuple(_kept(self.states[name], piece) for piece, name in enumerate(types))

    @cached_property
    def kept_of_cells(self) -> dict[int, StateCells]:
        """Where the memory holds the states of each cell of a board, by the number of its place."""
        return {
            number: _kept(self.cell_states[where.declared.name], number)
            for number, where in enumerate(self.places)
            if where.board is not None
        }

    def outside(self, type_name: str, place: names.Place) -> States:
        """The states that everybody sees of a piece that lies face down: those that every piece there can have,
        unless they are secret. Of a hidden pile, everybody sees only the number of pieces."""
        key = (type_name, place.name)
        if key not in self._outside:
            found: States = ()
            if place.text.sight != "open" and place.shows_states:
                of = Type("piece", (type_name,))
                found = tuple(
                    (name, slot)
                    for name, slot in self.states[type_name]
                    if self.game.symbols.seen_outside(of, name, place.name)
                )
            self._outside[key] = found
        return self._outside[key]

    @cached_property
    def _outside(self) -> dict[tuple[str, str], States]:
        return {}

    @cached_property
    def cell_states(self) -> dict[str, States]:
        """The visible states of the cells of a board, by its name."""
        return {
            name: tuple(
                (prop, self.lowered.tables.cell_states[(name, prop)])
                for prop, state in place.properties.items()
                if not state.printed and sees_state(None, state.secret)
            )
            for name, place in self.game.symbols.places.items()
            if place.text.kind in names.BOARDS
        }

    def states_of(self, owner: str, reader: int | None, player: int | None = None) -> States:
        """The states of the game or of a player that a reader sees."""
        key = (owner, reader, player)
        if key not in self._states_of:
            symbols, tables = self.game.symbols, self.lowered.tables
            declared = symbols.game if owner == "game" else symbols.players
            slots = tables.game_states if owner == "game" else tables.player_states
            self._states_of[key] = tuple(
                (name, slot)
                for name, slot in slots.items()
                if sees_state(reader, declared[name].secret, player)
            )
        return self._states_of[key]

    @cached_property
    def _states_of(self) -> dict[tuple[str, int | None, int | None], States]:
        return {}

    def meaning(self, reader: int | None, players: int) -> tuple[tuple[StateSlot, int], ...]:
        """The states of the game and of players that refer to pieces and that a reader sees, each with its owner."""
        key = (reader, players)
        if key not in self._meaning:
            found = [(slot, 0) for _, slot in self.states_of("game", reader)]
            for player in range(players):
                found += [(slot, player) for _, slot in self.states_of("player", reader, player)]
            self._meaning[key] = tuple(one for one in found if one[0].type.kind in ("piece", "pieces"))
        return self._meaning[key]

    @cached_property
    def _meaning(self) -> dict[tuple[int | None, int], tuple[tuple[StateSlot, int], ...]]:
        return {}

    @cached_property
    def ability_states(self) -> tuple[tuple[str, str, StateSlot], ...]:
        """What abilities remember openly: the design, the state, and its address."""
        found = {
            (where.rpartition("/")[0], name): slot
            for (where, name, _), slot in self.lowered.tables.ability_states.items()
            if not self.is_secret_of_abilities(name)
        }
        return tuple((design, name, slot) for (design, name), slot in found.items())

    def is_secret_of_abilities(self, state: str) -> bool:
        """Whether a state that abilities remember is secret."""
        phrases = self.game.symbols.phrases.values()
        return any(one.state[state].secret for one in phrases if state in one.state)

    def argument(self, kind: str, number: int, slot: str = "") -> Argument:
        """Anything but a piece as an argument; `kind` is that of its type, or the sort of an action."""
        match kind:
            case "player":
                return Argument(kind="player", id=player_id(number), slot=slot)
            case "kind" | "design":
                return Argument(kind="design", id=self.designs[number], slot=slot)
            case "place" | "cell":
                where = self.places[number]
                sort: ArgumentKind = "place"
                if where.board is not None:
                    sort = "edge" if where.declared.text.kind == "edges" else "cell"
                return Argument(kind=sort, id=where.id, slot=slot)
            case "word":
                return Argument(kind="word", id=None, value=self.lowered.tables.words[number], slot=slot)
            case "yes-no":
                return Argument(kind="yes-no", id=None, value=bool(number), slot=slot)
        return Argument(kind="number", id=None, value=number, slot=slot)

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The choice sites, each with the part of the rules in whose text it stands."""
        found = []
        for one in self.lowered.sites:
            where = self._where(one.span)
            turn = self._turns.get(one.number)
            rules = self.rules_of(where if turn is None else f"phase '{turn}'")
            number = self.alike[one.number]
            found.append(Site(number=number, kind=one.kind, where=where, asks=one.prompt, rules=rules))
        return tuple(found)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each choice site, the first of those at the same text that ask the same: each copy of a design has a
        site of its own, and which copy it is must not show."""
        first: dict[object, int] = {}
        return tuple(
            first.setdefault((one.span, one.kind, one.prompt), one.number) for one in self.lowered.sites
        )

    @cached_property
    def _turns(self) -> dict[int, str]:
        """The path of the phase at whose turns a site asks for an option."""
        paths = {phase.span: phase.path for phase in _phases(self.game.flow)}
        return {
            one.number: paths[one.span]
            for one in self.lowered.sites
            if one.kind == "turn" and one.span in paths
        }

    def rules_of_choice(self, site: int, option: str) -> tuple[str, ...]:
        """The rules cited where something was chosen: in a turn by its option, and by what asks."""
        turn = self._turns.get(site)
        own = () if turn is None else self.rules_of(f"option '{option}' of '{turn}'")
        return tuple(dict.fromkeys((*own, *self.sites[site].rules)))

    @cached_property
    def cited(self) -> dict[str, tuple[str, ...]]:
        """The rules that each part of the game cites."""
        found: dict[str, dict[str, None]] = {}
        for one in self.game.citations:
            found.setdefault(one.part, {})[one.rule] = None
        return {part: tuple(rules) for part, rules in found.items()}

    def rules_of(self, where: str) -> tuple[str, ...]:
        """The rules that the part cites in which a text stands. An option of a turn that cites none stands for its
        phase."""
        part = self._printed_on.get(where, where)
        if part.startswith("turn of "):
            part = part.replace("turn of", "phase", 1)
        option = OPTION.fullmatch(part)
        if option is not None and part not in self.cited:
            part = f"phase '{option[1]}'"
        return self.cited.get(part, ())

    @cached_property
    def _printed_on(self) -> dict[str, str]:
        """The design or the cell on which a text is printed, as citations call it, by what the text is called."""
        symbols = self.game.symbols
        owners = [("design", one) for one in symbols.designs.values()]
        owners += [("cell", one) for place in symbols.places.values() for one in place.printed.values()]
        return {
            f"{text} of {one.name}": f"{sort} '{one.name}'"
            for sort, one in owners
            for text in (*one.effects, *one.conditions)
        }

    def _where(self, span: Span | None) -> str:
        if span is None:
            return ""
        around = [
            text
            for text in self.game.texts
            if text.read_at.source is span.source and text.read_at.start <= span.start < text.read_at.end
        ]
        return min(around, key=lambda text: text.read_at.end - text.read_at.start).where if around else ""


def _phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)


def _kept(states: States, owner: int) -> StateCells:
    whole: list[int] = []
    bits: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for slot in leaves(slot for _, slot in states):
        first = slot.address + (owner - slot.first) * slot.words
        if slot.bits:
            bits.append((slot.address + owner // 64, owner % 64))
        elif slot.type.kind == "piece":
            others.append((first, NONE))
        elif slot.type.kind == "pieces":
            others += [(first + word, 0) for word in range(slot.words)]
        else:
            whole += range(first, first + slot.words)
    return StateCells(tuple(whole), tuple(bits), tuple(others))
