"""Positions in editors and offsets in sources.

An editor counts lines and characters from 0, and a character is a unit of the encoding that both sides agreed on:
UTF-16 unless the editor offers another. Offsets count code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

ENCODINGS = ("utf-32", "utf-16", "utf-8")
"""What the server can count in. In UTF-32 a unit is a code point, as in sources."""

Position = dict[str, int]
Range = dict[str, Position]

_BREAK = re.compile(r"\r\n|\n|\r")
_WIDE = re.compile("[\U00010000-\U0010ffff]")


def agreed(offered: Any) -> str:
    """The encoding to count in, of those that an editor offers; all of them know UTF-16."""
    known = offered if isinstance(offered, list) else []
    return next((one for one in ENCODINGS if one in known), "utf-16")


class Lines:
    """The lines of a text, to convert positions in it."""

    __slots__ = ("encoding", "starts", "text")

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding
        self.starts = [0, *(found.end() for found in _BREAK.finditer(text))]

    def offset(self, position: Position) -> int:
        """The offset of a position. One behind the end of its line is the end of the line; one behind the last line
        is the end of the text."""
        line, character = max(0, int(position["line"])), max(0, int(position["character"]))
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        here = self._line(line)
        if self.encoding == "utf-32" or here.isascii():
            return start + min(character, len(here))
        if self.encoding == "utf-16":
            if not _WIDE.search(here):
                return start + min(character, len(here))
            return start + len(
                here.encode("utf-16-le", "surrogatepass")[: 2 * character].decode("utf-16-le", "ignore")
            )
        return start + len(here.encode("utf-8", "surrogatepass")[:character].decode("utf-8", "ignore"))

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        line = bisect_right(self.starts, max(0, min(offset, len(self.text)))) - 1
        before = self.text[self.starts[line] : offset]
        return {"line": line, "character": self.length(before)}

    def length(self, text: str) -> int:
        """How long a piece of text is, in units of the encoding."""
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-16":
            return len(text) + len(_WIDE.findall(text))
        return len(text.encode("utf-8", "surrogatepass"))

    def range(self, start: int, end: int) -> Range:
        return {"start": self.position(start), "end": self.position(end)}

    def offsets(self, range: Range) -> tuple[int, int]:
        """The offsets between which a range lies, in order."""
        start, end = self.offset(range["start"]), self.offset(range["end"])
        return min(start, end), max(start, end)

    def pieces(self, start: int, end: int) -> Iterable[tuple[int, int, int]]:
        """A stretch cut at line breaks: for each line its number, the offset in it in units, and the length in units.
        Blank pieces are left out."""
        line = bisect_right(self.starts, start) - 1
        while line < len(self.starts) and self.starts[line] < end:
            begin = self.starts[line]
            first, last = max(start, begin), min(end, begin + len(self._line(line)))
            piece = self.text[first:last]
            stripped = piece.strip()
            if stripped:
                first += len(piece) - len(piece.lstrip())
                yield line, self.length(self.text[begin:first]), self.length(stripped)
            line += 1

    def _line(self, line: int) -> str:
        """A line without its break."""
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[line] : end].rstrip("\r\n")


def changed_part(before: str, after: str) -> tuple[int, int, str] | None:
    """Where two texts differ, as one edit of the first: its start, its end, and the new text; None if they are
    equal."""
    if before == after:
        return None
    shorter = min(len(before), len(after))
    start = _common(shorter, lambda count: before.startswith(after[:count]))
    rest = shorter - start
    tail = _common(rest, lambda count: before.endswith(after[len(after) - count :]))
    return start, len(before) - tail, after[start : len(after) - tail]


def _common(most: int, equal: Any) -> int:
    """The largest count for which a condition holds that, from some count on, no longer does."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if equal(middle):
            least = middle
        else:
            most = middle - 1
    return least
