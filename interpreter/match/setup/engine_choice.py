"""The names of engines, which one is the usual one, and whether this installation has it."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Literal, get_args

from ..errors import EngineError

Wanted = Literal["auto", "python", "native"]
"""An engine, or "auto": Python's, and the native one once that pays, if it can be had."""

WANTED: tuple[Wanted, ...] = get_args(Wanted)

VARIABLE = "RULEWRIGHT_ENGINE"
"""The environment variable that says which engine is used where nothing else says it."""

EXTRA = ("llvmlite", "platformdirs")
"""The libraries of the extra `native`."""


def wanted_engine(name: str | None = None) -> Wanted:
    """The engine of that name; without a name, the one that the environment names, else "auto". Raises
    `EngineError` for a name that no engine has."""
    chosen = os.environ.get(VARIABLE, "auto") if name is None else name
    for one in WANTED:
        if chosen == one:
            return one
    where = f" (in {VARIABLE})" if name is None else ""
    raise EngineError(f"there is no engine '{chosen}'{where}", f"choose from {', '.join(WANTED)}")


def missing_library() -> str:
    """The library that the native engine needs and that is not installed; empty if nothing is missing."""
    return next((library for library in EXTRA if find_spec(library) is None), "")


def unavailable() -> str:
    """Why this installation has no native engine, and what to do about it; empty if it has one."""
    library = missing_library()
    if not library:
        return ""
    return f'the native engine needs {library}, which is not installed: pip install "rulewright[native]"'
