"""The log of a match as one reader gets it: in the reader's language, and only what the reader may know.

In: the lines of a log (`writer`), which grow and are cut. Out: for each line that the reader may read, its text and
the action that made it visible. Each line is read once, when it is final; the lines of players who act simultaneously
are read when all have answered, sorted by player, since the order in which they answered is not public. Until then
they belong to the rest, which is short, and read anew each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from ....ir import NONE
from ...setup.names import MatchNames
from ...state.position import Position
from .line import LogLine
from .reveal_lines import LAID
from .writer import LogWriter

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


class TurnLine(NamedTuple):
    """A line for programs, with the action that made it visible: the choice whose move it goes on, if it does;
    whether people need not read it, since others say the same; and whether a turn or a phase has begun since the line
    before it."""

    step: int
    line: LogLine
    before: LogLine | None
    said: bool
    begins: bool


class _Stand(NamedTuple):
    """How much was read when `lines` lines were: the number of entries and of choices among them, and the last."""

    lines: int
    read: int
    choices: int
    chosen: Chosen


class Transcript:
    """What a reader has read in a language."""

    def __init__(self, writer: LogWriter, names: MatchNames, reader: int | None, language: str) -> None:
        self.writer, self.names, self.reader, self.language = writer, names, reader, language
        self._read: list[ReadLine] = []
        self._choices = 0  # how many of them are choices
        self._lines = 0  # how many lines of the log have been read
        self._chosen: Chosen = None
        self._stands = [_Stand(0, 0, 0, None)]

    def copy(self, writer: LogWriter) -> Transcript:
        """The same, of a copy of the lines."""
        found = Transcript(writer, self.names, self.reader, self.language)
        found._read, found._choices = self._read[:], self._choices
        found._lines, found._chosen, found._stands = self._lines, self._chosen, self._stands[:]
        return found

    # ------------------------------------------------------------------------- answers

    def texts(self, position: Position, since: int = 0) -> list[str]:
        """The lines, in the order in which they become visible to the reader; from the `since`-th action on, with 0
        also those before the first action.

        A series of secret choices of one player is a single line, which appears when the series ends: a secret
        choice may have led to further ones. It is left out if the next line says what that player did.
        """
        self._go_on()
        first = bisect_left(self._read, since, key=lambda one: one.step) if since > 0 else 0
        return [one.text for one in self._for_people(position, first) if one.step >= since or since <= 0]

    def lines(self, position: Position, first: int = 0) -> list[TurnLine]:
        """The lines from the `first`-th on, and how they stand among the others."""
        found = self._visible(position, 0)
        earlier = range(min(first, len(found)) - 1, -1, -1)
        before = next((found[at].line for at in earlier if not self._is_for_programs(found, at)), None)
        last = found[first - 1].line if 0 < first <= len(found) else None
        told: list[TurnLine] = []
        for number, one in enumerate(found[first:], first):
            said = self._is_for_programs(found, number)
            joins = before is not None and not said and self._joins(before, one.line)
            begins = last is None or last.turn[0] != one.line.turn[0]
            told.append(TurnLine(one.step, one.line, before if joins else None, said, begins))
            last, before = one.line, before if said else one.line
        return told

    def parts(self, position: Position) -> list[tuple[str, str]]:
        """The lines, each with what it adds to the previous one if both belong to one move: what to do, with what,
        and where are separate choices. Empty if a line stands for itself."""
        found: list[tuple[str, str]] = []
        before: LogLine | None = None
        for one in self._for_people(position, 0):
            added = ""
            if before is not None and self._joins(before, one.line):
                added = one.line.adds_to(before, self.names, self.reader, self.language)
            found.append((one.text, added))
            before = one.line
        return found

    def choices(self, position: Position) -> int:
        """How many choices the reader knows of: consecutive secret ones count once."""
        rest, chosen = self._go_on()
        found = self._choices + sum(one.is_choice for one in rest)
        return found - self._is_held_back(position, chosen)  # the last one is a choice

    def _joins(self, before: LogLine, line: LogLine) -> bool:
        """Whether two consecutive lines belong to one move of a player."""
        same = before.kind == line.kind == "choice" and before.player == line.player
        if (gathered := line.gathers(self.reader)) is not None:
            return gathered.within and same and before.step == gathered.first - 1
        near = before.strand == line.strand and (
            line.strand != 0 or before.step == line.step - 1 - line.skips
        )
        told = {before.visibility(self.reader), line.visibility(self.reader)} == {"what"}
        return line.within and same and near and told

    def _for_people(self, position: Position, first: int) -> list[ReadLine]:
        """What the reader may read, from the `first`-th line on, without the secret choices of which the next line
        says more, and without the end of a series of choices, if something was done in it."""
        found = self._visible(position, first)
        return [one for number, one in enumerate(found) if not self._is_for_programs(found, number)]

    def _is_for_programs(self, found: list[ReadLine], at: int) -> bool:
        """Whether people need not read a line of these, since others say the same."""
        one = found[at]
        then = found[at + 1] if at + 1 < len(found) else None
        return self._is_said(one, then) or self._is_left_out(one.line) or self._is_told(found, at)

    def _is_told(self, found: list[ReadLine], at: int) -> bool:
        """Whether the line of an action says who has chosen, and what, where the choice led to it."""
        one = found[at]
        if one.line.kind != "choice" or one.line.strand or one.line.visibility(self.reader) != "what":
            return False
        if one.line.is_option and not one.line.pieces:
            return False
        for then in found[at + 1 :]:
            if then.step != one.step or then.line.kind != "event" or then.line.strand:
                return False
            if then.line.names_pick(one.line, self.reader):
                return True
        return False

    def _visible(self, position: Position, first: int) -> list[ReadLine]:
        """What the reader may read, from the `first`-th line on."""
        rest, chosen = self._go_on()
        found = [*self._read[first:], *rest[max(first - len(self._read), 0) :]]
        if found and self._is_held_back(position, chosen):
            found.pop()
        return found

    def _is_said(self, one: ReadLine, then: ReadLine | None) -> bool:
        """Whether what follows a secret choice says that its player has done something."""
        if then is None or one.line.kind != "choice" or one.line.visibility(self.reader) != "that":
            return False
        return then.step == one.step and then.line.names_player(one.line.player, self.reader)

    def _is_left_out(self, line: LogLine) -> bool:
        """Whether other lines say to the reader what a line says."""
        if line.key == LAID:
            return self.reader is not None and self.reader == line.values[0].number  # who has picked it
        return line.ends and line.visibility(self.reader) == "what" and line.gathers(self.reader) is None

    def _is_held_back(self, position: Position, chosen: Chosen) -> bool:
        """Whether the last line is a secret choice of a series that goes on."""
        if chosen is None or chosen[1] != NONE:
            return False
        pending = position.seen_by(self.reader).pending()
        mine = [one.site for one in pending if one.player == chosen[0]]
        return any(position.rules.site(site).secret for site in mine) or any(
            self.writer.picks_go_on(chosen[0], site) for site in mine
        )

    # ------------------------------------------------------------------------- reading

    def _go_on(self) -> tuple[list[ReadLine], Chosen]:
        """Reads on. Returns what follows the final lines, as far as the reader may already read it, and the secret
        choice with which it ends."""
        lines, end = self.writer.written()
        while self._lines < end:
            first, line = self._lines, lines[self._lines]
            self._gather(line)
            last = first if line.joined is None else line.place
            more, self._chosen = self._of(lines, first, last + 1)
            self._read += more
            self._choices += sum(one.is_choice for one in more)
            self._lines = last + 1
            if self._lines - self._stands[-1].lines >= EVERY and self._chosen is None:
                self._stands.append(_Stand(self._lines, len(self._read), self._choices, self._chosen))
        return self._of(lines, self._lines, len(lines))

    def _gather(self, line: LogLine) -> None:
        """Forgets the secret choices with which a series began whose last line tells what was chosen in it. They have
        been held back until then."""
        gathered = line.gathers(self.reader)
        if gathered is not None and self._chosen is not None and self._read[-1].step >= gathered.first:
            self._read.pop()
            self._choices -= 1
            self._chosen = None

    def cut(self, end: int) -> None:
        """Forgets what has been read from the `end`-th line on, and some lines before, which are read again."""
        if self._lines <= end:
            return
        while self._stands[-1].lines > end:
            self._stands.pop()
        self._lines, count, self._choices, self._chosen = self._stands[-1]
        del self._read[count:]

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
