"""What a bot is: something that decides for a seat, and how much it may think about it."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator

import attrs

from ..match.decision import Decision, Option
from ..match.errors import SetupError
from ..match.match import Match
from ..memory.faults import RulesFault

Progress = Callable[[int, int | None], None]
"""Told how many iterations are done, and of how many (None: until the time is over)."""

MOST_ITERATIONS = 1_000_000
MOST_SECONDS = 600.0
_BUDGET = re.compile(r"([0-9]{1,9})|([0-9]{1,6}(?:\.[0-9]{1,6})?)(s|ms)")


@attrs.frozen
class Budget:
    """How long to think about one decision: a number of iterations, or seconds, or whatever is over first.

    With iterations alone a bot decides the same again for the same seed.
    """

    iterations: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """`200`: so many iterations; `1.5s` or `300ms`: so long. Raises `SetupError` for anything else."""
        found = _BUDGET.fullmatch(text.strip())
        if found is not None and found[1]:
            iterations = int(found[1])
            if 1 <= iterations <= MOST_ITERATIONS:
                return cls(iterations=iterations)
        elif found is not None:
            seconds = float(found[2]) / (1000 if found[3] == "ms" else 1)
            if 0 < seconds <= MOST_SECONDS:
                return cls(seconds=seconds)
        raise SetupError(
            f"'{text}' is no time to think" if text.strip() else "after the colon comes how long to think",
            f"write iterations (200, at most {MOST_ITERATIONS}) or a time (1.5s or 300ms)",
        )


Thought = Generator[None, None, Option]
"""A decision that is being thought about; what it returns is the option."""


class Bot(ABC):
    """A way to decide for one seat of one match. Write a subclass with a method `choose` to have your own.

    A bot gets the whole match and must not look at what its player may not know: `match.view(decision.player)` is
    what it may use, and `match.determinize(decision.player, seed)` gives matches to think ahead in.

    Args:
        seed: different for each match and seat. `self.random` draws from it, so that runs can be repeated.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    @abstractmethod
    def choose(self, match: Match, decision: Decision) -> Option:
        """Decides.

        Args:
            match: the match; do not change it. Try things in a copy, which `match.determinize` gives you.
            decision: what is to be decided, and for whom: `decision.player`.

        Returns:
            One of `decision.options`.
        """

    def think(self, match: Match, decision: Decision) -> Thought:
        """`choose` in steps: yields after each, so that something else can be done, and returns the option."""
        return self.choose(match, decision)
        yield


class ThinkingBot(Bot):
    """A bot that takes a budget, which says how long to think: the number or time after the colon of its name.

    Where the game's heuristic or score goes on for ever it cannot think, and raises `BrokenRulesError`.
    """

    usual = Budget(iterations=100)

    def __init__(self, seed: int, budget: Budget | None = None, progress: Progress | None = None) -> None:
        super().__init__(seed)
        self.budget = budget or self.usual
        self.progress = progress

    @abstractmethod
    def think(self, match: Match, decision: Decision) -> Thought:
        """Time counts only while it thinks, not while somebody else goes on. A `RulesFault` where nothing can be
        judged."""

    def choose(self, match: Match, decision: Decision) -> Option:
        thought = self.think(match, decision)
        while True:
            try:
                next(thought)
            except StopIteration as done:
                option: Option = done.value
                return option
            except RulesFault as fault:
                raise match.broken(fault) from None

    def is_done(self, iterations: int, seconds: float) -> bool:
        """Whether so much thinking is all that was asked for; some of it always is done."""
        budget = self.budget
        if not iterations:
            return False
        if budget.iterations is not None and iterations >= budget.iterations:
            return True
        return budget.seconds is not None and seconds >= budget.seconds


class RandomBot(Bot):
    """Takes any option; each legal one is as likely."""

    def choose(self, match: Match, decision: Decision) -> Option:
        options = decision.options
        return options[int(self.random.random() * len(options))]
