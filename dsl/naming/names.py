"""What names a game has, and where: the parts of an index, and how they are collected.

In: stretches of texts that name something, each with a key: what sort of thing it is, its name, and whose it is. Out:
declarations, each with all its references. Two keys that must be renamed together are one declaration: a property of
several types that a text does not tell apart, a label and the word of a list that it names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

import attrs

from ..diagnostics.source import Span
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
"""What only its author names: a watch, an invariant, what stands beside rows, a scenario."""

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


@attrs.frozen(eq=False)
class Declaration:
    """Something that has a name, with every place that declares or uses it, in the order of the places."""

    key: Key
    keys: frozenset[Key]
    references: tuple[Reference, ...]

    @property
    def sort(self) -> str:
        return self.key.sort

    @property
    def name(self) -> str:
        return self.key.name

    @property
    def owner(self) -> str:
        return self.key.owner

    @property
    def places(self) -> tuple[Reference, ...]:
        """Where it is declared; in a game with variants perhaps several times."""
        return tuple(one for one in self.references if one.declares)


class Index:
    """All names of a game, its variants and scenarios."""

    def __init__(
        self,
        found: Iterable[Reference],
        same: Keys,
        texts: dict[str, str],
        kept: dict[Key | str, str],
        unread: Iterable[tuple[frozenset[str], Span]] = (),
    ) -> None:
        self.texts = texts
        self._kept = kept
        self._unread = tuple(unread)
        groups: dict[Key, list[Reference]] = {}
        self._by_source: dict[str, list[Reference]] = {}
        self._root = same.root
        once = {(one.source, one.start, one.end, one.key): one for one in found}
        for one in sorted(once.values(), key=lambda one: (one.source, one.start, -one.end)):
            groups.setdefault(same.root(one.key), []).append(one)
            self._by_source.setdefault(one.source, []).append(one)
        self._starts = {name: [one.start for one in found] for name, found in self._by_source.items()}
        self._declarations = {root: _declaration(found) for root, found in groups.items()}

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """Everything that is declared somewhere, or at least named."""
        return tuple(self._declarations.values())

    def declaration(self, key: Key) -> Declaration | None:
        """What has this key."""
        return self._declarations.get(self._root(key))

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
        for one in self._before(source, offset):
            if one.end >= offset and (best is None or _closer(one, best)):
                best = one
        return best

    def named_at(self, source: str, offset: int) -> Declaration | None:
        """The declaration of what is named at a place."""
        found = self.at(source, offset)
        return None if found is None else self.declaration(found.key)

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


def _declaration(found: list[Reference]) -> Declaration:
    declaring = min(found, key=lambda one: (not one.declares, one.key.sort == ASKED))
    last = sorted(found, key=lambda one: one.key.sort != ASKED)  # what a key says beats that it is one
    each = {(one.source, one.start, one.end): one for one in last}
    references = sorted(each.values(), key=lambda one: (one.source, one.start))
    return Declaration(declaring.key, frozenset(one.key for one in found), tuple(references))


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
    """Collects references, at their current places."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.found: list[Reference] = []
        self.same = Keys()
        self.declared: set[Key] = set()
        self.texts: dict[str, str] = {}  # of the sources in which something is named
        self.kept: dict[Key | str, str] = {}  # what must keep its name, and why; by key, or by name

    def add(
        self,
        key: Key,
        text: Text,
        start: int = 0,
        end: int | None = None,
        *,
        declares: bool = False,
        which: int = ONE,
        form: int = 0,
        part: int = 0,
    ) -> None:
        """A stretch of a text names something."""
        stretch = (start, len(text.value) if end is None else end)
        for span in places_of(text, [stretch]):
            self.at(key, span, declares=declares, which=which, form=form, part=part)

    def at(
        self,
        key: Key,
        span: Span | None,
        *,
        declares: bool = False,
        which: int = ONE,
        form: int = 0,
        part: int = 0,
    ) -> None:
        """A stretch of a source, perhaps an older version of it, names something."""
        if key.sort == BUILTIN or span is None or (in_library(span) and which != ASIDE):
            return
        now = self.draft.now(span)
        if now is None or now.end <= now.start:
            return
        if declares:
            self.declared.add(key)
        said = now.source.text[now.start : now.end]
        self.texts[now.source.name] = now.source.text
        self.found.append(
            Reference(key, now.source.name, now.start, now.end, said, declares, which, form, part)
        )

    def keep(self, what: Key | str, reason: str) -> None:
        """Something cannot be renamed."""
        self.kept.setdefault(what, reason)

    def same_as(self, one: Key, other: Key) -> None:
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
