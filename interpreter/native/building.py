"""From a program to a native engine: from the cache if it is there, else written, compiled and kept.

In: a program, and what else its code must hold. Out: a `NativeEngine`, or `CannotCompile` with the reason. What an
engine needs beside the code is kept with it, so that a hit neither writes nor compiles anything. Faults are kept with
the numbers of their spans among the program's: the texts themselves belong to the game.
"""

from __future__ import annotations

import gc
import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib import resources
from typing import Any

import attrs

from ...dsl.diagnostics.source import Span
from ..ir import Fault, Program
from ..ir.fingerprint import Fingerprint, fingerprint
from ..python.engine import PythonEngine
from .cache import Cache, Entry
from .cache import cache as usual_cache
from .compiling import PIPELINES, Level, MachineCode, Stage, compile_image, host
from .engine import NativeEngine
from .module import NativeModule, build_module

GENERATOR = ("ir", "kernels", "memory", "native")
"""The folders of the interpreter whose code decides what machine code a program becomes."""

NOT_KEPT = ("module", "functions", "metered")
"""The fields of a `NativeModule` that only whoever adds code or measures needs."""


@attrs.frozen
class Recipe:
    """What to compile: a program, the plain procedures that can be called from outside, and how.
    `counting` and `batch` are those of `build_module`."""

    program: Program = attrs.field(repr=False)
    exported: tuple[int, ...] = ()
    counting: bool = False
    batch: bool = False
    level: Level = "light"

    def key(self, about: Fingerprint) -> str:
        """The name of its entry in a cache: a digest over all that its code depends on."""
        parts = (
            "rulewright",
            about.digest,
            generator(),
            repr(self.exported),
            repr(self.counting),
            repr(self.batch),
            PIPELINES[self.level],
            *map(str, attrs.astuple(host())),
        )
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def generator() -> str:
    """A digest over the sources that write machine code; empty if they are not there to be read. Then nothing is
    kept: nobody could say which code has written it."""
    found, read = hashlib.sha256(), 0
    for folder in GENERATOR:
        sources = resources.files(f"{__package__.rpartition('.')[0]}.{folder}").iterdir()
        for source in sorted((one for one in sources if one.name.endswith(".py")), key=lambda one: one.name):
            found.update(source.name.encode() + b"\n" + source.read_bytes())
            read += 1
    return found.hexdigest() if read else ""


def cached(recipe: Recipe, kept: Cache | None = None, about: Fingerprint | None = None) -> bool:
    """Whether the cache seems to have an entry."""
    kept = _usual(kept)
    return kept.has(recipe.key(fingerprint(recipe.program) if about is None else about))


def _usual(kept: Cache | None) -> Cache:
    if not generator():
        return Cache(None, "the sources of rulewright are not there to be read")
    return usual_cache() if kept is None else kept


def build(
    recipe: Recipe,
    python: PythonEngine | None = None,
    *,
    kept: Cache | None = None,
    about: Fingerprint | None = None,
    stage: Stage = nullcontext,
) -> NativeEngine:
    """The engine of a recipe. Raises `CannotCompile`, and what `stage` raises.

    `python` answers what is rarely asked (without it, one is made if it is needed); `kept` is the cache (the user's
    own), `about` the program's fingerprint (if known). `stage` surrounds each stretch of work inside LLVM.
    """
    kept = _usual(kept)
    about = fingerprint(recipe.program) if about is None else about
    key = recipe.key(about)
    entry = kept.load(key)
    module = None if entry is None else _unpacked(entry.data, about)
    if entry is None or module is None:
        with _uncollected():
            module = build_module(recipe.program, recipe.exported, recipe.counting, recipe.batch)
            text = module.text
        image = compile_image(text, recipe.level, stage)
        kept.store(key, Entry(image, _packed(module, about)))
    else:
        image = entry.image
    with stage():
        code = MachineCode(image)
    return NativeEngine(recipe.program, module, code, python)


_paused = threading.Event()


@contextmanager
def _uncollected() -> Iterator[None]:
    """No rubbish is collected in here, unless another thread is in here and leaves. Writing a module makes some
    hundred thousand objects, which all stay until it is compiled: looking at them again and again took longer than
    making them."""
    if not gc.isenabled():
        yield
        return
    _paused.set()
    gc.disable()
    try:
        yield
    finally:
        _collect_again()


def _collect_again() -> None:
    if _paused.is_set():
        _paused.clear()
        gc.enable()


if hasattr(os, "register_at_fork"):  # nobody leaves in a child
    os.register_at_fork(after_in_child=_collect_again)


def _packed(module: NativeModule, about: Fingerprint) -> dict[str, Any]:
    """What an engine needs of a module beside its code, as JSON data."""
    numbers = {_place(span): number for number, span in enumerate(about.spans)}
    found: dict[str, Any] = {}
    for field in attrs.fields(NativeModule):
        value = getattr(module, field.name)
        if field.name == "faults":
            value = [
                [one.code, one.message, None if one.span is None else numbers[_place(one.span)]]
                for one in value
            ]
        elif isinstance(value, dict):
            value = [list(pair) for pair in value.items()]
        if field.name not in NOT_KEPT:
            found[field.name] = value
    return found


def _unpacked(data: dict[str, Any], about: Fingerprint) -> NativeModule | None:
    """The module again, without what only whoever adds code needs; None if it is not for this program."""
    given: dict[str, Any] = {"module": None, "functions": {}}
    try:
        for field in attrs.fields(NativeModule):
            if field.name in NOT_KEPT:
                continue
            value = data[field.name]
            if field.name == "faults":
                value = tuple(
                    Fault(code, message, None if span is None else about.spans[span])
                    for code, message, span in value
                )
            elif isinstance(value, list):
                value = dict(value)
            given[field.name] = value
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return NativeModule(**given)


def _place(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end
