"""Bots that play every game: at random, one step ahead, and by searching. `registry` has them by name."""

from .base import Budget, Policy, Progress, RandomPolicy, Thinker, Thought
from .greedy import GreedyPolicy
from .search import SearchPolicy

__all__ = [
    "Budget",
    "GreedyPolicy",
    "Policy",
    "Progress",
    "RandomPolicy",
    "SearchPolicy",
    "Thinker",
    "Thought",
]
