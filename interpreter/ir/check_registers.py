"""Checks that a procedure's registers exist, and have a value on every path to where they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.tree.passes import over
from . import Block, Choose, Expr, ForEachBit, ForEachIn, If, Instr, Procedure, While
from .walk import all_expressions, binders, children, defines, flat, reads, successors

Known = frozenset[int]


def check_registers(procedure: Procedure) -> Iterator[str]:
    bound = {binder.register for binder in binders(all_expressions(procedure))}
    written = _written(procedure)
    used = reads(all_expressions(procedure)) | written | bound
    outside = [register for register in sorted(used) if not 0 <= register < len(procedure.kinds)]
    for register in outside:
        yield f"no register {register}"
    for register in sorted(bound & (written | set(range(procedure.parameters)))):
        yield f"register {register} is bound by an expression and set by something else"
    for binder in binders(all_expressions(procedure)):
        if any(inner.register == binder.register for inner in binders(children(binder)[1:])):
            yield f"register {binder.register} is bound again inside"
    if outside:
        return
    known = _known_at_blocks(procedure)
    for number, block in enumerate(procedure.blocks):
        if number in known:  # otherwise the block is unreachable
            yield from _Reader(number).read_block(block, known[number])


def _written(procedure: Procedure) -> set[int]:
    found = {defines(i) for block in procedure.blocks for i in flat(block.instructions)}
    for block in procedure.blocks:
        found |= {register for _, register in successors(block.terminator)}
    return {register for register in found if register is not None}


def _known_at_blocks(procedure: Procedure) -> dict[int, Known]:
    """For every reachable block, the registers that have a value on all paths to it."""
    known: dict[int, Known] = {0: frozenset(range(procedure.parameters))}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        block = procedure.blocks[number]
        after = _after_all(block.instructions, known[number])
        for target, register in successors(block.terminator):
            way = after if register is None else after | {register}
            meet = known[target] & way if target in known else way
            if known.get(target) != meet:
                known[target] = meet
                waiting.append(target)
    return known


def _after_all(instructions: Iterable[Instr], known: Known) -> Known:
    for instr in instructions:
        known = _after(instr, known)
    return known


@over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS Assign Random Run")
def _after(instr: Instr, known: Known) -> Known:
    if isinstance(instr, If):
        return _after_all(instr.then, known) & _after_all(instr.otherwise, known)
    if isinstance(instr, While | ForEachBit | ForEachIn):
        return known  # a loop may run zero times
    register = defines(instr)
    return known if register is None else known | {register}


class _Reader:
    """Walks through one block in order and reports registers that may have no value yet."""

    def __init__(self, number: int) -> None:
        self.number = number

    def read_block(self, block: Block, known: Known) -> Iterator[str]:
        yield from self.read_all(block.instructions, known)
        known = _after_all(block.instructions, known)
        yield from self.expressions(children(block.terminator), known)
        if isinstance(block.terminator, Choose):
            for option in block.terminator.options:
                yield from self.expressions(children(option), known)

    @over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS Assign Random Run")
    def read_all(self, instructions: tuple[Instr, ...], known: Known) -> Iterator[str]:
        for instr in instructions:
            yield from self.expressions(children(instr), known)
            match instr:
                case If(then=then, otherwise=otherwise):
                    yield from self.read_all(then, known)
                    yield from self.read_all(otherwise, known)
                case While(body=body):
                    yield from self.read_all(body, known)
                case ForEachBit(register=register, body=body) | ForEachIn(register=register, body=body):
                    yield from self.read_all(body, known | {register})
            known = _after(instr, known)

    def expressions(self, exprs: Iterable[Expr], known: Known) -> Iterator[str]:
        for register in sorted(reads(exprs) - known):
            yield f"block {self.number} reads register {register}, which may have no value"
