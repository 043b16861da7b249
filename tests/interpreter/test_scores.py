"""Scores at the end: in the view, in the log, and in what simulations count."""

from __future__ import annotations

from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.kernels.counting import count_end
from rulewright.interpreter.kernels.machine import PlainMaker
from rulewright.interpreter.simulation.counts import Counts
from rulewright.interpreter.simulation.records import counting_of
from rulewright.interpreter.simulation.scheme import Scheme
from rulewright.interpreter.simulation.simulate import Job, play_one, scheme_of, simulate
from rulewright.interpreter.simulation.statistics import Scores, Statistics
from rulewright.workbench.terminal.text_tables import statistics_tables

from .small_games import shipped_game, small_game


def test_scores_are_seen_at_the_end_and_not_before() -> None:
    match = Match(small_game("harvest"), ["Ann", "Bob"])
    match.choose("one")
    assert match.view(1)["scores"] is None
    match.choose("wait")
    assert match.view(1)["scores"] == match.view()["scores"] == [1, 5]
    assert match.log()[-1] == "The match is over; Bob won. Scores: Ann: 1, Bob: 5."
    assert match.log(0, "cs")[-1] == "Konec hry. Vítězí: Bob. Body: Ann: 1, Bob: 5."


def test_where_no_score_is_kept_none_is_told() -> None:
    match = Match(shipped_game("classics/tic-tac-toe"), 2)
    for square in ("a1", "a2", "b1", "b2", "c1"):
        match.choose(square)
    assert match.is_over
    assert match.view()["scores"] is None
    assert match.log()[-1] == "The match is over; Player 1 won."


def test_simulations_count_scores() -> None:
    game = shipped_game("classics/leduc-poker")
    job = Job(lambda: game, 200, 2, seed=4, detail=False)
    statistics = simulate(job)
    counted = statistics.summary()["score by seat"]
    scores = [_scores(game, job, number) for number in range(200)]
    for seat in range(2):
        mine = [one[seat] for one in scores]
        assert counted[seat + 1] == {"mean": round(sum(mine) / 200, 2), "least": min(mine), "most": max(mine)}
    assert any(
        line.split()[-3:] == ["score", "least", "most"] for line in statistics_tables(statistics, game)
    )
    assert f"mean score,1,{counted[1]['mean']}" in statistics.as_csv()


def _scores(game: Any, job: Job, number: int) -> tuple[int, ...]:
    return play_one(game, job, number).scores


def test_no_scores_are_counted_where_none_are_kept() -> None:
    game = shipped_game("do-podzemi")
    statistics = simulate(Job(lambda: game, 10, 2, seed=4, detail=False))
    assert "score by seat" not in statistics.summary()
    assert not any("score" in line for line in statistics_tables(statistics, game))


def add_end(scheme: Scheme, part: Counts, scores: list[int]) -> None:
    """Counts a match with these scores, which nobody has won."""
    c = counting_of(scheme, PlainMaker())
    c.counts, c.changes, c.starter, c.scored, c.scores = part.cells, NONE, NONE, 1, scores
    count_end(c, 1)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_scores_are_added_in_any_order(order: tuple[int, ...]) -> None:
    scheme = scheme_of(Job(lambda: small_game("harvest"), 0, 2), small_game("harvest"))
    parts = [Counts.of(scheme) for _ in range(3)]
    for part, scores in zip(parts, ((-5,), (3, 4), ()), strict=True):
        for score in scores:
            add_end(scheme, part, [0, score])
    found = Counts.of(scheme)
    for number in order:
        found.add(parts[number])
    assert Statistics.of(scheme, found).scores[1] == Scores(3, 2, -5, 4, 50)


def test_large_scores_do_not_overflow() -> None:
    """The square of a number in a cell does not fit into a cell."""
    scheme = scheme_of(Job(lambda: small_game("harvest"), 0, 2), small_game("harvest"))
    found = Counts.of(scheme)
    for score in (1 << 62, -(1 << 62), (1 << 62) + 1):
        add_end(scheme, found, [score, 0])
    assert found.wide("score_sum")[0] == (1 << 62) + 1
    assert found.wide("score_squares")[0] == 2 * (1 << 124) + ((1 << 62) + 1) ** 2
