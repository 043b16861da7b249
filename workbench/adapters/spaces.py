"""What the adapters for learning share: spaces and observations, from what a player may know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match.encoding import Encoder
from rulewright.interpreter.match.options import OptionValue

from ..terminal.board import view_lines
from .nature import ends_worth

RENDER_MODES = ["human", "ansi"]


class Player:
    """Matches of one game, one after the other, as spaces and observations.

    An observation is {"observation": the numbers of `Encoder.fields`, "action_mask": 1 for each legal action}.
    """

    def __init__(self, game: Game, players: int, options: Mapping[str, OptionValue]) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.match = Match(game, players, 0, options, forced="take")
        self.encoder = Encoder(self.match)
        self.actions: int = self.match.rules.lowered.program.actions
        self._dice = random.Random()

    def begin(self, seed: int | None) -> None:
        """A new match. A seed decides its luck, and that of the matches after it."""
        if seed is not None:
            self._dice = random.Random(seed)
        seed = self._dice.getrandbits(63)
        self.match = Match(self.game, self.players, seed, self.options, forced="take")
        if self.match.is_over:  # without a choice; something has to be left to do
            self.match = Match(self.game, self.players, seed, self.options)

    @property
    def endless(self) -> bool:
        """Whether there were more decisions than a match of this game may have."""
        return len(self.match.journal) >= self.game.step_bound

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    def observation_space(self) -> spaces.Dict:
        least = np.array([one.least for one in self.encoder.fields], dtype=np.int64)
        most = np.array([one.most for one in self.encoder.fields], dtype=np.int64)
        return spaces.Dict(
            {
                "observation": spaces.Box(least, most, dtype=np.int64),
                "action_mask": spaces.Box(0, 1, (self.actions,), dtype=np.int8),
            }
        )

    def observation(self, player: int, *, deciding: bool) -> dict[str, Any]:
        """What a player sees; who does not decide has no legal action."""
        mask = np.zeros(self.actions, dtype=np.int8)
        if deciding:
            mask[self.legal(player)] = 1
        numbers = self.encoder.vector(self.match, player)
        return {"observation": np.array(numbers, dtype=np.int64), "action_mask": mask}

    def legal(self, player: int) -> list[int]:
        """The numbers of the actions that are open to a player now."""
        mine = [one for one in self.match.pending() if one.player == player]
        return self.match.legal(mine[0].strand) if mine else []

    def rewards(self) -> list[float]:
        """What the match was worth to each player at its end, else 0: see `ends_worth`."""
        return ends_worth(self.match)

    def text(self) -> str:
        """The position as an onlooker sees it."""
        return "\n".join(view_lines(self.game, self.match.view()))
