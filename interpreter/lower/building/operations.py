"""Helpers for values: constant folding, cells of states, comparisons, values that may be none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....dsl import tree as t
from ...ir import Binary, BinaryOp, Const, Expr, Load, LoadSet, Unary
from ...ir.walk import FLAT
from ..numbering import StateSlot

COMPARE: dict[t.Comparison, BinaryOp] = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
SETS = ("pieces", "players", "kinds", "list", "cells", "places", "words", "numbers")

ARITHMETIC: dict[str, BinaryOp] = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "smaller": "min",
    "greater": "max",
    "down": "div",
}


def optional(node: t.Expr) -> bool:
    return node.type.optional


def may_be_missing(node: t.Expr) -> bool:
    """Whether a value may be none: it is declared so, or it is the end of a pile that may be empty."""
    on_board = isinstance(node, t.Here)  # its piece may lie elsewhere
    return node.type.optional or on_board or isinstance(node, t.EndOf)


def is_some(value: Expr) -> Expr:
    """Whether a value is not none; also whether a number is not negative."""
    return Binary("ge", value, Const(0))


def among(place: Expr, cells: int) -> Expr:
    """Whether a place, which may be none, is one of these."""
    return Binary("both", is_some(place), Binary("has", Const(cells), place))


def if_there(node: t.Expr, value: Expr, test: Expr) -> Expr:
    """A membership test of a value that may be none, which is a member of no set."""
    return Binary("both", is_some(value), test) if may_be_missing(node) else test


def holds(op: str, left: int, right: int) -> bool:
    """A comparison of constants."""
    if op in ("even", "odd"):
        return left % 2 == (0 if op == "even" else 1)
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]


def load(slot: StateSlot) -> Expr:
    if slot.type.kind in SETS:
        return LoadSet(Const(slot.address), slot.words)
    return Load(Const(slot.address))


def load_bits(slot: StateSlot) -> Expr:
    """The set of the owners for whom a yes-or-no state holds."""
    return LoadSet(Const(slot.address), slot.words)


def base(slot: StateSlot) -> int:
    """The address at which the value of owner number 0 would lie."""
    return slot.address - slot.first * slot.words


def owned(slot: StateSlot, owner: Expr) -> Expr:
    """A state of one of several owners."""
    if slot.bits:
        return Binary("has", load_bits(slot), owner)
    address = fold(Binary("add", Binary("mul", owner, Const(slot.words)), Const(base(slot))))
    if slot.words == 1:
        address = fold(Binary("add", owner, Const(base(slot))))
    return LoadSet(address, slot.words) if slot.type.kind in SETS else Load(address)


def at(address: int, piece: Expr) -> Expr:
    """The number of the place in which a piece lies."""
    return Load(fold(Binary("add", piece, Const(address))))


def fold(node: Expr) -> Expr:
    """Folds constants."""
    if isinstance(node, Unary) and node.op == "not" and isinstance(node.value, Const):
        return Const(int(not node.value.value))
    if not isinstance(node, Binary) or not isinstance(node.left, Const) or not isinstance(node.right, Const):
        return _identity(node)
    a, b = node.left.value, node.right.value
    known: dict[str, Callable[[], int]] = {
        "add": lambda: a + b,
        "sub": lambda: a - b,
        "mul": lambda: a * b,
        "min": lambda: min(a, b),
        "max": lambda: max(a, b),
        "and": lambda: a & b,
        "or": lambda: a | b,
        "minus": lambda: a & ~b,
        "eq": lambda: int(a == b),
        "ne": lambda: int(a != b),
        "lt": lambda: int(a < b),
        "le": lambda: int(a <= b),
        "gt": lambda: int(a > b),
        "ge": lambda: int(a >= b),
        "both": lambda: int(bool(a) and bool(b)),
    }
    return Const(known[node.op]()) if node.op in known else node


def joined(op: BinaryOp, parts: Sequence[Expr]) -> Expr:
    """Parts joined, in order, by an associative operation."""
    if len(parts) > FLAT:
        middle = len(parts) // 2
        return Binary(op, joined(op, parts[:middle]), joined(op, parts[middle:]))
    found = parts[0]
    for part in parts[1:]:
        found = fold(Binary(op, found, part))
    return found


def summed(terms: Sequence[tuple[str, Expr]]) -> Expr:
    """Terms with their signs, added in order."""
    if len(terms) > FLAT:
        middle = len(terms) // 2
        (sign, _), rest = terms[middle], terms[middle:]
        if sign == "-":
            rest = [("+" if one == "-" else "-", term) for one, term in rest]
        return Binary(ARITHMETIC[sign], summed(terms[:middle]), summed(rest))
    found = terms[0][1]
    for sign, term in terms[1:]:
        found = fold(Binary(ARITHMETIC[sign], found, term))
    return found


def _identity(node: Expr) -> Expr:
    if isinstance(node, Binary) and node.op == "and" and node.left == Const(-1):
        return node.right
    if isinstance(node, Binary) and node.op == "both" and node.left == Const(1):
        return node.right
    return node
