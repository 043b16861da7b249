"""The names of a game and their meanings, against which texts are resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import attrs

from .. import tree as t
from ..diagnostics.source import Span
from ..document.reader import Text
from ..languages import BASE, PLAIN
from ..languages.sentence_slots import SLOT as SENTENCE_SLOT
from ..syntax.english import JOINTS, is_plural
from ..syntax.vocabulary import Vocabulary, common_vocabulary, singular, words
from ..tree.types import OF_PIECES, OF_WORDS, Type, fits, mixed
from .uses import BUILTIN, NOUN, PROPERTY

BOARDS = frozenset({"grid", "hexes", "map", "edges"})
"""The kinds of places that consist of cells."""
HOLDER = "holder"
"""The property of every piece that can lie in the place of a player: that player, if it lies there."""
THE_HOLDER = f"the {HOLDER}"
"""How the convention `replacements` names whoever holds the piece that acts."""
SLOT = re.compile(r"\{\s*([^:{}]+?)\s*:\s*([^{}]+?)\s*\}")


def a_board(kind: str) -> str:
    """A board of a kind, as messages name it."""
    return f"a {kind}" if kind in ("grid", "map") else kind


@attrs.frozen
class Name:
    """How something is called: in the language of the rules (one of it, and several), and its forms in others."""

    base: str
    plural: str = ""
    forms: dict[str, dict[str, str]] = attrs.field(factory=dict)  # by language, then by form: `nom`, `acc`, …
    also: dict[str, tuple[str, ...]] = attrs.field(factory=dict)  # other names in a rulebook, by language

    def has(self, language: str) -> bool:
        """Whether it has a name of its own in a language."""
        return language == BASE or bool(self.forms.get(language))

    def say(self, language: str, form: str = PLAIN) -> str:
        """The name in a language and form. What stands in for one that is missing: for a form the plain one, for a
        name that of the rules."""
        if language == BASE:
            return self.plural if form == "plural" and self.plural else self.base
        forms = self.forms.get(language, {})
        return forms.get(form) or forms.get(PLAIN) or self.base

    @property
    def plain(self) -> frozenset[str]:
        """What it is called in any language."""
        return frozenset({self.base, *(self.say(language) for language in self.forms)})

    @property
    def spellings(self) -> tuple[str, ...]:
        """What one of it may be called: all of its forms, in all languages."""
        forms = (form for language in self.forms.values() for form in language.values())
        return tuple(dict.fromkeys((self.base, *forms)))


@attrs.define
class State:
    """A state of the game, of players, of pieces of a type, or of an ability; or a printed property."""

    name: str
    owner: str  # game | player | a type | an ability's phrase
    type: Type
    printed: bool = False
    starts: t.Expr | None = None
    entries: dict[str, t.Expr] | None = (
        None  # the start values of a table, by key, if they are given one by one
    )
    secret: bool = False
    until: str | None = None
    paid_up: bool = False  # paying increases it, gaining decreases it
    singular: str = ""  # the name for one of it
    shown: bool = True  # at a table
    names: Name | None = None
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.define
class Design:
    name: str
    plural: str
    type: str
    copies: int
    index: int
    names: Name
    source: str | None
    values: dict[str, int | str | tuple[str, ...]] = attrs.field(factory=dict)
    tables: dict[str, dict[str, int]] = attrs.field(factory=dict)  # by property, then by key
    printed: dict[str, str] = attrs.field(factory=dict)  # what stands on the card, by language
    effects: dict[str, tuple[t.Stmt, ...]] = attrs.field(factory=dict)
    conditions: dict[str, t.Expr] = attrs.field(factory=dict)
    abilities: list[AbilityText] = attrs.field(factory=list)
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.define
class AbilityText:
    """A text of abilities as resolved, with where it stands."""

    text: Text
    ability: t.Ability


@attrs.frozen
class Drawn:
    """How a piece looks in pictures: what it shows, and its colour, by the names of properties; empty for neither."""

    shows: str = ""
    colour: str = ""


@attrs.define
class PieceType:
    name: str
    plural: str
    names: Name
    properties: dict[str, State] = attrs.field(factory=dict)
    designs: list[str] = attrs.field(factory=list)
    in_force: t.Expr | None = None
    public: tuple[str, ...] = ()  # printed properties that are visible to all who see that a piece lies there
    face_up: str | None = None  # the state that says whether a piece lies face up
    turned_by: str | None = None  # the state by which printed directions are turned
    drawn: Drawn | None = None
    starts_in: t.Expr | None = None
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.define
class Place:
    """`cell` and `cells` are the nouns for the cells of a board; `named` holds the cells of a map, with the cells
    that each leads to; `absent` the cells that a shape leaves out; `printed` what is printed on a cell, by its
    name. `cells_show` is the property of cells that pictures show (empty: none), `columns` those of pieces that are
    listed as a table."""

    name: str
    text: t.PlaceText
    names: Name
    cell: str = ""
    cells: str = ""
    cell_names: Name | None = None
    named: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    absent: frozenset[str] = frozenset()
    properties: dict[str, State] = attrs.field(factory=dict)
    printed: dict[str, Design] = attrs.field(factory=dict)
    way_names: tuple[str, ...] = ()  # the words for the steps that the game declares
    ways: dict[str, t.Expr] = attrs.field(factory=dict)  # the cells that each of these steps leads to
    shown: bool = True  # at a table
    cells_show: str = ""
    columns: tuple[str, ...] = ()
    span: Span | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def shows_states(self) -> bool:
        """Whether all players see the states of pieces here whose faces they do not see. Not in a hidden pile: there,
        players could follow a known card through a shuffle."""
        return self.text.sight not in ("hidden", "side") or "pile" not in (self.text.kind, self.text.each)


@attrs.frozen
class Slot:
    name: str
    type: Type


@attrs.define
class NamedValue:
    """A value that the game computes under a name: a number (`numbers:`), which abilities in force may change, or
    something else (`names:`)."""

    name: str
    value: t.Expr
    names: Name
    slots: tuple[Slot, ...] = ()
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.define
class SetupOption:
    name: str
    type: Type
    default: t.Expr
    names: Name
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


Change = tuple[str, str, str]
"""How a number changes (gain, pay, up, down), its owner (player, game, piece), and its name."""


@attrs.define
class Phrase:
    """`parts` are runs of words (tuples) and slots, in order; `forms` are other sentences that say the same;
    `sentences` say it in other languages, the first as it is printed."""

    signature: str
    parts: tuple[tuple[str, ...] | Slot, ...]
    ability: bool
    holds: bool = False
    forms: list[tuple[tuple[str, ...] | Slot, ...]] = attrs.field(factory=list)
    state: dict[str, State] = attrs.field(factory=dict)
    body: tuple[t.Stmt, ...] = ()
    test: t.Expr | None = None  # of a condition
    abilities: list[AbilityText] = attrs.field(factory=list)
    log: dict[str, str] = attrs.field(factory=dict)
    sentences: dict[str, list[str]] = attrs.field(factory=dict)  # by language; see `printing.patterns`
    change: Change | None = None  # of a number; abilities act on it (see change_events.py)
    event: str | None = None  # the phrase that abilities act on if they name this one
    span: Span | None = attrs.field(default=None, eq=False, repr=False)

    def said(self, language: str, *, order: bool = False) -> list[str]:
        """Its sentences in a language. One that leaves out the player whom the phrase is about is an order, for texts
        in which whoever acts is that player."""
        sentences, about = self.sentences.get(language, []), self.about
        if about is None:
            return sentences
        whole = [
            one for one in sentences if about.name in {match[1] for match in SENTENCE_SLOT.finditer(one)}
        ]
        orders = [one for one in sentences if one not in whole]
        return [*orders, *whole] if order else whole

    @property
    def about(self) -> Slot | None:
        """The player whom the phrase is about, if it begins with a player."""
        first = self.parts[0] if self.parts else None
        return first if isinstance(first, Slot) and first.type.kind == "player" else None

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))


def cell_properties(board: Place) -> dict[str, State]:
    """The properties of every cell of a board: on a grid its row and column, counted from 1 (row 1 is the
    southernmost), and those that the board declares."""
    sizes = {"row": board.text.rows, "column": board.text.columns} if board.text.kind == "grid" else {}
    found = {
        name: State(name, "cell", Type("number", least=1, most=size), printed=True)
        for name, size in sizes.items()
    }
    return {**found, **board.properties}


Shape = tuple[tuple[str, ...] | None, ...]


def shape(parts: tuple[tuple[str, ...] | Slot, ...]) -> Shape:
    """The words of a phrase, with its slots left open."""
    return tuple(None if isinstance(part, Slot) else part for part in parts)


@attrs.define
class Symbols:
    """Everything that has a name, and the vocabulary of these names."""

    types: dict[str, PieceType] = attrs.field(factory=dict)
    designs: dict[str, Design] = attrs.field(factory=dict)
    places: dict[str, Place] = attrs.field(factory=dict)
    cells: dict[str, str] = attrs.field(factory=dict)  # the noun for a cell -> its board
    named_cells: dict[str, str] = attrs.field(factory=dict)  # the name of a cell of a map -> its board
    game: dict[str, State] = attrs.field(factory=dict)
    players: dict[str, State] = attrs.field(factory=dict)
    named_values: dict[str, NamedValue] = attrs.field(factory=dict)
    number_parts: dict[tuple[str, ...], tuple[str, tuple[Slot, ...]]] = attrs.field(factory=dict)
    pending: dict[str, Callable[[], None]] = attrs.field(
        factory=dict
    )  # resolves a named value that no text has read yet
    options: dict[str, SetupOption] = attrs.field(factory=dict)
    phrases: dict[str, Phrase] = attrs.field(factory=dict)
    shapes: dict[Shape, tuple[str, tuple[tuple[str, ...] | Slot, ...]]] = attrs.field(factory=dict)
    imperatives: set[Shape] = attrs.field(factory=set)  # the shapes that leave out the player who acts
    continued: set[Shape] = attrs.field(
        factory=set
    )  # those that leave out the subject of the statement before
    singulars: dict[Shape, str] = attrs.field(factory=dict)  # shapes that say one of a slot -> that slot
    changes: dict[Change, str] = attrs.field(
        factory=dict
    )  # the changes that abilities act on -> their action
    most_slots: int = 0  # of a phrase
    least_players: int = 1
    phases: list[str] = attrs.field(factory=list)
    conventions: dict[str, str] = attrs.field(factory=dict)
    vocabulary: Vocabulary = attrs.field(factory=lambda: Vocabulary(common_vocabulary()))
    used: set[tuple[str, str]] = attrs.field(factory=set)
    broken: list[tuple[str, ...]] = attrs.field(factory=list)  # names whose declarations are wrong
    failed: set[str] = attrs.field(factory=set)  # named values whose texts are wrong

    def countable(self, noun: str) -> tuple[Name, dict[str, str], bool] | None:
        """What can stand behind a number: its name, what it is called in the rules, and whether that is the name of
        several. States of players are found by their plurals, types and designs by both their names."""
        named: list[PieceType | Design] = [*self.types.values(), *self.designs.values()]
        for known in named:
            if noun in (known.name, known.names.plural):
                return known.names, {PLAIN: known.names.base, "plural": known.names.plural}, False
        for state in self.players.values():
            if (
                state.type.kind == "number"
                and noun in (state.name, state.singular)
                and state.names is not None
            ):
                uncounted = "" if is_plural(state.name) else state.name  # 1 gold, 2 gold
                return state.names, {PLAIN: state.name, "one": state.singular or uncounted}, True
        return None

    def use(self, sort: str, name: str) -> None:
        """Notes that a text refers to something; what no text refers to is reported."""
        self.used.add((sort, name))

    def on_back(self, of: Type, name: str) -> bool:
        """Whether a property is on the backs of all pieces of a type, so that it reveals nothing about their
        faces."""
        return bool(of.of) and all(name in self.types[one].public for one in of.of if one in self.types)

    def mixed_face_down(self) -> frozenset[str]:
        """The types whose pieces can lie face down among pieces of another type."""
        places = [place.text for place in self.places.values()]
        mixed = (one.types for one in places if one.sight != "open" and len(one.types) > 1)
        return frozenset(name for types in mixed for name in types)

    def seen_outside(self, of: Type, name: str, place: str) -> bool:
        """Whether all players see a property of pieces in a place, even without seeing their faces: it is on their
        backs, or a state that all pieces have that can lie there."""
        if self.on_back(of, name):
            return True
        where = self.places[place]
        states = [self.types[one].properties.get(name) for one in where.text.types]
        return where.shows_states and all(
            state is not None and not state.printed and not state.secret for state in states
        )

    def properties_of(self, of: Type) -> dict[str, State]:
        """The properties that a value of this type has."""
        if of.kind == "player":
            return self.players
        if of.kind == "cell":
            return {
                name: state for grid in of.of for name, state in cell_properties(self.places[grid]).items()
            }
        if of.kind in ("piece", "kind"):
            found: dict[str, State] = {}
            for name in of.of or tuple(self.types):
                if name in self.types:
                    for prop, state in self.types[name].properties.items():
                        found[prop] = _united(found[prop], state) if prop in found else state
            if of.kind == "piece":
                for noun, grid in self.cells.items():
                    if of.of and not set(of.of) & set(self.places[grid].text.types):
                        continue
                    found.setdefault(
                        noun, State(noun, "cell", Type("cell", (grid,), optional=True), printed=True)
                    )
            return found
        return {}

    def declaring(self, of: Type, name: str) -> tuple[str, tuple[str, ...]]:
        """The sort of a property that a value of this type has, and whose it is, as in `Use`."""
        if of.kind == "player":
            return PROPERTY, ("player",)
        if of.kind == "cell":
            having = [one for one in of.of if name in self.places[one].properties]
            return (PROPERTY, tuple(having)) if having else (BUILTIN, ())
        having = [one for one in of.of or self.types if one in self.types]
        having = [one for one in having if name in self.types[one].properties]
        return (PROPERTY, tuple(having)) if having else (NOUN, ())

    def having_words(self, name: str) -> Iterator[str]:
        """Whose properties of this name are words."""
        owners = {"player": self.players}
        owners |= {one.name: one.properties for one in self.types.values()}
        owners |= {one.name: one.properties for one in self.places.values()}
        for owner, properties in owners.items():
            if name in properties and properties[name].type.kind in OF_WORDS:
                yield owner

    def leading(self, way: str, of: Type) -> Iterator[tuple[str, t.Expr]]:
        """The boards of these cells that declare a step of this name, each with the cells that it leads to."""
        for board in of.of:
            if board in self.places and way in self.places[board].ways:
                yield board, self.places[board].ways[way]

    def owned(self, prop: str, of: Type) -> str | None:
        """The named value with slots that can be said like a property of such a value: `the owner of {blade: weapon}`
        as `the sword's owner`."""
        found = self.number_parts.get((" ".join((*words(prop), "of")),))
        if found is None or len(found[1]) != 1 or not fits(of, found[1][0].type):
            return None
        return found[0]

    def words_of_types(self) -> set[str]:
        """The names of the types of pieces, in singular and plural."""
        return {name for type_ in self.types.values() for name in (type_.name, type_.plural)}

    def of_players(self, of: Type) -> tuple[str, ...]:
        """The places of players in which pieces of these types can lie."""
        return tuple(
            name
            for name, place in self.places.items()
            if place.text.per_player and (not of.of or set(of.of) & set(place.text.types))
        )

    def has_holder(self, of: Type, name: str) -> bool:
        """Whether a property of pieces is their holder, and not something that the game declares."""
        found = name == HOLDER and of.kind in OF_PIECES and bool(self.of_players(of))
        return found and HOLDER not in self.properties_of(Type("piece", of.of))

    def held_in(self, of: Type) -> tuple[str, ...]:
        """The types of pieces that can lie in a place, or in a cell or cells of a grid."""
        if of.kind == "place":
            return of.of
        return tuple(dict.fromkeys(name for grid in of.of for name in self.places[grid].text.types))

    def sorts(self, where: Type) -> set[str]:
        """What a place of this type is: a pile, a row, an area, …; for a cell, what its board makes of it."""
        if where.kind == "cell":
            return {self.places[board].text.each or "area" for board in where.of}
        return {self.places[name].text.kind for name in self.possible_places(where)}

    def possible_places(self, where: Type) -> tuple[str, ...]:
        """The places that a value of the type of a place can be."""
        if where.named:
            return where.named
        return tuple(
            name
            for name, place in self.places.items()
            if place.text.kind not in BOARDS
            and (not where.sort or (place.text.kind == where.sort and set(place.text.types) <= set(where.of)))
        )

    def ordered(self, where: Type) -> bool:
        """Whether every place or cell that this can be has a top and a bottom."""
        return where.kind in ("place", "cell") and self.sorts(where) <= {"pile", "row"}

    def printing(self) -> Iterator[Design]:
        """Everything that effects and conditions are printed on: designs and cells."""
        yield from self.designs.values()
        for place in self.places.values():
            yield from place.printed.values()

    def states(self) -> Iterator[State]:
        """All states and printed properties: of the game, players, pieces, cells and phrases."""
        yield from self.game.values()
        yield from self.players.values()
        for type_ in self.types.values():
            yield from type_.properties.values()
        for place in self.places.values():
            yield from place.properties.values()
        for phrase in self.phrases.values():
            yield from phrase.state.values()

    def breaks(self, name: str) -> None:
        """Notes a name whose declaration is wrong, so that texts that use it are not reported too."""
        self.broken.append(words(name))

    def add_phrase(self, phrase: Phrase) -> str | None:
        """Registers the words of a phrase; returns the signature of a phrase that has the same words, if any."""
        for parts in (phrase.parts, *phrase.forms):
            other = self.shapes.get(shape(parts))
            if other is not None:
                return other[0]
            self.shapes[shape(parts)] = (phrase.signature, parts)
            self.most_slots = max(self.most_slots, sum(isinstance(part, Slot) for part in parts))
            _add_runs(self.vocabulary, parts)
        self.phrases[phrase.signature] = phrase
        return None

    def add_imperatives(self) -> None:
        """`{finder: player} draws {n: 1..9} cards` can be said as `draw 2 cards` where it is clear which player does
        it, and no phrase has these words."""
        found: dict[Shape, list[Phrase]] = {}
        for phrase in self.phrases.values():
            if phrase.about is None or phrase.ability or phrase.holds:
                continue
            if phrase.parts[1][0] not in NOT_DONE:  # type: ignore[index]
                found.setdefault(shape(_imperative(phrase.parts)), []).append(phrase)
        for form, phrases in found.items():
            if form not in self.shapes and len(phrases) == 1:
                parts = _imperative(phrases[0].parts)
                self.shapes[form] = (phrases[0].signature, parts)
                self.imperatives.add(form)
                _add_runs(self.vocabulary, parts)

    def add_continued(self) -> None:
        """`{finder: player} draws {n: 1..9} cards` goes on after a statement about somebody as `and draws 2 cards`,
        unless a phrase has these words."""
        for phrase in list(self.phrases.values()):
            if phrase.ability or phrase.holds or not isinstance(phrase.parts[0], Slot):
                continue
            verb, rest = phrase.parts[1], phrase.parts[1:]
            if isinstance(verb, Slot) or verb[0] in NOT_DONE or base_form(verb) == verb:
                continue
            form = shape(rest)
            if form not in self.shapes:
                self.shapes[form] = (phrase.signature, rest)
                self.continued.add(form)
                _add_runs(self.vocabulary, rest)

    def add_singulars(self) -> None:
        """`{finder: player} draws {n: 1..9} cards` is said of one as `draws 1 card`, unless a phrase says that."""
        named: list[PieceType | Design] = [*self.types.values(), *self.designs.values()]
        known = {words(one.plural): words(one.name) for one in named}
        found: dict[Shape, list[tuple[str, str, Parts]]] = {}
        for form, (signature, parts) in self.shapes.items():
            for at, slot in enumerate(parts[:-1]):
                run = parts[at + 1]
                if isinstance(slot, Slot) and slot.type.kind == "number" and not isinstance(run, Slot):
                    one = _of_one(run, known)
                    if one is not None:
                        several = (*parts[: at + 1], one, *parts[at + 2 :])
                        found.setdefault(shape(several), []).append((signature, slot.name, several))
                        for left_out in (self.imperatives, self.continued):
                            if form in left_out:
                                left_out.add(shape(several))
        for form, said in found.items():
            if form in self.shapes or len(said) > 1:
                continue
            signature, slot_name, parts = said[0]
            self.shapes[form] = (signature, parts)
            self.singulars[form] = slot_name
            _add_runs(self.vocabulary, parts)


Parts = tuple[tuple[str, ...] | Slot, ...]


def _of_one(run: tuple[str, ...], known: dict[tuple[str, ...], tuple[str, ...]]) -> tuple[str, ...] | None:
    """The words after a number, of one instead of several: `cards from the deck`, `card from the deck`."""
    for at, word in enumerate(run):
        if word in JOINTS:  # `draws {n} from the decks`
            return None
        for plural_, one in known.items():
            if run[at : at + len(plural_)] == plural_ and plural_ != one:
                return (*run[:at], *one, *run[at + len(plural_) :])
        one_word = singular(word)
        if one_word is not None:
            return (*run[:at], one_word, *run[at + 1 :])
    return None


def _imperative(parts: tuple[tuple[str, ...] | Slot, ...]) -> tuple[tuple[str, ...] | Slot, ...]:
    """A sentence without the player with whom it begins, in the imperative."""
    verb = parts[1]
    assert not isinstance(verb, Slot)
    return (base_form(verb), *parts[2:])


def _united(one: State, other: State) -> State:
    """A property of several types: a printed number has the range of all of them, a word the words of all of them."""
    type_ = mixed(one.type, other.type)
    return one if type_ is None else attrs.evolve(one, type=type_)


def _add_runs(vocabulary: Vocabulary, parts: tuple[tuple[str, ...] | Slot, ...]) -> None:
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if isinstance(part, Slot):
            continue
        text = " ".join(part)
        for terminal in _run_terminals(parts, index, last):
            vocabulary.add(text, terminal, text)
            base = base_form(part)
            if terminal in ("PH_IN", "PH_LAST") and base != part:
                vocabulary.add(" ".join(base), terminal, text)


def _run_terminals(parts: tuple[tuple[str, ...] | Slot, ...], index: int, last: int) -> tuple[str, ...]:
    if index == 0:
        return ("PH_WHOLE",) if last == 0 else ("PH_START",)
    if index == 1:  # right after a leading slot; a phrase cannot begin with two slots
        return ("PH_LAST",) if last == 1 else ("PH_IN",)
    return ("PH_END",) if index == last else ("PH_MID",)


IRREGULAR = {"is": "are", "was": "were", "has": "have"}
"""Verbs whose form after a plural subject does not follow from their letters."""
NOT_DONE = frozenset({"is", "was"})
"""Verbs that say what happens to somebody, so that there is no order to do it: `is bitten`."""


def base_form(run: tuple[str, ...]) -> tuple[str, ...]:
    """The verb after a plural subject: `meets` becomes `meet` after `players`."""
    verb = run[0]
    if verb in IRREGULAR:
        verb = IRREGULAR[verb]
    elif re.search(r"(ss|sh|ch|x|z|o)es$", verb):
        verb = verb[:-2]
    elif verb.endswith("ies"):
        verb = verb[:-1] if len(verb) == len("dies") else verb[:-3] + "y"  # die, lie, tie; carry, fly
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return (verb, *run[1:])
