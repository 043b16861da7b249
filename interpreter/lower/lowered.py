"""What a match needs to know about a program besides its IR: sites, actions, events, where states lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from ...dsl import tree as t
from ...dsl.diagnostics.source import Span
from ...dsl.languages import BASE, Message, Sayable, base, tags
from ...dsl.model.game import CHOSEN, Game, LogSlot
from ..ir import Argument, Program
from .numbering import Tables

SiteKind = Literal["turn", "choose", "choose one", "may", "offer", "instead", "chance"]
NeedKind = Literal["holds", "pays", "chooses", "begins", "among"]
Sort = Literal["none", "number", "word", "player", "cell", "design", "piece", "position"]
EventKind = Literal[
    "log",
    "cover",
    "picked",
    "seen",
    "taken",
    "shown",
    "revealed",
    "told",
    "secret",
    "open",
    "strand",
    "joined",
    "turn",
    "ask",
]


Line = tuple[str | LogSlot, ...]
"""A text with slots."""


@attrs.frozen
class ChoiceSite:
    """A choice site.

    `prompt` is the question in the words of the rules. Players read the game's own `words` for it in their language,
    or else `general`. A choice at a `secret` site is shown to nobody else (`secrecy/disclosure.py`). `title` is the
    title, by language, of the phase whose own text contains the site, if it has one. `asked` is the name under which
    `ask:` gives it words with slots, which are filled in for each reader. If there is only one option at a `forced`
    site, it may be taken without asking, since that reveals nothing. At the site of a `shuffle`, luck chooses what
    lies where. `does` says, by language, what a player does there who says yes, or who chooses: lines of the log have
    it as the answer, or beside it. `told` is what they say instead, in the game's own words. What is chosen at a site
    that is `laid` lies where all see it before it could lie where not all do.
    """

    number: int
    kind: SiteKind
    prompt: str
    general: Sayable = attrs.field(eq=False, repr=False)
    words: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    span: Span | None = attrs.field(default=None, eq=False, repr=False)
    secret: bool = False
    title: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    shuffle: bool = False
    asked: str | None = None
    forced: bool = False
    laid: bool = False
    does: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    told: dict[str, Line] = attrs.field(factory=dict, eq=False, repr=False)

    def ask(self, language: str) -> str:
        """The prompt, as players read it in a language."""
        return self.words[language] if language in self.words else self.general.say(language)

    def question(self, language: str) -> str:
        """The same as others read it beside the answer."""
        if language not in self.words and language in self.does:
            return self.does[language]
        return self.ask(language)

    def done(self, language: str) -> str:
        """What others read instead of `yes`; empty if the question says it better, in the game's own words."""
        return "" if language in self.words else self.does.get(language, "")

    @property
    def prompts(self) -> dict[str, str]:
        """The prompt by language."""
        return {language: self.ask(language) for language in dict.fromkeys((*tags(), *self.words))}


def in_a_line(text: str) -> str:
    """A text of several lines on one line, for people to read, not for the parser."""
    return "; ".join(line.strip() for line in text.split("\n")).replace(":; ", ": ")


@attrs.frozen
class Need:
    """What an option needs to be offered, in canonical English: a condition holds, a cost can be paid, something can
    be chosen, its first step is possible, or the thing chosen is one of the candidates. `tree` is what the text says,
    for other languages."""

    kind: NeedKind
    text: str
    tree: object = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Action:
    """A stretch of action numbers: `first` .. `first + width - 1`, one for each value of the argument.

    `sort` says what the argument is, and `among` is the set of values that its type allows (-1: all). An option
    without an argument has its `name` in the rules; players read the `words` that the game has for it, by language.
    `designs` are the pieces that a replacement may come from, and `pieces` those with the ability that it lets act.
    The option is offered only if all of its `needs` hold. If there are several, they are the conjuncts of its
    guard, in order.
    """

    first: int
    width: int
    site: int
    argument: Argument
    sort: Sort
    words: dict[str, str] = attrs.field(factory=dict, eq=False)
    name: str = ""
    designs: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    pieces: tuple[int, ...] = ()
    among: int = -1

    @property
    def label(self) -> dict[str, str]:
        """What players read, by language; options of the language itself (`yes`, `pass`) have a name in each."""
        if self.argument is not Argument.NONE:
            return {}
        own = Message(f"option.{self.name}")
        called = {tag: own.say(tag) for tag in tags()} if own.key in base().messages else {BASE: self.name}
        return called | self.words


@attrs.frozen
class EmittedEvent:
    """What an `Emit` reports, by its `kind`:

    - log: a line; for each slot the value, the set of players who may see it (-1: all), and the pieces they must know
    - cover: a text was reached
    - picked: the piece that was just chosen
    - seen: the pieces that have just been put somewhere, or shown, as what a name of the text stands for; players may
      see them, if only for a moment. If the name is a slot of a phrase, its key is that of the line of the phrase
    - taken: the piece at the end of a place that is about to be put somewhere
    - shown: the pieces that are about to be shown to some players, these players, and the place (-1: not one). The
      key says whether others may notice it, whether it is the whole place, and the line of the phrase that shows them
    - told: an action that has a line has ended
    - revealed: the pieces that are about to be revealed to all players
    - secret, open: lines between these two are only for the players of a set
    - ask: the values of the slots in the next prompt, as for a line
    - turn: a turn of this player begins
    - strand, joined: what follows happens in a player's strand; in the main strand again
    """

    number: int
    kind: EventKind
    key: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)
    lines: dict[str, tuple[str | LogSlot, ...]] = attrs.field(factory=dict, eq=False, repr=False)
    """Of a prompt for which the game has no words of its own: what is asked, by language."""


def log_values(lines: dict[str, tuple[str | LogSlot, ...]]) -> list[t.Expr]:
    """The different values that the lines of a log entry show, in order."""
    values: list[t.Expr] = []
    for parts in lines.values():
        for part in parts:
            if isinstance(part, LogSlot) and part.value not in values:
                values.append(part.value)
    return values


def spoken(game: Game, name: str) -> dict[str, Line]:
    """What players are asked at a choice of this name, and what the log says of it, by language: all the slots whose
    values have to be known before the choice."""
    asks, told = game.asks.get(name, {}), game.answers.get(name, {})
    return {
        language: (*asks.get(language, ()), *filter(is_around, told.get(language, ())))
        for language in (*asks, *(one for one in told if one not in asks))
    }


def is_around(part: str | LogSlot) -> bool:
    """Whether a part of a line is a slot for something else than the chooser and the choice."""
    value = part.value if isinstance(part, LogSlot) else None
    return value is not None and not (isinstance(value, t.Variable) and value.name in CHOSEN)


@attrs.frozen(eq=False)
class Lowered:
    """A game ready to be played: the program, and the names of everything in it."""

    game: Game
    tables: Tables
    program: Program
    sites: tuple[ChoiceSite, ...]
    actions: tuple[Action, ...]
    events: tuple[EmittedEvent, ...]
    options: dict[str, int]  # address of each option's cell
    invariants: tuple[tuple[str, int], ...]  # name, plain procedure that returns whether it holds
    # Plain procedures that compute the numbers that the game declares.
    numbers: dict[str, int] = attrs.field(factory=dict)
    # If luck is explicit: for each question a plain procedure, of the player who acts. It says whether the condition
    # holds (for one that asks for an end, whether its `if` does), or who are to win.
    questions: dict[str, int] = attrs.field(factory=dict)
    winners: dict[str, int] = attrs.field(factory=dict)
    # Plain procedures for what stands beside the rows of grids, by the grid and the value.
    beside: dict[tuple[str, t.Expr], int] = attrs.field(factory=dict)
    # Plain procedures for columns of tables, by the place and the column.
    columns: dict[tuple[str, str], int] = attrs.field(factory=dict)
    heuristic: int | None = None  # plain procedure: how well a player seems to stand
    score: int | None = None  # plain procedure: what a player has at the end
    open_score: bool = False  # whether everybody may know it at any time
    # If there are several starts: the address of the number of the one that is wanted.
    start_cell: int | None = None
    own_sites: tuple[frozenset[int], ...] = ()  # if there are several starts: the sites in the effect of each

    def actions_from(self, start: int) -> Iterator[Action]:
        """The actions that a match with a start can come to, as far as the texts of its scenario and of the game say:
        all but those in the effects of other starts."""
        others = {site for number, sites in enumerate(self.own_sites) if number != start for site in sites}
        return (action for action in self.actions if action.site not in others)
