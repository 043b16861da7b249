"""What one match says about the worth of options and cards, and the sums over many matches.

All are integers, so that sums do not depend on how matches are divided among processes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ..kernels.counting import match_seed
from ..memory.dice import Dice
from .continuing import WRONG, Course, End, Players, Step
from .otherwise import Arrival, Otherwise, Subject

_SEEN = 21


@attrs.define
class Paired:
    """Differences of pairs, in clusters: each match is one, since what is measured in it is not independent.

    Attributes:
        clusters: how many matches have any; `pairs` how many pairs there are in them.
        total: the sum of all differences.
        squares: the sum over matches of the square of their difference; `cross` that of difference times pairs,
            `sizes` that of the square of pairs.
    """

    clusters: int = 0
    pairs: int = 0
    total: int = 0
    squares: int = 0
    cross: int = 0
    sizes: int = 0

    def add(self, pairs: int, total: int) -> None:
        """Adds a match."""
        if pairs:
            self.include(Paired(1, pairs, total, total * total, pairs * total, pairs * pairs))

    def include(self, other: Paired) -> None:
        """Adds the sums of other matches."""
        for name in _PAIRED:
            setattr(self, name, getattr(self, name) + getattr(other, name))


_PAIRED = tuple(one.name for one in attrs.fields(Paired))


@attrs.define
class Sums:
    """What is known about one subject.

    Attributes:
        offered: decisions in which an option was offered, or how often a card came to a player.
        chosen: decisions in which it was chosen.
        held: players of ended matches who chose it or had it, and `held_won` those of them who won; `left` and
            `left_won` are those who could have chosen it but never did, or never had it.
        with_it: playouts that were won with it; `without` those that were won without it.
        worth: the differences between both; `chosen_worth` where it was chosen in the match itself; `score` the
            differences in score.
        partners: with which designs a card was exchanged, and how often.
        stuck: chances of which nothing could be measured, since nothing can take its place.
    """

    offered: int = 0
    chosen: int = 0
    held: int = 0
    held_won: int = 0
    left: int = 0
    left_won: int = 0
    with_it: int = 0
    without: int = 0
    stuck: int = 0
    worth: Paired = attrs.field(factory=Paired)
    chosen_worth: Paired = attrs.field(factory=Paired)
    score: Paired = attrs.field(factory=Paired)
    partners: Counter[str] = attrs.field(factory=Counter)

    def include(self, other: Sums) -> None:
        """Adds the sums of other matches."""
        for name in _SUMS:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, Paired):
                mine.include(theirs)
            elif isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, name, mine + theirs)


_SUMS = tuple(one.name for one in attrs.fields(Sums))


@attrs.define
class Evidence:
    """What many matches say.

    Attributes:
        faulty: matches in which the rules went wrong; `wrong`: playouts after an option.
        unfit: playouts after an exchange in which they did: what they had counted before did not fit the other card.
        chances: how often each subject could have been measured.
    """

    matches: int = 0
    ended: int = 0
    faulty: int = 0
    playouts: int = 0
    wrong: int = 0
    unfit: int = 0
    sums: dict[Subject, Sums] = attrs.field(factory=lambda: defaultdict(Sums))
    chances: Counter[Subject] = attrs.field(factory=Counter)

    def include(self, other: Evidence) -> None:
        """Adds that of other matches."""
        for name in ("matches", "ended", "faulty", "playouts", "wrong", "unfit"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for subject, sums in other.sums.items():
            self.sums[subject].include(sums)
        self.chances.update(other.chances)


class Observer:
    """Plays matches of a job, and measures in them.

    Args:
        otherwise: what can be measured.
        players: who plays.
        seats: how many.
        seed: of the job.
        repeats: how many playouts each of two compared possibilities gets.
    """

    def __init__(self, otherwise: Otherwise, players: Players, seats: int, seed: int, repeats: int) -> None:
        self._otherwise, self._players = otherwise, players
        self._seats, self._seed, self._repeats = seats, seed, repeats

    def survey(self, first: int, last: int) -> Evidence:
        """Only plays matches: what could have been measured in them."""
        found = Evidence()
        for number in range(first, last):
            played = self._played(number, found)
            if played is not None:
                course, arrivals = played
                found.chances.update(subject for step in course.steps for subject in self._open(step))
                found.chances.update(one.subject for one in arrivals)
        return found

    def measure(self, first: int, last: int, rates: Mapping[Subject, float]) -> Evidence:
        """Plays matches and measures. `rates` is how likely each chance to measure something is taken; what is not
        in it is always measured."""
        found = Evidence()
        for number in range(first, last):
            played = self._played(number, found)
            if played is not None:
                course, arrivals = played
                self._note_use(course, arrivals, found)
                _Match(self._otherwise, self._players, course, found, self._repeats).measure(arrivals, rates)
        return found

    def _played(self, number: int, found: Evidence) -> tuple[Course, list[Arrival]] | None:
        arrivals = self._otherwise.arrivals()
        found.matches += 1
        try:
            course = self._players.course(match_seed(self._seed, number), arrivals.look)
        except WRONG:
            found.faulty += 1
            return None
        found.ended += course.ended
        return course, arrivals.found

    def _open(self, step: Step) -> dict[Subject, frozenset[int]]:
        """What can be both taken and left in a decision."""
        if len(step.legal) < 2:
            return {}
        offered = self._otherwise.offered(step.legal)
        return {subject: those for subject, those in offered.items() if len(those) < len(step.legal)}

    def _note_use(self, course: Course, arrivals: Iterable[Arrival], found: Evidence) -> None:
        """Counts what was offered, chosen and held, and how those fared."""
        could, did = set[tuple[Subject, int]](), set[tuple[Subject, int]]()
        for step in course.steps:
            for subject in self._otherwise.offered(step.legal):
                found.sums[subject].offered += 1
                could.add((subject, step.player))
            for subject in self._otherwise.subjects_of(step.action):
                found.sums[subject].chosen += 1
                did.add((subject, step.player))
        for one in arrivals:
            found.sums[one.subject].offered += 1
            did.add((one.subject, one.holder))
            could |= {(one.subject, seat) for seat in range(self._seats)}
        if course.ended:
            for subject, seat in could | did:
                sums, won = found.sums[subject], seat in course.end.winners
                if (subject, seat) in did:
                    sums.held += 1
                    sums.held_won += won
                else:
                    sums.left += 1
                    sums.left_won += won


class _Match:
    """Measures in one match."""

    def __init__(
        self, otherwise: Otherwise, players: Players, course: Course, found: Evidence, repeats: int
    ) -> None:
        self._otherwise, self._players, self._course = otherwise, players, course
        self._found, self._repeats = found, repeats
        self._ends: dict[tuple[object, int], End | None] = {}
        self._seed = 0
        self._pairs = defaultdict[tuple[str, Subject], list[int]](lambda: [0, 0])

    def measure(self, arrivals: list[Arrival], rates: Mapping[Subject, float]) -> None:
        """Goes through the match once more, and tries things otherwise on the way."""
        waiting: list[Arrival] = []
        coming, dice = arrivals[::-1], Dice.of(self._course.seed, _SEEN)
        steps = self._course.steps
        for index, at in enumerate(self._players.again(self._course)):
            # One draw for everything that is open here, so that much is measured in the same playouts.
            drawn = dice.random()
            self._seed, self._ends = match_seed(self._course.seed, index), {}
            while coming and coming[-1].index == index:
                one = coming.pop()
                if drawn < rates.get(one.subject, 1.0):
                    waiting.append(one)
            waiting = [one for one in waiting if not self._exchange(at, one)]
            step = steps[index]
            if len(step.legal) > 1:
                self._try_options(at, step, drawn, rates)
        for one in waiting:
            self._found.sums[one.subject].stuck += 1
        for (kind, subject), (pairs, total) in self._pairs.items():
            getattr(self._found.sums[subject], kind).add(pairs, total)

    # ------------------------------------------------------------------------- options

    def _try_options(self, at: Any, step: Step, drawn: float, rates: Mapping[Subject, float]) -> None:
        for subject, those in self._otherwise.offered(step.legal).items():
            if len(those) == len(step.legal) or drawn >= rates.get(subject, 1.0):
                continue
            others = [action for action in step.legal if action not in those]
            taken = [action for action in step.legal if action in those]
            for number in range(self._repeats):
                pair = self._after(at, step, taken, number), self._after(at, step, others, number)
                self._note(subject, step.player, *pair, chosen=step.action in those)

    def _after(self, at: Any, step: Step, allowed: list[int], number: int) -> End | None:
        seed = match_seed(self._seed, number)
        action = self._players.first(at, step, allowed, seed)
        return self._ended((action, number), lambda: self._players.after(at, step, action, seed, number))

    # --------------------------------------------------------------------------- cards

    def _exchange(self, at: Any, arrival: Arrival) -> bool:
        """Tries another card in the place of one. False if that is not possible yet."""
        otherwise, players = self._otherwise, self._players
        engine, m, subject = players.engine, players.memory(at), arrival.subject
        if not otherwise.is_held(m, arrival.piece, arrival.place):
            self._found.sums[subject].stuck += 1
            return True
        busy = otherwise.busy(engine, m)
        if busy is None or busy >> arrival.piece & 1:
            return False
        partners = [one for one in otherwise.partners(m, arrival) if not busy >> one & 1]
        measured = False
        for number in range(self._repeats if partners else 0):
            seed = match_seed(self._seed, number)
            other = partners[Dice.of(seed, arrival.piece).below(len(partners))]
            memory = otherwise.exchanged(engine, m, arrival.piece, other)
            if memory is not None:
                measured = True
                own = self._ended(("own", number), lambda n=number, s=seed: players.onward(at, m, s, n))
                with_other = self._ended(
                    (memory.tobytes(), number),
                    lambda n=number, s=seed, changed=memory: players.onward(at, changed, s, n),
                )
                self._note(subject, arrival.holder, own, with_other)
                if own is not None and with_other is not None:
                    self._found.sums[subject].partners[otherwise.design_of(other)] += 1
        self._found.sums[subject].stuck += not measured
        return True

    # ------------------------------------------------------------------------ playouts

    def _ended(self, key: tuple[object, int], play: Any) -> End | None:
        """How a playout ends; the same one is not played twice. None if the rules go wrong in it."""
        if key not in self._ends:
            self._found.playouts += 1
            try:
                self._ends[key] = play()
            except WRONG:
                self._ends[key] = None
                if isinstance(key[0], bytes):
                    self._found.unfit += 1
                else:
                    self._found.wrong += 1
        return self._ends[key]

    def _note(
        self, subject: Subject, player: int, one: End | None, other: End | None, *, chosen: bool = False
    ) -> None:
        """Notes a pair."""
        if one is None or other is None:
            return
        won, won_otherwise = player in one.winners, player in other.winners
        sums = self._found.sums[subject]
        sums.with_it += won
        sums.without += won_otherwise
        self._add("worth", subject, won - won_otherwise)
        if chosen:
            self._add("chosen_worth", subject, won - won_otherwise)
        if one.scores and other.scores:
            self._add("score", subject, one.scores[player] - other.scores[player])

    def _add(self, kind: str, subject: Subject, difference: int) -> None:
        found = self._pairs[kind, subject]
        found[0] += 1
        found[1] += difference
