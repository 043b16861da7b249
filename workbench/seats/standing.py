"""How a match stands beside its rules: its clocks, whether it was stopped, and who has given up a seat.

No rule of a game knows of any of this.
"""

from __future__ import annotations

from typing import Literal

import attrs

from ..wire.refusals import RefusalError
from ..wire.shapes import field
from .clocks import Clocks
from .terms import Terms


@attrs.frozen
class Ending:
    """Why a match was stopped before its rules ended it. It has no winners: the rules have named none."""

    reason: Literal["time", "resigned"] = field("'time': somebody's time was up; or 'resigned'")
    seats: tuple[int, ...] = field("the seats whose time was up, or that resigned; the others remain")


@attrs.frozen
class Standing:
    """How a match stands."""

    clocks: Clocks | None = field("the clocks; null without a time", None)
    ending: Ending | None = field("why it was stopped; null if it was not", None)
    resigned: tuple[int, ...] = field("the seats that people gave up for good", ())
    late: tuple[int, ...] = field("the seats whose time was up, and that bots have", ())

    @property
    def due(self) -> float | None:
        """The moment at which something happens if nobody does anything."""
        return self.clocks.due() if self.clocks is not None else None

    @property
    def waits(self) -> bool:
        """Whether the clocks wait for everybody to sit down."""
        return self.ending is None and self.clocks is not None and not self.clocks.begun

    def without(self, seat: int) -> Standing:
        """The same, after a person has taken the seat back."""
        return attrs.evolve(
            self,
            resigned=tuple(one for one in self.resigned if one != seat),
            late=tuple(one for one in self.late if one != seat),
        )

    def check_goes_on(self) -> None:
        """Refuses what is too late, if the match was stopped."""
        if self.ending is not None:
            raise RefusalError("RW738", "this match was stopped", "start a new one")


PLAIN = Standing()
"""How a match stands in which nothing was agreed, and nobody has given up."""


def first_standing(terms: Terms, seats: int) -> Standing:
    """How a match stands that begins under such terms."""
    return PLAIN if terms.clock is None else Standing(clocks=Clocks.new(terms.clock, seats))


__all__ = ["PLAIN", "Ending", "Standing", "first_standing"]
