"""The vocabulary of a game: every name and phrase by its words, with its terminals in a text.

A vocabulary maps runs of words to terminals. Nothing here decides between two terminals of the same words: the lexer
offers all of them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import count
from typing import Any

import attrs

from . import keywords

# A word, a number, digits of other scripts (which are not numbers), or a mark. An apostrophe s is a token of its own.
TOKEN = re.compile(r"\.\.|<=|>=|!=|['’]s\b|[^\W\d_]+(?:-[^\W\d_]+)*|[0-9]+|\d+|[^\w\s]|_")
NOISE = "the"  # articles that mean nothing


@attrs.frozen
class Piece:
    """A token of a text: the word as it is compared, and its place in the text."""

    word: str
    start: int
    end: int


def split(text: str, base: int = 0) -> list[Piece]:
    """The tokens of one line of text; `the` is left out."""
    pieces = []
    for match in TOKEN.finditer(text):
        word = match.group().casefold()
        if word != NOISE:
            pieces.append(Piece(word, base + match.start(), base + match.end()))
    return pieces


def is_number(word: str) -> bool:
    """Whether a word is written with the digits 0 to 9, as numbers are."""
    return word.isascii() and word.isdecimal()


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a name, as the lexer compares them."""
    return tuple(piece.word for piece in split(text))


@attrs.frozen
class VocabularyEntry:
    """One thing that a run of words can be. `value` is the name as declared (or a phrase's run). Equal entries have
    the same number."""

    words: tuple[str, ...]
    terminal: str
    value: str
    number: int = attrs.field(eq=False, repr=False)

    @staticmethod
    def of(words: tuple[str, ...], terminal: str, value: str) -> VocabularyEntry:
        return VocabularyEntry(
            words, terminal, value, _NUMBERS.setdefault((words, terminal, value), next(_FRESH))
        )


_NUMBERS: dict[tuple[tuple[str, ...], str, str], int] = {}
_FRESH = count()  # whatever threads do, nothing else has its next number


class Vocabulary:
    """Entries by their first word, and by all their words. A vocabulary can extend another one, `below` it."""

    def __init__(self, below: Vocabulary | None = None) -> None:
        self.below = below
        self.by_first: dict[str, dict[VocabularyEntry, None]] = {}
        self.by_words: dict[tuple[str, ...], list[VocabularyEntry]] = {}
        self.terminals: dict[str, set[str]] = {}  # of the entries that begin with a word
        self.parts: set[str] = set()  # single words
        self.sizes: dict[str, set[int]] = {}  # of the runs that begin with a word
        self.guesses: dict[
            Hashable, Any
        ] = {}  # what was meant by words that mean nothing, for whoever looks for it

    def add(self, name: str, terminal: str, value: str | None = None) -> None:
        run = words(name)
        if not run:
            return
        entry = VocabularyEntry.of(run, terminal, name if value is None else value)
        bucket = self.by_first.setdefault(run[0], {})
        if entry not in bucket:
            bucket[entry] = None
            self.parts.update(run)
            self.terminals.setdefault(run[0], set()).add(terminal)
            self.by_words.setdefault(run, []).append(entry)
            self.sizes.setdefault(run[0], set()).add(len(run))

    def keep(self, word: str, value: str) -> None:
        """Of the entries that consist of one word, keeps only those with a value."""
        run = (word,)
        for entry in self.by_words.get(run, []):
            if entry.value != value:
                del self.by_first[word][entry]
        self.by_words[run] = [entry for entry in self.by_words.get(run, []) if entry.value == value]

    def at(self, pieces: Sequence[Piece], node: int) -> Iterator[VocabularyEntry]:
        """The entries whose words stand at a place of a text."""
        level: Vocabulary | None = self
        word = pieces[node].word
        while level is not None:
            for size in sorted(level.sizes.get(word, ())):
                run = tuple([piece.word for piece in pieces[node : node + size]])
                yield from level.by_words.get(run, ())
            level = level.below

    def starting(self, word: str) -> Iterator[VocabularyEntry]:
        """The entries that begin with a word."""
        level: Vocabulary | None = self
        while level is not None:
            yield from level.by_first.get(word, ())
            level = level.below

    def terminals_of(self, word: str) -> set[str]:
        """The terminals of the entries that begin with a word."""
        below = self.below.terminals_of(word) if self.below is not None else set()
        return self.terminals.get(word, set()) | below

    def entries(self) -> Iterator[VocabularyEntry]:
        level: Vocabulary | None = self
        while level is not None:
            for bucket in level.by_first.values():
                yield from bucket
            level = level.below

    def all_words(self) -> set[str]:
        """Every single word that means something."""
        return {word for entry in self.entries() for word in entry.words}

    def knows(self, word: str) -> bool:
        """Whether a single word means something."""
        return word in self.parts or (self.below is not None and self.below.knows(word))

    def names(self, terminals: Iterable[str]) -> list[str]:
        wanted = set(terminals)
        return sorted({entry.value for entry in self.entries() if entry.terminal in wanted})


@cache
def common_vocabulary() -> Vocabulary:
    """The vocabulary of every game: the keywords and the words for numbers. Games extend it, and never change it."""
    vocabulary = Vocabulary()
    for word in keywords.WORDS:
        for spelling in word.spellings:
            for terminal in word.terminals:
                vocabulary.add(spelling, terminal, " ".join(words(spelling)))
    for value, spelling in enumerate(keywords.NUMBER_WORDS):
        vocabulary.add(spelling, "INT", str(value))
    return vocabulary


@cache
def newer_words() -> dict[tuple[str, ...], int]:
    """The keywords that names of older editions may be, each with the edition in which it is new."""
    return {
        words(spelling): word.since
        for word in keywords.WORDS
        for spelling in word.spellings
        if word.since > 1
    }


IRREGULAR = {
    "person": "people",
    "die": "dice",
    "man": "men",
    "woman": "women",
    "foot": "feet",
    "wolf": "wolves",
}


def plural(name: str) -> str:
    """The regular English plural of a name; the head of `x of y` is x."""
    head, separator, rest = name.partition(" of ")
    if separator:
        return plural(head) + separator + rest
    first, space, last = name.rpartition(" ")
    if last in IRREGULAR:
        return first + space + IRREGULAR[last]
    if re.search(r"(s|x|z|ch|sh)$", last):
        return name + "es"
    if re.search(r"[^aeiou]y$", last):
        return name[:-1] + "ies"
    return name + "s"


def singular(word: str) -> str | None:
    """The word of which another is the regular English plural, if there is one."""
    for one, several in IRREGULAR.items():
        if word == several:
            return one
    ends = (("ies", "y"), ("es", ""), ("s", ""))
    for end, instead in ends:
        one = word.removesuffix(end) + instead
        if word.endswith(end) and len(one) > 1 and not one.endswith("s") and plural(one) == word:
            return one
    return None
