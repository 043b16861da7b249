"""`compare`, rows and clusters on the command line."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from rulewright.workbench.api.playing import compare
from rulewright.workbench.commandline import cluster

from ..interpreter.small_games import shipped_game
from .conftest import Run

GAME = "do-podzemi"
FEW = ("--matches", "150", "--seed", "2", "--processes", "1")


def test_a_game_is_compared_with_its_variant(rulewright: Run) -> None:
    done = rulewright("compare", GAME, "--variant", "three-victories", *FEW)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "1: Into the Dungeon, no variant: 150 matches of 3 players, all at random"
    assert lines[1] == "2: Into the Dungeon, three-victories: 150 matches of 3 players, all at random"
    rows = {row[0]: row[1:] for line in lines if len(row := re.split(" {2,}", line.strip())) == 7}
    assert {"decisions *", "turns *", "wins of seat 1"} <= rows.keys()
    first, second, difference = (float(cell) for cell in rows["decisions *"][:3])
    assert second > first + 10
    assert difference == pytest.approx(second - first, abs=0.02)


def test_the_data_of_a_comparison_are_those_of_the_function(rulewright: Run) -> None:
    done = rulewright("compare", GAME, "--variant", "three-victories", *FEW, "--format", "json")
    data = json.loads(done.out)
    found = compare(shipped_game(GAME), shipped_game(GAME, "three-victories"), matches=150, players=3, seed=2)
    assert {name: data[name] for name in ("first", "second", "measures")} == json.loads(
        json.dumps(found.as_json())
    )
    assert data["sides"]["second"]["variants"] == ["three-victories"]
    simulated = rulewright("simulate", GAME, *FEW, "--format", "json")
    assert json.loads(simulated.out)["wins by seat"] == data["first"]["wins by seat"]


def test_what_the_other_side_does_not_mention_is_the_same(rulewright: Run) -> None:
    bots = rulewright(
        "compare", GAME, "--variant", "three-victories", "--players", "2", "--matches", "6", "--processes", "1",
        "--bot", "greedy:1", "--with-bot", "random", "--format", "json",
    )  # fmt: skip
    sides = json.loads(bots.out)["sides"]
    assert [sides[one]["bots"] for one in ("first", "second")] == [["random"], ["greedy:1"]]
    assert [sides[one]["variants"] for one in ("first", "second")] == [["three-victories"]] * 2
    both = rulewright(
        "compare", GAME, "--variant", "three-victories", "--with-variant", "forced-summons", *FEW
    )
    assert both.out.startswith("1: Into the Dungeon, forced-summons: ")
    assert "\n2: Into the Dungeon, three-victories: " in both.out


def test_equal_samples_do_not_differ(rulewright: Run) -> None:
    game = shipped_game(GAME)
    same = compare(game, game, matches=100, players=2)
    assert not same.differing
    assert all(one.difference.difference == 0 for one in same.measures)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((GAME,), "both sides are the same"),
        (
            (GAME, "--variant", "three-victories", "--with-variant", "three-victories"),
            "both sides are the same",
        ),
        ((GAME, "--variant", "none-such"), "none-such"),
        ((GAME, "--with-bot", "genius"), "genius"),
        ((GAME, "--with-option", "sun=yes"), "RW703"),
        ((GAME, "--variant", "three-victories", "--matches", "0"), "at least 1"),
        ((GAME, "--variant", "three-victories", "--players", "9"), "RW703"),
        ((GAME, "--variant", "three-victories", "--output", "no/where"), "cannot be written"),
        ((GAME, "--variant", "three-victories", "--bot", "random", "--bot", "random"), "2 bots for 3 seats"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    rulewright: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = rulewright("compare", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_each_match_is_a_row(rulewright: Run) -> None:
    more = ("classics/leduc-poker", "--matches", "20", "--processes", "1", "--format", "json")
    done = rulewright("simulate", *more, "--rows", "rows.csv")
    rows = list(csv.DictReader(Path("rows.csv").read_text(encoding="utf-8").splitlines()))
    data = json.loads(done.out)
    assert [int(row["match"]) for row in rows] == [*range(1, 21)]
    assert sum("1" in row["winners"].split() for row in rows) == data["wins by seat"]["1"]
    assert sum(int(row["score 2"]) for row in rows) / 20 == data["score by seat"]["2"]["mean"]
    assert rulewright("simulate", *more, "--rows", "rows.jsonl").out == done.out
    lines = [json.loads(line) for line in Path("rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["seed"] for line in lines] == [int(row["seed"]) for row in rows]
    assert [" ".join(map(str, line["winners"])) for line in lines] == [row["winners"] for row in rows]
    assert rulewright("simulate", *more, "--rows", "no/rows.csv").code == 2


def test_shares_have_intervals_in_every_format(rulewright: Run) -> None:
    text = rulewright("simulate", GAME, *FEW).out
    data = json.loads(rulewright("simulate", GAME, *FEW, "--format", "json").out)
    share = data["shares"]["by seat"]["1"]
    row = re.search(rf"^ *1 +{share['count']} .* ([\d.]+)–([\d.]+) %$", text, re.MULTILINE)
    assert row is not None
    assert [float(one) for one in row.groups()] == pytest.approx(
        [100 * share["low"], 100 * share["high"]], abs=0.06
    )
    lines = rulewright("simulate", GAME, *FEW, "--format", "csv").out.splitlines()
    assert f"wins: low,1,{share['low']}" in lines
    assert f"wins,1,{share['count']}" in lines


def test_a_cluster_that_is_not_there_is_refused(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        done = rulewright("simulate", GAME, "--matches", "2", "--cluster", address)
        assert (done.code, done.out) == (2, "")
        assert f"the cluster {address} cannot be used" in done.err


def test_without_dask_a_cluster_names_the_extra(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    done = rulewright("simulate", GAME, "--matches", "2", "--cluster", "local")
    assert done.code == 2
    assert "rulewright[dask]" in done.err


def test_a_local_cluster_counts_the_same(rulewright: Run) -> None:
    pytest.importorskip("distributed")
    alone = rulewright("simulate", "classics/leduc-poker", "--matches", "60", "--processes", "1")
    shared = rulewright(
        "simulate", "classics/leduc-poker", "--matches", "60", "--processes", "1", "--cluster", "local"
    )
    assert (shared.code, shared.out) == (0, alone.out)
