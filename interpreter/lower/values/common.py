"""What all lowering of values has in common: sets, sizes, checks that a value is there, helper procedures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from ....dsl import tree as t
from ....dsl.model.symbols import Slot, State
from ....dsl.tree.passes import over
from ....dsl.tree.types import PLAYER, Type
from ...ir import NONE, Binary, Call, CellKind, Const, Expr, PlaceCount, Unary
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import SETS, is_some, may_be_missing
from ..building.unit import NONE_HERE, Unit
from ..recursion import Recursion
from .chains import certain_parts


class Values:
    """`lower` lowers any expression, and the rest is built on it; `unit` has room for helper procedures."""

    def __init__(self, unit: Unit, again: Recursion) -> None:
        self.unit, self.tables, self.again = unit, unit.tables, again
        self.lower = again.lower
        self.lenient = False
        self._assumed: frozenset[int] = frozenset()  # nodes (by identity) that are known not to be none

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
        self.lenient = True
        try:
            yield
        finally:
            self.lenient = False

    def there(self, node: t.Expr, value: Expr) -> Expr:
        """The value of a node whose property is read; if it is none at run time, that is a fault."""
        if not may_be_missing(node) or id(node) in self._assumed:
            return value
        if self.lenient:
            return Binary("max", value, Const(0))
        return Call(self.unit.needed_procedure(node), (value,))

    def certain(self, node: t.Expr, scope: Scope) -> Expr:
        """A value whose property is read, lowered."""
        return self.there(node, self.lower(node, scope))

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
                test = is_some(self.lower(of, scope))
            b.check(test, fault, of.span)
            checked.add(id(of))
        return frozenset(checked)

    def checked(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """An expression, preceded by checks that the values whose properties it reads are not none."""
        with self.assuming(self.guard_none(node, scope, b)):
            return self.lower(node, scope)

    def checked_set(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """The same as a set."""
        with self.assuming(self.guard_none(node, scope, b)):
            return self.as_set(node, scope)

    # ------------------------------------------------------- what slots and players get

    def needed(self, lowered: Expr, value: t.Expr, want: Type, b: Builder) -> Expr:
        """Checks that an argument that may be none is not."""
        if not may_be_missing(value) or want.optional or want.kind in SETS:
            return lowered
        register = b.held(kind_of(value.type), lowered, value.span)
        b.check(is_some(register), self.unit.fault("RW403", NONE_HERE, value.span), value.span)
        return register

    def _in_range(self, lowered: Expr, value: t.Expr, want: Type, b: Builder) -> Expr:
        """Checks that a number lies in the range of the slot that it fills."""
        if want.kind != "number" or fits(value.type, want):
            return lowered
        register = b.held(CellKind.NUMBER, lowered, value.span)
        least, most = Const(want.least), Const(want.most)
        inside = Binary("both", Binary("ge", register, least), Binary("le", register, most))
        b.check(inside, self.unit.outside(want, value.span), value.span)
        return register

    def argument(self, value: t.Expr, want: Type, scope: Scope, b: Builder) -> Expr:
        """What a call gives to a slot of this type."""
        as_set = want.kind in SETS
        lowered = self.checked_set(value, scope, b) if as_set else self.checked(value, scope, b)
        return self._in_range(self.needed(lowered, value, want, b), value, want, b)

    def arguments(self, given: Sequence[t.Expr], slots: Iterable[Slot], scope: Scope) -> list[Expr]:
        """What a call that is part of a value gives to each slot."""
        found = []
        for value, slot in zip(given, slots, strict=True):
            if slot.type.kind in SETS:
                found.append(self.as_set(value, scope))
            else:
                lowered = self.lower(value, scope)
                found.append(lowered if slot.type.optional else self.there(value, lowered))
        return found

    def player(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """The player who chooses or looks: there must be one."""
        player = self.checked(node, scope, b)
        if player == Const(NONE):  # nobody acts, as in a phase without turns
            self.unit.check(Const(0), "RW403", "nobody acts here, so nobody can choose or look", node.span, b)
        return self.needed(player, node, PLAYER, b)

    # ------------------------------------------------------------------------- sets

    def as_set(self, node: t.Expr, scope: Scope) -> Expr:
        """Any value as a set; a single value becomes a set of one member."""
        value = self.lower(node, scope)
        if node.type.kind in SETS:
            return value
        if isinstance(value, Const):
            return Const(1 << value.value if value.value >= 0 else 0)
        return Unary("bit", value)

    def size(self, node: t.Expr, scope: Scope) -> Expr:
        """The number of members of a set; for a whole place, without building the set."""
        if node.type.kind in ("place", "cell"):
            return PlaceCount(self.certain(node, scope))
        if isinstance(node, t.Select) and len(node.filters) == 1 and isinstance(node.filters[0], t.InPlace):
            place = node.filters[0].place
            if isinstance(place, t.PlaceValue) and place.type.kind == "place" and node.base == "type":
                held = self.unit.symbols.places[place.name].text.types
                if held == (node.name,):
                    return PlaceCount(self.lower(place, scope))
        return Unary("size", self.as_set(node, scope))

    def start_of(self, state: State) -> Expr:
        """The first value of a state."""
        if state.starts is None:
            return Const(0)
        if state.type.kind in SETS:
            return self.as_set(state.starts, Scope(Const(NONE)))
        return self.lower(state.starts, Scope(Const(NONE)))

    # -------------------------------------------------------------- helper procedures

    def helper(
        self, name: str, scope: Scope, subject: Expr, kind: CellKind
    ) -> tuple[Builder, Scope, list[Expr]]:
        """A builder whose first parameter is the subject; the bindings in scope are further parameters."""
        build = Builder(f"{name} {len(self.unit.procedures)}")
        build.parameter(kind)
        inner, arguments = handed_on(scope, build)
        arguments = [subject, *arguments, scope.actor]
        actor = build.parameter(CellKind.PLAYER)
        this = scope.this
        if this is not None and not isinstance(this, Const):
            arguments.append(this)
            this = build.parameter(CellKind.PIECE)
        return build, attrs.evolve(scope, actor=actor, variables=inner, this=this), arguments


class OnValues:
    """A part of lowering that is built on values, with short names for what nearly all of these use."""

    def __init__(self, values: Values) -> None:
        self.values, self.unit, self.tables, self.again = values, values.unit, values.tables, values.again
        self.lower, self.as_set = values.lower, values.as_set
        self.there, self.certain = values.there, values.certain


def handed_on(scope: Scope, b: Builder) -> tuple[dict[str, Expr], list[Expr]]:
    """The bindings in scope inside a procedure of its own, where they are parameters; and what its caller gives."""
    inner: dict[str, Expr] = {}
    arguments: list[Expr] = []
    for variable, value in scope.variables.items():
        if isinstance(value, Const):
            inner[variable] = value
        elif variable in scope.types:
            inner[variable] = b.parameter(kind_of(scope.types[variable]))
            arguments.append(value)
    return inner, arguments


def fits(have: Type, want: Type) -> bool:
    """Whether every number of one type is one of another."""
    return want.least <= have.least and have.most <= want.most
