"""Walking the intermediate representation: what a node is made of, what it reads, writes and leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from .ir import (
    Assign,
    Branch,
    Call,
    CallFrame,
    Chance,
    Choose,
    Expr,
    ForEachBit,
    ForEachIn,
    Fork,
    If,
    Instr,
    Jump,
    Option,
    Procedure,
    Random,
    Reg,
    Terminator,
    While,
)


def children(node: Expr | Instr | Terminator | Option) -> Iterator[Expr]:
    """The expressions that a node holds directly (those of a Choose's options are not; those are nodes)."""
    for name in _field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Expr):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Expr))


_FIELDS: dict[type, tuple[str, ...]] = {}


def _field_names(node: type) -> tuple[str, ...]:
    if node not in _FIELDS:
        _FIELDS[node] = tuple(f.name for f in attrs.fields(node) if f.name != "span")
    return _FIELDS[node]


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all below it."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def reads(exprs: Iterable[Expr]) -> set[int]:
    """The registers that expressions read."""
    return {e.index for expr in exprs for e in walk(expr) if isinstance(e, Reg)}


def called(exprs: Iterable[Expr]) -> set[int]:
    """The plain procedures that expressions call."""
    return {e.procedure for expr in exprs for e in walk(expr) if isinstance(e, Call)}


def defines(instr: Instr) -> int | None:
    """The register that an instruction itself (not its body) gives a value."""
    if isinstance(instr, Assign | ForEachBit | ForEachIn | Random):
        return instr.register
    return None


def bodies(instr: Instr) -> tuple[tuple[Instr, ...], ...]:
    """The lists of instructions inside an instruction."""
    if isinstance(instr, If):
        return (instr.then, instr.otherwise)
    if isinstance(instr, While | ForEachBit | ForEachIn):
        return (instr.body,)
    return ()


def flat(instructions: Iterable[Instr]) -> Iterator[Instr]:
    """Instructions and all inside them."""
    for instr in instructions:
        yield instr
        for body in bodies(instr):
            yield from flat(body)


def terminator_children(terminator: Terminator) -> Iterator[Expr]:
    """All expressions of a terminator, those of its options too."""
    yield from children(terminator)
    if isinstance(terminator, Choose):
        for option in terminator.options:
            yield from children(option)


def successors(terminator: Terminator) -> tuple[tuple[int, int | None], ...]:
    """Where a terminator may lead in its own procedure: (block, register that the way there defines)."""
    match terminator:
        case Jump(block=block):
            return ((block, None),)
        case Branch(then=then, otherwise=otherwise):
            return ((then, None), (otherwise, None))
        case Choose(options=options):
            return tuple((option.target, option.register) for option in options)
        case Chance(register=register, target=target) | CallFrame(register=register, target=target):
            return ((target, register),)
        case Fork(target=target):
            return ((target, None),)
    return ()


def all_expressions(procedure: Procedure) -> Iterator[Expr]:
    """Every expression of a procedure that is not part of another one."""
    for block in procedure.blocks:
        for instr in flat(block.instructions):
            yield from children(instr)
        yield from terminator_children(block.terminator)


def reachable_blocks(procedure: Procedure, starts: Iterable[int]) -> list[int]:
    """The blocks that control can come to from some blocks without a suspension, ascending."""
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        block = waiting.pop()
        if block in found:
            continue
        found.add(block)
        terminator = procedure.blocks[block].terminator
        if isinstance(terminator, Jump | Branch):
            waiting.extend(target for target, _ in successors(terminator))
    return sorted(found)
