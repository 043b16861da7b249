"""`simulate` reads a game once and lowers it once in a process, and no engine is made that does not play.

Its cost is counted, not timed. Other processes read the files themselves.
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from rulewright.interpreter.lower import lower
from rulewright.interpreter.match.setup import rules as match_rules
from rulewright.interpreter.match.setup import tiers
from rulewright.interpreter.python.engine import PythonEngine
from rulewright.interpreter.simulation import simulate as simulation
from rulewright.interpreter.simulation import tally
from rulewright.workbench.commands import simulate as command

from .conftest import Run

GAME = "classics/leduc-poker"


@pytest.mark.parametrize("engine", ["python", "native"])
def test_one_process_reads_and_lowers_a_game_once(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    done: list[str] = []

    def lowered(*given: Any, **named: Any) -> object:
        done.append("lowered")
        return lower(*given, **named)

    monkeypatch.setattr(command, "open_game", lambda *given, **named: done.append("read again"))
    monkeypatch.setattr(match_rules, "lower", lowered)
    for module in (tiers, match_rules, tally):

        def counted(*given: Any, **named: Any) -> object:
            done.append("Python")
            return PythonEngine(*given, **named)

        monkeypatch.setattr(module, "PythonEngine", counted)
    run = rulewright("simulate", GAME, "--matches", "20", "--processes", "1", "--engine", engine)
    assert run.code == 0
    assert done == (["lowered", "Python"] if engine == "python" else ["lowered"])


def test_another_process_reads_the_files_again() -> None:
    game = command.load(GAME, ())
    loader = command.Opened(game, GAME, ())
    assert loader() is game
    job = simulation.packed(simulation.Job(loader, 1, 2))
    assert len(job) < 1000
    again = pickle.loads(job).loader()
    assert again is not game
    assert again.id == game.id
