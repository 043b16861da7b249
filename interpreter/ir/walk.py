"""Walks the intermediate representation: the parts of a node, what it reads and writes, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from ...dsl.tree.passes import over
from . import (
    Assign,
    Binder,
    Branch,
    Call,
    CallFrame,
    Chance,
    Choose,
    Const,
    Expr,
    ForEachBit,
    ForEachIn,
    Forget,
    Fork,
    If,
    Instr,
    Jump,
    Learn,
    Option,
    Procedure,
    Put,
    PutAll,
    PutPile,
    Random,
    Reg,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Terminator,
    Trial,
    While,
)

FLAT = 16
"""Up to this many parts are joined in a chain; more are joined as a tree, so that no expression gets too deep."""


def children(node: Expr | Instr | Terminator | Option) -> list[Expr]:
    """The expressions that a node holds directly (not those of a Choose's options, which are nodes themselves)."""
    found: list[Expr] = []
    for name, several in _parts(type(node)):
        value = getattr(node, name)
        if several:
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


_PARTS: dict[type, tuple[tuple[str, bool], ...]] = {}


def _parts(node: type) -> tuple[tuple[str, bool], ...]:
    """The fields that hold expressions, and whether each holds several, according to the annotations."""
    known = _PARTS.get(node)
    if known is None:
        fields = [(field.name, str(field.type)) for field in attrs.fields(node)]
        known = _PARTS[node] = tuple(
            (name, kind.startswith("tuple")) for name, kind in fields if re.search(r"\bExpr\b", kind)
        )
    return known


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all its descendants."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Const | Reg):
            waiting.extend(children(node))


def reads(exprs: Iterable[Expr]) -> set[int]:
    """The registers that expressions read, without those that they bind themselves."""
    found: set[int] = set()
    waiting = list(exprs)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Reg):
            found.add(node.index)
        elif isinstance(node, Binder):
            members, inside = children(node)
            waiting.append(members)
            found |= reads([inside]) - {node.register}
        else:
            waiting.extend(children(node))
    return found


def binders(exprs: Iterable[Expr]) -> Iterator[Binder]:
    """The expressions about each member of a set."""
    return (node for expr in exprs for node in walk(expr) if isinstance(node, Binder))


def called(exprs: Iterable[Expr]) -> set[int]:
    """The plain procedures that expressions call, including calls on trial."""
    return {e.procedure for expr in exprs for e in walk(expr) if isinstance(e, Call | Trial)}


def carried_out(exprs: Iterable[Expr]) -> set[int]:
    """The plain procedures that expressions call for good; trials, whose changes are undone, are left out."""
    return {e.procedure for expr in exprs for e in walk(expr) if isinstance(e, Call)}


@over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS If Run While")
def defines(instr: Instr) -> int | None:
    """The register that an instruction itself (not its body) assigns."""
    if isinstance(instr, Assign | ForEachBit | ForEachIn | Random):
        return instr.register
    return None


@over(Instr, subject="instr", leaves="NESTED REMARKS Assign Run")
def writes(instr: Instr) -> bool:
    """Whether an instruction itself (not its body) writes into the memory."""
    stores = isinstance(instr, Store | StoreSet | StoreRanged)
    moves = isinstance(instr, Put | PutAll | PutPile | SwapAt | Shuffle)
    return stores or moves or isinstance(instr, Learn | Forget | Random)


@over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS Assign Random Run")
def bodies(instr: Instr) -> tuple[tuple[Instr, ...], ...]:
    """The lists of instructions inside an instruction."""
    if isinstance(instr, If):
        return (instr.then, instr.otherwise)
    if isinstance(instr, While | ForEachBit | ForEachIn):
        return (instr.body,)
    return ()


def flat(instructions: Iterable[Instr]) -> Iterator[Instr]:
    """Instructions, including nested ones."""
    for instr in instructions:
        yield instr
        for body in bodies(instr):
            yield from flat(body)


def terminator_children(terminator: Terminator) -> Iterator[Expr]:
    """All expressions of a terminator, including those of its options."""
    yield from children(terminator)
    if isinstance(terminator, Choose):
        for option in terminator.options:
            yield from children(option)


@over(Terminator, subject="terminator", leaves="Halt Return")
def successors(terminator: Terminator) -> tuple[tuple[int, int | None], ...]:
    """Where a terminator may lead in its own procedure: (block, register that this edge defines)."""
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
    """The blocks that control can reach from the given blocks without a suspension, ascending."""
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
