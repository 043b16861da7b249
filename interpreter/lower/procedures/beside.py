"""Lowers what stands beside the rows of grids, conditions and values in slots, and in columns of tables."""

from __future__ import annotations

from rulewright.dsl import tree as t
from rulewright.dsl.model.game import ROW
from rulewright.dsl.tree.types import number

from ...ir import CellKind
from ..building.builder import Builder, Scope
from ..values.values import Values


def beside_procedures(values: Values) -> dict[tuple[str, t.Expr], int]:
    """By the name of a grid and a condition or value beside its rows: a plain procedure, of the
    owner of the grid and the number of a row."""
    found: dict[tuple[str, t.Expr], int] = {}
    for grid, parts in values.unit.game.beside.items():
        for part in parts:
            for value in part.values():
                if (grid, value) not in found:
                    b = Builder(f"beside {grid}", value.span)
                    scope = Scope(b.parameter(CellKind.PLAYER))
                    scope = scope.bind(ROW, b.parameter(CellKind.NUMBER), number(1, part.rows))
                    with values.leniently():
                        b.give(values.lower(value, scope))
                    found[grid, value] = values.unit.add(b, framed=False)
    return found


def column_procedures(values: Values) -> dict[tuple[str, str], int]:
    """By the names of a place and of a column: a plain procedure, of the player who reads the table and a piece."""
    found: dict[tuple[str, str], int] = {}
    for place, columns in values.unit.game.columns.items():
        for name, column in columns.items():
            b = Builder(f"{name} in {place}", column.value.span)
            scope = Scope(b.parameter(CellKind.PLAYER))
            scope = scope.bind(column.slot.name, b.parameter(CellKind.PIECE), column.slot.type)
            with values.leniently():
                b.give(values.lower(column.value, scope))
            found[place, name] = values.unit.add(b, framed=False)
    return found
