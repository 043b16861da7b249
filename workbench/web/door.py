"""The door: how many connections are open, whose they are, and for how long they may do nothing.

uvicorn limits requests, not connections, and never ends one that does not say what it wants. asyncio accepts
connections until the process has no descriptor left, and then reports each that it cannot accept. So they are
accepted here, below a limit that leaves descriptors for the database, the processes and the files; uvicorn speaks
with those that were let in.

If there is no room, the connection that has waited longest for a request is ended, of the visitor who has most
connections: whoever opens many and says nothing makes room for others, and does not keep them out. Only if there is
none, the new one is refused.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import errno
import functools
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import attrs
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import limits
from .addresses import Proxies, visitor
from .counters import COUNTERS

LOG = logging.getLogger("rulewright.web")
_BODY = (
    b'{"error":{"code":"RW732","message":"too many connections are open","help":"wait a moment","path":""}}'
)
_HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_BODY)).encode()),
    (b"retry-after", b"5"),
    (b"connection", b"close"),
]
_REFUSAL = b"".join(
    [
        b"HTTP/1.1 503 Service Unavailable\r\n",
        *(b"%b: %b\r\n" % one for one in _HEADERS),
        b"\r\n",
        _BODY,
    ]
)
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_ALARMING = ("refused", "crowded", "unread", "exhausted")
"""What the log tells. It is usual that a connection is opened and nothing said: browsers do it, to be quick later."""

Served = Callable[[int], asyncio.Protocol]
"""Makes what speaks with a new connection, from the seconds for which it may wait between requests."""
Key = tuple[Any, Any]


def room_for_files(wanted: int) -> int:
    """How many files and connections this process may have open: `wanted`, or as many as the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    infinite = resource.RLIM_INFINITY
    if soft != infinite and soft < wanted:
        raised = wanted if hard == infinite else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == infinite else min(soft, wanted)


class _Connection(socket.socket):
    """A connection that says when it is closed, whoever closes it: until then its descriptor counts."""

    on_close: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        told, self.on_close = self.on_close, None
        if told is not None:
            told()


@attrs.define(eq=False)
class Visit:
    """A connection."""

    owner: str
    key: Key
    kept_alive: int
    """Seconds for which it may wait between requests."""
    waits_since: float
    """Since when it has waited for a whole request; what comes later counts from the end of the one before."""
    transport: asyncio.Transport | None = None
    busy: int = 0
    may_wait: float = limits.TO_ASK
    unsent: int = 0
    read_at: float = 0
    """When its reader was last seen to read, or had nothing to read."""

    def overdue(self, now: float) -> str:
        """Why it is to be ended; nothing if it is not."""
        if not self.busy and now - self.waits_since > self.may_wait:
            return "silent"
        before, self.unsent = self.unsent, self.buffered
        if self.unsent == 0 or self.unsent < before or not self.read_at:
            self.read_at = now
        return "unread" if now - self.read_at > limits.TO_READ else ""

    @property
    def buffered(self) -> int:
        """How many bytes wait until its reader has taken those before."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()


@attrs.define
class Owner:
    """All connections of a visitor: how many, and those that wait for a request, the longest first."""

    open: int = 0
    waiting: dict[Visit, None] = attrs.field(factory=dict)


class Door:
    """Lets connections in.

    Args:
        most: how many may be open.
        proxies: web servers in front of this one, whose connections are many visitors'.
    """

    def __init__(self, most: int, proxies: Proxies) -> None:
        self.most = most
        self.most_of_one = min(limits.CONNECTIONS_OF_ONE, max(most // 2, 1))
        self.open = 0
        self._proxies = proxies
        self._owners: dict[str, Owner] = {}
        self._visits: dict[Key, Visit] = {}
        self._asking: collections.Counter[str] = collections.Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._news: collections.Counter[str] = collections.Counter()
        self._culprits: collections.Counter[str] = collections.Counter()
        self._told = -limits.BETWEEN_LINES

    # ---------------------------------------------------------------------- opening

    def open_to(self, listening: socket.socket, served: Served, more: int = 0) -> None:
        """Accepts connections from now on; `more` says how many more than from elsewhere."""
        listening.setblocking(False)
        with contextlib.suppress(OSError):  # new connections inherit it: what nobody reads stays small
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.UNSENT_BYTES)
        listening.listen(limits.BACKLOG)
        self._start(self._go_on_accepting(listening, served, more))
        if len(self._tasks) == 1:
            self._start(self._go_on_looking())

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def shut(self) -> None:
        """Accepts no more."""
        for one in self._tasks:
            one.cancel()

    # -------------------------------------------------------------------- accepting

    async def _go_on_accepting(self, listening: socket.socket, served: Served, more: int) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._until_room(more))
            try:
                connection, address = await loop.sock_accept(listening)
            except ConnectionAbortedError:
                pass
            except OSError as error:  # it stays in the queue of the system meanwhile
                has_room = False
                if error.errno in _EXHAUSTED:
                    self._note("exhausted")
                    has_room = self._make_room("")
                await asyncio.sleep(limits.AFTER_ROOM if has_room else limits.AFTER_EXHAUSTION)
            else:
                self._admit(connection, address, served, more)

    def _admit(self, accepted: socket.socket, address: Any, served: Served, more: int) -> None:
        owner = visitor(str(address[0]))
        try:
            key = _key(address, accepted.getsockname())
        except OSError:  # it has gone already
            accepted.close()
            return
        is_proxy = self._proxies.knows(str(address[0]))
        if not self._has_room(owner, is_proxy, more):
            self._note("refused", owner)
            _refuse(accepted)
            return
        connection = _Connection(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        connection.setblocking(False)
        kept_alive = limits.KEEP_ALIVE_OF_PROXY if is_proxy else limits.KEEP_ALIVE
        visit = Visit(owner, key, kept_alive, time.monotonic())
        self.open += 1
        self._owners.setdefault(owner, Owner()).open += 1
        self._visits[key] = visit
        connection.on_close = lambda: self._closed(visit)
        COUNTERS.add("connections")
        self._start(self._begin(connection, visit, served))

    async def _begin(self, connection: socket.socket, visit: Visit, served: Served) -> None:
        try:
            protocol = functools.partial(served, visit.kept_alive)
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        except OSError:  # it has gone already
            connection.close()
            return
        visit.transport = transport
        if connection.fileno() != -1 and not visit.busy:
            self._owners[visit.owner].waiting[visit] = None

    def _closed(self, visit: Visit) -> None:
        self.open -= 1
        owner = self._owners[visit.owner]
        owner.open -= 1
        owner.waiting.pop(visit, None)
        if not owner.open:
            del self._owners[visit.owner]
        if self._visits.get(visit.key) is visit:
            del self._visits[visit.key]

    # ------------------------------------------------------------------------- room

    def _has_room(self, owner: str, is_proxy: bool, more: int) -> bool:
        own = self._owners.get(owner)
        if own is not None and own.open >= self.most_of_one and not is_proxy:
            return self._end_first(own)
        return self.open < self.most + more or self._make_room(owner)

    def _until_room(self, more: int) -> float:
        """Seconds until the next connection is to be accepted. Even if there are none, others have their turn first,
        however many come. If there is no room, those that came last are given the time to speak."""
        greediest = self._greediest() if self.open >= self.most + more else None
        first = None if greediest is None else next(iter(greediest.waiting))
        return 0.0 if first is None else max(first.waits_since + limits.TO_BEGIN - time.monotonic(), 0.0)

    def _greediest(self) -> Owner | None:
        """Of all with connections that wait, the one with most connections."""
        return max(
            (one for one in self._owners.values() if one.waiting), key=lambda one: one.open, default=None
        )

    def _make_room(self, owner: str) -> bool:
        """Ends a connection that waits, unless only visitors have some who have fewer connections than `owner`."""
        own, greediest = self._owners.get(owner), self._greediest()
        if greediest is None or (own is not None and own.open > greediest.open):
            return False
        return self._end_first(greediest)

    def _end_first(self, owner: Owner) -> bool:
        """Ends the one that has waited longest, if it had the time to say something."""
        first = next((one for one in owner.waiting if not one.buffered), next(iter(owner.waiting), None))
        if first is None or time.monotonic() - first.waits_since < limits.TO_BEGIN:
            return False
        self._end(first, "crowded")
        return True

    def _end(self, visit: Visit, why: str) -> None:
        self._owners[visit.owner].waiting.pop(visit, None)
        self._note(why, visit.owner)
        if visit.transport is not None:
            visit.transport.abort()

    # --------------------------------------------------------------------- requests

    def outside(self, app: ASGIApp) -> ASGIApp:
        """Around the application: a connection does not wait while its request is answered."""

        async def answered(scope: Scope, receive: Receive, send: Send) -> None:
            visit = self._visits.get(_key(scope.get("client"), scope.get("server")))
            if visit is None:  # the beginning and the end of the server
                await app(scope, receive, send)
                return
            visit.busy += 1
            self._owners[visit.owner].waiting.pop(visit, None)
            try:
                await app(scope, receive, send)
            finally:
                visit.busy -= 1
                visit.waits_since, visit.may_wait = time.monotonic(), limits.TO_ASK + visit.kept_alive
                if not visit.busy and self._visits.get(visit.key) is visit and visit.transport is not None:
                    self._owners[visit.owner].waiting[visit] = None

        return answered

    def inside(self, app: ASGIApp) -> ASGIApp:
        """Around the application, where a web server in front of this one has said whose a request is: a visitor may
        have only a number of requests and pages there, too. Long answers go in parts, so that one waits for its
        reader."""

        async def answered(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            owner = visitor((scope.get("client") or ("",))[0])
            if self._asking[owner] >= self.most_of_one:
                self._note("refused", owner)
                await _refuse_request(scope, receive, send)
                return
            self._asking[owner] += 1
            try:
                await app(scope, receive, _in_parts(send))
            finally:
                self._asking[owner] -= 1
                if not self._asking[owner]:
                    del self._asking[owner]

        return answered

    # ---------------------------------------------------------------------- looking

    async def _go_on_looking(self) -> None:
        while True:
            await asyncio.sleep(limits.BETWEEN_LOOKS)
            now = time.monotonic()
            for number, visit in enumerate(list(self._visits.values()), 1):
                if number % limits.TOGETHER == 0:
                    await asyncio.sleep(0)  # others have their turn
                if visit.key not in self._visits:
                    continue
                why = visit.overdue(now)
                if why:
                    self._end(visit, why)
            self._tell(now)

    def _note(self, what: str, owner: str = "") -> None:
        COUNTERS.add("connections_ended", what)
        self._news[what] += 1
        if owner and (owner in self._culprits or len(self._culprits) < limits.CULPRITS):
            self._culprits[owner] += 1

    def _tell(self, now: float) -> None:
        """One line a minute says what has happened, if it is worth it."""
        if now - self._told < limits.BETWEEN_LINES or not any(self._news[one] for one in _ALARMING):
            return
        self._told = now
        what = ", ".join(f"{count} {name}" for name, count in sorted(self._news.items()))
        most = "".join(f"; {count} of {owner}" for owner, count in self._culprits.most_common(1))
        about = {**self._news, "open": self.open, "most_of": dict(self._culprits.most_common(1))}
        LOG.warning(
            "connections since the last such line: %s%s; %d are open",
            what,
            most,
            self.open,
            extra={"event": "connections", "about": about},
        )
        self._news.clear()
        self._culprits.clear()


def _key(client: Any, server: Any) -> Key:
    """What tells a connection from all others: both of its ends."""
    return tuple(client or ())[:2], tuple(server or ())[:2]


def _refuse(accepted: socket.socket) -> None:
    """Answers without reading, as far as that goes without waiting."""
    with contextlib.suppress(OSError):
        accepted.setblocking(False)
        accepted.send(_REFUSAL)
        accepted.shutdown(socket.SHUT_WR)
        accepted.recv(
            limits.LONGEST_MESSAGE
        )  # what is left unread would take the answer away from its reader
    accepted.close()


async def _refuse_request(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013, "reason": "too many connections are open"})
        return
    await send({"type": "http.response.start", "status": 503, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY})


def _in_parts(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.body":
            body = memoryview(message.get("body", b""))
            while len(body) > limits.PART:
                await send({**message, "body": bytes(body[: limits.PART]), "more_body": True})
                body = body[limits.PART :]
            message = {**message, "body": bytes(body)}
        await send(message)

    return sent
