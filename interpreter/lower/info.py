"""What the match needs to know about a program beside its IR: sites, actions, events, where states lie."""

from __future__ import annotations

from typing import Literal

import attrs
from rulewright.dsl.diagnostics.source import Span
from rulewright.dsl.languages import BASE, Message, Sayable, base, catalogue, tags
from rulewright.dsl.model.game import Game

from ..ir import Argument, Program
from .numbering import Tables

SiteKind = Literal["turn", "choose", "choose one", "may", "offer", "instead", "chance"]
NeedKind = Literal["holds", "pays", "chooses", "begins", "among"]
Sort = Literal["none", "number", "word", "player", "cell", "design", "piece", "position"]
EventKind = Literal["log", "cover", "picked", "secret", "open", "strand", "joined", "ask"]


@attrs.frozen
class Site:
    """A choice site.

    `prompt` is what is asked in the words of the rules. Players read the `words` that the game has for it in their
    language; else `asks`, if texts of the rules can be said in it; else `general`. What is chosen at a `secret` site
    is shown to nobody else (`analysis/disclosure.py`). `title` is that of the phase in whose own text it stands, by
    language, if it has one. `asked` is the name under which `ask:` gives it words with slots, which are filled when
    somebody reads them. Where one thing alone can be chosen at a `forced` one, it may be done without asking: that
    tells nobody anything. At that of a `shuffle` luck chooses what lies where.
    """

    number: int
    kind: SiteKind
    prompt: str
    asks: Sayable = attrs.field(eq=False, repr=False)
    general: Sayable = attrs.field(eq=False, repr=False)
    words: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    span: Span | None = attrs.field(default=None, eq=False, repr=False)
    secret: bool = False
    title: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    shuffle: bool = False
    asked: str | None = None
    forced: bool = False

    def ask(self, language: str) -> str:
        """What is asked, as players read it in a language."""
        if language in self.words:
            return self.words[language]
        known = catalogue(language) or base()
        return (self.asks if known.says_rules else self.general).say(language)

    @property
    def prompts(self) -> dict[str, str]:
        """The same by language."""
        return {language: self.ask(language) for language in dict.fromkeys((*tags(), *self.words))}


def in_a_line(text: str) -> str:
    """A text of several lines on one, to be read and not to be parsed."""
    return "; ".join(line.strip() for line in text.split("\n")).replace(":; ", ": ")


@attrs.frozen
class Need:
    """Something without which an option is not open, in canonical English: a condition holds, a cost can be paid,
    something can be chosen, what it begins with is possible; what is chosen is among what can be."""

    kind: NeedKind
    text: str


@attrs.frozen
class Action:
    """A stretch of action numbers: `first` .. `first + width - 1`, one for each value of the argument.

    `sort` says what the argument is, and `among` is the set of those that it can be by its type (-1: all). An option
    that has no argument is called by its `name` in the rules; players read the `words` that the game has for it, by
    language. `designs` are the pieces that a replacement may come from, and `pieces` those that bring the ability
    which it lets act. Without one of its `needs` it is not offered: where there are several, they are the conjuncts
    of its guard, in order.
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
        """What players read, by language: what rules themselves offer (`yes`, `pass`) is called so in every one."""
        if self.argument is not Argument.NONE:
            return {}
        own = Message(f"option.{self.name}")
        called = {tag: own.say(tag) for tag in tags()} if own.key in base().messages else {BASE: self.name}
        return called | self.words


@attrs.frozen
class Event:
    """What an `Emit` tells, by its `kind`:

    - log: a line; of each slot the value, the set of who may be shown it (-1: all), and the pieces one must know
    - cover: a text was reached
    - picked: the piece that was just chosen
    - secret, open: lines between them are for the players of a set alone
    - ask: what the slots of the words show that are asked next, as of a line
    - strand, joined: what follows happens in the strand of a player; in the main strand again
    """

    number: int
    kind: EventKind
    key: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen(eq=False)
class Lowered:
    """A game ready to be played: the program, and the names of all that is in it."""

    game: Game
    tables: Tables
    program: Program
    sites: tuple[Site, ...]
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    options: dict[str, int]  # address of each option's cell
    invariants: tuple[tuple[str, int], ...]  # name, plain procedure that tells whether it holds
    numbers: dict[str, int] = attrs.field(
        factory=dict
    )  # plain procedures: the numbers that the game declares
    heuristic: int | None = None  # plain procedure: how well a player seems to stand
    score: int | None = None  # plain procedure: what a player has at the end
