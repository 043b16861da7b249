"""`rulewright mcp`: a server of the Model Context Protocol, for language models that write games (docs/mcp.md)."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...interpreter.extras import needed
from ..commandline.console import BAD_USAGE, CLEAN, Console

DESCRIPTION = """\
Offer games to language models by the Model Context Protocol, on standard input and output: a program that speaks it
starts this command by itself. The model can read the language's pages and the games that ship, write rule files in
one folder, check, paraphrase, test and simulate games, and play matches. Nothing outside the folder is read or
written, and no command takes longer than --seconds."""
EXAMPLES = (
    "rulewright mcp --folder ./games",
    "rulewright mcp --folder ./games --seconds 300",
)
EXIT_CODES = "0 the client is gone, 2 bad usage, no such folder, or the extra is not installed"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--folder",
        default=".",
        metavar="DIR",
        help="where games are read and written (default: the current folder)",
    )
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="how long a command may take (default 120)"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    folder = Path(args.folder)
    if not folder.is_dir():
        console.remark(f"rulewright mcp: there is no folder '{args.folder}'")
        return BAD_USAGE
    if not args.seconds > 0:
        console.remark("rulewright mcp: --seconds is more than 0")
        return BAD_USAGE
    needed("mcp.server", "mcp")
    from ..mcp.server import serve

    serve(folder, args.seconds)
    return CLEAN
