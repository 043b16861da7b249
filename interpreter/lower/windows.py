"""Lowers alternatives (`A / B`) and offers: windows in which players, in turn, may take a branch or pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.print_english import Printer
from rulewright.dsl.types import PLAYER

from ..ir import Assign, Binary, Branch, CellKind, Check, Choose, Const, Expr, Jump, Option, Unary
from .builder import Builder, Scope
from .values import fold

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .statements import Statements


class Windows:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements

    def alternatives(self, node: t.Alternatives, scope: Scope, b: Builder) -> None:
        """One body or another; those that cannot begin are not offered."""
        player = self.statements.player(node.player, scope, b)
        site = self.low.offers.site("choose one", node, node.span)
        after, printer = b.block(), Printer(self.low.symbols)
        options, bodies = [], []
        for body in node.bodies:
            target = b.block()
            guard = self.statements.choices.can_start(body, scope)
            label = "; ".join(map(printer.simple, body))
            options.append(self.low.offers.label_option(site, label, guard, target))
            bodies.append((target, body))
        fault = self.low.fault("RW404", "none of the alternatives can be done", node.span)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        for target, body in bodies:
            b.start(target)
            self.statements.body(body, scope, b)
            b.end(Jump(after))
        b.start(after)

    def offer(self, node: t.Offer, scope: Scope, b: Builder) -> None:
        """Goes round until all have passed since somebody last took a branch; who could take none passes."""
        passed, current = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
        start = self._start(node, scope, b)
        b.emit(Assign(passed.index, Const(0)))
        b.emit(Assign(current.index, start, span=node.span))
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        left = b.register(CellKind.PLAYERS)
        players = self.statements.expr(node.players, scope, b)
        b.emit(Assign(left.index, Binary("minus", players, passed), span=node.span))
        b.end(Branch(left, inside, after, span=node.span))
        b.start(inside)
        b.emit(Assign(current.index, self.low.next_player(b, left, current), span=node.span))
        inner = attrs.evolve(scope.bind(node.name, current, PLAYER), actor=current)
        site = self.low.offers.site("offer", node, node.span)
        options, some, bodies = self._branches(node, site, inner, b)
        asked, pass_ = b.block(), b.block()
        b.end(Branch(some, asked, pass_, span=node.span))
        b.start(asked)
        options.append(self.low.offers.label_option(site, "pass", Const(1), pass_))
        fault = self.low.fault("RW404", "nothing can be chosen", node.span)
        b.end(Choose(site, current, tuple(options), fault, span=node.span))
        for target, body in bodies:
            b.start(target)
            self.statements.body(body, inner, b)
            b.emit(Assign(passed.index, Const(0)))
            b.emit(Assign(current.index, Binary("add", current, Const(1))))
            b.end(Jump(head))
        b.start(pass_)
        b.emit(Assign(passed.index, Binary("or", passed, Unary("bit", current))))
        b.emit(Assign(current.index, Binary("add", current, Const(1))))
        b.end(Jump(head))
        b.start(after)

    def _start(self, node: t.Offer, scope: Scope, b: Builder) -> Expr:
        """Who is asked first: as said, or who acts, or the first player."""
        if node.start is None:
            return Binary("max", scope.actor, Const(0))
        start = self.statements.expr(node.start, scope, b)
        fault = self.low.fault("RW403", "there is no player to begin with", node.start.span)
        b.emit(Check(Binary("ge", start, Const(0)), fault, span=node.start.span))
        return start

    def _branches(
        self, node: t.Offer, site: int, inner: Scope, b: Builder
    ) -> tuple[list[Option], Expr, list[tuple[int, tuple[t.Stmt, ...]]]]:
        """The options, whether there is one, and the bodies with their blocks."""
        options, bodies = [], []
        some: Expr = Const(0)
        for branch in node.branches:
            target = b.block()
            guard = self.ex.lower(branch.test, inner) if branch.test is not None else Const(1)
            guard = fold(Binary("both", guard, self.statements.choices.can_start(branch.body, inner)))
            flag = b.register(CellKind.NUMBER)
            b.emit(Assign(flag.index, guard, span=branch.span))
            option = self.low.offers.label_option(site, branch.label, flag, target, test=branch.test)
            options.append(option)
            some = flag if some == Const(0) else Binary("either", some, flag)
            bodies.append((target, branch.body))
        return options, some, bodies
