"""The versions of a text that is being edited, and where a place of an older version is now.

Spans belong to the version that they were read from. What is kept from an older version keeps its spans; they are
moved when somebody asks, through the edits made since.
"""

from __future__ import annotations

import weakref

import attrs

from ..diagnostics.source import Source, Span


@attrs.frozen
class Edit:
    """A stretch of a source that was replaced; offsets in code points."""

    start: int
    end: int
    size: int
    """How long the replacement is."""

    def moved(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the old version is in the new one. What is written before it or after it stays outside;
        of what is half replaced, the new text is a part."""
        delta = self.size - (self.end - self.start)
        if start == end == self.start == self.end:
            return start, start + self.size  # written into what was empty
        if start >= self.end:
            start += delta
        elif start > self.start:
            start = self.start
        if end >= self.end and end > self.start:
            end += delta
        elif end > self.start:
            end = self.start + self.size
        return start, max(start, end)

    def followed_by(self, other: Edit) -> Edit | None:
        """This edit and the next one as one edit, if they move whatever stands outside in the same way."""
        size = self.size + other.size - (other.end - other.start)
        if self.start <= other.start and other.end <= self.start + self.size:
            return Edit(self.start, self.end, size)
        if (
            not self.size and other.end == self.start
        ):  # both delete, or the second replaces what is left of it
            return Edit(other.start, self.end, other.size)
        return None

    def earlier(self, offset: int) -> int:
        """Where an offset of the new version was in the old one; inside the replacement, where that begins."""
        if offset <= self.start:
            return offset
        if offset >= self.start + self.size:
            return offset - self.size + (self.end - self.start)
        return self.start


class Versions:
    """All versions of one source, from the first to the current one. Old versions are kept only while something that
    was read from them is kept."""

    def __init__(self, source: Source) -> None:
        self.current = source
        self._edits: list[Edit] = []
        self._joined: dict[
            int, tuple[int, list[Edit]]
        ] = {}  # the edits since a version, and how many they were
        self._numbers: weakref.WeakKeyDictionary[Source, int] = weakref.WeakKeyDictionary({source: 0})

    def edit(self, start: int, end: int, new: str) -> Source:
        """Replaces a stretch of the current version."""
        text = self.current.text
        start = max(0, min(start, len(text)))
        end = max(start, min(end, len(text)))
        self._edits.append(Edit(start, end, len(new)))
        self.current = Source(self.current.name, text[:start] + new + text[end:])
        self._numbers[self.current] = len(self._edits)
        return self.current

    def replace(self, text: str) -> Source:
        """Replaces the whole text: an edit of what differs."""
        old = self.current.text
        start = _common(old, text)
        same = min(_common(old[::-1], text[::-1]), min(len(old), len(text)) - start)
        return self.edit(start, len(old) - same, text[start : len(text) - same])

    def alias(self, source: Source) -> None:
        """Takes another source as the same as the current version, place by place."""
        self._numbers[source] = len(self._edits)

    def knows(self, source: Source) -> bool:
        return source in self._numbers

    @property
    def alive(self) -> int:
        """How many versions are still referred to."""
        return len(self._numbers)

    @property
    def number(self) -> int:
        """The number of the current version."""
        return len(self._edits)

    def changed_since(self, number: int) -> tuple[int, int]:
        """The stretch of the current version outside which nothing has changed since the version with a number."""
        start = end = -1
        for one in self._edits[number:]:
            if start < 0:
                start, end = one.start, one.start + one.size
                continue
            end = max(one.moved(end, end)[1], one.start + one.size)
            start = min(start, one.start)
        return start, end

    def now(self, span: Span) -> Span | None:
        """Where a stretch of any version is in the current one; None if nothing of it is left."""
        at = self._numbers.get(span.source)
        if at is None:
            return None
        start, end = span.start, span.end
        for one in self._since(at):
            start, end = one.moved(start, end)
        return Span(self.current, start, end) if end > start or span.end == span.start else None

    def _since(self, version: int) -> list[Edit]:
        """The edits since a version; what was typed or deleted in a row is one of them."""
        done, joined = self._joined.get(version, (version, []))
        for edit in self._edits[done:]:
            last = joined[-1] if joined else None
            both = last.followed_by(edit) if last is not None else None
            if both is None:
                joined.append(edit)
            else:
                joined[-1] = both
        self._joined[version] = len(self._edits), joined
        return joined

    def then(self, source: Source, offset: int) -> int | None:
        """Where a place of the current version was in an older one."""
        at = self._numbers.get(source)
        if at is None:
            return None
        for one in reversed(self._edits[at:]):
            offset = one.earlier(offset)
        return offset


def _common(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginnings."""
    least, most = 0, min(len(one), len(other))
    while least < most:  # the longest equal beginning, by halves: comparing stretches is quick
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
