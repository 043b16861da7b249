"""A whole game: both engines show the same bytes at every decision of random matches, with luck either way."""

from __future__ import annotations

import random
from functools import cache

import pytest
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.lower import lower
from rulewright.interpreter.python.engine import PythonEngine

from ..reference import Reference
from ..small_games import shipped_game


@cache
def engine_of(chance: bool) -> PythonEngine:
    program = lower(shipped_game("do-podzemi"), explicit_chance=chance).program
    assert check_program(program) == []
    return PythonEngine(program)


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_both_engines_agree(seed: int, chance: bool) -> None:
    engine, dice = engine_of(chance), random.Random(seed)
    players, fixed = 2 + seed % 3, engine.program.layout.stacks
    m, model = engine.start(players, seed), Reference(engine.program, players, 10**6, seed)
    while not model.over:
        assert m[:fixed] == model.m[:fixed]
        actions = engine.actions(m)
        assert actions == model.actions()
        if not engine.pending(m)[0].player >= 0:
            assert engine.outcomes(m) == model.outcomes()
        action = dice.choice(actions)
        engine.act_main(m, action)
        model.act(action)
    assert engine.over(m)
    assert m[:fixed] == model.m[:fixed]
    assert not any(m[fixed:])
