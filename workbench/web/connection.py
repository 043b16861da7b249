"""One connection of a page: it joins a match, and then sends requests; whatever changes is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...dsl.languages import BASE
from ..agents import check_named
from ..seats.seating import checked_plays
from ..wire.reading import parsed
from ..wire.refusals import RefusalError
from ..wire.shapes import data_of, read
from . import limits, messages
from .addresses import visitor
from .counters import COUNTERS
from .errors import problem_of
from .lobby import Lobby
from .logs import tell
from .messages import Refused, Reply
from .rules import encoded
from .session import Session

LOG = logging.getLogger("rulewright.web")


class Connection:
    """A page's connection. It never raises: a wrong message is refused, and the connection goes on."""

    def __init__(self, socket: WebSocket, lobby: Lobby, address: str, is_local: bool = False) -> None:
        self.address = address
        self.is_local = is_local
        self.reader: int | None = None
        self.is_host = False
        self.is_open = True
        self.language = BASE
        self._socket = socket
        self._lobby = lobby
        self._sitting: Session | None = None
        self._waiting: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self._unsent = 0  # the length of the messages that wait
        self._has_read = asyncio.Event()  # there is not too much that waits for its own requests
        self._has_read.set()
        self._over = asyncio.Event()
        self._rate = limits.Bucket(limits.MESSAGES, limits.BURST)
        self._refused = 0
        self._replayed: int | None = None  # the choices of the match that is being replayed
        self._does: dict[str, Callable[[Session, Any], Awaitable[Reply | str]]] = {
            name: getattr(self, f"_{name}") for name in messages.REQUESTS
        }

    # ------------------------------------------------------------------------- sending

    def send(self, message: str) -> None:
        """Puts a message among those that wait to be sent. A page that is too slow is disconnected: it catches up
        when it comes back."""
        if self._over.is_set():
            return
        if self._waiting.qsize() > limits.UNSENT or self._unsent > limits.LONGEST_UNSENT:
            COUNTERS.add("pages_ended", "slow")
            self._tell("page_ended", "a page does not read what it is sent")
            self.end(1013, "too slow")
        else:
            self._waiting.put_nowait(message)
            self._count(len(message))

    def _count(self, length: int) -> None:
        """The page has more to read, or less."""
        self._unsent += length
        if self._unsent > limits.UNREAD:
            self._has_read.clear()
        else:
            self._has_read.set()

    def end(self, code: int, reason: str) -> None:
        """Sends what is waiting, and ends the connection; without a page that reads, after a while."""
        if not self._over.is_set():
            self._over.set()
            self._waiting.put_nowait((code, reason))

    async def _go_on_sending(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # the page has gone
            while True:
                message = await self._waiting.get()
                if isinstance(message, tuple):
                    await self._socket.close(*message)
                    return
                await self._socket.send_text(message)
                self._count(-len(message))

    # ----------------------------------------------------------------------- receiving

    async def run(self) -> None:
        """Talks to the page until it leaves."""
        try:
            await self._socket.accept()
        except (WebSocketDisconnect, RuntimeError, OSError):  # it has gone already
            return
        sender = asyncio.create_task(self._go_on_sending())
        receiver = asyncio.create_task(self._go_on_receiving())
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait((sender, receiver, over), return_when=asyncio.FIRST_COMPLETED)
            self._leave()
            if self._over.is_set():
                receiver.cancel()  # its link may have been replaced: nothing more is done for it
                await asyncio.wait((sender,), timeout=limits.TO_END)  # what is waiting is sent
        finally:
            self._leave()
            for task in (sender, receiver, over):
                task.cancel()
            for result in await asyncio.gather(sender, receiver, over, return_exceptions=True):
                if isinstance(result, Exception):
                    LOG.error("a connection failed", exc_info=result)

    def _leave(self) -> None:
        if self._sitting is not None and self.is_open:
            self._tell("page_left", "a page has left")
        self.is_open = False
        if self._sitting is not None:
            self._sitting.leave(self)

    def _tell(self, event: str, message: str, **more: object) -> None:
        client = self._socket.client
        match = None if self._sitting is None else self._sitting.table.id
        address = None if client is None else visitor(client.host)
        tell(event, message, match=match, seat=self.reader, address=address, **more)

    async def _line(self) -> str | None:
        """The next message of the page; None if there is none any more."""
        try:
            return await self._socket.receive_text()
        except KeyError:
            self.end(1003, "messages are text")
        except (WebSocketDisconnect, RuntimeError):
            pass
        return None

    async def _next_request(self) -> str | None:
        """The next message, when the page has read most of what it was sent: what it asks for fills no memory."""
        await self._has_read.wait()
        return await self._line()

    async def _go_on_receiving(self) -> None:
        try:
            async with asyncio.timeout(limits.TO_JOIN):
                line = await self._line()
        except TimeoutError:
            self.end(1008, "no match was named")
            return
        if line is None or not await self._join(line):
            self.end(4003, "not joined")
            return
        while (line := await self._next_request()) is not None:
            if not self._rate.take():
                self._refused += 1
                if self._refused > limits.PATIENCE:
                    self.end(1008, "too many messages")
                    return
            else:
                self._refused = 0
            answer = await self._answer(line)
            self.send(answer if isinstance(answer, str) else encoded(answer))

    async def _join(self, line: str) -> bool:
        try:
            data = parsed(line, limits.LONGEST_MESSAGE)
            if data.pop("type", None) != "join":
                raise RefusalError("RW721", "the first message is 'join'", path="type")
            wanted = read(messages.Join, data, "join")
            self.language = wanted.language[:20]
            self._sitting = await self._lobby.join(self, wanted.match[:100], wanted.token, wanted.next)
            self._tell("page_joined", "a page has joined")
        except Exception as error:
            refused = _refused(None, error)
            self._tell("refused", "a page was refused", code=refused["error"]["code"])
            self.send(encoded(refused))
            return False
        return True

    async def _answer(self, line: str) -> dict[str, Any] | str:
        """The answer to a message; as text, if it is long."""
        identity: int | None = None
        try:
            data = parsed(line, limits.LONGEST_MESSAGE)
            identity = data.get("id") if type(data.get("id")) is int else None
            if self._refused:
                raise RefusalError("RW732", "this page sends too many messages", "wait a moment")
            kind = data.pop("type", None)
            if not isinstance(kind, str) or kind not in messages.REQUESTS:
                raise RefusalError(
                    "RW722", "there is no such message", f"messages: {', '.join(messages.REQUESTS)}", "type"
                )
            assert self._sitting is not None
            found = await self._does[kind](self._sitting, read(messages.REQUESTS[kind], data, kind))
        except Exception as error:
            refused = _refused(identity, error, self.language)
            self._tell("refused", "a message was refused", code=refused["error"]["code"])
            return refused
        return found if isinstance(found, str) else data_of(found)

    # ------------------------------------------------------------------------ requests

    def _own(self) -> int:
        """The seat of this page."""
        if self.reader is None:
            raise RefusalError("RW724", "this link is for watching only")
        return self.reader

    def _in_charge(self, seat: int) -> None:
        """Refuses what only the host, or the seat itself, may do."""
        if not self.is_host and seat != self.reader:
            raise RefusalError("RW724", "only the host can do this for another seat")

    async def _choose(self, session: Session, wanted: messages.Choose) -> Reply:
        seat = self._own()
        try:
            await session.do(lambda table: table.choose(seat, wanted.option, wanted.turn))
        except Exception:
            COUNTERS.add("choices", "refused")
            raise
        COUNTERS.add("choices", "accepted")
        return Reply(id=wanted.id)

    async def _undo(self, session: Session, wanted: messages.Request) -> Reply:
        seat = self._own()
        await session.do(lambda table: table.undo(seat))
        return Reply(id=wanted.id)

    async def _withdraw(self, session: Session, wanted: messages.Request) -> Reply:
        seat = self._own()
        await session.do(lambda table: table.withdraw(seat))
        return Reply(id=wanted.id)

    async def _consent(self, session: Session, wanted: messages.Consent) -> Reply:
        seat = self._own()
        await session.do(lambda table: table.consent(seat, wanted.agree))
        return Reply(id=wanted.id)

    async def _why(self, session: Session, wanted: messages.Why) -> Reply:
        seat = self._own()
        about = wanted.object or wanted.option
        if about is None:
            raise RefusalError("RW721", "say which option, or which object", path="why")
        known = session.table.match.names.languages
        language = wanted.language or self.language
        if language not in known:
            raise RefusalError("RW721", f"this should be one of {', '.join(known)}", path="why.language")
        reason = await session.ask(lambda table: table.match.why_not(about, seat, language))
        return Reply(id=wanted.id, reason=reason)

    async def _seat(self, session: Session, wanted: messages.HandOver) -> Reply:
        self._in_charge(wanted.seat)
        plays, match = checked_plays(wanted.plays), session.table.match
        check_named((plays,), match.game, len(match.players))
        await session.do(lambda table: table.hand_over(wanted.seat, plays, self.reader))
        return Reply(id=wanted.id)

    async def _resign(self, session: Session, wanted: messages.Request) -> Reply:
        seat = self._own()
        await session.do(lambda table: table.resign(seat))
        return Reply(id=wanted.id)

    async def _claim(self, session: Session, wanted: messages.OfSeat) -> Reply:
        seat = self._own()
        await session.do(lambda table: table.claim(wanted.seat, seat))
        return Reply(id=wanted.id)

    async def _link(self, session: Session, wanted: messages.OfSeat) -> Reply:
        self._in_charge(wanted.seat)
        return Reply(id=wanted.id, token=await session.new_link(wanted.seat, self))

    async def _replay(self, session: Session, wanted: messages.Replay) -> str:
        first = max(wanted.from_, 0)
        if first == 0:
            COUNTERS.add("replays")
        choices = None if first == 0 else self._replayed
        self._replayed, frames, more = await session.replay(self, first, choices)
        rest = encoded(data_of(Reply(id=wanted.id, more=more, from_=first)))
        return f'{rest[:-1]},"frames":[{",".join(frames)}]}}'  # to read them again would take long

    def _may_design(self, session: Session) -> None:
        if not session.designs(self):
            message = "only the host can do this, on the machine of the server, if it was started with --live"
            raise RefusalError("RW724", message)

    async def _design(self, session: Session, wanted: messages.DesignRequest) -> Reply:
        self._may_design(session)
        await session.design(wanted.do)
        return Reply(id=wanted.id)

    async def _set(self, session: Session, wanted: messages.DesignSet) -> Reply:
        self._may_design(session)
        await session.change_design(lambda design: design.set(wanted.given))
        return Reply(id=wanted.id)

    async def _settings(self, session: Session, wanted: messages.DesignAt) -> Reply:
        self._may_design(session)
        reader = self.reader
        found = await session.ask_design(lambda design: design.settings(wanted.object, reader))
        return Reply(id=wanted.id, settings=found)

    async def _because(self, session: Session, wanted: messages.DesignWhy) -> Reply:
        self._may_design(session)
        found = await session.ask_design(
            lambda design: design.because(wanted.of, wanted.name, wanted.language)
        )
        return Reply(id=wanted.id, because=found)

    async def _scenario(self, session: Session, wanted: messages.DesignWrite) -> Reply:
        self._may_design(session)
        found = await session.ask_design(lambda design: design.write(wanted.name, wanted.rules))
        return Reply(id=wanted.id, written=found)

    async def _language(self, session: Session, wanted: messages.Speak) -> Reply:
        self.language = wanted.language[:20]
        return Reply(id=wanted.id)


def _refused(identity: int | None, error: Exception, language: str = BASE) -> dict[str, Any]:
    return data_of(Refused(id=identity, error=problem_of(error, language)))
