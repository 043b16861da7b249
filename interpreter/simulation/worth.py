"""What options and cards are worth: how much more often somebody wins with them, and because of them.

    found = measure(WorthJob(loader, matches=400, players=3, policies=("greedy:4",) * 3), progress=print)

That a card is *won when chosen* may only mean that those choose it who win anyway. So matches between bots are gone
through once more, and at some of their decisions everything is played on twice, with the same luck and by the same
bots: an option is taken, or not; a card that has come to a player is left there, or exchanged for another one that
the rules could have dealt. The difference in wins is what it is worth.
"""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any

import attrs

from ..match.setup.rules import Rules, prepare
from .continuing import AtRandom, Players, ThenAtRandom, Thinking
from .evidence import Evidence, Observer
from .otherwise import Otherwise, Subject, rates
from .scheme import Scheme
from .simulate import Progress, packed
from .workers import WorkerLost, pool
from .worths import WorthJob, Worths, worths_of

__all__ = ["WorthJob", "Worths", "measure"]

SURVEYED = 20
"""The most matches in which is counted how often each thing can be measured, before measuring begins."""
SURVEY = 0.1
"""For at most this part of the time, if that is limited."""
TASK = 1.0
"""How many seconds a task should take."""


def measure(
    job: WorthJob,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Worths:
    """Measures what options and cards are worth.

    Args:
        job: what to measure.
        processes: how many processes share the work; with an executor, for how many workers there should be tasks.
        executor: does the work instead of processes of our own.
        progress: called with (finished matches, all matches) after each task.
        until: when to stop, as `time.monotonic()` counts; the matches until then count.

    Returns:
        What was found; after an interrupt, in the matches that were done.

    Raises:
        EngineError: there is no such engine, or the native one cannot be had.
        Exception: whatever a loader or a bot raises.
    """
    token, found = uuid.uuid4().hex, Evidence()
    otherwise = _observer(job, token).otherwise
    stopped = lost = False
    try:
        with _working(processes, executor) as (workers, given):
            surveyed = _surveyed(job, token, given, workers, until)
            taken = rates(surveyed.chances, surveyed.matches, job.playouts)
            tasks = _Tasks(job, token, taken, until)
            for part in tasks.done(given, workers):
                found.include(part)
                if progress is not None:
                    progress(found.matches, job.matches)
            stopped = found.matches < job.matches
    except KeyboardInterrupt:
        stopped = True
    except (WorkerLost, BrokenExecutor):
        stopped = lost = True
    return worths_of(job, found, otherwise, interrupted=stopped, lost=lost)


@contextlib.contextmanager
def _working(processes: int, executor: Executor | None) -> Generator[tuple[int, Executor | None], None, None]:
    """How many workers there are, and what they belong to; None if this process works."""
    if executor is not None:
        yield max(processes, 1), executor
    elif processes < 2:
        yield 1, None
    else:
        with pool(processes) as own:
            yield processes, own


def _surveyed(
    job: WorthJob, token: str, executor: Executor | None, workers: int, until: float | None
) -> Evidence:
    """How often everything can be measured, in the first matches; it takes no more than a part of the time."""
    matches, found = min(SURVEYED, max(4, job.matches // 10)), Evidence()
    began = time.monotonic()
    for first in range(0, matches, workers):
        tasks = [_Task(job, token, one, one + 1, None) for one in range(first, min(first + workers, matches))]
        for part in map(_work, tasks) if executor is None else executor.map(_work, tasks):
            found.include(part)
        if until is not None and time.monotonic() > began + SURVEY * (until - began):
            break
    return found


@attrs.frozen
class _Task:
    """The matches of a job from `first` to `last` - 1. Without rates, they are only surveyed."""

    work: WorthJob
    token: str
    first: int
    last: int
    rates: dict[Subject, float] | None

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (packed(self.work), self.token, self.first, self.last, self.rates)


def _unpacked(work: bytes, *rest: Any) -> _Packed:
    return _Packed(work, rest)


@attrs.frozen
class _Packed:
    """A task on its way: the job is unpacked only when it is worked on, so that a failure is one of the task."""

    work: bytes
    rest: tuple[Any, ...]

    def task(self) -> _Task:
        """The task. Raises whatever unpickling raises."""
        import pickle

        return _Task(pickle.loads(self.work), *self.rest)


class _Tasks:
    """Gives out the matches of a job, in tasks that take about a second each."""

    def __init__(self, job: WorthJob, token: str, taken: dict[Subject, float], until: float | None) -> None:
        self._job, self._token, self._rates, self._until = job, token, taken, until
        self._given, self._size = 0, 1

    def _next(self) -> _Task | None:
        if self._given >= self._job.matches or (
            self._until is not None and self._given and time.monotonic() >= self._until
        ):
            return None
        first = self._given
        self._given = min(first + self._size, self._job.matches)
        return _Task(self._job, self._token, first, self._given, self._rates)

    def _took(self, matches: int, seconds: float) -> None:
        """Learns how long a task took."""
        if seconds > 0:
            self._size = max(1, min(int(TASK * matches / seconds), 4 * matches))

    def done(self, executor: Executor | None, workers: int) -> Generator[Evidence, None, None]:
        """What is found in each task."""
        if executor is None:
            while (task := self._next()) is not None:
                began = time.monotonic()
                found = _work(task)
                self._took(found.matches, time.monotonic() - began)
                yield found
            return
        busy: dict[Future[Evidence], float] = {}
        try:
            while True:
                while len(busy) < workers + 1 and (task := self._next()) is not None:
                    busy[executor.submit(_work, task)] = time.monotonic()
                if not busy:
                    return
                ready, _ = wait(busy, return_when=FIRST_COMPLETED)
                for future in ready:
                    found, began = future.result(), busy.pop(future)
                    self._took(found.matches, time.monotonic() - began)
                    yield found
        finally:
            for future in busy:
                future.cancel()


@attrs.frozen
class _Observing:
    observer: Observer
    otherwise: Otherwise


_OBSERVERS: dict[str, _Observing] = {}
_LOADING = threading.Lock()
_KEPT = 4


def _observer(job: WorthJob, token: str) -> _Observing:
    """What measures; made once for a job in a process."""
    with _LOADING:
        if token not in _OBSERVERS:
            while len(_OBSERVERS) >= _KEPT:
                del _OBSERVERS[next(iter(_OBSERVERS))]
            game = job.loader()
            rules = prepare(game, engine=job.engine)
            otherwise = Otherwise(Scheme(rules, job.players, detail=False))
            observer = Observer(otherwise, _players(job, rules), job.players, job.seed, job.repeats)
            _OBSERVERS[token] = _Observing(observer, otherwise)
        return _OBSERVERS[token]


def _players(job: WorthJob, rules: Rules) -> Players:
    """Whoever plays the matches of a job."""
    if job.quick:
        return AtRandom(rules, job.players, job.options)
    thinking = ThenAtRandom if job.then_random else Thinking
    return thinking(rules, job.players, job.options, job.policies, job.engine)


def _work(given: _Task | _Packed) -> Evidence:
    """Does a task."""
    task = given.task() if isinstance(given, _Packed) else given
    observer = _observer(task.work, task.token).observer
    if task.rates is None:
        return observer.survey(task.first, task.last)
    return observer.measure(task.first, task.last, task.rates)
