"""`rulewright cache`: the machine code that is kept from one run to the next."""

from __future__ import annotations

import argparse

from ...interpreter.extras import MissingExtraError
from ...interpreter.match.setup.engine_choice import missing_library
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console

DESCRIPTION = """\
Show where machine code of games is kept, and how much of it there is; with --clear delete it. It is made again when a
game needs it. The variable RULEWRIGHT_CACHE names another folder; if it is empty, nothing is kept."""
EXAMPLES = ("rulewright cache", "rulewright cache --clear")
EXIT_CODES = "0, 1 something cannot be deleted, 2 bad usage or nothing can be kept"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", action="store_true", help="delete all of it")


def run(args: argparse.Namespace, console: Console) -> int:
    if library := missing_library():
        raise MissingExtraError(library, "native")
    from ...interpreter.native.cache import MOST_BYTES, cache

    kept = cache()
    if kept.refusal:
        console.remark(f"rulewright cache: nothing is kept: {kept.refusal}")
        return BAD_USAGE
    if args.clear:
        try:
            console.write(f"deleted: {kept.clear()}")
        except OSError as error:
            console.remark(f"rulewright cache: {error.filename} cannot be deleted: {error.strerror}")
            return FINDINGS
        return CLEAN
    found = kept.entries()
    console.write(
        f"folder: {kept.folder}{' (nothing new is kept: it cannot be written)' if kept.read_only else ''}"
    )
    size = sum(one.size for one in found)
    console.write(f"entries: {len(found)} with {_megabytes(size)} (at most {_megabytes(MOST_BYTES)})")
    return CLEAN


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"
