"""A queue in which one thing is done at a time, part by part, by turns between addresses and their matches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

import attrs

from ..seats.shares import Shares, Wish

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class UnwantedError(Exception):
    """What was to be done was not wanted any more before it was done."""


@attrs.frozen
class Part(Generic[Result_co]):
    """What one turn has come to: the result, if it is there. `own` is how many seconds of it have brought the result
    nearer (None: all of them)."""

    result: Result_co | None = None
    done: bool = False
    own: float | None = None


Step = Callable[[bool], Awaitable[Part[Result]]]
"""Does the next part; the last one if this is true."""


@attrs.define(eq=False)
class _Work:
    step: Step[Any]
    wanted: Callable[[], bool]
    future: asyncio.Future[Any]


class Queue:
    """What is to be done, and whoever waits for it.

    Args:
        shares: say whose turn it is.
    """

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._work: dict[Hashable, _Work] = {}
        self._running: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._work)

    async def do(
        self, wish: Wish, step: Step[Result], wanted: Callable[[], bool] = lambda: True
    ) -> Result | None:
        """Does something, by turns with others. Raises `UnwantedError` if it is not `wanted` any more, and what steps
        raise."""
        key = object()
        work = _Work(step, wanted, asyncio.get_running_loop().create_future())
        self._work[key] = work
        self._shares.add(key, wish, time.monotonic())
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        try:
            found: Result | None = await work.future
            return found
        finally:
            self._remove(key)

    def _remove(self, key: Hashable) -> None:
        self._work.pop(key, None)
        self._shares.remove(key)

    async def _run(self) -> None:
        """Gives turns until nothing is left to do."""
        while (turn := self._shares.next(time.monotonic())) is not None:
            work = self._work[turn.key]
            began = time.monotonic()
            part = await self._part(work, turn.last)
            now = time.monotonic()
            self._shares.used(turn.key, now - began, now, part.own)
            if part.done:
                self._remove(turn.key)
                if not work.future.done():
                    work.future.set_result(part.result)

    @staticmethod
    async def _part(work: _Work, last: bool) -> Part[Any]:
        """One part; what goes wrong in it concerns only those who wait for it."""
        try:
            if not work.wanted():
                raise UnwantedError
            part: Part[Any] = await work.step(last)
        except asyncio.CancelledError:
            work.future.cancel()
            task = asyncio.current_task()
            if task is not None and task.cancelling():  # it is not the part that was cancelled, but the queue
                raise
        except Exception as error:
            if not work.future.done():
                work.future.set_exception(error)
        else:
            return part
        return Part(done=True)

    def close(self) -> None:
        """Nothing more is done; the wait of whoever waits is cancelled."""
        if self._running is not None:
            self._running.cancel()
        for work in list(self._work.values()):
            work.future.cancel()
