"""Lowers phrases: an action as an event with the abilities that act on it, in a static order.

An action first checks which `instead of` abilities apply. If none does, its `before` abilities act, then its
body runs, then its `after` abilities act. Abilities act in the order in which the components list their pieces.
Replacements with the same effect (torch and grail both kill) are one option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ....dsl.languages import Message
from ....dsl.model.symbols import Phrase
from ....dsl.offers.openings import opening
from ....dsl.offers.redirected import says_again
from ....dsl.tree.types import PLAYER
from ...ir import Binary, CellKind, Const, Emit, Expr, If, Option, Reg, Store
from ..building.abilities import PIECES, Group, Instance
from ..building.builder import Builder, Scope, kind_of
from ..building.operations import fold, joined
from ..building.suspension import Suspension
from ..choices.asking import Asked, Offered
from ..choices.choosers import there
from ..choices.menu import NOTHING_LEFT, Menu
from ..values.common import OnValues

PICK_ORDER = Message("ask.order")


class Events(OnValues):
    def __init__(self, asked: Asked, suspension: Suspension) -> None:
        super().__init__(asked.values)
        self.asked, self.in_force = asked, asked.in_force
        self.menus, self.beginnings = asked.menus, asked.beginnings
        self.abilities = self.in_force.abilities
        self.reports, self.suspension = self.menus.reports, suspension

    def procedure(self, phrase: Phrase) -> Builder:
        """The procedure of an action; its parameters are the player who acts, and the slots."""
        b = Builder(phrase.signature, phrase.span)
        scope = Scope(b.parameter(CellKind.PLAYER))
        b.call_it(scope.actor, "the player", PLAYER)
        for slot in phrase.slots:
            register = b.parameter(kind_of(slot.type))
            shown = self.unit.disclosure.shown_slot(phrase.signature, slot.name)
            b.call_it(register, slot.name, slot.type, shown)
            scope = scope.bind(slot.name, register, slot.type, chosen=True)
        if phrase.signature in self.abilities.kin:
            scope = scope.bind(self.abilities.acted(phrase.signature), b.parameter(CellKind.PIECES), PIECES)
        if self.suspension.framed(phrase.signature):
            self._framed(phrase, scope, b)
        else:
            self._plain(phrase, scope, b)
        return b

    def _plain(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        groups = self.abilities.groups(phrase.signature)
        with b.inside() as normal:
            self._normal(phrase, scope, b)
        if groups:
            test = self.in_force.applies(groups[0], scope)
            with b.inside() as replaced:
                self.act_as_one(groups[0], scope, b)
            b.emit(If(test, tuple(replaced), tuple(normal), span=phrase.span))
        else:
            for instruction in normal:
                b.emit(instruction)
        b.give()

    def _normal(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        """What happens if nothing replaces the action."""
        scope = scope.without(self.abilities.acted(phrase.signature))  # what the action says are other events
        self.around(phrase, "before", scope, b)
        noted = self.in_force.noted(phrase, self.abilities.of(phrase.signature, "after"), scope, b)
        self.bare(phrase, scope, b)
        self.around(phrase, "after", scope, b, noted)

    def bare(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        """What an action itself does."""
        first = opening(phrase.body)
        own = scope.of_phrase(phrase.signature, (slot.name for slot in phrase.slots))
        inner = self.again.body(first, own, b)
        self._log(phrase, inner, b)
        self.again.body(phrase.body[len(first) :], inner, b)
        if f"phrase {phrase.signature}" in self.unit.game.logs:
            self.unit.emit_event("told", b)

    def _log(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        self.unit.cover(f"phrase {phrase.signature}", phrase.span, b)
        self.reports.log_line(f"phrase {phrase.signature}", scope, phrase.span, b)

    def around(
        self, phrase: Phrase, when: str, scope: Scope, b: Builder, noted: list[Instance] | None = None
    ) -> None:
        """The abilities that act before or after an action; for these, with what was `noted` when it began."""
        whole = self.abilities.of(phrase.signature, when) if noted is None else noted
        veiled = [one for one in whole if self.asked.veiled(one)]
        instances = [one for one in whole if one not in veiled]
        if len(instances) > 1 and self.abilities.ordered_by_choice(phrase.signature):
            self._in_any_order(instances, scope, b)
            self._veiled(veiled, scope, b)
            return
        for instance in instances:
            known = self.asked.told if instance.trigger.may else self.in_force.condition
            test = known(instance, scope)
            blocks = self.suspension.framed(phrase.signature) and self._suspends(instance)
            if blocks and instance.trigger.may:
                act, after, asked = b.block(), b.block(), b.block()
                b.branch(test, asked, after, instance.trigger.span)
                b.start(asked)
                self._ask(instance, scope, act, after, b)
                b.start(act)
                self.act(instance, scope, b)
                b.start(after)
            else:
                with b.when(test, instance.trigger.span, blocks=blocks):
                    self.act(instance, scope, b)
        self._veiled(veiled, scope, b)

    def _veiled(self, instances: list[Instance], scope: Scope, b: Builder) -> None:
        """Optional abilities that act from places which only their holders see: everybody who may have one is asked.
        Copies of a design with the same ability are one option."""
        alike: dict[tuple[str, int], list[Instance]] = {}
        for instance in instances:
            alike.setdefault((instance.design, id(instance.acts)), []).append(instance)
        if not alike:
            return
        first, secret = instances[0].trigger, self._is_secret(instances)
        menu = self.menus.beyond("may", None, first.span, scope, b, secret=secret, asked=first)
        offered = [Offered(tuple(some), partial(self._acting, menu, some)) for some in alike.values()]
        self.asked.window(menu, offered, partial(self._act_in, menu), done=None)

    def _act_in(self, menu: Menu, instance: Instance) -> None:
        self.act(instance, menu.scope, menu.b)

    def _acting(self, menu: Menu, instances: list[Instance], guard: Expr, target: int) -> Option:
        """The option that one of several copies of a design acts."""
        sites, design = self.menus.sites, instances[0].design
        pieces = tuple(one.piece for one in instances)
        return sites.label_option(menu.site, design, guard, target, sites.design_names(design), pieces=pieces)

    def _in_any_order(self, instances: list[Instance], scope: Scope, b: Builder) -> None:
        """Runs the abilities that apply, in an order that is picked by the player who picks replacements."""
        flags = []
        for instance in instances:
            flags.append(b.register(CellKind.NUMBER))
            b.set(flags[-1], self.in_force.condition(instance, scope), instance.trigger.span)
        head, asked, chain, after = (b.block() for _ in range(4))
        targets = [b.block() for _ in instances]
        b.start(head)
        b.branch(Binary("gt", _sum(flags), Const(1)), asked, chain, b.span)
        b.start(asked)
        menu = self.menus.beyond("instead", None, b.span, scope, b, title=PICK_ORDER)
        for instance, flag, target in zip(instances, flags, targets, strict=True):
            names = self.menus.sites.design_names(instance.design)
            menu.add(instance.design, flag, target, label=names, pieces=(instance.piece,))
        fault = self.unit.fault("RW404", NOTHING_LEFT, b.span)
        player = self.asked.picker(list(zip(instances, flags, strict=True)), scope, b)
        menu.ask(player, fault)
        b.start(chain)
        for flag, target in zip(flags, targets, strict=True):
            following = b.block()
            b.branch(flag, target, following)
            b.start(following)
        b.jump(after)
        for instance, flag, target in zip(instances, flags, targets, strict=True):
            b.start(target)
            b.set(flag, Const(0))
            if instance.trigger.may:
                act = b.block()
                self._ask(instance, scope, act, head, b)
                b.start(act)
            self.act(instance, scope, b)
            b.jump(head)
        b.start(after)

    def _ask(self, instance: Instance, scope: Scope, act: int, after: int, b: Builder) -> None:
        """Whether an optional ability acts: the player whom it asks decides. Nobody is asked if its effect cannot be
        begun, unless that would reveal a secret."""
        span, design = instance.trigger.span, instance.design
        guard, needs = self.asked.can_act(instance, scope)
        if not self.beginnings.is_asked_anyway(instance.trigger, guard):
            asked = b.block()
            b.branch(guard, asked, after, span)
            b.start(asked)
        secret = self.unit.disclosure.keeps(instance.trigger)
        menu = self.menus.beyond("may", None, span, scope, b, secret=secret, asked=instance.trigger)
        player = there(self.asked.decider(instance, scope), "asked", self.unit, b)
        if self.asked.reads_secrets(instance):
            guard = fold(Binary("both", self.in_force.condition(instance, scope), guard))
        names = self.menus.sites.design_names(design)
        menu.add(design, guard, act, label=names, needs=needs, pieces=(instance.piece,))
        menu.add("nothing", target=after)
        menu.ask(player)

    def _suspends(self, instance: Instance) -> bool:
        return instance.trigger.may or any(self.suspension.suspends(node) for node in instance.trigger.body)

    def _framed(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        groups = self.abilities.groups(phrase.signature)
        done = b.block()
        if groups:
            self.replacements(phrase, groups, scope, done, b)
        self._normal(phrase, scope, b)
        b.start(done)
        b.give()

    def replacements(self, phrase: Phrase, groups: list[Group], scope: Scope, done: int, b: Builder) -> None:
        """Runs the replacement that must act, or that a player picks, then goes to `done`."""
        optional = [group for group in groups if group.may]
        every = [one for group in optional for one in group.instances]
        one_decides = self.asked.only(every, scope) if every else None
        if every and (one_decides is None or any(map(self.asked.veiled, every))):
            menu = self.menus.beyond("instead", phrase, phrase.span, scope, b, secret=self._is_secret(every))
            offered = [
                Offered(group.instances, partial(self.menus.sites.replacement_option, menu.site, group))
                for group in optional
            ]
            self.asked.window(menu, offered, partial(self._act_in, menu), done=done)
            groups, optional = [group for group in groups if not group.may], []
        flags, guards = [], []
        for group in groups:
            flag = b.register(CellKind.NUMBER)
            applies, guard = self._offered(group, flag, scope)
            b.set(flag, applies, phrase.span)
            flags.append(flag)
            guards.append(guard)
        targets = [b.block() for _ in groups]
        normal = b.block()
        must = [flag for flag, group in zip(flags, groups, strict=True) if not group.may]
        forced: Expr = _sum(must)
        any_may = _sum([flag for flag, group in zip(flags, groups, strict=True) if group.may])
        if len(groups) > 1 or optional:
            choosing, chain = b.block(), b.block()
            needed = Binary("either", Binary("gt", forced, Const(1)), any_may)
            b.branch(fold(needed), choosing, chain, phrase.span)
            b.start(choosing)
            if one_decides is None or not optional:
                applying: list[tuple[Instance, Expr]] = [
                    (group.instances[0], flag) for group, flag in zip(groups, flags, strict=True)
                ]
                applying += [
                    (one, self.in_force.condition(one, scope))
                    for group in groups
                    for one in group.instances[1:]
                ]
                player = self.asked.picker(applying, scope, b)
            else:
                player = there(one_decides, "asked", self.unit, b)
            missed = Binary("eq", forced, Const(0))
            self._choice(phrase, groups, guards, targets, missed, normal, player, scope, b)
            b.start(chain)
        for flag, group, target in zip(flags, groups, targets, strict=True):
            if not group.may:
                following = b.block()
                b.branch(flag, target, following, phrase.span)
                b.start(following)
        b.jump(normal)
        for group, target in zip(groups, targets, strict=True):
            b.start(target)
            self.act_as_one(group, scope, b)
            b.jump(done)
        b.start(normal)

    def _choice(
        self,
        phrase: Phrase,
        groups: list[Group],
        guards: list[Expr],
        targets: list[int],
        nothing: Expr,
        normal: int,
        player: Expr,
        scope: Scope,
        b: Builder,
    ) -> None:
        secret = self._is_secret([instance for group in groups for instance in group.instances])
        menu = self.menus.beyond("instead", phrase, phrase.span, scope, b, secret=secret)
        for group, guard, target in zip(groups, guards, targets, strict=True):
            menu.options.append(self.menus.sites.replacement_option(menu.site, group, guard, target))
        if any(group.may for group in groups):
            menu.add("nothing", nothing, normal)
        menu.ask(player)

    def _is_secret(self, instances: Sequence[Instance]) -> bool:
        return all(self.unit.disclosure.keeps(one.trigger) for one in instances)

    def _offered(self, group: Group, flag: Reg, scope: Scope) -> tuple[Expr, Expr]:
        """Stores in the flag whether a replacement applies; returns whether it can be picked. An optional one applies
        only if its effect can be begun, unless that would reveal a secret."""
        applies = self.in_force.applies(group, scope)
        if not group.may:
            return applies, flag
        first = group.instances[0]
        if any(map(self.asked.reads_secrets, group.instances)):
            told = joined("either", [self.asked.told(one, scope) for one in group.instances])
            guard, _ = self.asked.can_act(first, scope)
            if not self.beginnings.is_asked_anyway(first.trigger, guard):
                told = fold(Binary("both", told, guard))
            return told, fold(Binary("both", applies, guard))
        guard, _ = self.asked.can_act(first, scope)
        if guard == Const(1):
            return applies, flag
        if self.beginnings.is_asked_anyway(first.trigger, guard):
            # Evaluated again: hidden pieces may be re-dealt before the decision.
            return applies, fold(Binary("both", flag, guard))
        return fold(Binary("both", applies, guard)), flag

    def act_as_one(self, group: Group, scope: Scope, b: Builder) -> None:
        """Equal abilities run a single text; exactly those that apply are reported."""
        alone = len(group.instances) == 1
        for instance in group.instances:
            applies = Const(1) if alone else self.in_force.condition(instance, scope)
            b.emit(Emit(instance.number, (applies,)))
        self._run(group.instances[0], scope, b, tuple(one.piece for one in group.instances))

    def act(self, instance: Instance, scope: Scope, b: Builder) -> None:
        """What an ability does."""
        b.emit(Emit(instance.number, (Const(1),)))
        self._run(instance, scope, b, (instance.piece,))

    def _run(self, instance: Instance, scope: Scope, b: Builder, pieces: tuple[int, ...] = ()) -> None:
        """The effect of an ability; of several `pieces` with the same one, if they act instead of an action."""
        if instance.flag is not None:
            b.emit(Store(Const(instance.flag.address), Const(1)))
        trigger, inner = instance.trigger, self.in_force.inner_scope(instance, scope)
        if says_again(trigger, self.abilities.kin):
            name = self.abilities.acted(trigger.hook.phrase)
            now = Const(sum(1 << piece for piece in pieces))
            inner = inner.bind(name, fold(Binary("or", scope.variables[name], now)), PIECES)
        hidden = self.unit.disclosure.hidden_by((trigger.scope, trigger.test), trigger.body)
        kept = self.unit.disclosure.keeps(trigger)
        who = self.asked.decider(instance, scope) if kept else scope.actor
        with self.reports.secretly(kept, who, b), self.reports.secretly(hidden, inner, b):
            self.again.body(trigger.body, inner, b)


def _sum(flags: list[Reg]) -> Expr:
    found: Expr = Const(0)
    for flag in flags:
        found = flag if found == Const(0) else Binary("add", found, flag)
    return found
