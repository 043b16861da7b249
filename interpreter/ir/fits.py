"""Guards the sums of a program: what may not fit into a cell is put into a `Fits`.

In: a program. Out: the same program, in which every operation on numbers outside a `Fits` gives a number that fits,
so that no engine has to look.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

import attrs

from . import Block, Expr, Fits, Instr, Option, Procedure, Program, Terminator
from .ranges import Ranges
from .rewrite import copied


def fitting(program: Program) -> Program:
    """The program with its sums guarded. Those that are already guarded are left as they are."""
    ranges = Ranges(program)
    procedures = [
        _guarded(procedure, ranges.too_large(number)) for number, procedure in enumerate(program.procedures)
    ]
    return attrs.evolve(program, procedures=tuple(procedures))


def _guarded(procedure: Procedure, sums: Iterable[Expr]) -> Procedure:
    wanted = {id(one) for one in sums}
    if not wanted:
        return procedure

    def part(name: str, value: object) -> object:
        if isinstance(value, tuple):
            new = tuple([part("", item) for item in value])
            return value if all(map(is_, new, value)) else new
        if not isinstance(value, Expr | Instr | Terminator | Option):
            return value
        if isinstance(value, Fits):
            return copied(value, lambda _, inside: copied(inside, part))
        made = copied(value, part)
        return Fits(made) if id(value) in wanted and isinstance(made, Expr) else made

    blocks = tuple(
        Block(tuple(copied(instr, part) for instr in block.instructions), copied(block.terminator, part))
        for block in procedure.blocks
    )
    return attrs.evolve(procedure, blocks=blocks)
