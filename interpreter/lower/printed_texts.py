"""Lowers texts that designs and cells print: effects that other texts carry out, conditions that they test.

Each printed property becomes one procedure, which dispatches on the design of the given piece (or on the cell).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.model.symbols import Design
from rulewright.dsl.tree.types import Type

from ..ir import (
    Assign,
    Binary,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Const,
    Expr,
    If,
    Jump,
    Reg,
    Return,
    Run,
    Table,
)
from .builder import Builder, Scope

if TYPE_CHECKING:
    from .lowerer import Lowerer

Key = tuple[str, str]
"""What prints a text (`piece`, `kind`, or the name of a board), and the name of the property."""


def key_of(of: t.Expr) -> Key:
    """The printed property that an expression of type `effect` reads."""
    assert isinstance(of, t.Property)
    return owner_of(of.of.type), of.name


def owner_of(type_: Type) -> str:
    return type_.of[0] if type_.kind == "cell" else type_.kind


class Printed:
    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self._numbers: dict[tuple[str, Key], int] = {}

    # ---------------------------------------------------------------------- gathering

    def printers(self, key: Key) -> Iterator[tuple[int, Design]]:
        """The designs (or cells) that print texts for a key, with their numbers."""
        owner, _ = key
        if owner in ("piece", "kind"):
            for name, design in self.low.unit.symbols.designs.items():
                yield self.low.unit.tables.design(name), design
            return
        place = self.low.unit.symbols.places[owner]
        for (known, _), board in self.low.unit.tables.boards.items():
            if known == owner:
                for cell, name in zip(board.cells(), board.names, strict=True):
                    if name in place.printed:
                        yield cell, place.printed[name]

    def effects(self) -> dict[Key, list[tuple[t.Stmt, ...]]]:
        """The bodies of all effects that are printed."""
        found: dict[Key, list[tuple[t.Stmt, ...]]] = {}
        for design in self.low.unit.symbols.designs.values():
            for name, body in design.effects.items():
                found.setdefault(("piece", name), []).append(body)
                found.setdefault(("kind", name), []).append(body)
        for board, place in self.low.unit.symbols.places.items():
            for design in place.printed.values():
                for name, body in design.effects.items():
                    found.setdefault((board, name), []).append(body)
        return found

    # ----------------------------------------------------------------------- lowering

    def perform(self, node: t.Perform, player: Expr, this: Expr, b: Builder) -> None:
        """Carries out an effect."""
        key = key_of(node.of)
        number = self._procedure("do", key)
        if self.low.suspension.effect_framed(key):
            after = b.block()
            b.end(CallFrame(number, (this, player), None, after, span=node.span))
            b.start(after)
        else:
            b.emit(Run(Call(number, (this, player)), span=node.span))

    def can_be_done(self, of: t.Expr, this: Expr, player: Expr) -> Expr:
        return Call(self._procedure("can", key_of(of)), (this, player))

    def holds(self, key: Key, this: Expr, player: Expr) -> Expr:
        return Call(self._procedure("holds", key), (this, player))

    def _procedure(self, what: str, key: Key) -> int:
        known = self._numbers.get((what, key))
        if known is not None:
            return known
        number = self._numbers[(what, key)] = self.low.unit.reserve()
        with self.low.watches.on():
            self._write(number, what, key)
        return number

    def _write(self, number: int, what: str, key: Key) -> None:
        kind = {"piece": CellKind.PIECE, "kind": CellKind.DESIGN}.get(key[0], CellKind.PLACE)
        b = Builder(f"{what} {key[1]} of {key[0]}")
        this, actor = b.parameter(kind), b.parameter(CellKind.PLAYER)
        scope = Scope(actor, this=this if key[0] != "kind" else Const(-1))
        scope = attrs.evolve(scope, this_is_cell=kind is CellKind.PLACE)
        index: Expr = Table(self.low.unit.design_table, this) if key[0] == "piece" else this
        if what == "do" and self.low.suspension.effect_framed(key):
            self._framed(key, index, scope, b)
        elif what == "do":
            self._plain(key, index, scope, b)
        else:
            self._asked(what, key, index, scope, b)
        self.low.unit.procedures[number] = b.procedure(
            what == "do" and self.low.suspension.effect_framed(key)
        )

    def _framed(self, key: Key, index: Expr, scope: Scope, b: Builder) -> None:
        done = b.block()
        printed = [(number, design) for number, design in self.printers(key) if key[1] in design.effects]
        self._split(sorted(printed, key=_first), key, index, scope, done, b)
        b.start(done)
        b.end(Return())

    def _split(
        self,
        printed: list[tuple[int, Design]],
        key: Key,
        index: Expr,
        scope: Scope,
        done: int,
        b: Builder,
    ) -> None:
        """Carries out the effect of the design with the number `index`, and continues at `done`."""
        if not printed:
            b.end(Jump(done))
            return
        middle = len(printed) // 2
        number, design = printed[middle]
        first, other = b.block(), b.block()
        if middle:
            b.end(Branch(Binary("lt", index, Const(number)), first, other, span=design.span))
            b.start(first)
            self._split(printed[:middle], key, index, scope, done, b)
            b.start(other)
            self._split(printed[middle:], key, index, scope, done, b)
            return
        b.end(Branch(Binary("eq", index, Const(number)), first, other, span=design.span))
        b.start(first)
        self._body(design, key, design.effects[key[1]], scope, b)
        b.end(Jump(done))
        b.start(other)
        b.end(Jump(done))

    def _plain(self, key: Key, index: Expr, scope: Scope, b: Builder) -> None:
        cases: list[Case] = []
        for number, design in self.printers(key):
            body = design.effects.get(key[1])
            if body is None:
                continue
            with b.inside() as act:
                self._body(design, key, body, scope, b)
            cases.append((number, If(Binary("eq", index, Const(number)), tuple(act), span=design.span)))
        for instr in _by_number(index, sorted(cases, key=_first)):
            b.emit(instr)
        b.end(Return())

    def _body(self, design: Design, key: Key, body: tuple[t.Stmt, ...], scope: Scope, b: Builder) -> None:
        self.low.unit.cover(f"{key[1]} of {design.name}", design.span, b)
        self.low.statements.body(body, attrs.evolve(scope), b)

    def _asked(self, what: str, key: Key, index: Expr, scope: Scope, b: Builder) -> None:
        """Whether an effect can be done, or a condition holds; no if nothing is printed."""
        result: Reg = b.register(CellKind.NUMBER)
        b.emit(Assign(result.index, Const(0)))
        cases: list[Case] = []
        for number, design in self.printers(key):
            if what == "can" and key[1] in design.effects:
                value = self.low.statements.beginnings.can_start(design.effects[key[1]], scope)
            elif what == "holds" and key[1] in design.conditions:
                value = self.low.expressions.lower(design.conditions[key[1]], scope)
            else:
                continue
            act = Assign(result.index, value)
            cases.append((number, If(Binary("eq", index, Const(number)), (act,))))
        for instr in _by_number(index, sorted(cases, key=_first)):
            b.emit(instr)
        b.end(Return(result))


Case = tuple[int, If]
"""What is done for one of several numbers."""


def _first(pair: tuple[int, object]) -> int:
    return pair[0]


def _by_number(index: Expr, cases: list[Case]) -> tuple[If, ...]:
    """Does what the number `index` asks for: halves the sorted cases until one is left."""
    if not cases:
        return ()
    middle = len(cases) // 2
    number, case = cases[middle]
    if not middle:
        return (case,)
    first, second = _by_number(index, cases[:middle]), _by_number(index, cases[middle:])
    return (If(Binary("lt", index, Const(number)), first, second, span=case.span),)
