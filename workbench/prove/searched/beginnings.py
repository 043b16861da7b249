"""Where a search begins: a match with explicit luck; and how what it finds is written down."""

from __future__ import annotations

from collections.abc import Sequence

from ....interpreter import BrokenRulesError, Match
from ....interpreter.ir import NONE
from ..finding import Witness
from .goals import Path

SUFFIX = "json"
MOST_STEPS = 400
"""A longer way is not told choice by choice."""


def witness(match: Match, path: Path) -> Witness:
    """The record of a way through a match, and what is chosen on it. (A record is resumed where it ends; that of a
    fault, just before it.)"""
    played = match.clone()
    steps = []
    try:
        for strand, action in path:
            steps.append(_told(played, strand, action))
            played.take(strand, action)
        record = played.record()
    except BrokenRulesError as broken:
        record = broken.record
    return Witness(record, SUFFIX, tuple(steps) if len(steps) <= MOST_STEPS else ())


def _told(match: Match, strand: int, action: int) -> str:
    """A choice in words, with whoever makes it."""
    player = next(one.player for one in match.pending() if one.strand == strand)
    who = "luck" if player == NONE else match.players[player]
    return f"{who}: {match.option(action, player).label()}"


def choices(path: Sequence[object]) -> str:
    """How long a way is."""
    count = len(path)
    return "no choice" if not count else "1 choice" if count == 1 else f"{count:,} choices"
