"""A bot that plays as a network says."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ..bots.base import Bot
from ..match.decisions.decision import Decision, Option
from ..match.match import Match
from ..match.output.encoding.encoder import Encoder
from .arrays import Array

KEPT = 4
"""How many encoders are kept: making one can take longer than a match."""
_kept: list[Encoder] = []


class Chooser(Protocol):
    """What a bot asks of a network."""

    @property
    def temperature(self) -> float:
        """How it chooses."""

    def check(self, encoder: Encoder) -> None:
        """Raises `StaleSaveError` unless it fits."""

    def likings(self, observations: Array) -> Array:
        """How much it likes each action."""


class NetworkBot(Bot):
    """Sees what its player may know, as numbers, and chooses by the network's probabilities and temperature. It needs
    no machine code.

    Raises `StaleSaveError` at a decision of a game, or a number of players, for which the network is not.
    """

    def __init__(self, seed: int, network: Chooser) -> None:
        super().__init__(seed)
        self.network = network
        self._fits: Encoder | None = None

    def choose(self, match: Match, decision: Decision) -> Option:
        encoder = encoder_of(match)
        if encoder is not self._fits:
            self.network.check(encoder)
            self._fits = encoder
        options, indexes = decision.options, encoder.actions.indexes
        seen = np.frombuffer(encoder.vector(match, decision.player), np.float32)
        numbers = self.network.likings(seen).astype(np.float64)
        likings = numbers[[indexes[option.number] for option in options]]
        temperature = self.network.temperature
        if temperature == 0 or len(options) == 1:
            return options[int(likings.argmax())]
        sums = np.exp((likings - likings.max()) / temperature).cumsum()
        place = int(np.searchsorted(sums, self.random.random() * sums[-1], "right"))
        return options[min(place, len(options) - 1)]


def encoder_of(match: Match) -> Encoder:
    """An encoder for a match, which is kept for others of the same rules."""
    for one in _kept:
        if one.rules is match.rules and one.players == len(match.players):
            return one
    made = Encoder(match)
    _kept[:] = [made, *_kept[: KEPT - 1]]
    return made
