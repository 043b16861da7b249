"""Runs one case of a kind, and says what is wrong with how it went: an exception, a run that is too long, memory.

A case is a kind, a seed and a number: the same three make the same case again.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

LONGEST = 10.0
"""The most seconds of processor that a case may take."""
LARGEST = 250
"""The most megabytes by which a process may grow once it is warm."""
WARM = 400
"""How many cases warm a process up: by then its caches of games and texts are filled."""

Kind = Callable[[random.Random, float], None]
"""Makes a case from luck and a scale (1: small) and checks it; raises where something is wrong."""


class TooLongError(BaseException):
    """Stops a case; no handler of exceptions catches it."""


@attrs.frozen
class Finding:
    kind: str
    number: int
    what: str
    where: str  # probably the same for findings with the same cause
    told: str = ""


def case(name: str, kind: Kind, seed: int, number: int, scale: float) -> Finding | None:
    """Runs a case; None if all went as it should."""
    dice = random.Random(f"{seed}/{name}/{number}")
    began = time.process_time()
    try:
        with _limited():
            kind(dice, scale)
    except TooLongError:
        told = traceback.format_exc()
        return Finding(name, number, f"more than {LONGEST:g} s", _place(told), told)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        told = traceback.format_exc()
        return Finding(name, number, f"{type(error).__name__}: {str(error)[:300]}", _place(told), told)
    spent = time.process_time() - began
    if spent > LONGEST:
        return Finding(name, number, f"{spent:.0f} s", "too long")
    return None


def _place(told: str) -> str:
    """The innermost line of the project in a traceback."""
    lines = [line.strip() for line in told.splitlines() if line.strip().startswith("File ")]
    lines = [line for line in lines if "fuzz/harness.py" not in line]
    own = [line for line in lines if "rulewright" in line or "/tests/" in line]
    return (own or lines or ["?"])[-1]


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Raises in a case that takes too long, if the system supports it: in seconds of processor, since other work may
    go on beside it, or so many more of the clock that it waits for something in vain."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLongError

    usual = {one: signal.signal(one, stop) for one in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    signal.setitimer(signal.ITIMER_REAL, 20 * LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in usual.items():
            signal.signal(one, handler)


def megabytes() -> float:
    """How much memory this process has, without memory that is free but kept by the allocator, of which a few huge
    games leave much. 0 if it is unknown."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # not every C library can
        ctypes.CDLL(None).malloc_trim(0)
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
