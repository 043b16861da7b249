"""Worker processes, as an executor of `concurrent.futures` that stops when its user stops.

The processes are spawned, ignore Ctrl-C (only the parent handles it), and are ended immediately when the parent is
done with them, for whatever reason, even in the middle of a task. Inside a page of a browser there are none: what
they would do is done where it is asked for.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from .. import processes

Result = TypeVar("Result")

MOMENT = 1.0
"""The most seconds that a process which has ended takes to say so."""


class WorkerLost(Exception):  # noqa: N818 (something that happens to a process, not an error of this one)
    """A process died."""


class Here(Executor):
    """Does each task immediately, where it is asked for."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        done: Future[Result] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


@contextlib.contextmanager
def pool(count: int, first: Callable[[], object] | None = None) -> Iterator[Executor]:
    """An executor with this many processes. Each calls `first` before its first task."""
    if not processes.CAN_FORK:
        if first is not None:
            first()
        yield Here()
        return
    context = _Context()
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=first)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in context.started:
            worker.terminate()
        for worker in context.started:
            _ended(worker)


def _ended(worker: SpawnProcess) -> None:
    """Waits until a process has ended. The executor's own thread waits for it, too: if that one is first, it may take
    a moment until the process says so."""
    worker.join()
    patience = time.monotonic() + MOMENT
    while worker.is_alive() and time.monotonic() < patience:
        time.sleep(0.001)


def share(
    first: Callable[[], object],
    work: Callable[[int, int], Result],
    tasks: Sequence[tuple[int, int]],
    processes: int,
) -> Iterator[Result]:
    """The result of every task, from this many processes, in the order of the tasks, so that it does not depend on
    which process was faster. Raises `WorkerLost` if a process dies."""
    try:
        with pool(min(processes, len(tasks)), first) as executor:
            yield from executor.map(work, *zip(*tasks, strict=True))
    except BrokenExecutor as error:
        raise WorkerLost("a process has died") from error


class _Worker(SpawnProcess):
    def start(self) -> None:
        with _deaf_to_interrupts():
            super().start()


class _Context(SpawnContext):
    """Remembers the processes that it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        worker = _Worker(*args, **kwargs)
        self.started.append(worker)
        return worker


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start inside this context ignore Ctrl-C from the beginning."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
