"""Where in a YAML file a place is, from the lines around it alone, so that it works while the file is broken.

In: the text of a file and an offset. Out: the keys that lead there, and what stands there: the beginning of a key or
of a value, as it would be read. Entries of lists have no key (None).
"""

from __future__ import annotations

import re
from itertools import pairwise

import attrs

Path = tuple[str | None, ...]

_KEY = re.compile(
    r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'\[\]{},&*!|>%@`-][^#\n]*?|-[^\s#][^#\n]*?)\s*:(?=\s|$)"""
)
_TO_SINGLE, _TO_DOUBLE = re.compile(r"(?:[^']|'')*'(?!')"), re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)
"""What stands inside quotes, to the quote that ends it."""
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:\s#.*)?$")


@attrs.frozen
class Spot:
    """What stands at an offset. `before` is what is written up to the offset of a key or a value, as it is read;
    `start` where that begins in the file. `others` are the other keys of the mapping, if it is a key or could be one.
    """

    path: Path
    sort: str  # key | value | comment
    before: str
    start: int
    others: frozenset[str] = frozenset()
    style: str = ""  # as of a text: '' plain, or one of ' " | >
    could_be_key: bool = False  # a value, which a key of a mapping can stand in place of
    flow: bool = False  # inside braces or brackets
    indent: int = 0


@attrs.frozen
class _Line:
    start: int
    text: str
    indent: int
    blank: bool


def spot(text: str, offset: int) -> Spot:
    """What stands at an offset."""
    lines = _lines(text)
    at = max(index for index, line in enumerate(lines) if line.start <= offset)
    line = lines[at]
    written = text[line.start : offset]
    indent = len(written) - len(written.lstrip(" "))
    above = _ancestors(lines, at, indent)
    block = next((index for index in reversed(above) if _opens_block(lines[index].text)), None)
    if block is not None:
        return _in_block(lines, block, at, text, offset)
    plain = next((index for index in reversed(above) if _goes_on(lines[index].text)), None)
    if plain is not None:
        return _in_value(lines, plain, text, offset)
    return _in_line(lines, at, text, offset)


def _lines(text: str) -> list[_Line]:
    found, start = [], 0
    for line in text.split("\n"):
        body = line.lstrip(" ")
        found.append(_Line(start, line, len(line) - len(body), not body.strip() or body.startswith("#")))
        start += len(line) + 1
    return found


def _ancestors(lines: list[_Line], at: int, indent: int) -> list[int]:
    """The lines above a line with the keys that it stands under, from the innermost on."""
    found = []
    least = indent
    for index in range(at - 1, -1, -1):
        line = lines[index]
        if line.blank or line.indent >= least:
            continue
        heads = _heads(line.text)
        if heads and heads[-1][0] < least:
            found.append(index)
        least = line.indent
        if not least:
            break
    return found


def _heads(line: str, base: int = 0) -> list[tuple[int, str | None, int]]:
    """The dashes and the key that begin a line: the column of each, its key, and where what follows begins."""
    found: list[tuple[int, str | None, int]] = []
    at = len(line) - len(line.lstrip(" "))
    while line.startswith("- ", at) or line[at:] == "-":
        end = at + 1
        while end < len(line) and line[end] == " ":
            end += 1
        found.append((at, None, end))
        at = end
    match = _KEY.match(line, at)
    if match is not None:
        end = match.end()
        while end < len(line) and line[end] == " ":
            end += 1
        found.append((at, _unquoted(match["key"]), end))
    return found


def _unquoted(key: str) -> str:
    if key[:1] == '"':
        return re.sub(r"\\(.)", r"\1", key[1:-1])
    return key[1:-1].replace("''", "'") if key[:1] == "'" else key


def _rest(line: str) -> str:
    """What follows the keys of a line, without a comment."""
    heads = _heads(line)
    rest = line[heads[-1][2] :] if heads else line.strip()
    return re.sub(r"(?:^|\s)#.*$", "", rest).strip()


def _opens_block(line: str) -> bool:
    return bool(_heads(line)) and _BLOCK.fullmatch(_rest(line)) is not None


def _goes_on(line: str) -> bool:
    """Whether a value begins on this line that lines below can belong to."""
    rest = _rest(line)
    return bool(_heads(line)) and bool(rest) and _BLOCK.fullmatch(rest) is None


def _path(lines: list[_Line], at: int, indent: int) -> Path:
    """The keys around a column of a line."""
    steps: list[str | None] = []
    column = indent
    dashed = False  # whether the innermost step so far is an entry of a list, whose dash is at `column`
    for index in range(at, -1, -1):
        line = lines[index]
        if line.blank and index != at:
            continue
        for start, key, _ in reversed(_heads(line.text)):
            inside = start < column or (dashed and key is not None and start == column and index != at)
            if inside:
                steps.append(key)
                column, dashed = start, key is None
        if not column and not dashed:
            break
    return tuple(reversed(steps))


def _siblings(lines: list[_Line], at: int, indent: int) -> frozenset[str]:
    """The keys of the mapping that a column of a line belongs to, but for that of the line."""
    found: set[str] = set()
    first = _heads(lines[at].text)
    ways = [1] if any(start < indent for start, _, _ in first) else [-1, 1]  # behind a dash, nothing is above
    for way in ways:
        index = at + way
        while 0 <= index < len(lines):
            line = lines[index]
            if not line.blank:
                if line.indent < indent and way > 0:
                    break
                found |= {key for start, key, _ in _heads(line.text) if start == indent and key is not None}
                if line.indent < indent:
                    break
            index += way
    for start, key, _ in first[:-1]:
        if key is not None and start == indent:
            found.add(key)
    return frozenset(found)


def _in_block(lines: list[_Line], head: int, at: int, text: str, offset: int) -> Spot:
    """Inside a text of several lines."""
    line = lines[head]
    heads = _heads(line.text)
    path = (*_path(lines, head, heads[-1][0]), heads[-1][1])
    first = next((index for index in range(head + 1, at + 1) if lines[index].text.strip()), at)
    indent = lines[first].indent if lines[first].text.strip() else offset - lines[first].start
    start = lines[first].start + indent
    if offset < start:
        return Spot(path, "value", "", offset, style=_rest(line.text)[0])
    body = text[lines[first].start : offset]
    parts = [part[indent:] if len(part) >= indent else part.lstrip(" ") for part in body.split("\n")]
    style = _rest(line.text)[0]
    if style == "|":
        return Spot(path, "value", "\n".join(parts), start, style="|", indent=indent)
    return Spot(path, "value", _folded(parts), start, style=">", indent=indent)


def _folded(parts: list[str]) -> str:
    """Lines of a folded text as they are read: those that are indented more keep their line ends."""
    said = parts[0]
    for number, (before, part) in enumerate(pairwise(parts)):
        last = number == len(parts) - 2
        deep = before.startswith(" ") or part.startswith(" ")
        if deep or said.endswith("\n") or (not part and not last):
            said += "\n" + part
        else:
            said = f"{said.rstrip(' ')} {part}"
    return said


def _in_value(lines: list[_Line], head: int, text: str, offset: int) -> Spot:
    """In a value that begins on a line above, or on this one."""
    line = lines[head]
    heads = _heads(line.text)
    column, key, rest = heads[-1]
    path = _path(lines, head, column)
    return _value((*path, key), text, line.start + rest, offset)


def _in_line(lines: list[_Line], at: int, text: str, offset: int) -> Spot:
    """On a line of its own: a key, a value behind a key, or an entry of a list."""
    line = lines[at]
    here = offset - line.start
    written = line.text[:here]
    if re.search(r"(?:^|\s)#", written) and not re.search(r"[\"'][^\"']*#[^\"']*$", written):
        return Spot((), "comment", "", offset)
    heads = _heads(line.text)
    for column, key, rest in reversed(heads):
        if key is not None and here >= rest:
            return _value((*_path(lines, at, column), key), text, line.start + rest, offset)
        if key is not None and here > line.text.find(":", column + len(key) - 1) and here < rest:
            return Spot((*_path(lines, at, column), key), "value", "", offset, could_be_key=False)
    columns = [rest for _, key, rest in heads if key is None and here >= rest]
    indent = columns[-1] if columns else len(written) - len(written.lstrip(" "))
    path = _path(lines, at, indent)
    before = written[indent:]
    if before[:1] in ("{", "["):
        return _value(path, text, line.start + indent, offset)
    if before[:1] in ("'", '"'):
        return Spot(
            path,
            "key",
            before[1:],
            line.start + indent,
            _siblings(lines, at, indent),
            before[0],
            indent=indent,
        )
    return Spot(path, "key", before, line.start + indent, _siblings(lines, at, indent), indent=indent)


def _value(path: Path, text: str, start: int, offset: int) -> Spot:
    """In what stands behind a key, or in an entry of a list: perhaps deep inside braces and brackets."""
    if offset <= start:
        return Spot(path, "value", "", offset)
    first = text[start]
    if first in "{[":
        return _in_flow(path, text, start, offset)
    return _scalar(path, text, start, offset)


def _scalar(path: Path, text: str, start: int, offset: int, *, flow: bool = False) -> Spot:
    first = text[start : start + 1]
    body = text[start:offset]
    if first in ("'", '"') and first:
        end = (_TO_DOUBLE if first == '"' else _TO_SINGLE).match(body, 1)
        if end is not None and end.end() < len(body):
            return Spot(path, "value", "", offset, flow=flow)
        inner = body[1:].replace("''", "'") if first == "'" else re.sub(r"\\(.)", r"\1", body[1:])
        return Spot(path, "value", _unwrapped(inner), start + 1, style=first, flow=flow)
    if re.search(r"\s#", body):
        return Spot(path, "comment", "", offset)
    return Spot(path, "value", _unwrapped(body), start, flow=flow)


def _unwrapped(body: str) -> str:
    """A text of several lines as it is read."""
    first, *more = body.split("\n")
    said = first.rstrip(" ") if more else first
    for index, part in enumerate(more):
        last = index == len(more) - 1
        joint = "\n" if not part.strip() and not last else "" if said.endswith("\n") else " "
        said += joint + (part.lstrip(" ") if last else part.strip(" "))
    return said


def _in_flow(path: Path, text: str, start: int, offset: int) -> Spot:
    """Inside braces and brackets."""
    levels: list[_Level] = []
    at = begin = start
    while at < offset:
        char = text[at]
        if char in "\"'" and not text[begin:at].strip():
            end = _closed(text, at)
            if end >= offset:
                break
            at = end
            continue
        if char in "{[":
            levels.append(_Level(char))
            begin = at + 1
        elif char in "}]":
            if levels:
                levels.pop()
            begin = at + 1
        elif char == "," and levels:
            levels[-1].key = None
            begin = at + 1
        elif char == ":" and levels and levels[-1].key is None and text[at + 1 : at + 2] in (" ", "\n", ""):
            levels[-1].key = _unquoted(text[begin:at].strip())
            levels[-1].keys.add(levels[-1].key)
            begin = at + 1
        at += 1
    if not levels:
        return Spot(path, "value", "", offset)
    steps: list[str | None] = []
    for level in levels:
        steps += [None] if level.bracket == "[" else []
        steps += [level.key] if level.key is not None else []
    while begin < offset and text[begin] in " \n":
        begin += 1
    last = levels[-1]
    if last.takes_key:
        others = frozenset(last.keys) | _later_keys(text, offset)
        return Spot((*path, *steps), "key", text[begin:offset], begin, others, flow=True)
    return _scalar((*path, *steps), text, begin, offset, flow=True)


@attrs.define
class _Level:
    """Braces or brackets that are open: the key at hand, and all of them."""

    bracket: str
    key: str | None = None
    keys: set[str] = attrs.field(factory=set)

    @property
    def takes_key(self) -> bool:
        return self.bracket == "{" and self.key is None


def _closed(text: str, at: int) -> int:
    """Where a quoted text ends."""
    quote, end = text[at], at + 1
    while end < len(text):
        if text[end] == "\\" and quote == '"':
            end += 2
            continue
        if text[end] == quote:
            if quote == "'" and text[end + 1 : end + 2] == "'":
                end += 2
                continue
            return end + 1
        end += 1
    return end


def _later_keys(text: str, offset: int) -> frozenset[str]:
    """The keys that follow inside the same braces, on the same line."""
    rest = text[offset:].partition("\n")[0]
    depth, kept = 0, ""
    for char in rest:
        if char in "{[":
            depth += 1
        elif char in "}]":
            if not depth:
                break
            depth -= 1
        elif not depth:
            kept += char
    return frozenset(_unquoted(one.partition(":")[0].strip()) for one in kept.split(",")[1:] if ":" in one)
