"""Lowers selections: everything that a head noun names, and what passes its filters."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.printing.statements import show
from ....dsl.tree.passes import over
from ....dsl.tree.types import MOST_CHOSEN, Type
from ....dsl.tree.types import member as member_type
from ...ir import (
    PLAYERS,
    Assign,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    ForEachBit,
    If,
    Load,
    LoadSet,
    Pick,
    PlaceSet,
    Reg,
    Table,
    Unary,
    While,
)
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import COMPARE, fold, holds, is_some, joined, load_bits, optional
from .boards import Boards
from .common import OnValues, Values
from .properties import Properties

ORDERED = (t.WithExtreme, t.Nearest)
"""Filters that depend on the result of the filters before them."""


class Selections(OnValues):
    def __init__(self, values: Values, boards: Boards, properties: Properties) -> None:
        super().__init__(values)
        self.boards, self.properties = boards, properties

    def base(self, node: t.Select, scope: Scope) -> Expr:
        """The set of everything that the head noun names."""
        if node.base == "player":
            return Table(self.unit.everyone_table, Load(Const(PLAYERS)))
        if node.base == "of design":
            return Const(self.tables.mask_of_design(node.name))
        if node.base == "types":
            return Const(sum(self.tables.mask_of_type(name) for name in node.type.of))
        if node.base == "cell":
            return self.boards.cells_in_play(node.type.of)
        if node.base == "kind":
            return Const(self.tables.designs_of_type(node.name))
        if node.base == "number":
            return Const((1 << MOST_CHOSEN) - 1)  # those within a range are kept
        if node.base == "word":
            return Const(sum(1 << self.tables.word(word) for word in node.type.of))
        if node.base == "any kind":
            every = sum(self.tables.designs_of_type(name) for name in node.type.of)
            return Const(every)
        return Const(self.tables.mask_of_type(node.name))

    def select(self, node: t.Select, scope: Scope) -> Expr:
        """The filters in order, grouped into runs in which the order does not matter."""
        found: Expr | None = None
        run: list[t.Filter] = []
        for one in node.filters:
            if not isinstance(one, ORDERED):
                run.append(one)
                continue
            found, run = self._run(found, node, run, scope), []
            found = self.ordered_filter(one, found, node, scope)
        return self._run(found, node, run, scope)

    @over(t.Filter, subject="one", leaves="SPREADS AmongSet Where WithEither WithExtreme WithProperty")
    def _run(self, found: Expr | None, node: t.Select, filters: list[t.Filter], scope: Scope) -> Expr:
        if found is None:
            found = Const(-1) if self.all_in_place(node, filters) else self.base(node, scope)
        loops: list[t.Filter] = []
        for one in sorted(filters, key=_first_places):
            if isinstance(one, t.WithoutPieces):
                found = self.boards.without_pieces(found)
                continue
            if isinstance(one, t.InPlace) and one.place.type.kind == "cells" and node.type.kind == "pieces":
                found = self.boards.pieces_on(found, self.lower(one.place, scope))
                continue
            whole = self.set_filter(one, node.type, scope)
            if whole is None:
                loops.append(one)
            elif isinstance(one, t.ButNot) or (isinstance(one, t.WhoIs) and not one.holds):
                found = fold(Binary("minus", found, whole))
            else:
                found = fold(Binary("and", found, whole))
        return self.loop_filter(found, node, loops, scope) if loops else found

    def ordered_filter(self, one: t.Filter, found: Expr, node: t.Select, scope: Scope) -> Expr:
        if isinstance(one, t.Nearest):
            return self.boards.nearest(one, found, node.type.kind == "pieces", scope)
        assert isinstance(one, t.WithExtreme)
        return self.extreme(one.how, (one.name, one.value), found, node.type, scope)

    def extreme(self, how: str, by: tuple[str, t.Expr | None], found: Expr, of: Type, scope: Scope) -> Expr:
        """The members of a set with the highest (or lowest) value of a property, or of an expression about the
        member."""
        name, expression = by
        build, inner, arguments = self.values.helper(how, scope, found, kind_of(of))
        single = member_type(of)
        result, best = build.register(kind_of(of)), build.register(CellKind.NUMBER)
        member, value = build.register(kind_of(single)), build.register(CellKind.NUMBER)
        for register in (result, best):
            build.set(register, Const(0))
        if expression is None:
            compared = self.properties.of(single, name, member)
        else:
            compared = self.lower(expression, inner.bind(name, member, single))
        better = Binary("gt" if how == "highest" else "lt", value, best)
        body = (
            Assign(value.index, compared),
            If(
                Binary("either", Unary("not", result), better),
                (Assign(result.index, Const(0)), Assign(best.index, value)),
            ),
            If(
                Binary("eq", value, best), (Assign(result.index, Binary("or", result, Unary("bit", member))),)
            ),
        )
        build.emit(ForEachBit(member.index, Reg(0), body))
        build.give(result)
        return self.unit.helper_call(build, arguments)

    def all_in_place(self, node: t.Select, filters: list[t.Filter]) -> bool:
        """Whether nothing but what the head noun names can lie in the places of the filter."""
        places = (one.place for one in filters if isinstance(one, t.InPlace))
        names = (p.name for p in places if isinstance(p, t.PlaceValue) and p.type.kind == "place")
        held = (self.unit.symbols.places[name].text.types for name in names)
        return node.base == "type" and any(types == (node.name,) for types in held)

    @over(t.Filter, subject="one", leaves="Nearest WithExtreme WithoutPieces")
    def set_filter(self, one: t.Filter, of: Type, scope: Scope) -> Expr | None:
        """A filter as a set to intersect with (or to subtract), if it can be computed without a loop."""
        if isinstance(one, t.InPlace):
            return self.held(one.place, scope)
        if isinstance(one, t.AmongSet | t.ButNot):
            return self.as_set(one.members, scope)
        if isinstance(one, t.Step):
            return self.boards.step(one, scope)
        if isinstance(one, t.Within | t.Reachable):
            return self.boards.spread(one, scope)
        if isinstance(one, t.Where):
            return None
        if isinstance(one, t.WithEither):
            return self.either_filter(one, of, scope)
        if isinstance(one, t.WhoIs):
            return self.flag_filter(one, of)
        assert isinstance(one, t.WithProperty)
        return self.property_filter(one, of, scope)

    def held(self, place: t.Expr, scope: Scope) -> Expr:
        """The set of the pieces in a place; read from its address, if it is a player's place without order."""
        where = self.lower(place, scope)
        if place.type.kind == "cell":
            return PlaceSet(self.there(place, where))
        if place.type.kind != "place":
            return where
        if isinstance(place, t.PlaceValue) and place.owner is not None and not isinstance(where, Const):
            first = self.tables.places[self.tables.place_numbers[(place.name, 0)]]
            if not first.ordered:
                owner = self.there(place.owner, self.lower(place.owner, scope))
                words = self.tables.piece_words
                offset = owner if words == 1 else Binary("mul", owner, Const(words))
                return LoadSet(fold(Binary("add", offset, Const(first.base))), words)
        return PlaceSet(self.there(place, where))

    def either_filter(self, one: t.WithEither, of: Type, scope: Scope) -> Expr | None:
        """The set of what passes at least one of several filters, if each of them is a set."""
        found: list[Expr] = []
        for way in one.of:
            sets = [self.set_filter(part, of, scope) for part in way]
            whole = [part for part in sets if part is not None]
            if len(whole) < len(sets):
                return None
            found.append(joined("and", whole))
        return joined("or", found)

    def flag_filter(self, one: t.WhoIs, of: Type) -> Expr | None:
        if of.kind == "cells":
            slot = self.tables.cell_states.get((of.of[0], one.name))
        else:
            states = self.tables.player_states if of.kind == "players" else self.tables.piece_states
            slot = states.get(one.name)
        if slot is None or not slot.bits:
            return None
        return load_bits(slot)

    def property_filter(self, one: t.WithProperty, of: Type, scope: Scope) -> Expr | None:
        """Comparisons of printed properties with constants are constant sets; `kind =` is a table of sets."""
        if of.kind in ("players", "cells") or one.name in self.unit.symbols.cells:
            return None
        if one.name == "kind" and of.kind == "pieces":
            if one.op != "=" or one.value is None:
                return None
            kind = self.lower(one.value, scope)
            if isinstance(kind, Const):
                return Const(self.unit.design_masks[kind.value] if kind.value >= 0 else 0)
            looked_up = Table(self.unit.mask_table, kind)
            return Pick(is_some(kind), looked_up, Const(0)) if optional(one.value) else looked_up
        printed = self.unit.symbols.properties_of(Type("piece", of.of)).get(one.name)
        value = self.lower(one.value, scope) if one.value is not None else Const(0)
        if printed is None or not printed.printed or not isinstance(value, Const):
            return None
        values = self.tables.printed(one.name, by_design=of.kind == "kinds")
        return Const(
            sum(1 << index for index, known in enumerate(values) if holds(one.op, known, value.value))
        )

    def loop_filter(self, found: Expr, node: t.Select, loops: list[t.Filter], scope: Scope) -> Expr:
        """The members that pass the filters."""
        member = self.unit.bound.register(kind_of(member_type(node.type)))
        test = joined("both", [self.member_test(one, node.type, member, scope) for one in loops])
        return Filter(member.index, found, test)

    @over(t.Filter, subject="one", leaves="MEMBERS SPREADS WithExtreme WithoutPieces")
    def member_test(self, one: t.Filter, of: Type, member: Expr, scope: Scope) -> Expr:
        single = member_type(of)
        if isinstance(one, t.Where):
            return self.lower(one.test, scope.bind(one.name, member, single))
        if isinstance(one, t.WhoIs):
            value = self.properties.truth_of(single, one.name, member, scope)
            return value if one.holds else Unary("not", value)
        if isinstance(one, t.WithEither):
            ways = [
                joined("both", [self.member_test(part, of, member, scope) for part in way]) for way in one.of
            ]
            return joined("either", ways)
        assert isinstance(one, t.WithProperty)
        value = self.properties.of(single, one.name, member)
        if one.op == "even" or one.op == "odd":
            return Binary("eq", Binary("mod", value, Const(2)), Const(0 if one.op == "even" else 1))
        assert one.value is not None
        return Binary(COMPARE[one.op], value, self.lower(one.value, scope))

    def quantity(self, node: t.Quantity, scope: Scope) -> Expr:
        """`any` takes the first, since the members do not differ; the statement around it does the rest."""
        members = self.lower(node.of, scope)
        if node.count is not None and node.how == "any":
            return self._any_counted(node, members, scope)
        return Unary("lowest", members) if node.how == "any" else members

    def count_of(self, node: t.CountOf, scope: Scope) -> Expr:
        return self.values.size(node.of, scope)

    def _too_few(self, node: t.Quantity) -> str:
        """What is wrong where there are fewer than a text takes, and how it takes as many as there are."""
        assert node.count is not None
        many, of = (show(one, self.unit.symbols) for one in (node.count, node.of))
        all_there_are = f"any (the smaller of {many} and the number of {of}) {of}"
        return f"there are not that many; where fewer may be there, say '{all_there_are}'"

    def _any_counted(self, node: t.Quantity, members: Expr, scope: Scope) -> Expr:
        """The first members of a set, as many as the quantity asks for; a fault if there are fewer."""
        assert node.count is not None
        b = Builder(f"any counted {len(self.unit.procedures)}", node.span)
        among, left = b.parameter(CellKind.PIECES), b.parameter(CellKind.NUMBER)
        result = b.register(CellKind.PIECES)
        fault = self.unit.fault("RW402", self._too_few(node), node.span)
        b.check(Binary("le", left, Unary("size", among)), fault, node.span)
        b.set(result, Const(0))
        body = (
            Assign(result.index, Binary("or", result, Unary("bit", Unary("lowest", among)))),
            Assign(among.index, Binary("minus", among, result)),
            Assign(left.index, Binary("sub", left, Const(1))),
        )
        b.emit(While(Binary("gt", left, Const(0)), body))
        b.give(result)
        return Call(self.unit.add(b, framed=False), (members, self.lower(node.count, scope)))


def _first_places(one: t.Filter) -> int:
    """Puts filters on places first, since they leave the fewest members."""
    return 0 if isinstance(one, t.InPlace) else 2 if isinstance(one, t.WithoutPieces) else 1
