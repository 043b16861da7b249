"""Games that are grown deep and wide, and rules that go on for ever: the native engine plays them as the Python
engine does, or stops at the same place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from rulewright.interpreter.lower import lower

from ...amount import sample
from ..grown import DEEP, RUNAWAY, WIDE
from ..lower.micro import game_of
from ..test_deep import DEPTHS
from .lockstep import both, play

LASTING: dict[str, Callable[[], str]] = {name: partial(DEEP[name], depth) for name, depth in DEPTHS.items()}
LASTING |= {f"wide: {name}": text for name, text in WIDE.items()}


@pytest.mark.parametrize("name", sample(list(LASTING), 16))
def test_games_that_are_deep_or_wide(name: str) -> None:
    engines = both(lower(game_of(LASTING[name]())).program)
    for seed in range(2):
        assert play(*engines, 1 + seed, seed, 6).fault is None


@pytest.mark.parametrize("name", sample(list(RUNAWAY), 8))
def test_rules_that_go_on_for_ever_stop_at_the_same_place(name: str) -> None:
    engines = both(lower(game_of(RUNAWAY[name]())).program)
    match = play(*engines, 2, 1, 6)
    if name != "an invariant":  # it is asked for from outside
        assert match.fault is not None
        assert match.fault[0].code == "RW410"
        assert match.fault[1] is not None
