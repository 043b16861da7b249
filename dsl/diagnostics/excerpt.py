"""The line of source that a diagnostic shows, and where its underline stands.

Columns are those of a terminal: a tab is four wide, East Asian wide characters are two, combining marks
are none. A long line is cut around the span.
"""

import unicodedata

import attrs

from .source import Span

GUTTER = 6
"""The column of the bar between line numbers and source."""

_WIDEST = 110  # columns of source that are shown
_BEFORE = 70  # how many of them may stand before the span, if the line is cut
_TAB = 4


@attrs.frozen
class Excerpt:
    """A line's number (from 1), its text, and the underline's first column (from 0) and width (from 1)."""

    number: int
    text: str
    start: int
    width: int


def excerpt(span: Span) -> Excerpt:
    """The first line of a span."""
    source = span.source
    number = span.line
    first = source.line_starts[number - 1]
    ends = source.line_starts[number] - 1 if number < len(source.line_starts) else len(source.text)
    left, cut = _left_edge(source.text, first, span.start)
    # A character is nearly always at least one column: twice the width is enough, even for a long line.
    window = source.text[left : min(ends, left + 2 * _WIDEST)].rstrip("\r\n")
    start = columns(window[: span.start - left]) + cut
    width = columns(window[span.start - left : span.end - left])
    text, shown = _cut_right(window, _WIDEST - cut, more=left + len(window) < ends - 1)
    text = "…" * cut + text
    return Excerpt(number, text, start, max(1, min(width, shown + cut - start)))


def _left_edge(text: str, first: int, start: int) -> tuple[int, int]:
    """Where the excerpt begins, and whether (1 or 0) a part of the line is left out before it."""
    left, room = start, _BEFORE
    while left > first and room > 0 and start - left < _WIDEST:
        left -= 1
        room -= _width(text[left])
    return left, int(left > first)


def _cut_right(window: str, room: int, *, more: bool) -> tuple[str, int]:
    """As much of the window as fits, made printable, and its width in columns."""
    parts: list[str] = []
    used = 0
    for character in window:
        used += _width(character)
        if used > room:
            return "".join(parts) + "…", room
        parts.append(_shown(character))
    return "".join(parts) + ("…" if more else ""), used


def columns(text: str) -> int:
    """The width of a text in columns of a terminal."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(_width, text))


def _width(character: str) -> int:
    if character == "\t":
        return _TAB
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _shown(character: str) -> str:
    if character == "\t":
        return " " * _TAB
    return printable(character)


_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """A text without control characters, and without those that change the direction of writing."""
    if text.isprintable():
        return text
    return "".join(" " if c in "\n\r\t" else "" if c in _BIDI else _safe(c) for c in text)


def _safe(character: str) -> str:
    return "\ufffd" if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") else character
