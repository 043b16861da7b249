"""Shares by turns: whoever asks for much, or for long, keeps nobody else waiting. The clock is a number."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

import attrs
import pytest
from rulewright.workbench.seats.shares import EARLY, FLOOR, ROOM, WEIGHT, Budgets, Shares, Turn, Wish

PART = 0.1
"""How long one turn takes."""


@attrs.define
class Played:
    """What came of a wish: when it was fulfilled, and after how much work."""

    at: float
    own: float


@attrs.define(eq=False)
class World:
    """Serves wishes, each of which takes a number of seconds, and lets time pass."""

    shares: Shares
    now: float = 0.0
    takes: dict[Hashable, float] = attrs.field(factory=dict)
    had: dict[Hashable, float] = attrs.field(factory=dict)
    since: dict[Hashable, float] = attrs.field(factory=dict)
    found: dict[Hashable, Played] = attrs.field(factory=dict)
    order: list[Hashable] = attrs.field(factory=list)
    then: Callable[[World, Hashable], None] = lambda world, key: None

    def wish(self, key: Hashable, takes: float, wish: Wish) -> None:
        self.takes[key], self.had[key], self.since[key] = takes, 0.0, self.now
        self.shares.add(key, wish, self.now)

    def step(self) -> Turn | None:
        turn = self.shares.next(self.now)
        if turn is None:
            return None
        key = turn.key
        took = max(min(PART, self.takes[key] - self.had[key]), 0.001)
        self.now += took
        self.had[key] += took
        self.order.append(key)
        self.shares.used(key, took, self.now)
        if turn.last or self.had[key] >= self.takes[key] - 1e-9:
            self.shares.remove(key)
            self.found[key] = Played(self.now - self.since[key], self.had[key])
            self.then(self, key)
        return turn

    def until(self, end: float) -> None:
        while self.now < end and self.step() is not None:
            pass


def again(wish: Wish, takes: float) -> Callable[[World, Hashable], None]:
    """A match that wishes for the next thing immediately."""

    def then(world: World, key: Hashable) -> None:
        name, number = key if isinstance(key, tuple) else (key, 0)
        if name == wish.match:
            world.wish((name, number + 1), takes, wish)

    return then


def many(*thens: Callable[[World, Hashable], None]) -> Callable[[World, Hashable], None]:
    def then(world: World, key: Hashable) -> None:
        for one in thens:
            one(world, key)

    return then


def crowd(world: World, count: int, takes: float = 10.0, address: str = "crowd", **more: bool) -> None:
    """Matches of one address, whose bots think for a long time, again and again."""
    wishes = [
        Wish(f"{address}{number}", address, seconds=math.inf, most=10.0, **more) for number in range(count)
    ]
    world.then = many(world.then, *(again(wish, takes) for wish in wishes))
    for wish in wishes:
        world.wish((wish.match, 0), takes, wish)


@pytest.mark.parametrize("waited", [False, True])
@pytest.mark.parametrize("count", [6, 300])
def test_a_crowd_at_one_address_keeps_nobody_waiting(count: int, waited: bool) -> None:
    world = World(Shares(Budgets(0.5, 80)))
    crowd(world, count, waited=waited)
    world.until(5)
    for number in range(60):  # short thoughts, one a second
        world.wish(("short", number), 0.05, Wish("mine", "visitor"))
        world.until(world.now + 1)
        assert world.found["short", number].at <= PART + 0.05 + 1e-9
    world.wish(("long", 0), 2.0, Wish("mine", "visitor", seconds=2.0, most=10.0))
    world.until(world.now + 4)
    assert world.found["long", 0].at <= 2.0 + 3 * PART
    assert world.found["long", 0].own >= 0.9


def test_addresses_and_then_matches_have_equal_shares() -> None:
    world = World(Shares(room_of_one=9, room=0))
    for address, matches in (("a", 1), ("b", 3)):
        for number in range(matches):
            world.wish((address, number), 1e9, Wish(f"{address}{number}", address))
    world.until(60)
    assert world.had["a", 0] == pytest.approx(30, abs=0.2)
    assert [world.had["b", number] for number in range(3)] == pytest.approx([10, 10, 10], abs=0.2)


def test_bots_among_themselves_have_the_smaller_share() -> None:
    world = World(Shares())
    world.wish("person", 1e9, Wish("m", "a"))
    world.wish("bots", 1e9, Wish("n", "b", waited=False))
    world.until(50)
    assert world.had["person"] / world.had["bots"] == pytest.approx(WEIGHT, rel=0.05)


def test_at_one_address_a_persons_opponent_comes_first() -> None:
    world = World(Shares())
    for number in range(3):
        world.wish(number, 5.0, Wish(f"m{number}", "a", waited=False))
    world.until(1)
    world.wish("person", 1.0, Wish("mine", "a"))
    world.until(world.now + 1.1)
    assert world.found["person"].at == pytest.approx(1.0, abs=0.01)


def test_who_comes_back_does_not_make_up_for_what_it_missed() -> None:
    world = World(Shares(room=0))
    world.wish("stays", 1e9, Wish("m", "a"))
    world.wish("first", 0.1, Wish("n", "b"))
    world.until(100)
    world.wish("again", 1e9, Wish("n", "b"))
    before = world.had["stays"]
    world.until(110)
    assert world.had["stays"] - before == pytest.approx(5, abs=0.2)


def test_nor_does_a_match_that_comes_back() -> None:
    world = World(Shares(room=0, room_of_one=9))
    world.wish("stays", 1e9, Wish("m", "a"))
    world.wish("first", 0.1, Wish("n", "a"))
    world.until(100)
    world.wish("again", 1e9, Wish("n", "a"))
    before = world.had["stays"]
    world.until(110)
    assert world.had["stays"] - before == pytest.approx(5, abs=0.2)


def test_leaving_and_coming_back_gains_nothing() -> None:
    world = World(Shares())
    world.wish("stays", 1e9, Wish("m", "a"))
    had = 0.0
    for number in range(100):  # always a new wish, and a new match
        world.wish(number, 1.0, Wish(f"n{number}", "b"))
        world.until(world.now + 1)
        had += world.had[number]
        world.shares.remove(number)
    assert had == pytest.approx(world.now / 2, rel=0.1)


def own_of(world: World, match: str) -> list[float]:
    """How long the thoughts of a match were."""
    return [played.own for key, played in world.found.items() if isinstance(key, tuple) and key[0] == match]


def test_long_thoughts_are_cut_to_what_is_left_but_never_to_nothing() -> None:
    world = World(Shares(Budgets(0.25, 80)))
    crowd(world, 1)
    crowd(world, 1, address="other")
    world.until(1000)
    for match in ("crowd0", "other0"):
        own = own_of(world, match)
        assert own[0] == pytest.approx(10, abs=0.2)
        assert FLOOR <= own[-1] <= 3
        assert len(own) > 100


def test_a_budget_that_is_used_up_leaves_the_floor() -> None:
    budgets = Budgets(0.0, 5.0)
    world = World(Shares(budgets))
    crowd(world, 2)
    crowd(world, 1, address="other")
    world.until(100)
    assert budgets.left("crowd", world.now) == 0
    assert own_of(world, "crowd0")[-5:] == pytest.approx([FLOOR] * 5, abs=PART + 0.01)
    assert budgets.left("nobody", world.now) == 5.0


def test_alone_everybody_thinks_as_long_as_they_like() -> None:
    world = World(Shares(Budgets(0.0, 1.0)))
    wish = Wish("m", "a", most=10.0)
    world.then = again(wish, 10.0)
    world.wish(("m", 0), 10.0, wish)
    world.until(200)
    assert [played.own for played in world.found.values()] == pytest.approx([10.0] * 20, abs=0.11)


def test_budgets_return_and_are_forgotten() -> None:
    budgets = Budgets(0.5, 10.0)
    budgets.use("a", 4.0, 0.0)
    budgets.use("b", 1.0, 0.0)
    assert budgets.left("a", 2.0) == 7.0
    assert budgets.left("a", 100.0) == 10.0
    assert budgets.left("a", -5.0) == 6.0
    budgets.use("c", 1.0, 100.0)
    assert set(budgets._known) == {"c"}


def test_no_thought_takes_longer_than_it_may() -> None:
    world = World(Shares())
    world.wish("endless", 1e9, Wish("m", "a", most=10.0))
    world.wish("timed", 1e9, Wish("n", "b", seconds=2.0, most=10.0))
    world.until(100)
    assert world.found["timed"].at == pytest.approx(2.0, abs=0.3)
    assert world.found["endless"].own == pytest.approx(10.0, abs=2 * PART + 0.01)


def test_a_thought_whose_time_is_over_ends_before_others_of_its_address_go_on() -> None:
    world = World(Shares(room=0, room_of_one=99))
    world.wish("timed", 1e9, Wish("mine", "a", seconds=1.0))
    for number in range(30):
        world.wish(number, 1e9, Wish(f"m{number}", "a"))
    world.until(6)
    assert world.found["timed"].at == pytest.approx(1.0, abs=2 * PART + 0.01)


def test_few_thoughts_are_under_way_and_those_ahead_make_room() -> None:
    world = World(Shares())
    for address in range(5):
        crowd(world, 4, address=f"a{address}-")
    begun: set[Hashable] = set()
    while world.now < 20 and (turn := world.shares.next(world.now)) is not None:
        world.step()
        begun = {key for key, had in world.had.items() if had and key not in world.found}
        assert len(begun) <= ROOM, turn
    for address in range(5):
        for number in range(4):
            assert (f"a{address}-{number}", 0) in world.found
    world.wish("new", 0.05, Wish("mine", "visitor"))
    world.until(world.now + 2)
    assert world.found["new"].at < 1.0


def test_thoughts_of_one_address_make_room_for_each_other_after_a_while() -> None:
    world = World(Shares())
    for number in range(6):
        world.wish(number, 10.0, Wish(f"m{number}", "a", most=10.0))
    world.until(100)
    own = [world.found[number].own for number in range(6)]
    assert min(own) >= EARLY - 1e-9
    assert world.now < 40
    assert own[-1] == pytest.approx(10.0, abs=2 * PART + 0.01)  # nobody waits for the last ones


def test_a_wish_that_was_given_up_is_no_matter() -> None:
    shares = Shares()
    shares.add(1, Wish("m", "a"), 0.0)
    assert shares.next(0.0) == Turn(1, last=False)
    shares.remove(1)
    shares.used(1, 0.1, 0.1)
    shares.remove(1)
    assert (len(shares), shares.next(0.2)) == (0, None)


def test_nothing_is_remembered_of_those_who_have_gone() -> None:
    world = World(Shares(Budgets(0.5, 80)))
    for number in range(500):
        world.wish(number, 0.02, Wish(f"m{number}", f"a{number}"))
        world.until(world.now + 0.01)
    world.until(1e9)
    world.wish("last", 0.1, Wish("m", "a"))
    world.until(1e9)
    assert len(world.shares._accounts) <= 2
    for number in range(500):
        world.wish(number, 0.02, Wish(f"m{number}", "one"))
        world.until(1e9)
    assert sum(len(one.matches) for one in world.shares._accounts.values()) <= 3
