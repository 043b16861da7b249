"""`rulewright mcp`: what a language model may do, and what it may not."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from rulewright.workbench.mcp.folder import LARGEST, Folder, RefusedPathError
from rulewright.workbench.mcp.guide import PAGES
from rulewright.workbench.mcp.matches import MOST, Matches
from rulewright.workbench.mcp.running import SHOWN, run_command, shortened
from rulewright.workbench.mcp.server import build

from .conftest import Run

MINUS = "Error executing tool {}: names do not begin with -"
Tool = Callable[..., Awaitable[tuple[bool, str]]]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "secret.yaml").write_text("not for models", encoding="utf-8")
    (tmp_path / "games").mkdir()
    return Folder.at(tmp_path / "games")


@asynccontextmanager
async def client(folder: Folder) -> Any:
    """A client, and a tool's answer by its name: whether it is an error, and its text."""
    async with Client(build(folder, 60)) as one:

        async def tool(name: str, /, **arguments: Any) -> tuple[bool, str]:
            answer = await one.call_tool(name, arguments)
            return bool(answer.is_error), answer.content[0].text  # type: ignore[union-attr]

        yield one, tool


def talk(folder: Folder, what: Callable[[Tool], Awaitable[None]]) -> None:
    async def session() -> None:
        async with client(folder) as (_, tool):
            await what(tool)

    anyio.run(session)


# ------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    "path",
    ["../secret.yaml", "/etc/passwd", "a/../../secret.yaml", "link/secret.yaml", "\0", "a\nb/../../x.yaml"],
)
def test_nothing_outside_the_folder_is_read_or_written(folder: Folder, path: str) -> None:
    (folder.root / "link").symlink_to(folder.root.parent)
    for act in (
        folder.read,
        folder.game,
        folder.files,
        functools.partial(folder.write, text="x: y", replace=True),
    ):
        with pytest.raises(RefusedPathError):
            act(path)
    assert (folder.root.parent / "secret.yaml").read_text(encoding="utf-8") == "not for models"


def test_files_that_lie_behind_links_are_not_listed(folder: Folder) -> None:
    (folder.root / "mine").mkdir()
    (folder.root / "mine" / "game.yaml").write_text("game: mine", encoding="utf-8")
    (folder.root / "mine" / "other.yaml").symlink_to(folder.root.parent / "secret.yaml")
    assert list(folder.files("mine")) == ["mine/game.yaml"]
    assert folder.games() == ["mine"]


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [("tool.py", "x", "must end with .yaml"), ("big.yaml", "x" * (LARGEST + 1), "split the game")],
)
def test_only_rule_files_are_written(folder: Folder, path: str, text: str, why: str) -> None:
    with pytest.raises(RefusedPathError, match=why):
        folder.write(path, text, replace=True)
    assert list(folder.root.iterdir()) == []


def test_nothing_is_overwritten_unasked(folder: Folder) -> None:
    assert folder.write("a/game.yaml", "one", replace=False)
    with pytest.raises(RefusedPathError, match="replace: true"):
        folder.write("a/game.yaml", "two", replace=False)
    assert folder.read("a/game.yaml") == "one"
    assert not folder.write("a/game.yaml", "two", replace=True)
    assert folder.read("a/game.yaml") == "two"
    assert [file.name for file in (folder.root / "a").iterdir()] == ["game.yaml"]


def test_games_that_ship_are_examples(folder: Folder) -> None:
    files = list(folder.files("do-podzemi"))
    assert "do-podzemi/game.yaml" in files
    assert "game: do-podzemi" in folder.read("do-podzemi/game.yaml")
    assert not (folder.root / "do-podzemi").exists()


# ---------------------------------------------------------------------------- commands


def test_a_command_that_takes_too_long_is_stopped(folder: Folder) -> None:
    said = anyio.run(
        run_command, ["simulate", "do-podzemi", "--matches=1000000", "--bot=greedy"], folder.root, 1.0
    )
    assert said.endswith("stopped after 1 seconds: ask for less")


def test_modules_in_the_folder_are_not_imported(folder: Folder) -> None:
    (folder.root / "yaml.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    assert "RW202" in anyio.run(run_command, ["explain", "RW202"], folder.root)


def test_long_answers_say_what_they_leave_out() -> None:
    assert shortened("x" * SHOWN) == "x" * SHOWN
    assert shortened("x" * (SHOWN + 7)).endswith("… and 7 more characters, left out: ask for less")


def test_words_of_a_model_are_no_options(folder: Folder) -> None:
    async def what(tool: Tool) -> None:
        wrong, text = await tool("check", game="--shipped")
        assert wrong
        assert "there is no game '--shipped'" in text
        assert await tool("explain", code="--help") == (True, MINUS.format("explain"))
        assert await tool("new_game", name="--help") == (True, MINUS.format("new_game"))
        assert await tool("check", game="do-podzemi", variants=["--fix"]) == (True, MINUS.format("check"))

    talk(folder, what)


def test_from_a_skeleton_to_a_match(folder: Folder) -> None:
    async def what(tool: Tool) -> None:
        assert (await tool("new_game", name="mine")) == (
            False,
            "made mine/game.yaml; now try: rulewright check mine",
        )
        assert (await tool("check", game="mine")) == (False, "./mine: clean")
        _, text = await tool("read_file", path="mine/game.yaml")
        broken = text.replace("players: 2..4", "playrs: 2..4")
        assert broken != text
        await tool("write_file", path="mine/game.yaml", text=broken, replace=True)
        wrong, said = await tool("check", game="mine")
        assert not wrong
        assert "did you mean 'players'?" in said
        wrong, said = await tool("start_match", game="mine")
        assert wrong
        assert "the rules have errors" in said
        await tool("write_file", path="mine/game.yaml", text=text, replace=True)
        _, said = await tool("simulate", game="mine", matches=5, bot="random", players=2)
        assert "5 matches of 2 players" in said
        _, said = await tool("start_match", game="mine", players=2, seed=1)
        assert "Player 1 (seat 1) decides" in said or "Player 2 (seat 2) decides" in said

    talk(folder, what)


def test_pages_are_resources_and_a_tool(folder: Folder) -> None:
    async def session() -> None:
        async with client(folder) as (one, tool):
            listed = (await one.list_resources()).resources
            assert {str(resource.uri) for resource in listed} == {f"rulewright://{name}" for name in PAGES}
            for name in PAGES:
                read = await one.read_resource(f"rulewright://{name}")
                assert read.contents[0].text == (await tool("read_guide", name=name))[1]
            wrong, said = await tool("read_guide", name="nothing")
            assert wrong
            assert "one-page" in said

    anyio.run(session)


# ----------------------------------------------------------------------------- matches


@pytest.fixture
def matches() -> Matches:
    return Matches()


def test_a_match_is_shown_as_its_reader_sees_it(matches: Matches) -> None:
    said = matches.start("classics/love-letter", (), 2, 1, {}, {2: "random"})
    match = matches.find(1).match
    reader = match.decisions[0].player
    assert reader == 0
    shown = {line.strip() for line in said.splitlines()}
    own, other = (match.view(seat)["players"] for seat in (0, 1))
    assert own != other
    assert f"what {match.players[0]} sees:" in shown
    assert any(line.startswith("Player 2:") and "holding (1): ?" in line for line in shown)


def test_options_are_chosen_by_number_or_words_and_taken_back(matches: Matches) -> None:
    matches.start("classics/tic-tac-toe", (), 2, 1, {}, {2: "random"})
    matches.choose(1, "1", None)
    match = matches.find(1).match
    assert len(match.journal) == 2, "the bot has answered"
    before = match.snapshot()
    matches.choose(1, str(match.decisions[0].options[3].name), None)
    matches.undo(1)
    assert match.snapshot() == before
    matches.undo(1)
    assert match.journal == []
    with pytest.raises(ValueError, match="nothing to take back"):
        matches.undo(1)


def test_old_matches_give_way(matches: Matches) -> None:
    for _ in range(MOST + 1):
        matches.start("classics/tic-tac-toe", (), 2, 1, {}, {})
    with pytest.raises(ValueError, match="there is no match 1"):
        matches.find(1)
    assert matches.find(MOST + 1)


def test_a_match_ends(matches: Matches) -> None:
    matches.start("classics/tic-tac-toe", (), 2, 1, {}, {})
    for _ in range(9):
        if "the match is over" in (said := matches.choose(1, "1", None)):
            break
    assert said.splitlines()[-1].startswith("the match is over; Player 1 won")


# ----------------------------------------------------------------------------- command


@pytest.mark.parametrize(
    ("words", "why"),
    [(("--folder", "nowhere"), "there is no folder 'nowhere'"), (("--seconds", "0"), "more than 0")],
)
def test_bad_usage(rulewright: Run, words: tuple[str, ...], why: str) -> None:
    done = rulewright("mcp", *words)
    assert done.code == 2
    assert why in done.err
