"""Copies parts of a program with other registers, blocks or procedures.

A `Renaming` maps each register and block; everything else in a node stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, TypeVar, cast

import attrs

from . import Block, CallFrame, Const, Emit, Expr, Fork, Instr, Option, Program, Reg, Terminator

Node = TypeVar("Node", bound=Expr | Instr | Terminator | Option)
_BLOCKS = frozenset({"block", "then", "otherwise", "target"})
_FIELDS: dict[type, tuple[str, ...]] = {}


@attrs.frozen
class Renaming:
    """`values[r]` replaces a register that is read; registers that are written, and blocks, are shifted."""

    values: Mapping[int, Expr] = attrs.field(factory=dict)
    first_register: int = 0
    first_block: int = 0

    def block(self, block: Block) -> Block:
        instructions = tuple(self.node(instr) for instr in block.instructions)
        return Block(instructions, self.node(block.terminator))

    def node(self, node: Node) -> Node:
        if isinstance(node, Reg):
            new: Any = self.values.get(node.index) or Reg(node.index + self.first_register)
            return cast(Node, new)
        goes = isinstance(node, Terminator | Option)
        return copied(node, lambda name, value: self._part(name, value, goes))

    def _part(self, name: str, value: Any, goes: bool) -> Any:
        if isinstance(value, Expr | Instr | Option):
            return self.node(value)
        if isinstance(value, tuple):
            return tuple(self._part("", item, goes) for item in value)
        if name == "register" and value is not None:
            return value + self.first_register
        if goes and name in _BLOCKS:
            return value + self.first_block
        return value


def with_procedures(node: Node, numbers: Mapping[int, int]) -> Node:
    """The same node with other procedure numbers."""

    def part(name: str, value: Any) -> Any:
        if isinstance(value, Const | Reg):
            return value
        if isinstance(value, Expr | Instr | Option):
            return copied(value, part)
        if isinstance(value, tuple):
            new = tuple([part("", item) for item in value])
            return value if all(map(is_, new, value)) else new
        return numbers[value] if name == "procedure" else value

    return copied(node, part)


def each_expression(node: Node, change: Callable[[Expr], Expr]) -> Node:
    """The same node with each expression in it changed, parts first."""

    def part(name: str, value: Any) -> Any:
        if isinstance(value, Expr):
            return change(copied(value, part))
        if isinstance(value, Instr | Option):
            return copied(value, part)
        if isinstance(value, tuple):
            new = tuple([part("", item) for item in value])
            return value if all(map(is_, new, value)) else new
        return value

    return copied(node, part)


def only_events(program: Program, kept: Callable[[int], bool]) -> Program:
    """The same program, which emits only some events. It plays the same matches, but its frames may be smaller, since
    they need not hold what only other events showed."""

    def part(name: str, value: Any) -> Any:
        if not isinstance(value, tuple) or not value or not isinstance(value[0], Instr):
            return value
        new = tuple(copied(one, part) for one in value if not isinstance(one, Emit) or kept(one.event))
        return value if len(new) == len(value) and all(map(is_, new, value)) else new

    def block(old: Block) -> Block:
        return attrs.evolve(old, instructions=part("instructions", old.instructions))

    return attrs.evolve(
        program,
        procedures=tuple(
            attrs.evolve(one, blocks=tuple(map(block, one.blocks))) for one in program.procedures
        ),
    )


def calls_frames(terminator: Terminator) -> int | None:
    """The framed procedure that a terminator starts."""
    return terminator.procedure if isinstance(terminator, CallFrame | Fork) else None


def copied(node: Node, part: Callable[[str, Any], Any]) -> Node:
    """The same node with each field as `part(name, value)` returns it."""
    names = _FIELDS.get(type(node))
    if names is None:
        fields: Any = attrs.fields(type(node))  # type: ignore[arg-type]
        names = _FIELDS[type(node)] = tuple(field.name for field in fields if field.name != "span")
    changes = {}
    for name in names:
        old = getattr(node, name)
        new = part(name, old)
        if new is not old:
            changes[name] = new
    return cast(Node, attrs.evolve(cast(Any, node), **changes)) if changes else node
