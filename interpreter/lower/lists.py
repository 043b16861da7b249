"""Printed lists that name a design more than once: whatever goes through such a list meets it as often.

Where no design repeats anything on its list, the list is a set, and nothing here is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.tree.types import Type

from ..ir import Assign, Binary, CellKind, Const, Expr, Table
from .builder import Builder, Scope
from .values import fold

if TYPE_CHECKING:
    from .expressions import Expressions
    from .unit import Unit

HOLDER = "(who prints the list)"
"""What the printer of a list is called among the variables in scope; no text can say it."""


@attrs.frozen
class AsOften(t.Stmt):
    """A body that is carried out as often as the kind called `kind` stands on a list of the `HOLDER`."""

    kind: str
    source: t.Property
    body: tuple[t.Stmt, ...]


def repeating(unit: Unit, node: t.Expr) -> t.Property | None:
    """The printed list that kinds are taken from, if there is a design that names something twice on it."""
    source: object = node
    if isinstance(node, t.Select):
        source = next((one.place for one in node.filters if isinstance(one, t.InPlace)), None)
    if not isinstance(source, t.Property) or source.type.kind != "list":
        return None
    lists = (design.values.get(source.name) for design in unit.symbols.designs.values())
    repeats = any(isinstance(one, tuple) and len(set(one)) < len(one) for one in lists)
    return source if repeats else None


def holder_of(unit: Unit, source: t.Property, of: Expr) -> Expr:
    """The design that prints the list, of a piece or a design that is lowered already."""
    return of if source.of.type.kind == "kind" else fold(Table(unit.design_table, of))


def copies(unit: Unit, source: t.Property, holder: Expr, kind: Expr) -> Expr:
    """How often a kind stands on the list of a design: a table with a row of the kinds for each design."""
    names = unit.tables.design_names
    lists = [unit.symbols.designs[name].values.get(source.name, ()) for name in names]
    table = [one.count(name) if isinstance(one, tuple) else 0 for one in lists for name in names]
    at = Binary("add", Binary("mul", holder, Const(len(names))), kind)
    return Table(unit.tables.constant(tuple(table)), fold(at))


def times_listed(ex: Expressions, node: t.TimesListed, scope: Scope) -> Expr:
    """How often a kind stands on a list, by the table of that."""
    of = ex.there(node.of.of, ex.lower(node.of.of, scope))
    kind = ex.there(node.kind, ex.lower(node.kind, scope))
    return copies(ex.unit, node.of, holder_of(ex.unit, node.of, of), kind)


def each_as_often(node: t.ForEach, source: t.Property) -> t.ForEach:
    """The loop with its body repeated for each time that a kind stands on the list."""
    again = AsOften(node.name, source, node.body, span=node.span)
    return attrs.evolve(node, body=(again,))


def hold(unit: Unit, source: t.Property, of: Expr, scope: Scope, b: Builder) -> Scope:
    """Keeps the design whose list a loop goes through: it stays the same whatever the loop does."""
    held = b.register(CellKind.DESIGN)
    b.emit(Assign(held.index, holder_of(unit, source, of), span=source.span))
    return scope.bind(HOLDER, held, Type("kind"))
