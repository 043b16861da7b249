"""The texts of a draft: each as it was last read, and which of them need not be read again.

A reading depends on the words of its text: on what the vocabulary says of them, and on what is declared under their
names. So a text is read again if it has changed, if what surrounds it has (the names in scope), or if it has all
words of a name that was added, removed or declared otherwise. That is more than is needed, and never less: what a
reading learns of things that it does not name (the cells of a board that a phrase speaks of) it learns through the
types of those that it does name, and these types are a part of their declarations.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.report import MOST_GUESSES, Report
from ..document.reader import Text
from ..library.library import in_library
from ..model.symbols import Symbols
from ..model.uses import Use
from ..resolve.context import Context
from ..resolve.readings import resolve_text
from ..syntax.parser import Syntax
from ..syntax.vocabulary import TOKEN
from ..tree.types import Type
from .declared import Changed, Declared, changed, declared
from .ground import EARLY, ground

DECIDING = frozenset({"type", "place", "players"})
"""Start symbols of texts that other texts depend on."""

QUICK_GUESSES = 8
CALM_REWRITINGS = 10
"""How many suggestions are looked for while somebody types."""


AT_THE_END = frozenset({"effect", "parts", "condition_text"})
"""Start symbols of texts whose trees no other text needs, but for what is asked at their choices."""


NOTHING: Mapping[str, Type] = MappingProxyType({})


@attrs.frozen
class Scope:
    """What a text can refer to: the arguments of its `Context`, as they were before it was read."""

    where: str
    variables: Mapping[str, Type]
    state: Mapping[str, Type]
    this: Type | None
    flow: bool
    turn: bool
    does: Any

    @property
    def arguments(self) -> dict[str, Any]:
        """For a new context."""
        arguments = {name: getattr(self, name) for name in ("where", "this", "flow", "turn", "does")}
        return {**arguments, "variables": dict(self.variables), "state": dict(self.state)}


@attrs.define(eq=False)
class Attempt:
    """A text as it was last read. `tree` is None if it has no meaning; its nodes have places in `read_from`, the text
    as it was when the tree was made. `uses` say what its words name, if it has one."""

    text: Text
    start: str
    resolver: Callable[[Syntax, Context], Any]
    scope: Scope
    tree: object | None = None
    findings: tuple[Diagnostic, ...] = ()
    node: Text = attrs.field(init=False)  # the text in the tree of its file, as it was when that was read
    read_from: Text = attrs.field(init=False)
    used: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    ground: Hashable = None  # if it is read while names are declared: what it learnt from those before it

    def __attrs_post_init__(self) -> None:
        self.node = self.read_from = self.text

    @property
    def where(self) -> str:
        """The part of the game that the text belongs to."""
        return self.scope.where

    def context(self, symbols: Symbols) -> Context:
        """The surroundings of the text, for reading it or a part of it."""
        return Context(symbols, self.text, **self.scope.arguments)

    @property
    def is_wrong(self) -> bool:
        """Whether it has no meaning, or something else is wrong in it."""
        return self.tree is None or bool(self.findings)

    @property
    def decides(self) -> bool:
        """Whether it belongs to a declaration, so that other texts may depend on what it says."""
        return self.start in DECIDING or not self.where


class Attempts:
    """All texts of a draft, in the order in which they are read. Those that `leaves_out` names are holes."""

    def __init__(self, leaves_out: Callable[[Text, str], bool] | None = None) -> None:
        self._leaves_out = leaves_out
        self.all: list[Attempt] = []
        self._were_read = False
        self.declarations = object()  # another one whenever something is declared otherwise
        self._pool: dict[Hashable, list[Attempt]] = {}
        self._declared: Declared | None = None
        self._changed: Changed | None = None  # None: not known yet, so everything is read
        # When something is wrong: the texts as they were, and what was declared, when nothing was. A name that is
        # being edited is gone for a while, and many texts use it.
        self._right: Declared | None = None
        self._kept: dict[Hashable, list[Attempt]] = {}
        self._kept_is_full = True  # since what is wrong was not wrong the last time
        self._since: list[Changed | None] = []  # what has changed since then, as soon as somebody asks
        self._shared: set[int] = set()
        self.is_complete = True
        """Whether all suggestions are up to date."""
        self._hurry = False
        self._guesses, self._rewritings = MOST_GUESSES, CALM_REWRITINGS
        self._declaring = False  # whether names are being declared now

    # --------------------------------------------------------------- while all texts are read

    def hurry(self, *, hurry: bool) -> None:
        """Says whether suggestions can wait when all texts are read the next time. They are what takes longest where
        a name is gone, and any other name may be the one that was meant."""
        self._hurry = hurry
        self._guesses = QUICK_GUESSES if hurry else MOST_GUESSES
        self._rewritings = 0 if hurry else CALM_REWRITINGS

    def begin(self) -> None:
        """All texts will be read now, in their order."""
        self._pool = {}
        for one in reversed(self.all):
            self._pool.setdefault(_key(one.text, one.start, one.scope), []).append(one)
        self.all = []
        self._changed = None
        self._since = []
        self._declaring = True
        self.is_complete = True

    def declared(self, values: dict[str, str], symbols: Symbols) -> None:
        """Everything is declared; `values` are the texts of named values, by name."""
        self._declaring = False
        found = declared(symbols, values)
        self._changed = changed(self._declared, found) if self._declared is not None else None
        self._declared = found
        if self._changed is None or self._changed.runs:
            self.declarations = object()

    def read(
        self,
        text: Text,
        start: str,
        resolver: Callable[[Syntax, Context], Any],
        context: Context,
        report: Report,
    ) -> Any:
        """What `resolve_text` is, for a text that may be known. Then its context has the text as it was when the tree
        was made: places in the tree are places in that one."""
        if self._leaves_out is not None and self._leaves_out(text, start):
            return None
        scope = scope_of(context)
        key = _key(text, start, scope)
        known = _last(self._pool, key)
        if known is not None and not self._is_known(known, context.symbols):
            self._keep(key, known)
            known = None
        if known is None and (then := _last(self._kept, key)) is not None:
            if self._is_as_then(then, context.symbols):
                known = then
            else:
                self._kept[key].append(then)
        if known is not None:
            known.text = known.node = text
            known.scope = scope
            context.text = known.read_from
            context.symbols.used.update(known.used)
        else:
            known = Attempt(text, start, resolver, scope, words=words_of(text.value))
            self._resolve(known, context)
        self.all.append(known)
        for found in known.findings:
            report.add(found)
        return known.tree

    def _is_known(self, one: Attempt, symbols: Symbols) -> bool:
        """Whether a text would be read again as it was."""
        if one.is_wrong and not self._hurry:
            return False
        if self._declaring:
            known = one.ground is not None and one.ground == ground(one.words, symbols)
        else:
            known = self._changed is not None and not self._changed.touches(one.words)
        # Of what is wrong, the suggestions may not be up to date.
        self.is_complete = self.is_complete and not (known and one.is_wrong)
        return known

    def _is_as_then(self, one: Attempt, symbols: Symbols) -> bool:
        """Whether a text would be read as it was when nothing was wrong."""
        if self._declaring:
            return one.ground is not None and one.ground == ground(one.words, symbols)
        if self._right is None or self._declared is None:
            return False
        if not self._since:
            self._since.append(changed(self._right, self._declared))
        since = self._since[0]
        return since is not None and not since.touches(one.words)

    def _keep(self, key: Hashable, one: Attempt) -> None:
        """Keeps a text that will be read otherwise now, until nothing is wrong again."""
        if not self._kept_is_full and not one.is_wrong:
            self._kept.setdefault(key, []).append(one)

    def _resolve(self, made: Attempt, context: Context) -> None:
        report = Report(self._guesses, self._rewritings)
        made.read_from = made.text
        is_early = self._declaring and made.start in EARLY
        made.ground = ground(made.words, context.symbols) if is_early else None
        context.uses = []
        outer, context.symbols.used = context.symbols.used, set()
        try:
            made.tree = resolve_text(made.text, made.start, made.resolver, context, report)
        finally:
            made.used = tuple(context.symbols.used)
            context.symbols.used = outer | context.symbols.used
        made.findings = report.diagnostics
        self._guesses, self._rewritings = max(report.guesses, 0), max(report.rewritings, 0)
        self.is_complete = self.is_complete and report.guesses >= 0 and report.rewritings >= 0
        made.uses = tuple(context.uses)

    def end(self, *, is_right: bool) -> None:
        """All texts were read, or none because what comes before them is too broken."""
        self._were_read = bool(self.all)
        if not self.all and self._pool:
            self.all = [one for several in self._pool.values() for one in reversed(several)]
            self._pool = {}
        if is_right:
            self._right, self._kept = self._declared, {}
        else:
            for key, several in self._pool.items():
                for one in several:
                    self._keep(key, one)
        self._kept_is_full = not is_right
        self._pool = {}
        count: dict[int, int] = {}
        for one in self.all:
            count[id(one.node)] = count.get(id(one.node), 0) + 1
        self._shared = {which for which, many in count.items() if many > 1}

    # ------------------------------------------------------------------------------ one text

    def shares(self, attempt: Attempt) -> bool:
        """Whether what is written there is read as several texts."""
        return id(attempt.node) in self._shared

    def again(self, attempt: Attempt, text: Text, symbols: Symbols) -> None:
        """Reads one text again that was edited."""
        self.hurry(hurry=False)
        attempt.text = text
        attempt.words = words_of(text.value)
        self._resolve(attempt, attempt.context(symbols))

    def findings(self) -> Iterator[Diagnostic]:
        """What was found in the texts, if they could be read. A text of the library that is wrong in this game is no
        finding."""
        for one in self.all if self._were_read else ():
            if one.findings and not in_library(one.text.span):
                yield from one.findings

    def forget(self) -> None:
        """Nothing is kept for the next time that all texts are read."""
        self.all = []
        self._kept = {}
        self._declared = self._right = None


def _last(pool: dict[Hashable, list[Attempt]], key: Hashable) -> Attempt | None:
    same = pool.get(key)
    return same.pop() if same else None


def words_of(value: str) -> tuple[str, ...]:
    """The words of a text, as names are compared, each once."""
    return tuple(map(sys.intern, set(TOKEN.findall(value.casefold()))))


def scope_of(context: Context) -> Scope:
    """What makes a context like this one again."""
    return Scope(
        context.where,
        dict(context.variables) if context.variables else NOTHING,
        dict(context.state) if context.state else NOTHING,
        context.this,
        context.flow,
        context.turn,
        context.does,
    )


def _key(text: Text, start: str, scope: Scope) -> Hashable:
    return (
        text.value,
        start,
        scope.where,
        tuple(scope.variables.items()),
        tuple(scope.state.items()),
        scope.this,
        scope.flow,
        scope.turn,
        scope.does,
    )
