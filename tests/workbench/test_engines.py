"""`--engine`, `rulewright cache`, and how the version names engines."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter.match.errors import EngineError
from rulewright.interpreter.match.setup import engine_choice
from rulewright.interpreter.native import building
from rulewright.interpreter.native.statuses import CannotCompile
from rulewright.workbench.api.loading import load
from rulewright.workbench.api.playing import compare, simulate

from .conftest import Run

TIC_TAC_TOE = "classics/tic-tac-toe"
COMMANDS = (
    ("simulate", TIC_TAC_TOE, "--matches", "3"),
    ("play", TIC_TAC_TOE, "--bots", "--seed", "1"),
    ("test", TIC_TAC_TOE),
    ("serve", "--stdio"),
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("RULEWRIGHT_ENGINE")
    monkeypatch.setattr(sys, "stdin", None)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_engine_prints_the_same(rulewright: Run, command: tuple[str, ...]) -> None:
    done = [rulewright(*command, "--engine", engine) for engine in ("python", "native", "auto")]
    assert done[0] == done[1] == done[2] == rulewright(*command)
    assert done[0].code == 0
    assert "RULEWRIGHT_ENGINE" not in os.environ


def test_the_native_engine_did_play(rulewright: Run, tmp_path: Path) -> None:
    rulewright("simulate", TIC_TAC_TOE, "--matches", "3", "--engine", "python")
    assert not (tmp_path / "cache").exists()
    rulewright("simulate", TIC_TAC_TOE, "--matches", "3", "--engine", "native")
    assert len(list((tmp_path / "cache" / "native").iterdir())) == 1


def test_other_processes_play_on_the_same_engine(process: Run, tmp_path: Path) -> None:
    argv = ("simulate", TIC_TAC_TOE, "--matches", "200", "--processes", "2", "--engine")
    native = process(*argv, "native")
    assert native.code == 0
    assert native == process(*argv, "python")
    assert (tmp_path / "cache" / "native").exists()


@pytest.mark.parametrize("bots", ["random", "greedy:1"])
def test_the_functions_play_on_the_engine_that_they_name(bots: str, tmp_path: Path) -> None:
    game = load(TIC_TAC_TOE)  # no engine has been made for this one yet
    python = simulate(game, matches=3, seed=1, bots=bots, engine="python")
    found = compare(game, matches=3, seed=1, bots=bots, second_bots="random", engine="python")
    assert not (tmp_path / "cache").exists()
    assert python == simulate(game, matches=3, seed=1, bots=bots, engine="native")
    # What bots that think are compiled from is the same for all games: this process may have it already.
    assert 1 <= len(list((tmp_path / "cache" / "native").iterdir())) <= (1 if bots == "random" else 2)
    assert found == compare(game, matches=3, seed=1, bots=bots, second_bots="random", engine="native")
    for function in (simulate, compare):
        with pytest.raises(EngineError, match="there is no engine 'fast'"):
            function(game, matches=3, engine="fast")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_without_the_library(
    rulewright: Run, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = rulewright(*command)
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    done = rulewright(*command, "--engine", "native")
    assert done.code == 2
    assert done.out == ""
    assert done.err == (
        'rulewright: this needs llvmlite, which is not installed: pip install "rulewright[native]"\n'
    )
    assert rulewright(*command, "--engine", "auto") == usual


@pytest.mark.parametrize("bots", ["random", "greedy:1"])
def test_without_the_library_the_functions_say_how_to_install_it(
    bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    with pytest.raises(
        EngineError, match=r'llvmlite, which is not installed: pip install "rulewright\[native\]"'
    ):
        simulate(load(TIC_TAC_TOE), matches=3, bots=bots, engine="native")


def test_a_game_that_cannot_be_compiled(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise CannotCompile("it is too large")

    usual = rulewright("simulate", TIC_TAC_TOE, "--matches", "3")
    monkeypatch.setattr(building, "build_module", refuse)
    for command in COMMANDS[:2]:
        done = rulewright(*command, "--engine", "native")
        assert done.code == 2
        assert "RW708: the native engine cannot run this game: it is too large" in done.err
    assert rulewright("test", TIC_TAC_TOE, "--engine", "native").code != 0
    assert rulewright("simulate", TIC_TAC_TOE, "--matches", "3", "--engine", "auto") == usual


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_an_engine_that_there_is_not(
    rulewright: Run, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = rulewright(*command, "--engine", "c")
    assert (done.code, "choose from 'auto', 'python', 'native'" in done.err) == (2, True)
    monkeypatch.setenv("RULEWRIGHT_ENGINE", "c")
    done = rulewright(*command)
    assert done.code == 2
    assert done.err == (
        "rulewright: RW708: there is no engine 'c' (in RULEWRIGHT_ENGINE) (choose from auto, python, native)\n"
    )
    assert rulewright(*command, "--engine", "python").code == 0, "the argument decides"


def test_the_version_says_which_engines_play_here(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = rulewright("version", "--verbose").out
    assert "usual engine: auto\n" in shown
    assert "native engine: yes, by llvmlite" in shown
    monkeypatch.setenv("RULEWRIGHT_CACHE", "")
    assert "its code is not kept: RULEWRIGHT_CACHE is empty" in rulewright("version", "--verbose").out
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    shown = rulewright("version", "--verbose").out
    assert 'native engine: no: llvmlite is not installed: pip install "rulewright[native]"' in shown


def test_the_cache_is_shown_and_deleted(rulewright: Run, tmp_path: Path) -> None:
    rulewright("simulate", TIC_TAC_TOE, "--matches", "3", "--engine", "native")
    shown = rulewright("cache")
    assert shown.out.splitlines()[0] == f"folder: {tmp_path / 'cache' / 'native'}"
    assert shown.out.splitlines()[1].startswith("entries: 1 with 0.0 MB")
    assert rulewright("cache", "--clear").out == "deleted: 1\n"
    assert rulewright("cache").out.splitlines()[1].startswith("entries: 0 ")


def test_a_cache_that_cannot_be_written_says_so(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "cannot be written" not in rulewright("cache").out + rulewright("version", "--verbose").out
    asked: list[object] = []

    def refuse(path: object, mode: int) -> bool:
        asked.append(path)
        return False

    monkeypatch.setattr(os, "access", refuse)
    shown = rulewright("cache").out.splitlines()[0]
    assert shown == f"folder: {tmp_path / 'cache' / 'native'} (nothing new is kept: it cannot be written)"
    assert rulewright("version", "--verbose").out.endswith("native, which cannot be written\n")
    assert set(asked) == {tmp_path}, "the folder is not there yet"


def test_a_cache_that_is_not_used_says_why(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache" / "native").mkdir(parents=True, mode=0o755)
    done = rulewright("cache")
    assert (done.code, "its mode must be 0700" in done.err) == (2, True)
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    assert 'pip install "rulewright[native]"' in rulewright("cache").err
