"""`rank`: who meets whom, ratings and their intervals, and the command."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter.simulation.rank import MOST_TABLES, planned, rank, ranking, tournament
from rulewright.interpreter.simulation.rating import Table, likely, rating, resampled
from rulewright.interpreter.simulation.simulate import simulate

from ..interpreter.small_games import shipped_game
from .conftest import Run

GAME = "classics/tic-tac-toe"
FEW = ("--matches", "12", "--seed", "1", "--processes", "1")


def ranked(rulewright: Run, *arguments: str) -> dict[str, Any]:
    """The data of a tournament, with a bot's standing under its name."""
    done = rulewright("rank", *arguments, "--format", "json")
    assert (done.code, done.err) == (0, "")
    data: dict[str, Any] = json.loads(done.out)
    return data | {"by name": {one["bot"]: one for one in data["bots"]}}


# ------------------------------------------------------------------------------- plans


@pytest.mark.parametrize(
    ("count", "players"), [(2, 2), (5, 2), (3, 3), (5, 3), (6, 4), (2, 3), (3, 4), (40, 2), (16, 5)]
)
def test_every_bot_sits_in_each_seat_equally_often(count: int, players: int) -> None:
    plan = planned([f"bot {number:02}" for number in range(count)], players)
    seats = Counter((seat, bot) for lineup in plan.lineups for seat, bot in enumerate(lineup))
    assert len(seats) == players * count
    assert len(set(seats.values())) == 1
    assert len(set(plan.lineups)) == len(plan.lineups) <= MOST_TABLES * 2 * players
    assert len(plan.tables) == plan.possible or len(plan.tables) > MOST_TABLES - count


def test_all_pairs_and_orders_meet_where_there_are_few() -> None:
    plan = planned("abcd", 3)
    assert plan.tables == tuple(combinations(range(4), 3))
    assert len(plan.seatings) == math.factorial(3)


def test_matches_of_a_deal_have_one_seed_and_other_deals_others() -> None:
    game = shipped_game(GAME)
    bots = {"a": "random", "b": "random", "c": "random"}
    _, job = tournament(lambda: game, bots, players=2, matches=3, seed=5)
    rows = sorted(simulate(job).rows, key=lambda row: row.number)
    seeds = [row.seed for row in rows]
    assert len(rows) == 12
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 6


# ----------------------------------------------------------------------------- ratings


def test_ratings_are_those_of_elo() -> None:
    tables = [Table({0: 1, 1: 1}, 1, Counter({(1.0, 0.0): 10_000, (0.0, 1.0): 1_000}))]
    strong = likely(tables, 2)
    assert rating(strong[0]) - rating(strong[1]) == pytest.approx(400, abs=0.5)
    assert rating(strong[0]) + rating(strong[1]) == pytest.approx(0, abs=1e-6)


def test_known_strengths_are_found_also_at_large_tables_and_with_two_seats() -> None:
    true = [4.0, 2.0, 1.0, 0.5]
    tables = [
        Table(dict.fromkeys(three, 1), 1, Counter({
            tuple(float(one == bot) for one in three): round(7000 * true[bot] / sum(true[one] for one in three))
            for bot in three
        }))
        for three in combinations(range(4), 3)
    ]  # fmt: skip
    tables.append(Table({0: 2, 3: 1}, 1, Counter({(1.0, 0.0): 16_000, (0.0, 1.0): 1_000})))
    mean = math.prod(true) ** 0.25
    assert likely(tables, 4) == pytest.approx([one / mean for one in true], rel=0.01)


def test_intervals_hold_what_they_promise() -> None:
    """Samples of a known chance: about 19 of 20 intervals contain it."""
    dice, chance, held = random.Random(4), 0.8, 0
    for sample in range(60):
        won = sum(dice.random() < chance for _ in range(30))
        outcomes: Counter[tuple[float, ...]] = Counter({(1.0, 0.0): won, (0.0, 1.0): 30 - won})
        possible = sorted(a / (a + b) for a, b in resampled([Table({0: 1, 1: 1}, 1, +outcomes)], 2, sample))
        held += possible[10] <= chance <= possible[-11]
    assert 53 <= held < 60


def test_whoever_wins_all_has_a_finite_rating_and_a_wide_interval() -> None:
    outcomes: Counter[tuple[float, ...]] = Counter({(2.0, 0.0): 20})
    table = Table({0: 1, 1: 1}, 2, outcomes)
    found = sorted(rating(one[0]) for one in resampled([table], 2, 1))
    assert 100 < found[10] < rating(likely([table], 2)[0]) < found[-11] < 2000
    assert found[-11] - found[10] > 200


def test_only_whole_deals_count() -> None:
    """As after an interrupt."""
    game = shipped_game(GAME)
    plan, job = tournament(lambda: game, {"a": "random", "b": "greedy:1"}, players=2, matches=10, seed=5)
    whole = rank(plan, job)
    assert whole.deals == 5
    whole.statistics.rows.pop()
    fewer = ranking(plan, whole.statistics, job.seed)
    assert fewer.deals == 4
    assert [one.matches for one in fewer.standings] == [8, 8]
    whole.statistics.rows.clear()
    none = ranking(plan, whole.statistics, job.seed)
    assert [(one.rating, one.matches) for one in none.standings] == [(0, 0)] * 2
    assert none.pairs[0].score is None


# ------------------------------------------------------------------------- the command


def test_bots_come_out_in_the_order_of_their_strength(rulewright: Run) -> None:
    found = ranked(rulewright, GAME, "random", "greedy:4", "search:60", *FEW)
    assert [one["bot"] for one in found["bots"]][-1] == "random"
    weak, strong = found["by name"]["random"], found["by name"]["search:60"]
    assert weak["high"] < strong["low"]
    assert sum(one["rating"] for one in found["bots"]) == pytest.approx(0, abs=0.3)
    assert [one["matches"] for one in found["bots"]] == [24] * 3
    assert [[seat["of"] for seat in one["wins by seat"]] for one in found["bots"]] == [[12, 12]] * 3
    assert all(pair["won"] + pair["lost"] + pair["drawn"] == 12 for pair in found["pairs"])


def test_the_order_of_names_changes_nothing(rulewright: Run) -> None:
    one = rulewright("rank", GAME, "random", "greedy:1", "search:9", *FEW)
    other = rulewright("rank", GAME, "search:9", "random", "greedy:1", *FEW)
    assert one == other
    assert one.out != rulewright("rank", GAME, "search:9", "random", "greedy:1", *FEW, "--seed", "2").out


def test_a_bot_against_itself_is_equal_within_its_interval(rulewright: Run) -> None:
    found = ranked(rulewright, GAME, "random", "random", "--matches", "200", "--processes", "1")
    assert found["by name"].keys() == {"random", "random (2)"}
    for one in found["bots"]:
        assert one["low"] < 0 < one["high"]
        assert 20 < one["high"] - one["low"] < 150


def test_three_sit_at_a_table(rulewright: Run) -> None:
    found = ranked(rulewright, "do-podzemi", "random", "greedy:2", "--players", "3", *FEW)
    assert (found["combinations"], found["matches of a deal"], found["matches"]) == (2, 3, 24)
    assert [one["bot"] for one in found["bots"]] == ["greedy:2", "random"]
    assert [one["matches"] for one in found["bots"]] == [36, 36]


def test_the_table(rulewright: Run) -> None:
    done = rulewright("rank", GAME, "random", "greedy:4", *FEW)
    lines = done.out.splitlines()
    assert lines[:2] == [
        "Tic-tac-toe: 12 matches of 2 players",
        "  1 combination of bots, 6 deals, each in 2 seatings",
    ]
    rows = [re.split(" {2,}", line.strip()) for line in lines]
    assert [
        "bot",
        "rating",
        "95 % interval",
        "expected",
        "95 % interval",
        "matches",
        "seat 1",
        "seat 2",
    ] in rows
    best = next(row for row in rows if row[0] == "greedy:4")
    assert float(best[1]) > 0
    assert best[5] == "12"
    assert ["against", "greedy:4", "random"] in rows
    rulewright("rank", GAME, "random", "greedy:4", *FEW, "--output", "table.txt")
    assert Path("table.txt").read_text(encoding="utf-8") == done.out


IDLE = """\
rulewright: 2
game: idle
title: Idle
players: 2
game has:
  moves: {type: 0..1}
flow:
  - phase: only
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      go: {do: END}
"""


@pytest.mark.parametrize(
    ("end", "code", "message"),
    [("nobody wins", 0, "so the ratings say nothing"), ("the moves go up by 1", 1, "error RW401")],
)
def test_matches_that_rate_nobody_are_remarked(rulewright: Run, end: str, code: int, message: str) -> None:
    Path("idle.yaml").write_text(IDLE.replace("END", end), encoding="utf-8")
    done = rulewright("rank", "./idle.yaml", "random", "greedy:1", *FEW)
    assert done.code == code
    assert done.out.startswith("Idle: 12 matches of 2 players")
    assert message in done.err


AGENTS = """\
import rulewright

class First(rulewright.Bot):
    def choose(self, match, decision):
        return decision.options[0]

class Silent: 
    def __init__(self, seed): pass

class Wrong(rulewright.Bot):
    def choose(self, match, decision):
        return None

class Broken(rulewright.Bot):
    def choose(self, match, decision):
        return {}["what"]
"""


@pytest.fixture
def _agents(tmp_path: Path) -> None:
    (tmp_path / "some_agents.py").write_text(AGENTS, encoding="utf-8")
    (tmp_path / "torn.py").write_text("def make(", encoding="utf-8")


@pytest.mark.usefixtures("_agents")
def test_agents_come_from_files_and_modules(rulewright: Run) -> None:
    agents = "./some_agents.py:First", "some_agents:First"
    few = "--matches", "8", "--seed", "1", "--processes"
    found = ranked(rulewright, GAME, *agents, "random", *few, "2")
    assert found == ranked(rulewright, GAME, "random", *agents, *few, "1")
    assert found["by name"].keys() == {"random", *agents}
    assert found["by name"][agents[0]]["wins by seat"][0]["count"] >= 3


@pytest.mark.usefixtures("_agents")
@pytest.mark.parametrize(
    ("bot", "code", "message"),
    [
        ("genius", 2, "there is no bot 'genius'"),
        ("search:soon", 2, "'soon' is not a valid budget"),
        ("nowhere.py:First", 2, "there is no file nowhere.py"),
        ("no_such_module:First", 2, "No module named 'no_such_module'"),
        ("torn.py:make", 2, "SyntaxError"),
        ("some_agents.py:Frist", 2, "did you mean 'some_agents.py:First'?"),
        ("some_agents.py:Silent", 1, "has no method 'choose'"),
        ("some_agents.py:Wrong", 1, "chose None, which is none of the options"),
        ("some_agents.py:Broken", 1, "KeyError: 'what'"),
    ],
)
def test_bots_that_cannot_play_are_refused(rulewright: Run, bot: str, code: int, message: str) -> None:
    done = rulewright("rank", GAME, "random", bot, *FEW)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("rulewright rank: ")
    assert message in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((GAME, "random"), "one bot alone cannot be rated"),
        ((GAME, "random", "greedy", "--matches", "0"), "at least 1"),
        ((GAME, "random", "greedy", "--players", "5"), "RW703"),
        (("classics/blackjack", "random", "greedy", "--players", "1"), "one player"),
        ((GAME, "random", "greedy", "--option", "sun=yes"), "RW703"),
        ((GAME, "random", "greedy", "--output", "no/such/folder"), "cannot be written"),
    ],
)
def test_what_cannot_be_ranked_is_refused(rulewright: Run, arguments: tuple[str, ...], message: str) -> None:
    done = rulewright("rank", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
