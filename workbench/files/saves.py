"""Writes saves: to new files, or over other saves; any other file is kept."""

from __future__ import annotations

import errno
import re
from pathlib import Path

from ...interpreter.match.records.record import FORMAT
from .games import unfit, write_whole

_SAVE = re.compile(rb'\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')
_BEGINNING = 1_000  # bytes: enough to recognize a save


def unfit_for_save(path: Path) -> str | None:
    """Why no save should be written to a path; None if nothing is wrong."""
    reason = unfit(path)
    if reason is not None or not path.exists():
        return reason
    if not path.is_file():  # opening a pipe or a device could wait forever
        return "it is not an ordinary file"
    try:
        with path.open("rb") as file:
            return None if _SAVE.match(file.read(_BEGINNING)) else "the file there is not a save"
    except OSError as error:
        return (error.strerror or str(error)).lower()


def write_save(path: Path, text: str) -> None:
    """Writes a save whole, or changes nothing. Raises `OSError` for an unfit path."""
    reason = unfit_for_save(path)
    if reason is not None:
        raise OSError(errno.EINVAL, reason)
    write_whole(path, text)
