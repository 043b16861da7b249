"""A table: one match with its seats. Everything that can happen at it, and what each reader learns of it.

A table belongs to one thread at a time. It knows nothing of connections: its methods return messages by reader (a
seat, or None for onlookers), and whoever calls it sends them. Every change is on the disk before a method returns.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from typing import Any

import attrs
from rulewright.dsl.languages import BASE
from rulewright.interpreter import BrokenRulesError, Match, UndoError
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.match.journal import Entry

from ..protocol.host import RefusalError
from .feed import Told, news, told
from .resume import common
from .rules import Rules
from .store import MatchRow, RulesRow, SeatRow, Store

PERSON = "person"
Messages = dict[int | None, list[dict[str, Any]]]
"""Messages by reader."""


def new_token() -> str:
    """A token that nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> bytes:
    """What is kept of a token. It is random, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8")).digest()


@attrs.define
class Seat:
    """A seat: who plays it, and the hash of the token of its link."""

    number: int
    token: bytes | None
    plays: str


@attrs.frozen
class Asked:
    """A player asks to take back a choice that others have followed: what those must agree to."""

    by: int
    waiting: frozenset[int]
    consenting: frozenset[int]


@attrs.frozen
class Thinking:
    """What a bot has to think about: the match with so many choices, for a seat."""

    match: str
    choices: int
    seat: int
    bot: str
    version: int


class Table:
    """A match and its seats.

    Args:
        row: the match as it is stored.
        rules: its rules.
        match: the match itself, with all stored choices.
        store: where choices are written.
    """

    def __init__(self, row: MatchRow, rules: Rules, match: Match, store: Store) -> None:
        self.id = row.id
        self.rules = rules
        self.match = match
        self.host = row.host
        self.seats = [Seat(one.seat, one.token, one.plays) for one in row.seats]
        self.version = 0
        self.turns = [0] * len(self.seats)
        self.asked: Asked | None = None
        self.fault: BrokenRulesError | None = None
        self._store = store
        self._readers: dict[int | None, Told] = {}
        self._open = self._decisions()

    # ------------------------------------------------------------------------ who is who

    def reader_of(self, token: str | None) -> tuple[int | None, bool]:
        """The seat of a token (None: an onlooker), and whether it is the host's. Raises `RefusalError` for a token
        that was replaced, or never given."""
        if token is None:
            return None, False
        given = hashed(token)
        is_host = hmac.compare_digest(given, self.host)
        for seat in self.seats:
            if seat.token is not None and hmac.compare_digest(given, seat.token):
                return seat.number, is_host
        if not is_host:
            raise RefusalError("RW724", "this link is not valid any more", "ask the host for a new one")
        return None, True

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset(seat.number for seat in self.seats if seat.plays != PERSON)

    def described(self, here: Collection[int | None]) -> list[dict[str, Any]]:
        """The seats for everybody, with the number of open pages of each."""
        pages = list(here)
        return [
            {
                "seat": seat.number,
                "name": self.match.players[seat.number],
                "plays": seat.plays,
                "here": pages.count(seat.number),
                "host": seat.token is not None and hmac.compare_digest(seat.token, self.host),
            }
            for seat in self.seats
        ]

    def seat(self, number: int) -> Seat:
        """A seat. Raises `RefusalError`."""
        if not 0 <= number < len(self.seats):
            raise RefusalError("RW721", f"there is no seat {number}", path="seat")
        return self.seats[number]

    def hand_over(self, number: int, plays: str) -> Messages:
        """Lets a person or a bot play a seat."""
        seat = self.seat(number)
        self._store.seat(self.id, SeatRow(number, seat.token, plays))
        seat.plays = plays
        self.version += 1
        self.fault = None
        return self._told_all()

    def new_link(self, number: int) -> str:
        """A new token for a seat; the old one is not valid any more."""
        seat, token = self.seat(number), new_token()
        of_host = seat.token is not None and hmac.compare_digest(seat.token, self.host)
        self._store.seat(self.id, SeatRow(number, hashed(token), seat.plays))
        seat.token = hashed(token)
        if of_host:  # the host sits there: one link is for both
            self._store.host(self.id, seat.token)
            self.host = seat.token
        return token

    # ------------------------------------------------------------------- what readers learn

    def joined(self, reader: int | None, kind: str, since: int | None) -> dict[str, Any]:
        """All that a reader may know, with the events from the `since`-th on."""
        now, events = told(self.match, reader, self.bots)
        self._readers[reader] = now
        first = min(since or 0, now.next)
        return {
            "type": kind,
            "state": now.state,
            "turn": self._turn(reader),
            "objects": now.objects.as_json(),
            "events": events[first:],
            "first": first,
            "next": now.next,
            "undo": self._undo_data(reader),
            "can_undo": self._can_undo(reader),
        }

    def left(self, reader: int | None) -> None:
        """Nobody looks any more through the eyes of a reader."""
        self._readers.pop(reader, None)

    def _told_all(self) -> Messages:
        """What changes for every reader who looks."""
        found: Messages = {}
        for reader, before in self._readers.items():
            now, message = news(self.match, reader, self.bots, before)
            if message:
                self._readers[reader] = now
                extra = {
                    "turn": self._turn(reader),
                    "undo": self._undo_data(reader),
                    "can_undo": self._can_undo(reader),
                }
                found[reader] = [{"type": "changed", **message, **extra}]
        return found

    def _renewed(self) -> Messages:
        return {reader: [self.joined(reader, "renewed", 0)] for reader in list(self._readers)}

    def _turn(self, reader: int | None) -> int | None:
        return None if reader is None else self.turns[reader]

    def _can_undo(self, reader: int | None) -> bool:
        """Whether a seat has made a choice. Whether it can be taken back is found out when it is wanted: to look for
        what others have learnt takes time."""
        return reader is not None and reader in self.match.deciders()

    # -------------------------------------------------------------------------- choices

    def choose(self, seat: int, option: str, turn: int) -> Messages:
        """A person's choice. Raises `RefusalError` and `MatchError`; then nothing has changed."""
        if self.seats[seat].plays != PERSON:
            raise RefusalError("RW731", "a bot plays this seat", "take the seat back first")
        if turn != self.turns[seat]:
            raise RefusalError("RW730", "this page was not up to date", "look at it again")
        if not option.startswith("option:"):
            raise RefusalError("RW721", "this is not the id of an option", path="option")
        return self._change(lambda: self.match.choose(option, seat), seat)

    def bot_chooses(self, about: Thinking, entry: Entry) -> Messages | None:
        """A bot's choice; None if the position is not the one that it has thought about."""
        if about.version != self.version or about.seat not in self.bots:
            return None
        return self._change(lambda: self.match.take(entry.strand, entry.action), about.seat)

    def thinking(self) -> Thinking | None:
        """What a bot has to think about next."""
        if self.fault is not None or self._is_long():
            return None
        bots = self.bots
        for one in self.match.pending():
            if one.player in bots:
                bot, choices = self.seats[one.player].plays, len(self.match.journal)
                return Thinking(self.id, choices, one.player, bot, self.version)
        return None

    def bot_failed(self, error: BrokenRulesError) -> Messages:
        """The rules have gone wrong for a bot: nothing has changed, and bots wait until people change something."""
        self.fault = error
        return {reader: [self.notice(error)] for reader in self._readers}

    @staticmethod
    def notice(error: BrokenRulesError) -> dict[str, Any]:
        """What readers learn of a fault of the rules. Its record holds secrets, and is not among it."""
        return {"type": "notice", "code": error.code, "text": {BASE: str(error)}}

    def _change(self, change: Callable[[], None], seat: int) -> Messages:
        """Makes a choice, writes it, and tells it. If it cannot be written, it has not happened."""
        self._check_length()
        first = len(self.match.journal)
        change()
        self._write(first)
        self.asked = None
        self._moved(seat)
        return self._told_all()

    def _write(self, first: int) -> None:
        try:
            self._store.journal(self.id, first, self.match.journal[first:])
        except BaseException:
            self.match.back_to(first)
            raise

    def _moved(self, seat: int | None) -> None:
        """Counts a change: with it, every decision that is another one now gets another number."""
        before, self._open = self._open, self._decisions()
        self.version += 1
        self.fault = None
        for number in range(len(self.turns)):
            if seat in (None, number) or before.get(number) != self._open.get(number):
                self.turns[number] += 1

    def _decisions(self) -> dict[int, tuple[int, int, tuple[int, ...]]]:
        """What each player has to decide, to compare."""
        return {
            one.player: (one.strand, one.site, tuple(self.match.legal(one.strand)))
            for one in self.match.pending()
        }

    def _is_long(self) -> bool:
        return len(self.match.journal) >= self.match.game.step_bound

    def _check_length(self) -> None:
        if self._is_long() and not self.match.is_over:
            bound = self.match.game.step_bound
            message = f"this match has taken {bound} choices and has not ended, and its game allows no more"
            raise RefusalError("RW728", message, "take something back, or start a new match")

    def why_not(self, seat: int, wanted: str, language: str) -> str | None:
        """Why an option, or an object, cannot be chosen by a seat; None if it can."""
        return self.match.why_not(wanted, seat, language)

    # ---------------------------------------------------------------------- taking back

    def undo(self, seat: int) -> Messages:
        """Takes back the last choice of a seat; or asks the players whom it concerns. Raises `RefusalError` with the
        reason in each language if it cannot be taken back."""
        try:
            return self._take_back(seat, self.bots)
        except UndoError as error:
            reason = error
        after = self.match.clone()
        try:  # if all others agreed
            after.undo(seat, frozenset(range(len(self.seats))) - {seat})
        except UndoError as error:
            raise Refused(error) from None
        concerned = self._concerned(seat, after) - self.bots
        if not concerned:
            raise Refused(reason)
        self.asked = Asked(seat, concerned, frozenset())
        return self._asked_all()

    def consent(self, seat: int, agree: bool) -> Messages:
        """The answer of a seat that was asked whether a choice may be taken back."""
        asked = self.asked
        if asked is None or seat not in asked.waiting:
            raise RefusalError("RW730", "nobody asks you that any more", "look at the page again")
        if not agree:
            self.asked = None
            return self._asked_all()
        waiting, consenting = asked.waiting - {seat}, asked.consenting | {seat}
        if waiting:
            self.asked = Asked(asked.by, waiting, consenting)
            return self._asked_all()
        self.asked = None
        try:
            return self._take_back(asked.by, self.bots | consenting)
        except UndoError:  # something has happened meanwhile
            return self._asked_all()

    def withdraw(self, seat: int) -> Messages:
        """A seat does not want to take back its choice any more."""
        if self.asked is not None and self.asked.by == seat:
            self.asked = None
        return self._asked_all()

    def _take_back(self, seat: int, others: Collection[int]) -> Messages:
        trial = self.match.clone()
        trial.undo(seat, others)
        first = common(self.match.journal, trial.journal)
        self._store.journal(self.id, first, trial.journal[first:])
        self.match = trial
        self.asked = None
        self._moved(None)
        return self._renewed()

    def _concerned(self, seat: int, after: Match) -> frozenset[int]:
        """The players who have chosen since what would be taken back."""
        deciders = self.match.deciders()[common(self.match.journal, after.journal) :]
        return frozenset(one for one in deciders if one not in (seat, NONE) and one >= 0)

    def _asked_all(self) -> Messages:
        return {reader: [{"type": "undo", "undo": self._undo_data(reader)}] for reader in self._readers}

    def _undo_data(self, reader: int | None) -> dict[str, Any] | None:
        """What a reader learns of the question whether a choice may be taken back, with the line of the log that
        the reader has about that choice."""
        if self.asked is None:
            return None
        by = self.asked.by
        events = [
            one for one in self.match.events(reader) if one.kind == "choice" and one.player == f"player:{by}"
        ]
        return {
            "by": by,
            "text": events[-1].text if events else {},
            "waiting": sorted(self.asked.waiting),
        }


class Refused(RefusalError):  # noqa: N818 (a refusal that carries its reason in several languages)
    """A choice that cannot be taken back, with the reason in each language."""

    def __init__(self, error: UndoError) -> None:
        super().__init__(error.code, str(error))
        self.reasons = dict(error.reasons)


def stored_rules(rules: Rules) -> RulesRow:
    """Rules as they are stored."""
    return RulesRow(rules.key, rules.name, rules.variants, rules.bundle)
