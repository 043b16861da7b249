"""A bot that searches, guided by a network."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from ..bots.base import Bot
from ..match.decisions.decision import Decision, Option
from ..match.errors import SetupError
from ..match.match import Match
from ..match.output.encoding.encoder import Encoder
from .arrays import Array
from .given import said, whole
from .searching import Searcher

KEPT = 4
"""How many searchers are kept: making one can take longer than a decision."""
MOST_SIMULATIONS = 1_000_000
_kept: list[Searcher] = []
"""Those that nobody uses at the moment."""


class Judge(Protocol):
    """What a search asks of a network."""

    @property
    def players(self) -> int:
        """For how many players it is."""

    @property
    def value(self) -> Any:
        """What values positions: `outputs` says for how many seats; or None."""

    def check(self, encoder: Encoder) -> None:
        """Raises `StaleSaveError` unless it fits."""

    def __call__(self, observations: Array, masks: Array) -> tuple[Array, Array | None]:
        """Priors and values."""


class GuidedBot(Bot):
    """Takes what a search has taken most often in which the network judges positions. What its player cannot know is
    dealt anew for each walk. With the same seed it repeats its decisions.

    Raises `SetupError` for a network that does not value positions for all players, or a number of simulations that
    makes no sense, and `StaleSaveError` at a decision for which the network is not.
    """

    def __init__(self, seed: int, network: Judge, simulations: int) -> None:
        super().__init__(seed)
        if not hasattr(network, "value"):
            raise TypeError(f"what guides a search is a Network, not {said(network)}")
        if not 1 <= whole(simulations, "simulations", -sys.maxsize) <= MOST_SIMULATIONS:
            raise SetupError(f"a search has 1 to {MOST_SIMULATIONS:,} simulations, not {simulations}")
        if network.value is None or (network.players > 2 and network.value.outputs == 1):
            wanted = "no value" if network.value is None else "a value for one player only"
            raise SetupError(
                f"this network has {wanted}, so it cannot guide a search",
                "train it with a value for each seat, or let it play without sims=",
            )
        self.network, self.simulations = network, simulations
        self._fits: object = None

    @staticmethod
    def by(network: Judge, simulations: int) -> Callable[[int], Bot]:
        """Makes such bots from seeds, as in `rulewright.simulate(game, bots=GuidedBot.by(network, 100))`. Raises
        `SetupError` as they do."""
        GuidedBot(0, network, simulations)
        return partial(GuidedBot, network=network, simulations=simulations)

    def choose(self, match: Match, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        searcher = self._searcher(match)
        searcher.run(self.network, match, decision.player, self.random.next())
        action = int(searcher.choose()[0])
        _kept[:] = [searcher, *_kept[: KEPT - 1]]
        number = searcher.encoder.actions.numbers[action]
        return next(option for option in decision.options if option.number == number)

    def _searcher(self, match: Match) -> Searcher:
        """A searcher for a match, perhaps one that has searched in others of the same rules."""
        found = next((one for one in [*_kept] if one.suits(match, self.simulations)), None)
        try:
            _kept.remove(found)  # type: ignore[arg-type]
        except ValueError:  # there was none, or another thread has just taken it
            found = Searcher(match, self.simulations)
        assert found is not None
        if self._fits is not match.rules:
            self.network.check(found.encoder)
            self._fits = match.rules
        return found
