"""CPU seconds of programs that play matches, in rounds: each round measures all of them, one after the other.

So what slows the machine down slows down all of them, and a ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import gc
import resource
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Player = Callable[[int], int]
"""Plays this many matches; returns how many decisions of players they took."""


@dataclass(frozen=True)
class Measured:
    """What the rounds showed for one contender."""

    matches: int
    """How many it played in each round."""
    seconds: list[float] = field(default_factory=list)
    """CPU seconds a match, one number for each round."""
    lengths: list[float] = field(default_factory=list)
    """Decisions a match, likewise."""

    @property
    def speed(self) -> float:
        """Matches a CPU second: the median of the rounds."""
        return 1 / statistics.median(self.seconds)

    @property
    def length(self) -> float:
        """Decisions a match."""
        return statistics.fmean(self.lengths)

    def times(self, other: Measured) -> float:
        """How many times as fast as another one that was measured in the same rounds."""
        return statistics.median(b / a for a, b in zip(self.seconds, other.seconds, strict=True))


def cpu_clock() -> float:
    """CPU seconds of this process, all its threads, and the processes that it started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def spent(player: Player, matches: int) -> tuple[float, int]:
    """CPU seconds, and decisions."""
    start = cpu_clock()
    decisions = player(matches)
    return cpu_clock() - start, decisions


def matches_for(player: Player, seconds: float) -> int:
    """How many matches take about `seconds` of CPU time, beside what it takes to begin."""
    player(1)  # what is made on first use would look like a part of beginning
    beginning, _ = spent(player, 1)
    matches = 4
    while True:
        took = spent(player, matches)[0] - beginning
        if took > seconds / 4:
            return max(2, int(matches * seconds / took))
        matches *= 8


def measure(
    players: Mapping[str, Player],
    rounds: int,
    seconds: float,
    longer: Mapping[str, float] | None = None,
    given: Mapping[str, int] | None = None,
) -> dict[str, Measured]:
    """Measures all contenders, each for about `seconds` of CPU time in each round; some for a multiple of that, and
    some for a given number of matches."""
    times, counts = longer or {}, given or {}
    found = {
        who: Measured(counts.get(who) or matches_for(player, seconds * times.get(who, 1)))
        for who, player in players.items()
    }
    for _ in range(rounds):
        for who, player in players.items():
            one = found[who]
            gc.collect()  # what one contender leaves behind is not collected in the time of the next
            took, decisions = spent(player, one.matches)
            one.seconds.append(took / one.matches)
            one.lengths.append(decisions / one.matches)
    return found
