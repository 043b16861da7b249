"""Policies by name: how a bot decides. A policy is made anew for each match, from that match's seed.

    class Greedy(Policy):
        def choose(self, match, decision):
            return max(decision.options, key=…)

A policy gets the match; what its player may not know it must not look at: `match.view(decision.player)` is
what it may use, and `match.determinize(decision.player, seed)` gives matches to think ahead in.
"""

from __future__ import annotations

from ..match.errors import SetupError
from . import Budget, GreedyPolicy, Policy, Progress, RandomPolicy, SearchPolicy, Thinker, Thought

POLICIES: dict[str, type[Policy]] = {
    "random": RandomPolicy,
    "greedy": GreedyPolicy,
    "search": SearchPolicy,
}
"""The policies that come with the interpreter, by name; others can be added."""

HELP = (
    "random, greedy or search; greedy:20 tries each option 20 times, search:500 thinks 500 iterations, "
    "search:2s two seconds"
)
"""What can be written for a bot, for the help of commands."""


def read_bot(text: str) -> tuple[type[Policy], Budget | None]:
    """The policy of a name, and the budget after its colon. Raises `SetupError` for what there is not."""
    name, colon, budget = text.strip().partition(":")
    policy = POLICIES.get(name)
    if policy is None:
        raise SetupError(f"there is no bot '{name}'", f"bots: {', '.join(sorted(POLICIES))}")
    if not colon:
        return policy, None
    if not issubclass(policy, Thinker):
        raise SetupError(f"{name} does not think, so '{text}' makes no sense", f"write {name}")
    return policy, Budget.read(budget)


def make_bot(text: str, seed: int, progress: Progress | None = None) -> Policy:
    """A bot by its name, perhaps with a budget (`search:500`, `search:2s`). Raises `SetupError`."""
    policy, budget = read_bot(text)
    if issubclass(policy, Thinker):
        return policy(seed, budget, progress)
    return policy(seed)


__all__ = ["HELP", "POLICIES", "Policy", "RandomPolicy", "Thought", "make_bot", "read_bot"]
