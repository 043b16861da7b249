"""The web server in this process, and pages that talk to it: ASGI, without a port and without a browser.

Bots think, and replays are made, in this process, too; a test can keep bots from going on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.interpreter.match.state.journal import JournalEntry
from rulewright.workbench.seats.thinking import Thinking
from rulewright.workbench.web import app as web
from rulewright.workbench.web import workers
from rulewright.workbench.web.lobby import Lobby
from rulewright.workbench.web.replay import ReplayPage
from rulewright.workbench.web.rules import RulesLibrary
from rulewright.workbench.web.store import Reader, Store
from rulewright.workbench.web.table import Table
from starlette.applications import Starlette

HOST = "localhost:8000"
HERE = [("host", HOST), ("origin", f"http://{HOST}")]
Headers = Iterable[tuple[str, str]]


class Here:
    """Stands in for the other processes."""

    failing = False

    def __init__(self, path: Path, library: RulesLibrary) -> None:
        self.may_think = asyncio.Event()
        self.may_think.set()
        self.worker = workers.Worker(Reader(path), library)

    async def think(self, match: str, about: Thinking, *_: object) -> JournalEntry | None:
        await self.may_think.wait()
        workers._worker = self.worker
        return workers.think(match, about).result

    async def replay(
        self, match: str, choices: int, reader: int | None, first: int, address: str
    ) -> ReplayPage:
        workers._worker = self.worker
        page = workers.replayed(match, choices, reader, first).result
        assert page is not None, "it takes the time that it needs"
        return page

    def close(self) -> None:
        pass


@attrs.frozen
class Answer:
    """The answer to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@attrs.define(eq=False)
class Page:
    """A WebSocket: what it was sent, and how it ended."""

    app: Starlette
    headers: Headers
    address: str = "192.0.2.1"
    texts: list[str] = attrs.field(factory=list)
    closed: int | None = None
    reads: asyncio.Event = attrs.field(factory=asyncio.Event)
    error: BaseException | None = None
    _sent: asyncio.Queue[dict[str, Any]] = attrs.field(factory=asyncio.Queue)
    _news: asyncio.Condition = attrs.field(factory=asyncio.Condition)
    _task: asyncio.Task[None] | None = None
    _id: int = 0

    def open(self) -> Page:
        self.reads.set()
        self._sent.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._run())
        return self

    async def _run(self) -> None:
        scope = _scope("websocket", "/api/ws", self.headers, self.address)
        try:
            await self.app({**scope, "scheme": "ws", "subprotocols": []}, self._sent.get, self._receive)
        except BaseException as error:
            self.error = error
            raise
        finally:
            async with self._news:
                self.closed = 1006 if self.closed is None else self.closed
                self._news.notify_all()

    async def _receive(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "websocket.send":
            message["text"].encode("utf-8")
            self.texts.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = message["code"]
        async with self._news:
            self._news.notify_all()

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(one) for one in self.texts]

    @property
    def turn(self) -> Any:
        """The `turn` of the last message that has one."""
        return next(one["turn"] for one in reversed(self.messages) if "turn" in one)

    def say(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self._sent.put_nowait({"type": "websocket.receive", kind: text})

    def send(self, **data: Any) -> None:
        self.say(json.dumps(data))

    async def until(self, found: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any]:
        """The first message of a sort; fails if the connection ends before."""
        at = since
        async with asyncio.timeout(20), self._news:
            while True:
                while at < len(self.texts):
                    one: dict[str, Any] = json.loads(self.texts[at])
                    if found(one):
                        return one
                    at += 1
                assert self.closed is None, f"closed: {self.closed}, {self.texts[since:]}"
                await self._news.wait()

    async def ask(self, kind: str, **data: Any) -> dict[str, Any]:
        """The answer to a request."""
        self._id += 1
        number, since = self._id, len(self.texts)
        self.send(type=kind, id=number, **data)
        return await self.until(lambda one: one.get("id") == number, since)

    async def join(self, match: str, token: str | None = None, **data: Any) -> dict[str, Any]:
        """The first answer: `joined` or `refused`."""
        self.send(type="join", match=match, token=token, **data)
        return await self.until(lambda one: one["type"] in ("joined", "refused"))

    async def end(self) -> int:
        """Waits until the connection has ended; its code."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def leave(self) -> None:
        if self._task is not None and not self._task.done():
            self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await asyncio.wait((self._task,), timeout=10)


@attrs.define(eq=False)
class Server:
    """The server: its application, its tables, and the pages that a test has opened."""

    app: Starlette
    lobby: Lobby
    here: Here
    pages: list[Page] = attrs.field(factory=list)

    def page(self, headers: Headers = HERE, address: str = "192.0.2.1") -> Page:
        """A new connection."""
        page = Page(self.app, list(headers), address).open()
        self.pages.append(page)
        return page

    async def joined(
        self, match: str, token: str | None = None, address: str = "192.0.2.1", **data: Any
    ) -> Page:
        """A new page at a table."""
        page = self.page(address=address)
        found = await page.join(match, token, **data)
        assert found["type"] == "joined", found
        return page

    async def left(self) -> None:
        """All pages leave."""
        for page in self.pages:
            page.reads.set()
            await page.leave()
        self.pages.clear()

    def table(self, match: str) -> Table:
        return self.lobby._sessions[match].table

    async def request(
        self,
        method: str,
        path: str,
        body: Any = b"",
        headers: Headers = HERE,
        query: str = "",
        *,
        ends: bool = True,
    ) -> Answer:
        """Makes an HTTP request. `body` is bytes, a list of bytes, or data for JSON."""
        parts = (
            body
            if isinstance(body, list)
            else [body if isinstance(body, bytes) else json.dumps(body).encode()]
        )
        scope = _scope("http", path, headers, "192.0.2.1")
        scope |= {"method": method, "scheme": "http", "query_string": query.encode()}
        waiting = [{"type": "http.request", "body": one, "more_body": True} for one in parts]
        if ends:
            waiting[-1]["more_body"] = False
        sent: list[Any] = []

        async def receive() -> Any:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        assert sent[0]["type"] == "http.response.start"
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], found, b"".join(one.get("body", b"") for one in sent[1:]))

    async def start(self, game: str, *plays: str, **more: Any) -> dict[str, Any]:
        """Starts a match: its name, and its tokens."""
        names = [f"Player {number + 1}" for number in range(len(plays))]
        wanted = {"game": game, "players": names, "plays": list(plays), **more}
        answer = await self.request("POST", "/api/matches", wanted)
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.data
        return found


async def quiet() -> None:
    """Lets everything that is waiting to be sent be sent."""
    for _ in range(12):
        await asyncio.sleep(0)


def _scope(kind: str, path: str, headers: Headers, address: str) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode("utf-8", "surrogateescape"),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": (address, 1234),
        "server": ("localhost", 8000),
    }


@contextlib.asynccontextmanager
async def serving(
    folder: Path,
    *games: str,
    library: type[RulesLibrary] = RulesLibrary,
    processes: bool = False,
    **more: Any,
) -> AsyncIterator[Server]:
    """A server that keeps its matches in a folder. With `processes`, bots think in others, as they usually do."""
    with pytest.MonkeyPatch.context() as patch:
        made: dict[str, Any] = {}

        def kept(games: Any) -> RulesLibrary:
            made["library"] = own = library(games)
            return own

        def here(path: Path, *_: object) -> Here:
            made["here"] = own = Here(path, made["library"])
            return own

        def lobby(*arguments: Any) -> Lobby:
            made["lobby"] = own = Lobby(*arguments)
            return own

        patch.setattr(web, "RulesLibrary", kept)
        if not processes:
            patch.setattr(web, "Workers", here)
        patch.setattr(web, "Lobby", lobby)
        settings = web.Settings(folder / "matches.sqlite", games, pace=0, **more)
        app = web.application(settings, Store(settings.database))
        async with app.router.lifespan_context(app):
            server = Server(app, made["lobby"], made.get("here") or Here(settings.database, made["library"]))
            try:
                yield server
            finally:
                await server.left()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Runs a test, and fails if an error was lost on the way."""
    lost: list[dict[str, Any]] = []

    async def watched() -> Any:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
        return await work

    found = asyncio.run(watched())
    assert not lost, lost
    return found
