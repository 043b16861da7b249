"""Matches that people have played are counted from their records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright as rw

from .conftest import Run

GAME = "classics/tic-tac-toe"
FIRST_WINS, DRAWN = (0, 3, 1, 4, 2), (0, 4, 8, 1, 7, 6, 2, 5, 3)


def played(*squares: int, game: str = GAME) -> str:
    """The record of a match in which these squares are filled, each by its number on the empty board."""
    match = rw.Match(rw.load(game), ["Ann", "Bob"], seed=1)
    every = [str(option) for option in match.decision.options]
    for square in squares:
        match.choose(every[square])
    return match.record()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "played"
    found.mkdir()
    for number, squares in enumerate((FIRST_WINS, FIRST_WINS, DRAWN)):
        (found / f"{number}.json").write_text(played(*squares))
    return found


def test_whole_matches_are_counted(folder: Path, rulewright: Run) -> None:
    (folder / "unfinished.json").write_text(played(0, 1))
    (folder / "damaged.json").write_text("{}")
    (folder / "notes.txt").write_text("Ann likes it")
    done = rulewright("simulate", GAME, "--records", str(folder), "--format", "json")
    found = json.loads(done.out)
    assert (done.code, found["matches"], found["bots"]) == (0, 3, [])
    assert (found["shortest"], found["longest"]) == (5, 9)
    assert found["wins by seat"] == {"1": 2, "2": 0}
    assert "unfinished.json: this match was not played to its end" in done.err
    assert "damaged.json: " in done.err
    assert "notes.txt" not in done.err


def test_the_table_names_no_bots(folder: Path, rulewright: Run) -> None:
    done = rulewright("simulate", GAME, "--records", str(folder), "--short")
    assert done.code == 0
    assert done.out.startswith("Tic-tac-toe: 3 matches of 2 players\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((GAME, "--records", "nowhere"), "nowhere cannot be read"),
        ((GAME, "--records", "played", "--bot", "random"), "leave out --bot"),
        (("classics/connect-four", "--records", "played"), "there is no record of a whole match"),
        ((GAME, "--records", "played", "--players", "9"), "RW"),
    ],
)
def test_what_cannot_be_counted_is_said(
    folder: Path, rulewright: Run, arguments: tuple[str, ...], said: str
) -> None:
    done = rulewright("simulate", *arguments)
    assert done.code == 2
    assert said in done.err
