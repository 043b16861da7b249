"""A table: one match with its seats. Everything that can happen at it, and what each reader learns of it.

A table belongs to one thread at a time. It knows nothing of connections: its methods return messages by reader (a
seat, or None for onlookers), and whoever calls it sends them. Every change is on the disk before a method returns.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any

from ...dsl.languages import BASE, say
from ...interpreter import BrokenRulesError, Match
from ...interpreter.match.state.journal import JournalEntry
from ..seats.seated import SeatedMatch
from ..seats.seating import check_seat
from ..seats.state import events_kept
from ..seats.thinking import Thinking
from ..wire.refusals import RefusalError
from ..wire.shapes import data_of
from . import messages as m
from .feed import Told, news, told
from .rules import Rules
from .store import MatchRow, RulesRow, SeatRow, Store

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
        self.host = row.host
        self.terms = row.terms
        self.tokens = [one.token for one in row.seats]
        """The hashes of the tokens of the seats' links."""
        plays = [one.plays for one in row.seats]
        self.seated = SeatedMatch(match, plays, functools.partial(store.journal, row.id), FIRST_TURN)
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
        for seat, kept in enumerate(self.tokens):
            if kept is not None and hmac.compare_digest(given, kept):
                return seat, is_host
        if not is_host:
            raise RefusalError("RW724", "this link is not valid any more", "ask the host for a new one")
        return None, True

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.seated.match

    def described(self, here: Collection[int | None]) -> tuple[m.Seat, ...]:
        """The seats for everybody, with the number of open pages of each."""
        pages = list(here)
        return tuple(
            m.Seat(
                seat=seat,
                name=str(self.match.players[seat]),
                plays=plays,
                here=pages.count(seat),
                host=self._is_of_host(seat),
            )
            for seat, plays in enumerate(self.seated.plays)
        )

    def _is_of_host(self, seat: int) -> bool:
        token = self.tokens[seat]
        return token is not None and hmac.compare_digest(token, self.host)

    def hand_over(self, seat: int, plays: str) -> Messages:
        """Lets a person or a bot play a seat."""
        check_seat(seat, len(self.tokens))
        had_question = self.seated.question is not None
        self._store.seat(self.id, SeatRow(seat, self.tokens[seat], plays))
        self.seated.hand_over(seat, plays)
        found = self._told_all()
        if had_question:
            for reader, messages in self._asked_all().items():
                found.setdefault(reader, []).extend(messages)
        return found

    def new_link(self, seat: int) -> str:
        """A new token for a seat; the old one is not valid any more."""
        check_seat(seat, len(self.tokens))
        token, of_host = new_token(), self._is_of_host(seat)
        kept = hashed(token)  # if the host sits there, one link is for both
        self._store.seat(self.id, SeatRow(seat, kept, self.seated.plays[seat]), kept if of_host else None)
        self.tokens[seat] = kept
        if of_host:
            self.host = kept
        return token

    # ------------------------------------------------------------------- what readers learn

    def joined(
        self, reader: int | None, since: int | None, here: Collection[int | None], is_host: bool
    ) -> dict[str, Any]:
        """What a page learns when it joins: all that its reader may know, with the events from the `since`-th on.
        `here` are the readers of all pages."""
        message = m.Joined(
            **self._whole(reader, since),
            match=self.id,
            game=self.rules.name,
            rules=self.rules.key,
            title=dict(self.rules.game.title),
            languages=tuple(self.match.names.languages),
            seat=reader,
            host=is_host,
            seats=self.described(here),
            seed=str(self.match.seed) if self.terms.seed_chosen else None,
        )
        return data_of(message)

    def _whole(self, reader: int | None, since: int | None) -> dict[str, Any]:
        """All that a reader may know, as the fields of `Whole`, with the events from the `since`-th on."""
        now, events = told(self.match, reader, self.seated.bots)
        self._readers[reader] = now
        first = min(max(since or 0, 0), now.next, self._cut.get(reader, now.next))
        found = {"state": now.state, "objects": now.objects, "next": now.next}
        return {**found, "events": events[first:], "first": first, **self._own(reader)}

    def _own(self, reader: int | None) -> dict[str, Any]:
        """What a reader knows of its own decision, and of taking back. Whether its choice can be taken back is found
        out when it wants that: to look for what others have learnt takes time."""
        return {
            "turn": None if reader is None else self.seated.turns[reader],
            "undo": self._undo_data(reader),
            "can_undo": reader is not None and reader in self.match.deciders(),
        }

    def looked_at(self, readers: Collection[int | None]) -> None:
        """Only these readers look now."""
        self._readers = {reader: now for reader, now in self._readers.items() if reader in readers}

    def _told_all(self) -> Messages:
        """What changes for every reader who looks."""
        found: Messages = {}
        for reader, before in self._readers.items():
            now, message = news(self.match, reader, self.seated.bots, before)
            if message:
                self._readers[reader] = now
                found[reader] = [data_of(m.Changed(**message, **self._own(reader)))]
        return found

    def _renewed(self, cut: Collection[int | None], had_question: bool) -> Messages:
        """The whole again, for every reader for whom something has changed: that a secret choice was taken back stays
        a secret, too."""
        found: Messages = {}
        for reader, before in list(self._readers.items()):
            if reader in cut or told(self.match, reader, self.seated.bots)[0] != before:
                found[reader] = [data_of(m.Renewed(**self._whole(reader, 0)))]
            elif had_question:
                found[reader] = [data_of(m.Question(undo=None))]
        return found

    # -------------------------------------------------------------------------- choices

    def choose(self, seat: int, option: str, turn: int) -> Messages:
        """A person's choice. Raises `RefusalError` and `MatchError`; then nothing has changed."""
        self.seated.check_person(seat)
        if not option.startswith("option:"):
            raise RefusalError("RW721", "this is not the id of an option", path="option")
        self.seated.choose(seat, option, turn)
        return self._told_all()

    def bot_chooses(self, about: Thinking, entry: JournalEntry) -> Messages:
        """A bot's choice; nothing if the position is not the one that it has thought about."""
        return self._told_all() if self.seated.bot_chooses(about, entry) else {}

    def bot_failed(self, error: BrokenRulesError) -> Messages:
        """The rules have gone wrong for a bot: nothing has changed, and bots wait until people change something."""
        self.seated.fault = error
        return {reader: [self.notice(error)] for reader in self._readers}

    def linked(self, seat: int) -> dict[str, Any]:
        """What everybody learns of a new link."""
        name = self.match.players[seat]
        texts = {
            language: say("table.linked", language, player=name) for language in self.match.names.languages
        }
        return data_of(m.Notice(code="link", text=texts))

    @staticmethod
    def notice(error: BrokenRulesError) -> dict[str, Any]:
        """What readers learn of a fault of the rules. Its record holds secrets, and is not among it."""
        return data_of(m.Notice(code=error.code, text={BASE: str(error)}))

    # ---------------------------------------------------------------------- taking back

    def undo(self, seat: int) -> Messages:
        """Takes back the last choice of a seat; or asks the players whom it concerns. Raises `RefusalError` with the
        reason in each language if it cannot be taken back."""
        return self._told_back(lambda: self.seated.ask_to_take_back(seat))

    def consent(self, seat: int, agree: bool) -> Messages:
        """The answer of a seat that was asked whether a choice may be taken back."""
        return self._told_back(lambda: self.seated.consent(seat, agree))

    def withdraw(self, seat: int) -> Messages:
        """A seat does not want to take back its choice any more."""
        return self._told_back(lambda: self.seated.withdraw(seat))

    def _told_back(self, work: Callable[[], None]) -> Messages:
        """Does something about taking back, and tells either what is new about the question, or, if something was
        taken back, all that has changed."""
        before, question = self.match, self.seated.question
        work()
        if self.match is not before:
            return self._renewed(self._cut_events(before), question is not None)
        return self._asked_all() if self.seated.question != question else {}

    def _cut_events(self, before: Match) -> set[int | None]:
        """Remembers how far each reader's events stay the same: a page that was away has the others, too. Returns the
        readers for whom events are taken back."""
        found: set[int | None] = set()
        for reader in (None, *range(len(self.tokens))):
            kept = events_kept(before, self.match, reader)
            if kept < len(before.events(reader)):
                self._cut[reader] = min(kept, self._cut.get(reader, kept))
                found.add(reader)
        return found

    def _asked_all(self) -> Messages:
        return {reader: [data_of(m.Question(undo=self._undo_data(reader)))] for reader in self._readers}

    def _undo_data(self, reader: int | None) -> m.Undo | None:
        """What a reader learns of the question whether a choice may be taken back, with the line of the log that
        the reader has about that choice."""
        asked = self.seated.question
        if asked is None:
            return None
        player = f"player:{asked.by}"
        events = [one for one in self.match.events(reader) if one.kind == "choice" and one.player == player]
        text = events[-1].text if events else {}
        return m.Undo(by=asked.by, text=text, waiting=tuple(sorted(asked.waiting)))


def stored_rules(rules: Rules) -> RulesRow:
    """Rules as they are stored."""
    return RulesRow(rules.key, rules.name, rules.variants, rules.bundle)
