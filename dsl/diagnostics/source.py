"""Sources and spans: the file and the place of a piece of text.

Positions are offsets in code points from the start of the source; lines and columns count from 1.
"""

from bisect import bisect_right
from functools import cached_property

import attrs


@attrs.define(slots=False, frozen=True, eq=False)
class Source:
    """One file (or other named text) that was handed to the language."""

    name: str
    text: str = attrs.field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        starts = [0]
        for index, character in enumerate(self.text):
            if character == "\n":
                starts.append(index + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line break."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end].rstrip("\r")


@attrs.frozen(eq=False)
class Span:
    """A stretch of a source, `start` inclusive, `end` exclusive."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of its start, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of its start, from 1."""
        return self.source.position(self.start)[1]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def overlaps(self, other: "Span") -> bool:
        """Whether the two have something in common."""
        return self.source is other.source and self.start < other.end and other.start < self.end

    def to(self, other: "Span") -> "Span":
        """The stretch from the start of this span to the end of the other; this one, if the other is in another
        source."""
        if other.source is not self.source:
            return self
        return Span(self.source, self.start, max(self.end, other.end))
