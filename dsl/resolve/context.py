"""The context in which a text is resolved: symbols, bindings in scope, and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import attrs

from ..diagnostics.diagnostic import Note
from ..diagnostics.source import Span
from ..document.reader import Text
from ..model.symbols import Phrase, Slot, Symbols
from ..model.uses import Use
from ..syntax.forest import Token, Tree
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree import Expr, Filter, Stmt
from ..tree.types import Type

PLURAL = frozenset({"TYPE_P", "DESIGN_P"})
UNSURE = "? "
"""The mark of a `that …` that could be two things."""


class Unresolved(Exception):  # noqa: N818 - a reading that fails, not an error of the program
    """A reading of a text that means nothing. It becomes a diagnostic if no other reading does better."""

    def __init__(
        self, code: str, message: str, span: Span, help_text: str | None = None, notes: tuple[Note, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help_text
        self.notes = notes
        self.runs: list[str] = []  # the words of what could be meant as a phrase
        self.tokens = 0  # the words and names of this reading beyond those of the reading with the fewest
        self.who = False  # whether all that is wrong is that it does not say who does something

    def with_tokens(self, tokens: int) -> Unresolved:
        """The same failure, for a reading with that many more words and names."""
        same = Unresolved(self.code, self.message, self.span, self.help, self.notes)
        same.tokens = tokens
        same.runs = self.runs
        same.who = self.who
        return same


class Several(Unresolved):
    """Several stand where one does something. What each of them does is a loop; where that is not possible, this is a
    failure like others. `tree`: where they stand."""

    def __init__(self, failure: Unresolved, value: Expr, tree: Syntax) -> None:
        super().__init__(failure.code, failure.message, failure.span, failure.help, failure.notes)
        self.value = value
        self.tree = tree


class Drawn(Unresolved):
    """Luck picks what stands in a statement: `put a random card in the market into exile`. Luck does it before the
    statement; where that is not possible, this is a failure like others. `tree`: where it stands."""

    def __init__(self, failure: Unresolved, tree: Syntax) -> None:
        super().__init__(failure.code, failure.message, failure.span, failure.help, failure.notes)
        self.tree = tree

    def with_tokens(self, tokens: int) -> Drawn:
        same = Drawn(self, self.tree)
        same.tokens = tokens
        return same


@attrs.frozen
class Unclear:
    """The subject of a statement that names none: the player who acts, or one of those mentioned before.

    `for each player: gain 1 gold` can be read both ways, so the text must name the player. `about`: what stands
    before is about this, if the verb is in the form that follows it. `instead`: who would do it otherwise. `several`:
    the first of the others are several players. `subject`: no player, but what a phrase is about that continues
    with it. `ways`: how to say each of the things that it could mean, if that is more than a name.
    """

    others: tuple[str, ...]
    about: str = ""
    instead: str = "the player"
    several: bool = False
    subject: Expr | None = None
    ways: tuple[str, ...] = ()


Notes: TypeAlias = "tuple[Use | Syntax | Notes, ...]"
"""What is recorded of a meaning: what its words name, the trees that were read, and the notes of their parts."""


@attrs.frozen
class Meaning:
    """A meaning of a tree: its value, the bindings after it, and its tokens beyond those of the shortest meaning."""

    value: Any
    variables: dict[str, Type]
    tokens: int
    notes: Notes = attrs.field(default=(), eq=False, repr=False)
    new: int = attrs.field(default=0, eq=False)  # how much in it only newer readings of its words say


@attrs.frozen
class Outcome:
    """All meanings of a tree and, of the readings that mean nothing, the one that was most likely intended."""

    meanings: tuple[Meaning, ...]
    failure: Unresolved | None


class Trial:
    """One attempt to resolve a tree: the meaning to take at each point with several, by default the first."""

    def __init__(self, choices: tuple[int, ...] = ()) -> None:
        self.choices = choices
        self.taken: list[int] = []
        self.among: list[int] = []
        self.tokens = 0
        self.new = 0  # how much that is taken so far only newer readings of its words say (`newer`)
        self.failures: list[Unresolved] = []
        self.notes: list[Any] = []  # see `Notes`; empty unless uses are recorded

    def take(self, count: int) -> int:
        """The index of the meaning to take, out of `count`."""
        at = len(self.taken)
        index = self.choices[at] if at < len(self.choices) else 0
        self.taken.append(index)
        self.among.append(count)
        return index

    def others(self) -> list[tuple[int, ...]]:
        """The choices of the trials that differ from this one where this one took the default."""
        return [
            (*self.taken[:at], index)
            for at in range(len(self.choices), len(self.taken))
            for index in range(1, self.among[at])
        ]


@attrs.frozen
class Ways:
    """The functions that resolve each sort of tree. Sets contain conditions and conditions contain sets, so each
    module gets the functions of the others from here; `handlers` puts it together."""

    expressions: Mapping[str, Resolver]
    filters: Mapping[str, FilterResolver]
    condition: Resolver


@attrs.define
class Context:
    """The surroundings of a text. `variables` are the bindings in scope, by name."""

    symbols: Symbols
    text: Text
    variables: dict[str, Type] = attrs.field(factory=dict)
    this: Type | None = None
    state: dict[str, Type] = attrs.field(factory=dict)  # of the ability's phrase
    flow: bool = True  # whether the text stands in the flow, so that it can end a phase
    turn: bool = True  # whether it is somebody's turn, so that the text can end it
    where: str = ""  # the part of the game that the text belongs to
    does: Expr | Unclear | None = (
        None  # the subject of a statement that names none: in `the leader may …`, the leader
    )
    other: Expr | None = None  # what the phrase is about in whose slot `each other …` stands
    than: Expr | None = None  # who chooses: `a player who has more gold` has more than they do
    trial: Trial | None = None  # the current choice among several meanings
    crowded: bool = False  # whether the text has more meanings than are distinguished
    known: dict[tuple[object, ...], Outcome] = attrs.field(
        factory=dict
    )  # of what can be read in several ways
    made: dict[tuple[int, ...], Syntax] = attrs.field(
        factory=dict
    )  # trees that stand for others in a reading
    watch: Callable[[Syntax, Context], None] | None = None
    """Called for each statement before it is resolved: who completes a text asks what is in scope there."""
    subjects: dict[tuple[int, int], Expr] = attrs.field(
        factory=dict
    )  # of statements whose trees do not hold them
    of_event: dict[str, tuple[str, ...]] = attrs.field(
        factory=dict
    )  # for `that …` that could be any of several: the names of their slots
    uses: list[Use] | None = None  # what the words of the text name, if anybody wants to know
    ways: Ways = attrs.field(init=False)
    """Set by `resolve_text`, the only entry to a text."""

    def use(
        self,
        sort: str,
        name: str,
        at: Syntax | Token,
        owner: tuple[str, ...] = (),
        *,
        form: int = 0,
        part: int = 0,
        variable: str = "",
    ) -> None:
        """Notes that these words name something."""
        self.symbols.use(sort, name)
        if self.uses is not None and self.trial is not None:
            plural = isinstance(at, Token) and at.type in PLURAL
            use = Use(at.start_pos, at.end_pos, sort, name, owner, False, plural, form, part, variable)
            self.trial.notes.append(use)

    def takes_newly(self) -> None:
        """Notes that words mean something here that they have not always meant."""
        if self.trial is not None:
            self.trial.new += 1

    @property
    def noted(self) -> int:
        """How much has been noted in the current trial."""
        return len(self.trial.notes) if self.trial is not None else 0

    def forget(self, noted: int) -> None:
        """Forget what has been noted since then: it turned out to mean nothing."""
        if self.trial is not None:
            del self.trial.notes[noted:]

    def span(self, tree: Syntax | Token) -> Span:
        """The place of a subtree in the file."""
        return self.text.span_of(tree.start_pos, tree.end_pos)

    def bind(self, name: str, type_: Type) -> None:
        self.variables[name] = type_
        self.variables.pop(UNSURE + name, None)
        self.of_event.pop(name, None)

    def cloud(self, noun: str, type_: Type) -> None:
        """Note that something of a type is mentioned that is not called `that …`: a later `that …` could mean
        either."""
        name = "that " + noun
        if name in self.variables:
            self.variables[UNSURE + name] = type_

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Bindings that are made inside end with the scope."""
        outer = dict(self.variables)
        try:
            yield
        finally:
            self.bind_only(outer)

    def bind_only(self, variables: dict[str, Type]) -> None:
        """Bind exactly these names."""
        self.variables.clear()
        self.variables.update(variables)

    @contextmanager
    def done_by(self, who: Expr | Unclear | None) -> Iterator[None]:
        """Inside, this is the subject of statements that name none."""
        before, self.does = self.does, who
        try:
            yield
        finally:
            self.does = before

    def fail(
        self,
        code: str,
        message: str,
        at: Syntax | Token,
        help_text: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Unresolved:
        return Unresolved(code, message, self.span(at), help_text, notes)

    def misfit(self, phrase: Phrase, slot: Slot, value: Type, at: Syntax | Token) -> Unresolved:
        """The failure of a slot of a phrase that gets something of another type."""
        note = Note(f"the phrase is: {phrase.signature}", phrase.span)
        one = "player" if value.kind == "players" else value.of[0] if value.kind == "pieces" else None
        fits = slot.type.kind == "player" if one == "player" else one in slot.type.of
        help = f"one after the other: 'for each {one} …: … that {one} …'" if one and fits else None
        help = help or self.piece_of(slot, value, at)
        return self.fail("RW209", f"'{slot.name}' is {slot.type}, but this is {value}", at, help, (note,))

    def piece_of(self, slot: Slot, value: Type, at: Syntax | Token) -> str | None:
        """A hint on how to name a piece, where a design is given and a piece of its type is needed."""
        if (
            value.kind != "kind"
            or slot.type.kind not in ("piece", "pieces")
            or not {*value.of} & {*slot.type.of}
        ):
            return None
        said = words(self.text.value[at.start_pos : at.end_pos])
        design = next((one for one in self.symbols.designs.values() if words(one.name) == said), None)
        if design is None:
            return f"that is a design; say a piece of it: 'any {value.of[0]} in … with kind = …'"
        if slot.type.kind == "pieces":
            return f"that is a design; say pieces of it: '{design.plural} in …'"
        one = design.name
        return f"that is a design; say a piece of it: 'any {one} in …', or 'choose a {one} in …, as …'"


Resolver: TypeAlias = Callable[[Syntax, Context], Expr]
StatementResolver: TypeAlias = Callable[[Syntax, Context], Stmt]
FilterResolver: TypeAlias = Callable[[Syntax, Type, Context], list[Filter]]


def children(tree: Syntax) -> list[Syntax]:
    """The subtrees of a tree, without tokens."""
    return [child for child in tree.children if isinstance(child, Tree)]


def find(tree: Syntax, *rules: str) -> Syntax | None:
    """The first subtree made by one of these rules."""
    return next((child for child in children(tree) if child.data in rules), None)


def token(tree: Syntax, *terminals: str) -> Token | None:
    """The first token of these terminals."""
    return next(
        (child for child in tree.children if isinstance(child, Token) and child.type in terminals), None
    )
