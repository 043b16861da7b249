"""What programs get of a match: pieces, places, cells, players, decisions and events as objects with ids.

These classes are the shapes of Python and of the protocol alike: each field says what it means, and the protocol's
page and schema are written from that. All of it is plain data, equal if it says the same.
"""

from __future__ import annotations

from typing import Any, Literal, cast

import attrs

ArgumentKind = Literal["piece", "place", "cell", "edge", "player", "design", "number", "word", "yes-no"]
Value = int | str | bool | tuple[int | str, ...] | dict[str, int] | None


def field(says: str, default: Any = attrs.NOTHING) -> Any:
    """A field with what it means."""
    return attrs.field(default=default, metadata={"says": says}, kw_only=True)


class AsJson:
    """What programs send on to other programs."""

    __slots__ = ()

    def as_json(self) -> dict[str, Any]:
        """The same as plain data for `json.dumps`, in the shape that the protocol sends."""
        return attrs.asdict(cast(attrs.AttrsInstance, self))


# ----------------------------------------------------------------- what is chosen and named


@attrs.frozen
class Argument:
    """One thing that an option, an event or an open text names."""

    kind: ArgumentKind = field("what it is")
    id: str | None = field("the id of the object or design; null for a number, a word, and yes or no")
    value: int | str | bool | None = field("the number, the word, or yes or no; null for all else", None)
    design: str | None = field("of a piece whose face is known: the id of its design", None)
    also: tuple[str, ...] = field(
        "other pieces that stand for the same: it does not matter which is meant", ()
    )
    slot: str = field("what the rules call it, where they give it a name; else empty", "")


@attrs.frozen
class Site:
    """The place in the rules at which something is chosen."""

    number: int = field("its number, stable as long as the rules do not change")
    kind: str = field("the kind of the decision: turn, choose, choose one, may, offer, instead, chance")
    where: str = field("the part of the rules in whose text it stands; empty if it stands in none")
    asks: str = field("what is chosen, in canonical English")
    rules: tuple[str, ...] = field(
        "the rules of the rulebook that this part, or the phase of a turn, cites, by their ids", ()
    )


@attrs.frozen
class Choice:
    """One legal option of a decision. Unlike the numbers of options, its id says nothing of equal pieces."""

    id: str = field("its id, by which it is chosen: the number of the site, and what it names there")
    name: str = field("what it is called in the rules")
    labels: dict[str, str] = field("what a player is shown, by language")
    arguments: tuple[Argument, ...] = field("what it names; empty for an option that is only a word")

    @property
    def objects(self) -> tuple[str, ...]:
        """The ids of all objects and designs that it names."""
        return tuple(one for part in self.arguments for one in (part.id, *part.also) if one is not None)


@attrs.frozen
class Closed:
    """An option of the rules that cannot be chosen now."""

    name: str = field("what it is called in the rules; `why_not` says by this name why it cannot be chosen")
    labels: dict[str, str] = field("what a player is shown, by language")


@attrs.frozen
class Open(AsJson):
    """What the viewer has to decide."""

    player: str = field("the id of the player who decides")
    site: Site = field("where in the rules")
    prompts: dict[str, str] = field("what is asked, by language")
    options: tuple[Choice, ...] = field("all that is legal, and nothing else")
    closed: tuple[Closed, ...] = field(
        "the other options of this turn, or branches of this choice, none of which can be chosen now", ()
    )

    def naming(self, *ids: str) -> tuple[Choice, ...]:
        """The options that name all of these objects: what a click on them can mean."""
        return tuple(one for one in self.options if set(ids) <= set(one.objects))

    @property
    def objects(self) -> tuple[str, ...]:
        """The ids of everything that can be clicked on: what some option names, each once."""
        return tuple(dict.fromkeys(one for option in self.options for one in option.objects))


@attrs.frozen
class Underway:
    """What has led to an open decision and has not been used yet, as far as the viewer may know it."""

    player: str = field("the id of the player who decides")
    names: tuple[Argument, ...] = field(
        "what texts have named so far, from the outermost text to the innermost"
    )


# ------------------------------------------------------------------------------ objects


@attrs.frozen
class Piece:
    """A piece that lies somewhere, as the viewer sees it."""

    id: str = field("its id")
    type: str | None = field("its type; null while pieces of several types could lie there face down")
    design: str | None = field("the id of its design; null if the viewer does not know it")
    place: str = field("the id of the place or cell that it lies in")
    position: int | None = field("its position there, from 0 at the bottom; null where there is no order")
    states: dict[str, Value] = field("its states, as far as the viewer sees them")
    back: dict[str, Value] = field("the printed properties that its back shows")


@attrs.frozen
class Place:
    """A place, with what lies in it."""

    id: str = field("its id")
    name: str = field("what the rules call it")
    owner: str | None = field("the id of the player whose it is; null if it is nobody's")
    pieces: tuple[str, ...] = field("the ids of the pieces in it: from the bottom, where there is an order")


@attrs.frozen
class Cell:
    """A cell of a board, or an edge between two cells, with what lies on it."""

    id: str = field("its id")
    board: str = field("the id of its board")
    name: str = field("what it is called on that board")
    pieces: tuple[str, ...] = field("the ids of the pieces on it")
    states: dict[str, Value] = field("its states, as far as the viewer sees them")


@attrs.frozen
class Player:
    """A player."""

    id: str = field("its id")
    seat: int = field("the seat, from 0")
    name: str = field("the player's name")
    states: dict[str, Value] = field("the player's states, as far as the viewer sees them")


@attrs.frozen
class Objects(AsJson):
    """All that a player, or an onlooker, may know of a position."""

    game: str = field("the game")
    viewer: str | None = field("the id of the player whose eyes these are; null for an onlooker")
    over: bool = field("whether the match is over")
    winners: tuple[str, ...] = field("the ids of the players who have won")
    scores: tuple[int, ...] | None = field("what each player has at the end; null before, or without a score")
    deciding: tuple[str, ...] = field("the ids of the players who have to decide")
    standing: tuple[int, ...] | None = field(
        "each player's score as it stands, or without a score what shows who leads; null without either, and where "
        "not everybody may know it"
    )
    numbers: dict[str, int | tuple[int, ...]] = field(
        "the numbers on the panel by name: those of players by seat"
    )
    next: str | None = field(
        "the id of the player whose turn comes next; null where the rules do not tell", None
    )
    states: dict[str, Value] = field("the states of the game")
    abilities: dict[str, dict[str, Value]] = field("what abilities remember, by the id of their design")
    players: dict[str, Player] = field("the players by id")
    places: dict[str, Place] = field("the places by id")
    cells: dict[str, Cell] = field("the cells and edges of all boards by id")
    pieces: dict[str, Piece] = field("the pieces that lie somewhere by id")
    underway: tuple[Underway, ...] = field("what has led to each open decision")
    decision: Open | None = field("what the viewer has to decide; null if nothing")


@attrs.frozen
class Event(AsJson):
    """One thing that happened, as its reader may know it."""

    number: int = field("its number, from 0")
    kind: Literal["choice", "luck", "event", "over"] = field(
        "a player's choice, what luck decided, what the rules told, or the end of the match"
    )
    player: str | None = field("the id of the player who chose; null for all else")
    name: str | None = field(
        "the option that was chosen; null if the reader may not know, or nothing was chosen"
    )
    site: int | None = field("the number of the site at which it was chosen; null as for `name`")
    arguments: tuple[Argument, ...] = field("what it names, as far as the reader may know")
    text: dict[str, str] = field("the line of the log, by language")
    rules: tuple[str, ...] = field(
        "the rules that are cited where it was chosen or told, by their ids; empty if the reader may not know that",
        (),
    )
    adds: dict[str, str] = field(
        "what a choice adds to the move of the choice before it, by language; empty if its line stands for itself",
        {},
    )
    said: bool = field("whether people need not read its line, since the next ones say the same", False)
    turn: str | None = field("the id of the player whose turn it is; null between turns", None)
    begins: bool = field("whether a turn or a phase has begun since the event before", False)
    heading: bool = field("whether its line says that a phase of the match begins", False)


# ---------------------------------------------------------------------------- changes


@attrs.frozen
class Changes(AsJson):
    """What has changed from one position to another, for the same eyes. What is not named is as it was; null under an
    id says that there is no such object any more."""

    over: bool = field("whether the match is over")
    winners: tuple[str, ...] = field("the ids of the players who have won")
    scores: tuple[int, ...] | None = field("as in `Objects`")
    deciding: tuple[str, ...] = field("the ids of the players who have to decide")
    standing: tuple[int, ...] | None = field("as in `Objects`", None)
    numbers: dict[str, int | tuple[int, ...]] = field("as in `Objects`", attrs.Factory(dict))
    next: str | None = field("as in `Objects`", None)
    states: dict[str, Value] = field("the states of the game that have changed", attrs.Factory(dict))
    abilities: dict[str, dict[str, Value]] = field(
        "what abilities remember, of each design of which that has changed", attrs.Factory(dict)
    )
    players: dict[str, Player] = field("the players that have changed", attrs.Factory(dict))
    places: dict[str, Place] = field("the places that have changed", attrs.Factory(dict))
    cells: dict[str, Cell] = field("the cells and edges that have changed", attrs.Factory(dict))
    pieces: dict[str, Piece | None] = field(
        "the pieces that have moved, changed, come or gone", attrs.Factory(dict)
    )
    underway: tuple[Underway, ...] = field("what has led to each open decision", ())
    decision: Open | None = field("what the viewer has to decide now; null if nothing", None)


# ------------------------------------------------------- what never changes: the boards


@attrs.frozen
class Sign:
    """How something is drawn, as far as the game says it."""

    colour: str | None = field("its colour, as #rrggbb; null if the game does not say")
    symbol: str | None = field("one to three characters that stand for it; null if the game does not say")


UNSAID = Sign(colour=None, symbol=None)
"""The look of what the game says nothing about."""


@attrs.frozen
class BoardCell:
    """A cell of a board, or an edge between two cells, and what is around it."""

    id: str = field("its id, the same as in `Objects`")
    name: str = field("what it is called on its board")
    x: int | None = field(
        "how far east it lies; on hexes, whose flat sides lie north and south, the column; null without directions"
    )
    y: int | None = field("how far north; on hexes (0, 1) leads north and (1, 0) north-east")
    neighbours: dict[str, str] = field(
        "the cells that each direction leads to: on a grid eight, on hexes six"
    )
    edges: dict[str, tuple[str, ...]] = field("the edges between it and the neighbour in a direction")
    leads: tuple[str, ...] = field("of a map the cells that it leads to; of an edge its two cells")
    printed: dict[str, Value] = field("what is printed on it")
    look: Sign = field("how it is drawn", UNSAID)
    labels: dict[str, str] = field(
        "what players call it, by language, where the game gives it a name in it", attrs.Factory(dict)
    )
    at: tuple[float, float] | None = field(
        "of a map, where it is drawn: how far right, and how far down; null if the game does not say", None
    )


@attrs.frozen
class Board(AsJson):
    """The geometry of a board."""

    id: str = field("its id")
    name: str = field("what the rules call it")
    labels: dict[str, str] = field("what players call it, by language")
    sort: str = field("what it is made of: grid, hexes, map, edges")
    owner: str | None = field("the id of the player whose it is; null if it is nobody's")
    columns: int = field("how many columns a grid has; of hexes the longest row; 0 for all else")
    rows: int = field("how many rows a grid has; of hexes the length of a side; 0 for all else")
    between: str | None = field("of edges the id of the board on which they lie")
    directions: tuple[str, ...] = field("its directions, clockwise from the north")
    cells: dict[str, BoardCell] = field("its cells by id, in order")
    line: int | None = field(
        "how many pieces in a line win, where the rules say that they do; null if they do not", None
    )


# ----------------------------------------------------------------------- the catalogue


@attrs.frozen
class Property:
    """A state or a printed property: what it can be."""

    labels: dict[str, str] = field("what players call it, by language")
    kind: str = field("the kind of its values: number, yes-no, word, player, kind, piece, cell, table, …")
    says: str = field("what it can be, in the words of the rules")
    least: int | None = field("the least number; null unless it is a number or a table")
    most: int | None = field("the greatest number")
    of: tuple[str, ...] = field("its words, the types of its pieces, or the boards of its cells")
    optional: bool = field("whether it can be none")
    printed: bool = field("whether it is printed and never changes")
    secret: bool = field("whether only its owner sees it, or nobody")
    shown: bool = field("whether a table need show it", True)


@attrs.frozen
class PieceType:
    """A type of pieces."""

    labels: dict[str, str] = field("what players call it, by language")
    designs: tuple[str, ...] = field("the ids of its designs")
    properties: dict[str, Property] = field("what its pieces have")
    back: tuple[str, ...] = field("the printed properties that its backs show")
    look: Sign = field("how its pieces are drawn", UNSAID)
    drawn: Sign = field("the same as a table draws it: never without a colour", UNSAID)
    corners: tuple[str, ...] = field(
        "the printed properties whose numbers stand in the corners of its cards: by default the only one that it has",
        (),
    )
    back_image: str | None = field("the image of their backs: its path in the folder of the game", None)


@attrs.frozen
class Design:
    """A design: what is printed on each of its pieces."""

    id: str = field("its id")
    name: str = field("what the rules call it")
    labels: dict[str, str] = field("what players call it, by language")
    type: str = field("its type")
    copies: int = field("how many pieces of it there are")
    values: dict[str, Value] = field("its printed properties")
    texts: dict[str, str] = field("its effects and conditions by name, in canonical English")
    abilities: tuple[str, ...] = field("its abilities, in canonical English")
    rules: tuple[str, ...] = field("the rules of the rulebook that it cites, by their ids")
    says: dict[str, str] = field("what its card says, by language; empty if it says nothing")
    facts: dict[str, tuple[tuple[str, str], ...]] = field(
        "the numbers and words on its card, by language: each a label and a value"
    )
    look: Sign = field("how its pieces are drawn, where that differs from their type", UNSAID)
    drawn: Sign = field(
        "how a table draws them: as the game says, else as what they print or are called suggests (colours, gems, "
        "suits and ranks), else as their type",
        UNSAID,
    )
    image: str | None = field("the image on its card: its path in the folder of the game", None)


@attrs.frozen
class PlaceKind:
    """A place of the game, of one owner or of each player."""

    labels: dict[str, str] = field("what players call it, by language")
    sort: str = field("what it is: pile, row, hand, area, slot, grid, hexes, map, edges")
    types: tuple[str, ...] = field("the types of the pieces that can lie there")
    sight: str = field(
        "who sees what lies there: open, hidden, owner, others, or side: it depends on the piece"
    )
    per_player: bool = field("whether each player has one")
    ordered: bool = field("whether the pieces in it have an order")
    shown: bool = field("whether a table need show it")
    ids: tuple[str, ...] = field("its ids in `Objects`: of a board those of its boards")
    properties: dict[str, Property] = field("of a board what its cells have")
    rules: tuple[str, ...] = field("the rules of the rulebook that it cites, by their ids", ())
    look: Sign = field("how it is drawn", UNSAID)
    crop: bool = field("whether a grid is drawn only as far as anything lies on it", False)
    ground: str | None = field(
        "the image under the cells of a board: its path in the folder of the game", None
    )


@attrs.frozen
class Look:
    """How the game is drawn, as far as it says; what belongs to a type, a design or a place stands there."""

    order: tuple[str, ...] = field("places, in the order in which a table shows them; all others follow")
    panel: tuple[str, ...] = field("states and numbers that always stand first, in this order")
    fold: tuple[str, ...] = field("places and states that a table puts away")
    hidden: tuple[str, ...] = field("places and states that a table need not show")
    players: tuple[str, ...] = field("the colours of the seats, as #rrggbb; there may be fewer than seats")
    words: dict[str, Sign] = field("how words are drawn")
    drawn: dict[str, Sign] = field(
        "the same as a table draws them: with those that name a colour, a gem or a suit", attrs.Factory(dict)
    )


@attrs.frozen
class Score:
    """What a player's score is."""

    labels: dict[str, str] = field("what players call it, by language; empty if it has no name")
    state: str | None = field("the state of players that it is; null if it is computed")


@attrs.frozen
class Catalogue(AsJson):
    """All of a game that is the same in every match."""

    game: str = field("the game")
    title: dict[str, str] = field("its title, by language")
    hash: str = field("the content hash of the rules")
    types: dict[str, PieceType] = field("the types of pieces by name")
    designs: dict[str, Design] = field("the designs by id")
    places: dict[str, PlaceKind] = field("the places by name")
    states: dict[str, Property] = field("the states of the game by name")
    players: dict[str, Property] = field("the states of players by name")
    words: dict[str, dict[str, str]] = field("what players call the words that values can be, by language")
    sites: tuple[Site, ...] = field("the choice sites, in the order of their numbers")
    rules: dict[str, str] = field("the rules of the rulebook by id")
    statements: dict[str, dict[str, str]] = field("the same by language, as far as they are translated")
    sections: dict[str, dict[str, str]] = field(
        "the titles of the rulebook's sections, by language: a section is what stands before the dot in ids of rules"
    )
    set_up: tuple[str, ...] = field("the rules that are cited by what happens before the first turn", ())
    look: Look = field("how the game is drawn; it may change while the hash stays the same")
    numbers: dict[str, dict[str, str]] = field(
        "what players call the numbers on the panel, by language", attrs.Factory(dict)
    )
    wins: dict[str, str] = field(
        "who wins, by language; empty if the game does not say it", attrs.Factory(dict)
    )
    score: Score | None = field(
        "what players' scores are, or without a score what shows who leads; null without either, or if it is secret",
        None,
    )
