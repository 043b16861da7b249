"""Measures the interpreter beside OpenSpiel and beside Python written by hand, in one run, on the same classics.

    python benchmarks/peers.py          # a few minutes; --quick for some seconds, --print to leave README.md alone

Each contender plays whole matches of random moves, driven from Python, on one core. Times are CPU times. Each
round measures all contenders of a game, one after the other, so that what slows the machine down slows down all
of them; a ratio is the median of the rounds' ratios. Without OpenSpiel its rows are left out, and said to be.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import classics
import rulewright

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table of peers.py -->", "<!-- end of the peers -->"
Player = Callable[[int], int]
"""Plays this many matches; returns how many decisions of players they took."""

THEIRS = {
    "tic-tac-toe": ("tic_tac_toe", "python_tic_tac_toe"),
    "connect-four": ("connect_four", ""),
    "breakthrough": ("breakthrough", ""),
    "kuhn-poker": ("kuhn_poker", "python_kuhn_poker"),
    "leduc-poker": ("leduc_poker", ""),
}
"""OpenSpiel's games in C++, and those of them that it has in Python too."""

HAND = "Python, by hand (`classics.py`)"
HEAD = ("matches a second", "decisions a second", "decisions a match", "speed, by hand = 1")


# ------------------------------------------------------------------------- contenders


def by_hand(name: str) -> Player:
    rng, of = random.Random(1), classics.CLASSICS[name]
    return lambda matches: sum(classics.play_one(of, rng) for _ in range(matches))


def kernel(name: str) -> Player:
    """Rulewright's integers alone: which actions are legal, do this one."""
    engine, draw = rulewright.kernel(rulewright.load(f"classics/{name}")), random.Random(1).random
    actions, act, start = engine.actions_main, engine.act_main, engine.start

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            m = start(2, seed)
            while not m[1]:
                found = actions(m)
                act(m, found[int(draw() * len(found))])
                decisions += 1
        return decisions

    return play


def with_match(name: str) -> Player:
    """Rulewright's `Match`, with journal and invariants, by the numbers of actions."""
    game = rulewright.load(f"classics/{name}")
    draw = random.Random(1).random

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            match = rulewright.Match(game, 2, seed)
            while not match.is_over:
                legal = match.legal()
                match.take(0, legal[int(draw() * len(legal))])
            decisions += len(match.journal)
        return decisions

    return play


def openspiel(theirs: str) -> Player:
    """A game of OpenSpiel, in C++ or Python, played from Python. Luck is drawn as its examples draw it."""
    game = importlib.import_module("pyspiel").load_game(theirs)
    dice = random.Random(1)
    draw = dice.random

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(actions, weights)[0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
                    decisions += 1
        return decisions

    return play


def contenders(name: str) -> dict[str, Player]:
    """All that play a game; the first is what the others are compared with."""
    found = {
        HAND: by_hand(name),
        "Rulewright, kernel": kernel(name),
        "Rulewright, `Match`": with_match(name),
    }
    if has_openspiel():
        in_cpp, in_python = THEIRS[name]
        found["OpenSpiel, C++ from Python"] = openspiel(in_cpp)
        if in_python:
            found["OpenSpiel, written in Python"] = openspiel(in_python)
    return found


def has_openspiel() -> bool:
    try:
        importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")  # registers those in Python
    except ImportError:
        return False
    return True


# --------------------------------------------------------------------------- measuring


def spent(player: Player, matches: int) -> tuple[float, int]:
    """CPU seconds, and decisions."""
    gc.collect()
    start = time.process_time()
    decisions = player(matches)
    return time.process_time() - start, decisions


def matches_for(player: Player, seconds: float) -> int:
    """How many matches take about so long; the code warms up meanwhile."""
    matches = 2
    while True:
        took, _ = spent(player, matches)
        if took > seconds / 10:
            return max(2, int(matches * seconds / took))
        matches *= 4


def rows(name: str, rounds: int, seconds: float) -> list[tuple[str, ...]]:
    players = contenders(name)
    counts = {who: matches_for(player, seconds) for who, player in players.items()}
    each: dict[str, list[float]] = {who: [] for who in players}
    length: dict[str, float] = {}
    for _ in range(rounds):
        for who, player in players.items():
            took, decisions = spent(player, counts[who])
            each[who].append(took / counts[who])
            length[who] = decisions / counts[who]
    found: list[tuple[str, ...]] = []
    for who, times in each.items():
        speed = statistics.median(hand / one for one, hand in zip(times, each[HAND], strict=True))
        best = 1 / min(times)
        found.append(
            (who, f"{best:,.0f}", f"{best * length[who]:,.0f}", f"{length[who]:.1f}", f"{speed:.2f}")
        )
    return found


# ----------------------------------------------------------------------------- writing


def table(title: str, lines: list[tuple[str, ...]]) -> str:
    head = (title, *HEAD)
    marks = ("---", *["---:"] * len(HEAD))
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, marks, *lines))


def report(rounds: int, seconds: float) -> str:
    machine = f"CPython {platform.python_version()}, {platform.machine()}, one core."
    if not has_openspiel():
        machine += " OpenSpiel is not installed: it was not measured."
    parts = [machine]
    for name in THEIRS:
        parts.append(table(name, rows(name, rounds, seconds)))
        print(parts[-1], file=sys.stderr)
    return "\n\n".join(parts)


def write(text: str) -> None:
    """Puts the text between the marks of README.md."""
    before, rest = README.read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Random matches of the classics, beside OpenSpiel and Python by hand."
    )
    parser.add_argument("--quick", action="store_true", help="to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    arguments = parser.parse_args()
    text = report(1, 0.05) if arguments.quick else report(5, 1.0)
    if arguments.print:
        print(text)
    else:
        write(text)


if __name__ == "__main__":
    main()
