"""Steps a second of a `Batch`, with observations and masks, and writes the table of README.md.

    python benchmarks/learning.py       # some minutes; --quick: a few seconds a game, --print: leave README.md alone
    PGX_PYTHON=…/bin/python python benchmarks/learning.py     # beside Pgx, which that Python has (pip install pgx)

All times are CPU times of one thread (of all threads, for Pgx). Actions are random legal ones. OpenSpiel has
a column if it is installed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import rulewright
from native import native_playouts
from observations import with_pettingzoo

GAMES = {
    "classics/tic-tac-toe": 2,
    "classics/connect-four": 2,
    "classics/leduc-poker": 2,
    "classics/love-letter": 2,
    "do-podzemi": 3,
    "hrad": 2,
    "vladci-podzemi": 2,
}
"""The games, and how many play."""
PGX = {
    "classics/tic-tac-toe": "tic_tac_toe",
    "classics/connect-four": "connect_four",
    "classics/leduc-poker": "leduc_holdem",
}
SPIEL = {
    "classics/tic-tac-toe": "tic_tac_toe",
    "classics/connect-four": "connect_four",
    "classics/leduc-poker": "leduc_poker",
}
ROWS = 1024
SPIEL_ROWS = 64
"""Each of OpenSpiel's environments is an object of Python: more of them together gain nothing."""

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table of learning.py -->", "<!-- end of learning -->"
HEAD = (
    "game",
    "numbers",
    "bytes a match",
    "engine alone",
    "masks",
    "masks, observations",
    "part of the engine",
    "PettingZoo",
    "by hand, numpy",
    "OpenSpiel",
    "Pgx",
    "times Pgx",
)
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps per CPU second. A step in which the rules go wrong does not count, nor does its time."""
    steps, spent = 0, 0.0
    while spent < seconds:
        began = time.thread_time()
        try:
            done = step()
        except rulewright.BrokenRulesError:
            continue
        spent += time.thread_time() - began
        steps += done
    return steps / spent


def of_batch(game: rulewright.Game, players: int, seconds: float, *, observe: bool) -> tuple[float, int]:
    """Steps per second, and bytes for each match."""
    batch = rulewright.Batch(game, ROWS, players, seed=1, observe=observe, engine="native")

    def step() -> int:
        batch.step_random()
        return ROWS

    rate(step, seconds / 4)
    found = rate(step, seconds)
    return found, batch.nbytes // ROWS


def of_engine(game: rulewright.Game, players: int, seconds: float) -> float:
    """Decisions per second of the native engine in whole matches, which nobody sees."""
    play = native_playouts(game, players)
    assert play is not None
    play(10)
    matches, decisions, began = 10, 0, time.thread_time()
    while time.thread_time() - began < seconds:
        decisions += play(matches)
        matches = min(2 * matches, 100_000)
    return decisions / (time.thread_time() - began)


def by_hand(seconds: float) -> float:
    """Tic-tac-toe as a loop in numpy, as one writes it: 1,024 boards."""
    board, turn = np.zeros((ROWS, 9), np.int8), np.ones(ROWS, np.int8)
    dice, rows = np.random.default_rng(1), np.arange(ROWS)
    seen = np.zeros((ROWS, 2, 9), np.float32)

    def step() -> int:
        action = ((board == 0) * dice.random((ROWS, 9), np.float32)).argmax(axis=1)
        board[rows, action] = turn
        won = (board[:, LINES] == turn[:, None, None]).all(axis=2).any(axis=1)
        over = won | (board != 0).all(axis=1)
        turn[:] = np.where(over, 1, -turn)
        board[over] = 0
        seen[:, 0], seen[:, 1] = board == turn[:, None], board == -turn[:, None]
        return ROWS

    return rate(step, seconds)


def of_openspiel(name: str, seconds: float) -> float:
    """Steps per second of OpenSpiel's vector environment of a game in C++; 0 if it is not installed."""
    try:
        environments = importlib.import_module("open_spiel.python.rl_environment")
        answer = importlib.import_module("open_spiel.python.rl_agent").StepOutput
        vector = importlib.import_module("open_spiel.python.vector_env").SyncVectorEnv
    except ImportError:
        return 0.0
    several = vector([environments.Environment(name) for _ in range(SPIEL_ROWS)])
    dice, shown = random.Random(1), several.reset()

    def step() -> int:
        nonlocal shown
        legal = [one.observations["legal_actions"][one.current_player()] for one in shown]
        shown, *_ = several.step([answer(dice.choice(one), []) for one in legal], reset_if_done=True)
        return SPIEL_ROWS

    return rate(step, seconds)


def of_pgx(seconds: float) -> dict[str, float]:
    """Steps per second by game; empty if no Python with Pgx is named."""
    python = os.environ.get("PGX_PYTHON")
    if not python:
        return {}
    script = str(Path(__file__).with_name("pgx_steps.py"))
    done = subprocess.run(
        [python, script, str(ROWS), str(seconds), *PGX.values()], capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def row(name: str, players: int, seconds: float, pgx: dict[str, float]) -> tuple[str, ...]:
    game = rulewright.load(name)
    engine = of_engine(game, players, seconds)
    blind, _ = of_batch(game, players, seconds, observe=False)
    seeing, size = of_batch(game, players, seconds, observe=True)
    other = pgx.get(PGX.get(name, ""), 0.0)
    numbers = rulewright.Encoder(rulewright.Match(game, players)).size
    spiel = of_openspiel(SPIEL[name], seconds) if name in SPIEL else 0.0
    hand = f"{by_hand(seconds):,.0f}" if name.endswith("tic-tac-toe") else "–"
    return (
        f"{name}, {players} players",
        f"{numbers:,}",
        f"{size:,}",
        f"{engine:,.0f}",
        f"{blind:,.0f}",
        f"{seeing:,.0f}",
        f"{seeing / engine:.2f}",
        f"{with_pettingzoo(name, players, seconds):,.0f}",
        hand,
        f"{spiel:,.0f}" if spiel else "–",
        f"{other:,.0f}" if other else "–",
        f"{seeing / other:.1f}" if other else "–",
    )


def report(seconds: float, names: list[str]) -> str:
    pgx: dict[str, Any] = of_pgx(seconds)
    rows = []
    for name, players in GAMES.items():
        if not names or name in names:
            rows.append(row(name, players, seconds, pgx))
            print(" | ".join(rows[-1]), flush=True)
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    made = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one thread."
    )
    return f"{made}\n\n{table}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second for programs that learn.")
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--quick", action="store_true", help="short measurements: to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    arguments = parser.parse_args()
    text = report(0.3 if arguments.quick else 3, arguments.games)
    if not arguments.print and not arguments.games:
        page = README.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        README.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
