"""A match with its seats: what people and bots choose and take back there, whatever server it is on.

A seated match belongs to one thread at a time, and knows nothing of connections. Every change is given to `keep`
before it counts, and what cannot be kept has not happened. Nothing that it counts or refuses tells a seat what others
have chosen in secret.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence

import attrs

from ...interpreter import BrokenRulesError, Match, UndoError
from ...interpreter.match.state.journal import JournalEntry
from ..wire.refusals import RefusalError, cannot_take_back
from .clocks import Clocks, Open
from .consent import Question, asked_too_soon, concerned, something_meanwhile
from .pauses import Pauses
from .seating import PERSON, check_seat
from .standing import PLAIN, Ending, Standing
from .thinking import Thinking
from .turns import FIRST, Turns

Keep = Callable[[int, Sequence[JournalEntry], Standing | None], None]
"""Keeps the choices of a match from a number on, and how it stands if that has changed. What it raises keeps the
change from happening."""


def kept_nowhere(first: int, entries: Sequence[JournalEntry], standing: Standing | None) -> None:
    """For matches that live in memory only."""


class SeatedMatch:
    """A match and its seats.

    Args:
        match: the match.
        plays: the player of each seat: `PERSON`, or the name of a bot.
        keep: keeps choices.
        first_turn: the number of the first decision of each seat.
        now: tells the seconds since some moment; they never go back.
        standing: how the match stands beside its rules.
    """

    def __init__(
        self,
        match: Match,
        plays: Iterable[str],
        keep: Keep = kept_nowhere,
        first_turn: int = FIRST,
        now: Callable[[], float] = time.monotonic,
        standing: Standing = PLAIN,
    ) -> None:
        self.match = match
        self.plays = list(plays)
        self.turns = Turns(match, first_turn)
        self.version = 0
        """Counts every change, secret ones too: never shown to anybody."""
        self.question: Question | None = None
        self.pauses = Pauses(now)
        self.fault: BrokenRulesError | None = None
        self.now = now
        self.standing = standing
        self._keep = keep
        if (
            standing.clocks is not None and standing.ending is None
        ):  # it may have been stopped between two notes
            self.standing = attrs.evolve(standing, clocks=standing.clocks.follow(now(), self._open()))

    # -------------------------------------------------------------------------- the seats

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset(seat for seat, plays in enumerate(self.plays) if plays != PERSON)

    def hand_over(self, seat: int, plays: str) -> None:
        """Lets a person or a bot play a seat. A question that is open ends: perhaps the seat was one that must
        agree."""
        before, self.plays[seat] = self.plays[check_seat(seat, len(self.plays))], plays
        try:
            self._stands(self._handed_over(seat))
        except BaseException:
            self.plays[seat] = before
            raise
        self.withdraw(seat)
        self.question = None
        self._changed()

    def _handed_over(self, seat: int) -> Standing:
        """How the match stands after a person or a bot has got a seat."""
        standing, there = self.standing, self._open()
        clocks, is_back = standing.clocks, seat in there.people
        if clocks is not None and standing.ending is None:
            returns = is_back and seat in standing.late
            clocks = clocks.returned(self.now(), seat, there) if returns else clocks.follow(self.now(), there)
        standing = attrs.evolve(standing, clocks=clocks)
        return standing.without(seat) if is_back else standing

    def _stands(self, standing: Standing) -> None:
        """Keeps how the match stands now."""
        if standing != self.standing:
            self._keep(len(self.match.journal), (), standing)
        self.standing = standing

    def check_person(self, seat: int) -> None:
        """Refuses what a person wants for a seat that a bot plays."""
        if self.plays[seat] != PERSON:
            raise RefusalError("RW731", "a bot plays this seat", "take the seat back first")

    def _changed(self) -> None:
        self.version += 1
        self.fault = None

    # ---------------------------------------------------------------------------- choices

    def choose(self, seat: int, option: int | str, turn: int | None = None) -> None:
        """A person's choice. With a turn, refuses one that was meant for another decision of the seat. Raises
        `RefusalError` and `MatchError`; then nothing has changed."""
        self.check_person(seat)
        self.standing.check_goes_on()
        if turn is not None and turn != self.turns[seat]:
            message = "the match has moved on since: this was for another decision"
            raise RefusalError("RW730", message, "look at it again", "turn")
        self._change(lambda: self.match.choose(option, seat), seat)

    def bot_chooses(self, about: Thinking, entry: JournalEntry) -> bool:
        """A bot's choice. False, and nothing changes, if the position is not the one that it has thought about."""
        if about.version != self.version or about.seat not in self.bots or self.standing.ending is not None:
            return False
        self._change(lambda: self.match.take(entry.strand, entry.action), about.seat)
        return True

    def thinking(self) -> Thinking | None:
        """What a bot has to think about next; nothing after the rules went wrong for a bot, until something
        changes."""
        if self.fault is not None or self._is_long or self.standing.ending is not None:
            return None
        bots = self.bots
        found = next((one for one in self.match.pending() if one.player in bots), None)
        if found is None:
            return None
        has_choice = len(self.match.legal(found.strand)) > 1
        bot = self.plays[found.player]
        return Thinking(len(self.match.journal), found.player, bot, self.version, found.site, has_choice)

    def _change(self, change: Callable[[], None], seat: int) -> None:
        self.check_length()
        if self.question is not None and self.question.by == seat:
            raise RefusalError("RW730", "you have asked to take back a choice", "wait, or withdraw that")
        first = len(self.match.journal)
        known = self._choices_known() if self.question is not None else []
        clocks = self.standing.clocks
        seen = self.match.choices_known(None) if clocks is not None else 0
        change()
        try:
            standing = self.standing if clocks is None else self._after_a_choice(clocks, seat, first, seen)
            self._keep(first, self.match.journal[first:], None if clocks is None else standing)
        except BaseException:
            self.match.back_to(first)
            raise
        self.standing = standing
        # a choice that some do not learn of must not end the question before their eyes
        if known and all(now > before for now, before in zip(self._choices_known(), known, strict=True)):
            self.question = None
        self.turns.moved(self.match, seat)
        self._changed()

    def _choices_known(self) -> list[int]:
        """How many choices each reader knows of."""
        return [self.match.choices_known(reader) for reader in (None, *range(len(self.plays)))]

    @property
    def _is_long(self) -> bool:
        return len(self.match.journal) >= self.match.game.step_bound

    def check_length(self) -> None:
        """Refuses more choices than the game allows: a match that never ends would grow forever."""
        if self._is_long and not self.match.is_over:
            bound = self.match.game.step_bound
            message = f"this match has taken {bound} choices and has not ended, and its game allows no more"
            raise RefusalError("RW728", message, "take something back, or start a new match")

    # ------------------------------------------------------------------- time and giving up

    def _open(self, match: Match | None = None) -> Open:
        """The seats that have to decide."""
        match = match or self.match
        return Open(
            frozenset(one.player for one in match.pending()),
            frozenset(one.player for one in match.pending_for(None)),
            frozenset(range(len(self.plays))) - self.bots,
        )

    def _after_a_choice(self, clocks: Clocks, seat: int, first: int, seen: int) -> Standing:
        """How the match stands after a choice of a seat; before it, everybody knew of `seen` choices."""
        known = self.match.choices_known(None)
        revealed = (
            range(len(self.plays)) if known == len(self.match.journal) else (seat,) if known > seen else ()
        )
        clocks = clocks.chosen(self.now(), seat, first, self._open(), frozenset(revealed))
        return attrs.evolve(self.standing, clocks=clocks)

    def all_have_sat_down(self) -> None:
        """The clocks begin to run, if they do not run yet."""
        clocks = self.standing.clocks
        if clocks is not None and self.standing.waits:
            self._stands(attrs.evolve(self.standing, clocks=clocks.begin(self.now(), self._open())))

    def time_up(self) -> tuple[int, ...]:
        """The seats whose time is up."""
        clocks = self.standing.clocks
        return () if clocks is None or self.standing.ending is not None else clocks.out(self.now())

    def is_late(self, seat: int) -> None:
        """The time of a seat is up: a bot has to play it."""
        self._stands(attrs.evolve(self.standing, late=tuple(sorted({*self.standing.late, seat}))))

    def resign(self, seat: int) -> None:
        """A seat is given up for good, which a bot has to play then."""
        self._stands(attrs.evolve(self.standing, resigned=tuple(sorted({*self.standing.resigned, seat}))))

    def stop(self, ending: Ending) -> None:
        """Ends the match, whatever its rules say: nobody can choose any more."""
        clocks = self.standing.clocks
        clocks = clocks if clocks is None else clocks.stopped(self.now())
        self._stands(attrs.evolve(self.standing, clocks=clocks, ending=ending))
        self.question = None
        self._changed()

    # ------------------------------------------------------------------------ taking back

    def take_back(self, seat: int, agreeing: Collection[int] = ()) -> None:
        """Takes back the last choice of a seat, and those of bots and of seats that agree since then. Raises
        `RefusalError` with the reason in each language if it cannot be taken back."""
        self.check_person(seat)
        self.standing.check_goes_on()
        trial = self.match.clone()
        try:
            trial.undo(seat, {*self.bots, *agreeing})
        except UndoError as error:
            raise cannot_take_back(error.reasons) from None
        self.replace(trial, seat, all_agreed=bool(agreeing))

    def replace(self, trial: Match, seat: int | None = None, *, all_agreed: bool = True) -> None:
        """Goes back: from now on, the match is one with fewer choices; with a `seat`, because that takes back a
        choice. An open question ends."""
        first = common(self.match.journal, trial.journal)
        standing, clocks = self.standing, self.standing.clocks
        if clocks is not None and seat is not None:
            there = self._open(trial)
            clocks = clocks.taken_back(self.now(), seat, first, there, all_agreed)
            standing = attrs.evolve(standing, clocks=clocks)
        self._keep(first, trial.journal[first:], None if standing is self.standing else standing)
        before, self.match = self.match, trial
        self.standing = standing
        self.question = None
        self.turns.taken_back(before, trial)
        self._changed()

    def rewritten(self, match: Match) -> None:
        """The rules have changed: from now on, the match is this one. Whoever calls this has kept it. An open
        question ends, and every decision is a new one."""
        before = max(self.turns[seat] for seat in range(len(self.plays)))
        self.match, self.turns = match, Turns(match, before + 1)
        self.question = None
        self._changed()

    def ask_to_take_back(self, seat: int) -> None:
        """Takes back the last choice of a seat; or, if that concerns others, asks them. Raises as `take_back`."""
        self.check_person(seat)
        self.standing.check_goes_on()
        asked = concerned(self.match, seat, self.bots)
        if not asked:
            self.take_back(seat)
            return
        try:
            self.match.clone().undo(seat, frozenset(range(len(self.plays))) - {seat})  # if all agreed
        except UndoError:  # the reason for this would say what others have chosen in secret meanwhile
            raise cannot_take_back(something_meanwhile(self.match)) from None
        left = self.pauses.left(seat)
        if left:
            raise asked_too_soon(self.match, left)
        self.question = Question(seat, asked, frozenset())

    def _not_agreed(self) -> None:
        """Ends an open question, if there is one, without consent: the seat cannot ask again immediately."""
        if self.question is not None:
            self.pauses.refused(self.question.by)
        self.question = None

    def consent(self, seat: int, agree: bool) -> None:
        """The answer of a seat that was asked whether a choice may be taken back."""
        asked = self.question
        if asked is None or seat not in asked.waiting:
            raise RefusalError("RW730", "nobody asks you that any more", "look at the page again")
        if not agree:
            self._not_agreed()
            return
        asked = attrs.evolve(asked, waiting=asked.waiting - {seat}, consenting=asked.consenting | {seat})
        if asked.waiting:
            self.question = asked
            return
        try:
            self.take_back(asked.by, asked.consenting)
        except RefusalError:  # something has happened meanwhile
            self.question = None
        else:
            self.pauses.agreed(asked.by)

    def withdraw(self, seat: int) -> None:
        """A seat does not want to take back its choice any more."""
        if self.question is not None and self.question.by == seat:
            self._not_agreed()


def common(one: Sequence[JournalEntry], other: Sequence[JournalEntry]) -> int:
    """How many choices two journals have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
