"""What a server tells those who run it: whether it works, and numbers in the text format of Prometheus.

The numbers are served on a port of their own, which only this machine reaches unless somebody wants it otherwise: to
a web server in front of this one, all visitors seem to come from this machine.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from . import limits
from .counters import COUNTED, COUNTERS
from .store import Reader, Store
from .threads import OPENING, in_thread
from .workers import Workers

TYPE = "text/plain; version=0.0.4; charset=utf-8"
BEGAN = time.time()
Gauges = Mapping[str, tuple[str, float]]
"""Numbers that go up and down, by name: what they mean, and what they are."""


class Health:
    """Whether a server works. However often it is asked, it looks only now and then.

    Args:
        store: its database.
        workers: its processes.
    """

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self._reader = Reader(store.path)
        self._looked: asyncio.Task[None] | None = None
        self._at = 0.0

    async def failing(self) -> list[str]:
        """What does not work."""
        return [
            *([] if await self._database_works() else ["database"]),
            *(["bots"] if self._workers.failing else []),
        ]

    async def _database_works(self) -> bool:
        if self._looked is None or (self._looked.done() and time.monotonic() - self._at > limits.HEALTHY):
            self._at = time.monotonic()
            self._looked = asyncio.create_task(in_thread(self._look, OPENING))
        try:
            async with asyncio.timeout(limits.TO_LOOK):
                await asyncio.shield(self._looked)
        except Exception:  # also if it takes too long: the next who asks does not begin anew
            return False
        return True

    def _look(self) -> None:
        """Reads and writes. Raises `StoreError` and `sqlite3.Error`."""
        self._reader.count()
        self._store.check()

    async def answer(self) -> Response:
        """What a request for it is answered."""
        failing = await self.failing()
        found: dict[str, Any] = {"status": "failing", "failing": failing} if failing else {"status": "ok"}
        return JSONResponse(found, 503 if failing else 200, headers={"cache-control": "no-store"})


def as_text(gauges: Gauges) -> str:
    """All numbers, as Prometheus reads them."""
    lines: list[str] = []
    for name, counted in COUNTED.items():
        values = COUNTERS.values(name)
        labelled = [
            (f'{{{counted.label}="{sort}"}}' if counted.label else "", value)
            for sort, value in values.items()
        ]
        lines += _metric(f"rulewright_{name}_total", "counter", counted.meaning, labelled)
    for name, (meaning, value) in gauges.items():
        kind = "counter" if name.endswith("_total") else "gauge"
        lines += _metric(name, kind, meaning, [("", value)])
    return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, meaning: str, values: Iterable[tuple[str, float]]) -> list[str]:
    return [
        f"# HELP {name} {meaning}",
        f"# TYPE {name} {kind}",
        *(f"{name}{label} {value:.10g}" for label, value in values),
    ]


def process_gauges() -> Gauges:
    """This process, under the names that all programs use; what the system does not tell is left out."""
    times = os.times()
    found = {
        "process_cpu_seconds_total": ("Processor time, user and system.", times.user + times.system),
        "process_start_time_seconds": ("When the process began, in seconds since 1970.", BEGAN),
    }
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        files = len(os.listdir("/proc/self/fd"))
    except (OSError, ValueError, IndexError):
        return found
    memory = float(pages * os.sysconf("SC_PAGE_SIZE"))
    found["process_resident_memory_bytes"] = ("Resident memory.", memory)
    found["process_open_fds"] = ("Open files and connections.", files)
    return found


@attrs.frozen
class Operating:
    """ASGI middleware: what comes to one port is for those who run the server, everything else for its visitors."""

    app: ASGIApp
    port: int
    numbers: Callable[[], Awaitable[str]]
    health: Callable[[], Awaitable[Response]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope.get("server") or ("", 0))[1] != self.port:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await (await self._answer(scope))(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("", 405, headers={"allow": "GET, HEAD"})
        if scope["path"] == "/metrics":
            return PlainTextResponse(await self.numbers(), media_type=TYPE)
        if scope["path"] == "/healthz":
            return await self.health()
        return PlainTextResponse("/metrics and /healthz are here\n", 404)


__all__ = ["Health", "Operating", "as_text", "process_gauges"]
