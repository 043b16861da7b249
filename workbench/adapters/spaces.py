"""What the adapters for learning share: spaces, and observations of what a player may know."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ...dsl.model.game import Game
from ...interpreter import Match
from ...interpreter.match.errors import IllegalChoiceError
from ...interpreter.match.output.encoding.encoder import Encoder
from ...interpreter.match.output.encoding.planes import BoardPlanes
from ...interpreter.match.setup.options import OptionValue
from ..terminal.board import view_lines
from .nature import utilities

RENDER_MODES = ["human", "ansi"]


def _plane_space(board: BoardPlanes) -> spaces.Box:
    def over_all(limits: list[float]) -> np.ndarray[Any, np.dtype[np.float32]]:
        return np.broadcast_to(np.array(limits, np.float32)[:, None, None], board.shape)

    least = over_all([one.least for one in board.channels])
    return spaces.Box(least, over_all([one.most for one in board.channels]), dtype=np.float32)


class Player:
    """Plays matches of one game, one after the other, with spaces and observations.

    An observation is {"observation": the numbers of `Encoder.fields`, "action_mask": 1 for each legal action}, and
    with `planes`, if the game has boards, {"planes": for each board an array of channels x rows x columns}.

    You can pickle and deep-copy it, with the match in progress.
    """

    def __init__(
        self, game: Game, players: int, options: Mapping[str, OptionValue], *, planes: bool = False
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.planes = planes
        self.dice = random.Random()
        self._prepare(Match(game, players, 0, options, forced="take"))

    def _prepare(self, match: Match) -> None:
        self.match = match
        self.encoder = Encoder(match)
        self.space = self.encoder.actions
        self.actions = len(self.space.numbers)

    def __getstate__(self) -> dict[str, Any]:
        # the encoder and the action space are made again from the rules
        return {
            name: getattr(self, name) for name in ("game", "match", "players", "options", "planes", "dice")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare(self.match)

    def __deepcopy__(self, memo: object) -> Player:
        found = copy.copy(self.__dict__)
        made = object.__new__(Player)
        made.__dict__.update({**found, "match": self.match.clone(), "dice": copy.copy(self.dice)})
        return made

    def begin(self, seed: int | None) -> None:
        """Starts a new match. A seed determines its luck, and that of the matches after it."""
        if seed is not None:
            self.dice = random.Random(seed)
        seed = self.dice.getrandbits(63)
        self.match = Match(self.game, self.players, seed, self.options, forced="take")
        if self.match.is_over:  # without a choice; at least one decision must be left
            self.match = Match(self.game, self.players, seed, self.options)

    @property
    def endless(self) -> bool:
        """Whether there were more decisions than a match of this game may have."""
        return len(self.match.journal) >= self.game.step_bound

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    def observation_space(self) -> spaces.Dict:
        least = np.array([one.least for one in self.encoder.fields], dtype=np.float32)
        most = np.array([one.most for one in self.encoder.fields], dtype=np.float32)
        found: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(least, most, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (self.actions,), dtype=np.int8),
        }
        if self.planes and self.encoder.boards:
            boards: dict[str, spaces.Space[Any]] = {
                name: _plane_space(board) for name, board in self.encoder.boards.items()
            }
            found["planes"] = spaces.Dict(boards)
        return spaces.Dict(found)

    def observation(self, player: int, *, deciding: bool) -> dict[str, Any]:
        """The observation of a player; unless `deciding`, no action is legal."""
        mask = np.zeros(self.actions, dtype=np.int8)
        if deciding:
            mask[self.legal(player)] = 1
        vector = self.encoder.vector(self.match, player)
        seen: dict[str, Any] = {"observation": np.frombuffer(vector, dtype=np.float32), "action_mask": mask}
        if self.planes and self.encoder.boards:
            seen["planes"] = {
                name: np.frombuffer(board.of(vector), dtype=np.float32).reshape(board.shape)
                for name, board in self.encoder.boards.items()
            }
        return seen

    def legal(self, player: int) -> list[int]:
        """The legal actions of a player now, as numbers of the action space."""
        mine = [one for one in self.match.pending() if one.player == player]
        indexes = self.space.indexes
        return [indexes[number] for number in self.match.legal(mine[0].strand)] if mine else []

    def choose(self, action: int, player: int) -> None:
        """Takes an action for a player. Raises `IllegalChoiceError` if it is not legal."""
        if not 0 <= action < self.actions:
            raise IllegalChoiceError(f"there is no action {action}")
        self.match.choose(self.space.numbers[action], player)

    def rewards(self) -> list[float]:
        """The utility of the match to each player, or 0 until it is over: see `utilities`."""
        return utilities(self.match)

    def text(self) -> str:
        """The position as an onlooker sees it."""
        return "\n".join(view_lines(self.game, self.match.view()))
