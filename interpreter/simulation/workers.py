"""Worker processes that share the tasks of a job.

In: what each process does first, what it does with a task, and the tasks. Out: the results, in the order of the
tasks, so that what comes out does not depend on who was quicker. When the consumer stops, however it does, the
processes are ended at once; Ctrl-C is the parent's business alone, so they say nothing to it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

Result = TypeVar("Result")
Task = tuple[int, int]


class WorkerLost(Exception):  # noqa: N818 (something that happens to a process, not an error of this one)
    """A process has died, or could not do its task."""


def share(
    first: Callable[[], object], work: Callable[[int, int], Result], tasks: Sequence[Task], processes: int
) -> Iterator[Result]:
    """The result of every task, by this many processes. Raises `WorkerLost` if one of them is lost."""
    context = multiprocessing.get_context("spawn")
    ends = [context.Pipe() for _ in range(min(processes, len(tasks)))]
    workers = [context.Process(target=_serve, args=(end, first, work), daemon=True) for _, end in ends]
    try:
        with _deaf_to_interrupts():
            for worker in workers:
                worker.start()
        for _, end in ends:
            end.close()
        yield from _in_order([mine for mine, _ in ends], tasks)
    finally:
        for worker in workers:
            if worker.pid is not None:
                worker.terminate()
                worker.join()


def _serve(end: Connection, first: Callable[[], object], work: Callable[[int, int], object]) -> None:
    """What a process does until it is told no more."""
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        first()
        while True:
            end.send(work(*end.recv()))


def _in_order(ends: list[Connection], tasks: Sequence[Task]) -> Iterator[Any]:
    """Gives out tasks one by one, and the results in order."""
    following, given = iter(enumerate(tasks)), 0
    busy: dict[Connection, int] = {}
    done: dict[int, object] = {}

    def give(end: Connection) -> None:
        for number, task in following:
            busy[end] = number
            end.send(task)
            return

    try:
        for end in ends:
            give(end)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                done[busy.pop(ready)] = ready.recv()
                give(ready)
            while given in done:
                yield done.pop(given)
                given += 1
    except (EOFError, OSError) as error:
        raise WorkerLost("a process that played matches has died") from error


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start in it ignore Ctrl-C from their first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
