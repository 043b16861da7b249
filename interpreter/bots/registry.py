"""Bots by name, for seats without a person. Each match and seat gets a new bot.

class Eager(Bot):
    def choose(self, match, decision):
        return decision.options[0]

BOTS["eager"] = Eager
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeGuard

from ..match.errors import SetupError
from . import Bot, Budget, GreedyBot, Progress, RandomBot, SearchBot, ThinkingBot

Maker = Callable[[int], Bot]
"""Makes a bot from a seed: usually its class."""

BOTS: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
"""The bots that have a name: a class for each name, or what else makes a bot from a seed. Add your own."""

SHIPPED = dict(BOTS)
"""The names that every process knows."""

SENSIBLE = "greedy:4"
"""The bot of a seat that nobody takes, if no bot is named. It begins without delay, repeats its decisions, and
clearly beats random bots. With more deals, Python alone would think for seconds about decisions with many options;
with a search instead, bots play worse where luck can end a turn at any time."""

HELP = (
    "random, greedy or search; greedy:20 tries each option 20 times, search:500 thinks 500 iterations, "
    "search:2s two seconds"
)
"""The ways to write a bot, for the help of commands."""


def read_bot(text: str) -> tuple[Maker, Budget | None]:
    """What makes the bots of a name, and the budget after the colon. Raises `SetupError` for an unknown name."""
    name, colon, budget = text.strip().partition(":")
    bot = BOTS.get(name)
    if bot is None:
        learnt = (
            f"; a network is given as rulewright.Network.load({name!r}).bot" if name.endswith(".npz") else ""
        )
        raise SetupError(f"there is no bot '{name}'", f"bots: {', '.join(sorted(BOTS))}{learnt}")
    if not colon:
        return bot, None
    if not _thinks(bot):
        raise SetupError(f"{name} does not think, so it takes no '{text}'", f"write {name}")
    return bot, Budget.read(budget)


def make_bot(name: str | Callable[[int], Bot], seed: int = 0, progress: Progress | None = None) -> Bot:
    """A bot for one seat of one match.

    Args:
        name: a name in `bots`, perhaps with a budget after a colon: `random`, `greedy:20` (re-dealt matches for each
            option), `search:500` (iterations), `search:2s` (a time). A class of your own, or any function of a
            seed that returns a bot, is called with the seed.
        seed: the seed of the bot's luck. With the same seed, bots without a time limit repeat their decisions.
        progress: called as `progress(done, total)` while the bot thinks; `total` is None if a time is the limit.

    Returns:
        The bot: `bot.choose(match, match.decision)` is the option that it takes.

    Raises:
        SetupError: there is no bot of this name, or the budget cannot be read.
        TypeError: `name` is neither a name nor callable, or what it returns is no bot.

    >>> make_bot("search:50", seed=1).budget
    Budget(iterations=50, seconds=None)
    """
    if not isinstance(name, str):
        if not callable(name):
            raise TypeError(
                f"a bot is given by its name or by a function that makes it from a seed, not as {name!r}"
            )
        made = name(seed)
        if not callable(getattr(made, "choose", None)):
            raise TypeError(f"{name!r} makes no bot: what it returns has no method 'choose', but is {made!r}")
        return made
    kind, budget = read_bot(name)
    return kind(seed, budget, progress) if _thinks(kind) else kind(seed)


def _thinks(kind: Maker) -> TypeGuard[type[ThinkingBot]]:
    """Whether it makes bots that take a budget."""
    return isinstance(kind, type) and issubclass(kind, ThinkingBot)


def portable(name: str | Callable[[int], Bot]) -> str | Callable[[int], Bot]:
    """The same bot for another process, which does not know the names that were added to `BOTS` in this one. Raises
    `SetupError` if there is no bot of this name."""
    if not isinstance(name, str):
        return name
    kind, budget = read_bot(name)
    if kind is SHIPPED.get(name.strip().partition(":")[0]):
        return name
    return functools.partial(kind, budget=budget) if budget and _thinks(kind) else kind
