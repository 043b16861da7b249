"""Properties that a rulebook gives to what does not have them."""

from __future__ import annotations

from collections.abc import Iterator

from .reading import Finding, Reading, Use
from .text import Token

_FAR = 30
"""A possessive refers back by at most this many tokens."""


def properties(reading: Reading) -> Iterator[Finding]:
    """A property beside the name of something without it, or after a possessive that refers to it."""
    yield from _merged(_beside_names(reading))
    yield from _merged(_possessed(reading))


def _merged(found: Iterator[tuple[str, Token]]) -> Iterator[Finding]:
    tokens: dict[str, list[Token]] = {}
    for message, token in found:
        tokens.setdefault(message, []).append(token)
    for message, where in tokens.items():
        yield Finding("property", message, tuple(sorted({token.line for token in where})))


def _of(reading: Reading, token: Token) -> Use | None:
    """The name that stands after a property and has it, as the words say."""
    words = reading.words
    at = token.at + 1
    if words.prose.of:
        if reading.book.word(at) != words.prose.of:
            return None
        at += 1
    while reading.book.word(at) in words.prose.determiners:
        at += 1
    use = reading.use_at.get(at)
    return use if use is not None and use.genitive and use.owners else None


def _owned(reading: Reading) -> dict[str, dict[str, list[tuple[Token, Use]]]]:
    """By property and type: where the rulebook says the one of the other."""
    found: dict[str, dict[str, list[tuple[Token, Use]]]] = {}
    for stem in reading.words.properties:
        for token in reading.by_stem.get(stem, []):
            use = _of(reading, token)
            if use is not None:
                for owner in use.owners:
                    found.setdefault(stem, {}).setdefault(owner, []).append((token, use))
    return found


def _beside_names(reading: Reading) -> Iterator[tuple[str, Token]]:
    for stem, by_type in _owned(reading).items():
        owners = reading.words.properties[stem]
        if not owners:
            continue  # of the game or of its players: the text may say whose it is
        for owner, places in by_type.items():
            if owner not in owners and len(places) == 1:
                token, use = places[0]
                if not use.owners & owners:
                    yield _message(reading, token.at, use.stop, use), token


def _message(reading: Reading, start: int, stop: int, use: Use) -> str:
    said = " ".join(token.low for token in reading.tokens[start:stop])
    name = next(term.name for term in use.terms if term.owner)
    return f"'{said}' is of '{name}', which has no such property"


def _possessed(reading: Reading) -> Iterator[tuple[str, Token]]:
    words, owned = reading.words, _owned(reading)
    for token in reading.tokens:
        several = token.low in words.prose.theirs
        if not several and token.low not in words.prose.its:
            continue
        at = token.at + 1
        while reading.book.word(at) in words.prose.amount or words.is_adjective(reading.book.word(at)):
            at += 1
        stem = words.stem(reading.book.word(at))
        if stem not in words.properties:
            continue
        use = _antecedent(reading, token, several=several)
        if use is None:
            continue
        said = {owner for owner, places in owned.get(stem, {}).items() if len(places) > 1}
        owners = words.properties[stem] | said
        if owners and not use.owners & owners:
            yield _message(reading, token.at, at + 1, use), token


def _antecedent(reading: Reading, token: Token, *, several: bool) -> Use | None:
    """The nearest name before a possessive, in its sentence or the one before, that agrees with it in number."""
    joins = reading.words.prose.joins
    last: Use | None = None
    found: Use | None = None
    ends = 0
    for at in range(token.at - 1, max(-1, token.at - _FAR), -1):
        ends += reading.tokens[at].ends_sentence
        if ends > 1:
            break
        use = reading.use_at.get(at)
        if use is None or not use.owners:
            continue
        joined = last is not None and use.stop == last.start - 1 and reading.book.word(use.stop) in joins
        if several and joined:
            found = last
            break
        if use.several if several else use.one:
            found = use
            break
        last = use
    return found
