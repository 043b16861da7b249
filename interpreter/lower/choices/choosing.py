"""Lowers choices: of one thing, of several, of a labelled branch, or of whether to do something at all."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.languages import Message, tags
from ....dsl.tree.types import Type, member
from ...ir import Argument, Binary, CellKind, Const, Expr, Option, Reg, Unary
from ..building.builder import COUNT, Builder, Scope, kind_of
from ..building.operations import fold
from ..values.boards import Boards
from ..values.common import OnValues, Values
from ..values.interchangeable import one_of_each
from .beginnings import Beginnings
from .chance import Luck
from .menu import Menu, Menus
from .moving import Moving


class Choices(OnValues):
    def __init__(
        self, values: Values, boards: Boards, menus: Menus, beginnings: Beginnings, luck: Luck, moving: Moving
    ) -> None:
        super().__init__(values)
        self.boards, self.menus, self.beginnings = boards, menus, beginnings
        self.luck, self.moving = luck, moving

    def choose(self, node: t.Choose, scope: Scope, b: Builder) -> Scope:
        of = node.of.of
        single = member(of.type)
        candidates = self.values.checked(of, scope, b)
        if single.kind == "number" and not isinstance(candidates, Const):
            # Abilities can raise a number above the values that it is computed from.
            room = Const((1 << self.menus.sites.width(Argument.VALUE, of.type)) - 1)
            fault = self.unit.fault("RW401", f"the numbers to choose from exceed {single.most}", of.span)
            inside = Binary("eq", Binary("minus", candidates, room), Const(0))
            b.check(inside, fault, of.span)
        drawn = node.player is None
        if node.of.how != "one":
            result = self._pick_several(node, candidates, single, scope, b)
            return scope.bind(node.name, result, of.type, chosen=True, drawn=drawn)
        result = b.register(kind_of(single))
        if node.player is None:
            self._draw(node, candidates, single, result, b)
            self._mix(node, of, result, None, b)
        else:
            player = self.values.player(node.player, scope, b)
            self.pick_one(player, of, candidates, result, scope, node, b)
        b.call_it(result, node.name, single, self.unit.disclosure.shown(node))
        return scope.bind(node.name, result, single, chosen=True, drawn=drawn)

    def _draw(self, node: t.Choose, candidates: Expr, single: Type, result: Reg, b: Builder) -> None:
        self.luck.pick(candidates, single, result, node.span, b, self.unit.disclosure.keeps(node))

    def pick_one(
        self, player: Expr, of: t.Expr, candidates: Expr, result: Reg, scope: Scope, node: t.Stmt, b: Builder
    ) -> None:
        """A decision among the candidates, for a statement."""
        after = b.block()
        menu = self.menus.of("choose", node, scope, b, what=of)
        menu.options += self._families(menu, player, of, candidates, result, after)
        menu.ask(player, "there is nothing to choose from")
        b.start(after)
        self._mix(node, of, result, player, b)
        self._picked(of, result, b)

    def _mix(self, node: t.Stmt, of: t.Expr, result: Reg, player: Expr | None, b: Builder) -> None:
        """What was known of the place of a chosen piece is forgotten if others must not learn which one it is."""
        if of.type.kind == "pieces" and self.unit.disclosure.covers(node):
            self.moving.mix(result, player, node.span, b)

    def _picked(self, of: t.Expr, result: Reg, b: Builder) -> None:
        """Emits which piece was chosen, since options name designs."""
        if of.type.kind == "pieces":
            self.unit.emit_event("picked", b, result)

    def _families(
        self, menu: Menu, player: Expr, of: t.Expr, candidates: Expr, result: Reg, target: int
    ) -> list[Option]:
        """The options that pick one of the candidates, for each way to name it."""
        found, sites = [], self.menus.sites
        for way in sites.ways(of, player, menu.scope):
            action = sites.actions(way.width)
            pieces = way.argument is Argument.PIECE
            among = one_of_each(self.boards, candidates, of.type) if pieces else candidates
            option = Option(action, way.guard, way.argument, among, way.place, result.index, target)
            sites.name_action(option, of, menu.site)
            found.append(option)
        return found

    def _pick_several(self, node: t.Choose, candidates: Expr, single: Type, scope: Scope, b: Builder) -> Reg:
        """One decision after another, until there are enough or, with `up to` and beyond `at least`, until the player
        stops."""
        assert node.of.count is not None
        kind = kind_of(node.of.of.type)
        result, left, each = b.register(kind), b.register(CellKind.NUMBER), b.register(kind_of(single))
        b.set(result, Const(0))
        b.set(left, self.values.checked(node.of.count, scope, b), node.span)
        shown = self.unit.disclosure.shown(node)
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
        b.branch(more, inside, after, node.span)
        b.start(inside)
        chooser = None
        if node.player is None:
            self._draw(node, rest, single, each, b)
            b.jump(picked)
        else:
            chooser = self.values.player(node.player, scope, b)
            menu = self.menus.of("choose", node, scope, b, what=node.of)
            menu.options += self._families(menu, chooser, node.of.of, rest, each, picked)
            if node.of.how in ("up to", "at least"):
                enough: Expr = Const(1) if node.of.how == "up to" else Binary("le", left, Const(0))
                label = self._none_label(node) if node.of.how == "up to" else None
                menu.add("enough", enough, after, label=label)
            menu.ask(chooser, "there is not enough to choose from")
        b.start(picked)
        self._mix(node, node.of.of, each, chooser, b)
        self._picked(node.of.of, each, b)
        b.set(result, Binary("or", result, Unary("bit", each)))
        fewer: Expr = Binary("sub", left, Const(1))
        if node.of.how == "at least":  # what is chosen beyond that is not counted
            fewer = Binary("max", fewer, Const(0))
        b.set(left, fewer)
        b.jump(head)
        b.start(after)
        return result

    def _some_left(self, node: t.Choose, rest: Expr, result: Reg, scope: Scope) -> Expr:
        """Whether a player is asked for one more, although they need not choose any. If others must not learn that
        there is none, it depends on whether any pieces lie there, whatever they are."""
        known = self.beginnings.described
        if known.runs_out_openly(node.of):
            return Binary("ne", rest, Const(0))
        place = known.lies_in(node.of)
        if place is None:
            return Const(1)
        return Binary("gt", self.values.size(place, scope), Unary("size", result))

    def _none_label(self, node: t.Choose) -> dict[str, str] | None:
        """What players read for `enough` if at most one can be chosen: whoever says that chooses none. A game's own
        word for `enough` stays."""
        count = node.of.count
        single = isinstance(count, t.Number) and count.value == 1
        if not single or "enough" in self.unit.game.labels:
            return None
        none = Message("option.none of them")
        return {tag: none.say(tag) for tag in tags()}

    def choose_one(self, node: t.ChooseOne, scope: Scope, b: Builder) -> None:
        player = self.values.player(node.player, scope, b)
        menu, after = self.menus.of("choose one", node, scope, b), b.block()
        for one in node.branches:
            guard, needs = self.beginnings.guard(one.test, one.body, scope)
            menu.add(one.label, guard, body=one.body, needs=needs, said=one.said)
        menu.ask(player, "no branch can be chosen")
        menu.bodies(player, after)
        b.start(after)

    def may(self, node: t.May, scope: Scope, b: Builder) -> None:
        """Players who cannot do it are not asked, unless that would reveal a secret."""
        player = self.values.player(node.player, scope, b)
        menu = self.menus.of("may", node, scope, b)
        asked, target, after = b.block(), b.block(), b.block()
        refused = b.block() if node.otherwise else after
        guard, needs = self.beginnings.guard(None, node.body, scope)
        self.beginnings.ask_if(node, guard, asked, refused, b)
        menu.add_yes(node, guard, target, needs)
        menu.add("no", target=refused, body=node.otherwise or None)
        menu.ask(player)
        menu.bodies(player, after)
        b.start(after)
