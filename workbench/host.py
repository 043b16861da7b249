"""One match that a server holds: who plays which seat, bots that answer for theirs, and its administrator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from rulewright.dsl.game import Game
from rulewright.interpreter import BrokenRulesError, Match, SetupError
from rulewright.interpreter.bots import Budget
from rulewright.interpreter.policy import Policy, make_bot, read_bot
from rulewright.interpreter.setup import names_of

MOST_ITERATIONS = 10_000
MOST_SECONDS = 10.0
"""The most that a bot may think about one choice while a connection waits."""


class RefusalError(ValueError):
    """A request that is refused, with a code, the way out, and the part of the request that is wrong."""

    def __init__(self, code: str, message: str, help_text: str = "", path: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.help = help_text
        self.path = path


@attrs.define(eq=False)
class Hosted:
    """A match with its seats: those of the connection, and those of bots (by name, to make them anew)."""

    game: str
    match: Match
    seats: tuple[int, ...]
    bots: dict[int, str]
    administrator: str | None
    _players: dict[int, Policy] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._players = {seat: make_bot(bot, self.match.seed + seat) for seat, bot in self.bots.items()}

    def choose(self, option: int | str, seat: int) -> None:
        """Chooses for a seat; then bots answer. Where the rules go wrong, all of it is taken back."""
        before = len(self.match.journal)
        self.match.choose(option, seat)
        try:
            self.let_bots_play()
        except BrokenRulesError:
            while len(self.match.journal) > before:
                self.match.undo()
            raise

    def let_bots_play(self) -> None:
        """Bots choose until none of them has to decide."""
        for _ in range(self.match.game.step_bound):
            mine = next((one for one in self.match.pending() if one.player in self._players), None)
            if mine is None:
                return
            decision = next(one for one in self.match.decisions if one.player == mine.player)
            self.match.choose(self._players[mine.player].choose(self.match, decision), mine.player)

    def undo(self) -> None:
        """Takes back the last choice of the connection, with what bots answered to it.

        Raises `NoDecisionError` if there is none, and changes nothing then.
        """
        trial = self.match.clone()
        while True:
            strand = trial.undo().strand
            player = next((one.player for one in trial.pending() if one.strand == strand), None)
            if player in self.seats:
                self.match = trial
                return

    def clone(self) -> Hosted:
        return Hosted(self.game, self.match.clone(), self.seats, self.bots, self.administrator)


def names_given(game: Game, players: int | Sequence[str]) -> tuple[str, ...]:
    """The players' names, without blanks around them. Raises `SetupError`."""
    return names_of(game, players if isinstance(players, int) else [name.strip() for name in players])


def seated(
    match: Match, seats: Sequence[int] | None, bots: Mapping[str, str]
) -> tuple[tuple[int, ...], dict[int, str]]:
    """Who plays which seat; every seat is played by somebody. Raises `RefusalError` or `SetupError`."""
    every = range(len(match.players))
    found: dict[int, str] = {}
    for seat, bot in bots.items():
        if seat not in map(str, every):
            raise RefusalError("RW721", f"there is no seat '{seat[:20]}'", _seats(match), "params.bots")
        found[int(seat)] = _checked(bot)
    own = [seat for seat in every if seat not in found] if seats is None else sorted(set(seats))
    for one in own:
        if one not in every:
            raise RefusalError("RW721", f"there is no seat {one}", _seats(match), "params.seats")
        if one in found:
            raise RefusalError("RW721", f"seat {one} cannot be a bot's and yours", "", "params.seats")
    missing = [seat for seat in every if seat not in found and seat not in own]
    if missing:
        raise RefusalError("RW721", f"nobody plays seat {missing[0]}", "name a bot for it", "params.seats")
    return tuple(own), found


def _seats(match: Match) -> str:
    return f"seats are from 0 to {len(match.players) - 1}"


def _checked(bot: str) -> str:
    """The name of a bot that does not think longer than a server waits."""
    _, budget = read_bot(bot[:50])
    budget = budget or Budget(iterations=1)
    if (budget.iterations or 0) > MOST_ITERATIONS or (budget.seconds or 0) > MOST_SECONDS:
        raise SetupError(
            f"'{bot[:50]}' thinks too long here", f"at most {MOST_ITERATIONS} iterations or {MOST_SECONDS:g}s"
        )
    return bot[:50]
