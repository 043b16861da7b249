"""The Python engine on hand-made programs."""

from __future__ import annotations

import random

from rulewright.interpreter.python_engine import Engine

from .games import bidding


def play(engine: Engine, players: int, seed: int) -> list[bytes]:
    rng = random.Random(seed)
    m = engine.start(players, seed)
    states = [m.tobytes()]
    while not engine.over(m):
        engine.act_main(m, rng.choice(engine.actions_main(m)))
        states.append(m.tobytes())
    return states


def test_same_seed_and_choices_give_the_same_bytes() -> None:
    one, two = Engine(bidding()), Engine(bidding(), trace=True)
    for seed in range(20):
        assert play(one, 4, seed) == play(two, 4, seed)
