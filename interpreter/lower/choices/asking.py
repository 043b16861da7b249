"""Lowers who is asked whether abilities act: the player whom the text names, or whoever holds the piece.

Abilities that act from a place which only its holder sees are offered in a window: everybody who may have one there
is asked, whether they have one or not, since being passed over would tell the others. What others know decides who
is asked (`dsl/secrecy/asking.py`); what the player has decides what they can answer. Whoever has let an ability act
is asked again, until they say that there is nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from ....dsl import tree as t
from ....dsl.secrecy.asking import ITS_HOLDER, HeldSlot, asking_of, holders, is_holder, places
from ....dsl.tree.types import PLAYER
from ...ir import Binary, CellKind, Const, Expr, Load, Option, Pick, Reg, Table, Unary
from ..building.abilities import Instance
from ..building.builder import Builder, Scope
from ..building.operations import fold, is_some, joined
from ..lowered import Need
from ..values.common import OnValues
from ..values.in_force import InForce, all_of
from ..values.patterns import pattern_tests
from .beginnings import Beginnings
from .choosers import named_player, there
from .menu import Menu, Menus

MOST_LOOKED_FOR = 16
"""Of more copies than this it is not tested whether all of them lie in the open: anybody may have one."""


@attrs.frozen
class Offered:
    """Abilities of which a player may let one act, as one option: of several pieces with the same ability, or with
    the same effect."""

    instances: tuple[Instance, ...]
    option: Callable[[Expr, int], Option]  # from its guard and its block


class Asked(OnValues):
    """The players who are asked, for the abilities that act on actions."""

    def __init__(self, in_force: InForce, menus: Menus, beginnings: Beginnings) -> None:
        super().__init__(in_force.values)
        self.in_force, self.menus, self.beginnings = in_force, menus, beginnings
        self.asking = asking_of(self.unit.game)

    # ------------------------------------------------------------------------ who decides

    def holder(self, instance: Instance, scope: Scope) -> Expr:
        """Whoever holds the piece; if nobody does, the player who acts. Meant while the ability applies."""
        said = self._said_holder(instance, scope)
        if said is not None:
            return said
        held = self.in_force.holder(instance, self.in_force.inner_scope(instance, scope))
        return Pick(is_some(held), held, scope.actor)

    def _said_holder(self, instance: Instance, scope: Scope) -> Expr | None:
        """Whoever holds the piece, if everybody can tell from the event without knowing where the piece lies."""
        same = holders(self.tests(instance), instance.trigger.hook, self.unit.symbols)
        slot = next((one for one in same if isinstance(one, HeldSlot)), None)
        if slot is not None:
            return self.in_force.slots(instance, scope)[slot.number]
        return scope.actor if any(isinstance(one, t.Actor) for one in same) else None

    def decider(self, instance: Instance, scope: Scope) -> Expr:
        """The player who decides whether an optional ability acts."""
        asks = instance.trigger.asks
        assert asks is not None
        if is_holder(asks) or self.veiled(instance):
            return self.holder(instance, scope)
        return self.lower(asks, self.in_force.inner_scope(instance, scope))

    def only(self, instances: Sequence[Instance], scope: Scope) -> Expr | None:
        """The one player who decides about all of these, if it is surely the same. Whoever holds a piece that not
        all see does not count, unless the event says who that is: asking nobody else would tell."""
        if any(self.veiled(one) and self._said_holder(one, scope) is None for one in instances):
            return None
        found = {self.decider(one, scope) for one in instances}
        return found.pop() if len(found) == 1 else None

    def picker(self, applying: Sequence[tuple[Instance, Expr]], scope: Scope, b: Builder) -> Expr:
        """The player who picks among abilities that could act: that of the convention; or else whoever holds all of
        them; or else the player who acts."""
        who, player = named_player(self.unit, "replacements")
        if player is None and who == "player":
            player = scope.actor
        if player is not None:
            return there(player, f"'{who}'", self.unit, b)
        alike = {self.holder(one, scope) for one, _ in applying}
        if len(alike) == 1:
            return there(alike.pop(), "'holder'", self.unit, b)
        held = b.held(CellKind.PLAYERS, Const(0))
        for instance, applies in applying:
            mine = Unary("bit", self.holder(instance, scope))
            b.set(held, Pick(applies, Binary("or", held, mine), held))
        first = Unary("lowest", held)
        one = Binary("eq", Unary("size", held), Const(1))
        return there(Pick(one, first, scope.actor), "'holder'", self.unit, b)

    def can_act(self, instance: Instance, scope: Scope) -> tuple[Expr, tuple[Need, ...]]:
        """Whether the effect of an ability can be begun; asked only if a player decides whether it acts."""
        inner = self.in_force.inner_scope(instance, scope)
        return self.beginnings.guard(None, instance.trigger.body, inner)

    # --------------------------------------------------------------------- who may have one

    def tests(self, instance: Instance) -> tuple[t.Expr, ...]:
        """All conditions under which an ability acts."""
        test = instance.trigger.test
        return (*instance.conditions, *(() if test is None else (test,)))

    def veiled(self, instance: Instance) -> frozenset[str]:
        """The places from which the ability acts while only the player to whom they belong sees its piece."""
        if instance.acts is None or instance.openly:
            return frozenset()
        types = (self.unit.symbols.designs[instance.design].type,)
        return self.asking.veiled(instance.acts, self.tests(instance), types)

    def told(self, instance: Instance, scope: Scope) -> Expr:
        """What everybody knows of whether an ability applies whose piece lies where everybody sees it."""
        trigger = instance.trigger
        known = tuple(one for one in instance.conditions if not self.asking.secret(one, trigger))
        tested = trigger.test is not None and not self.asking.secret(trigger.test, trigger)
        then = instance.then if known == instance.conditions else None  # what was noted would tell the rest
        said = attrs.evolve(instance, conditions=known, then=then)
        return all_of(self.in_force.tests(said, scope, tested=tested))

    def reads_secrets(self, instance: Instance) -> bool:
        """Whether a condition of an ability reads what not everybody knows."""
        return any(self.asking.secret(one, instance.trigger) for one in self.tests(instance))

    def _may_have(self, instance: Instance, player: Expr, scope: Scope) -> Expr:
        """Whether, for all that others know, a player may have the ability in a place that only they see."""
        trigger = instance.trigger
        inner = self.in_force.inner_scope(instance, scope).bind(ITS_HOLDER, player, PLAYER)
        ways: list[Expr] = []
        for place in sorted(self.veiled(instance)):
            known = self.asking.assumed(self.tests(instance), place, trigger)
            tests = [self.lower(test, inner) for test in known]
            pattern = self.asking.assumed_pattern(trigger, place)
            tests += pattern_tests(self.values, pattern, self.in_force.slots(instance, scope), inner)
            ways.append(fold(all_of(tests)))
        return fold(joined("either", ways))

    def _unseen(self, pieces: Sequence[int], used: dict[int, Reg]) -> Expr:
        """Whether one of these pieces lies where not everybody sees it, and has not acted yet, for all that others
        know."""
        if len(pieces) > MOST_LOOKED_FOR and not used:
            return Const(1)
        tables = self.tables
        everyone = (1 << tables.most_players) - 1
        seen = tables.constant(tuple(int(place.viewers == everyone) for place in tables.places))
        ways: list[Expr] = []
        for piece in pieces:
            at = Load(Const(tables.at + piece))
            lies: Expr = Const(1)
            if len(pieces) <= MOST_LOOKED_FOR:
                lies = Pick(is_some(at), Unary("not", Table(seen, at)), Const(1))
            ways.append(Binary("both", Unary("not", used[piece]), lies) if piece in used else lies)
        return fold(joined("either", ways))

    # ------------------------------------------------------------------------- the window

    def window(
        self, menu: Menu, offered: Sequence[Offered], act: Callable[[Instance], None], *, done: int | None
    ) -> None:
        """Asks every player who may let one of these abilities `act`, clockwise from the player who acts. With
        `done`, at most one acts, and the rules go on there; without, each may act once."""
        scope, b = menu.scope, menu.b
        everybody = [one for part in offered for one in part.instances]
        only = self.only(everybody, scope)
        rest, current = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
        used: dict[int, Reg] = {}
        if done is None:
            for instance in everybody:
                used[instance.piece] = b.register(CellKind.NUMBER)
                b.set(used[instance.piece], Const(0))
        first = only if only is not None else Binary("max", scope.actor, Const(0))
        b.set(current, first)
        b.set(rest, Unary("bit", only) if only is not None else self.unit.everyone())
        head, inside, again, asked, after = (b.block() for _ in range(5))
        b.start(head)
        b.branch(rest, inside, after, b.span)
        b.start(inside)
        if only is None:
            b.set(current, self.unit.next_player(b, rest, current))
        b.set(rest, Binary("minus", rest, Unary("bit", current)))
        b.jump(again)
        b.start(again)
        seen = {} if menu.secret else used
        asks = [self._is_asked(part, current, only, used, seen, scope) for part in offered]
        b.branch(fold(joined("either", asks)), asked, head, b.span)
        b.start(asked)
        targets = []
        for part in offered:
            targets.append(b.block())
            ways = [self._can(one, current, only, used, scope) for one in part.instances]
            menu.options.append(part.option(fold(joined("either", ways)), targets[-1]))
        menu.add("nothing", target=head)
        menu.ask(current, at=b.span)
        for part, target in zip(offered, targets, strict=True):
            b.start(target)
            for instance in part.instances:
                acts, following = b.block(), b.block()
                can = self._can(instance, current, only, used, scope)
                b.branch(can, acts, following, instance.trigger.span)
                b.start(acts)
                if instance.piece in used:
                    b.set(used[instance.piece], Const(1))
                act(instance)
                b.jump(again if done is None else done)
                b.start(following)
            b.jump(head)
        b.start(after)

    def _is_asked(
        self,
        part: Offered,
        current: Reg,
        only: Expr | None,
        used: dict[int, Reg],
        seen: dict[int, Reg],
        scope: Scope,
    ) -> Expr:
        """Whether a player is asked because of these abilities: they can let one act, or others may think so. Those
        have `seen` what has acted already, unless it did so in secret."""
        ways: list[Expr] = []
        alike: dict[Expr, list[int]] = {}
        for instance in part.instances:
            veiled = self.veiled(instance)
            if veiled:
                may = self._may_have(instance, current, scope)
                alike.setdefault(may, []).append(instance.piece)
            can = self._can(instance, current, only, used, scope, known=True)
            if not veiled or self._acts_elsewhere(instance, veiled):
                ways.append(can)
            elif instance.then is not None:
                # It was there when the action began, and everybody has seen it since.
                lies_open = Unary("not", self._unseen([instance.piece], {}))
                ways.append(fold(Binary("both", lies_open, can)))
        for may, pieces in alike.items():
            ways.append(fold(Binary("both", may, self._unseen(pieces, seen))))
        return fold(joined("either", ways))

    def _acts_elsewhere(self, instance: Instance, veiled: frozenset[str]) -> bool:
        """Whether the ability may also act from a place that other players see."""
        symbols = self.unit.symbols
        return bool(places(self.tests(instance), (symbols.designs[instance.design].type,), symbols) - veiled)

    def _can(
        self,
        instance: Instance,
        current: Reg,
        only: Expr | None,
        used: dict[int, Reg],
        scope: Scope,
        *,
        known: bool = False,
    ) -> Expr:
        """Whether a player can let an ability act; `known`: as far as everybody knows."""
        tests = [self.told(instance, scope)] if known else self.in_force.tests(instance, scope)
        if only is None:
            tests = [*tests, Binary("eq", self.decider(instance, scope), current)]
        if instance.piece in used:
            tests.insert(0, Unary("not", used[instance.piece]))
        guard, _ = self.can_act(instance, scope)
        anyway = self.beginnings.is_asked_anyway(instance.trigger, guard)
        if not (known and anyway):
            tests.append(guard)
        return fold(joined("both", tests))
