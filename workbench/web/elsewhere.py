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
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.match.setup.engine_choice import VARIABLE
from rulewright.interpreter.match.state.journal import JournalEntry
from rulewright.interpreter.simulation.workers import pool

from ..protocol.host import RefusalError
from ..protocol.shelf import Shelf
from . import limits
from .replay import frames
from .resume import follow, resume, rules_of
from .rules import Library
from .store import MatchRow, Reader
from .table import Thinking

Result = TypeVar("Result")

KEPT = 50
"""The matches that each process keeps."""
REPLAYS = 8
"""The replays that the process keeps which makes them: pages ask for one part after the other."""
NICE = 5


@attrs.define
class Desk:
    """What one process has: the database, the rules that it has read, and its matches (the latest last)."""

    reader: Reader
    library: Library
    matches: dict[str, tuple[MatchRow, Match]] = attrs.field(factory=dict)
    replays: dict[tuple[str, int, int | None], list[str]] = attrs.field(factory=dict)

    def match(self, identity: str, choices: int) -> tuple[MatchRow, Match]:
        """A match after a number of choices. Raises `RefusalError` if there is no such match."""
        entries = self.reader.entries(identity, choices)
        known = self.matches.pop(identity, None)
        if known is None:
            row = self.reader.match(identity)
            if row is None:
                raise RefusalError("RW723", "there is no such match any more")
            known = row, resume(row, rules_of(row, self.library, self.reader), entries)
        else:
            follow(known[1], entries)
        self.matches[identity] = known
        for oldest in list(self.matches)[:-KEPT]:
            del self.matches[oldest]
        return known

    def replay(self, identity: str, choices: int, reader: int | None) -> list[str]:
        """The frames of a replay as JSON. Raises `RefusalError` if there is no such match."""
        wanted = (identity, choices, reader)
        known = self.replays.pop(wanted, None)
        if known is None:
            row = self.reader.match(identity)
            if row is None:
                raise RefusalError("RW723", "there is no such match any more")
            rules = rules_of(row, self.library, self.reader)
            known = list(frames(row, rules, self.reader.entries(identity, choices), reader))
        self.replays[wanted] = known
        for oldest in list(self.replays)[:-REPLAYS]:
            del self.replays[oldest]
        return known


_desk: Desk | None = None


def _begin(path: Path, engine: str) -> None:
    """Called once in each process."""
    os.environ[VARIABLE] = engine
    global _desk
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(AttributeError, OSError):  # not every system has it
        os.nice(NICE)
    _desk = Desk(Reader(path), Library(Shelf()))


def _end_with_parent() -> None:
    """Ends this process when the server has ended, even if it was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(about: Thinking) -> JournalEntry | None:
    """The choice of a bot, in this process; None if the match has changed. The bot's luck follows from the match and
    the number of choices, so the same bot chooses the same after a restart."""
    assert _desk is not None, "_begin comes first"
    _, match = _desk.match(about.match, about.choices)
    pending = next((one for one in match.decisions if one.player == about.seat), None)
    if len(match.journal) != about.choices or pending is None:
        return None
    bot = make_bot(about.bot, hash((match.seed, about.seat, about.choices)))
    option = bot.choose(match, pending)
    return JournalEntry(pending.strand, option.number)


def replayed(match: str, choices: int, reader: int | None, first: int) -> tuple[list[str], bool]:
    """Some frames of a replay as JSON, made in this process, and whether there are more."""
    assert _desk is not None, "_begin comes first"
    if first == 0:  # perhaps something was taken back, and as many other choices were made since
        _desk.replays.pop((match, choices, reader), None)
    found = _desk.replay(match, choices, reader)
    last = first + limits.FRAMES
    return found[first:last], last < len(found)


class Elsewhere:
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

    async def think(self, about: Thinking) -> JournalEntry | None:
        """The choice of a bot. Raises what the bot raises."""
        place = zlib.crc32(about.match.encode()) % (len(self._pools) - 1)
        return await self._run(place, functools.partial(think, about))

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


__all__ = ["Elsewhere", "replayed", "think"]
