"""The terms of a match: what its host chose at the start, beside the rules and the set-up. They never change."""

from __future__ import annotations

from typing import Literal

import attrs

from ...interpreter import SetupError
from ..wire.refusals import RefusalError
from ..wire.shapes import field
from .seating import checked_bot

STOP = "stop"
"""What happens when somebody's time is up, if no bot takes the seat: the match is stopped."""
STAND_IN = "greedy:4"
"""The bot that takes a seat if no other was named."""
LONGEST = 30 * 86_400
"""The most seconds of a clock, and of an absence."""
LEAST_SECONDS = 5
LEAST_ABSENCE = 5


@attrs.frozen
class Clock:
    """How long people may think, and what happens when a seat's time is up."""

    each: Literal["choice", "match"] = field("what the time is for: each choice, or the whole match")
    seconds: int = field("the time of each seat, in seconds")
    increment: int = field("seconds that each choice adds to the time for the whole match", 0)
    then: str = field("'stop': the match is stopped; or the name of the bot that takes the seat", STOP)
    back: bool = field("whether the person may take the seat back from that bot", True)


@attrs.frozen
class Terms:
    """The terms of a match."""

    seed_chosen: bool = field("whether somebody chose the seed, and so can foretell the luck", False)
    clock: Clock | None = field("how long people may think; null: as long as they like", None)
    absence: int | None = field(
        "seconds of absence after which the others may let a bot play a seat; null: never", None
    )
    start: str | None = field("where the match begins, if that was set by hand: its memory, packed", None)

    @property
    def bot(self) -> str:
        """The bot that takes a seat which its person gives up, or is long away from."""
        return STAND_IN if self.clock is None or self.clock.then == STOP else self.clock.then


NO_TERMS = Terms()
"""Those of a match in which nothing was agreed."""


def checked_clock(clock: Clock | None) -> Clock | None:
    """The clock of a new match. Raises `RefusalError`, and `SetupError` for a bot that there is not."""
    if clock is None:
        return None
    _check("clock.seconds", clock.seconds, LEAST_SECONDS)
    _check("clock.increment", clock.increment, 0)
    if clock.increment and clock.each == "choice":
        raise RefusalError(
            "RW721",
            "a time for each choice has no increment",
            "leave it out, or say each: match",
            "clock.increment",
        )
    if clock.then != STOP:
        try:
            return attrs.evolve(clock, then=checked_bot(clock.then))
        except SetupError as error:
            raise RefusalError(error.code, error.message, f"name a bot, or '{STOP}'", "clock.then") from None
    return clock


def checked_absence(seconds: int | None) -> int | None:
    """The absence that a match allows. Raises `RefusalError`."""
    if seconds is not None:
        _check("absence", seconds, LEAST_ABSENCE)
    return seconds


def _check(path: str, seconds: int, least: int) -> None:
    if not least <= seconds <= LONGEST:
        raise RefusalError("RW721", f"this is from {least} to {LONGEST} seconds", path=path)


__all__ = ["NO_TERMS", "STOP", "Clock", "Terms", "checked_absence", "checked_clock"]
