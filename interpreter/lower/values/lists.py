"""Printed lists that name a design more than once: loops over such a list repeat for each mention.

If no design repeats anything on its list, the list is a set, and nothing here is used.
"""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import Type
from ...ir import Binary, CellKind, Const, Expr, Table
from ..building.builder import Builder, Scope
from ..building.operations import fold
from ..building.unit import Unit
from .common import Values

HOLDER = "(who prints the list)"
"""The variable in scope that holds the design with the list; no text can name it."""


@attrs.frozen
class AsOften(t.Stmt):
    """A body that runs once for each time that the design in `kind` stands on a list of the `HOLDER`."""

    kind: str
    source: t.Property
    body: tuple[t.Stmt, ...]


def repeating(unit: Unit, node: t.Expr) -> t.Property | None:
    """The printed list from which designs are taken, if some design names something twice on it."""
    source: object = node
    if isinstance(node, t.Select):
        source = next((one.place for one in node.filters if isinstance(one, t.InPlace)), None)
    if not isinstance(source, t.Property) or source.type.kind != "list":
        return None
    lists = (design.values.get(source.name) for design in unit.symbols.designs.values())
    repeats = any(isinstance(one, tuple) and len(set(one)) < len(one) for one in lists)
    return source if repeats else None


def holder_of(unit: Unit, source: t.Property, of: Expr) -> Expr:
    """The design that prints the list, given an already lowered piece or design."""
    return of if source.of.type.kind == "kind" else fold(Table(unit.design_table, of))


def copies(unit: Unit, source: t.Property, holder: Expr, kind: Expr) -> Expr:
    """How often a design stands on the list of another, by a table with a row for each holder."""
    names = unit.tables.design_names
    lists = [unit.symbols.designs[name].values.get(source.name, ()) for name in names]
    table = [one.count(name) if isinstance(one, tuple) else 0 for one in lists for name in names]
    at = Binary("add", Binary("mul", holder, Const(len(names))), kind)
    return Table(unit.tables.constant(tuple(table)), fold(at))


def times_listed(values: Values, node: t.TimesListed, scope: Scope) -> Expr:
    """How often a design stands on a list, looked up in the table."""
    of = values.certain(node.of.of, scope)
    kind = values.certain(node.kind, scope)
    return copies(values.unit, node.of, holder_of(values.unit, node.of, of), kind)


def each_as_often(node: t.ForEach, source: t.Property) -> t.ForEach:
    """The loop, with its body repeated for each time that a design stands on the list."""
    again = AsOften(node.name, source, node.body, span=node.span)
    return attrs.evolve(node, body=(again,))


def hold(unit: Unit, source: t.Property, of: Expr, scope: Scope, b: Builder) -> Scope:
    """Keeps the design whose list a loop goes through, so that it stays the same whatever the loop does."""
    held = b.held(CellKind.DESIGN, holder_of(unit, source, of), source.span)
    return scope.bind(HOLDER, held, Type("kind"))
