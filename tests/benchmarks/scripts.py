"""The scripts in `benchmarks`, which is no package: they import what lies beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[2] / "benchmarks"


@contextmanager
def scripts(*names: str) -> Iterator[dict[str, Any]]:
    """These modules by name; other tests do not see them."""
    before = dict(sys.modules)
    sys.path.insert(0, str(FOLDER))
    try:
        yield {name: __import__(name) for name in names}
    finally:
        sys.path.remove(str(FOLDER))
        for name in set(sys.modules) - set(before):
            if _lies_there(sys.modules[name]):
                del sys.modules[name]


def _lies_there(module: ModuleType) -> bool:
    return Path(getattr(module, "__file__", None) or "/").parent == FOLDER
