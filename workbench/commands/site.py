"""`rulewright site`: writes a folder of plain files in which people play games in a browser, without a server."""

from __future__ import annotations

import argparse
import contextlib
import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from ...interpreter.extras import needed
from ..commandline.arguments import GAME_HELP, found_game, whole_number
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.extras import need_web
from ..files.games import shown
from ..site.building import Made, Site, SiteError, known_as, make, runtime_in

DESCRIPTION = """\
Write a site: a folder of plain files that any web space can serve. Whoever opens it plays the games in the browser,
against bots or with others at the same screen, and nothing needs to be installed: Python itself runs in the page.
Nothing is sent anywhere. Matches are kept in the browser. It needs Pyodide (npm install pyodide)."""
EXAMPLES = (
    "rulewright site -o public                     all games that ship",
    "rulewright site ./my-game -o public           with the game in the folder ./my-game",
    "rulewright site --play ./my-game -o public    only this game, for people who are to try it",
    "rulewright site -o public --serve 8000        opens it at http://localhost:8000, too",
)
EXIT_CODES = "0 the site is written, 1 it cannot be written, 2 bad usage or no such game"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"offer this game too: {GAME_HELP}")
    parser.add_argument("--play", action="store_true", help="offer only the games that are named")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help="the folder to write"
    )
    parser.add_argument(
        "--runtime",
        type=Path,
        metavar="FOLDER",
        help="the files of Pyodide (default: what npm has installed here or above)",
    )
    parser.add_argument(
        "--serve", type=whole_number, metavar="PORT", help="then serve it to this machine, until Ctrl-C"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    need_web()
    if not args.play:
        needed("pygls", "lsp")
    if args.play and not args.games:
        console.remark("rulewright site: --play needs a GAME: the one that people are to play")
        return BAD_USAGE
    found = [found_game(name, console) for name in args.games]
    own = tuple(one for one in found if not one.shipped)
    named = tuple(one.name for one in found if one.shipped)
    start = f"/new?game={quote(known_as(found[0]))}" if len(found) == 1 else "/"
    try:
        runtime = runtime_in(args.runtime or Path.cwd())
        made = make(Site(named if args.play else None, own, start, runtime, not args.play), args.output)
    except SiteError as error:
        console.remark(f"rulewright site: {error}; {error.way_out}")
        return FINDINGS
    except OSError as error:
        console.remark(f"rulewright site: {shown(args.output)} cannot be written: {error.strerror}")
        return FINDINGS
    _report(made, console)
    if args.serve is not None:
        _serve(made.folder, args.serve, console)
    return CLEAN


def _report(made: Made, console: Console) -> None:
    console.write(
        f"wrote the site to {shown(made.folder)}: {made.ours / 1e6:.1f} MB, and {made.runtime / 1e6:.1f} MB of "
        "Python's runtime"
    )
    console.write("serve this folder from any web space; opened as a file, browsers do not run it")


def _serve(folder: Path, port: int, console: Console) -> None:
    """Serves a folder to this machine until somebody stops it."""
    handler = functools.partial(_Quiet, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        console.remark(f"rulewright site: cannot listen at port {port}: {error.strerror}; choose another one")
        return
    console.write(f"open http://localhost:{server.server_port} (Ctrl-C stops it)")
    console.out.flush()
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of each request, and knows what browsers insist on."""

    extensions_map = {  # noqa: RUF012 (as the class above has it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass
