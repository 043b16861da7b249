"""Lowers whether the values of an event, or of a number, match the pattern of an ability."""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl import tree as t
from ...ir import Binary, Expr
from ..building.builder import Scope
from .common import Values


def pattern_tests(
    values: Values, pattern: tuple[t.SlotPattern, ...], slots: Sequence[Expr], inner: Scope
) -> list[Expr]:
    """Whether the values of the slots match a pattern."""
    tests: list[Expr] = []
    for one, register in zip(pattern, slots, strict=False):
        if one.members is not None:
            tests.append(Binary("has", values.as_set(one.members, inner), register))
        if one.exact is not None:
            tests.append(Binary("eq", register, values.lower(one.exact, inner)))
    return tests
