"""Lists of the same length that differ in one member, and a list that differs so from a set of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from .reading import Finding, Reading
from .text import Token

LEAST = 3
"""The members of the shortest list that is compared with others."""
LEAST_IN_SENTENCES = 4
"""The same, if both stand in sentences, where three things are often any three of many."""
LONGEST = 3
"""The most words of a member."""


@attrs.frozen
class _Member:
    """A member of a list, and the names of the terms that it may be."""

    text: str
    terms: frozenset[str]
    line: int = 0

    def is_like(self, other: _Member) -> bool:
        """Whether both can be the same term of the game: lists of other things may well differ."""
        return bool(self.terms & other.terms)


@attrs.frozen
class _List:
    members: tuple[_Member, ...]
    lines: tuple[int, ...]
    name: str = ""
    least: int = LEAST


def lists(reading: Reading) -> Iterator[Finding]:
    """Each pair once; lists that repeat an earlier one are left out."""
    every = (*_in_sentences(reading), *_items(reading))
    # others cannot be like a second list in all members but one
    said = [one for one in every if sum(bool(member.terms) for member in one.members) >= len(one.members) - 1]
    unlike: list[_List] = []
    for one in said:
        if not any(_compared(one, other) == () for other in unlike):
            unlike.append(one)
    for at, one in enumerate(unlike):
        for other in unlike[:at]:
            differs = _compared(other, one)
            if differs:
                left, right = differs
                yield Finding(
                    "list",
                    f"two lists differ in one member: '{left.text}' (line {left.line}), "
                    f"'{right.text}' (line {right.line})",
                    tuple(sorted({*other.lines, *one.lines})),
                )
    sets = list(_sets(reading))
    for one in unlike:
        for known in sets:
            differs = _compared(one, known)
            if differs:
                yield Finding(
                    "list",
                    f"a list has '{differs[0].text}' where the game has '{differs[1].text}' ({known.name})",
                    one.lines,
                )


def _compared(one: _List, other: _List) -> tuple[_Member, _Member] | tuple[()] | None:
    """The members in which two lists differ if they do in one only; an empty tuple if in none."""
    if len(one.members) != len(other.members) or len(one.members) < min(one.least, other.least):
        return None
    left, right = list(one.members), list(other.members)
    for member in one.members:
        like = next((candidate for candidate in right if member.is_like(candidate)), None)
        if like is not None:
            left.remove(member)
            right.remove(like)
    if len(left) > 1:
        return None
    return (left[0], right[0]) if left else ()


def _member(reading: Reading, tokens: Sequence[Token]) -> _Member | None:
    """A member out of these words; None if no noun is among them."""
    uses = [reading.use_at[token.at] for token in tokens if token.at in reading.use_at]
    if not uses and not any(reading.words.may_be_noun(token.low) for token in tokens):
        return None
    terms = frozenset(term.name for use in uses for term in use.terms)
    return _Member(" ".join(token.low for token in tokens), terms, tokens[0].line)


def _in_sentences(reading: Reading) -> Iterator[_List]:
    """`a, b, c and d`: the words before the first comma that may be its first member are all kept."""
    tokens = reading.tokens
    at = 0
    while at < len(tokens):
        if tokens[at].text != ",":
            at += 1
            continue
        runs, stop = _runs(reading, at)
        members = [one for run in runs if (one := _member(reading, run)) is not None]
        if len(members) == len(runs) >= LEAST:
            yield _List(tuple(members), (members[0].line,), least=LEAST_IN_SENTENCES)
        at = max(stop, at + 1)


def _runs(reading: Reading, comma: int) -> tuple[list[list[Token]], int]:
    """The words of each member of the list with this first comma, and where it ends. Nothing if it has no end."""
    tokens, joins = reading.tokens, reading.words.prose.joins
    runs, stop, closed = [_back(reading, comma)], comma, False
    while stop < len(tokens) and not closed and (tokens[stop].text == "," or tokens[stop].low in joins):
        after = stop + 1
        if tokens[stop].text == "," and reading.book.word(after) in joins:
            after += 1
        closed = tokens[after - 1].low in joins
        run = _ahead(reading, after)
        if not run:
            return [], stop
        runs.append(run)
        stop = run[-1].at + 1
    closed = closed or (stop < len(tokens) and tokens[stop].parts)
    return (runs if closed else []), stop


def _back(reading: Reading, at: int) -> list[Token]:
    run: list[Token] = []
    at -= 1
    while at >= 0 and len(run) < LONGEST and reading.tokens[at].is_word:
        if reading.tokens[at].low in reading.words.prose.prepositions:
            break
        run.insert(0, reading.tokens[at])
        at -= 1
    return run


def _ahead(reading: Reading, at: int) -> list[Token]:
    """The words up to the next comma or join, if they are few; the last member may go on."""
    run: list[Token] = []
    prose = reading.words.prose
    while (
        at < len(reading.tokens) and reading.tokens[at].is_word and reading.tokens[at].low not in prose.joins
    ):
        run.append(reading.tokens[at])
        at += 1
        if len(run) > LONGEST:
            return []
    return run


def _items(reading: Reading) -> Iterator[_List]:
    """The items of a list that begin with a name: `chest (5x) - …`."""
    members: list[_Member] = []
    ended = True
    for token in reading.tokens:
        if token.sort == "item":
            member = _label(reading, token.at + 1)
            if member is not None:
                members.append(member)
        else:
            member = None
        if (token.sort == "item" and member is None) or (token.sort == "blank" and ended):
            yield from _listed(members)
            members = []
        ended = token.parts and token.text != ","
    yield from _listed(members)


def _listed(members: list[_Member]) -> Iterator[_List]:
    if len(members) >= LEAST:
        yield _List(tuple(members), tuple(one.line for one in members))


def _label(reading: Reading, at: int) -> _Member | None:
    """The name that an item begins with; None if it is a sentence."""
    run = _ahead(reading, at)
    after = run[-1].at + 1 if run else at
    ends = after >= len(reading.tokens) or reading.tokens[after].sort in ("item", "blank")
    ends = ends or reading.tokens[after].text in ("(", ":", "\u2013", "\u2014", "-")
    return _member(reading, run) if run and ends else None


def _sets(reading: Reading) -> Iterator[_List]:
    """The designs of each type, and what a design lists."""
    words = reading.words
    symbols = words.game.symbols

    def named(designs: Sequence[str]) -> tuple[_Member, ...]:
        called = [symbols.designs[one].names.say(words.language) for one in designs]
        return tuple(_Member(one, frozenset({one})) for one in called)

    for type_ in symbols.types.values():
        if len(type_.designs) >= LEAST:
            yield _List(named(type_.designs), (), f"the designs of '{type_.names.say(words.language)}'")
    for design in symbols.designs.values():
        for value in design.values.values():
            if (
                isinstance(value, tuple)
                and len(value) >= LEAST
                and all(one in symbols.designs for one in value)
            ):
                yield _List(named(value), (), f"what '{design.names.say(words.language)}' lists")
