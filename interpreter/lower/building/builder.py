"""Builds procedures: registers, blocks, and the current list of instructions.

A `Builder` has one block open at a time. Structured instructions (`If`, loops) collect their bodies with
`inside`; code that can suspend ends the block with a terminator and opens another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import attrs

from ....dsl.diagnostics.source import Span
from ....dsl.model.symbols import Slot
from ....dsl.tree.types import Type
from ...ir import (
    Assign,
    Block,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Check,
    Const,
    Expr,
    If,
    Instr,
    Jump,
    Named,
    Procedure,
    Reg,
    Return,
    Run,
    Terminator,
    While,
)
from ..numbering.slots import KINDS, StateSlot
from .binding import bind

NOTHING = Const(0)
MISSING = Const(-1)
COUNT = Type("number", least=0, most=1 << 20)
"""The type of counters that only rules read."""


@attrs.frozen
class Scope:
    """What names mean at a point of the rules: the values of bindings, the player who acts, the ability's piece."""

    actor: Expr
    variables: dict[str, Expr] = attrs.field(factory=dict)
    types: dict[str, Type] = attrs.field(factory=dict)
    this: Expr | None = None
    state: dict[str, StateSlot] = attrs.field(factory=dict)
    this_is_cell: bool = False
    chosen: frozenset[str] = frozenset()  # bindings that a player or luck may have chosen
    drawn: frozenset[str] = frozenset()  # of those, the ones that luck chose
    phrase: str = ""  # the phrase of which this is the body
    slots: frozenset[str] = frozenset()  # its slots

    def bind(
        self, name: str, value: Expr, type_: Type, *, chosen: bool = False, drawn: bool = False
    ) -> Scope:
        return attrs.evolve(
            self,
            variables={**self.variables, name: value},
            types={**self.types, name: type_},
            chosen=self.chosen | {name} if chosen else self.chosen - {name},
            drawn=self.drawn | {name} if drawn else self.drawn - {name},
            slots=self.slots - {name},
        )

    def of_phrase(self, phrase: str, slots: Iterable[str]) -> Scope:
        """The same for the body of a phrase."""
        return attrs.evolve(self, phrase=phrase, slots=frozenset(slots))

    def without(self, name: str) -> Scope:
        """The same without a name, if it has it."""
        if name not in self.variables:
            return self
        variables = {one: value for one, value in self.variables.items() if one != name}
        return attrs.evolve(self, variables=variables)


def kind_of(type_: Type) -> CellKind:
    """The kind of cell that holds a value of a type."""
    return KINDS[type_.kind]


class Builder:
    """One procedure under construction."""

    def __init__(self, name: str, span: Span | None = None) -> None:
        self.name = name
        self.span = span
        self.kinds: list[CellKind] = []
        self.names: list[Named] = []
        self.parameters = 0
        self.result: CellKind | None = None  # the kind of what it returns, if that does not show
        self.blocks: list[Block | None] = [None]
        self.current = 0
        self.instructions: list[Instr] = []
        self.open = True

    def register(self, kind: CellKind) -> Reg:
        self.kinds.append(kind)
        return Reg(len(self.kinds) - 1)

    def call_it(self, register: Expr, name: str, type_: Type, shown: str = "all", turns: str = "") -> None:
        """Names what a register stands for in the text; views show it until it is used."""
        if isinstance(register, Reg):
            self.names.append(Named(register.index, name, type_, shown, turns))

    def parameter(self, kind: CellKind) -> Reg:
        assert self.parameters == len(self.kinds), "parameters come first"
        self.parameters += 1
        return self.register(kind)

    def scope_of(self, slots: Iterable[Slot]) -> Scope:
        """The player who acts, and the slots of a phrase or number, as parameters."""
        scope = Scope(self.parameter(CellKind.PLAYER))
        for slot in slots:
            scope = scope.bind(slot.name, self.parameter(kind_of(slot.type)), slot.type)
        return scope

    def emit(self, instruction: Instr) -> None:
        if self.open:
            self.instructions.append(instruction)

    def held(self, kind: CellKind, value: Expr, span: Span | None = None) -> Reg:
        """A new register with a value."""
        register = self.register(kind)
        self.set(register, value, span)
        return register

    def set(self, register: Reg, value: Expr, span: Span | None = None) -> None:
        self.emit(Assign(register.index, value, span=span))

    def check(self, test: Expr, fault: int, span: Span | None = None) -> None:
        self.emit(Check(test, fault, span=span))

    @contextmanager
    def inside(self) -> Iterator[list[Instr]]:
        """Collects instructions for the body of a structured one."""
        outer, self.instructions = self.instructions, []
        try:
            yield self.instructions
        finally:
            self.instructions = outer

    def block(self) -> int:
        """A new block, to be opened later."""
        self.blocks.append(None)
        return len(self.blocks) - 1

    def end(self, terminator: Terminator) -> None:
        """Ends the open block."""
        if self.open:
            self.blocks[self.current] = Block(tuple(self.instructions), terminator)
        self.instructions = []
        self.open = False

    def branch(self, test: Expr, then: int, otherwise: int, span: Span | None = None) -> None:
        self.end(Branch(test, then, otherwise, span=span))

    def jump(self, block: int, span: Span | None = None) -> None:
        self.end(Jump(block, span=span))

    def give(self, value: Expr | None = None) -> None:
        """Returns from the procedure."""
        self.end(Return(value))

    def start(self, block: int) -> None:
        """Opens a block; the code before it falls through into it."""
        if self.open:
            self.end(Jump(block))
        self.current, self.open, self.instructions = block, True, []

    # --------------------------------------------------- structured, or in blocks of its own

    @contextmanager
    def when(self, test: Expr, span: Span | None, *, blocks: bool) -> Iterator[None]:
        """What is emitted inside this context runs if a test holds; in `blocks` if it may suspend."""
        if blocks:
            then, after = self.block(), self.block()
            self.end(Branch(test, then, after, span=span))
            self.start(then)
            yield
            self.start(after)
        else:
            with self.inside() as body:
                yield
            self.emit(If(test, tuple(body), span=span))

    @contextmanager
    def where(self, test: Expr | None, span: Span | None) -> Iterator[None]:
        """The same in a structured instruction; without a test it always runs."""
        if test is None:
            yield
            return
        with self.when(test, span, blocks=False):
            yield

    @contextmanager
    def loop(self, more: Callable[[], Expr], span: Span | None, *, blocks: bool) -> Iterator[int | None]:
        """What is emitted inside this context runs as long as `more` gives a test that holds. `more` may emit what
        has to run before each test. Gives the block with the test, if there is one."""
        if blocks:
            head, inside, after = self.block(), self.block(), self.block()
            self.start(head)
            self.end(Branch(more(), inside, after, span=span))
            self.start(inside)
            yield head
            self.end(Jump(head))
            self.start(after)
        else:
            test = more()
            with self.inside() as body:
                yield None
                more()
            self.emit(While(test, tuple(body), span=span))

    def run(self, procedure: int, arguments: Sequence[Expr], span: Span | None, *, framed: bool) -> None:
        """Calls a procedure for what it does."""
        if framed:
            after = self.block()
            self.end(CallFrame(procedure, tuple(arguments), None, after, span=span))
            self.start(after)
        else:
            self.emit(Run(Call(procedure, tuple(arguments)), span=span))

    def procedure(self, framed: bool) -> Procedure:
        assert not self.open
        kinds = list(self.kinds)
        blocks = bind(tidy(self.blocks), kinds)
        return Procedure(
            self.name,
            self.parameters,
            tuple(kinds),
            blocks,
            framed,
            span=self.span,
            names=tuple(self.names),
            result=self.result,
        )


def tidy(blocks: Sequence[Block | None]) -> tuple[Block, ...]:
    """The reachable blocks, renumbered, without those that only jump to another."""
    ways = {number: _final(blocks, number) for number in range(len(blocks))}
    blocks = [block and Block(block.instructions, retarget(block.terminator, ways)) for block in blocks]
    reached: set[int] = set()
    todo = [0]
    while todo:
        number = todo.pop()
        if number in reached:
            continue
        reached.add(number)
        block = blocks[number]
        assert block is not None, f"block {number} is never written"
        todo.extend(targets(block.terminator))
    order = sorted(reached)
    new = {old: index for index, old in enumerate(order)}
    found = [blocks[old] for old in order]
    return tuple(
        Block(block.instructions, retarget(block.terminator, new)) for block in found if block is not None
    )


def _final(blocks: Sequence[Block | None], number: int) -> int:
    """Follows blocks that only jump to another; returns the first that does more."""
    seen = {number}
    while True:
        block = blocks[number]
        if block is None or block.instructions or not isinstance(block.terminator, Jump):
            return number
        if block.terminator.block in seen:
            return number
        number = block.terminator.block
        seen.add(number)


def targets(terminator: Terminator) -> list[int]:
    """The blocks a terminator can go to."""
    found = []
    for field in ("block", "then", "otherwise", "target"):
        value = getattr(terminator, field, None)
        if isinstance(value, int):
            found.append(value)
    return found + [option.target for option in getattr(terminator, "options", ())]


def retarget(terminator: Terminator, new: dict[int, int]) -> Terminator:
    """The same terminator with its blocks renumbered."""
    changes: dict[str, Any] = {}
    for field in ("block", "then", "otherwise", "target"):
        value = getattr(terminator, field, None)
        if isinstance(value, int) and new[value] != value:
            changes[field] = new[value]
    options = getattr(terminator, "options", None)
    if options is not None and any(new[option.target] != option.target for option in options):
        changes["options"] = tuple(attrs.evolve(option, target=new[option.target]) for option in options)
    return attrs.evolve(terminator, **changes) if changes else terminator
