"""The kernels of searching as functions of Python, and what they need of a game's machine code."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from ..engine.background import GivenUpError, stage
from ..ir import Fault
from .building import generator
from .cache import Entry
from .cache import cache as usual_cache
from .compiling import PIPELINES, MachineCode, compile_image, host
from .engine import NativeEngine
from .search import search_module
from .statuses import CannotCompile


@attrs.frozen
class Routines:
    """The addresses of functions of a game's machine code, each with the memory first and the context last, and what
    they need. Score and heuristic are 0 if they are not to be used.

    Attributes:
        faults: what a status stands for: status n for the fault n - 1.
        scratch: how many cells a context has for its own use.
        most_options: for how many actions a list of legal actions must have room.
        code: keeps the machine code alive.
    """

    act: int
    options: int
    waiting: int
    player: int
    draw: int
    finish: int
    faults: tuple[Fault, ...]
    scratch: int
    most_options: int
    score: int = 0
    heuristic: int = 0
    code: Any = None


@attrs.frozen
class Kernels:
    """The compiled kernels of `search`. Their first argument is the address of the numbers of a search. Other threads
    of Python run while they do."""

    search: Callable[[int, int], int]
    compare: Callable[[int, int], int]
    find_arm: Callable[[int, int, int, int], int]
    file_arms: Callable[[int], None]
    value_of: Callable[[int, int, int], float]
    code: Any = None


def _function(code: MachineCode, name: str, returns: Any, arguments: int) -> Callable[..., Any]:
    kind = ctypes.CFUNCTYPE(returns, ctypes.c_void_p, *[ctypes.c_int64] * arguments)
    return kind(code.address(name))


@cache
def kernels() -> Kernels:
    """The kernels, linked once in a process. Raises `CannotCompile` where the sources of rulewright are missing, or
    the process cannot compile."""
    try:
        image = _image()
        with stage():
            code = MachineCode(image)
    except GivenUpError:
        raise CannotCompile("this process was forked while another thread compiled") from None
    return Kernels(
        search=_function(code, "search", ctypes.c_int64, 1),
        compare=_function(code, "compare", ctypes.c_int64, 1),
        find_arm=_function(code, "find_arm", ctypes.c_int64, 3),
        file_arms=_function(code, "file_arms", None, 0),
        value_of=_function(code, "value_of", ctypes.c_double, 2),
        code=code,
    )


def _image() -> bytes:
    """The compiled kernels, from the cache if they are there."""
    if not generator():
        raise CannotCompile(
            "the sources of rulewright are not there to be read, and searching is compiled from them"
        )
    parts = ("rulewright search", generator(), PIPELINES["full"], *map(str, attrs.astuple(host())))
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    kept = usual_cache()
    entry = kept.load(key)
    if entry is None:
        entry = Entry(compile_image(search_module(), "full", stage), {})
        kept.store(key, entry)
    return entry.image


def routines_of(engine: NativeEngine, score: int | None, heuristic: int | None) -> Routines | None:
    """The routines of an engine, and those of the procedures for score and heuristic; None if one of these cannot be
    called from outside."""
    code, module = engine.code, engine.module
    numbers = {"score": score, "heuristic": heuristic}
    if any(one is not None and module.result_words.get(one) != 1 for one in numbers.values()):
        return None
    called = {name: 0 if one is None else code.address(f"call{one}") for name, one in numbers.items()}
    plain = {name: code.address(name) for name in ("act", "options", "waiting", "player", "draw", "finish")}
    return Routines(
        **plain,
        **called,
        faults=module.faults,
        scratch=module.scratch_cells,
        most_options=module.most_options,
        code=code,
    )


__all__ = ["Kernels", "Routines", "kernels", "routines_of"]
