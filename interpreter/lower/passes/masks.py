"""Rewrites expressions about each member of a set so that they treat the whole set together where that is possible.

In: a program. Out: an equivalent one. A test that depends on constant tables, or asks whether the member is in a set,
becomes an intersection with a set (`row of the square <= 2`; `kind = the player's kind`). Whether there is something
becomes an `Any`, which stops early. Plain procedures that only return an expression become part of expressions about
members, where more is known: that a piece lies on the board, so that its square is not none.

What can be at fault stays as it is: it is evaluated for the same members, in the same order, or for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any as AnyValue

import attrs

from ....dsl.tree.passes import over
from ...ir import (
    Any,
    Binary,
    Binder,
    Block,
    Call,
    CellKind,
    Check,
    Const,
    Expr,
    Filter,
    HowMany,
    Instr,
    LoadSet,
    Option,
    Pick,
    PlaceCount,
    Procedure,
    Program,
    Reg,
    Return,
    Table,
    Terminator,
    Unary,
    Union,
)
from ...ir.bounds import ALL, Bounds
from ...ir.rewrite import Renaming, copied
from ...ir.walk import binders, children, reads, walk
from ..building.operations import fold
from .possible import Known, Possible, uses

MOST_VALUES = 256
"""A table of sets by value has up to this many entries."""
MOST_MEMBERS = 2048
"""Tests of constant tables are decided in advance for sets of up to this many members."""
SMALL = 8
"""An argument with up to this many nodes may be evaluated several times."""
LARGE = 120
"""A procedure whose expression has more nodes than this stays a procedure."""
DEEP = 6
"""How deep procedures become part of each other."""

_SIDES = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda one, other: one == other,
    "ne": lambda one, other: one != other,
    "lt": lambda one, other: one < other,
    "le": lambda one, other: one <= other,
    "gt": lambda one, other: one > other,
    "ge": lambda one, other: one >= other,
}


def with_masks(program: Program) -> Program:
    """The program with sets treated as a whole."""
    return _Masks(program).run()


class _Masks:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables = list(program.tables)
        self.numbers = {entries: number for number, entries in enumerate(program.tables)}
        self.possible = Possible(program, self.tables)
        self.bounds = Bounds(program, lambda place: ALL)
        self.kinds: list[CellKind] = []  # of the registers of the current procedure
        self.depth = 0
        # The procedures whose faults are reported at places of their own, wherever they are called
        self._spanned = frozenset(
            number for number, one in enumerate(program.procedures) if not one.framed and one.span is not None
        )

    def run(self) -> Program:
        procedures = tuple(self._procedure(one) for one in self.program.procedures)
        return attrs.evolve(self.program, procedures=procedures, tables=tuple(self.tables))

    def _procedure(self, procedure: Procedure) -> Procedure:
        self.kinds = list(procedure.kinds)
        known = Known(self.kinds)
        blocks = tuple(
            Block(
                tuple(self.part(instr, known) for instr in block.instructions),
                self.part(block.terminator, known),
            )
            for block in procedure.blocks
        )
        return attrs.evolve(procedure, kinds=tuple(self.kinds), blocks=blocks)

    def part(self, node: AnyValue, known: Known) -> AnyValue:
        """An instruction, a terminator or an option with its expressions rewritten."""

        def field(name: str, value: AnyValue) -> AnyValue:
            if isinstance(value, Expr):
                return self.expr(value, known)
            if isinstance(value, Instr | Option | Terminator):
                return copied(value, field)
            if isinstance(value, tuple):
                return tuple(field(name, item) for item in value)
            return value

        return copied(node, field)

    # ------------------------------------------------------------------- expressions

    def expr(self, node: Expr, known: Known) -> Expr:
        if not children(node):
            return node
        if isinstance(node, Binder):
            return self.binder(node, known)
        if isinstance(node, Pick):
            test = self.expr(node.test, known)
            then = self.expr(node.then, self.possible.given(test, known))
            return self.simpler(Pick(test, then, self.expr(node.otherwise, known)), known)

        def field(name: str, value: AnyValue) -> AnyValue:
            if isinstance(value, Expr):
                return self.expr(value, known)
            return tuple(field(name, one) for one in value) if isinstance(value, tuple) else value

        return self.simpler(copied(node, field), known)

    @over(Expr, subject="node", leaves="BINDERS READS OF_PLACES Const Fits Reg Shift Trial")
    def simpler(self, node: Expr, known: Known) -> Expr:
        """An operation on parts that are as simple as can be."""
        match node:
            case Unary(op="size", value=Filter(register=register, members=of, test=test)):
                return HowMany(register, of, test)
            case Unary(op="not", value=inner):
                return _opposite(inner) or fold(node)
            case Binary(op="eq" | "ne" | "gt" | "ge" | "le" | "lt"):
                return self._compared(node, known)
            case Binary(op="both" | "either" as op, left=left, right=right):
                return self._decided(op, left, right) or node
            case Binary(op="has", left=Const(value=of), right=member):
                places = self.possible.place_of(member, known)
                at = self.possible.range(member, known)
                if places is None and at is not None and at[0] >= 0 and at[1] < MOST_MEMBERS:
                    places = (1 << at[1] + 1) - (1 << at[0])
                if places is not None and not places & ~of:
                    return Const(1)
                return node
            case Binary(op="and", left=left, right=right):
                for one, other in ((left, right), (right, left)):
                    if isinstance(one, Const) and not self._most(other) & ~one.value:
                        return other
                    if isinstance(one, Const) and isinstance(other, Pick) and other.otherwise == Const(0):
                        given = self.possible.given(other.test, known)
                        return Pick(other.test, self.simpler(Binary("and", one, other.then), given), Const(0))
                return fold(node)
            case Binary():
                return fold(node)
            case Pick(test=Const(value=test), then=then, otherwise=otherwise):
                return then if test else otherwise
            case Pick(test=test, then=Const(value=1), otherwise=Const(value=0)) if is_truth(test):
                return test
            case Call():
                return self._call(node, known) or node
        return node

    def _most(self, of: Expr) -> int:
        """A set that contains what an expression can hold, if that is a row of a table; otherwise everything."""
        found = 0
        for entry in self.tables[of.table] if isinstance(of, Table) else (ALL,):
            found |= entry
        return found

    def _decided(self, op: str, left: Expr, right: Expr) -> Expr | None:
        for one, other in ((left, right), (right, left)):
            if (
                isinstance(one, Const)
                and bool(one.value) == (op == "both")
                and (is_truth(other) or one is right)
            ):
                return other if is_truth(other) else None
        if isinstance(left, Const) and bool(left.value) == (op == "either"):
            return Const(int(op == "either"))
        return None

    def _compared(self, node: Binary, known: Known) -> Expr:
        """A comparison that is always true or always false, or that asks whether there is something at all."""
        if (some := _asks_for_some(node)) is not None:
            return self._asked(some, known)
        if (only := self._only_if(node, known)) is not None:
            return only
        first, second = self.possible.range(node.left, known), self.possible.range(node.right, known)
        if first is not None and second is not None and isinstance(node.right, Const):
            compared = _COMPARED[node.op]
            found = {compared(one, second[0]) for one in first}
            between = node.op in ("eq", "ne") and first[0] < second[0] < first[1]
            if len(found) == 1 and not between and self.possible.is_safe(node.left, known):
                return Const(int(found.pop()))
        return fold(node)

    def _asked(self, some: Expr, known: Known) -> Expr:
        """Whether there is something, or nothing; simply, if what is asked for is a certain member."""
        match some:
            case Any(register=register, members=of, test=test):
                return self._is_member(register, of, test, known) or some
            case Unary(op="not", value=Any() as any_):
                return Unary("not", self._asked(any_, known))
        return some

    def _only_if(self, node: Binary, known: Known) -> Expr | None:
        """A comparison of a value that is picked, if it holds exactly for the first choice."""
        match node:
            case Binary(
                op=op, left=Pick(test=test, then=then, otherwise=Const(value=other)), right=Const(value=value)
            ) if is_truth(test) and not _COMPARED[op](other, value):
                inner = self.possible.given(test, known)
                if self._compared(Binary(node.op, then, Const(value)), inner) == Const(1):
                    return test
        return None

    # ------------------------------------------------------------------------- calls

    def _call(self, call: Call, known: Known) -> Expr | None:
        """What a plain procedure returns, in place of a call, if it does nothing else."""
        procedure = self.program.procedures[call.procedure]
        body = procedure.blocks[0]
        if procedure.framed or not isinstance(body.terminator, Return) or body.terminator.value is None:
            return None
        checks = body.instructions
        if not known.ranges or self.depth >= DEEP or not all(isinstance(one, Check) for one in checks):
            return None
        value = body.terminator.value
        if not _is_small(value, LARGE):
            return None
        for number, argument in enumerate(call.arguments):
            often = sum(uses(one, number) for one in (value, *(children(one)[0] for one in checks)))
            if not isinstance(argument, Const | Reg) and (
                not self.possible.is_safe(argument, known) or (often > 1 and not _is_small(argument, SMALL))
            ):
                return None
        renaming = self._renaming(procedure, call, value)
        self.depth += 1
        try:
            if any(self.expr(renaming.node(children(one)[0]), known) != Const(1) for one in checks):
                return None
            found = self.expr(renaming.node(value), known)
        finally:
            self.depth -= 1
        return found if self.possible.is_safe(found, known, self._spanned) else None

    def _renaming(self, procedure: Procedure, call: Call, value: Expr) -> Renaming:
        """The arguments in place of the parameters; registers that the expression binds become new ones here."""
        first = len(self.kinds)
        if any(binders([value])):
            self.kinds.extend(procedure.kinds)
        return Renaming(dict(enumerate(call.arguments)), first_register=first)

    # ----------------------------------------------------------- about each member

    def binder(self, node: Binder, known: Known) -> Expr:
        return self._about(node, self.expr(children(node)[0], known), known)

    def _about(self, node: Binder, of: Expr, known: Known) -> Expr:
        """An expression about each member of a set that has been rewritten."""
        if isinstance(of, Pick) and of.otherwise == Const(0):
            # What is known in there is known about the members.
            some = self._about(node, of.then, self.possible.given(of.test, known))
            return self.simpler(Pick(of.test, some, Const(0)), known)
        inside = self.possible.inside(attrs.evolve(node, members=of), known)
        match node:
            case Union(value=value):
                return attrs.evolve(node, members=of, value=self.expr(value, inside))
            case Filter(test=test) | Any(test=test) | HowMany(test=test):
                test = self.expr(test, inside)
                if isinstance(node, Any) and (one := self._is_member(node.register, of, test, known)):
                    return one
                of, left = self._masked(node.register, of, test, known, inside)
                if left == Const(1):
                    return self._whole(node, of)
                return attrs.evolve(node, members=of, test=left)
        raise TypeError(node)

    def _is_member(self, register: int, of: Expr, test: Expr, known: Known) -> Expr | None:
        """Whether a set has a value, if that is asked of each member."""
        match test:
            case Binary(op="eq", left=Reg(index=index), right=value) if index == register:
                pass
            case Binary(op="eq", left=value, right=Reg(index=index)) if index == register:
                pass
            case _:
                return None
        if not self._is_free(value, register, known):
            return None
        has = self.simpler(Binary("has", of, value), known)
        limits = self.possible.range(value, known)
        if limits is not None and limits[0] >= 0:
            return has
        # None is a member of no set, and `has` does not take it.
        return Binary("both", Binary("ge", value, Const(0)), has) if _is_small(value, SMALL) else None

    def _whole(self, node: Binder, of: Expr) -> Expr:
        """The expression if every member passes."""
        if isinstance(node, Filter):
            return of
        return Binary("ne", of, Const(0)) if isinstance(node, Any) else Unary("size", of)

    def _masked(self, register: int, of: Expr, test: Expr, known: Known, inside: Known) -> tuple[Expr, Expr]:
        """The members that pass those parts of a test that can be decided for all together, and the other parts.

        A part that follows one that can be at fault stays behind it."""
        left: list[Expr] = []
        movable = True
        for one in _conjuncts(test):
            mask = self.mask(one, register, known) if movable else None
            if mask is not None:
                of = _meet(of, mask)
                continue
            left.append(one)
            movable = movable and self.possible.is_safe(one, inside)
        rest: Expr = Const(1)
        for one in left:
            rest = one if rest == Const(1) else Binary("both", rest, one)
        return of, rest

    @over(Expr, subject="test", leaves="BINDERS READS OF_PLACES Call Const Fits Pick Reg Shift Trial")
    def mask(self, test: Expr, register: int, known: Known) -> Expr | None:
        """The set of the members that pass a test; None if they must be looked at one by one."""
        count = self.possible.counts.get(self.kinds[register], MOST_MEMBERS + 1)
        if count > MOST_MEMBERS:
            return None
        whole = Const((1 << count) - 1)
        if reads([test]) == {register} and (constant := self._constant(test, register, count)) is not None:
            return constant
        match test:
            case Unary(op="not", value=inner):
                found = self.mask(inner, register, known)
                return None if found is None else _without(whole, found)
            case Binary(
                op="both",
                left=Binary(op="ge", left=asked, right=Const(value=0)),
                right=Binary(op="has", left=of, right=value),
            ) if asked == value and not (isinstance(value, Reg) and value.index == register):
                return self._holders(of, value, register, count, known)  # no set has none
            case Binary(op="both" | "either" as op, left=left, right=right):
                first, second = self.mask(left, register, known), self.mask(right, register, known)
                if first is None or second is None:
                    return None
                return fold(Binary("and" if op == "both" else "or", first, second))
            case Binary(op="eq", left=PlaceCount(place=Reg(index=index)), right=Const(value=0)) if (
                index == register
            ):
                kept = self.possible.occupied
                if kept is None or whole.value & ~kept.places:
                    return None
                return _without(whole, LoadSet(Const(kept.address), kept.words))
            case Binary(op="has", left=of, right=Reg(index=index)) if index == register:
                return of if self._is_free(of, register, known) else None
            case Binary(op="has", left=of, right=value):
                return self._holders(of, value, register, count, known)
            case Binary(op=op, left=left, right=right) if op in _SIDES:
                return self._by_value(op, left, right, register, count, known) or self._by_value(
                    _SIDES[op], right, left, register, count, known
                )
        return None

    def _is_free(self, expr: Expr, register: int, known: Known) -> bool:
        return register not in reads([expr]) and self.possible.is_safe(expr, known)

    def _constant(self, test: Expr, register: int, count: int) -> Expr | None:
        if any(isinstance(node, Table) and node.table >= len(self.program.tables) for node in walk(test)):
            return None
        found = 0
        for member in range(count):
            passes = self.bounds.value(test, {register: member})
            if passes is None:
                return None
            found |= bool(passes) << member
        return Const(found)

    def _by_value(
        self, op: str, of: Expr, value: Expr, register: int, count: int, known: Known
    ) -> Expr | None:
        """A printed property compared with a value that does not depend on the member: a table of sets by value."""
        match of:
            case Reg(index=index) if index == register and op != "eq":
                entries = tuple(range(count))
            case Table(table=table, index=Reg(index=index)) if index == register:
                entries = self.tables[table][:count]
            case _:
                return None
        if len(entries) < count or not self._is_free(value, register, known):
            return None
        least, most = min(entries) - 1, max(entries) + 1
        limits = self.possible.range(value, known)
        if limits is not None:
            least, most = min(least, limits[0]), max(most, limits[1])
        if most - least >= MOST_VALUES:
            return None
        compared = _COMPARED[op]
        sets = tuple(
            sum(1 << member for member, entry in enumerate(entries) if compared(entry, one))
            for one in range(least, most + 1)
        )
        return self._set_of(sets, least, value, limits is not None)

    def _holders(self, of: Expr, value: Expr, register: int, count: int, known: Known) -> Expr | None:
        """The members of which a constant set contains a value that does not depend on them: a table by value."""
        among = ALL
        match of:
            case (
                Binary(op="and", left=Const(value=among), right=Table() as of)
                | Binary(op="and", left=Table() as of, right=Const(value=among))
            ):
                pass
        match of:
            case Table(table=table, index=Reg(index=index)) if index == register:
                entries = [entry & among for entry in self.tables[table][:count]]
            case _:
                return None
        most = max((entry.bit_length() for entry in entries), default=0)
        if len(entries) < count or min(entries) < 0 or most >= MOST_VALUES:
            return None
        if not self._is_free(value, register, known):
            return None
        sets = tuple(
            sum(1 << member for member, entry in enumerate(entries) if one >= 0 and entry >> one & 1)
            for one in range(-1, most + 1)
        )
        limits = self.possible.range(value, known)
        return self._set_of(sets, -1, value, limits is not None and limits[0] >= -1 and limits[1] <= most)

    def _set_of(self, sets: tuple[int, ...], least: int, value: Expr, inside: bool) -> Expr:
        """The set for a value, from a table for values from `least` on. Beyond these, nothing changes."""
        if not inside:
            value = Binary("min", Binary("max", value, Const(least)), Const(least + len(sets) - 1))
        return Table(self._table(sets), fold(Binary("sub", value, Const(least))) if least else value)

    def _table(self, entries: tuple[int, ...]) -> int:
        if entries not in self.numbers:
            self.numbers[entries] = len(self.tables)
            self.tables.append(entries)
        return self.numbers[entries]


@over(Expr, subject="expr", leaves="READS OF_PLACES Call Filter Fits HowMany Pick Reg Shift Trial Union")
def is_truth(expr: Expr) -> bool:
    """Whether an expression is always 0 or 1."""
    match expr:
        case Binary(op="lt" | "le" | "eq" | "ne" | "gt" | "ge" | "both" | "either" | "has") | Any():
            return True
        case Unary(op=op):
            return op == "not"
        case Const(value=value):
            return value in (0, 1)
    return False


def _opposite(expr: Expr) -> Expr | None:
    match expr:
        case Unary(op="not", value=inner) if is_truth(inner):
            return inner
        case Binary(op="eq", left=left, right=right):
            return Binary("ne", left, right)
        case Binary(op="ne", left=left, right=right):
            return Binary("eq", left, right)
    return None


def _asks_for_some(node: Binary) -> Expr | None:
    """A comparison of a set, or of its size, that asks only whether it has members."""
    match node:
        case Binary(op="eq" | "ne" | "gt", left=Unary(op="size", value=of), right=Const(value=0)):
            return Binary("eq" if node.op == "eq" else "ne", of, Const(0))
        case Binary(op="ge", left=Unary(op="size", value=of), right=Const(value=1)):
            return Binary("ne", of, Const(0))
        case Binary(
            op="eq" | "ne", left=Filter(register=register, members=of, test=test), right=Const(value=0)
        ):
            some = Any(register, of, test)
        case Binary(
            op="eq" | "ne" | "gt",
            left=HowMany(register=register, members=of, test=test),
            right=Const(value=0),
        ):
            some = Any(register, of, test)
        case Binary(op="ge", left=HowMany(register=register, members=of, test=test), right=Const(value=1)):
            some = Any(register, of, test)
        case _:
            return None
    return Unary("not", some) if node.op == "eq" else some


def _conjuncts(test: Expr) -> Iterator[Expr]:
    if isinstance(test, Binary) and test.op == "both":
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    else:
        yield test


def _without(whole: Const, mask: Expr) -> Expr:
    return Const(whole.value & ~mask.value) if isinstance(mask, Const) else Binary("minus", whole, mask)


def _meet(of: Expr, mask: Expr) -> Expr:
    """The members of a set that are in another."""
    match mask:
        case Binary(op="minus", left=Const(value=whole), right=right) if isinstance(of, Const):
            return Binary("minus", Const(of.value & whole), right)
        case Binary(op="minus", left=Const(), right=right):
            return Binary("minus", of, right)  # the left side is everything
    return fold(Binary("and", of, mask))


def _is_small(expr: Expr, most: int) -> bool:
    for number, node in enumerate(walk(expr)):
        if number >= most or (most == SMALL and isinstance(node, Binder | Call)):
            return False
    return True
