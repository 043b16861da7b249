"""Lowers what stands beside the rows of grids, conditions and values in slots, and in columns of tables."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.model.game import ROW
from ....dsl.model.symbols import Slot
from ....dsl.tree.types import number
from ..building.builder import Builder
from ..values.common import Values


def beside_procedures(values: Values) -> dict[tuple[str, t.Expr], int]:
    """By the name of a grid and a condition or value beside its rows: a plain procedure, of the
    owner of the grid and the number of a row."""
    found: dict[tuple[str, t.Expr], int] = {}
    for grid, parts in values.unit.game.beside.items():
        for part in parts:
            for value in part.values():
                if (grid, value) not in found:
                    row = Slot(ROW, number(1, part.rows))
                    found[grid, value] = _procedure(values, f"beside {grid}", value, row)
    return found


def column_procedures(values: Values) -> dict[tuple[str, str], int]:
    """By the names of a place and of a column: a plain procedure, of the player who reads the table and a piece."""
    return {
        (place, name): _procedure(values, f"{name} in {place}", column.value, column.slot)
        for place, columns in values.unit.game.columns.items()
        for name, column in columns.items()
    }


def _procedure(values: Values, name: str, value: t.Expr, of: Slot) -> int:
    b = Builder(name, value.span)
    scope = b.scope_of([of])
    with values.leniently():
        b.give(values.lower(value, scope))
    return values.unit.add(b, framed=False)
