"""Chains of operations, handled without deep recursion, and products that may grow too large."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import tree as t
from ....dsl.tree.passes import over
from ....dsl.tree.walk import parts_of
from ...ir import Binary, Call, CellKind, Const, Expr
from ..building.builder import Builder
from ..building.operations import ARITHMETIC
from ..building.unit import Unit

SIGNS = frozenset("+-")
LARGEST = (1 << 62) - 1
"""Products stay between this number and its negative."""


def _in_pairs(procedure: int, parts: list[Expr]) -> Expr:
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return Call(procedure, (_in_pairs(procedure, parts[:middle]), _in_pairs(procedure, parts[middle:])))


def spine(node: t.Expr, ops: frozenset[str]) -> tuple[t.Expr, list[t.Arithmetic]]:
    """The first operand of a chain of operations, and its operations; not recursive, since chains may be long."""
    found: list[t.Arithmetic] = []
    while isinstance(node, t.Arithmetic) and node.op in ops:
        found.append(node)
        node = node.left
    return node, found[::-1]


def product(unit: Unit, factors: list[Expr], node: t.Arithmetic) -> Expr:
    """A product that may be too large to be stored; that is a fault before the number grows without bound."""
    build = Builder("product", node.span)
    left, right = build.parameter(CellKind.NUMBER), build.parameter(CellKind.NUMBER)
    result = build.held(CellKind.NUMBER, Binary("mul", left, right), node.span)
    inside = Binary("both", Binary("ge", result, Const(-LARGEST)), Binary("le", result, Const(LARGEST)))
    unit.check(inside, "RW412", "a number is too large to be stored", node.span, build)
    build.give(result)
    return _in_pairs(unit.add(build, framed=False), factors)


@over(
    t.Expr,
    t.Filter,
    leaves="LITERALS NAMES SEATS OF_SETS STATES Differ FACES PLACED LYING STEPS SHAPE MEMBERS "
    "WithProperty WhoIs SPREADS CanPay CellValue Compare Holds Not TimesListed NumberRange "
    "NumberValue OptionValue Property Select So Listed WithoutPieces TotalOf",
)
def certain_parts(node: object) -> Iterator[t.Node]:
    """A node and all descendants that are evaluated whenever it is. That excludes the right sides of `and` and
    `or`, the values of cases, and all conditions of cases after the first."""
    if isinstance(node, tuple):
        for part in node:
            yield from certain_parts(part)
    elif isinstance(node, t.Where | t.WithEither | t.WithExtreme | t.CanBeDone):
        yield node  # expressions about each member check themselves
    elif isinstance(node, t.Aggregate):
        yield from certain_parts(node.of)
        yield node
    elif isinstance(node, t.Cases):
        yield from certain_parts(node.cases[0][0])
        yield node
    elif isinstance(node, t.Arithmetic):
        first, rest = spine(node, frozenset({*ARITHMETIC, "up", "reduced"}))
        yield from certain_parts(first)
        for one in rest:
            yield from certain_parts(one.right)
            yield one
    elif isinstance(node, t.Node):
        for name in parts_of(type(node)):
            value = getattr(node, name)
            yield from certain_parts(value[0] if isinstance(node, t.Both | t.Either) else value)
        yield node
