"""What a page and its server say to each other, as classes. A message is read into one of these, or refused.

`page/src/protocol.ts` is written from here by `docs/generate.py`.
"""

from __future__ import annotations

from typing import Literal

import attrs

from ...dsl.languages import BASE
from ...interpreter.match.output.objects import classes as o
from ..seats.standing import Ending
from ..seats.terms import Clock
from ..wire import parts
from ..wire.parts import GameParams, State, Value
from ..wire.refusals import Problem
from ..wire.shapes import MISSING, field

# ------------------------------------------------------------------- what a page may send


@attrs.frozen
class Join:
    """The first message of a page: which match it shows, and through whose eyes."""

    match: str = field("the match")
    token: str | None = field("the token of a seat's link, or the host's; null to watch", None)
    language: str = field("the language of reasons", BASE)
    next: int | None = field("how many events the page has", None)


@attrs.frozen
class Request:
    """A request without anything else."""

    id: int = field("the number of the request, which its reply has, too")


@attrs.frozen
class Choose(Request):
    """A choice."""

    option: str = field("the id of an option")
    turn: int = field("the `turn` of the last message that the page has")


@attrs.frozen
class Consent(Request):
    """Whether others may take back a choice."""

    agree: bool = field("whether this seat agrees")


@attrs.frozen
class Why(Request):
    """Why something cannot be chosen."""

    option: str | None = field("the id or name of an option", None)
    object: str | None = field("the id of an object", None)
    language: str | None = field("the language of the reason", None)


@attrs.frozen
class OfSeat(Request):
    """A request about a seat."""

    seat: int = field("the seat")


@attrs.frozen
class HandOver(OfSeat):
    """Lets a person or a bot play a seat."""

    plays: str = field("'person', or the name of a bot")


@attrs.frozen
class Replay(Request):
    """Asks for steps of the match from its beginning."""

    from_: int = field("the number of the first step", 0)


@attrs.frozen
class DesignRequest(Request):
    """What a designer wants of the design table."""

    do: Literal["on", "off", "keep", "again", "back", "newest"] = field(
        "'on' follows the files of the game, 'off' does not any more; 'keep' plays on from here, where a choice "
        "could not be repeated; 'again' begins the match again; 'back' goes back to the rules before the last save, "
        "and 'newest' to those of the last clean one"
    )


@attrs.frozen
class SetData:
    """Something that is set by hand, in the notation of scenarios."""

    of: int | None = field("the seat whose it is; null: the game's")
    name: str = field("its key under `given:`")
    value: str = field("its value, as text")


@attrs.frozen
class DesignSet(Request):
    """Sets something by hand: the match goes on from there."""

    given: tuple[SetData, ...] = field("what is set")


@attrs.frozen
class DesignAt(Request):
    """Asks what can be set by hand at an object."""

    object: str = field("the id of the object, or 'game'")


@attrs.frozen
class DesignWhy(Request):
    """Asks why a state or a place is as it is."""

    of: int | None = field("the seat whose it is; null: the game's")
    name: str = field("its key under `given:`")
    language: str = field("the language of the log", BASE)


@attrs.frozen
class DesignWrite(Request):
    """Writes how the match came to where it stands as a scenario, if it passes."""

    name: str = field("the name of the scenario")
    rules: tuple[str, ...] = field("the rules that it shows, by their ids", ())


@attrs.frozen
class Speak(Request):
    """Another language of reasons."""

    language: str = field("the language")


REQUESTS: dict[str, type] = {
    "choose": Choose,
    "undo": Request,
    "withdraw": Request,
    "consent": Consent,
    "why": Why,
    "seat": HandOver,
    "link": OfSeat,
    "resign": Request,
    "claim": OfSeat,
    "replay": Replay,
    "language": Speak,
    "design": DesignRequest,
    "set": DesignSet,
    "settings": DesignAt,
    "because": DesignWhy,
    "scenario": DesignWrite,
}
"""The classes of messages after the first, by their `type`."""


@attrs.frozen
class NewPlayer:
    """A player of a new match."""

    name: str = field("the name")
    gender: str = field(
        "the grammatical gender in which the log speaks of the player; empty: it fits all", ""
    )


@attrs.frozen
class NewMatch(GameParams):
    """A match to start."""

    players: tuple[str | NewPlayer, ...] = field("the players by seat")
    plays: tuple[str, ...] = field("for each seat 'person', or the name of a bot")
    options: dict[str, Value] = field("options of the set-up by name", attrs.Factory(dict))
    seed: int | None = field("the number that fixes the luck; by default one that nobody can predict", None)
    clock: Clock | None = field("how long people may think; null: as long as they like", None)
    absence: int | None = field(
        "seconds of absence after which the others may let a bot play a seat; null: never", None
    )


@attrs.frozen
class Close:
    """A match to remove."""

    match: str = field("the match")
    token: str = field("the host's token")


# --------------------------------------------------------------------- answers over HTTP


@attrs.frozen
class GameData(parts.GameData):
    """A game that can be played here."""

    own: bool = field("whether the server was started with it: it is the game of whoever runs the server")


@attrs.frozen
class OptionValue:
    """A value of an option of a game's set-up."""

    value: int | str = field("the value")
    labels: dict[str, str] = field("what players call it, by language; empty for a number")


@attrs.frozen
class SetUpOption(parts.SetUpOption):
    """An option of a game's set-up."""

    labels: dict[str, str] = field("what players call it, by language")
    values: tuple[OptionValue, ...] = field("its possible values")


@attrs.frozen
class GameResult(parts.GameResult):
    """The possible set-ups of a game."""

    rules: str = field("the key of the rules, for their catalogue and boards")
    title: dict[str, str] = field("its title, by language")
    languages: tuple[str, ...] = field("the languages of its texts")
    options: tuple[SetUpOption, ...] = field("the options of the set-up")


@attrs.frozen
class BotData:
    """A bot that a page offers."""

    name: str = field("its name")
    hash: str | None = field("the content hash of the only rules that it plays by; null: it plays any game")


@attrs.frozen
class RulesData:
    """The rules of a match, which never change."""

    catalogue: o.Catalogue = field("designs, places, properties, words and rules")
    boards: dict[str, o.Board] = field("the boards by id")
    images: str = field("where the images are, before the path of each")


@attrs.frozen
class Created:
    """A match that was started, with its links."""

    match: str = field("the match")
    tokens: tuple[str | None, ...] = field("the token of each person's seat; null for bots")
    host: str = field("the host's token")


# ------------------------------------------------------- what a page learns of its match


@attrs.frozen
class Seat:
    """A seat, as everybody sees it."""

    seat: int = field("the seat")
    name: str = field("the player's name")
    plays: str = field("'person', or the name of a bot")
    here: int = field("how many pages are open at this seat")
    host: bool = field("whether the host sits there")
    away: int | None = field("the seconds since which nobody is there; null if somebody is")
    wishes: tuple[int, ...] = field("the seats that would let a bot play for this absent one")
    resigned: bool = field("whether the person has given up the seat for good")
    late: bool = field("whether a bot plays because the seat's time was up")


@attrs.frozen
class Times:
    """The clocks, in the moment of the message."""

    left: tuple[int, ...] = field("the milliseconds left by seat; 0 for bots")
    running: tuple[int, ...] = field("the seats whose clocks run, as far as the reader may know")


@attrs.frozen
class Undo:
    """The question whether a choice may be taken back."""

    by: int = field("the seat that asks")
    text: dict[str, str] = field("the line of the log about the choice, by language")
    waiting: tuple[int, ...] = field("the seats that have not answered")


@attrs.frozen
class Known:
    """What a reader knows in any case."""

    state: State = field("the state of the match")
    turn: int | None = field("the number of the seat's decision, for `choose`; null for an onlooker")
    next: int = field("how many events there are")
    undo: Undo | None = field("the question whether a choice may be taken back; null if nobody asks")
    can_undo: bool = field("whether the seat has made a choice")
    times: Times | None = field("the clocks; null in a match without them")
    ending: Ending | None = field("why the match was stopped before its end; null if it was not")


@attrs.frozen
class Whole(Known):
    """All that a reader knows."""

    objects: o.Objects = field("everything that the reader sees")
    events: tuple[o.Event, ...] = field("the events from `first` on")
    first: int = field("the number of the first of these events")


@attrs.frozen
class Renewed(Whole):
    """All of a match again: something was taken back."""

    type: Literal["renewed"] = field("the message", "renewed")


@attrs.frozen
class Joined(Whole):
    """All of a match, for a page that has joined it."""

    match: str = field("the match")
    game: str = field("the name of its game")
    rules: str = field("the key of its rules")
    title: dict[str, str] = field("the game's title, by language")
    languages: tuple[str, ...] = field("the languages of its texts")
    seat: int | None = field("the seat of the page; null for an onlooker")
    host: bool = field("whether the page is the host's")
    seats: tuple[Seat, ...] = field("the seats")
    seed: str | None = field(
        "the seed in digits, if it was chosen: whoever knows it can foretell the luck; null if luck chose it, or if "
        "the game has no luck"
    )
    clock: Clock | None = field("how long people may think; null: as long as they like")
    absence: int | None = field(
        "seconds of absence after which the others may let a bot play a seat; null: never"
    )
    design: bool = field("whether the page may turn this table into a design table")
    type: Literal["joined"] = field("the message", "joined")


@attrs.frozen
class Rewritten(Whole):
    """All of a match again, under new rules."""

    rules: str = field("the key of its rules")
    title: dict[str, str] = field("the game's title, by language")
    languages: tuple[str, ...] = field("the languages of its texts")
    marked: tuple[str, ...] = field(
        "the ids of the objects and designs that differ from before, and of new options"
    )
    data: RulesData = field("the rules themselves", MISSING)
    type: Literal["rewritten"] = field("the message", "rewritten")


@attrs.frozen
class FindingNote:
    """What else is said of a finding."""

    message: str = field("what it says")
    at: str | None = field("where: file:line:column; null if nowhere")


@attrs.frozen
class DesignFinding:
    """Something that is wrong in the files of the game."""

    code: str = field("its code, which `rulewright explain` explains")
    severity: str = field("error, warning or note")
    message: str = field("what is wrong")
    help: str | None = field("a way out")
    at: str | None = field("where: file:line:column; null if nowhere")
    path: str | None = field("the whole path of the file")
    line: int = field("the line, from 1; 0 if there is none")
    column: int = field("the column, from 1; 0 if there is none")
    excerpt: str = field("the text of the line, or a part of it")
    start: int = field("where in the excerpt the underline begins, from 0")
    width: int = field("how wide it is")
    notes: tuple[FindingNote, ...] = field("what else is said")


@attrs.frozen
class Stop:
    """The first choice that could not be repeated under the new rules."""

    step: int = field("which it was, from 1")
    total: int = field("how many choices there were")
    message: str = field("which choice it was, and why it cannot be repeated")


@attrs.frozen
class DesignState:
    """How the design table stands, for designers."""

    on: bool = field("whether the files are followed")
    saves: int = field("how many saves were seen")
    clean: bool = field("whether the last save was clean")
    refused: str | None = field("why a match cannot even begin under the last save; null if it can")
    findings: tuple[DesignFinding, ...] = field("what was found in the files, the errors first")
    more: int = field("how many findings are left out")
    stop: Stop | None = field("where the repetition has stopped; null if all choices could be repeated")
    behind: bool = field("whether the table plays other rules than those of the last save")
    can_back: bool = field("whether there are rules to go back to")
    by_hand: int = field("how often something was set by hand: the log and the replay begin at the last time")
    milliseconds: int = field("how long it took from seeing the save to the table")
    type: Literal["design"] = field("the message", "design")


@attrs.frozen
class Changed(Known):
    """What has changed."""

    changes: o.Changes = field("what has changed; without `decision` if that stays the same")
    events: tuple[o.Event, ...] = field("what has happened")
    type: Literal["changed"] = field("the message", "changed")


@attrs.frozen
class Seats:
    """The seats have changed."""

    seats: tuple[Seat, ...] = field("the seats")
    type: Literal["seats"] = field("the message", "seats")


@attrs.frozen
class Question:
    """What is new about the question whether a choice may be taken back."""

    undo: Undo | None = field("the question; null if nobody asks any more")
    again: int | None = field(
        "if the reader's own question was refused, the seconds after which it can ask again; else null", None
    )
    type: Literal["undo"] = field("the message", "undo")


@attrs.frozen
class Standing:
    """How the match stands beside its rules has changed."""

    times: Times | None = field("the clocks; null in a match without them")
    ending: Ending | None = field("why the match was stopped before its end; null if it was not")
    type: Literal["standing"] = field("the message", "standing")


@attrs.frozen
class Notice:
    """A notice for everybody."""

    code: str = field("a code: of a fault of the rules (RW…), or 'link'")
    text: dict[str, str] = field("the text, by language")
    type: Literal["notice"] = field("the message", "notice")


@attrs.frozen
class Moved:
    """The link of this seat was replaced by another one."""

    seat: int = field("the seat")
    type: Literal["moved"] = field("the message", "moved")


@attrs.frozen
class Frame:
    """A step of a replay."""

    objects: o.Objects = field("everything, in the first step", MISSING)
    changes: o.Changes = field("what has changed, in every other step", MISSING)
    next: int = field("how many events there were by then")


@attrs.frozen
class SettingData:
    """Something that can be set by hand."""

    of: int | None = field("the seat whose it is; null: the game's")
    name: str = field("its key under `given:`")
    value: str = field("what it is now, as text")
    kind: Literal["number", "choice", "pieces", "text", "computed"] = field(
        "how it is written; computed: it cannot be set"
    )
    choices: tuple[str, ...] = field("what it can be, or the designs that can lie there; empty: see `kind`")
    least: int = field("of a number: the least")
    most: int = field("of a number: the most")


@attrs.frozen
class ChangeData:
    """A choice that changed something."""

    step: int = field("which choice it was, from 1")
    before: str = field("what was there before")
    now: str = field("what was there then")
    lines: tuple[str, ...] = field("the lines of the log at that choice")
    by_hand: bool = field("whether it was set by hand, after that choice")


@attrs.frozen
class CauseData:
    """A text of the rules that can change something."""

    part: str = field("the part of the rules in which it stands")
    at: str = field("where: file:line:column")
    text: str = field("what it says")
    lie: tuple[str, ...] = field("of an ability: the designs that have it, and where their pieces lie")


@attrs.frozen
class TermData:
    """A part of a computed number."""

    text: str = field("what the rules say; empty: what abilities add")
    value: int = field("what it is now")


@attrs.frozen
class BecauseData:
    """Why something is as it is."""

    value: str = field("what it is now")
    changes: tuple[ChangeData, ...] = field("the last choices that changed it")
    texts: tuple[CauseData, ...] = field("the texts that can change it")
    abilities: tuple[CauseData, ...] = field("the abilities that change a number of this name")
    terms: tuple[TermData, ...] = field("the parts of a computed number; empty for all else")


@attrs.frozen
class Reply:
    """The answer to a request; each kind of request has some of the other keys."""

    id: int = field("the number of the request")
    reason: str | None = field("why something cannot be chosen; null if it can", MISSING)
    token: str = field("the token of a new link", MISSING)
    frames: tuple[Frame, ...] = field("some steps of a replay", MISSING)
    more: bool = field("whether there are more steps", MISSING)
    from_: int = field("the number of the first of these steps", MISSING)
    settings: tuple[SettingData, ...] = field("what can be set by hand", MISSING)
    written: str = field("the file that was written", MISSING)
    because: BecauseData = field("why something is as it is", MISSING)
    type: Literal["reply"] = field("the message", "reply")


@attrs.frozen
class Refused:
    """A message that was refused; nothing has changed."""

    id: int | None = field("the number of the request; null if it had none")
    error: Problem = field("why")
    type: Literal["refused"] = field("the message", "refused")


@attrs.frozen
class FigureData:
    """One figure of matches between bots, before a save and now."""

    name: str = field("what it is")
    share: bool = field("whether it is a share, in percent; else a mean")
    before: float = field("before")
    now: float = field("now")
    low: float = field("the lower end of the 95 % interval of the difference")
    high: float = field("its upper end")
    differs: bool = field("whether it differs beyond chance")


@attrs.frozen
class SampleData:
    """What one kind of bots has shown."""

    bot: str = field("the bot")
    before: int = field(
        "how many matches were played by the rules before; 0: there is nothing to compare with"
    )
    matches: int = field("how many were played by the rules now")
    figures: tuple[FigureData, ...] = field("the figures")
    gone: tuple[str, ...] = field("what does not happen any more, by its name in the rules")
    new: tuple[str, ...] = field("what happens only now")
    never: int = field("how many texts, options and designs were never used now")
    faulty: int = field("in how many matches the rules went wrong")
    fault: str = field("how they went wrong first")
    command: str = field("the command that measures the same more exactly")


@attrs.frozen
class Measured:
    """What bots have shown of the rules that were saved last, for designers."""

    running: bool = field("whether bots are playing")
    save: int = field("the save that is measured")
    against: int | None = field("the save with which it is compared; null: with none")
    samples: tuple[SampleData, ...] = field("one for each kind of bots; empty while they play")
    type: Literal["measured"] = field("the message", "measured")


MESSAGES: tuple[type, ...] = (
    Joined,
    Renewed,
    Rewritten,
    DesignState,
    Measured,
    Changed,
    Seats,
    Question,
    Standing,
    Notice,
    Moved,
    Reply,
    Refused,
)
"""The classes of what a page receives over its connection."""
OVER_HTTP: tuple[type, ...] = (GameData, GameResult, BotData, RulesData, Created, NewMatch)
"""The classes of what goes over HTTP."""
MAY_BE_MISSING = frozenset(
    {
        "Changes.decision",
        "NewMatch.seed",
        "NewMatch.clock",
        "NewMatch.absence",
        "Why.option",
        "Why.object",
        "Why.language",
    }
)
"""The fields that need not be there, besides those of answers."""
