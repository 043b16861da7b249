"""A rulebook beside the words of its game: where it says which term, and which of its words are nouns."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import attrs

from .terms import Term, Vocabulary
from .text import Rulebook, Token

Kind = Literal["icon", "hole", "term", "noun", "count", "list", "property", "players"]
MOST_ADJECTIVES = 2
LEAST_TORN = 5
"""The letters of the shortest word that is recognized with a space in it."""


@attrs.frozen
class Finding:
    """Something that does not fit. `lines` are all where it stands, `line` is the first."""

    kind: Kind
    message: str
    lines: tuple[int, ...]

    @property
    def line(self) -> int:
        return self.lines[0]


@attrs.frozen
class Use:
    """Where a rulebook says a term: from a token up to another; whether its form can be that of one, of several."""

    terms: tuple[Term, ...]
    start: int
    stop: int
    one: bool
    several: bool
    genitive: bool

    @property
    def owners(self) -> frozenset[str]:
        """The types that are meant, or whose designs are."""
        return frozenset(term.owner for term in self.terms if term.owner)


@attrs.define(eq=False)
class Reading:
    """A rulebook and the vocabulary that it is read with."""

    book: Rulebook
    words: Vocabulary

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.book.tokens

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """Every place where a term is said, the longest names first."""
        found = []
        at = 0
        while at < len(self.tokens):
            use = self._use(at)
            if use is None:
                at += 1
            else:
                found.append(use)
                at = use.stop
        return tuple(found)

    def _use(self, start: int) -> Use | None:
        for length in range(self.words.longest, 0, -1):
            said = tuple(self.book.word(at) for at in range(start, start + length))
            if "" in said:
                continue
            terms = self.words.meant(said)
            if not terms:
                continue
            one = any(said in term.one for term in terms)
            several = any(said in term.several for term in terms)
            genitive = any(said in term.genitive for term in terms)
            known = one or several
            return Use(tuple(terms), start, start + length, one or not known, several or not known, genitive)
        return None

    @cached_property
    def use_at(self) -> dict[int, Use]:
        """The term that begins at each token."""
        return {use.start: use for use in self.uses}

    @cached_property
    def use_before(self) -> dict[int, Use]:
        """The term that ends before each token."""
        return {use.stop: use for use in self.uses}

    @cached_property
    def inside(self) -> frozenset[int]:
        """The tokens that are part of a term."""
        return frozenset(at for use in self.uses for at in range(use.start, use.stop))

    @cached_property
    def torn(self) -> dict[int, str]:
        """The words that are parts of one word with a space in it, and that word."""
        found: dict[int, str] = {}
        for token in self.tokens:
            for length in (3, 2):
                parts = self.tokens[token.at : token.at + length]
                if len(parts) == length and token.at not in found and self._is_torn(parts):
                    found |= {part.at: "".join(one.low for one in parts) for part in parts}
        return found

    def _is_torn(self, parts: tuple[Token, ...]) -> bool:
        """Whether these words are no words, and without the spaces between them they are one."""
        words = self.words
        if not all(one.is_word and one.line == parts[0].line for one in parts):
            return False
        if any(not one.text[1:].islower() and len(one.text) > 1 for one in parts) or len(parts[-1].text) < 2:
            return False
        whole = "".join(one.low for one in parts)
        if len(whole) < LEAST_TORN or not (words.is_known(whole) or self._said[whole] > 1):
            return False
        if not words.is_known(whole) and any(one.low in words.prose.prepositions for one in parts):
            return False  # the space is missing elsewhere
        return any(
            self._said[one.low] < 2
            and words.is_content(one.low)
            and one.low not in words.known
            and one.low not in words.plain
            for one in parts
        )

    @cached_property
    def _said(self) -> collections.Counter[str]:
        return collections.Counter(token.low for token in self.tokens if token.is_word)

    @cached_property
    def by_stem(self) -> dict[str, list[Token]]:
        """The words of the rulebook by their stems."""
        found: dict[str, list[Token]] = collections.defaultdict(list)
        for token in self.tokens:
            if token.is_word and token.at not in self.torn:
                found[self.words.stem(token.low)].append(token)
        return found

    @cached_property
    def nouns(self) -> dict[str, int]:
        """The stems of words that stand where only a noun can, and how often they do."""
        return collections.Counter(self.words.stem(token.low) for token in self._nouns())

    def _nouns(self) -> Iterator[Token]:
        prose = self.words.prose
        opening = prose.prepositions | prose.numbers.keys() | prose.theirs | prose.its
        opening |= prose.determiners if prose.of else frozenset()
        for token in self.tokens:
            if token.low in opening or (token.sort == "number" and self._counts(token)):
                noun = self._last(token.at + 1) if prose.of else self._after_adjectives(token.at + 1)
                if noun is not None and noun.at not in self.torn:
                    yield noun

    def _counts(self, token: Token) -> bool:
        """Whether a number is no label of a line."""
        before = self.tokens[token.at - 1] if token.at else None
        return before is not None and before.line == token.line

    def _last(self, at: int) -> Token | None:
        """The last of the words that stand here, if what follows shows that no word of the name is missing."""
        run = []
        while self.book.word(at) in self.words.prose.determiners:
            at += 1
        while self.words.is_content(self.book.word(at)):
            run.append(self.tokens[at])
            at += 1
        return (
            run[-1]
            if run and len(run) <= MOST_ADJECTIVES + 1 and self.words.may_be_noun(run[-1].low)
            else None
        )

    def _after_adjectives(self, at: int) -> Token | None:
        words = self.words
        while self.book.word(at) in words.prose.determiners or self.book.word(at) in words.prose.numbers:
            at += 1
        for _ in range(MOST_ADJECTIVES):
            word, following = self.book.word(at), self.book.word(at + 1)
            if not words.is_adjective(word):
                break
            if not following or not (words.agrees(word, following) or words.is_adjective(following)):
                return None
            at += 1
        return self.tokens[at] if words.may_be_noun(self.book.word(at)) else None

    def shown(self, stem: str) -> str:
        """How the rulebook writes a word most often."""
        forms = collections.Counter(token.low for token in self.by_stem[stem])
        return min(forms, key=lambda form: (-forms[form], len(form), form))

    def lines(self, tokens: list[Token]) -> tuple[int, ...]:
        return tuple(sorted({token.line for token in tokens}))
