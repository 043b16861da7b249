"""Bots that play, in a process of their own, by the rules that a designer has just saved.

The process keeps what it has counted, so that each save is compared with the one before it without playing that
again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor

import attrs

from ...interpreter.simulation.statistics import Statistics
from ...interpreter.simulation.workers import pool
from ..live.measuring import BOTS, SECONDS, Sample, Setting, played, sample
from ..seats.latest import keep
from .rules import Rules, load_bundle

LOG = logging.getLogger("rulewright.web")

NICE = 10
KEPT = 6
"""The rules of which the process keeps what it has counted."""


@attrs.frozen
class Asked:
    """Rules to be measured, as they go to the process, and the key of those with which they are compared."""

    key: str
    name: str
    variants: tuple[str, ...]
    bundle: bytes
    before: str
    setting: Setting


def asked(rules: Rules, before: Rules | None, setting: Setting) -> Asked:
    """What is asked of the process about some rules."""
    return Asked(
        rules.key, rules.name, rules.variants, rules.bundle, "" if before is None else before.key, setting
    )


_counted: dict[tuple[str, str], Statistics] = {}


def _begin() -> None:
    with contextlib.suppress(AttributeError, OSError):  # not every system has it
        os.nice(NICE)


def measured(about: Asked, seconds: float = SECONDS) -> tuple[Sample, ...]:
    """Plays, in this process. Raises what the rules raise when they are read."""
    game = None
    found = []
    for bot in BOTS:
        counted = _counted.get((about.key, bot))
        if counted is None:
            game = game or load_bundle(about.name, about.variants, about.bundle)
            counted = played(game, about.setting, bot, seconds)
        keep(_counted, (about.key, bot), counted, KEPT * len(BOTS))
        found.append(sample(bot, _counted.get((about.before, bot)), counted))
    return tuple(found)


class Measuring:
    """Measures the newest rules that were asked for; rules that newer ones have replaced meanwhile are left out.

    `tell` learns what was found, or None as soon as something new is being measured.
    """

    def __init__(self, tell: Callable[[Asked, tuple[Sample, ...] | None], None]) -> None:
        self._tell = tell
        self._ends = contextlib.ExitStack()
        self._executor: Executor | None = None
        self._next: Asked | None = None
        self._task: asyncio.Task[None] | None = None

    def measure(self, about: Asked) -> None:
        """Measures these rules next."""
        self._next = about
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while (about := self._next) is not None:
            self._next = None
            self._tell(about, None)
            try:
                found = await self._run(about)
            except BrokenExecutor:
                self._renew()
                continue
            except Exception:  # what is wrong with the rules, the table says
                LOG.exception("the rules of %s cannot be measured", about.name)
                continue
            self._tell(about, found)

    async def _run(self, about: Asked) -> tuple[Sample, ...]:
        if self._executor is None:
            self._executor = self._ends.enter_context(pool(1, _begin))
        return await asyncio.get_running_loop().run_in_executor(self._executor, measured, about)

    def _renew(self) -> None:
        self._ends.close()
        self._executor = None

    def close(self) -> None:
        """Ends the process."""
        self._next = None
        if self._task is not None:
            self._task.cancel()
        self._renew()
