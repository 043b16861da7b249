"""The absences at a table: since when nobody is at a seat, and which of the others would let a bot play there."""

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from ..wire.refusals import RefusalError


@attrs.define
class Absences:
    """The absences at a table, since it is in memory.

    Args:
        now: tells the seconds since some moment; they never go back.
        allowed: the seconds of absence after which a bot can play a seat; None: never.
        seats: the number of seats.
    """

    now: Callable[[], float]
    allowed: int | None
    seats: int
    met: set[int] = attrs.field(init=False, factory=set)
    """The seats that somebody was at."""
    _since: dict[int, float] = attrs.field(init=False)
    _wishes: dict[int, set[int]] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._since = dict.fromkeys(range(self.seats), self.now())

    def seen(self, here: Collection[int | None]) -> None:
        """These seats are at the table, and no others."""
        for seat in range(self.seats):
            if seat in here:
                self.met.add(seat)
                self._since.pop(seat, None)
                self._wishes.pop(seat, None)
            else:
                self._since.setdefault(seat, self.now())

    def given_back(self, seat: int) -> None:
        """A person has the seat again, or a bot: what was counted for it, and wished, was about before."""
        self._wishes.pop(seat, None)
        if seat in self._since:
            self._since[seat] = self.now()

    def away(self, seat: int) -> int | None:
        """The seconds since which nobody is at a seat; None if somebody is."""
        since = self._since.get(seat)
        return None if since is None else int(self.now() - since)

    def wishes(self, seat: int) -> tuple[int, ...]:
        """The seats that would let a bot play for this one."""
        return tuple(sorted(self._wishes.get(seat, ())))

    def claim(self, seat: int, by: int, others: Collection[int]) -> bool:
        """A seat would let a bot play for an absent one. True if all of the others who are here want that, too.
        Raises `RefusalError` if the absence is not long enough."""
        away = self.away(seat)
        if self.allowed is None:
            raise RefusalError("RW739", "in this match, no bot takes the seat of somebody who is absent")
        if away is None or away < self.allowed:
            said = "is here" if away is None else f"is away for {away} s"
            help_text = f"after {self.allowed} s of absence, a bot can play the seat"
            raise RefusalError("RW739", f"whoever plays this seat {said}", help_text)
        wishes = self._wishes.setdefault(seat, set())
        wishes.add(by)
        if not wishes >= set(others):
            return False
        del self._wishes[seat]
        return True


__all__ = ["Absences"]
