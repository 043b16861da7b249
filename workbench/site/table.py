"""The server of tables, inside a page: the same application as `rulewright serve --http`, called without a network.

The page's worker hands requests and the messages of connections to a `Server` and takes its answers. There is one
visitor, who is on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import attrs

from ..web.app import Settings, application
from ..web.store import Store

HOST = "localhost"
_HEADERS = [
    (b"host", HOST.encode()),
    (b"origin", f"http://{HOST}".encode()),
    (b"content-type", b"application/json"),
]
_CLIENT = ("127.0.0.1", 0)


@attrs.frozen
class Answer:
    """The answer to a request."""

    status: int
    kind: str
    """Its media type."""
    body: bytes


class Socket:
    """A connection of the page. `heard` gets each message that is sent to the page; `closed`, the code with which the
    server ends the connection."""

    def __init__(self, app: Any, heard: Callable[[str], object], closed: Callable[[int], object]) -> None:
        self._heard, self._closed = heard, closed
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._is_over = False
        self._task = asyncio.ensure_future(self._run(app))

    async def _run(self, app: Any) -> None:
        scope = {**_scope("websocket", "/api/ws"), "subprotocols": []}
        try:
            await app(scope, self._incoming.get, self._send)
        finally:
            self._end(1006)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send" and not self._is_over:
            self._heard(message["text"])
        elif message["type"] == "websocket.close":
            self._end(message.get("code", 1000))

    def _end(self, code: int) -> None:
        if not self._is_over:
            self._is_over = True
            self._closed(code)

    def send(self, text: str) -> None:
        """The page sends a message."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has left."""
        self._is_over = True
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})


class Server:
    """The server. `games` are offered besides those that ship, by their paths; `database` is the file that keeps its
    matches."""

    def __init__(self, games: Sequence[str], database: str, pace: float = 0.3) -> None:
        path = Path(database)
        settings = Settings(path, tuple(games), pace=pace, engine="python")
        self._app = application(settings, Store(path))
        self._ends = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Opens the doors. Call it first."""
        await self._ends.enter_async_context(self._app.router.lifespan_context(self._app))

    def offer(self, game: str) -> None:
        """Offers a game, by its path, from now on. Each of its tables begins as a design table."""
        self._app.state.handlers.offer(game)

    async def record(self, match: str) -> str:
        """The record of a match, with all its secrets. Raises `RefusalError`."""
        session = await self._app.state.handlers.lobby.session(match)
        found: str = session.table.match.record()
        return found

    async def stop(self) -> None:
        """Writes what is waiting, and closes the database."""
        await self._ends.aclose()

    async def request(self, target: str, body: str | None = None) -> Answer:
        """Answers a request for an address of the server, with its query; with a body, it is a POST."""
        raw, _, query = target.partition("?")
        method = "GET" if body is None else "POST"
        scope = {**_scope("http", raw), "method": method, "query_string": query.encode()}
        sent: list[MutableMapping[str, Any]] = []
        asked = iter([{"type": "http.request", "body": (body or "").encode()}])
        never = asyncio.Event()

        async def receive() -> dict[str, Any]:
            message = next(asked, None)
            if message is None:  # the page does not leave while it waits
                await never.wait()
            assert message is not None
            return message

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        kind = dict(sent[0]["headers"]).get(b"content-type", b"text/plain").decode()
        return Answer(sent[0]["status"], kind, b"".join(one.get("body", b"") for one in sent[1:]))

    def socket(self, heard: Callable[[str], object], closed: Callable[[int], object]) -> Socket:
        """A new connection."""
        return Socket(self._app, heard, closed)


def _scope(kind: str, path: str) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": _HEADERS,
        "client": _CLIENT,
        "server": (HOST, 80),
        "state": {},
    }
