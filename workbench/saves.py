"""Where saves are written: in new files, or in the place of other saves; what else lies there is kept."""

from __future__ import annotations

import errno
import re
from pathlib import Path

from rulewright.interpreter.match.record import FORMAT

from .files import unfit, write_whole

_SAVE = re.compile(rb'\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')
_BEGINNING = 1_000  # bytes that are enough to know a save by


def unfit_for_save(path: Path) -> str | None:
    """Why no save should be written there; None if it can be tried."""
    reason = unfit(path)
    if reason is not None or not path.exists():
        return reason
    if not path.is_file():  # opening a pipe or a device could wait for ever
        return "it is no ordinary file"
    try:
        with path.open("rb") as file:
            return None if _SAVE.match(file.read(_BEGINNING)) else "a file is there that is no save"
    except OSError as error:
        return (error.strerror or str(error)).lower()


def write_save(path: Path, text: str) -> None:
    """Puts a save there whole, or changes nothing. Raises `OSError` for a path that is unfit."""
    reason = unfit_for_save(path)
    if reason is not None:
        raise OSError(errno.EINVAL, reason)
    write_whole(path, text)
