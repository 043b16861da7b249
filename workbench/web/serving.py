"""Runs the web server: opens its port, says where it is, and stops it in good order."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ...interpreter.match.setup.engine_choice import VARIABLE
from . import limits
from .addresses import Proxies
from .app import Handlers, Settings, application
from .door import Door, room_for_files
from .logs import begin_log, tell
from .messages import Created, NewMatch
from .operating import Operating, as_text, process_gauges
from .store import Store

SWITCH = 0.0005
"""Seconds after which a thread that works at a table lets another one go on. With ten times as many, which is usual,
answers wait for each other: of 200 players, 5 % waited 290 ms instead of 58."""


MOST_AT_LEAST = 16
"""The connections for which there is room, however few files the system allows."""


class PortError(OSError):
    """The port cannot be opened."""


def opened_port(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `PortError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small messages without delay only if the protocol is named
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise PortError((error.strerror or str(error)).lower()) from None
    return listening


def address_of(listening: socket.socket) -> str:
    """The address by which this machine reaches a socket."""
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def addresses_for_others(listening: socket.socket) -> list[str]:
    """The address by which other machines reach a socket, if it listens to them."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect(("192.0.2.1", 9))  # nothing is sent; it says by which address others would be reached
        return [f"http://{asking.getsockname()[0]}:{port}"]
    return []


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[Created | None], None] = lambda _: None,
    first: NewMatch | None = None,
    watching: socket.socket | None = None,
) -> bool:
    """Serves until the process is interrupted; returns whether it could start. It calls `ready` when it answers, with
    the links of the match `first`, which it has started by then. To `watching`, it serves what those want to know who
    run it. Raises `StoreError`."""
    begin_log(settings.log_json)
    settings = attrs.evolve(settings, engine=os.environ.get(VARIABLE, settings.engine))
    app = application(settings, Store(settings.database), first)
    spare = limits.SPARE_FILES + limits.FILES_OF_PROCESS * (settings.thinkers + 1)
    files = room_for_files(limits.CONNECTIONS + spare)
    proxies = Proxies(settings.proxies)
    door = Door(max(files - spare, MOST_AT_LEAST), proxies)
    believing: Any = ProxyHeadersMiddleware(door.inside(app), proxies.names)  # type: ignore[arg-type]
    config = uvicorn.Config(
        door.outside(
            believing if watching is None else _watched(believing, watching, app.state.handlers, door)
        ),
        log_config=None,
        access_log=False,  # nobody needs to know who plays when
        server_header=False,
        proxy_headers=False,  # the door stands before it, and behind it
        ws_max_size=limits.LONGEST_MESSAGE,
        ws_max_queue=16,
        timeout_keep_alive=limits.KEEP_ALIVE,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, door, watching, lambda: ready(app.state.started))
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(
        10_000, 50, 1_000_000
    )  # all tables would wait for a whole collection: `Lobby.keep_tidy` makes few
    with _tables_on_python():
        server.run(sockets=[listening])
    return server.started


def _watched(app: ASGIApp, watching: socket.socket, handlers: Handlers, door: Door) -> ASGIApp:
    async def numbers() -> str:
        connections = {"rulewright_connections": ("Open connections.", float(door.open))}
        most = {"rulewright_connections_limit": ("How many connections may be open.", float(door.most))}
        return as_text(connections | most | await handlers.numbers() | dict(process_gauges()))

    async def health() -> Response:
        return await handlers.health.answer()

    return Operating(app, watching.getsockname()[1], numbers, health)


@contextlib.contextmanager
def _tables_on_python() -> Iterator[None]:
    """Lets tables play on the Python engine, unless somebody has chosen another: a choice is quick on any engine, and
    while machine code is made, all tables would wait. Bots think in other processes, and have it."""
    chosen = os.environ.get(VARIABLE)
    os.environ.setdefault(VARIABLE, "python")
    try:
        yield
    finally:
        if chosen is None:
            del os.environ[VARIABLE]


class _Server(uvicorn.Server):
    """Accepts connections through the door, and not by itself."""

    def __init__(
        self, config: uvicorn.Config, door: Door, watching: socket.socket | None, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._door = door
        self._watching = watching
        self._ready = ready
        self._configs: dict[int, uvicorn.Config] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        if self.started:
            for one in sockets or ():
                self._door.open_to(one, self._protocol)
            if self._watching is not None:
                self._door.open_to(self._watching, self._protocol, limits.FOR_NUMBERS)
            tell("started", "the server has started")
            self._ready()

    def _protocol(self, kept_alive: int) -> asyncio.Protocol:
        if kept_alive not in self._configs:
            self._configs[kept_alive] = copy.copy(self.config)
            self._configs[kept_alive].timeout_keep_alive = kept_alive
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = kind(
            config=self._configs[kept_alive],
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._door.shut()
        if self._watching is not None:
            self._watching.close()
        await super().shutdown(sockets)
        tell("stopped", "the server has stopped")
