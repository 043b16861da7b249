"""The benchmark of Do podzemí: what plays, and the table of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ..interpreter.small_games import shipped_game
from .scripts import scripts


@pytest.fixture(scope="module")
def run() -> Iterator[Any]:
    with scripts("run") as found:
        yield found["run"]


def test_all_play_matches_of_the_same_length(run: Any) -> None:
    """With two players, 11.9 decisions on average; a few more where a single option counts, too."""
    game = shipped_game("do-podzemi")
    found = {
        "Python": (run.by_hand(2), 2000),
        "C": (run.in_c(2), 100_000),
        "kernel": (run.kernel(run.PythonEngine(run.lower(game).program), 2), 700),
        "numbers": (run.with_numbers(game, 2), 300),
        "options": (run.with_options(game, 2), 200),
    }
    if not run.native.why_not():
        playouts = run.native.Playouts(run.lower(game).program)
        found["machine code"] = (run.machine_code(playouts, 2), 100_000)
    for who, (player, matches) in found.items():
        if player is None:
            assert run.compiled.why_not()
            continue
        error = 6.6 / matches**0.5  # a match has a standard deviation of 6.6
        assert player(matches) / matches == pytest.approx(11.92, abs=4.5 * error + 0.02), who


def test_rows_compare_with_the_first(run: Any) -> None:
    def player(work: int) -> Any:
        def play(matches: int) -> int:
            for _ in range(matches):
                sum(range(work))
            return 2 * matches

        return play

    first, second = run.speeds({"quick": player(1000), "slow": player(30_000)}, 3, 0.02)
    assert first[::3] == ("quick", "1.00")
    assert first[2] == second[2] == "2.0"
    assert 5 < float(second[3]) < 200
