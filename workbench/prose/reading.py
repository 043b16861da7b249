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
            return Use(
                tuple(terms), start, start + length, one or not known, several or not known, genitive
            )
        return None

    @cached_property
    def use_at(self) -> dict[int, Use]:
        """The term that begins at each token."""
        return {use.start: use for use in self.uses}

    @cached_property
    def inside(self) -> frozenset[int]:
        """The tokens that are part of a term."""
        return frozenset(at for use in self.uses for at in range(use.start, use.stop))

    @cached_property
    def by_stem(self) -> dict[str, list[Token]]:
        """The words of the rulebook by their stems."""
        found: dict[str, list[Token]] = collections.defaultdict(list)
        for token in self.tokens:
            if token.is_word:
                found[self.words.stem(token.low)].append(token)
        return found

    @cached_property
    def nouns(self) -> dict[str, int]:
        """The stems of words that stand where only a noun can, and how often they do."""
        return collections.Counter(self.words.stem(token.low) for token in self._nouns())

    def _nouns(self) -> Iterator[Token]:
        prose = self.words.prose
        for token in self.tokens:
            opens = token.sort == "number" or any(
                token.low in words for words in (prose.prepositions, prose.numbers, prose.theirs, prose.its)
            )
            if prose.of:
                opens = opens or token.low in prose.determiners
                noun = self._last(token.at + 1) if opens else None
            else:
                noun = self._after_adjectives(token.at + 1) if opens else None
            if noun is not None:
                yield noun

    def _last(self, at: int) -> Token | None:
        """The last of the words that stand here, if what follows shows that no word of the name is missing."""
        run = []
        while self.book.word(at) in self.words.prose.determiners:
            at += 1
        while self.words.is_content(self.book.word(at)):
            run.append(self.tokens[at])
            at += 1
        return run[-1] if run and len(run) <= MOST_ADJECTIVES + 1 and self.words.may_be_noun(run[-1].low) else None

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
