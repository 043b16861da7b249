"""All tables of a server: starting matches, finding them by name, putting away those that nobody looks at."""

from __future__ import annotations

import asyncio
import functools
import random
import secrets
import time

import attrs
from rulewright.interpreter.match.options import Player, names_of

from ..protocol.host import RefusalError, checked_bot
from . import limits
from .elsewhere import Elsewhere
from .messages import NewMatch, NewPlayer
from .resume import beginning, resume, rules_of
from .rules import Library, Rules
from .sitting import Sitting
from .store import MatchRow, Reader, SeatRow, Store
from .table import PERSON, Table, hashed, new_token, stored_rules

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
        self._opening: dict[str, asyncio.Task[Sitting]] = {}

    # ------------------------------------------------------------------------ beginning

    async def start(self, wanted: NewMatch) -> Started:
        """Starts a match. Raises `ShelfError`, `SetupError` and `RefusalError`."""
        return await asyncio.get_running_loop().run_in_executor(None, functools.partial(self._start, wanted))

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
        if known is not None:
            return known
        if identity not in self._opening:
            task = self._opening[identity] = asyncio.create_task(self._open(identity))
            task.add_done_callback(lambda _: self._opening.pop(identity, None))
        return await asyncio.shield(self._opening[identity])

    async def _open(self, identity: str) -> Sitting:
        table = await asyncio.get_running_loop().run_in_executor(None, self._read, identity)
        sitting = self._sittings[identity] = Sitting(table, self._elsewhere, self._pace)
        await self._make_room()
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

    async def _make_room(self) -> None:
        """Puts tables away that nobody looks at, if there are too many in memory."""
        if len(self._sittings) > limits.AWAKE:
            idle = [one for one in self._sittings.values() if one.is_idle]
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
        self._sittings.pop(sitting.table.id, None)
        await sitting.put_away()

    async def keep_tidy(self) -> None:
        """Goes on for ever: puts idle tables away, and removes matches that nobody has used for a long time."""
        loop = asyncio.get_running_loop()
        while True:
            await self.put_idle_away()
            await loop.run_in_executor(None, self._store.remove_unused, limits.KEPT_DAYS)
            await asyncio.sleep(60)

    async def close(self, identity: str, token: str) -> None:
        """Removes a match, for its host. Raises `RefusalError`."""
        sitting = await self.sitting(identity)
        if not sitting.table.reader_of(token)[1]:
            raise RefusalError("RW724", "only the host can remove a match")
        self._sittings.pop(identity, None)
        await sitting.remove()
        await asyncio.get_running_loop().run_in_executor(None, self._store.remove, identity)

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._sittings)


def _player(one: str | NewPlayer) -> Player:
    if isinstance(one, NewPlayer):
        return Player(one.name.strip(), one.gender)
    return Player(one.strip())


__all__ = ["Hall", "Started"]
