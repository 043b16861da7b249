"""The tables of simulations: what was chosen, what never was, and names that leave room for figures."""

from __future__ import annotations

import re
from collections import Counter

import attrs
import pytest
from rulewright.interpreter.simulation.simulate import Job, simulate
from rulewright.interpreter.simulation.statistics import Statistics
from rulewright.workbench.terminal.text_tables import WIDEST, matches_of, played_by, statistics_tables

from ..interpreter.small_games import shipped_game
from .conftest import Run


def rows(name: str, matches: int) -> list[str]:
    game = shipped_game(name)
    statistics = simulate(Job(lambda: game, matches, game.players[0], seed=1, detail=False))
    return [line.strip() for line in statistics_tables(statistics, game)]


def test_pieces_count_as_their_designs_and_what_was_never_chosen_is_told() -> None:
    found = rows("hrad", 1)
    cells = [re.split(" {2,}", row) for row in found if row]
    counts = {name: count for name, count, *_ in (row for row in cells if len(row) > 1)}
    assert int(counts["ogre"]) > 0
    assert "0" in {counts.get(name) for name in ("theft", "leap", "smoke", "blink", "breach", "study")}


def test_long_names_leave_room_for_the_figures() -> None:
    long = [row for row in rows("hrad", 1) if "…" in row]
    assert long
    assert all(len(row.split("…")[0]) < WIDEST for row in long)


def test_one_match_is_a_match() -> None:
    assert [matches_of(*one) for one in ((1, 2), (1200, 1))] == [
        "1 match of 2 players",
        "1,200 matches of 1 player",
    ]
    assert rows("hrad", 1)[0].endswith(": 1 match of 2 players")


def test_the_share_of_a_rule_says_what_it_is_of() -> None:
    """An end that a rule only asks about counts too: the table says `reached`, not `happened`."""
    game = shipped_game("classics/pig")
    lines = statistics_tables(simulate(Job(lambda: game, 1, 2, seed=1)), game)
    assert any(line.startswith("  rule that was reached") for line in lines)


def test_the_shares_of_what_may_happen_to_a_match() -> None:
    found = [re.split(" {2,}", row) for row in rows("classics/tic-tac-toe", 1000)]
    (drawn,) = [row[1] for row in found if row[0] == "no winner"]
    count, share = drawn.removesuffix(" %)").split(" (")
    assert float(share) == int(count) / 10 > 0


def test_winners_together_have_a_share_and_each_set_of_them_a_row() -> None:
    game = shipped_game("do-podzemi")
    counts = simulate(Job(lambda: game, 1, 3, seed=1))
    counts = attrs.evolve(counts, shared=1, winners=Counter({(0, 2): 1}))
    found = [re.split(" {2,}", row.strip()) for row in statistics_tables(counts, game)]
    assert ["several winners", "1 (100.0 %)"] in found
    counts = attrs.evolve(counts, winners=Counter({(0, 2): 1, (1,): 1}))
    names = [re.split(" {2,}", row.strip())[0] for row in statistics_tables(counts, game)]
    assert {"winners", "seats 1 and 3", "only seat 2"} <= set(names)


def test_a_design_says_of_how_many_players_its_share_is() -> None:
    game = shipped_game("do-podzemi")
    counts = simulate(Job(lambda: game, 50, 3, seed=1))
    cells = [re.split(" {2,}", row.strip()) for row in statistics_tables(counts, game)]
    found = {row[0]: row[2] for row in cells if row[0] in counts.uses and len(row) == 6}
    assert found == {name: f"{use.chosen.whole:,}" for name, use in counts.uses.items()}


def test_without_a_match_there_is_no_table() -> None:
    game = shipped_game("do-podzemi")
    assert statistics_tables(Statistics(players=3, interrupted=True), game) == [
        "Into the Dungeon: 0 matches of 3 players"
    ]


def test_short_tables_are_the_first_of_all(rulewright: Run) -> None:
    """They end before the tables with a row for each option, design and rule."""
    asked = ("simulate", "do-podzemi", "--matches", "5", "--seed", "1", "--processes", "1")
    whole, short = rulewright(*asked).out, rulewright(*asked, "--short").out
    assert whole.startswith(short.rstrip("\n"))
    assert "  seat  wins" in short
    rest = whole[len(short.rstrip("\n")) :].strip()
    assert rest.startswith("option")


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ((), ""),
        (("random", "random"), ", all at random"),
        (("greedy", "greedy"), ", all greedy"),
        (("search:100", "random", "greedy"), ", by search:100, random and greedy"),
    ],
)
def test_the_title_says_who_played(bots: tuple[str, ...], said: str) -> None:
    assert played_by(bots) == said
    game = shipped_game("classics/tic-tac-toe")
    title = statistics_tables(simulate(Job(lambda: game, 1, 2, seed=1)), game, bots=bots)[0]
    assert title == f"Tic-tac-toe: 1 match of 2 players{said}"
