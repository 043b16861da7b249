"""A table with its pages: one thing happens at a time, every page learns of it, and bots get their turns."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from ...dsl.languages import BASE
from ...interpreter import BrokenRulesError
from ...interpreter.match.errors import MatchError
from ...interpreter.match.state.journal import JournalEntry
from ..live.measuring import Sample
from ..seats.seating import PERSON
from ..seats.shares import Wish
from ..seats.thinking import Thinking
from ..wire.refusals import RefusalError
from ..wire.shapes import write
from . import limits
from . import messages as m
from .design import OFF, Designing
from .errors import problem_of
from .faces import Faces
from .measuring import Asked, Measuring
from .queue import Part, Queue, UnwantedError
from .rules import Rules, RulesLibrary, encoded
from .table import Messages, Table
from .threads import LOADING, in_thread
from .workers import Workers

Result = TypeVar("Result")

LOG = logging.getLogger("rulewright.web")


class AwayError(RefusalError):
    """The table is not in memory any more: it was put away, or the match was removed."""

    def __init__(self) -> None:
        super().__init__("RW723", "this match has been removed")


class Page(Protocol):
    """A page that looks at a table."""

    reader: int | None
    is_host: bool
    is_open: bool
    is_local: bool
    address: str

    def send(self, message: str) -> None:
        """Puts a message among those that wait to be sent."""

    def end(self, code: int, reason: str) -> None:
        """Sends what is waiting, and ends the connection."""


class Session:
    """A table that is in memory.

    Args:
        table: the table.
        workers: where bots think.
        pace: the least number of seconds between two choices of bots if a person waits for them.
        choosing: in what order bots choose, at all tables.
        library: the rules of games, if this can become a design table.
        design_tables: the names of those that are, also while they are put away.
    """

    def __init__(
        self,
        table: Table,
        workers: Workers,
        pace: float,
        choosing: Queue,
        library: RulesLibrary | None = None,
        design_tables: set[str] | None = None,
    ) -> None:
        self.table = table
        self._library = library
        self._design_tables = set() if design_tables is None else design_tables
        self.designing: Designing | None = None
        self._following: asyncio.Task[None] | None = None
        self._measuring: Measuring | None = None
        self._measured: str | None = None  # the last message about it
        self._choosing = choosing
        self._faces = Faces()
        self._address = ""  # for which bots think here
        self.pages: list[Page] = []
        self.used = time.monotonic()
        self.gone = False  # it was put away, or removed
        self._workers = workers
        self._pace = pace
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[Any]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, nothing is under way, and no bot thinks."""
        return not self.pages and not self._doing and (self._bots is None or self._bots.done())

    # ------------------------------------------------------------------ one thing at a time

    async def _alone(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Does something while nothing else happens at the table, and to its end: also if the page that asked for it
        goes away meanwhile. Its thread could not be stopped, and others must learn what it has done. Raises
        `AwayError` if the table has been put away."""
        task = asyncio.create_task(self._in_turn(work))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_unheard)
            raise

    async def _in_turn(self, work: Callable[[], Awaitable[Result]]) -> Result:
        async with self._lock:
            if self.gone:
                raise AwayError
            self.table.looked_at({page.reader for page in self.pages})
            return await work()

    # -------------------------------------------------------------------------- pages

    async def join(self, page: Page, token: str | None, since: int | None) -> None:
        """Adds a page, and sends it everything. Raises `RefusalError` for a token that is not valid."""

        async def work() -> None:
            if not page.is_open:
                return
            reader, is_host = self.table.reader_of(token)
            readers = [*(one.reader for one in self.pages), reader]
            designs = is_host and page.is_local and self._library is not None
            message = await in_thread(
                lambda: encoded(self.table.joined(reader, since, readers, is_host, designs))
            )
            if not page.is_open:  # it went away meanwhile, and nobody would remove it
                return
            page.reader, page.is_host = reader, is_host
            self.pages.append(page)
            page.send(message)
            self.used = time.monotonic()
            self._tell_seats()
            if self.designs(page) and self.table.id in self._design_tables:
                await self._begin_designing()
            if self.table.wait_for_all:
                self._tell(await in_thread(self.table.begin_clocks))
            self.let_bots_play()

        await self._alone(work)

    def leave(self, page: Page) -> None:
        """Removes a page."""
        if page in self.pages:
            self.pages.remove(page)
            self.used = time.monotonic()
            self._tell_seats()

    def _tell_seats(self) -> None:
        self.table.absences.seen({one.reader for one in self.pages})
        message = encoded(write(m.Seats(seats=self.table.described([one.reader for one in self.pages]))))
        for page in self.pages:
            page.send(message)

    def _tell(self, messages: Messages) -> None:
        ready = {reader: [self._encoded(one) for one in found] for reader, found in messages.items()}
        for page in self.pages:
            for message in ready.get(page.reader, ()):
                page.send(message)

    def _encoded(self, message: dict[str, Any]) -> str:
        """A message as JSON; new rules are written only once."""
        text = encoded(message)
        if message["type"] != "rewritten" or self._library is None:
            return text
        return f'{text[:-1]},"data":{self._library.page(self.table.rules).decode("utf-8")}}}'

    # ------------------------------------------------------------------------ designing

    def designs(self, page: Page) -> bool:
        """Whether a page may do what designers do: it is the host's, on this machine, and the game is in a folder
        that the server may follow."""
        return page.is_host and page.is_local and self._library is not None

    def _tell_designers(self) -> None:
        if self.designing is not None:
            message = encoded(write(self.designing.state()))
            for page in filter(self.designs, self.pages):
                page.send(message)

    async def design(self, what: str) -> None:
        """Does what a designer wants. Raises `RefusalError`."""
        if what in ("on", "off"):
            await self._alone(self._begin_designing if what == "on" else self._end_designing)
            return
        await self.change_design(lambda design: design.do(what))

    async def change_design(self, change: Callable[[Designing], Messages]) -> None:
        """Changes something at the design table. Raises `RefusalError`."""
        await self.do(lambda _: change(self._designs()), self._tell_designers)

    async def ask_design(self, question: Callable[[Designing], Result]) -> Result:
        """Asks something about the design table. Raises `RefusalError`."""
        return await self.ask(lambda _: question(self._designs()))

    def _designs(self) -> Designing:
        if self.designing is None:
            raise RefusalError("RW740", "this is not a design table", "turn it into one first")
        return self.designing

    async def _begin_designing(self) -> None:
        assert self._library is not None, "whoever may not design is refused before"
        if self.designing is None:
            library = self._library
            if self.table.terms.clock is not None:
                message = "a match with clocks cannot be carried on under other rules"
                raise RefusalError("RW740", message, "start one without clocks")
            self.designing = await in_thread(lambda: Designing(self.table, library))
            self._design_tables.add(self.table.id)
        self._tell_designers()
        if self._measured is not None:
            for page in filter(self.designs, self.pages):
                page.send(self._measured)
        self._follow()

    async def _end_designing(self) -> None:
        self.designing = None
        self._end_measuring()
        self._design_tables.discard(self.table.id)
        message = encoded(write(OFF))
        for page in filter(self.designs, self.pages):
            page.send(message)
        self.let_bots_play()  # they may have waited for what the designer decides

    def _end_measuring(self) -> None:
        if self._measuring is not None:
            self._measuring.close()
        self._measuring = self._measured = None

    def _follow(self) -> None:
        """Follows the files of the game, as long as a designer looks."""
        if self.designing is not None and (self._following is None or self._following.done()):
            self._following = asyncio.create_task(self._go_on_following())

    async def _go_on_following(self) -> None:
        while (now := self.designing) is not None and not self.gone and any(map(self.designs, self.pages)):
            try:
                if await in_thread(now.has_changed, LOADING):
                    rules = await in_thread(now.look, LOADING)
                    await self._carry_on(now, rules)
            except AwayError:
                return
            except Exception:  # the designer goes on saving
                LOG.exception("the files of match %s cannot be followed", self.table.id)
            await asyncio.sleep(limits.LOOK)

    async def _carry_on(self, now: Designing, rules: Rules | None) -> None:
        if self.designing is not now:
            return
        if rules is None:
            self._tell_designers()
            return
        await self.do(lambda _: now.carry_on(rules), self._tell_designers)
        if self._measuring is None:
            self._measuring = Measuring(self._tell_measured)
        self._measuring.measure(now.to_measure())

    def _tell_measured(self, about: Asked, found: tuple[Sample, ...] | None) -> None:
        if self.designing is not None:
            self._measured = encoded(write(self.designing.measured(about, found)))
            for page in filter(self.designs, self.pages):
                page.send(self._measured)

    # ------------------------------------------------------------------------ requests

    async def do(self, change: Callable[[Table], Messages], then: Callable[[], None] = lambda: None) -> None:
        """Changes something at the table, and tells everybody; does something more `then`. Raises what the change
        raises."""

        async def work() -> None:
            await self._change(change)
            then()

        await self._alone(work)

    async def _change(self, change: Callable[[Table], Messages]) -> None:
        before, stood = self.table.look_of_seats(), self._is_stopped
        try:
            if self.table.seated.time_up():
                self._tell(await in_thread(self.table.time_up))
            self._tell(await in_thread(lambda: change(self.table)))
        finally:
            if self.table.look_of_seats() != before:
                self._tell_seats()
            if stood and not self._is_stopped:  # somebody has chosen something else
                self._tell_designers()
            self.used = time.monotonic()
            self.let_bots_play()

    async def time_up(self) -> None:
        """Does what was agreed, if the time of a seat is up."""
        await self.do(lambda _: {})

    async def ask(self, question: Callable[[Table], Result]) -> Result:
        """Asks something that changes nothing."""
        return await self._alone(lambda: in_thread(lambda: question(self.table)))

    async def new_link(self, seat: int, asking: Page) -> str:
        """A new token for a seat. Pages that came by the old link are ended, but for the one that asks."""

        async def work() -> str:
            token = await in_thread(lambda: self.table.new_link(seat))
            for page in [one for one in self.pages if one.reader == seat and one is not asking]:
                page.send(encoded(write(m.Moved(seat=seat))))
                page.end(4001, "this seat has a new link")
            notice = encoded(self.table.linked(seat))  # nobody looks through the eyes of others unnoticed
            for page in self.pages:
                page.send(notice)
            return token

        return await self._alone(work)

    async def replay(self, page: Page, first: int, choices: int | None) -> tuple[int, Sequence[str], bool]:
        """Some frames of a replay as JSON, from the `first`-th on, and whether there are more; of the match with so
        many choices (None: all so far; their number comes first)."""
        if choices is None:
            choices = await self.ask(lambda table: len(table.match.journal))
        found = await self._workers.replay(self.table.id, choices, page.reader, first, page.address)
        return choices, found.frames, found.more

    # ---------------------------------------------------------------------------- bots

    def let_bots_play(self) -> None:
        """Lets bots play, if it is their turn and they are not thinking yet."""
        if not self.gone and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._play())

    @property
    def _is_waited_for(self) -> bool:
        """Whether a person who plays here looks."""
        plays = self.table.seated.plays
        return any(page.reader is not None and plays[page.reader] == PERSON for page in self.pages)

    @property
    def _is_for_nobody(self) -> bool:
        """Whether bots are among themselves, and nobody watches: they go on when somebody comes."""
        return not self.pages and len(self.table.seated.bots) == len(self.table.tokens)

    def _wish(self) -> Wish:
        """What bots do here counts as one for the address of a page: of a player, if one is here; for that of the
        last one, if there is none."""
        sitting = [page for page in self.pages if page.reader is not None]
        for page in (sitting or self.pages)[:1]:
            self._address = page.address
        return Wish(self.table.id, self._address, self._is_waited_for)

    async def _play(self) -> None:
        try:
            while (about := await self._thought_about()) is not None and not self._is_for_nobody:
                began, wish = time.monotonic(), self._wish()
                still = functools.partial(self._is_still_wanted, about)
                try:
                    entry = await self._workers.think(self.table.id, about, wish.address, wish.waited, still)
                except UnwantedError:  # perhaps somebody has come back since
                    continue
                pace = self._pace * (1 if self._is_waited_for else limits.SLOWER)
                spent = time.monotonic() - began
                await asyncio.sleep(max(pace - spent, self._faces.least(about, spent) - spent, 0))
                if not await self._choosing.do(wish, functools.partial(self._chosen, about, entry)):
                    LOG.error("a bot of match %s found no choice", self.table.id)
                    return
        except AwayError:
            return
        except BrokenRulesError as error:
            fault = error
            with contextlib.suppress(AwayError):
                await self._alone(lambda: self._failed(fault))
        except (MatchError, RefusalError) as error:
            LOG.warning("a bot of match %s stopped: %s", self.table.id, error)
        except Exception:
            LOG.exception("a bot of match %s stopped", self.table.id)

    async def _failed(self, error: BrokenRulesError) -> None:
        self._tell(self.table.bot_failed(error))

    @property
    def _is_stopped(self) -> bool:
        """Whether a design table stands before a choice that is not possible any more. Bots wait for what the
        designer decides: they would end the line of play that the next save may bring back."""
        return self.designing is not None and self.designing.stop is not None

    async def _thought_about(self) -> Thinking | None:
        async with self._lock:  # a thread may be changing the table
            return None if self.gone or self._is_stopped else self.table.seated.thinking()

    def _is_still_wanted(self, about: Thinking) -> bool:
        """Whether a bot's thought is of any use."""
        return about.version == self.table.seated.version and not self.gone and not self._is_for_nobody

    async def _chosen(self, about: Thinking, entry: JournalEntry | None, _: bool) -> Part[bool]:
        """Makes a bot's choice. False if there is none, and nothing has happened meanwhile that explains it."""

        async def work() -> bool:
            if entry is None:
                return about.version != self.table.seated.version
            found = await in_thread(lambda: self.table.bot_chooses(about, entry))
            self._tell(found)
            return True

        return Part(await self._alone(work), done=True)

    # ---------------------------------------------------------------------- putting away

    async def put_away(self) -> bool:
        """Ends what goes on at the table; it stays in the database. Returns False, and does nothing, if somebody has
        come meanwhile."""
        async with self._lock:
            if self.pages:
                return False
            self.gone = True
        await self._stop_bots()
        return True

    async def remove(self, erase: Callable[[], None]) -> None:
        """Removes the match, and tells everybody."""

        async def work() -> None:
            await in_thread(erase)
            self.gone = True
            notice = encoded(write(m.Notice(code="RW723", text={BASE: "this match has been removed"})))
            for page in self.pages:
                page.send(notice)
                page.end(4004, "this match has been removed")

        await self._alone(work)
        await self._stop_bots()

    async def close(self) -> None:
        """Ends what goes on at the table when the server stops; pages are left to it."""
        async with self._lock:
            self.gone = True
        await self._stop_bots()

    async def _stop_bots(self) -> None:
        self._end_measuring()
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait((self._following,))
        if self._bots is not None:
            self._bots.cancel()
            await asyncio.wait((self._bots,))


def _unheard(task: asyncio.Task[Any]) -> None:
    """The page that asked for this has gone: what was refused concerns nobody, and a fault is logged."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception):
        problem_of(error)
