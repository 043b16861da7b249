"""Checks that everything that could run without bound counts its steps."""

from __future__ import annotations

from collections.abc import Iterator

from . import Chance, Choose, Const, Count, Procedure, Program, While
from .cycles import components
from .walk import all_expressions, binders, called, flat, successors


def check_steps(program: Program) -> Iterator[str]:
    for procedure in program.procedures:
        for binder in binders(all_expressions(procedure)):
            if binder.turn < 0:
                yield f"{procedure.name}: a member of a set counts {binder.turn} operations"
        for block in procedure.blocks:
            for instr in flat(block.instructions):
                steps = instr.steps if isinstance(instr, Count) else None
                if isinstance(steps, Const) and steps.value < 0:
                    yield f"{procedure.name}: a Count of {steps.value} steps"
        if not procedure.framed:
            if _counts(program, procedure) and not procedure.counts:
                yield f"{procedure.name}: a plain procedure that counts steps but is not marked so"
            continue
        graph = {
            index: [] if _has_count(procedure, index) else _ways_on(procedure, index)
            for index in range(len(procedure.blocks))
        }
        for loop in components(graph):
            yield f"{procedure.name}: blocks {', '.join(map(str, loop))} form a loop that counts no steps"


def _counts(program: Program, procedure: Procedure) -> bool:
    own = any(isinstance(i, Count | While) for block in procedure.blocks for i in flat(block.instructions))
    own = own or any(binder.turn for binder in binders(all_expressions(procedure)))
    return own or any(program.procedures[number].counts for number in called(all_expressions(procedure)))


def _has_count(procedure: Procedure, block: int) -> bool:
    return any(isinstance(instr, Count) for instr in procedure.blocks[block].instructions)


def _ways_on(procedure: Procedure, block: int) -> list[int]:
    terminator = procedure.blocks[block].terminator
    if isinstance(terminator, Choose | Chance):
        return []
    return [target for target, _ in successors(terminator)]
