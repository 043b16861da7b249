"""A table: one match with its seats. Everything that can happen at it, and what each reader learns of it.

A table belongs to one thread at a time. It knows nothing of connections: its methods return messages by reader (a
seat, or None for onlookers), and whoever calls it sends them. Every change is on the disk before a method returns.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import attrs
from rulewright.dsl.languages import BASE, say
from rulewright.interpreter import BrokenRulesError, Match, UndoError
from rulewright.interpreter.match.state.journal import JournalEntry

from ..protocol.host import RefusalError
from ..protocol.turns import Turns
from .feed import Told, news, told
from .resume import common
from .rules import Rules
from .store import MatchRow, RulesRow, SeatRow, Store

PERSON = "person"
FIRST_TURN = int(time.time()) % 1_000_000_000 * 1_000
"""The number of the first decision of a seat in this process: pages that were open when the server was started again
have none of its numbers."""
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
    """A decision that a bot has to make: in which match, after how many choices, and for which seat."""

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
        self.turns = Turns(match, FIRST_TURN)
        self.asked: Asked | None = None
        self.fault: BrokenRulesError | None = None
        self._store = store
        self._readers: dict[int | None, Told] = {}
        self._cut: dict[int | None, int] = {}  # the least number of events that an undo has left

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
        found = self._told_all()
        if self.asked is not None:  # perhaps the seat was one of those that must agree
            self.asked = None
            for reader, messages in self._asked_all().items():
                found.setdefault(reader, []).extend(messages)
        return found

    def new_link(self, number: int) -> str:
        """A new token for a seat; the old one is not valid any more."""
        seat, token = self.seat(number), new_token()
        of_host = seat.token is not None and hmac.compare_digest(seat.token, self.host)
        kept = hashed(token)  # if the host sits there, one link is for both
        self._store.seat(self.id, SeatRow(number, kept, seat.plays), kept if of_host else None)
        seat.token = kept
        if of_host:
            self.host = kept
        return token

    # ------------------------------------------------------------------- what readers learn

    def joined(self, reader: int | None, kind: str, since: int | None) -> dict[str, Any]:
        """All that a reader may know, with the events from the `since`-th on."""
        now, events = told(self.match, reader, self.bots)
        self._readers[reader] = now
        first = min(max(since or 0, 0), now.next, self._cut.get(reader, now.next))
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

    def looked_at(self, readers: Collection[int | None]) -> None:
        """Only these readers look now."""
        self._readers = {reader: now for reader, now in self._readers.items() if reader in readers}

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

    def _renewed(self, cut: Collection[int | None], had_question: bool) -> Messages:
        """The whole again, for every reader for whom something has changed: that a secret choice was taken back stays
        a secret, too."""
        found: Messages = {}
        for reader, before in list(self._readers.items()):
            if reader in cut or told(self.match, reader, self.bots)[0] != before:
                found[reader] = [self.joined(reader, "renewed", 0)]
            elif had_question:
                found[reader] = [{"type": "undo", "undo": None}]
        return found

    def _turn(self, reader: int | None) -> int | None:
        return None if reader is None else self.turns[reader]

    def _can_undo(self, reader: int | None) -> bool:
        """Whether a seat has made a choice. Whether it can be taken back is found out when it is wanted: to look for
        what others have learnt takes time."""
        return reader is not None and reader in self.match.deciders()

    # -------------------------------------------------------------------------- choices

    def choose(self, seat: int, option: str, turn: int) -> Messages:
        """A person's choice. Raises `RefusalError` and `MatchError`; then nothing has changed."""
        self._check_person(seat)
        if not option.startswith("option:"):
            raise RefusalError("RW721", "this is not the id of an option", path="option")
        if turn != self.turns[seat]:
            raise RefusalError("RW730", "this page was not up to date", "look at it again")
        return self._change(lambda: self.match.choose(option, seat), seat)

    def _check_person(self, seat: int) -> None:
        if self.seats[seat].plays != PERSON:
            raise RefusalError("RW731", "a bot plays this seat", "take the seat back first")

    def bot_chooses(self, about: Thinking, entry: JournalEntry) -> Messages | None:
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

    def linked(self, seat: int) -> dict[str, Any]:
        """What everybody learns of a new link."""
        name = self.match.players[seat]
        texts = {
            language: say("table.linked", language, player=name) for language in self.match.names.languages
        }
        return {"type": "notice", "code": "link", "text": texts}

    @staticmethod
    def notice(error: BrokenRulesError) -> dict[str, Any]:
        """What readers learn of a fault of the rules. Its record holds secrets, and is not among it."""
        return {"type": "notice", "code": error.code, "text": {BASE: str(error)}}

    def _change(self, change: Callable[[], None], seat: int) -> Messages:
        """Makes a choice, writes it, and tells it. If it cannot be written, it has not happened."""
        self._check_length()
        if self.asked is not None and self.asked.by == seat:
            raise RefusalError("RW730", "you have asked to take back a choice", "wait, or withdraw that")
        first, known = len(self.match.journal), self._choices_known()
        change()
        self._write(first)
        if all(now > before for now, before in zip(self._choices_known(), known, strict=True)):
            self.asked = (
                None  # a choice that some do not learn of must not end the question before their eyes
            )
        self._moved(seat)
        return self._told_all()

    def _choices_known(self) -> list[int]:
        """How many choices each reader knows of."""
        return [self.match.choices_known(reader) for reader in (None, *range(len(self.seats)))]

    def _write(self, first: int) -> None:
        try:
            self._store.journal(self.id, first, self.match.journal[first:])
        except BaseException:
            self.match.back_to(first)
            raise

    def _moved(self, seat: int) -> None:
        """Counts a change by a seat; what others do in secret changes the number of nobody's decision."""
        self.turns.moved(self.match, seat)
        self.version += 1
        self.fault = None

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
        self._check_person(seat)
        concerned = self._concerned(seat)
        if not concerned:
            try:
                return self._take_back(seat, self.bots)
            except UndoError as error:
                raise Refused(error.reasons) from None
        try:
            self.match.clone().undo(seat, frozenset(range(len(self.seats))) - {seat})  # if all agreed
        except UndoError:  # the reason for this would say what others have chosen in secret meanwhile
            languages = self.match.names.languages
            raise Refused({language: say("takeback.meanwhile", language) for language in languages}) from None
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
        try:
            return self._take_back(asked.by, self.bots | consenting)
        except UndoError:  # something has happened meanwhile
            self.asked = None
            return self._asked_all()

    def withdraw(self, seat: int) -> Messages:
        """A seat does not want to take back its choice any more."""
        if self.asked is None or self.asked.by != seat:
            return {}
        self.asked = None
        return self._asked_all()

    def _take_back(self, seat: int, others: Collection[int]) -> Messages:
        trial = self.match.clone()
        trial.undo(seat, others)
        first = common(self.match.journal, trial.journal)
        self._store.journal(self.id, first, trial.journal[first:])
        had_question, self.asked = self.asked is not None, None
        cut = self._cut_events(trial)
        self.match = trial
        self._moved(seat)
        return self._renewed(cut, had_question)

    def _cut_events(self, after: Match) -> set[int | None]:
        """Remembers how far each reader's events stay the same: a page that was away has the others, too. Returns the
        readers for whom events are taken back."""
        found: set[int | None] = set()
        for reader in (None, *range(len(self.seats))):
            old, new = self.match.events(reader), after.events(reader)
            same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(new))
            if same < len(old):
                self._cut[reader] = min(same, self._cut.get(reader, same))
                found.add(reader)
        return found

    def _concerned(self, seat: int) -> frozenset[int]:
        """The people who have chosen since the last choice of a seat, or have to choose now: whether one of them has
        chosen something yet may be a secret. Of those who act simultaneously it is all, unless the choice is one of
        this seat at the same time, which is its own affair."""
        match, deciders = self.match, self.match.deciders()
        own = max((number for number, player in enumerate(deciders) if player == seat), default=len(deciders))
        first = own
        if match.fork is not None and own >= match.fork.began:
            return frozenset()
        while 0 < first < len(deciders) and match.journal[first].strand and match.journal[first - 1].strand:
            first -= 1
        players = {*deciders[first:], *(one.player for one in match.pending())}
        return frozenset(one for one in players - {seat} - self.bots if one >= 0)

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

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__(UndoError.code, reasons[BASE])
        self.reasons = dict(reasons)


def stored_rules(rules: Rules) -> RulesRow:
    """Rules as they are stored."""
    return RulesRow(rules.key, rules.name, rules.variants, rules.bundle)
