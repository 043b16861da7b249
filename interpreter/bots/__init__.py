"""Bots that play every game: at random, one step ahead, and by searching. `registry` has them by name."""

from .base import Bot, Budget, Progress, RandomBot, ThinkingBot, Thought
from .greedy import GreedyBot
from .search import SearchBot

__all__ = [
    "Bot",
    "Budget",
    "GreedyBot",
    "Progress",
    "RandomBot",
    "SearchBot",
    "ThinkingBot",
    "Thought",
]
