"""Where everything that has a name is declared and used: in texts, in keys and values, in variants and scenarios.

In: a draft, and documents of scenarios that belong to it. Out: an `Index`. A draft with errors gives what it has:
a text without a meaning names nothing.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterable, Iterator
from itertools import chain

import attrs

from .. import tree as t
from ..diagnostics.report import Unheard
from ..diagnostics.source import Span
from ..document.reader import Node, Text
from ..draft.attempts import Attempt
from ..draft.draft import Draft
from ..languages import tags
from ..library.library import in_library
from ..model.uses import (
    BUILTIN,
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    PHRASE,
    PHRASE_STATE,
    PLACE,
    PROPERTY,
    STEP,
    TYPE,
    VARIABLE,
    WORD,
    Use,
)
from ..resolve import statements
from ..resolve.context import Context
from ..resolve.readings import resolve_text
from ..schema.languages import declared_languages
from ..syntax.vocabulary import split, words
from ..tree.types import Type
from ..tree.walk import walk
from .keys import Keyed
from .names import ASIDE, ASKED, ONE, SEVERAL, Collector, Index, Key, Part, places_of
from .sayings import Places, Sayings
from .scenarios import Effects, Scenarios

_WHERE = re.compile(r"(?:phrase|number|name|log of) '(.*)'", re.DOTALL)
_ASKED = re.compile(r"(?:what is asked for|log of the choice) '(.*)'", re.DOTALL)


def index(draft: Draft, scenarios: Iterable[Node] = (), about: Sayings | None = None) -> Index:
    """All names of a draft, or at least what `about` can say. The scenarios must be for the variants of the draft."""
    return _Indexer(draft, about, Memory()).run(scenarios).all()


def index_again(draft: Draft, scenarios: Iterable[Node], memory: Memory) -> Index:
    """All names of a draft, of which the memory still knows what has not changed. The index is of use until the draft
    changes."""
    return _Indexer(draft, None, memory).run(scenarios)


class Memory:
    """What was named in each text and document when an index was last made."""

    def __init__(self) -> None:
        self.of: tuple[object, ...] = ()  # of which declarations
        self.attempts: weakref.WeakKeyDictionary[Attempt, Part] = weakref.WeakKeyDictionary()
        self.documents: dict[str, Part] = {}  # by name
        self.scenarios: dict[str, Part] = {}  # by name
        self.statements: dict[str, tuple[Use, ...]] = {}  # texts that stand outside of any, by their values
        self.effects: Effects | None = None  # of scenarios

    def begin(self, of: tuple[object, ...]) -> None:
        """Forgets what may not be so any more."""
        if self.of != of:
            self.__init__()  # type: ignore[misc]
            self.of = of

    def effects_of(self, draft: Draft) -> Effects:
        """The effects of scenarios, in the game of the draft."""
        if self.effects is None or self.effects.of is not draft.declarations:
            self.effects = Effects(draft.declarations)
        self.effects.use(draft.symbols)
        return self.effects


class _Indexer:
    def __init__(self, draft: Draft, about: Sayings | None, memory: Memory) -> None:
        self.draft = draft
        self.memory = memory
        self.about = about
        self.symbols = draft.symbols
        self.into = Collector(draft)
        found = declared_languages(draft.whole) if draft.whole is not None else ()
        languages = frozenset((*tags(), *found))
        memory.begin((draft.declarations, languages))
        self.effects = memory.effects_of(draft)
        self.keyed = Keyed(self.into, self.symbols, languages, Places(about) if about else None)
        self.by_name: dict[str, list[Key]] = {}  # what is declared
        self.scopes: dict[str, set[str]] = {}  # what is named in each scope of variables
        self.said_here: set[Key] = set()  # what the game itself names
        self.known: dict[str, Type] = {}  # the names that texts bind

    def run(self, scenarios: Iterable[Node]) -> Index:
        for source, document in self.draft.documents.items():
            self._document(source, document)
        asked: list[tuple[str, Attempt]] = []
        for attempt in self.draft.attempts:
            about = _ASKED.fullmatch(attempt.where)
            if about is not None:
                asked.append((about[1], attempt))
            else:
                self._known(attempt)
        self.into.begin(Part())
        self.by_name = _by_name(self.into.declared)
        for name, attempt in asked:
            self._attempt(attempt, self._scope_of_choice(name, attempt))
        self.by_name = _by_name(self.into.declared)
        for field, text, declares in [one for part in self.into.parts for one in part.loose]:
            self._loose(field, text, declares=declares)
        self._scenarios(scenarios)
        self.into.begin(Part())
        self._of_library()
        self._needed()
        return Index(self.into, self._unread())

    def _document(self, name: str, document: Node | None) -> None:
        known = self.memory.documents.get(name)
        if known is not None and known.is_of(document):
            self.into.begin(known)
            return
        self.memory.documents[name] = self.into.begin(Part((document,)))
        self.keyed.document(document, of_game=name in self.draft.own)

    def _known(self, attempt: Attempt) -> None:
        """A text, which may be known."""
        if not attempt.uses or in_library(attempt.text.span):
            return
        scope = self._scope(attempt)
        self._says(attempt, scope)
        if self.about is not None and not self.about.in_words(attempt.words):
            return
        known = self.memory.attempts.get(attempt)
        if known is not None and known.is_of(attempt.text, attempt.uses):
            self.into.begin(known)
        else:
            part = self.into.begin(Part((attempt.text, attempt.uses)))
            self._attempt(attempt, scope)
            if (
                not any(use.sort == VARIABLE for use in attempt.uses) or scope
            ):  # others may be slots of designs
                self.memory.attempts[attempt] = part

    def _scenarios(self, scenarios: Iterable[Node]) -> None:
        reader: Scenarios | None = None
        declared = frozenset(self.into.declared)
        for node in scenarios:
            name = node.span.source.name
            known = self.memory.scenarios.get(name)
            if known is not None and known.of[0] is node and known.of[1] == declared:
                self.into.begin(known)
                self.said_here.update(one.key for one in known.found if one.key.sort in (PHRASE, NUMBER))
                continue
            self.memory.scenarios[name] = self.into.begin(Part((node, declared)))
            if reader is None:
                reader = Scenarios(
                    self.into, self.symbols, self.keyed, self._said, self._uses_in, self.effects, self.about
                )
            reader.document(node)

    def _unread(self) -> Iterator[tuple[frozenset[str], Span]]:
        """The words and the place of each text that has no meaning."""
        for attempt in self.draft.attempts:
            if attempt.tree is None and not in_library(attempt.text.span):
                span = self.draft.now(attempt.text.span)
                if span is not None:
                    yield frozenset(attempt.words), span

    def _of_library(self) -> None:
        """What the library declares, and the game says."""
        for phrase in self.symbols.phrases.values():
            key = Key(PHRASE, phrase.signature)
            if key in self.said_here and phrase.span is not None and in_library(phrase.span):
                self.into.add(key, phrase.span, declares=True, which=ASIDE)
        for value in self.symbols.named_values.values():
            key = Key(NUMBER, value.name)
            if key in self.said_here and value.span is not None and in_library(value.span):
                self.into.add(key, value.span, declares=True, which=ASIDE)

    def _needed(self) -> None:
        """What must keep its name, because something of the library that the game says needs it."""
        needs: dict[str, set[Key]] = {}
        for attempt in self.draft.attempts:
            if in_library(attempt.text.span):
                needs.setdefault(self._scope(attempt), set()).update(
                    key for use in attempt.uses for key in self._keys(use, "")
                )
        todo = {name for name in needs if self.said_here & {Key(PHRASE, name), Key(NUMBER, name)}}
        done: set[str] = set()
        while todo:
            name = todo.pop()
            done.add(name)
            for key in needs[name]:
                self.into.keep(key, f"'{name}', which the library declares, needs the name '{key.name}'")
                if key.name in needs and key.name not in done:
                    todo.add(key.name)

    # --------------------------------------------------------------------------- texts

    def _scope(self, attempt: Attempt) -> str:
        """Whose variables a text knows: those of its phrase or number, and otherwise its own."""
        found = _WHERE.fullmatch(attempt.where)
        return found[1] if found is not None else ""

    def _own(self, text: Text) -> str:
        return f"{text.span.source.name}:{text.span.start}"

    def _attempt(self, attempt: Attempt, scope: str) -> None:
        if not attempt.uses or (self.about is not None and not self.about.in_words(attempt.words)):
            return
        text = attempt.text
        made: list[Span | None] | None = None
        if text.layout is None:
            stretches = [(use.start, use.end) for use in attempt.uses]
            if places_of(text, stretches[:1])[0] is None:
                made = self._filled(text, stretches)
        bound = {use.name for use in attempt.uses if use.binds}
        own = self._own(text)
        for number, use in enumerate(attempt.uses):
            owner = own if use.name in bound else scope
            if use.sort == VARIABLE and not owner:
                (span,) = (
                    made[number : number + 1] if made is not None else places_of(text, [(use.start, use.end)])
                )
                owner = self._slot_at(span)
            if made is None:
                self._use(use, text, use.start, use.end, owner, text)
            elif (at := made[number]) is not None:
                self._use(use, at, 0, 0, owner, text)

    def _says(self, attempt: Attempt, scope: str) -> None:
        """Notes what is named in a scope of variables."""
        for one in {scope, self._own(attempt.text)} - {""}:
            self.scopes.setdefault(one, set()).update(use.name for use in attempt.uses)
        for use in attempt.uses:
            if use.sort in (PHRASE, NUMBER):
                self.said_here.add(Key(use.sort, use.name))

    def _filled(self, text: Text, stretches: list[tuple[int, int]]) -> list[Span | None]:
        """Where a text was written whose slots `each:` has filled: what stands between the slots is the same."""
        source, start, end = text.span.source, text.span.start, text.span.end
        template = source.text[start:end]
        parts = re.split(r"\{[^{}]*\}", template)
        if len(parts) < 2:
            return [None for _ in stretches]
        said = re.fullmatch("(.*?)".join(f"({re.escape(part)})" for part in parts), text.value, re.DOTALL)
        if said is None:
            return [None for _ in stretches]
        moved = []
        position = start
        for number, part in enumerate(parts):
            at = source.text.find(part, position, end)
            moved.append((*said.span(2 * number + 1), at))
            position = at + len(part)
        return [
            next(
                (
                    Span(source, at + one - first, at + other - first)
                    for first, last, at in moved
                    if first <= one and other <= last
                ),
                None,
            )
            for one, other in stretches
        ]

    def _slot_at(self, span: Span | None) -> str:
        """The entry with `each:` whose slot a text names there."""
        now = self.draft.now(span)
        if now is None:
            return ""
        for where, owner in [one for part in self.into.parts for one in part.slots]:
            at = self.draft.now(where)
            if at is not None and at.source.name == now.source.name and at.start <= now.start < at.end:
                return owner
        return ""

    def _use(self, use: Use, where: Text | Span, start: int, end: int, scope: str, text: Text) -> None:
        """What a stretch of a text names; `where` is the text, or where the stretch stands if the text was made."""
        keys = self._keys(use, scope)
        if not keys or in_library(text.span):
            return
        if use.sort == CELL and self.symbols.places[use.owner[0]].text.kind != "map":
            self._lettered(use, text)
            return
        which = SEVERAL if use.plural else self._which(use, text)
        self.said_here.update(key for key in keys if key.sort in (PHRASE, NUMBER))
        for key in keys:
            self.into.add(
                key,
                where,
                start,
                end,
                declares=use.binds and use.sort in (VARIABLE, WORD, LABEL),
                which=which,
                form=use.form,
                part=use.part,
            )
            self.into.same_as(keys[0], key)

    def _keys(self, use: Use, scope: str) -> list[Key]:
        if use.sort == BUILTIN:
            return []
        if use.sort == PROPERTY:
            return [Key(PROPERTY, use.name, owner) for owner in use.owner]
        if use.sort == CELL:
            return [Key(CELL, use.name, use.owner[0])]
        if use.sort in (VARIABLE, PHRASE_STATE):
            return [Key(use.sort, use.name, scope)] if scope else []
        return [Key(use.sort, use.name)]

    def _which(self, use: Use, text: Text) -> int:
        """Whether a number of players is said by the name of one of it."""
        state = self.symbols.players.get(use.name) if use.sort == PROPERTY else None
        if state is None or not state.singular or use.owner != ("player",):
            return ONE
        return int(words(text.value[use.start : use.end]) == words(state.singular))

    def _lettered(self, use: Use, text: Text) -> None:
        """A cell such as `b3`, perhaps behind the name of its board: the board is declared, not the cell."""
        board = use.owner[0]
        if not use.name.startswith(f"{board} "):
            self.into.add(Key(PLACE, board), text, use.start, use.end, which=ASIDE)
            return
        said = split(text.value[use.start : use.end])[: len(words(board))]
        if said:
            self.into.add(Key(PLACE, board), text, use.start + said[0].start, use.start + said[-1].end)

    # ----------------------------------------------------------------- choices and labels

    def _scope_of_choice(self, name: str, attempt: Attempt) -> str:
        """The scope of the names that are known at a choice. All scopes that have the choice and a name that is shown
        there are one: they are renamed together."""
        if name in self.symbols.phrases:
            return name
        shown = [use.name for use in attempt.uses if use.sort == VARIABLE]
        for variable in shown:
            owners = {key.owner for key in self.by_name.get(variable, ()) if key.sort == VARIABLE}
            every = [scope for scope in self.scopes if scope in owners]
            having = [scope for scope in every if name in self.scopes[scope] or name == variable] or every
            for scope in having:
                self.into.same_as(Key(VARIABLE, variable, having[0]), Key(VARIABLE, variable, scope))
            if having:
                return having[0]
        return ""

    def _loose(self, field: str, text: Text, *, declares: bool) -> None:
        """A key under `ask:` or `labels:`, or a word with which designs are made: what has this name."""
        name = str(text)
        keys = list(self._candidates(field, name))
        for key in keys:
            self.into.add(key, text, len(name) - len(key.name) if key.sort in (TYPE, NOUN) else 0)
            self.into.same_as(keys[0], key)
        if field == "each":
            return
        if not keys and name in self.symbols.phrases:
            self.keyed.signature(Key(PHRASE, name), text, declares=False)
        elif not keys and (uses := self._said(name)):
            self._uses_in(uses, text)
        elif not any(key.sort in (TYPE, NOUN) for key in keys):  # `that card` is more than the name of a type
            own = Key(ASKED, name, field)
            self.into.add(own, text, declares=declares)
            for key in keys[:1]:
                self.into.same_as(key, own)

    def _candidates(self, field: str, name: str) -> Iterator[Key]:
        sorts = (WORD, DESIGN) if field == "each" else (LABEL, WORD)
        for sort in sorts:
            if Key(sort, name) in self.into.declared:
                yield Key(sort, name)
        if field == "each":
            return
        if field == "ask" and name.startswith("that "):
            noun = name.removeprefix("that ")
            yield from (Key(sort, noun) for sort in (TYPE, NOUN) if Key(sort, noun) in self.into.declared)
        wanted = VARIABLE if field == "ask" else PROPERTY
        yield from (key for key in self.by_name.get(name, ()) if key.sort == wanted)
        if field == "labels":
            yield from self.by_name.get(f"{name} …", ())

    def _uses_in(self, uses: tuple[Use, ...], text: Text, start: int = 0) -> None:
        """What a stretch of a text, from a place of it on, names."""
        bound = {use.name for use in uses if use.binds}
        own = self._own(text)
        for use in uses:
            owner = own if use.name in bound else self._some_scope(use)
            moved = attrs.evolve(use, start=start + use.start, end=start + use.end) if start else use
            self._use(moved, text, moved.start, moved.end, owner, text)

    def _some_scope(self, use: Use) -> str:
        if use.sort != VARIABLE:
            return ""
        having = [key for key in self.by_name.get(use.name, ()) if key.sort == VARIABLE]
        for key in having:
            self.into.same_as(having[0], key)
        return having[0].owner if having else ""

    def _said(self, value: str) -> tuple[Use, ...]:
        """What the words of a statement name that stands alone: an alternative is called by its text."""
        if value not in self.memory.statements:
            self.memory.statements[value] = self._statement(value)
        return self.memory.statements[value]

    def _statement(self, value: str) -> tuple[Use, ...]:
        """It is read with all names that texts bind; or else with those of a text that has all of its words."""
        if not self.known:
            self.known = {name: type_ for one in self.draft.attempts for name, type_ in _variables(one)}
        text, this = Text(value), Type("piece", tuple(self.symbols.types))
        alone = Context(self.symbols, text, variables=dict(self.known), this=this)
        for context in chain([alone], self._like(text)):
            context.uses = []
            if resolve_text(text, "effect", statements.body, context, Unheard()) is not None:
                return tuple(context.uses)
        return ()

    def _like(self, text: Text) -> Iterator[Context]:
        """The surroundings of the texts that have all words of a text."""
        needed = frozenset(words(text.value))
        for attempt in self.draft.attempts:
            if attempt.tree is not None and needed.issubset(attempt.words):
                context = attempt.context(self.symbols)
                context.text = text
                context.variables.update(_variables(attempt))
                yield context


def _by_name(declared: Iterable[Key]) -> dict[str, list[Key]]:
    """What is declared, by name; ways without the last word of their names, and with dots instead."""
    found: dict[str, list[Key]] = {}
    for key in declared:
        found.setdefault(key.name, []).append(key)
        if key.sort == STEP:
            found.setdefault(f"{key.name.rpartition(' ')[0]} …", []).append(key)
    return found


def _variables(attempt: Attempt) -> Iterator[tuple[str, Type]]:
    """The names that a text knows somewhere."""
    yield from attempt.scope.variables.items()
    for node in walk(attempt.tree) if attempt.tree is not None else ():
        if isinstance(node, t.Variable):
            yield node.name, node.type
