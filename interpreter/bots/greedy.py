"""One step ahead: the option after which random play ends best, or after which the position is best.

The best result is the best score, if the game keeps scores, or else a win. If the game declares a heuristic,
positions are valued by it as soon as another player has a choice or luck decides instead of a player, or after a few
choices if it is the same for all players or there is only one. A single answer is no choice. Every option is tried
in the same re-dealt matches, so that results differ by the option and not by the deal. Of options that have done
equally well, one that itself wins the match comes first: in few deals, random play may win as often after others.
"""

from __future__ import annotations

import time
from collections.abc import Generator

from ..engine.protocol import Engine
from ..ir import OVER, WINNERS
from ..match.decisions.decision import Decision
from ..match.match import Match
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.words import Memory, members
from .base import Budget, ThinkingBot, Thought
from .deals import Deals
from .searcher import Searcher, searcher


class GreedyBot(ThinkingBot):
    """Looks one step ahead. The budget counts the re-dealt matches in which each option is tried."""

    usual = Budget(iterations=8)

    def think(self, match: Match, decision: Decision) -> Thought:
        options = decision.options
        if len(options) == 1:
            return options[0]
        matches = None if self.budget.iterations is None else self.budget.iterations * len(options)
        match.rules.tiers.expect_thought(matches, self.budget.seconds)
        seed = self.random.next()
        deals = Deals(match, decision.player, Dice(seed))
        dice = Dice(self.random.next())
        found = searcher(decision, match.rules, deals, dice, alone=len(match.players) == 1)
        totals = yield from self._totals(found)
        most = max(totals)
        best = [number for number, total in enumerate(totals) if total == most]
        if len(best) > 1 and _may_only_seem_to_win(decision, found):
            deal = Deals(match, decision.player, Dice(seed)).next()
            return options[_first_to_win(best, deal, decision, found.engine)]
        return options[best[0]]

    def _totals(self, found: Searcher) -> Generator[None, None, list[float]]:
        """The sum of what each option has been worth."""
        spent, told, options = 0.0, 0, len(found.decision.options)
        while not found.done or found.is_trying or not (found.stopped or self.is_done(found.done, spent)):
            since = time.monotonic()
            found.compare(self.slice(found.tries, spent, found.first_slice, options))
            if self.progress is not None and found.done > told:
                self.progress(found.done, self.budget.iterations)
            told = found.done
            spent += time.monotonic() - since
            yield
        return found.totals


def _may_only_seem_to_win(decision: Decision, found: Searcher) -> bool:
    """Whether only winning counts, and no answer of others belongs to the option."""
    return not decision.strand and not found.values_numbers


def _first_to_win(best: list[int], deal: Memory, decision: Decision, engine: Engine) -> int:
    """The first of these options that itself wins the match in a deal; if none does, the first of all."""
    for number in best:
        m = deal[:]
        try:
            engine.act(m, decision.strand, decision.options[number].number)
        except RulesFault:
            break  # the rules of others may never end, either
        if m[OVER] and decision.player in members(m[WINNERS]):
            return number
    return best[0]
