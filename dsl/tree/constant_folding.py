"""Folding of conditions: results that the types of the parts already decide.

`fold` gives True or False where a condition always or never holds, otherwise None. Numbers that abilities may change
can have any value.
"""

from __future__ import annotations

import attrs

from .. import tree as t
from .passes import over
from .types import Type

_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@attrs.frozen
class Range:
    least: int
    most: int


@over(
    t.Expr,
    leaves="NAMES SEATS STATES FIGURES FACES PLACED STEPS SHAPE Arithmetic CanBeDone CanPay Cases CellValue "
    "CountOf EndOfSet Holds IsIn KindValue NoneValue Number TimesListed NumberRange NumberValue "
    "OptionValue Listed Property Quantity Select So WordValue TotalOf",
)
def fold(node: t.Expr) -> bool | None:
    """Whether a condition always (True) or never (False) holds; None if that is not decided."""
    match node:
        case t.Truth(value=value):
            return value
        case t.Not(of=of):
            inner = fold(of)
            return None if inner is None else not inner
        case t.Both(of=parts):
            return _both(parts)
        case t.Either(of=parts):
            found = [fold(part) for part in parts]
            return True if True in found else None if None in found else False
        case t.Compare(op=op, left=left, right=right):
            return compare(op, left, right)
        case t.Exists(of=t.Select() as of) if never_passes(of):
            return False
        case t.IsEmpty(of=t.Select() as of) if never_passes(of):
            return True
    return None


def _both(parts: tuple[t.Expr, ...]) -> bool | None:
    found = [fold(part) for part in parts]
    if False in found or contradict(parts):
        return False
    return None if None in found else True


def compare(op: str, left: t.Expr, right: t.Expr) -> bool | None:
    """Whether a comparison always (True) or never (False) holds; None if that is not decided."""
    if left == right and not _by_luck(left):
        return op in ("=", "<=", ">=")
    for one, other in ((left, right), (right, left)):
        if isinstance(one, t.NoneValue) and not other.type.optional and op in ("=", "!="):
            return op == "!="
    if isinstance(left, t.KindValue) and isinstance(right, t.KindValue):
        return op == "!="
    a, b = _range(left), _range(right)
    return _compare_ranges(op, a, b) if a is not None and b is not None else None


def filter_passes(type_: Type, test: t.WithProperty) -> bool | None:
    """Whether all (True) or no (False) values of a property of this type pass a filter; None if that is not
    decided."""
    if type_.kind != "number" or test.value is None:
        if isinstance(test.value, t.NoneValue) and not type_.optional:
            return test.op == "!="
        return None
    value = _range(test.value)
    mine = Range(type_.least, type_.most)
    return None if value is None else _compare_ranges(test.op, mine, value)


def never_passes(select: t.Select) -> bool:
    """Whether two filters of a selection on one property exclude each other."""
    tests = [one for one in select.filters if isinstance(one, t.WithProperty)]
    by_name: dict[str, list[tuple[str, int]]] = {}
    for one in tests:
        if isinstance(one.value, t.Number):
            by_name.setdefault(one.name, []).append((one.op, one.value.value))
    return any(_excluded(limits) for limits in by_name.values())


def contradict(parts: tuple[t.Expr, ...]) -> bool:
    """Whether conditions that must hold together bound a number from both sides so that no number is left."""
    bounds: list[tuple[t.Expr, list[tuple[str, int]]]] = []
    for part in parts:
        if isinstance(part, t.Compare) and isinstance(part.right, t.Number):
            mine = next((limits for expr, limits in bounds if expr == part.left), None)
            if mine is None:
                mine = []
                bounds.append((part.left, mine))
            mine.append((part.op, part.right.value))
    opposite = any(isinstance(part, t.Not) and part.of in parts for part in parts)
    return opposite or any(_excluded(limits) for _, limits in bounds)


def _excluded(limits: list[tuple[str, int]]) -> bool:
    least, most = -(2**62), 2**62
    for op, value in limits:
        if op in ("=", ">=", ">"):
            least = max(least, value + (op == ">"))
        if op in ("=", "<=", "<"):
            most = min(most, value - (op == "<"))
    return least > most


def _compare_ranges(op: str, a: Range, b: Range) -> bool | None:
    if op in ("!=", ">=", ">"):
        opposite = _compare_ranges(_NEGATED[op], a, b)
        return None if opposite is None else not opposite
    if op == "=":
        if a.most < b.least or b.most < a.least:
            return False
        return True if a.least == a.most == b.least == b.most else None
    strict = op == "<"
    if a.most < b.least or (not strict and a.most == b.least):
        return True
    if a.least > b.most or (strict and a.least == b.most):
        return False
    return None


@over(
    t.Expr,
    leaves="NAMES SEATS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE Both CanBeDone CanPay Cases "
    "CellValue Compare Either Holds KindValue NoneValue Not TimesListed NumberRange OptionValue "
    "Property Select Listed So Truth WordValue TotalOf",
)
def _range(node: t.Expr) -> Range | None:
    """The range of an expression; None if it is not known."""
    if node.type.kind != "number" or node.type.optional:
        return None
    match node:
        case t.Number(value=value):
            return Range(value, value)
        case t.NumberValue():
            return None
        case t.Arithmetic(op=op, left=left, right=right) if op in ("+", "-", "*"):
            a, b = _range(left), _range(right)
            return None if a is None or b is None else _computed(op, a, b)
    return Range(node.type.least, node.type.most)


def _computed(op: str, a: Range, b: Range) -> Range:
    ends = [
        x + y if op == "+" else x - y if op == "-" else x * y
        for x in (a.least, a.most)
        for y in (b.least, b.most)
    ]
    return Range(min(ends), max(ends))


def _by_luck(node: t.Expr) -> bool:
    return isinstance(node, t.Quantity)
