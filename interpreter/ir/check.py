"""Checks the invariants of the intermediate representation, which engines rely on without checking them again.

In: a program. Out: the violations as messages, none for a sound program. A violation is a bug in lowering,
never a mistake of the author of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.tree.passes import over
from . import (
    BINARY,
    UNARY,
    Assign,
    Binary,
    Call,
    CallFrame,
    Chance,
    Check,
    Choose,
    Const,
    Count,
    Emit,
    Expr,
    ForEachBit,
    ForEachIn,
    Forget,
    Fork,
    Halt,
    If,
    Instr,
    Load,
    LoadSet,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutAll,
    PutPile,
    Random,
    Return,
    Run,
    Shuffle,
    StoreRanged,
    StoreSet,
    Table,
    Terminator,
    Trial,
    Unary,
    While,
)
from .check_actions import check_actions
from .check_kinds import check_kinds
from .check_layout import check_layout
from .check_registers import check_registers
from .check_steps import check_steps
from .walk import all_expressions, called, carried_out, children, flat, successors, terminator_children, walk


def check_program(program: Program) -> list[str]:
    """Every violation found; empty if the program is sound."""
    found = list(check_layout(program))
    indices = [*_check_main(program)]
    for procedure in program.procedures:
        indices += (f"{procedure.name}: {text}" for text in _check_procedure(program, procedure))
    if indices:  # the other checks follow these indices
        return found + indices
    for procedure in program.procedures:
        found += (f"{procedure.name}: {text}" for text in check_registers(procedure))
    if found:
        return found
    return [
        *(recursion := list(_check_recursion(program))),
        *([] if recursion else check_kinds(program)),
        *_check_purity(program),
        *_check_strands(program),
        *check_actions(program),
        *check_steps(program),
    ]


def _check_main(program: Program) -> Iterator[str]:
    if not 0 <= program.main < len(program.procedures):
        yield f"main is procedure {program.main}, which does not exist"
        return
    main = program.procedures[program.main]
    if not main.framed or main.parameters:
        yield "main must be framed and take no arguments"
    if any(isinstance(block.terminator, Return) for block in main.blocks):
        yield "main must end in Halt, not in Return"
    if any(program.main in _frames_called(procedure) for procedure in program.procedures):
        yield "main must not be called"


def _frames_called(procedure: Procedure) -> set[int]:
    terminators = (block.terminator for block in procedure.blocks)
    return {t.procedure for t in terminators if isinstance(t, CallFrame | Fork)}


def _check_procedure(program: Program, procedure: Procedure) -> Iterator[str]:
    if not 0 <= procedure.parameters <= len(procedure.kinds):
        yield "more parameters than registers"
    if not procedure.blocks:
        yield "no blocks"
    elif not procedure.framed and (
        len(procedure.blocks) > 1 or not isinstance(procedure.blocks[0].terminator, Return)
    ):
        yield "a plain procedure must be one block that ends in Return"
    for block in procedure.blocks:
        for target, _ in successors(block.terminator):
            if not 0 <= target < len(procedure.blocks):
                yield f"no block {target}"
        yield from _check_terminator(program, block.terminator)
        for instr in flat(block.instructions):
            yield from _check_instruction(program, instr)
    for expr in all_expressions(procedure):
        for node in walk(expr):
            yield from _check_expression(program, node)


@over(Terminator, subject="terminator", leaves="WAYS Halt Return")
def _check_terminator(program: Program, terminator: Terminator) -> Iterator[str]:
    match terminator:
        case Choose(options=options, fault=fault):
            yield from _check_fault(program, fault)
            if not options:
                yield "a Choose without options"
        case CallFrame(procedure=procedure, arguments=arguments):
            yield from _check_call(program, procedure, len(arguments), framed=True)
        case Fork(procedure=procedure, arguments=arguments):
            yield from _check_call(program, procedure, 1 + len(arguments), framed=True)
        case Chance() if not program.explicit_chance:
            yield "Chance in a program without explicit chance"


def _check_call(program: Program, number: int, arguments: int, framed: bool) -> Iterator[str]:
    if not 0 <= number < len(program.procedures):
        yield f"no procedure {number}"
        return
    callee = program.procedures[number]
    if callee.framed != framed:
        yield f"{callee.name} is {'framed' if callee.framed else 'plain'} and cannot be called like this"
    if callee.parameters != arguments:
        yield f"{callee.name} takes {callee.parameters} arguments, not {arguments}"


def _check_fault(program: Program, fault: int) -> Iterator[str]:
    if not 0 <= fault < len(program.faults):
        yield f"no fault {fault}"


@over(Instr, subject="instr", leaves="NESTED Assign Count Emit Learn Run Store SwapAt")
def _check_instruction(program: Program, instr: Instr) -> Iterator[str]:
    match instr:
        case Put(fault=fault) | PutAll(fault=fault) | PutPile(fault=fault) | Check(fault=fault):
            yield from _check_fault(program, fault)
        case StoreRanged(least=least, most=most, fault=fault):
            yield from _check_fault(program, fault)
            if least > most:
                yield f"an empty range {least}..{most}"
        case StoreSet(words=words) if words < 1:
            yield "a set of no words"
        case Shuffle() | Random() if program.explicit_chance:
            yield f"{type(instr).__name__} in a program with explicit chance"
    place = getattr(instr, "place", None)
    if isinstance(place, Const):
        anywhere = isinstance(instr, Put | PutAll | PutPile | Forget)
        yield from _check_place(program, place.value, ordered=not anywhere)
    if isinstance(instr, PutPile) and isinstance(instr.source, Const):
        yield from _check_place(program, instr.source.value, ordered=True)


@over(Expr, leaves="BINDERS Const Fits Pick Reg Shift")
def _check_expression(program: Program, node: Expr) -> Iterator[str]:
    match node:
        case Binary(op=op) if op not in BINARY:
            yield f"unknown operation {op}"
        case Unary(op=op) if op not in UNARY:
            yield f"unknown operation {op}"
        case Table(table=table, index=index):
            if not 0 <= table < len(program.tables):
                yield f"no table {table}"
            elif isinstance(index, Const) and not 0 <= index.value < len(program.tables[table]):
                yield f"no entry {index.value} in table {table}"
        case Call(procedure=procedure, arguments=arguments) | Trial(procedure=procedure, arguments=arguments):
            yield from _check_call(program, procedure, len(arguments), framed=False)
        case Load(address=Const(value=value)) | LoadSet(address=Const(value=value)):
            if not 0 <= value < program.layout.size:
                yield f"no cell {value}"
        case PlaceAt(place=Const(value=value)) | PlaceEnd(place=Const(value=value)):
            yield from _check_place(program, value, ordered=True)
        case PlaceCount(place=Const(value=value)) | PlaceSet(place=Const(value=value)):
            yield from _check_place(program, value, ordered=False)


def _check_place(program: Program, place: int, ordered: bool) -> Iterator[str]:
    if not 0 <= place < len(program.layout.places):
        yield f"no place {place}"
    elif ordered and not program.layout.places[place].ordered:
        yield f"{program.layout.places[place].name} has no order"


def _check_recursion(program: Program) -> Iterator[str]:
    calls = {
        number: called(all_expressions(procedure))
        for number, procedure in enumerate(program.procedures)
        if not procedure.framed
    }
    for number in calls:
        if number in _closure(calls, calls[number]):
            yield f"{program.procedures[number].name}: a plain procedure that calls itself"


def _closure(graph: dict[int, set[int]], starts: Iterable[int]) -> set[int]:
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting.extend(graph.get(number, ()))
    return found


_HARMLESS = (Assign, If, While, ForEachBit, ForEachIn, Check, Count, Emit, Run)


@over(
    Instr,
    Terminator,
    subject="part",
    leaves="NESTED STORES PUTS ORDERS KNOWLEDGE WAYS Assign CallFrame Check Count Fork Halt Random Return "
    "Run",
)
def _check_purity(program: Program) -> Iterator[str]:
    """Engines may evaluate what a decision or an event reads any number of times, or never."""
    graph = {n: carried_out(all_expressions(p)) for n, p in enumerate(program.procedures)}
    changing = {
        number
        for number, procedure in enumerate(program.procedures)
        if any(not isinstance(i, _HARMLESS) for block in procedure.blocks for i in flat(block.instructions))
    }
    for procedure in program.procedures:
        for block in procedure.blocks:
            for part in (block.terminator, *flat(block.instructions)):
                if isinstance(part, Choose | Chance | Emit):
                    exprs = children(part) if isinstance(part, Emit) else terminator_children(part)
                    for number in sorted(_closure(graph, carried_out(exprs)) & changing):
                        name = program.procedures[number].name
                        what = type(part).__name__
                        yield f"{procedure.name}: {what} calls {name}, which changes the memory"


@over(
    Instr,
    Terminator,
    subject="part",
    leaves="NESTED STORES PUTS KNOWLEDGE REMARKS WAYS Assign CallFrame Choose Return Run SwapAt",
)
def _check_strands(program: Program) -> Iterator[str]:
    """Nothing that a player's strand can reach may end the match, fork, or draw luck."""
    procedures = list(enumerate(program.procedures))
    graph = {n: _frames_called(p) | called(all_expressions(p)) for n, p in procedures}
    forked = {
        block.terminator.procedure
        for _, procedure in procedures
        for block in procedure.blocks
        if isinstance(block.terminator, Fork)
    }
    if forked and program.layout.strands <= program.layout.max_players:
        yield "a Fork needs a strand for each player"
    for number in sorted(_closure(graph, forked)):
        procedure = program.procedures[number]
        for block in procedure.blocks:
            parts = (block.terminator, *flat(block.instructions))
            for part in parts:
                if isinstance(part, Halt | Fork | Chance | Shuffle | Random):
                    yield f"{procedure.name}: {type(part).__name__} in a strand of a player"
