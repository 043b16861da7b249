"""Lowers alternatives (`A / B`) and offers: windows in which players, in turn, may take a branch or pass."""

from __future__ import annotations

from collections import Counter

import attrs

from ....dsl import tree as t
from ....dsl.languages import Message
from ....dsl.offers.choices import is_open
from ....dsl.printing.statements import Printer
from ....dsl.tree.types import PLAYER, PLAYERS, YES_NO
from ...ir import Binary, CellKind, Const, Expr, Unary
from ..building.builder import COUNT, Builder, Scope
from ..building.operations import fold, is_some, joined
from ..values.common import OnValues, Values
from .beginnings import Beginnings
from .menu import Menu, Menus


class Windows(OnValues):
    def __init__(self, values: Values, menus: Menus, beginnings: Beginnings) -> None:
        super().__init__(values)
        self.menus, self.beginnings = menus, beginnings

    def alternatives(self, node: t.Alternatives, scope: Scope, b: Builder) -> None:
        """One body or another; those that cannot be begun are not offered."""
        player = self.values.player(node.player, scope, b)
        menu, after = self.menus.of("choose one", node, scope, b), b.block()
        printer = Printer(self.unit.symbols)
        for body in node.bodies:
            guard, needs = self.beginnings.guard(None, body, scope)
            menu.add(printer.in_line(body), guard, body=body, needs=needs)
        menu.ask(player, "none of the alternatives can be done")
        menu.bodies(player, after)
        b.start(after)

    def may_repeatedly(self, node: t.MayRepeatedly, scope: Scope, b: Builder) -> None:
        """Asks again after each time, as long as the body can be begun. Whether it can may be a secret."""
        player = self.values.player(node.player, scope, b)
        head, asked, act, after = (b.block() for _ in range(4))
        menu = self.menus.of("may", node, scope, b)
        b.start(head)
        guard, needs = self.beginnings.guard(None, node.body, scope)
        self.beginnings.ask_if(node, guard, asked, after, b)
        # Evaluated again: hidden pieces may be re-dealt before the decision.
        menu.add_yes(node, guard, act, needs)
        menu.add("enough", target=after)
        menu.ask(player)
        menu.bodies(player, head)
        b.start(after)

    def any_order_of(self, node: t.AnyOrder, scope: Scope, b: Builder) -> None:
        """Each part as often as it is listed. Parts that cannot be begun are not offered; with `enough`, the player
        may stop. Equal parts are one option."""
        player, printer = self.values.player(node.player, scope, b), Printer(self.unit.symbols)
        menu = self.menus.of("choose one", node, scope, b, title=Message("ask.any order"))
        often = Counter(node.of)
        parts = tuple(often)
        left = [b.register(CellKind.NUMBER) for _ in parts]
        for part, times in zip(parts, left, strict=True):
            type_, shown = YES_NO if often[part] == 1 else COUNT, "chooser" if menu.secret else "all"
            b.call_it(times, f"still to do: {printer.in_line((part,))}", type_, shown)
            b.set(times, Const(often[part]))
        head, asked, after = b.block(), b.block(), b.block()
        b.start(head)
        some: Expr | None = None
        open_to_all = is_open(node, self.unit.game)
        for part, times in zip(parts, left, strict=True):
            some_left = times if often[part] == 1 else Binary("gt", times, Const(0))
            can = fold(Binary("both", some_left, self.beginnings.can_start((part,), scope)))
            open_ = b.held(CellKind.NUMBER, can, part.span)
            asks: Expr = open_
            if not open_to_all:  # being passed over would tell
                asks = fold(Binary("both", some_left, self.beginnings.known(None, (part,), scope)))
            some = asks if some is None else Binary("either", some, asks)
            menu.add(printer.in_line((part,)), open_, body=(part,))
        assert some is not None
        b.branch(some, asked, after, node.span)
        b.start(asked)
        menu.add("enough", target=after)
        menu.ask(player)
        for body, times in zip(menu.each(head), left, strict=True):
            fewer = Const(0) if often[body[0]] == 1 else Binary("sub", times, Const(1))
            b.set(times, fewer)
            menu.do(body, player)
        b.start(after)

    def offer(self, node: t.Offer, scope: Scope, b: Builder) -> None:
        """Goes round until all have passed since somebody last took a branch. Players without a branch pass; they are
        asked, too, if being passed over would tell others. All learn that a player has passed."""
        passed, current = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
        b.call_it(passed, "have passed", PLAYERS)
        b.call_it(current, node.name, PLAYER)
        start = self._start(node, scope, b)
        b.set(passed, Const(0))
        b.set(current, start, node.span)
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        left = b.register(CellKind.PLAYERS)
        players = self.values.checked(node.players, scope, b)
        b.set(left, Binary("minus", players, passed), node.span)
        b.branch(left, inside, after, node.span)
        b.start(inside)
        following = self.unit.next_player(b, left, current, back=node.back)
        b.set(current, following, node.span)
        inner = attrs.evolve(scope.bind(node.name, current, PLAYER), actor=current)
        menu = self.menus.of("offer", node, inner, b)
        some = self._add_branches(menu, node, b)
        asked, pass_ = b.block(), b.block()
        if not is_open(node, self.unit.game):  # being passed over would tell
            ways = [self.beginnings.known(one.test, one.body, inner) for one in node.branches]
            some = fold(joined("either", ways))
        b.branch(some, asked, pass_, node.span)
        b.start(asked)
        menu.add("pass", target=pass_, body=())
        menu.ask(current)
        for number, body in enumerate(menu.each(head)):
            self.again.body(body, inner, b)
            last = number == len(node.branches)
            b.set(passed, Binary("or", passed, Unary("bit", current)) if last else Const(0))
            b.set(current, Binary("add", current, Const(-1 if node.back else 1)))
        b.start(after)

    def _start(self, node: t.Offer, scope: Scope, b: Builder) -> Expr:
        """The player who is asked first: the named one, or the one who acts, or the first player."""
        if node.start is None:
            return Binary("max", scope.actor, Const(0))
        start = self.values.checked(node.start, scope, b)
        self.unit.check(is_some(start), "RW403", "there is no player to begin with", node.start.span, b)
        return start

    def _add_branches(self, menu: Menu, node: t.Offer, b: Builder) -> Expr:
        """Adds the branches to a menu; returns whether one of them can be taken."""
        some: Expr = Const(0)
        for one in node.branches:
            target = b.block()
            guard, needs = self.beginnings.guard(one.test, one.body, menu.scope)
            flag = b.held(CellKind.NUMBER, guard, one.span)
            # The option evaluates it again: hidden pieces may be re-dealt before the decision.
            menu.add(one.label, guard, target, body=one.body, needs=needs, said=one.said)
            some = flag if some == Const(0) else Binary("either", some, flag)
        return some
