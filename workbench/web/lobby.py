"""All tables of a server: starting matches, finding them by name, putting away those that nobody looks at."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import secrets
import time
from collections.abc import Collection

from ...interpreter.match.setup.options import Player
from ..agents import check_named
from ..seats.seating import PERSON, checked_plays, players_given, seed_or_luck
from ..seats.shares import Shares
from ..seats.standing import first_standing
from ..seats.terms import Terms, checked_absence, checked_clock
from ..wire.refusals import RefusalError
from . import limits
from .logs import tell
from .messages import Created, NewMatch, NewPlayer
from .queue import Queue
from .resume import beginning, resume, rules_of
from .rules import Rules, RulesLibrary
from .session import AwayError, Page, Session
from .store import MatchRow, Reader, SeatRow, Store
from .table import Table, hashed, new_token, stored_rules
from .threads import LOADING, OPENING, in_thread
from .workers import Workers

LOG = logging.getLogger("rulewright.web")
PAUSE = 60.0
"""Seconds between two looks for what can be put away or removed."""
TICK = 1.0
"""Seconds between two looks at the clocks."""
NOTED = 10.0
"""Seconds between two notes of how long the server has run: if it is killed, players get back these at most."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that look alike


class Lobby:
    """The tables of a server.

    Args:
        store: where matches are kept.
        library: the rules of games.
        workers: where bots think.
        pace: the least number of seconds between two choices of bots if a person waits for them.
        designed: the games of which tables can become design tables.
    """

    def __init__(
        self,
        store: Store,
        library: RulesLibrary,
        workers: Workers,
        pace: float = 0.3,
        designed: Collection[str] = (),
    ) -> None:
        self.library = library
        self.design_tables: set[str] = set()
        """The matches whose tables are design tables."""
        self._designed = set(designed)
        self._begin_designed: set[str] = set()
        self._store = store
        self._reader = Reader(store.path)
        self._workers = workers
        self._pace = pace
        self._choosing = Queue(Shares(room=0))
        self._sessions: dict[str, Session] = {}
        self._noted = store.ran()
        self._cleared = 0  # tables, since memory was cleared of them
        self._opening: dict[str, asyncio.Task[Session]] = {}

    # ------------------------------------------------------------------------ beginning

    async def start(self, wanted: NewMatch) -> Created:
        """Starts a match. Raises `RefusalError`, `SetupError` and `RefusalError`."""
        return await in_thread(functools.partial(self._start, wanted), LOADING)

    def _start(self, wanted: NewMatch) -> Created:
        if self._reader.count() >= limits.MATCHES:
            raise RefusalError("RW725", f"there are {limits.MATCHES} matches already", "close some first")
        rules = self.library.current(wanted.game, wanted.variants)
        players = players_given(rules.game, [_player(one) for one in wanted.players])
        if len(wanted.plays) != len(players):
            raise RefusalError("RW721", "say of each seat who plays it", path="plays")
        plays = tuple(checked_plays(one) for one in wanted.plays)
        deputies = () if wanted.clock is None else (wanted.clock.then,)
        check_named((*plays, *deputies), rules.game, len(players))
        seed = seed_or_luck(wanted.seed)
        if not 0 <= seed < 1 << 63:
            raise RefusalError("RW721", "a seed is from 0 to 2^63 - 1", path="seed")
        terms = Terms(
            seed_chosen=wanted.seed is not None,
            clock=checked_clock(wanted.clock),
            absence=checked_absence(wanted.absence),
        )
        tokens = tuple(new_token() if one == PERSON else None for one in plays)
        host = next(filter(None, tokens), None) or new_token()
        row = MatchRow(
            "".join(secrets.choice(_LETTERS) for _ in range(12)),
            rules.key,
            tuple(one if isinstance(one, Player) else Player(one) for one in players),
            seed,
            dict(wanted.options),
            hashed(host),
            tuple(
                SeatRow(seat, hashed(token) if token else None, who)
                for seat, (token, who) in enumerate(zip(tokens, plays, strict=True))
            ),
            terms,
            first_standing(terms, len(plays)),
        )
        match = beginning(row, rules)
        self._store.create(stored_rules(rules), row, match.journal)
        if rules.name in self._begin_designed:
            self.design_tables.add(row.id)
        return Created(match=row.id, tokens=tokens, host=host)

    def design(self, game: str) -> None:
        """From now on, each table of this game begins as a design table."""
        self._designed.add(game)
        self._begin_designed.add(game)

    # -------------------------------------------------------------------------- finding

    async def session(self, identity: str) -> Session:
        """The table of a match, read from the database if it is not in memory. Raises `RefusalError` if there is no
        such match, and `RefusalError` if its rules cannot be read any more."""
        known = self._sessions.get(identity)
        if known is not None and not known.gone:
            return known
        if identity not in self._opening:
            task = self._opening[identity] = asyncio.create_task(self._open(identity))
            task.add_done_callback(functools.partial(self._opened, identity))
        return await asyncio.shield(self._opening[identity])

    def _opened(self, identity: str, task: asyncio.Task[Session]) -> None:
        self._opening.pop(identity, None)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone: then it has been looked at all the same

    async def join(self, page: Page, identity: str, token: str | None, since: int | None) -> Session:
        """Adds a page to the table of a match. Raises as `session` and `Session.join` do."""
        while True:
            session = await self.session(identity)
            try:
                await session.join(page, token, since)
            except AwayError:  # put away between the two: it is read again, or there is none any more
                continue
            return session

    async def _open(self, identity: str) -> Session:
        table = await in_thread(functools.partial(self._read, identity), OPENING)
        designed = self.library if table.rules.name in self._designed else None
        if table.rules.name in self._begin_designed:
            self.design_tables.add(identity)  # the server may have been started anew since
        session = self._sessions[identity] = Session(
            table, self._workers, self._pace, self._choosing, designed, self.design_tables
        )
        await self._make_room(session)
        return session

    def _read(self, identity: str) -> Table:
        row = self._reader.match(identity)
        if row is None and self._reader.is_archived(identity) and self._store.bring_back(identity):
            row = self._reader.match(identity)
        if row is None:
            raise RefusalError(
                "RW723", "there is no match with this link", "it has been removed, or the link is incomplete"
            )
        rules = self.rules(row)
        return Table(row, rules, resume(row, rules, self._reader.entries(identity)), self._store)

    def rules(self, row: MatchRow) -> Rules:
        """The rules of a match. Raises as `session` does."""
        return rules_of(row, self.library, self._reader)

    def rules_by_key(self, key: str) -> Rules:
        """The rules with a key. Raises as `session` does."""
        known = self.library.known(key)
        if known is not None:
            return known
        stored = self._reader.rules(key)
        if stored is None:
            raise RefusalError("RW723", "there are no such rules here")
        return self.library.stored(stored.key, stored.name, stored.variants, stored.bundle)

    # ---------------------------------------------------------------------- putting away

    async def _make_room(self, newest: Session) -> None:
        """Puts tables away that nobody looks at, if there are too many in memory; not the newest, for which somebody
        waits."""
        if len(self._sessions) > limits.AWAKE:
            idle = [one for one in self._sessions.values() if one.is_idle and one is not newest]
            idle.sort(key=lambda one: one.used)
            for one in idle[: len(self._sessions) - limits.AWAKE]:
                await self._put_away(one)

    async def put_idle_away(self) -> None:
        """Puts away the tables that nobody has looked at for a while."""
        now = time.monotonic()
        for one in list(self._sessions.values()):
            if one.is_idle and now - one.used > (
                limits.IDLE_OVER if one.table.match.is_over else limits.IDLE
            ):
                await self._put_away(one)

    async def _put_away(self, session: Session) -> None:
        if await session.put_away():
            self._forget(session)

    def _forget(self, session: Session) -> None:
        if self._sessions.get(session.table.id) is session:  # another one may have taken its place
            del self._sessions[session.table.id]

    async def keep_time(self) -> None:
        """Goes on for ever: does what was agreed where somebody's time is up, also in matches that are put away."""
        while True:
            try:
                await self.look_at_clocks()
            except Exception:  # a full disk, for example: it may be better in a moment
                LOG.exception("the clocks could not be looked at")
            await asyncio.sleep(TICK)

    async def look_at_clocks(self) -> None:
        """Does what was agreed where somebody's time is up."""
        now = self._store.ran()
        for match in await in_thread(lambda: self._reader.due(now), OPENING):
            await self._time_up(match)
        if now - self._noted > NOTED and await in_thread(self._reader.has_clocks, OPENING):
            self._noted = now
            await in_thread(self._store.keep_ran)

    async def _time_up(self, match: str) -> None:
        try:
            session = await self.session(match)
            await session.time_up()
        except AwayError:  # put away between the two: next time
            return
        except RefusalError as error:
            LOG.warning("the clocks of match %s stop: %s", match, error)
            await in_thread(functools.partial(self._store.not_due, match))

    async def keep_tidy(self) -> None:
        """Goes on for ever: puts idle tables away, and archives matches that nobody has used for a long time."""
        while True:
            try:
                await self._tidy()
            except Exception:  # a full disk, for example: it may be better in a minute
                LOG.exception("old matches could not be archived")
            await asyncio.sleep(PAUSE)

    async def _tidy(self) -> None:
        before = len(self._sessions)
        await self.put_idle_away()
        days = (limits.KEPT_DAYS, limits.ARCHIVED_DAYS)
        swept = await in_thread(functools.partial(self._store.archive_unused, *days, list(self._sessions)))
        if swept.archived or swept.removed:
            message = f"{swept.archived} unused matches archived, {swept.removed} removed from the archive"
            tell("archived", message, archived=swept.archived, removed=swept.removed)
        self._cleared += max(before - len(self._sessions), 0)
        if self._cleared > len(self._sessions) // 4:  # all tables wait for it, so it has to be worth it
            self._cleared = 0
            gc.collect()

    async def stop(self) -> None:
        """Ends what goes on at all tables, before the database is closed."""
        for one in list(self._sessions.values()):
            await one.close()
        self._choosing.close()

    async def close(self, identity: str, token: str) -> None:
        """Removes a match, for its host. Raises `RefusalError`."""
        session = await self.session(identity)
        if not session.table.reader_of(token)[1]:
            raise RefusalError("RW724", "only the host can remove a match")
        await session.remove(functools.partial(self._store.remove, identity))
        self._forget(session)

    def counts(self) -> tuple[int, int]:
        """How many matches are kept, and how many are archived beside them."""
        return self._reader.count(), self._reader.count_archived()

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._sessions)


def _player(one: str | NewPlayer) -> Player:
    return Player(one.name, one.gender) if isinstance(one, NewPlayer) else Player(one)
