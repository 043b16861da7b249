"""What designers write that the language says in other words: rewritings of a text that is refused.

In: a text that means nothing, or cannot be read. Out: the ways to say it that are accepted, and the fix if there is
one. Whatever is offered was read and has exactly one meaning, so no advice is refused again. Rewritings build on each
other: `you lose half of your gold` needs three. What they are is listed in `wordings` and
`statement_wordings`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator

import attrs

from ..diagnostics.fix import Fix
from ..document.reader import Text
from .statement_wordings import READINGS, STATEMENTS
from .wordings import WORDS

MOST_TRIED = 80
"""The most texts that are tried for one that is refused; fewer if the text is long."""
MOST_READ = 4_000
"""The most words of all texts that are tried for one."""
DEEPEST = 3
"""The most rewritings that build on each other, beside the words that are replaced first."""
MOST_SHOWN = 3
MOST_WHOLES = 12
"""The most texts that are rewritten part by part."""
MOST_PARTS = 4
"""The most statements of a text that one wording takes together, where it is rewritten part by part."""
MOST_JOINED = 30
"""The most parts of a line that one wording takes together."""
BREAK = " ⏎ "
"""How a line break is shown in the middle of a message."""

_JOINT = re.compile(r"\s*;\s*|:\s+|:$|,?\s+then\s+|,?\s+and\s+|,\s+|\.\s+|\s+/\s+")
_SAFE = re.compile(r"[^\W_][\w '’()/;+*=<-]*")
"""What needs no quotes in YAML."""

_REFERS = re.compile(r"\b(?:it|its|them|that (?:card|token|player))\b", re.IGNORECASE)
_THAT = re.compile(r"\bthat \w+", re.IGNORECASE)

Read = Callable[[str], object]
"""The only meaning of a text, or None."""


@attrs.frozen
class Rewritten:
    """A text that is accepted in the place of one that is not."""

    value: str
    meaning: object


@attrs.frozen
class WaysOut:
    """The help that shows ways to say a text, and the fix if there is only one."""

    help: str
    fix: Fix | None


def ways_out(text: Text, read: Read, opens: int | None) -> WaysOut | None:
    """The ways to say a text that are accepted. From `opens`, brackets are tried first."""
    ways = _bracketed(text.value, opens, read) if opens is not None else []
    ways = ways or _rewritten(text.value, read)
    if not ways:
        return None
    said = ", or: ".join(_lines_of(text.value, way.value) for way in ways)
    return WaysOut(f"write: {said}", _fix_of(text, ways[0].value) if len(ways) == 1 else None)


def readings_of(text: Text, read: Read) -> tuple[str, ...]:
    """The ways to say a text that could mean several things; none, unless there are at least two."""
    for wording in READINGS:
        if wording.pattern.search(text.value):
            said = (wording.pattern.sub(says, text.value) for says in wording.templates)
            ways = _accepted(said, read)
            if len(ways) > 1:
                return tuple(_lines_of(text.value, way.value) for way in ways)
    return ()


def _bracketed(value: str, at: int, read: Read) -> list[Rewritten]:
    """The ways to put what begins at a place of a text into brackets."""
    if value[:at].lower().endswith("the "):
        at -= len("the ")
    stop = re.compile(r"[;:\n]|$").search(value, at)
    assert stop is not None
    ends = [match.end() for match in re.finditer(r"[\w'’]+", value[: stop.start()]) if match.end() > at]
    return _accepted((f"{value[:at]}({value[at:end]}){value[end:]}" for end in ends), read)


def _accepted(values: Iterable[str], read: Read) -> list[Rewritten]:
    """Those that are accepted, each with a meaning of its own."""
    found: list[Rewritten] = []
    for value in values:
        meaning = read(value)
        if meaning is not None and all(meaning != other.meaning for other in found):
            found.append(Rewritten(value, meaning))
    return found[:MOST_SHOWN]


def _rewritten(value: str, read: Read) -> list[Rewritten]:
    """What is accepted and needs the fewest rewritings; of these, what the first wording makes of it."""
    most = min(MOST_TRIED, MOST_READ // (1 + value.count(" ")))
    found = _as_a_whole(value, read, most)
    if found or "\n" in value:
        return found
    plain = _plainly(value)
    parts = _PartByPart(read, 2 * most)
    wholes = itertools.chain([plain], itertools.chain.from_iterable(_candidates(plain)))
    return next((way for one in itertools.islice(wholes, MOST_WHOLES) if (way := parts.all(one))), [])


def _as_a_whole(value: str, read: Read, most: int) -> list[Rewritten]:
    """What is accepted and needs the fewest rewritings. Where a wording has several ways to say it, each of them is
    rewritten on, so that none is left out."""
    tried = {value}
    plain = _plainly(value)
    frontier = [[one] for one in dict.fromkeys([value, plain])]
    found = _accepted([plain], read) if plain != value else []
    for _ in range(DEEPEST):
        following: list[list[str]] = []
        for siblings in frontier:
            if found or len(tried) > most:
                return found
            for one in siblings:
                ways: list[Rewritten] = []
                for group in _candidates(one):
                    fresh = [other for other in dict.fromkeys(group) if other not in tried]
                    tried.update(fresh)
                    ways = _accepted(fresh, read)
                    following.append(fresh)
                    if ways or len(tried) > most:
                        break
                found += [way for way in ways if all(way.meaning != other.meaning for other in found)]
        frontier = following
    return found[:MOST_SHOWN]


class _PartByPart:
    """Rewrites one statement after another: each is what makes the text up to it accepted."""

    def __init__(self, read: Read, most: int) -> None:
        self.read = read
        self.left = most
        self.known: dict[str, list[Rewritten]] = {}

    def all(self, value: str) -> list[Rewritten]:
        joints = list(_JOINT.finditer(value))
        self.value = value
        self.starts = [0, *(joint.end() for joint in joints)]
        self.ends = [*(joint.start() for joint in joints), len(value)]
        return self._after([], 0) if joints else []

    def _after(self, before: list[Rewritten], at: int) -> list[Rewritten]:
        """What the parts from one on can be, after each of the ways to say those before it."""
        if at == len(self.starts):
            return before
        for last in range(at, min(at + MOST_PARTS, len(self.starts))):
            part = self.value[self.starts[at] : self.ends[last]]
            rest = self.value[self.ends[last] :]
            for group in self._ways(part, _REFERS.search(rest) is not None):
                found = self._joined(before, group, at)
                whole = self._after(found, last + 1) if found else []
                if whole or self.left < 0:
                    return whole
        return []

    def _ways(self, part: str, named: bool) -> Iterator[list[str]]:
        """A part as it is, and what each wording makes of it, and of what another one made. If what follows refers to
        something (`named`), first what mentions it."""
        first = [group for group in _candidates(part) if part not in group]
        alone = [[part], *first]
        yield from sorted(alone, key=lambda group: named and _THAT.search(group[0]) is None)
        for group in first:
            for one in group:
                yield from _candidates(one)

    def _joined(self, before: list[Rewritten], group: list[str], at: int) -> list[Rewritten]:
        joint = self.value[self.ends[at - 1] : self.starts[at]] if at else ""
        joints = dict.fromkeys((joint, "; ") if at else ("",))
        for one in joints:
            texts = [f"{way.value}{one}{says}" for way in before for says in group] if at else group
            key = "\n".join(texts)
            if key not in self.known and self.left >= 0:
                self.left -= len(texts)
                self.known[key] = _accepted(texts, self.read)
            if found := self.known.get(key, []):
                return found
        return []


def _plainly(value: str) -> str:
    """A text in which every word is replaced for which the language has one other."""
    for wording in WORDS:
        if len(wording.says) == 1:
            value = wording.pattern.sub(wording.templates[0], value)
    return value


def _candidates(value: str) -> Iterator[list[str]]:
    """What each wording makes of a text."""
    for wording in WORDS:
        if wording.pattern.search(value):
            yield [wording.pattern.sub(says, value) for says in wording.templates]
    parts = _parts(value)
    for wording in STATEMENTS:
        for start, end in parts:
            match = wording.pattern.fullmatch(value, start, end)
            if match is not None:
                yield [value[:start] + match.expand(says) + value[end:] for says in wording.templates]


def _parts(value: str) -> list[tuple[int, int]]:
    """The stretches of each line between two joints, the longest first: the whole line, and those of up to
    `MOST_JOINED` parts, as all of a long line would be too many."""
    found = []
    begin = 0
    for line in value.split("\n"):
        first, last = begin + len(line) - len(line.lstrip()), begin + len(line.rstrip())
        joints = list(_JOINT.finditer(value, first, last))
        starts = [first, *(joint.end() for joint in joints)]
        ends = [*(joint.start() for joint in joints), last]
        near = {(start, end) for at, start in enumerate(starts) for end in ends[at : at + MOST_JOINED]}
        found += [(start, end) for start, end in {(first, last), *near} if start < end]
        begin += len(line) + 1
    return sorted(found, key=lambda part: (part[0] - part[1], part[0]))


def _lines_of(old: str, new: str) -> str:
    """The lines of a new text that the old one does not have."""
    before = old.split("\n")
    lines = [line for line in new.split("\n") if line not in before]
    return BREAK.join([lines[0].strip(), *(line.rstrip() for line in lines[1:])]) if lines else ""


def _fix_of(text: Text, new: str) -> Fix | None:
    """The fix that writes a new text in the place of one, if the style in which that is written allows it."""
    start, end, replacement = _changed(text.value, new)
    style = text.layout.style if text.layout is not None else ""
    if "\n" in text.value[start:end] + replacement or "\\" in replacement:
        return None
    if style == "" and not _SAFE.fullmatch(new):
        whole = text.span.end - text.span.start == len(text.value)
        return Fix(text.span, f'"{new}"') if whole and '"' not in new else None
    if style in ('"', "'") and style in replacement:
        return None
    return Fix(text.span_of(start, end), replacement)


def _changed(old: str, new: str) -> tuple[int, int, str]:
    """The stretch of a text that is replaced, and by what: whole words."""
    shorter = min(len(old), len(new))
    same = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    while same and old[same - 1].isalnum():
        same -= 1
    rest = next((at for at in range(shorter - same) if old[-1 - at] != new[-1 - at]), shorter - same)
    while rest and old[len(old) - rest].isalnum():
        rest -= 1
    return same, len(old) - rest, new[same : len(new) - rest]
