"""Lowers texts that designs and cells print: effects that other texts carry out, conditions that they test.

Each printed property becomes one procedure, which dispatches on the design of the given piece (or on the cell).
"""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.model.symbols import Design
from ...ir import Assign, Binary, CellKind, Const, Expr, If, Reg, Table
from ..building.builder import Builder, Scope
from ..building.printers import Printers
from ..building.suspension import Suspension
from ..choices.beginnings import Beginnings
from ..recursion import PrintedKey, PrintedUse
from ..values.common import OnValues, Values


class Printed(OnValues):
    def __init__(
        self, values: Values, printers: Printers, suspension: Suspension, beginnings: Beginnings
    ) -> None:
        super().__init__(values)
        self.printers = printers
        self.suspension, self.beginnings = suspension, beginnings

    def procedure(self, use: PrintedUse, key: PrintedKey) -> int:
        framed = use == "do" and self.suspension.effect_framed(key)

        def build() -> Builder:
            with self.suspension.watching.on():
                return self._build(use, key, framed)

        return self.unit.recursive((use, key), build, framed=framed, later=False)

    def _build(self, use: PrintedUse, key: PrintedKey, framed: bool) -> Builder:
        kind = {"piece": CellKind.PIECE, "kind": CellKind.DESIGN}.get(key[0], CellKind.PLACE)
        b = Builder(f"{use} {key[1]} of {key[0]}")
        this, actor = b.parameter(kind), b.parameter(CellKind.PLAYER)
        scope = Scope(actor, this=this if key[0] != "kind" else Const(-1))
        scope = attrs.evolve(scope, this_is_cell=kind is CellKind.PLACE)
        index: Expr = Table(self.unit.design_table, this) if key[0] == "piece" else this
        if framed:
            self._framed(key, index, scope, b)
        elif use == "do":
            self._plain(key, index, scope, b)
        else:
            self._asked(use, key, index, scope, b)
        return b

    def _framed(self, key: PrintedKey, index: Expr, scope: Scope, b: Builder) -> None:
        done = b.block()
        printed = [(number, design) for number, design in self.printers.of(key) if key[1] in design.effects]
        self._split(sorted(printed, key=_first), key, index, scope, done, b)
        b.start(done)
        b.give()

    def _split(
        self,
        printed: list[tuple[int, Design]],
        key: PrintedKey,
        index: Expr,
        scope: Scope,
        done: int,
        b: Builder,
    ) -> None:
        """Carries out the effect of the design with the number `index`, and continues at `done`."""
        if not printed:
            b.jump(done)
            return
        middle = len(printed) // 2
        number, design = printed[middle]
        first, other = b.block(), b.block()
        if middle:
            b.branch(Binary("lt", index, Const(number)), first, other, design.span)
            b.start(first)
            self._split(printed[:middle], key, index, scope, done, b)
            b.start(other)
            self._split(printed[middle:], key, index, scope, done, b)
            return
        b.branch(Binary("eq", index, Const(number)), first, other, design.span)
        b.start(first)
        self._body(design, key, design.effects[key[1]], scope, b)
        b.jump(done)
        b.start(other)
        b.jump(done)

    def _plain(self, key: PrintedKey, index: Expr, scope: Scope, b: Builder) -> None:
        cases: list[Case] = []
        for number, design in self.printers.of(key):
            body = design.effects.get(key[1])
            if body is None:
                continue
            with b.inside() as act:
                self._body(design, key, body, scope, b)
            cases.append((number, If(Binary("eq", index, Const(number)), tuple(act), span=design.span)))
        for instr in _by_number(index, sorted(cases, key=_first)):
            b.emit(instr)
        b.give()

    def _body(
        self, design: Design, key: PrintedKey, body: tuple[t.Stmt, ...], scope: Scope, b: Builder
    ) -> None:
        self.unit.cover(f"{key[1]} of {design.name}", design.span, b)
        self.again.body(body, scope, b)

    def _asked(self, use: PrintedUse, key: PrintedKey, index: Expr, scope: Scope, b: Builder) -> None:
        """Whether an effect can be done, or a condition holds; no if nothing is printed."""
        result: Reg = b.register(CellKind.NUMBER)
        b.set(result, Const(0))
        cases: list[Case] = []
        for number, design in self.printers.of(key):
            if use == "can" and key[1] in design.effects:
                value = self.beginnings.can_start(design.effects[key[1]], scope)
            elif use == "holds" and key[1] in design.conditions:
                value = self.lower(design.conditions[key[1]], scope)
            else:
                continue
            act = Assign(result.index, value)
            cases.append((number, If(Binary("eq", index, Const(number)), (act,))))
        for instr in _by_number(index, sorted(cases, key=_first)):
            b.emit(instr)
        b.give(result)


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
