"""Every game as a PettingZoo environment (AEC). Needs the extra `pettingzoo`.

    env = environment(game, players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Rewards come at the end: the scores if the game keeps them; otherwise 1 to winners, and -1 to those who lost to
another. Players who act simultaneously are asked one after the other, and do not see what the others chose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...dsl.model.game import Game
from ...interpreter.extras import missing
from ...interpreter.match.setup.options import OptionValue

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from .spaces import PLAIN, RENDER_MODES, Player
except ImportError as error:
    raise missing(error, "pettingzoo") from None


def environment(
    game: Game,
    players: int = 2,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
    *,
    planes: bool = False,
    engine: str | None = None,
) -> AECEnv[str, Any, Any]:
    """The environment with the usual wrappers: an illegal action ends the match, with a reward of -1."""
    raw = RulewrightEnv(game, players, options, render_mode, planes=planes, engine=engine)
    judged = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return _Wrapped(wrappers.AssertOutOfBoundsWrapper(judged), judged, raw)


class _Direct:
    """An attribute of the environment, without a way through all wrappers."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, wrapped: _Wrapped, owner: type) -> Any:
        if wrapped is None or not wrapped._has_reset:
            raise AttributeError(self.name)  # so that the wrappers are asked, and complain
        return getattr(wrapped._raw, self.name)


class _Wrapped(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """The usual wrappers. What needs none of them goes to the environment directly: they take most of the time."""

    def __init__(
        self,
        env: AECEnv[str, Any, Any],
        judged: wrappers.TerminateIllegalWrapper[str, Any, Any],
        raw: RulewrightEnv,
    ) -> None:
        super().__init__(env)
        self._judged, self._raw = judged, raw

    agents, agent_selection, rewards, infos = _Direct(), _Direct(), _Direct(), _Direct()
    terminations, truncations, _cumulative_rewards = _Direct(), _Direct(), _Direct()

    def last(self, observe: bool = True) -> Any:
        if not observe or not self._has_reset:
            return super().last(observe)
        raw, judged = self._raw, self._judged
        agent = raw.agent_selection
        seen, info = raw.observe(agent), raw.infos[agent]
        judged._prev_obs, judged._prev_info = seen, info
        return seen, raw._cumulative_rewards[agent], raw.terminations[agent], raw.truncations[agent], info

    def step(self, action: Any) -> None:
        raw, judged = self._raw, self._judged
        if self._has_reset and raw.takes(action, judged._prev_obs):
            judged._prev_obs = judged._prev_info = None
            self._has_updated = True
            raw.step(action)
        else:
            super().step(action)

    def __str__(self) -> str:
        return str(self.env)


class RulewrightEnv(AECEnv[str, Any, Any]):
    """A match; `player_0` is the first seat. An illegal action raises `IllegalChoiceError`. With `planes`,
    observations include the planes of boards. `engine` is that of matches. You can pickle and deep-copy it."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (the library requires it)
        "render_modes": RENDER_MODES,
        "name": "rulewright",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game,
        players: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
        *,
        planes: bool = False,
        engine: str | None = None,
    ) -> None:
        super().__init__()
        self.player = Player(game, players, options or {}, planes=planes, engine=engine)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self.player.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self.player.observation_space() for agent in self.possible_agents}
        self._clear()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.player.begin(seed)
        self._clear()
        self._look()

    def _clear(self) -> None:
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        deciding = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self.player.observation(self._seat[agent], deciding=deciding)

    def takes(self, action: Any, seen: dict[str, Any] | None) -> bool:
        """Whether this is surely a legal action, by what was `seen` last; if not, it may be one nevertheless."""
        if seen is None or type(action) not in PLAIN:
            return False
        agent, mask = self.agent_selection, seen["action_mask"]
        if agent not in self.terminations or self.terminations[agent] or self.truncations[agent]:
            return False
        return bool(0 <= action < len(mask) and mask[action])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.player.choose(int(action) if action is not None else -1, self._seat[agent])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Sets the player who decides now; at the end, the rewards."""
        player = self.player
        if player.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, player.rewards(), strict=True))
            self._accumulate_rewards()
        elif player.endless:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            deciding = player.deciding
            assert deciding is not None
            self.agent_selection = self.possible_agents[deciding]

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.player.text())
        return self.player.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def __str__(self) -> str:
        return f"rulewright_{self.player.game.id}"
