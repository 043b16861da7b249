"""Simulations: the same counts for the same seed however they are run, and nothing lost when stopped."""

from __future__ import annotations

import csv
import functools
import io
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Decision, Match, Option
from rulewright.interpreter.bots import Bot
from rulewright.interpreter.bots.registry import BOTS
from rulewright.interpreter.kernels.counting import match_seed
from rulewright.interpreter.simulation import simulate as simulation
from rulewright.interpreter.simulation.simulate import Job, simulate
from rulewright.interpreter.simulation.workers import pool
from rulewright.workbench.commands.simulate import load

from .small_games import shipped_game, small_game

GAME = "do-podzemi"


def job(matches: int = 120, **more: object) -> Job:
    loader: Callable[[], Game] = functools.partial(load, GAME, ())
    return Job(loader, matches, 3, seed=5, **more)  # type: ignore[arg-type]


def test_a_seed_gives_the_same_counts_however_the_work_is_divided() -> None:
    alone = simulate(job(240))
    for workers in (1, 2, 3):
        with ThreadPoolExecutor(workers) as threads:
            assert simulate(job(240), executor=threads, processes=workers) == alone
    with pool(2) as processes:
        assert simulate(job(240), executor=processes, processes=2) == alone
    assert alone != simulate(Job(job().loader, 240, 3, seed=6))


def test_processes_are_started_where_they_are_worth_while(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def counted(count: int) -> AbstractContextManager[Executor]:
        started.append(count)
        return pool(count)

    monkeypatch.setattr(simulation, "pool", counted)
    alone = simulate(job(400))
    assert simulate(job(400), processes=2) == alone
    assert started == []
    monkeypatch.setattr(simulation, "WORTH_A_PROCESS", 0.001)
    assert simulate(job(400), processes=2) == alone
    assert started == [2]


def test_bots_that_think_share_the_processes_match_by_match() -> None:
    """A match of theirs takes long: neither does one process play most of them, nor is progress told late."""
    alone = simulate(job(5, policies=("greedy:1",) * 3))
    told: list[tuple[int, int]] = []
    running: list[int] = []

    def tell(done: int, of: int) -> None:
        told.append((done, of))
        running.append(len(multiprocessing.active_children()))

    assert simulate(job(5, policies=("greedy:1",) * 3), processes=2, progress=tell) == alone
    assert told == [(done, 5) for done in range(1, 6)]
    assert running[0] == 2


def test_counts_add_up() -> None:
    told: list[tuple[int, int]] = []
    statistics = simulate(job(), progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (120, 120)
    assert statistics.matches == statistics.ended == sum(statistics.wins.values()) == 120
    assert sum(statistics.chosen.values()) == statistics.decisions
    assert all(statistics.chosen[name] <= count for name, count in statistics.offered.items())
    assert statistics.shortest <= statistics.decisions / 120 <= statistics.longest
    rows = list(csv.reader(io.StringIO(statistics.as_csv())))
    assert ["summary", "matches", "120"] in rows
    assert statistics.as_json()["wins by seat"] == statistics.summary()["wins by seat"]


def test_an_interrupt_keeps_what_is_done() -> None:
    for processes in (1, 2):
        told: list[int] = []

        def stop(done: int, of: int, told: list[int] = told) -> None:
            told.append(done)
            if done >= 50:
                raise KeyboardInterrupt

        statistics = simulate(job(200_000), processes=processes, progress=stop)
        assert (statistics.interrupted, statistics.lost) == (True, False)
        assert 50 <= statistics.matches == told[-1] < 200_000
        assert statistics.matches == sum(statistics.wins.values())
        assert multiprocessing.active_children() == []


def test_a_process_that_dies_is_replaced_and_only_its_task_is_repeated() -> None:
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        children = multiprocessing.active_children()
        if children and not killed:
            killed.append(done)
            children[0].kill()

    statistics = simulate(job(40_000, policies=()), processes=2, progress=kill)
    assert killed
    assert not statistics.interrupted
    assert statistics == simulate(job(40_000))


def test_processes_that_die_again_and_again_end_the_simulation() -> None:
    def kill(done: int, of: int) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    statistics = simulate(job(200_000), processes=2, progress=kill)
    assert (statistics.interrupted, statistics.lost) == (True, True)
    assert 25 <= statistics.matches < 200_000


def test_what_a_bot_raises_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        simulate(job(4, policies=(Broken, Broken, Broken)))
    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError):
        simulate(job(4, policies=(Broken, Broken, Broken)), executor=threads, processes=2)


def test_a_game_that_a_process_cannot_load_is_an_error_here() -> None:
    gone = Job(functools.partial(load, "no-such-game", ()), 4, 3, policies=("greedy:1",) * 3)
    with pytest.raises(OSError, match="no-such-game has changed"):
        simulate(gone, processes=2)
    assert multiprocessing.active_children() == []


def test_a_task_that_fails_is_repeated() -> None:
    class Unreliable(ThreadPoolExecutor):
        """Loses each task once, as a cluster may."""

        lost = 0

        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            (task,) = args
            if task.attempt:
                return super().submit(fn, task)
            self.lost += 1
            failed: Future[object] = Future()
            failed.set_exception(OSError("the machine is gone"))
            return failed

    with Unreliable(2) as threads:
        assert simulate(job(), executor=threads, processes=2) == simulate(job())
        assert threads.lost >= 2


class Broken(Bot):
    def choose(self, match: Match, decision: Decision) -> Option:
        raise ZeroDivisionError


def test_faults_are_counted_with_what_repeats_them() -> None:
    statistics = simulate(Job(lambda: small_game("faulty"), 40, 2, detail=False))
    assert statistics.faults
    assert statistics.ended + len(statistics.faults) + len(statistics.endless) == 40
    seed, fault, record = statistics.faults[0]
    assert "RW4" in fault
    assert str(seed) in record


def test_policies_are_pluggable(monkeypatch: pytest.MonkeyPatch) -> None:
    class First(Bot):
        def choose(self, match: Match, decision: Decision) -> Option:
            return decision.options[0]

    monkeypatch.setitem(BOTS, "first", First)
    game = shipped_game(GAME)
    runs = [simulate(Job(lambda: game, 10, 2, seed=s, policies=("first", "first"))) for s in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0].chosen["pass"] <= runs[0].chosen["draw"]


def test_seeds_of_matches_differ() -> None:
    assert len({match_seed(seed, number) for seed in range(30) for number in range(30)}) == 900


LONG_TURNS = """\
rulewright: 1
game: rounds
players: 2
players have:
  points: {type: 0..99}
score: the player's points
flow:
  - phase: night
    repeat: 4 times
    turns: clockwise from player 1, each player, once each
    turn: |
      repeat 3 times: choose a number from 1 to 2, as the pace
      the player's points go up by 1
  - phase: morning
    turns: clockwise from player 1, each player, once each
    options:
      rise:
        do: choose a number from 1 to 2, as the hour
"""


def test_a_turn_is_counted_once_however_often_its_player_decides() -> None:
    game = load_game([Source("game.yaml", LONG_TURNS)], Report(), strict=False)
    assert game is not None
    counted = simulate(Job(lambda: game, 3, 2))
    assert (counted.turns, counted.decisions) == (3 * (4 * 2 + 2), 3 * (4 * 2 * 3 + 2 * 2))
    assert counted.summary()["turns per match"] == 10.0
    quick = simulate(Job(lambda: game, 3, 2, detail=False))
    assert "turns per match" not in quick.summary(), "what is not counted is not shown as 0"
