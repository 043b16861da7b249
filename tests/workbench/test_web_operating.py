"""What a server tells those who run it, and the examples in docs/web.md of how to run it.

No container can be made here, so only what its file says is tried: the command, and how its health is asked.
"""

from __future__ import annotations

import asyncio
import configparser
import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest
from rulewright.workbench.cli import main
from rulewright.workbench.seats.thinking import Thinking
from rulewright.workbench.web import limits
from rulewright.workbench.web.counters import COUNTED, COUNTERS
from rulewright.workbench.web.operating import as_text
from rulewright.workbench.web.store import Store
from rulewright.workbench.web.workers import Workers
from rulewright.workbench.wire.refusals import RefusalError

from .pages import run
from .pages import serving as serving_here
from .test_web_door import Server, at_table, chosen, serving
from .test_web_proxy import example

LINE = re.compile(
    r'(?P<name>[a-z_]+)(?:\{(?P<label>[a-z]+)="(?P<sort>[A-Za-z0-9]*)"\})? (?P<value>[0-9.e+-]+)'
)


def got(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """An answer: status, headers, text."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read().decode()


def read(text: str) -> dict[tuple[str, str], float]:
    """Numbers in the text format of Prometheus, as its documentation defines it: each metric has its help and its
    type before it, once, and its lines together."""
    found: dict[tuple[str, str], float] = {}
    named: list[str] = []
    lines = iter(text.splitlines())
    kind = ""
    for line in lines:
        if line.startswith("# HELP "):
            name = line.split()[2]
            assert name not in named
            named.append(name)
            kind = next(lines).removeprefix(f"# TYPE {name} ")
            assert kind in ("counter", "gauge")
        else:
            one = LINE.fullmatch(line)
            assert one is not None, line
            assert one["name"] == named[-1]
            assert one["name"].endswith("_total") == (kind == "counter")
            found[one["name"], one["sort"] or ""] = float(one["value"])
    assert text.endswith("\n")
    return found


def metrics_of(server: Server) -> str:
    """Where the numbers of a server are."""
    assert server.process.stdout is not None
    found = re.search(r"http://\S+/metrics", server.process.stdout.readline())
    assert found is not None
    return found[0]


def test_numbers_have_a_port_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path, "--metrics", "0") as server:
        url = metrics_of(server)
        before = read(got(url)[2])
        match = server.start()
        with at_table(server, match, 0) as (page, table):
            assert chosen(page, table)["type"] == "reply"
            assert chosen(page, table)["error"]["code"] == "RW730"
            during = read(got(url)[2])
        assert got(f"{server.address}/api/games/nothing")[0] == 400
        status, headers, text = got(url)
        assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
        after = read(text)
        assert during["rulewright_pages", ""] == 1
        assert after["rulewright_pages", ""] == 0
        assert after["rulewright_matches", ""] == after["rulewright_matches_awake", ""] == 1
        for name, sort, more in (
            ("rulewright_choices_total", "accepted", 1),
            ("rulewright_choices_total", "refused", 1),
            ("rulewright_matches_started_total", "", 1),
        ):
            assert after[name, sort] - before[name, sort] == more, name
        assert after["rulewright_refusals_total", "RW730"] == after["rulewright_refusals_total", "RW726"] == 1
        assert after["rulewright_database_commits_total", ""] >= 2
        assert after["rulewright_connections_total", ""] > 4
        for secret in (match["match"], *match["tokens"]):
            assert secret not in text
        assert got(f"{server.address}/metrics")[0] == 404
        status, _, text = got(f"{server.address}/metrics", Accept="text/html,*/*;q=0.8")
        assert (status, 'href="/"' in text) == (404, True)
        assert got(url.replace("metrics", "healthz"))[2] == '{"status":"ok"}'
        assert got(url.replace("metrics", "api/games"))[0] == 404
        assert got(f"{server.address}/healthz", Host="evil.example")[0] == 403


def test_bots_and_replays_are_counted(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving_here(tmp_path) as server:
            started = await server.start("do-podzemi", "random", "person", seed=3)
            page = await server.joined(started["match"])
            processes = Workers(server.lobby._store.path, 1)
            before = COUNTERS.values("worker_seconds"), COUNTERS.value("replays")
            try:
                await processes.think(started["match"], Thinking(0, 0, "random", 0))
            finally:
                processes.close()
            assert COUNTERS.value("worker_seconds", "bots") > before[0]["bots"]
            await page.ask("replay")
            assert COUNTERS.value("replays") == before[1] + 1

    run(work())


def test_all_that_is_counted_is_told() -> None:
    told = read(as_text({"rulewright_pages": ("Open pages.", 7.0)}))
    assert {name for name, _ in told} == {
        "rulewright_pages",
        *(f"rulewright_{one}_total" for one in COUNTED if COUNTERS.values(one)),
    }


def test_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(limits, "HEALTHY", 0.0)
    monkeypatch.setattr(limits, "TO_LOOK", 0.3)

    async def work() -> None:
        async with serving_here(tmp_path) as server:
            healthy = await server.request("GET", "/healthz")
            assert (healthy.status, healthy.data) == (200, {"status": "ok"})
            assert "database" not in healthy.body.decode()
            other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")  # it can be read, but not written
            for _ in range(2):
                answer = await server.request("GET", "/healthz")
                assert (answer.status, answer.data) == (503, {"status": "failing", "failing": ["database"]})
            other.execute("ROLLBACK")
            other.close()
            async with asyncio.timeout(20):
                while (await server.request("GET", "/healthz")).status == 503:
                    await asyncio.sleep(0.05)
            server.here.failing = True
            assert (await server.request("GET", "/healthz")).data["failing"] == ["bots"]

    run(work())


def test_processes_that_die_again_and_again_are_told(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path / "x")
        processes = Workers(store.path, 1, "\0")  # no process can begin with that
        before = COUNTERS.value("worker_failures")
        try:
            with pytest.raises(BrokenExecutor):
                await processes.think("x", Thinking(0, 0, "random", 0))
            assert processes.failing
            assert COUNTERS.value("worker_failures") == before + 2
            processes._engine = "python"
            with pytest.raises(RefusalError):  # there is no such match
                await processes.think("x", Thinking(0, 0, "random", 0))
            assert not processes.failing
        finally:
            processes.close()
            store.close()

    run(work())


def test_the_log_as_json_tells_no_secret(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "json", PATIENCE=1) as server:
        match = server.start()
        with at_table(server, match, 0) as (page, table):
            assert chosen(page, table)["type"] == "reply"
            page.send(json.dumps({"type": "link", "id": 5, "seat": 1}))
            token = None
            while token is None:
                token = json.loads(page.recv(20)).get("token")
            page.send('{"type": "choose", "id": 9, "option": "secret-option", "turn": 0}')
        with at_table(server, {**match, "tokens": ["guessed-token"]}, 0) as (_, refused):
            assert refused["type"] == "refused"
        server.half_open(b"GET / HTTP/9\r\n\r\n").close()
        assert got(f"{server.address}/api/games/secret-name?token=secret-query")[0] == 400
        closing = json.dumps({"match": match["match"], "token": match["host"]}).encode()
        headers = {"Origin": server.address}
        urllib.request.urlopen(
            urllib.request.Request(f"{server.address}/api/close", closing, headers)
        ).close()
    text = server.log.read_text()
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert all(list(one)[:3] == ["time", "level", "event"] and one["message"] for one in lines)
    assert [
        one["event"] for one in lines if one.get("match") == match["match"] and one["event"] != "refused"
    ] == [
        "match_started",
        "page_joined",
        "page_left",
        "match_removed",
    ]
    assert (lines[0]["event"], lines[-1]["event"]) == ("started", "stopped")
    assert {one["code"] for one in lines if one["event"] == "refused"} >= {"RW724", "RW726"}
    assert {one["address"] for one in lines if "address" in one} == {"127.0.0.1"}
    for secret in (*match["tokens"], token, "secret", "guessed"):
        assert secret not in text


@pytest.mark.parametrize("wrong", ["x", "localhost", "70000", "host:x", ":", "-1"])
def test_a_port_for_numbers(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--http", f"--metrics={wrong}"]) == 2
    assert "--metrics is a port" in capsys.readouterr().err


# ----------------------------------------------------------------------- examples


def test_the_unit_of_systemd(tmp_path: Path) -> None:
    text = example("[Service]")
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    program, command, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert (Path(program).name, command) == ("rulewright", "serve")
    assert unit["Service"]["WorkingDirectory"] == f"/var/lib/{unit['Service']['StateDirectory']}"
    tells = shutil.which("systemd-analyze")
    if tells is not None:
        here = tmp_path / "rulewright.service"
        here.write_text(text.replace(program, sys.executable))
        checked = subprocess.run([tells, "verify", str(here)], capture_output=True, text=True)
        assert [line for line in checked.stderr.splitlines() if here.name in line] == []
    arguments = [one.replace("/var/lib/rulewright", str(tmp_path)) for one in arguments]
    arguments[arguments.index("--metrics") + 1] = "0"
    assert arguments.pop(0) == "--http"
    files = int(unit["Service"]["LimitNOFILE"])
    with serving(tmp_path, *arguments, files=(files, files)) as server:
        assert server.process.stdout is not None
        assert server.process.stdout.readline() == "Others reach them at https://table.example\n"
        assert read(got(metrics_of(server))[2])["rulewright_connections_limit", ""] == limits.CONNECTIONS
        assert got(f"{server.address}/healthz", Host="table.example")[0] == 200
    assert (tmp_path / "matches.sqlite").exists()


def test_the_container(tmp_path: Path) -> None:
    said = dict(line.split(" ", 1) for line in example("ENTRYPOINT").splitlines())
    program, command, *arguments = json.loads(said["ENTRYPOINT"])
    assert [program, command, arguments.pop(0)] == ["rulewright", "serve", "--http"]
    assert said["EXPOSE"] == "8000"
    assert f"{said['VOLUME']}/" in said["ENTRYPOINT"]
    _, *asking = json.loads(said["HEALTHCHECK"].removeprefix("CMD "))

    def is_healthy(port: int) -> bool:
        asked = [sys.executable, *(one.replace(":8000", f":{port}") for one in asking)]
        return subprocess.run(asked, capture_output=True).returncode == 0

    with serving(tmp_path, *(one.replace("/data", str(tmp_path)) for one in arguments)) as server:
        assert is_healthy(server.port)
    assert not is_healthy(server.port)
    assert (tmp_path / "matches.sqlite").exists()
