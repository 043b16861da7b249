"""Lowers computations over sets, numbers and seats. Each function takes `Expressions`, the node and the scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import tree as t
from rulewright.dsl.tree.types import MOST_CHOSEN
from rulewright.dsl.tree.types import member as member_type

from ..ir import (
    PLAYERS,
    Assign,
    Binary,
    BinaryOp,
    Call,
    CellKind,
    Check,
    Const,
    Expr,
    ForEachBit,
    If,
    Load,
    Pick,
    PlaceEnd,
    PlaceSet,
    Reg,
    Return,
    Table,
    Unary,
    While,
)
from ..ir.walk import FLAT
from .builder import Builder, Scope, kind_of
from .values import fold

if TYPE_CHECKING:
    from .expressions import Expressions


def any_counted(ex: Expressions, node: t.Quantity, members: Expr, scope: Scope) -> Expr:
    """The first members of a set, as many as the quantity asks for; a fault if there are fewer."""
    assert node.count is not None
    b = Builder(f"any counted {len(ex.unit.procedures)}", node.span)
    among, left = b.parameter(CellKind.PIECES), b.parameter(CellKind.NUMBER)
    result = b.register(CellKind.PIECES)
    fault = ex.unit.fault("RW402", "there are not that many", node.span)
    b.emit(Check(Binary("le", left, Unary("size", among)), fault, span=node.span))
    b.emit(Assign(result.index, Const(0)))
    body = (
        Assign(result.index, Binary("or", result, Unary("bit", Unary("lowest", among)))),
        Assign(among.index, Binary("minus", among, result)),
        Assign(left.index, Binary("sub", left, Const(1))),
    )
    b.emit(While(Binary("gt", left, Const(0)), body))
    b.end(Return(result))
    return Call(ex.unit.add(b, framed=False), (members, ex.lower(node.count, scope)))


def ends_of(ex: Expressions, node: t.EndOf, place: Expr, scope: Scope) -> Expr:
    """The pieces at an end of an ordered place, as many as asked for, or all if there are fewer."""
    assert node.count is not None
    b = Builder(f"ends of {len(ex.unit.procedures)}", node.span)
    where, left = b.parameter(CellKind.PLACE), b.parameter(CellKind.NUMBER)
    result, rest = b.register(CellKind.PIECES), b.register(CellKind.PIECES)
    each = b.register(CellKind.PIECE)
    b.emit(Assign(result.index, Const(0)))
    b.emit(Assign(rest.index, PlaceSet(where)))
    body = (
        Assign(each.index, PlaceEnd(where, rest, node.top)),
        Assign(result.index, Binary("or", result, Unary("bit", each))),
        Assign(rest.index, Binary("minus", rest, Unary("bit", each))),
        Assign(left.index, Binary("sub", left, Const(1))),
    )
    b.emit(While(Binary("both", Binary("gt", left, Const(0)), rest), body))
    b.end(Return(result))
    return Call(ex.unit.add(b, framed=False), (place, ex.lower(node.count, scope)))


def end_of_set(ex: Expressions, node: t.EndOfSet, scope: Scope) -> Expr:
    """The first or last member of a set, or none: by its order in a row, otherwise by number."""
    members = ex.lower(node.of, scope)
    for one in node.of.filters:
        place = one.place if isinstance(one, t.InPlace) else None
        if place is not None and ex.unit.keeps_order(place):
            return PlaceEnd(ex.there(place, ex.lower(place, scope)), members, node.last)
    if not node.last:
        return Unary("lowest", members)
    b = Builder("last")
    among = b.parameter(kind_of(node.of.type))
    end = Binary("nth", among, Binary("sub", Unary("size", among), Const(1)))
    b.end(Return(Pick(among, end, Const(-1))))
    return ex.unit.helper_call(b, [members])


def number_range(ex: Expressions, node: t.NumberRange, scope: Scope) -> Expr:
    """The numbers of a range, as a set."""
    below = tuple((1 << count) - 1 for count in range(MOST_CHOSEN + 1))
    least, most = ex.lower(node.least, scope), ex.lower(node.most, scope)
    if isinstance(least, Const) and isinstance(most, Const):
        return Const(below[most.value + 1] & ~below[least.value])
    table = ex.tables.constant(below)
    return Binary("minus", Table(table, fold(Binary("add", most, Const(1)))), Table(table, least))


def cases(ex: Expressions, node: t.Cases, scope: Scope) -> Expr:
    tests = [test for test, _ in node.cases]

    def values(inner: Scope) -> list[Expr]:
        return [ex.lower(one, inner) for one in (*(value for _, value in node.cases), node.otherwise)]

    return first_that_holds(ex, tests, values, kind_of(node.type), scope)


def first_that_holds(
    ex: Expressions,
    tests: Sequence[t.Expr],
    values: Callable[[Scope], list[Expr]],
    kind: CellKind,
    scope: Scope,
) -> Expr:
    """The value of the first case whose test holds, otherwise the last value, which has no test. `values` lowers all
    of them in a scope."""
    if len(tests) <= FLAT:
        *some, found = values(scope)
        for test, value in zip(reversed(tests), reversed(some), strict=True):
            if value != found:
                found = Pick(ex.lower(test, scope), value, found)
        return found
    # Nested in each other, they would be too deep, so a procedure goes through them.
    build, inner, arguments = ex.helper("cases", scope, Const(0), CellKind.NUMBER)
    *some, otherwise = values(inner)
    if isinstance(otherwise, Const) and all(value == otherwise for value in some):
        return otherwise
    result, found_one = build.register(kind), build.register(CellKind.NUMBER)
    build.emit(Assign(result.index, otherwise))
    build.emit(Assign(found_one.index, Const(0)))
    for test, value in zip(tests, some, strict=True):
        take = (Assign(result.index, value), Assign(found_one.index, Const(1)))
        build.emit(If(Unary("not", found_one), (If(ex.lower(test, inner), take),)))
    build.end(Return(result))
    return ex.unit.helper_call(build, arguments)


def listed(ex: Expressions, node: t.Listed, scope: Scope) -> Expr:
    """The set of the listed values, without those that are none."""
    found = ex.as_set(node.members[0], scope)
    for one in node.members[1:]:
        found = fold(Binary("or", found, ex.as_set(one, scope)))
    return found


def seat(ex: Expressions, node: t.Seat, scope: Scope) -> Expr:
    return Const(node.number - 1)


def player_after(ex: Expressions, node: t.PlayerAfter, scope: Scope) -> Expr:
    of = ex.there(node.of, ex.lower(node.of, scope))
    return Binary("mod", Binary("add", of, Const(-1 if node.before else 1)), Load(Const(PLAYERS)))


def cell_value(ex: Expressions, node: t.CellValue, scope: Scope) -> Expr:
    if node.owner is None:
        return Const(ex.tables.place_numbers[(node.name, -1)])
    owner = ex.there(node.owner, ex.lower(node.owner, scope))
    cells = tuple(ex.tables.place_numbers[(node.name, one)] for one in range(ex.tables.most_players))
    return Table(ex.tables.constant(cells), owner)


def aggregate(ex: Expressions, node: t.Aggregate, scope: Scope) -> Expr:
    members = ex.lower(node.of, scope)
    build, inner, arguments = ex.helper(node.how, scope, members, kind_of(node.of.type))
    single = member_type(node.of.type)
    result = build.register(CellKind.NUMBER)
    member = build.register(kind_of(single))
    if node.value is None:
        value = ex.property_of(single, node.name, member)
    else:
        value = ex.lower(node.value, inner.bind(node.name, member, single))
    build.emit(Assign(result.index, Const(0)))
    if node.how == "total":
        step: tuple[Any, ...] = (Assign(result.index, Binary("add", result, value)),)
    else:
        seen = build.register(CellKind.NUMBER)
        build.emit(Assign(seen.index, Const(0)))
        op: BinaryOp = "max" if node.how == "highest" else "min"
        better = Pick(seen, Binary(op, result, value), value)
        step = (Assign(result.index, better), Assign(seen.index, Const(1)))
    build.emit(ForEachBit(member.index, Reg(0), step))
    build.end(Return(result))
    return ex.unit.helper_call(build, arguments)


def kinds_of(ex: Expressions, node: t.KindsOf, scope: Scope) -> Expr:
    members = ex.lower(node.of, scope)
    build, _, arguments = ex.helper("kinds", scope, members, CellKind.PIECES)
    result, member = build.register(CellKind.DESIGNS), build.register(CellKind.PIECE)
    build.emit(Assign(result.index, Const(0)))
    design = Unary("bit", Table(ex.unit.design_table, member))
    build.emit(ForEachBit(member.index, Reg(0), (Assign(result.index, Binary("or", result, design)),)))
    build.end(Return(result))
    return ex.unit.helper_call(build, arguments)


COMPUTED: dict[type, Callable[[Expressions, Any, Scope], Expr]] = {
    t.EndOfSet: end_of_set,
    t.NumberRange: number_range,
    t.Listed: listed,
    t.Cases: cases,
    t.Seat: seat,
    t.PlayerAfter: player_after,
    t.CellValue: cell_value,
    t.Aggregate: aggregate,
    t.KindsOf: kinds_of,
}
