"""Writes saves: to new files, or over other saves; any other file is kept."""

from __future__ import annotations

import errno
import itertools
import re
from pathlib import Path

from ...interpreter.match.errors import SaveError
from ...interpreter.match.records.record import FORMAT, read_record
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


def beside_others(path: Path, text: str) -> Path:
    """The path, if nothing is lost there by this save: it is free, or holds an earlier moment of the same match.
    Otherwise the first like it with a number, as in `my-2.save`."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in itertools.count(2))
    return next(one for one in itertools.chain((path,), numbered) if not _lost(one, text))


def _lost(path: Path, text: str) -> bool:
    """Whether a save that is there is not one of an earlier moment of the match that `text` saves."""
    if not path.exists():
        return False
    try:
        there, here = read_record(path.read_text(encoding="utf-8")), read_record(text)
    except (OSError, UnicodeDecodeError, SaveError):
        return True
    done = there["actions"]
    return any(there.get(key) != here.get(key) for key in _MATCH) or here["actions"][: len(done)] != done


_MATCH = ("game", "variants", "players", "seed", "options", "start")
"""What two saves of the same match have in common."""
