"""A checked game: symbols, flow and rules, with every text resolved. What the interpreter lowers."""

from __future__ import annotations

from typing import Any

import attrs

from .. import tree as t
from ..diagnostics.source import Source, Span
from ..document.reader import Text
from ..tree.types import Type
from .symbols import Symbols


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


@attrs.frozen
class Rule:
    """A statement of the rulebook: `kind` is rule, decision (ours, with `why`) or note (not implemented)."""

    id: str
    says: str
    kind: str
    why: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


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
class ResolvedText:
    """A text with its tree and the start symbol that it was read as: for printing, linting and tests."""

    start: str
    value: str
    tree: object
    span: Span = attrs.field(eq=False, repr=False)
    where: str = ""
    variables: dict[str, Type] = attrs.field(factory=dict, repr=False)
    state: dict[str, Type] = attrs.field(factory=dict, repr=False)
    this: Type | None = None
    text: Text = attrs.field(kw_only=True, eq=False, repr=False)


@attrs.frozen(eq=False, repr=False)
class Game:
    """A game that was checked: everything about it. Threads may share it.

    Public are `id`, `title` (by language), `players` (the fewest and the most), `options` (of the set-up), `variants`
    (the names of those applied), `content_hash` (of all that its files say: 16 hex digits) and `step_bound` (more
    decisions no match of it may have). All else is for the interpreter.
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
    asks: dict[str, dict[str, tuple[str | LogSlot, ...]]] = attrs.field(
        factory=dict
    )  # by the name of a choice
    always_asked: frozenset[str] = frozenset()  # choices that are asked even if there is only one option
    score: t.Expr | None = None  # what each player has at the end, `the player` being that one
    heuristic: t.Expr | None = None  # how well each player seems to stand
    watches: tuple[Watch, ...] = ()
    variants: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    # What is derived from a game refers to it. A table beside the game, even a weak one, would never release either.
    made: dict[str, Any] = attrs.field(factory=dict, init=False)

    @property
    def options(self) -> dict[str, str]:
        """The options of the set-up: which values each may have, in words, by its name."""
        return {name: str(option.type) for name, option in self.symbols.options.items()}

    def __repr__(self) -> str:
        return f"<game {'+'.join((self.id, *self.variants))} {self.content_hash}>"


@attrs.frozen
class Counted:
    """What a number in a slot counts: in each language its form for one, for a few (in Czech two to four) and for
    many; None for a missing form."""

    name: str
    forms: dict[str, tuple[str | None, str | None, str | None]] = attrs.field(eq=False)


@attrs.frozen
class LogSlot:
    """A slot in a line of the log: its value, the form of its name and, for a number, what it counts."""

    value: t.Expr
    form: str
    counted: Counted | None = None
