"""What names a game has, and where: the parts of an index, and how they are collected.

In: stretches of texts that name something, each with a key: what sort of thing it is, its name, and whose it is. Out:
declarations, each with all its references. Two keys that must be renamed together are one declaration: a property of
several types that a text does not tell apart, a label and the word of a list that it names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import attrs

from ..diagnostics.source import Source, Span
from ..document.reader import Layout, Text
from ..document.scalars import offsets
from ..draft.attempts import words_of
from ..draft.draft import Draft
from ..library.library import in_library
from ..model.uses import BUILTIN

RULE = "rule"
SECTION = "section"
SOURCE = "source"
LANGUAGE = "language"
VARIANT = "variant"
GAME = "game"
PART = "part"
"""What only its author names: a watch, an invariant, a question, what stands beside rows, a scenario."""

ASKED = "asked"
"""A key under `ask:` or `labels:`. What it names is declared elsewhere, and is one thing with it."""

ASIDE, ONE, SEVERAL = -1, 0, 1
"""Which of the names of a thing it is: of one, or of several. For a state that is counted, the second is that of one
(`singular:`). ASIDE: it is named in other words, which follow from no name: `b3` for a board."""

_SLOT = re.compile(r"\{[^{}]*\}")


@attrs.frozen
class Key:
    """What a name stands for. The owner is that of a property (`player`, a type, a board), the board of a cell, the
    phrase or the number of a slot, or the text of a name that it binds."""

    sort: str
    name: str
    owner: str = ""


@attrs.frozen
class Reference:
    """A stretch of a source that names something, and how it is said there; offsets in code points of the current
    version.

    `which` says whether it is the name of one or of several. Of a phrase or a number with slots, it is the run number
    `part` of the form number `form`, as in `Use`.
    """

    key: Key
    source: str
    start: int
    end: int
    said: str
    declares: bool = False
    which: int = ONE
    form: int = 0
    part: int = 0


class Declaration:
    """Something that has a name, with every place that declares or uses it, in the order of the places; `places` are
    those that declare it, in a game with variants perhaps several times."""

    def __init__(self, found: Sequence[Found], read: Callable[[Sequence[Found]], list[Reference]]) -> None:
        self._found = found
        self._read = read
        self.keys = frozenset(one.key for one in found)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        last = sorted(self._read(self._found), key=lambda one: one.key.sort != ASKED)
        each = {(one.source, one.start, one.end): one for one in last}  # what a key says beats that it is one
        return tuple(sorted(each.values(), key=lambda one: (one.source, one.start)))

    @cached_property
    def places(self) -> tuple[Reference, ...]:
        if "references" in self.__dict__:
            return tuple(one for one in self.references if one.declares)
        declaring = self._read([one for one in self._found if one.declares])
        return tuple(sorted(declaring, key=lambda one: (one.source, one.start)))

    @cached_property
    def key(self) -> Key:
        every = self.places or self.references
        return min(every, key=lambda one: (one.key.sort == ASKED, one.source, one.start)).key

    @property
    def sort(self) -> str:
        return self.key.sort

    @property
    def name(self) -> str:
        return self.key.name

    @property
    def owner(self) -> str:
        return self.key.owner


class Index:
    """All names of a game, its variants and scenarios. What is asked for is looked up when it is asked for, in the
    draft as it is then, unless `all` has been asked for before."""

    def __init__(self, into: Collector, unread: Iterable[tuple[frozenset[str], Span]] = ()) -> None:
        self._draft = into.draft
        self._parts = into.parts
        self._root = into.same.root
        self._kept = into.kept
        self._unread = tuple(unread)
        self._declared = {self._root(key) for key in into.declared}
        self._declarations: dict[Key, Declaration] = {}
        self._read: dict[int, Reference | None] | None = None
        self._by_source: dict[str, list[Reference]] = {}

    @cached_property
    def _groups(self) -> dict[Key, list[Found]]:
        """What is declared, with all that names it."""
        groups: dict[Key, list[Found]] = {}
        roots: dict[Key, Key] = {}
        for part in self._parts:
            for one in part.found:
                root = roots.get(one.key)
                if root is None:
                    root = roots[one.key] = self._root(one.key)
                if root in self._declared:
                    groups.setdefault(root, []).append(one)
        return groups

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts of the sources in which something is named."""
        sources = {one.span.source for part in self._parts for one in part.found}
        now = (self._draft.now(Span(one, 0, 0)) for one in sources)
        return {one.source.name: one.source.text for one in now if one is not None}

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """Everything that is declared somewhere, or at least named."""
        every = (self._declaration(root) for root in self._groups)
        return tuple(one for one in every if one is not None)

    def declaration(self, key: Key) -> Declaration | None:
        """What has this key."""
        return self._declaration(self._root(key))

    def _declaration(self, root: Key) -> Declaration | None:
        known = self._declarations.get(root)
        if known is None and root in self._groups:
            known = Declaration(self._groups[root], self._references)
            if not known.places and not known.references:
                return None
            self._declarations[root] = known
        return known

    def all(self) -> Index:
        """Looks up everything now: afterwards the draft may change. Returns itself."""
        found = [one for several in self._groups.values() for one in several]
        self._read = {
            id(one): reference for one, reference in zip(found, self._looked_up(found), strict=True)
        }
        once = {(one.source, one.start, one.end, one.key): one for one in self._read.values() if one}
        for one in sorted(once.values(), key=lambda one: (one.source, one.start, -one.end)):
            self._by_source.setdefault(one.source, []).append(one)
        self._starts = {name: [one.start for one in found] for name, found in self._by_source.items()}
        self.texts  # noqa: B018
        return self

    def _references(self, found: Sequence[Found]) -> list[Reference]:
        read = self._read
        every = self._looked_up(found) if read is None else [read[id(one)] for one in found]
        return [one for one in every if one is not None]

    def _looked_up(self, found: Sequence[Found]) -> list[Reference | None]:
        """Where these are now. The stretches of one text are worked out together."""
        by_text: dict[int, list[Found]] = {}
        for one in found:
            if isinstance(one.text, Text):
                by_text.setdefault(id(one.text), []).append(one)
        spans: dict[int, Span | None] = {}
        for several in by_text.values():
            text = several[0].text
            assert isinstance(text, Text)
            places = places_of(text, [(one.start, one.end) for one in several])
            spans.update((id(one), place) for one, place in zip(several, places, strict=True))
        return [
            self._reference(one, spans[id(one)] if isinstance(one.text, Text) else one.text) for one in found
        ]

    def _reference(self, one: Found, span: Span | None) -> Reference | None:
        now = self._draft.now(span)
        if now is None or now.end <= now.start:
            return None
        said = now.source.text[now.start : now.end]
        return Reference(
            one.key, now.source.name, now.start, now.end, said, one.declares, one.which, one.form, one.part
        )

    def kept(self, declaration: Declaration) -> str | None:
        """Why something cannot be renamed; None if nothing here speaks against it."""
        reasons = (self._kept.get(key) or self._kept.get(key.name) for key in declaration.keys)
        return next((one for one in reasons if one), None) or self._perhaps_named(declaration)

    def _perhaps_named(self, declaration: Declaration) -> str | None:
        """A text that has no meaning yet may name it, too, if it has all its words."""
        if not self._unread:
            return None
        if "{" in declaration.name:
            names = [{*words_of(_SLOT.sub(" ", declaration.name))}]
        else:
            names = [{*words_of(one.said)} for one in declaration.references]
        for words, place in self._unread:
            if any(name and name <= words for name in names):
                return f"a text with an error may name it, too: correct that first, in {place}"
        return None

    def references(self, declaration: Declaration) -> tuple[Reference, ...]:
        """Every place that declares or uses it."""
        return declaration.references

    def at(self, source: str, offset: int) -> Reference | None:
        """What is named at a place of the current version of a source: the shortest stretch around it. A cursor
        behind the last letter of a name still stands on it."""
        best: Reference | None = None
        for one in self._before(source, offset) if self._read is not None else self._around(source, offset):
            if one.start <= offset <= one.end and (best is None or _closer(one, best)):
                best = one
        return best

    def within(self, source: str) -> list[Reference]:
        """All that is named in a source, in the order of the places."""
        found = [
            one
            for part in self._parts
            for one in part.found
            if one.span.source.name == source and self._root(one.key) in self._declared
        ]
        return sorted(self._references(found), key=lambda one: (one.start, one.end))

    def named_at(self, source: str, offset: int) -> Declaration | None:
        """The declaration of what is named at a place."""
        found = self.at(source, offset)
        return None if found is None else self.declaration(found.key)

    def _around(self, source: str, offset: int) -> Iterator[Reference]:
        """The references in the texts at a place."""
        places: dict[Source, int | None] = {}  # the same place in older versions
        found: list[Found] = []
        for part in self._parts:
            for one in part.found:
                span = one.span
                if span.source.name != source:
                    continue
                if span.source not in places:
                    then = self._draft.then(span.source, offset)
                    places[span.source] = offset if then is None else then
                place = places[span.source]
                if place is not None and span.start - 1 <= place <= span.end + 1:
                    found.append(one)
        every = (one for one in found if self._root(one.key) in self._declared)
        here = sorted(self._references(list(every)), key=lambda one: (one.start, -one.end))
        yield from reversed(here)  # of what names the same stretch, the last one first

    def _before(self, source: str, offset: int) -> Iterator[Reference]:
        """The references that begin at a place or not far before it."""
        found = self._by_source.get(source, [])
        last = bisect_right(self._starts.get(source, []), offset)
        for one in reversed(found[:last]):
            if one.start < offset - LONGEST:
                return
            yield one


LONGEST = 500
"""The longest stretch that names something, in characters."""


def _closer(one: Reference, other: Reference) -> bool:
    """Whether a stretch says more exactly what is named; a rule is more than the section in which it stands."""
    if (one.key.sort == SECTION) != (other.key.sort == SECTION):
        return other.key.sort == SECTION
    return one.end - one.start < other.end - other.start


@attrs.frozen(eq=False)
class Found:
    """A stretch of a text, as it was read, that names something: offsets in the value of the text, or a stretch of a
    source by itself. The rest is as in `Reference`."""

    key: Key
    text: Text | Span
    start: int
    end: int
    declares: bool
    which: int
    form: int
    part: int

    @property
    def span(self) -> Span:
        """Where its text stands."""
        return self.text.span if isinstance(self.text, Text) else self.text


@attrs.define(eq=False)
class Part:
    """What one text or one document names, and what it says of names. It is kept while that stays as it is: see
    `is_of`."""

    of: tuple[object, ...] = ()
    found: list[Found] = attrs.field(factory=list)
    same: list[tuple[Key, Key]] = attrs.field(factory=list)
    kept: list[tuple[Key | str, str]] = attrs.field(factory=list)
    slots: list[tuple[Span, str]] = attrs.field(factory=list)
    loose: list[tuple[str, Text, bool]] = attrs.field(factory=list)

    def is_of(self, *of: object) -> bool:
        """Whether it was made of these."""
        return len(of) == len(self.of) and all(one is other for one, other in zip(of, self.of, strict=True))


class Keys:
    """Which keys are the same thing."""

    def __init__(self) -> None:
        self._above: dict[Key, Key] = {}

    def root(self, key: Key) -> Key:
        while (above := self._above.get(key)) is not None:
            key = above
        return key

    def unite(self, one: Key, other: Key) -> None:
        one, other = self.root(one), self.root(other)
        if one != other:
            self._above[other] = one


class Collector:
    """Collects what is named, part by part."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.parts: list[Part] = []
        self.part = Part()
        self.same = Keys()
        self.declared: set[Key] = set()
        self.kept: dict[Key | str, str] = {}  # what must keep its name, and why; by key, or by name
        self.begin(self.part)

    def begin(self, part: Part) -> Part:
        """What is added from now on belongs to this part; so does what it has already."""
        self.part = part
        self.parts.append(part)
        self.declared.update(one.key for one in part.found if one.declares)
        for one, other in part.same:
            self.same.unite(one, other)
        for what, reason in part.kept:
            self.kept.setdefault(what, reason)
        return part

    def add(
        self,
        key: Key,
        text: Text | Span,
        start: int = 0,
        end: int | None = None,
        *,
        declares: bool = False,
        which: int = ONE,
        form: int = 0,
        part: int = 0,
    ) -> None:
        """A stretch of a text, or of a source, perhaps of an older version of it, names something."""
        span = text.span if isinstance(text, Text) else text
        if key.sort == BUILTIN or (which != ASIDE and in_library(span)):
            return
        if end is None:
            end = len(text.value) if isinstance(text, Text) else 0
        self.part.found.append(Found(key, text, start, end, declares, which, form, part))
        if declares:
            self.declared.add(key)

    def keep(self, what: Key | str, reason: str) -> None:
        """Something cannot be renamed."""
        self.part.kept.append((what, reason))
        self.kept.setdefault(what, reason)

    def same_as(self, one: Key, other: Key) -> None:
        if one != other:
            self.part.same.append((one, other))
            self.same.unite(one, other)


def places_of(text: Text, stretches: list[tuple[int, int]]) -> list[Span | None]:
    """Where stretches of a text stand in its file. Offsets are worked out only where they have to be, and not kept:
    an index asks for those of all texts."""
    span, value = text.span, text.value
    source = span.source
    style = text.layout.style if text.layout is not None else ""
    begin = span.start + (1 if style in ("'", '"') and style else 0)
    if source.text.startswith(value, begin):
        return [Span(source, begin + start, begin + end) for start, end in stretches]
    layout = text.layout or Layout("", span.start, span.end)
    if text.layout is None and source.text[span.start : span.end].split() != value.split():
        return [None for _ in stretches]  # made, and not written: a column's text, or what a rule makes
    starts, ends = offsets(source.text, layout.start, layout.end, layout.style, value)
    return [
        Span(source, starts[start], ends[end - 1]) if start < end <= len(ends) else None
        for start, end in stretches
    ]
