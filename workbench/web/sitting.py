"""A table with its pages: one thing happens at a time, every page learns of it, and bots get their turns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rulewright.dsl.languages import BASE
from rulewright.interpreter import BrokenRulesError
from rulewright.interpreter.match.errors import MatchError

from ..protocol.host import RefusalError
from .elsewhere import Elsewhere
from .rules import encoded
from .table import Messages, Table

Result = TypeVar("Result")
Threads = Callable[..., Any]

LOG = logging.getLogger("rulewright.web")


class Page(Protocol):
    """A page that looks at a table."""

    reader: int | None
    is_host: bool

    def send(self, message: str) -> None:
        """Puts a message among those that wait to be sent."""

    def end(self, code: int, reason: str) -> None:
        """Sends what is waiting, and ends the connection."""


class Sitting:
    """A table that is in memory.

    Args:
        table: the table.
        elsewhere: where bots think.
        pace: the least number of seconds between two choices of bots while somebody watches.
    """

    def __init__(self, table: Table, elsewhere: Elsewhere, pace: float) -> None:
        self.table = table
        self.pages: list[Page] = []
        self.used = time.monotonic()
        self.gone = False  # it was put away, or removed
        self._elsewhere = elsewhere
        self._pace = pace
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and no bot thinks."""
        return not self.pages and (self._bots is None or self._bots.done())

    # -------------------------------------------------------------------------- pages

    async def join(self, page: Page, token: str | None, since: int | None) -> None:
        """Adds a page, and sends it everything. Raises `RefusalError` for a token that is not valid."""
        async with self._lock:
            page.reader, page.is_host = self.table.reader_of(token)
            message = await self._calmly(lambda: self.table.joined(page.reader, "joined", since))
            self.pages.append(page)
            message |= {
                "match": self.table.id,
                "game": self.table.rules.name,
                "rules": self.table.rules.key,
                "title": dict(self.table.rules.game.title),
                "languages": list(self.table.match.names.languages),
                "seat": page.reader,
                "host": page.is_host,
                "seats": self._described(),
            }
            page.send(encoded(message))
        self.used = time.monotonic()
        self._tell_seats()
        self.let_bots_play()

    def leave(self, page: Page) -> None:
        """Removes a page."""
        if page in self.pages:
            self.pages.remove(page)
            if all(one.reader != page.reader for one in self.pages):
                self.table.left(page.reader)
            self.used = time.monotonic()
            self._tell_seats()

    def _described(self) -> list[dict[str, Any]]:
        return self.table.described([one.reader for one in self.pages])

    def _tell_seats(self) -> None:
        message = encoded({"type": "seats", "seats": self._described()})
        for page in self.pages:
            page.send(message)

    def _tell(self, messages: Messages) -> None:
        ready = {reader: [encoded(one) for one in found] for reader, found in messages.items()}
        for page in self.pages:
            for message in ready.get(page.reader, ()):
                page.send(message)

    # ------------------------------------------------------------------------ requests

    async def do(self, change: Callable[[Table], Messages]) -> None:
        """Changes something at the table, and tells everybody. Raises what the change raises."""
        async with self._lock:
            self._tell(await self._calmly(lambda: change(self.table)))
        self.used = time.monotonic()
        self.let_bots_play()

    async def ask(self, question: Callable[[Table], Result]) -> Result:
        """Asks something that changes nothing."""
        async with self._lock:
            return await self._calmly(lambda: question(self.table))

    async def hand_over(self, seat: int, plays: str) -> None:
        """Lets a person or a bot play a seat."""
        await self.do(lambda table: table.hand_over(seat, plays))
        self._tell_seats()

    async def new_link(self, seat: int, asking: Page) -> str:
        """A new token for a seat. Pages that came by the old link are ended, but for the one that asks."""
        async with self._lock:
            token = await self._calmly(lambda: self.table.new_link(seat))
        for page in [one for one in self.pages if one.reader == seat and one is not asking]:
            page.send(encoded({"type": "moved", "seat": seat}))
            page.end(4001, "this seat has a new link")
        return token

    async def replay(self, reader: int | None) -> list[str]:
        """The frames of a replay as JSON."""
        async with self._lock:
            choices = len(self.table.match.journal)
        return await self._elsewhere.replay(self.table.id, choices, reader)

    @staticmethod
    async def _calmly(work: Callable[[], Result]) -> Result:
        """Does something in a thread: whatever it takes, other tables are answered meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(None, work)

    # ---------------------------------------------------------------------------- bots

    def let_bots_play(self) -> None:
        """Lets bots play, if it is their turn and they are not thinking yet."""
        if not self.gone and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._play())

    async def _play(self) -> None:
        try:
            while not self.gone and (about := self.table.thinking()) is not None:
                if not self.pages and len(self.table.bots) == len(self.table.seats):
                    return  # nobody watches bots among themselves
                began = time.monotonic()
                entry = await self._elsewhere.think(about)
                rest = self._pace - (time.monotonic() - began)
                if self.pages and rest > 0:
                    await asyncio.sleep(rest)
                async with self._lock:
                    if self.gone:
                        return
                    if entry is not None:
                        chosen = entry
                        found = await self._calmly(lambda: self.table.bot_chooses(about, chosen))  # noqa: B023
                        self._tell(found or {})
        except BrokenRulesError as error:
            self._tell(self.table.bot_failed(error))
        except (MatchError, RefusalError) as error:
            LOG.warning("a bot of match %s stopped: %s", self.table.id, error)
        except Exception:
            LOG.exception("a bot of match %s stopped", self.table.id)

    async def put_away(self) -> None:
        """Ends what goes on at the table; it stays in the database."""
        self.gone = True
        if self._bots is not None:
            self._bots.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._bots

    async def remove(self) -> None:
        """Tells everybody that the match has been removed."""
        await self.put_away()
        for page in list(self.pages):
            page.send(
                encoded({"type": "notice", "code": "RW723", "text": {BASE: "this match has been removed"}})
            )
            page.end(4004, "this match has been removed")
