"""What takes long happens in other processes: bots think there, and replays are made there.

Each process reads the matches from the database, and keeps those that it has seen last. A match always goes to the
same process, which then only has to add the latest choices. They run at a lower priority, so that the server itself
answers immediately.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import parent_process
from pathlib import Path
from typing import TypeVar

import attrs

from ...interpreter import Match
from ...interpreter.match.setup.engine_choice import VARIABLE
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.simulation.workers import pool
from ..seats.latest import keep
from ..seats.library import GameLibrary
from ..seats.thinking import Thinking, decision_about, thinker
from ..wire.refusals import RefusalError
from . import limits
from .replay import frames
from .resume import follow, resume, rules_of
from .rules import Rules, RulesLibrary
from .store import MatchRow, Reader

Result = TypeVar("Result")

KEPT = 50
"""The matches that each process keeps."""
REPLAYS = 8
"""The replays that the process keeps which makes them: pages ask for one part after the other."""
NICE = 5


@attrs.define
class Worker:
    """What one process has: the database, the rules that it has read, and its matches (the latest last)."""

    reader: Reader
    library: RulesLibrary
    matches: dict[str, Match] = attrs.field(factory=dict)
    replays: dict[tuple[str, int, int | None], list[str]] = attrs.field(factory=dict)

    def match(self, identity: str, choices: int) -> Match:
        """A match after a number of choices. Raises `RefusalError` if there is no such match."""
        entries = self.reader.entries(identity, choices)
        known = self.matches.get(identity)
        if known is None:
            row, rules = self._row(identity)
            known = resume(row, rules, entries)
        else:
            del self.matches[identity]  # it is not kept if its rules do not lead there any more
            follow(known, entries)
        keep(self.matches, identity, known, KEPT)
        return known

    def replay(self, identity: str, choices: int, reader: int | None) -> list[str]:
        """The frames of a replay as JSON. Raises `RefusalError` if there is no such match."""
        wanted = (identity, choices, reader)
        known = self.replays.get(wanted)
        if known is None:
            row, rules = self._row(identity)
            known = list(frames(row, rules, self.reader.entries(identity, choices), reader))
        keep(self.replays, wanted, known, REPLAYS)
        return known

    def _row(self, identity: str) -> tuple[MatchRow, Rules]:
        row = self.reader.match(identity)
        if row is None:
            raise RefusalError("RW723", "there is no such match any more")
        return row, rules_of(row, self.library, self.reader)


_worker: Worker | None = None


def _begin(path: Path, engine: str) -> None:
    """Called once in each process."""
    os.environ[VARIABLE] = engine
    global _worker
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(AttributeError, OSError):  # not every system has it
        os.nice(NICE)
    _worker = Worker(Reader(path), RulesLibrary(GameLibrary()))


def _end_with_parent() -> None:
    """Ends this process when the server has ended, even if it was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(identity: str, about: Thinking) -> JournalEntry | None:
    """The choice of a bot, in this process; None if the match has changed."""
    assert _worker is not None, "_begin comes first"
    match = _worker.match(identity, about.choices)
    decision = decision_about(match, about)
    if decision is None:
        return None
    return JournalEntry(decision.strand, thinker(match, about).choose(match, decision).number)


def replayed(match: str, choices: int, reader: int | None, first: int) -> tuple[list[str], bool]:
    """Some frames of a replay as JSON, made in this process, and whether there are more."""
    assert _worker is not None, "_begin comes first"
    if first == 0:  # perhaps something was taken back, and as many other choices were made since
        _worker.replays.pop((match, choices, reader), None)
    found = _worker.replay(match, choices, reader)
    last = first + limits.FRAMES
    return found[first:last], last < len(found)


class Workers:
    """The processes. Each is started when it is first needed, and again if it dies.

    Args:
        path: the database.
        processes: how many think; one more makes replays.
        engine: what they play on.
    """

    def __init__(self, path: Path, processes: int, engine: str = "auto") -> None:
        self._path, self._engine = path, engine
        self._pools: list[tuple[ProcessPoolExecutor, contextlib.ExitStack] | None] = [None] * (processes + 1)
        self._closed = False

    async def think(self, match: str, about: Thinking) -> JournalEntry | None:
        """The choice of a bot. Raises what the bot raises."""
        place = zlib.crc32(match.encode()) % (len(self._pools) - 1)
        return await self._run(place, functools.partial(think, match, about))

    async def replay(
        self, match: str, choices: int, reader: int | None, first: int
    ) -> tuple[list[str], bool]:
        """Some frames of a replay as JSON, and whether there are more."""
        work = functools.partial(replayed, match, choices, reader, first)
        return await self._run(len(self._pools) - 1, work)

    async def _run(self, place: int, work: Callable[[], Result]) -> Result:
        executor = self._pool(place)
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work)
        except BrokenExecutor:  # the process died: another one tries once more
            self._discard(place, executor)
        executor = self._pool(place)
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work)
        except BrokenExecutor:
            self._discard(place, executor)
            raise

    def _pool(self, place: int) -> ProcessPoolExecutor:
        if self._closed:  # its process was ended, and must not be started again
            raise RefusalError("RW725", "the server stops")
        known = self._pools[place]
        if known is None:
            ends = contextlib.ExitStack()
            begin = functools.partial(_begin, self._path, self._engine)
            known = self._pools[place] = ends.enter_context(pool(1, begin)), ends
        return known[0]

    def _discard(self, place: int, broken: ProcessPoolExecutor) -> None:
        """Lets go of a process that died, unless another thought has done so and started a new one."""
        known = self._pools[place]
        if known is not None and known[0] is broken:
            self._pools[place] = None
            known[1].close()

    def close(self) -> None:
        """Ends the processes, in the middle of a thought too."""
        self._closed = True
        for known in self._pools:
            if known is not None:
                known[1].close()
