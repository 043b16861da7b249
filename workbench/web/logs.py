"""The log of a server: nobody who visits it can fill the disk with it."""

from __future__ import annotations

import collections
import logging
import time

import attrs

REPEATED = 5
"""How many lines of a sort there may be within `WHILE`."""
WHILE = 60.0
"""Seconds."""
SORTS = 200
"""The sorts of lines that are counted."""


@attrs.define
class _Sort:
    since: float
    told: int = 0
    left_out: int = 0


class Sparing(logging.Filter):
    """Leaves out lines of a sort that comes again and again; the next one that is written says how many they were.
    Lines are of a sort if the same place in a program writes them."""

    def __init__(self) -> None:
        super().__init__()
        self._sorts: collections.OrderedDict[tuple[str, int, object], _Sort] = collections.OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind, now = (record.pathname, record.lineno, record.levelno), time.monotonic()
        sort = self._sorts.setdefault(kind, _Sort(now))
        self._sorts.move_to_end(kind)
        if len(self._sorts) > SORTS:
            self._sorts.popitem(last=False)
        if now - sort.since > WHILE:
            left_out, self._sorts[kind] = sort.left_out, _Sort(now, 1)
            if left_out:
                record.msg = f"{record.getMessage()} (and {left_out} more like this since then)"
                record.args = ()
            return True
        sort.told += 1
        if sort.told > REPEATED:
            sort.left_out += 1
            return False
        return True


def begin_log() -> None:
    """Writes warnings to the standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s", handlers=[handler])
