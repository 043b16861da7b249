"""Lowers the numbers that a game declares: their values, modified by the abilities in force."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.tree.types import Type
from ....dsl.tree.walk import walk
from ...ir import Assign, Binary, BinaryOp, CellKind, Const, Expr, If, Pick, Reg
from ..building.abilities import Instance
from ..building.builder import Builder, kind_of
from ..building.operations import fold, is_some
from ..values.common import OnValues
from ..values.in_force import InForce
from ..values.patterns import pattern_tests


class Numbers(OnValues):
    def __init__(self, in_force: InForce) -> None:
        super().__init__(in_force.values)
        self.in_force = in_force

    def procedure(self, name: str) -> Builder:
        """A number of the game: its value, modified by the abilities in force."""
        number = self.unit.symbols.named_values[name]
        b = Builder(name, number.span)
        scope = b.scope_of(number.slots)
        given = [Reg(at) for at in range(1, b.parameters)]
        result = b.register(kind_of(number.value.type))
        b.set(result, self.values.checked(number.value, scope, b), number.span)
        for modifier, instance in self.in_force.abilities.modifiers.get(name, []):
            test: Expr = Const(1)
            acting = scope
            if _says_player(modifier, instance):
                whose = self._whose(instance, scope.actor)
                player = b.held(CellKind.PLAYER, whose, modifier.span)
                acting = attrs.evolve(scope, actor=player)
                test = is_some(acting.actor)
            inner = self.in_force.inner_scope(instance, acting)
            for pattern, slot, register in zip(modifier.pattern, number.slots, given, strict=False):
                if pattern.name is not None:
                    inner = inner.bind(pattern.name, register, slot.type)
            for one in pattern_tests(self.values, modifier.pattern, given, inner):
                test = fold(Binary("both", test, one))
            for condition in instance.conditions:
                test = fold(Binary("both", test, self.lower(condition, inner)))
            op: BinaryOp = "add" if modifier.sign > 0 else "sub"
            change = Assign(result.index, Binary(op, result, self.lower(modifier.amount, inner)))
            b.emit(If(test, (change,), span=modifier.span))
        b.give(result)
        return b

    def _whose(self, instance: Instance, actor: Expr) -> Expr:
        """The player that `the player` means in an ability that modifies a number, which may be read at any time: the
        holder of the piece, or, if nobody holds it, the player who acts."""
        symbols = self.unit.symbols
        if not symbols.of_players(Type("piece", (symbols.designs[instance.design].type,))):
            return actor
        holder = self.in_force.properties.holder(Const(instance.piece))
        return Pick(is_some(holder), holder, actor)


def _says_player(modifier: t.Modifier, instance: Instance) -> bool:
    said = (modifier.amount, modifier.pattern, instance.conditions, tuple(instance.arguments.values()))
    return any(isinstance(node, t.Actor) for node in walk(said))
