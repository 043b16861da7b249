"""Measures the interpreter beside a program written by hand, in one run, and writes the table of README.md.

    python benchmarks/run.py            # a minute; --quick for a few seconds, --print to leave README.md alone

Times are CPU times, and medians of rounds (`measuring.py`).
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import compiled
import handwritten
import native
from measuring import Player, measure
from rulewright import Game, Match, RulesError
from rulewright import load as load_game

# What is measured below the public interface: the two steps by which a checked game is compiled.
from rulewright.interpreter.lower import lower
from rulewright.interpreter.python.engine import PythonEngine

GAME = "do-podzemi"
README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table of run.py -->", "<!-- end of the table -->"


def load() -> Game:
    """The game, checked; SystemExit if there is something wrong with it."""
    try:
        return load_game(GAME)
    except RulesError as error:
        sys.exit(str(error))


# ------------------------------------------------------------------------- the players


def by_hand(players: int) -> Player:
    rng = random.Random(1)
    return lambda matches: sum(handwritten.play(rng, players)[1] for _ in range(matches))


def in_c(players: int) -> Player | None:
    play = compiled.playouts(GAME)
    return None if play is None else lambda matches: play(matches, seed=1, players=players)[0]


def machine_code(playouts: native.Playouts, players: int) -> Player:
    """The native engine: whole matches, without Python."""
    return lambda matches: playouts.play(matches, players)[0]


def kernel(engine: PythonEngine, players: int) -> Player:
    """The integers alone: which actions are legal, do this one."""
    draw = random.Random(1).random
    actions, act, start = engine.actions_main, engine.act_main, engine.start

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            m = start(players, seed)
            while not m[1]:
                found = actions(m)
                act(m, found[int(draw() * len(found))])
                decisions += 1
        return decisions

    return play


def with_numbers(game: Game, players: int) -> Player:
    """Match, with its journal and invariants, by the numbers of actions: what simulation uses."""
    draw = random.Random(1).random

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            match = Match(game, players, seed)
            while not match.is_over:
                legal = match.legal()
                match.take(0, legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def with_options(game: Game, players: int) -> Player:
    """Match by its front door: decisions and options as objects."""
    draw = random.Random(1).random

    def play(matches: int) -> int:
        decisions = 0
        for seed in range(matches):
            match = Match(game, players, seed)
            while not match.is_over:
                options = match.decision.options
                match.choose(options[int(draw() * len(options))])
                decisions += 1
        return decisions

    return play


# --------------------------------------------------------------------------- measuring


def cpu_seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def microseconds(work: Callable[[], object], times: int) -> float:
    """The least of five series, for one call."""

    def series() -> None:
        for _ in range(times):
            work()

    return min(cpu_seconds(series) for _ in range(5)) / times * 1e6


def speeds(contenders: dict[str, Player], rounds: int, seconds: float) -> list[tuple[str, ...]]:
    """Rows: matches a second, decisions a match, and how many times the time of the first contender."""
    measured = measure(contenders, rounds, seconds)
    first = next(iter(measured.values()))
    return [
        (name, f"{one.speed:,.0f}", f"{one.length:.1f}", f"{first.times(one):.2f}")
        for name, one in measured.items()
    ]


def check_seconds() -> float:
    """`rulewright check` in a process of its own, from nothing: the least of five."""
    command = [sys.executable, "-m", "rulewright.workbench", "check", GAME]
    spent = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        spent.append(time.perf_counter() - start)
    return min(spent)


def sizes(game: Game, engine: PythonEngine) -> list[tuple[str, str]]:
    """What loading, keeping and copying cost."""
    match = Match(game, 3, 7)
    for _ in range(12):
        match.take(0, match.legal()[0])
    memory, layout = match.memory, engine.program.layout
    return [
        (f"`rulewright check {GAME}` in a new process", f"{check_seconds() * 1e3:.0f} ms"),
        ("the texts of the game to a checked game", f"{microseconds(load, 3) / 1e3:.0f} ms"),
        ("a checked game to a program", f"{microseconds(lambda: lower(game), 5) / 1e3:.1f} ms"),
        (
            "a program to Python functions",
            f"{microseconds(lambda: PythonEngine(engine.program), 5) / 1e3:.1f} ms",
        ),
        ("the memory of a match", f"{layout.size} cells, {layout.size * memory.itemsize:,} bytes"),
        ("of that for the stack", f"{layout.stack * layout.strands} cells"),
        ("a copy of the memory", f"{microseconds(lambda: memory[:], 20_000):.2f} µs"),
        ("`Match.clone`", f"{microseconds(match.clone, 5_000):.2f} µs"),
        ("a save after 12 decisions", f"{len(match.save().encode()):,} bytes"),
        ("a record after 12 decisions", f"{len(match.record().encode()):,} bytes"),
    ]


# ----------------------------------------------------------------------------- writing


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    marks = ("---", *["---:"] * (len(head) - 1))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))


def report(quick: bool) -> str:
    game = load()
    engine = PythonEngine(lower(game).program)
    machine = None if native.why_not() else native.Playouts(engine.program)
    rounds, seconds = (3, 0.02) if quick else (9, 0.2)
    parts = []
    for players in (2, 3, 4):
        found = {
            "by hand (`handwritten.py`)": by_hand(players),
            "by hand in C (`c/do-podzemi.c`)": in_c(players),
            "native engine": None if machine is None else machine_code(machine, players),
            "kernel: integers": kernel(engine, players),
            "`Match`, by numbers": with_numbers(game, players),
            "`Match`, by options": with_options(game, players),
        }
        contenders = {name: player for name, player in found.items() if player is not None}
        head = (f"{players} players", "matches a second", "decisions a match", "times the time by hand")
        parts.append(table(head, speeds(contenders, rounds, seconds)))
    parts.append(table(("what", "cost"), list(sizes(game, engine))))
    here = f"CPython {platform.python_version()}, {platform.machine()}, one core."
    left_out = [why for why in (native.why_not(), compiled.why_not()) if why]
    return "\n\n".join([" ".join([here, *left_out]), *parts])


def write(text: str) -> None:
    """Puts the text between the marks of README.md."""
    old = README.read_text("utf-8")
    before, rest = old.split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and sizes, beside a program written by hand.")
    parser.add_argument("--quick", action="store_true", help="few matches: to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    arguments = parser.parse_args()
    text = report(arguments.quick)
    print(text)
    if not arguments.print:
        write(text)


if __name__ == "__main__":
    main()
