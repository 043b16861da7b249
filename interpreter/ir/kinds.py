"""What expressions give: a number, or a set of something, as far as it can be known.

In: a program. Out: `Kinds`, which says the kind of an expression in a procedure. What registers, cells, places and
results hold says the program; what operations give follows from their parts. A constant, a narrow table and an
unknown cell can be either.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

import attrs

from ...dsl.tree.passes import over
from . import (
    OVER,
    PLAYERS,
    WINNERS,
    WORD_BITS,
    Any,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Program,
    Reg,
    Return,
    Shift,
    Table,
    Trial,
    Unary,
    Union,
)


class Loose(Enum):
    """What is known of a value of no known kind."""

    EITHER = "a number or a set"  # in a single cell
    SET = "a set"


Kind: TypeAlias = "CellKind | Loose"

SETS = {
    CellKind.PIECE: CellKind.PIECES,
    CellKind.DESIGN: CellKind.DESIGNS,
    CellKind.PLAYER: CellKind.PLAYERS,
    CellKind.PLACE: CellKind.PLACES,
}
"""The kind of the sets of members of a kind."""
MEMBERS = {sets: member for member, sets in SETS.items()}
"""The kind of the members of a set of a kind."""


def is_set(kind: Kind) -> bool:
    """Whether it is certain that a value of this kind is a set."""
    return kind is Loose.SET or kind in MEMBERS


def is_number(kind: Kind) -> bool:
    """Whether it is certain that a value of this kind is a number."""
    return not is_set(kind) and kind is not Loose.EITHER


class Kinds:
    """The kinds of the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        layout = program.layout
        self.cells = {
            cell.address + number * cell.words: cell.kind
            for cell in layout.cells
            for number in range(cell.count)
        }
        self.cells |= {layout.at + piece: CellKind.PLACE for piece in range(layout.pieces)}
        self.cells |= {OVER: CellKind.NUMBER, PLAYERS: CellKind.NUMBER, WINNERS: CellKind.PLAYERS}
        self._tables: dict[int, Kind] = {}
        self._results: dict[int, CellKind | None] = {}

    def result(self, number: int) -> CellKind | None:
        """The kind of what the Returns of a procedure give, whatever the procedure itself says; None: nothing."""
        if number not in self._results:
            procedure = self.program.procedures[number]
            self._results[number] = CellKind.NUMBER  # of a procedure that calls itself, which is not sound
            self._results[number] = _as_result(joined(self.returned(procedure)))
        return self._results[number]

    def returned(self, procedure: Procedure) -> list[Kind]:
        """The kinds of all that a procedure returns."""
        ends = (block.terminator for block in procedure.blocks)
        values = (end.value for end in ends if isinstance(end, Return))
        return [self.of(procedure, value) for value in values if value is not None]

    @over(Expr, subject="expr")
    def of(self, procedure: Procedure, expr: Expr) -> Kind:
        match expr:
            case Const(value=value):
                return (
                    CellKind.NUMBER if value < 0 else Loose.EITHER if value >> WORD_BITS == 0 else Loose.SET
                )
            case Reg(index=index):
                # A small set of what is no kind of its own (words, numbers) is in a register of numbers.
                kind = procedure.kinds[index]
                return Loose.EITHER if kind is CellKind.NUMBER else kind
            case Load(address=Const(value=address)):
                kind = self.cells.get(address, CellKind.NUMBER)
                return Loose.EITHER if kind is CellKind.NUMBER else kind
            case Load():
                return Loose.EITHER
            case LoadSet(address=Const(value=address)):
                kind = self.cells.get(address, CellKind.NUMBER)
                return kind if kind in MEMBERS else Loose.SET
            case LoadSet():
                return Loose.SET
            case Table(table=table):
                return self._table(table)
            case PlaceSet():
                return CellKind.PIECES
            case PlaceAt() | PlaceEnd():
                return CellKind.PIECE
            case PlaceCount() | HowMany() | Any() | Fits():
                return CellKind.NUMBER
            case Trial():
                return CellKind.NUMBER
            case Call(procedure=number):
                return self._result(number)
            case Filter(register=register, members=value):
                found = self.of(procedure, value)
                return found if found in MEMBERS else SETS.get(procedure.kinds[register], Loose.SET)
            case Shift(value=value) | Union(value=value):
                found = self.of(procedure, value)
                return Loose.SET if found is Loose.EITHER else found
            case Pick(then=then, otherwise=otherwise):
                return joined([self.of(procedure, then), self.of(procedure, otherwise)]) or Loose.EITHER
            case Unary():
                return self._unary(procedure, expr)
            case Binary():
                return self._binary(procedure, expr)
        raise TypeError(f"not an expression: {expr!r}")

    def _unary(self, procedure: Procedure, expr: Unary) -> Kind:
        if expr.op == "bit":
            of = self.of(procedure, expr.value)
            return SETS.get(of, Loose.SET) if isinstance(of, CellKind) else Loose.SET
        if expr.op == "lowest":
            return _member(self.of(procedure, expr.value))
        return CellKind.NUMBER

    def _binary(self, procedure: Procedure, expr: Binary) -> Kind:
        if expr.op in ("or", "and"):
            found = joined([self.of(procedure, expr.left), self.of(procedure, expr.right)])
            return found if found is not None and is_set(found) else Loose.SET
        if expr.op == "minus":
            kind = self.of(procedure, expr.left)
            return kind if is_set(kind) else Loose.SET
        if expr.op == "nth":
            return _member(self.of(procedure, expr.left))
        if expr.op in ("min", "max"):
            found = joined([self.of(procedure, expr.left), self.of(procedure, expr.right)])
            return found if found is not None and is_number(found) else CellKind.NUMBER
        return CellKind.NUMBER

    def _table(self, table: int) -> Kind:
        if table not in self._tables:
            entries = self.program.tables[table]
            kind: Kind = Loose.EITHER
            if any(entry >> WORD_BITS for entry in entries if entry > 0):
                kind = Loose.SET
            elif any(entry < 0 for entry in entries):
                kind = CellKind.NUMBER
            self._tables[table] = kind
        return self._tables[table]

    def _result(self, number: int) -> Kind:
        found = self.program.procedures[number].result or self.result(number)
        return Loose.EITHER if found in (None, CellKind.NUMBER) else found


def joined(kinds: Iterable[Kind]) -> Kind | None:
    """What is certain of a value that has one of these kinds; None if there is none of them."""
    left = set(kinds)
    if not left:
        return None
    known = left - {Loose.EITHER}
    if len(left) == 1 or not known:
        return left.pop()
    if len(known - {Loose.SET}) == 1 and all(map(is_set, known)):
        return (known - {Loose.SET}).pop()  # a constant beside a set is one of its kind
    if all(map(is_set, known)):
        return Loose.SET
    if len(known) == 1 and Loose.EITHER in left:
        return known.pop()
    return CellKind.NUMBER if all(map(is_number, left)) else Loose.EITHER


def _member(kind: Kind) -> Kind:
    return MEMBERS.get(kind, CellKind.NUMBER) if isinstance(kind, CellKind) else CellKind.NUMBER


def _as_result(kind: Kind | None) -> CellKind | None:
    """A set of unknown kind is taken for a small one, which a number can be; the check reports it if it is not."""
    return CellKind.NUMBER if isinstance(kind, Loose) else kind


def with_results(program: Program) -> Program:
    """The program, in which every procedure that returns something says what."""
    kinds = Kinds(program)
    procedures = tuple(
        one if one.result is not None else attrs.evolve(one, result=kinds.result(number))
        for number, one in enumerate(program.procedures)
    )
    return attrs.evolve(program, procedures=procedures)
