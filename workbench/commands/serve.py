"""`rulewright serve`: plays matches for another program (docs/protocol.md), or in browsers (docs/web.md)."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ...dsl.diagnostics.report import Report
from ...interpreter import SetupError
from ..agents import offer
from ..commandline.arguments import GAME_HELP, found_game, report_errors, whole_number
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.engines import add_engine
from ..commandline.extras import need_web
from ..files.games import open_game
from ..matches import bot_name
from ..protocol.server import Server
from ..seats.library import GameLibrary
from ..wire.reading import LONGEST

DESCRIPTION = """\
Play matches for another program, or in browsers. With --stdio, requests come in on standard input, replies go out on
standard output, one JSON object per line, and it ends when its input ends. With --http, it is a web server: open its
address in a browser, start a match, and send the links of the seats to the players. It offers the games that ship and
those that you name."""
EXAMPLES = (
    "rulewright serve --http                  a table in the browser: http://localhost:8000",
    "rulewright serve --http ./my-game        with the game in the folder ./my-game",
    "rulewright serve --http --host 0.0.0.0   for other machines, too",
    "rulewright serve --http --agent agent.npz  a network that has learnt a game can take seats",
    "rulewright serve --backup matches.copy   copies all matches, also while a server runs",
    "rulewright serve --stdio                 for a program",
)
EXIT_CODES = "0 it was stopped, or the input ended, 1 it could not start, 2 bad usage or no such game"
DATABASE = "rulewright-matches.sqlite"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"offer this game too: {GAME_HELP}")
    parser.add_argument("--stdio", action="store_true", help="use standard input and output")
    parser.add_argument("--http", action="store_true", help="be a web server (needs rulewright[web])")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen at (default: this machine only)",
    )
    parser.add_argument(
        "--port",
        type=whole_number,
        default=8000,
        metavar="N",
        help="the port (default: 8000; 0: any free one)",
    )
    parser.add_argument(
        "--public",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="an address by which people reach this server, such as https://table.example; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a web server in front of this one (an address, or a network such as 10.0.0.0/8): believe what it says "
        "in X-Forwarded-For and X-Forwarded-Proto, as one on this machine is believed; may be repeated",
    )
    parser.add_argument(
        "--matches",
        type=Path,
        default=Path(DATABASE),
        metavar="FILE",
        help=f"the file in which matches are kept (default: {DATABASE})",
    )
    parser.add_argument(
        "--backup",
        type=Path,
        metavar="FILE",
        help="only copy the matches to FILE, also while a server uses them; to restore: --matches FILE",
    )
    parser.add_argument(
        "--thinkers",
        type=whole_number,
        default=max(1, (os.cpu_count() or 1) - 1),
        metavar="N",
        help="the number of processes in which bots think (default: all cores but one)",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0.3,
        metavar="SECONDS",
        help="the least time between two choices of bots (default: 0.3)",
    )
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        type=bot_name,
        metavar="AGENT",
        help="offer this as a bot, too: a network that has learnt a game (agent.npz), or an agent of your own "
        "(module:factory); may be repeated",
    )
    parser.add_argument(
        "--metrics",
        metavar="[ADDRESS:]PORT",
        help="serve counters for Prometheus at /metrics of another port, to this machine unless an address is given",
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="on this machine, the host of a table of a game that you name can follow its files: what you save is "
        "played on at that table",
    )
    parser.add_argument(
        "--log",
        choices=["text", "json"],
        default="text",
        help="warnings for people (the default), or all that visitors do as lines of JSON; on standard error",
    )
    add_engine(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.backup is not None:
        return back_up(args.matches, args.backup, console)
    if args.live and (not args.http or args.public):
        wrong = (
            "leave out --public: strangers have no business with your files" if args.http else "add --http"
        )
        console.remark(f"rulewright serve: --live is for designing on this machine; {wrong}")
        return BAD_USAGE
    if args.stdio == args.http:
        console.remark("rulewright serve: add --http for browsers, or --stdio for a program")
        return BAD_USAGE
    for name in args.games:
        found_game(name, console)
    try:
        offer(args.agent)
    except SetupError as error:
        console.remark(f"rulewright serve: {error.code}: {error}")
        return BAD_USAGE
    if args.http:
        return serve_http(args, console)
    if sys.stdin is not None:  # it is None if the process was started with it closed
        serve(Server(GameLibrary(args.games)), sys.stdin.buffer, console)
    return CLEAN


def serve_http(args: argparse.Namespace, console: Console) -> int:
    """Serves pages until it is interrupted."""
    need_web()
    from ..web.addresses import LOCAL
    from ..web.app import Settings
    from ..web.serving import PortError, address_of, addresses_for_others, opened_port
    from ..web.serving import serve as serve_pages
    from ..web.store import StoreError

    wrong = _wrong(args)
    if wrong is not None:
        console.remark(f"rulewright serve: {wrong}")
        return BAD_USAGE
    for name in args.games:
        report = Report()
        if open_game(name, report) is None:  # it may be mended while the server runs
            report_errors(report, console)
    settings = Settings(
        database=args.matches,
        agents=tuple(args.agent),
        games=tuple(args.games),
        public=tuple(one.rstrip("/") for one in args.public),
        thinkers=args.thinkers,
        pace=args.pace,
        proxies=(*LOCAL, *args.proxy),
        log_json=args.log == "json",
        live=args.live,
    )
    host, port = args.host, args.port
    try:
        listening, watching = opened_port(host, port), None
        if args.metrics is not None:
            host, port = _metrics_at(args.metrics)
            watching = opened_port(host, port)
    except PortError as error:
        console.remark(f"rulewright serve: port {port} cannot be opened: {error}; try 0 for any free one")
        return FINDINGS

    def ready(_: object) -> None:
        console.write(f"The tables are at {address_of(listening)} (Ctrl-C stops the server)")
        for address in (*settings.public, *addresses_for_others(listening)):
            console.write(f"Others reach them at {address}")
        if watching is not None:
            console.write(f"Prometheus reads {address_of(watching)}/metrics")
        console.out.flush()

    with contextlib.suppress(KeyboardInterrupt), _stopped_in_order():
        try:
            return CLEAN if serve_pages(settings, listening, ready, watching=watching) else FINDINGS
        except StoreError as error:
            console.remark(f"rulewright serve: {error}")
            return FINDINGS
    return CLEAN


def back_up(matches: Path, target: Path, console: Console) -> int:
    """Copies the matches of a server."""
    need_web()
    from ..web.store import StoreError
    from ..web.store import back_up as copied

    try:
        copy = copied(matches, target)
    except StoreError as error:
        console.remark(f"rulewright serve: {error}")
        return FINDINGS
    archived = f", and {copy.archived} archived" if copy.archived else ""
    console.write(f"{target}: {copy.matches} match{'' if copy.matches == 1 else 'es'}{archived}")
    return CLEAN


@contextlib.contextmanager
def _stopped_in_order() -> Iterator[None]:
    """Whatever asks this process to end stops the server as Ctrl-C does. The server itself closes its matches first,
    and then sends itself again what it was sent."""

    def interrupted(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    def hung_up(number: int, frame: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    wanted = {signal.SIGTERM: interrupted}
    if hasattr(signal, "SIGHUP"):
        wanted[signal.SIGHUP] = hung_up  # the terminal was closed
    before = {one: signal.signal(one, handler) for one, handler in wanted.items()}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _wrong(args: argparse.Namespace) -> str | None:
    """What is wrong with the arguments; None if nothing is."""
    if not 0 <= args.port < 65_536:
        return "--port is from 0 to 65535"
    if not 1 <= args.thinkers <= 64:
        return "--thinkers is from 1 to 64"
    if not 0 <= args.pace <= 60:
        return "--pace is from 0 to 60 seconds"
    for one in args.public:
        if not re.fullmatch(r"https?://[^/\s]+/?", one):
            return f"--public is an origin such as https://table.example, not '{one[:100]}'"
    if args.metrics is not None and not 0 <= _metrics_at(args.metrics)[1] < 65_536:
        return (
            f"--metrics is a port, or an address and a port such as 0.0.0.0:9100, not '{args.metrics[:100]}'"
        )
    for one in args.proxy:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            return f"--proxy is an address or a network such as 10.0.0.0/8, not '{one[:100]}'"
    return None


def _metrics_at(given: str) -> tuple[str, int]:
    """The address and the port of `--metrics`; a port that cannot be, if it is neither."""
    found = re.fullmatch(r"(?:\[([^]]+)\]:|([^:]+):)?(\d{1,5})", given)
    return (found[1] or found[2] or "127.0.0.1", int(found[3])) if found else ("", -1)


def serve(server: Server, lines: BinaryIO, console: Console) -> None:
    """Answers line by line to the end of the input. Only the beginning of a line that is too long is kept."""
    while line := lines.readline(LONGEST + 1):
        rest = line
        while not rest.endswith(b"\n") and len(line) > LONGEST and (rest := lines.readline(LONGEST)):
            pass
        console.write(server.answer(line.removesuffix(b"\n") if len(line) <= LONGEST else line))
        console.out.flush()
