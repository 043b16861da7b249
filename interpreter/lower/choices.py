"""Lowers choices: of one thing, of several, of a labelled branch, or of whether to do something at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import tree as t
from rulewright.dsl.languages import Message, tags
from rulewright.dsl.tree.types import Type, member

from ..ir import (
    Argument,
    Assign,
    Binary,
    Branch,
    CellKind,
    Check,
    Choose,
    Const,
    Expr,
    Jump,
    Option,
    Reg,
    Unary,
)
from .builder import COUNT, Builder, Scope, kind_of
from .interchangeable import one_of_each
from .values import fold

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .statements import Statements


class Choices:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements

    def choose(self, node: t.Choose, scope: Scope, b: Builder) -> Scope:
        single = member(node.of.of.type)
        candidates = self.statements.expr(node.of.of, scope, b)
        if single.kind == "number" and not isinstance(candidates, Const):
            # Abilities can raise a number above the values that it is computed from.
            room = Const((1 << self.low.sites.width(Argument.VALUE, node.of.of.type)) - 1)
            fault = self.low.unit.fault(
                "RW401", f"the numbers to choose from exceed {single.most}", node.of.of.span
            )
            b.emit(
                Check(Binary("eq", Binary("minus", candidates, room), Const(0)), fault, span=node.of.of.span)
            )
        if node.of.how == "one":
            result = b.register(kind_of(single))
            if node.player is None:
                self.low.luck.pick(
                    candidates, single, result, node.span, b, self.low.unit.disclosure.keeps(node)
                )
                self.mix(node, node.of.of, result, None, b)
            else:
                player = self.statements.player(node.player, scope, b)
                self.pick_one(player, node.of.of, candidates, result, scope, node, b)
            b.call_it(result, node.name, single, self.low.unit.disclosure.shown(node))
            return scope.bind(node.name, result, single, chosen=True, drawn=node.player is None)
        result = self.pick_several(node, candidates, single, scope, b)
        return scope.bind(node.name, result, node.of.of.type, chosen=True, drawn=node.player is None)

    def pick_one(
        self, player: Expr, of: t.Expr, candidates: Expr, result: Reg, scope: Scope, node: t.Stmt, b: Builder
    ) -> None:
        """A decision among the candidates, for a statement."""
        after, span = b.block(), node.span
        site = self.low.sites.site(
            "choose", of, span, secret=self.low.unit.disclosure.keeps(node), asked=node
        )
        options = self.families(site, player, of, candidates, result, after, scope)
        fault = self.low.unit.fault("RW404", "there is nothing to choose from", span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, options, fault, span=span))
        b.start(after)
        self.mix(node, of, result, player, b)
        self.picked(of, result, b)

    def mix(self, node: t.Stmt, of: t.Expr, result: Reg, player: Expr | None, b: Builder) -> None:
        """What was known of the place of a chosen piece is forgotten if others must not learn which one it is."""
        if of.type.kind == "pieces" and self.low.unit.disclosure.covers(node):
            self.low.moving.mix(result, player, node.span, b)

    def picked(self, of: t.Expr, result: Reg, b: Builder) -> None:
        """Emits which piece was chosen, since options name designs."""
        if of.type.kind == "pieces":
            self.low.unit.emit_event("picked", b, result)

    def families(
        self, site: int, player: Expr, of: t.Expr, candidates: Expr, result: Reg, target: int, scope: Scope
    ) -> tuple[Option, ...]:
        """The options that pick one of the candidates, for each way to name it."""
        found = []
        for way in self.low.sites.ways(of, player, scope):
            action = self.low.sites.actions(way.width)
            pieces = way.argument is Argument.PIECE
            among = one_of_each(self.ex.boards, candidates, of.type) if pieces else candidates
            option = Option(action, way.guard, way.argument, among, way.place, result.index, target)
            self.low.sites.name_action(option, of, site)
            found.append(option)
        return tuple(found)

    def pick_several(self, node: t.Choose, candidates: Expr, single: Type, scope: Scope, b: Builder) -> Reg:
        """One decision after another, until there are enough or, with `up to` and beyond `at least`, until the player
        stops."""
        assert node.of.count is not None
        kind = kind_of(node.of.of.type)
        result, left, each = b.register(kind), b.register(CellKind.NUMBER), b.register(kind_of(single))
        b.emit(Assign(result.index, Const(0)))
        b.emit(Assign(left.index, self.statements.expr(node.of.count, scope, b), span=node.span))
        shown = self.low.unit.disclosure.shown(node)
        b.call_it(result, node.name, node.of.of.type, shown)
        b.call_it(left, f"still to choose: {node.name}", COUNT, shown)
        head, inside, picked, after = b.block(), b.block(), b.block(), b.block()
        b.start(head)
        rest = Binary("minus", candidates, result)
        more: Expr = Binary("gt", left, Const(0))
        if node.of.how == "up to":
            more = fold(Binary("both", more, self._some_left(node, rest, result, scope)))
        if node.of.how == "at least":
            more = fold(Binary("either", more, self._some_left(node, rest, result, scope)))
        b.end(Branch(more, inside, after, span=node.span))
        b.start(inside)
        if node.player is None:
            self.low.luck.pick(rest, single, each, node.span, b, self.low.unit.disclosure.keeps(node))
            b.end(Jump(picked))
            chooser = None
        else:
            chooser = self.several_site(node, rest, left, each, picked, after, scope, b)
        b.start(picked)
        self.mix(node, node.of.of, each, chooser, b)
        self.picked(node.of.of, each, b)
        b.emit(Assign(result.index, Binary("or", result, Unary("bit", each))))
        fewer: Expr = Binary("sub", left, Const(1))
        if node.of.how == "at least":  # what is chosen beyond that is not counted
            fewer = Binary("max", fewer, Const(0))
        b.emit(Assign(left.index, fewer))
        b.end(Jump(head))
        b.start(after)
        return result

    def _some_left(self, node: t.Choose, rest: Expr, result: Reg, scope: Scope) -> Expr:
        """Whether a player is asked for one more, although they need not choose any. If others must not learn that
        there is none, it depends on whether any pieces lie there, whatever they are."""
        known = self.statements.beginnings.described
        if known.runs_out_openly(node.of):
            return Binary("ne", rest, Const(0))
        place = known.lies_in(node.of)
        if place is None:
            return Const(1)
        return Binary("gt", self.ex.size(place, scope), Unary("size", result))

    def several_site(
        self,
        node: t.Choose,
        rest: Expr,
        left: Reg,
        each: Reg,
        picked: int,
        after: int,
        scope: Scope,
        b: Builder,
    ) -> Expr:
        """A decision about one more, or that there are enough. Returns the player who decides."""
        assert node.player is not None
        player = self.statements.player(node.player, scope, b)
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("choose", node.of, node.span, secret=secret, asked=node)
        options = list(self.families(site, player, node.of.of, rest, each, picked, scope))
        if node.of.how in ("up to", "at least"):
            enough: Expr = Const(1) if node.of.how == "up to" else Binary("le", left, Const(0))
            label = self.none_label(node) if node.of.how == "up to" else None
            options.append(self.low.sites.label_option(site, "enough", enough, after, label))
        fault = self.low.unit.fault("RW404", "there is not enough to choose from", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        return player

    def none_label(self, node: t.Choose) -> dict[str, str] | None:
        """What players read for `enough` if at most one can be chosen: whoever says that chooses none. A game's own
        word for `enough` stays."""
        count = node.of.count
        single = isinstance(count, t.Number) and count.value == 1
        if not single or "enough" in self.low.unit.game.labels:
            return None
        none = Message("option.none of them")
        return {tag: none.say(tag) for tag in tags()}

    def choose_one(self, node: t.ChooseOne, scope: Scope, b: Builder) -> None:
        player = self.statements.player(node.player, scope, b)
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("choose one", node, node.span, secret=secret)
        after = b.block()
        options, bodies = [], []
        for branch in node.branches:
            target = b.block()
            guard, needs = self.statements.beginnings.guard(branch.test, branch.body, scope)
            options.append(
                self.low.sites.label_option(site, branch.label, guard, target, needs=needs, said=branch.said)
            )
            bodies.append((target, branch.body))
        fault = self.low.unit.fault("RW404", "no branch can be chosen", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        self.bodies(bodies, after, scope, secret, player, b)

    def bodies(
        self,
        bodies: list[tuple[int, tuple[t.Stmt, ...]]],
        after: int,
        scope: Scope,
        secret: bool,
        player: Expr,
        b: Builder,
    ) -> None:
        """The body of each option, in a block of its own; all of them continue at `after`."""
        for target, body in bodies:
            b.start(target)
            with self.low.reports.secretly(secret, player, b):
                self.statements.body(body, scope, b)
            b.end(Jump(after))
        b.start(after)

    def may(self, node: t.May, scope: Scope, b: Builder) -> None:
        """Players who cannot do it are not asked, unless that would reveal a secret."""
        player = self.statements.player(node.player, scope, b)
        secret = self.low.unit.disclosure.keeps(node)
        site = self.low.sites.site("may", node, node.span, secret=secret)
        asked, target, after = b.block(), b.block(), b.block()
        refused = b.block() if node.otherwise else after
        guard, needs = self.statements.beginnings.guard(None, node.body, scope)
        if self.statements.beginnings.is_asked_anyway(node, guard):
            b.start(asked)
        else:
            b.end(Branch(guard, asked, refused, span=node.span))
            b.start(asked)
        options = (
            self.low.sites.yes(site, node, guard, target, needs),
            self.low.sites.label_option(site, "no", Const(1), refused),
        )
        fault = self.low.unit.fault("RW404", "nothing can be chosen", node.span)
        self.low.reports.ask(site, node, scope, b)
        b.end(Choose(site, player, options, fault, span=node.span))
        bodies = [(target, node.body), *([(refused, node.otherwise)] if node.otherwise else [])]
        self.bodies(bodies, after, scope, secret, player, b)
