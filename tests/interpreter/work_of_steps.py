"""How much work steps are: the limit of steps keeps what rules do between decisions short if each is little work."""

from __future__ import annotations

import contextlib
from functools import partial

import attrs
from rulewright.interpreter.ir import STEP, Program
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.python.engine import PythonEngine

from ..work import instructions

FEW = 60  # steps, which are enough to see how much work a step is
MOST = 2.5 * STEP
"""A step is an iteration or about `STEP` operations, and an iteration may be almost as much work before it is counted
as another step."""


def work_of_a_step(program: Program, seed: int = 1) -> float:
    """The bytecode instructions of a step, on average over a few of those before the first decision."""
    once, twice = (_until(program, limit, seed) for limit in (FEW, 2 * FEW))
    return (twice - once) / FEW


def _until(program: Program, limit: int, seed: int) -> int:
    engine = PythonEngine(attrs.evolve(program, step_limit=limit))
    return instructions(partial(_start, engine, seed))


def _start(engine: PythonEngine, seed: int) -> None:
    with contextlib.suppress(RulesFault):
        engine.start(2, seed)
