"""Plays seeded matches on the Python engine, and prints a line for each: a digest of the memory after every choice.

It runs in CPython, and inside Pyodide, so it imports nothing but Rulewright and what Python itself has.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

import rulewright
from rulewright.interpreter.memory.dice import Dice
from rulewright.workbench.files.shipped import shipped_games


def digest(game: str, seed: int, most: int = 400) -> str:
    """The digest of a match of the least number of players, in which all choose at random: of each choice, and of the
    memory after it."""
    rules = rulewright.load(game)
    match = rulewright.Match(rules, max(rules.players[0], 1), seed, engine="python", forced="take")
    dice, found, choices = Dice.of(seed), hashlib.sha256(), 0
    while not match.is_over and choices < most:
        options = match.decision.options
        match.choose(options[dice.below(len(options))])
        found.update(match.position.memory.tobytes())
        choices += 1
    for entry in match.journal:
        found.update(f"{entry.strand} {entry.action};".encode())
    return f"{choices} {found.hexdigest()[:24]}"


def main(wanted: Sequence[str], seeds: int = 2) -> None:
    """Prints the digests of these games, or of all."""
    for game in wanted or tuple(shipped_games()):
        for seed in range(seeds):
            print(game, seed, digest(game, seed), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
