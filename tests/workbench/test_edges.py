"""Impossible paths, files that are not saves, closed streams, full disks: one line of output says so."""

from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import MOST
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match, SaveError
from rulewright.interpreter.match.records.record import _sealed
from rulewright.interpreter.simulation.statistics import Statistics
from rulewright.workbench.files.games import open_game

from ..amount import sample
from .conftest import ROOT, Run

GAME = "classics/pig"
LONG = "x" * 5_000
ODD = {
    "nul": "a\0b.save",
    "long": LONG,
    "long folder": f"{LONG}/a.save",
    "half": "\ud800.save",
    "bytes": "\udcff.save",
}


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def calm(done: object) -> bool:
    text = repr(done)
    return "Traceback" not in text and "fault of Rulewright" not in text and "cannot continue" not in text


@pytest.mark.parametrize("path", ODD.values(), ids=ODD)
def test_odd_paths_on_the_command_line(rulewright: Run, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    for option in ("--save", "--resume"):
        typed(monkeypatch, "quit")
        done = rulewright("play", GAME, option, path)
        assert calm(done), ascii(done)
        assert done.code == 2 or path == ODD["bytes"]
    for option in ("--output", "--keep"):
        done = rulewright("simulate", GAME, "--matches", "1", "--processes", "1", option, path)
        assert calm(done), ascii(done)
        assert done.code == 2 or path == ODD["bytes"]
    for argv, code in (
        (("check", path), 2),
        (("check", GAME, "--variant", path), 2),
        (("test", path), 2),
        (("new", "game", "g", "--dir", path), 1),
    ):
        done = rulewright(*argv)
        assert calm(done), ascii(done)
        assert done.code == code or path == ODD["bytes"]


@pytest.mark.parametrize("path", ODD.values(), ids=ODD)
def test_odd_paths_while_playing(rulewright: Run, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    typed(monkeypatch, f"save {path}", "save usual.save", "quit")
    done = rulewright("play", GAME, "--seed", "1")
    assert done.code == 0
    assert calm(done), ascii(done)
    assert json.loads(Path("usual.save").read_text(encoding="utf-8"))["format"] == "rulewright-match"


NOTES = "my notes\n"
OTHERS = (NOTES, "", "{}", '{"format": "other"}', '["format", "rulewright-match"]')


@pytest.mark.parametrize("notes", OTHERS)
def test_a_file_that_is_no_save_is_kept(rulewright: Run, monkeypatch: pytest.MonkeyPatch, notes: str) -> None:
    Path("notes.txt").write_text(notes, encoding="utf-8")
    typed(monkeypatch, "save notes.txt", "quit")
    done = rulewright("play", GAME, "--save", "notes.txt")
    assert (done.code, done.out) == (2, "")
    assert (
        "notes.txt is not a place for a save: the file there is not a save; name another file with --save"
        in done.err
    )
    assert rulewright("simulate", GAME, "--matches", "1", "--keep", "notes.txt").code == 2
    typed(monkeypatch, "save notes.txt", "quit")
    done = rulewright("play", GAME)
    assert done.code == 0
    assert "notes.txt cannot be written: the file there is not a save" in done.out
    assert Path("notes.txt").read_text(encoding="utf-8") == notes
    assert Path("pig.save").exists()


def test_a_save_takes_the_place_of_a_save(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in (("quit",), ("save", "quit"), ("save pig.save", "quit")):
        typed(monkeypatch, *lines)
        assert rulewright("play", GAME, "--save", "pig.save").code == 0
    typed(monkeypatch, "quit")
    assert rulewright("play", GAME, "--resume", "pig.save").code == 0


# ------------------------------------------------------------------------------- saves


def save_of_pig() -> tuple[Match, dict[str, object]]:
    game = open_game(GAME, Report())
    assert game is not None
    match = Match(game, 2, 1)
    match.choose(match.decision.options[0])
    data = json.loads(match.save())
    data.pop("check")
    return match, data


def sealed(data: dict[str, object], **changes: object) -> str:
    return json.dumps(_sealed({**data, **changes}))


DEEP = '{"format":"rulewright-match","version":1,"game":' + "[" * 990 + "]" * 990 + ',"check":1}'
BROKEN = {
    "deep": DEEP,
    "very deep": "[" * 100_000,
    "huge number": '{"format":"rulewright-match","version":1,"seed":' + "9" * 5_001 + "}",
    "long number": '{"format":"rulewright-match","version":' + "9" * 4_000 + "}",
    "NaN": '{"format":"rulewright-match","version":NaN}',
    "true": '{"format":"rulewright-match","version":true}',
    "nothing": "",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_saves_that_cannot_be(rulewright: Run, text: str) -> None:
    match, _ = save_of_pig()
    with pytest.raises(SaveError) as refused:
        Match.load(match.game, text)
    assert len(str(refused.value)) < 200
    Path("x.save").write_text(text, encoding="utf-8")
    done = rulewright("play", GAME, "--resume", "x.save")
    assert (done.code, "RW704" in done.err) == (2, True)


def test_an_altered_save_is_never_taken_without_a_word() -> None:
    match, data = save_of_pig()
    text = sealed(data)
    assert Match.load(match.game, text).snapshot() == match.snapshot()
    twice = text.replace('"seed":', '"seed": 5, "seed":', 1)
    assert json.loads(twice) == json.loads(text)
    changes = (
        {"memory": None},
        {"seed": True},
        {"more": 1},
        {"actions": [[0, True]]},
        {"memory": str(data["memory"]) + "0" * 5},
    )
    for altered in (twice, *(sealed(data, **one) for one in changes)):
        with pytest.raises(SaveError):
            Match.load(match.game, altered)


# ----------------------------------------------------------------------------- streams


def shell(command: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / ".ns"),
        "RW": f"{sys.executable} -m rulewright.workbench",
    }
    return subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("$RW version >&-", 0),
        ("$RW version 2>&-", 0),
        ("$RW check nosuch >&- 2>&-", 2),
        (f"$RW play {GAME} --bots --seed 1 <&- >&- 2>&-", 0),
        (f"$RW play {GAME} --seed 1 <&-", 0),
        ("$RW serve --stdio <&-", 0),
        ("$RW games >/dev/full", 3),
        (f"$RW play {GAME} --seed 1 </dev/null >/dev/full", 3),
        (f"$RW simulate {GAME} --matches 1 --processes 1 --output /dev/full", 2),
    ],
)
def test_streams_that_are_closed_or_full(tmp_path: Path, command: str, code: int) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = shell(command, tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert "fault of Rulewright" not in done.stderr


# ------------------------------------------------------------------------------- files


def test_a_game_that_changes_while_it_is_used(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process continues with what it has read; another process, which reads it later, cannot."""
    from rulewright.workbench.commands import simulate

    rulewright("new", "game", "g")
    loaders: list[Any] = []

    def changed(*args: object) -> object:
        made = simulate_job(*args)  # type: ignore[arg-type]
        loaders.append(made.loader)
        Path("g/game.yaml").write_text("rulewright: 1\n", encoding="utf-8")
        return made

    simulate_job = simulate._job
    monkeypatch.setattr(simulate, "_job", changed)
    done = rulewright("simulate", "g", "--matches", "1", "--processes", "1")
    assert (done.code, done.out.splitlines()[0]) == (0, "G: 1 match of 3 players, all at random")
    with pytest.raises(OSError, match="g has changed and can no longer be read"):
        pickle.loads(pickle.dumps(loaders[0]))()


def test_a_process_that_cannot_read_the_game_any_more(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.workbench.commands import simulate

    def lost(job: object, **options: object) -> Statistics:
        return Statistics(players=2, interrupted=True, lost=True)

    monkeypatch.setattr(simulate, "simulate", lost)
    done = rulewright("simulate", GAME, "--matches", "5")
    assert done.code == 1
    assert "a process that played matches has died" in done.err


@pytest.mark.parametrize("part", sample(["brackets", "lines"], 1))
def test_a_file_of_too_many_parts(part: str) -> None:
    text = "[" + "a," * MOST + "]" if part == "brackets" else "- a\n" * MOST
    report = Report()
    assert load_game([Source("g.yaml", text)], report) is None
    assert [one.code for one in report.diagnostics] == ["RW004"]


@pytest.mark.parametrize("text", ["[" * 1_900_000, "{" * 1_900_000, "- " * 950_000, "a: " * 600_000])
def test_files_of_brackets(text: str) -> None:
    report = Report()
    assert load_game([Source("g.yaml", text)], report) is None
    assert len(report.diagnostics) == 1
