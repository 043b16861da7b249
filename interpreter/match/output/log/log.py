"""The log of a match as each reader gets it: in the reader's language, and only what the reader may know.

In: the lines of a history (`writer`), and what each reader has read of them (`transcript`). Nothing is read twice:
new lines cost the same however many there are already, and going back discards only what is later.
"""

from __future__ import annotations

from rulewright.dsl.languages import BASE

from ....ir import NONE
from ....memory.words import Memory
from ...state.history import History
from ...state.position import Position
from .line import LogLine
from .reveal_lines import LAID
from .transcript import ReadLine, Transcript
from .writer import LogWriter


class Log:
    """The log of one history. `cuts` counts how often the history has gone back."""

    def __init__(self, history: History) -> None:
        self.writer = LogWriter(history)
        self.cuts = 0
        self._rules, self._names = history.rules, history.names
        self._transcripts: dict[tuple[int | None, str], Transcript] = {}

    def cut(self, count: int, memory: Memory) -> None:
        """Discards what happened after the first `count` actions, which lead to this memory (it is not changed)."""
        self.cuts += 1
        lines = self.writer.cut(count, memory)
        if lines is not None:
            for transcript in self._transcripts.values():
                transcript.cut(lines)

    def copy_for(self, history: History, count: int) -> Log:
        """A log of another history, which has the first `count` actions in common with this one."""
        copy, writer = Log(history), self.writer.copy_for(history, count)
        if writer is not None:
            copy.writer = writer
            copy._transcripts = {key: one.copy() for key, one in self._transcripts.items()}
            copy.cut(count, history.at(count).memory)
        return copy

    @property
    def _lines(self) -> list[LogLine]:
        return self.writer.written()[0]

    # ------------------------------------------------------------------------- answers

    def texts(self, position: Position, reader: int | None, language: str, since: int = 0) -> list[str]:
        """The lines as a reader may read them, in the order in which they become visible to that reader; from the
        `since`-th action on, with 0 also those before the first action.

        A series of secret choices of one player is a single line, which appears when the series ends: a secret
        choice may have led to further ones. It is left out if the next line says what that player did.
        """
        transcript = self._transcript(reader, language)
        first = transcript.first_since(since) if since > 0 else 0
        found = self._for_people(position, transcript, first)
        return [one.text for one in found if one.step >= since or since <= 0]

    def read(self, position: Position, reader: int | None, first: int = 0) -> list[tuple[int, LogLine]]:
        """The lines that a reader may read, from the `first`-th on, each with the action that made it visible."""
        found = self._read(position, self._transcript(reader, BASE), first)
        return [(one.step, one.line) for one in found]

    def parts(self, position: Position, reader: int | None, language: str) -> list[tuple[str, str]]:
        """The lines that a reader may read, each with what it adds to the previous one if both belong to one move:
        what to do, with what, and where are separate choices. Empty if a line stands for itself."""
        found: list[tuple[str, str]] = []
        before: LogLine | None = None
        for one in self._for_people(position, self._transcript(reader, language), 0):
            joins = before is not None and self._joins(before, one.line, reader)
            added = one.line.adds(self._names, reader, language) if joins else ""
            found.append((one.text, added))
            before = one.line
        return found

    def _joins(self, before: LogLine, line: LogLine, reader: int | None) -> bool:
        """Whether two consecutive lines belong to one move of a player."""
        same = before.kind == line.kind == "choice" and before.player == line.player
        if (gathered := line.gathers(reader)) is not None:
            return gathered.within and same and before.step == gathered.first - 1
        near = before.strand == line.strand and (
            line.strand != 0 or before.step == line.step - 1 - line.skips
        )
        return (
            line.within and same and near and {before.visibility(reader), line.visibility(reader)} == {"what"}
        )

    def choices(self, position: Position, reader: int | None) -> int:
        """How many choices a reader knows of: consecutive secret ones count once."""
        transcript = self._transcript(reader, BASE)
        rest, _ = transcript.rest(self._lines)
        found = transcript.choices + sum(one.is_choice for one in rest)
        return found - self._is_held_back(position, transcript)  # the last one is a choice

    # --------------------------------------------------------------------- for one reader

    def _transcript(self, reader: int | None, language: str) -> Transcript:
        """What a reader has read so far, up to the first line that is not yet final."""
        key = reader, language
        if key not in self._transcripts:
            self._transcripts[key] = Transcript(self._names, reader, language)
        transcript = self._transcripts[key]
        transcript.go_on(*self.writer.written())
        return transcript

    def _read(self, position: Position, transcript: Transcript, first: int) -> list[ReadLine]:
        """What a reader may read, from the `first`-th line on."""
        rest, _ = transcript.rest(self._lines)
        found = [*transcript.read[first:], *rest[max(first - len(transcript.read), 0) :]]
        if found and self._is_held_back(position, transcript):
            found.pop()
        return found

    def _for_people(self, position: Position, transcript: Transcript, first: int) -> list[ReadLine]:
        """The same without the secret choices of which the next line says more, and without the end of a series of
        choices, if something was done in it."""
        found = self._read(position, transcript, first)
        follow = [*found[1:], None]
        shown = [one for one, then in zip(found, follow, strict=False) if not transcript.is_said(one, then)]
        return [one for one in shown if not self._is_left_out(one.line, transcript.reader)]

    def _is_left_out(self, line: LogLine, reader: int | None) -> bool:
        """Whether other lines say to a reader what a line says."""
        if line.key == LAID:
            return reader is not None and reader == line.values[0].number  # who has picked it
        return line.ends and line.visibility(reader) == "what" and line.gathers(reader) is None

    def _is_held_back(self, position: Position, transcript: Transcript) -> bool:
        """Whether the last line is a secret choice of a series that goes on."""
        _, chosen = transcript.rest(self._lines)
        if chosen is None or chosen[1] != NONE:
            return False
        pending = position.seen_by(transcript.reader).pending()
        mine = [one.site for one in pending if one.player == chosen[0]]
        return any(self._rules.site(site).secret for site in mine) or any(
            self.writer.picks_go_on(chosen[0], site) for site in mine
        )
