"""The interface of an engine: the kernel that runs a program on a memory.

Everything is an integer. An engine checks nothing: `act` must get an action from `actions`. Run on the same program,
all engines write the same bytes at every decision and raise the same faults, so one may take another's place between
two decisions. After a `RulesFault`, the memory is undefined, and the caller restores its copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import attrs

from ..ir import Program
from ..ir.frames import FramePlan
from ..memory.words import Memory

Sink = list[tuple[int, ...]]
"""Gets what a tracing engine emits: one tuple `(event, *arguments)` for each event, appended in order."""


@attrs.frozen
class Pending:
    """An open decision: `player` is -1 if luck decides; `site` is the number of the choice site."""

    strand: int
    site: int
    player: int


class Engine(Protocol):
    """One program, ready to run; immutable, so threads can share it."""

    @property
    def name(self) -> str:
        """Which engine it is, as `--engine` spells it."""

    @property
    def program(self) -> Program:
        """The program that it runs."""

    @property
    def trace(self) -> bool:
        """Whether it emits events; only then may a sink be given."""

    @property
    def plan(self) -> FramePlan:
        """Where the frames of the program's procedures hold what."""

    def start(
        self,
        players: int,
        seed: int,
        sink: Sink | None = None,
        cells: Mapping[int, int] | None = None,
        edit: Callable[[Memory], None] | None = None,
    ) -> Memory:
        """A new memory, run to the first decision. Raises ValueError for an impossible number of players.

        `cells` are written before the rules begin (the options of the set-up); then `edit` may change the
        memory further (the `given` of a scenario).
        """

    @property
    def act(self) -> Callable[..., None]:
        """`act(m, strand, action[, sink])` answers a decision and runs to the next. Raises `RulesFault`."""

    @property
    def act_main(self) -> Callable[..., None]:
        """`act_main(m, action[, sink])`: the same for the main strand, but faster."""

    @property
    def actions_main(self) -> Callable[[Memory], list[int]]:
        """`actions_main(m)`: `actions` for the main strand, but faster."""

    def actions(self, m: Memory, strand: int = 0) -> list[int]:
        """The legal actions of a strand's open decision; raises the site's fault if there are none.

        If luck decides, the possible actions. Raises LookupError if there is nothing to decide.
        """

    def outcomes(self, m: Memory, strand: int = 0) -> list[tuple[int, int]]:
        """If luck decides: (action, weight), ascending; the probability is the weight over the sum of weights."""

    def pending(self, m: Memory) -> list[Pending]:
        """The open decisions, by strand."""

    def waiting(self, m: Memory) -> int:
        """The strand of the first open decision; -1 if there is none."""

    def player(self, m: Memory, strand: int = 0) -> int:
        """The player of a strand's open decision; -1 if luck decides. Raises LookupError if there is nothing to
        decide."""

    def positions(self, m: Memory, strand: int = 0) -> dict[int, int]:
        """The places in which options of an open decision count positions, by the action of the first position."""

    def candidates(self, m: Memory, strand: int = 0) -> dict[int, int]:
        """The sets of pieces from which options of an open decision name designs, by the action number of the
        first option."""

    def failing(self, m: Memory, strand: int, action: int, count: int) -> int | None:
        """The number of the first of `count` conditions in an option's guard that does not hold.

        None if all hold, or if the strand's decision has no option with that many conditions.
        """

    def function(self, procedure: int) -> Callable[..., int]:
        """A plain procedure, to be called with a memory and its arguments; each call starts a new count of steps."""

    def over(self, m: Memory) -> bool:
        """Whether the match is over."""
