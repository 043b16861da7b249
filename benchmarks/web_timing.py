"""Whether the time of an answer tells a player what others keep secret.

    python benchmarks/web_timing.py                     the large games and some classics, some minutes
    python benchmarks/web_timing.py --game hrad --positions 20

At positions of random matches, what a player does not know is dealt anew, twice: to this player, both worlds look
the same. The processor time of the same request in the two is compared: all that a page learns when it joins, why an
option or an object cannot be chosen, and the refusal of a choice that was legal before. In pairs of one world with
itself, the times must not differ either; how many seem to is what luck does. And where one world is made slower by a
tenth, most should. A pair counts if its times differ by rank (z above 2.5), and again in a second, longer measurement
(z above 5).

The tokens of links are compared too: those that are wrong in the first character, in the last, and right ones.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import hmac
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator

import attrs
from rulewright.interpreter import Match, MatchError
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.web.feed import told
from rulewright.workbench.web.rules import encoded
from rulewright.workbench.web.table import hashed
from rulewright.workbench.wire.shapes import data_of

GAMES = [
    "do-podzemi",
    "hrad",
    "priseri",
    "vladci-podzemi",
    "hrdina-v-kostce",
    "classics/leduc-poker",
    "classics/love-letter",
    "classics/goofspiel",
    "classics/gem-merchants",
]
Ask = Callable[[Match], object]
SHORT, LONG = 40, 150
"""How often each request is made in each world."""


@attrs.frozen
class Pair:
    """The times of a request in two worlds."""

    what: str
    z: float
    first: float
    second: float

    @property
    def micros(self) -> float:
        return abs(self.first - self.second) / 1000


def times(ask: Ask, worlds: tuple[Match, Match], often: int, more: float) -> tuple[list[int], list[int]]:
    """The nanoseconds of processor time that a request takes in each, on fresh copies, in a random order; in the
    second, `more` of its time is added."""
    found: tuple[list[int], list[int]] = ([], [])
    order = [0, 1] * often
    random.shuffle(order)
    for which in order:
        world = worlds[which].clone()
        began = time.thread_time_ns()
        ask(world)
        spent = time.thread_time_ns() - began
        while which and time.thread_time_ns() - began < spent * (1 + more):
            pass
        found[which].append(time.thread_time_ns() - began if more else spent)
    return found


def ranked(first: list[int], second: list[int]) -> float:
    """Of two samples, by how many standard deviations their ranks differ (Mann and Whitney)."""
    both = sorted([(one, 0) for one in first] + [(one, 1) for one in second])
    ranks = sum(rank for rank, (_, which) in enumerate(both, 1) if which == 0)
    n, m = len(first), len(second)
    expected, deviation = n * (n + m + 1) / 2, math.sqrt(n * m * (n + m + 1) / 12)
    return (ranks - expected) / deviation


def compared(what: str, ask: Ask, worlds: tuple[Match, Match], more: float = 0) -> Pair | None:
    """The two worlds, if their times differ in both measurements."""
    if abs(ranked(*times(ask, worlds, SHORT, more))) < 2.5:
        return None
    first, second = times(ask, worlds, LONG, more)
    z = ranked(first, second)
    if abs(z) < 5:
        return None
    return Pair(what, z, statistics.median(first), statistics.median(second))


def whole(reader: int) -> Ask:
    """All that a page learns when it joins."""

    def ask(match: Match) -> object:
        now, events = told(match, reader, frozenset())
        return encoded(data_of(now.objects)), encoded({"events": [data_of(one) for one in events]})

    return ask


def why(reader: int, about: str) -> Ask:
    """Why something cannot be chosen."""

    def ask(match: Match) -> object:
        with contextlib.suppress(MatchError):
            return match.why_not(about, reader)
        return None

    return ask


def refused(reader: int, option: str) -> Ask:
    """A choice that cannot be made now."""

    def ask(match: Match) -> object:
        try:
            match.choose(option, reader)
        except MatchError as error:
            return str(error)
        raise AssertionError("it could be made")

    return ask


def requests(match: Match, reader: int, before: list[str], dice: random.Random) -> Iterator[tuple[str, Ask]]:
    """What a player may ask at a position, some of each sort."""
    yield "joining", whole(reader)
    objects = match.objects(reader)
    offered = {one.id for one in objects.decision.options} if objects.decision is not None else set()
    things = [*objects.pieces, *objects.places, *objects.cells]
    for one in dice.sample(things, min(4, len(things))):
        yield "why object", why(reader, one)
    gone = [one for one in before if one not in offered]
    for one in dice.sample(gone, min(4, len(gone))):
        yield "why option", why(reader, one)
        yield "refused choice", refused(reader, one)


def positions(game: str, count: int, dice: random.Random) -> Iterator[tuple[Match, int, list[str]]]:
    """Positions of random matches, with a player who asks, and the options that this player had before."""
    rules = GameLibrary((game,)).game(game, ())
    while True:
        match = Match(rules, max(rules.players[0], 2), seed=dice.randrange(1 << 30), engine="python")
        had: dict[int, list[str]] = {}
        while not match.is_over and len(match.journal) < 200:
            decision = dice.choice(match.decisions)
            objects = match.objects(decision.player)
            assert objects.decision is not None
            had.setdefault(decision.player, []).extend(one.id for one in objects.decision.options)
            if dice.random() < 0.1:
                reader = dice.randrange(len(match.players))
                yield match, reader, sorted(set(had.get(reader, [])))
                count -= 1
                if count == 0:
                    return
            match.choose(dice.choice(decision.options), decision.player)


def measure(game: str, count: int) -> None:
    """Compares, and prints a line."""
    dice = random.Random(7)
    pairs, findings, luck, slower = 0, [], 0, 0
    for match, reader, before in positions(game, count, dice):
        try:
            first, second, again = [match.determinize(reader, seed) for seed in (1, 2, 1)]
        except MatchError:
            continue
        if data_of(first.objects(reader)) != data_of(second.objects(reader)):
            continue  # the player can tell them apart: not a pair
        for what, ask in requests(match, reader, before, dice):
            try:
                answers = [ask(one.clone()) for one in (first, second)]
            except AssertionError:
                continue
            assert answers[0] == answers[1], (game, what, "the answers themselves differ")
            pairs += 1
            found = compared(what, ask, (first, second))
            if found is not None:
                findings.append(found)
            luck += compared(what, ask, (first, again)) is not None
            slower += compared(what, ask, (first, again), 0.1) is not None
    most = max(findings, key=lambda one: one.micros, default=None)
    said = "" if most is None else f"; the most: {most.what}, {most.micros:.1f} µs of {most.first / 1000:.0f}"
    alone = f"{luck} of a world and itself, {slower} of a world and itself made slower by a tenth"
    print(f"{game}: {pairs} pairs, {len(findings)} differ ({alone}){said}", flush=True)


def measure_tokens() -> None:
    """Compares what the comparison of tokens takes."""
    token = "a" * 32
    kept = hashed(token)
    given = {"wrong at the beginning": "b" + token[1:], "wrong at the end": token[:-1] + "b", "right": token}
    found: dict[str, list[int]] = {name: [] for name in given}
    for _ in range(20_000):
        for name in random.sample(sorted(given), 3):
            one = given[name]
            began = time.thread_time_ns()
            hmac.compare_digest(hashed(one), kept)
            found[name].append(time.thread_time_ns() - began)
    said = ", ".join(f"{name} {statistics.median(one):.0f} ns" for name, one in found.items())
    print(f"tokens: {said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--positions", type=int, default=6)
    args = parser.parse_args()
    gc.disable()
    measure_tokens()
    for game in args.game or GAMES:
        measure(game, args.positions)
        gc.collect()


if __name__ == "__main__":
    main()
