"""`rulewright serve`: plays matches for another program, with the protocol of docs/protocol.md."""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO

from ..commandline.arguments import GAME_HELP, found_game
from ..commandline.console import BAD_USAGE, CLEAN, Console
from ..commandline.engines import add_engine
from ..protocol.messages import LONGEST
from ..protocol.server import Server
from ..protocol.shelf import Shelf

DESCRIPTION = """\
Play matches for another program: requests come in on standard input, replies go out on standard output, one JSON
object per line. It offers the games that ship and those that you name. It ends when its input ends."""
EXAMPLES = (
    "rulewright serve --stdio                 the games that ship",
    "rulewright serve --stdio ./my-game       and the game in the folder ./my-game",
)
EXIT_CODES = "0 the input ended, 2 bad usage or no such game"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"offer this game too: {GAME_HELP}")
    parser.add_argument("--stdio", action="store_true", help="use standard input and output")
    add_engine(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if not args.stdio:
        console.remark("rulewright serve: add --stdio; there is no other way to connect yet")
        return BAD_USAGE
    for name in args.games:
        found_game(name, console)
    if sys.stdin is not None:  # it is None if the process was started with it closed
        serve(Server(Shelf(args.games)), sys.stdin.buffer, console)
    return CLEAN


def serve(server: Server, lines: BinaryIO, console: Console) -> None:
    """Answers line by line to the end of the input. Only the beginning of a line that is too long is kept."""
    while line := lines.readline(LONGEST + 1):
        rest = line
        while not rest.endswith(b"\n") and len(line) > LONGEST and (rest := lines.readline(LONGEST)):
            pass
        console.write(server.answer(line.removesuffix(b"\n") if len(line) <= LONGEST else line))
        console.out.flush()
