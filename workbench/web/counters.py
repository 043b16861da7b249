"""What a server counts from its start on."""

from __future__ import annotations

import collections
import threading

import attrs


@attrs.define(eq=False)
class Counters:
    """Numbers that only grow, by name and, where there are several of a sort, by sort. Any thread may add to them."""

    _values: collections.Counter[tuple[str, str]] = attrs.field(init=False, factory=collections.Counter)
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def add(self, name: str, sort: str = "", by: float = 1) -> None:
        """Adds to a number."""
        with self._lock:
            self._values[name, sort] += by  # type: ignore[assignment]  # a Counter of seconds is one, too

    def value(self, name: str, sort: str = "") -> float:
        """A number."""
        return self._values[name, sort]


COUNTERS = Counters()
"""Of this process: there is one server in it."""
