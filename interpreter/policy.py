"""Policies: how a bot decides. A policy is made anew for each match, from that match's seed.

    class Greedy(Policy):
        def choose(self, match, decision):
            return max(decision.options, key=…)

A policy gets the match; what its player may not know it must not look at: `match.view(decision.player)` is
what it may use, and `match.determinize(decision.player, seed)` gives matches to think ahead in.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from .decision import Decision, Option
from .match import Match


class Policy(ABC):
    """A way to decide. `seed` is different for each match and seat, so that runs can be repeated."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    @abstractmethod
    def choose(self, match: Match, decision: Decision) -> Option:
        """One of the decision's options."""


class RandomPolicy(Policy):
    """Each legal option is as likely."""

    def choose(self, match: Match, decision: Decision) -> Option:
        options = decision.options
        return options[int(self.random.random() * len(options))]


POLICIES: dict[str, type[Policy]] = {"random": RandomPolicy}
"""The policies that come with the interpreter, by name; others can be added."""
