"""Numbers in a rulebook: how many there are of a component, and for how many players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import attrs

from .reading import Finding, Reading
from .terms import Term
from .text import Token

_TIMES = frozenset("x\u00d7")
_RANGE = re.compile(
    r"\s*(?:\W\s*)?(?P<least>\d{1,2})(?:\s*[-\u2013\u2014]\s*(?P<most>\d{1,2}))?\s+(?P<word>\w+)"
)
_NEAR = 6
"""Lines of a table are at most this far from each other."""
_LARGE = 20
"""More players than a number of players can be."""


def counts(reading: Reading) -> Iterator[Finding]:
    """Numbers of pieces that differ from those of the game."""
    for token in reading.tokens:
        number = _number(reading, token)
        if number is None:
            continue
        terms = _counted(reading, token, number) or _multiplied(reading, token)
        copies = {term.copies for term in terms}
        if copies and 0 not in copies and number not in copies:
            there = " or ".join(str(one) for one in sorted(copies))
            yield Finding("count", f"{number} of '{terms[0].name}', but the game has {there}", (token.line,))


def _number(reading: Reading, token: Token) -> int | None:
    if token.sort == "number" and len(token.text) < 4:
        return int(token.text)
    return reading.words.prose.numbers.get(token.low)


def _counted(reading: Reading, token: Token, number: int) -> list[Term]:
    """What a line begins by counting: `13 monster cards`. A label in a picture (`3 Hero`) has no plural."""
    tokens, prose = reading.tokens, reading.words.prose
    if token.sort != "number" or number < 2:
        return []
    before = tokens[token.at - 1] if token.at else None
    if before is not None and before.sort != "item" and before.line == token.line:
        return []
    if (
        before is not None
        and before.sort == "word"
        and reading.tokens[_first_of(reading, before)].sort == "word"
    ):
        return []  # a sentence that goes on in this line
    at = token.at + 1
    if at < len(tokens) and tokens[at].low in _TIMES:
        at += 1
    use = reading.use_at.get(at)
    if reading.book.word(at) in prose.pieces and not (use is not None and use.stop > at + 1):
        # `13 cards of monsters`: what the cards are of, if the game has no name for them
        inner = reading.use_at.get(at + (2 if reading.book.word(at + 1) == prose.of else 1))
        use = inner if inner is not None else use
    if use is None or not use.several:
        return []
    after = tokens[use.stop] if use.stop < len(tokens) else None
    if after is None or after.line != token.line or (after.sort == "mark" and after.text in ",;"):
        return [term for term in use.terms if term.owner]
    return []


def _first_of(reading: Reading, token: Token) -> int:
    """Where the line of a token begins."""
    at = token.at
    while at and reading.tokens[at - 1].line == token.line:
        at -= 1
    return at


def _multiplied(reading: Reading, token: Token) -> list[Term]:
    """What stands before a number in brackets: `chest (5x)`."""
    at = token.at
    around = [one.low for one in reading.tokens[max(at - 1, 0) : at + 3]]
    if len(around) < 4 or around[0] != "(" or around[2] not in _TIMES or around[3] != ")":
        return []
    use = reading.use_before.get(at - 1)
    return [term for term in use.terms if term.owner] if use is not None else []


# ------------------------------------------------------------------------------ players


@attrs.frozen
class _Row:
    """A row of a table, or a column: the numbers of players that it is for."""

    line: int
    least: int
    most: int


def players(reading: Reading) -> Iterator[Finding]:
    """Tables that leave out a number of players, and numbers that the game cannot be played by."""
    least, most = reading.words.game.players
    tables = [rows for rows in (*_tables(reading), *_headings(reading)) if len(rows) > 1]
    for rows in tables:
        covered = {number for row in rows for number in range(row.least, row.most + 1)}
        missing = sorted(set(range(least, most + 1)) - covered - {1})  # alone, games have rules of their own
        if missing:
            yield Finding(
                "players",
                f"a table is for {_listed(sorted(covered))} players, but not for {_listed(missing)}",
                tuple(dict.fromkeys(row.line for row in rows)),
            )
    outside: dict[int, list[int]] = {}
    rows_of = ((row.line, number) for rows in tables for row in rows for number in (row.least, row.most))
    for line, number in (*_numbers_of_players(reading), *rows_of):
        if number > most or number < least:
            outside.setdefault(number, []).append(line)
    for number, lines in outside.items():
        whom = f"{least} to {most}" if least < most else str(most)
        several = "players" if number > 1 else "player"
        message = f"{number} {several}, but the game is for {whom}"
        yield Finding("players", message, tuple(sorted(dict.fromkeys(lines))))


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _tables(reading: Reading) -> list[list[_Row]]:
    """Neighbouring lines that begin with rising numbers of players."""
    tables: list[list[_Row]] = []
    for number, line in enumerate(reading.book.lines, start=1):
        found = _RANGE.match(line)
        if found is None or found["word"].lower() not in reading.words.prose.players:
            continue
        row = _Row(number, int(found["least"]), int(found["most"] or found["least"]))
        if not row.least <= row.most < _LARGE:
            continue
        last = tables[-1][-1] if tables else None
        if last is not None and number - last.line <= _NEAR and row.least > last.most:
            tables[-1].append(row)
        else:
            tables.append([row])
    return tables


def _headings(reading: Reading) -> Iterator[list[_Row]]:
    """Lines that hold nothing but the word and rising numbers of players: the columns of a table."""
    prose = reading.words.prose
    for number, line in enumerate(reading.book.lines, start=1):
        said = re.findall(r"[^\W\d_]+", line.lower())
        columns = [
            _Row(number, int(one[1]), int(one[2] or one[1]))
            for one in re.finditer(r"(?<!\d)(\d{1,2})(?:\s?[-\u2013\u2014]\s?(\d{1,2}))?(?!\d)", line)
        ]
        rising = all(one.most < two.least for one, two in pairwise(columns))
        about = any(word in prose.players for word in said) and all(
            word in prose.players or word in prose.amount or word == prose.of for word in said
        )
        if about and rising and all(one.least <= one.most < _LARGE for one in columns):
            yield columns


def _numbers_of_players(reading: Reading) -> Iterator[tuple[int, int]]:
    """How many players are spoken of after a preposition such as "for"."""
    prose = reading.words.prose
    for token in reading.tokens:
        number = _number(reading, token)
        if number is None or number >= _LARGE or reading.book.word(token.at + 1) not in prose.players:
            continue
        before = reading.tokens[token.at - 1] if token.at else None
        if before is not None and before.low in prose.purpose:
            yield token.line, number
