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
    early = poker.exploitability()
    table, _, later = next(islice(learning, 599, None))
    assert 0 < matches < later
    assert len(table.rows) == len(poker.known) == 12
    assert poker.exploitability() < min(0.05, early / 3)


def test_states_that_nobody_has_met_are_measured_too(regret: ModuleType) -> None:
    """After two steps there is none in the table where the second player has been asked twice."""
    learning = regret.learn(rulewright.load("classics/kuhn-poker"), 1e9, rows=2, seed=1, curious=0.5)
    table, _, _ = next(learning)
    assert len(table.rows) <= 2
    assert regret.Poker("classics/kuhn-poker", table).exploitability() > 0.3
    assert len(table.rows) == 12


def test_long_matches_and_many_states_have_room(regret: ModuleType) -> None:
    """More decisions than are usual, and more states than a table begins with; it ends when its time is over."""
    learning = regret.learn(rulewright.load("hrad"), 0.5, rows=64, seed=1, curious=0.5)
    *_, (table, spent, _) = learning
    assert 0.5 <= spent < 30
    assert len(table.rows) > 64
    learning = regret.learn(rulewright.load("classics/connect-four"), 1e9, rows=256, seed=1, curious=0.5)
    *_, (table, _, matches) = islice(learning, 90)
    assert matches > 256
    assert 1024 < len(table.rows) <= len(table.regrets) == len(table.policies)


def test_what_was_seen_before_counts(regret: ModuleType) -> None:
    """The same view after two ways of getting there are two states of information."""
    np = pytest.importorskip("numpy")
    table = regret.Table(3, 2)
    seen = np.array([[1, 0, 0.5], [1, 0, 0.5]], np.float32)
    keys = table.key(np.array([1, 2], np.uint64), seen)
    assert keys[0] != keys[1]
    assert list(table.find(keys)) != list(table.find(keys[::-1]))
    assert table.find(keys)[0] == table.find(keys[:1])[0]
