"""Whose turn it is where only one can be served at a time: bots that think, replays, what bots choose.

In: wishes, each of a match and of the address that it is for, and how long each turn took. Out: whose turn it is, and
whether the wish should come to its end in this turn. Addresses have equal shares of the time, and so have the matches
of an address, however many there are and however long each of them takes; a turn for which a person waits counts for
less. Whoever has asked for a lot is stopped earlier, but only while somebody else waits.

It knows neither clocks nor threads: whoever asks it says what time it is.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator

import attrs

WEIGHT = 4.0
"""How much less a second counts for which a person waits, than one of bots among themselves."""
FLOOR = 0.1
"""Seconds that every thought may take, whoever else waits."""
EARLY = 0.5
"""Seconds after which a thought ends if another one of its own address cannot begin."""
PART = 0.25
"""The part of what its address has left that one thought may take while others wait."""
ROOM = 6
"""How many wishes are under way in turns: an unfinished thought can take a hundred megabytes."""
ROOM_OF_ONE = 3
"""How many of them may be of one address."""


@attrs.frozen
class Wish:
    """Something that takes a while, and can be done in parts.

    `seconds` is how long it may take from the wish to its end, if others wait or not; `most` is how long it may take
    of the time that it is served. `waited` says that a person waits for it.
    """

    match: str
    address: str
    waited: bool = True
    seconds: float = math.inf
    most: float = math.inf


@attrs.frozen
class Turn:
    """Whose turn it is, and whether it should end in it."""

    key: Hashable
    last: bool


@attrs.define(eq=False)
class _Open:
    key: Hashable
    wish: Wish
    since: float
    own: float = 0.0
    begun: bool = False


@attrs.define(eq=False)
class _Account:
    """An address: what it has had (in weighted seconds), and each of its matches."""

    passed: float
    open: dict[Hashable, _Open] = attrs.field(factory=dict)
    matches: dict[str, float] = attrs.field(factory=dict)

    def enter(self, match: str) -> None:
        """A match comes, or comes back: it may not make up for the time when it wanted nothing."""
        here = {one.wish.match for one in self.open.values()}
        least = min((self.matches[one] for one in here), default=0.0)
        self.matches = {one: passed for one, passed in self.matches.items() if passed > least or one in here}
        self.matches[match] = max(self.matches.get(match, 0.0), least)

    def full(self, room: int) -> tuple[bool, bool]:
        """Whether no more wishes can begin: of bots among themselves, and of those for which a person waits, which
        do not have to make room for the others."""
        begun = [one for one in self.open.values() if one.begun]
        return len(begun) >= room, sum(one.wish.waited for one in begun) >= room


class Budgets:
    """What each address has left of the seconds that it may use: `size`, and `rate` more with each second."""

    def __init__(self, rate: float = math.inf, size: float = math.inf) -> None:
        self._rate, self._size = rate, size
        self._known: dict[str, tuple[float, float]] = {}  # what was left, and when

    def left(self, address: str, now: float) -> float:
        """The seconds that an address has left."""
        left, since = self._known.get(address, (self._size, now))
        return min(self._size, left + self._rate * (now - since)) if now > since else left

    def use(self, address: str, seconds: float, now: float) -> None:
        """Takes seconds away, down to none."""
        if math.isinf(self._size):
            return
        self._known[address] = max(self.left(address, now) - seconds, 0.0), now
        for one in [one for one in self._known if self.left(one, now) >= self._size]:
            del self._known[one]


class Shares:
    """The wishes that are open, and whose turn it is.

    Args:
        budgets: what addresses may use; several can share it.
        room: how many wishes can be under way; 0 is no limit.
        room_of_one: how many of one address.
    """

    def __init__(
        self, budgets: Budgets | None = None, room: int = ROOM, room_of_one: int = ROOM_OF_ONE
    ) -> None:
        self._budgets = budgets or Budgets()
        self._room, self._room_of_one = room, room_of_one
        self._accounts: dict[str, _Account] = {}
        self._where: dict[Hashable, _Account] = {}
        self._passed = 0.0  # of the address that was served last: those who come begin there

    def __len__(self) -> int:
        return len(self._where)

    def add(self, key: Hashable, wish: Wish, now: float) -> None:
        """A new wish. Its key is its own."""
        account = self._accounts.setdefault(wish.address, _Account(self._passed))
        if not account.open:
            account.passed = max(account.passed, self._passed)
        account.enter(wish.match)
        account.open[key] = _Open(key, wish, now)
        self._where[key] = account

    def remove(self, key: Hashable) -> None:
        """A wish is fulfilled, or nobody has it any more."""
        account = self._where.pop(key, None)
        if account is None:
            return
        address = account.open.pop(key).wish.address
        if not self._where:  # nobody has to make up for anything
            self._accounts.clear()
        # what it has had is remembered until the others have had as much
        elif not account.open and account.passed <= self._passed:
            del self._accounts[address]

    def used(self, key: Hashable, seconds: float, now: float, own: float | None = None) -> None:
        """A turn has taken so long; `own` is the part of it that brought the wish forward."""
        account = self._where.get(key)
        if account is None:  # it was given up meanwhile
            return
        one = account.open[key]
        counted = seconds / WEIGHT if one.wish.waited else seconds
        account.passed += counted
        account.matches[one.wish.match] += counted
        one.own += seconds if own is None else own
        self._budgets.use(one.wish.address, seconds, now)

    def next(self, now: float) -> Turn | None:
        """Whose turn it is now; nobody's, if there are no wishes."""
        found = min(self._candidates(now), key=lambda pair: pair[0].passed, default=None)
        if found is None:
            return None
        account, one = found
        self._passed = max(self._passed, account.passed)
        self._forget()
        one.begun = True
        return Turn(one.key, self._should_end(account, one, now))

    def _forget(self) -> None:
        """Lets go of addresses that want nothing, and have nothing to make up for."""
        gone = [one for one, it in self._accounts.items() if not it.open and it.passed <= self._passed]
        for one in gone:
            del self._accounts[one]

    def _candidates(self, now: float) -> Iterator[tuple[_Account, _Open]]:
        """Of each address, the wish that would be next."""
        has_room = not self._is_full
        for account in self._accounts.values():
            full = account.full(self._room_of_one)
            ready = [
                one for one in account.open.values() if one.begun or (has_room and not full[one.wish.waited])
            ]
            if ready:
                yield account, min(ready, key=lambda one: self._order(account, one, now))

    @staticmethod
    def _order(account: _Account, one: _Open, now: float) -> tuple[bool, bool, float, float]:
        late = one.own >= FLOOR and now - one.since >= one.wish.seconds  # it only has to come to its end
        return not late, not one.wish.waited, account.matches[one.wish.match], one.since

    @property
    def _is_full(self) -> bool:
        return (
            0 < self._room <= sum(one.begun for each in self._accounts.values() for one in each.open.values())
        )

    def _should_end(self, account: _Account, one: _Open, now: float) -> bool:
        wish = one.wish
        if one.own < FLOOR:
            return False
        if one.own >= wish.most or now - one.since >= wish.seconds:
            return True
        alone = all(other is account or not other.open for other in self._accounts.values())
        if not alone and one.own >= self._budgets.left(wish.address, now) * PART:
            return True
        return self._is_in_the_way(account, one)

    def _is_in_the_way(self, account: _Account, one: _Open) -> bool:
        """Whether others cannot begin, and it has taken longest of those that could make room."""
        if one.own >= EARLY:
            full = account.full(self._room_of_one)
            for other in account.open.values():
                waited = other.wish.waited
                if not other.begun and full[waited] and (waited or not one.wish.waited):
                    return True
        if not self._is_full:
            return False
        every = [other for each in self._accounts.values() for other in each.open.values()]
        waits = any(not other.begun and other.wish.address != one.wish.address for other in every)
        return waits and one.own >= max(other.own for other in every if other.begun)
