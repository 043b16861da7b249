"""What a search asks of each position that it meets, and what it has found so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import attrs

from ....dsl.diagnostics.source import Span
from ....interpreter.ir import NONE, OVER, WINNERS
from ....interpreter.lower import Action, Lowered
from ....interpreter.memory.words import Memory
from .space import Step

Path = tuple[Step, ...]


@attrs.frozen
class Here:
    """A position that a search has met: its number (-1: none, in a random match), its memory, who chooses there (or
    acted last, at an end; -1: luck), the steps that can be taken there, and how it was reached."""

    number: int
    memory: Memory
    actor: int
    steps: Sequence[Step]
    path: Callable[[], Path]


class Goal(Protocol):
    """A claim about positions. `witness` is a way to a position that settles it; None if none was met."""

    @property
    def witness(self) -> Path | None: ...

    def look(self, here: Here) -> None:
        """Looks at a position."""


@attrs.define
class Met:
    """Something that is met in some position, or not."""

    holds: Callable[[Here], bool]
    witness: Path | None = None

    def look(self, here: Here) -> None:
        """Keeps the first way to it."""
        if self.witness is None and self.holds(here):
            self.witness = here.path()


def is_over(here: Here) -> bool:
    """Whether the match has ended."""
    return here.memory[OVER] != 0


def won_by(seat: int) -> Callable[[Here], bool]:
    """Whether a player has won."""
    return lambda here: here.memory[OVER] != 0 and bool(here.memory[WINNERS] >> seat & 1)


@attrs.define
class Offered:
    """Which `options` have been offered to players: for each, by its place in the list, the way to the first position
    where it was, and what was offered there. An option is a stretch of actions: all that may be chosen at a site."""

    lowered: Lowered
    options: list[Action] = attrs.field(init=False)
    found: dict[int, tuple[Path, Step]] = attrs.field(factory=dict)
    _stretch: list[int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        actions, sites = self.lowered.actions, self.lowered.sites
        self.options = [one for one in actions if sites[one.site].kind != "chance"]
        self._stretch = [NONE] * self.lowered.program.actions
        for at, one in enumerate(self.options):
            self._stretch[one.first : one.first + one.width] = [at] * one.width

    def look(self, here: Here) -> None:
        """Keeps what is offered for the first time."""
        for step in here.steps:
            at = self._stretch[step[1]]
            if at != NONE and at not in self.found:
                self.found[at] = here.path(), step

    @property
    def missing(self) -> list[int]:
        """The options that were never offered."""
        return [at for at in range(len(self.options)) if at not in self.found]

    @property
    def witness(self) -> Path | None:
        """Settled once everything was offered: then the longest way that it takes."""
        if self.missing:
            return None
        return max((path for path, _ in self.found.values()), key=len, default=())


@attrs.frozen
class Stuck:
    """Rules that went wrong: the way to it, its last step, the message and its place."""

    path: Path
    code: str
    message: str
    span: Span | None
