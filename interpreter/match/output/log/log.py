"""The log of a match: its lines (`writer`), and what each reader has read of them (`transcript`).

Nothing is read twice: new lines cost the same however many there are already, and going back discards only what is
later.
"""

from __future__ import annotations

from .....dsl.languages import BASE
from ....memory.words import Memory
from ...state.history import History
from .transcript import Transcript
from .writer import LogWriter


class Log:
    """The log of one history. `cuts` counts how often the history has gone back."""

    def __init__(self, history: History) -> None:
        self.writer = LogWriter(history)
        self.cuts = 0
        self._names = history.names
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
            copy._transcripts = {key: one.copy(writer) for key, one in self._transcripts.items()}
            copy.cut(count, history.at(count).memory)
        return copy

    def transcript(self, reader: int | None, language: str = BASE) -> Transcript:
        """What a reader (None: an onlooker) reads in a language."""
        key = reader, language
        if key not in self._transcripts:
            self._transcripts[key] = Transcript(self.writer, self._names, reader, language)
        return self._transcripts[key]
