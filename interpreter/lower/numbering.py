"""Numbers everything that has a name (pieces, designs, words, places, states), and lays it out in memory.

In: a checked game. Out: `Tables`, in which the rest of lowering, and the match, look up names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.model import geometry
from rulewright.dsl.model.game import Game
from rulewright.dsl.model.survey import chosen_words
from rulewright.dsl.model.symbols import BOARDS, Place, State
from rulewright.dsl.model.table_keys import keys_of
from rulewright.dsl.tree.types import COMPASS, Type, entry_of
from rulewright.dsl.tree.walk import walk

from ..ir import FIXED_HEAD, NONE, Binary, Cell, CellKind, Const, Expr, Kept, PlaceInfo
from ..ir.widths import words_for

KINDS = {
    "number": CellKind.NUMBER,
    "yes-no": CellKind.NUMBER,
    "word": CellKind.WORD,
    "piece": CellKind.PIECE,
    "pieces": CellKind.PIECES,
    "kind": CellKind.DESIGN,
    "kinds": CellKind.DESIGNS,
    "list": CellKind.DESIGNS,
    "player": CellKind.PLAYER,
    "players": CellKind.PLAYERS,
    "place": CellKind.PLACE,
    "cell": CellKind.PLACE,
    "cells": CellKind.PLACES,
    "places": CellKind.PLACES,
    "none": CellKind.NUMBER,
    "numbers": CellKind.NUMBER,
    "words": CellKind.NUMBER,
    "effect": CellKind.NUMBER,
    "condition": CellKind.NUMBER,
}


@attrs.frozen
class Slot:
    """Where a state lies. `bits`: a single set holds a yes-or-no state of all owners (players or pieces)."""

    address: int
    type: Type
    bits: bool = False
    words: int = 1
    first: int = 0  # the number of the first owner
    count: int = 1  # for a state of pieces: how many of them have a cell, starting with `first`
    entries: tuple[Slot, ...] = ()  # for a table: each entry is stored like a number of all its owners
    keys: tuple[str, ...] = ()  # for a table: the name of each entry

    @property
    def stride(self) -> int:
        """The distance between the entries of a table."""
        return self.entries[1].address - self.entries[0].address if len(self.entries) > 1 else 0


def leaves(slots: Iterable[Slot]) -> Iterator[Slot]:
    """States as they lie in memory; a table is replaced by its entries."""
    for slot in slots:
        yield from slot.entries or (slot,)


@attrs.define
class Tables:
    """The numbering of a game, and the part of its layout that is known before procedures are lowered."""

    game: Game
    # The effects with which matches of scenarios start, if they are not a part of the game.
    start: object = None
    pieces: list[str] = attrs.field(factory=list)  # design of each piece
    design_names: list[str] = attrs.field(factory=list)
    piece_types: list[str] = attrs.field(factory=list)
    words: list[str] = attrs.field(factory=list)
    places: list[PlaceInfo] = attrs.field(factory=list)
    place_numbers: dict[tuple[str, int], int] = attrs.field(factory=dict)
    boards: dict[tuple[str, int], Board] = attrs.field(factory=dict)
    board_of_cell: dict[str, str] = attrs.field(factory=dict)
    cells: list[Cell] = attrs.field(factory=list)
    options: dict[str, Slot] = attrs.field(factory=dict)
    game_states: dict[str, Slot] = attrs.field(factory=dict)
    player_states: dict[str, Slot] = attrs.field(factory=dict)
    piece_states: dict[str, Slot] = attrs.field(factory=dict)
    cell_states: dict[tuple[str, str], Slot] = attrs.field(factory=dict)  # by board and name
    ability_states: dict[tuple[str, str, int], Slot] = attrs.field(factory=dict)
    constants: list[tuple[int, ...]] = attrs.field(factory=list)
    kept: list[Kept] = attrs.field(factory=list)
    size: int = FIXED_HEAD
    at: int = 0
    knows: int = 0
    pools: int = 0
    _constant_index: dict[tuple[int, ...], int] = attrs.field(factory=dict)

    # ---------------------------------------------------------------- numbering

    @property
    def most_players(self) -> int:
        return self.game.players[1]

    @property
    def piece_words(self) -> int:
        return words_for(len(self.pieces))

    @property
    def design_words(self) -> int:
        return words_for(len(self.design_names))

    def words_of(self, kind: CellKind) -> int:
        if kind is CellKind.PIECES:
            return self.piece_words
        if kind is CellKind.PLACES:
            return words_for(self.members)
        return self.design_words if kind is CellKind.DESIGNS else 1

    @cached_property
    def place_count(self) -> int:
        """The number of places, including cells and the places of each player."""
        return sum(map(self.places_of, self.game.symbols.places))

    @cached_property
    def members(self) -> int:
        """The number of places that can be in a set of places."""
        return sum(map(self.places_of, self.in_sets))

    @cached_property
    def in_sets(self) -> tuple[str, ...]:
        """The places that can be in a set of places, by name: boards with their cells, and what can be chosen. They
        are numbered before all others, in this order, so that such sets are small."""
        symbols = self.game.symbols
        boards = [name for name, place in symbols.places.items() if place.text.kind in BOARDS]
        trees = (*(text.tree for text in self.game.texts), self.start)
        listed = [name for type_ in listed_places(trees) for name in symbols.possible_places(type_)]
        return tuple(dict.fromkeys((*boards, *listed)))

    @cached_property
    def in_order(self) -> tuple[str, ...]:
        """The names of all places, in the order in which they are numbered."""
        return tuple(dict.fromkeys((*self.in_sets, *self.game.symbols.places)))

    def places_of(self, name: str) -> int:
        """The number of places of a name: the cells of a board, each for every player if it is per player."""
        places = self.game.symbols.places
        place = places[name]
        under = places.get(place.text.between)
        one = len(geometry.cell_names(place, under)) if place.text.kind in BOARDS else 1
        return one * (self.most_players if place.text.per_player else 1)

    def word(self, word: str) -> int:
        return self.words.index(word)

    def design(self, name: str) -> int:
        return self._design_numbers[name]

    def pieces_of_design(self, name: str) -> range:
        return self._pieces_by_design.get(name, range(0))

    def mask_of_places(self, name: str) -> int:
        """The places of a name: the cells of a board, each for every player if it is per player."""
        return self._places_by_name.get(name, 0)

    @cached_property
    def _places_by_name(self) -> dict[str, int]:
        """Only for use once all places are numbered; the same holds for `loose`."""
        found: dict[str, list[int]] = {}
        for (name, _), number in self.place_numbers.items():
            found.setdefault(self.board_of_cell.get(name, name), []).append(number)
        return {name: sum(1 << number for number in numbers) for name, numbers in found.items()}

    @cached_property
    def loose(self) -> int:
        """The number of a table that says of each place whether it keeps no order."""
        return self.constant(tuple(int(not place.ordered) for place in self.places))

    @cached_property
    def _design_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.design_names)}

    @cached_property
    def _pieces_by_design(self) -> dict[str, range]:
        """The pieces of each design have consecutive numbers. Only for use once all pieces are numbered."""
        last = {design: piece for piece, design in enumerate(self.pieces)}
        counts = Counter(self.pieces)
        return {name: range(last[name] + 1 - count, last[name] + 1) for name, count in counts.items()}

    def mask_of_design(self, name: str) -> int:
        return sum(1 << piece for piece in self.pieces_of_design(name))

    def mask_of_type(self, name: str) -> int:
        return sum(1 << index for index, kind in enumerate(self.piece_types) if kind == name)

    def designs_of_type(self, name: str) -> int:
        symbols = self.game.symbols
        return sum(1 << self.design(design) for design in symbols.types[name].designs)

    def types_held(self, place: str) -> tuple[str, ...]:
        """The types of pieces that can lie in a place, or on a cell of a grid."""
        return self.game.symbols.places[self.board_of_cell.get(place, place)].text.types

    def constant(self, values: tuple[int, ...]) -> int:
        """The number of a table of constants; equal ones are shared."""
        known = self._constant_index.get(values)
        if known is None:
            known = self._constant_index[values] = len(self.constants)
            self.constants.append(values)
        return known

    def printed(self, prop: str, *, by_design: bool) -> tuple[int, ...]:
        """A printed property of every piece (or design); 0 if its type does not have it."""
        designs = self.game.symbols.designs
        names = self.design_names if by_design else self.pieces
        return tuple(self.value_of(designs[name].values.get(prop, 0)) for name in names)

    @cached_property
    def backs(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """What the back of each piece shows: printed properties as names and values."""
        symbols = self.game.symbols
        found = []
        for name in self.pieces:
            design = symbols.designs[name]
            public = symbols.types[design.type].public
            found.append(
                tuple((one, self.value_of(design.values[one])) for one in public if one in design.values)
            )
        return tuple(found)

    def value_of(self, value: int | str | tuple[str, ...]) -> int:
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            designs = self.game.symbols.designs
            return sum(1 << (self.design(n) if n in designs else self.word(n)) for n in set(value))
        return self.design(value) if value in self.game.symbols.designs else self.word(value)

    # ------------------------------------------------------------------- layout

    def keep(self, places: int, *, occupied: bool) -> Kept:
        """A set that is kept up to date: the pieces in some places, or those places in which something lies."""
        for one in self.kept:
            if (one.places, one.occupied) == (places, occupied):
                return one
        name, kind = ("occupied cells", CellKind.PLACES) if occupied else ("pieces on cells", CellKind.PIECES)
        address = self.take(name, kind, 1, Type("places" if occupied else "pieces"))
        found = Kept(address, self.words_of(kind), places, occupied)
        self.kept.append(found)
        return found

    def take(self, name: str, kind: CellKind, count: int, type_: Type, span: object = None) -> int:
        """Reserves cells for `count` values of a kind; returns the address of the first."""
        words = self.words_of(kind)
        least, most = self.range(kind, type_)
        address = self.size
        self.cells.append(Cell(name, address, kind, count, words, least, most, span=span))  # type: ignore[arg-type]
        self.size += count * words
        return address

    def range(self, kind: CellKind, type_: Type) -> tuple[int, int]:
        if kind is CellKind.NUMBER:
            return (0, 1) if type_.kind == "yes-no" else (type_.least, type_.most)
        most = {
            CellKind.PIECE: len(self.pieces) - 1,
            CellKind.DESIGN: len(self.design_names) - 1,
            CellKind.PLAYER: self.most_players - 1,
            CellKind.PLACE: self.place_count - 1,
            CellKind.PLACES: (1 << self.members) - 1,
            CellKind.WORD: len(self.words) - 1,
            CellKind.PIECES: (1 << len(self.pieces)) - 1,
            CellKind.DESIGNS: (1 << len(self.design_names)) - 1,
            CellKind.PLAYERS: (1 << self.most_players) - 1,
        }[kind]
        return (
            (0, most)
            if kind in (CellKind.PIECES, CellKind.DESIGNS, CellKind.PLAYERS, CellKind.PLACES)
            else (NONE, most)
        )

    def slot(self, state: State, name: str, count: int, of_players: bool = False) -> Slot:
        """A state of the game (`count` is 1), or of each of `count` owners."""
        if state.type.kind == "table":
            return self.table(state, name, count)
        if state.type.kind == "yes-no" and count > 1:
            kind = CellKind.PLAYERS if of_players else CellKind.PIECES
            address = self.take(name, kind, 1, state.type, state.span)
            return Slot(address, state.type, bits=True, words=self.words_of(kind))
        kind = KINDS[state.type.kind]
        address = self.take(name, kind, count, state.type, state.span)
        return Slot(address, state.type, words=self.words_of(kind))

    def table(self, state: State, name: str, count: int, first: int = 0) -> Slot:
        """A number for each key, with all owners each; the entries follow each other."""
        keys, want = keys_of(state.type, self.game.symbols), entry_of(state.type)
        entries = tuple(
            Slot(self.take(f"{name} in {key}", CellKind.NUMBER, count, want, state.span), want, first=first)
            for key in keys
        )
        address = entries[0].address if entries else self.size
        return Slot(address, state.type, first=first, entries=entries, keys=keys)

    def cell_slot(self, state: State, name: str, count: int, first: int) -> Slot:
        """A state of the cells of a board; `first` is the number of the first cell as a place."""
        if state.type.kind == "table":
            return self.table(state, name, count, first)
        kind = CellKind.PLACES if state.type.kind == "yes-no" else KINDS[state.type.kind]
        bits = state.type.kind == "yes-no"
        address = self.take(name, kind, 1 if bits else count, state.type, state.span)
        return Slot(address, state.type, bits, self.words_of(kind), first)

    def slot_of(self, of: Type, name: str) -> Slot:
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


@attrs.frozen
class Board:
    """One board (of one owner, if it is per player). Its cells are the places starting at `first`, in the order of
    `names`. `positions` holds the coordinates of the cells of a grid or of hexes; `ways` (by index) the cells to
    which a cell of a map leads, or the two cells between which an edge lies."""

    name: str
    owner: int
    kind: str
    first: int
    names: tuple[str, ...]
    positions: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    columns: int = 0
    rows: int = 0
    _by_position: dict[tuple[int, int], int] = attrs.field(factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._by_position.update({at: self.first + index for index, at in enumerate(self.positions)})

    def cells(self) -> range:
        return range(self.first, self.first + len(self.names))

    def mask(self) -> int:
        """The set of its cells."""
        return ((1 << len(self.names)) - 1) << self.first

    def at(self, x: int, y: int) -> int | None:
        """The cell at a position; None if there is none."""
        return self._by_position.get((x, y))

    def position(self, cell: int) -> tuple[int, int]:
        """Where a cell lies; see `geometry`."""
        return self.positions[cell - self.first]


def _make_board(tables: Tables, place: Place, owner: int) -> Board:
    symbols, kind = tables.game.symbols, place.text.kind
    first, size = len(tables.places), (place.text.columns, place.text.rows)
    if kind == "map":
        names = list(place.named)
        ways = tuple(tuple(names.index(to) for to in place.named[name]) for name in names)
        return Board(place.name, owner, kind, first, tuple(names), ways=ways)
    if kind == "edges":
        under = symbols.places[place.text.between]
        known = geometry.cell_names(under)
        pairs = tuple((known.index(one), known.index(other)) for one, other in geometry.edges(under))
        return Board(place.name, owner, kind, first, tuple(geometry.cell_names(place, under)), ways=pairs)
    at = geometry.positions(place)
    return Board(place.name, owner, kind, first, tuple(at), tuple(at.values()), (), *size)


def _board(tables: Tables, place: Place, owner: int, viewers: int) -> None:
    """The cells of a board as places; they have no order, unless the board declares one."""
    board = _make_board(tables, place, owner)
    tables.boards[(place.name, owner)] = board
    lettered = [one for one in tables.game.symbols.places.values() if one.text.kind in ("grid", "hexes")]
    plain = place.text.kind == "map" or len(lettered) == 1
    ordered = bool(place.text.each)
    held = sum(tables.mask_of_type(kind).bit_count() for kind in place.text.types)
    capacity = held if ordered else len(tables.pieces)  # a set has room for all pieces
    for cell, bare in zip(board.cells(), board.names, strict=True):
        name = bare if plain else f"{place.name} {bare}"
        base = tables.size
        tables.size += 1 + capacity if ordered else tables.piece_words
        tables.place_numbers[(name, owner)] = cell
        tables.board_of_cell[name] = place.name
        label = name if owner == NONE else f"player {owner + 1}'s {name}"
        tables.places.append(PlaceInfo(label, owner, ordered, base, capacity, viewers))


def number_everything(game: Game, start: object = None) -> Tables:
    """Numbers all names of a game, and lays out its fixed memory. `start`: see `Tables`."""
    tables = Tables(game, start)
    symbols = game.symbols
    tables.design_names = list(symbols.designs)
    for name, design in symbols.designs.items():
        tables.pieces.extend([name] * design.copies)
        tables.piece_types.extend([design.type] * design.copies)
    tables.words = _words(game)
    _states(tables)
    _places(tables)
    pieces = len(tables.pieces)
    tables.at = tables.take("where pieces lie", CellKind.PLACE, pieces, Type("place"))
    tables.pools = tables.take("pools", CellKind.PIECE, pieces, Type("piece"))
    tables.knows = tables.take("knowledge", CellKind.PIECES, tables.most_players, Type("pieces"))
    return tables


def listed_places(trees: object) -> Iterator[Type]:
    """The types of the sets of places in texts: what a player or luck chooses from."""
    for node in walk(trees):
        if isinstance(node, t.Listed | t.Select) and node.type.kind == "places":
            yield node.type


def _words(game: Game) -> list[str]:
    """Every word that is a value of some state, property or option."""
    symbols = game.symbols
    states = [*symbols.game.values(), *symbols.players.values()]
    states += [state for owner in symbols.types.values() for state in owner.properties.values()]
    states += [state for phrase in symbols.phrases.values() for state in phrase.state.values()]
    states += [state for place in symbols.places.values() for state in place.properties.values()]
    types = [state.type for state in states] + [option.type for option in symbols.options.values()]
    types += [slot.type for phrase in symbols.phrases.values() for slot in phrase.slots]
    worded = [type_ for type_ in types if type_.kind in ("word", "words") or type_.by == "word"]
    found = [word for type_ in worded for word in type_.of]
    found = [*chosen_words(game), *found]  # first, so that a set of them is a small number
    if any(place.text.kind in ("grid", "hexes") for place in symbols.places.values()):
        found = [*COMPASS, *found]  # first, so that a set of directions is a small number
    return list(dict.fromkeys(found))


def _states(tables: Tables) -> None:
    symbols = tables.game.symbols
    for name, option in symbols.options.items():
        kind = KINDS[option.type.kind]
        tables.options[name] = Slot(
            tables.take(f"option {name}", kind, 1, option.type, option.span), option.type
        )
    for name, state in symbols.game.items():
        tables.game_states[name] = tables.slot(state, name, 1)
    for name, state in symbols.players.items():
        tables.player_states[name] = tables.slot(
            state, f"player's {name}", tables.most_players, of_players=True
        )
    for type_name, owner in symbols.types.items():
        for name, state in owner.properties.items():
            if not state.printed and name not in tables.piece_states:
                tables.piece_states[name] = _piece_slot(tables, state, f"{type_name}'s {name}")
    _cell_states(tables)
    for design in symbols.designs.values():
        for number, ability in enumerate(design.abilities):
            if isinstance(ability.ability, t.AbilityCall):
                _ability_states(tables, design.name, number, ability.ability.phrase)


def _piece_slot(tables: Tables, state: State, label: str) -> Slot:
    """A state of pieces: a cell for each piece, from the first to the last that has it, whatever their types (types
    can share a state); a single set for all pieces if it is yes or no."""
    if state.type.kind == "yes-no":
        return tables.slot(state, label, len(tables.pieces))
    types = tables.game.symbols.types
    having = [
        piece
        for piece, name in enumerate(tables.piece_types)
        if (known := types[name].properties.get(state.name)) is not None and not known.printed
    ] or [0]
    count = having[-1] - having[0] + 1
    slot = tables.slot(state, label, count)
    entries = tuple(attrs.evolve(one, first=having[0], count=count) for one in slot.entries)
    return attrs.evolve(slot, first=having[0], count=count, entries=entries)


def _cell_states(tables: Tables) -> None:
    """The states of the cells of each board; the cells of per-player boards follow each other."""
    first, symbols = 0, tables.game.symbols
    for name in tables.in_order:
        place, count = symbols.places[name], tables.places_of(name)
        if place.text.kind in BOARDS:
            for prop, state in place.properties.items():
                if not state.printed:
                    slot = tables.cell_slot(state, f"{place.cell}'s {prop}", count, first)
                    tables.cell_states[(name, prop)] = slot
        first += count


def _ability_states(tables: Tables, design: str, number: int, signature: str) -> None:
    phrase = tables.game.symbols.phrases[signature]
    for name, state in phrase.state.items():
        for piece in tables.pieces_of_design(design):
            slot = tables.slot(state, f"{design}'s {name}", 1)
            tables.ability_states[(f"{design}/{number}", name, piece)] = slot


def _places(tables: Tables) -> None:
    declared = tables.game.symbols.places
    for name in tables.in_order:
        place = declared[name]
        owners = range(tables.most_players) if place.text.per_player else [NONE]
        held = sum(tables.mask_of_type(kind).bit_count() for kind in place.text.types)
        ordered = place.text.kind in ("pile", "row") or place.text.sight != "open"
        everyone = (1 << tables.most_players) - 1
        for owner in owners:
            own = 1 << max(owner, 0)
            sights = {"open": everyone, "hidden": 0, "owner": own, "others": everyone & ~own, "side": 0}
            viewers = sights[place.text.sight]
            if place.text.kind in BOARDS:
                _board(tables, place, owner, viewers)
                continue
            base = tables.size
            capacity = held if ordered else len(tables.pieces)  # a set has room for all pieces
            label = name if owner == NONE else f"player {owner + 1}'s {name}"
            tables.size += 1 + capacity if ordered else tables.piece_words
            tables.place_numbers[(name, owner)] = len(tables.places)
            tables.places.append(PlaceInfo(label, owner, ordered, base, capacity, viewers))
    # Whoever lists places does so in the order of their declarations.
    order = {name: at for at, name in enumerate(declared)}
    numbers = tables.place_numbers.items()
    tables.place_numbers = dict(
        sorted(numbers, key=lambda one: order[tables.board_of_cell.get(one[0][0], one[0][0])])
    )
