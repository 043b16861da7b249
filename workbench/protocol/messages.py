"""The protocol that `rulewright serve` speaks: every message as a class, and the JSON Schema of all of them.

One JSON object a line. A request is `{"id": …, "method": …, "params": {…}}`; its reply has the same id and
either `result` or `error`. What the methods do is in `server`; docs/protocol.md is written from here.
"""

from __future__ import annotations

from typing import Any

import attrs
from rulewright.dsl.languages import BASE
from rulewright.interpreter.match.objects import classes as o

from .shapes import classes_in, field, schema

PROTOCOL = 1
LONGEST = 8_000_000
"""The most bytes of a line: a save of the largest match fits."""
DEEPEST = 50
"""So deep may lists and objects stand inside each other in a request."""
LONGEST_WORD = 1_000
"""The most characters of an id, and of the word of an administrator: they are kept, or come back."""

Language = str
"""The tag of a language that has a catalogue, or that the game declares."""
Value = int | str | bool | None


# ------------------------------------------------------------------ parts of replies


@attrs.frozen
class State:
    """How a match stands, as everybody may know it."""

    over: bool = field("whether the match is over")
    winners: tuple[int, ...] = field("the seats that have won; none while the match goes on")
    scores: tuple[int, ...] | None = field(
        "what each seat has at the end, by the game's score; null before, and where no score is kept"
    )
    deciding: tuple[int, ...] = field("the seats that have to decide now; several where players act at once")
    thinking: tuple[int, ...] = field(
        "those of them whose bots are still thinking: `decision`, `view`, `objects` and `log` let them go on"
    )
    actions: int = field("how many choices were made so far, as far as these seats may know")


@attrs.frozen
class OptionData:
    """One legal option."""

    number: int = field("its number, stable as long as the rules do not change")
    name: str = field("what it is called in the rules")
    kind: str = field("what is chosen by it: none, design, player, piece or position")
    labels: dict[str, str] = field("what a player is shown, by language")
    id: str = field("its id, which says what it names and nothing of equal pieces")
    arguments: tuple[o.Argument, ...] = field("the objects, numbers and words that it names")


@attrs.frozen
class DecisionData:
    """What a seat has to decide."""

    kind: str = field("the kind of the decision: turn, choose, choose one, may, instead")
    prompts: dict[str, str] = field("what is asked, by language")
    options: tuple[OptionData, ...] = field("all that is legal, and nothing else")
    site: o.Site = field("where in the rules it is decided")


@attrs.frozen
class GameData:
    """A game that can be played here."""

    name: str = field("what `new` calls it")
    title: dict[str, str] = field("its title, by language")
    players: str = field("for how many: a number, or a range such as 2..4")
    variants: tuple[str, ...] = field("the variants that can be named")


@attrs.frozen
class SetUpOption:
    """An option of a game's set-up."""

    name: str = field("what `new` calls it")
    type: str = field("what it can be, in the words of the rules")


@attrs.frozen
class MatchData:
    """A match that is held."""

    match: str = field("its name")
    game: str = field("the game that it is of")
    seats: tuple[int, ...] = field("the seats that this connection plays")
    state: State = field("how it stands")


# ----------------------------------------------------------------------- parameters


@attrs.frozen
class Nothing:
    """Takes nothing, or says nothing."""


@attrs.frozen
class GameParams:
    """Which game."""

    game: str = field("a game that `games` lists")
    variants: tuple[str, ...] = field("its variants to play with", ())


@attrs.frozen
class NewParams:
    """A match to begin."""

    game: str = field("a game that `games` lists")
    variants: tuple[str, ...] = field("its variants to play with", ())
    players: int | tuple[str, ...] = field("how many, or their names by seat")
    seed: int | None = field("repeats the luck of a match; without it nobody can foresee it", None)
    options: dict[str, Value] = field("options of the set-up by name", attrs.Factory(dict))
    seats: tuple[int, ...] | None = field(
        "the seats that this connection plays (default: all but bots')", None
    )
    bots: dict[str, str] = field(
        'who plays the other seats: {"1": "search:200"} (see `--bot`)', attrs.Factory(dict)
    )
    administrator: str | None = field("a word, without which nobody can save, clone, or undo at will", None)


@attrs.frozen
class RestoreParams:
    """A saved match to go on with."""

    game: str = field("the game that it is of")
    variants: tuple[str, ...] = field("its variants", ())
    save: str = field("what `save` gave")
    other_rules: bool = field("try it even if the rules have changed since", False)
    seats: tuple[int, ...] | None = field("as for `new`", None)
    bots: dict[str, str] = field("as for `new`", attrs.Factory(dict))
    administrator: str | None = field("as for `new`", None)


@attrs.frozen
class MatchParams:
    """Which match."""

    match: str = field("the name that `new` gave it")


@attrs.frozen
class AdministratorParams:
    """Which match, and the word of its administrator."""

    match: str = field("the name that `new` gave it")
    administrator: str = field("the word that was given to `new`")


@attrs.frozen
class UndoParams:
    """The match, and who takes back: its administrator, who gives the word, or a seat."""

    match: str = field("the name that `new` gave it")
    administrator: str | None = field("the word that was given to `new`: takes back whatever it was", None)
    seat: int | None = field(
        "a seat that this connection plays: takes back its own last choice, if it may", None
    )
    language: Language = field("the language of the reason, if it may not", BASE)


@attrs.frozen
class DecisionParams:
    """Whose decision."""

    match: str = field("the name that `new` gave it")
    seat: int = field("a seat that this connection plays")


@attrs.frozen
class ChoiceParams:
    """An option of a seat."""

    match: str = field("the name that `new` gave it")
    seat: int = field("a seat that this connection plays")
    option: int | str = field("the option, by its number, id, name or label")


@attrs.frozen
class WhyParams:
    """An option of a seat, and in which language to say why it is refused."""

    match: str = field("the name that `new` gave it")
    seat: int = field("a seat that this connection plays")
    option: int | str = field("the option, by its number, id, name or label")
    language: Language = field("the language of names and of the reason", BASE)


@attrs.frozen
class ViewParams:
    """For whose eyes."""

    match: str = field("the name that `new` gave it")
    seat: int | None = field("a seat that this connection plays; null for an onlooker", None)
    language: Language = field("the language of names", BASE)


@attrs.frozen
class ObjectsParams:
    """For whose eyes, and what these have seen already."""

    match: str = field("the name that `new` gave it")
    seat: int | None = field("a seat that this connection plays; null for an onlooker", None)
    since: int | None = field(
        "the `version` of the answer that you have: you get what has changed since. Without it you get everything",
        None,
    )


@attrs.frozen
class EventsParams:
    """For whose eyes, and from where on."""

    match: str = field("the name that `new` gave it")
    seat: int | None = field("a seat that this connection plays; null for an onlooker", None)
    since: int = field("skip so many events, which were read before", 0)


@attrs.frozen
class LogParams:
    """For whose eyes, and from where on."""

    match: str = field("the name that `new` gave it")
    seat: int | None = field("a seat that this connection plays; null for an onlooker", None)
    language: Language = field("the language of the lines", BASE)
    since: int = field("skip so many lines, which were read before", 0)


# -------------------------------------------------------------------------- results


@attrs.frozen
class HelloResult:
    """Who answers."""

    protocol: int = field("the version of this protocol")
    rulewright: str = field("the version of Rulewright")
    methods: tuple[str, ...] = field("what can be asked")


@attrs.frozen
class GamesResult:
    """What can be played."""

    games: tuple[GameData, ...] = field("the games")


@attrs.frozen
class GameResult:
    """What a match of a game can be set up with."""

    name: str = field("its name")
    variants: tuple[str, ...] = field("the variants that were asked for")
    hash: str = field("the content hash of the rules: saves and option numbers hold for it")
    least: int = field("the fewest players")
    most: int = field("the most players")
    options: tuple[SetUpOption, ...] = field("the options of the set-up")


@attrs.frozen
class CatalogueResult:
    """What the game is made of."""

    catalogue: o.Catalogue = field("designs, places, properties, words and rules")


@attrs.frozen
class BoardsResult:
    """The geometry of the game's boards."""

    boards: dict[str, o.Board] = field("the boards by id")


@attrs.frozen
class MatchesResult:
    """What is held."""

    matches: tuple[MatchData, ...] = field("the matches, in the order in which they began")


@attrs.frozen
class StateResult:
    """How the match stands now."""

    state: State = field("how it stands")


@attrs.frozen
class DecisionResult:
    """What the seat has to decide, if it has to."""

    state: State = field("how the match stands")
    decision: DecisionData | None = field("null while others decide, or nobody does")


@attrs.frozen
class ReasonResult:
    """Why not."""

    reason: str | None = field("why the option cannot be chosen; null if it can")


@attrs.frozen
class ViewResult:
    """What these eyes see."""

    view: dict[str, Any] = field("as `Match.view` gives it")


@attrs.frozen
class ObjectsResult:
    """What these eyes see, as objects with ids."""

    state: State = field("how the match stands")
    version: int = field("what to give as `since` to get only what changes after this")
    objects: o.Objects | None = field("everything; null if `changes` says what is new")
    changes: o.Changes | None = field(
        "what has changed since the version that you have; null if that is not the last one that you were given"
    )
    events: tuple[o.Event, ...] = field("what has happened since that version; empty beside `objects`")
    next: int = field("what to give `events` as `since` to get only what comes after these")


@attrs.frozen
class EventsResult:
    """What happened, as these eyes may know it."""

    events: tuple[o.Event, ...] = field("the events, or as many of them as one page holds")
    next: int = field("what to give as `since` to get only what comes after")
    more: bool = field("whether there is more already, on a next page")


@attrs.frozen
class LogResult:
    """What happened, as these eyes may read it."""

    lines: tuple[str, ...] = field("the lines, or as many of them as one page holds")
    next: int = field("what to give as `since` to get only what comes after")
    more: bool = field("whether there is more already, on a next page")


@attrs.frozen
class SaveResult:
    """All of the match, secrets and luck included."""

    save: str = field("a text for `restore`")


@attrs.frozen
class Error:
    """Why a request was refused. Nothing has changed then."""

    code: str = field("a code that never changes its meaning; `rulewright explain CODE` tells more")
    message: str = field("what is wrong, for people")
    help: str = field("the way out; may be empty")
    path: str = field("the part of the request that is wrong; may be empty")


# -------------------------------------------------------------------------- methods


@attrs.frozen
class Method:
    """A method: what it takes, what it gives, and what it is for."""

    name: str
    params: type
    result: type
    says: str


METHODS: dict[str, Method] = {
    one.name: one
    for one in (
        Method("hello", Nothing, HelloResult, "who answers, and which version of the protocol"),
        Method("games", Nothing, GamesResult, "the games that can be played"),
        Method("game", GameParams, GameResult, "what a match of a game can be set up with"),
        Method("catalogue", GameParams, CatalogueResult, "what a game is made of, the same in every match"),
        Method("boards", GameParams, BoardsResult, "the geometry of a game's boards"),
        Method("new", NewParams, MatchData, "begins a match"),
        Method("restore", RestoreParams, MatchData, "goes on with a saved match, as a new one"),
        Method("matches", Nothing, MatchesResult, "the matches that are held"),
        Method("decision", DecisionParams, DecisionResult, "what a seat has to decide"),
        Method("choose", ChoiceParams, StateResult, "chooses for a seat; bots then answer for theirs"),
        Method("why_not", WhyParams, ReasonResult, "why an option of a seat cannot be chosen"),
        Method("view", ViewParams, ViewResult, "what a seat, or an onlooker, may know"),
        Method(
            "objects", ObjectsParams, ObjectsResult, "the same as objects with ids; or only what has changed"
        ),
        Method("events", EventsParams, EventsResult, "what happened, with the objects that it is about"),
        Method("log", LogParams, LogResult, "what happened, for the same eyes"),
        Method("save", AdministratorParams, SaveResult, "the match as text"),
        Method(
            "undo",
            UndoParams,
            StateResult,
            "takes the last choice back, and bots' answers to it; or says why not",
        ),
        Method("clone", AdministratorParams, MatchData, "an independent copy, as a new match"),
        Method("close", MatchParams, Nothing, "lets go of a match"),
    )
}


def protocol_schema() -> dict[str, Any]:
    """The JSON Schema of requests; those of replies are `#/$defs/reply METHOD`, of errors `#/$defs/refusal`."""
    definitions: dict[str, Any] = {}
    incoming = {cls for method in METHODS.values() for cls in classes_in(method.params)}
    outgoing = {cls for method in METHODS.values() for cls in classes_in(method.result)} | {Error}
    for cls in sorted(incoming | outgoing, key=lambda one: one.__name__):
        definitions[cls.__name__] = schema(cls, strict=cls in incoming)
    identity = {"type": ["string", "integer", "null"]}
    for method in METHODS.values():
        params = {"$ref": f"#/$defs/{method.params.__name__}"}
        needed = any(one.default is attrs.NOTHING for one in attrs.fields(method.params))
        definitions[f"request {method.name}"] = {
            "type": "object",
            "description": method.says,
            "properties": {
                "id": identity,
                "method": {"const": method.name},
                "params": params,
                "protocol": {"const": PROTOCOL},
            },
            "required": ["method", "params"] if needed else ["method"],
            "additionalProperties": False,
        }
        definitions[f"reply {method.name}"] = _reply(identity, "result", method.result)
    definitions["refusal"] = _reply(identity, "error", Error)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Rulewright protocol {PROTOCOL}: requests",
        "oneOf": [{"$ref": f"#/$defs/request {name}".replace(" ", "%20")} for name in METHODS],
        "$defs": definitions,
    }


def _reply(identity: dict[str, Any], key: str, cls: type) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"id": identity, key: {"$ref": f"#/$defs/{cls.__name__}"}},
        "required": ["id", key],
        "additionalProperties": False,
    }
