"""Lowers alternatives (`A / B`) and offers: windows in which players, in turn, may take a branch or pass."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.languages import Message
from rulewright.dsl.offers.choices import is_open
from rulewright.dsl.printing.statements import Printer
from rulewright.dsl.tree.types import PLAYER, PLAYERS, YES_NO

from ..ir import Assign, Binary, Branch, CellKind, Check, Choose, Const, Expr, Jump, Option, Unary
from .builder import COUNT, Builder, Scope
from .values import fold, joined

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .statements import Statements


class Windows:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements

    def alternatives(self, node: t.Alternatives, scope: Scope, b: Builder) -> None:
        """One body or another; those that cannot be begun are not offered."""
        player = self.statements.player(node.player, scope, b)
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("choose one", node, node.span, secret=secret)
        after, printer = b.block(), Printer(self.low.unit.symbols)
        options, bodies = [], []
        for body in node.bodies:
            target = b.block()
            guard, needs = self.statements.beginnings.guard(None, body, scope)
            label = printer.in_line(body)
            options.append(self.low.sites.label_option(site, label, guard, target, needs=needs))
            bodies.append((target, body))
        fault = self.low.unit.fault("RW404", "none of the alternatives can be done", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        self.statements.choices.bodies(bodies, after, scope, secret, player, b)

    def may_repeatedly(self, node: t.MayRepeatedly, scope: Scope, b: Builder) -> None:
        """Asks again after each time, as long as the body can be begun. Whether it can may be a secret."""
        player = self.statements.player(node.player, scope, b)
        head, asked, act, after = (b.block() for _ in range(4))
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("may", node, node.span, secret=secret)
        b.start(head)
        guard, needs = self.statements.beginnings.guard(None, node.body, scope)
        if self.statements.beginnings.is_asked_anyway(node, guard):
            b.end(Jump(asked))
        else:
            b.end(Branch(guard, asked, after, span=node.span))
        b.start(asked)
        options = (
            # Evaluated again: hidden pieces may be re-dealt before the decision.
            self.low.sites.yes(site, node, guard, act, needs),
            self.low.sites.label_option(site, "enough", Const(1), after),
        )
        fault = self.low.unit.fault("RW404", "nothing can be chosen", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, options, fault, span=node.span))
        b.start(act)
        with self.low.reports.secretly(secret, player, b):
            self.statements.body(node.body, scope, b)
        b.end(Jump(head))
        b.start(after)

    def any_order_of(self, node: t.AnyOrder, scope: Scope, b: Builder) -> None:
        """Each part as often as it is listed. Parts that cannot be begun are not offered; with `enough`, the player
        may stop. Equal parts are one option."""
        player, printer = self.statements.player(node.player, scope, b), Printer(self.low.unit.symbols)
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("choose one", node, node.span, Message("ask.any order"), secret=secret)
        often = Counter(node.of)
        parts = tuple(often)
        left = [b.register(CellKind.NUMBER) for _ in parts]
        for part, times in zip(parts, left, strict=True):
            type_ = YES_NO if often[part] == 1 else COUNT
            b.call_it(
                times, f"still to do: {printer.in_line((part,))}", type_, "chooser" if secret else "all"
            )
            b.emit(Assign(times.index, Const(often[part])))
        head, asked, after = b.block(), b.block(), b.block()
        b.start(head)
        options, targets = [], []
        some: Expr | None = None
        open_to_all = is_open(node, self.low.unit.game)
        for part, times in zip(parts, left, strict=True):
            some_left = times if often[part] == 1 else Binary("gt", times, Const(0))
            can = fold(Binary("both", some_left, self.statements.beginnings.can_start((part,), scope)))
            open_ = b.register(CellKind.NUMBER)
            b.emit(Assign(open_.index, can, span=part.span))
            asks: Expr = open_
            if not open_to_all:  # being passed over would tell
                known = self.statements.beginnings.known(None, (part,), scope)
                asks = fold(Binary("both", some_left, known))
            some = asks if some is None else Binary("either", some, asks)
            targets.append(b.block())
            options.append(self.low.sites.label_option(site, printer.in_line((part,)), open_, targets[-1]))
        assert some is not None
        b.end(Branch(some, asked, after, span=node.span))
        b.start(asked)
        options.append(self.low.sites.label_option(site, "enough", Const(1), after))
        fault = self.low.unit.fault("RW404", "nothing can be chosen", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        for part, times, target in zip(parts, left, targets, strict=True):
            b.start(target)
            b.emit(Assign(times.index, Const(0) if often[part] == 1 else Binary("sub", times, Const(1))))
            with self.low.reports.secretly(secret, player, b):
                self.statements.body((part,), scope, b)
            b.end(Jump(head))
        b.start(after)

    def offer(self, node: t.Offer, scope: Scope, b: Builder) -> None:
        """Goes round until all have passed since somebody last took a branch. Players without a branch pass; they are
        asked, too, if being passed over would tell others. All learn that a player has passed."""
        passed, current = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
        b.call_it(passed, "have passed", PLAYERS)
        b.call_it(current, node.name, PLAYER)
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
        b.emit(
            Assign(current.index, self.low.unit.next_player(b, left, current, back=node.back), span=node.span)
        )
        inner = attrs.evolve(scope.bind(node.name, current, PLAYER), actor=current)
        site = self.low.sites.site("offer", node, node.span)
        options, some, bodies = self._branches(node, site, inner, b)
        asked, pass_ = b.block(), b.block()
        if not is_open(node, self.low.unit.game):  # being passed over would tell
            ways = [self.statements.beginnings.known(one.test, one.body, inner) for one in node.branches]
            some = fold(joined("either", ways))
        b.end(Branch(some, asked, pass_, span=node.span))
        b.start(asked)
        options.append(self.low.sites.label_option(site, "pass", Const(1), pass_))
        fault = self.low.unit.fault("RW404", "nothing can be chosen", node.span)
        self.low.reports.ask(site, node, inner, b)
        b.end(Choose(site, current, tuple(options), fault, span=node.span))
        for target, body in bodies:
            b.start(target)
            self.statements.body(body, inner, b)
            b.emit(Assign(passed.index, Const(0)))
            b.emit(Assign(current.index, Binary("add", current, Const(-1 if node.back else 1))))
            b.end(Jump(head))
        b.start(pass_)
        b.emit(Assign(passed.index, Binary("or", passed, Unary("bit", current))))
        b.emit(Assign(current.index, Binary("add", current, Const(-1 if node.back else 1))))
        b.end(Jump(head))
        b.start(after)

    def _start(self, node: t.Offer, scope: Scope, b: Builder) -> Expr:
        """The player who is asked first: the named one, or the one who acts, or the first player."""
        if node.start is None:
            return Binary("max", scope.actor, Const(0))
        start = self.statements.expr(node.start, scope, b)
        fault = self.low.unit.fault("RW403", "there is no player to begin with", node.start.span)
        b.emit(Check(Binary("ge", start, Const(0)), fault, span=node.start.span))
        return start

    def _branches(
        self, node: t.Offer, site: int, inner: Scope, b: Builder
    ) -> tuple[list[Option], Expr, list[tuple[int, tuple[t.Stmt, ...]]]]:
        """The options, whether there are any, and the bodies with their blocks."""
        options, bodies = [], []
        some: Expr = Const(0)
        for branch in node.branches:
            target = b.block()
            guard, needs = self.statements.beginnings.guard(branch.test, branch.body, inner)
            flag = b.register(CellKind.NUMBER)
            b.emit(Assign(flag.index, guard, span=branch.span))
            # The option evaluates it again: hidden pieces may be re-dealt before the decision.
            option = self.low.sites.label_option(
                site, branch.label, guard, target, needs=needs, said=branch.said
            )
            options.append(option)
            some = flag if some == Const(0) else Binary("either", some, flag)
            bodies.append((target, branch.body))
        return options, some, bodies
