"""The web server under attack: wrong requests are refused, nothing is lost, and nobody learns what is not theirs."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter.match.state.journal import JournalEntry
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.seats.thinking import Thinking
from rulewright.workbench.web import limits, lobby
from rulewright.workbench.web.faces import Faces
from rulewright.workbench.web.guard import HEADERS, Names
from rulewright.workbench.web.rules import KEPT, RulesLibrary
from rulewright.workbench.web.store import (
    MOST_ARCHIVED,
    Copied,
    MatchRow,
    Reader,
    RulesRow,
    Store,
    StoreError,
    back_up,
)
from rulewright.workbench.web.table import Table
from rulewright.workbench.web.workers import Workers
from rulewright.workbench.wire.refusals import RefusalError

from .pages import HOST, Page, Server, quiet, run, serving

GAME = "do-podzemi"
OPEN_GAME = "classics/tic-tac-toe"
"""One in which nobody can learn anything but from choices."""


@pytest.fixture(autouse=True)
def _no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No request is a fault of the server, and no log tells a token."""
    yield
    for record in caplog.records:
        assert record.exc_info is None, record.getMessage()
        assert "RW729" not in record.getMessage()


def code_of(answer: dict[str, Any]) -> str:
    assert answer["type"] == "refused", answer
    assert set(answer["error"]) == {"code", "message", "help", "path"}
    assert answer["error"]["code"] != "RW729", answer
    return str(answer["error"]["code"])


def option_of(page: Page) -> str:
    """The first option of the decision that a page shows."""
    for one in reversed(page.messages):
        found = one.get("objects") or one.get("changes") or {}
        if found.get("decision"):
            return str(found["decision"]["options"][0]["id"])
    raise AssertionError("this page has nothing to decide")


async def two(server: Server, game: str = GAME) -> tuple[dict[str, Any], Page, Page]:
    """A match of two people, and their pages; the first has to decide."""
    started = await server.start(game, "person", "person", seed=3)
    first, second = [await server.joined(started["match"], token) for token in started["tokens"]]
    return started, first, second


# ------------------------------------------------------------------- origin and host

ELSEWHERE = [
    [],
    [("host", HOST)],
    [("origin", f"http://{HOST}")],
    [("host", HOST), ("origin", "http://localhost:9000")],
    [("host", HOST), ("origin", "https://evil.example")],
    [("host", HOST), ("origin", "null")],
    [("host", HOST), ("origin", "")],
    [("host", HOST), ("origin", f"http://user@{HOST}")],
    [("host", HOST), ("origin", f"http://{HOST}.evil.example")],
    [("host", HOST), ("origin", "http://[::1")],
    [("host", "evil.example"), ("origin", "http://evil.example")],
    [("host", "localhost.evil.example"), ("origin", "http://localhost.evil.example")],
    [("host", "evil.example@localhost"), ("origin", "http://evil.example")],
    [("host", "["), ("origin", "http://[")],
    [("host", "[::1"), ("origin", "http://[::1")],
    [("host", "127.0.0.1.evil.example"), ("origin", "http://127.0.0.1.evil.example")],
    [("host", ""), ("origin", "null")],
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_requests_from_elsewhere_are_refused(headers: list[tuple[str, str]], tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            page = server.page(headers)
            assert await page.end() == 1008
            assert page.texts == []
            answer = await server.request("POST", "/api/matches", {}, headers)
            assert (answer.status, answer.data["error"]["code"]) == (403, "RW733")
            assert HEADERS.items() <= answer.headers.items()
            named = Names().knows_host(dict(headers).get("host", ""))
            assert (await server.request("GET", "/api/bots", headers=headers)).status == (
                200 if named else 403
            )

    run(work())


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "192.0.2.7:80", "table.example"]
)
def test_own_names(host: str) -> None:
    names = Names(("https://table.example/", "http://other.example:8000"))
    assert names.knows_host(host)
    assert names.knows_origin(f"http://{host}", host) == (host != "table.example")
    assert names.knows_origin("https://table.example", host)
    assert names.knows_origin("https://TABLE.example:443", host)
    assert not names.knows_origin("https://table.example.evil.example", host)


SCHEMES = [
    ("http", "http://localhost:8000", True),
    ("ws", "http://localhost:8000", True),
    ("wss", "https://localhost:8000", True),
    ("https", "https://localhost:8000", True),
    ("http", "https://localhost:8000", False),
    ("wss", "http://localhost:8000", False),
    ("ws", "ftp://localhost:8000", False),
    ("ws", "ws://localhost:8000", False),
    ("ws", "http://localhost:8001", False),
    ("ws", "http://localhost", False),
    ("ws", "http://localhost:8000/path", False),
    ("ws", "//localhost:8000", False),
]


@pytest.mark.parametrize(("scheme", "origin", "known"), SCHEMES, ids=str)
def test_an_origin_is_compared_with_its_scheme(scheme: str, origin: str, known: bool) -> None:
    assert Names().knows_origin(origin, "localhost:8000", scheme) is known


def test_a_port_that_goes_without_saying() -> None:
    names = Names()
    assert names.knows_origin("http://192.0.2.7", "192.0.2.7:80")
    assert names.knows_origin("https://192.0.2.7:443", "192.0.2.7", "https")
    assert not names.knows_origin("https://192.0.2.7", "192.0.2.7:80", "https")


# ---------------------------------------------------------------------------- HTTP

BODIES = [
    b"",
    b"null",
    b"[]",
    b"7",
    b'"text"',
    b"{",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"{}",
    b'{"game":1}',
    b'{"game":"do-podzemi","game":"x"}',
    b'{"game":NaN}',
    b'{"\\ud800":1}',
    b'{"game":"\\ud800","players":[],"plays":[]}',
    b'{"game":"\\u0000","players":[],"plays":[]}',
    b'{"game":"../../etc/passwd","players":["a","b"],"plays":["person","person"]}',
    b"[" * 3000 + b"]" * 3000,
    b'{"a":' * 3000 + b"1" + b"}" * 3000,
    b'{"seed":' + b"9" * 5000 + b"}",
    b"x" * (limits.LONGEST_MESSAGE + 1),
    b'{"match":"x","token":"\\ud800"}',
    b'{"match":"x","token":null}',
    b'{"match":"' + b"x" * 9000 + b'","token":"x"}',
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:40]))
def test_wrong_bodies(body: bytes, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            for path in ("/api/matches", "/api/close"):
                for parts in ([body], [body[:5], body[5:]]):
                    answer = await server.request("POST", path, parts)
                    assert 400 <= answer.status < 500, answer
                    assert set(answer.data["error"]) == {"code", "message", "help", "path"}
                    assert answer.data["error"]["code"] != "RW729"
                    assert HEADERS.items() <= answer.headers.items()
                broken = await server.request("POST", path, [body], ends=False)
                assert broken.status == 400
            assert server.lobby._reader.count() == 0

    run(work())


WRONG = [
    {"players": ["Ann"]},
    {"players": ["Ann", "Ann"]},
    {"players": ["Ann", "a" * 1000]},
    {"players": ["Ann", ""]},
    {"players": ["Ann", "\n"]},
    {"players": ["Ann", "a\u202eb"]},
    {"players": ["Ann", "a\x00b"]},
    {"players": ["Ann", 7]},
    {"players": ["Ann", {"name": "Bob", "gender": "x"}]},
    {"players": ["Ann"] * 3000},
    {"plays": ["person"]},
    {"plays": ["person", "nobody"]},
    {"plays": ["person", "search:1e9"]},
    {"plays": ["person", "search:99999s"]},
    {"plays": ["person", "search:-1"]},
    {"plays": ["person", "search:" + "9" * 4000]},
    {"plays": ["person", "greedy:nan"]},
    {"seed": -1},
    {"seed": 1 << 63},
    {"seed": True},
    {"seed": 1.5},
    {"options": {"nothing": 1}},
    {"options": []},
    {"variants": ["nothing"]},
    {"variants": ["../x"]},
    {"variants": ["x"] * 5000},
    {"game": "/etc"},
    {"game": "do-podzemi/../do-podzemi"},
    {"cheat": 1},
]


@pytest.mark.parametrize("change", WRONG, ids=lambda change: str(change)[:50])
def test_wrong_matches(change: dict[str, Any], tmp_path: Path) -> None:
    usual = {"game": GAME, "players": ["Ann", "Bob"], "plays": ["person", "person"]}

    async def work() -> None:
        async with serving(tmp_path) as server:
            answer = await server.request("POST", "/api/matches", usual | change)
            assert answer.status == 400, answer
            assert answer.data["error"]["code"] != "RW729"
            assert server.lobby._reader.count() == 0

    run(work())


def test_names_with_markup_stay_text(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>"

    async def work() -> None:
        async with serving(tmp_path) as server:
            wanted = {"game": GAME, "players": [name, "'; --"], "plays": ["person", "person"]}
            started = (await server.request("POST", "/api/matches", wanted)).data
            page = await server.joined(started["match"])
            assert [one["name"] for one in page.messages[0]["seats"]] == [name, "'; --"]

    run(work())


@pytest.mark.parametrize("seed", [None, 0, (1 << 63) - 1])
def test_everybody_sees_a_seed_that_somebody_chose(seed: int | None, tmp_path: Path) -> None:
    """It foretells the luck, so it is no secret of the player who chose it."""

    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await server.start(GAME, "person", "person", **({} if seed is None else {"seed": seed}))
            for token in (*started["tokens"], None):
                page = await server.joined(started["match"], token)
                assert page.messages[0]["seed"] == (None if seed is None else str(seed))
        async with serving(tmp_path) as server:  # and after a restart
            page = await server.joined(started["match"])
            assert page.messages[0]["seed"] == (None if seed is None else str(seed))

    run(work())


def test_nobody_is_warned_of_luck_where_there_is_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await server.start("classics/connect-four", "person", "person", seed=3)
            page = await server.joined(started["match"], started["tokens"][0])
            assert page.messages[0]["seed"] is None

    run(work())


PATHS = [
    ("/static/../app.py", 404),
    ("/static/../../../pyproject.toml", 404),
    ("/static//etc/passwd", 404),
    ("/static/..\\app.py", 404),
    ("/static/\x00", 404),
    ("/static/" + "a" * 5000, 404),
    ("/static/", 404),
    ("/nothing", 404),
    ("/t/", 404),
    ("/t/a/b", 404),
    ("/api/games/../../etc/passwd", 400),
    ("/api/games//etc/passwd", 400),
    ("/api/games/./do-podzemi", 400),
    ("/api/games/\x00", 400),
    ("/api/games/", 400),
    ("/api/games/" + "a" * 9000, 400),
    ("/api/rules/nothing", 404),
    ("/api/rules/\x00'; DROP TABLE matches; --", 404),
    ("/api/matches", 405),
    ("/api/ws", 404),
]


@pytest.mark.parametrize(("path", "status"), PATHS, ids=lambda one: str(one)[:40])
def test_paths(path: str, status: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            for method in ("GET", "HEAD"):
                answer = await server.request(method, path)
                assert answer.status == status, answer
                assert HEADERS.items() <= answer.headers.items()
                assert b"root:" not in answer.body
            assert (await server.request("DELETE", path)).status in (404, 405)

    run(work())


def test_headers_are_on_every_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await server.start(GAME, "person", "person")
            page = await server.joined(started["match"])
            rules = page.messages[0]["rules"]
            for path in (
                "/",
                "/new",
                f"/t/{started['match']}",
                "/static/index.html",
                "/api/games",
                "/api/bots",
            ):
                answer = await server.request("GET", path)
                assert answer.status == 200
                assert HEADERS.items() <= answer.headers.items()
            kept = await server.request("GET", f"/api/rules/{rules}")
            assert HEADERS.items() <= kept.headers.items()
            assert "immutable" in kept.headers["cache-control"]
            page_itself = await server.request("GET", "/")
            assert "unsafe" not in page_itself.headers["content-security-policy"]

    run(work())


def test_a_fault_has_headers_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(RulesLibrary, "page", lambda self, rules: 1 // 0)
                started = await server.start(GAME, "person", "person")
                rules = (await server.joined(started["match"])).messages[0]["rules"]
                answer = await server.request("GET", f"/api/rules/{rules}")
            assert answer.status == 500
            assert b"ZeroDivisionError" in answer.body
            assert b"line" not in answer.body
            assert HEADERS.items() <= answer.headers.items()

    run(work())
    assert [record.getMessage() for record in caplog.records] == ["a request failed"]
    caplog.clear()


def test_variants_named_again_and_again_fill_no_memory() -> None:
    library = RulesLibrary(GameLibrary())
    names = library.games.files(GAME).choices()
    with pytest.raises(RefusalError):
        library.current(GAME, (names[0], names[0]) if names else ("x", "x"))
    for number in range(KEPT + 5):
        library._current["x", (str(number),)] = library.current(GAME, ())
    library._current.pop((GAME, ()))
    library.current(GAME, ())
    assert len(library._current) == KEPT


# ------------------------------------------------------------------------- messages

LINES: list[tuple[str | bytes, str]] = [
    ("", "RW720"),
    ("x", "RW720"),
    ("[]", "RW720"),
    ("null", "RW720"),
    ('{"id":1,"id":2}', "RW720"),
    ('{"id":1,"type":"choose","turn":Infinity}', "RW720"),
    ('{"a":' * 60 + "1" + "}" * 60, "RW720"),
    ("[" * 8000 + "]" * 8000, "RW720"),
    ('{"id":1,"type":"undo","x":"' + "x" * limits.LONGEST_MESSAGE + '"}', "RW720"),
    ('{"id":1}', "RW722"),
    ('{"id":1,"type":null}', "RW722"),
    ('{"id":1,"type":["undo"]}', "RW722"),
    ('{"id":1,"type":"\\ud800"}', "RW722"),
    ('{"id":1,"type":"join","match":"x"}', "RW722"),
    ('{"id":1,"type":"__class__"}', "RW722"),
    ('{"type":"undo"}', "RW721"),
    ('{"id":"1","type":"undo"}', "RW721"),
    ('{"id":1.0,"type":"undo"}', "RW721"),
    ('{"id":true,"type":"undo"}', "RW721"),
    ('{"id":' + "9" * 30 + ',"type":"undo"}', "RW721"),
    ('{"id":' + "9" * 9000 + ',"type":"undo"}', "RW720"),
    ('{"id":1,"type":"undo","more":1}', "RW721"),
    ('{"id":1,"type":"undo","\\ud800":1}', "RW721"),
    ('{"id":1,"type":"choose","option":"\\udfff","turn":0}', "RW721"),
    ('{"id":1,"type":"choose","option":5,"turn":0}', "RW721"),
    ('{"id":1,"type":"choose","option":"draw","turn":0}', "RW721"),
    ('{"id":1,"type":"choose","option":"option:","turn":99999999999999999999}', "RW721"),
    ('{"id":1,"type":"why"}', "RW721"),
    ('{"id":1,"type":"why","option":"draw","language":"xx"}', "RW721"),
    ('{"id":1,"type":"seat","seat":0,"plays":"nobody"}', "RW703"),
    ('{"id":1,"type":"seat","seat":9,"plays":"person"}', "RW721"),
    ('{"id":1,"type":"seat","seat":-1,"plays":"person"}', "RW721"),
    ('{"id":1,"type":"link","seat":-1}', "RW721"),
    ('{"id":1,"type":"replay","from":"0"}', "RW721"),
    ('{"id":1,"type":"replay","from_":0,"from":0}', "RW721"),
    ('{"id":1,"type":"replay","from":-5}', ""),
    ('{"id":1,"type":"replay","from":9223372036854775807}', ""),
    ('{"id":1,"type":"why","option":"' + "x" * 15000 + '"}', ""),
    ('{"id":1,"type":"language","language":"' + "x" * 15000 + '"}', ""),
    ('{"id":1,"type":"withdraw"}', ""),
]


def test_wrong_messages(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            _, page, other = await two(server)
            before = len(other.texts)
            for line, code in LINES:
                since = len(page.texts)
                page.say(line)
                answer = await page.until(lambda one: one["type"] in ("reply", "refused"), since)
                assert (answer["type"] == "reply") == (code == ""), (line[:100], answer)
                if code:
                    assert code_of(answer) == code, line[:100]
            await quiet()
            assert len(other.texts) == before  # nothing has happened
            assert page.closed is None

    run(work())


def test_bytes_end_a_connection(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            _, page, other = await two(server)
            page.say(b"{}")
            assert await page.end() == 1003
            assert (await other.until(lambda one: one["type"] == "seats" and not one["seats"][0]["here"]))[
                "seats"
            ]
            first = server.page()
            first.say(b"{}")
            assert await first.end() == 1003

    run(work())


JOINS = [
    ("x", "RW720"),
    ('{"type":"undo","id":1}', "RW721"),
    ('{"type":"join"}', "RW721"),
    ('{"type":"join","match":"nothing"}', "RW723"),
    ('{"type":"join","match":"\\u0000"}', "RW723"),
    ('{"type":"join","match":"\\ud800"}', "RW721"),
    ('{"type":"join","match":1}', "RW721"),
    ('{"type":"join","match":"MATCH","token":""}', "RW724"),
    ('{"type":"join","match":"MATCH","token":"wrong"}', "RW724"),
    ('{"type":"join","match":"MATCH","token":"\\ud800"}', "RW721"),
    ('{"type":"join","match":"MATCH","token":7}', "RW721"),
    ('{"type":"join","match":"MATCH","token":"OTHER"}', "RW724"),
    ('{"type":"join","match":"MATCH","seat":0}', "RW721"),
    ('{"type":"join","match":"MATCH","next":"0"}', "RW721"),
]


def test_wrong_joins(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            match = (await server.start(GAME, "person", "person"))["match"]
            other = await server.start(GAME, "person", "person")
            for line, code in JOINS:
                page = server.page()
                page.say(line.replace("MATCH", match).replace("OTHER", other["tokens"][0]))
                found = await page.until(lambda one: True)
                assert code_of(found) == code, line
                assert await page.end() == 4003
            assert all(not one.pages for one in server.lobby._sessions.values())

    run(work())


def test_a_page_that_never_joins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TO_JOIN", 0.05)

    async def work() -> None:
        async with serving(tmp_path) as server:
            page = server.page()
            assert await page.end() == 1008
            assert page.texts == []

    run(work())


def test_too_many_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BURST", 5)

    async def work() -> None:
        async with serving(tmp_path) as server:
            _, page, other = await two(server)
            for number in range(50):
                page.send(type="withdraw", id=number)
            assert await page.end() == 1008
            answers = [one for one in page.messages if "id" in one]
            assert [one["type"] for one in answers] == ["reply"] * 5 + ["refused"] * limits.PATIENCE
            assert code_of(answers[-1]) == "RW732"
            assert (await other.ask("withdraw"))["type"] == "reply"

    run(work())


def test_too_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAGES_OF_ONE", 2)
    monkeypatch.setattr(limits, "PAGES", 3)

    async def work() -> None:
        async with serving(tmp_path) as server:
            match = (await server.start(GAME, "person", "person"))["match"]
            first, _ = await server.joined(match), await server.joined(match)
            assert await server.page().end() == 1013
            assert (await server.page(address="192.0.2.2").join(match))["type"] == "joined"
            assert await server.page(address="192.0.2.3").end() == 1013
            await first.leave()
            await server.joined(match)

    run(work())


def test_tables_do_not_wait_for_those_who_look_at_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOOKS_AT_ONCE", 50)
    monkeypatch.setattr(limits, "LOOKS", 0.0)  # however slow this machine is

    async def work() -> None:
        async with serving(tmp_path) as server:
            _, page, _ = await two(server)
            goes_on = threading.Event()

            def slowly(self: RulesLibrary, *arguments: Any) -> Any:
                goes_on.wait(10)
                raise RefusalError("slow", "")

            monkeypatch.setattr(RulesLibrary, "current", slowly)
            looks = [asyncio.create_task(server.request("GET", f"/api/games/{GAME}")) for _ in range(50)]
            await asyncio.sleep(0.05)
            answer = await page.ask("choose", option=option_of(page), turn=page.turn)
            assert answer["type"] == "reply"
            assert not any(one.done() for one in looks)
            goes_on.set()
            assert {one.status for one in await asyncio.gather(*looks)} == {400}
            assert (await server.request("GET", f"/api/games/{GAME}")).status == 429

    run(work())


def test_too_many_connections_and_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "JOINS", 1e-6)
    monkeypatch.setattr(limits, "JOINS_AT_ONCE", 3)
    monkeypatch.setattr(limits, "MATCHES_OF_ONE", 2)

    async def work() -> None:
        async with serving(tmp_path) as server:
            match = (await server.start(GAME, "person", "person"))["match"]
            for _ in range(3):
                await (await server.joined(match)).leave()
            assert await server.page().end() == 1013
            assert (await server.page(address="192.0.2.2").join(match))["type"] == "joined"
            await server.start(GAME, "person", "person")
            wanted = {"game": GAME, "players": ["Ann", "Bob"], "plays": ["person", "person"]}
            answer = await server.request("POST", "/api/matches", wanted)
            assert (answer.status, answer.data["error"]["code"]) == (429, "RW732")

    run(work())


def test_a_slow_reader_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LONGEST_UNSENT", 20_000)
    monkeypatch.setattr(limits, "TO_END", 0.1)

    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            slow = await server.joined(started["match"])
            slow.reads.clear()
            sent: Any = server.lobby._sessions[started["match"]].pages[-1]
            for _ in range(60):
                assert (await page.ask("seat", seat=1, plays="person"))["type"] == "reply"
            for _ in range(400):
                sent.send("x" * 100)
            assert sent._waiting.qsize() < limits.UNSENT + 3
            await other.until(lambda one: one["type"] == "seats")
            async with asyncio.timeout(5):
                while sent in server.lobby._sessions[started["match"]].pages:
                    await asyncio.sleep(0.01)
            slow.reads.set()
            await server.joined(started["match"])  # it catches up

    run(work())


def test_who_does_not_read_gets_no_more_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNREAD", 5_000)

    async def work() -> None:
        async with serving(tmp_path) as server:
            started, _, other = await two(server)
            asking = await server.joined(started["match"])
            waiting: Any = server.lobby._sessions[started["match"]].pages[-1]
            asking.reads.clear()
            for number in range(50):
                asking.send(type="replay", id=number)
            await other.ask("replay")
            async with asyncio.timeout(20):
                while waiting._has_read.is_set():
                    await asyncio.sleep(0.01)
            await quiet()
            longest = len(other.texts[-1])
            assert 5_000 < waiting._unsent < 5_000 + 2 * longest < 50 * longest
            asking.reads.set()
            await asking.until(lambda one: one.get("id") == 49)

    run(work())


# ---------------------------------------------------------------------- who may do what


def test_an_onlooker_only_watches(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            onlooker = await server.joined(started["match"])
            assert onlooker.messages[0]["turn"] is None
            assert onlooker.messages[0]["objects"]["decision"] is None
            before = len(page.texts), len(other.texts)
            for kind, data in [
                ("choose", {"option": option_of(page), "turn": page.turn}),
                ("undo", {}),
                ("withdraw", {}),
                ("consent", {"agree": True}),
                ("why", {"option": "draw"}),
                ("seat", {"seat": 0, "plays": "random"}),
                ("link", {"seat": 0}),
            ]:
                assert code_of(await onlooker.ask(kind, **data)) == "RW724"
            assert (await onlooker.ask("replay"))["type"] == "reply"
            await quiet()
            assert (len(page.texts), len(other.texts)) == before

    run(work())


def test_rights_of_the_host_and_of_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, host, guest = await two(server)
            assert host.messages[0]["host"]
            assert not guest.messages[0]["host"]
            assert code_of(await guest.ask("seat", seat=0, plays="random")) == "RW724"
            assert code_of(await guest.ask("link", seat=0)) == "RW724"
            assert (await guest.ask("seat", seat=1, plays="random"))["type"] == "reply"
            assert (await host.ask("seat", seat=1, plays="person"))["type"] == "reply"
            for token in (started["tokens"][1], "wrong"):
                answer = await server.request(
                    "POST", "/api/close", {"match": started["match"], "token": token}
                )
                assert answer.status == 403
            assert (await host.ask("withdraw"))["type"] == "reply"

    run(work())


def test_links_that_were_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, host, guest = await two(server)
            old = started["tokens"][1]
            token = (await host.ask("link", seat=1))["token"]
            assert guest.messages[-1] == {"type": "moved", "seat": 1} or await guest.end() == 4001
            assert await guest.end() == 4001
            assert code_of(await server.page().join(started["match"], old)) == "RW724"
            assert (await server.joined(started["match"], token)).messages[0]["seat"] == 1
            mine = (await host.ask("link", seat=0))["token"]  # the host's own: the host's rights go along
            assert code_of(await server.page().join(started["match"], started["host"])) == "RW724"
            again = await server.joined(started["match"], mine)
            assert (again.messages[0]["seat"], again.messages[0]["host"]) == (0, True)
            table = server.table(started["match"])
            assert mine not in repr(server.lobby._reader.match(table.id))

    run(work())


def test_a_page_whose_link_was_replaced_does_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            _, host, guest = await two(server)
            guest.reads.clear()  # it does not even read that it is at its end
            await host.ask("link", seat=1)
            await quiet()
            guest.send(type="seat", id=1, seat=1, plays="random")
            await asyncio.sleep(0.05)
            assert (await host.ask("withdraw"))["type"] == "reply"
            seats = next(
                one["seats"] for one in reversed(host.messages) if one["type"] in ("seats", "joined")
            )
            assert (seats[1]["plays"], seats[1]["here"]) == ("person", 0)
            guest.reads.set()

    run(work())


def test_a_link_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, host, _ = await two(server)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Store, "write", full)
                assert code_of(await host.ask("link", seat=0)) == "RW735"
            again = await server.joined(started["match"], started["tokens"][0])
            assert again.messages[0]["host"]

    run(work())


def full(self: Store, work: Any) -> Any:
    raise StoreError("the database cannot be written: database or disk is full")


def test_a_bots_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            server.here.may_think.clear()
            started = await server.start(GAME, "person", "random", seed=3)
            host = await server.joined(started["match"], started["host"])
            token = (await host.ask("link", seat=1))["token"]
            page = await server.joined(started["match"], token)
            for kind, data in [("choose", {"option": "option:0", "turn": page.turn}), ("undo", {})]:
                assert code_of(await page.ask(kind, **data)) == "RW731"

    run(work())


# ------------------------------------------------------- several people simultaneously


def test_of_two_clicks_one_counts(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            tab = await server.joined(started["match"], started["tokens"][0])
            option, turn = option_of(page), page.turn
            answers = await asyncio.gather(
                *(one.ask("choose", option=option, turn=turn) for one in (page, tab, page))
            )
            assert sorted(one["type"] for one in answers) == ["refused", "refused", "reply"]
            assert {code_of(one) for one in answers if one["type"] == "refused"} == {"RW730"}
            await quiet()
            assert page.turn == tab.turn == turn + 1
            assert code_of(await tab.ask("choose", option=option, turn=turn)) == "RW730"

    run(work())


def test_others_learn_of_a_choice_although_its_page_goes_away(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            goes_on = threading.Event()
            usual = Table.choose

            def slowly(self: Table, *arguments: Any) -> Any:
                goes_on.wait(10)
                return usual(self, *arguments)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Table, "choose", slowly)
                since = len(other.texts)
                page.send(type="choose", id=1, option=option_of(page), turn=page.turn)
                await asyncio.sleep(0.05)
                server.lobby._sessions[started["match"]].pages[0].end(1013, "too slow")
                await page.end()
                joining = asyncio.create_task(server.joined(started["match"], started["tokens"][0]))
                await asyncio.sleep(0.05)
                assert not joining.done()  # the thread is still at the table
                goes_on.set()
                await other.until(lambda one: one["type"] == "changed", since)
                again = await joining
            assert again.messages[0]["state"]["actions"] == 1

    run(work())


def test_what_is_refused_to_a_page_that_has_gone_concerns_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            goes_on = threading.Event()

            def slowly(self: Table, *arguments: Any) -> Any:
                goes_on.wait(10)
                raise RefusalError("RW730", "the match has moved on")

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Table, "choose", slowly)
                page.send(type="choose", id=1, option=option_of(page), turn=page.turn)
                await asyncio.sleep(0.05)
                server.lobby._sessions[started["match"]].pages[0].end(1013, "too slow")
                await page.end()
                goes_on.set()
                again = await server.joined(started["match"], started["tokens"][0])
            gc.collect()  # `run` fails if an error was lost
            assert again.messages[0]["state"]["actions"] == 0

    run(work())


@pytest.mark.parametrize(("idle", "over", "awake"), [(60.0, -1.0, 1), (-1.0, 60.0, 1), (-1.0, -1.0, 0)])
def test_a_match_that_is_over_leaves_the_memory_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, idle: float, over: float, awake: int
) -> None:
    monkeypatch.setattr(limits, "IDLE", idle)
    monkeypatch.setattr(limits, "IDLE_OVER", over)

    async def work() -> None:
        async with serving(tmp_path) as server:
            ended = await server.start(OPEN_GAME, "random", "random", seed=3)
            page = await server.joined(ended["match"])
            await page.until(lambda one: one.get("state", {}).get("over"))
            await two(server)
            await server.left()
            await server.lobby.put_idle_away()
            assert server.lobby.awake == awake

    run(work())


def test_pages_leave_while_somebody_chooses(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            onlookers = [await server.joined(started["match"]) for _ in range(3)]
            usual = Table._told_all

            def slowly(self: Table) -> Any:
                time.sleep(0.05)
                return usual(self)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Table, "_told_all", slowly)
                asking = asyncio.create_task(page.ask("choose", option=option_of(page), turn=page.turn))
                await asyncio.sleep(0.01)
                await asyncio.gather(*(one.leave() for one in [*onlookers, other]))
                assert (await asking)["type"] == "reply"
            assert set(server.table(started["match"])._readers) >= {0}
            assert (await page.ask("seat", seat=1, plays="person"))["type"] == "reply"
            assert set(server.table(started["match"])._readers) == {0}

    run(work())


def test_a_table_is_put_away_while_somebody_joins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IDLE", -1.0)

    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await server.start(GAME, "person", "person")
            for _ in range(40):
                putting = asyncio.create_task(server.lobby.put_idle_away())
                pages = await asyncio.gather(
                    *(server.joined(started["match"], token) for token in started["tokens"])
                )
                await putting
                await server.lobby.put_idle_away()
                (kept,) = server.lobby._sessions.values()
                assert len(kept.pages) == 2  # both at the same table
                assert not kept.gone
                await asyncio.gather(*(one.leave() for one in pages))

    run(work())


def test_a_table_that_has_gone_is_left(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started = await server.start(GAME, "person", "person", seed=3)
            old = await server.lobby.session(started["match"])
            assert await old.put_away()
            page = await server.joined(started["match"], started["tokens"][0])
            assert server.lobby._sessions[started["match"]] is not old
            assert (await page.ask("choose", option=option_of(page), turn=page.turn))["type"] == "reply"

    run(work())


def test_more_tables_than_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AWAKE", 1)

    async def work() -> None:
        async with serving(tmp_path) as server:
            for _ in range(3):
                await two(server)
            assert server.lobby.awake == 3
            await server.left()
            await two(server)
            assert server.lobby.awake == 1

    run(work())


def test_a_match_is_removed_while_somebody_chooses(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            page.send(type="choose", id=1, option=option_of(page), turn=page.turn)
            removing = server.request(
                "POST", "/api/close", {"match": started["match"], "token": started["host"]}
            )
            joining = server.page().join(started["match"])
            answer, _ = await asyncio.gather(removing, joining)
            assert answer.status == 200
            assert await page.end() == await other.end() == 4004
            assert other.messages[-1]["code"] == "RW723"
            assert code_of(await server.page().join(started["match"])) == "RW723"
            assert server.lobby.awake == 0
            assert server.lobby._reader.count() == 0

    run(work())


def test_a_seat_changes_hands_while_its_bot_thinks(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            server.here.may_think.clear()
            started = await server.start(GAME, "random", "person", seed=3)
            host = await server.joined(started["match"], started["host"])
            await quiet()
            assert (await host.ask("seat", seat=0, plays="person"))["type"] == "reply"
            server.here.may_think.set()
            await asyncio.sleep(0.05)
            table = server.table(started["match"])
            assert table.match.journal == []
            assert (await host.ask("seat", seat=0, plays="random"))["type"] == "reply"
            await host.until(lambda one: one["type"] == "changed" and one["state"]["actions"] > 0)

    run(work())


# --------------------------------------------------------------------------- taking back


def test_an_undone_match_can_be_resumed(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, first, second = await two(server)
            match = started["match"]
            for number in range(30):
                table = server.table(match)
                if table.match.is_over:
                    break
                seat = table.match.pending()[0].player
                page = (first, second)[seat]
                options = list(table.match.choices(seat).values())
                option = options[number % len(options)].id
                assert (await page.ask("choose", option=option, turn=page.turn))["type"] == "reply"
                if (await page.ask("undo"))["type"] == "refused" or server.table(
                    match
                ).seated.question is not None:
                    await page.ask("withdraw")
                kept = [*server.table(match).match.journal]
                assert server.lobby._reader.entries(match) == kept
                await server.left()
                await server.lobby._put_away(server.lobby._sessions[match])
                first, second = [await server.joined(match, token) for token in started["tokens"]]
                assert server.table(match).match.journal == kept
                await quiet()
                if number % 2:
                    table = server.table(match)
                    seat = table.match.pending()[0].player if not table.match.is_over else 0
                    page = (first, second)[seat]
                    options = list(table.match.choices(seat).values())
                    await page.ask("choose", option=options[0].id, turn=page.turn)

    run(work())


def test_a_page_that_was_away_during_an_undo_gets_the_events_that_differ(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            away = await server.joined(started["match"])
            options = page.messages[0]["objects"]["decision"]["options"]
            last = options[-1]["id"]  # luck decides nothing
            await page.ask("choose", option=last, turn=page.turn)
            await quiet()
            known = next(one["next"] for one in reversed(away.messages) if "next" in one)
            await away.leave()
            assert (await page.ask("undo"))["type"] == "reply"
            await quiet()
            if (
                server.table(started["match"]).seated.question is not None
            ):  # it is the turn of the other one by now
                await other.ask("consent", agree=True)
                await quiet()
            await page.ask("choose", option=option_of(page), turn=page.turn)
            again = await server.joined(started["match"], next=known)
            first = again.messages[0]["first"]
            assert first < known
            expected = server.table(started["match"]).match.events(None)[first:]
            assert [one["number"] for one in again.messages[0]["events"]] == [one.number for one in expected]

    run(work())


async def asking(server: Server) -> tuple[str, Page, Page]:
    """A match in which the first player asks to take back a choice that the second has followed."""
    started, first, second = await two(server, OPEN_GAME)
    for page in (first, second):
        options = server.table(started["match"]).match.choices(0 if page is first else 1)
        answer = await page.ask("choose", option=[*options.values()][-1].id, turn=page.turn)
        assert answer["type"] == "reply", answer
        await quiet()
    assert (await first.ask("undo"))["type"] == "reply"
    await quiet()
    return started["match"], first, second


def test_a_question_whether_to_take_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            match, first, second = await asking(server)
            asked = second.messages[-1]
            assert (asked["type"], asked["undo"]["by"], asked["undo"]["waiting"]) == ("undo", 0, [1])
            assert code_of(await first.ask("consent", agree=True)) == "RW730"
            assert (await server.joined(match)).messages[0]["undo"]["waiting"] == [1]
            before = len(first.texts)
            assert (await second.ask("withdraw"))["type"] == "reply"  # it is not theirs: nothing happens
            await quiet()
            assert [one["type"] for one in first.messages[before:]] == ["seats"][: len(first.texts) - before]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Store, "write", full)
                assert code_of(await second.ask("consent", agree=True)) == "RW735"
            assert server.table(match).seated.question is not None  # nothing has happened
            assert (await second.ask("consent", agree=True))["type"] == "reply"
            await quiet()
            assert server.table(match).match.journal == []
            for page in (first, second):
                (renewed,) = [one for one in page.messages if one["type"] == "renewed"]
                assert (renewed["undo"], renewed["state"]["actions"]) == (None, 0)

    run(work())


@pytest.mark.parametrize("how", ["refuse", "withdraw", "hand over"])
def test_a_question_ends(how: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            match, first, second = await asking(server)
            server.here.may_think.clear()
            if how == "refuse":
                await second.ask("consent", agree=False)
            elif how == "withdraw":
                await first.ask("withdraw")
            else:
                await second.ask("seat", seat=1, plays="random")
            await quiet()
            assert server.table(match).seated.question is None
            for page in (first, second):
                assert [one["undo"] for one in page.messages if one["type"] == "undo"][-1] is None

    run(work())


def test_asking_again_after_a_no_takes_a_pause(tmp_path: Path) -> None:
    """It was asked again 50 times of 50, and nobody could play in peace."""

    async def work() -> None:
        async with serving(tmp_path) as server:
            match, first, second = await asking(server)
            clock = [0.0]
            server.table(match).seated.pauses.now = lambda: clock[0]
            await second.ask("consent", agree=False)
            await quiet()
            told = [
                [one["again"] for one in page.messages if one["type"] == "undo"] for page in (first, second)
            ]
            assert told == [[None, 10], [None, None]], "whoever asked learns of the no, and of the pause"
            before = len(second.texts)
            for _ in range(50):
                refused = await first.ask("undo")
                assert code_of(refused) == "RW736"
                assert "in 10 s" in refused["error"]["message"]
            await first.ask("language", language="cs")
            assert "za 10 s" in (await first.ask("undo"))["error"]["message"]
            await quiet()
            assert len(second.texts) == before, "the other player is disturbed"
            clock[0] += 10
            assert (await first.ask("undo"))["type"] == "reply"
            assert (await first.ask("withdraw"))["type"] == "reply"
            assert "za 20 s" in (await first.ask("undo"))["error"]["message"]
            clock[0] += 20
            assert (await first.ask("undo"))["type"] == "reply"
            assert (await second.ask("consent", agree=True))["type"] == "reply"
            assert server.table(match).match.journal == []

    run(work())


@pytest.mark.parametrize("since", [-3, 10**9])
def test_numbers_of_events_that_do_not_exist(since: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            await page.ask("choose", option=option_of(page), turn=page.turn)
            found = (await server.joined(started["match"], next=since)).messages[0]
            assert found["first"] == (0 if since < 0 else found["next"])
            assert len(found["events"]) == found["next"] - found["first"]

    run(work())


# -------------------------------------------------------------------------- the database


def test_a_full_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, other = await two(server)
            option, turn = option_of(page), page.turn
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Store, "write", full)
                assert code_of(await page.ask("choose", option=option, turn=turn)) == "RW735"
                assert code_of(await page.ask("seat", seat=0, plays="random")) == "RW735"
                wanted = {"game": GAME, "players": ["Ann", "Bob"], "plays": ["person", "person"]}
                assert (await server.request("POST", "/api/matches", wanted)).status == 503
                end = {"match": started["match"], "token": started["host"]}
                assert (await server.request("POST", "/api/close", end)).status == 503
            assert server.table(started["match"]).match.journal == []
            assert (await page.ask("choose", option=option, turn=turn))["type"] == "reply"
            await other.until(lambda one: one["type"] == "changed")

    run(work())


def test_tidying_goes_on_after_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            calls = []

            def fails(*arguments: Any) -> None:
                calls.append(1)
                raise StoreError("full")

            monkeypatch.setattr(Store, "archive_unused", fails)
            monkeypatch.setattr(lobby, "LOG", logging.getLogger("quiet"))
            monkeypatch.setattr(lobby, "PAUSE", 0.01)
            logging.getLogger("quiet").disabled = True
            tidying = asyncio.create_task(server.lobby.keep_tidy())
            while len(calls) < 3:
                await asyncio.sleep(0.01)
            tidying.cancel()

    run(work())


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"this is no database" * 100)
    newer = tmp_path / "newer"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    locked = tmp_path / "locked"
    (tmp_path / "locked.lock").write_bytes(b"no database either" * 100)
    for path, said in [
        (damaged, "cannot be used"),
        (newer, "another version"),
        (locked, "cannot be used"),
        (tmp_path, "cannot be used"),
        (tmp_path / "nowhere" / "x", "cannot be used"),
    ]:
        for _ in range(2):  # the first attempt leaves no lock behind
            with pytest.raises(StoreError, match=said):
                Store(path)


def test_two_servers_with_one_database(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    with pytest.raises(StoreError, match="another server"):
        Store(tmp_path / "x")
    store.close()
    Store(tmp_path / "x").close()


def test_another_programs_database_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as theirs:
        theirs.execute("CREATE TABLE songs (title TEXT)")
        theirs.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    with pytest.raises(StoreError, match="another program"):
        back_up(path, tmp_path / "copy")
    assert path.read_bytes() == before
    assert not (tmp_path / "copy").exists()


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    os.link(tmp_path / "x", tmp_path / "y")
    with pytest.raises(StoreError, match="hard link"):
        Store(tmp_path / "y")
    store.close()


def test_a_copy_made_while_a_server_writes_is_whole(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            await page.ask("choose", option=option_of(page), turn=page.turn)
            database = next(tmp_path.glob("*.sqlite"))
            assert back_up(database, tmp_path / "copy") == Copied(1, 0)
            with pytest.raises(StoreError, match="exists already"):
                back_up(database, tmp_path / "copy")
            reader, copy = Reader(database), Reader(tmp_path / "copy")
            assert copy.entries(started["match"]) == reader.entries(started["match"]) != []
            assert (tmp_path / "copy").stat().st_mode & 0o077 == 0

    run(work())
    with pytest.raises(StoreError, match="no file"):
        back_up(tmp_path / "nothing", tmp_path / "more")
    Store(tmp_path / "copy").close()  # a server can go on from it


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_stopped_servers_file_holds_everything(tmp_path: Path, how: str) -> None:
    database = tmp_path / "matches"
    command = [
        sys.executable,
        "-m",
        "rulewright",
        "serve",
        "--http",
        "--port",
        "0",
        "--matches",
        str(database),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = re.search(r"http://\S+", process.stdout.readline())
    assert address is not None
    body = json.dumps({"game": OPEN_GAME, "players": ["Ann", "Bob"], "plays": ["person", "person"]})
    request = urllib.request.Request(
        f"{address[0]}/api/matches",
        body.encode(),
        {"Content-Type": "application/json", "Origin": address[0]},
    )
    with urllib.request.urlopen(request) as answer:
        match = json.load(answer)["match"]
    urllib.request.urlopen(f"{address[0]}/t/{match}").close()
    process.send_signal(getattr(signal, how))
    assert process.wait(30) == 0
    process.stdout.close()
    assert not [one for one in tmp_path.iterdir() if one.name.endswith("-wal") and one.stat().st_size]
    (tmp_path / "elsewhere").mkdir()
    copy = tmp_path / "elsewhere" / "matches"
    copy.write_bytes(database.read_bytes())
    assert Reader(copy).match(match) is not None


def test_a_database_has_one_lock_whatever_leads_to_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    (tmp_path / "link").symlink_to(tmp_path / "x")
    with pytest.raises(StoreError, match="another server"):
        Store(tmp_path / "link")
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="rights of files as POSIX has them")
def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    store.remove("nothing")
    for file in tmp_path.iterdir():
        if ".lock" not in file.name:  # it holds nothing
            assert file.stat().st_mode & 0o077 == 0, file
    store.close()


def test_a_store_that_is_closed_keeps_nobody_waiting(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    store.close()
    with pytest.raises(StoreError, match="stops"):
        store.remove("x")


def test_a_clock_that_is_set_wrong_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            await two(server)

    run(work())
    database = next(tmp_path.glob("*.sqlite"))
    right = time.time()
    for wrong in (200 * 86_400, -200 * 86_400, 0):
        with monkeypatch.context() as set_wrong:
            set_wrong.setattr(time, "time", lambda now=right + wrong: now)
            for _ in range(3):
                store = Store(database)
                assert store.archive_unused(limits.KEPT_DAYS, limits.ARCHIVED_DAYS).archived == 0
                store.close()
    assert Reader(database).count() == 1


def test_what_was_kept_before_the_age_was_counted_counts_as_used_now(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    store.write(lambda connection: connection.execute("DROP TABLE clock"))
    store.create(RulesRow("k", "n", (), b""), MatchRow("m", "k", (), 0, {}, b"", ()), [])
    store.write(lambda connection: connection.execute("UPDATE matches SET used = 7"))
    store.close()
    store = Store(tmp_path / "x")
    assert store.archive_unused(limits.KEPT_DAYS, limits.ARCHIVED_DAYS).archived == 0
    store.close()


def test_a_sweep_takes_no_more_than_so_many(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    for number in range(MOST_ARCHIVED + 3):
        store.create(RulesRow("k", "n", (), b""), MatchRow(f"m{number}", "k", (), 0, {}, b"", ()), [])
    store.write(lambda connection: connection.execute("UPDATE matches SET used = 7"))
    assert [store.archive_unused(1, 1).archived for _ in range(3)] == [MOST_ARCHIVED, 3, 0]
    store.close()


def test_a_match_in_use_is_not_removed(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            _started, page, _ = await two(server)
            unused = (await server.start(GAME, "person", "person"))["match"]
            store = server.lobby._store
            store.write(lambda connection: connection.execute("UPDATE matches SET used = 0").rowcount)
            await server.lobby._tidy()
            assert server.lobby._reader.match(unused) is None
            assert (await page.ask("choose", option=option_of(page), turn=page.turn))["type"] == "reply"

    run(work())


def test_damaged_rows(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            await page.ask("choose", option=option_of(page), turn=page.turn)
            await server.left()
            await server.lobby._put_away(server.lobby._sessions[started["match"]])
            store = server.lobby._store
            store.write(lambda one: one.execute("UPDATE actions SET action = 99999999").rowcount)
            assert code_of(await server.page().join(started["match"])) == "RW734"
            store.write(lambda one: one.execute("UPDATE rules SET bundle = x'00'").rowcount)
            server.lobby.library._known.clear()
            assert code_of(await server.page().join(started["match"])) == "RW726"

    run(work())


# --------------------------------------------------------------------------- processes


def _of_pool(workers: Workers) -> list[int]:
    """The processes in which the first bots think."""
    pool = workers._pools[0]
    if pool is None:
        return []
    assert isinstance(pool[0], ProcessPoolExecutor)
    return list(pool[0]._processes)


def test_a_process_that_is_killed_in_the_middle_of_a_thought(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            server.here.may_think.clear()
            started = await server.start(GAME, "search:2s", "person", seed=3)
            processes = Workers(server.lobby._store.path, 1)
            try:
                about = [Thinking(0, 0, bot, 0) for bot in ("search:2s", "random")]
                thoughts = [asyncio.create_task(processes.think(started["match"], one)) for one in about]
                async with asyncio.timeout(30):
                    while not _of_pool(processes):
                        await asyncio.sleep(0.05)
                    await asyncio.sleep(1)
                (killed,) = _of_pool(processes)
                os.kill(killed, signal.SIGKILL)
                assert all(isinstance(one, JournalEntry) for one in await asyncio.gather(*thoughts))
                (now,) = _of_pool(processes)
                assert now != killed
                page = await processes.replay(started["match"], 0, None, 0)
                assert (len(page.frames), page.more) == (1, False)
            finally:
                processes.close()
            with pytest.raises(RefusalError):  # and no process is started after the end
                await processes.think(started["match"], about[0])

    run(work())


def test_the_time_of_a_bot_tells_not_what_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is asked although it has only one option, since others must not learn that; nor by its quick answer."""
    game, seed, bot = "classics/love-letter", 0, "search:5s"
    waits: list[float] = []
    thoughts: list[Thinking] = []
    really = asyncio.sleep

    async def slept(seconds: float) -> None:
        waits.append(seconds)
        await really(0)

    async def work() -> None:
        async with serving(tmp_path) as server:
            think = server.here.think

            async def thought(match: str, about: Thinking, *more: Any) -> Any:
                thoughts.append(about)
                return await think(match, about, *more)

            server.here.think = thought  # type: ignore[method-assign]
            started = await server.start(game, "person", bot, seed=seed)
            page = await server.joined(started["match"], started["tokens"][0])
            with monkeypatch.context() as quick:
                quick.setattr(asyncio, "sleep", slept)
                await page.ask("choose", option=option_of(page), turn=page.turn)
                async with asyncio.timeout(20):
                    while not waits:
                        await really(0.01)

    run(work())
    assert not thoughts[0].has_choice
    assert waits[0] > 4


def test_a_bot_without_a_choice_takes_as_long_as_with_one() -> None:
    faces = Faces()

    def about(seat: int, site: int, *, has_choice: bool, bot: str = "search:2s") -> Thinking:
        return Thinking(0, seat, bot, 0, site, has_choice)

    assert faces.least(about(0, 5, has_choice=False), 0.1) == 2  # as long as it may think
    assert faces.least(about(0, 5, has_choice=False, bot="search:200"), 0.1) == 0  # nobody knows how long
    assert faces.least(about(0, 5, has_choice=True), 1.5) == 0  # it has taken that long already
    assert faces.least(about(0, 5, has_choice=False), 0.1) == 1.5
    assert faces.least(about(1, 5, has_choice=False), 0.1) == 2
    assert faces.least(about(0, 6, has_choice=False), 0.1) == 2


def test_a_bot_that_finds_nothing_stops(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            thoughts = []

            async def nothing(match: str, about: Thinking, *_: object) -> None:
                thoughts.append(about)

            server.here.think = nothing  # type: ignore[method-assign]
            started = await server.start(GAME, "random", "person", seed=3)
            await server.joined(started["match"])
            await asyncio.sleep(0.05)
            assert len(thoughts) == 1

    run(work())
    assert "found no choice" in caplog.text


# ------------------------------------------------------------------------------- tokens


def test_tokens_are_in_no_log_and_no_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens: list[str] = []

    async def work() -> None:
        async with serving(tmp_path) as server:
            started, page, _ = await two(server)
            tokens.extend([*started["tokens"], (await page.ask("link", seat=1))["token"], "guessed-token"])
            await server.page().join(started["match"], "guessed-token")
            await server.request("POST", "/api/close", {"match": started["match"], "token": "guessed-token"})
            await server.request("POST", "/api/close", {"match": started["match"], "token": started["host"]})
            stored = (tmp_path / "matches.sqlite").read_bytes() + (
                tmp_path / "matches.sqlite-wal"
            ).read_bytes()
            assert not any(one.encode() in stored for one in tokens)

    run(work())
    said = " ".join(record.getMessage() for record in caplog.records)
    assert not any(one in said for one in tokens)


def test_no_message_has_the_token_of_another_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            started, first, second = await two(server)
            onlooker = await server.joined(started["match"])
            await first.ask("link", seat=1)
            await first.ask("choose", option=option_of(first), turn=first.turn)
            secrets = [*started["tokens"], *(one["token"] for one in first.messages if "token" in one)]
            for page in (onlooker, second):
                assert not any(token in text for text in page.texts for token in secrets)
            assert not re.search(r"[0-9a-f]{64}", "".join(onlooker.texts))  # nor a hash

    run(work())
