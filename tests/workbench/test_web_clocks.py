"""The web server with players who are slow, who give up, or who are not there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright.workbench.web import store as stores
from rulewright.workbench.web.lobby import NOTED
from rulewright.workbench.web.store import Store
from rulewright.workbench.web.table import Table

from .pages import Page, Server, quiet, run, serving
from .test_seats import Clock as Now

TWO = "classics/tic-tac-toe"
MORE = "do-podzemi"
SECRET = "classics/rock-paper-scissors"


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Now]:
    """Seconds that pass when a test says so."""
    found = Now()
    monkeypatch.setattr(Store, "ran", lambda self: found.seconds)
    return found  # type: ignore[return-value]


async def seated(server: Server, game: str, seats: int, **more: Any) -> tuple[dict[str, Any], list[Page]]:
    """A match of people, who all sit down."""
    started = await server.start(game, *["person"] * seats, **more)
    pages = [await server.joined(started["match"], token) for token in started["tokens"]]
    if more.get("clock"):
        await pages[-1].until(lambda one: one["type"] == "standing")
    await quiet()
    return started, pages


async def choose(server: Server, match: str, pages: list[Page]) -> int:
    """The seat that has to decide takes its first option."""
    table = server.table(match)
    seat = table.match.pending()[0].player
    option = next(iter(table.match.choices(seat).values()))
    answer = await pages[seat].ask("choose", option=option.id, turn=table.seated.turns[seat])
    assert answer["type"] == "reply", answer
    await quiet()
    return seat


def last(page: Page, key: str) -> Any:
    """The last value of a key that a page has heard."""
    return next(one[key] for one in reversed(page.messages) if key in one)


def code(answer: dict[str, Any]) -> str:
    assert answer["type"] == "refused", answer
    return str(answer["error"]["code"])


# ---------------------------------------------------------------------------------- clocks


def test_times_of_a_match(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            clock = {"each": "match", "seconds": 60, "increment": 5}
            started = await server.start(TWO, "person", "person", clock=clock)
            match, tokens = started["match"], started["tokens"]
            first = await server.joined(match, tokens[0])
            agreed = {**clock, "then": "stop", "back": True}
            assert (first.messages[0]["clock"], first.messages[0]["absence"]) == (agreed, None)
            assert first.messages[0]["times"] == {"left": [60000, 60000], "running": []}
            now.seconds += 100
            pages = [first, await server.joined(match, tokens[1]), await server.joined(match)]
            await first.until(lambda one: one["type"] == "standing")
            await quiet()
            for page in pages[:2]:
                assert last(page, "times") == {"left": [60000, 60000], "running": [0]}
            now.seconds += 10
            assert await choose(server, match, pages) == 0
            for page in pages:
                assert last(page, "times") == {"left": [55000, 60000], "running": [1]}
            now.seconds += 0.25
            late = await server.joined(match)
            assert late.messages[0]["times"] == {"left": [55000, 59750], "running": [1]}

    run(work())


def test_a_match_is_stopped_when_time_is_up(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, TWO, 2, clock={"each": "choice", "seconds": 30})
            match = started["match"]
            now.seconds += 20
            await choose(server, match, pages)
            now.seconds += 29.5
            await server.lobby.look_at_clocks()
            assert last(pages[0], "ending") is None
            now.seconds += 1
            await server.lobby.look_at_clocks()
            await quiet()
            ending = {"reason": "time", "seats": [1]}
            for page in pages:
                assert last(page, "ending") == ending
                assert last(page, "times")["running"] == []
            for page in pages:
                for kind, data in (
                    ("choose", {"option": "option:x", "turn": 1}),
                    ("undo", {}),
                    ("resign", {}),
                ):
                    assert code(await page.ask(kind, **data)) == "RW738"
            assert (await server.joined(match)).messages[0]["ending"] == ending
        async with serving(tmp_path) as server:
            assert (await server.joined(match)).messages[0]["ending"] == ending
            replay = await (await server.joined(match)).ask("replay")
            assert len(replay["frames"]) == 2

    run(work())


def test_a_choice_that_comes_too_late_is_refused(now: Now, tmp_path: Path) -> None:
    """Nobody has looked at the clocks yet."""

    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, TWO, 2, clock={"each": "choice", "seconds": 30})
            table = server.table(started["match"])
            option = next(iter(table.match.choices(0).values()))
            now.seconds += 30
            answer = await pages[0].ask("choose", option=option.id, turn=table.seated.turns[0])
            assert code(answer) == "RW738"
            assert table.match.journal == []
            assert last(pages[1], "ending") == {"reason": "time", "seats": [0]}

    run(work())


@pytest.mark.parametrize("back", [True, False])
def test_a_bot_takes_the_seat_when_time_is_up(back: bool, now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            clock = {"each": "match", "seconds": 100, "then": "random", "back": back}
            started, pages = await seated(server, TWO, 2, clock=clock)
            match = started["match"]
            await choose(server, match, pages)
            now.seconds += 100
            await server.lobby.look_at_clocks()
            await pages[0].until(lambda one: one["type"] == "changed" and one["state"]["actions"] == 2)
            seat = last(pages[1], "seats")[1]
            assert (seat["plays"], seat["late"], seat["resigned"]) == ("random", True, False)
            assert last(pages[0], "ending") is None
            assert last(pages[0], "times")["running"] == [0]
            answer = await pages[1].ask("seat", seat=1, plays="person")
            if back:
                assert answer["type"] == "reply"
                await quiet()
                assert last(pages[1], "times")["left"][1] == 10000
                assert not last(pages[1], "seats")[1]["late"]
            else:
                assert code(answer) == "RW724"
                assert (await pages[0].ask("seat", seat=1, plays="person"))["type"] == "reply", "the host can"

    run(work())


def test_time_is_up_in_a_match_that_nobody_looks_at(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, _ = await seated(server, TWO, 2, clock={"each": "choice", "seconds": 30})
            await server.left()
            for session in list(server.lobby._sessions.values()):
                await server.lobby._put_away(session)
            now.seconds += 31
            await server.lobby.look_at_clocks()
            page = await server.joined(started["match"])
            assert page.messages[0]["ending"] == {"reason": "time", "seats": [0]}

    run(work())


def test_the_time_of_a_stopped_server_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Machine:
        """A machine whose clocks a test sets."""

        seconds = 5000.0

        def monotonic(self) -> float:
            return self.seconds

        def time(self) -> float:
            return self.seconds + 1e9

    machine = Machine()
    monkeypatch.setattr(stores, "time", machine)

    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, TWO, 2, clock={"each": "match", "seconds": 100})
            await choose(server, started["match"], pages)
            machine.seconds += 20
        machine.seconds += 10**6
        async with serving(tmp_path) as server:
            machine.seconds += 15
            page = await server.joined(started["match"])
            assert page.messages[0]["times"] == {"left": [100000, 65000], "running": [1]}
            machine.seconds += 66
            await server.lobby.look_at_clocks()
            await quiet()
            assert last(page, "ending") == {"reason": "time", "seats": [1]}

    run(work())


def test_a_server_that_is_killed_gives_a_little_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = [0.0]
    monkeypatch.setattr(Store, "ran", lambda self: ran[0])

    async def work() -> None:
        async with serving(tmp_path) as server:
            await seated(server, TWO, 2, clock={"each": "match", "seconds": 100})
            ran[0] += NOTED + 1
            await server.lobby.look_at_clocks()
            ran[0] += NOTED - 1
            await server.lobby.look_at_clocks()
            kept = server.lobby._store.write(
                lambda connection: connection.execute("SELECT seconds FROM uptime").fetchone()[0]
            )
            assert kept == NOTED + 1

    run(work())


def test_taking_back_by_consent_gives_time_back(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(
                server, TWO, 2, clock={"each": "match", "seconds": 100, "increment": 5}
            )
            match = started["match"]
            now.seconds += 10
            await choose(server, match, pages)
            now.seconds += 20
            await choose(server, match, pages)
            now.seconds += 30
            assert (await pages[0].ask("undo"))["type"] == "reply"
            assert (await pages[1].ask("consent", agree=True))["type"] == "reply"
            await quiet()
            assert last(pages[0], "times") == {"left": [90000, 100000], "running": [0]}

    run(work())


def test_a_secret_choice_is_not_seen_from_the_clocks(now: Now, tmp_path: Path) -> None:
    """Whether the first has chosen yet: the others hear the same, and nothing more, either way."""

    async def heard(server: Server, has_chosen: bool) -> list[Any]:
        clock = {"each": "match", "seconds": 100, "increment": 5}
        started, pages = await seated(server, SECRET, 2, clock=clock, seed=3)
        before = len(pages[1].texts)
        now.seconds += 10
        if has_chosen:
            assert await choose(server, started["match"], pages) == 0
            assert last(pages[0], "times")["left"][0] == 95000
        now.seconds += 20
        await server.lobby.look_at_clocks()
        found: list[Any] = [one for one in pages[1].messages[before:] if one["type"] != "seats"]
        for token in (started["tokens"][1], None):
            found.append((await server.joined(started["match"], token)).messages[0]["times"])
        await server.left()
        return found

    async def work() -> None:
        async with serving(tmp_path) as server:
            times = {"left": [70000, 70000], "running": [0, 1]}
            assert await heard(server, True) == await heard(server, False) == [times, times]

    run(work())


WRONG: list[dict[str, Any]] = [
    {"clock": {"each": "match"}},
    {"clock": {"each": "game", "seconds": 60}},
    {"clock": {"each": "match", "seconds": 1}},
    {"clock": {"each": "match", "seconds": 1.5}},
    {"clock": {"each": "choice", "seconds": 60, "increment": 2}},
    {"clock": {"each": "choice", "seconds": 60, "then": "search:99999s"}},
    {"clock": []},
    {"absence": 1},
    {"absence": -60},
    {"absence": 1 << 62},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_wrong_clocks(wrong: dict[str, Any], tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            wanted = {"game": TWO, "players": ["Ann", "Bob"], "plays": ["person", "person"], **wrong}
            answer = await server.request("POST", "/api/matches", wanted)
            assert (answer.status, server.lobby._reader.count()) == (400, 0)
            assert answer.data["error"]["path"].removeprefix("match.").startswith(next(iter(wrong)))

    run(work())


def test_a_match_that_cannot_be_read_keeps_no_other_from_its_time(
    now: Now, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            clock = {"each": "choice", "seconds": 30}
            broken, _ = await seated(server, TWO, 2, clock=clock)
            whole, pages = await seated(server, MORE, 2, clock=clock)
            for session in list(server.lobby._sessions.values()):
                if session.table.id == broken["match"]:
                    for page in list(session.pages):
                        session.leave(page)
                    await server.lobby._put_away(session)
            server.lobby._store.write(
                lambda connection: (
                    connection.execute(
                        "INSERT INTO actions VALUES (?, 0, 0, 99)", (broken["match"],)
                    ).rowcount
                )
            )
            now.seconds += 31
            await server.lobby.look_at_clocks()
            await quiet()
            assert last(pages[0], "ending") is not None
            assert server.lobby._reader.due(now.seconds) == []
            assert whole["match"] != broken["match"]

    run(work())
    assert "the clocks of match" in caplog.text


# -------------------------------------------------------------------------------- giving up


def test_one_of_two_resigns(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, TWO, 2)
            await choose(server, started["match"], pages)
            onlooker = await server.joined(started["match"])
            assert code(await onlooker.ask("resign")) == "RW724"
            assert (await pages[1].ask("resign"))["type"] == "reply"
            await quiet()
            for page in (*pages, onlooker):
                assert last(page, "ending") == {"reason": "resigned", "seats": [1]}
                assert last(page, "state")["over"] is False, "no rule has ended it"
            assert code(await pages[0].ask("resign")) == "RW738"

    run(work())


def test_one_of_three_resigns(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, MORE, 3)
            assert (await pages[2].ask("resign"))["type"] == "reply"
            await quiet()
            seat = last(pages[0], "seats")[2]
            assert (seat["plays"], seat["resigned"]) == ("greedy:4", True)
            assert code(await pages[2].ask("resign")) == "RW731"
            assert code(await pages[2].ask("seat", seat=2, plays="person")) == "RW724"
            assert last(pages[1], "ending") is None
        async with serving(tmp_path) as server:
            pages = [await server.joined(started["match"], token) for token in started["tokens"]]
            assert pages[0].messages[0]["seats"][2]["resigned"]
            assert code(await pages[2].ask("seat", seat=2, plays="person")) == "RW724"
            assert (await pages[0].ask("seat", seat=2, plays="person"))["type"] == "reply"
            await quiet()
            assert not last(pages[2], "seats")[2]["resigned"]

    run(work())


def test_a_match_that_is_over_cannot_be_given_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, TWO, 2, clock={"each": "choice", "seconds": 30})
            while not server.table(started["match"]).match.is_over:
                await choose(server, started["match"], pages)
            assert code(await pages[0].ask("resign")) == "RW738"
            assert last(pages[0], "times")["running"] == []
            assert server.lobby._reader.due(10**12) == []

    run(work())


# ------------------------------------------------------------------------------- the absent


def test_the_others_seat_a_bot_for_somebody_who_is_absent(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, pages = await seated(server, MORE, 3, absence=120)
            match = started["match"]
            assert code(await pages[0].ask("claim", seat=2)) == "RW739"
            await pages[2].leave()
            now.seconds += 119
            refused = await pages[0].ask("claim", seat=2)
            assert (code(refused), "after 120 s" in refused["error"]["help"]) == ("RW739", True)
            now.seconds += 1
            onlooker = await server.joined(match)
            assert code(await onlooker.ask("claim", seat=2)) == "RW724"
            assert code(await pages[0].ask("claim", seat=7)) == "RW721"
            assert (await pages[0].ask("claim", seat=2))["type"] == "reply"
            await quiet()
            seat = last(pages[1], "seats")[2]
            assert (seat["plays"], seat["wishes"], seat["away"]) == ("person", [0], 120)
            assert (await pages[1].ask("claim", seat=2))["type"] == "reply"
            await quiet()
            assert last(pages[0], "seats")[2]["plays"] == "greedy:4"
            assert code(await pages[0].ask("claim", seat=2)) == "RW731"
            again = await server.joined(match, started["tokens"][2])
            assert (await again.ask("seat", seat=2, plays="person"))["type"] == "reply", (
                "who returns plays on"
            )
            await again.leave()
            assert (await pages[0].ask("seat", seat=2, plays="random"))["type"] == "reply"
            now.seconds += 500
            assert (await pages[0].ask("seat", seat=2, plays="person"))["type"] == "reply"
            await quiet()
            assert last(pages[0], "seats")[2]["away"] == 0, "absence counts anew when a seat is given back"
            assert code(await pages[0].ask("claim", seat=2)) == "RW739"

    run(work())


def test_without_an_agreement_nobody_is_replaced(now: Now, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            _, pages = await seated(server, TWO, 2)
            await pages[1].leave()
            now.seconds += 10**6
            assert code(await pages[0].ask("claim", seat=1)) == "RW739"

    run(work())


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_at_a_table(
    seed: int, now: Now, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """People choose, take back, agree, leave, give up, hand over and think too long, and the server is
    started again: nothing fails, all learn the same end, and a match that was stopped stays so."""
    dice = random.Random(seed)
    game, seats = dice.choice([(TWO, 2), (MORE, 3), (SECRET, 2), ("cookbook/together", 2)])
    clock = dice.choice(
        [
            {"each": "match", "seconds": 300, "increment": 2, "then": "random"},
            {"each": "choice", "seconds": 40, "then": "random", "back": False},
            {"each": "choice", "seconds": 60},
        ]
    )

    async def act(server: Server, match: str, page: Page, seat: int) -> None:
        table = server.table(match)
        kind = dice.choice(
            ["choose"] * 12 + ["undo", "withdraw", "claim", "seat", "resign", "consent", "wait"]
        )
        data: dict[str, Any] = {}
        if kind == "choose":
            options = (
                [one.id for one in table.match.choices(seat).values()]
                if _decides(table, seat)
                else ["option:x"]
            )
            data = {"option": dice.choice(options), "turn": table.seated.turns[seat]}
        elif kind == "consent":
            data = {"agree": dice.random() < 0.7}
        elif kind == "claim":
            data = {"seat": dice.randrange(seats)}
        elif kind == "seat":
            data = {"seat": seat, "plays": dice.choice(["person", "person", "random"])}
        elif kind == "wait":
            now.seconds += dice.choice([5, 20, 70])
            await server.lobby.look_at_clocks()
            return
        elif kind == "resign" and dice.random() < 0.8:
            return
        answer = await page.ask(kind, **data)
        assert answer["type"] == "reply" or answer["error"]["code"] not in ("RW729", "RW735"), answer

    async def work() -> None:
        started: dict[str, Any] = {}
        for _ in range(3):
            async with serving(tmp_path) as server:
                if not started:
                    started = await server.start(game, *["person"] * seats, clock=clock, absence=30)
                match, tokens = started["match"], started["tokens"]
                pages = {seat: await server.joined(match, tokens[seat]) for seat in range(seats)}
                for _ in range(40):
                    seat = dice.randrange(seats)
                    if pages[seat].closed is not None:
                        pages[seat] = await server.joined(match, tokens[seat])
                    elif dice.random() < 0.05:
                        await pages[seat].leave()
                        continue
                    now.seconds += dice.uniform(0, 4)
                    await act(server, match, pages[seat], seat)
                table = server.table(match)
                before = table.seated.standing
                found = [(await server.joined(match, token)).messages[0] for token in (*tokens, None)]
                assert len({str(one["ending"]) for one in found}) == 1
                for one in found:
                    assert all(time >= 0 for time in one["times"]["left"])
                    running, over = one["times"]["running"], one["state"]["over"] or one["ending"] is not None
                    assert not (over and running)
                await server.left()
            async with serving(tmp_path) as server:
                again = (await server.joined(match)).messages[0]
                assert str(again["ending"]) == str(found[-1]["ending"])
                assert again["ending"] is None or not again["times"]["running"]
                assert server.table(match).seated.standing.resigned == before.resigned

    run(work())
    assert [one.getMessage() for one in caplog.records if one.exc_info] == []


def _decides(table: Table, seat: int) -> bool:
    return seat in {one.player for one in table.match.pending()}
