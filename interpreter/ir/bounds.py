"""Upper bounds of sets: what a set can hold at most, whatever the memory contains.

Bounds follow from the program alone. A set is bounded by the constants or places that it is made from, or, if a
procedure only removes members from its first argument, by that argument. Conditions that depend only on constant
tables are decided for each member. A set whose bound cannot be determined is bounded by ALL. Bounds are always
correct, but not always the narrowest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from . import (
    Assign,
    Binary,
    Call,
    Const,
    Count,
    Expr,
    Filter,
    ForEachBit,
    If,
    Pick,
    PlaceSet,
    Procedure,
    Program,
    Reg,
    Return,
    Table,
    Unary,
)
from .walk import defines, flat
from .widths import members

ALL = -1
"""As a set: everything."""

Known = Mapping[int, int]
"""The values of registers, as far as they are known."""

_DEEPEST = 8  # how deep calls of conditions are followed inside conditions

_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "min": min,
    "max": max,
    "lt": lambda left, right: int(left < right),
    "le": lambda left, right: int(left <= right),
    "eq": lambda left, right: int(left == right),
    "ne": lambda left, right: int(left != right),
    "gt": lambda left, right: int(left > right),
    "ge": lambda left, right: int(left >= right),
    "or": lambda left, right: left | right,
    "and": lambda left, right: left & right,
    "minus": lambda left, right: left & ~right,
    "has": lambda left, right: left >> right & 1 if right >= 0 else 0,
}


@attrs.frozen
class Bounds:
    """`held` returns the set of the pieces that can lie in the place with a given number."""

    program: Program
    held: Callable[[int], int]

    def most(self, of: Expr, arguments: Mapping[int, Expr] | None = None) -> int:
        """A set that contains every possible member of an expression's value. Inside a procedure, `arguments` are
        what is known of its parameters."""
        given = arguments or {}
        match of:
            case Const(value=value):
                return value
            case Reg(index=index):
                return self.most(given[index]) if index in given else ALL
            case Binary(op="and", left=left, right=right):
                return self.most(left, given) & self.most(right, given)
            case Binary(op="or", left=left, right=right):
                return self.most(left, given) | self.most(right, given)
            case Binary(op="minus", left=left):
                return self.most(left, given)
            case Pick(then=then, otherwise=otherwise):
                return self.most(then, given) | self.most(otherwise, given)
            case Filter(register=register, members=of_all, test=test):
                most = self.most(of_all, given)
                known = {at: one.value for at, one in given.items() if isinstance(one, Const)}
                return ALL if most == ALL else self._kept(most, register, test, known)
            case PlaceSet(place=Const(value=place)):
                return self.held(place)
            case Table(table=table):
                found = 0
                for entry in self.program.tables[table]:
                    found |= entry
                return found
            case Call(procedure=number, arguments=(first, *rest)):
                procedure = self.program.procedures[number]
                if (returned := _only_returned(procedure)) is not None and not given:
                    return self.most(returned, dict(enumerate(of.arguments)))
                return self._left_by(procedure, self.most(first, given), rest)
        return ALL

    def _left_by(self, procedure: Procedure, given: int, rest: list[Expr]) -> int:
        """What a procedure keeps of its first argument, a set, if filtering that set is all it does."""
        block = procedure.blocks[0]
        if procedure.framed or not isinstance(block.terminator, Return):
            return ALL
        result = block.terminator.value
        if not isinstance(result, Reg):
            return ALL
        loops = [
            one for one in flat(block.instructions) if isinstance(one, ForEachBit) and one.members == Reg(0)
        ]
        over = {one.register for one in loops}
        for instr in flat(block.instructions):
            if isinstance(instr, Assign) and instr.register == result.index:
                if not _narrows(instr.value, result, over):
                    return ALL
            elif defines(instr) in {0, result.index}:
                return ALL
        again = [one for one in flat(block.instructions) if defines(one) in over]
        if len(again) > len(loops):
            return ALL
        if given == ALL or len(loops) != 1 or not (test := _only_test(loops[0], result)):
            return given
        known = {at: one.value for at, one in enumerate(rest, 1) if isinstance(one, Const)}
        known = {at: value for at, value in known.items() if not _is_set(block.instructions, at)}
        return self._kept(given, loops[0].register, test, known)

    def _kept(self, given: int, register: int, test: Expr, known: Known) -> int:
        """The members of a set that may pass a test."""
        kept = 0
        for member in members(given):
            if self.value(test, {**known, register: member}) != 0:
                kept |= 1 << member
        return kept

    def value(self, of: Expr, known: Known, depth: int = 0) -> int | None:
        """The value of an expression; None if it depends on more than constants and known registers."""
        match of:
            case Const(value=value):
                return value
            case Reg(index=index):
                return known.get(index)
            case Table(table=table, index=index):
                at, entries = self.value(index, known, depth), self.program.tables[table]
                return entries[at] if at is not None and 0 <= at < len(entries) else None
            case Unary(op="not", value=value):
                found = self.value(value, known, depth)
                return None if found is None else int(not found)
            case Unary(op="bit", value=value):
                found = self.value(value, known, depth)
                return None if found is None else (1 << found if found >= 0 else 0)
            case Binary(op="both" | "either", left=left, right=right):
                sides = [self.value(left, known, depth), self.value(right, known, depth)]
                decides = of.op == "either"
                if any(side is not None and bool(side) == decides for side in sides):
                    return int(decides)
                return None if None in sides else int(not decides)
            case Binary(left=left, right=right) if of.op in _NUMBERS:
                one, other = self.value(left, known, depth), self.value(right, known, depth)
                return None if one is None or other is None else _NUMBERS[of.op](one, other)
            case Call(procedure=number, arguments=arguments) if depth < _DEEPEST:
                values = {at: self.value(one, known, depth) for at, one in enumerate(arguments)}
                given = {at: value for at, value in values.items() if value is not None}
                return self._returned(self.program.procedures[number], given, depth + 1)
        return None

    def _returned(self, procedure: Procedure, known: Known, depth: int) -> int | None:
        """The expression that a procedure returns, if it does nothing but count its steps and return."""
        returned = _only_returned(procedure)
        return None if returned is None else self.value(returned, known, depth)


def _only_returned(procedure: Procedure) -> Expr | None:
    """What a procedure returns, if it does nothing but count its steps and return."""
    block = procedure.blocks[0]
    if procedure.framed or not isinstance(block.terminator, Return):
        return None
    return block.terminator.value if all(isinstance(one, Count) for one in block.instructions) else None


def _narrows(value: Expr, result: Reg, members: set[int]) -> bool:
    """Whether a register that holds only members of the set being iterated still does after an assignment."""
    match value:
        case Const(value=0):
            return True
        case Binary(op="or", left=left, right=Unary(op="bit", value=Reg(index=index))):
            return left == result and index in members
        case Binary(op="minus" | "and", left=left):
            return left == result
    return False


def _only_test(loop: ForEachBit, result: Reg) -> Expr | None:
    """The condition for keeping a member, if a loop tests nothing else."""
    match loop.body:
        case (If(test=test, then=(Assign(register=register),), otherwise=()),) if register == result.index:
            return test
    return None


def _is_set(instructions: tuple[object, ...], register: int) -> bool:
    return any(defines(instr) == register for instr in flat(instructions))  # type: ignore[arg-type]
