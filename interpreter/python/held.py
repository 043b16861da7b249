"""Which parts of an expression about each member of a set are worth computing only once.

In: the expression. Out: parts of it that are the same for all members, and cells of a member that it reads several
times. Only what cannot be at fault may be computed earlier than it is said, or without need.
"""

from __future__ import annotations

from collections import Counter

from ...dsl.tree.passes import over
from ..ir import Binary, Binder, Call, Const, Expr, Layout, Load, LoadSet, Reg, Trial
from ..ir.walk import binders, children, reads, walk

_LASTING = frozenset({"or", "and", "minus", "add", "sub", "eq", "ne", "lt", "le", "gt", "ge"})


def constant_parts(binder: Binder, inside: Expr) -> list[Expr]:
    """The largest parts of an expression about a member that are the same for all members and cannot be at fault."""
    if _calls(inside):
        return []  # which might change the memory
    bound = {binder.register, *(one.register for one in binders([inside]))}
    found: dict[Expr, None] = {}

    def visit(node: Expr) -> None:
        if not children(node):
            return
        if is_lasting(node) and bound.isdisjoint(reads([node])):
            found[node] = None
            return
        for part in children(node)[:1] if isinstance(node, Binder) else children(node):
            visit(part)

    visit(inside)
    return list(found)


@over(
    Expr,
    subject="expr",
    leaves="BINDERS OF_PLACES Call Fits Pick Shift Table Trial Unary",
)
def is_lasting(expr: Expr) -> bool:
    """Whether an expression is made only of registers, cells with constant addresses and operations on them that
    cannot be at fault."""
    match expr:
        case Load(address=address) | LoadSet(address=address):
            return isinstance(address, Const)
        case Binary(op=op):
            return op in _LASTING and all(map(is_lasting, children(expr)))
    return isinstance(expr, Const | Reg)


def cells_read_often(layout: Layout, binder: Binder, inside: Expr) -> list[Expr]:
    """The cells of a member (where a piece lies, say) that an expression about it names several times."""
    if _calls(inside):
        return []
    most = max(layout.pieces, len(layout.places), layout.max_players)
    times: Counter[Expr] = Counter()
    for node in walk(inside):
        match node:
            case Load(address=Binary(op="add", left=Reg(index=index), right=Const(value=first))):
                if index == binder.register and 0 <= first <= layout.size - most:
                    times[node] += 1
    return [cell for cell, often in times.items() if often > 1]


def _calls(expr: Expr) -> bool:
    return any(isinstance(node, Call | Trial) for node in walk(expr))
