"""The log of a server: for people, or as JSON for programs. Nobody who visits it can fill the disk with warnings.

What is written of a request never comes from its text, only from what the server knows: so no link to a seat, and no
secret of a match, is ever in it.
"""

from __future__ import annotations

import collections
import datetime
import json
import logging
import time

import attrs

LOG = logging.getLogger("rulewright.web")
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
        if record.levelno < logging.WARNING:  # what visitors do has limits of its own
            return True
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


class AsJson(logging.Formatter):
    """Each line is a JSON object: when, how bad, what has happened, and what it was about."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        found = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", "message"),
            **getattr(record, "about", {}),
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False, default=str)


def tell(event: str, message: str, **about: object) -> None:
    """Writes what a visitor has done, for those who want to know all: `about` whom, and which match."""
    LOG.info(message, extra={"event": event, "about": about})


def begin_log(as_json: bool = False) -> None:
    """Writes warnings to the standard error; as JSON, also what visitors do."""
    handler = logging.StreamHandler()
    handler.addFilter(Sparing())
    if as_json:
        handler.setFormatter(AsJson())
        LOG.setLevel(logging.INFO)
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
