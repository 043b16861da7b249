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

from ..ir import FORKS, OVER, WINNERS
from ..match.decisions.decision import Decision, Option
from ..match.match import Match
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.words import Memory, members
from .base import Budget, ThinkingBot, Thought
from .deals import Deals
from .native_walk import NativeWalk, native_walk
from .playout import MOST_ENDLESS, Playout


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
        playout = Playout(match.rules, Dice(self.random.next()), alone=len(match.players) == 1)
        native = native_walk(decision, playout, deals)
        if native is not None:
            totals = yield from self._in_machine_code(native)
        else:
            totals = yield from self._in_python(decision, playout, deals)
        most = max(totals)
        best = [number for number, total in enumerate(totals) if total == most]
        if len(best) > 1 and _may_only_seem_to_win(decision, playout):
            deal = Deals(match, decision.player, Dice(seed)).next()
            return options[_first_to_win(best, deal, decision, playout)]
        return options[best[0]]

    def _in_machine_code(self, native: NativeWalk) -> Generator[None, None, list[float]]:
        """The sum of what each option has been worth."""
        done, spent = 0, 0.0
        totals: list[float] = []
        while not done or not (native.stopped or self.is_done(done, spent)):
            since = time.monotonic()
            done, totals = native.compare(self.slice(done, spent))
            if self.progress is not None:
                self.progress(done, self.budget.iterations)
            spent += time.monotonic() - since
            yield
        return totals

    def _in_python(
        self, decision: Decision, playout: Playout, deals: Deals
    ) -> Generator[None, None, list[float]]:
        """The same, with a break after each option."""
        done, spent = 0, 0.0
        totals = [0.0] * len(decision.options)
        while not done or not (playout.endless >= MOST_ENDLESS or self.is_done(done, spent)):
            since = time.monotonic()
            deal = deals.next()
            failed = playout.let_others_answer(deal, decision)
            for number, option in enumerate(decision.options):
                totals[number] += self._try(deal[:], decision, option, playout, failed)
                spent += time.monotonic() - since
                yield
                since = time.monotonic()
            done += 1
            if self.progress is not None:
                self.progress(done, self.budget.iterations)
        return totals

    def _try(
        self, m: Memory, decision: Decision, option: Option, playout: Playout, failed: RulesFault | None
    ) -> float:
        """What an option is worth in a deal; `failed` is what went wrong when others answered."""
        try:
            if failed is not None:
                raise failed
            forks = m[FORKS]
            playout.engine.act(m, decision.strand, option.number)
            if playout.worth.standing is None:
                # If this option itself ends the match, the result is as certain as the deal.
                return (playout.worth(m) if m[OVER] else playout(m))[decision.player]
            playout.while_deciding(m, decision.player, forks)
            return playout.worth.seems(m)[decision.player]
        except RulesFault as fault:
            playout.bear(fault)
            return playout.worth.nothing(m)[decision.player]


def _may_only_seem_to_win(decision: Decision, playout: Playout) -> bool:
    """Whether only winning counts, and no answer of others belongs to the option."""
    return not decision.strand and playout.worth.standing is None and playout.worth.score is None


def _first_to_win(best: list[int], deal: Memory, decision: Decision, playout: Playout) -> int:
    """The first of these options that itself wins the match in a deal; if none does, the first of all."""
    for number in best:
        m = deal[:]
        try:
            playout.engine.act(m, decision.strand, decision.options[number].number)
        except RulesFault:
            break  # the rules of others may never end, either
        if m[OVER] and decision.player in members(m[WINNERS]):
            return number
    return best[0]
