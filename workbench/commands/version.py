"""`rulewright version`."""

from __future__ import annotations

import argparse
import os
import platform

from ...dsl.diagnostics.editions import EDITIONS
from ...interpreter.match.setup.engine_choice import VARIABLE, missing_library
from ..commandline.console import CLEAN, Console
from ..installation import installed

DESCRIPTION = """\
Print the version of Rulewright, of its language and of Python; with --verbose also which engines play here."""
EXAMPLES = ("rulewright version", "rulewright version --verbose")
EXIT_CODES = "0, or 2 for bad usage"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verbose", action="store_true", help="also say which engines play here")


def run(args: argparse.Namespace, console: Console) -> int:
    known = ", ".join(map(str, EDITIONS))
    console.write(
        f"rulewright {installed()} (editions {known} of the language, Python {platform.python_version()})"
    )
    if args.verbose:
        console.write(f"usual engine: {os.environ.get(VARIABLE, 'auto')}")
        console.write(f"native engine: {_native()}")
    return CLEAN


def _native() -> str:
    """Whether the native engine can be had here, and where its code is kept."""
    library = missing_library()
    if library:
        return f'no: {library} is not installed: pip install "rulewright[native]"'
    from ...interpreter.native.cache import cache
    from ...interpreter.native.compiling import host

    here, kept = host(), cache()
    place = f"not kept: {kept.refusal}" if kept.refusal else f"kept in {kept.folder}"
    if kept.read_only:
        place += ", which cannot be written"
    return f"yes, by llvmlite {here.llvmlite} (LLVM {here.llvm}) for {here.cpu}; its code is {place}"
