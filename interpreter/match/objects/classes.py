"""What programs get of a match: pieces, places, cells, players, decisions and events as objects with ids.

These classes are the shapes of Python and of the protocol alike: each field says what it means, and the protocol's
page and schema are written from that. All of it is plain data, equal if it says the same.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

ArgumentKind = Literal["piece", "place", "cell", "edge", "player", "design", "number", "word", "yes-no"]
Value = int | str | bool | tuple[int | str, ...] | dict[str, int] | None


def field(says: str, default: Any = attrs.NOTHING) -> Any:
    """A field with what it means."""
    return attrs.field(default=default, metadata={"says": says}, kw_only=True)


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
class Open:
    """What the viewer has to decide."""

    player: str = field("the id of the player who decides")
    site: Site = field("where in the rules")
    prompts: dict[str, str] = field("what is asked, by language")
    options: tuple[Choice, ...] = field("all that is legal, and nothing else")

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
class Objects:
    """All that a player, or an onlooker, may know of a position."""

    game: str = field("the game")
    viewer: str | None = field("the id of the player whose eyes these are; null for an onlooker")
    over: bool = field("whether the match is over")
    winners: tuple[str, ...] = field("the ids of the players who have won")
    scores: tuple[int, ...] | None = field("what each player has at the end; null before, or without a score")
    deciding: tuple[str, ...] = field("the ids of the players who have to decide")
    states: dict[str, Value] = field("the states of the game")
    abilities: dict[str, dict[str, Value]] = field("what abilities remember, by the id of their design")
    players: dict[str, Player] = field("the players by id")
    places: dict[str, Place] = field("the places by id")
    cells: dict[str, Cell] = field("the cells and edges of all boards by id")
    pieces: dict[str, Piece] = field("the pieces that lie somewhere by id")
    underway: tuple[Underway, ...] = field("what has led to each open decision")
    decision: Open | None = field("what the viewer has to decide; null if nothing")


@attrs.frozen
class Event:
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


# ---------------------------------------------------------------------------- changes


@attrs.frozen
class Changes:
    """What has changed from one position to another, for the same eyes. What is not named is as it was; null under an
    id says that there is no such object any more."""

    over: bool = field("whether the match is over")
    winners: tuple[str, ...] = field("the ids of the players who have won")
    scores: tuple[int, ...] | None = field("as in `Objects`")
    deciding: tuple[str, ...] = field("the ids of the players who have to decide")
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
