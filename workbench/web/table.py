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

import attrs

from ...dsl.languages import BASE, say
from ...interpreter import BrokenRulesError, Match
from ...interpreter.match.output.objects.classes import Objects
from ...interpreter.match.state.journal import JournalEntry
from ..seats.absence import Absences
from ..seats.seated import SeatedMatch
from ..seats.seating import PERSON, check_seat
from ..seats.standing import Ending
from ..seats.state import events_kept
from ..seats.terms import STOP
from ..seats.thinking import Thinking
from ..wire.refusals import RefusalError
from ..wire.shapes import data_of
from . import messages as m
from .feed import Told, news, told
from .resume import start_of
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
        keep = functools.partial(store.journal, row.id)
        self.seated = SeatedMatch(match, plays, keep, FIRST_TURN, store.ran, row.standing)
        self.absences = Absences(store.ran, row.terms.absence, len(plays))
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
                away=self.absences.away(seat),
                wishes=self.absences.wishes(seat),
                resigned=seat in self.seated.standing.resigned,
                late=seat in self.seated.standing.late,
            )
            for seat, plays in enumerate(self.seated.plays)
        )

    def _is_of_host(self, seat: int) -> bool:
        token = self.tokens[seat]
        return token is not None and hmac.compare_digest(token, self.host)

    def hand_over(self, seat: int, plays: str, by: int | None = None) -> Messages:
        """Lets a person or a bot play a seat, because another seat or this one wants it. Raises `RefusalError` if a
        person wants a seat back that was given up, or lost for good."""
        check_seat(seat, len(self.tokens))
        if plays == PERSON and by == seat:
            self._check_may_return(seat)
        had_question = self.seated.question is not None
        self._store.seat(self.id, SeatRow(seat, self.tokens[seat], plays))
        self.seated.hand_over(seat, plays)
        self.absences.given_back(seat)
        return together(
            self._told_all(), self._asked_all() if had_question else {}, self._standing_all(timed=True)
        )

    def _check_may_return(self, seat: int) -> None:
        standing, clock = self.seated.standing, self.terms.clock
        if seat in standing.resigned:
            raise RefusalError("RW724", "you have given up this seat", self._who_gives_back(seat))
        if seat in standing.late and clock is not None and not clock.back:
            message = "the time of this seat was up, and in this match nobody takes a seat back then"
            raise RefusalError("RW724", message, self._who_gives_back(seat))

    def _who_gives_back(self, seat: int) -> str:
        if self._is_of_host(seat):
            return "only the host can give it back, but not to the own seat"
        return "only the host can give it back"

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
        self,
        reader: int | None,
        since: int | None,
        here: Collection[int | None],
        is_host: bool,
        designs: bool = False,
    ) -> dict[str, Any]:
        """What a page learns when it joins: all that its reader may know, with the events from the `since`-th on.
        `here` are the readers of all pages; `designs`: it may make this a design table."""
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
            seed=str(self.match.seed) if self.terms.seed_chosen and self.match.rules.has_luck else None,
            clock=self.terms.clock,
            absence=self.terms.absence,
            design=designs,
        )
        return data_of(message)

    def rewrite(self, rules: Rules, match: Match) -> None:
        """The rules have changed: from now on, the match is this one. It is on the disk when this returns."""
        terms = attrs.evolve(self.terms, start=start_of(match))
        self._store.rewrite(self.id, stored_rules(rules), terms, match.journal)
        self.rules, self.terms = rules, terms
        self.seated.rewritten(match)
        self._cut = dict.fromkeys(
            (None, *range(len(self.tokens))), 0
        )  # no line of the log is sure to be the same

    def told_anew(self, marks: Callable[[Objects, Objects], tuple[str, ...]]) -> Messages:
        """All of the match again, under new rules, for every reader; `marks` finds what differs for a reader."""
        found: Messages = {}
        for reader, before in list(self._readers.items()):
            whole = self._whole(reader, 0)
            message = m.Rewritten(
                **whole,
                rules=self.rules.key,
                title=dict(self.rules.game.title),
                languages=tuple(self.match.names.languages),
                marked=marks(before.objects, whole["objects"]),
            )
            found[reader] = [data_of(message)]
        return found

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
            **self._standing(reader),
        }

    def _standing(self, reader: int | None) -> dict[str, Any]:
        """How the match stands beside its rules, as a reader may know it."""
        standing = self.seated.standing
        times = None
        if standing.clocks is not None:
            left, running = standing.clocks.seen_by(reader, self.seated.now(), self.seated.bots)
            times = m.Times(left=tuple(int(1000 * one) for one in left), running=running)
        return {"times": times, "ending": standing.ending}

    def _standing_all(self, *, timed: bool = False) -> Messages:
        """How the match stands beside its rules, for every reader; with `timed`, only if it has clocks."""
        if timed and self.seated.standing.clocks is None:
            return {}
        return {reader: [data_of(m.Standing(**self._standing(reader)))] for reader in self._readers}

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

    # ------------------------------------------------------------------- time and giving up

    def look_of_seats(self) -> tuple[object, ...]:
        """What everybody sees of the seats, to compare."""
        standing, plays = self.seated.standing, tuple(self.seated.plays)
        return plays, standing.resigned, standing.late, tuple(map(self.absences.wishes, range(len(plays))))

    @property
    def wait_for_all(self) -> bool:
        """Whether the clocks wait until everybody has sat down, and everybody has."""
        people = set(range(len(self.tokens))) - self.seated.bots
        return self.seated.standing.waits and self.absences.met >= people

    def begin_clocks(self) -> Messages:
        """Everybody has sat down: the clocks run."""
        self.seated.all_have_sat_down()
        return self._standing_all()

    def time_up(self) -> Messages:
        """Does what was agreed, if the time of a seat is up."""
        late, clock = self.seated.time_up(), self.terms.clock
        if not late or clock is None:
            return {}
        if clock.then == STOP:
            return self._stopped(Ending(reason="time", seats=late))
        found: Messages = {}
        for seat in late:
            self.seated.is_late(seat)
            found = together(found, self.hand_over(seat, clock.then))
        return found

    def _stopped(self, ending: Ending) -> Messages:
        had_question = self.seated.question is not None
        self.seated.stop(ending)
        return together(self._asked_all() if had_question else {}, self._standing_all())

    def resign(self, seat: int) -> Messages:
        """A person gives up a seat for good. Of one or two seats, none could play on: the match is stopped. Otherwise
        a bot takes the seat."""
        self.seated.check_person(seat)
        self.seated.standing.check_goes_on()
        if self.match.is_over:
            raise RefusalError("RW738", "this match is over", "start a new one")
        if len(self.tokens) <= 2:
            return self._stopped(Ending(reason="resigned", seats=(seat,)))
        self.seated.resign(seat)
        return self.hand_over(seat, self.terms.bot)

    def claim(self, seat: int, by: int) -> Messages:
        """A person at a seat would let a bot play for an absent one: it does, if all others who are here agree."""
        check_seat(seat, len(self.tokens))
        self.seated.check_person(seat)
        self.seated.check_person(by)
        self.seated.standing.check_goes_on()
        people = set(range(len(self.tokens))) - self.seated.bots
        others = {one for one in people if self.absences.away(one) is None}
        if not self.absences.claim(seat, by, others):
            return {}
        return self.hand_over(seat, self.terms.bot)

    # ---------------------------------------------------------------------- taking back

    def undo(self, seat: int) -> Messages:
        """Takes back the last choice of a seat; or asks the players whom it concerns. Raises `RefusalError` with the
        reason in each language if it cannot be taken back."""
        return self._told_back(lambda: self.seated.ask_to_take_back(seat))

    def consent(self, seat: int, agree: bool) -> Messages:
        """The answer of a seat that was asked whether a choice may be taken back."""
        return self._told_back(lambda: self.seated.consent(seat, agree), refused=not agree)

    def withdraw(self, seat: int) -> Messages:
        """A seat does not want to take back its choice any more."""
        return self._told_back(lambda: self.seated.withdraw(seat))

    def _told_back(self, work: Callable[[], None], *, refused: bool = False) -> Messages:
        """Does something about taking back, and tells either what is new about the question, or, if something was
        taken back, all that has changed. If it was `refused`, whoever asked learns that."""
        before, question = self.match, self.seated.question
        work()
        if self.match is not before:
            return self._renewed(self._cut_events(before), question is not None)
        if self.seated.question == question:
            return {}
        return self._asked_all(question.by if refused and question is not None else None)

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

    def _asked_all(self, refused: int | None = None) -> Messages:
        """What is new about the question, for every reader; for the seat whose question was `refused`, also that."""
        return {
            reader: [data_of(m.Question(undo=self._undo_data(reader), again=self._again(reader, refused)))]
            for reader in self._readers
        }

    def _again(self, reader: int | None, refused: int | None) -> int | None:
        return self.seated.pauses.left(reader) if reader is not None and reader == refused else None

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


def together(*parts: Messages) -> Messages:
    """Messages one after the other."""
    found: Messages = {}
    for part in parts:
        for reader, messages in part.items():
            found.setdefault(reader, []).extend(messages)
    return found


def stored_rules(rules: Rules) -> RulesRow:
    """Rules as they are stored."""
    return RulesRow(rules.key, rules.name, rules.variants, rules.bundle)
