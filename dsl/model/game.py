"""A checked game: symbols, flow and rules, with every text resolved. What the interpreter lowers."""

from __future__ import annotations

import hashlib
import pickle
import weakref
import zlib
from typing import Any

import attrs

from .. import tree as t
from ..diagnostics.editions import NEWEST
from ..diagnostics.source import Source, Span
from ..document.reader import Text
from ..languages import Catalogue, base, catalogue, tags
from ..tree.types import Type
from .look import Look
from .symbols import Name, Slot, Symbols


@attrs.frozen
class TurnOption:
    """A thing that a player may do in a turn."""

    name: str
    test: t.Expr | None
    body: tuple[t.Stmt, ...]
    label: dict[str, str] = attrs.field(factory=dict, eq=False)
    rule: tuple[str, ...] = ()
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Phase:
    """A node of the flow: first its `body`, then its turns, then its phases; `repeat` says how often."""

    name: str
    path: str
    test: t.Expr | None
    repeat: t.Repetition | None
    body: tuple[t.Stmt, ...]
    turns: t.Turns | None
    turn: tuple[t.Stmt, ...]  # what a player does in a turn, where there are no options
    options: tuple[TurnOption, ...]
    phases: tuple[Phase, ...]
    title: dict[str, str] = attrs.field(factory=dict, eq=False)
    log: dict[str, str] = attrs.field(factory=dict, eq=False)
    rule: tuple[str, ...] = ()
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


RULE_KINDS = ("rule", "decision", "public", "note", "variant")
OURS = ("decision", "public")
"""The kinds of rules that stand beside what the rulebook says, and say about which statements they are."""


@attrs.frozen
class Rule:
    """A statement of the rulebook: `kind` is rule, decision (ours, with `why`), public (a fact from elsewhere, with
    `why`), note (not implemented) or variant (a variant implements it); `others` is what it says in other languages,
    `whys` the reason in these; `about` are the statements that a decision or a public fact touches."""

    id: str
    says: str
    kind: str
    why: str
    others: dict[str, str] = attrs.field(factory=dict)
    span: Span | None = attrs.field(default=None, eq=False, repr=False)
    whys: dict[str, str] = attrs.field(factory=dict, kw_only=True)
    about: tuple[str, ...] = attrs.field(default=(), kw_only=True)

    def in_language(self, language: str) -> str:
        """The statement, in the language of the rules if this one does not have it."""
        return self.others.get(language, self.says)

    def why_in(self, language: str) -> str:
        """The reason, in the language of the rules if it is not given in this one."""
        return self.whys.get(language, self.why)


@attrs.frozen
class Citation:
    """A part of the game that implements a rule."""

    rule: str
    part: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Watch:
    """What is done immediately whenever a change makes a condition hold."""

    name: str
    test: t.Expr
    body: tuple[t.Stmt, ...]
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Invariant:
    name: str
    test: t.Expr
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Question:
    """What is asked about all positions in which `given` holds (None: all): that `test` can hold in one of them, or
    (`always`) that it holds in all of them. If there is an `ending` instead, it is how a match ends: it is won by
    certain players, or it just ends."""

    name: str
    always: bool
    test: t.Expr | None
    ending: t.Win | t.EndOfMatch | None
    given: t.Expr | None
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class ResolvedText:
    """A text with its tree and the start symbol that it was read as: for printing, linting and tests. It stands at
    `span`. The nodes of its tree lie in `read_at`, which is elsewhere if a draft keeps the tree from an older version
    of the file."""

    start: str
    value: str
    tree: object
    span: Span = attrs.field(eq=False, repr=False)
    where: str = ""
    variables: dict[str, Type] = attrs.field(factory=dict, repr=False)
    state: dict[str, Type] = attrs.field(factory=dict, repr=False)
    this: Type | None = None
    text: Text = attrs.field(kw_only=True, eq=False, repr=False)
    read_at: Span = attrs.field(
        default=attrs.Factory(lambda self: self.span, takes_self=True), kw_only=True, eq=False, repr=False
    )


@attrs.frozen(eq=False, repr=False)
class Game:
    """A game that was checked: everything about it. Threads may share it.

    Public are `id`, `title` (by language), `players` (the fewest and the most), `options` (of the set-up), `variants`
    (the names of those applied), `content_hash` (of all that its files say, except how it looks: 16 hex digits) and
    `step_bound` (more decisions no match of it may have). All else is for the interpreter.
    """

    # Immutable by agreement: nothing changes it after `build`, except `made`, where things that are derived
    # from a game (a program) are kept for as long as the game lives.

    id: str
    title: dict[str, str]
    players: tuple[int, int]
    step_bound: int
    symbols: Symbols
    flow: tuple[Phase, ...]
    invariants: tuple[Invariant, ...]
    rules: dict[str, Rule]
    citations: tuple[Citation, ...]
    texts: tuple[ResolvedText, ...]
    logs: dict[str, dict[str, tuple[str | LogSlot, ...]]]
    content_hash: str
    labels: dict[str, dict[str, str]] = attrs.field(factory=dict)
    sections: dict[str, dict[str, str]] = attrs.field(
        factory=dict
    )  # of rules, by the part of their ids before the dot
    plain_words: dict[str, tuple[str, ...]] = attrs.field(factory=dict)  # by language
    asks: dict[str, dict[str, tuple[str | LogSlot, ...]]] = attrs.field(
        factory=dict
    )  # by the name of a choice
    # What the log says of a choice, by its name. Besides the slots of `asks` there are those of `CHOSEN`.
    answers: dict[str, dict[str, tuple[str | LogSlot, ...]]] = attrs.field(factory=dict)
    always_asked: frozenset[str] = frozenset()  # choices that are asked even if there is only one option
    columns: dict[str, dict[str, Column]] = attrs.field(
        factory=dict
    )  # by the names of a place and of a column
    beside: dict[str, tuple[Beside, ...]] = attrs.field(factory=dict)  # by the name of a grid
    score: t.Expr | None = None  # what each player has at the end, `the player` being that one
    heuristic: t.Expr | None = None  # how well each player seems to stand
    watches: tuple[Watch, ...] = ()
    questions: tuple[Question, ...] = ()  # for whoever proves something about the game
    look: Look = attrs.field(factory=Look)  # in a browser
    about: dict[str, str] = attrs.field(factory=dict)  # what it is about, by language
    wins: dict[str, str] = attrs.field(factory=dict)  # who wins, by language
    minutes: tuple[int, int] | None = None  # how long a match takes, at least and at most
    variants: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    variant_sources: tuple[Source, ...] = ()  # those of `sources` that are patches
    edition: int = NEWEST  # of the language in which the game is written, its variants apart
    declared: dict[str, Catalogue] = attrs.field(factory=dict)  # languages that have no catalogue but this
    # What is derived from a game refers to it. A table beside the game, even a weak one, would never release either.
    made: dict[str, Any] = attrs.field(factory=dict, init=False)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game can be read in: those that have a catalogue, and those that it declares."""
        return tuple(dict.fromkeys((*tags(), *self.declared)))

    def language(self, tag: str) -> Catalogue:
        """One of these; `BASE` for another."""
        return catalogue(tag) or self.declared.get(tag) or base()

    def stands_in_variant(self, span: Span | None) -> bool:
        """Whether a stretch of text stands in the file of a variant, where parts are added by their paths."""
        return span is not None and any(span.source is one for one in self.variant_sources)

    @property
    def options(self) -> dict[str, str]:
        """The options of the set-up: which values each may have, in words, by its name."""
        return {name: str(option.type) for name, option in self.symbols.options.items()}

    def __repr__(self) -> str:
        return f"<game {'+'.join((self.id, *self.variants))} {self.content_hash}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled whole, but for what is `made` of it, and packed once. A process that gets it several
        times has it once: what has been made of it there is used again."""
        if "pickled" not in self.made:
            values = {one.name: getattr(self, one.name) for one in attrs.fields(Game) if one.init}
            raw = pickle.dumps(values, protocol=5)
            mark = hashlib.sha256(raw).digest()
            self.made["pickled"] = mark, zlib.compress(raw, level=1)
            _UNPICKLED.setdefault(mark, self)
        return _unpickled, self.made["pickled"]


_UNPICKLED: weakref.WeakValueDictionary[bytes, Game] = weakref.WeakValueDictionary()
"""The games of this process that were pickled here or elsewhere, by the fingerprint of what was pickled."""


def _unpickled(mark: bytes, packed: bytes) -> Game:
    game = _UNPICKLED.get(mark)
    if game is None:
        try:
            raw = zlib.decompress(packed)
            if hashlib.sha256(raw).digest() != mark:
                raise ValueError("its fingerprint is another")
            game = Game(**pickle.loads(raw))
        except Exception as error:  # whatever a damaged pickle, or one of other classes, raises
            raise pickle.UnpicklingError(
                "this pickled game is damaged, or another version of Rulewright wrote it; a pickle is for processes "
                f"of one version, to keep a match save it ({type(error).__name__}: {error})"
            ) from error
        game.made["pickled"] = mark, packed
        game = _UNPICKLED.setdefault(mark, game)
    return game


@attrs.frozen
class Counted:
    """What a number in a slot counts: by language and plural category what it is called; None for a form that is
    missing."""

    name: str
    forms: dict[str, dict[str, str | None]] = attrs.field(eq=False)


@attrs.frozen
class LogSlot:
    """A slot in a line of the log: its value, the form of its name and, for a number, what it counts. `agrees`: words
    of which the one is shown that agrees with the gender of the name (`killed` of a man, of a woman, of a thing)."""

    value: t.Expr
    form: str
    counted: Counted | None = None
    agrees: tuple[str, ...] = ()


CHOOSER, CHOICE = "chooser", "choice"
CHOSEN = (CHOOSER, CHOICE)
"""What the log's lines of choices call the player who chooses, and what is chosen."""

ROW = "row"
"""What texts beside the rows of grids call the number of their row."""


@attrs.frozen
class Beside:
    """A part of what stands beside the rows of a grid: lines with slots by language, for the rows where `test` holds
    (None: all). They know the number of the row as `row`; `the player` is the owner of the grid."""

    name: str
    test: t.Expr | None
    lines: dict[str, tuple[str | LogSlot, ...]] = attrs.field(eq=False)
    rows: int = 0

    def values(self) -> tuple[t.Expr, ...]:
        """Its condition and the values in its slots, each once."""
        slots = (one.value for line in self.lines.values() for one in line if isinstance(one, LogSlot))
        return tuple(dict.fromkeys((*([self.test] if self.test is not None else []), *slots)))


@attrs.frozen
class Column:
    """A column of a table of pieces: a value for the piece in `slot`, which `the player` reads."""

    slot: Slot
    value: t.Expr
    names: Name = attrs.field(eq=False)
