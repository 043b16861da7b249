"""What stays the same while the members of a set are gone through, so that machine code computes it once.

`pieces where (no other piece is near)` goes through all other pieces for each piece. Inside, nothing writes: so an
expression about a set that does not depend on the member is the same for all of them. And whether a value is in a
set that each other piece has (`the cells near that piece`) is whether it is in their union, which is such an
expression.

Nothing changes for whoever plays: what is kept is evaluated where it was evaluated first, with the faults and the
steps that it would have had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import attrs

from ...dsl.tree.passes import over
from ..ir import (
    Any,
    Assign,
    Binary,
    Binder,
    Call,
    Check,
    Const,
    Count,
    Emit,
    Expr,
    Filter,
    Fits,
    HowMany,
    Instr,
    Layout,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutAll,
    PutPile,
    Return,
    Table,
    Trial,
    Unary,
    Union,
)
from ..ir.cycles import callees_first
from ..ir.ranges import Ranges
from ..ir.walk import all_expressions, binders, carried_out, children, defines, flat, reads, walk, writes

DEEPEST = 6
"""How deep calls are followed."""


@attrs.frozen
class Among:
    """A test whether a value is in the set that some member has: `value in (some of members: of)`. With `some`, the
    value may be none, which is in no set."""

    union: Union
    value: Expr
    some: bool


def among(any_: Any) -> Among | None:
    """An `Any` read as such a test, whatever it depends on."""
    match any_.test:
        case Binary(op="has", left=of, right=value):
            some = False
        case Binary(
            op="both",
            left=Binary(op="ge", left=asked, right=Const(value=0)),
            right=Binary(op="has", left=of, right=value),
        ) if asked == value:
            some = True
        case _:
            return None
    if any_.register in reads([value]) or any_.register not in reads([of]):
        return None
    return Among(Union(any_.register, any_.members, of, turn=any_.turn), value, some)


class Steady:
    """Answers about the expressions of one program. With `counting`, events count as effects."""

    def __init__(self, program: Program, counting: bool) -> None:
        self.program, self.counting = program, counting
        self._numbers = {id(one): number for number, one in enumerate(program.procedures)}
        self._bad: dict[int, set[int]] = {}

    @cached_property
    def _ranges(self) -> Ranges:
        return Ranges(self.program)

    @cached_property
    def _quiet(self) -> frozenset[int]:
        """The plain procedures that change nothing, and draw nothing."""
        return self._without(lambda one: writes(one) or (self.counting and isinstance(one, Emit)))

    @cached_property
    def _still(self) -> frozenset[int]:
        """The plain procedures that move nothing."""
        return self._without(_moves)

    def _without(self, effect: Callable[[Instr], bool]) -> frozenset[int]:
        """The plain procedures that have no such effect, nor has what they call."""
        plain = {number: one for number, one in enumerate(self.program.procedures) if not one.framed}
        calls = {number: carried_out(all_expressions(one)) for number, one in plain.items()}
        found: set[int] = set()
        for number in callees_first(calls):
            own = flat(plain[number].blocks[0].instructions)
            if calls[number] <= found and not any(map(effect, own)):
                found.add(number)
        return frozenset(found)

    def is_still(self, exprs: Iterable[Expr], instructions: Iterable[Instr]) -> bool:
        """Whether nothing moves, so that places hold the same pieces, while these are carried out."""
        own = list(flat(instructions))
        inside = [*exprs, *(part for one in own for part in children(one))]
        return not any(map(_moves, own)) and carried_out(inside) <= self._still

    def is_quiet(self, exprs: Iterable[Expr]) -> bool:
        """Whether evaluating expressions leaves the memory as it is, from one part of them to the next."""
        return all(
            node.procedure in self._quiet for expr in exprs for node in walk(expr) if isinstance(node, Call)
        )

    def can_keep(self, expr: Expr) -> bool:
        """Whether nobody notices that an expression is not evaluated again. The steps of a set that it goes through
        itself are taken each time; nothing inside it takes any."""
        if any(isinstance(node, Trial) for node in walk(expr)):
            return False
        if any(one.turn for one in binders([expr]) if one is not expr):
            return False
        calls = carried_out([expr])
        return calls <= self._quiet and not any(self.program.procedures[number].counts for number in calls)

    def can_unite(self, procedure: Procedure, test: Among) -> bool:
        """Whether a test may be made with the union of all sets, where an `Any` would stop at the first that has the
        value: later ones are not at fault unless the first one is."""
        parts = (test.union.members, test.union.value, test.value)
        if not all(map(self.can_keep, parts)):
            return False
        number = self._numbers[id(procedure)]
        depends = frozenset({test.union.register})
        return self._is_alike(number, test.union.value, depends, True, 0) and self._is_alike(
            number, test.value, frozenset(range(len(procedure.kinds))), False, 0
        )

    # ------------------------------------------------------------------------ faults

    @over(Expr, subject="expr", leaves="OF_PLACES READS Const Fits Reg Shift Trial Unary")
    def _is_alike(self, number: int, expr: Expr, depends: frozenset[int], sure: bool, depth: int) -> bool:
        """Whether an expression is at fault for no member unless it is for the first. `depends`: the registers that
        may differ between members; `sure`: it is evaluated for every member."""
        if sure and not depends & reads([expr]):
            return True
        if self._may_fail(number, expr):
            return False

        def again(part: Expr, here: bool) -> bool:
            return self._is_alike(number, part, depends, here, depth)

        match expr:
            case Pick(test=test, then=then, otherwise=otherwise):
                rest = sure and not depends & reads([test])
                return again(test, sure) and again(then, rest) and again(otherwise, rest)
            case Binary(op="both" | "either", left=left, right=right):
                return again(left, sure) and again(right, sure and not depends & reads([left]))
            case Filter() | Any() | HowMany() | Union():
                members, inside = children(expr)
                within = depends | {expr.register}
                return again(members, sure) and self._is_alike(number, inside, within, False, depth)
            case Call():
                return all(again(one, sure) for one in expr.arguments) and self._call_is_alike(
                    expr, depends, sure, depth
                )
        return all(again(part, sure) for part in children(expr))

    def _call_is_alike(self, call: Call, depends: frozenset[int], sure: bool, depth: int) -> bool:
        """The same for what a plain procedure does, if that is simple."""
        procedure = self.program.procedures[call.procedure]
        block = procedure.blocks[0]
        if depth >= DEEPEST or not isinstance(block.terminator, Return):
            return False
        inside = {index for index, one in enumerate(call.arguments) if depends & reads([one])}
        for instr in block.instructions:
            if not isinstance(instr, Assign | Check):
                return False
            (value,) = children(instr)
            varies = bool(inside & reads([value]))
            if isinstance(instr, Check) and (varies or not sure):
                return False
            if not self._is_alike(call.procedure, value, frozenset(inside), sure, depth + 1):
                return False
            if varies and (register := defines(instr)) is not None:
                inside.add(register)
        result = block.terminator.value
        return result is None or self._is_alike(call.procedure, result, frozenset(inside), sure, depth + 1)

    @over(Expr, subject="node", leaves="BINDERS Call Const Pick Reg Shift")
    def _may_fail(self, number: int, node: Expr) -> bool:
        """Whether an operation itself may be at fault."""
        layout, program = self.program.layout, self.program
        match node:
            case Trial() | Fits() | PlaceAt() | PlaceEnd():
                return True
            case Load(address=Const(value=address)):
                return not 0 <= address < layout.size
            case LoadSet(address=Const(value=address), words=words):
                return not 0 <= address <= layout.size - words
            case Table(table=table, index=Const(value=index)):
                return not 0 <= index < len(program.tables[table])
            case PlaceSet(place=Const(value=place)) | PlaceCount(place=Const(value=place)):
                return not 0 <= place < len(layout.places)
            case Load() | LoadSet() | Table() | PlaceSet() | PlaceCount():
                return id(node) in self._bad_in(number)
            case Unary(op="bit", value=value):
                return not isinstance(value, Const)
            case Binary(op="div" | "mod", right=right):
                return not isinstance(right, Const) or right.value in (0, -1)
        return False

    def _bad_in(self, number: int) -> set[int]:
        if number not in self._bad:
            self._bad[number] = self._ranges.bad_indices(number)
        return self._bad[number]


def _moves(instr: Instr) -> bool:
    return isinstance(instr, Put | PutAll | PutPile)


def depth_of(expr: Expr, depths: Mapping[int, int]) -> int:
    """How deep the innermost loop is nested on whose member an expression depends; 0 if it depends on none."""
    return max((depths.get(register, 0) for register in reads([expr])), default=0)


def is_costly(expr: Expr, layout: Layout) -> bool:
    """Whether evaluating an expression goes through many members: those of a set, or the pieces of a pile."""
    if isinstance(expr, PlaceSet):
        place = expr.place
        known = isinstance(place, Const) and 0 <= place.value < len(layout.places)
        return isinstance(place, Const) and known and layout.places[place.value].ordered
    return isinstance(expr, Binder)


def is_short(procedure: Procedure, most: int) -> bool:
    """Whether a plain procedure only counts, checks and returns a value, in few nodes."""
    block = procedure.blocks[0]
    if procedure.framed or not isinstance(block.terminator, Return) or block.terminator.value is None:
        return False
    exprs = list(all_expressions(procedure))
    simple = all(isinstance(one, Assign | Check | Count) for one in block.instructions)
    return simple and sum(1 for expr in exprs for _ in walk(expr)) <= most
