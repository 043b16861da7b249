"""The clocks of a match: how much time each seat has left, and whose time runs.

In: what happens at the table (somebody has sat down, chosen, taken back, handed over), and the moment. Out: new
clocks. They never look at a clock of the machine: a moment is a number of seconds that only grows, and stands while
no server runs.

Whoever has an open decision has a clock that runs, simultaneously if several have one. What others see of a clock
follows from what everybody knows: a seat that has chosen in secret looks as if its clock ran on, until all know of
the choice.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from ..wire.shapes import field
from .terms import Clock

KEPT = 30
"""The changes before which clocks are remembered, for taking back."""
ON_RETURN = 10
"""Whoever takes a seat back after its time for the match was up has this part of the time: a tenth."""


@attrs.frozen
class Open:
    """The seats that have something to decide."""

    deciding: frozenset[int]
    """The seats that have an open decision."""
    known: frozenset[int]
    """Those of which everybody knows that they may have one."""
    people: frozenset[int]
    """The seats that people play."""


@attrs.frozen
class SeatClock:
    """The clock of a seat."""

    left: float = field("seconds left when it began to run, or was stopped")
    since: float | None = field("the moment since which it runs; null while it stands", None)
    used: float = field("seconds used until then", 0.0)
    bot_since: float | None = field("the moment since which a bot has its decision; null if none has", None)
    shown: float | None = field("what others saw it begin with; null if for them, too, it stands", None)
    shown_since: float = field("the moment since which it runs for others", 0.0)

    def at(self, now: float) -> float:
        """The seconds left now; less than 0 if more than all are used."""
        return self.left - self._runs_for(now)

    def used_at(self, now: float) -> float:
        """The seconds used until now."""
        return self.used + self._runs_for(now)

    def _runs_for(self, now: float) -> float:
        return 0.0 if self.since is None else max(now - self.since, 0.0)

    def seen_at(self, now: float) -> float:
        """The seconds left now, as others see it."""
        return self.left if self.shown is None else self.shown - max(now - self.shown_since, 0.0)


@attrs.frozen
class Past:
    """The clocks just before a change of the match."""

    number: int = field("how many choices there were")
    left: tuple[float, ...] = field("the seconds left by seat")
    used: tuple[float, ...] = field("the seconds used by seat")


@attrs.frozen
class Clocks:
    """The clocks of all seats of a match."""

    limit: Clock = field("what was agreed")
    seats: tuple[SeatClock, ...] = field("the clocks by seat")
    begun: bool = field(
        "whether they run at all: they stand until everybody has sat down, or somebody chooses", False
    )
    past: tuple[Past, ...] = field("the last changes", ())

    @staticmethod
    def new(limit: Clock, seats: int) -> Clocks:
        """Clocks that stand, with the whole time."""
        return Clocks(limit=limit, seats=tuple(SeatClock(left=float(limit.seconds)) for _ in range(seats)))

    # ----------------------------------------------------------------- what happens at the table

    def begin(self, now: float, there: Open) -> Clocks:
        """Everybody has sat down: the clocks run."""
        return attrs.evolve(self, begun=True).follow(now, there)

    def follow(self, now: float, there: Open, revealed: frozenset[int] = frozenset()) -> Clocks:
        """The clocks of those who have to decide run. Of the seats `revealed`, everybody knows what they have
        done."""
        return attrs.evolve(
            self,
            seats=tuple(
                self._followed(seat, now, there, seat in revealed) for seat in range(len(self.seats))
            ),
        )

    def _followed(self, seat: int, now: float, there: Open, is_revealed: bool) -> SeatClock:
        clock = self._own(seat, now, there)
        if not (self.begun and seat in there.known):
            return attrs.evolve(clock, shown=None)
        if clock.shown is not None and not is_revealed:
            return clock
        since = now if clock.since is None else clock.since
        return attrs.evolve(clock, shown=clock.left, shown_since=since)

    def _own(self, seat: int, now: float, there: Open) -> SeatClock:
        """The clock of a seat as it is, whatever others see of it."""
        clock, decides = self.seats[seat], self.begun and seat in there.deciding
        runs = decides and seat in there.people
        if runs and clock.since is not None:  # not even its last digit depends on what others do
            return clock
        left, used = clock.at(now), clock.used_at(now)
        if self.limit.each == "choice" and seat not in there.deciding:  # the next choice has the whole time
            left = float(self.limit.seconds)
        bot_since = None
        if runs and clock.bot_since is not None:  # perhaps the person has thought about it all the time
            passed = max(now - clock.bot_since, 0.0)
            left, used = left - passed, used + passed
        elif decides and not runs:
            bot_since = now if clock.bot_since is None else clock.bot_since
        return attrs.evolve(clock, left=left, since=now if runs else None, used=used, bot_since=bot_since)

    def chosen(self, now: float, seat: int, number: int, there: Open, revealed: frozenset[int]) -> Clocks:
        """A seat has chosen; there were `number` choices before. Otherwise as `follow`."""
        left = tuple(round(one.at(now), 3) for one in self.seats)  # it is written with every choice
        used = tuple(round(one.used_at(now), 3) for one in self.seats)
        past = (*self.past, Past(number=number, left=left, used=used))[-KEPT:]
        found = attrs.evolve(self, begun=self.begun or seat in there.people, past=past)
        if seat in there.people:
            found = found._given(now, seat, self._after_a_choice(self.seats[seat].at(now)))
        else:
            found = found._given(now, seat, self.seats[seat].left)
        return found.follow(now, there, revealed)

    def _after_a_choice(self, left: float) -> float:
        return float(self.limit.seconds) if self.limit.each == "choice" else left + self.limit.increment

    def _given(self, now: float, seat: int, left: float) -> Clocks:
        """A seat has this time left, its clock stands, and no bot has thought about anything yet."""
        before = self.seats[seat]
        clock = attrs.evolve(before, left=left, since=None, used=before.used_at(now), bot_since=None)
        return attrs.evolve(self, seats=(*self.seats[:seat], clock, *self.seats[seat + 1 :]))

    def taken_back(self, now: float, seat: int, number: int, there: Open, all_agreed: bool) -> Clocks:
        """A seat has taken back its choice; `number` choices are left. If the others agreed to it, all clocks go back
        to where they stood before that choice. Otherwise it gives no time: the seat has what it had before that, less
        what it has used since."""
        before = next((one for one in reversed(self.past) if one.number <= number), None)
        found = attrs.evolve(self, past=tuple(one for one in self.past if one.number < number))
        if before is not None:
            for other, left in enumerate(before.left):
                if all_agreed:
                    found = found._given(now, other, left)
                elif other == seat:
                    since = self.seats[seat].used_at(now) - before.used[seat]
                    found = found._given(now, seat, left - since)
        return found.follow(now, there, frozenset(range(len(self.seats))) if all_agreed else frozenset())

    def returned(self, now: float, seat: int, there: Open) -> Clocks:
        """A person takes back a seat whose time was up: for each choice the whole time, for a match a part of it."""
        part = 1 if self.limit.each == "choice" else ON_RETURN
        return self._given(now, seat, max(self.limit.seconds / part, 1.0)).follow(
            now, there, frozenset({seat})
        )

    def stopped(self, now: float) -> Clocks:
        """Nobody's time runs any more."""
        return attrs.evolve(self, seats=tuple(SeatClock(left=one.at(now)) for one in self.seats))

    # ------------------------------------------------------------------------- what they show

    def out(self, now: float) -> tuple[int, ...]:
        """The seats whose time is up."""
        return tuple(
            seat for seat, one in enumerate(self.seats) if one.since is not None and one.at(now) <= 0
        )

    def due(self) -> float | None:
        """The moment at which the first seat's time will be up, if nothing happens until then."""
        return min((one.since + one.left for one in self.seats if one.since is not None), default=None)

    def seen_by(
        self, reader: int | None, now: float, bots: Collection[int] = ()
    ) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """The seconds left by seat, and the seats whose clocks run, as a reader may know them. Those of bots are not
        shown: they would tell whether one has chosen in secret."""
        left, running = [], []
        for seat, one in enumerate(self.seats):
            is_own = seat == reader
            if seat in bots:
                left.append(0.0)
                continue
            left.append(max(one.at(now) if is_own else one.seen_at(now), 0.0))
            if (one.since if is_own else one.shown) is not None:
                running.append(seat)
        return tuple(left), tuple(running)


__all__ = ["Clocks", "Open", "Past", "SeatClock"]
