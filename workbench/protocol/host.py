"""One match on a server: the players of its seats, its bots, and its administrator.

Bots think in steps and for a limited time per request, so that no match blocks the others. They resume an unfinished
thought at the next request about their match.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import attrs
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match, NoDecisionError, SetupError, UndoError
from rulewright.interpreter.bots import Budget
from rulewright.interpreter.bots.registry import Bot, Thought, make_bot, read_bot
from rulewright.interpreter.match.decisions.decision import Option
from rulewright.interpreter.match.setup.options import names_of
from rulewright.interpreter.memory.faults import RulesFault

from .turns import Turns

MOST_ITERATIONS = 10_000
MOST_SECONDS = 10.0
"""The largest budget of a bot for one choice."""
PATIENCE = 0.5
"""Seconds that bots think for one request; they finish the step that they are at."""


class RefusalError(ValueError):
    """A refused request, with a code, a way out, and the part of the request that is wrong."""

    def __init__(self, code: str, message: str, help_text: str = "", path: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.help = help_text
        self.path = path


@attrs.define(eq=False)
class Hosted:
    """A match with its seats: those of the connection, and those of bots (kept by name, to make new ones)."""

    game: str
    match: Match
    seats: tuple[int, ...]
    bots: dict[int, str]
    administrator: str | None
    turns: Turns = attrs.field(init=False)
    _players: dict[int, Bot] = attrs.field(init=False)
    _safe: Match = attrs.field(init=False)  # the match before the last choice of the connection
    # the number of choices so far, and the seat
    _thought: tuple[int, int, Thought] | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self._players = {seat: make_bot(bot, self.match.seed + seat) for seat, bot in self.bots.items()}
        self._safe = self.match.clone()
        self.turns = Turns(self.match)

    @property
    def thinking(self) -> tuple[int, ...]:
        """The seats whose bots have to decide."""
        return tuple(one.player for one in self.match.pending() if one.player in self._players)

    def choose(self, option: int | str, seat: int, turn: int | None = None) -> None:
        """Chooses for a seat; then bots choose. If the rules go wrong, all of this is undone. With a turn, refuses a
        choice that was meant for another decision of the seat."""
        if turn is not None:
            check_turn(self.turns, seat, turn)
        self.check_length()
        before = self.match.clone()
        self.match.choose(option, seat)
        self._safe = before
        self.turns.moved(self.match, seat)
        self.let_bots_play()

    def let_bots_play(self) -> None:
        """Lets bots choose until none has to decide, or until the time for one request is over. If the rules go
        wrong, the match returns to the point before the last choice of the connection."""
        ends = time.monotonic() + PATIENCE
        try:
            while (thinking := self.thinking) and not self._is_long():
                option = self._step(thinking[0])
                if option is not None:
                    self.match.choose(option, thinking[0])
                    self.turns.moved(self.match, thinking[0])
                if time.monotonic() >= ends:
                    return
        except (BrokenRulesError, RulesFault):
            self._set(self._safe.clone())
            raise

    def _step(self, seat: int) -> Option | None:
        """One step of a bot's thinking; returns its option when it has decided."""
        made = len(self.match.journal)
        if self._thought is None or self._thought[:2] != (
            made,
            seat,
        ):  # a thought about another position is useless
            decision = next(one for one in self.match.decisions if one.player == seat)
            self._thought = made, seat, self._players[seat].think(self.match, decision)
        try:
            next(self._thought[2])
        except StopIteration as done:
            self._thought = None
            option: Option = done.value
            return option
        return None

    def check_length(self) -> None:
        """Refuses more choices than the game allows: a match that never ends would grow forever."""
        if self._is_long() and not self.match.is_over:
            bound = self.match.game.step_bound
            message = f"this match has taken {bound} choices and has not ended, and its game allows no more"
            raise RefusalError("RW728", message, "close it, or undo")

    def _is_long(self) -> bool:
        return len(self.match.journal) >= self.match.game.step_bound

    def _set(self, match: Match) -> None:
        self.match, self._thought = match, None
        self.turns.begun_again(match)

    def undo(self) -> None:
        """Takes back the last choice of the connection, and those of bots since.

        Raises `NoDecisionError`, and changes nothing, if there is none.
        """
        own = [count for count, player in enumerate(self.match.deciders()) if player in self.seats]
        if not own:
            raise NoDecisionError("there is nothing to take back")
        trial = self.match.clone()
        trial.back_to(own[-1])
        self._set(trial)
        self._safe = trial.clone()

    def undo_for(self, seat: int, language: str) -> None:
        """Takes back the last choice of a seat, and those of bots since, if a player may do so.

        Raises `RefusalError` with the reason, and changes nothing, if not.
        """
        trial = self.match.clone()
        try:
            trial.undo(seat, self.bots)
        except UndoError as error:
            raise RefusalError(error.code, error.reasons[language]) from None
        self._set(trial)
        self._safe = trial.clone()

    def clone(self) -> Hosted:
        return Hosted(self.game, self.match.clone(), self.seats, self.bots, self.administrator)


def check_turn(turns: Turns, seat: int, turn: int) -> None:
    """Refuses a choice that was meant for another decision of a seat than the one that is open."""
    if turn != turns[seat]:
        raise RefusalError(
            "RW730",
            "the match has moved on since: this was for another decision",
            "look at it again",
            "params.turn",
        )


def names_given(game: Game, players: int | Sequence[str]) -> tuple[str, ...]:
    """The players' names, without surrounding spaces. Raises `SetupError`."""
    return names_of(game, players if isinstance(players, int) else [name.strip() for name in players])


def seated(
    match: Match, seats: Sequence[int] | None, bots: Mapping[str, str]
) -> tuple[tuple[int, ...], dict[int, str]]:
    """The seats of the connection, and the bots of all others. Raises `RefusalError` or `SetupError`."""
    every = range(len(match.players))
    found: dict[int, str] = {}
    for seat, bot in bots.items():
        if seat not in map(str, every):
            raise RefusalError("RW721", f"there is no seat '{seat[:20]}'", _seats(match), "params.bots")
        found[int(seat)] = checked_bot(bot)
    own = [seat for seat in every if seat not in found] if seats is None else sorted(set(seats))
    for one in own:
        if one not in every:
            raise RefusalError("RW721", f"there is no seat {one}", _seats(match), "params.seats")
        if one in found:
            raise RefusalError("RW721", f"seat {one} is given to a bot and to you", "", "params.seats")
    missing = [seat for seat in every if seat not in found and seat not in own]
    if missing:
        raise RefusalError("RW721", f"nobody plays seat {missing[0]}", "name a bot for it", "params.seats")
    return tuple(own), found


def _seats(match: Match) -> str:
    return f"seats are from 0 to {len(match.players) - 1}"


def checked_bot(bot: str, most_seconds: float = MOST_SECONDS) -> str:
    """The name of a bot. Raises `SetupError` if there is none, or if it thinks longer than this server allows."""
    _, budget = read_bot(bot[:50])
    budget = budget or Budget(iterations=1)
    if (budget.iterations or 0) > MOST_ITERATIONS or (budget.seconds or 0) > most_seconds:
        raise SetupError(
            f"'{bot[:50]}' thinks too long here",
            f"at most {MOST_ITERATIONS} iterations or {most_seconds:g}s",
        )
    return bot[:50]
