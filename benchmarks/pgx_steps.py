"""Steps of Pgx on the CPU, one after the other, with observations and masks: for `learning.py`, which runs this in an
environment that has Pgx. It prints a line of JSON: the steps per second of CPU time, by game."""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def steps(name: str, rows: int, seconds: float) -> float:
    """Steps per second of CPU time. Matches that are over begin anew; actions are random legal ones."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env: Any = pgx.make(name)
    again = auto_reset(env.step, env.init)
    several = 100

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, chosen, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = jax.vmap(again)(state, jax.random.categorical(chosen, logits), jax.random.split(luck, rows))
        return (state, key), state.observation.sum() + state.rewards.sum()

    play = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, several))
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, rows))
    (state, key), _ = jax.block_until_ready(play(state, key))
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        (state, key), _ = jax.block_until_ready(play(state, key))
        done += several * rows
    return done / (time.process_time() - began)


if __name__ == "__main__":
    rows, seconds = int(sys.argv[1]), float(sys.argv[2])
    print(json.dumps({name: steps(name, rows, seconds) for name in sys.argv[3:]}))
