"""What the worker of a page runs: it gets messages of the page, and posts its own, each as JSON.

| to the worker | |
| --- | --- |
| `{"kind": "request", "id": 1, "target": "/api/games", "body": null}` | a request; with a `body` (text), a POST |
| `{"kind": "open", "line": 1}` | a new connection |
| `{"kind": "send", "line": 1, "text": "…"}` | a message on a connection |
| `{"kind": "close", "line": 1}` | the page leaves a connection |
| `{"kind": "offer", "game": "/kept/games/mine"}` | offers a game; its tables are design tables |
| `{"kind": "record", "id": 1, "match": "…"}` | wants the record of a match: an answer like that to a request |

| to the page | |
| --- | --- |
| `{"kind": "answer", "id": 1, "status": 200, "text": "…"}` | the answer to a request |
| `{"kind": "text", "line": 1, "text": "…"}` | a message on a connection |
| `{"kind": "closed", "line": 1, "code": 1000}` | a connection has ended |
| `{"kind": "changed"}` | something may have changed that is to be kept |
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable, Sequence
from typing import Any

from ..wire.refusals import RefusalError
from .table import Server, Socket


class Worker:
    """See the module. `post` gets each message to the page."""

    def __init__(self, post: Callable[[str], object], games: Sequence[str], database: str) -> None:
        self._post = post
        self._tables = Server(tuple(games), database)
        self._lines: dict[int, Socket] = {}
        self._answering: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Call it first."""
        await self._tables.start()

    async def stop(self) -> None:
        """Ends all connections, and closes the database."""
        for line in self._lines.values():
            line.close()
        await self._tables.stop()

    def hear(self, text: str) -> None:
        """A message of the page."""
        message = json.loads(text)
        kind = message["kind"]
        if kind in ("request", "record"):
            answer = self._answer if kind == "request" else self._record
            task = asyncio.ensure_future(answer(message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        elif kind == "open":
            number = message["line"]
            self._lines[number] = self._tables.socket(
                functools.partial(self._text, number), functools.partial(self._closed, number)
            )
        elif kind == "send" and message["line"] in self._lines:
            self._lines[message["line"]].send(message["text"])
        elif kind == "offer":
            self._tables.offer(message["game"])
        elif kind == "close" and message["line"] in self._lines:
            self._lines.pop(message["line"]).close()

    async def _answer(self, message: dict[str, Any]) -> None:
        answer = await self._tables.request(message["target"], message["body"])
        text = answer.body.decode("utf-8", "replace")
        self._tell(kind="answer", id=message["id"], status=answer.status, text=text)
        if message["body"] is not None:
            self._tell(kind="changed")

    async def _record(self, message: dict[str, Any]) -> None:
        try:
            status, text = 200, await self._tables.record(message["match"])
        except RefusalError as error:
            status, text = 404, str(error)
        self._tell(kind="answer", id=message["id"], status=status, text=json.dumps(text))

    def _text(self, line: int, text: str) -> None:
        self._tell(kind="text", line=line, text=text)
        self._tell(kind="changed")

    def _closed(self, line: int, code: int) -> None:
        self._lines.pop(line, None)
        self._tell(kind="closed", line=line, code=code)

    def _tell(self, **message: object) -> None:
        self._post(json.dumps(message))
