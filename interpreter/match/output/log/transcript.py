"""What one reader has read of a log, in order, as far as it is final.

In: the lines of a log, which grow and are cut. Out: for each line that the reader may read, its text and the action
that made it visible. Each line is read once; the lines of players who act simultaneously are read when all have
answered, sorted by player, since the order in which they answered is not public. Until then they belong to the rest,
which is short, and read anew each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from ....ir import NONE
from ...setup.names import MatchNames
from .line import LogLine

EVERY = 16
"""After how many lines a transcript notes where it stands, to come back to it when lines are cut."""

Chosen = tuple[int, int] | None
"""The player and the strand's place of a secret choice that ends a transcript (place NONE: in no strand)."""


class ReadLine(NamedTuple):
    """A line that its reader may read: the action that made it visible (-1: none), and its text."""

    step: int
    text: str
    line: LogLine

    @property
    def is_choice(self) -> bool:
        return self.line.kind in ("choice", "luck")


class _Stand(NamedTuple):
    """How much was read when `lines` lines were: the number of entries and of choices among them, and the last."""

    lines: int
    read: int
    choices: int
    chosen: Chosen


class Transcript:
    """What a reader has read in a language: `read`, and the number of choices among it."""

    def __init__(self, names: MatchNames, reader: int | None, language: str) -> None:
        self.names, self.reader, self.language = names, reader, language
        self.read: list[ReadLine] = []
        self.choices = 0
        self._lines = 0  # how many lines of the log have been read
        self._chosen: Chosen = None
        self._stands = [_Stand(0, 0, 0, None)]

    def copy(self) -> Transcript:
        found = Transcript(self.names, self.reader, self.language)
        found.read, found.choices = self.read[:], self.choices
        found._lines, found._chosen, found._stands = self._lines, self._chosen, self._stands[:]
        return found

    def first_since(self, step: int) -> int:
        """The number of the first entry that is visible from this action on, or later."""
        return bisect_left(self.read, step, key=lambda one: one.step)

    def go_on(self, lines: list[LogLine], end: int) -> None:
        """Reads on, up to the `end`-th line, from which on lines are not final yet."""
        while self._lines < end:
            first, line = self._lines, lines[self._lines]
            self._gather(line)
            last = first if line.joined is None else line.place
            more, self._chosen = self._of(lines, first, last + 1)
            self.read += more
            self.choices += sum(one.is_choice for one in more)
            self._lines = last + 1
            if self._lines - self._stands[-1].lines >= EVERY and self._chosen is None:
                self._stands.append(_Stand(self._lines, len(self.read), self.choices, self._chosen))

    def _gather(self, line: LogLine) -> None:
        """Forgets the secret choices with which a series began whose last line tells what was chosen in it. They have
        been held back until then."""
        gathered = line.gathers(self.reader)
        if gathered is not None and self._chosen is not None and self.read[-1].step >= gathered.first:
            self.read.pop()
            self.choices -= 1
            self._chosen = None

    def rest(self, lines: list[LogLine]) -> tuple[list[ReadLine], Chosen]:
        """What follows, as far as the reader may already read it, and the secret choice with which it ends."""
        return self._of(lines, self._lines, len(lines))

    def is_said(self, one: ReadLine, then: ReadLine | None) -> bool:
        """Whether what follows a secret choice says that its player has done something."""
        if then is None or one.line.kind != "choice" or one.line.visibility(self.reader) != "that":
            return False
        return then.step == one.step and then.line.names_player(one.line.player, self.reader)

    def cut(self, end: int) -> None:
        """Forgets what has been read from the `end`-th line on, and some lines before, which are read again."""
        if self._lines <= end:
            return
        while self._stands[-1].lines > end:
            self._stands.pop()
        self._lines, count, self.choices, self._chosen = self._stands[-1]
        del self.read[count:]

    def _of(self, lines: list[LogLine], first: int, end: int) -> tuple[list[ReadLine], Chosen]:
        """What the reader may read of some lines. Consecutive secret choices of a player are one entry."""
        found: list[ReadLine] = []
        chosen = self._chosen
        for line in self._in_order(lines, first, end):
            if not (text := line.text(self.names, self.reader, self.language)):
                continue
            that = line.kind == "choice" and line.visibility(self.reader) == "that"
            by = (line.player, line.place if line.strand else NONE) if that else None
            if by is None or by != chosen:
                found.append(ReadLine(line.visible_from(self.reader), text, line))
            chosen = by
        return found, chosen

    def _in_order(self, lines: list[LogLine], first: int, end: int) -> Iterable[LogLine]:
        """The lines in the order in which they become visible."""
        if end - first < 2:
            return lines[first:end]
        places = {
            number: (lines[number].place, lines[number].strand)
            if lines[number].joined is not None and self.reader != lines[number].strand - 1
            else (number, 0)
            for number in range(first, end)
        }
        return [lines[number] for number in sorted(places, key=places.__getitem__)]
