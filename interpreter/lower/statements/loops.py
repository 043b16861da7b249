"""Lowers loops: `for each` and `repeat`. Those that cannot suspend become instructions, the others blocks.

The members of a `for each` are fixed at its start. A loop through a pile follows the order that the pile has at
each iteration, and skips pieces that have left it.
"""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import member
from ...ir import Binary, CellKind, Const, Expr, ForEachBit, PlaceEnd, Reg, Unary
from ..building.builder import COUNT, Builder, Scope, kind_of
from ..building.operations import fold, is_some
from ..building.suspension import Suspension
from ..choices.choosers import chooser
from ..choices.choosing import Choices
from ..choices.reports import Reports
from ..procedures.together import Together
from ..values.common import OnValues, Values
from ..values.lists import HOLDER, AsOften, copies, each_as_often, hold, repeating
from ..values.selections import Selections
from .storing import Storing


@attrs.frozen
class Round:
    """The state of a `for each`: the remaining members, the current one, and where to look for the next."""

    node: t.ForEach
    rest: Reg
    each: Reg
    where: Expr | None  # the ordered place that the loop goes through


class Loops(OnValues):
    def __init__(
        self,
        values: Values,
        selections: Selections,
        storing: Storing,
        choices: Choices,
        reports: Reports,
        suspension: Suspension,
        together: Together,
    ) -> None:
        super().__init__(values)
        self.together = together
        self.selections, self.storing, self.choices = selections, storing, choices
        self.reports, self.suspension = reports, suspension

    # ---------------------------------------------------------------------- for each

    def for_each(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        with self.reports.secretly(self.unit.disclosure.hides(node), scope, b):
            if node.together:
                self.together.happens(node, scope, b)
            else:
                self._for_each(node, scope, b)

    def _for_each(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        source, shown = repeating(self.unit, node.of), self.unit.disclosure.shown(node)
        if source is not None:
            scope = hold(self.unit, source, self.values.checked(source.of, scope, b), scope, b)
            node = each_as_often(node, source)
        each = b.register(kind_of(member(node.of.type)))
        b.call_it(each, node.name, member(node.of.type), shown)
        inner = scope.bind(node.name, each, member(node.of.type))
        if self._at_once(node, inner, scope, b):
            return
        members = self.values.checked(node.of, scope, b)
        piled = node.order in ("from top", "from bottom")
        place = self.unit.ordered_place(node.of) if piled else None
        if not self.suspension.suspends(node) and place is None and node.start is None and node.by is None:
            with b.inside() as body:
                self.again.body(node.body, inner, b)
            b.emit(ForEachBit(each.index, members, tuple(body), span=node.span))
            return
        rest = b.register(kind_of(node.of.type))
        b.call_it(rest, f"still to come: {node.name}", node.of.type, shown)
        b.set(rest, members, node.span)
        where = self._where(place, scope, b)
        if node.start is not None and node.by is None:
            b.set(each, self.values.checked(node.start, scope, b), node.start.span)
            self.unit.check(is_some(each), "RW403", "there is no player to begin with", node.start.span, b)
        step = Round(node, rest, each, where)
        with b.loop(lambda: self._ahead(step, b), node.span, blocks=self.suspension.suspends(node)):
            self._take(step, scope, b)
            self.again.body(node.body, inner, b)

    def _at_once(self, node: t.ForEach, inner: Scope, scope: Scope, b: Builder) -> bool:
        """`for each …: that … becomes …`, for a yes-or-no state that is a single set: changes the set."""
        only = node.body[0] if len(node.body) == 1 else None
        if not isinstance(only, t.Become) or not isinstance(only.target, t.Property):
            return False
        target = only.target
        if (
            self.suspension.watching.set_off(only)
            or not isinstance(target.of, t.Variable)
            or target.of.name != node.name
        ):
            return False
        slot = self.tables.slot_of(target.of.type, target.name)
        value = self.lower(only.value, inner)
        if not slot.bits or not isinstance(value, Const):
            return False
        members = self.values.checked(node.of, scope, b)
        self.storing.bits(slot, members, value.value, only.span, b)
        return True

    def _where(self, place: t.Expr | None, scope: Scope, b: Builder) -> Expr | None:
        if place is None:
            return None
        where = self.certain(place, scope)
        if isinstance(where, Const):
            return where
        held = b.held(CellKind.PLACE, where, place.span)
        return held

    def _ahead(self, step: Round, b: Builder) -> Expr:
        """Before each iteration: looks for the next piece of a pile; returns whether there is one."""
        if step.where is None:
            return step.rest
        found = PlaceEnd(step.where, step.rest, step.node.order == "from top")
        b.set(step.each, found, step.node.span)
        return is_some(step.each)

    def _take(self, step: Round, scope: Scope, b: Builder) -> None:
        """Takes the next member, and removes it from those that remain."""
        node, rest, each = step.node, step.rest, step.each
        if step.where is not None:
            pass
        elif node.by is not None:
            self._ranked(step, scope, b)
        elif node.order == "any order":
            who = chooser(self.unit, scope, b)
            self.choices.pick_one(who, node.of, rest, each, scope, node, b)
        elif node.start is not None:
            b.set(each, self.unit.next_player(b, rest, each, back=_back(node)), node.span)
        else:
            b.set(each, Unary("lowest", rest), node.span)
        b.set(rest, Binary("minus", rest, Unary("bit", each)))

    def _ranked(self, step: Round, scope: Scope, b: Builder) -> None:
        """The next member by a number; the order for ties decides among equals."""
        node, rest, each = step.node, step.rest, step.each
        assert node.by is not None
        how = node.order.removeprefix("from ")
        best = self.selections.extreme(how, (node.by, node.value), rest, node.of.type, scope)
        if node.ties == "any order":
            equals = b.held(kind_of(node.of.type), best, node.span)
            who = chooser(self.unit, scope, b)
            self.choices.pick_one(who, node.of, equals, each, scope, node, b)
        elif node.ties in ("from top", "from bottom"):
            place = self.unit.ordered_place(node.of)
            assert place is not None
            found = PlaceEnd(self.certain(place, scope), best, node.ties == "from top")
            b.set(each, found, node.span)
        elif node.start is not None:
            among = b.held(kind_of(node.of.type), best, node.span)
            start = self.values.checked(node.start, scope, b)
            b.set(each, self.unit.next_player(b, among, start, back=_back(node)), node.span)
        else:
            b.set(each, Unary("lowest", best), node.span)

    # ------------------------------------------------------------------------ repeat

    def as_often(self, node: AsOften, scope: Scope, b: Builder) -> None:
        """Runs the body once for each time that a design stands on a list."""
        left = b.register(CellKind.NUMBER)
        kind, holder = scope.variables[node.kind], scope.variables[HOLDER]
        b.set(left, copies(self.unit, node.source, holder, kind), node.span)
        self._again(node, Binary("gt", left, Const(0)), left, scope, b)

    def repeat(self, node: t.Repeat, scope: Scope, b: Builder) -> None:
        left = self._counter(node, scope, b)
        test: Expr = Binary("gt", left, Const(0)) if left is not None else Const(1)
        if node.how != "times":
            condition = self.lower(node.test, scope)
            condition = Unary("not", condition) if node.how == "until" else condition
            test = fold(Binary("both", test, condition))
        with self.reports.secretly(self.unit.disclosure.hides(node), scope, b):
            self._again(node, test, left, scope, b)

    def _again(
        self, node: t.Repeat | AsOften, test: Expr, left: Reg | None, scope: Scope, b: Builder
    ) -> None:
        """Runs a body as long as a test holds, and at most the remaining number of times."""
        with b.loop(lambda: test, node.span, blocks=self.suspension.suspends(node)):
            self._count(left, b)
            self.again.body(node.body, scope, b)

    def _counter(self, node: t.Repeat, scope: Scope, b: Builder) -> Reg | None:
        """The remaining number of iterations, if it is bounded."""
        bound = node.test if node.how == "times" else node.bound
        if bound is None:
            return None
        left = b.register(CellKind.NUMBER)
        b.call_it(left, "times left", COUNT, self.unit.disclosure.shown(node))
        b.set(left, self.values.checked(bound, scope, b), node.span)
        return left

    def _count(self, left: Reg | None, b: Builder) -> None:
        if left is not None:
            b.set(left, Binary("sub", left, Const(1)))


def _back(node: t.ForEach) -> bool:
    return "counterclockwise" in (node.order, node.ties)
