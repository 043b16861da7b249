"""What plays the matches of a job between random players: Python, or machine code that counts.

The first tasks show how long matches take, and so whether it pays to compile the rules, and how well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..match.errors import EngineError
from ..match.setup.engine_choice import Wanted, missing_library
from .scheme import Scheme

if TYPE_CHECKING:
    from ..native.compiling import Level

SHORT = 0.1
"""What takes fewer seconds needs no other engine."""
COMPILING: dict[Level, float] = {"light": 70e-6, "full": 180e-6}
"""Seconds to compile a program, for each node or value in it, as measured on the shipped games."""
FROM_CACHE = 0.1
"""Seconds to import the compiler and to link what is in the cache."""
PARTS: dict[Level | None, float] = {None: 1.0, "light": 0.01, "full": 0.0075}
"""The part of Python's time that matches take, as measured on the shipped games."""


class Chooser:
    """Chooses what plays the next task: `level` is a pipeline of the compiler, or None for Python."""

    def __init__(
        self, scheme: Callable[[], Scheme], wanted: Wanted, workers: int, *, here: bool = True
    ) -> None:
        """`here`: whether this process plays, so that its machine code is the one that is needed. Then, if the
        native engine is wanted and cannot be had, this raises `EngineError`."""
        self.level: Level | None = None
        self._scheme, self._workers, self._here = scheme, workers, here
        self._costs: dict[Level, float] = {}
        self._settled = wanted == "python" or (wanted == "auto" and bool(missing_library()))
        if wanted == "native":
            self._prepare("light")
            self.level = "light"

    @property
    def may_compile(self) -> bool:
        """Whether another level than the present one may be chosen."""
        return not self._settled

    def learn(self, level: Level | None, seconds: float) -> None:
        """Learns how many seconds the rest of the job would take if one worker played all of it at this level."""
        if self._settled or level != self.level or seconds / self._workers < SHORT:
            return
        whole = seconds / self._workers / PARTS[level]
        costs = {level: whole * PARTS[level]}
        for other in COMPILING:
            if PARTS[other] < PARTS[level]:
                costs[other] = whole * PARTS[other] + self.cost(other)
        best = min(costs, key=lambda one: costs[one])
        if best is None or best == level:
            return
        try:
            self._prepare(best)
        except EngineError:  # "auto" does without; "native" has something already
            self._settled = True
        else:
            self.level = best
            self._settled = best == "full"

    def _prepare(self, level: Level) -> None:
        if self._here:
            from .machine import engine_of

            engine_of(self._scheme(), level)

    def cost(self, level: Level) -> float:
        """About how many seconds it takes to have the machine code."""
        if level not in self._costs:
            from ..ir.fingerprint import fingerprint
            from ..native.building import cached
            from .machine import recipe

            wanted = recipe(self._scheme(), level)
            about = fingerprint(wanted.program)
            self._costs[level] = FROM_CACHE
            if not cached(wanted, about=about):
                self._costs[level] += about.size * COMPILING[level]
        return self._costs[level]
