"""Costs grow no faster than games: counted in lines that are executed and in sizes, not in seconds.

A game of one size is compared with those of two and four times the size. If a cost grows as fast as the game, the
second difference is twice the first; if it grows with the square, it is four times the first.
"""

from __future__ import annotations

import gc
import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.ir.fingerprint import fingerprint
from rulewright.interpreter.lower import lower
from rulewright.interpreter.lower.numbering import Tables
from rulewright.interpreter.python.engine import PythonEngine

from ..amount import sample, some

PATH = Path(__file__).parents[2] / "benchmarks" / "grown_games.py"
spec = importlib.util.spec_from_file_location("grown_games", PATH)
assert spec is not None
assert spec.loader is not None
grown: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(grown)

SIZES = {"designs": 200, "designs with texts": some(25, 50), "cells": 3200}
"""The smallest of the three sizes. Cells fill boards, and are so many that all three programs count steps."""
T = TypeVar("T")


def lines(work: Callable[[], T]) -> tuple[int, T]:
    """How many lines of Python a function executes (one for each turn of a loop), and its result."""
    count = 0

    def traced(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return traced

    before = sys.gettrace()
    gc.collect()
    sys.settrace(traced)
    try:
        result = work()
    finally:
        sys.settrace(before)
    return count, result


def loaded(text: str) -> Game:
    report = Report()
    game = load_game([Source("grown.yaml", text)], report)
    assert game is not None, str(report)
    return game


def costs(text: str) -> dict[str, int]:
    checking, game = lines(lambda: loaded(text))
    lowering, lowered = lines(lambda: lower(game))
    generating, engine = lines(lambda: PythonEngine(lowered.program))
    match = Match(game, 2, 1)
    return {
        "to check": checking,
        "to lower": lowering,
        "to generate Python": generating,
        "nodes of the program": fingerprint(lowered.program).size,
        "characters of Python": len(engine.module.source),
        "cells of a match": len(match.memory),
    }


def most(what: str, cost: str) -> float:
    """How many times the first difference the second may be. One cost is known to grow with the number of boards
    times that of cells: a set of cells is written as one number, with a bit for each cell of the game."""
    return 4 if (what, cost) == ("cells", "characters of Python") else 2.5


@pytest.mark.parametrize("what", sample(list(SIZES), 1))
def test_costs_grow_like_the_game(what: str) -> None:
    size, make = SIZES[what], grown.GAMES[what]
    costs(make(size))  # what is made once for all games
    first, second, third = (costs(make(size * times)) for times in (1, 2, 4))
    for cost in first:
        low, high = second[cost] - first[cost], third[cost] - second[cost]
        assert high <= most(what, cost) * max(low, 10), (cost, first[cost], second[cost], third[cost])
    assert third["cells of a match"] > second["cells of a match"] > first["cells of a match"]


def test_a_search_among_all_pieces_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the one with which lowering used to find the pieces of a design."""

    def searched(tables: Tables, name: str) -> list[int]:
        return [number for number, design in enumerate(tables.pieces) if design == name]

    monkeypatch.setattr(Tables, "pieces_of_design", searched)
    size, make = SIZES["designs"], grown.GAMES["designs"]
    games = [loaded(make(size * times)) for times in (1, 2, 4)]
    lower(games[0])  # what is made once for all games
    first, second, third = (lines(partial(lower, game))[0] for game in games)
    assert third - second > most("designs", "to lower") * (second - first)
