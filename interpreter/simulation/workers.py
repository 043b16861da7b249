"""Worker processes that share the tasks of a job.

In: what each process does first, what it does with a task, and the tasks. Out: the results, in the order of the
tasks, so that they do not depend on which process was faster. When the consumer stops, for whatever reason, the
processes are ended immediately. Only the parent handles Ctrl-C; the processes ignore it.
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
    """A process died, or could not do its task."""


def share(
    first: Callable[[], object], work: Callable[[int, int], Result], tasks: Sequence[Task], processes: int
) -> Iterator[Result]:
    """The result of every task, from this many processes. Raises `WorkerLost` if one of them is lost."""
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
    """What a process does until the parent closes its pipe."""
    with contextlib.suppress(EOFError, OSError):  # the parent has ended
        first()
        while True:
            end.send(work(*end.recv()))


def _in_order(ends: list[Connection], tasks: Sequence[Task]) -> Iterator[Any]:
    """Hands out tasks one by one, and yields the results in order."""
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
    """Processes that start inside this context ignore Ctrl-C from the beginning."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
