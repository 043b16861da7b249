"""Every game for one player as a Gymnasium environment. Needs the extra `gymnasium`.

    env = RulewrightEnv(game)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

The reward comes at the end: the score where the game keeps one, else 1 for winning and 0 for not. An illegal
action ends the match, and costs 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.options import OptionValue

from ..extras import missing

try:
    import gymnasium

    from .spaces import RENDER_MODES, Player
except ImportError as error:
    raise missing(error, "gymnasium") from None

ILLEGAL = -1.0


class RulewrightEnv(gymnasium.Env[dict[str, Any], Any]):
    """A match of a game that one player can play. Raises `SetupError` for other games."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as for all)

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.player = Player(game, 1, options or {})
        self.render_mode = render_mode
        self.action_space = self.player.action_space()
        self.observation_space = self.player.observation_space()
        self._ended = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.player.begin(seed)
        self._ended = False
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: call reset()")
        if int(action) not in self.player.legal(0):
            self._ended = True
            observation, info = self._seen()
            return observation, ILLEGAL, True, False, info
        self.player.match.choose(int(action), 0)
        over, endless = self.player.match.is_over, self.player.endless
        self._ended = over or endless
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, self.player.rewards()[0], over, endless and not over, info

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observation = self.player.observation(0, deciding=not self._ended)
        return observation, {"action_mask": observation["action_mask"]}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.player.text())
        return self.player.text() if self.render_mode == "ansi" else None
