"""The machine code of kernels that are the same for all games: compiled once for each version and processor."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import attrs

from ..engine.background import stage
from . import twins
from .building import generator
from .cache import Entry
from .cache import cache as usual_cache
from .compiling import PIPELINES, compile_image, host
from .statuses import CannotCompile
from .translate import Kernel, translate


def kernel_image(name: str, exported: Iterable[Kernel]) -> bytes:
    """Compiled kernels, from the cache if they are there. Raises `CannotCompile` where the sources of rulewright are
    missing."""
    if not generator():
        raise CannotCompile(
            f"the sources of rulewright are not there to be read, and {name} is compiled from them"
        )
    parts = (f"rulewright {name}", generator(), PIPELINES["full"], *map(str, attrs.astuple(host())))
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    kept = usual_cache()
    entry = kept.load(key)
    if entry is None:
        module = translate(name, exported, twins.TWINS, twins.SWAPS)
        entry = Entry(compile_image(module, "full", stage), {})
        kept.store(key, entry)
    return entry.image
