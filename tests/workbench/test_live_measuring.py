"""What bots show of a save: only what differs beyond chance counts as a change."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.interpreter.simulation.simulate import Job, same, simulate
from rulewright.interpreter.simulation.statistics import Statistics
from rulewright.workbench.cli import main
from rulewright.workbench.files.games import open_game
from rulewright.workbench.live import measuring
from rulewright.workbench.live.measuring import Setting, played, sample


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "finds"]) == 0
    return Path("finds", "game.yaml").read_text("utf-8")


def game_of(text: str) -> Game:
    Path("finds", "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = open_game("finds", report)
    assert game is not None, report.diagnostics
    return game


def counted(game: Game) -> Statistics:
    return simulate(Job(partial(same, game), 400, 2, 1))


def test_what_does_not_happen_any_more_is_named(text: str) -> None:
    before = counted(game_of(text))
    without = text.replace("if: the deck is not empty", "if: the number of treasures in player's finds < 1")
    found = sample("random", before, counted(game_of(without)))
    assert (found.matches_before, found.matches) == (400, 400)
    changed = {one.name for one in found.figures if one.differs}
    assert "decisions" in changed
    (length,) = [one for one in found.figures if one.name == "decisions"]
    assert length.now < length.before
    assert length.high < 0
    mild = text.replace(
        "if the kind of find is snake: the digger is bitten",
        "if the kind of find is snake: the digger becomes not digging",
    )
    quiet = sample("random", before, counted(game_of(mild)))
    assert any("bitten" in one for one in quiet.gone)
    assert not quiet.new
    again = sample("random", counted(game_of(mild)), before)
    assert any("bitten" in one for one in again.new)


def test_the_same_rules_show_no_change(text: str) -> None:
    before = counted(game_of(text))
    renamed = counted(game_of(text.replace('title: {en: "Finds"', 'title: {en: "Found"')))
    found = sample("random", before, renamed)
    assert not [one.name for one in found.figures if one.differs]
    assert (found.gone, found.new) == ((), ())
    assert {one.name for one in found.figures} >= {
        "wins of seat 1",
        "decisions",
        "wins of the first to decide",
    }


@pytest.mark.parametrize("bot", measuring.BOTS)
def test_bots_stop_when_their_time_is_up(text: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked after each task, and the clock begins with the first one."""
    asked: list[int] = []

    def clock() -> float:
        asked.append(len(asked))
        return float(len(asked))

    monkeypatch.setattr(measuring, "monotonic", clock)
    found = played(game_of(text), Setting(2, {}), bot, 3)
    assert found.interrupted
    assert found.matches >= 4
    assert len(asked) == 5
