"""Numbers that are known before any match: expressions of given numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import tree as t
from ..tree.passes import over


@over(
    t.Expr,
    leaves="Actor This Here SEATS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE CanBeDone CanPay CellValue "
    "Holds KindValue Listed NoneValue NumberRange NumberValue OptionValue Property Select So TimesListed TotalOf "
    "WordValue",
)
def worked_out(node: t.Expr, given: Mapping[str, int]) -> int | None:
    """The value of an expression (a condition is 0 or 1); None if it depends on anything else."""
    match node:
        case t.Number(value=value):
            return value
        case t.Truth(value=truth):
            return int(truth)
        case t.Variable(name=name):
            return given.get(name)
        case t.Not(of=of):
            inner = worked_out(of, given)
            return None if inner is None else 1 - inner
        case t.Both(of=parts) | t.Either(of=parts):
            found = [worked_out(part, given) for part in parts]
            if None in found:
                return None
            return int(all(found) if isinstance(node, t.Both) else any(found))
        case t.Arithmetic(op=op, left=left, right=right) | t.Compare(op=op, left=left, right=right):
            a, b = worked_out(left, given), worked_out(right, given)
            return None if a is None or b is None else _DONE[op](a, b)
        case t.Cases(cases=cases, otherwise=otherwise):
            for test, then in cases:
                holds = worked_out(test, given)
                if holds is None:
                    return None
                if holds:
                    return worked_out(then, given)
            return worked_out(otherwise, given)
    return None


_DONE: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "down": lambda a, b: a // b,
    "up": lambda a, b: -(-a // b),
    "smaller": min,
    "greater": max,
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}
