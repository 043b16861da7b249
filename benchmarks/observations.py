"""Measures observations and environments for programs that learn, and writes the table of README.md.

    python benchmarks/observations.py            # a minute; --quick: a few seconds, --print: leave README.md alone

Times are CPU times, of matches that are played at random from beginning to end.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import rulewright
import rulewright.adapters.gymnasium
from rulewright.adapters.pettingzoo import environment

GAMES = {"hrad": 2, "do-podzemi": 3, "classics/leduc-poker": 2}
"""The games, and how many play."""

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table of observations.py -->", "<!-- end of the observations -->"
HEAD = (
    "game",
    "actions",
    "numbers",
    "not 0",
    "ms",
    "PettingZoo, steps a second",
    "Gymnasium, steps a second",
)
Row = tuple[str, ...]


def positions(name: str, players: int, seconds: float) -> Iterator[rulewright.Match]:
    """Positions of matches at random, for so long."""
    game, dice = rulewright.load(name), random.Random(1)
    match = rulewright.Match(game, players, 1)
    end = time.process_time() + seconds
    while time.process_time() < end:
        yield match
        match.choose(dice.choice(match.decision.options))
        if match.is_over:
            match = rulewright.Match(game, players, dice.getrandbits(30))


def observations(name: str, players: int, seconds: float) -> tuple[float, float]:
    """How many numbers are not 0, and how many milliseconds a vector takes to make."""
    spent, filled, count = 0.0, 0, 0
    encoder: Any = None
    for match in positions(name, players, seconds):
        encoder = encoder or rulewright.Encoder(match)
        begun = time.process_time()
        vector = encoder.vector(match, match.decision.player)
        spent += time.process_time() - begun
        filled += int(np.count_nonzero(vector))
        count += 1
    return filled / count, 1000 * spent / count


def pick(mask: Any, dice: random.Random) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(dice.random() * len(legal))])


def with_pettingzoo(name: str, players: int, seconds: float) -> float:
    env = environment(rulewright.load(name), players, engine="native")
    dice, steps = random.Random(1), 0
    env.reset(seed=1)
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            continue
        env.step(pick(seen["action_mask"], dice))
        steps += 1
    return steps / (time.process_time() - begun)


def with_gymnasium(name: str, players: int, seconds: float) -> float:
    called = f"rulewright/{name.rpartition('/')[2]}-v0"
    env: Any = gymnasium.make(called, players=players, engine="native").unwrapped
    dice, steps = random.Random(1), 0
    _, info = env.reset(seed=1)
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        _, _, over, cut, info = env.step(pick(info["action_mask"], dice))
        steps += 1
        if over or cut:
            _, info = env.reset()
    return steps / (time.process_time() - begun)


def row(name: str, players: int, seconds: float) -> Row:
    encoder = rulewright.Encoder(rulewright.Match(rulewright.load(name), players))
    filled, milliseconds = observations(name, players, seconds)
    return (
        f"{name}, {players} players",
        f"{len(encoder.actions.numbers):,}",
        f"{encoder.size:,}",
        f"{filled:.0f}",
        f"{milliseconds:.3f}",
        f"{with_pettingzoo(name, players, seconds):,.0f}",
        f"{with_gymnasium(name, players, seconds):,.0f}",
    )


def report(seconds: float) -> str:
    rows = [row(name, players, seconds) for name, players in GAMES.items()]
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    made = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core."
    return f"{made}\n\n{table}\n"


def write(text: str) -> None:
    page = README.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Observations and environments for programs that learn.")
    parser.add_argument("--quick", action="store_true", help="short measurements: to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    arguments = parser.parse_args()
    text = report(0.5 if arguments.quick else 8)
    print(text)
    if not arguments.print:
        write(text)


if __name__ == "__main__":
    main()
