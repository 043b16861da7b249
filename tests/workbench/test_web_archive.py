"""Matches that nobody uses are archived before they are removed, and come back when somebody opens their link."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.workbench.cli import main
from rulewright.workbench.web import limits
from rulewright.workbench.web.store import MOST_ARCHIVED, Reader, Store

from .pages import Server, quiet, run, serving

GAME = "do-podzemi"
DAY = 86_400


def grown_old(store: Store, days: float, table: str = "matches", column: str = "used") -> None:
    """Makes all matches look unused for some days."""
    seconds = int(days * DAY)
    store.write(lambda connection: connection.execute(f"UPDATE {table} SET {column} = {column} - {seconds}"))


async def left_match(server: Server, choices: int = 6) -> dict[str, list[str]]:
    """A match with some choices, which everybody has left; and what each reader knew of it."""
    started = await server.start(GAME, "person", "person", seed=5)
    pages = [await server.joined(started["match"], token) for token in started["tokens"]]
    for _ in range(choices):
        table = server.table(started["match"])
        seat = table.match.pending()[0].player
        option = next(iter(table.match.choices(seat).values()))
        answer = await pages[seat].ask("choose", option=option.id, turn=table.seated.turns[seat])
        assert answer["type"] == "reply", answer
    await quiet()
    await server.left()
    for session in list(server.lobby._sessions.values()):
        await server.lobby._put_away(session)
    found: dict[str, list[str]] = started
    return found


async def known(server: Server, started: dict[str, list[str]]) -> list[object]:
    """What the readers of a match know of it."""
    found: list[object] = []
    for token in (*started["tokens"], None):
        message = (await server.joined(str(started["match"]), token, next=0)).messages[0]
        found.append({key: message[key] for key in ("objects", "events", "seed", "state", "rules", "title")})
    return found


@pytest.mark.parametrize("restarted", [False, True])
def test_an_archived_match_comes_back_when_its_link_is_opened(restarted: bool, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await left_match(server)
            before = await known(server, started)
            await server.left()
            for session in list(server.lobby._sessions.values()):
                await server.lobby._put_away(session)
            store, reader = server.lobby._store, server.lobby._reader
            grown_old(store, limits.KEPT_DAYS + 1)
            await server.lobby._tidy()
            assert (reader.count(), reader.match(str(started["match"]))) == (0, None)
            assert reader.is_archived(str(started["match"]))
            await server.lobby._tidy()
            if not restarted:
                assert await known(server, started) == before
                assert not reader.is_archived(str(started["match"]))
        if restarted:
            async with serving(tmp_path) as server:
                assert await known(server, started) == before
                assert server.lobby._reader.count() == 1

    run(work())


def test_what_is_archived_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            await left_match(server)
            await left_match(server)
            store = server.lobby._store
            grown_old(store, limits.KEPT_DAYS + 1)
            with caplog.at_level("INFO", "rulewright.web"):
                await server.lobby._tidy()
            await server.lobby._tidy()
            assert server.lobby.counts() == (0, 2)
            await left_match(server)
            numbers = await server.app.state.handlers.numbers()
            assert numbers["rulewright_matches"][1] == 1
            assert numbers["rulewright_matches_archived"][1] == 2
            database, copy = next(tmp_path.glob("*.sqlite")), tmp_path / "copy"
            assert main(["serve", "--matches", str(database), "--backup", str(copy)]) == 0
            assert capsys.readouterr().out == f"{copy}: 1 match, and 2 archived\n"

    run(work())
    (told,) = (one for one in caplog.records if getattr(one, "event", "") == "archived")
    assert told.getMessage() == "2 unused matches archived, 0 removed from the archive"


def test_a_forgotten_match_is_removed_in_the_end_and_only_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await left_match(server, 1)
            store, reader = server.lobby._store, server.lobby._reader
            key = str(started["match"])
            for days, kept in ((limits.KEPT_DAYS - 1, False), (2, True)):
                grown_old(store, days)
                await server.lobby._tidy()
                assert reader.is_archived(key) == kept
            for days, kept in ((limits.ARCHIVED_DAYS - 1, True), (2, False)):
                grown_old(store, days, "archive", "since")
                await server.lobby._tidy()
                assert reader.is_archived(key) == kept
            assert store.write(lambda one: one.execute("SELECT COUNT(*) FROM rules").fetchone()) == (0,)
            refused = await server.page().join(key)
            assert (refused["type"], refused["error"]["code"]) == ("refused", "RW723")

    run(work())


def test_a_sweep_removes_no_more_than_so_many(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")

    def many(connection: object) -> None:
        rows = [(f"m{number}", "k", 0, b"") for number in range(MOST_ARCHIVED + 3)]
        connection.executemany("INSERT INTO archive VALUES (?, ?, ?, ?)", rows)  # type: ignore[attr-defined]

    store.write(many)
    left = []
    for _ in range(3):
        store.archive_unused(1, 1)
        left.append(
            store.write(lambda connection: connection.execute("SELECT COUNT(*) FROM archive").fetchone()[0])
        )
    assert left == [3, 0, 0]
    store.close()


def test_a_match_that_its_host_removes_is_not_archived(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await left_match(server, 1)
            wanted = {"match": started["match"], "token": started["host"]}
            assert (await server.request("POST", "/api/close", wanted)).status == 200
            assert not Reader(server.lobby._store.path).is_archived(str(started["match"]))

    run(work())
