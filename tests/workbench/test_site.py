"""A site: its folder, and what runs in its page, without a browser (`tests/browser/test_site.py` has one)."""

from __future__ import annotations

import asyncio
import gc
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter import processes
from rulewright.workbench.cli import main
from rulewright.workbench.site.building import RUNTIME
from rulewright.workbench.site.commands import Commands
from rulewright.workbench.site.language import Language
from rulewright.workbench.site.worker import Worker
from rulewright.workbench.web import workers

from .conftest import Run

GAME = "rulewright: 2\ngame: mine\ntitle: Mine\nplayers: 2\nflow:\n  - do: player 1 wins\n"

TURNS = GAME.replace(
    "  - do: player 1 wins",
    """  - phase: play
    turns: clockwise from player 1, each player
    options:
      win: {do: the player wins}
      wait: {do: nothing}""",
)


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """Stands for Python's runtime: making a site only copies it."""
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in RUNTIME:
        (folder / name).write_text(name)
    return folder


class Page:
    """Talks to a worker as a page does."""

    def __init__(self, database: Path, *games: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.worker = Worker(self._post, games, str(database))
        self._asked = 0

    def _post(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self.news.set()

    async def until(self, **wanted: object) -> dict[str, Any]:
        """The first message that has all this, which is then forgotten."""
        while True:
            for one in self.heard:
                if wanted.items() <= one.items():
                    self.heard.remove(one)
                    return one
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)

    async def ask(self, target: str, body: object = None) -> tuple[int, Any]:
        self._asked += 1
        text = None if body is None else json.dumps(body)
        self.worker.hear(json.dumps({"kind": "request", "id": self._asked, "target": target, "body": text}))
        answer = await self.until(kind="answer", id=self._asked)
        return answer["status"], json.loads(answer["text"])

    def say(self, line: int, **message: object) -> None:
        self.worker.hear(json.dumps({"kind": "send", "line": line, "text": json.dumps(message)}))

    async def told(self, line: int) -> dict[str, Any]:
        """The next message on a connection."""
        found: dict[str, Any] = json.loads((await self.until(kind="text", line=line))["text"])
        return found


@pytest.fixture(autouse=True)
def _as_in_a_page(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a page, there are no processes."""
    monkeypatch.setattr(processes, "CAN_FORK", False)
    yield
    monkeypatch.setattr(workers, "_worker", None)


def test_a_match_against_a_bot_is_played_to_the_end_without_a_server(tmp_path: Path) -> None:
    async def play() -> tuple[int, dict[str, Any]]:
        page = Page(tmp_path / "matches.sqlite")
        await page.worker.start()
        status, made = await page.ask(
            "/api/matches",
            {"game": "classics/tic-tac-toe", "players": ["Ann", "Bot"], "plays": ["person", "greedy:4"]},
        )
        assert status == 200
        choices, over = 0, False
        while not over:
            line = choices + 1
            page.worker.hear(json.dumps({"kind": "open", "line": line}))
            page.say(
                line, type="join", match=made["match"], token=made["tokens"][0], language="en", next=None
            )
            joined = await page.told(line)
            assert joined["type"] == "joined"
            state, decision = joined["state"], joined["objects"]["decision"]
            if decision is not None:
                page.say(line, type="choose", id=7, option=decision["options"][0]["id"], turn=joined["turn"])
                choices += 1
            while not state["over"] and (decision is not None or 0 not in state["deciding"]):
                message = await page.told(line)  # until the bot has chosen, too
                decision = None if message["type"] == "reply" else decision
                state = message.get("state", state)
            over = state["over"]
            page.worker.hear(json.dumps({"kind": "close", "line": line}))
        await page.worker.stop()
        return choices, state

    choices, state = asyncio.run(play())
    assert 3 <= choices <= 5
    assert state["over"]


def test_what_a_server_refuses_is_refused(tmp_path: Path) -> None:
    async def ask() -> list[tuple[int, str]]:
        page = Page(tmp_path / "matches.sqlite")
        await page.worker.start()
        found = []
        status, data = await page.ask("/api/games/classics%2Ftic-tac-toe")
        assert (status, data["name"]) == (200, "classics/tic-tac-toe")
        for target, body in (
            ("/api/games/nowhere", None),
            ("/api/matches", {"game": 3}),
            ("/api/rules/0", None),
        ):
            status, data = await page.ask(target, body)
            found.append((status, data["error"]["code"]))
        await page.worker.stop()
        return found

    assert asyncio.run(ask()) == [(400, "RW726"), (400, "RW721"), (404, "RW723")]


def test_a_site_has_all_that_its_page_needs(tmp_path: Path, rulewright: Run, runtime: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    (own / "game.yaml").write_text(GAME)
    done = rulewright("site", str(own), "-o", "public", "--runtime", str(runtime))
    assert done.code == 0, done.err
    assert "wrote the site to public" in done.out
    folder = tmp_path / "public"
    manifest = json.loads((folder / "site.json").read_text())
    assert manifest["games"] == ["own/mine"]
    assert manifest["start"] == "/new?game=/packages/own/mine"
    inside: set[str] = set()
    for name in manifest["archives"]:
        inside |= set(zipfile.ZipFile(folder / name).namelist())
    assert {
        "own/mine/game.yaml",
        "rulewright/__init__.py",
        "lark/__init__.py",
        "starlette/applications.py",
    } <= inside
    assert "rulewright/games/do-podzemi/game.yaml" in inside
    assert not [one for one in inside if ".." in one or one.startswith("/")]
    assert {one.name for one in (folder / "runtime").iterdir()} == set(RUNTIME)


def test_a_site_to_play_one_game_has_no_other(tmp_path: Path, rulewright: Run, runtime: Path) -> None:
    done = rulewright("site", "classics/tic-tac-toe", "--play", "-o", "public", "--runtime", str(runtime))
    assert done.code == 0, done.err
    folder = tmp_path / "public"
    games = next(one for one in folder.iterdir() if one.name.startswith("games-"))
    folders = {str(Path(one).parent) for one in zipfile.ZipFile(games).namelist()}
    assert {one for one in folders if "scenarios" not in one and "variants" not in one} == {
        "rulewright/games",
        "rulewright/games/classics/tic-tac-toe",
    }


def test_the_same_installation_makes_the_same_site(tmp_path: Path, rulewright: Run, runtime: Path) -> None:
    for name in ("one", "two"):
        rulewright("site", "classics/tic-tac-toe", "--play", "-o", name, "--runtime", str(runtime))
    one, two = (
        {file.name: file.read_bytes() for file in (tmp_path / name).glob("*.*")} for name in ("one", "two")
    )
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("-o", "public"), 1, "npm install pyodide"),
        (("--play", "-o", "public"), 2, "--play needs a GAME"),
        (("no-such-game", "-o", "public"), 2, "RW007"),
        (
            ("a/mine", "b/mine", "-o", "public", "--runtime", "node_modules/pyodide"),
            1,
            "two games are called 'mine'",
        ),
    ],
)
def test_what_cannot_be_made_is_said(
    tmp_path: Path, rulewright: Run, arguments: tuple[str, ...], code: int, said: str, runtime: Path
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder / "mine").mkdir(parents=True)
        (tmp_path / folder / "mine" / "game.yaml").write_text(GAME)
    if "npm" in said:
        (runtime / RUNTIME[0]).unlink()
    done = rulewright("site", *arguments)
    assert done.code == code
    assert said in done.err


def test_the_language_server_answers_in_a_page(tmp_path: Path) -> None:
    """Findings, completions and the whole check, all in one process, and messages without headers."""
    file = tmp_path / "mine" / "game.yaml"
    file.parent.mkdir()
    file.write_text(GAME)
    uri, broken = file.as_uri(), GAME.replace("title", "titel")
    heard: list[dict[str, Any]] = []

    async def write() -> None:
        server = Language(lambda text: heard.append(json.loads(text)))

        def say(method: str, number: int | None = None, **params: object) -> None:
            message = {"jsonrpc": "2.0", "method": method, "params": params}
            server.hear(json.dumps(message if number is None else {**message, "id": number}))

        async def until(holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
            async with asyncio.timeout(30):
                while not (found := [one for one in heard if holds(one)]):
                    await asyncio.sleep(0.01)
            return found[-1]

        say("initialize", 1, capabilities={})
        assert "result" in await until(lambda one: one.get("id") == 1)
        say("initialized")
        document = {"uri": uri, "languageId": "rulewright", "version": 1, "text": broken}
        say("textDocument/didOpen", textDocument=document)
        found = await until(lambda one: (one.get("params") or {}).get("diagnostics"))
        assert {"RW101"} <= {one["code"] for one in found["params"]["diagnostics"]}
        action = {"range": found["params"]["diagnostics"][0]["range"], "context": {"diagnostics": []}}
        say("textDocument/codeAction", 2, textDocument={"uri": uri}, **action)
        assert "title" in json.dumps(await until(lambda one: one.get("id") == 2))
        heard.clear()
        change = [{"text": GAME.replace("player 1 wins", "player 7 wins")}]
        say("textDocument/didChange", textDocument={"uri": uri, "version": 2}, contentChanges=change)
        await until(lambda one: (one.get("params") or {}).get("diagnostics"))

    try:
        asyncio.run(write())
    finally:
        gc.enable()


def test_commands_are_carried_out_in_a_page(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TURNS)
    heard: list[dict[str, Any]] = []
    page = Commands(lambda text: heard.append(json.loads(text)), main)
    page.hear(json.dumps({"id": 3, "argv": ["check", str(tmp_path)]}))
    page.hear(json.dumps({"id": 4, "argv": ["check", str(tmp_path / "nothing")]}))
    first, second = ([one for one in heard if one["id"] == number] for number in (3, 4))
    assert first[-1] == {"id": 3, "code": 0}
    assert second[-1] == {"id": 4, "code": 2}
    assert "RW00" in "".join(one.get("out", "") + one.get("err", "") for one in second)


def test_a_page_offers_a_game_that_it_gets_and_designs_it(tmp_path: Path) -> None:
    async def play() -> dict[str, Any]:
        page = Page(tmp_path / "matches.sqlite")
        await page.worker.start()
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "game.yaml").write_text(TURNS)
        page.worker.hear(json.dumps({"kind": "offer", "game": str(folder)}))
        _, listed = await page.ask("/api/games")
        assert [one["name"] for one in listed["games"] if one["own"]] == [str(folder)]
        _, made = await page.ask(
            "/api/matches", {"game": str(folder), "players": ["Ann", "Bob"], "plays": ["person", "person"]}
        )
        page.worker.hear(json.dumps({"kind": "open", "line": 1}))
        page.say(1, type="join", match=made["match"], token=made["tokens"][0], language="en", next=None)
        while (message := await page.told(1))["type"] != "design":
            pass
        await page.worker.stop()
        again = Page(tmp_path / "matches.sqlite")  # the page is loaded anew
        await again.worker.start()
        again.worker.hear(json.dumps({"kind": "offer", "game": str(folder)}))
        again.worker.hear(json.dumps({"kind": "open", "line": 1}))
        again.say(1, type="join", match=made["match"], token=made["tokens"][0], language="en", next=None)
        while (other := await again.told(1))["type"] != "design":
            pass
        await again.worker.stop()
        return {"on": message["on"] and other["on"]}

    assert asyncio.run(play())["on"] is True
