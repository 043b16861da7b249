"""One visitor of the web server does not starve the others: bots, replays, and what is done by turns."""

from __future__ import annotations

import asyncio
import functools
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots import Bot, Thought
from rulewright.interpreter.bots.registry import BOTS
from rulewright.interpreter.match.decisions.decision import Decision, Option
from rulewright.interpreter.match.state.journal import JournalEntry
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.seats.shares import Shares, Wish
from rulewright.workbench.seats.thinking import Thinking, decision_about
from rulewright.workbench.seats.thinking import Thought as InParts
from rulewright.workbench.web import limits, replay, resume, workers
from rulewright.workbench.web.queue import Part, Queue, UnwantedError
from rulewright.workbench.web.replay import ReplayPage, Replays
from rulewright.workbench.web.workers import Workers
from rulewright.workbench.wire.refusals import RefusalError

from .pages import Page, Server, run, serving

GAME = "classics/connect-four"
SECRETS = "classics/leduc-poker"
CROWD, VISITOR = "192.0.2.66", "192.0.2.7"


def options_of(page: Page) -> list[str]:
    """The options of the decision that a page shows; none if it has none."""
    found: list[str] = []
    for one in page.messages:
        parts = one.get("objects") or one.get("changes") or {}
        if "decision" in parts:
            found = [option["id"] for option in (parts["decision"] or {"options": ()})["options"]]
    return found


async def until(done: Any) -> None:
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.01)


# ------------------------------------------------------------------------ bots that think


def test_six_matches_of_bots_that_think_for_long_keep_no_other_bot_waiting(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            crowd = []
            for seed in range(6):
                started = await server.start(GAME, "search:10s", "search:10s", seed=seed)
                await server.joined(started["match"], address=CROWD)
                crowd.append(started["match"])
            mine = await server.start(GAME, "person", "greedy:4", seed=1)
            page = await server.joined(mine["match"], mine["tokens"][0], address=VISITOR)
            for count in range(1, 6):
                answer = await page.ask("choose", option=options_of(page)[0], turn=page.turn)
                assert answer["type"] == "reply"
                await until(lambda count=count: len(server.table(mine["match"]).match.journal) >= 2 * count)
                await until(lambda: options_of(page))
            chosen = sum(len(server.table(one).match.journal) for one in crowd)
            assert chosen < len(crowd)  # before, each of them thought for ten seconds first

    run(work())


def test_bots_among_themselves_stop_when_nobody_watches_and_go_on_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            server.here.may_think.clear()
            started = await server.start(GAME, "random", "random", seed=3)
            match = started["match"]
            page = await server.joined(match)
            await page.leave()
            server.here.may_think.set()
            session = server.lobby._sessions[match]
            await until(lambda: session.is_idle)
            assert len(server.table(match).match.journal) <= 1  # what was thought already is chosen
            await server.joined(match)
            await until(lambda: server.table(match).match.is_over)

    run(work())


def test_a_thought_is_given_up_when_nobody_watches(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            started = await server.start(GAME, "search:10s", "search:10s", seed=3)
            page = await server.joined(started["match"])
            session = server.lobby._sessions[started["match"]]
            await asyncio.sleep(0.2)
            assert not session.is_idle
            await page.leave()
            await until(lambda: session.is_idle)
            assert server.table(started["match"]).match.journal == []

    run(work())


def test_bots_go_on_for_whoever_comes_back_while_a_thought_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            given_up, goes_on = asyncio.Event(), asyncio.Event()
            usual = server.here.think

            async def think(match: str, about: Thinking, *rest: Any) -> JournalEntry | None:
                if goes_on.is_set():
                    return await usual(match, about)
                await until(lambda: not rest[2]())
                given_up.set()
                await goes_on.wait()
                raise UnwantedError

            monkeypatch.setattr(server.here, "think", think)
            started = await server.start(GAME, "random", "random", seed=3)
            await (await server.joined(started["match"])).leave()
            await given_up.wait()
            await server.joined(started["match"])
            goes_on.set()
            await until(lambda: server.table(started["match"]).match.is_over)

    run(work())


def test_a_thought_about_what_has_changed_is_given_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            started = await server.start(GAME, "search:10s", "person", seed=3)
            host = await server.joined(started["match"], started["host"])
            await asyncio.sleep(0.2)
            assert (await host.ask("seat", seat=0, plays="random"))["type"] == "reply"
            await until(lambda: server.table(started["match"]).match.journal)  # not after ten seconds

    run(work())


def test_whom_bots_think_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            server.here.may_think.clear()
            started = await server.start(GAME, "random", "person", seed=3)
            session = await server.lobby.session(started["match"])
            watching = await server.joined(started["match"], address=CROWD)
            assert session._wish() == Wish(started["match"], CROWD, waited=False)
            playing = await server.joined(started["match"], started["host"], address=VISITOR)
            assert session._wish() == Wish(started["match"], VISITOR, waited=True)
            await playing.leave()
            assert session._wish() == Wish(started["match"], CROWD, waited=False)
            await watching.leave()
            assert session._wish() == Wish(started["match"], CROWD, waited=False)

    run(work())


class Slow(Bot):
    """Takes a hundred steps, or decides immediately if asked to."""

    steps = 100

    def hurry(self) -> None:
        self.steps = 0

    def choose(self, match: Match, decision: Decision) -> Option:
        raise AssertionError("it is asked to think")

    def think(self, match: Match, decision: Decision) -> Thought:
        taken = 0
        while taken < self.steps:
            taken += 1
            yield
        return decision.options[min(taken, 1)]


def test_a_thought_can_be_continued_and_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "slow", Slow)
    match = Match(GameLibrary().game(GAME, ()), 2, 3)
    about = Thinking(0, 0, "slow", 0)
    decision = decision_about(match, about)
    assert decision is not None
    whole, hurried = InParts(match, about, decision), InParts(match, about, decision)
    assert [whole.go_on(0) for _ in range(101)] == [None] * 100 + [
        JournalEntry(0, decision.options[1].number)
    ]
    assert hurried.go_on(0) is None
    assert hurried.go_on(0, last=True) == JournalEntry(0, decision.options[1].number)
    assert InParts(match, about, decision).go_on(60) == JournalEntry(0, decision.options[1].number)


@pytest.mark.parametrize("bot", ["search:10000", "search:10s", "greedy:10000", "greedy:10s"])
def test_bots_that_are_hurried_decide_soon(bot: str) -> None:
    match = Match(GameLibrary().game(GAME, ()), 2, 3, engine="python")
    about = Thinking(0, 0, bot, 0)
    decision = decision_about(match, about)
    assert decision is not None
    thought = InParts(match, about, decision)
    assert thought.go_on(0) is None
    found = (thought.go_on(0, last=True) for _ in range(len(decision.options) + 2))
    entry = next(one for one in found if one is not None)
    assert entry.action in [one.number for one in decision.options]


# ------------------------------------------------------------------------------ by turns


def test_what_is_done_by_turns() -> None:
    order: list[str] = []

    async def work() -> None:
        queue = Queue(Shares(room=0))

        async def step(name: str, parts: int, last: bool) -> Part[str]:
            order.append(name)
            await asyncio.sleep(0.002)
            return Part(name, done=order.count(name) == parts)

        found = await asyncio.gather(
            *(
                queue.do(Wish(name, name), functools.partial(step, name, parts))
                for name, parts in (("a", 6), ("b", 2), ("c", 2))
            )
        )
        assert found == ["a", "b", "c"]

    run(work())
    assert set(order[:3]) == {"a", "b", "c"}
    assert order[-2:] == ["a", "a"]


def test_what_goes_wrong_concerns_only_those_who_asked() -> None:
    async def work() -> None:
        queue = Queue(Shares())

        async def wrong(last: bool) -> Part[int]:
            raise RefusalError("x", "wrong")

        async def cancelled(last: bool) -> Part[int]:
            raise asyncio.CancelledError

        async def right(last: bool) -> Part[int]:
            await asyncio.sleep(0)
            return Part(7, done=True)

        found = await asyncio.gather(
            *(queue.do(Wish(f"{step}", "a"), step) for step in (wrong, cancelled, right)),
            queue.do(Wish("m", "b"), wrong, lambda: False),
            return_exceptions=True,
        )
        assert isinstance(found[0], RefusalError)
        assert isinstance(found[1], asyncio.CancelledError)
        assert found[2] == 7
        assert isinstance(found[3], UnwantedError)
        assert len(queue) == 0

    run(work())


def test_a_queue_that_is_closed_keeps_nobody_waiting() -> None:
    async def work() -> None:
        queue = Queue(Shares())

        async def never(last: bool) -> Part[int]:
            await asyncio.sleep(3600)
            return Part()

        waiting = [asyncio.create_task(queue.do(Wish(f"{one}", "a"), never)) for one in range(4)]
        await asyncio.sleep(0.01)
        waiting[3].cancel()  # who asked has gone
        await asyncio.sleep(0)
        assert len(queue) == 3
        queue.close()
        for found in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(found, asyncio.CancelledError)
        assert len(queue) == 0

    run(work())


# ------------------------------------------------------------------------------- replays


class Played:
    """A match that was played at random, and its replays."""

    def __init__(self, name: str, choices: int, seed: int = 3) -> None:
        self.game = GameLibrary().game(name, ())
        self.match = self.begin()
        dice = random.Random(seed)
        while len(self.match.journal) < choices and not self.match.is_over:
            self.choose(dice)
        self.replays = Replays()
        self.begun = 0

    def begin(self) -> Match:
        self.begun = getattr(self, "begun", 0) + 1
        return Match(self.game, 2, 3, engine="python")

    def choose(self, dice: random.Random) -> None:
        self.match.choose(dice.choice(self.match.decision.options))

    @property
    def entries(self) -> Sequence[JournalEntry]:
        return self.match.journal

    def page(
        self, first: int, reader: int | None = None, choices: int | None = None, seconds: float = 1e9
    ) -> ReplayPage | None:
        return self.replays.page(("m", reader), self.entries[:choices], first, seconds, self.begin)

    def whole(self, reader: int | None = None, choices: int | None = None) -> list[str]:
        found: list[str] = []
        while True:
            page = self.page(len(found), reader, choices)
            assert page is not None
            found += page.frames
            if not page.more:
                return found
            assert page.frames

    def fresh(self, reader: int | None = None, choices: int | None = None) -> list[str]:
        """A replay for which nothing is kept."""
        kept, self.replays = self.replays, Replays()
        try:
            return self.whole(reader, choices)
        finally:
            self.replays = kept


@pytest.fixture(params=[GAME, SECRETS])
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr(limits, "FRAMES", 1000)
    return Played(request.param, 30)


@pytest.mark.parametrize("frames", [1, 2, 3, 7])
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_the_pages_are_the_same_however_they_are_made(
    played: Played, reader: int | None, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played.fresh(reader)
    assert len(whole) > 7 or len(played.entries) < 7
    monkeypatch.setattr(limits, "FRAMES", frames)
    assert played.whole(reader) == whole
    played.replays._pages.clear()  # only where they begin is kept
    for first in [*range(len(whole) + 3)][::-1]:
        page = played.page(first, reader)
        assert page is not None
        end = first - first % frames + frames
        assert list(page.frames) == whole[first:end]
        assert page.more == (end < len(whole))
    assert played.begun == 2  # of the whole replay, and of the pages
    for choices in [*range(len(played.entries) + 1), 3, 9, 1]:
        assert played.whole(reader, choices) == played.fresh(reader, choices)
    page = played.page(1 << 62, reader)
    assert page == ReplayPage((), len(played.entries), more=False)


def test_a_replay_goes_on_with_the_match(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FRAMES", 3)
    made: list[int] = []
    usual = resume.make

    def counted(match: Match, entries: Sequence[JournalEntry]) -> None:
        made.append(len(match.journal))
        usual(match, entries)

    played.match.back_to(len(played.entries) // 2)
    played.whole()
    monkeypatch.setattr(replay, "make", counted)
    dice = random.Random(4)
    for _ in range(3):
        if not played.match.is_over:
            before = len(played.entries)
            played.choose(dice)
            made.clear()
            found = played.whole()
            assert made == list(range(before, len(played.entries)))  # nothing is made a second time
            assert found == played.fresh()


def test_what_was_taken_back_is_not_replayed(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FRAMES", 3)
    dice = random.Random(5)
    for _ in range(12):
        for reader in (None, 0):
            assert played.whole(reader) == played.fresh(reader)
            assert played.whole(reader, 4) == played.fresh(reader, 4)
        count = len(played.entries)
        played.match.back_to(dice.randrange(count))
        while len(played.entries) < count and not played.match.is_over:
            played.choose(dice)


def test_a_replay_is_made_in_parts(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played.fresh()
    parts = [played.page(0, seconds=0) for _ in range(len(played.entries) + 1)]
    assert parts[0] is None
    done = next(one for one in parts if one is not None)
    assert list(done.frames) == whole


def test_of_many_replays_only_some_is_kept(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FRAMES", 3)
    most = sum(map(len, played.whole()))
    monkeypatch.setattr(replay, "MOST_CHARACTERS", most)
    monkeypatch.setattr(replay, "TRACKS", 4)
    monkeypatch.setattr(replay, "MAKINGS", 5)
    for number in range(12):
        for reader in (None, 0, 1):
            played.replays.page((f"m{number}", reader), played.entries, 6, 1e9, played.begin)
            played.replays.page((f"m{number}", reader), played.entries, 0, 1e9, played.begin)
    kept = played.replays
    assert kept.characters == sum(len(one) for page in kept._pages.values() for one in page.frames) <= most
    assert len(kept._tracks) == 4
    assert 0 < len(kept._makings) <= 5
    assert {whose for whose, *_ in (*kept._pages, *kept._makings)} <= set(kept._tracks)


async def replayed(page: Page) -> list[Any]:
    found: list[Any] = []
    while True:
        answer = await page.ask("replay", **{"from": len(found)})
        assert answer["type"] == "reply", answer
        assert answer["from"] == len(found)
        found += answer["frames"]
        if not answer["more"]:
            return found


async def played_here(server: Server, seed: int) -> str:
    """A match that bots have played to its end."""
    started = await server.start(GAME, "random", "random", seed=seed)
    page = await server.joined(started["match"])
    await until(lambda: server.table(started["match"]).match.is_over)
    await page.leave()
    match: str = started["match"]
    return match


def test_fifty_spectators_of_replays_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FRAMES", 10)

    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            theirs, mine = await played_here(server, 1), await played_here(server, 2)
            pages = [await server.joined(theirs, address=CROWD) for _ in range(50)]
            page = await server.joined(mine, address=VISITOR)
            asked: list[int] = []
            usual = Workers._run

            async def counted(self: Workers, place: int, step: Any) -> Any:
                if step.func is workers.replayed:
                    asked.append(step.args[0] == mine)
                return await usual(self, place, step)

            monkeypatch.setattr(Workers, "_run", counted)
            crowd = [asyncio.create_task(replayed(one)) for one in pages]
            frames = await replayed(page)
            everybody = await asyncio.gather(*crowd)
            assert all(one == everybody[0] for one in everybody)
            assert len(frames) == len(server.table(mine).match.journal) + 1
            # who asks for the same pages has them together
            assert len(asked) < 4 * (len(everybody[0]) + len(frames)) / limits.FRAMES

    run(work())


def test_too_many_replays_are_refused_until_some_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REPLAYS_OF_ONE", 2)

    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            matches = [(await server.start(GAME, "person", "person", seed=one))["match"] for one in range(4)]
            pages = [await server.joined(one, address=CROWD) for one in matches]
            other = await server.joined(matches[3], address=VISITOR)
            asking = [asyncio.create_task(one.ask("replay")) for one in (*pages, other)]
            answers = await asyncio.gather(*asking)
            refused = [one["error"] for one in answers[:4] if one["type"] == "refused"]
            assert [one["code"] for one in refused] == ["RW732"] * 2
            assert f"{limits.LATER:g} seconds" in refused[0]["help"]
            assert answers[4]["type"] == "reply"
            for page in pages:
                assert (await page.ask("replay"))["type"] == "reply"

    run(work())


def test_replies_of_replays_are_put_off_and_then_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that are kept cost the tables time all the same, until they are sent."""
    monkeypatch.setattr(limits, "REPLIES", 100.0)
    monkeypatch.setattr(limits, "REPLIES_AT_ONCE", 3.0)
    monkeypatch.setattr(limits, "LATER", 0.055)
    now = began = time.monotonic() + 1
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bucket = limits.Bucket(100.0, 3.0)
    assert [bucket.wait(0.055) for _ in range(10)] == pytest.approx(
        [0, 0, 0, 0.01, 0.02, 0.03, 0.04, 0.05, None, None]
    )
    now = began + 0.02
    assert [bucket.wait(0.055) for _ in range(3)] == pytest.approx([0.04, 0.05, None])
    asleep: list[float] = []
    usual = asyncio.sleep

    async def sleep(seconds: float) -> None:
        asleep.append(seconds)
        await usual(0)

    async def work() -> None:
        processes = Workers(tmp_path / "none", 1)
        monkeypatch.setattr(asyncio, "sleep", sleep)

        async def made(place: int, step: Any) -> Any:
            return Part(ReplayPage(("{}",), 0, more=False), done=True)

        monkeypatch.setattr(processes, "_run", made)
        for _ in range(8):
            await processes.replay("m", 0, None, 0, CROWD)
        with pytest.raises(RefusalError, match="too many"):
            await processes.replay("m", 0, None, 0, CROWD)
        assert asleep == pytest.approx([0, 0, 0, 0.01, 0.02, 0.03, 0.04, 0.05])
        await processes.replay("m", 0, None, 0, VISITOR)
        processes.close()

    run(work())


def test_a_page_that_nobody_waits_for_is_not_made(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, processes=True) as server:
            match = await played_here(server, 1)
            processes = server.lobby._workers
            asking = [
                asyncio.create_task(processes.replay(match, count, None, 0, CROWD)) for count in range(3)
            ]
            await until(lambda: len(processes._replaying) == 3)
            for one in asking[1:]:
                one.cancel()
            assert len((await asking[0]).frames) == 1
            await until(lambda: not processes._asked)
            assert len(processes._replaying) == 0

    run(work())
