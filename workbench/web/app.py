"""The web server: the page, the games, starting matches, and the connection of each page."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import attrs
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ...interpreter.bots.registry import BOTS
from ...interpreter.match.output.objects.classes import Catalogue
from ...interpreter.match.setup.options import option_values
from ..agents import offer, rules_of
from ..files.images import media_type
from ..seats.library import GameLibrary
from ..wire.reading import parsed
from ..wire.refusals import RefusalError
from ..wire.shapes import read, write
from . import limits
from . import messages as m
from .addresses import LOCAL, is_on_this_machine, visitor
from .connection import Connection
from .counters import COUNTERS
from .design import has_folder
from .errors import problem_of
from .guard import Guard, Names
from .lobby import Lobby
from .logs import tell
from .operating import Health
from .rules import RulesLibrary, image_in
from .store import Store
from .threads import LOADING, OPENING, in_thread
from .workers import Workers

Result = TypeVar("Result")
STATIC = Path(__file__).parent / "static"
NOT_FOUND = STATIC / "not-found.html"
"""What a browser shows where there is no page."""
AT_WORK = 2
"""The tables at which something happens in the same moment; others wait their turn. One thread of Python runs at a
time, so more of them would only keep each other waiting: with six, 5 % of the answers took twice as long."""
BOTS_OFFERED = ("greedy:4", "search:200", "search:2s", "random")
"""The bots that a page offers; a link, or another program, may name any."""


@attrs.frozen
class Settings:
    """How a server runs.

    `database` is the file in which it keeps its matches. `games` are offered besides those that ship, by name or
    path. `public` are the origins by which people reach it, besides the machine's own addresses. `thinkers` is the
    number of processes in which bots think, and `pace` the least number of seconds between two choices of bots if a
    person waits for them. `engine` is what bots think on. `proxies` are the addresses and networks of web servers in
    front of this one, which say where a visitor comes from. `log_json`: the log is JSON,
    and tells what visitors do. `agents` are bots that it offers besides those that ship. `live`: on this machine, the
    hosts of tables of `games` may turn them into design tables, and the first match has one.
    """

    database: Path
    games: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    thinkers: int = 1
    pace: float = 0.3
    engine: str = "auto"
    proxies: tuple[str, ...] = LOCAL
    log_json: bool = False
    live: bool = False
    agents: tuple[str, ...] = ()


def application(settings: Settings, store: Store, first: m.NewMatch | None = None) -> Starlette:
    """The server as an ASGI application. When it begins to run, it starts the match `first`, and keeps its links in
    `state.started`; when it ends, it closes the store."""
    handlers = Handlers(RulesLibrary(GameLibrary(settings.games)), settings.games, offer(settings.agents))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(AT_WORK, "tables"))
        workers = Workers(store.path, settings.thinkers, settings.engine, settings.agents)
        handlers.health = Health(store, workers)
        designed = has_folder(settings.games, handlers.library) if settings.live else ()
        handlers.lobby = Lobby(store, handlers.library, workers, settings.pace, designed)
        app.state.started = None if first is None else await handlers.lobby.start(first)
        if settings.live and first is not None:
            handlers.lobby.design_tables.add(app.state.started.match)
        going_on = [
            asyncio.create_task(one()) for one in (handlers.lobby.keep_tidy, handlers.lobby.keep_time)
        ]
        try:
            yield
        finally:
            for task in going_on:
                task.cancel()
            await handlers.lobby.stop()
            workers.close()
            store.close()

    page = handlers.page
    app = Starlette(
        routes=[
            Route("/", page),
            Route("/new", page),
            Route("/t/{match}", page),
            Route("/healthz", handlers.healthy),
            Route("/api/games", handlers.answering(handlers.games)),
            Route("/api/games/{name:path}", handlers.answering(handlers.game)),
            Route("/api/bots", handlers.answering(handlers.bots)),
            Route("/api/rules/{key}", handlers.rules),
            Route("/api/rules/{key}/images/{path:path}", handlers.image),
            Route("/api/matches", handlers.answering(handlers.start), methods=["POST"]),
            Route("/api/close", handlers.answering(handlers.close), methods=["POST"]),
            WebSocketRoute("/api/ws", handlers.connect),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ],
        middleware=[Middleware(Guard, names=Names(settings.public))],
        exception_handlers={404: _not_found},
        lifespan=lifespan,
    )
    app.state.handlers = handlers
    return app


class Handlers:
    """What the routes do."""

    lobby: Lobby
    health: Health

    def __init__(self, library: RulesLibrary, own: Collection[str], agents: Sequence[str] = ()) -> None:
        self.library, self.own, self.agents = library, own, agents
        self._pages: dict[str, int] = {}  # open pages by address
        most = limits.MATCHES_OF_ONE
        self._starts = limits.Buckets(most / 3600, most)
        self._looks = limits.Buckets(limits.LOOKS, limits.LOOKS_AT_ONCE)
        self._joins = limits.Buckets(limits.JOINS, limits.JOINS_AT_ONCE)

    def offer(self, game: str) -> None:
        """Offers a game in a folder, by its path, from now on. Its tables can be design tables, and begin as such."""
        self.library.games.offer(game)
        self.own = dict.fromkeys((*self.own, game))
        self.lobby.design(game)

    # ------------------------------------------------------------------------ the page

    async def page(self, request: Request) -> Response:
        """The page: one for all addresses; it looks at its own."""
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def healthy(self, request: Request) -> Response:
        """Whether the server works, for programs that watch it."""
        return await self.health.answer()

    async def numbers(self) -> dict[str, tuple[str, float]]:
        """What goes up and down."""
        kept, archived = await in_thread(self.lobby.counts, OPENING)
        return {
            "rulewright_pages": ("Open pages.", sum(self._pages.values())),
            "rulewright_matches_awake": ("Matches in memory.", self.lobby.awake),
            "rulewright_matches": ("Matches that are kept, without those that are archived.", kept),
            "rulewright_matches_archived": ("Matches that are archived.", archived),
        }

    def answering(
        self, work: Callable[[Request], Awaitable[Any]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route that answers with JSON, errors too."""

        @functools.wraps(work)
        async def answer(request: Request) -> Response:
            try:
                found = await work(request)
            except Exception as error:
                refused, code = _refused(error)
                tell("refused", "a request was refused", code=code, address=_address(request))
                return refused
            return JSONResponse(write(found), headers={"cache-control": "no-store"})

        return answer

    # ----------------------------------------------------------------------- the games

    async def games(self, request: Request) -> Mapping[str, Any]:
        titles = await _in_thread(self.library.games.titles)
        own = self.own
        return {"games": [read(m.GameData, {**one, "own": one["name"] in own}, "game") for one in titles]}

    async def game(self, request: Request) -> m.GameResult:
        if not self._looks.take(_address(request)):
            raise RefusalError("RW732", "too many games were looked at from here", "wait a moment")
        name = request.path_params["name"]
        variants = tuple(request.query_params.getlist("variant"))
        rules = await _in_thread(lambda: self.library.current(name, variants))
        game = rules.game
        known = await _in_thread(lambda: self.library.catalogue(rules))
        options = tuple(
            m.SetUpOption(
                name=one,
                type=str(option.type),
                labels={language: option.names.say(language) for language in game.languages},
                values=tuple(
                    m.OptionValue(value=value, labels=_called(known, str(value)))
                    for value in option_values(game, one)
                    if value is not None
                ),
            )
            for one, option in game.symbols.options.items()
        )
        return m.GameResult(
            name=name,
            variants=variants,
            hash=game.content_hash,
            rules=rules.key,
            title=dict(game.title),
            least=game.players[0],
            most=game.players[1],
            languages=tuple(game.languages),
            options=options,
        )

    async def bots(self, request: Request) -> Mapping[str, Any]:
        known = [one for one in BOTS_OFFERED if one.partition(":")[0] in BOTS]
        return {"bots": [m.BotData(name=one, hash=rules_of(one)) for one in (*known, *self.agents)]}

    async def rules(self, request: Request) -> Response:
        """The catalogue and the boards of a match's rules, which never change."""
        try:
            rules = await _in_thread(lambda: self.lobby.rules_by_key(request.path_params["key"]))
            body = await _in_thread(lambda: self.library.page(rules))
        except Exception as error:
            return _refused(error)[0]
        kept = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(body, media_type="application/json", headers=kept)

    async def image(self, request: Request) -> Response:
        """An image of a match's rules, which never changes either. Only what the rules name is an image."""
        path = request.path_params["path"]
        try:
            rules = await _in_thread(lambda: self.lobby.rules_by_key(request.path_params["key"]))
            data = await _in_thread(lambda: image_in(rules, path))
        except Exception as error:
            return _refused(error)[0]
        if data is None:
            return PlainTextResponse("Not Found", 404)
        kept = {"cache-control": "private, max-age=31536000, immutable", "content-disposition": "inline"}
        return Response(data, media_type=media_type(path), headers=kept)

    # ------------------------------------------------------------------------- matches

    async def start(self, request: Request) -> m.Created:
        if not self._starts.take(_address(request)):
            raise RefusalError("RW732", "too many matches were started from here", "wait a while")
        started = await self.lobby.start(read(m.NewMatch, await _body(request), "match"))
        COUNTERS.add("matches_started")
        tell("match_started", "a match was started", match=started.match, address=_address(request))
        return started

    async def close(self, request: Request) -> Mapping[str, Any]:
        wanted = read(m.Close, await _body(request), "close")
        await self.lobby.close(wanted.match, wanted.token)
        tell("match_removed", "a match was removed", match=wanted.match, address=_address(request))
        return {}

    async def connect(self, socket: WebSocket) -> None:
        """The connection of a page."""
        address = _address(socket)
        mine = self._pages.get(address, 0)
        is_full = mine >= limits.PAGES_OF_ONE or sum(self._pages.values()) >= limits.PAGES
        if is_full or not self._joins.take(address):
            tell("refused", "too many pages are open", address=address)
            await socket.close(1013, "too many pages are open")
            return
        self._pages[address] = mine + 1
        try:
            await Connection(socket, self.lobby, address, is_on_this_machine(socket)).run()
        finally:
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]


def _called(known: Catalogue, value: str) -> dict[str, str]:
    """What players call a value of an option: a word, or a design."""
    design = known.designs.get(f"design:{value}")
    return known.words.get(value, {}) if design is None else design.labels


def _address(request: Request | WebSocket) -> str:
    return visitor(request.client.host) if request.client is not None else ""


async def _in_thread(work: Callable[[], Result]) -> Result:
    return await in_thread(work, LOADING)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises `RefusalError`."""
    found = bytearray()
    try:
        async with asyncio.timeout(limits.TO_SEND):
            async for part in request.stream():
                found += part
                if len(found) > limits.LONGEST_MESSAGE:
                    raise RefusalError("RW720", f"a request has at most {limits.LONGEST_MESSAGE} bytes")
    except (TimeoutError, ClientDisconnect):
        raise RefusalError("RW720", "this request ends in its middle") from None
    return parsed(bytes(found), limits.LONGEST_MESSAGE)


def _not_found(request: Request, error: Exception) -> Response:
    """The answer to a request for what is not there: for a browser, with the way to the tables."""
    if "text/html" in request.headers.get("accept", ""):
        return FileResponse(NOT_FOUND, 404)
    return PlainTextResponse("Not Found", 404)


def _refused(error: Exception) -> tuple[Response, str]:
    """The answer to a request that failed, and the code of its error."""
    problem = problem_of(error)
    status = {"RW723": 404, "RW724": 403, "RW725": 503, "RW729": 500, "RW732": 429, "RW735": 503}
    found = {"error": write(problem)}
    answer = JSONResponse(found, status.get(problem.code, 400), headers={"cache-control": "no-store"})
    return answer, problem.code
