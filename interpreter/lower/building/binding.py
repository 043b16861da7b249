"""Registers that expressions bind: they get their numbers when the procedure around them is built.

An expression is lowered before it is known which procedure will hold it, and one may be held twice. Until then, a
bound register has a negative number, which is its own and names its kind (`Bound`). Then each gets the first register
of its kind that no expression around it has bound, so that equal expressions stay equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs

from ...ir import Binder, Block, CellKind, Expr, Instr, Option, Reg, Terminator
from ...ir.rewrite import copied
from ...ir.walk import binders, children, flat, terminator_children

KINDS = tuple(CellKind)
Node = TypeVar("Node", bound=Expr | Instr | Terminator | Option)


class Bound:
    """Makes registers for expressions to bind."""

    def __init__(self) -> None:
        self.made = 0

    def register(self, kind: CellKind) -> Reg:
        self.made += 1
        return Reg(-(self.made * len(KINDS) + KINDS.index(kind)) - 1)


def kind_of_bound(register: int) -> CellKind:
    return KINDS[(-register - 1) % len(KINDS)]


def bind(blocks: tuple[Block, ...], kinds: list[CellKind]) -> tuple[Block, ...]:
    """The blocks of a procedure with numbers for the registers that expressions bind; `kinds` grows by theirs."""
    if not any(one.register < 0 for one in binders(_expressions(blocks))):
        return blocks
    binding = _Binding(kinds)
    return tuple(
        Block(
            tuple(binding.node(instr, {}) for instr in block.instructions), binding.node(block.terminator, {})
        )
        for block in blocks
    )


def _expressions(blocks: tuple[Block, ...]) -> Iterable[Expr]:
    for block in blocks:
        for instr in flat(block.instructions):
            yield from children(instr)
        yield from terminator_children(block.terminator)


class _Binding:
    def __init__(self, kinds: list[CellKind]) -> None:
        self.kinds = kinds
        self.own: dict[CellKind, list[int]] = {}  # the registers that expressions bind, by kind

    def node(self, node: Node, numbers: Mapping[int, int]) -> Node:
        """A node with registers instead of the negative ones; `numbers` are those that are bound around it."""
        if isinstance(node, Reg):
            return node if node.index >= 0 else attrs.evolve(node, index=numbers[node.index])
        inside = numbers
        if isinstance(node, Binder) and node.register < 0:
            inside = {**numbers, node.register: self._register(node.register, numbers)}

        def part(name: str, value: Any) -> Any:
            if isinstance(value, Expr | Instr | Option):
                return self.node(value, numbers if name == "members" else inside)
            if isinstance(value, tuple):
                return tuple(part(name, item) for item in value)
            if name == "register" and value is not None:
                return inside.get(value, value)
            return value

        return copied(node, part)

    def _register(self, bound: int, around: Mapping[int, int]) -> int:
        kind = kind_of_bound(bound)
        own = self.own.setdefault(kind, [])
        taken = sum(1 for register in around.values() if register in own)
        if taken == len(own):
            self.kinds.append(kind)
            own.append(len(self.kinds) - 1)
        return own[taken]
