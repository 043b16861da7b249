"""The script of docs/learning.md that learns by regrets comes near an equilibrium: OpenSpiel measures it exactly."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest
import rulewright

SCRIPT = Path(__file__).parents[2] / "docs" / "regret.py"


@pytest.fixture(scope="module")
def regret() -> ModuleType:
    pytest.importorskip("pyspiel")
    spec = spec_from_file_location("regret", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_exploitability_falls(regret: ModuleType) -> None:
    learning = regret.learn(rulewright.load("classics/kuhn-poker"), 1e9, rows=256, seed=1, curious=0.5)
    table, _, matches = next(islice(learning, 9, None))
    poker = regret.Poker("classics/kuhn-poker", table)
    early = poker.exploitability(table)
    table, _, later = next(islice(learning, 599, None))
    assert 0 < matches < later
    assert len(table.keys) == len({told for told, _, _ in poker.states}) == 12
    assert poker.exploitability(table) < min(0.05, early / 3)


def test_what_was_seen_before_counts(regret: ModuleType) -> None:
    """The same view after two ways of getting there are two states of information."""
    np = pytest.importorskip("numpy")
    table = regret.Table(3, 2)
    seen = np.array([[1, 0, 0.5], [1, 0, 0.5]], np.float32)
    keys = table.key(np.array([1, 2], np.uint64), seen)
    assert keys[0] != keys[1]
    assert list(table.find(keys)) != list(table.find(keys[::-1]))
    assert table.find(keys)[0] == table.find(keys[:1])[0]
