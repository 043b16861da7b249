"""Many Gymnasium environments in one: a batch of matches as a `VectorEnv`. Needs the extra `gymnasium`.

    env = gymnasium.make_vec("rulewright/my-game-v0", num_envs=1024)
    observations, infos = env.reset(seed=7)
    observations, rewards, terminations, truncations, infos = env.step(actions)

Each row is what one seat plays, as in `RulewrightEnv`. The others choose at random, inside the step; for other
opponents, `gymnasium.make_vec(…, vectorization_mode="sync", opponents="greedy")` makes a row of single
environments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ...dsl.model.game import Game
from ...interpreter import SetupError
from ...interpreter.learning.arrays import Array
from ...interpreter.learning.batch import Batch, Reset
from ...interpreter.match.setup.options import OptionValue
from .opened import opened_game
from .spaces import plane_space

MODES: dict[Reset, AutoresetMode] = {
    "next-step": AutoresetMode.NEXT_STEP,
    "same-step": AutoresetMode.SAME_STEP,
    "off": AutoresetMode.DISABLED,
}


class RulewrightVectorEnv(gymnasium.vector.VectorEnv[dict[str, Any], Any, Any]):
    """Matches of a game, as one seat plays them, stepped together: `batch` is the `Batch`.

    Parameters as for `RulewrightEnv`; `opponents` can only be "random". `threads` share the matches, and `autoreset`
    is that of the batch: with "same-step", `infos["final_obs"]` has the last observations. With `copy=False`,
    observations are views that the next step changes. An illegal action raises `IllegalChoiceError`, and changes
    nothing.
    """

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: str | None = None,
        variants: Sequence[str] = (),
        planes: bool = False,
        threads: int = 1,
        autoreset: Reset = "next-step",
        copy: bool = True,
        engine: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        opened = opened_game(game, variants) if isinstance(game, str) else game
        players = opened.players[0] if players is None else players
        if opponents not in (None, "random") or (players > 1 and opponents is None):
            raise SetupError(
                "here the other seats choose at random",
                'say opponents="random", or vectorization_mode="sync"',
            )
        self.batch = Batch(
            opened,
            num_envs,
            players,
            options,
            threads=threads,
            autoreset=autoreset,
            forced="take",
            finals=autoreset == "same-step",
            seat=seat,
            planes=planes,
            engine=engine,
        )
        self.num_envs, self.seat, self.render_mode, self._copy = num_envs, seat, render_mode, copy
        self.metadata = {"autoreset_mode": MODES[autoreset], "render_modes": []}
        fields = self.batch.encoder.fields
        least, most = (
            np.array([getattr(one, end) for one in fields], np.float32) for end in ("least", "most")
        )
        space: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(least, most, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (self.batch.actions,), dtype=np.int8),
        }
        if self.batch.planes:
            boards = self.batch.encoder.boards.items()
            space["planes"] = spaces.Dict({name: plane_space(board) for name, board in boards})
        self.single_observation_space = spaces.Dict(space)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins all matches; with `options={"reset_mask": …}`, those of the rows that are True. A seed is for
        all."""
        if isinstance(seed, list):
            raise SetupError("a batch has one seed for all of its matches", "say seed=7")
        which = (options or {}).get("reset_mask")
        if which is None:
            super().reset(seed=seed)
            self.batch.reset(seed=int(self.np_random.integers(2**63)))
        else:
            self.batch.reset(which)
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        batch = self.batch
        batch.step(np.asarray(actions))
        infos = self._infos()
        ended = batch.done | batch.truncated
        if batch.autoreset == "same-step" and ended.any():
            last = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(ended):
                seen = batch.final_observations[row].copy()
                last[row] = {"observation": seen, "action_mask": np.zeros(batch.actions, np.int8)}
                if batch.planes:
                    last[row]["planes"] = batch.planes_of(seen)
            infos |= {"final_obs": last, "_final_obs": ended}
        rewards = batch.rewards[:, self.seat].astype(np.float64)
        return self._seen(), rewards, batch.done.copy(), batch.truncated.copy(), infos

    def _seen(self) -> dict[str, Any]:
        batch = self.batch
        found: dict[str, Any] = {"observation": batch.observations, "action_mask": batch.masks.view(np.int8)}
        boards = batch.planes
        if self._copy:
            found = {name: one.copy() for name, one in found.items()}
            boards = {name: one.copy() for name, one in boards.items()}
        return {**found, "planes": boards} if boards else found

    def _infos(self) -> dict[str, Any]:
        masks = self.batch.masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": np.ones(self.num_envs, bool),
        }
