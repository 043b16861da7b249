"""Where the work of a game goes: how many blocks of machine code its decisions and searches execute, and in which
functions.

    python benchmarks/spending.py hrad                     # the functions of random matches that cost most
    python benchmarks/spending.py hrad --search 400        # of a search, from decisions along some matches
    python benchmarks/spending.py --written                # what tests/benchmarks/test_spending.py compares with

A block is a stretch of code without a jump, as it is written, before it is optimized. The numbers follow from the
rules and the seeds alone: they are the same on every machine and under any load. They are no times, but what executes
ten times as many blocks takes about ten times as long.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import native
import rulewright
from contenders import BENCHES

# What is measured below the public interface: the program of a game, and its machine code.
from rulewright.interpreter.lower import lower

MATCHES = 24
ITERATIONS = 300
DECISIONS = 300
OF_ENGINE = re.compile(r"^<rulewright program|interpreter.(python|memory).")
"""Where the Python engine runs."""
LONGEST = 60
"""Functions that are shown."""


def lines_in_python(game: rulewright.Game, players: int, decisions: int = DECISIONS) -> float:
    """How many lines of Python a decision of random matches executes in the Python engine: those of the rules, and of
    what they call. Like blocks they are the same on every machine; beside these they say how many times as fast
    machine code can be."""
    count, dice, number = 0, random.Random(3), 0

    def line(frame: Any, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def called(frame: Any, event: str, _: Any) -> Any:
        return line if OF_ENGINE.search(frame.f_code.co_filename) else None

    match, made = rulewright.Match(game, players, 0, engine="python"), 0
    before = sys.gettrace()
    sys.settrace(called)
    try:
        while made < decisions:
            if match.is_over:
                number += 1
                match = rulewright.Match(game, players, number, engine="python")
            one = match.pending()[0]
            match.take(one.strand, dice.choice(match.legal(one.strand)))
            made += 1
    finally:
        sys.settrace(before)
    return count / made


@attrs.frozen
class Spent:
    """What some work executed: the blocks of each function by its name, and how often each was called. `units` are
    the decisions, or the iterations of a search."""

    units: int
    blocks: Mapping[str, int]
    calls: Mapping[str, int]

    @property
    def each(self) -> float:
        """Blocks for a decision or an iteration."""
        return sum(self.blocks.values()) / self.units


class Metered:
    """A game as machine code that counts what it executes."""

    def __init__(self, game: rulewright.Game) -> None:
        from rulewright.interpreter.native.compiling import compiled
        from rulewright.interpreter.native.engine import NativeEngine
        from rulewright.interpreter.native.module import build_module

        lowered = lower(game)
        self.game, self.program = game, lowered.program
        numbers = {one for one in (lowered.score, lowered.heuristic) if one is not None}
        module = build_module(self.program, sorted(numbers), metered=True)
        native.add_loop(module)
        self.names = module.metered
        self.code = compiled(module.module, "light")
        self.playouts = native.Playouts.of(self.program, module.scratch_cells, self.code)
        self.engine = NativeEngine(self.program, module, self.code)

    def playing(self, players: int, matches: int = MATCHES) -> Spent:
        """What random matches execute."""
        before = self._executed()
        decisions, _ = self.playouts.play(matches, players)
        return self._spent(before, decisions)

    def searching(self, players: int, iterations: int = ITERATIONS, positions: int = 4) -> Spent:
        """What the bot `search` executes to think about decisions with several answers, from the first of a match to
        later ones."""
        dice = random.Random(2)
        found: list[Spent] = []
        for number in range(positions):
            match = rulewright.Match(self.game, players, number, engine="python")
            usual = match.rules.tiers.engine
            match.rules.tiers.engine = self.engine
            try:
                for _ in range(20 * number):
                    if not match.is_over:
                        match.choose(dice.choice(match.decision.options), match.decision.player)
                while not match.is_over and len(match.decision.options) == 1:
                    match.choose(match.decision.options[0], match.decision.player)
                if match.is_over:  # there is nothing to think about
                    continue
                before = self._executed()
                rulewright.make_bot(f"search:{iterations}", 1).choose(match, match.decision)
                found.append(self._spent(before, iterations))
            finally:
                match.rules.tiers.engine = usual
        return _together(found)

    def _executed(self) -> list[Any]:
        from rulewright.interpreter.native.meter import executed

        return executed(self.code, self.names)

    def _spent(self, before: list[Any], units: int) -> Spent:
        pairs = list(zip(before, self._executed(), strict=True))
        return Spent(
            units,
            {old.name: new.blocks - old.blocks for old, new in pairs},
            {old.name: new.calls - old.calls for old, new in pairs},
        )

    def title(self, function: str) -> str:
        """A function, with the name of the procedure that it belongs to."""
        number = re.fullmatch(r"(?:plain|tried|frame)(\d+)", function)
        return function if number is None else f"{function}: {self.program.procedures[int(number[1])].name}"


def _together(parts: Iterable[Spent]) -> Spent:
    parts = list(parts)
    names = parts[0].blocks
    return Spent(
        sum(one.units for one in parts),
        {name: sum(one.blocks[name] for one in parts) for name in names},
        {name: sum(one.calls[name] for one in parts) for name in names},
    )


def shown(metered: Metered, spent: Spent, unit: str) -> str:
    """The functions that execute most."""
    whole = sum(spent.blocks.values())
    lines = [f"{spent.each:,.0f} blocks for each {unit}, {spent.units:,} in all"]
    for name in sorted(spent.blocks, key=lambda name: -spent.blocks[name])[:LONGEST]:
        share = spent.blocks[name] / whole
        if share >= 0.002:
            calls = spent.calls[name]
            lines.append(
                f"{share:6.1%}  {calls / spent.units:8.2f} calls, {spent.blocks[name] / max(calls, 1):8.0f} "
                f"blocks each  {metered.title(name)}"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="the games; without any, those of peers.py")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--search", type=int, default=0, help="the iterations of searches")
    parser.add_argument("--written", action="store_true", help="only what the test compares with")
    args = parser.parse_args()
    benches = [one for one in BENCHES if not args.game or one.name in args.game]
    for bench in benches:
        metered, players = Metered(bench.load()), args.players or bench.players
        if args.written:
            each = metered.playing(players).each, metered.searching(players).each
            lines = lines_in_python(metered.game, players)
            print(f'    "{bench.whole}, {players}": ({each[0]:.0f}, {each[1]:.0f}, {lines:.0f}),', flush=True)
        elif args.search:
            print(bench.title, shown(metered, metered.searching(players, args.search), "iteration"))
        else:
            print(bench.title, shown(metered, metered.playing(players), "decision"))


if __name__ == "__main__":
    main()
