"""How many iterations a second the bot `search` thinks, on each engine."""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass

import native
import rulewright
from measuring import Player, matches_for, spent

MOST = 500_000
"""The most iterations for one decision."""


@dataclass(frozen=True)
class Search:
    """A game in which the bot thinks, and how many iterations a second it is meant to do natively."""

    name: str
    players: int
    least: int
    question: str = ""
    """Which decisions it thinks about: those with this question in English; otherwise any with several options."""

    @property
    def title(self) -> str:
        title = f"{self.name.removeprefix('classics/')}, {self.players} players"
        return f"{title}: {self.question}" if self.question else title


SEARCHES = (
    Search("do-podzemi", 3, 56_000),
    Search("classics/connect-four", 2, 22_000),
    Search("hrad", 2, 3_530),
    Search("vladci-podzemi", 4, 50_000, "Your next order?"),
    Search("vladci-podzemi", 4, 50_000, "Whom do you attack?"),
    Search("priseri", 2, 20_000, "Which card do you play?"),
    Search("hrdina-v-kostce", 2, 5_000),
)


def engines() -> tuple[str, ...]:
    """Those that can be had here."""
    return ("python",) if native.why_not() else ("python", "native")


def iterations_a_second(search: Search, engine: str, rounds: int, seconds: float) -> float:
    """Iterations a CPU second: the median of `rounds` decisions, from the first of a match to later ones."""
    game, dice = rulewright.load(search.name), random.Random(2)
    found = []
    for number in range(rounds):
        match = rulewright.Match(game, search.players, number, engine=engine)
        if search.question:
            match = asked(match, search.question, dice)
        else:
            for _ in range(5 * number):
                if not match.is_over:
                    match.choose(dice.choice(match.decision.options))
            while match.is_over or len(match.decision.options) == 1:  # there is nothing to think about
                match = rulewright.Match(game, search.players, dice.randrange(1000), engine=engine)
        think = thinker(match)
        iterations = matches_for(think, seconds)
        found.append(iterations / spent(think, iterations)[0])
    return statistics.median(found)


def asked(match: rulewright.Match, question: str, dice: random.Random) -> rulewright.Match:
    """A match that has been played at random until a question is asked that has several answers; another match if
    it never is."""
    while match.is_over or match.decision.ask() != question or len(match.decision.options) == 1:
        if match.is_over:
            match = rulewright.Match(
                match.game, len(match.players), match.seed + 1000, engine=match.rules.wanted
            )
        else:
            match.choose(dice.choice(match.decision.options))
    return match


def thinker(match: rulewright.Match) -> Player:
    """Thinks for a number of iterations about the decision of a match."""

    def think(iterations: int) -> int:
        left = iterations
        while left > 0:  # a bot takes at most that many for one decision
            rulewright.make_bot(f"search:{min(left, MOST)}", 1).choose(match, match.decision)
            left -= MOST
        return iterations

    return think


def row(search: Search, rounds: int, seconds: float) -> tuple[str, ...]:
    """The game, the iterations on each engine ("–": it is not there), the goal, and whether it is reached."""
    speeds = {one: iterations_a_second(search, one, rounds, seconds) for one in engines()}
    shown = [f"{speeds[one]:,.0f}" if one in speeds else "–" for one in ("python", "native")]
    reached = "–" if "native" not in speeds else "yes" if speeds["native"] >= search.least else "**no**"
    return search.title, *shown, f"{search.least:,}", reached
