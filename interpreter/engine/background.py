"""Compiling beside other work, in a process that may end or fork meanwhile.

LLVM cannot be interrupted, and what it works with is taken apart when the process ends. So each stretch of work
inside it stands in a `stage`. After the end of the program, no stage begins any more; and if one has begun, the
process ends without taking anything apart, or, where the system cannot do this, waits for the end of that stage. A
process that is forked during a stage never compiles: its copy of LLVM stands in the middle of that stage for ever.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import threading
from collections.abc import Callable, Iterator

STACK = 64 * 1024 * 1024
"""Bytes of stack for the thread: LLVM calls itself as deeply as rules are nested."""


class GivenUpError(Exception):
    """The program has ended, or this process cannot compile."""


class _State:
    """What all threads share, behind `gate`."""

    def __init__(self) -> None:
        self.gate = threading.Lock()
        self.inside = 0  # the number of threads that are in a stage
        self.ending = False
        self.orphaned = False
        self.threads: set[threading.Thread] = set()


_state = _State()


@contextlib.contextmanager
def stage() -> Iterator[None]:
    """Surrounds work inside LLVM. Raises `GivenUpError` if it must not begin."""
    with _state.gate:
        if _state.ending or _state.orphaned:
            raise GivenUpError
        _state.inside += 1
    try:
        yield
    finally:
        with _state.gate:
            _state.inside -= 1


def is_orphaned() -> bool:
    """Whether this process was forked while another thread compiled, and so cannot compile."""
    return _state.orphaned


def start(work: Callable[[], None], name: str) -> threading.Thread:
    """Does some work in a thread, for which the process does not wait. It ends quietly with `GivenUpError`."""

    def run() -> None:
        try:
            with contextlib.suppress(GivenUpError):
                work()
        finally:
            with _state.gate:
                _state.threads.discard(threading.current_thread())

    thread = threading.Thread(target=run, name=name, daemon=True)
    with _state.gate:
        _state.threads.add(thread)
        usual = threading.stack_size(STACK)
        try:
            thread.start()
        except BaseException:
            _state.threads.discard(thread)
            raise
        finally:
            threading.stack_size(usual)
    return thread


def _end() -> None:
    """The program has ended."""
    with _state.gate:
        _state.ending = True
        inside, threads = _state.inside, list(_state.threads)
    if inside and not _leave_undone():
        for thread in threads:
            thread.join()


def _leave_undone() -> bool:
    """Lets the process end, with its own exit code, before anything of LLVM is taken apart; says whether it will."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        # `on_exit` calls it before all that was registered earlier, with the exit code as its first argument.
        return bool(library.on_exit(library._exit, None) == 0)
    return False


def _before_fork() -> None:
    _state.gate.acquire()


def _after_fork() -> None:
    _state.gate.release()


def _after_fork_in_child() -> None:
    _state.gate = threading.Lock()
    _state.orphaned = _state.orphaned or _state.inside > 0
    _state.inside = 0
    _state.threads.clear()


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork_in_child)
