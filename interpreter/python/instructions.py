"""Instructions as lines of Python.

A `Function` collects the lines of one generated function; every line remembers the rule text it comes from,
so that an exception of Python can be reported with the span of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

import attrs

from ...dsl.diagnostics.source import Span
from ...dsl.tree.passes import over
from ..ir import (
    PLAYERS,
    SECRET_LUCK,
    STEP,
    Any,
    Assign,
    Binary,
    Binder,
    CellKind,
    Check,
    Const,
    Count,
    Emit,
    Expr,
    Filter,
    ForEachBit,
    ForEachIn,
    Forget,
    HowMany,
    If,
    Instr,
    Layout,
    Learn,
    Program,
    Put,
    PutAll,
    PutPile,
    Random,
    Reg,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Unary,
    Union,
    While,
)
from ..ir.walk import binders, called, children, defines, flat, reads
from ..ir.widths import is_simple, kind_words
from .expressions import PIECES, Expressions, inner
from .held import cells_read_often, constant_parts

T = TypeVar("T")
_MOST_LOOPS, _MOST_DEPTH = 12, 70
_FEW_STEPS = 4  # up to this many steps are taken faster without a loop


class Function:
    """The lines of one function: created with its head, finished with `source`."""

    def __init__(self, program: Program, head: str, trace: bool, bad: Collection[int] = ()) -> None:
        self.program = program
        self.exprs = Expressions(program, trace, self.each, bad)
        self.trace = trace
        self.one_word = is_simple(program.layout, PIECES)
        self.puts: set[str] = set()  # the functions and tables of `Moves` that the code names
        self.lines: list[tuple[str, Span | None]] = []
        # What would be nested too deep here, or needs a loop in an expression.
        self.helpers: list[Function] = []
        self._known: dict[Binder, str] = {}  # calls of the helpers for expressions about sets
        self.head = head
        self.depth = self.loops = 0
        self.span: Span | None = None
        self.line(head + ("" if head.endswith(":") else ":"))
        self.depth = 1

    def line(self, text: str) -> None:
        self.lines.append((" " * self.depth + text, self.span))

    def block(self, head: str, body: Callable[[], T]) -> T:
        """A compound statement; an empty body becomes `pass`. Returns the result of `body`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        made = body()
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        return made

    def loop(self, head: str, body: Callable[[], None]) -> None:
        self.loops += 1
        self.block(head, body)
        self.loops -= 1

    def raise_fault(self, fault: int) -> None:
        self.line(f"raise RulesFault(FAULTS[{fault}])")

    # ------------------------------------------------------------ instructions

    def instructions(self, instructions: tuple[Instr, ...]) -> None:
        for instr in instructions:
            self.span = instr.span or self.span
            self.instruction(instr)

    def body(self, instructions: tuple[Instr, ...]) -> None:
        """The body of an instruction. Python allows at most 20 nested loops and 100 nested blocks."""
        if instructions and (self.loops >= _MOST_LOOPS or self.depth >= _MOST_DEPTH):
            self._apart(instructions)
        else:
            self.instructions(instructions)

    def _apart(self, instructions: tuple[Instr, ...]) -> None:
        """Instructions as a function of their own, which takes the registers and returns those that it may change."""
        inside = list(flat(instructions))
        written = sorted({one for instr in inside if (one := defines(instr)) is not None})
        read = reads(expr for instr in inside for expr in children(instr))
        registers = "".join(f", r{register}" for register in sorted(read | set(written)))
        own = re.fullmatch(r"def (\w+)\((.*?)\):?", self.head)
        assert own is not None
        given = own[2].split(", ")
        tail = "".join(f", {one}" for one in ("n", "x") if one in given)
        name = f"{own[1]}_{len(self.helpers)}"
        helper = Function(self.program, f"def {name}(m{registers}{tail}):", self.trace, self.exprs.bad)
        helper.span = self.span
        helper.instructions(instructions)
        results = ", ".join(f"r{register}" for register in written)
        helper.line(f"return {results}")
        self.helpers.append(helper)
        self.line(f"{results}{' = ' if results else ''}{name}(m{registers}{tail})")
        # Registers without a value get one in there, if ever.
        unset = [one for one in results.split(", ") if one and one not in given]
        if unset:
            self.lines.insert(1, (f" {' = '.join(unset)} = 0", self.span))

    def each(self, binder: Binder) -> str:
        """Source of an expression about each member of a set: a call of a function with the loop, which takes the set
        and the registers that it reads. Equal expressions share it. Its lines have no rule text of their own: a fault
        in there belongs to the line that calls it."""
        members, inside = children(binder)
        free = sorted(reads([inside]) - {binder.register})
        registers = "".join(f", r{register}" for register in free)
        counting = binder.turn or counts([inside], self.program)
        tail = f"{', n' if counting else ''}{', x' if self.trace else ''}"
        given = f"(m, {self.exprs.value(members)}{registers}{tail})"
        key = attrs.evolve(binder, members=Const(0))
        if key not in self._known:
            name = self._known[key] = f"{self._name()}_{len(self.helpers)}"
            helper = Function(self.program, f"def {name}(m, s{registers}{tail}):", self.trace, self.exprs.bad)
            self.helpers.append(helper)
            helper.each_member(binder, inside)
        return self._known[key] + given

    def _name(self) -> str:
        return self.head[len("def ") : self.head.index("(")]

    @over(Expr, subject="binder", leaves="OPERATIONS READS OF_PLACES Call Const Reg Trial")
    def each_member(self, binder: Binder, inside: Expr) -> None:
        """The lines of a function about each member of the set `s`."""
        if binder.turn:
            few = -(-STEP // binder.turn)
            count = f"s.bit_count() * {binder.turn} // {STEP}"
            self.line(f"if s.bit_count() >= {few}:")
            self.line(f" for _ in range({count}): next(n)")
        if not isinstance(binder, Any):
            self.line("o = 0")
        self._hold(constant_parts(binder, inside))
        self.line(f"for r{binder.register} in MEMBERS[s]:")
        self.depth += 1
        self._hold(cells_read_often(self.program.layout, binder, inside))
        test = "" if isinstance(binder, Union) else self.exprs.test(inside)
        match binder:
            case Any():
                self.line(f"if {test}: return 1")
            case Filter():
                self.line(f"if {test}: o |= 1 << r{binder.register}")
            case HowMany():
                self.line(f"if {test}: o += 1")
            case Union():
                self.line(f"o |= {inner(self.exprs.value(inside))}")
        self.depth -= 1
        self.line("return 0" if isinstance(binder, Any) else "return o")

    def _hold(self, exprs: Iterable[Expr]) -> None:
        """Computes values that are used several times."""
        for expr in exprs:
            name = self.exprs.fresh()
            self.line(f"{name} = {inner(self.exprs.value(expr))}")
            self.exprs.held[expr] = name

    def all(self) -> Iterator[Function]:
        """The source of this function and of the functions that it was split into."""
        for helper in self.helpers:
            yield from helper.all()
        yield self

    @over(Instr, subject="instr", leaves="PUTS ORDERS KNOWLEDGE REMARKS Random")
    def instruction(self, instr: Instr) -> None:
        value = self.exprs.value
        match instr:
            case Assign(register=register, value=expr):
                self.line(f"r{register} = {value(expr)}")
            case Store(address=address, value=expr):
                self.line(f"m[{self.exprs.address_of(instr, address)}] = {value(expr)}")
            case StoreSet(address=address, words=words, value=expr):
                self._store_set(instr, address, words, expr)
            case StoreRanged():
                self._store_ranged(instr)
            case Run(value=expr):
                self.line(value(expr))
            case If(test=test, then=then, otherwise=otherwise):
                self.block(f"if {self.exprs.test(test)}:", lambda: self.body(then))
                if otherwise:
                    self.block("else:", lambda: self.body(otherwise))
            case While(test=test, body=body):
                self._while(test, body)
            case ForEachBit(register=register, members=members, body=body):
                self._for_each_bit(register, members, body)
            case ForEachIn():
                self._for_each_in(instr)
            case _:
                self._operation(instr)

    @over(Instr, subject="instr", leaves="NESTED STORES Assign Run")
    def _operation(self, instr: Instr) -> None:
        value = self.exprs.value
        match instr:
            case Put(piece=what) | PutAll(pieces=what) | PutPile(source=what):
                self._put(instr, what)
            case Shuffle(place=place):
                self.line(f"{self._at_place(instr, 'SHUFFLE', place)}(m)")
            case Forget(place=place):
                self.line(f"{self._at_place(instr, 'FORGET', place)}(m)")
            case SwapAt(place=place, first=first, second=second):
                self.line(f"swap(m, {value(place)}, {value(first)}, {value(second)})")
            case Learn(players=Unary(op="bit", value=Reg(index=player)), pieces=pieces) if self.one_word:
                target = f"m[r{player} + {self.program.layout.knows}]"
                self.line(f"if 0 <= r{player} < m[{PLAYERS}]: {target} |= {inner(value(pieces))}")
            case Learn(players=Unary(op="bit", value=player), pieces=pieces):
                self.line(f"learn_one(m, {value(player)}, {value(pieces)})")
            case Learn(players=players, pieces=pieces):
                self.line(f"learn(m, {value(players)}, {value(pieces)})")
            case Random(register=register, bound=bound, secret=secret):
                cell = f", {SECRET_LUCK}" if secret else ""
                self.line(f"r{register} = below(m, {value(bound)}{cell})")
            case Check(test=test, fault=fault):
                self.block(f"if not {self.exprs.test(test)}:", lambda: self.raise_fault(fault))
            case Count(steps=steps):
                self._count(steps)
            case Emit(event=event, arguments=arguments):
                if self.trace:  # `+` turns a Python truth value into 0 or 1
                    items = "".join(f", +{value(argument)}" for argument in arguments)
                    self.line(f"x.append(({event}{items},))" if not items else f"x.append(({event}{items}))")
            case _:
                raise TypeError(f"not an instruction: {instr!r}")

    def _count(self, steps: Expr) -> None:
        match steps:
            case Const(value=value) if value <= _FEW_STEPS:
                if value:
                    self.line("; ".join(["next(n)"] * value))
                return
            case Binary("div", Binary("mul", size, Const(turn)), Const(step)):
                # Usually there are too few for a step.
                head = f"if {inner(self.exprs.value(size))} >= {-(-step // turn)}:"
                self.block(head, lambda: self._count_all(steps))
            case _:
                self._count_all(steps)

    def _count_all(self, steps: Expr) -> None:
        self.line(f"for _ in range({inner(self.exprs.value(steps))}): next(n)")

    def _at_place(self, instr: Instr, table: str, place: Expr) -> str:
        """Source of a function in a table by place; a negative place must not count from the end."""
        if isinstance(place, Const):
            return f"{table}[{place.value}]"
        return f"{table}[{self.exprs.index(instr, self.exprs.value(place))}]"

    def _store_set(self, instr: Instr, address: Expr, words: int, expr: Expr) -> None:
        if words == 1 and not self.exprs.can_be_full(address):
            self.line(f"m[{self.exprs.address_of(instr, address)}] = {self.exprs.value(expr)}")
        else:
            value = self.exprs.fresh()
            self.line(f"{value} = {self.exprs.value(expr)}")
            target = self.exprs.address_of(instr, address)
            self.line(f"store_{words}(m, {target}, {value})")

    def _store_ranged(self, instr: StoreRanged) -> None:
        name = self.exprs.fresh()
        self.line(f"{name} = {self.exprs.value(instr.value)}")
        self.block(f"if not {instr.least} <= {name} <= {instr.most}:", lambda: self.raise_fault(instr.fault))
        self.line(f"m[{self.exprs.address_of(instr, instr.address)}] = {name}")

    def _while(self, test: Expr, body: tuple[Instr, ...]) -> None:
        # Iterating over the remaining steps is the fastest way to count in Python.
        def turn() -> None:
            self.line(f"if not {self.exprs.test(test)}: break")
            self.body(body)

        span = self.span
        self.loop("for _ in n:", turn)
        self.span = span  # the fault belongs to the loop, not to the last line of its body
        self.line("else: raise RulesFault(STEP_LIMIT)")

    def _for_each_bit(self, register: int, members: Expr, body: tuple[Instr, ...]) -> None:
        head = f"for r{register} in MEMBERS[{inner(self.exprs.value(members))}]:"
        self.loop(head, lambda: self.body(body))

    def _for_each_in(self, instr: ForEachIn) -> None:
        if isinstance(instr.place, Const):
            base = self.program.layout.places[instr.place.value].base
            pieces = f"m[{base + 1}:{base + 1} + m[{base}]]"
        else:
            pieces = f"place_pieces(m, {self.exprs.value(instr.place)})"
        order = "[::-1]" if instr.from_top else ""
        self.loop(f"for r{instr.register} in {pieces}{order}:", lambda: self.body(instr.body))

    def _put(self, instr: Put | PutAll | PutPile, what: Expr) -> None:
        sort = {Put: "PUT", PutAll: "PUT_ALL", PutPile: "PUT_PILE"}[type(instr)]
        table = f"{sort}_{'BOTTOM' if instr.to_bottom else 'TOP'}"
        piece = self.exprs.value(what)
        if isinstance(instr.place, Const):
            function = f"{table.lower()}_{instr.place.value}"
            self.puts.add(function)
            self.line(f"{function}(m, {piece}, {instr.fault})")
            return
        # The piece is evaluated first; a negative place must not count from the end of the table.
        self.puts.add(table)
        name = self.exprs.fresh()
        self.line(f"{name} = {self.exprs.value(instr.place)}")
        places = len(self.program.layout.places)
        self.line(f"if not 0 <= {name} < {places}: raise RulesFault(FAULTS[{instr.fault}])")
        self.line(f"{table}[{name}](m, {piece}, {instr.fault})")


def counts(exprs: Iterable[Expr], program: Program) -> bool:
    """Whether evaluating expressions counts steps."""
    exprs = list(exprs)
    return any(one.turn for one in binders(exprs)) or any(
        program.procedures[number].counts for number in called(exprs)
    )


def load_slot(layout: Layout, kind: CellKind, address: str) -> str:
    """Source of the register of a kind in the slot of a frame at an address."""
    if is_simple(layout, kind):
        return f"m[{address}]"
    return f"load_{kind_words(layout, kind)}(m, {address})"


def store_slot(layout: Layout, kind: CellKind, address: str, value: str) -> str:
    """Source that stores a value of a kind in the slot of a frame at an address."""
    if is_simple(layout, kind):
        return f"m[{address}] = {value}"
    return f"store_{kind_words(layout, kind)}(m, {address}, {value})"


def is_atom(source: str) -> bool:
    """Whether source is a name or a number, whose evaluation does nothing."""
    return source.isidentifier() or source.strip("(-)").isdigit()


def slot_address(f: str, offset: int) -> str:
    return str(int(f) + offset) if f.isdigit() else f"{f} + {offset}" if offset else f
