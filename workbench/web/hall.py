"""All tables of a server: starting matches, finding them by name, putting away those that nobody looks at."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import random
import secrets
import time

import attrs
from rulewright.interpreter.match.setup.options import Player, names_of

from ..protocol.host import RefusalError, checked_bot
from . import limits
from .elsewhere import Elsewhere
from .messages import NewMatch, NewPlayer
from .resume import beginning, resume, rules_of
from .rules import Library, Rules
from .sitting import AwayError, Page, Sitting
from .store import MatchRow, Reader, SeatRow, Store
from .table import PERSON, Table, hashed, new_token, stored_rules
from .threads import LOADING, OPENING, calmly

LOG = logging.getLogger("rulewright.web")
PAUSE = 60.0
"""Seconds between two looks for what can be put away or removed."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that look alike


@attrs.frozen
class Started:
    """A match that was started, with its links: the token of each person's seat, and the host's."""

    match: str
    tokens: tuple[str | None, ...]
    host: str


class Hall:
    """The tables of a server.

    Args:
        store: where matches are kept.
        library: the rules of games.
        elsewhere: where bots think.
        pace: the least number of seconds between two choices of bots while somebody watches.
    """

    def __init__(self, store: Store, library: Library, elsewhere: Elsewhere, pace: float = 0.3) -> None:
        self.library = library
        self._store = store
        self._reader = Reader(store.path)
        self._elsewhere = elsewhere
        self._pace = pace
        self._sittings: dict[str, Sitting] = {}
        self._cleared = 0  # tables, since memory was cleared of them
        self._opening: dict[str, asyncio.Task[Sitting]] = {}

    # ------------------------------------------------------------------------ beginning

    async def start(self, wanted: NewMatch) -> Started:
        """Starts a match. Raises `ShelfError`, `SetupError` and `RefusalError`."""
        return await calmly(functools.partial(self._start, wanted), LOADING)

    def _start(self, wanted: NewMatch) -> Started:
        if self._reader.count() >= limits.MATCHES:
            raise RefusalError("RW725", f"there are {limits.MATCHES} matches already", "close some first")
        rules = self.library.current(wanted.game, wanted.variants)
        players = names_of(rules.game, [_player(one) for one in wanted.players])
        if len(wanted.plays) != len(players):
            raise RefusalError("RW721", "say of each seat who plays it", path="plays")
        plays = tuple(one if one == PERSON else checked_bot(one, limits.SLOWEST_BOT) for one in wanted.plays)
        seed = wanted.seed if wanted.seed is not None else random.SystemRandom().getrandbits(63)
        if not 0 <= seed < 1 << 63:
            raise RefusalError("RW721", "a seed is from 0 to 2^63 - 1", path="seed")
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
        )
        match = beginning(row, rules)
        self._store.create(stored_rules(rules), row, match.journal)
        return Started(row.id, tokens, host)

    # -------------------------------------------------------------------------- finding

    async def sitting(self, identity: str) -> Sitting:
        """The table of a match, read from the database if it is not in memory. Raises `RefusalError` if there is no
        such match, and `ShelfError` if its rules cannot be read any more."""
        known = self._sittings.get(identity)
        if known is not None and not known.gone:
            return known
        if identity not in self._opening:
            task = self._opening[identity] = asyncio.create_task(self._open(identity))
            task.add_done_callback(functools.partial(self._opened, identity))
        return await asyncio.shield(self._opening[identity])

    def _opened(self, identity: str, task: asyncio.Task[Sitting]) -> None:
        self._opening.pop(identity, None)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone: then it has been looked at all the same

    async def join(self, page: Page, identity: str, token: str | None, since: int | None) -> Sitting:
        """Adds a page to the table of a match. Raises as `sitting` and `Sitting.join` do."""
        while True:
            sitting = await self.sitting(identity)
            try:
                await sitting.join(page, token, since)
            except AwayError:  # put away between the two: it is read again, or there is none any more
                continue
            return sitting

    async def _open(self, identity: str) -> Sitting:
        table = await calmly(functools.partial(self._read, identity), OPENING)
        sitting = self._sittings[identity] = Sitting(table, self._elsewhere, self._pace)
        await self._make_room(sitting)
        return sitting

    def _read(self, identity: str) -> Table:
        row = self._reader.match(identity)
        if row is None:
            raise RefusalError(
                "RW723", "there is no match with this link", "it has been removed, or the link is incomplete"
            )
        rules = self.rules(row)
        return Table(row, rules, resume(row, rules, self._reader.entries(identity)), self._store)

    def rules(self, row: MatchRow) -> Rules:
        """The rules of a match. Raises as `sitting` does."""
        return rules_of(row, self.library, self._reader)

    def rules_by_key(self, key: str) -> Rules:
        """The rules with a key. Raises as `sitting` does."""
        known = self.library.known(key)
        if known is not None:
            return known
        stored = self._reader.rules(key)
        if stored is None:
            raise RefusalError("RW723", "there are no such rules here")
        return self.library.stored(stored.key, stored.name, stored.variants, stored.bundle)

    # ---------------------------------------------------------------------- putting away

    async def _make_room(self, newest: Sitting) -> None:
        """Puts tables away that nobody looks at, if there are too many in memory; not the newest, for which somebody
        waits."""
        if len(self._sittings) > limits.AWAKE:
            idle = [one for one in self._sittings.values() if one.is_idle and one is not newest]
            idle.sort(key=lambda one: one.used)
            for one in idle[: len(self._sittings) - limits.AWAKE]:
                await self._put_away(one)

    async def put_idle_away(self) -> None:
        """Puts away the tables that nobody has looked at for a while."""
        before = time.monotonic() - limits.IDLE
        for one in list(self._sittings.values()):
            if one.is_idle and one.used < before:
                await self._put_away(one)

    async def _put_away(self, sitting: Sitting) -> None:
        if await sitting.put_away():
            self._forget(sitting)

    def _forget(self, sitting: Sitting) -> None:
        if self._sittings.get(sitting.table.id) is sitting:  # another one may have taken its place
            del self._sittings[sitting.table.id]

    async def keep_tidy(self) -> None:
        """Goes on for ever: puts idle tables away, and removes matches that nobody has used for a long time."""
        while True:
            try:
                await self._tidy()
            except Exception:  # a full disk, for example: it may be better in a minute
                LOG.exception("old matches could not be removed")
            await asyncio.sleep(PAUSE)

    async def _tidy(self) -> None:
        before = len(self._sittings)
        await self.put_idle_away()
        await calmly(functools.partial(self._store.remove_unused, limits.KEPT_DAYS, list(self._sittings)))
        self._cleared += max(before - len(self._sittings), 0)
        if self._cleared > len(self._sittings) // 4:  # all tables wait for it, so it has to be worth it
            self._cleared = 0
            gc.collect()

    async def stop(self) -> None:
        """Ends what goes on at all tables, before the database is closed."""
        for one in list(self._sittings.values()):
            await one.close()

    async def close(self, identity: str, token: str) -> None:
        """Removes a match, for its host. Raises `RefusalError`."""
        sitting = await self.sitting(identity)
        if not sitting.table.reader_of(token)[1]:
            raise RefusalError("RW724", "only the host can remove a match")
        await sitting.remove(functools.partial(self._store.remove, identity))
        self._forget(sitting)

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._sittings)


def _player(one: str | NewPlayer) -> Player:
    if isinstance(one, NewPlayer):
        return Player(one.name.strip(), one.gender)
    return Player(one.strip())


__all__ = ["Hall", "Started"]
