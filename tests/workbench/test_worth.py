"""`rulewright worth`: the tables, the data, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..interpreter.small_games import FOLDER, small_game
from .conftest import Run

GAME = str(FOLDER / "omens.yaml")
FEW = ("--bot", "random", "--matches", "240", "--seed", "1", "--processes", "1", "--engine", "python")


def test_the_table_says_how_it_was_measured_and_what_is_worth_most(rulewright: Run) -> None:
    done = rulewright("worth", GAME, *FEW)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Omens: 240 matches of 2 players, all at random"
    assert "240 matches were played, and " in lines[1]
    at = lines.index("choose up to 1 omens in the player's grip")
    names = [line.split()[0] for line in lines[at + 2 : at + 8]]
    assert names[0] == "star"
    assert names[-1] == "dust"
    assert "*" in lines[at + 2]
    assert "*" not in lines[at + 7]
    assert "in a player's grip" in lines
    at = lines.index("worth against fee: choose up to 1 omens in the player's grip")
    assert lines[at + 3].split()[0] == "candle"
    assert lines[at + 3].endswith("too weak")


def test_the_data_have_all_figures_and_the_method(rulewright: Run) -> None:
    one = rulewright("worth", GAME, *FEW, "--format", "json")
    data = json.loads(one.out)
    assert data["matches"] == data["ended"] == 240
    assert data["bots"] == ["random", "random"]
    assert data["method"]
    rows = {(row["kind"], row["where"], row["design"]): row for row in data["rows"]}
    star = rows["card", "grip", "star"]
    assert star["worth"]["low"] < 0.075 < star["worth"]["high"]
    assert star["costs"] == {"fee": 5}
    (line,) = [
        line
        for line in data["worth against cost"]
        if (line["kind"], line["where"], line["cost"]) == ("card", "grip", "fee")
    ]
    assert {point["design"] for point in line["points"]} == set(small_game("omens").symbols.designs)
    assert rulewright("worth", GAME, *FEW, "--format", "json").out == one.out, (
        "the same seed, the same figures"
    )


def test_another_number_can_be_the_cost(rulewright: Run) -> None:
    done = rulewright("worth", GAME, *FEW, "--cost", "edge")
    assert "worth against edge: in a player's grip" in done.out
    assert "fee" not in done.out
    done = rulewright("worth", GAME, *FEW, "--cost", "weight")
    assert done.code == 2
    assert "no design has a number 'weight'" in done.err
    assert "there are: edge, fee" in done.err


def test_processes_find_the_same(rulewright: Run) -> None:
    few = ("--bot", "greedy:1", "--matches", "6", "--seed", "2", "--engine", "python", "--format", "json")
    alone = rulewright("worth", GAME, *few, "--processes", "1")
    assert rulewright("worth", GAME, *few, "--processes", "2").out == alone.out


def test_a_limited_time_is_kept_and_the_usual_bots_think(rulewright: Run) -> None:
    done = rulewright("worth", GAME, "--minutes", "0.005", "--processes", "1", "--output", "worth.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err == "" or "matches only" in done.err
    assert "of 2 players, all greedy:4" in Path("worth.txt").read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--matches", "0"), "--matches is at least 1"),
        (("--playouts", "0"), "--playouts is at least 1"),
        (("--minutes", "-1"), "'-1' is not a number of minutes above 0"),
        (("--output", "no/such/folder"), "no/such/folder cannot be written"),
        (("--players", "5"), "players"),
    ],
)
def test_what_is_refused(rulewright: Run, arguments: tuple[str, ...], told: str) -> None:
    done = rulewright("worth", GAME, *arguments)
    assert done.code == 2
    assert told in done.err


def test_a_game_without_cards_says_that_nothing_is_exchanged(rulewright: Run) -> None:
    done = rulewright("worth", "classics/pig", *FEW[:2], "--matches", "30", *FEW[4:])
    assert "No card was exchanged" in " ".join(done.out.split())
    assert "hold " in done.out


def test_where_nobody_wins_the_table_says_that_wins_say_nothing(rulewright: Run) -> None:
    Path("idle.yaml").write_text(IDLE, encoding="utf-8")
    done = rulewright("worth", "./idle.yaml", *FEW[:2], "--matches", "12", *FEW[4:])
    assert done.code == 0
    assert "Nobody has won any of the playouts" in done.out


IDLE = """\
rulewright: 2
game: idle
title: Idle
players: 2
flow:
  - phase: day
    turns: clockwise from player 1, each player
    options:
      wait: {do: nothing}
      sleep: {do: nothing}
"""
