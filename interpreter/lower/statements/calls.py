"""Lowers calls of actions, effects that something prints, and strands of several players."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import PLAYER
from ...ir import Binary, CellKind, Const, Fork, If
from ..building.abilities import Abilities
from ..building.builder import Builder, Scope
from ..building.suspension import Suspension
from ..choices.beginnings import Beginnings
from ..recursion import printed_key
from ..values.common import OnValues, Values, handed_on


class Calls(OnValues):
    def __init__(
        self, values: Values, abilities: Abilities, suspension: Suspension, beginnings: Beginnings
    ) -> None:
        super().__init__(values)
        self.abilities, self.suspension, self.beginnings = abilities, suspension, beginnings

    def call(self, node: t.Call, scope: Scope, b: Builder) -> None:
        slots = self.unit.symbols.phrases[node.phrase].slots
        pairs = zip(node.arguments, slots, strict=True)
        arguments = [self.values.argument(value, slot.type, scope, b) for value, slot in pairs]
        if self.unit.trying:
            b.run(self.beginnings.tried(node.phrase), (scope.actor, *arguments), node.span, framed=False)
            return
        number = self.again.action(node.phrase)
        arguments += self.abilities.already(node.phrase, scope)
        framed = self.suspension.framed(node.phrase)
        b.run(number, (scope.actor, *arguments), node.span, framed=framed)

    def happens(self, event: t.Call, bare: Callable[[Builder], None], scope: Scope, b: Builder) -> None:
        """A change of a number as an action; a change by zero, or in the other direction, does not count as one."""
        amount = event.arguments[-1]
        least = amount.type.least
        if least > 0:
            self.call(event, scope, b)
            return
        test = Binary("gt", self.values.checked(amount, scope, b), Const(0))
        if self.unit.trying or not self.suspension.framed(event.phrase):
            with b.inside() as then:
                self.call(event, scope, b)
            with b.inside() as other:
                if least < 0:
                    bare(b)
            b.emit(If(test, tuple(then), tuple(other), span=event.span))
            return
        act, otherwise, after = b.block(), b.block(), b.block()
        b.branch(test, act, otherwise, event.span)
        b.start(act)
        self.call(event, scope, b)
        b.jump(after)
        b.start(otherwise)
        if least < 0:
            bare(b)
        b.jump(after)
        b.start(after)

    def perform(self, node: t.Perform, scope: Scope, b: Builder) -> None:
        printed = node.of
        assert isinstance(printed, t.Property)
        player = self.values.player(node.player, scope, b)
        of = printed.of
        single = attrs.evolve(of.type, optional=False)
        this = self.values.needed(self.values.checked(of, scope, b), of, single, b)
        key = printed_key(printed)
        number, framed = self.again.printed("do", key), self.suspension.effect_framed(key)
        b.run(number, (this, player), node.span, framed=framed)

    def simultaneously(self, node: t.Simultaneously, scope: Scope, b: Builder) -> None:
        inner = Builder(f"strand {len(self.unit.procedures)}", node.span)
        actor = inner.parameter(CellKind.PLAYER)
        variables, arguments = handed_on(scope, inner)
        strand = Scope(actor, variables, dict(scope.types), scope.this, scope.state)
        inner.call_it(actor, "the player", PLAYER)
        with self.unit.apart():
            self.unit.emit_event("strand", inner, actor)
            self.again.body(node.body, strand, inner)
        inner.give()
        number = self.unit.add(inner, framed=True)
        after = b.block()
        players = self.values.checked(node.players, scope, b)
        b.end(Fork(players, number, tuple(arguments), after, span=node.span))
        b.start(after)
        self.unit.emit_event("joined", b)
        self.unit.uses_strands = True
