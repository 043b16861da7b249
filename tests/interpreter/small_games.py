"""Small games for tests of matches, each a file in `games/` beside this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.workbench.files.games import open_game

FOLDER = Path(__file__).parent / "games"


@cache
def small_game(name: str) -> Game:
    """A game of this folder, its warnings ignored (`faulty` is there to go wrong)."""
    report = Report()
    path = FOLDER / f"{name}.yaml"
    game = load_game([Source(path.name, path.read_text(encoding="utf-8"))], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    return game


@cache
def shipped_game(name: str, *variants: str) -> Game:
    report = Report()
    game = open_game(name, report, variants=variants)
    assert game is not None, to_text(report.diagnostics)
    return game
