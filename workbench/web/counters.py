"""What a server counts from its start on."""

from __future__ import annotations

import collections
import threading

import attrs


@attrs.frozen
class Counted:
    """What is counted: what it means, and, if there are several sorts, what these are and those that are known."""

    meaning: str
    label: str = ""
    sorts: tuple[str, ...] = ("",)


COUNTED = {
    "connections": Counted("Connections that were accepted."),
    "connections_ended": Counted(
        "Connections that were refused or ended: there was no room (refused, crowded), they said nothing (silent) or "
        "read nothing (unread); and attempts to accept one for which the system had no descriptor (exhausted).",
        "reason",
        ("refused", "crowded", "silent", "unread", "exhausted"),
    ),
    "pages_ended": Counted("Pages that were disconnected since they did not read.", "reason", ("slow",)),
    "matches_started": Counted("Matches that were started."),
    "choices": Counted("Choices of people.", "result", ("accepted", "refused")),
    "replays": Counted("Replays that were begun."),
    "refusals": Counted("Requests and messages that were refused, by the code of the error.", "code", ()),
    "faults": Counted("Requests that failed by a fault of Rulewright."),
    "worker_seconds": Counted(
        "Seconds that processes have worked: bots think in some, and one makes replays.",
        "work",
        ("bots", "replays"),
    ),
    "worker_failures": Counted("Processes that died."),
    "database_seconds": Counted("Seconds that were spent on writing to the database."),
    "database_commits": Counted("Transactions that were written to the database."),
    "database_failures": Counted("Transactions that could not be written to the database."),
}
"""By name."""


@attrs.define(eq=False)
class Counters:
    """Numbers that only grow, by name and sort. Any thread may add to them."""

    _values: collections.Counter[tuple[str, str]] = attrs.field(init=False, factory=collections.Counter)
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def add(self, name: str, sort: str = "", by: float = 1) -> None:
        """Adds to a number of `COUNTED`."""
        assert name in COUNTED, name
        with self._lock:
            self._values[name, sort] += by  # type: ignore[assignment]  # a Counter of seconds is one, too

    def value(self, name: str, sort: str = "") -> float:
        """A number."""
        return self._values[name, sort]

    def values(self, name: str) -> dict[str, float]:
        """All sorts of a number."""
        with self._lock:
            own = {sort: float(value) for (of, sort), value in self._values.items() if of == name}
        return dict.fromkeys(COUNTED[name].sorts, 0.0) | own


COUNTERS = Counters()
"""Of this process: there is one server in it."""
