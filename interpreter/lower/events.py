"""Lowers phrases: an action as an event with the abilities that act on it, in a static order.

An action first checks which `instead of` abilities apply. If none does, its `before` abilities act, then its
body runs, then its `after` abilities act. Abilities act in the order in which the components list their pieces.
Replacements with the same effect (torch and grail both kill) are one option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.languages import Message
from rulewright.dsl.model.symbols import Phrase
from rulewright.dsl.offers.openings import opening
from rulewright.dsl.offers.redirected import redirected, says_again
from rulewright.dsl.tree.types import PLAYER, YES_NO, Type
from rulewright.dsl.tree.walk import walk

from ..ir import (
    Assign,
    Binary,
    Branch,
    CellKind,
    Choose,
    Const,
    Emit,
    Expr,
    If,
    Jump,
    Load,
    Option,
    PlaceSet,
    Reg,
    Return,
    Store,
    Table,
    Unary,
)
from .asking import Asked, Offered
from .builder import Builder, Scope, kind_of
from .in_force import InForce, Then
from .lowered import Need
from .numbering import Slot
from .patterns import pattern_tests
from .values import SETS, fold, joined, load

if TYPE_CHECKING:
    from .lowerer import Lowerer


PIECES = Type("pieces")
PICK_ORDER = Message("ask.order")


@attrs.frozen
class Instance:
    """An ability of one piece that acts on an action."""

    design: str
    piece: int
    acts: t.Trigger | None  # None for a change of a number
    conditions: tuple[t.Expr, ...]
    arguments: dict[str, t.Expr]
    state: dict[str, Slot]
    flag: Slot | None
    number: int  # the number of the ability among all, for coverage
    openly: bool = False  # others may notice that it is in force
    then: Then | None = None  # what was noted when the action began, if the action can change it

    @property
    def trigger(self) -> t.Trigger:
        assert self.acts is not None
        return self.acts

    def same_effect(self) -> object:
        """What replacements must have in common to be one option: the text of the effect and what it depends on."""
        names = {node.name for node in walk(self.trigger.body) if isinstance(node, t.Variable)}
        used = tuple((name, value) for name, value in self.arguments.items() if name in names)
        own = any(isinstance(node, t.This | t.PhraseState) for node in walk(self.trigger.body))
        alone = self.piece if own or self.flag is not None else -1
        return self.trigger.body, used, alone, self.trigger.asks, self.openly


@attrs.frozen
class Group:
    """Instances with the same effect: one option of a choice among replacements."""

    instances: tuple[Instance, ...]

    @property
    def may(self) -> bool:
        return self.instances[0].trigger.may


class Events:
    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self.by_phrase: dict[tuple[str, str], list[Instance]] = {}
        self.modifiers: dict[str, list[tuple[t.Modifier, Instance]]] = {}
        self.flags: dict[str, list[Slot]] = {}
        self.asked = Asked(self)
        self._collect()
        self.in_force = InForce(self)
        triggers = [one.trigger for found in self.by_phrase.values() for one in found]
        self.kin = redirected(triggers)

    # -------------------------------------------------------------------- gathering

    def _collect(self) -> None:
        symbols = self.low.unit.symbols
        for design in symbols.designs.values():
            in_force = symbols.types[design.type].in_force
            base = (in_force,) if in_force is not None else ()
            for number, text in enumerate(design.abilities):
                ability = text.ability
                if isinstance(ability, t.AbilityCall):
                    phrase = symbols.phrases[ability.phrase]
                    arguments = dict(zip((s.name for s in phrase.slots), ability.arguments, strict=True))
                    for inner in phrase.abilities:
                        scope = (*base, *ability.scope)
                        limit, openly = ability.limit, ability.openly
                        self._add(design.name, number, inner.ability, scope, arguments, limit, openly)
                else:
                    self._add(design.name, number, ability, base, {}, None, False)

    def _add(
        self,
        design: str,
        number: int,
        ability: t.Ability,
        base: tuple[t.Expr, ...],
        arguments: dict[str, t.Expr],
        limit: str | None,
        openly: bool,
    ) -> None:
        if isinstance(ability, t.AbilityCall):
            return  # an ability phrase that uses another one: refused by the checks
        conditions = (*base, *ability.scope)
        limit = limit or (ability.limit if isinstance(ability, t.Trigger) else None)
        for piece in self.low.unit.tables.pieces_of_design(design):
            state = {
                name: slot
                for (where, name, owner), slot in self.low.unit.tables.ability_states.items()
                if where == f"{design}/{number}" and owner == piece
            }
            flag = self._flag(design, limit) if limit is not None else None
            if isinstance(ability, t.Modifier):
                instance = Instance(design, piece, None, conditions, arguments, state, None, 0)
                self.modifiers.setdefault(ability.number, []).append((ability, instance))
            else:
                covered = self.low.unit.covered(f"ability of {design}", ability.span)
                openly = openly or ability.openly
                instance = Instance(
                    design, piece, ability, conditions, arguments, state, flag, covered, openly
                )
                key = (ability.hook.phrase, ability.hook.when)
                self.by_phrase.setdefault(key, []).append(instance)

    def _flag(self, design: str, limit: str) -> Slot:
        address = self.low.unit.tables.take(f"{design} has acted", CellKind.NUMBER, 1, YES_NO)
        slot = Slot(address, YES_NO)
        self.flags.setdefault(limit, []).append(slot)
        return slot

    def groups(self, signature: str, noted: Sequence[Instance] | None = None) -> list[Group]:
        """The replacements of an action, grouped by their effects; with what was `noted` for them, if anything."""
        found: dict[int, list[Instance]] = {}
        keys: list[object] = []
        for instance in self.of(signature, "instead of") if noted is None else noted:
            key = instance.same_effect()
            if key not in keys:
                keys.append(key)
            found.setdefault(keys.index(key), []).append(instance)
        return [Group(tuple(found[index])) for index in range(len(keys))]

    def of(self, signature: str, when: str) -> list[Instance]:
        """The abilities that act before, after or instead of an action, in the order of the components."""
        return self.by_phrase.get((signature, when), [])

    def hooks(self, signature: str) -> list[Instance]:
        return [
            instance for when in ("instead of", "before", "after") for instance in self.of(signature, when)
        ]

    def may_choose(self, signature: str) -> bool:
        """Whether a player may have to choose among replacements."""
        groups = self.groups(signature)
        return len(groups) > 1 or any(group.may for group in groups)

    # --------------------------------------------------------------------- lowering

    def procedure(self, phrase: Phrase) -> Builder:
        """The procedure of an action; its parameters are the player who acts, and the slots."""
        b = Builder(phrase.signature, phrase.span)
        scope = Scope(b.parameter(CellKind.PLAYER))
        b.call_it(scope.actor, "the player", PLAYER)
        slots = []
        for slot in phrase.slots:
            register = b.parameter(kind_of(slot.type))
            shown = self.low.unit.disclosure.shown_slot(phrase.signature, slot.name)
            b.call_it(register, slot.name, slot.type, shown)
            slots.append(register)
            scope = scope.bind(slot.name, register, slot.type, chosen=True)
        if phrase.signature in self.kin:
            scope = scope.bind(self.acted(phrase.signature), b.parameter(CellKind.PIECES), PIECES)
        if self.low.suspension.framed(phrase.signature):
            self._framed(phrase, scope, slots, b)
        else:
            self._plain(phrase, scope, slots, b)
        return b

    def _plain(self, phrase: Phrase, scope: Scope, slots: list[Reg], b: Builder) -> None:
        groups = self.groups(phrase.signature)
        with b.inside() as normal:
            self._normal(phrase, scope, slots, b)
        if groups:
            test = self.applies(groups[0], scope, slots)
            with b.inside() as replaced:
                self.act_as_one(groups[0], scope, slots, b)
            b.emit(If(test, tuple(replaced), tuple(normal), span=phrase.span))
        else:
            for instruction in normal:
                b.emit(instruction)
        b.end(Return())

    def _normal(self, phrase: Phrase, scope: Scope, slots: list[Reg], b: Builder) -> None:
        """What happens if nothing replaces the action."""
        scope = scope.without(self.acted(phrase.signature))  # what the action says are other events
        self.around(phrase, "before", scope, slots, b)
        noted = self.in_force.noted(phrase, self.of(phrase.signature, "after"), scope, b)
        self.bare(phrase, scope, b)
        self.around(phrase, "after", scope, slots, b, noted)

    def bare(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        """What an action itself does."""
        first = opening(phrase.body)
        own = scope.of_phrase(phrase.signature, (slot.name for slot in phrase.slots))
        inner = self.low.statements.body(first, own, b)
        self._log(phrase, inner, b)
        self.low.statements.body(phrase.body[len(first) :], inner, b)
        if f"phrase {phrase.signature}" in self.low.unit.game.logs:
            self.low.unit.emit_event("told", b)

    def _log(self, phrase: Phrase, scope: Scope, b: Builder) -> None:
        self.low.unit.cover(f"phrase {phrase.signature}", phrase.span, b)
        self.low.reports.log_line(f"phrase {phrase.signature}", scope, phrase.span, b)

    def around(
        self,
        phrase: Phrase,
        when: str,
        scope: Scope,
        slots: list[Reg],
        b: Builder,
        noted: list[Instance] | None = None,
    ) -> None:
        """The abilities that act before or after an action; for these, with what was `noted` when it began."""
        whole = self.of(phrase.signature, when) if noted is None else noted
        veiled = [one for one in whole if self.asked.veiled(one)]
        instances = [one for one in whole if one not in veiled]
        if len(instances) > 1 and self.ordered_by_choice(phrase.signature):
            self._in_any_order(instances, scope, slots, b)
            self._veiled(veiled, scope, slots, b)
            return
        for instance in instances:
            test = (
                self.asked.told(instance, scope, slots)
                if instance.trigger.may
                else self._condition(instance, scope, slots)
            )
            if self.low.suspension.framed(phrase.signature) and self._suspends(instance):
                act, after = b.block(), b.block()
                asked = b.block() if instance.trigger.may else act
                b.end(Branch(test, asked, after, span=instance.trigger.span))
                if instance.trigger.may:
                    b.start(asked)
                    self._ask(instance, scope, slots, act, after, b)
                b.start(act)
                self.act(instance, scope, slots, b)
                b.start(after)
            else:
                with b.inside() as inner:
                    self.act(instance, scope, slots, b)
                b.emit(If(test, tuple(inner), span=instance.trigger.span))
        self._veiled(veiled, scope, slots, b)

    def _veiled(self, instances: list[Instance], scope: Scope, slots: list[Reg], b: Builder) -> None:
        """Optional abilities that act from places which only their holders see: everybody who may have one is asked.
        Copies of a design with the same ability are one option."""
        alike: dict[tuple[str, int], list[Instance]] = {}
        for instance in instances:
            alike.setdefault((instance.design, id(instance.acts)), []).append(instance)
        if not alike:
            return
        first = instances[0].trigger
        site = self.low.sites.site(
            "may",
            None,
            first.span,
            secret=all(self.low.unit.disclosure.keeps(one.trigger) for one in instances),
            asked=first,
        )
        offered = [Offered(tuple(some), partial(self._acting, site, some)) for some in alike.values()]
        self.asked.window(offered, site, scope, slots, b, done=None)

    def _acting(self, site: int, instances: list[Instance], guard: Expr, target: int) -> Option:
        """The option that one of several copies of a design acts."""
        low, design = self.low, instances[0].design
        pieces = tuple(one.piece for one in instances)
        return low.sites.label_option(site, design, guard, target, low.sites.design_names(design), (), pieces)

    def ordered_by_choice(self, signature: str) -> bool:
        """Whether a player picks the order in which several abilities act on an action."""
        if self.low.unit.symbols.conventions.get("order of abilities") != "any order":
            return False
        return any(len(self.of(signature, when)) > 1 for when in ("before", "after"))

    def _in_any_order(self, instances: list[Instance], scope: Scope, slots: list[Reg], b: Builder) -> None:
        """Runs the abilities that apply, in an order that is picked by the player who picks replacements."""
        flags = []
        for instance in instances:
            flags.append(b.register(CellKind.NUMBER))
            b.emit(
                Assign(flags[-1].index, self._condition(instance, scope, slots), span=instance.trigger.span)
            )
        head, asked, chain, after = (b.block() for _ in range(4))
        targets = [b.block() for _ in instances]
        b.start(head)
        b.end(Branch(Binary("gt", _sum(flags), Const(1)), asked, chain, span=b.span))
        b.start(asked)
        site = self.low.sites.site("instead", None, b.span, PICK_ORDER)
        options = []
        for instance, flag, target in zip(instances, flags, targets, strict=True):
            names = self.low.sites.design_names(instance.design)
            brought = (instance.piece,)
            options.append(
                self.low.sites.label_option(site, instance.design, flag, target, names, pieces=brought)
            )
        fault = self.low.unit.fault("RW404", "nothing can be chosen", b.span)
        player = self.asked.picker(list(zip(instances, flags, strict=True)), scope, slots, b)
        b.end(Choose(site, player, tuple(options), fault, span=b.span))
        b.start(chain)
        for flag, target in zip(flags, targets, strict=True):
            following = b.block()
            b.end(Branch(flag, target, following))
            b.start(following)
        b.end(Jump(after))
        for instance, flag, target in zip(instances, flags, targets, strict=True):
            b.start(target)
            b.emit(Assign(flag.index, Const(0)))
            if instance.trigger.may:
                act = b.block()
                self._ask(instance, scope, slots, act, head, b)
                b.start(act)
            self.act(instance, scope, slots, b)
            b.end(Jump(head))
        b.start(after)

    def _ask(
        self, instance: Instance, scope: Scope, slots: list[Reg], act: int, after: int, b: Builder
    ) -> None:
        """Whether an optional ability acts: the player whom it asks decides. Nobody is asked if its effect cannot be
        begun, unless that would reveal a secret."""
        low, span = self.low, instance.trigger.span
        guard, needs = self.can_act(instance, scope, slots)
        if not low.statements.beginnings.is_asked_anyway(instance.trigger, guard):
            asked = b.block()
            b.end(Branch(guard, asked, after, span=span))
            b.start(asked)
        site = low.sites.site(
            "may", None, span, secret=low.unit.disclosure.keeps(instance.trigger), asked=instance.trigger
        )
        player = self.asked.there(self.asked.decider(instance, scope, slots), "asked", b)
        names = low.sites.design_names(instance.design)
        if self.asked.reads_secrets(instance):
            guard = fold(Binary("both", self._condition(instance, scope, slots), guard))
        options = (
            low.sites.label_option(site, instance.design, guard, act, names, needs, (instance.piece,)),
            low.sites.label_option(site, "nothing", Const(1), after),
        )
        fault = low.unit.fault("RW404", "nothing can be chosen", span)
        low.reports.ask(site, None, scope, b)
        b.end(Choose(site, player, options, fault, span=span))

    def can_act(self, instance: Instance, scope: Scope, slots: list[Reg]) -> tuple[Expr, tuple[Need, ...]]:
        """Whether the effect of an ability can be begun; asked only if a player decides whether it acts."""
        inner = self.inner_scope(instance, scope, slots)
        return self.low.statements.beginnings.guard(None, instance.trigger.body, inner)

    def _suspends(self, instance: Instance) -> bool:
        return instance.trigger.may or any(
            self.low.suspension.suspends(node) for node in instance.trigger.body
        )

    def _framed(self, phrase: Phrase, scope: Scope, slots: list[Reg], b: Builder) -> None:
        groups = self.groups(phrase.signature)
        done = b.block()
        if groups:
            self.replacements(phrase, groups, scope, slots, done, b)
        self._normal(phrase, scope, slots, b)
        b.start(done)
        b.end(Return())

    def replacements(
        self, phrase: Phrase, groups: list[Group], scope: Scope, slots: list[Reg], done: int, b: Builder
    ) -> None:
        """Runs the replacement that must act, or that a player picks, then goes to `done`."""
        optional = [group for group in groups if group.may]
        every = [one for group in optional for one in group.instances]
        one_decides = self.asked.only(every, scope, slots) if every else None
        if every and (one_decides is None or any(map(self.asked.veiled, every))):
            site = self.low.sites.site(
                "instead",
                phrase,
                phrase.span,
                secret=all(self.low.unit.disclosure.keeps(one.trigger) for one in every),
            )
            offered = [
                Offered(group.instances, partial(self.low.sites.replacement_option, site, group))
                for group in optional
            ]
            self.asked.window(offered, site, scope, slots, b, done=done, instead=phrase)
            groups, optional = [group for group in groups if not group.may], []
        flags, guards = [], []
        for group in groups:
            flag = b.register(CellKind.NUMBER)
            applies, guard = self._offered(group, flag, scope, slots)
            b.emit(Assign(flag.index, applies, span=phrase.span))
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
            b.end(Branch(fold(needed), choosing, chain, span=phrase.span))
            b.start(choosing)
            if one_decides is None or not optional:
                applying: list[tuple[Instance, Expr]] = [
                    (group.instances[0], flag) for group, flag in zip(groups, flags, strict=True)
                ]
                applying += [
                    (one, self._condition(one, scope, slots))
                    for group in groups
                    for one in group.instances[1:]
                ]
                player = self.asked.picker(applying, scope, slots, b)
            else:
                player = self.asked.there(one_decides, "asked", b)
            missed = Binary("eq", forced, Const(0))
            self._choice(phrase, groups, guards, targets, missed, normal, player, scope, b)
            b.start(chain)
        for flag, group, target in zip(flags, groups, targets, strict=True):
            if not group.may:
                following = b.block()
                b.end(Branch(flag, target, following, span=phrase.span))
                b.start(following)
        b.end(Jump(normal))
        for group, target in zip(groups, targets, strict=True):
            b.start(target)
            self.act_as_one(group, scope, slots, b)
            b.end(Jump(done))
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
        triggers = [instance.trigger for group in groups for instance in group.instances]
        secret = all(map(self.low.unit.disclosure.keeps, triggers))
        site = self.low.sites.site("instead", phrase, phrase.span, secret=secret)
        options = [
            self.low.sites.replacement_option(site, group, guard, target)
            for group, guard, target in zip(groups, guards, targets, strict=True)
        ]
        if any(group.may for group in groups):
            options.append(self.low.sites.label_option(site, "nothing", nothing, normal))
        fault = self.low.unit.fault("RW404", "nothing can be chosen", phrase.span)
        self.low.reports.ask_instead(site, phrase, scope, b)
        b.end(Choose(site, player, tuple(options), fault, span=phrase.span))

    def _offered(self, group: Group, flag: Reg, scope: Scope, slots: list[Reg]) -> tuple[Expr, Expr]:
        """Stores in the flag whether a replacement applies; returns whether it can be picked. An optional one applies
        only if its effect can be begun, unless that would reveal a secret."""
        applies = self.applies(group, scope, slots)
        if not group.may:
            return applies, flag
        first = group.instances[0]
        if any(map(self.asked.reads_secrets, group.instances)):
            told = joined("either", [self.asked.told(one, scope, slots) for one in group.instances])
            guard, _ = self.can_act(first, scope, slots)
            if not self.low.statements.beginnings.is_asked_anyway(first.trigger, guard):
                told = fold(Binary("both", told, guard))
            return told, fold(Binary("both", applies, guard))
        guard, _ = self.can_act(first, scope, slots)
        if guard == Const(1):
            return applies, flag
        if self.low.statements.beginnings.is_asked_anyway(first.trigger, guard):
            # Evaluated again: hidden pieces may be re-dealt before the decision.
            return applies, fold(Binary("both", flag, guard))
        return fold(Binary("both", applies, guard)), flag

    def applies(self, group: Group, scope: Scope, slots: list[Reg]) -> Expr:
        """Whether one of the instances applies; those that differ only in constants are tested together."""
        alike: dict[tuple[int, Reg], list[tuple[int, int]]] = {}
        tests: list[Expr] = []
        for instance in group.instances:
            own = self.tests(instance, scope, slots)
            simple = self._constant_pattern(own)
            if simple is None:
                tests.append(_all_of(own))
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
        first = self.low.unit.tables.at
        match tests:
            case [
                Binary(op="eq", left=Load(address=Const(value=address)), right=Const(value=place)),
                Binary(op="has", left=Const(value=members), right=Reg() as register),
            ] if (
                0 <= address - first < len(self.low.unit.tables.pieces)
                and not self.low.unit.tables.places[place].ordered
            ):
                return place, register, address - first, members
        return None

    def _any_in_force(self, place: int, register: Reg, found: list[tuple[int, int]]) -> Expr:
        """Whether some piece lies in the place and its set contains the register, by a table of these pieces."""
        size = max(members.bit_length() for _, members in found)
        table = tuple(
            sum(1 << piece for piece, members in found if members >> index & 1)
            for index in range(max(size, len(self.low.unit.tables.pieces)))
        )
        counting = Table(self.low.unit.tables.constant(table), register)
        return Binary("ne", Binary("and", PlaceSet(Const(place)), counting), Const(0))

    def act_as_one(self, group: Group, scope: Scope, slots: list[Reg], b: Builder) -> None:
        """Equal abilities run a single text; exactly those that apply are reported."""
        alone = len(group.instances) == 1
        for instance in group.instances:
            applies = Const(1) if alone else self._condition(instance, scope, slots)
            b.emit(Emit(instance.number, (applies,)))
        self._run(group.instances[0], scope, slots, b, tuple(one.piece for one in group.instances))

    def acted(self, signature: str) -> str:
        """Under which name a scope holds the pieces that have already acted instead of an event."""
        return f"(who has acted instead of {min(self.kin.get(signature, (signature,)))})"

    def already(self, signature: str, scope: Scope) -> tuple[Expr, ...]:
        """What a call of an action says of the pieces that have acted on the event already: none, unless an ability
        that acts instead of it says the call."""
        if signature not in self.kin:
            return ()
        return (scope.variables.get(self.acted(signature), Const(0)),)

    def inner_scope(
        self, instance: Instance, scope: Scope, slots: Sequence[Reg], this: Expr | None = None
    ) -> Scope:
        """What names mean in an ability: its arguments, `this`, and the slots of the action. With `this`, what they
        mean in a condition that does not read the slots, for another piece."""
        this = Const(instance.piece) if this is None else this
        inner = Scope(scope.actor, {}, {}, this, instance.state)
        design = Scope(scope.actor, {}, {}, this, {})
        for name, value in instance.arguments.items():
            slot_type = value.type
            lowered = (
                self.low.expressions.as_set(value, design)
                if slot_type.kind in SETS
                else self.low.expressions.lower(value, design)
            )
            inner = inner.bind(name, lowered, slot_type)
        if instance.acts is None or not slots:
            return self.in_force.held(instance, inner)
        phrase = self.low.unit.symbols.phrases[instance.trigger.hook.phrase]
        for pattern, slot, register in zip(instance.trigger.hook.pattern, phrase.slots, slots, strict=True):
            if pattern.name is not None:
                inner = inner.bind(pattern.name, register, slot.type, chosen=True)
        return self.in_force.held(instance, inner)

    def _condition(self, instance: Instance, scope: Scope, slots: list[Reg]) -> Expr:
        return _all_of(self.tests(instance, scope, slots))

    def tests(self, instance: Instance, scope: Scope, slots: list[Reg], *, tested: bool = True) -> list[Expr]:
        """Whether an ability is in force and not used up, its pattern matches, and (if `tested`) its own condition
        holds."""
        inner = self.inner_scope(instance, scope, slots)
        ex = self.low.expressions
        tests = self.in_force.test(instance, [ex.lower(test, inner) for test in instance.conditions])
        if says_again(instance.trigger, self.kin):  # it acts once on an event that it says again
            acted = scope.variables[self.acted(instance.trigger.hook.phrase)]
            tests.append(Unary("not", Binary("has", acted, Const(instance.piece))))
        if instance.flag is not None:
            tests.append(Binary("eq", load(instance.flag), Const(0)))
        tests += pattern_tests(ex, instance.trigger.hook.pattern, slots, inner)
        if tested and instance.trigger.test is not None:
            tests.append(ex.lower(instance.trigger.test, inner))
        return tests

    def act(self, instance: Instance, scope: Scope, slots: list[Reg], b: Builder) -> None:
        """What an ability does."""
        b.emit(Emit(instance.number, (Const(1),)))
        self._run(instance, scope, slots, b, (instance.piece,))

    def _run(
        self, instance: Instance, scope: Scope, slots: list[Reg], b: Builder, pieces: tuple[int, ...] = ()
    ) -> None:
        """The effect of an ability; of several `pieces` with the same one, if they act instead of an action."""
        if instance.flag is not None:
            b.emit(Store(Const(instance.flag.address), Const(1)))
        trigger, inner = instance.trigger, self.inner_scope(instance, scope, slots)
        if says_again(trigger, self.kin):
            name = self.acted(trigger.hook.phrase)
            now = Const(sum(1 << piece for piece in pieces))
            inner = inner.bind(name, fold(Binary("or", scope.variables[name], now)), PIECES)
        hidden = self.low.unit.disclosure.hidden_by((trigger.scope, trigger.test), trigger.body)
        kept = self.low.unit.disclosure.keeps(trigger)
        who = self.asked.decider(instance, scope, slots) if kept else scope.actor
        with self.low.reports.secretly(kept, who, b), self.low.reports.secretly(hidden, inner, b):
            self.low.statements.body(trigger.body, inner, b)


def _all_of(tests: list[Expr]) -> Expr:
    return joined("both", tests) if tests else Const(1)


def _sum(flags: list[Reg]) -> Expr:
    found: Expr = Const(0)
    for flag in flags:
        found = flag if found == Const(0) else Binary("add", found, flag)
    return found
