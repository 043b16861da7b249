"""What the names and values of scenarios mean in a game: `gear: [2 torch]`, `goblin's wounds: 3`, `player 2`.

In: a game's names. Out: what a key names (a `Thing`, with the stretches of the key that name something), and values
as they are. What means nothing in the game raises `Unreadable`, which has a place and a way out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

import attrs

from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..diagnostics.suggest import closest
from ..document.reader import Mapping as Pairs
from ..document.reader import Node, Text
from ..languages import BASE
from ..model.geometry import cell_names
from ..model.symbols import BOARDS, State, Symbols
from ..model.table_keys import keys_of, usual
from ..model.uses import CELL, DESIGN, NUMBER, PHRASE_STATE, PLACE, PROPERTY, STATE, WORD
from ..tree.types import NONE, SETS, Type, entry_of
from .classes import items_of
from .keys import GIVEN, PLAYER, THEN, Holds, ScenarioKey

GAME = -1
"""In place of a seat: the game itself."""
WHOSE = re.compile(r"player ([0-9]{1,6})'s ")
UNKNOWN = "unknown"
"""A piece or a state that a player does not know."""
MOST_LISTED = 12
"""The number of names that a message lists."""


class Unreadable(Exception):  # noqa: N818 - told to the report by whoever reads the scenario
    """A name or a value of a scenario that means nothing in the game."""

    def __init__(self, message: str, span: Span, help_text: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.help = help_text

    def report_to(self, report: Report) -> None:
        report.error("RW602", self.message, self.span, help=self.help)


@attrs.frozen
class Mention:
    """A stretch of a text that names something; sorts as in `model.uses`, with the owner as references have it."""

    start: int
    end: int
    sort: str
    name: str
    owner: str = ""


class Sort(Enum):
    """What a key can name."""

    PLACE = "a place, or a cell of a board"
    STATE = "a state of the game, or of a player"
    OF_CELL = "a state of a cell"
    OF_DESIGN = "a state of the pieces of a design, anywhere or in one place"
    OF_ABILITY = "what an ability of a design remembers"
    COMPUTED = "a value that the game computes"


@attrs.frozen
class Thing:
    """What a key names. `whose` is the seat of the player under whom it stands, or `GAME`."""

    sort: Sort
    name: str
    type: Type
    whose: int
    mentions: tuple[Mention, ...] = attrs.field(eq=False)
    entry: str = ""  # the key of a table, if only its entry is meant
    owner: str = ""  # the cell, or the design
    place: str = ""  # of pieces that lie in one place

    @property
    def is_table(self) -> bool:
        return self.type.kind == "table"

    @property
    def is_one(self) -> bool:
        """Whether it has one value, and not one for each of several pieces."""
        return self.sort is not Sort.OF_DESIGN


Value = int | str | None
"""A number, a seat, or yes or no as 1 or 0; a name; none."""


@attrs.frozen
class Notation:
    """The names of a game, for scenarios with `seats` players; `most` is the largest number that the game allows."""

    symbols: Symbols
    seats: int
    most: int
    labels: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    cells: Mapping[str, str] = attrs.field(default=attrs.Factory(lambda self: cells_of(self.symbols), True))

    # ------------------------------------------------------------------------ names

    def player(self, text: Text) -> int:
        """`player 2` has seat 1."""
        match = PLAYER.match(str(text).strip())
        if match is None or not 1 <= int(match[1]) <= self.seats:
            way_out = f"players are 'player 1' to 'player {self.seats}'"
            raise Unreadable(f"'{text}' is not a player", text.span, way_out)
        return int(match[1]) - 1

    def thing(self, name: Text, whose: int) -> Thing:
        """What a key under `then:` names, of the game or of a player."""
        return self._found(name, whose, THEN)

    def visible(self, name: Text, whose: int) -> Thing:
        """What a key in a view names."""
        return self._found(
            name, whose, GIVEN, lambda one: one.sort is Sort.COMPUTED or bool(one.place), seen=True
        )

    def settable(self, name: Text, whose: int) -> Thing:
        """What a key under `given:` names."""
        return self._found(name, whose, (), lambda one: one.sort is Sort.COMPUTED)

    def _found(
        self,
        name: Text,
        whose: int,
        more: Iterable[ScenarioKey],
        unfit: Callable[[Thing], bool] = lambda one: False,
        *,
        seen: bool = False,
    ) -> Thing:
        found = self.find(str(name), whose)
        if found is None or unfit(found):
            raise self.unknown(name, whose, more, seen=seen)
        return found

    def find(self, key: str, whose: int) -> Thing | None:
        return (
            self._place(key, whose)
            or self._state(key, whose)
            or self._of_ability(key, whose)
            or self._of_pieces(key, whose)
            or self._of_cell(key, whose)
            or self._computed(key, whose)
        )

    def _place(self, key: str, whose: int) -> Thing | None:
        places = self.symbols.places
        place = places.get(self.cells.get(key, key))
        if place is None or (place.text.kind in BOARDS) != (key in self.cells):
            return None
        if place.text.per_player == (whose == GAME):
            return None
        mentions = tuple(self._mentioned(key, 0))
        return Thing(Sort.PLACE, key, Type("pieces", tuple(place.text.types)), whose, mentions)

    def _mentioned(self, said: str, at: int) -> Iterator[Mention]:
        """What the name of a place names. A cell of a grid is named by its letters, which nobody can rename."""
        board = self.cells.get(said, "")
        if not board:
            yield Mention(at, at + len(said), PLACE, said)
        elif self.symbols.places[board].text.kind == "map":
            yield Mention(at, at + len(said), CELL, said, board)
        elif said.startswith(f"{board} "):
            yield Mention(at, at + len(board), PLACE, board)

    def place_in(self, said: str) -> tuple[int, str, tuple[Mention, ...]] | None:
        """A place as texts and values name it, `player 1's store`: the seat, the place, and the stretches."""
        match = WHOSE.match(said)
        whose, at = (int(match[1]) - 1, match.end()) if match is not None else (GAME, 0)
        name = said[at:]
        place = self.symbols.places.get(self.cells.get(name, name))
        if place is None or (place.text.kind in BOARDS) != (name in self.cells) or whose >= self.most:
            return None
        return whose, name, tuple(self._mentioned(name, at))

    def _state(self, key: str, whose: int) -> Thing | None:
        states = self.symbols.game if whose == GAME else self.symbols.players
        of_name = Mention(0, 0, STATE, "") if whose == GAME else Mention(0, 0, PROPERTY, "", "player")
        return self._of(states, key, of_name, Thing(Sort.STATE, "", NONE, whose, ()))

    def _of(self, states: Mapping[str, State], key: str, of_name: Mention, thing: Thing) -> Thing | None:
        """A state of a thing, or an entry of a table (`gems in ruby`): what stands in a key from where `of_name`
        does, which says what its name is."""
        at, said = of_name.start, key[of_name.start :]
        table, _, entry = said.rpartition(" in ")
        name = said if said in states else table
        state = states.get(name)
        if state is None or state.printed:
            return None
        own = attrs.evolve(of_name, end=at + len(name), name=name)
        if name == said:
            return attrs.evolve(thing, name=name, type=state.type, mentions=(*thing.mentions, own))
        if state.type.kind != "table" or entry not in keys_of(state.type, self.symbols):
            return None
        mentions = (*thing.mentions, own, self.entry(state.type, entry, len(key) - len(entry)))
        return attrs.evolve(thing, name=name, type=entry_of(state.type), mentions=mentions, entry=entry)

    @staticmethod
    def entry(of: Type, key: str, at: int = 0) -> Mention:
        """What a key of a table names."""
        if of.by == "kind":
            return Mention(at, at + len(key), DESIGN, key)
        if of.by == "cell":
            return Mention(at, at + len(key), CELL, key, of.of[0])
        return Mention(at, at + len(key), WORD, key)

    def _of_ability(self, key: str, whose: int) -> Thing | None:
        """`magic sword's named`: a state that an ability of a design remembers."""
        name, _, state = key.partition("'s ")
        design = self.symbols.designs.get(name)
        if design is None or not design.copies or whose != GAME:
            return None
        for one in design.abilities:
            phrase = self.symbols.phrases.get(getattr(one.ability, "phrase", ""))
            if phrase is not None and state in phrase.state:
                begin = len(key) - len(state)
                mentions = (
                    Mention(0, len(name), DESIGN, name),
                    Mention(begin, len(key), PHRASE_STATE, state, phrase.signature),
                )
                return Thing(Sort.OF_ABILITY, state, phrase.state[state].type, whose, mentions, owner=name)
        return None

    def _of_pieces(self, key: str, whose: int) -> Thing | None:
        """`goblin's wounds`: of the pieces of a design; `dungeon's goblin's wounds`: of those that lie in a place."""
        owner, joint, state = key.rpartition("'s ")
        where, comma, name = owner.rpartition("'s ")
        design = self.symbols.designs.get(name)
        place = self._place(where, whose) if comma else None
        if design is None or not design.copies or not joint or (place is None and (comma or whose != GAME)):
            return None
        type_, at = self.symbols.types[design.type], len(where) + len(comma)
        mentions = (*(place.mentions if place else ()), Mention(at, len(owner), DESIGN, name))
        of_name = Mention(len(key) - len(state), 0, PROPERTY, "", type_.name)
        thing = Thing(Sort.OF_DESIGN, "", NONE, whose, mentions, owner=name, place=where)
        return self._of(type_.properties, key, of_name, thing)

    def _of_cell(self, key: str, whose: int) -> Thing | None:
        """`b3's seen`."""
        cell, joint, state = key.partition("'s ")
        place = self._place(cell, whose) if joint and cell in self.cells else None
        if place is None:
            return None
        board = self.symbols.places[self.cells[cell]]
        of_name = Mention(len(key) - len(state), 0, PROPERTY, "", board.name)
        thing = Thing(Sort.OF_CELL, "", NONE, whose, place.mentions, owner=cell)
        return self._of(board.properties, key, of_name, thing)

    def _computed(self, key: str, whose: int) -> Thing | None:
        value = self.symbols.named_values.get(key)
        if value is None or value.slots:
            return None
        return Thing(Sort.COMPUTED, key, value.value.type, whose, (Mention(0, len(key), NUMBER, key),))

    def places(self, whose: int) -> list[str]:
        """The names of the places and cells of the game, or of a player, in the order of their declarations."""
        owned = [one for one in self.symbols.places.values() if one.text.per_player == (whose != GAME)]
        return [
            name
            for place in owned
            for name in (
                [cell for cell, board in self.cells.items() if board == place.name]
                if place.text.kind in BOARDS
                else [place.name]
            )
        ]

    def unknown(
        self, name: Text, whose: int, more: Iterable[ScenarioKey], *, seen: bool = False
    ) -> Unreadable:
        """The error for a key that names nothing here, under `given:` and `then:`, or where something is `seen`."""
        places, key = self.places(whose), str(name)
        cell = next((one for one in places if self.cells.get(one) == key), None)
        if cell is not None:
            what = "a view shows its cells" if seen else "pieces lie on its cells"
            return Unreadable(
                f"'{key}' is a board, and {what}", name.span, f"name a cell, such as `{cell}: …`"
            )
        elsewhere = self._of_others(name, whose)
        if elsewhere is not None:
            return elsewhere
        states = self.symbols.game if whose == GAME else self.symbols.players
        if seen:  # few games have names for their cells
            places = sorted(places, key=self.cells.__contains__)
        others = [one for known in more for one in known.names(self.most)] if whose == GAME else []
        keys = [*states, *places, *others]
        found = unknown("part of the view" if seen else "state or place", key, name.span, keys)
        if whose != GAME and not states and not places:
            found.help = "players of this game have no states and no places"
        if whose != GAME and (seen or not (states or places)):
            found.message = f"there is no '{name}' of a player" + " in the view" * seen
        return found

    def _of_others(self, name: Text, whose: int) -> Unreadable | None:
        """The error for what the game has, but stands under a player, or the other way round."""
        key, other = str(name), 0 if whose == GAME else GAME
        cell = next((one for one in self.places(other) if key in (one, self.cells.get(one))), None)
        if cell is None and self._state(key, other) is None:
            return None
        if whose == GAME:
            message = f"each player has a '{key}' of their own"
            return Unreadable(message, name.span, f"say whose: player 1: {{{key}: …}}")
        message = f"'{key}' is not one for each player"
        return Unreadable(message, name.span, f"write '{cell or key}: …' beside 'player {whose + 1}: …'")

    # ----------------------------------------------------------------------- values

    def value(self, of: Type, text: Text, *, in_range: bool = False) -> Value:
        """A value of a type, but for sets."""
        said = str(text).strip()
        if of.optional and said == "none":
            return None
        if of.kind == "number" and is_number(said, signed=True):
            if in_range and not of.least <= int(said) <= of.most:
                raise Unreadable(f"{int(said)} is outside {of.least}..{of.most}", text.span)
            return int(said)
        if of.kind == "yes-no" and said in ("yes", "no"):
            return int(said == "yes")
        if of.kind == "word":
            if said not in of.of:
                raise unknown("word", said, text.span, of.of)
            return said
        if of.kind == "player":
            return self.player(text)
        if of.kind in ("cell", "place"):
            found = self.place_in(said)
            if found is None or (found[0] == GAME) == self._is_of_players(found[1]):
                raise unknown("place", said, text.span, self._all_places())
            return said
        if of.kind in ("kind", "piece"):
            return self.design(text, of.of, str(of))
        raise Unreadable(f"'{said}' is not {of}", text.span)

    def _is_of_players(self, name: str) -> bool:
        return self.symbols.places[self.cells.get(name, name)].text.per_player

    def _all_places(self) -> list[str]:
        own = [f"player {seat + 1}'s {name}" for seat in range(self.most) for name in self.places(seat)]
        return [*self.places(GAME), *own]

    def place(self, name: Text, whose: int) -> Thing:
        """A place of the game, or of a player."""
        found = self._place(str(name), GAME) or self._place(str(name), whose)
        if found is None:
            raise unknown("place", str(name), name.span, sorted({*self.places(GAME), *self.places(whose)}))
        return found

    def design(self, text: Text, types: tuple[str, ...], wanted: str) -> str:
        """The name of a design of one of the given types (of any, if none is given)."""
        designs, name = self.symbols.designs, str(text).strip()
        if name not in designs:
            fitting = [name for name, one in designs.items() if not types or one.type in types]
            raise unknown("design", name, text.span, fitting)
        if types and designs[name].type not in types:
            raise Unreadable(f"'{name}' is a {designs[name].type}, not {wanted}", text.span)
        return name

    def pieces(self, place: Thing, node: Node) -> list[str]:
        """What lies in a place, by the designs: `[orc, 2 goblin, dragon]`, or `empty`."""
        if isinstance(node, Text) and str(node) == "empty":
            return []
        types = place.type.of
        return [
            self.design(Text(name, text.span), types, " or ".join(types))
            for text in texts_of(node)
            for name in repeated(str(text))
        ]

    def entries(self, of: Type, node: Node) -> dict[str, int]:
        """All entries of a table: one number for all, or a mapping; what is not named has the value with which
        tables begin."""
        keys = keys_of(of, self.symbols)
        if not isinstance(node, Pairs):
            return dict.fromkeys(keys, _number(of, text_of(node)))
        given = dict.fromkeys(keys, usual(of))
        for key, value in node.items:
            if str(key) not in given:
                raise unknown("key", str(key), key.span, keys)
            given[str(key)] = _number(of, text_of(value))
        return given

    def players(self, node: Node) -> list[int]:
        """The seats of players, or of nobody."""
        nobody = isinstance(node, Text) and str(node) in ("none", "nobody")
        return [] if nobody else [self.player(text) for text in texts_of(node)]

    def check(self, thing: Thing, node: Node) -> None:
        """Raises `Unreadable` for what cannot be expected of a thing."""
        if thing.sort is Sort.PLACE:
            if not is_count(node):
                self.pieces(thing, node)
        elif thing.sort is Sort.COMPUTED:
            texts_of(node)
        elif thing.is_table:
            self.entries(thing.type, node)
        else:
            for text in [text_of(node)] if thing.is_one else texts_of(node):
                self.value(thing.type, text)

    # ------------------------------------------------------------------------ views

    def check_seen(self, thing: Thing, node: Node) -> None:
        """Raises `Unreadable` for what means nothing in any view of the game."""
        if thing.sort is Sort.PLACE:
            self.pieces_seen(thing, node)
        elif thing.is_table:
            if not is_unknown(node):
                self.entries(thing.type, node)
        else:
            for text in texts_of(node):
                self.value_seen(thing.type, text)

    def pieces_seen(self, place: Thing, node: Node) -> list[str]:
        """What a view shows in a place: pieces by their keys, or as they are printed, or `unknown`."""
        if is_count(node) or (isinstance(node, Text) and str(node) == "empty"):
            return []
        designs, types = self.symbols.designs, place.type.of
        known = [name for name, one in designs.items() if not types or one.type in types]
        fitting = {UNKNOWN, *known, *(designs[name].names.base for name in known)}
        found = []
        for text in texts_of(node):
            for name in repeated(str(text)):
                if name not in fitting:
                    raise unknown("design", name, text.span, [*known, UNKNOWN])
                found.append(name)
        return found

    def value_seen(self, of: Type, text: Text) -> tuple[Value] | None:
        """A value that a view shows; None for `unknown`, and if only what is printed can be compared."""
        if is_unknown(text) or of.kind in SETS:
            return None
        try:
            return (self.value(of, text),)
        except Unreadable:
            if of.kind in ("player", "place", "cell") or str(text) in self._printed(of):
                return None
            raise

    def _printed(self, of: Type) -> set[str]:
        """The names, besides keys, under which a view may print designs and words."""
        if of.kind in ("kind", "piece"):
            return {design.names.base for design in self.symbols.designs.values()}
        if of.kind == "word":
            return {self.labels.get(word, {}).get(BASE, word) for word in of.of}
        return set()

    def check_key(self, key: ScenarioKey, node: Node) -> None:
        """Raises `Unreadable` for what cannot stand under a key of `then:`."""
        if key.holds is Holds.PLAYERS:
            self.players(node)
        elif key.holds is Holds.YES_OR_NO:
            truth(node)
        elif key.holds is Holds.NUMBERS:
            numbers(node)
        elif key.holds in (Holds.FAULT, Holds.LINE):
            text_of(node)
        else:
            texts_of(node)


def cells_of(symbols: Symbols) -> dict[str, str]:
    """The cells of all boards by name, each with its board. Where there are several boards with letters, the name
    begins with that of the board."""
    boards = [place for place in symbols.places.values() if place.text.kind in BOARDS]
    lettered = [one for one in boards if one.text.kind in ("grid", "hexes")]
    return {
        cell if board.text.kind == "map" or len(lettered) == 1 else f"{board.name} {cell}": board.name
        for board in boards
        for cell in cell_names(board, symbols.places.get(board.text.between))
    }


def unknown(what: str, name: str, span: Span, known: Iterable[str]) -> Unreadable:
    """The error for a name that the game does not have."""
    every = list(known)
    guess = closest(name, every)
    listed = ", ".join(every[:MOST_LISTED]) + (", …" if len(every) > MOST_LISTED else "")
    way_out = f"did you mean '{guess}'?" if guess else f"known: {listed}" if every else None
    return Unreadable(f"there is no {what} '{name}'", span, way_out)


def is_unknown(node: Node) -> bool:
    return isinstance(node, Text) and str(node) == UNKNOWN


def text_of(node: Node) -> Text:
    if isinstance(node, Text):
        return node
    raise Unreadable("a text is expected here", node.span)


def texts_of(node: Node) -> list[Text]:
    """The texts of a list, or a single text."""
    return [text_of(item) for item in items_of(node)]


def pairs_of(node: Node, what: str) -> list[tuple[Text, Node]]:
    if isinstance(node, Pairs):
        return list(node.items)
    raise Unreadable(f"{what} is a mapping of names to values", node.span)


def is_number(text: str, *, signed: bool = False) -> bool:
    """Whether a text is a whole number."""
    return re.fullmatch("-?[0-9]{1,15}" if signed else "[0-9]+", text.strip()) is not None


def is_count(node: Node) -> bool:
    """Whether this is the number of pieces in a place."""
    return isinstance(node, Text) and is_number(str(node))


def truth(node: Node) -> bool:
    text = text_of(node)
    if str(text) not in ("yes", "no"):
        raise Unreadable(f"'{text}' is neither yes nor no", text.span)
    return str(text) == "yes"


def numbers(node: Node) -> list[int]:
    """A number for each player."""
    for text in texts_of(node):
        if not is_number(str(text), signed=True):
            raise Unreadable(f"'{text}' is not a number", text.span, "write one for each player: [3, 5]")
    return [int(str(text)) for text in texts_of(node)]


def _number(of: Type, text: Text) -> int:
    if not is_number(str(text), signed=True):
        raise Unreadable(f"'{text}' is not a number", text.span, "write a number for each key: {…: 1}")
    if not of.least <= int(str(text)) <= of.most:
        raise Unreadable(f"{text} is outside {of.least}..{of.most}", text.span)
    return int(str(text))


def repeated(text: str) -> list[str]:
    """`2 goblin` means two goblins."""
    match = re.fullmatch("([0-9]{1,3}) (.+)", text)
    return [match[2]] * int(match[1]) if match else [text]
