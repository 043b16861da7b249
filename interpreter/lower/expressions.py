"""Lowers expressions to IR expressions, which have no side effects; `conditions` lowers those that are 0 or 1.

What needs a loop (a filter that looks at each member, a sum) becomes a plain procedure of its own, with
the bindings that it uses as its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.model.symbols import HOLDER
from rulewright.dsl.tree.passes import over, table
from rulewright.dsl.tree.types import DIRECTIONS, MOST_CHOSEN, Type
from rulewright.dsl.tree.types import member as member_type

from ..ir import (
    PLAYERS,
    Assign,
    Binary,
    Call,
    CellKind,
    Check,
    Const,
    Expr,
    Filter,
    ForEachBit,
    If,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Reg,
    Return,
    Table,
    Unary,
)
from .boards import Boards
from .builder import Builder, Scope, kind_of
from .chains import LARGEST, SIGNS, certain_parts, product, spine
from .computed import COMPUTED, any_counted, ends_of
from .conditions import CONDITIONS
from .in_force import HELD
from .initial import start_of
from .lists import times_listed
from .number_tables import Keyed
from .printed_texts import Key, owner_of
from .unit import NONE_HERE, Unit
from .values import (
    ARITHMETIC,
    COMPARE,
    SETS,
    fold,
    holds,
    joined,
    load,
    load_bits,
    may_be_missing,
    optional,
    owned,
    summed,
)

ORDERED = (t.WithExtreme, t.Nearest)  # filters that depend on the result of the filters before them


@attrs.frozen
class Beyond:
    """What expressions need from parts that are built on expressions themselves. `lowerer` assembles it."""

    number_procedure: Callable[[str], int]
    holds_procedure: Callable[[str], int]
    printed_holds: Callable[[Key, Expr, Expr], Expr]
    can_be_done: Callable[[t.Expr, Expr, Expr], Expr]
    can_pay: Callable[[Expr, tuple[t.Amount, ...], Scope], Expr]


class Expressions:
    """Lowering of expressions; `unit` provides tables, numbers and room for helper procedures."""

    beyond: Beyond

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.tables = unit.tables
        self.boards = Boards(self)
        self.keyed = Keyed(self)
        self._assumed: frozenset[int] = frozenset()  # nodes (by identity) that are known not to be none
        self._lenient = False

    def lower(self, node: t.Expr, scope: Scope) -> Expr:
        handler = _HANDLERS.get(type(node))
        assert handler is not None, type(node).__name__
        return handler(self, node, scope)

    # ------------------------------------------------------------- what may be none

    @contextmanager
    def assuming(self, nodes: frozenset[int]) -> Iterator[None]:
        """Inside this context, these nodes need no check, since they have just been checked."""
        before, self._assumed = self._assumed, nodes
        try:
            yield
        finally:
            self._assumed = before

    @contextmanager
    def leniently(self) -> Iterator[None]:
        """Inside this context, a property of none is none instead of a fault: for lines of the log."""
        self._lenient = True
        try:
            yield
        finally:
            self._lenient = False

    def there(self, node: t.Expr, value: Expr) -> Expr:
        """The value of a node whose property is read; if it is none at run time, that is a fault."""
        if not may_be_missing(node) or id(node) in self._assumed:
            return value
        if self._lenient:
            return Binary("max", value, Const(0))
        return Call(self.unit.needed_procedure(node), (value,))

    # -------------------------------------------------------------------- values

    @over(
        t.Expr,
        subject="inner",
        leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES LYING STEPS SHAPE CanBeDone CanPay "
        "CellValue EndOf NumberValue OptionValue Select So",
    )
    def guard_none(self, node: t.Expr, scope: Scope, b: Builder) -> frozenset[int]:
        """Checks, before a statement, that every value whose property it certainly reads is there.

        Returns the checked nodes (by identity). Values that are read only under a condition check themselves.
        """
        checked: set[int] = set()
        for inner in certain_parts(node):
            of = None
            if isinstance(inner, t.Property | t.Holds):
                of = inner.of
            elif isinstance(inner, t.PlaceValue):
                of = inner.owner
            if of is None or not may_be_missing(of):
                continue
            fault = self.unit.fault("RW403", NONE_HERE, of.span)
            with self.assuming(frozenset(checked)):
                test = Binary("ge", self.lower(of, scope), Const(0))
            b.emit(Check(test, fault, span=of.span))
            checked.add(id(of))
        return frozenset(checked)

    def number(self, node: t.Number, scope: Scope) -> Expr:
        return Const(node.value)

    def truth(self, node: t.Truth, scope: Scope) -> Expr:
        return Const(int(node.value))

    def word(self, node: t.WordValue, scope: Scope) -> Expr:
        return Const(self.tables.word(node.word))

    def none(self, node: t.NoneValue, scope: Scope) -> Expr:
        return Const(-1)

    def kind(self, node: t.KindValue, scope: Scope) -> Expr:
        return Const(self.tables.design(node.design))

    def variable(self, node: t.Variable, scope: Scope) -> Expr:
        return scope.variables[node.name]

    def actor(self, node: t.Actor, scope: Scope) -> Expr:
        return scope.actor

    def this(self, node: t.This, scope: Scope) -> Expr:
        assert scope.this is not None
        return scope.this

    def here(self, node: t.Here, scope: Scope) -> Expr:
        assert scope.this is not None
        return self.boards.here(scope.this, node.type.of[0], scope.this_is_cell)

    def game_state(self, node: t.GameState, scope: Scope) -> Expr:
        if node.key is not None:
            slot = self.tables.game_states[node.name]
            return Load(self.keyed.of_slot(slot, None, self.keyed.index(slot.type, node.key, scope)))
        return load(self.tables.game_states[node.name])

    def option(self, node: t.OptionValue, scope: Scope) -> Expr:
        return load(self.tables.options[node.name])

    def phrase_state(self, node: t.PhraseState, scope: Scope) -> Expr:
        return load(scope.state[node.name])

    def number_value(self, node: t.NumberValue, scope: Scope) -> Expr:
        slots = self.unit.symbols.named_values[node.name].slots
        arguments = []
        for value, slot in zip(node.arguments, slots, strict=True):
            if slot.type.kind in SETS:
                arguments.append(self.as_set(value, scope))
            else:
                lowered = self.lower(value, scope)
                arguments.append(lowered if slot.type.optional else self.there(value, lowered))
        return Call(self.beyond.number_procedure(node.name), (scope.actor, *arguments))

    # ---------------------------------------------------------------- properties

    def property(self, node: t.Property, scope: Scope) -> Expr:
        if node.key is not None:
            keyed_by = self.unit.symbols.properties_of(node.of.type)[node.name].type
            return self.keyed.entry(node, self.keyed.index(keyed_by, node.key, scope), scope)
        of = self.lower(node.of, scope)
        held = scope.variables.get(HELD) if node.name == HOLDER and isinstance(node.of, t.This) else None
        if held is not None and self.unit.symbols.has_holder(node.of.type, node.name):
            return held
        found = self.property_of(node.of.type, node.name, self.there(node.of, of))
        if self._lenient and may_be_missing(node.of):
            return Pick(Binary("ge", of, Const(0)), found, Const(-1))
        return found

    def property_of(self, type_: Type, name: str, of: Expr) -> Expr:
        """A property of a value that has already been lowered."""
        if type_.kind == "player":
            return owned(self.tables.player_states[name], of)
        if name == "kind" and type_.kind == "piece":
            return Table(self.unit.design_table, of)
        if type_.kind == "cell":
            return self.boards.of_cell(type_.of[0], name, of)
        if type_.kind == "piece" and name in self.unit.symbols.cells:
            return self.boards.cell_under(of, self.unit.symbols.cells[name])
        if self.unit.symbols.has_holder(type_, name):
            return self.holder(of)
        state = self.unit.symbols.properties_of(type_)[name]
        if not state.printed:
            held = owned(self.tables.piece_states[name], of)
            has_cell = self.unit.tables.has_cell(type_, name, of)
            return held if has_cell is None else Pick(has_cell, held, start_of(self, state))
        by_design = type_.kind == "kind"
        found = Table(self.tables.constant(self.tables.printed(name, by_design=by_design)), of)
        return self.boards.turned(found, state, of) if state.type == DIRECTIONS and not by_design else found

    def holder(self, piece: Expr) -> Expr:
        """The player in whose place a piece lies; none if that place belongs to nobody."""
        owners = tuple(place.owner for place in self.tables.places)
        at = Load(fold(Binary("add", piece, Const(self.tables.at))))
        return Pick(Binary("ge", at, Const(0)), Table(self.tables.constant(owners), at), Const(-1))

    def place(self, node: t.PlaceValue, scope: Scope) -> Expr:
        if node.type.kind == "cells":
            return self.boards.cells_of(node, scope)
        if node.owner is None:
            return Const(self.tables.place_numbers[(node.name, -1)])
        first = self.tables.place_numbers[(node.name, 0)]
        return fold(Binary("add", self.there(node.owner, self.lower(node.owner, scope)), Const(first)))

    def end_of(self, node: t.EndOf, scope: Scope) -> Expr:
        place = self.there(node.place, self.lower(node.place, scope))
        if node.count is not None:
            return ends_of(self, node, place, scope)
        if node.top:
            return PlaceAt(place, Const(-1))
        return PlaceAt(place, Const(0))

    def arithmetic(self, node: t.Arithmetic, scope: Scope) -> Expr:
        if node.op == "up":  # rounding up is rounding down the negative number
            negative = Unary("neg", self.lower(node.left, scope))
            return Unary("neg", Binary("div", negative, self.lower(node.right, scope)))
        if node.op in SIGNS or node.op == "*":
            first, rest = spine(node, SIGNS if node.op in SIGNS else frozenset("*"))
            parts = [(one.op, self.lower(one.right, scope)) for one in rest]
            start = self.lower(first, scope)
            if node.op == "*":
                factors = [start, *(part for _, part in parts)]
                if node.type.least >= -LARGEST and node.type.most <= LARGEST:
                    return joined("mul", factors)
                return product(self.unit, factors, node)
            return summed([("+", start), *parts])
        return fold(Binary(ARITHMETIC[node.op], self.lower(node.left, scope), self.lower(node.right, scope)))

    # ---------------------------------------------------------------- selections

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
        build, inner, arguments = self.helper(how, scope, found, kind_of(of))
        single = member_type(of)
        result, best = build.register(kind_of(of)), build.register(CellKind.NUMBER)
        member, value = build.register(kind_of(single)), build.register(CellKind.NUMBER)
        for register in (result, best):
            build.emit(Assign(register.index, Const(0)))
        if expression is None:
            compared = self.property_of(single, name, member)
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
                Binary("eq", value, best),
                (Assign(result.index, Binary("or", result, Unary("bit", member))),),
            ),
        )
        build.emit(ForEachBit(member.index, Reg(0), body))
        build.end(Return(result))
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
            return (
                Pick(Binary("ge", kind, Const(0)), looked_up, Const(0)) if optional(one.value) else looked_up
            )
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
            value = self.truth_of(single, one.name, member, scope)
            return value if one.holds else Unary("not", value)
        if isinstance(one, t.WithEither):
            ways = [
                joined("both", [self.member_test(part, of, member, scope) for part in way]) for way in one.of
            ]
            return joined("either", ways)
        assert isinstance(one, t.WithProperty)
        value = self.property_of(single, one.name, member)
        if one.op == "even" or one.op == "odd":
            return Binary("eq", Binary("mod", value, Const(2)), Const(0 if one.op == "even" else 1))
        assert one.value is not None
        return Binary(COMPARE[one.op], value, self.lower(one.value, scope))

    def truth_of(self, type_: Type, name: str, of: Expr, scope: Scope) -> Expr:
        """Whether a yes-or-no property, or a printed condition, holds."""
        if self.unit.symbols.properties_of(type_)[name].type.kind == "condition":
            return self.beyond.printed_holds((owner_of(type_), name), of, scope.actor)
        return self.property_of(type_, name, of)

    def helper(
        self, name: str, scope: Scope, subject: Expr, kind: CellKind
    ) -> tuple[Builder, Scope, list[Expr]]:
        """A builder whose first parameter is the subject; the bindings in scope are further parameters."""
        build = Builder(f"{name} {len(self.unit.procedures)}")
        build.parameter(kind)
        arguments = [subject]
        inner: dict[str, Expr] = {}
        for variable, value in scope.variables.items():
            if isinstance(value, Const):
                inner[variable] = value
            elif variable in scope.types:
                inner[variable] = build.parameter(kind_of(scope.types[variable]))
                arguments.append(value)
        arguments.append(scope.actor)
        actor = build.parameter(CellKind.PLAYER)
        this = scope.this
        if this is not None and not isinstance(this, Const):
            arguments.append(this)
            this = build.parameter(CellKind.PIECE)
        return build, attrs.evolve(scope, actor=actor, variables=inner, this=this), arguments

    def as_set(self, node: t.Expr, scope: Scope) -> Expr:
        """Any value as a set; a single value becomes a set of one member."""
        value = self.lower(node, scope)
        if node.type.kind in SETS:
            return value
        if isinstance(value, Const):
            return Const(1 << value.value if value.value >= 0 else 0)
        return Unary("bit", value)

    def quantity(self, node: t.Quantity, scope: Scope) -> Expr:
        """`any` takes the first, since the members do not differ; the statement around it does the rest."""
        members = self.lower(node.of, scope)
        if node.count is not None and node.how == "any":
            return any_counted(self, node, members, scope)
        return Unary("lowest", members) if node.how == "any" else members

    def count_of(self, node: t.CountOf, scope: Scope) -> Expr:
        return self.size(node.of, scope)

    def size(self, node: t.Expr, scope: Scope) -> Expr:
        """The number of members of a set; for a whole place, without building the set."""
        if node.type.kind in ("place", "cell"):
            return PlaceCount(self.there(node, self.lower(node, scope)))
        if isinstance(node, t.Select) and len(node.filters) == 1 and isinstance(node.filters[0], t.InPlace):
            place = node.filters[0].place
            if isinstance(place, t.PlaceValue) and place.type.kind == "place" and node.base == "type":
                held = self.unit.symbols.places[place.name].text.types
                if held == (node.name,):
                    return PlaceCount(self.lower(place, scope))
        return Unary("size", self.as_set(node, scope))


def _first_places(one: t.Filter) -> int:
    """Puts filters on places first, since they leave the fewest members."""
    return 0 if isinstance(one, t.InPlace) else 2 if isinstance(one, t.WithoutPieces) else 1


_HANDLERS: dict[type, Callable[[Expressions, Any, Scope], Expr]] = {
    t.Number: Expressions.number,
    t.Truth: Expressions.truth,
    t.WordValue: Expressions.word,
    t.NoneValue: Expressions.none,
    t.KindValue: Expressions.kind,
    t.Variable: Expressions.variable,
    t.Actor: Expressions.actor,
    t.This: Expressions.this,
    t.Here: Expressions.here,
    t.GameState: Expressions.game_state,
    t.OptionValue: Expressions.option,
    t.PhraseState: Expressions.phrase_state,
    t.NumberValue: Expressions.number_value,
    t.Property: Expressions.property,
    t.PlaceValue: Expressions.place,
    t.EndOf: Expressions.end_of,
    t.Arithmetic: Expressions.arithmetic,
    t.Select: Expressions.select,
    t.Quantity: Expressions.quantity,
    t.Distance: lambda ex, node, scope: ex.boards.distance(node, scope),
    t.Direction: lambda ex, node, scope: ex.boards.direction(node, scope),
    t.Between: lambda ex, node, scope: ex.boards.between(node, scope),
    t.CountOf: Expressions.count_of,
    t.TimesListed: times_listed,
    t.TotalOf: lambda ex, node, scope: ex.keyed.total(node, scope),
    **COMPUTED,
    **CONDITIONS,
}

table(__name__, "expressions", t.Expr, _HANDLERS)
