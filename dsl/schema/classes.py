"""The YAML layer of a game, as classes: which keys there are, and what each of them holds.

`structure` turns a document into these. Leaves are `Text`: the scalar as written, with its place in the file; no leaf
is typed by YAML. Keys that the author names (designs, places, phrases) are `Text` too. The field metadata `key` gives
the YAML key where it is not the field's name with spaces for underscores. `rest=True` marks the mapping that takes
all other keys, `languages=True` the mapping that takes the keys that are languages (except `BASE`), `alone=True` the
field that a bare scalar stands for (`dungeon: pile of monsters` for `dungeon: {is: pile of monsters}`),
`needed=True` the field that is required, and `part=True` the field of a variant that holds parts of the game.
"""

from __future__ import annotations

from typing import Any

import attrs

from ..document.reader import Text
from ..languages import BASE, PLAIN
from .known import KnownKey


def key(
    name: str | None = None,
    *,
    rest: bool = False,
    languages: bool = False,
    alone: bool = False,
    needed: bool = False,
    part: bool = False,
    known: tuple[KnownKey, ...] = (),
    **options: Any,
) -> Any:
    """A field with its YAML key and role in the metadata; keyword-only, and optional by default. `known` are keys in
    a mapping under it (or in its entries) of which no class speaks."""
    if "default" not in options and "factory" not in options and not options.pop("required", False):
        options["default"] = None
    roles = {
        "rest": rest,
        "languages": languages,
        "alone": alone,
        "needed": needed,
        "part": part,
        "known": known,
    }
    metadata = {"key": name, **roles}
    return attrs.field(kw_only=True, metadata=metadata, **options)


Given = Text | list[Text] | dict[Text, Text]
"""What a design or a cell prints: a value; a list for lists, a mapping for tables."""


@attrs.frozen
class Names:
    """A name in a language: a bare string is its plain form; a record gives further ones, as the catalogue of the
    language has them: `gen`, `acc`, `plural`, `plural gen`, `few`."""

    nom: Text | None = key(PLAIN, alone=True)
    also: list[Text] = key(factory=list)  # other names for it that a rulebook may use
    forms: dict[Text, Text] = key(rest=True, factory=dict)


@attrs.frozen
class Title:
    """A text for players in each language."""

    base: Text | None = key(BASE, alone=True)
    others: dict[Text, Text] = key(languages=True, factory=dict)

    @property
    def said(self) -> dict[str, Text]:
        """The texts by language."""
        return said(self.base, self.others)


@attrs.frozen
class AboutDoc:
    """What a game is about, in two sentences; `wins`: who wins, in one; `minutes`: how long a match takes."""

    base: Text | None = key(BASE, alone=True)
    others: dict[Text, Text] = key(languages=True, factory=dict)
    wins: Title | None = key()
    minutes: Text | None = key()

    @property
    def said(self) -> dict[str, Text]:
        """The texts by language."""
        return said(self.base, self.others)


@attrs.frozen
class AskDoc:
    """What players are asked at a choice; `always`: ask even if there is only one option; `log`: what the log says of
    what was chosen."""

    base: Text | None = key(BASE, alone=True)
    others: dict[Text, Text] = key(languages=True, factory=dict)
    always: Text | None = key()
    log: Title | None = key()

    @property
    def said(self) -> dict[str, Text]:
        """The texts by language."""
        return said(self.base, self.others)


def said(base: Text | None, others: dict[Text, Text]) -> dict[str, Text]:
    """Texts by language, that of `BASE` first."""
    first = {BASE: base} if base is not None else {}
    return first | {str(language): text for language, text in others.items()}


@attrs.frozen
class LanguageDoc:
    """A language that the game is written in beside those that have a catalogue."""

    name: Text | None = key(alone=True, needed=True)
    forms: list[Text] = key(factory=list)
    plurals: dict[Text, Text] = key(factory=dict)


@attrs.frozen
class OptionDoc:
    """A choice at set-up: `type` and `default` in the language."""

    type: Text | None = key(alone=True, needed=True)
    default: Text | None = key()
    title: Title | None = key()
    names: dict[Text, Names] = key(languages=True, factory=dict)
    rule: list[Text] = key(factory=list)  # a bare scalar is a list of one


@attrs.frozen
class DesignDoc:
    each: dict[Text, Any] = key(
        factory=dict
    )  # of an entry that makes several designs; in each of these, the values that it was made with
    copies: Text | None = key()
    plural: Text | None = key()
    shown: Text | None = key(BASE)
    names: dict[Text, Names] = key(languages=True, factory=dict)
    source: Text | None = key()
    printed: Title | None = key()  # what stands on the card
    rule: list[Text] = key(factory=list)
    properties: dict[Text, Given] = key(rest=True, factory=dict)


@attrs.frozen
class DrawnDoc:
    """How a piece looks in pictures: the names of a number or word that it shows, and of its colour."""

    shows: Text | None = key(alone=True)
    colour: Text | None = key()


@attrs.frozen
class TypeDoc:
    plural: Text | None = key()
    names: dict[Text, Names] = key(languages=True, factory=dict)
    properties: dict[Text, PropertyDoc] = key(factory=dict)
    public: list[Text] = key(factory=list)  # printed properties that are visible on its back
    state: dict[Text, StateDoc] = key(factory=dict)
    in_force: Text | None = key("in force")
    face_up: Text | None = key("face up")  # a state: it says whether a piece lies face up
    turned_by: Text | None = key(
        "turned by"
    )  # a state: the number of steps by which printed directions are turned
    drawn: DrawnDoc | None = key()
    starts_in: Text | None = key("starts in")
    source: Text | None = key()
    rule: list[Text] = key(factory=list)
    designs: dict[Text, DesignDoc] = key(factory=dict)


@attrs.frozen
class PropertyDoc:
    """Something printed on every design of a type, or on every cell of a board."""

    type: Text | None = key(alone=True, needed=True)
    names: dict[Text, Names] = key(languages=True, factory=dict)


@attrs.frozen
class StateDoc:
    """A piece of state: of the game, of each player, or of each piece of a type."""

    type: Text | None = key(alone=True, needed=True)
    starts: Text | dict[Text, Text] | None = key()
    until: Text | None = key()  # the phase at whose end it returns to its start value
    secret: Text | None = key()
    paid: Text | None = key()  # `up`: paying increases it
    shown: Text | None = key()  # `no`: a terminal leaves it out
    singular: Text | None = key()  # the name for one of it: `gain 1 coin`
    names: dict[Text, Names] = key(languages=True, factory=dict)
    rule: list[Text] = key(factory=list)


@attrs.frozen
class CellDoc:
    """A cell of a board: on a map, the cells that it leads `to`; the properties that it prints."""

    to: list[Text] = key(factory=list)
    names: dict[Text, Names] = key(languages=True, factory=dict)
    rule: list[Text] = key(factory=list)
    properties: dict[Text, Given] = key(rest=True, factory=dict)


@attrs.frozen
class BesideDoc:
    """A part of what stands beside the rows of a grid, in each language."""

    base: Text | None = key(BASE, alone=True)
    others: dict[Text, Text] = key(languages=True, factory=dict)
    if_: Text | None = key("if")

    @property
    def said(self) -> dict[str, Text]:
        """The texts by language."""
        return said(self.base, self.others)


@attrs.frozen
class PlaceDoc:
    """`cell` is the noun for a cell of a board (`plural`: for several of them)."""

    is_: Text | None = key("is", alone=True, needed=True)
    cell: Text | None = key()
    plural: Text | None = key()
    cell_names: dict[Text, Names] = key(
        "cell names", factory=dict
    )  # what a cell is called in other languages
    shape: Text | None = key()  # rows from the north; a dot leaves the cell out
    legend: dict[Text, CellDoc] = key(factory=dict)  # what cells print, by their mark in the shape
    properties: dict[Text, PropertyDoc] = key(factory=dict)  # printed on each cell
    state: dict[Text, StateDoc] = key(factory=dict)  # of each cell
    cells: dict[Text, CellDoc] = key(factory=dict)
    shown: Text | None = key()  # `no`: a terminal leaves it out
    cells_show: Text | None = key("cells show")  # a number or word of each cell, drawn on it
    beside: dict[Text, BesideDoc] = key(factory=dict)  # what stands beside each row, by the author's names
    table: list[Text] = key(factory=list)  # properties of pieces: the columns in which they are listed
    steps: dict[Text, Text] = key(
        factory=dict
    )  # by the words for the step: the cells that a step from `here` leads to
    names: dict[Text, Names] = key(languages=True, factory=dict)
    rule: list[Text] = key(factory=list)


@attrs.frozen
class NumberDoc:
    is_: Text | None = key("is", alone=True, needed=True)
    names: dict[Text, Names] = key(languages=True, factory=dict)
    rule: list[Text] = key(factory=list)


@attrs.frozen
class PhraseDoc:
    """An action has `do` (and may have a `log`), an ability has `ability`, a condition `holds`; one of them."""

    do: Text | None = key()
    holds: Text | None = key()
    ability: Text | list[Text] | None = key()
    state: dict[Text, StateDoc] = key(factory=dict)
    forms: list[Text] = key(factory=list)
    sentences: dict[Text, list[Text]] = key(languages=True, factory=dict)
    log: Title | None = key()
    rule: list[Text] = key(factory=list)


@attrs.frozen
class ChoiceDoc:
    """An option of a turn."""

    if_: Text | None = key("if")
    do: Text | None = key()
    label: Title | None = key()
    rule: list[Text] = key(factory=list)


@attrs.frozen
class NodeDoc:
    """A node of the flow: a named phase. Has `do`, or `turns` with `options`, or `phases`; may `repeat`."""

    phase: Text | None = key(required=True)
    if_: Text | None = key("if")
    repeat: Text | None = key()
    turns: Text | None = key()
    turn: Text | None = key()
    options: dict[Text, ChoiceDoc] = key(factory=dict)
    do: Text | None = key()
    phases: list[NodeDoc] = key(factory=list)
    title: Title | None = key()
    log: Title | None = key()
    rule: list[Text] = key(factory=list)


@attrs.frozen
class RuleDoc:
    """One numbered statement of the rulebook, in our own words."""

    says: Text | None = key(alone=True, needed=True)
    others: dict[Text, Text] = key(languages=True, factory=dict)
    kind: Text | None = key()  # rule (the default) | decision | public | note | variant
    why: Title | None = key()
    about: list[Text] = key(factory=list)  # the statements that a decision or a public fact touches

    @property
    def said(self) -> dict[str, Text]:
        """The statement by language."""
        return said(self.says, self.others)


@attrs.frozen
class WatchDoc:
    """What is done immediately whenever a change makes a condition hold."""

    if_: Text | None = key("if")
    do: Text | None = key()
    rule: list[Text] = key(factory=list)


@attrs.frozen
class InvariantDoc:
    holds: Text | None = key(alone=True, needed=True)
    rule: list[Text] = key(factory=list)


@attrs.frozen
class QuestionDoc:
    """What `prove` is asked about all positions: one of `possible` and `always`, perhaps only where `if` holds."""

    possible: Text | None = key()
    always: Text | None = key()
    if_: Text | None = key("if")
    rule: list[Text] = key(factory=list)


@attrs.frozen
class SignDoc:
    """The colour and the symbol with which something is drawn."""

    colour: Text | None = key()
    symbol: Text | None = key()


@attrs.frozen
class TypeSignDoc:
    """How the pieces of a type are drawn: also with images, and which numbers stand in the corners of cards."""

    colour: Text | None = key()
    symbol: Text | None = key()
    image: Text | None = key()  # a path, in which {design} stands for the name of each design
    back: Text | None = key()
    corners: list[Text] = key(factory=list)  # printed properties


@attrs.frozen
class DesignSignDoc:
    """How the pieces of a design are drawn."""

    colour: Text | None = key()
    symbol: Text | None = key()
    image: Text | None = key()


@attrs.frozen
class PlaceSignDoc:
    """How a place is drawn; `board`: the image that lies under the cells of a board; `crop`: `yes` if a grid is drawn
    only as far as anything lies on it."""

    colour: Text | None = key()
    symbol: Text | None = key()
    board: Text | None = key()
    crop: Text | None = key()


@attrs.frozen
class SpotDoc:
    """How a cell is drawn; `at`: where, on a map."""

    at: Text | None = key()
    colour: Text | None = key()
    symbol: Text | None = key()


@attrs.frozen
class LookDoc:
    """How the game looks in a browser: no rule."""

    order: list[Text] = key(factory=list)  # of places
    panel: list[Text] = key(factory=list)  # states and numbers that always stand first
    fold: list[Text] = key(factory=list)  # places that are put away, and states
    hidden: list[Text] = key(factory=list)  # places and states that are not drawn
    players: list[Text] = key(factory=list)  # the colours of the seats
    leads: Text | None = key()  # the number that shows who leads, where no score does
    next: Text | None = key()  # a name that stands for the player whose turn comes next
    types: dict[Text, TypeSignDoc] = key(factory=dict)
    designs: dict[Text, DesignSignDoc] = key(factory=dict)
    places: dict[Text, PlaceSignDoc] = key(factory=dict)
    words: dict[Text, SignDoc] = key(factory=dict)
    cells: dict[Text, dict[Text, SpotDoc]] = key(factory=dict)  # by board


@attrs.frozen
class GameDoc:
    rulewright: Text | None = key(required=True)
    game: Text | None = key(required=True)
    title: Title | None = key()
    about: AboutDoc | None = key()
    edition: Text | None = key()
    players: Text | None = key(required=True)
    steps: Text | None = key()  # the most decisions a match may take
    conventions: dict[Text, Text] = key(factory=dict)
    languages: dict[Text, LanguageDoc] = key(factory=dict)  # beside those that have a catalogue
    options: dict[Text, OptionDoc] = key(factory=dict)
    components: dict[Text, TypeDoc] = key(factory=dict)
    places: dict[Text, PlaceDoc] = key(factory=dict)
    game_has: dict[Text, StateDoc] = key("game has", factory=dict)
    players_have: dict[Text, StateDoc] = key("players have", factory=dict)
    numbers: dict[Text, NumberDoc] = key(factory=dict)
    names: dict[Text, NumberDoc] = key(factory=dict)
    phrases: dict[Text, PhraseDoc] = key(factory=dict)
    whenever: dict[Text, WatchDoc] = key(factory=dict)
    flow: list[NodeDoc] = key(factory=list)
    score: Text | None = key()  # what each player has at the end
    heuristic: Text | None = key()  # how well each player seems to stand: for bots
    invariants: dict[Text, InvariantDoc] = key(factory=dict)
    questions: dict[Text, QuestionDoc] = key(factory=dict)  # for `prove`
    ask: dict[Text, AskDoc] = key(factory=dict)  # what players are asked, by the name of the choice
    rules: dict[Text, RuleDoc] = key(factory=dict)
    sections: dict[Text, Title] = key(factory=dict)  # of the rules: the part of their ids before the dot
    sources: dict[Text, Text] = key(factory=dict)
    labels: dict[Text, Title] = key(factory=dict)  # the names of branches, printed effects and words of lists
    plain_words: dict[Text, list[Text]] = key(
        "plain words", factory=dict
    )  # no terms, in a rulebook; by language
    look: LookDoc | None = key()


@attrs.frozen
class VariantDoc:
    """A patch on a game: parts are addressed by name (`components/monster/designs/goblin/strength`), or new ones are
    written as in a game, under the keys of a game with names under them."""

    rulewright: Text | None = key(required=True)
    variant: Text | None = key(required=True)
    of: Text | None = key(required=True)
    title: Title | None = key()
    over: list[Text] = key(factory=list)
    needs: list[Text] = key(factory=list)  # applied with it
    joins: list[Text] = key(factory=list)  # it is applied where all of these are
    on_its_own: Text | None = key()  # `no`: only for variants that need it
    rule: list[Text] = key(factory=list)
    add: dict[Text, Any] = key(factory=dict)
    replace: dict[Text, Any] = key(factory=dict)
    set: dict[Text, Any] = key(factory=dict)
    remove: list[Text] = key(factory=list)
    conventions: dict[Text, Any] = key(part=True, factory=dict)
    languages: dict[Text, Any] = key(part=True, factory=dict)
    options: dict[Text, Any] = key(part=True, factory=dict)
    components: dict[Text, Any] = key(part=True, factory=dict)
    places: dict[Text, Any] = key(part=True, factory=dict)
    game_has: dict[Text, Any] = key("game has", part=True, factory=dict)
    players_have: dict[Text, Any] = key("players have", part=True, factory=dict)
    numbers: dict[Text, Any] = key(part=True, factory=dict)
    names: dict[Text, Any] = key(part=True, factory=dict)
    phrases: dict[Text, Any] = key(part=True, factory=dict)
    whenever: dict[Text, Any] = key(part=True, factory=dict)
    invariants: dict[Text, Any] = key(part=True, factory=dict)
    questions: dict[Text, Any] = key(part=True, factory=dict)
    ask: dict[Text, Any] = key(part=True, factory=dict)
    rules: dict[Text, Any] = key(part=True, factory=dict)
    sections: dict[Text, Any] = key(part=True, factory=dict)
    sources: dict[Text, Any] = key(part=True, factory=dict)
    labels: dict[Text, Any] = key(part=True, factory=dict)
    plain_words: dict[Text, Any] = key("plain words", part=True, factory=dict)
    look: dict[Text, Any] = key(part=True, factory=dict)

    @property
    def after(self) -> list[Text]:
        """The variants that are applied before it."""
        return [*self.over, *self.needs, *self.joins]


PARTS = tuple(field for field in attrs.fields(VariantDoc) if field.metadata["part"])
"""The fields of a variant that hold parts of the game."""
