"""Simulations on a Dask cluster: the same counts, and a worker that dies costs only its task."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter.match.setup.engine_choice import VARIABLE
from rulewright.interpreter.simulation.simulate import Job, same, simulate

from .small_games import shipped_game

distributed = pytest.importorskip("distributed")


@pytest.fixture
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_of_which_a_worker_is_killed_counts_the_same(client: Any) -> None:
    game = shipped_game("classics/leduc-poker")
    job = Job(functools.partial(same, game), 12_000, 2, seed=4)
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        if not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    executor = client.get_executor()
    assert simulate(job, executor=executor, processes=2, progress=kill) == simulate(job)
    assert killed


def test_workers_play_in_machine_code(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shipped_game("classics/leduc-poker")
    job = Job(functools.partial(same, game), 3_000, 2, seed=4)
    alone = simulate(job)
    monkeypatch.setenv(VARIABLE, "native")
    assert simulate(job, executor=client.get_executor(), processes=2) == alone
    compiled = client.run(
        lambda: [
            name
            for scheme in sys.modules["rulewright.interpreter.simulation.simulate"]._SCHEMES.values()
            for name in scheme.game.made
            if name.startswith("machine")
        ]
    )
    assert any(compiled.values())


def test_what_goes_wrong_on_a_cluster_reaches_the_caller(client: Any, tmp_path: Path) -> None:
    """Workers cannot import this module; if they found out too early, they would die of it one by one."""
    (tmp_path / "only_here.py").write_text("def bot(seed): raise ZeroDivisionError(seed)\n")
    sys.path.insert(0, str(tmp_path))
    try:
        bot = importlib.import_module("only_here").bot
    finally:
        sys.path.remove(str(tmp_path))
    game = shipped_game("classics/leduc-poker")
    job = Job(functools.partial(same, game), 2, 2, policies=(bot, bot))
    with pytest.raises(ModuleNotFoundError, match="only_here"):
        simulate(job, executor=client.get_executor(), processes=2)
