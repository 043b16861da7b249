"""Measures how costs grow with games and with matches, and writes the tables of README.md.

    python benchmarks/growth.py            # two minutes; --quick: a few seconds, --print: leave README.md alone

Times are CPU times. An exponent says how a cost grows from the second largest size to the largest: 1 means as fast as
the size, 2 as fast as its square.
"""

from __future__ import annotations

import argparse
import gc
import math
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import attrs
import rulewright
from grown_games import GAMES
from rulewright import Match

# What is measured below the public interface: the steps by which a checked game is compiled.
from rulewright.interpreter.ir.fingerprint import fingerprint
from rulewright.interpreter.lower import lower
from rulewright.interpreter.python.engine import PythonEngine

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- tables of growth.py -->", "<!-- end of growth -->"
ENDLESS = Path(__file__).parents[1] / "tests" / "interpreter" / "games" / "endless.yaml"
SIZES = {
    "designs": (10, 100, 1_000, 10_000),
    "designs with texts": (10, 100, 1_000, 10_000),
    "cells": (10, 100, 400, 4_000, 10_000),
}
DECISIONS = 1_000
LENGTHS = (100, 1_000, 10_000)
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """CPU milliseconds, and the result."""
    gc.collect()
    begun = time.process_time()
    result = work()
    return (time.process_time() - begun) * 1e3, result


def least(work: Callable[[], object], times: int = 5) -> float:
    """The least milliseconds of several calls."""
    return min(timed(work)[0] for _ in range(times))


# ------------------------------------------------------------------------------- games


@attrs.frozen
class Costs:
    """What a game of a size costs."""

    size: int
    check: float
    lower: float
    python: float
    program: int
    source: int
    memory: int
    start: float
    decision: float


def costs(text: str, size: int) -> Costs:
    """Milliseconds, but microseconds for a decision; nodes of the program, characters of Python, bytes of memory."""
    check, game = timed(lambda: rulewright.loads(text))
    lowering, lowered = timed(lambda: lower(game))
    python, engine = timed(lambda: PythonEngine(lowered.program))
    Match(game, 2, 1)
    start, match = timed(lambda: Match(game, 2, 1))
    nodes = fingerprint(lowered.program).size
    source = len(engine.module.source)
    memory = len(match.snapshot())
    return Costs(size, check, lowering, python, nodes, source, memory, start, decision(match))


def decision(match: Match) -> float:
    """Microseconds for one of the first decisions of a match at random that does not end."""
    dice = random.Random(1)
    begun = time.process_time()
    for _ in range(DECISIONS):
        legal = match.legal()
        match.take(0, dice.choice(legal[:-1] or legal))  # the last option ends the match
    return (time.process_time() - begun) * 1e6 / DECISIONS


HEAD = (
    "",
    "text to checked game, ms",
    "to a program, ms",
    "to Python, ms",
    "program, nodes",
    "Python, characters",
    "memory, bytes",
    "a match begins, ms",
    "a decision, µs",
)


def games(sizes: dict[str, tuple[int, ...]]) -> str:
    tables = []
    for what, make in GAMES.items():
        costs(make(10), 10)  # what is made once for all games
        found = [costs(make(size), size) for size in sizes[what]]
        rows: list[tuple[str, ...]] = [
            (
                f"{one.size:,}",
                f"{one.check:,.0f}",
                f"{one.lower:,.1f}",
                f"{one.python:,.1f}",
                f"{one.program:,}",
                f"{one.source:,}",
                f"{one.memory:,}",
                f"{one.start:,.2f}",
                f"{one.decision:,.1f}",
            )
            for one in found
        ]
        pairs = zip(attrs.astuple(found[-2]), attrs.astuple(found[-1]), strict=True)
        (less, more), *rest = pairs
        exponents = (math.log(after / before) / math.log(more / less) for before, after in rest)
        rows.append(("exponent", *(f"{one:.2f}" for one in exponents)))
        tables.append(table((what, *HEAD[1:]), rows))
    return "\n\n".join(tables)


# ------------------------------------------------------------------------- long matches


def played(length: int) -> Match:
    """A match at random with the given number of decisions: hidden cards, secret choices, simultaneous ones."""
    match, dice = Match(rulewright.load(ENDLESS), 2, 1), random.Random(1)
    while len(match.journal) < length:
        one = dice.choice(match.pending())
        legal = match.legal(one.strand)
        if match.option(legal[-1]).name == "end":
            legal = legal[:-1]
        match.take(one.strand, dice.choice(legal))
    while match.fork is not None:  # the same for all lengths: nobody is in the midst of an answer
        one = match.pending()[0]
        match.take(one.strand, match.legal(one.strand)[0])
    return match


def news(match: Match) -> float:
    """Milliseconds to play a decision and read what it adds to the log."""

    def work() -> None:
        match.choose("mix" if match.decision.option("mix") else match.decision.options[0])
        match.log(0, since=len(match.journal) - 1)

    return least(work)


def undone(match: Match) -> float:
    """Milliseconds to undo a decision and read the end of the log again."""

    def work() -> None:
        match.undo()
        match.log(0, since=len(match.journal) - 1)

    return least(work)


def whole(match: Match) -> float:
    """Milliseconds to replay all actions, as everything would have to that keeps nothing of the past."""
    history = match.history
    return timed(lambda: history.of_start(history.start, match.journal).at(len(match.journal)))[0]


def kept(match: Match) -> int:
    """The bytes of the positions that a match keeps."""
    marks = (one.memory for one in match.history.checkpoints)
    return sum(len(one) if isinstance(one, bytes) else len(one) * one.itemsize for one in marks)


def long_matches(lengths: tuple[int, ...]) -> str:
    rows: list[list[str]] = []
    for length in lengths:
        match = played(length)
        text = match.save()
        replay = whole(match)
        undo = least(match.clone().undo)
        first = timed(lambda match=match: match.log(0))[0]  # type: ignore[misc]
        load = least(lambda match=match, text=text: Match.load(match.game, text))  # type: ignore[misc]
        loaded = [Match.load(match.game, text) for _ in range(5)]
        after = min(timed(one.undo)[0] for one in loaded)
        row = (undo, undone(match), news(match), load, after, replay, first)
        rows.append(
            [
                f"{length:,}",
                *(f"{one:.2f}" for one in row),
                f"{len(text):,}",
                f"{kept(match):,}",
            ]
        )
    head = (
        "decisions",
        "`undo`, ms",
        "`undo`, then the end of the log",
        "a choice and its lines of the log",
        "`load`",
        "`undo` after `load`",
        "a whole replay",
        "the whole log, once",
        "save, bytes",
        "kept positions, bytes",
    )
    return table(head, [tuple(row) for row in rows])


# ----------------------------------------------------------------------------- writing


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    marks = ("---", *["---:"] * (len(head) - 1))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))


def report(quick: bool) -> str:
    sizes = (
        {what: tuple(one for one in some if one <= 1_000) for what, some in SIZES.items()} if quick else SIZES
    )
    machine = f"CPython {platform.python_version()}, {platform.machine()}, one core."
    lengths = LENGTHS[:2] if quick else LENGTHS
    return "\n\n".join([machine, games(sizes), long_matches(lengths)])


def write(text: str) -> None:
    page = README.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="How costs grow with games and with matches.")
    parser.add_argument("--quick", action="store_true", help="small sizes: to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    arguments = parser.parse_args()
    text = report(arguments.quick)
    print(text)
    if not arguments.print:
        write(text)


if __name__ == "__main__":
    main()
