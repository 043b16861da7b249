"""Fingerprints of programs: equal in every process, and different for whatever an engine could notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from rulewright.interpreter.ir import Block, Const, Program
from rulewright.interpreter.ir.fingerprint import fingerprint
from rulewright.interpreter.lower import lower

from .small_games import shipped_game

ROOT = Path(__file__).parents[2]
PRINTING = """
from rulewright import load
from rulewright.interpreter.ir.fingerprint import fingerprint
from rulewright.interpreter.lower import lower
print(fingerprint(lower(load("do-podzemi")).program).digest)
"""


def program() -> Program:
    return lower(shipped_game("do-podzemi")).program


def test_it_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", PRINTING],
            env={**os.environ, "PYTHONPATH": str(ROOT / ".ns"), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert found == {fingerprint(program()).digest}


def changed() -> dict[str, Program]:
    """Programs that differ from the one above in one thing."""
    one = program()
    last = len(one.procedures) - 1
    procedure = one.procedures[last]
    block = procedure.blocks[0]
    initial = (*one.initial[:-1], one.initial[-1] + 1)
    fault = attrs.evolve(one.faults[0], span=None)
    moved = attrs.evolve(one.faults[0].span, end=one.faults[0].span.end + 1) if one.faults[0].span else None
    others = {
        "explicit chance": attrs.evolve(one, explicit_chance=True),
        "initial memory": attrs.evolve(one, initial=initial),
        "step limit": attrs.evolve(one, step_limit=one.step_limit + 1),
        "layout": attrs.evolve(one, layout=attrs.evolve(one.layout, size=one.layout.size + 1)),
        "an instruction": attrs.evolve(
            one,
            procedures=(
                *one.procedures[:last],
                attrs.evolve(procedure, blocks=(Block(block.instructions[1:], block.terminator),)),
            ),
        ),
        "a table": attrs.evolve(one, tables=(*one.tables, (1,))),
        "the span of a fault": attrs.evolve(one, faults=(attrs.evolve(fault, span=moved), *one.faults[1:])),
        "a fault": attrs.evolve(one, faults=(attrs.evolve(fault, message="other"), *one.faults[1:])),
    }
    assert block.instructions
    return others


def test_whatever_an_engine_could_notice_changes_it() -> None:
    others = changed()
    digests = {name: fingerprint(other).digest for name, other in others.items()}
    digests["itself"] = fingerprint(program()).digest
    assert len(set(digests.values())) == len(digests)


def test_its_spans_are_those_of_the_program() -> None:
    one = program()
    spans = fingerprint(one).spans
    assert len(spans) == len(set(spans))
    assert {fault.span for fault in one.faults if fault.span} <= set(spans)
    assert spans == fingerprint(program()).spans


def test_what_is_no_part_of_a_program_is_an_error() -> None:
    with pytest.raises(TypeError, match="no part of a program: float"):
        fingerprint(attrs.evolve(program(), tables=((Const(0.5),),)))  # type: ignore[arg-type]
