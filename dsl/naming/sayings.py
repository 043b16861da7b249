"""The ways to say a name, so that what cannot say it need not be read.

In: a declaration, perhaps with a new name for it. Out: `Sayings`, which know whether these names can stand in a text,
in a stretch of a file, or in a whole file. They are never wrong where they say no.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import attrs

from ..diagnostics.source import Source
from ..document.reader import Text
from ..draft.attempts import AT_THE_END, words_of
from ..library.library import entries
from ..model.symbols import BOARDS, Symbols, base_form
from ..model.uses import PLACE, STEP
from ..syntax.vocabulary import IRREGULAR, words
from .names import ASIDE, Declaration, Reference

_SLOT = re.compile(r"\{[^{}]*\}")
_SCENARIOS = re.compile(r"^scenarios:[ \t]*(?:#.*)?$", re.MULTILINE)
_ASK = re.compile(r"^ask:.*(?:\n(?:[ #].*)?)*|^[ -]*['\"]?ask/.*(?:\n(?:    .*)?)*", re.MULTILINE)
_ENTRY = re.compile(r"^( +)[^\s#-].*$", re.MULTILINE)


@attrs.frozen
class Sayings:
    """Sets of words: whatever says one of the names has all words of one of them."""

    runs: frozenset[frozenset[str]]

    def __or__(self, other: Sayings) -> Sayings:
        return Sayings(self.runs | other.runs)

    def in_words(self, said: Iterable[str]) -> bool:
        """Whether a text with these words, in small letters, can say it."""
        there = set(said)
        return any(run <= there for run in self.runs)

    def in_text(self, text: str) -> bool:
        """Whether a file with this text can say it."""
        if "\\" in text:  # letters can be escaped
            return True
        small = text.casefold()
        return any(
            all(word in small for word in run) and all(_alone(word).search(small) for word in run)
            for run in self.runs
        )

    def places(self, source: Source) -> list[int]:
        """Where something can be said in a file, sorted: where the longest word of each run stands, an escaped
        letter, or a rule that makes designs and their names."""
        longest = {max(run, key=len) for run in self.runs}
        pattern = "|".join([r"\\", "each:", *(_alone(word).pattern for word in sorted(longest))])
        return [match.start() for match in re.finditer(pattern, source.text, re.IGNORECASE)]

    def only(self, source: Source) -> Source:
        """A file of scenarios, in which those that cannot say it are blank; everything else stands where it was."""
        text = source.text
        begin = _SCENARIOS.search(text)
        if begin is None:
            return source
        first = _ENTRY.search(text, begin.end())
        if first is None:
            return source
        head = re.compile(rf"^(?:{first[1]})?[^\s#-].*$", re.MULTILINE)
        starts = [match.start() for match in head.finditer(text, begin.end())]
        pieces, at = [], 0
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            if text[start] == " " and not self.in_text(text[start:end]):
                pieces += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
                at = end
        return Source(source.name, "".join([*pieces, text[at:]]))


def left_out(sayings: Sayings, sources: Iterable[Source]) -> Callable[[Text, str], bool]:
    """Which texts a draft can leave out if only these names matter. None, where others depend on what
    they name: what is asked at their choices, and what they need of the library."""
    asked = any(sayings.in_text(slot) for one in sources for slot in _asked(one))
    of_library = any(sayings.in_text(text) for one in entries() for text in one.texts)
    if asked or of_library:
        return lambda text, start: False
    return lambda text, start: start in AT_THE_END and not sayings.in_text(text.value)


def _asked(source: Source) -> Iterator[str]:
    """What slots show in the questions of a game, or in whatever a variant changes below them."""
    for match in _ASK.finditer(source.text):
        yield from _SLOT.findall(match[0])


class Places:
    """Where something can be said in the files of a game."""

    def __init__(self, sayings: Sayings) -> None:
        self.sayings = sayings
        self._known: dict[Source, list[int]] = {}

    def between(self, source: Source, start: int, end: int) -> bool:
        """Whether it can be said in a stretch of a file."""
        known = self._known.get(source)
        if known is None:
            known = self._known[source] = self.sayings.places(source)
        at = bisect_left(known, start)
        return at < len(known) and known[at] < end


def sayings_of(
    declaration: Declaration, symbols: Symbols, references: Iterable[Reference] = ()
) -> Sayings | None:
    """How a name is said; None if it is also said in other words, as a board by its cells. `references` are more
    places that name it."""
    every = [*declaration.references, *references]
    boards = (symbols.places.get(key.name) for key in declaration.keys if key.sort == PLACE)
    lettered = any(one is not None and one.text.kind in BOARDS and one.text.kind != "map" for one in boards)
    if lettered or any(one.which == ASIDE for one in every):
        return None
    names = {declaration.name, *(key.name for key in declaration.keys)}
    found = {_run(words_of(_SLOT.sub(" ", name))) for name in names}
    for said in {one.said for one in every}:
        found |= (
            {_run(words_of(said)), _run(words_of(" ".join(base_form(words(said)))))} if words(said) else set()
        )
    if any(key.sort == STEP for key in declaration.keys):  # its label leaves out the last word
        found |= {_run(words_of(name.rpartition(" ")[0])) for name in names}
    found.discard(frozenset())
    return Sayings(frozenset(found))


def sayings_like(new: str) -> Sayings:
    """How something is said that has a new name, or of which it is the plural."""
    found: set[frozenset[str]] = set()
    for name in (part.strip() for part in _SLOT.sub(" ", new).split("/")):
        first, _, last = name.casefold().partition(" of ")[0].rpartition(" ")
        ends = {last, *(last.removesuffix(end) for end in ("s", "es")), re.sub("ies$", "y", last)}
        ends |= {one for one, several in IRREGULAR.items() if several == last}
        for end in ends:
            found.add(_run(words_of(f"{first} {end} {name.casefold().partition(' of ')[2]}")))
    found.discard(frozenset())
    return Sayings(frozenset(found))


@cache
def _alone(word: str) -> re.Pattern[str]:
    """Where a word stands that is no part of a longer one."""
    if word.isalpha():
        return re.compile(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])")
    return re.compile(rf"(?<!\d){word}(?!\d)" if word.isdigit() else re.escape(word))


def _run(said: tuple[str, ...]) -> frozenset[str]:
    # What is owned can be said without `of`, `the` depends on what stands before it, and there are two apostrophes.
    return frozenset(said) - {"of", "the", "'s", "’s"} or frozenset(said)
