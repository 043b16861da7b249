"""Measures the interpreter beside OpenSpiel and programs by hand, in one run, and writes the tables of README.md.

    python benchmarks/peers.py            # some minutes; --quick for some seconds, --print to leave README.md alone

Each contender plays whole matches of random moves on one core. Times are CPU times, with those of processes that a
contender starts. Each round measures all contenders of a game, one after the other, so that what slows the machine
down slows down all of them. What is not there (OpenSpiel, a C compiler) is left out, and said to be.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import compiled
import native
import thinking
from contenders import BENCHES, COMMAND, KERNEL, Bench, contenders, has_openspiel
from goals import GOALS
from measuring import Measured, measure

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table of peers.py -->", "<!-- end of the peers -->"
HEAD = ("matches a second", "decisions a second", "decisions a match", "speed, Python engine = 1")

LONGER = {COMMAND: 4}
"""Starting the command takes more than half a second: so it plays for a few, as users do who start it."""


def table(head: Sequence[str], lines: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table whose first columns are text, and the others numbers."""
    marks = ("---",) * left + ("---:",) * (len(head) - left)
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, marks, *lines))


def rows(measured: Mapping[str, Measured]) -> list[tuple[str, ...]]:
    kernel = measured[KERNEL]
    return [
        (
            f"{who}, {one.matches:,} matches" if who == COMMAND else who,
            f"{one.speed:,.0f}",
            f"{one.speed * one.length:,.0f}",
            f"{one.length:.1f}",
            f"{one.times(kernel):,.2f}",
        )
        for who, one in measured.items()
    ]


def left_out() -> list[str]:
    """Sentences about what could not be measured here."""
    spiel = "" if has_openspiel() else "OpenSpiel is not installed: it was not measured."
    return [why for why in (spiel, compiled.why_not(), native.why_not()) if why]


def compiling(benches: Sequence[Bench], rounds: int) -> str:
    """How long each game takes to compile."""
    head = ("CPU milliseconds to compile", "to Python", "light machine code", "full", "full, from the cache")
    lines = []
    for name, bench in {bench.whole: bench for bench in benches}.items():
        took = native.compiling(bench.load(), rounds)
        times = (took.python, took.light, took.full, took.cached)
        lines.append((name, *(f"{1e3 * one:,.1f}" for one in times)))
    return table(head, lines)


def report(benches: Sequence[Bench], rounds: int, seconds: float) -> str:
    """The tables of these games, and which goals are reached."""
    machine = (
        f"CPython {platform.python_version()}, {platform.machine()}, one core; medians of {rounds} rounds."
    )
    parts = [" ".join([machine, *left_out()])]
    results: dict[str, Mapping[str, Measured]] = {}
    for bench in benches:
        given = {COMMAND: bench.matches}
        results[bench.title] = measure(contenders(bench), rounds, seconds, LONGER, given)
        parts.append(table((bench.title, *HEAD), rows(results[bench.title])))
        print(parts[-1], "\n", file=sys.stderr)
    if not native.why_not():
        parts.append(compiling(benches, rounds))
    searches = [one for one in thinking.SEARCHES if any(bench.name == one.name for bench in benches)]
    if searches:
        head = ("`search`, iterations a second", "Python engine", "native engine", "goal", "reached")
        parts.append(table(head, [thinking.row(one, rounds, seconds) for one in searches]))
    goals = [goal.row(results) for goal in GOALS if goal.title in results]
    parts.append(table(("game", "contender", "goal", "measured", "reached"), goals, left=5))
    return "\n\n".join(parts)


def write(text: str) -> None:
    """Puts the text between the marks of README.md."""
    before, rest = README.read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Random matches, beside OpenSpiel and programs by hand.")
    parser.add_argument("--quick", action="store_true", help="to see that it runs")
    parser.add_argument("--print", action="store_true", help="do not write README.md")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: 5)")
    parser.add_argument("--seconds", type=float, default=0.4, help="for how long (default: 0.4)")
    parser.add_argument("--game", action="append", default=[], help="only this one; may be repeated")
    arguments = parser.parse_args()
    benches = [one for one in BENCHES if not arguments.game or one.name.split("/")[-1] in arguments.game]
    rounds, seconds = (1, 0.05) if arguments.quick else (arguments.rounds, arguments.seconds)
    text = report(benches, rounds, seconds)
    if arguments.print or arguments.game:
        print(text)
    else:
        write(text)


if __name__ == "__main__":
    main()
