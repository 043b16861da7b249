"""The programs in `c/`, compiled for this machine and called from Python: what an expert would get by hand.

    play = playouts("tic-tac-toe")              # None if there is no compiler
    if play is not None:
        decisions, tally = play(1_000_000, seed=7, players=2)

`why_not()` says why there is none. Each program is compiled once for a process, into a folder that goes with it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol

SOURCES = Path(__file__).with_name("c")
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC")
ROOM = 32
"""The longest tally has 27 numbers."""


class Playouts(Protocol):
    """Plays whole matches of random moves."""

    def __call__(self, matches: int, *, seed: int, players: int = 2) -> tuple[int, list[int]]:
        """How many decisions of players there were, and how many matches ended in each way: see each program."""
        ...


def compiler() -> str | None:
    """The C compiler: `CC`, or `cc`; None if it is not there."""
    return shutil.which(os.environ.get("CC", "cc"))


def why_not() -> str:
    """Why there are no C programs here; empty if there are."""
    return "" if compiler() else "There is no C compiler: the programs in `c/` were not measured."


def programs() -> list[str]:
    """The names of the games that have a program in C."""
    return sorted(path.stem for path in SOURCES.glob("*.c"))


def playouts(name: str, function: str = "play") -> Playouts | None:
    """The function of a program in C, or None if there is no compiler.

    Raises subprocess.CalledProcessError if the program does not compile, and FileNotFoundError if it does not exist.
    """
    command = compiler()
    if command is None:
        return None
    found = _library(name, command)[function]
    found.restype = ctypes.c_int64
    found.argtypes = (ctypes.c_int64, ctypes.c_uint64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))
    return _playouts(found)


def _playouts(function: Callable[..., int]) -> Playouts:
    def play(matches: int, *, seed: int, players: int = 2) -> tuple[int, list[int]]:
        tally = (ctypes.c_int64 * ROOM)()
        decisions = function(matches, seed, players, tally)
        return decisions, list(tally)

    return play


@cache
def _library(name: str, command: str) -> ctypes.CDLL:
    source = SOURCES / f"{name}.c"
    if not source.exists():
        raise FileNotFoundError(source)
    target = Path(_folder().name) / f"{name}.so"
    subprocess.run([command, *FLAGS, "-o", str(target), str(source)], check=True)
    return ctypes.CDLL(str(target))


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="by-hand-", ignore_cleanup_errors=True)
