"""The protocol that `rulewright serve` speaks: every message as a class, and the JSON Schema of all of them.

One JSON object per line. A request is `{"id": …, "method": …, "params": {…}}`; its reply has the same id and either
`result` or `error`. The methods are implemented in `server`; the tables of docs/protocol.md are generated from here.
"""

from __future__ import annotations

from typing import Any

import attrs

from ...dsl.languages import BASE
from ...interpreter.match.output.objects import classes as o
from ..wire.parts import GameData, GameParams, GameResult, MatchParams, State, Value
from ..wire.refusals import Problem
from ..wire.schema import schema
from ..wire.shapes import classes_in, field

PROTOCOL = 1
LONGEST_WORD = 1_000
"""The most characters of an id, which comes back, and of the word of an administrator, which is kept."""

Language = str
"""The tag of a language that has a catalogue, or that the game declares."""


# ------------------------------------------------------------------ parts of replies


@attrs.frozen
class OptionData:
    """One legal option."""

    number: int = field("its number, stable as long as the rules do not change")
    name: str = field("its name in the rules")
    kind: str = field("what it chooses: none, design, player, piece or position")
    labels: dict[str, str] = field("its name for players, by language")
    id: str = field("its id, which identifies what it names, but does not distinguish equal pieces")
    arguments: tuple[o.Argument, ...] = field("the objects, numbers and words that it names")


@attrs.frozen
class DecisionData:
    """What a seat has to decide."""

    kind: str = field("the kind of the decision: turn, choose, choose one, may, instead")
    prompts: dict[str, str] = field("the question, by language")
    options: tuple[OptionData, ...] = field("all legal options")
    site: o.Site = field("the place of the decision in the rules")


@attrs.frozen
class MatchData:
    """A match on this server."""

    match: str = field("its name")
    game: str = field("its game")
    seats: tuple[int, ...] = field("the seats that this connection plays")
    state: State = field("the state of the match")


# ----------------------------------------------------------------------- parameters


@attrs.frozen
class Nothing:
    """No parameters, or no result."""


@attrs.frozen
class SeatsParams(GameParams):
    """A game whose seats this connection and bots play."""

    seats: tuple[int, ...] | None = field(
        "the seats that this connection plays (default: all without a bot)", None
    )
    bots: dict[str, str] = field(
        'the bots of the other seats: {"1": "search:200"} (see `--bot`)', attrs.Factory(dict)
    )
    administrator: str | None = field(
        "a password, which is needed to save, to clone, and to undo any choice", None
    )


@attrs.frozen
class NewParams(SeatsParams):
    """A match to start."""

    players: int | tuple[str, ...] = field("the number of players, or their names by seat")
    seed: int | None = field(
        "the number that fixes the luck of the match; by default, one that nobody can predict", None
    )
    options: dict[str, Value] = field("options of the set-up by name", attrs.Factory(dict))


@attrs.frozen
class RestoreParams(SeatsParams):
    """A saved match to resume."""

    save: str = field("the result of `save`")
    other_rules: bool = field(
        "resume even if the rules have changed since, if all that was chosen can still be chosen", False
    )


@attrs.frozen
class AdministratorParams(MatchParams):
    """A match, and its administrator's password."""

    administrator: str = field("the password that was given to `new`")


@attrs.frozen
class UndoParams(MatchParams):
    """A match, and either its administrator's password or a seat, which takes back its own choice."""

    administrator: str | None = field("the password that was given to `new`: takes back any choice", None)
    seat: int | None = field(
        "a seat that this connection plays: takes back its own last choice, if that is allowed", None
    )
    language: Language = field("the language of the reason, if that is not allowed", BASE)


@attrs.frozen
class DecisionParams(MatchParams):
    """The seat whose decision you ask for."""

    seat: int = field("a seat that this connection plays")


@attrs.frozen
class OptionParams(DecisionParams):
    """An option of a seat."""

    option: int | str = field("the option, by its number, id, name or label")


@attrs.frozen
class ChoiceParams(OptionParams):
    """A choice of a seat."""

    turn: int | None = field(
        "the `turn` that came with the decision: a choice that arrives too late is then refused (RW730), and not "
        "taken for the next decision",
        None,
    )


@attrs.frozen
class WhyParams(OptionParams):
    """An option of a seat, and the language of the reason why it cannot be chosen."""

    language: Language = field("the language of names and of the reason", BASE)


@attrs.frozen
class ReaderParams(MatchParams):
    """A match, and through whose eyes it is seen."""

    seat: int | None = field("a seat that this connection plays; null for an onlooker", None)


@attrs.frozen
class ViewParams(ReaderParams):
    """The reader of a view."""

    language: Language = field("the language of names and texts", BASE)


@attrs.frozen
class ObjectsParams(ReaderParams):
    """The reader of the objects, and the last answer that the reader has."""

    since: int | None = field(
        "the `version` of your last answer, to get only what has changed since; without it you get everything",
        None,
    )


@attrs.frozen
class EventsParams(ReaderParams):
    """The reader of the events, and the first one to send."""

    since: int = field("skip this many events, which you have read before", 0)


@attrs.frozen
class LogParams(ViewParams):
    """The reader of the log, and the first line to send."""

    since: int = field("skip this many lines, which you have read before", 0)


# -------------------------------------------------------------------------- results


@attrs.frozen
class HelloResult:
    """The versions and methods of this server."""

    protocol: int = field("the version of this protocol")
    rulewright: str = field("the version of Rulewright")
    methods: tuple[str, ...] = field("the names of the methods")


@attrs.frozen
class GamesResult:
    """The games that you can play."""

    games: tuple[GameData, ...] = field("the games")


@attrs.frozen
class CatalogueResult:
    """The parts of a game."""

    catalogue: o.Catalogue = field("designs, places, properties, words and rules")


@attrs.frozen
class BoardsResult:
    """The geometry of the game's boards."""

    boards: dict[str, o.Board] = field("the boards by id")


@attrs.frozen
class MatchesResult:
    """The matches on this server."""

    matches: tuple[MatchData, ...] = field("the matches, in the order in which they were started")


@attrs.frozen
class StateResult:
    """The state of the match now."""

    state: State = field("the state of the match")


@attrs.frozen
class DecisionResult(StateResult):
    """The decision of a seat, if it has one."""

    decision: DecisionData | None = field("the decision; null if the seat has none now")
    turn: int = field("the number of this decision of the seat, for `choose`")


@attrs.frozen
class ReasonResult:
    """Why an option cannot be chosen."""

    reason: str | None = field("the reason; null if the option can be chosen")


@attrs.frozen
class ViewResult:
    """The match as the reader sees it."""

    view: dict[str, Any] = field("the view, as `Match.view` returns it")


@attrs.frozen
class ObjectsResult(StateResult):
    """The match as the reader sees it, as objects with ids."""

    turn: int | None = field("the number of the seat's decision, for `choose`; null for an onlooker")
    version: int = field("the value of `since` to get only what changes after this")
    objects: o.Objects | None = field("everything; null if you get `changes` instead")
    changes: o.Changes | None = field(
        "what has changed since your version; null if that is not the last one sent to you"
    )
    events: tuple[o.Event, ...] = field("what has happened since that version; empty if you get `objects`")
    next: int = field("the value of `since` for the method `events`, to get only later events")


@attrs.frozen
class PageResult:
    """A page of a long list."""

    next: int = field("the value of `since` to get only what comes later")
    more: bool = field("whether there is another page already")


@attrs.frozen
class EventsResult(PageResult):
    """What happened, as far as the reader may know it."""

    events: tuple[o.Event, ...] = field("the events, at most one page of them")


@attrs.frozen
class LogResult(PageResult):
    """What happened, in words, as far as the reader may know it."""

    lines: tuple[str, ...] = field("the lines, at most one page of them")


@attrs.frozen
class SaveResult:
    """The whole match, including secrets and luck."""

    save: str = field("a text for `restore`")


# -------------------------------------------------------------------------- methods


@attrs.frozen
class Method:
    """A method: its parameters, its result, and its purpose."""

    name: str
    params: type
    result: type
    says: str


METHODS: dict[str, Method] = {
    one.name: one
    for one in (
        Method("hello", Nothing, HelloResult, "the versions and methods of this server"),
        Method("games", Nothing, GamesResult, "the games that you can play"),
        Method("game", GameParams, GameResult, "the possible set-ups of a game"),
        Method("catalogue", GameParams, CatalogueResult, "the parts of a game, the same in every match"),
        Method("boards", GameParams, BoardsResult, "the geometry of a game's boards"),
        Method("new", NewParams, MatchData, "starts a match"),
        Method("restore", RestoreParams, MatchData, "resumes a saved match, as a new one"),
        Method("matches", Nothing, MatchesResult, "the matches on this server"),
        Method("decision", DecisionParams, DecisionResult, "the decision of a seat"),
        Method("choose", ChoiceParams, StateResult, "chooses for a seat; bots then choose for theirs"),
        Method("why_not", WhyParams, ReasonResult, "why an option of a seat cannot be chosen"),
        Method("view", ViewParams, ViewResult, "what a seat, or an onlooker, may know"),
        Method(
            "objects", ObjectsParams, ObjectsResult, "the same as objects with ids, or only what has changed"
        ),
        Method("events", EventsParams, EventsResult, "what happened, as events that name objects"),
        Method("log", LogParams, LogResult, "what happened, as lines of text"),
        Method("save", AdministratorParams, SaveResult, "saves the match as text"),
        Method(
            "undo",
            UndoParams,
            StateResult,
            "takes back the last choice, and those of bots since; or says why not",
        ),
        Method("clone", AdministratorParams, MatchData, "copies a match, as a new one"),
        Method("close", MatchParams, Nothing, "removes a match from this server"),
    )
}


def protocol_schema() -> dict[str, Any]:
    """The JSON Schema of requests. Those of replies are `#/$defs/reply METHOD`, and that of errors
    `#/$defs/refusal`."""
    definitions: dict[str, Any] = {}
    incoming = {cls for method in METHODS.values() for cls in classes_in(method.params)}
    outgoing = {cls for method in METHODS.values() for cls in classes_in(method.result)} | {Problem}
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
    definitions["refusal"] = _reply(identity, "error", Problem)
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
