"""Plants faults in games, and says which of them `rulewright prove` finds, and by which part:

    python -m tests.proofs --number 40 --seed 1

As many faults of each sort (`planting.SORTS`), in turn in small games and large ones. A fault is found by a part if
this part reports a fault that it does not report for the game as it ships. Only what the symbolic part does not find
is searched for, no longer than `--seconds` in each game. `--markdown` prints the table for the docs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import attrs
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match
from rulewright.workbench.prove.searched.proving import prove_by_searching
from rulewright.workbench.prove.searched.search import Bounds
from rulewright.workbench.prove.symbolic.claims import symbolic

from .planting import SORTS, Planted, field, shipped

GAMES = (
    "cookbook/costs",
    "hrdina-v-kostce",
    "classics/no-thanks",
    "vladci-podzemi",
    "cookbook/gem-market",
    "hrad",
    "classics/cant-stop",
    "do-podzemi",
    "cookbook/actions-and-buys",
    "priseri",
    "cookbook/action-points",
    "cookbook/dungeon-round",
    "classics/pig",
    "cookbook/market",
    "classics/six-takes",
    "cookbook/keep-the-heroes-out",
    "cookbook/gains",
    "classics/fireworks",
)
POSITIONS = 3000


@attrs.frozen
class Judged:
    """A planted fault, and what found it."""

    planted: Planted
    symbolic: str
    searched: str

    @property
    def is_found(self) -> bool:
        return bool(self.symbolic or self.searched)


def plan(number: int, seed: int) -> Iterator[Planted]:
    """Faults of all sorts, as many of each; each next one in another game, as far as there are games for it."""
    for at, (sort, makers) in enumerate(SORTS.items()):
        wanted = (number + at) // len(SORTS)
        fields = [field(name, Random(f"{seed} {sort} {name}")) for name in (*GAMES[at:], *GAMES[:at])]
        sources = [maker(one) for one in fields for maker in makers]
        while wanted and sources:
            left = []
            for source in sources:
                if wanted and (planted := next(source, None)) is not None:
                    wanted -= 1
                    left.append(source)
                    yield planted
            sources = left


def searched(game: Game, seconds: float) -> set[str]:
    """The faults that searching finds."""
    names = [f"player {seat + 1}" for seat in range(game.players[0])]
    try:
        match = Match(game, names, 0, explicit_chance=True, engine="python")
    except BrokenRulesError as broken:
        return {f"{broken.fault_code}"}
    bounds = Bounds(POSITIONS, seconds, 1_000_000_000, game.step_bound)
    return {f"{one.claim}: {one.said}" for one in prove_by_searching(match, bounds).findings if one.fault}


def asked(game: Game) -> set[str]:
    """The faults that follow from formulas."""
    return {one.claim for one in symbolic(game) if one.fault}


@cache
def asked_before(name: str) -> frozenset[str]:
    """The faults of the game as it ships."""
    return frozenset(asked(shipped(name)))


def judged(planted: Planted, seconds: float) -> Judged:
    """What finds a fault. Games are searched only for faults that formulas do not find: that takes much longer."""
    news = sorted(asked(planted.game) - asked_before(planted.game_name))
    met = (
        []
        if news
        else sorted(searched(planted.game, seconds) - searched(shipped(planted.game_name), seconds))
    )
    return Judged(planted, next(iter(news), ""), next(iter(met), ""))


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs")
    parser.add_argument("--number", type=int, default=40, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each game is searched")
    parser.add_argument("--markdown", action="store_true", help="print the table of the docs")
    args = parser.parse_args(argv)
    counts: dict[str, Counter[str]] = {sort: Counter() for sort in SORTS}
    for planted in plan(args.number, args.seed):
        one = judged(planted, args.seconds)
        mine = counts[planted.sort]
        mine["planted"] += 1
        mine["symbolic"] += bool(one.symbolic)
        mine["searched"] += bool(one.searched)
        mine["found"] += one.is_found
        print(f"{planted.sort}, {planted.game_name}, {planted.where}: {planted.wrong}", flush=True)
        print(f"    symbolic: {one.symbolic or '-'}\n    searched: {one.searched or '-'}", flush=True)
    columns = ("planted", "symbolic", "searched", "found")
    if args.markdown:
        print("| fault | " + " | ".join(columns) + " |\n| --- |" + " ---: |" * len(columns))
    rows = [*counts.items(), ("all", sum(counts.values(), Counter()))]
    for sort, mine in rows:
        cells = [str(mine[column]) for column in columns]
        print(f"| {sort} | " + " | ".join(cells) + " |" if args.markdown else f"{sort:<16} {cells}")
    whole = sum(counts.values(), Counter())
    print(f"{whole['found']} of {whole['planted']} found")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
