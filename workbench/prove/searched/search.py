"""Looks at the positions of a game, from a beginning, until all have been met or a bound is reached.

Breadth first, so that the first way to something is a shortest one; or best first, by an estimate. What stays open
then is looked for in random matches, which get deeper.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import attrs

from ....interpreter.ir import ACTOR, NONE
from ....interpreter.match.setup.rules import Rules
from ....interpreter.memory.faults import RulesFault, diagnostic_of
from ....interpreter.memory.words import Memory
from .goals import Goal, Here, Path, Stuck
from .space import Deciding, Space, Step, draws, pack, unpack

Estimate = Callable[[Memory, int], int]
"""How promising a memory is, of which the depth is given: the search takes the greatest first."""
Ended = Literal["all", "settled", "positions", "time", "memory", "depth"]
EVERY = 64
"""How often clocks are read, in positions."""
SHARE = 0.6
"""The share of the time for the search by positions; the rest is for random matches."""


@attrs.frozen
class Bounds:
    """When a search gives up: the most positions, seconds and bytes; and the most decisions of a random match."""

    positions: int = 1_000_000
    seconds: float = 60
    memory: int = 2_000_000_000
    decisions: int = 10_000


@attrs.define
class Searched:
    """What a search has come to. `ended` says why it ended; "all": every position was met."""

    space: Space
    ended: Ended = "all"
    depth: int = 0
    stuck: list[Stuck] = attrs.field(factory=list)
    ends: list[int] = attrs.field(factory=list)
    matches: int = 0
    seconds: float = 0

    @property
    def whole(self) -> bool:
        """Whether every position that can be reached was met."""
        return self.ended == "all"


class Search:
    """One search from a beginning, with what is asked of each position (`goals`)."""

    def __init__(
        self,
        rules: Rules,
        beginning: Memory,
        goals: Sequence[Goal],
        bounds: Bounds,
        *,
        estimate: Estimate | None = None,
        all_of_it: bool = True,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """`all_of_it`: whether something is asked of every position, so that the search goes on when all goals are
        settled."""
        self.rules, self.beginning, self.goals, self.bounds = rules, beginning, goals, bounds
        self.estimate, self.all_of_it, self.progress = estimate, all_of_it, progress
        self.deciding = Deciding(rules)
        self.found = Searched(Space(rules.lowered, rules.engine.plan))
        self._places: set[tuple[str, int]] = set()
        self._drawn = False

    def run(self) -> Searched:
        """Searches."""
        began = time.monotonic()
        self._by_positions(began)
        if self.found.ended != "settled" and not self.found.whole:
            self._by_matches(began)
        self.found.seconds = time.monotonic() - began
        return self.found

    def _settled(self) -> bool:
        return all(goal.witness is not None for goal in self.goals)

    # ----------------------------------------------------------------- by positions

    def _by_positions(self, began: float) -> None:
        space, frontier = self.found.space, _Frontier(self.estimate)
        number, _ = space.add(self.beginning, NONE, (0, 0))
        self._meet(number, self.beginning, frontier)
        looked = 0
        while len(frontier):
            looked += 1
            if looked % EVERY == 1 and (why := self._given_up(began, frontier)) is not None:
                self.found.ended = why
                return
            if not self.all_of_it and self._settled():
                self.found.ended = "settled"
                return
            number, m, steps = frontier.take()
            for step in steps:
                later = self._later(m, step, lambda number=number: tuple(space.path(number)))  # type: ignore[misc]
                if later is None:
                    continue
                after, new = space.add(later, number, step)
                if new:
                    self._meet(after, later, frontier)
        if self._drawn:
            self.found.ended = "depth"  # luck was drawn that nobody can be asked about

    def _given_up(self, began: float, frontier: _Frontier) -> Ended | None:
        space, bounds = self.found.space, self.bounds
        if self.progress is not None:
            self.progress(len(space), bounds.positions)
        if len(space) >= bounds.positions:
            return "positions"
        if time.monotonic() - began > bounds.seconds * SHARE:
            return "time"
        return "memory" if space.bytes_held + frontier.bytes_held > bounds.memory else None

    def _meet(self, number: int, m: Memory, frontier: _Frontier) -> None:
        """Asks everything of a new position."""
        space = self.found.space
        depth = space.depth(number)
        self.found.depth = max(self.found.depth, depth)

        def path() -> Path:
            return tuple(space.path(number))

        steps = self._steps(m, path)
        if steps is None:
            return
        here = Here(number, m, self._actor(m, steps), steps, path)
        self._look(here)
        if not self._goes_on(m):
            return
        if steps:
            frontier.put(number, m, steps, depth)
        else:
            self.found.ends.append(number)

    def _steps(self, m: Memory, path: Callable[[], Path]) -> list[Step] | None:
        """What can be chosen; None if the rules go wrong there."""
        try:
            return [
                (strand, action)
                for strand in self.deciding.strands(m)
                for action in self.deciding.engine.actions(m, strand)
            ]
        except RulesFault as fault:
            self._wrong(fault, path())
            return None

    def _look(self, here: Here) -> None:
        """Asks everything of a position. A question that cannot be answered there is a fault of its text."""
        for goal in self.goals:
            try:
                goal.look(here)
            except RulesFault as fault:
                self._wrong(fault, here.path())

    def _actor(self, m: Memory, steps: Sequence[Step]) -> int:
        return self.deciding.engine.player(m, steps[0][0]) if steps else m[ACTOR]

    def _goes_on(self, m: Memory) -> bool:
        """Whether a match goes on there: it stops where an invariant is broken."""
        return all(holds(m, NONE) for _, holds in self.rules.invariants)

    def _later(self, m: Memory, step: Step, path: Callable[[], Path]) -> Memory | None:
        try:
            later = self.deciding.after(m, step)
        except RulesFault as fault:
            self._wrong(fault, (*path(), step))
            return None
        if not self._drawn and draws(m, later):
            self._drawn = True
        return later

    def _wrong(self, fault: RulesFault, path: Path) -> None:
        """Keeps a fault, the first of each place in the rules."""
        told = diagnostic_of(fault.fault, fault.callers)
        place = (told.code, told.span.start if told.span is not None else 0)
        if place not in self._places:
            self._places.add(place)
            self.found.stuck.append(Stuck(path, told.code, told.message, told.span))

    # ------------------------------------------------------------------- by matches

    def _by_matches(self, began: float) -> None:
        """Plays random matches until the time is over, or nothing is left to be looked for."""
        dice = random.Random(1)
        while time.monotonic() - began < self.bounds.seconds and (self.all_of_it or not self._settled()):
            self._match(dice, began)
            self.found.matches += 1

    def _match(self, dice: random.Random, began: float) -> None:
        m, path = self.beginning, list[Step]()

        def so_far() -> Path:
            return tuple(path)

        for _ in range(self.bounds.decisions):
            steps = self._steps(m, so_far)
            if steps is None:
                return
            here = Here(NONE, m, self._actor(m, steps), steps, so_far)
            self._look(here)
            if not steps or not self._goes_on(m) or time.monotonic() - began > self.bounds.seconds:
                return
            step = dice.choice(steps)
            later = self._later(m, step, so_far)
            if later is None:
                return
            m = later
            path.append(step)


class _Frontier:
    """Positions that wait for the search to go on there, packed: first in first out, or the most promising first."""

    def __init__(self, estimate: Estimate | None) -> None:
        self.estimate = estimate
        self._waiting: list[tuple[int, int, bytes, list[Step]]] = []
        self._first = 0
        self.bytes_held = 0

    def __len__(self) -> int:
        return len(self._waiting) - self._first

    def put(self, number: int, m: Memory, steps: list[Step], depth: int) -> None:
        packed = pack(m)
        self.bytes_held += len(packed) + 100 + 64 * len(steps)
        if self.estimate is None:
            self._waiting.append((0, number, packed, steps))
        else:
            heapq.heappush(self._waiting, (-self.estimate(m, depth), number, packed, steps))

    def take(self) -> tuple[int, Memory, list[Step]]:
        if self.estimate is not None:
            _, number, packed, steps = heapq.heappop(self._waiting)
        else:
            _, number, packed, steps = self._waiting[self._first]
            self._waiting[self._first] = (0, 0, b"", [])
            self._first += 1
            if self._first > 10_000 and self._first * 2 > len(self._waiting):
                del self._waiting[: self._first]
                self._first = 0
        self.bytes_held -= len(packed) + 100 + 64 * len(steps)
        return number, unpack(packed), steps


def backwards(space: Space, ends: Sequence[int]) -> Iterator[int]:
    """The positions from which none of these can be reached."""
    into: dict[int, list[int]] = {}
    edges = space.edges
    for at in range(0, len(edges), 2):
        into.setdefault(edges[at + 1], []).append(edges[at])
    reaching, waiting = set(ends), list(ends)
    while waiting:
        for one in into.get(waiting.pop(), ()):
            if one not in reaching:
                reaching.add(one)
                waiting.append(one)
    return (number for number in range(len(space)) if number not in reaching)
