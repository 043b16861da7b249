"""Where in the file each character of a YAML scalar stands.

In: the source text, the extent of the scalar as written (including quotes or a block header), its style and its
value. Out: two tuples, the first and the last offset plus one of every character of the value.

The five decoders below follow the YAML reader's own steps. If the characters that they find are not the value (which
would be a mistake here), the value is searched for in the source instead, so that positions stay inside the scalar.
"""

import re
from collections.abc import Iterator

Piece = tuple[str, int, int]
"""A character of the value, and the stretch of the source that it was read from."""

_BREAK = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_BREAKS = "\r\n\x85\u2028\u2029"
_HEX = {"x": 2, "u": 4, "U": 8}
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def offsets(
    text: str, start: int, end: int, style: str, value: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first offset, and the last plus one, of each character of `value`."""
    for pieces in _readings(text, start, end, style):
        if "".join(piece[0] for piece in pieces) == value:
            return tuple(piece[1] for piece in pieces), tuple(piece[2] for piece in pieces)
    return _search(text, start, end, value)


def _readings(text: str, start: int, end: int, style: str) -> Iterator[list[Piece]]:
    """The ways to read a scalar. Only a block, whose indentation may depend on what is above, has several."""
    if style in ("|", ">"):
        yield from _blocks(text, start, end, folded=style == ">")
    elif style == '"':
        yield _double(text, start + 1, end - 1)
    elif style == "'":
        yield _single(text, start + 1, end - 1)
    else:
        yield _plain(text, start, end)


def _plain(text: str, start: int, end: int) -> list[Piece]:
    pieces: list[Piece] = []
    at = start
    while at < end:
        if text[at] in _BREAKS or text[at] == " ":
            at = _fold(text, at, end, " ", pieces)
        else:
            pieces.append((text[at], at, at + 1))
            at += 1
    return pieces


def _single(text: str, start: int, end: int) -> list[Piece]:
    pieces: list[Piece] = []
    at = start
    while at < end:
        if text[at] in _BREAKS or text[at] in " \t":
            at = _fold(text, at, end, " \t", pieces)
        else:
            width = 2 if text[at] == "'" else 1
            pieces.append((text[at], at, at + width))
            at += width
    return pieces


def _double(text: str, start: int, end: int) -> list[Piece]:
    pieces: list[Piece] = []
    at = start
    while at < end:
        if text[at] == "\\":
            at = _escape(text, at, end, pieces)
        elif text[at] in _BREAKS or text[at] in " \t":
            at = _fold(text, at, end, " \t", pieces)
        else:
            pieces.append((text[at], at, at + 1))
            at += 1
    return pieces


def _escape(text: str, at: int, end: int, pieces: list[Piece]) -> int:
    """Read the escape at a backslash; returns where reading continues."""
    sign = text[at + 1]
    if sign in _HEX:
        after = at + 2 + _HEX[sign]
        pieces.append((chr(int(text[at + 2 : after], 16)), at, after))
        return after
    if sign in _BREAKS:
        line_break = _BREAK.match(text, at + 1)
        assert line_break is not None
        return _empty_lines(text, line_break.end(), end, " \t", pieces)
    pieces.append((_ESCAPES[sign], at, at + 2))
    return at + 2


def _fold(text: str, at: int, end: int, blanks: str, pieces: list[Piece]) -> int:
    """Read blanks inside a line, or a line break with the blanks around it; returns where reading continues."""
    after = at
    while after < end and text[after] in blanks:
        after += 1
    line_break = _BREAK.match(text, after, end)
    if line_break is None:
        pieces.extend((text[i], i, i + 1) for i in range(at, after))
        return after
    kept = _normal(line_break.group())
    if kept != "\n":
        pieces.append((kept, line_break.start(), line_break.end()))
    before = len(pieces)
    resume = _empty_lines(text, line_break.end(), end, blanks, pieces)
    if kept == "\n" and len(pieces) == before:
        pieces.append((" ", at, resume))
    return resume


def _empty_lines(text: str, at: int, end: int, blanks: str, pieces: list[Piece]) -> int:
    """Skip blanks, keep line breaks; returns where the next line's text begins."""
    while at < end:
        line_break = _BREAK.match(text, at, end)
        if line_break is not None:
            pieces.append((_normal(line_break.group()), at, line_break.end()))
            at = line_break.end()
        elif text[at] in blanks:
            at += 1
        else:
            break
    return at


def _normal(line_break: str) -> str:
    return line_break if line_break in ("\u2028", "\u2029") else "\n"


def _blocks(text: str, start: int, end: int, *, folded: bool) -> Iterator[list[Piece]]:
    """A block scalar, with the indentation of its first line of text, then with each smaller one."""
    header = _BREAK.search(text, start, end)
    if header is None:
        yield []
        return
    indicators = re.split(r"[ \t#]", text[start : header.start()])[0]
    chomping = "+" if "+" in indicators else "-" if "-" in indicators else ""
    body = header.end()
    lines = [(line, len(line) - len(line.lstrip(" "))) for line in _BREAK.split(text[body:end])]
    deepest = max(blanks for _, blanks in lines)
    most = min((blanks for line, blanks in lines if len(line) > blanks), default=deepest)
    first = re.compile(r"(?: *(?:\r\n|[\r\n\x85\u2028\u2029]))*( *)").match(text, body, end)
    likely = len(first.group(1)) if first else 0
    for indent in (likely, deepest, *range(most, -1, -1)):
        yield _block(text, body, end, indent, chomping, folded)


def _block(text: str, at: int, end: int, indent: int, chomping: str, folded: bool) -> list[Piece]:
    pieces: list[Piece] = []
    blank, at = _blank_lines(text, at, end, indent)
    last: list[Piece] = []
    while at < end and _column(text, at) == indent:
        pieces.extend(blank)
        starts_flush = text[at] not in " \t"
        line_break = _BREAK.search(text, at, end)
        stop = line_break.start() if line_break else end
        pieces.extend((text[i], i, i + 1) for i in range(at, stop))
        last = [(_normal(line_break.group()), stop, line_break.end())] if line_break else []
        blank, at = _blank_lines(text, line_break.end() if line_break else end, end, indent)
        if not (at < end and _column(text, at) == indent):
            break
        if folded and last and last[0][0] == "\n" and starts_flush and text[at] not in " \t":
            pieces.extend([] if blank else [(" ", stop, at)])
        else:
            pieces.extend(last)
    if chomping != "-":
        pieces.extend(last)
    if chomping == "+":
        pieces.extend(blank)
    return pieces


def _blank_lines(text: str, at: int, end: int, indent: int) -> tuple[list[Piece], int]:
    """Skip indentation and keep the breaks of lines with nothing else; returns where the text begins."""
    breaks: list[Piece] = []
    while True:
        column = 0
        while column < indent and at < end and text[at] == " ":
            at += 1
            column += 1
        line_break = _BREAK.match(text, at, end)
        if line_break is None:
            return breaks, at
        breaks.append((_normal(line_break.group()), at, line_break.end()))
        at = line_break.end()


def _column(text: str, at: int) -> int:
    """The distance of an offset from the start of its line."""
    start = at
    while start > 0 and text[start - 1] not in _BREAKS:
        start -= 1
    return at - start


def _search(text: str, start: int, end: int, value: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The next place of each character; a character that is not found keeps the last place."""
    starts, at = [], start
    for character in value:
        found = text.find(character, at, end)
        starts.append(at if found < 0 else found)
        at = min(starts[-1] + (found >= 0), max(start, end - 1))
    return tuple(starts), tuple(min(offset + 1, max(end, start)) for offset in starts)
