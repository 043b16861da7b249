"""Lowers what stands beside the rows of grids: each value in a slot, for the player who owns the grid."""

from __future__ import annotations

from rulewright.dsl import tree as t

from ..ir import CellKind, Return
from .builder import Builder, Scope
from .expressions import Expressions
from .reports import log_values
from .unit import Unit


def beside_procedures(unit: Unit, expressions: Expressions) -> dict[t.Expr, int]:
    """A plain procedure for each different value, which takes the owner of the grid."""
    found: dict[t.Expr, int] = {}
    for lines in (lines for rows in unit.game.beside.values() for lines in rows.values()):
        for value in log_values(lines):
            if value not in found:
                b = Builder("beside a row", value.span)
                scope = Scope(b.parameter(CellKind.PLAYER))
                with expressions.leniently():
                    b.end(Return(expressions.lower(value, scope)))
                found[value] = unit.add(b, framed=False)
    return found
