"""What this server allows: the sizes and rates that keep one visitor from spoiling the game of another."""

from __future__ import annotations

import time

import attrs

LONGEST_MESSAGE = 16_384
"""The most bytes of a message or of the body of a request."""
MESSAGES = 20.0
"""The messages that a page may send per second, on average."""
BURST = 60.0
"""The messages that a page may send without a pause."""
PATIENCE = 3
"""How many requests in a row beyond the rate are refused before the connection is closed."""
LOOK = 0.03
"""Seconds between two looks at the files of a design table."""
TO_JOIN = 10.0
"""Seconds in which a new connection must say which match it is for."""
UNSENT = 400
"""The messages that wait for a slow page. With more, it is disconnected, and catches up when it comes back."""
LONGEST_UNSENT = 1_000_000
"""The most characters that wait for a slow page, before one more message."""
UNREAD = 100_000
"""The characters that wait for a page, while no more of its requests are answered."""
TO_END = 5.0
"""Seconds in which a page must read what is waiting when its connection ends."""
TO_SEND = 10.0
"""Seconds in which the body of a request must arrive."""
CONNECTIONS = 6_000
"""The most open connections, of pages and of other requests, if the system allows as many."""
CONNECTIONS_OF_ONE = 400
"""The most open connections of one address: enough for its pages. It never has more than half of all."""
SPARE_FILES = 64
"""The files that may be open besides connections: the database, rules, libraries."""
FILES_OF_PROCESS = 8
"""The files that are open for each process in which bots think."""
TO_ASK = 10.0
"""Seconds in which a new connection must send the whole head of a request."""
TO_BEGIN = 0.1
"""Seconds for which a connection is not ended to make room: in that time, whoever has something to ask has asked."""
KEEP_ALIVE = 5
"""Seconds for which a connection may wait for the next request."""
KEEP_ALIVE_OF_PROXY = 150
"""The same for a web server in front of this one: if it is longer than there (120 with Caddy), no request meets a
connection that is just being closed."""
TO_READ = 30.0
"""Seconds after which a connection is ended whose other end reads nothing of what waits for it."""
UNSENT_BYTES = 131_072
"""What the system keeps of what a connection has not yet read."""
PART = 65_536
"""The most bytes of a long answer that are written together."""
BACKLOG = 1_024
"""The connections that wait in the queue of the system to be accepted."""
AFTER_EXHAUSTION = 0.5
"""Seconds until the next attempt, if the system could not give a connection."""
AFTER_ROOM = 0.01
"""The same, if a connection was ended to make room."""
BETWEEN_LOOKS = 1.0
"""Seconds between two looks for connections whose time is over."""
TOGETHER = 100
"""The connections that are looked at in one go."""
BETWEEN_LINES = 60.0
"""Seconds between two lines of the log about connections."""
CULPRITS = 1_000
"""The addresses of which it is counted, for such a line, how many connections were ended."""
FOR_NUMBERS = 8
"""The connections that those who run the server may have when there is no room for visitors."""
HEALTHY = 10.0
"""Seconds for which it is believed that the database works."""
TO_LOOK = 5.0
"""Seconds in which the database must answer."""
JOINS = 10.0
"""The connections that one address may open per second, on average."""
JOINS_AT_ONCE = 600.0
"""The connections that one address may open without a pause."""
PAGES = 5_000
"""The most open pages."""
PAGES_OF_ONE = 300
"""The most open pages of one address."""
MATCHES = 20_000
"""The most matches that are kept."""
MATCHES_OF_ONE = 1_000
"""The most matches that one address can start in an hour."""
LOOKS = 2.0
"""How often one address may look at the set-ups of a game per second, on average: variants must be read for it."""
LOOKS_AT_ONCE = 100.0
"""How often one address may do so without a pause."""
AWAKE = 2_000
"""The most matches in memory. Those that nobody looks at are put away first; they are read again when needed."""
IDLE = 600.0
"""Seconds after which a match that nobody looks at is put away."""
IDLE_OVER = 60.0
"""The same for a match that is over: hardly anybody comes back to it."""
KEPT_DAYS = 90
"""Days after which a match that nobody has looked at is archived."""
ARCHIVED_DAYS = 365
"""Days after which a match that is archived is removed, if nobody has opened it since."""
FRAMES = 100
"""The most steps of a replay in one reply."""
REPLAYS_OF_ONE = 10
"""How many different replies of replays can be made for one address simultaneously; others are refused."""
REPLIES = 10.0
"""The replies of replays that one address gets per second, on average: all tables wait while one is sent."""
REPLIES_AT_ONCE = 60.0
"""The replies that it gets without a pause."""
LATER = 30.0
"""Seconds that a reply may be put off; beyond that, it is refused."""
SLOWER = 3.0
"""How much longer bots among themselves pause between two choices than those for whom a person waits."""


@attrs.define
class Bucket:
    """A rate limit: `rate` per second on average, `size` without a pause."""

    rate: float
    size: float
    _left: float = attrs.field(init=False)
    _at: float = attrs.field(init=False, factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self._left = self.size

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self, most: float) -> float | None:
        """How many seconds it takes until one more is allowed; it is taken for then. None, and nothing is taken, if
        these are more than `most`."""
        if self.take():
            return 0.0
        seconds = (1 - self._left) / self.rate
        if seconds > most:
            return None
        self._left -= 1
        return seconds

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for so long that it can be forgotten."""
        return self._left + (time.monotonic() - self._at) * self.rate >= self.size


@attrs.define
class Buckets:
    """A rate limit for each address."""

    rate: float
    size: float
    _known: dict[str, Bucket] = attrs.field(init=False, factory=dict)

    def take(self, address: str) -> bool:
        """Whether an address may do one more now."""
        return self._of(address).take()

    def wait(self, address: str, most: float) -> float | None:
        """When an address may do one more, as `Bucket.wait`."""
        return self._of(address).wait(most)

    def _of(self, address: str) -> Bucket:
        for known in [one for one, bucket in self._known.items() if bucket.is_full]:
            del self._known[known]
        return self._known.setdefault(address, Bucket(self.rate, self.size))
