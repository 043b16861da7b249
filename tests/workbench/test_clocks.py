"""The clocks of a match, with moments that a test gives: nothing here waits."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable

import attrs
import pytest
from rulewright.interpreter import Match
from rulewright.workbench.seats.absence import Absences
from rulewright.workbench.seats.clocks import KEPT, Clocks, Open
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.seats.seated import SeatedMatch
from rulewright.workbench.seats.seating import PERSON
from rulewright.workbench.seats.standing import Ending, Standing, first_standing
from rulewright.workbench.seats.terms import LONGEST, Clock, Terms, checked_absence, checked_clock
from rulewright.workbench.wire.refusals import RefusalError
from rulewright.workbench.wire.shapes import read, write

from .test_seats import Clock as Now
from .test_seats import Journal
from .test_serve import SIGNS

NOBODY: frozenset[int] = frozenset()


def there(
    deciding: Iterable[int], known: Iterable[int] | None = None, people: Iterable[int] = (0, 1)
) -> Open:
    decide = frozenset(deciding)
    return Open(decide, decide if known is None else frozenset(known), frozenset(people))


def clocks(each: str = "match", seconds: int = 100, increment: int = 0, seats: int = 2) -> Clocks:
    return Clocks.new(Clock(each=each, seconds=seconds, increment=increment), seats)  # type: ignore[arg-type]


def left(one: Clocks, now: float) -> list[float]:
    return [clock.at(now) for clock in one.seats]


# ------------------------------------------------------------------------- whose time runs


def test_clocks_stand_until_all_have_sat_down() -> None:
    one = clocks().follow(0, there([0]))
    assert (left(one, 50), one.due()) == ([100, 100], None)
    begun = one.begin(50, there([0]))
    assert (left(begun, 60), begun.due()) == ([90, 100], 150)


def test_clocks_run_with_the_first_choice_of_a_person_but_not_of_a_bot() -> None:
    one = clocks().chosen(0, 1, 0, there([0], people=[0]), NOBODY)
    assert left(one, 10) == [100, 100]
    one = clocks().chosen(0, 1, 0, there([0]), NOBODY)
    assert left(one, 10) == [90, 100]


def test_a_clock_for_the_match_with_increments() -> None:
    one = clocks(increment=5).begin(0, there([0]))
    one = one.chosen(30, 0, 0, there([1]), NOBODY)
    assert left(one, 30) == [75, 100]
    one = one.chosen(40, 1, 1, there([0]), NOBODY)
    assert left(one, 50) == [65, 95]
    assert (one.out(114), one.out(115)) == ((), (0,))
    assert one.due() == 115


def test_a_clock_for_each_choice_is_full_again() -> None:
    one = clocks("choice", 20).begin(0, there([0]))
    one = one.chosen(15, 0, 0, there([0]), NOBODY)
    assert left(one, 25) == [10, 20]
    one = one.chosen(25, 0, 1, there([1]), NOBODY)
    assert left(one, 30) == [20, 15]


def test_a_decision_that_vanishes_takes_nothing_from_the_next_one() -> None:
    """Whoever reacts first, for example, ends it: the others have nothing to decide any more."""
    one = clocks("choice", 20).begin(0, there([0, 1]))
    one = one.chosen(15, 0, 0, there([0]), NOBODY)
    one = one.chosen(16, 0, 1, there([1]), NOBODY)
    assert left(one, 16) == [20, 20]


def test_those_who_decide_simultaneously_have_clocks_that_run_simultaneously() -> None:
    one = clocks(seats=3).begin(0, there([0, 1, 2], people=range(3)))
    assert left(one, 10) == [90, 90, 90]
    one = one.chosen(10, 1, 0, there([0, 2], people=range(3)), NOBODY)
    assert left(one, 30) == [70, 90, 70]
    assert one.out(100) == (0, 2)


def test_a_bot_has_no_clock() -> None:
    one = clocks("choice").begin(0, there([0, 1]))
    one = one.follow(10, there([0, 1], people=[0]))
    assert (one.out(1000), left(one, 90)) == ((0,), [10, 90])


def test_a_bot_gives_no_time_to_think() -> None:
    """Otherwise one could hand a decision to a slow bot, think, and take it back before the bot has chosen."""
    bot, person = there([0], people=[1]), there([0])
    one = clocks().begin(0, person).follow(10, bot)
    assert left(one, 50)[0] == 90
    back = one.follow(40, person)
    assert left(back, 40)[0] == 60
    assert left(back, 45)[0] == 55
    chosen = one.chosen(30, 0, 0, bot, NOBODY)
    assert left(chosen, 30)[0] == 90, "the bot has used its own time"
    assert left(chosen.follow(35, person), 35)[0] == 85, "but not for the next decision"
    assert left(chosen.chosen(36, 0, 1, there([1], people=[1]), NOBODY).follow(99, there([1])), 99)[0] == 90


@pytest.mark.parametrize(("each", "has"), [("choice", 100), ("match", 10)])
def test_who_comes_back_after_the_time_was_up_can_play(each: str, has: float) -> None:
    one = clocks(each).begin(0, there([0]))
    assert one.out(100) == (0,)
    one = one.follow(101, there([0], people=[1]))
    assert (one.out(500), one.due()) == ((), None)
    one = one.returned(500, 0, there([0]))
    assert left(one, 500)[0] == has
    assert one.due() == 500 + has


def test_a_moment_before_the_last_one_takes_no_time() -> None:
    """A server that was killed begins again with the seconds that it kept last."""
    one = clocks().begin(50, there([0]))
    assert left(one, 40) == [100, 100]


def test_a_stopped_match_keeps_what_was_left() -> None:
    one = clocks("choice").begin(0, there([0, 1])).stopped(30)
    assert (left(one, 1000), one.out(1000), one.due()) == ([70, 70], (), None)


# ------------------------------------------------------------------------------ taking back


def test_if_all_agree_the_clocks_go_back_to_where_they_stood() -> None:
    one = clocks(increment=5).begin(0, there([0]))
    one = one.chosen(30, 0, 0, there([1]), NOBODY)
    one = one.chosen(50, 1, 1, there([0]), NOBODY)
    one = one.taken_back(60, 0, 0, there([0]), all_agreed=True)
    assert left(one, 60) == [70, 100]
    assert left(one, 65) == [65, 100]
    assert one.past == ()


@pytest.mark.parametrize("each", ["choice", "match"])
def test_taking_back_and_choosing_again_gives_no_time(each: str) -> None:
    one, now = clocks(each, increment=0 if each == "choice" else 5).begin(0, there([0])), 0.0
    for _ in range(9):
        now += 10
        one = one.chosen(now, 0, 0, there([0]), NOBODY)
        one = one.taken_back(now, 0, 0, there([0]), all_agreed=False)
        assert left(one, now) == [100 - now, 100]
    assert one.out(100) == (0,)


def test_only_the_last_changes_are_remembered() -> None:
    one = clocks().begin(0, there([0]))
    for number in range(KEPT + 10):
        one = one.chosen(number / 10, 0, number, there([0]), NOBODY)
    assert len(one.past) == KEPT
    before = left(one, 6)
    assert left(one.taken_back(6, 0, 3, there([0]), all_agreed=True), 6) == before


# ---------------------------------------------------------------------------------- secrets


def seen(one: Clocks, reader: int | None, now: float) -> tuple[list[float], list[int]]:
    found, running = one.seen_by(reader, now)
    return list(found), list(running)


def test_a_secret_choice_cannot_be_seen_from_a_clock() -> None:
    one = clocks(increment=5).begin(0, there([0, 1]))
    secret = one.chosen(10, 0, 0, there([1], known=[0, 1]), NOBODY)
    for now in (10.0, 40.0, 99.0, 150.0):
        for reader in (1, None):
            assert secret.seen_by(reader, now) == one.seen_by(reader, now)
    assert seen(secret, 0, 40) == ([95, 60], [1])
    again = secret.taken_back(20, 0, 0, there([0, 1]), all_agreed=False)
    for now in (20.0, 50.0):
        for reader in (1, None):
            assert again.seen_by(reader, now) == one.seen_by(reader, now)
    assert seen(again, 0, 40) == ([70, 60], [0, 1])
    public = secret.chosen(30, 1, 1, there([0, 1]), frozenset({0, 1}))
    assert seen(public, None, 40) == ([85, 65], [0, 1])


def test_a_clock_of_which_nobody_knows_that_it_runs_stands_for_others() -> None:
    one = clocks().begin(0, there([0, 1], known=[0]))
    assert seen(one, 0, 30) == ([70, 100], [0])
    assert seen(one, 1, 30) == ([70, 70], [0, 1])


@pytest.mark.parametrize("each", ["choice", "match"])
@pytest.mark.parametrize("late", [True, False])
def test_a_secret_choice_of_a_bot_cannot_be_seen_when_the_person_comes_back(each: str, late: bool) -> None:
    one = clocks(each, 100, 0).begin(0, there([0, 1])).follow(10, there([0, 1], people=[1]))
    worlds = [one, one.chosen(15, 0, 0, there([1], known=[0, 1], people=[1]), NOBODY)]
    decides = [there([0, 1]), there([1], known=[0, 1])]
    for now in (15.0, 40.0):
        assert worlds[0].seen_by(1, now, {0}) == worlds[1].seen_by(1, now, {0})
    if late:
        back = [world.returned(30, 0, open_now) for world, open_now in zip(worlds, decides, strict=True)]
    else:
        back = [world.follow(30, open_now) for world, open_now in zip(worlds, decides, strict=True)]
    for now in (30.0, 50.0, 200.0):
        for reader in (1, None):
            assert back[0].seen_by(reader, now) == back[1].seen_by(reader, now)
    assert back[0].seen_by(0, 50) != back[1].seen_by(0, 50)


@pytest.mark.parametrize("each", ["choice", "match"])
@pytest.mark.parametrize("seed", range(40))
def test_others_see_the_same_whoever_has_chosen_in_secret(each: str, seed: int) -> None:
    """Three seats choose in secret, and take back, in two worlds: in each, the others do so at other moments. Readers
    see the same clocks, to the last digit."""
    dice = random.Random(seed)
    reader, others = 0, (1, 2)
    everybody = frozenset(range(3))
    worlds = [
        clocks(each, 1000, 0 if each == "choice" else 3, seats=3).begin(0, there(everybody, people=everybody))
    ] * 2
    deciding = [set(everybody), set(everybody)]
    number, now = 0, 0.0
    for _ in range(30):
        now += dice.uniform(0, 5)
        for at, other in enumerate(dice.choice([(1, 2), (2, 1), (1, 1), (2, 2)])):
            open_now = deciding[at]
            if other in open_now and len(open_now) > 1:
                open_now.discard(other)
                opened = Open(frozenset(open_now), everybody, everybody)
                worlds[at] = worlds[at].chosen(now, other, number, opened, NOBODY)
            elif other not in open_now and dice.random() < 0.5:
                open_now.add(other)
                opened = Open(frozenset(open_now), everybody, everybody)
                worlds[at] = worlds[at].taken_back(now, other, number, opened, all_agreed=False)
        for moment in (now, now + 3, now + 2000):
            seen_there = [one.seen_by(reader, moment) for one in worlds]
            assert seen_there[0] == seen_there[1]
            assert [one.seen_by(None, moment) for one in worlds] == [seen_there[0]] * 2
    assert {*others, reader} == everybody


@pytest.mark.parametrize("each", ["choice", "match"])
@pytest.mark.parametrize("seed", range(40))
def test_no_time_comes_from_nowhere(each: str, seed: int) -> None:
    """Whatever two players choose and take back without asking: for the match, each has the first time and the
    increments of the choices that stand, less all that was thought; for a choice, never more than its whole time."""
    dice = random.Random(seed)
    one, now = clocks(each, 500, 0 if each == "choice" else 4).begin(0, there([0])), 0.0
    made: list[int] = []
    thought = [0.0, 0.0]
    turn = 0
    for _ in range(60):
        passed = dice.uniform(0, 3)
        now, thought[turn] = now + passed, thought[turn] + passed
        if made and made[-1] == turn and dice.random() < 0.4:
            made.pop()
            one = one.taken_back(now, turn, len(made), there([turn]), all_agreed=False)
        else:
            made.append(turn)
            turn = dice.choice([turn, 1 - turn])
            one = one.chosen(now, made[-1], len(made) - 1, there([turn]), frozenset({0, 1}))
        for seat in (0, 1):
            has = left(one, now)[seat]
            if each == "choice":
                assert has <= 500
            else:
                assert has <= 500 - thought[seat] + 4 * made.count(seat) + 1e-2


# ------------------------------------------------------------------------------- agreements


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"seconds": 4}, "clock.seconds"),
        ({"seconds": LONGEST + 1}, "clock.seconds"),
        ({"increment": -1}, "clock.increment"),
        ({"increment": LONGEST + 1}, "clock.increment"),
        ({"each": "choice", "increment": 1}, "clock.increment"),
        ({"then": "nobody"}, "clock.then"),
        ({"then": "person"}, "clock.then"),
        ({"then": "search:99999s"}, "clock.then"),
    ],
)
def test_clocks_that_cannot_be(wrong: dict[str, object], path: str) -> None:
    usual = {"each": "match", "seconds": 60}
    with pytest.raises(RefusalError) as caught:
        checked_clock(read(Clock, {**usual, **wrong}, "clock"))
    assert caught.value.path == path


def test_what_can_be_agreed() -> None:
    assert checked_clock(None) is None
    clock = Clock(each="choice", seconds=60, then="greedy:4", back=False)
    assert checked_clock(clock) == clock
    assert (Terms(clock=clock).bot, Terms().bot) == ("greedy:4", "greedy:4")
    assert Terms(clock=attrs.evolve(clock, then="random")).bot == "random"
    assert [checked_absence(one) for one in (None, 5)] == [None, 5]
    for seconds in (0, 4, LONGEST + 1):
        with pytest.raises(RefusalError):
            checked_absence(seconds)


def test_standings_survive_their_data() -> None:
    one = clocks(increment=5).begin(1.5, there([0, 1]))
    one = one.chosen(10.25, 0, 0, there([1], known=[0, 1]), NOBODY)
    for standing in (
        Standing(),
        Standing(clocks=one, resigned=(1,), late=(0,)),
        Standing(clocks=one.stopped(11), ending=Ending(reason="time", seats=(0, 1))),
    ):
        assert read(Standing, json.loads(json.dumps(write(standing))), "standing") == standing


# ------------------------------------------------------------------------------- the match


def timed(now: Now, journal: Journal, *plays: str, **terms: object) -> SeatedMatch:
    clock = Clock(each="match", seconds=100, increment=5, **terms)  # type: ignore[arg-type]
    match = Match(GameLibrary((SIGNS,)).game(SIGNS, ()), 2, 3)
    one = SeatedMatch(
        match, plays or (PERSON, PERSON), journal, now=now, standing=first_standing(Terms(clock=clock), 2)
    )
    one.all_have_sat_down()
    return one


def seconds(one: SeatedMatch) -> list[float]:
    assert one.standing.clocks is not None
    return left(one.standing.clocks, one.now())


def test_a_match_with_a_clock() -> None:
    now, journal = Now(), Journal()
    one = timed(now, journal)
    now.seconds += 10
    one.choose(0, "rock")
    now.seconds += 20
    assert seconds(one) == [95, 70]
    assert journal.standing == one.standing
    one.take_back(0)
    assert seconds(one) == [90, 70]
    one.choose(0, "rock")
    one.choose(1, "paper")
    assert seconds(one)[1] == 75
    now.seconds += 89
    assert one.time_up() == (1,)


def test_what_cannot_be_kept_takes_no_time() -> None:
    now, journal = Now(), Journal()
    one = timed(now, journal)
    before = one.standing
    journal.full = True
    now.seconds += 10
    changes: list[Callable[[], None]] = [
        lambda: one.choose(0, "rock"),
        lambda: one.hand_over(0, "random"),
        lambda: one.resign(0),
        lambda: one.stop(Ending(reason="time", seats=(0,))),
    ]
    for change in changes:
        with pytest.raises(OSError, match="no space"):
            change()
        assert (one.standing, one.plays) == (before, [PERSON, PERSON])


def test_nobody_plays_on_in_a_stopped_match() -> None:
    now, journal = Now(), Journal()
    one = timed(now, journal, PERSON, "random")
    one.choose(0, "rock")
    about = one.thinking()
    assert about is not None
    one.stop(Ending(reason="time", seats=(0,)))
    assert one.thinking() is None
    assert not one.bot_chooses(about, journal.entries[0])
    changes: list[Callable[[], None]] = [
        lambda: one.choose(0, "rock"),
        lambda: one.take_back(0),
        lambda: one.ask_to_take_back(0),
    ]
    for change in changes:
        with pytest.raises(RefusalError) as caught:
            change()
        assert (caught.value.code, bool(caught.value.help)) == ("RW738", True)


def test_clocks_of_a_stored_match_follow_what_is_there() -> None:
    """The server may have been killed after it kept who plays a seat, and before it kept the clocks."""
    now, journal = Now(), Journal()
    one = timed(now, journal)
    again = SeatedMatch(one.match, (PERSON, "random"), journal, now=now, standing=one.standing)
    now.seconds += 1000
    assert again.time_up() == (0,)


# ----------------------------------------------------------------------------- the absent


def test_the_others_let_a_bot_play_for_somebody_who_is_long_away() -> None:
    now = Now()
    one = Absences(now, 60, 3)
    one.seen({0, 1})
    assert one.met == {0, 1}
    now.seconds += 59
    with pytest.raises(RefusalError, match="away for 59 s") as caught:
        one.claim(2, 0, {0, 1})
    assert (caught.value.code, "60 s" in caught.value.help) == ("RW739", True)
    now.seconds += 1
    assert (one.away(0), one.away(2)) == (None, 60)
    assert not one.claim(2, 0, {0, 1})
    assert not one.claim(2, 0, {0, 1})
    assert one.wishes(2) == (0,)
    assert one.claim(2, 1, {0, 1})
    assert one.wishes(2) == ()


def test_who_returns_is_not_absent_any_more() -> None:
    now = Now()
    one = Absences(now, 60, 3)
    one.seen({0, 1})
    now.seconds += 100
    one.claim(2, 0, {0, 1})
    one.seen({0, 1, 2})
    assert (one.wishes(2), one.away(2)) == ((), None)
    with pytest.raises(RefusalError, match="is here"):
        one.claim(2, 0, {0, 1})
    one.seen({0, 1})
    assert one.away(2) == 0


def test_a_match_can_do_without_claims() -> None:
    now = Now()
    one = Absences(now, None, 2)
    one.seen({0})
    now.seconds += 10**6
    with pytest.raises(RefusalError, match="no bot takes the seat"):
        one.claim(1, 0, {0})
