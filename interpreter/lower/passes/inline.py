"""Makes a program smaller and faster: framed procedures that are called once become part of their caller.

In: a program, and its entries: the procedures that are called from outside. Out: an equivalent program without
procedures that nothing calls, and the new numbers of its entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ...ir import (
    Assign,
    Block,
    CallFrame,
    Const,
    Expr,
    Fork,
    Instr,
    Jump,
    Named,
    Procedure,
    Program,
    Reg,
    Return,
    Run,
)
from ...ir.rewrite import Renaming, calls_frames, with_procedures
from ...ir.walk import all_expressions, called, defines, flat, successors
from ..building.builder import tidy

_LARGEST = 400  # blocks of one procedure; beyond that, sharing code matters more


Entries = Mapping[tuple[str, Any], int]
"""The procedures that are called from outside a program, by their sort and name."""


def inline_calls(program: Program, entries: Entries) -> tuple[Program, Entries]:
    """The smaller program, and the new numbers of its entries."""
    procedures = dict(enumerate(program.procedures))
    wanted = [program.main, *entries.values(), *([] if program.prepare is None else [program.prepare])]
    _drop_unreachable(procedures, wanted)
    counts = Counter(callee for procedure in procedures.values() for callee in _frame_calls(procedure))
    once = {callee for callee, count in counts.items() if count == 1} - set(wanted)
    for caller in list(procedures):
        # An inlined procedure brings its own calls along, and no other procedure's calls change.
        while caller in procedures and (found := _called_once(procedures, caller, once)) is not None:
            block, callee = found
            procedures[caller] = _spliced(procedures[caller], block, procedures.pop(callee))
    numbers = {old: new for new, old in enumerate(procedures)}
    renumbered = tuple(_renumbered(procedure, numbers) for procedure in procedures.values())
    prepare = None if program.prepare is None else numbers[program.prepare]
    smaller = attrs.evolve(program, procedures=renumbered, main=numbers[program.main], prepare=prepare)
    return smaller, {entry: numbers[old] for entry, old in entries.items()}


def _drop_unreachable(procedures: dict[int, Procedure], wanted: list[int]) -> None:
    found: set[int] = set()
    waiting = list(wanted)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += called(all_expressions(procedures[number]))
            waiting += _frame_calls(procedures[number])
    for number in set(procedures) - found:
        del procedures[number]


def _frame_calls(procedure: Procedure) -> list[int]:
    found = (calls_frames(block.terminator) for block in procedure.blocks)
    return [number for number in found if number is not None]


def _called_once(procedures: dict[int, Procedure], caller: int, once: set[int]) -> tuple[int, int] | None:
    """A call whose callee has no other caller: (block, callee)."""
    procedure = procedures[caller]
    for number, block in enumerate(procedure.blocks):
        callee = calls_frames(block.terminator)
        if callee is None or callee == caller or callee not in once or isinstance(block.terminator, Fork):
            continue
        if len(procedure.blocks) + len(procedures[callee].blocks) <= _LARGEST:
            return number, callee
    return None


def _spliced(caller: Procedure, number: int, callee: Procedure) -> Procedure:
    """The caller, with the callee's blocks instead of the call that ends this block."""
    call = caller.blocks[number].terminator
    assert isinstance(call, CallFrame)
    first_register, first_block = len(caller.kinds), len(caller.blocks)
    values, assigns = _arguments(call, callee, first_register)
    renaming = Renaming(values, first_register, first_block)
    instructions = (*caller.blocks[number].instructions, *assigns)
    entry = Block(instructions, Jump(first_block, span=call.span))
    inner = [_returning(renaming.block(block), call) for block in callee.blocks]
    blocks = (*caller.blocks[:number], entry, *caller.blocks[number + 1 :], *inner)
    names = (*caller.names, *_names(caller, callee, values, first_register))
    return attrs.evolve(caller, kinds=(*caller.kinds, *callee.kinds), blocks=tidy(blocks), names=names)


def _names(
    caller: Procedure, callee: Procedure, values: dict[int, Expr], first_register: int
) -> Iterator[Named]:
    """The names of the callee's registers; a register of the caller that replaces a parameter keeps its name."""
    known = {one.register for one in caller.names}
    for one in callee.names:
        value = values.get(one.register)
        if value is None:
            yield attrs.evolve(one, register=one.register + first_register)
        elif isinstance(value, Reg) and value.index not in known:
            yield attrs.evolve(one, register=value.index)


def _arguments(call: CallFrame, callee: Procedure, first: int) -> tuple[dict[int, Expr], list[Instr]]:
    """What replaces each parameter: the argument itself, if nothing can change it, or else a register."""
    instructions = (instr for block in callee.blocks for instr in flat(block.instructions))
    written = {defines(instr) for instr in instructions}
    written |= {register for block in callee.blocks for _, register in successors(block.terminator)}
    values: dict[int, Expr] = {}
    assigns: list[Instr] = []
    for parameter, argument in enumerate(call.arguments):
        if isinstance(argument, Const | Reg) and parameter not in written:
            values[parameter] = argument
        else:
            assigns.append(Assign(first + parameter, argument, span=call.span))
    return values, assigns


def _returning(block: Block, call: CallFrame) -> Block:
    """A block of the callee that continues in the caller instead of returning."""
    end = block.terminator
    if not isinstance(end, Return):
        return block
    last: tuple[Instr, ...] = ()
    if call.register is not None:
        last = (Assign(call.register, end.value or Const(0), span=end.span),)
    elif end.value is not None:
        last = (Run(end.value, span=end.span),)
    return Block((*block.instructions, *last), Jump(call.target, span=end.span))


def _renumbered(procedure: Procedure, numbers: dict[int, int]) -> Procedure:
    blocks = tuple(
        Block(
            tuple(with_procedures(instr, numbers) for instr in block.instructions),
            with_procedures(block.terminator, numbers),
        )
        for block in procedure.blocks
    )
    return attrs.evolve(procedure, blocks=blocks)
