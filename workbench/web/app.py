"""The web server: the page, the games, starting matches, and the connection of each page."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
from rulewright.interpreter import MatchError
from rulewright.interpreter.bots.registry import BOTS
from rulewright.interpreter.match.objects.classes import Catalogue
from rulewright.interpreter.match.options import option_values
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ..protocol import messages as p
from ..protocol.host import RefusalError
from ..protocol.reading import error_of, parsed
from ..protocol.shapes import ShapeError, read, write
from ..protocol.shelf import Shelf, ShelfError
from . import limits
from .elsewhere import Elsewhere
from .guard import Guard, Names
from .hall import Hall
from .messages import Close, NewMatch
from .rules import Library
from .session import Session
from .store import Store

LOG = logging.getLogger("rulewright.web")
STATIC = Path(__file__).parent / "static"
BOTS_OFFERED = ("greedy:4", "search:200", "search:2s", "random")
"""The bots that a page offers; a link, or another program, may name any."""


@attrs.frozen
class Settings:
    """How a server runs.

    `database` is the file in which it keeps its matches. `games` are offered besides those that ship, by name or
    path. `public` are the origins by which people reach it, besides the machine's own addresses. `thinkers` is the
    number of processes in which bots think, and `pace` the least number of seconds between two choices of bots while
    somebody watches.
    """

    database: Path
    games: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    thinkers: int = 1
    pace: float = 0.3


def application(settings: Settings, store: Store, first: NewMatch | None = None) -> Starlette:
    """The server as an ASGI application. When it begins to run, it starts the match `first`, and keeps its links in
    `state.started`; when it ends, it closes the store."""
    site = Site(Library(Shelf(settings.games)))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        elsewhere = Elsewhere(store.path, settings.thinkers)
        site.hall = Hall(store, site.library, elsewhere, settings.pace)
        app.state.started = None if first is None else await site.hall.start(first)
        tidying = asyncio.create_task(site.hall.keep_tidy())
        try:
            yield
        finally:
            tidying.cancel()
            elsewhere.close()
            store.close()

    page = site.page
    return Starlette(
        routes=[
            Route("/", page),
            Route("/new", page),
            Route("/t/{match}", page),
            Route("/api/games", site.answering(site.games)),
            Route("/api/games/{name:path}", site.answering(site.game)),
            Route("/api/bots", site.answering(site.bots)),
            Route("/api/rules/{key}", site.rules),
            Route("/api/matches", site.answering(site.start), methods=["POST"]),
            Route("/api/close", site.answering(site.close), methods=["POST"]),
            WebSocketRoute("/api/ws", site.connect),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, names=Names(settings.public))],
        lifespan=lifespan,
    )


class Site:
    """What the routes do."""

    hall: Hall

    def __init__(self, library: Library) -> None:
        self.library = library
        self._pages: dict[str, int] = {}  # open pages by address
        self._starts: dict[str, limits.Bucket] = {}  # matches started by address

    # ------------------------------------------------------------------------ the page

    async def page(self, request: Request) -> Response:
        """The page: one for all addresses; it looks at its own."""
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    def answering(
        self, work: Callable[[Request], Awaitable[Mapping[str, Any]]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route that answers with JSON, errors too."""

        @functools.wraps(work)
        async def answer(request: Request) -> Response:
            try:
                return JSONResponse(await work(request), headers={"cache-control": "no-store"})
            except Exception as error:
                wrong = error_of(error)
                if wrong.code == "RW729":
                    LOG.exception("a request failed")
                return JSONResponse({"error": write(wrong)}, status_code=_status(error))

        return answer

    # ----------------------------------------------------------------------- the games

    async def games(self, request: Request) -> Mapping[str, Any]:
        titles = await _calmly(self.library.shelf.titles)
        return {"games": write([read(p.GameData, one, "game") for one in titles])}

    async def game(self, request: Request) -> Mapping[str, Any]:
        name = request.path_params["name"]
        variants = tuple(request.query_params.getlist("variant"))
        rules = await _calmly(lambda: self.library.current(name, variants))
        game = rules.game
        known = await _calmly(lambda: self.library.catalogue(rules))
        options = [
            {
                "name": one,
                "type": str(option.type),
                "labels": {language: option.names.say(language) for language in game.languages},
                "values": [
                    {"value": value, "labels": _called(known, str(value))}
                    for value in option_values(game, one)
                ],
            }
            for one, option in game.symbols.options.items()
        ]
        return {
            "name": name,
            "variants": list(variants),
            "hash": game.content_hash,
            "rules": rules.key,
            "title": dict(game.title),
            "least": game.players[0],
            "most": game.players[1],
            "languages": list(game.languages),
            "options": options,
        }

    async def bots(self, request: Request) -> Mapping[str, Any]:
        return {"bots": [{"name": one} for one in BOTS_OFFERED if one.partition(":")[0] in BOTS]}

    async def rules(self, request: Request) -> Response:
        """The catalogue and the boards of a match's rules, which never change."""
        try:
            rules = await _calmly(lambda: self.hall.rules_by_key(request.path_params["key"]))
            body = await _calmly(lambda: self.library.page(rules))
        except (RefusalError, ShelfError) as error:
            return JSONResponse({"error": write(error_of(error))}, status_code=_status(error))
        kept = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(body, media_type="application/json", headers=kept)

    # ------------------------------------------------------------------------- matches

    async def start(self, request: Request) -> Mapping[str, Any]:
        address = _address(request)
        for known in [one for one, bucket in self._starts.items() if bucket.is_full]:
            del self._starts[known]
        most = limits.MATCHES_OF_ONE
        if not self._starts.setdefault(address, limits.Bucket(most / 3600, most)).take():
            raise RefusalError("RW732", "too many matches were started from here", "wait a while")
        started = await self.hall.start(read(NewMatch, await _body(request), "match"))
        return {"match": started.match, "tokens": list(started.tokens), "host": started.host}

    async def close(self, request: Request) -> Mapping[str, Any]:
        wanted = read(Close, await _body(request), "close")
        await self.hall.close(wanted.match, wanted.token)
        return {}

    async def connect(self, socket: WebSocket) -> None:
        """The connection of a page."""
        address = _address(socket)
        mine = self._pages.get(address, 0)
        if mine >= limits.PAGES_OF_ONE or sum(self._pages.values()) >= limits.PAGES:
            await socket.close(1013, "too many pages are open")
            return
        self._pages[address] = mine + 1
        try:
            await Session(socket, self.hall).run()
        finally:
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]


def _called(known: Catalogue, value: str) -> dict[str, str]:
    """What players call a value of an option: a word, or a design."""
    design = known.designs.get(f"design:{value}")
    return known.words.get(value, {}) if design is None else design.labels


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client is not None else ""


async def _calmly(work: Callable[[], Any]) -> Any:
    """Does something in a thread, so that other requests do not wait for it."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises `RefusalError`."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > limits.LONGEST_MESSAGE:
            raise RefusalError("RW720", f"a request has at most {limits.LONGEST_MESSAGE} bytes")
    return parsed(bytes(found))


def _status(error: Exception) -> int:
    if isinstance(error, RefusalError):
        return {"RW723": 404, "RW724": 403, "RW725": 503, "RW732": 429}.get(error.code, 400)
    return 400 if isinstance(error, ShapeError | ShelfError | MatchError) else 500
