"""What was in force when an action began: it acts `after` the action, even if the action has taken it out of force.

In: an action, and the abilities that act after it. Out: instructions that note, before its body runs, whose abilities
are in force and who holds these pieces; and, when an ability's turn comes, whether it was in force, and its holder.

Only conditions that the action can change are noted, so for most actions there is nothing to note. What is noted are
sets of pieces, one for each condition: they stay true if hidden pieces are dealt anew while the action waits for a
decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ....dsl import tree as t
from ....dsl.model.footprint import reads, writes
from ....dsl.model.survey import Survey
from ....dsl.model.symbols import HOLDER, Phrase
from ....dsl.offers.redirected import says_again
from ....dsl.tree.types import PLAYER
from ....dsl.tree.walk import walk
from ...ir import Binary, CellKind, Const, Expr, Filter, Load, Pick, PlaceSet, Reg, Table, Unary
from ..building.abilities import Abilities, Group, Instance, Then
from ..building.builder import Builder, Scope
from ..building.operations import fold, joined, load
from .common import OnValues, Values
from .patterns import pattern_tests
from .properties import HELD, Properties


class InForce(OnValues):
    """Whether abilities are in force, and what names mean in them; notes what is in force when actions begin."""

    def __init__(self, values: Values, properties: Properties, abilities: Abilities) -> None:
        super().__init__(values)
        self.properties, self.abilities = properties, abilities
        self._survey: Survey | None = None
        self._changes: dict[str, set[tuple[str, str]]] = {}

    def noted(
        self, phrase: Phrase, instances: Iterable[Instance], scope: Scope, b: Builder
    ) -> list[Instance]:
        """Notes what is in force now; returns the same abilities, which now know what was noted for them."""
        found, known = [], dict[object, Then]()
        instances = list(instances)
        for one in instances:
            if not self._can_end(phrase, one):
                found.append(one)
                continue
            key = _key(one)
            if key not in known:
                known[key] = self._note([other for other in instances if _key(other) == key], scope, b)
            found.append(attrs.evolve(one, then=known[key]))
        return found

    def _can_end(self, phrase: Phrase, instance: Instance) -> bool:
        """Whether an action can end that an ability is in force."""
        if not instance.conditions:
            return False
        return bool(reads(instance.conditions, self.unit.symbols) & self._changed(phrase))

    def _changed(self, phrase: Phrase) -> set[tuple[str, str]]:
        """What an action can change, with all that it leads to."""
        if phrase.signature not in self._changes:
            game = self.unit.game
            if self._survey is None:
                self._survey = Survey(game)
            watches = tuple(one.body for one in game.watches)
            nodes = self._survey.nodes(phrase.body, self._survey.hooks.get(phrase.signature, ()), watches)
            self._changes[phrase.signature] = set[tuple[str, str]]().union(
                *(writes(node, game.symbols) for node in nodes)
            )
        return self._changes[phrase.signature]

    def _note(self, group: Sequence[Instance], scope: Scope, b: Builder) -> Then:
        first = group[0]
        of = sum(1 << one.piece for one in group)
        if self._is_hidden(first):  # another of these pieces may lie there when they are dealt anew
            of |= self.tables.mask_of_type(self.unit.symbols.designs[first.design].type)
        this = b.register(CellKind.PIECE)
        inner = self.inner_scope(first, scope, this=this)
        test = joined("both", [self.lower(one, inner) for one in first.conditions])
        pieces = b.held(CellKind.PIECES, Filter(this.index, Const(of), fold(test)), first.trigger.span)
        held: list[Reg] = []
        if any(map(_asks_for_holder, group)):
            for player in range(self.tables.most_players):
                one = b.register(CellKind.PIECE)
                holds = Binary("eq", self.properties.holder(one), Const(player))
                held.append(b.register(CellKind.PIECES))
                b.set(held[-1], Filter(one.index, pieces, holds), first.trigger.span)
        return Then(pieces, tuple(held))

    def _is_hidden(self, instance: Instance) -> bool:
        """Whether what decides that an ability is in force can be hidden from somebody."""
        symbols = self.unit.symbols
        if any(isinstance(node, t.Variable | t.PhraseState) for node in walk(instance.conditions)):
            return False
        named = (name for sort, name in reads(instance.conditions, symbols) if sort == "place")
        return any(symbols.places[name].text.sight != "open" for name in named)

    def _now_or_then(self, instance: Instance, now: Sequence[Expr]) -> list[Expr]:
        """Whether an ability may act, by whether it is in force now, and whether it was."""
        if instance.then is None:
            return list(now)
        was = Binary("has", instance.then.pieces, Const(instance.piece))
        return [Binary("either", was, joined("both", list(now)))]

    def _held(self, instance: Instance, scope: Scope) -> Scope:
        """A scope in which the holder of a piece that is not in force any more is the one who held it."""
        if instance.then is None or not instance.then.held:
            return scope
        return scope.bind(HELD, self.holder(instance, scope), PLAYER)

    def holder(self, instance: Instance, scope: Scope) -> Expr:
        """The player who holds the piece of an ability, or held it, if the ability is not in force any more."""
        piece = Const(instance.piece)
        if instance.then is None:
            return self.properties.holder(piece)
        now = joined("both", [self.lower(one, scope) for one in instance.conditions])
        before: Expr = Const(-1)
        for player, pieces in reversed(list(enumerate(instance.then.held))):
            before = Pick(Binary("has", pieces, piece), Const(player), before)
        gone = Binary("both", Binary("has", instance.then.pieces, piece), Unary("not", now))
        return Pick(gone, before, self.properties.holder(piece))

    # ------------------------------------------------------------------ names and tests

    def inner_scope(self, instance: Instance, scope: Scope, this: Expr | None = None) -> Scope:
        """What names mean in an ability: its arguments, `this`, and the slots of the action. With `this`, what they
        mean in a condition that does not read the slots, for another piece."""
        of = Const(instance.piece) if this is None else this
        inner = Scope(scope.actor, {}, {}, of, instance.state)
        design = Scope(scope.actor, {}, {}, of, {})
        for name, value in instance.arguments.items():
            inner = inner.bind(name, self.lower(value, design), value.type)
        if instance.acts is None or this is not None:
            return self._held(instance, inner)
        slots = self.unit.symbols.phrases[instance.trigger.hook.phrase].slots
        for pattern, slot in zip(instance.trigger.hook.pattern, slots, strict=True):
            if pattern.name is not None:
                inner = inner.bind(pattern.name, scope.variables[slot.name], slot.type, chosen=True)
        return self._held(instance, inner)

    def slots(self, instance: Instance, scope: Scope) -> list[Expr]:
        """What the slots of the action hold on which an ability acts."""
        phrase = self.unit.symbols.phrases[instance.trigger.hook.phrase]
        return [scope.variables[slot.name] for slot in phrase.slots]

    def tests(self, instance: Instance, scope: Scope, *, tested: bool = True) -> list[Expr]:
        """Whether an ability is in force and not used up, its pattern matches, and (if `tested`) its own condition
        holds."""
        inner = self.inner_scope(instance, scope)
        tests = self._now_or_then(instance, [self.lower(test, inner) for test in instance.conditions])
        if says_again(instance.trigger, self.abilities.kin):  # it acts once on an event that it says again
            acted = scope.variables[self.abilities.acted(instance.trigger.hook.phrase)]
            tests.append(Unary("not", Binary("has", acted, Const(instance.piece))))
        if instance.flag is not None:
            tests.append(Binary("eq", load(instance.flag), Const(0)))
        slots = self.slots(instance, scope)
        tests += pattern_tests(self.values, instance.trigger.hook.pattern, slots, inner)
        if tested and instance.trigger.test is not None:
            tests.append(self.lower(instance.trigger.test, inner))
        return tests

    def condition(self, instance: Instance, scope: Scope) -> Expr:
        """Whether an ability acts, as one expression."""
        return all_of(self.tests(instance, scope))

    def applies(self, group: Group, scope: Scope) -> Expr:
        """Whether one of the instances applies; those that differ only in constants are tested together."""
        alike: dict[tuple[int, Reg], list[tuple[int, int]]] = {}
        tests: list[Expr] = []
        for instance in group.instances:
            own = self.tests(instance, scope)
            simple = self._constant_pattern(own)
            if simple is None:
                tests.append(all_of(own))
            else:
                place, register, piece, members = simple
                alike.setdefault((place, register), []).append((piece, members))
        merged = [self._any_in_force(*key, found) for key, found in alike.items()]
        found, *rest = [*merged, *tests]
        for test in rest:
            found = Binary("either", found, test)
        return found

    def _constant_pattern(self, tests: list[Expr]) -> tuple[int, Reg, int, int] | None:
        """Matches `the piece lies in a place, and a constant set contains a register`; returns all four parts."""
        first = self.tables.at
        match tests:
            case [
                Binary(op="eq", left=Load(address=Const(value=address)), right=Const(value=place)),
                Binary(op="has", left=Const(value=members), right=Reg() as register),
            ] if 0 <= address - first < len(self.tables.pieces) and not self.tables.places[place].ordered:
                return place, register, address - first, members
        return None

    def _any_in_force(self, place: int, register: Reg, found: list[tuple[int, int]]) -> Expr:
        """Whether some piece lies in the place and its set contains the register, by a table of these pieces."""
        size = max(members.bit_length() for _, members in found)
        table = tuple(
            sum(1 << piece for piece, members in found if members >> index & 1)
            for index in range(max(size, len(self.tables.pieces)))
        )
        counting = Table(self.tables.constant(table), register)
        return Binary("ne", Binary("and", PlaceSet(Const(place)), counting), Const(0))


def all_of(tests: list[Expr]) -> Expr:
    """All of these tests; true if there are none."""
    return joined("both", tests) if tests else Const(1)


def _key(instance: Instance) -> object:
    """What abilities have in common that are in force under the same condition."""
    names = {node.name for node in walk(instance.conditions) if isinstance(node, t.Variable)}
    used = tuple((name, value) for name, value in instance.arguments.items() if name in names)
    own = any(isinstance(node, t.PhraseState) for node in walk(instance.conditions))
    return instance.conditions, used, instance.piece if own else -1


def _asks_for_holder(instance: Instance) -> bool:
    """Whether an effect speaks of its holder, or whoever holds it may be asked about it."""
    parts = (instance.trigger, *instance.arguments.values())
    return instance.trigger.may or any(
        isinstance(node, t.Property) and node.name == HOLDER and isinstance(node.of, t.This)
        for node in walk(parts)
    )
