"""What the adapters for learning share: spaces, and observations of what a player may know."""

from __future__ import annotations

import copy
import random
from array import array
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from gymnasium import spaces

from ...dsl.model.game import Game
from ...interpreter import Match
from ...interpreter.learning.arrays import Array
from ...interpreter.learning.batch import Row, row_of
from ...interpreter.match.errors import IllegalChoiceError, MatchError
from ...interpreter.match.output.encoding.encoder import Encoder
from ...interpreter.match.output.encoding.planes import BoardPlanes
from ...interpreter.match.setup.options import OptionValue
from ..terminal.board import view_lines
from .nature import utilities

RENDER_MODES = ["human", "ansi"]
PLAIN = frozenset((int, np.int64))
"""The types that actions usually have."""


def plane_space(board: BoardPlanes) -> spaces.Box:
    """Where the planes of a board lie."""

    def over_all(limits: list[float]) -> np.ndarray[Any, np.dtype[np.float32]]:
        return np.broadcast_to(np.array(limits, np.float32)[:, None, None], board.shape)

    least = over_all([one.least for one in board.channels])
    return spaces.Box(least, over_all([one.most for one in board.channels]), dtype=np.float32)


class Player:
    """Plays matches of one game, one after the other, with spaces and observations.

    An observation is {"observation": the numbers of `Encoder.fields`, "action_mask": 1 for each legal action}, and
    with `planes`, if the game has boards, {"planes": for each board an array of channels x rows x columns}.

    Once the game has been compiled, matches begin in machine code (`row`). Whoever asks for `match` gets a `Match`,
    in which the rest of it is played: the two do the same, and a `Match` can be looked at and changed.

    You can pickle and deep-copy it, with the match in progress.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, OptionValue],
        *,
        planes: bool = False,
        engine: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.planes = planes
        self.engine = engine
        self.dice = random.Random()
        self._prepare(Match(game, players, 0, options, forced="take", engine=engine))

    def _prepare(self, match: Match) -> None:
        self.row: Row | None = None
        self._spare: Row | None = None
        self._may_spare = True
        self._match = match
        self._tiers, self.simultaneous = match.rules.tiers, match.rules.lowered.program.layout.strands > 1
        self.encoder = Encoder(match)
        self.space = self.encoder.actions
        self.actions = len(self.space.numbers)

    @property
    def match(self) -> Match:
        """The match as it is. The rest of it is played there, so that it can be changed."""
        if self.row is not None:
            self._match, self.row = self._looked(), None
        return self._match

    @match.setter
    def match(self, match: Match) -> None:
        self._match, self.row = match, None

    def _looked(self) -> Match:
        """The match, to look at or to copy."""
        if self.row is None:
            return self._match
        match = self.row.match()
        match.take_forced()
        return match

    def __getstate__(self) -> dict[str, Any]:
        # the encoder and the action space are made again from the rules
        kept = ("game", "players", "options", "planes", "engine", "dice")
        return {**{name: getattr(self, name) for name in kept}, "match": self._looked()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        match = state.pop("match")
        self.__dict__.update(state)
        self._prepare(match)

    def __deepcopy__(self, memo: object) -> Player:
        made = object.__new__(Player)
        made.__dict__.update(self.__dict__)
        made._match = self._match.clone() if self.row is None else self._looked()
        made.dice = copy.copy(self.dice)
        made.row, made._spare, made._may_spare = None, None, True
        return made

    def begin(self, seed: int | None) -> None:
        """Starts a new match. A seed determines its luck, and that of the matches after it."""
        if seed is not None:
            self.dice = random.Random(seed)
        seed = self.dice.getrandbits(63)
        self.row = self._row()
        if self.row is not None and self.row.begin(seed):
            return
        self.row = None
        self._match = Match(self.game, self.players, seed, self.options, forced="take", engine=self.engine)
        if self._match.is_over:  # without a choice; at least one decision must be left
            self._match = Match(self.game, self.players, seed, self.options, engine=self.engine)

    def _row(self) -> Row | None:
        """What steps matches in machine code, as soon as there is some."""
        if self._spare is None and self._may_spare and self._tiers.level is not None:
            with suppress(MatchError):  # a `Match` says what is wrong, when it happens
                self._spare = row_of(self.game, self.players, self.options, self.engine)
            self._may_spare = self._spare is not None
        return self._spare

    @property
    def deciding(self) -> int | None:
        """The player who decides; None at the end."""
        if self.row is not None:
            return None if self.row.over else self.row.player
        return None if self._match.is_over else self._match.pending()[0].player

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._match.is_over if self.row is None else self.row.over

    @property
    def endless(self) -> bool:
        """Whether there were more decisions than a match of this game may have."""
        return self.row is None and len(self._match.journal) >= self.game.step_bound

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
                name: plane_space(board) for name, board in self.encoder.boards.items()
            }
            found["planes"] = spaces.Dict(boards)
        return spaces.Dict(found)

    def observation(self, player: int, *, deciding: bool) -> dict[str, Any]:
        """The observation of a player; unless `deciding`, no action is legal."""
        row = self.row
        if row is not None:
            mine = deciding and player == row.player
            mask = row.mask() if mine else np.zeros(self.actions, dtype=np.int8)
            vector = row.seen(player)
        else:
            mask = np.zeros(self.actions, dtype=np.int8)
            if deciding:
                mask[self.legal(player)] = 1
            vector = np.frombuffer(self.encoder.vector(self._match, player), dtype=np.float32)
        seen: dict[str, Any] = {"observation": vector, "action_mask": mask}
        if self.planes and self.encoder.boards:
            seen["planes"] = self._planes_of(vector) if row is None else row.planes_of(vector)
        return seen

    def _planes_of(self, vector: Array) -> dict[str, Array]:
        """The planes of an observation."""
        given = array("f", vector.tobytes())
        return {
            name: np.frombuffer(board.of(given), dtype=np.float32).reshape(board.shape)
            for name, board in self.encoder.boards.items()
        }

    def legal(self, player: int) -> list[int]:
        """The legal actions of a player now, as numbers of the action space."""
        if self.row is not None and (player == self.row.player or not self.simultaneous):
            return self.row.legal() if player == self.row.player else []
        mine = [one for one in self.match.pending() if one.player == player]
        indexes = self.space.indexes
        return [indexes[number] for number in self.match.legal(mine[0].strand)] if mine else []

    def choose(self, action: int, player: int) -> None:
        """Takes an action for a player. Raises `IllegalChoiceError` if it is not legal."""
        row = self.row
        if row is not None and player == row.player and row.is_legal(action):
            if row.step(action):
                return
            if row.advanced:
                self._match, self.row = self._looked(), None
                return
        if not 0 <= action < self.actions:
            raise IllegalChoiceError(f"there is no action {action}")
        self.match.choose(self.space.numbers[action], player)

    def rewards(self) -> list[float]:
        """The utility of the match to each player, or 0 until it is over: see `utilities`."""
        found = self.row.rewards() if self.row is not None else None
        return utilities(self.match) if found is None else found

    def text(self) -> str:
        """The position as an onlooker sees it."""
        return "\n".join(view_lines(self.game, self.match.view()))
