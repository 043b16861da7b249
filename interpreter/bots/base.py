"""Bots: objects that decide for a seat, and budgets that limit how long they think."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator

import attrs

from ..match.decisions.decision import Decision, Option
from ..match.errors import SetupError
from ..match.match import Match
from ..memory.dice import Dice
from ..memory.faults import RulesFault

Progress = Callable[[int, int | None], None]
"""Called with the number of finished iterations and their total (None if a time is the limit)."""

MOST_ITERATIONS = 1_000_000
MOST_SECONDS = 600.0
SLICE = 0.03
"""How many seconds a bot thinks before others have their turn."""
FIRST_SLICE = 8
"""How many iterations machine code does before it is known how long they take; Python does one."""
_BUDGET = re.compile(r"([0-9]{1,9})|([0-9]{1,6}(?:\.[0-9]{1,6})?)(s|ms)")


@attrs.frozen
class Budget:
    """How long to think about one decision: a number of iterations, seconds, or whichever ends first.

    With a limit of iterations only, a bot repeats its decisions for the same seed.
    """

    iterations: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """Reads `200` as iterations, and `1.5s` or `300ms` as a time. Raises `SetupError` for anything else."""
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
            f"'{text}' is not a valid budget" if text.strip() else "the budget after the colon is missing",
            f"write iterations (200, at most {MOST_ITERATIONS}) or a time (1.5s or 300ms)",
        )


Thought = Generator[None, None, Option]
"""A decision in progress; the generator returns the chosen option."""


class Bot(ABC):
    """A way to decide for one seat of one match. Write a subclass with a method `choose` to have your own.

    A bot gets the whole match, but must not look at anything that its player may not know. It may use
    `match.view(decision.player)`, and think ahead in matches that `match.determinize(decision.player, seed)` returns.

    Args:
        seed: different for each match and seat. `self.random` draws from it, so that runs can be repeated. It has the
            usual methods of `random.Random`, such as `random`, `randint`, `choice`, `shuffle` and `sample`.
    """

    def __init__(self, seed: int) -> None:
        self.random = Dice.of(seed)

    @abstractmethod
    def choose(self, match: Match, decision: Decision) -> Option:
        """Decides.

        Args:
            match: the match; do not change it. Try things in the copies that `match.determinize` returns.
            decision: the decision to make, for the player `decision.player`.

        Returns:
            One of `decision.options`.
        """

    def think(self, match: Match, decision: Decision) -> Thought:
        """`choose` in steps: yields after each step, so that the caller can do other work, and returns the option."""
        return self.choose(match, decision)
        yield

    def hurry(self) -> None:  # noqa: B027 (a bot need not know how)
        """Asks the bot, between two steps of `think`, to decide with what it has found so far. Unless it knows how,
        it goes on as before."""


class ThinkingBot(Bot):
    """A bot that takes a budget, which says how long to think: the number or time after the colon of its name.

    If the game's heuristic or score never ends, the bot cannot think, and raises `BrokenRulesError`.
    """

    usual = Budget(iterations=100)

    def __init__(self, seed: int, budget: Budget | None = None, progress: Progress | None = None) -> None:
        super().__init__(seed)
        self.budget = budget or self.usual
        self.progress = progress

    @abstractmethod
    def think(self, match: Match, decision: Decision) -> Thought:
        """Thinks in steps; only the bot's own time counts, not the time between steps. Raises `RulesFault` if no
        position can be valued."""

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

    def hurry(self) -> None:
        self.budget = Budget(iterations=1)

    def is_done(self, iterations: int, seconds: float) -> bool:
        """Whether the budget is used up; it never is before the first iteration."""
        budget = self.budget
        if not iterations:
            return False
        if budget.iterations is not None and iterations >= budget.iterations:
            return True
        return budget.seconds is not None and seconds >= budget.seconds

    def slice(self, done: int, spent: float, first: int, parts: int = 1) -> int:
        """How many iterations are done without a break: about as many as `SLICE` seconds take, `first` as long as
        none are `done`. Each may have several `parts`, which are counted instead."""
        seconds, most = SLICE, 4 * done or first
        if self.budget.seconds is not None:
            seconds = min(seconds, self.budget.seconds - spent)
        count = min(most, int(seconds * done / spent)) if done and spent > 0 else most
        if self.budget.iterations is not None:
            count = min(count, self.budget.iterations * parts - done)
        return max(count, 1)


class RandomBot(Bot):
    """Takes any option; all legal ones are equally likely."""

    def choose(self, match: Match, decision: Decision) -> Option:
        options = decision.options
        return options[self.random.below(len(options))]
