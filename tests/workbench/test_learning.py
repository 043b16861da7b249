"""The learner of docs/learning.md beats bots that play at random, whatever its seed, and what it learnt is why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .conftest import ROOT
from .test_adapters import library

PAGE = ROOT / "docs" / "learning.md"


def learner() -> Any:
    """The class from the page."""
    block = next(
        one
        for one in re.findall(r"```python[^\n]*\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        if "class Learner" in one
    )
    names: dict[str, Any] = {"numpy": library("numpy")}
    exec(block[: block.index("\npoker = ")], names)
    return names["Learner"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "rate", "matches", "margin"), [("leduc-poker", 0.003, 4000, 0.4), ("do-podzemi", 0.1, 500, 0.6)]
)
def test_it_beats_bots_that_play_at_random(name: str, rate: float, matches: int, margin: float) -> None:
    library("gymnasium")
    library("rulewright.adapters.gymnasium")
    gymnasium = library("gymnasium")
    for seed in (2, 3):
        one = learner()(gymnasium.make(f"rulewright/{name}-v0").unwrapped, rate, seed)
        before = one.worth()
        for _ in range(matches):
            one.play(learn=True)
        after = one.worth(600)
        assert after > margin
        assert after - before > margin
