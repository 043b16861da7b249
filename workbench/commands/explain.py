"""`rulewright explain`: what a diagnostic code means; without a code, all of them by title."""

from __future__ import annotations

import argparse
import shutil
import textwrap

from ...dsl.diagnostics.codes import CODES
from ...dsl.diagnostics.suggest import closest
from ..commandline.console import BAD_USAGE, CLEAN, Console

DESCRIPTION = "Explain a code such as RW101, and what to do about it; without a code, list all codes."
EXAMPLES = ("rulewright explain RW101", "rulewright explain")
EXIT_CODES = "0, or 2 for an unknown code"

_WIDEST = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="*", metavar="CODE", help="a code, such as RW101 or 101")


def run(args: argparse.Namespace, console: Console) -> int:
    if not args.code:
        console.table(("code", "what is wrong"), [(code, info.title) for code, info in CODES.items()])
        return CLEAN
    unknown = [written for written in args.code if normal(written) not in CODES]
    for written in unknown:
        meant = closest(normal(written), CODES)
        hint = f"did you mean {meant}?" if meant else "'rulewright explain' lists all codes"
        console.remark(f"rulewright explain: there is no code '{written}'; {hint}")
    if unknown:
        return BAD_USAGE
    console.write("\n\n".join(explanation(normal(written), console) for written in args.code))
    return CLEAN


def normal(written: str) -> str:
    """A code as it is registered: `rw6` and `006` are RW006."""
    digits = written.upper().removeprefix("RW")
    return f"RW{digits:>03}" if digits.isascii() and digits.isdigit() else written.upper()


def explanation(code: str, console: Console) -> str:
    """Title and explanation, wrapped to the terminal."""
    width = min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns)
    info = CODES[code]
    text = textwrap.fill(info.explanation, width=max(width, 40), break_on_hyphens=False)
    return f"{console.bold(f'{code}: {info.title}')}\n\n{text}"
