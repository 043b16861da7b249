"""What a procedure does with numbers: one walk through it, for `ranges`.

Collects what each register is given, what is returned, every call, every sum that may grow, and every index, each
with what is known there: the conditions that hold, and the definitions that reach it. A condition counts as long as
nothing that it reads can change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from ...dsl.tree.passes import over
from . import (
    Argument,
    Assign,
    Binary,
    Binder,
    Branch,
    Call,
    CallFrame,
    Chance,
    Check,
    Choose,
    Const,
    Count,
    Emit,
    Expr,
    ForEachBit,
    ForEachIn,
    Forget,
    Fork,
    If,
    Instr,
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
    PutPile,
    Random,
    Reg,
    Return,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Table,
    Terminator,
    Trial,
    Unary,
    While,
)
from .walk import all_expressions, called, children, defines, flat, reads, successors, walk


@attrs.define
class Point:
    """What is known at a point of a procedure: conditions, and whether each holds; and, as a set, the numbers of the
    definitions whose values registers may have there."""

    conditions: tuple[tuple[Expr, bool], ...] = ()
    reaching: int = 0

    def with_conditions(self, more: Iterable[tuple[Expr, bool]]) -> Point:
        more = tuple(more)
        return Point(self.conditions + more, self.reaching) if more else self

    def after(self, written: Iterable[int], reaching: int) -> Point:
        """The point after registers may have got other values."""
        kept = self.conditions
        if kept:
            registers = frozenset(written)
            kept = tuple(one for one in kept if registers.isdisjoint(reads((one[0],))))
        return Point(kept, reaching)


NOTHING = Const(0)
_CARRIED = 3
"""How many conditions, the latest ones, are known of in the next block."""
Sort = Literal["value", "member", "below", "piece", "result", "given"]


@attrs.define
class Definition:
    """What gives a register a value, at some points: it is the `value` of an expression, a `member` of it, a number
    `below` it; any `piece`; the `result` of a procedure; or an argument that is `given`."""

    register: int
    sort: Sort
    expr: Expr
    procedure: int = -1
    points: list[Point] = attrs.field(factory=list)  # where it stands


_SUMS = frozenset({"add", "sub", "mul", "div"})
_OF_MEMORY = (Load, LoadSet, PlaceCount, PlaceSet, PlaceAt, PlaceEnd, Call, Trial)


class Scan:
    """What one procedure does. `definitions` give registers their values, `of_register` has the set of their numbers
    for each register. `indices`: the node, the index, and its sort: "table", "place", "member", "bit", or how many
    cells are at an address."""

    def __init__(self, procedure: Procedure, changes: Changes) -> None:
        self.procedure, self.changes = procedure, changes
        self.definitions: list[Definition] = []
        self.of_register: dict[int, int] = {}
        self.results: list[tuple[Expr, Point]] = []
        self.calls: list[tuple[int, tuple[Expr, ...], Point]] = []
        self.sums: list[tuple[Expr, Point]] = []
        self.indices: list[tuple[Expr | Instr, Expr, str, Point]] = []
        self._bound: dict[int, int] = {}  # definitions by the identity of what defines a register
        for register in range(procedure.parameters):
            self._define(register, "given")
        given = (1 << procedure.parameters) - 1
        for block in procedure.blocks:
            self._prepare(block.instructions)
            self._prepare_edges(block.terminator)
        self.ends: dict[int, Point] = {}  # what is known at the end of each block that is reached
        self._visit(self._reaching(given))

    # ----------------------------------------------------------------- definitions

    def _define(self, register: int, sort: Sort, expr: Expr = NOTHING, procedure: int = -1) -> int:
        number = len(self.definitions)
        self.definitions.append(Definition(register, sort, expr, procedure))
        self.of_register[register] = self.of_register.get(register, 0) | 1 << number
        return number

    @over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE REMARKS If Run While")
    def _prepare(self, instructions: Iterable[Instr]) -> None:
        """Numbers the definitions of instructions, except for those inside expressions."""
        for instr in flat(instructions):
            if id(instr) in self._bound:  # it stands in several places
                continue
            match instr:
                case Assign(register=register, value=value):
                    self._bound[id(instr)] = self._define(register, "value", value)
                case ForEachBit(register=register, members=members):
                    self._bound[id(instr)] = self._define(register, "member", members)
                case ForEachIn(register=register):
                    self._bound[id(instr)] = self._define(register, "piece")
                case Random(register=register, bound=bound):
                    self._bound[id(instr)] = self._define(register, "below", bound)

    @over(Terminator, subject="terminator", leaves="WAYS Fork Halt Return")
    def _prepare_edges(self, terminator: Terminator) -> None:
        match terminator:
            case CallFrame(procedure=procedure, register=register) if register is not None:
                self._bound[id(terminator)] = self._define(register, "result", procedure=procedure)
            case Chance(register=register, members=members):
                self._bound[id(terminator)] = self._define(register, "member", members)
            case Choose(options=options):
                for option in options:
                    if option.register is None or option.candidates is None:
                        continue
                    named = option.argument is Argument.POSITION
                    sort: Sort = "piece" if named else "member"
                    self._bound[id(option)] = self._define(option.register, sort, option.candidates)

    def _reaching(self, given: int) -> dict[int, int]:
        """For every block that is reached, the definitions that reach its beginning."""
        blocks = self.procedure.blocks
        found = {0: given}
        if len(blocks) == 1:
            return found
        changes = [self._change(block.instructions) for block in blocks]
        waiting = [0]
        while waiting:
            number = waiting.pop()
            killed, made = changes[number]
            after = found[number] & ~killed | made
            for target, there in self._edges(blocks[number].terminator, after):
                old = found.get(target)
                if old is None or there & ~old:
                    found[target] = there | (old or 0)
                    waiting.append(target)
        return found

    def _edges(self, terminator: Terminator, after: int) -> Iterator[tuple[int, int]]:
        if isinstance(terminator, Choose):
            for option in terminator.options:
                yield option.target, self._put(after, self._bound.get(id(option)))
            return
        for target, _ in successors(terminator):
            yield target, self._put(after, self._bound.get(id(terminator)))

    def _put(self, reaching: int, definition: int | None) -> int:
        """What reaches the point after a definition."""
        if definition is None:
            return reaching
        return reaching & ~self.of_register[self.definitions[definition].register] | 1 << definition

    def _change(self, instructions: Iterable[Instr]) -> tuple[int, int]:
        """The definitions that cannot reach past instructions, and those of the instructions that may."""
        killed = made = 0
        for instr in instructions:
            number = self._bound.get(id(instr))
            if number is not None and isinstance(instr, Assign | Random):
                mine = self.of_register[self.definitions[number].register]
                killed, made = killed | mine, made & ~mine | 1 << number
            else:
                made |= self._inside_of(instr)
        return killed, made

    def _inside_of(self, instr: Instr) -> int:
        """The definitions in an instruction, with those in its bodies."""
        found = 0
        for one in flat((instr,)):
            number = self._bound.get(id(one))
            if number is not None:
                found |= 1 << number
        return found

    # ---------------------------------------------------------------- instructions

    def _visit(self, reaching: dict[int, int]) -> None:
        """Visits every block that is reached; one with a single way in after the block that leads to it, since what
        holds there still holds."""
        blocks = self.procedure.blocks
        ways = Counter(to for number in reaching for to, _ in successors(blocks[number].terminator))
        known: dict[int, tuple[tuple[Expr, bool], ...]] = {0: ()}
        waiting = [0]
        while waiting:
            number = waiting.pop()
            block = blocks[number]
            point = self._instructions(block.instructions, Point(known[number], reaching[number]))
            self.ends[number] = point
            self._terminator(block.terminator, point)
            for to, register in successors(block.terminator):
                if to in known:
                    continue
                after = point
                if isinstance(block.terminator, Branch):
                    after = point.with_conditions(lasting(block.terminator.test, to == block.terminator.then))
                written = () if register is None else (register,)
                known[to] = after.after(written, 0).conditions[-_CARRIED:] if ways[to] == 1 else ()
                waiting.append(to)

    def _instructions(self, instructions: tuple[Instr, ...], point: Point) -> Point:
        for instr in instructions:
            point = self._instruction(instr, point)
        return point

    @over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE Count Emit Run")
    def _instruction(self, instr: Instr, point: Point) -> Point:
        self._own(instr, point)
        number = self._bound.get(id(instr))
        match instr:
            case Assign() | Random():
                self._parts(instr, point)
                assert number is not None
                self.definitions[number].points.append(point)
                return point.after((self.definitions[number].register,), self._put(point.reaching, number))
            case If(test=test, then=then, otherwise=otherwise):
                self._parts(instr, point)
                first = self._instructions(then, point.with_conditions(lasting(test, True)))
                second = self._instructions(otherwise, point.with_conditions(lasting(test, False)))
                return point.after(self._written(instr), first.reaching | second.reaching)
            case Check(test=test):
                self._parts(instr, point)
                return point.with_conditions(lasting(test, True))
            case ForEachBit() | ForEachIn():
                self._parts(instr, point)
                assert number is not None
                self.definitions[number].points.append(point)
                looping = point.after(self._written(instr), point.reaching | self._inside_of(instr))
                own = point.after(self._written(instr), self._put(looping.reaching, number))
                self._instructions(instr.body, own)
                return looping
            case While(test=test, body=body):
                looping = point.after(self._written(instr), point.reaching | self._inside_of(instr))
                self._parts(instr, looping)
                self._instructions(body, looping.with_conditions(lasting(test, True)))
                return looping.with_conditions(lasting(test, False))
        self._parts(instr, point)
        return point

    @staticmethod
    def _written(instr: Instr) -> set[int]:
        return {register for one in flat((instr,)) if (register := defines(one)) is not None}

    def _parts(self, instr: Instr | Terminator | Option, point: Point) -> None:
        for expr in children(instr):
            self._expr(expr, point)

    @over(
        Instr,
        subject="instr",
        leaves="REMARKS Assign ForEachBit If Learn Put PutAll Random Run While",
    )
    def _own(self, instr: Instr, point: Point) -> None:
        match instr:
            case ForEachIn(place=place):
                self._index(instr, place, "place", point)
            case Store(address=address) | StoreRanged(address=address):
                self._index(instr, address, "1", point)
            case StoreSet(address=address, words=words):
                self._index(instr, address, str(words), point)
            case Shuffle(place=place) | Forget(place=place) | SwapAt(place=place) | PutPile(source=place):
                self._index(instr, place, "place", point)

    def _index(self, node: Expr | Instr, index: Expr, sort: str, point: Point) -> None:
        if not isinstance(index, Const):
            self.indices.append((node, index, sort, point))

    @over(Terminator, subject="terminator", leaves="WAYS Chance Halt")
    def _terminator(self, terminator: Terminator, point: Point) -> None:
        self._parts(terminator, point)
        number = self._bound.get(id(terminator))
        if number is not None:
            self.definitions[number].points.append(point)
        match terminator:
            case Return(value=value):
                self.results.append((Const(0) if value is None else value, point))
            case CallFrame(procedure=procedure, arguments=arguments):
                self.calls.append((procedure, arguments, point))
            case Fork(procedure=procedure, players=players, arguments=arguments):
                one = Binary("nth", players, Const(0))  # stands for any of them
                self.calls.append((procedure, (one, *arguments), point))
            case Choose(options=options):
                for option in options:
                    self._parts(option, point)
                    number = self._bound.get(id(option))
                    if number is not None:
                        self.definitions[number].points.append(point)

    # ----------------------------------------------------------------- expressions

    @over(Expr, subject="expr", leaves="Any Const Filter Fits HowMany Reg Shift Union")
    def _expr(self, expr: Expr, point: Point) -> None:
        """Visits an expression and its parts: the most of all work here, so their classes are compared directly,
        the frequent ones first."""
        kind = type(expr)
        if kind is Const or kind is Reg:
            return
        if isinstance(expr, Binary):
            op, left, right = expr.op, expr.left, expr.right
            self._expr(left, point)
            if op == "both" or op == "either":
                point = point.with_conditions(self._inside(left, op == "both", right))
            elif op in _SUMS:
                self.sums.append((expr, point))
            elif op == "has" and type(right) is not Const:
                self.indices.append((expr, right, "member", point))
            self._expr(right, point)
        elif isinstance(expr, Load | LoadSet):
            if type(expr.address) is not Const:
                words = "1" if isinstance(expr, Load) else str(expr.words)
                self.indices.append((expr, expr.address, words, point))
                self._expr(expr.address, point)
        elif isinstance(expr, Call | Trial):
            self.calls.append((expr.procedure, expr.arguments, point))
            for argument in expr.arguments:
                self._expr(argument, point)
        elif isinstance(expr, Unary):
            if expr.op == "neg":
                self.sums.append((expr, point))
            elif expr.op == "bit":
                self._index(expr, expr.value, "bit", point)
            self._expr(expr.value, point)
        elif isinstance(expr, Table):
            self._index(expr, expr.index, "table", point)
            self._expr(expr.index, point)
        elif isinstance(expr, Pick):
            test = expr.test
            self._expr(test, point)
            self._expr(expr.then, point.with_conditions(self._inside(test, True, expr.then)))
            self._expr(expr.otherwise, point.with_conditions(self._inside(test, False, expr.otherwise)))
        elif isinstance(expr, Binder):
            self._expr(expr.members, point)
            number = self._define(expr.register, "member", expr.members)
            self.definitions[number].points.append(point)
            inside = Point(point.conditions, point.reaching | 1 << number)
            for part in children(expr)[1:]:
                self._expr(part, inside)
        else:
            if isinstance(expr, PlaceCount | PlaceSet | PlaceAt | PlaceEnd):
                self._index(expr, expr.place, "place", point)
            for part in children(expr):
                self._expr(part, point)

    def _inside(self, test: Expr, holds: bool, inside: Expr) -> Iterable[tuple[Expr, bool]]:
        """What a condition says about an expression that is evaluated only if it holds."""
        found = list(conjuncts(test, holds))
        if not any(_reads_memory(one) for one, _ in found):
            return found
        return lasting(test, holds) if any(map(self.changes.memory, called([inside]))) else found


_HARMLESS = (Assign, If, While, ForEachBit, ForEachIn, Check, Count, Emit, Run)


class Changes:
    """Which plain procedures may change the memory, by themselves or by what they call."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[int, bool] = {}

    def memory(self, number: int) -> bool:
        found = self._known.get(number)
        if found is None:
            self._known[number] = True  # should it call itself
            found = self._known[number] = self._changes(self.program.procedures[number])
        return found

    @over(Instr, subject="instr", leaves="STORES PUTS ORDERS KNOWLEDGE Random")
    def _changes(self, procedure: Procedure) -> bool:
        for block in procedure.blocks:
            for instr in flat(block.instructions):
                if not isinstance(instr, _HARMLESS):
                    return True
        return any(map(self.memory, called(all_expressions(procedure))))


@over(Expr, subject="test", leaves="READS OF_PLACES BINDERS Call Const Fits Pick Shift Trial")
def conjuncts(test: Expr, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """What holds if a condition does (or does not), as single comparisons; what says nothing is left out."""
    match test:
        case Unary(op="not", value=value):
            yield from conjuncts(value, not holds)
        case Binary(op="both" | "either" as op, left=left, right=right):
            if (op == "both") == holds:
                yield from conjuncts(left, holds)
                yield from conjuncts(right, holds)
        case Binary(op="lt" | "le" | "eq" | "ne" | "gt" | "ge"):
            yield test, holds
        case Binary(op="has") if holds:
            yield test, holds
        case Reg():
            yield Binary("ne", test, NOTHING), holds


def lasting(test: Expr, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """The same, as far as it says nothing about the memory, which may change."""
    return (one for one in conjuncts(test, holds) if not _reads_memory(one[0]))


@over(Expr, subject="node", leaves="BINDERS OPERATIONS Const Reg Table")
def _reads_memory(expr: Expr) -> bool:
    return any(isinstance(node, _OF_MEMORY) for node in walk(expr))
