"""Which engine plays: Python's or the native one, and when the first gives way to the second.

A match begins on Python without delay. Once so much has been played that compiling pays, a thread compiles the
program with the light pipeline, and the native engine takes over at the next decision; after far more work, the full
pipeline follows. Since all engines write the same bytes, only the speed changes. What native code cannot run, and
what ends early, is played in Python to the end.
"""

from __future__ import annotations

import threading
import time
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from ....dsl.model.game import Game
from ...engine import background
from ...engine.protocol import Engine
from ...ir.fingerprint import Fingerprint, fingerprint
from ...lower import Lowered
from ...memory.dice import Dice
from ...memory.faults import RulesFault
from ...python.engine import PythonEngine
from ..errors import EngineError
from .engine_choice import Wanted, unavailable

if TYPE_CHECKING:
    from ...native.compiling import Level
    from ...native.engine import NativeEngine

FIRST_LOOK = 1000
"""After this many decisions, it is estimated for the first time whether compiling pays."""

LIGHT, FULL = 70e-6, 180e-6
"""Seconds to compile a program, for each node or value in it, as measured on the shipped games."""

FROM_CACHE = 0.1
"""Seconds to import the compiler and to link what is in the cache."""

CALL = 5e-6
"""Seconds for a decision that Python asks of machine code: mostly the calls."""

LEAST_GAIN = 0.5e-6
"""Seconds that a decision gains at least; small games gain little, if Python asks for each decision."""

NATIVE = 0.05
"""The part of the time of a decision on Python that it takes inside machine code, roughly."""

LIGHTER = 0.2
"""The part of its time that machine code by the light pipeline loses to the full one."""

SAMPLE = 0.005
"""Seconds of play to find out how long a decision takes."""


class Tiers:
    """The engines of one program, of which `engine` plays at the moment. Threads may share them.

    `work` is the number of decisions that have been played or announced; when it reaches `due`, call `consider`.
    """

    def __init__(
        self, lowered: Lowered, wanted: Wanted, *, brief: bool = False, traced: bool = False
    ) -> None:
        """With `brief`, "auto" means Python: the program is for a few decisions only. With `traced`, Python's engine
        emits events as well, which takes more time.

        Raises `EngineError` if the native engine is wanted and cannot be had.
        """
        self.lowered = lowered
        self.traced = traced
        self.work = 0
        self.due = float("inf")
        self.why = "it was asked for"
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._native: NativeEngine | None = None
        self.level: Level | None = None
        self.engine: Engine
        if wanted == "native":
            self.engine = self.native("light")
            return
        self.engine = self.python
        if wanted == "auto":
            self.why = "the program is for a few decisions only" if brief else self._unavailable()
            if not self.why:
                self.why, self.due = "there has been too little to do to compile it", FIRST_LOOK

    @cached_property
    def python(self) -> PythonEngine:
        """The Python engine."""
        return PythonEngine(self.lowered.program, self.traced)

    @property
    def made(self) -> PythonEngine | None:
        """The Python engine, if it has been made."""
        return self.__dict__.get("python")

    @cached_property
    def exported(self) -> tuple[int, ...]:
        """The plain procedures that are called from outside of the program."""
        lowered = self.lowered
        found = {lowered.score, lowered.heuristic, *lowered.numbers.values()}
        found |= {*lowered.questions.values(), *lowered.winners.values()}
        return tuple(
            sorted({one for one in found if one is not None} | {one for _, one in lowered.invariants})
        )

    @cached_property
    def _about(self) -> Fingerprint:
        return fingerprint(self.lowered.program)

    def _unavailable(self) -> str:
        """Why no native engine can be made in this process; empty if it can."""
        return unavailable()

    # ------------------------------------------------------------------- for long jobs

    def native(self, level: Level) -> NativeEngine:
        """The native engine, compiled now if it must be, which takes from milliseconds (from the cache) to many
        seconds. Raises `EngineError` with the reason if the program or this process cannot have it."""
        why = self._unavailable()
        if why:
            raise EngineError(why)
        if self._native is not None and level in ("light", self.level):
            return self._native
        try:
            from ...native.building import Recipe, build
            from ...native.statuses import CannotCompile
        except (ImportError, OSError) as error:  # the library is there, but broken
            raise EngineError(f"the native engine cannot be loaded: {error}") from None
        recipe = Recipe(self.lowered.program, self.exported, level=level)
        python = self.made
        began = time.perf_counter()
        try:
            made: NativeEngine = build(recipe, python, about=self._about, stage=background.stage)
        except CannotCompile as cannot:
            raise EngineError(f"the native engine cannot run this game: {cannot}") from None
        except background.GivenUpError:
            raise EngineError(
                "the native engine cannot be compiled in a process that was forked meanwhile"
            ) from None
        if self.level != "full":
            self._native, self.level = made, level
            self.engine = made
            self.why = f"compiled by the {level} pipeline in {time.perf_counter() - began:.2f} s"
        return made

    def ready(self) -> NativeEngine:
        """The native engine for a job that begins now and may be long: the best that there is, else one by the full
        pipeline if it is in the cache or was asked for, else by the light one. Whoever plays on announces it
        (`expect`), and asks again now and then. Raises `EngineError`."""
        if self._native is not None:
            return self._native
        if why := self._unavailable():
            raise EngineError(why)
        from ...native.building import Recipe, cached

        full = Recipe(self.lowered.program, self.exported, level="full")
        return self.native("full" if cached(full, about=self._about) else "light")

    def worthwhile(self, decisions: float) -> Level | None:
        """How a job of this many decisions, all of them inside machine code, ends soonest: on Python (None), or after
        waiting for the light or the full pipeline."""
        if self._unavailable():
            return None
        python = decisions * self._pace
        native = python * NATIVE
        costs: dict[Level | None, float] = {None: python}
        costs["light"] = self._cost("light") + native
        costs["full"] = self._cost("full") + native * (1 - LIGHTER)
        return min(costs, key=lambda one: costs[one])

    # ---------------------------------------------------------------------- while playing

    def expect(self, decisions: int) -> None:
        """Announces how many decisions are about to be played."""
        self.work += decisions
        if self.work >= self.due:
            self.consider()

    def expect_thought(self, matches: int | None, seconds: float | None) -> None:
        """Announces that a bot is about to play that many matches in its thoughts, or to think for so long. What
        happens inside machine code gains more than what is asked of it by calls."""
        if self.due == float("inf"):
            return
        decisions = (seconds or 0.0) / self._pace if matches is None else matches * self._sample.length
        self.expect(int(decisions * self._pace / self._gain))

    def consider(self) -> None:
        """Begins to compile beside the play if that pays; says when to ask again otherwise."""
        # Whoever comes second need not wait. Nor could a forked process, whose copy of the lock nobody releases.
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._thread is not None and self._thread.is_alive():
                return
            self.due = float("inf")
            level: Level = "light" if self.level is None else "full"
            _ = self._sample  # taken here, since beside other work everything seems slower
            self._thread = background.start(lambda: self._compile(level), "rulewright compiles")
        except RuntimeError as error:  # no more threads
            self.why = str(error)
        finally:
            self._lock.release()

    def _compile(self, level: Level) -> None:
        try:
            due = self._due(level)
            if self.work < due:
                self.due = due
                return
            if self.level is None:
                self.why = "it is being compiled"
            self.native(level)
            if level == "light":
                self.due = self._due("full")
        except EngineError as error:
            self.why = error.message
        except background.GivenUpError:
            raise
        except Exception as error:  # a fault of ours: the match goes on as before, and `why` says it
            self.why = f"the native engine failed: {type(error).__name__}: {error}"

    def _due(self, level: Level) -> float:
        """From how many decisions on it pays to compile."""
        return self._cost(level) / (self._gain if level == "light" else self._pace * NATIVE * LIGHTER)

    def wait(self) -> None:
        """Waits until nothing is being compiled."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _cost(self, level: Level) -> float:
        """About how many seconds it takes to have machine code."""
        from ...native.building import Recipe, cached

        if cached(Recipe(self.lowered.program, self.exported, level=level), about=self._about):
            return FROM_CACHE
        return FROM_CACHE + self._about.size * (LIGHT if level == "light" else FULL)

    @cached_property
    def _sample(self) -> Sample:
        return sample(self.python, self.lowered.game)

    @property
    def _pace(self) -> float:
        """About how many seconds a decision takes on Python."""
        return self._sample.pace

    @property
    def _gain(self) -> float:
        """About how many seconds a decision gains if Python asks machine code for each."""
        return max(self._pace - CALL, LEAST_GAIN)


@attrs.frozen
class Sample:
    """What random play for a moment has shown: seconds for a decision, and decisions in a match."""

    pace: float
    length: float


def sample(engine: Engine, game: Game) -> Sample:
    """Plays at random for a moment."""
    dice, matches, played = Dice.of(0), 0, 1
    began = time.perf_counter()
    while time.perf_counter() - began < SAMPLE:
        matches += 1
        try:
            m = engine.start(game.players[0], matches)
            while not engine.over(m) and time.perf_counter() - began < SAMPLE:
                strand = engine.pending(m)[0].strand
                legal = engine.actions(m, strand)
                engine.act(m, strand, legal[dice.below(len(legal))])
                played += 1
        except RulesFault:
            played += 1
    return Sample((time.perf_counter() - began) / played, played / max(matches, 1))
