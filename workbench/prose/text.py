"""The text of a rulebook: words, numbers and marks, each with the line where it stands."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Literal

import attrs

Sort = Literal["word", "number", "mark", "item", "blank"]
"""`item` begins an item of a list (`•`, `3.`); `blank` is an empty line."""

_TOKEN = re.compile(r"(?P<word>[^\W\d_]\w*(?:['\u2019-](?=[^\W\d_])\w+)*)|(?P<number>\d+)|(?P<mark>\S)")
_ITEM = re.compile(r"\s*(?:[\u2022\u25cf\u00b7\u25a0\u25aa\u25e6\u2023*\u2013\u2014-]|\d{1,2}[.)](?!\d))\s+")
_SENTENCE = frozenset(".!?:;")


class UnreadableError(Exception):
    """A file that holds no text; the message says why."""


@attrs.frozen
class Token:
    """A word, number or mark; `low` is the word in small letters, `at` its place in the text."""

    text: str
    low: str
    sort: Sort
    line: int
    at: int = 0

    @property
    def is_word(self) -> bool:
        return self.sort == "word"

    @property
    def ends_sentence(self) -> bool:
        return self.sort == "item" or (self.sort == "mark" and self.text in _SENTENCE)

    @property
    def parts(self) -> bool:
        """Whether words before it and words after it do not belong together."""
        return self.sort in ("mark", "item", "blank")


@attrs.frozen
class Rulebook:
    """A text by its lines, and by its tokens."""

    lines: tuple[str, ...]
    tokens: tuple[Token, ...]

    def word(self, at: int) -> str:
        """The word at this place in small letters; empty if there is none."""
        if 0 <= at < len(self.tokens) and self.tokens[at].is_word:
            return self.tokens[at].low
        return ""


def read(path: Path) -> Rulebook:
    """The rulebook in a file. Raises `OSError`, and `UnreadableError` if the file holds no text."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError("it is not encoded as UTF-8; save it so") from None
    if "\0" in text:
        raise UnreadableError("it is no text file")
    if not text.strip():
        raise UnreadableError("it is empty")
    return rulebook(text)


def rulebook(text: str) -> Rulebook:
    """A text, with the words joined that a hyphen divides at the end of a line."""
    lines = tuple(unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    tokens: list[Token] = []
    divided = False
    for number, raw in enumerate(lines, start=1):
        line = raw.replace("\u00ad", "")
        if not line.strip():
            if tokens and tokens[-1].sort != "blank" and not divided:
                tokens.append(Token("", "", "blank", number))
            continue
        start = _ITEM.match(line)
        joins = divided and line.lstrip()[:1].islower()
        if start is not None and not joins:
            tokens.append(Token(start[0].strip(), "", "item", number))
            line = line[start.end() :]
        found = [_token(one, number) for one in _TOKEN.finditer(line)]
        if joins and found and tokens:
            first, rest = tokens.pop(), found.pop(0)
            whole = first.text + rest.text
            tokens.append(Token(whole, whole.lower(), "word", first.line))
        divided = re.search(r"[^\W\d_](-|\u00ad)$", raw.rstrip()) is not None
        if divided and found and found[-1].text == "-":
            found.pop()
        tokens += found
    return Rulebook(lines, tuple(attrs.evolve(one, at=at) for at, one in enumerate(tokens)))


def _token(found: re.Match[str], line: int) -> Token:
    sort: Sort = "word" if found["word"] else "number" if found["number"] else "mark"
    return Token(found[0], found[0].lower(), sort, line)
