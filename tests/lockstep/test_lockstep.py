"""The same choices lead to the same memories in CPython and in Pyodide (`python -m tests.lockstep`: all games)."""

from __future__ import annotations

import os
import shutil

import pytest
from rulewright.workbench.files.shipped import shipped_games

from ..amount import sample
from .both import RUNTIME, differences

needs_pyodide = pytest.mark.skipif(
    "CI" not in os.environ and (shutil.which("node") is None or not RUNTIME.exists()),
    reason="Node.js or the page's packages are missing",
)


@needs_pyodide
def test_memories_are_the_same() -> None:
    games = sample(sorted(shipped_games()), 3)
    found, same = differences(games)
    assert found == []
    assert same == 2 * len(games)
