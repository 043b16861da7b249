"""Checks that numbers and sets stand where they are meant, and that every set fits where it is kept.

What is not known (see `ir.kinds`) is let pass, except for sets: one that goes into a register, a parameter or a
result has its kind, or can have only members that fit there. So no engine has to look.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.tree.passes import over
from . import (
    WORD_BITS,
    Any,
    Binary,
    Call,
    CellKind,
    Chance,
    Const,
    Count,
    Expr,
    Filter,
    Fits,
    ForEachBit,
    ForEachIn,
    Forget,
    Fork,
    Halt,
    HowMany,
    Instr,
    Learn,
    Load,
    LoadSet,
    Option,
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
    Random,
    Reg,
    Return,
    Shift,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Table,
    Terminator,
    Unary,
    Union,
)
from .instructions import CallFrame, Choose
from .kinds import MEMBERS, Kind, Kinds, Loose, is_number, is_set
from .ranges import Ranges
from .scan import Point
from .walk import all_expressions, flat, walk
from .widths import kind_words


def check_kinds(program: Program) -> Iterator[str]:
    checker = _Checker(program)
    for number, procedure in enumerate(program.procedures):
        for text in checker.procedure(number, procedure):
            yield f"{procedure.name}: {text}"


class _Checker:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.kinds = Kinds(program)
        self.ranges = Ranges(program)

    def procedure(self, number: int, procedure: Procedure) -> Iterator[str]:
        for node in _nodes(procedure):
            numbers, sets = _meant(node)
            for expr in numbers:
                if is_set(kind := self.kinds.of(procedure, expr)):
                    yield f"{_name(node)} of {_a(kind)}, where a number is meant"
            for expr in sets:
                if is_number(kind := self.kinds.of(procedure, expr)):
                    yield f"{_name(node)} of {_a(kind)}, where a set is meant"
        yield from self._kept(number, procedure)
        yield from self._returned(number, procedure)

    def _kept(self, number: int, procedure: Procedure) -> Iterator[str]:
        """What goes into registers and parameters, and what results are taken for."""
        scan = self.ranges.scan(number)
        for one in scan.definitions:
            if one.sort == "value":
                where = f"register {one.register}"
                for point in one.points:
                    yield from self._into(number, procedure.kinds[one.register], one.expr, point, where)
        for callee_number, arguments, point in scan.calls:
            callee = self.program.procedures[callee_number]
            for parameter, argument in enumerate(arguments):
                where = f"parameter {parameter} of {callee.name}"
                yield from self._into(number, callee.kinds[parameter], argument, point, where)
        for block in procedure.blocks:
            for instr in flat(block.instructions):
                if isinstance(instr, Store | StoreRanged):
                    yield from self._stored(number, instr.value)
                elif isinstance(instr, StoreSet) and isinstance(instr.address, Const):
                    yield from self._in_cells(instr.address.value, instr.words)
            end = block.terminator
            if isinstance(end, CallFrame) and end.register is not None:
                given = self.program.procedures[end.procedure].result
                yield from self._mismatch(
                    given or Loose.EITHER, procedure.kinds[end.register], f"register {end.register}"
                )

    def _stored(self, number: int, value: Expr) -> Iterator[str]:
        given = self.kinds.of(self.program.procedures[number], value)
        if is_set(given) and self._end(number, value, None) >= WORD_BITS:
            yield f"{_a(given)} in a single cell, for which it may be too large"

    def _in_cells(self, address: int, words: int) -> Iterator[str]:
        kind = self.kinds.cells.get(address)
        if kind is not None and kind not in MEMBERS:
            yield f"a set in cell {address}, which holds {_a(kind)}"
        elif kind is not None and kind_words(self.program.layout, kind) != words:
            yield f"{_a(kind)} in {words} words, which takes {kind_words(self.program.layout, kind)}"

    def _returned(self, number: int, procedure: Procedure) -> Iterator[str]:
        results = self.ranges.scan(number).results
        if procedure.result is None:
            if any(
                isinstance(b.terminator, Return) and b.terminator.value is not None for b in procedure.blocks
            ):
                yield "returns something, but has no result"
            return
        for value, point in results:
            yield from self._into(number, procedure.result, value, point, "the result")

    def _into(self, number: int, kind: CellKind, value: Expr, point: Point, where: str) -> Iterator[str]:
        given = self.kinds.of(self.program.procedures[number], value)
        wrong = list(self._mismatch(given, kind, where))
        yield from wrong
        if wrong or is_number(given) or isinstance(value, Reg):
            return
        if given is Loose.EITHER and not (kind in MEMBERS and isinstance(value, Const)):
            return
        room = WORD_BITS * kind_words(self.program.layout, kind) if kind in MEMBERS else WORD_BITS - 1
        if self._end(number, value, point) > room:
            yield f"a set that may be too large for {where}, which holds {_a(kind)}"

    @over(Expr, subject="expr", leaves="Any Fits HowMany Load PlaceAt PlaceCount PlaceEnd Trial")
    def _end(self, number: int, expr: Expr, point: Point | None) -> int:
        """A number that is greater than every member of a set."""
        held = self.ranges.members(number, expr, point)
        if held >= 0:
            return held.bit_length()
        layout, procedure = self.program.layout, self.program.procedures[number]
        match expr:
            case Reg(index=index) if procedure.kinds[index] in MEMBERS:
                return WORD_BITS * kind_words(layout, procedure.kinds[index])
            case LoadSet(words=words):
                return WORD_BITS * words
            case PlaceSet():
                return WORD_BITS * layout.piece_words
            case Call(procedure=callee):
                kind = self.program.procedures[callee].result
                return WORD_BITS * (1 if kind is None else kind_words(layout, kind))
            case Binary(op="or", left=left, right=right) | Pick(then=left, otherwise=right):
                return max(self._end(number, left, point), self._end(number, right, point))
            case Binary(op="and", left=left, right=right):
                return min(self._end(number, left, point), self._end(number, right, point))
            case (
                Binary(op="minus", left=value)
                | Filter(members=value)
                | Union(value=value)
                | Shift(value=value)
            ):
                return self._end(number, value, point)
            case Const() | Table() | Unary() | Binary():
                return self.ranges.largest_set
        return WORD_BITS - 1  # it is, or was, in a single cell

    def _mismatch(self, given: Kind, kind: CellKind, where: str) -> Iterator[str]:
        if given is Loose.EITHER or given is kind:
            return
        fits = (
            is_number(kind)
            if is_number(given)
            else given is Loose.SET and (kind in MEMBERS or kind is CellKind.NUMBER)
        )
        if not fits:
            yield f"{_a(given)} in {where}, which holds {_a(kind)}"


def _nodes(procedure: Procedure) -> Iterator[Expr | Instr | Terminator | Option]:
    for block in procedure.blocks:
        yield from flat(block.instructions)
        yield block.terminator
        if isinstance(block.terminator, Choose):
            yield from block.terminator.options
    for expr in all_expressions(procedure):
        yield from walk(expr)


_Meant = tuple[tuple[Expr, ...], tuple[Expr, ...]]


def _meant(node: Expr | Instr | Terminator | Option) -> _Meant:
    """The expressions of a node that are meant as numbers, and those that are meant as sets."""
    if isinstance(node, Expr):
        return _of_expression(node)
    if isinstance(node, Instr):
        return _of_instruction(node)
    if isinstance(node, Terminator):
        return _of_terminator(node)
    return ((node.place,) if node.place is not None else ()), (
        (node.candidates,) if node.candidates is not None else ()
    )


@over(Expr, subject="expr", leaves="Call Const Pick Reg Trial")
def _of_expression(expr: Expr) -> _Meant:
    match expr:
        case Load(address=index) | LoadSet(address=index) | Table(index=index):
            return (index,), ()
        case PlaceCount(place=index) | PlaceSet(place=index) | Fits(value=index):
            return (index,), ()
        case PlaceAt(place=place, position=position):
            return (place, position), ()
        case PlaceEnd(place=place, among=among):
            return (place,), (among,)
        case Union(members=members, value=value):
            return (), (members, value)
        case Filter(members=members) | Any(members=members) | HowMany(members=members):
            return (), (members,)
        case Shift(value=members) | Unary(op="lowest" | "size", value=members):
            return (), (members,)
        case Unary(op="neg" | "bit", value=value):
            return (value,), ()
        case Binary(op="add" | "sub" | "mul" | "div" | "mod" | "min" | "max", left=left, right=right):
            return (left, right), ()
        case Binary(op="or" | "and" | "minus", left=left, right=right):
            return (), (left, right)
        case Binary(op="has" | "nth", left=left, right=right):
            return (right,), (left,)
    return (), ()


@over(Instr, subject="instr", leaves="Assign Check Emit If Run While")
def _of_instruction(instr: Instr) -> _Meant:
    match instr:
        case Store(address=address) | StoreRanged(address=address):
            return (address,), ()  # a small set may lie in a single cell
        case StoreSet(address=address, value=value):
            return (address,), (value,)
        case ForEachBit(members=members):
            return (), (members,)
        case ForEachIn(place=place) | Shuffle(place=place) | Forget(place=place):
            return (place,), ()
        case Put(piece=piece, place=place):
            return (piece, place), ()
        case PutAll(pieces=pieces, place=place):
            return (place,), (pieces,)
        case PutPile(source=source, place=place):
            return (source, place), ()
        case SwapAt(place=place, first=first, second=second):
            return (place, first, second), ()
        case Learn(players=players, pieces=pieces):
            return (), (players, pieces)
        case Random(bound=number) | Count(steps=number):
            return (number,), ()
    return (), ()


@over(Terminator, subject="terminator", leaves="WAYS CallFrame Return")
def _of_terminator(terminator: Terminator) -> _Meant:
    match terminator:
        case Choose(player=player):
            return (player,), ()
        case Chance(members=members) | Fork(players=members) | Halt(winners=members):
            return (), (members,)
    return (), ()


def _name(node: Expr | Instr | Terminator | Option) -> str:
    return node.op if isinstance(node, Binary | Unary) else type(node).__name__


def _a(kind: Kind) -> str:
    if kind is Loose.SET:
        return "a set"
    if kind in MEMBERS:
        return f"a set of {kind.value}"
    return f"a {kind.value}"
