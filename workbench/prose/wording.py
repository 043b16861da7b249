"""Words that differ from those of the game: a name with another part, and a noun that the game does not have."""

from __future__ import annotations

import collections
from collections.abc import Iterator

import attrs

from .reading import Finding, Reading
from .terms import Compound
from .text import Token

MANY = 3
"""A word with more different words after it than this is an ordinary word."""
RARE = 4
"""A word is no noun if it stands where only a noun can in a smaller part of its uses than one in this number."""


@attrs.frozen
class _Head:
    """The noun of names of several words, with the stems of all that stands before and after it in them."""

    names: tuple[str, ...]
    before: frozenset[str]
    after: frozenset[str]


def nouns(reading: Reading) -> Iterator[Finding]:
    """Nouns that are said twice or more, and that nothing in the game is called."""
    words = reading.words
    for stem, evidence in reading.nouns.items():
        tokens = reading.by_stem[stem]
        if len(tokens) < 2 or evidence * RARE < len(tokens):
            continue
        if any(words.is_known(token.low) or words.is_plain(token.low) for token in tokens):
            continue
        if not all(words.may_be_noun(token.low) or words.is_adjective(token.low) for token in tokens):
            continue
        yield Finding(
            "noun",
            f"'{reading.shown(stem)}' is said {len(tokens)} times, and nothing in the game has this name",
            reading.lines(tokens),
        )


def parts_of_names(reading: Reading) -> Iterator[Finding]:
    """Names of several words that stand with another noun or another word beside it."""
    yield from _other_words(reading)
    yield from _other_heads(reading)


def _other_words(reading: Reading) -> Iterator[Finding]:
    """A noun of names with another word than in these names."""
    for stem, head in _heads(reading).items():
        if head.before and head.after:
            continue  # it has names of several sorts: an ordinary word
        step = 1 if head.after else -1
        fits = _is_part_after if head.after else _is_part_before
        tokens = [token for token in reading.by_stem.get(stem, []) if token.at not in reading.inside]
        wrong = []
        for word, found in _beside(reading, tokens, step).items():
            sure = [token for token in found if fits(reading, token, len(found))]
            if sure and word not in head.after | head.before:
                wrong.append(sure)
        marked = sum(map(len, wrong)) if head.before else len(tokens)
        if len(tokens) - marked > 1:
            continue  # it is also said by itself, and an adjective only describes it
        names = " or ".join(f"'{name}'" for name in head.names)
        for sure in wrong if len(wrong) <= MANY else ():
            said = _said(reading, sure[0].at, step)
            yield Finding("term", f"'{said}', but the game says {names}", reading.lines(sure))


def _heads(reading: Reading) -> dict[str, _Head]:
    words = reading.words
    by_head: dict[str, list[Compound]] = collections.defaultdict(list)
    for one in words.compounds:
        by_head[words.stem(one.head)].append(one)
    return {
        stem: _Head(
            tuple(dict.fromkeys(_called(reading, stem, one) for one in ones)),
            frozenset(words.stem(word) for one in ones for word in one.before),
            frozenset(words.stem(word) for one in ones for word in one.after),
        )
        for stem, ones in by_head.items()
    }


def _called(reading: Reading, stem: str, one: Compound) -> str:
    """The name; what only ends a name has the form there that the rulebook gives its noun most often."""
    if not one.inner or stem not in reading.by_stem:
        return one.name
    return " ".join((reading.shown(stem), *one.after))


def _beside(reading: Reading, tokens: list[Token], step: int) -> dict[str, list[Token]]:
    """The words that stand before or after these, by their stems."""
    found: dict[str, list[Token]] = collections.defaultdict(list)
    of = reading.words.prose.of
    for token in tokens:
        at = token.at + step
        if of and step == 1:
            if reading.book.word(at) != of:
                continue
            at += 1
            while reading.book.word(at) in reading.words.prose.determiners:
                at += 1
        word = reading.book.word(at)
        if reading.words.is_content(word):
            found[reading.words.stem(word)].append(token)
    return found


def _said(reading: Reading, at: int, step: int) -> str:
    """A word with the one before or after it, and all between them."""
    stop = at + step
    while step > 0 and not reading.words.is_content(reading.book.word(stop)):
        stop += 1
    first, last = sorted((at, stop))
    return " ".join(token.low for token in reading.tokens[first : last + 1])


def _is_part_after(reading: Reading, token: Token, times: int) -> bool:
    """Whether the word after this one tells what it is of: it is a noun, and stands so twice or before a mark."""
    words = reading.words
    if words.prose.of:
        return True
    word = reading.book.word(token.at + 1)
    if not words.may_be_noun(word):
        return False
    known = [term for term in words.meant((word,)) if (word,) in term.genitive]
    if times > 1 or (known and not any(term.owner for term in known)):
        return True  # what has an owner may be what this belongs to
    ends = token.at + 2 >= len(reading.tokens) or reading.tokens[token.at + 2].parts
    return ends and (bool(known) or words.stem(word) in reading.nouns)


def _is_part_before(reading: Reading, token: Token, times: int) -> bool:
    """Whether the word before this one is an adjective that could be part of a name."""
    words = reading.words
    word = reading.book.word(token.at - 1)
    if words.is_plain(word) or words.is_participle(word) or not words.is_content(word):
        return False
    return not words.prose.adjectives or (words.is_adjective(word) and words.agrees(word, token.low))


def _other_heads(reading: Reading) -> Iterator[Finding]:
    """What tells one name only from others, beside another noun."""
    words = reading.words
    owners: dict[str, set[str]] = collections.defaultdict(set)
    for one in words.compounds:
        for word in (*one.before, *one.after):
            owners[words.stem(word)].add(one.name)
    for term in words.terms:
        for word in term.said:
            owners[words.stem(word)].add(term.name)
    for one in words.compounds:
        for word, step in [*((word, 1) for word in one.before), *((word, -1) for word in one.after)]:
            stem = words.stem(word)
            if len(owners[stem]) > 1 or stem in words.single or words.is_plain(word):
                continue
            if words.prose.of and step == -1:
                step = -2
            for found, tokens in _noun_beside(reading, stem, step).items():
                if found != words.stem(one.head):
                    said = _said(reading, tokens[0].at, step)
                    yield Finding("term", f"'{said}', but the game says '{one.name}'", reading.lines(tokens))


def _noun_beside(reading: Reading, stem: str, step: int) -> dict[str, list[Token]]:
    """The nouns that no name of the game has, beside a word."""
    words = reading.words
    found: dict[str, list[Token]] = collections.defaultdict(list)
    for token in reading.by_stem.get(stem, []):
        if token.at in reading.inside:
            continue
        beside = reading.book.word(token.at + step)
        if step == -2 and reading.book.word(token.at - 1) != words.prose.of:
            continue
        if not words.may_be_noun(beside) or words.is_plain(beside) or words.is_known(beside):
            continue
        if step == 1 and words.prose.adjectives and not words.agrees(token.low, beside):
            continue
        if words.stem(beside) in reading.nouns:
            found[words.stem(beside)].append(token)
    return found
