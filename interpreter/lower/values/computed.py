"""Lowers computations over sets, numbers and seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....dsl import tree as t
from ....dsl.tree.types import MOST_CHOSEN
from ....dsl.tree.types import member as member_type
from ...ir import (
    PLAYERS,
    Assign,
    Binary,
    BinaryOp,
    Call,
    CellKind,
    Const,
    Expr,
    ForEachBit,
    If,
    Load,
    Pick,
    PlaceEnd,
    PlaceSet,
    Reg,
    Table,
    Unary,
    While,
)
from ...ir.walk import FLAT
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import fold
from .common import OnValues, Values
from .properties import Properties


class Computed(OnValues):
    def __init__(self, values: Values, properties: Properties) -> None:
        super().__init__(values)
        self.properties = properties

    def ends_of(self, node: t.EndOf, place: Expr, scope: Scope) -> Expr:
        """The pieces at an end of an ordered place, as many as asked for, or all if there are fewer."""
        assert node.count is not None
        b = Builder(f"ends of {len(self.unit.procedures)}", node.span)
        where, left = b.parameter(CellKind.PLACE), b.parameter(CellKind.NUMBER)
        result, rest = b.register(CellKind.PIECES), b.register(CellKind.PIECES)
        each = b.register(CellKind.PIECE)
        b.set(result, Const(0))
        b.set(rest, PlaceSet(where))
        body = (
            Assign(each.index, PlaceEnd(where, rest, node.top)),
            Assign(result.index, Binary("or", result, Unary("bit", each))),
            Assign(rest.index, Binary("minus", rest, Unary("bit", each))),
            Assign(left.index, Binary("sub", left, Const(1))),
        )
        b.emit(While(Binary("both", Binary("gt", left, Const(0)), rest), body))
        b.give(result)
        return Call(self.unit.add(b, framed=False), (place, self.lower(node.count, scope)))

    def end_of_set(self, node: t.EndOfSet, scope: Scope) -> Expr:
        """The first or last member of a set, or none: by its order in a row, otherwise by number."""
        members = self.lower(node.of, scope)
        for one in node.of.filters:
            place = one.place if isinstance(one, t.InPlace) else None
            if place is not None and self.unit.keeps_order(place):
                return PlaceEnd(self.certain(place, scope), members, node.last)
        if not node.last:
            return Unary("lowest", members)
        b = Builder("last")
        among = b.parameter(kind_of(node.of.type))
        end = Binary("nth", among, Binary("sub", Unary("size", among), Const(1)))
        b.give(Pick(among, end, Const(-1)))
        return self.unit.helper_call(b, [members])

    def number_range(self, node: t.NumberRange, scope: Scope) -> Expr:
        """The numbers of a range, as a set."""
        below = tuple((1 << count) - 1 for count in range(MOST_CHOSEN + 1))
        least, most = self.lower(node.least, scope), self.lower(node.most, scope)
        if isinstance(least, Const) and isinstance(most, Const):
            return Const(below[most.value + 1] & ~below[least.value])
        table = self.tables.constant(below)
        return Binary("minus", Table(table, fold(Binary("add", most, Const(1)))), Table(table, least))

    def cases(self, node: t.Cases, scope: Scope) -> Expr:
        tests = [test for test, _ in node.cases]

        def values(inner: Scope) -> list[Expr]:
            return [self.lower(one, inner) for one in (*(value for _, value in node.cases), node.otherwise)]

        return self.first_that_holds(tests, values, kind_of(node.type), scope)

    def first_that_holds(
        self, tests: Sequence[t.Expr], values: Callable[[Scope], list[Expr]], kind: CellKind, scope: Scope
    ) -> Expr:
        """The value of the first case whose test holds, otherwise the last value, which has no test. `values` lowers
        all of them in a scope."""
        if len(tests) <= FLAT:
            *some, found = values(scope)
            for test, value in zip(reversed(tests), reversed(some), strict=True):
                if value != found:
                    found = Pick(self.lower(test, scope), value, found)
            return found
        # Nested in each other, they would be too deep, so a procedure goes through them.
        build, inner, arguments = self.values.helper("cases", scope, Const(0), CellKind.NUMBER)
        *some, otherwise = values(inner)
        if isinstance(otherwise, Const) and all(value == otherwise for value in some):
            return otherwise
        result, found_one = build.register(kind), build.register(CellKind.NUMBER)
        build.set(result, otherwise)
        build.set(found_one, Const(0))
        for test, value in zip(tests, some, strict=True):
            take = (Assign(result.index, value), Assign(found_one.index, Const(1)))
            build.emit(If(Unary("not", found_one), (If(self.lower(test, inner), take),)))
        build.give(result)
        return self.unit.helper_call(build, arguments)

    def listed(self, node: t.Listed, scope: Scope) -> Expr:
        """The set of the listed values, without those that are none."""
        found = self.as_set(node.members[0], scope)
        for one in node.members[1:]:
            found = fold(Binary("or", found, self.as_set(one, scope)))
        return found

    def seat(self, node: t.Seat, scope: Scope) -> Expr:
        return Const(node.number - 1)

    def player_after(self, node: t.PlayerAfter, scope: Scope) -> Expr:
        of = self.certain(node.of, scope)
        return Binary("mod", Binary("add", of, Const(-1 if node.before else 1)), Load(Const(PLAYERS)))

    def cell_value(self, node: t.CellValue, scope: Scope) -> Expr:
        if node.owner is None:
            return Const(self.tables.place_numbers[(node.name, -1)])
        owner = self.certain(node.owner, scope)
        cells = tuple(self.tables.place_numbers[(node.name, one)] for one in range(self.tables.most_players))
        return Table(self.tables.constant(cells), owner)

    def aggregate(self, node: t.Aggregate, scope: Scope) -> Expr:
        members = self.lower(node.of, scope)
        build, inner, arguments = self.values.helper(node.how, scope, members, kind_of(node.of.type))
        single = member_type(node.of.type)
        result = build.register(CellKind.NUMBER)
        member = build.register(kind_of(single))
        if node.value is None:
            value = self.properties.of(single, node.name, member)
        else:
            value = self.lower(node.value, inner.bind(node.name, member, single))
        build.set(result, Const(0))
        if node.how == "total":
            step: tuple[Any, ...] = (Assign(result.index, Binary("add", result, value)),)
        else:
            seen = build.held(CellKind.NUMBER, Const(0))
            op: BinaryOp = "max" if node.how == "highest" else "min"
            better = Pick(seen, Binary(op, result, value), value)
            step = (Assign(result.index, better), Assign(seen.index, Const(1)))
        build.emit(ForEachBit(member.index, Reg(0), step))
        build.give(result)
        return self.unit.helper_call(build, arguments)

    def kinds_of(self, node: t.KindsOf, scope: Scope) -> Expr:
        members = self.lower(node.of, scope)
        build, _, arguments = self.values.helper("kinds", scope, members, CellKind.PIECES)
        result, member = build.register(CellKind.DESIGNS), build.register(CellKind.PIECE)
        build.set(result, Const(0))
        design = Unary("bit", Table(self.unit.design_table, member))
        build.emit(ForEachBit(member.index, Reg(0), (Assign(result.index, Binary("or", result, design)),)))
        build.give(result)
        return self.unit.helper_call(build, arguments)


COMPUTED: dict[type, Callable[[Any, Any, Scope], Expr]] = {
    t.EndOfSet: Computed.end_of_set,
    t.NumberRange: Computed.number_range,
    t.Listed: Computed.listed,
    t.Cases: Computed.cases,
    t.Seat: Computed.seat,
    t.PlayerAfter: Computed.player_after,
    t.CellValue: Computed.cell_value,
    t.Aggregate: Computed.aggregate,
    t.KindsOf: Computed.kinds_of,
}
