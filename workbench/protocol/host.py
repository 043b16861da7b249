"""One match on the server of a connection: the seats that it plays, bots that think here, and an administrator.

Bots think in steps and for a limited time per request, so that no match blocks the others. They resume an unfinished
thought at the next request about their match.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from ...interpreter import BrokenRulesError, Match, NoDecisionError
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.memory.faults import RulesFault
from ..agents import check_named
from ..seats.seated import SeatedMatch
from ..seats.seating import MOST_SECONDS, PERSON, check_seat, checked_bot
from ..seats.thinking import Thinking, Thought, decision_about
from ..wire.refusals import RefusalError

PATIENCE = 0.5
"""Seconds that bots think for one request; they finish the step that they are at."""


class Hosted(SeatedMatch):
    """A match of a game whose seats the connection and bots play.

    Args:
        game: the name of the game.
        match: the match.
        plays: the player of each seat: `PERSON` is the connection, all else the name of a bot.
        administrator: the administrator's password.
    """

    def __init__(self, game: str, match: Match, plays: Sequence[str], administrator: str | None) -> None:
        super().__init__(match, plays)
        self.game = game
        self.administrator = administrator
        self.seats = tuple(seat for seat, who in enumerate(plays) if who == PERSON)
        self._safe = match.clone()  # the match before the last choice of the connection
        self._thought: tuple[Thinking, Thought] | None = None  # and about what

    @property
    def thinking_seats(self) -> frozenset[int]:
        """The seats whose bots have to decide."""
        return self.bots & {one.player for one in self.match.pending()}

    def play(self, option: int | str, seat: int, turn: int | None = None) -> None:
        """Chooses for a seat; then bots choose. If the rules go wrong, all of this is undone."""
        before = self.match.clone()
        self.choose(seat, option, turn)
        self._safe = before
        self.let_bots_play()

    def let_bots_play(self) -> None:
        """Lets bots choose until none has to decide, or until the time for one request is over. If the rules go
        wrong, the match returns to the point before the last choice of the connection."""
        ends = time.monotonic() + PATIENCE
        try:
            while (about := self.thinking()) is not None:
                entry = self._step(about)
                if entry is not None:
                    self.bot_chooses(about, entry)
                if time.monotonic() >= ends:
                    return
        except (BrokenRulesError, RulesFault):
            self.replace(self._safe.clone())
            raise

    def _step(self, about: Thinking) -> JournalEntry | None:
        """One step of a bot's thinking; returns its choice when it has decided."""
        if self._thought is None or self._thought[0] != about:  # a thought about another position is useless
            decision = decision_about(self.match, about)
            assert decision is not None, "it was open a moment ago"
            self._thought = about, Thought(self.match, about, decision)
        _, thought = self._thought
        entry = thought.go_on(0, last=thought.own >= MOST_SECONDS)
        if entry is not None:
            self._thought = None
        return entry

    def undo_any(self) -> None:
        """Takes back the last choice of the connection, and those of bots since.

        Raises `NoDecisionError`, and changes nothing, if there is none.
        """
        own = [count for count, player in enumerate(self.match.deciders()) if player in self.seats]
        if not own:
            raise NoDecisionError("there is nothing to take back")
        trial = self.match.clone()
        trial.back_to(own[-1])
        self.replace(trial)

    def replace(self, trial: Match, seat: int | None = None, *, all_agreed: bool = True) -> None:
        """Goes back; what bots break then is undone to here."""
        super().replace(trial, seat, all_agreed=all_agreed)
        self._safe = trial.clone()

    def copy(self) -> Hosted:
        """The same match once more, with the same seats and bots."""
        return Hosted(self.game, self.match.clone(), self.plays, self.administrator)


def seated(match: Match, seats: Sequence[int] | None, bots: Mapping[str, str]) -> list[str]:
    """The players of the seats: bots by the numbers of their seats, and the connection. Raises `RefusalError` or
    `SetupError`."""
    every = range(len(match.players))
    plays: dict[int, str] = {}
    for seat, bot in bots.items():
        if seat not in map(str, every):
            there_are = f"seats are from 0 to {len(every) - 1}"
            raise RefusalError("RW721", f"there is no seat '{seat[:20]}'", there_are, "bots")
        plays[int(seat)] = checked_bot(bot)
    check_named(plays.values(), match.game, len(match.players))
    own = [seat for seat in every if seat not in plays] if seats is None else sorted(set(seats))
    for one in own:
        check_seat(one, len(every), "seats")
        if one in plays:
            raise RefusalError("RW721", f"seat {one} is given to a bot and to you", "", "seats")
        plays[one] = PERSON
    missing = [seat for seat in every if seat not in plays]
    if missing:
        raise RefusalError("RW721", f"nobody plays seat {missing[0]}", "name a bot for it", "seats")
    return [plays[seat] for seat in every]
