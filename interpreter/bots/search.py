"""Search: the option that information-set Monte Carlo tree search (`kernels.search`) has taken most often."""

from __future__ import annotations

import time

from ..match.decisions.decision import Decision
from ..match.match import Match
from ..memory.dice import Dice
from .base import Budget, ThinkingBot, Thought
from .deals import Deals
from .searcher import Searcher, searcher

MOST_REPEATED = 64
"""How many iterations with deals by Python are done again if machine code takes over."""


class SearchBot(ThinkingBot):
    """`search` thinks for 200 iterations, `search:1000` for 1000, and `search:2s` for two seconds."""

    usual = Budget(iterations=200)

    def think(self, match: Match, decision: Decision) -> Thought:
        if len(decision.options) == 1:
            return decision.options[0]
        match.rules.tiers.expect_thought(self.budget.iterations, self.budget.seconds)
        since = time.monotonic()
        seeds = self.random.next(), self.random.next()
        found = self._searcher(match, decision, seeds)
        spent = time.monotonic() - since
        while not found.done or not (found.stopped or self.is_done(found.done, spent)):
            since = time.monotonic()
            found = self._taken_over(found, match, seeds)
            found.run(self.slice(found.done, spent, found.first_slice))
            if self.progress is not None:
                self.progress(found.done, self.budget.iterations)
            spent += time.monotonic() - since
            yield
        return max(decision.options, key=found.verdict)

    def _searcher(self, match: Match, decision: Decision, seeds: tuple[int, int]) -> Searcher:
        deals = Deals(match, decision.player, Dice(seeds[0]))
        return searcher(decision, match.rules, deals, Dice(seeds[1]), alone=len(match.players) == 1)

    def _taken_over(self, found: Searcher, match: Match, seeds: tuple[int, int]) -> Searcher:
        """If machine code has become ready meanwhile, it repeats what has been done, which takes it hardly any time,
        and then continues with the same dice. (Where Python deals, that would take as long again.)"""
        ready = match.rules.engine.name == "native" and found.engine.name != "native"
        if not ready or (found.deals.origin is None and found.done > MOST_REPEATED):
            return found
        other = self._searcher(match, found.decision, seeds)
        if found.done:
            other.run(found.done)
        return other
