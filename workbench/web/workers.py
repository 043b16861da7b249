"""What takes long happens in other processes: bots think there, and replays are made there.

Each process reads the matches from the database, and keeps those that it has seen last. A match always goes to the
same process, which then only has to add the latest choices. They run at a lower priority, so that the server itself
answers immediately. A process works in short parts, by turns for all who want something of it (`seats.shares`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import os
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from multiprocessing import parent_process
from pathlib import Path
from typing import TypeVar

import attrs

from ...interpreter import Match, processes
from ...interpreter.bots.registry import read_bot
from ...interpreter.match.setup.engine_choice import VARIABLE
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.simulation.workers import pool
from ..agents import offer
from ..seats.latest import keep
from ..seats.library import GameLibrary
from ..seats.seating import MOST_SECONDS
from ..seats.shares import ROOM, Budgets, Shares, Wish
from ..seats.thinking import Thinking, Thought, decision_about
from ..wire.refusals import RefusalError
from . import limits
from .counters import COUNTERS
from .queue import Part, Queue, UnwantedError
from .replay import ReplayPage, Replays
from .resume import beginning, follow, resume, rules_of
from .rules import Rules, RulesLibrary
from .store import MatchRow, Reader

Result = TypeVar("Result")

KEPT = 50
"""The matches that each process keeps."""
PART = 0.1
"""Seconds that a process works for one, before it is the turn of another."""
RATE, SIZE = 0.25, 80.0
"""The seconds of thinking that an address gets back with each second, and the most that it can have. Both are
for each process. The less is left, the shorter its bots think while others wait."""
NICE = 5


@attrs.define
class Worker:
    """What one process has: the database, the rules that it has read, and its matches (the latest last)."""

    reader: Reader
    library: RulesLibrary
    matches: dict[tuple[str, str], Match] = attrs.field(factory=dict)
    thoughts: dict[tuple[str, Thinking], Thought] = attrs.field(factory=dict)
    replays: Replays = attrs.field(factory=Replays)

    def match(self, identity: str, choices: int) -> Match:
        """A match after a number of choices. Raises `RefusalError` if there is no such match."""
        entries = self.reader.entries(identity, choices)
        key = identity, self.reader.beginning_key(identity)  # at a design table, the rules change
        known = self.matches.get(key)
        if known is None:
            row, rules = self._row(identity)
            known = resume(row, rules, entries)
        else:
            del self.matches[key]  # it is not kept if its rules do not lead there any more
            follow(known, entries)
        keep(self.matches, key, known, KEPT)
        return known

    def thought(self, identity: str, about: Thinking) -> Thought | None:
        """A bot's thought, begun or new; None if the match has changed. Raises as `match` does."""
        key = identity, about
        found = self.thoughts.get(key)
        if found is None:
            match = self.match(identity, about.choices)
            decision = decision_about(match, about)
            if decision is None:
                return None
            found = Thought(match, about, decision)
        keep(self.thoughts, key, found, ROOM + 2)  # some may have been given up
        return found

    def replay(
        self, identity: str, choices: int, reader: int | None, first: int, seconds: float
    ) -> ReplayPage | None:
        """A page of a replay; None if it takes longer than these seconds. Raises `RefusalError` if there is no such
        match."""
        entries = self.reader.entries(identity, choices)
        begin = functools.partial(self._beginning, identity)
        whose = f"{identity} {self.reader.beginning_key(identity)}", reader
        return self.replays.page(whose, entries, first, seconds, begin)

    def _beginning(self, identity: str) -> Match:
        return beginning(*self._row(identity))

    def _row(self, identity: str) -> tuple[MatchRow, Rules]:
        row = self.reader.match(identity)
        if row is None:
            raise RefusalError("RW723", "there is no such match any more")
        return row, rules_of(row, self.library, self.reader)


_worker: Worker | None = None


def _begin(path: Path, engine: str, agents: tuple[str, ...]) -> None:
    """Called once in each process."""
    offer(agents)
    os.environ[VARIABLE] = engine
    global _worker
    if processes.CAN_FORK:
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


def think(
    identity: str, about: Thinking, last: bool = False, seconds: float = math.inf
) -> Part[JournalEntry]:
    """A part of a bot's thought, in this process: its choice, if it has decided; none either if the match has
    changed."""
    assert _worker is not None, "_begin comes first"
    thought = _worker.thought(identity, about)
    if thought is None:
        return Part(done=True)
    before = thought.own
    try:
        entry = thought.go_on(seconds, last)
    except BaseException:
        del _worker.thoughts[identity, about]
        raise
    if entry is not None:
        del _worker.thoughts[identity, about]
    return Part(entry, entry is not None, thought.own - before)


def forget(identity: str, about: Thinking) -> None:
    """Lets go of a thought that nobody wants any more, in this process."""
    assert _worker is not None, "_begin comes first"
    _worker.thoughts.pop((identity, about), None)


def replayed(
    match: str, choices: int, reader: int | None, first: int, seconds: float = math.inf
) -> Part[ReplayPage]:
    """A part of making a page of a replay, in this process."""
    assert _worker is not None, "_begin comes first"
    page = _worker.replay(match, choices, reader, first, seconds)
    return Part(page, page is not None)


def _too_many(message: str) -> RefusalError:
    return RefusalError("RW732", message, f"ask again in {limits.LATER:g} seconds")


@attrs.define(eq=False)
class _Asked:
    """A page of a replay, and how many wait for it."""

    task: asyncio.Task[ReplayPage | None]
    waiting: int = 0


class Workers:
    """The processes. Each is started when it is first needed, and again if it dies.

    Args:
        path: the database.
        processes: how many think; one more makes replays.
        engine: what they play on.
        agents: bots that they know besides those that ship.
    """

    def __init__(
        self, path: Path, processes: int, engine: str = "auto", agents: tuple[str, ...] = ()
    ) -> None:
        self._path, self._engine, self._agents = path, engine, agents
        self._pools: list[tuple[Executor, contextlib.ExitStack] | None] = [None] * (processes + 1)
        self._dead: set[int] = set()
        budgets = Budgets(RATE * processes, SIZE * processes)
        self._thinking = [Queue(Shares(budgets)) for _ in range(processes)]
        self._replaying = Queue(Shares(room=0, room_of_one=1))
        self._replies = limits.Buckets(limits.REPLIES, limits.REPLIES_AT_ONCE)
        self._asked: dict[tuple[object, ...], _Asked] = {}
        self._closed = False

    async def think(
        self,
        match: str,
        about: Thinking,
        address: str = "",
        waited: bool = True,
        wanted: Callable[[], bool] = lambda: True,
    ) -> JournalEntry | None:
        """The choice of a bot; None if the match has changed. It counts as one for this address; `waited`: a person
        waits for it. Raises `UnwantedError` if it is not `wanted` any more, and what the bot raises."""
        place = zlib.crc32(match.encode()) % len(self._thinking)
        _, budget = read_bot(about.bot)
        seconds = budget.seconds if budget is not None and budget.seconds is not None else math.inf
        wish = Wish(match, address, waited, seconds, MOST_SECONDS)
        work = functools.partial(think, match, about, seconds=PART)
        try:
            return await self._thinking[place].do(
                wish, lambda last: self._run(place, functools.partial(work, last=last)), wanted
            )
        except UnwantedError:
            await self._run(place, functools.partial(forget, match, about))
            raise

    async def replay(
        self, match: str, choices: int, reader: int | None, first: int, address: str = ""
    ) -> ReplayPage:
        """A page of a replay, after a while if this address has had many of them. All at an address who ask for the
        same one wait for it together. Raises `RefusalError` if the address asks for too much."""
        seconds = self._replies.wait(address, limits.LATER)
        if seconds is None:
            raise _too_many("your address has asked for too many replays")
        await asyncio.sleep(seconds)
        while True:
            asked = self._asked_for(address, match, choices, reader, first)
            asked.waiting += 1
            try:
                page = await asyncio.shield(asked.task)
            except UnwantedError:  # those who waited for it had gone just before
                continue
            finally:
                asked.waiting -= 1
            assert page is not None, "it is done when there is one"
            return page

    def _asked_for(self, address: str, match: str, choices: int, reader: int | None, first: int) -> _Asked:
        key = address, match, choices, reader, first
        if key in self._asked:
            return self._asked[key]
        waiting = sum(one[0] == address for one in self._asked)
        if waiting >= limits.REPLAYS_OF_ONE:
            raise _too_many(f"{waiting} replays are being made for your address already")
        work = functools.partial(replayed, match, choices, reader, first, PART)
        place = len(self._pools) - 1
        made = self._replaying.do(
            Wish(match, address), lambda _: self._run(place, work), lambda: self._asked[key].waiting > 0
        )
        asked = self._asked[key] = _Asked(asyncio.create_task(made))
        asked.task.add_done_callback(functools.partial(self._made, key))
        return asked

    def _made(self, key: tuple[object, ...], task: asyncio.Task[ReplayPage | None]) -> None:
        del self._asked[key]
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any more

    @property
    def failing(self) -> bool:
        """Whether a process has died lately, and the one that took its place, too."""
        return bool(self._dead)

    async def _run(self, place: int, work: Callable[[], Result]) -> Result:
        began, dead = time.monotonic(), False
        try:
            return await self._tried(place, work)
        except BrokenExecutor:
            dead = True
            raise
        finally:
            (self._dead.add if dead else self._dead.discard)(place)
            sort = "replays" if place == len(self._pools) - 1 else "bots"
            COUNTERS.add("worker_seconds", sort, time.monotonic() - began)

    async def _tried(self, place: int, work: Callable[[], Result]) -> Result:
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

    def _pool(self, place: int) -> Executor:
        if self._closed:  # its process was ended, and must not be started again
            raise RefusalError("RW725", "the server stops")
        known = self._pools[place]
        if known is None:
            ends = contextlib.ExitStack()
            # a replay is quick on any engine, and to make machine code of the rules would keep all replays waiting
            engine = "python" if place == len(self._thinking) else self._engine
            begin = functools.partial(_begin, self._path, engine, self._agents)
            known = self._pools[place] = ends.enter_context(pool(1, begin)), ends
        return known[0]

    def _discard(self, place: int, broken: Executor) -> None:
        """Lets go of a process that died, unless another thought has done so and started a new one."""
        known = self._pools[place]
        if known is not None and known[0] is broken:
            COUNTERS.add("worker_failures")
            self._pools[place] = None
            known[1].close()

    def close(self) -> None:
        """Ends the processes, in the middle of a thought too."""
        self._closed = True
        for queue in (*self._thinking, self._replaying):
            queue.close()
        for known in self._pools:
            if known is not None:
                known[1].close()
