"""Lowers whether a body can be begun: costs can be paid, the first choice has a candidate, pieces to move exist.

Options, branches and `may` are offered only if it can; see `dsl/offers/preconditions.py`. If a step depends on
the effects of earlier steps, it is checked on trial: the earlier steps run, with the watches that they trigger, and
are undone. The check follows actions into their bodies, but ignores their replacements.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ....dsl import tree as t
from ....dsl.offers import preconditions as described
from ....dsl.offers.preconditions import beginnings_of
from ....dsl.printing.statements import show
from ....dsl.tree.passes import over
from ....dsl.tree.types import member
from ...ir import Binary, Call, CellKind, Const, Expr, If, PlaceEnd, Reg, Trial, Unary
from ...ir.walk import walk
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import fold, if_there, is_some, joined
from ..building.watching import Watching
from ..lowered import Need, NeedKind, in_a_line
from ..recursion import Body, printed_key
from ..values.common import OnValues, Values
from ..values.computed import Computed
from ..values.lists import repeating
from ..values.payments import Payments

MOST_LOOKED_INTO = 500
"""If an option begins with naming a value larger than this, it is offered without a check."""


class Beginnings(OnValues):
    def __init__(self, values: Values, payments: Payments, computed: Computed, watching: Watching) -> None:
        super().__init__(values)
        self.payments, self.computed, self.watching = payments, computed, watching
        self.described = beginnings_of(self.unit.game)
        self._actions: dict[tuple[str, bool], Expr | int] = {}

    def guard(self, test: t.Expr | None, body: Body, scope: Scope) -> tuple[Expr, tuple[Need, ...]]:
        """Whether an option is open, and its needs: the conjuncts of the guard, in order."""
        tests = _conjuncts(test)
        parts = [(Need("holds", show(one, self.unit.symbols), one), self.lower(one, scope)) for one in tests]
        parts += [(self._need(what), can) for what, can in self._starts(body, scope, begun=False)]
        parts = [(need, can) for need, can in parts if can != Const(1)]
        guard = joined("both", [can for _, can in parts]) if parts else Const(1)
        return guard, tuple(need for need, _ in parts)

    def known(self, test: t.Expr | None, body: Body, scope: Scope) -> Expr:
        """What every player knows of whether an option is open: it may be closed although this holds."""
        tests = _conjuncts(test)
        parts: list[Expr] = []
        for one in tests:
            necessary = self.described.necessary(one)
            parts += [self.lower(necessary, scope)] if necessary is not None else []
        if self.described.public(body):
            parts.append(self.can_start(body, scope))
        else:
            first = self.described.of(body)[:1]
            of = first[0].needs.of if first and isinstance(first[0].needs, described.Candidates) else None
            place = self.described.lies_in(of) if of is not None else None
            if place is not None:
                parts.append(Binary("gt", self.values.size(place, scope), Const(0)))
        return fold(joined("both", parts)) if parts else Const(1)

    def is_asked_anyway(self, node: t.May | t.MayRepeatedly | t.Trigger, guard: Expr) -> bool:
        """Whether a player is asked even if the only answer is no. Skipping the question would reveal to others what
        only this player knows, or what is chosen here in secret."""
        hidden = self.unit.disclosure.keeps(node) or not self.described.public(node.body)
        return guard == Const(1) or hidden

    def ask_if(
        self, node: t.May | t.MayRepeatedly, guard: Expr, asked: int, otherwise: int, b: Builder
    ) -> None:
        """Goes on where a player is asked, or, if nobody is, to another block."""
        if not self.is_asked_anyway(node, guard):
            b.branch(guard, asked, otherwise, node.span)
        b.start(asked)

    def can_be_done(self, of: t.Property, this: Expr, player: Expr) -> Expr:
        """Whether an effect that something prints can be begun."""
        return Call(self.again.printed("can", printed_key(of)), (this, player))

    def _need(self, what: Body) -> Need:
        """The first step of a body, named for players who cannot begin it."""
        if isinstance(what[0], t.Choose):
            return Need("chooses", show(what[0].of, self.unit.symbols), what[0].of)
        kind: NeedKind = "pays" if isinstance(what[0], t.Pay) else "begins"
        return Need(kind, in_a_line(show(what, self.unit.symbols)), what)

    def can_start(self, body: Body, scope: Scope, *, begun: bool = False) -> Expr:
        """Whether the first step of a body can be done."""
        parts = [can for _, can in self._starts(body, scope, begun) if can != Const(1)]
        return joined("both", parts) if parts else Const(1)

    def _starts(self, body: Body, scope: Scope, begun: bool) -> list[tuple[Body, Expr]]:
        """The first steps of a body, and whether they can be done. Those that depend on earlier ones are tried."""
        found: list[tuple[Body, Expr]] = []
        steps = self.described.of(body, begun)
        now = scope
        for step in steps:
            first = step.nodes[0]
            if isinstance(first, t.Let):
                value = self.lower(first.value, now)
                if sum(1 for _ in islice(walk(value), MOST_LOOKED_INTO)) == MOST_LOOKED_INTO:
                    return found  # nested values multiply in size
                now = now.bind(first.name, value, first.value.type)
            elif step.needs is not None and not step.after:
                found.append((step.nodes, self._can(step.needs, now, step.begun)))
        tried = next((step.nodes for step in steps if step.tried), None)
        if tried is not None:
            found.append((tried, self._trial(steps, scope)))
        return found

    def _can(self, needs: described.Need, scope: Scope, begun: bool) -> Expr:
        """Whether a step can be done now."""
        match needs:
            case described.Cost(player=player, amounts=amounts):
                payer = self.certain(player, scope)
                return self.payments.can_pay(payer, amounts, scope)
            case described.Candidates(of=of):
                return self._candidates(of, scope)
            case described.There(what=what):
                return self._there(what, scope)
            case described.Begun(call=call):
                return self.can_begin(call, scope, begun=begun)
            case described.Printed(of=of, player=player):
                this = self.lower(of.of, scope)
                can = self.can_be_done(of, this, self.lower(player, scope))
                return if_there(of.of, this, can)
            case described.Ways(ways=ways):
                return self._some([self._way(test, body, scope, begun) for test, body in ways])
            case described.Cases():
                return self._case(needs, scope, begun)
            case described.Often(count=count, body=body):
                some = fold(Binary("gt", self.lower(count, scope), Const(0)))
                can = self.can_start(body, scope, begun=begun)
                if begun:
                    return can if can == Const(1) else Binary("either", Unary("not", some), can)
                return fold(Binary("both", some, can))
            case described.First(loop=loop):
                return self._first(loop, scope)

    def _first(self, loop: t.ForEach, scope: Scope) -> Expr:
        """Whether the body of a `for each` can be begun for the first member, if there is one."""
        if repeating(self.unit, loop.of) is not None:
            return Const(1)
        members = self.lower(loop.of, scope)
        b, inner, arguments = self.values.helper("first", scope, members, kind_of(loop.of.type))
        single = member(loop.of.type)
        among, first, can = Reg(0), b.register(kind_of(single)), b.register(CellKind.NUMBER)
        value = self.can_start(loop.body, inner.bind(loop.name, first, single), begun=True)
        if value == Const(1):
            return value
        b.set(can, Const(1))
        with b.inside() as some:
            place = self.unit.ordered_place(loop.of) if loop.order in ("from top", "from bottom") else None
            found: Expr = Unary("lowest", among)
            if place is not None:
                found = PlaceEnd(self.certain(place, inner), among, loop.order == "from top")
            elif loop.start is not None:
                start = self.certain(loop.start, inner)
                found = self.unit.next_player(b, among, start, back=loop.order == "counterclockwise")
            b.set(first, found)
            b.set(can, value)
        b.emit(If(among, tuple(some)))
        b.give(can)
        return self.unit.helper_call(b, arguments)

    def _candidates(self, of: t.Quantity, scope: Scope) -> Expr:
        if of.how in ("exactly", "at least") and of.count is not None:
            return Binary("ge", self.values.size(of.of, scope), self.lower(of.count, scope))
        return Binary("ne", self.lower(of.of, scope), Const(0))

    @over(
        t.Expr,
        subject="what",
        leaves="LITERALS NAMES SEATS OPERATORS STATES FIGURES FACES LYING STEPS SHAPE CanBeDone CanPay CellValue "
        "CountOf Exists Holds NumberValue OptionValue PlaceValue Property Select So",
    )
    def _there(self, what: t.Expr, scope: Scope) -> Expr:
        """Whether the pieces to move or show exist, if they can be missing."""
        if isinstance(what, t.EndOf) and what.count is None:
            return Binary("gt", self.values.size(what.place, scope), Const(0))
        if isinstance(what, t.EndOfSet):
            return Binary("gt", self.values.size(what.of, scope), Const(0))
        if isinstance(what, t.Quantity) and what.how == "any":
            least = Const(1) if what.count is None else self.lower(what.count, scope)
            return Binary("ge", self.values.size(what.of, scope), least)
        if what.type.optional and what.type.kind == "piece":
            return is_some(self.lower(what, scope))
        return Const(1)

    def _way(self, test: t.Expr | None, body: Body, scope: Scope, begun: bool) -> Expr:
        holds = self.lower(test, scope) if test is not None else Const(1)
        return fold(Binary("both", holds, self.can_start(body, scope, begun=begun)))

    def _case(self, needs: described.Cases, scope: Scope, begun: bool) -> Expr:
        """Whether the body of the case that holds can be begun; yes if no case holds."""
        bodies = (*(body for _, body in needs.cases), needs.otherwise)
        return self.computed.first_that_holds(
            [test for test, _ in needs.cases],
            lambda inner: [self.can_start(body, inner, begun=begun) for body in bodies],
            CellKind.NUMBER,
            scope,
        )

    def _some(self, tests: list[Expr]) -> Expr:
        if Const(1) in tests:
            return Const(1)
        return joined("either", tests)

    # ------------------------------------------------------------------------- trying

    def _trial(self, steps: tuple[described.Step, ...], scope: Scope) -> Expr:
        """Whether the last step can be done after the earlier ones, which run on trial."""
        b, inner, arguments = self.values.helper("try", scope, Const(0), CellKind.NUMBER)
        *before, last = steps
        value: Expr = Const(1)
        with self.unit.trial():
            for step in before:
                inner = self.again.body(step.nodes, inner, b)
            if last.foreseen:
                self.again.body(last.nodes, inner, b)
            elif last.needs is not None:
                value = self._can(last.needs, inner, last.begun)
        if value == Const(1) and not any(step.tried for step in steps if step.foreseen):
            return Const(1)
        b.give(value)
        call = self.unit.helper_call(b, arguments)
        assert isinstance(call, Call)
        return Trial(call.procedure, call.arguments)

    def tried(self, signature: str) -> int:
        """A plain procedure with the effect of an action that no ability acts on."""

        def build() -> Builder:
            phrase = self.unit.symbols.phrases[signature]
            b = Builder(f"try {signature}", phrase.span)
            self.again.body(phrase.body, b.scope_of(phrase.slots), b)
            b.give()
            return b

        return self.unit.once(("try", signature, self.watching.off), build)

    # ----------------------------------------------------------------------- actions

    def can_begin(self, call: t.Call, scope: Scope, *, begun: bool = False) -> Expr:
        """Whether an action can be begun."""
        known = self._action((call.phrase, begun))
        if isinstance(known, Expr):
            return known
        slots = self.unit.symbols.phrases[call.phrase].slots
        arguments = self.values.arguments(call.arguments, slots, scope)
        return Call(known, (scope.actor, *arguments))

    def _action(self, action: tuple[str, bool]) -> Expr | int:
        """An expression if it is always possible, or else a plain procedure of the player who acts and the slots.
        An action that begins with itself counts as possible."""
        if action not in self._actions:
            self._actions[action] = Const(1)
            path = [(action, self._first_actions(action))]
            while path:  # not recursive, since a chain of actions may be long
                last, ways = path[-1]
                found = next((one for one in ways if one not in self._actions), None)
                if found is None:
                    self._lower_action(last)
                    path.pop()
                else:
                    self._actions[found] = Const(1)
                    path.append((found, self._first_actions(found)))
        return self._actions[action]

    def _first_actions(self, action: tuple[str, bool]) -> Iterator[tuple[str, bool]]:
        """The actions that an action may begin with."""
        signature, begun = action
        return self.described.actions(self.unit.symbols.phrases[signature].body, begun)

    def _lower_action(self, action: tuple[str, bool]) -> None:
        signature, begun = action
        phrase = self.unit.symbols.phrases[signature]
        b = Builder(f"can begin {signature}", phrase.span)
        with self.watching.on():
            value = self.can_start(phrase.body, b.scope_of(phrase.slots), begun=begun)
        if value != Const(1):
            b.give(value)
            self._actions[action] = self.unit.add(b, framed=False)


def _conjuncts(test: t.Expr | None) -> tuple[t.Expr, ...]:
    return test.of if isinstance(test, t.Both) else () if test is None else (test,)
