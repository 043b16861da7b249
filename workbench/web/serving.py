"""Runs the web server: opens its port, says where it is, and stops it in good order."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator

import attrs
import uvicorn

from ...interpreter.match.setup.engine_choice import VARIABLE
from . import limits
from .app import Settings, application
from .messages import Created, NewMatch
from .store import Store

SWITCH = 0.0005
"""Seconds after which a thread that works at a table lets another one go on. With ten times as many, which is usual,
answers wait for each other: of 200 players, 5 % waited 290 ms instead of 58."""


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
) -> bool:
    """Serves until the process is interrupted; returns whether it could start. It calls `ready` when it answers, with
    the links of the match `first`, which it has started by then. Raises `StoreError`."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    settings = attrs.evolve(settings, engine=os.environ.get(VARIABLE, settings.engine))
    app = application(settings, Store(settings.database), first)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # nobody needs to know who plays when
        server_header=False,
        ws_max_size=limits.LONGEST_MESSAGE,
        ws_max_queue=16,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, lambda: ready(app.state.started))
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(
        10_000, 50, 1_000_000
    )  # all tables would wait for a whole collection: `Lobby.keep_tidy` makes few
    with _tables_on_python():
        server.run(sockets=[listening])
    return server.started


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
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
