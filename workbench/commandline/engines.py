"""`--engine`: which engine a command plays on, in this process and in those that it starts.

What knows engines is imported only by commands that play, so that others start without it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator

from ...interpreter.extras import MissingExtraError
from .console import BAD_USAGE, Console, RefusedError


def add_engine(parser: argparse.ArgumentParser) -> None:
    """--engine."""
    from ...interpreter.match.setup.engine_choice import VARIABLE, WANTED

    parser.add_argument(
        "--engine",
        choices=WANTED,
        default=None,
        metavar="ENGINE",
        help=f"what plays: {', '.join(WANTED)} (default: auto, or what the variable {VARIABLE} says); "
        "matches are the same on each",
    )


@contextlib.contextmanager
def chosen_engine(args: argparse.Namespace, console: Console) -> Iterator[None]:
    """While a command runs, its engine is the usual one; other processes inherit that by the environment.

    Raises `RefusedError` if the environment names no engine, and `MissingExtraError` if the native one is wanted and
    a library is missing. That a game cannot run on it shows when the game is there.
    """
    if not hasattr(args, "engine"):
        yield
        return
    from ...interpreter.match.errors import EngineError
    from ...interpreter.match.setup.engine_choice import VARIABLE, missing_library, wanted_engine

    try:
        wanted = wanted_engine(args.engine)
    except EngineError as error:
        console.remark(f"rulewright: {error.code}: {error}")
        raise RefusedError(BAD_USAGE) from None
    if wanted == "native" and (library := missing_library()):
        raise MissingExtraError(library, "native")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = wanted
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
