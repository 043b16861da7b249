"""Lowers whether a body can be begun: costs can be paid, the first choice has a candidate, the first piece is there.

What an option, a branch or a `may` is offered by. Actions are looked into; what replaces them is not.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from rulewright.dsl import tree as t
from rulewright.dsl.flows import bodies_of
from rulewright.dsl.passes import over
from rulewright.dsl.print_english import show

from ..ir import Binary, Branch, Call, CellKind, Const, Expr, If, Jump, Return
from ..ir_walk import walk
from .builder import Builder, Scope, kind_of
from .computed import first_that_holds
from .info import Need, NeedKind, in_a_line
from .values import SETS, fold, if_there, joined

if TYPE_CHECKING:
    from .lowerer import Lowerer
    from .statements import Statements

Body = tuple[t.Stmt, ...]


MOST_LOOKED_INTO = 500
"""So large a value that an option begins with naming is not asked whether the option can be begun."""
LOOKED_INTO = (t.OnlyIf, t.Alternatives, t.AnyOrder, t.ChooseOne, t.If, t.May)
"""Beside some repetitions: what begins with what is inside it."""


class Beginnings:
    def __init__(self, low: Lowerer, statements: Statements) -> None:
        self.low, self.ex, self.statements = low, low.expressions, statements
        self._actions: dict[str, Expr | int] = {}

    def guard(self, test: t.Expr | None, body: Body, scope: Scope) -> tuple[Expr, tuple[Need, ...]]:
        """Whether an option is open, and what it needs: the conjuncts of that, in order."""
        tests = test.of if isinstance(test, t.Both) else () if test is None else (test,)
        parts = [(Need("holds", show(one, self.low.symbols)), self.ex.lower(one, scope)) for one in tests]
        parts += [(self._need(what), can) for what, can in self._starts(body, scope)]
        parts = [(need, can) for need, can in parts if can != Const(1)]
        guard = joined("both", [can for _, can in parts]) if parts else Const(1)
        return guard, tuple(need for need, _ in parts)

    def _need(self, what: Body) -> Need:
        """What a body begins with, said to who cannot begin it."""
        if isinstance(what[0], t.Choose):
            return Need("chooses", show(what[0].of, self.low.symbols))
        kind: NeedKind = "pays" if isinstance(what[0], t.Pay) else "begins"
        return Need(kind, in_a_line(show(what, self.low.symbols)))

    def can_start(self, body: Body, scope: Scope) -> Expr:
        """Whether what a body begins with can be done."""
        parts = [can for _, can in self._starts(body, scope) if can != Const(1)]
        return joined("both", parts) if parts else Const(1)

    def _starts(self, body: Body, scope: Scope) -> list[tuple[Body, Expr]]:
        """What a body begins with: its costs, and then what it does first; with whether that can be done."""
        found: list[tuple[Body, Expr]] = []
        at = 0
        while at < len(body) and isinstance(first := body[at], t.Pay | t.Let):
            begun, at = at, at + 1
            if isinstance(first, t.Let):
                value = self.ex.lower(first.value, scope)
                if sum(1 for _ in islice(walk(value), MOST_LOOKED_INTO)) == MOST_LOOKED_INTO:
                    return found  # such values grow into each other
                scope = scope.bind(first.name, value, first.value.type)
                continue
            amounts = first.amounts
            while at < len(body) and isinstance(one := body[at], t.Pay) and one.player == first.player:
                amounts, at = (*amounts, *one.amounts), at + 1
            player = self.ex.there(first.player, self.ex.lower(first.player, scope))
            found.append((body[begun:at], self.statements.costs.can_pay(player, amounts, scope)))
        if at < len(body):
            found.append(((body[at],), self._first_can(body[at], scope)))
        return found

    @over(
        t.Stmt,
        subject="first",
        leaves="SETS ENDS ForEach Let MayRepeatedly Nothing Offer Shuffle Simultaneously Swap",
    )
    def _first_can(self, first: t.Stmt, scope: Scope) -> Expr:
        match first:
            case t.Perform(of=t.Property() as of, player=player):
                this = self.ex.lower(of.of, scope)
                can = self.low.printed.can_be_done(of, this, self.ex.lower(player, scope))
                return if_there(of.of, this, can)
            case t.Choose(of=of):
                return self._candidates(of, scope)
            case t.Put(what=what) | t.Look(what=what) | t.Reveal(what=what) | t.Show(what=what):
                return self._there(what, scope)
            case t.OnlyIf(call=call):
                return self.can_begin(call, scope)
            case t.Call():
                return self.can_begin(first, scope)
            case t.Alternatives(bodies=bodies):
                return self._some([self.can_start(body, scope) for body in bodies])
            case t.AnyOrder(of=parts):
                return self._some([self.can_start((part,), scope) for part in parts])
            case t.ChooseOne(branches=branches):
                return self._some([self._branch(branch, scope) for branch in branches])
            case t.If():
                return self._if(first, scope)
            case t.May(body=inner, otherwise=otherwise):
                tests = [self.can_start(inner, scope)]
                return self._some([*tests, self.can_start(otherwise, scope)] if otherwise else tests)
            case t.Repeat(how="times", test=count, body=inner):
                some = Binary("gt", self.ex.lower(count, scope), Const(0))
                return fold(Binary("both", fold(some), self.can_start(inner, scope)))
        return Const(1)

    def _candidates(self, of: t.Quantity, scope: Scope) -> Expr:
        if of.how == "exactly" and of.count is not None:
            return Binary("ge", self.ex.size(of.of, scope), self.ex.lower(of.count, scope))
        return Binary("ne", self.ex.lower(of.of, scope), Const(0)) if of.how == "one" else Const(1)

    @over(
        t.Expr,
        subject="what",
        leaves="LITERALS NAMES SEATS OPERATORS STATES FIGURES FACES LYING STEPS SHAPE CanBeDone CanPay CellValue "
        "CountOf Exists Holds NumberValue OptionValue PlaceValue Property Select So",
    )
    def _there(self, what: t.Expr, scope: Scope) -> Expr:
        """Whether there is what is moved or shown, where that can be missing."""
        if isinstance(what, t.EndOf):
            return Binary("gt", self.ex.size(what.place, scope), Const(0))
        if isinstance(what, t.EndOfSet):
            return Binary("gt", self.ex.size(what.of, scope), Const(0))
        if isinstance(what, t.Quantity) and what.how == "any":
            least = Const(1) if what.count is None else self.ex.lower(what.count, scope)
            return Binary("ge", self.ex.size(what.of, scope), least)
        return Const(1)

    def _branch(self, branch: t.Branch, scope: Scope) -> Expr:
        test = self.ex.lower(branch.test, scope) if branch.test is not None else Const(1)
        return fold(Binary("both", test, self.can_start(branch.body, scope)))

    def _if(self, node: t.If, scope: Scope) -> Expr:
        """The body of the case that holds can be begun; where none holds there is nothing to begin."""
        bodies = (*(body for _, body in node.cases), node.otherwise)
        return first_that_holds(
            self.ex,
            [test for test, _ in node.cases],
            lambda inner: [self.can_start(body, inner) for body in bodies],
            CellKind.NUMBER,
            scope,
        )

    def _some(self, tests: list[Expr]) -> Expr:
        if Const(1) in tests:
            return Const(1)
        return joined("either", tests)

    # ----------------------------------------------------------------------- actions

    def can_begin(self, call: t.Call, scope: Scope) -> Expr:
        """Whether an action can be begun."""
        known = self._action(call.phrase)
        if isinstance(known, Expr):
            return known
        arguments = []
        for value, slot in zip(call.arguments, self.low.symbols.phrases[call.phrase].slots, strict=True):
            as_set = slot.type.kind in SETS
            lowered = self.ex.as_set(value, scope) if as_set else self.ex.lower(value, scope)
            arguments.append(lowered if as_set or slot.type.optional else self.ex.there(value, lowered))
        return Call(known, (scope.actor, *arguments))

    def _action(self, signature: str) -> Expr | int:
        """Always (an expression), or a plain procedure of who acts and the slots. An action that begins with
        itself is taken to be possible."""
        if signature not in self._actions:
            self._actions[signature] = Const(1)
            path = [(signature, iter(self._first_actions(signature)))]
            while path:  # not by recursion: a chain of actions may be long
                last, ways = path[-1]
                found = next((one for one in ways if one not in self._actions), None)
                if found is None:
                    self._lower_action(last)
                    path.pop()
                else:
                    self._actions[found] = Const(1)
                    path.append((found, iter(self._first_actions(found))))
        return self._actions[signature]

    @over(
        t.Stmt,
        subject="first",
        leaves="MOVES SETS SHOWS ENDS Choose ForEach Let MayRepeatedly Nothing Offer Perform Shuffle "
        "Simultaneously",
    )
    def _first_actions(self, signature: str) -> list[str]:
        """The actions that an action may begin with."""
        found: list[str] = []
        bodies = [self.low.symbols.phrases[signature].body]
        while bodies:
            first = next((one for one in bodies.pop() if not isinstance(one, t.Pay | t.Let)), None)
            if isinstance(first, t.Call):
                found.append(first.phrase)
            elif isinstance(first, LOOKED_INTO) or (isinstance(first, t.Repeat) and first.how == "times"):
                bodies.extend(reversed(bodies_of(first)))
        return found

    def _lower_action(self, signature: str) -> None:
        phrase = self.low.symbols.phrases[signature]
        b = Builder(f"can begin {signature}", phrase.span)
        scope = Scope(b.parameter(CellKind.PLAYER))
        for slot in phrase.slots:
            scope = scope.bind(slot.name, b.parameter(kind_of(slot.type)), slot.type)
        value = self.can_start(phrase.body, scope)
        if value != Const(1):
            b.end(Return(value))
            self._actions[signature] = self.low.add(b, framed=False)

    def only_if(self, node: t.OnlyIf, scope: Scope, b: Builder) -> None:
        """An action and the rest, if it can be begun."""
        test = self.can_begin(node.call, scope)
        body: Body = (node.call, *node.body)
        if not self.low.suspends(node):
            with b.inside() as then:
                self.statements.body(body, scope, b)
            b.emit(If(test, tuple(then), span=node.span))
            return
        act, after = b.block(), b.block()
        b.end(Branch(test, act, after, span=node.span))
        b.start(act)
        self.statements.body(body, scope, b)
        b.end(Jump(after))
        b.start(after)
