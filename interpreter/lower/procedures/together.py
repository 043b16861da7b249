"""Lowers actions that happen to all members of a set together: one event with many subjects.

In: a `for each` whose body is one call, `together`. Out: stages. Whatever is in force when the event begins is noted.
Then, each for all members: what acts instead of the event; and for those for whom nothing does so, what acts before
it, what the action itself does, and what acts after it, including abilities of pieces that have left with the others
(`docs/decisions/together.md`).

The stages are a procedure of their own for each action and slot that is used so, since calls for one subject need not
pay for them. If a player picks the order of the members, they stand where the statement stands: what the player is
asked depends on its set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import attrs

from ....dsl import tree as t
from ....dsl.model.symbols import Phrase
from ....dsl.tree.types import PLAYER, set_of
from ...ir import Assign, Binary, Call, CellKind, Const, Expr, ForEachBit, If, Reg, Run, Unary
from ..building.abilities import PIECES, Instance
from ..building.builder import Builder, Scope, kind_of
from ..choices.choosers import chooser
from ..choices.choosing import Choices
from ..values.common import OnValues
from .events import Events


@attrs.frozen
class Happening:
    """One event: the action, and the slot `each` that all `members` fill in turn; and whether it
    may wait for decisions. `scope` is what names mean in the action."""

    phrase: Phrase
    node: t.ForEach
    scope: Scope
    each: Reg
    members: Reg
    framed: bool


class Together(OnValues):
    def __init__(self, events: Events, choices: Choices) -> None:
        super().__init__(events.values)
        self.events, self.choices, self.beginnings = events, choices, choices.beginnings
        self.abilities, self.in_force = events.abilities, events.in_force
        self.suspension = events.suspension

    def happens(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        """The statement: what the slots get is computed once, when the event begins."""
        phrase, call = self.unit.symbols.phrases[node.event.phrase], node.event
        arguments: list[Expr] = []
        for at, (value, slot) in enumerate(zip(call.arguments, phrase.slots, strict=True)):
            if at == node.subject:
                arguments.append(self.values.checked_set(node.of, scope, b))
            else:
                arguments.append(self.values.argument(value, slot.type, scope, b))
        if self.unit.trying:
            self._on_trial(node, phrase, arguments, scope, b)
            return
        already = self.abilities.already(call.phrase, scope)
        if node.order == "any order":
            held = self._held(node, phrase, arguments, b)
            happening = self._happening(node, phrase, scope.actor, held, already, b)
            with self.suspension.watching.on():
                self._stages(happening, scope, b)
            return
        framed = self.suspension.framed(call.phrase)
        key = ("together", call.phrase, node.subject)
        number = self.unit.recursive(key, lambda: self._procedure(node, phrase), framed=framed)
        b.run(number, (scope.actor, *arguments, *already), node.span, framed=framed)

    def _on_trial(
        self, node: t.ForEach, phrase: Phrase, arguments: Sequence[Expr], scope: Scope, b: Builder
    ) -> None:
        """Only actions on which no ability acts are tried."""
        held = self._held(node, phrase, arguments, b)
        each = b.register(kind_of(phrase.slots[node.subject].type))
        given = [each if at == node.subject else value for at, value in enumerate(held)]
        number = self.beginnings.tried(phrase.signature)
        run = Run(Call(number, (scope.actor, *given)), span=node.span)
        b.emit(ForEachBit(each.index, held[node.subject], (run,), span=node.span))

    def _held(self, node: t.ForEach, phrase: Phrase, arguments: Sequence[Expr], b: Builder) -> list[Reg]:
        """What the slots get, in registers."""
        held = []
        for at, (value, slot) in enumerate(zip(arguments, phrase.slots, strict=True)):
            type_ = set_of(slot.type) if at == node.subject else slot.type
            held.append(b.register(kind_of(type_)))
            b.set(held[-1], value, node.span)
        return held

    def _procedure(self, node: t.ForEach, phrase: Phrase) -> Builder:
        b = Builder(f"{phrase.signature}, together", phrase.span)
        actor = b.parameter(CellKind.PLAYER)
        b.call_it(actor, "the player", PLAYER)
        held = []
        for at, slot in enumerate(phrase.slots):
            type_ = set_of(slot.type) if at == node.subject else slot.type
            held.append(b.parameter(kind_of(type_)))
            name = f"together: {slot.name}" if at == node.subject else slot.name
            b.call_it(held[-1], name, type_, self.unit.disclosure.shown_slot(phrase.signature, slot.name))
        already = (b.parameter(CellKind.PIECES),) if phrase.signature in self.abilities.kin else ()
        with self.unit.apart(), self.suspension.watching.on():
            self._stages(self._happening(node, phrase, actor, held, already, b), None, b)
        b.give()
        return b

    def _happening(
        self,
        node: t.ForEach,
        phrase: Phrase,
        actor: Expr,
        held: Sequence[Reg],
        already: Sequence[Expr],
        b: Builder,
    ) -> Happening:
        subject = phrase.slots[node.subject]
        each = b.register(kind_of(subject.type))
        shown = self.unit.disclosure.shown_slot(phrase.signature, subject.name)
        b.call_it(each, subject.name, subject.type, shown)
        scope = Scope(actor)
        for slot, register in zip(phrase.slots, held, strict=True):
            scope = scope.bind(slot.name, each if slot is subject else register, slot.type, chosen=True)
        for acted in already:
            scope = scope.bind(self.abilities.acted(phrase.signature), acted, PIECES)
        framed = node.order == "any order" or self.suspension.framed(phrase.signature)
        return Happening(phrase, node, scope, each, held[node.subject], framed)

    # ---------------------------------------------------------------------- stages

    def _stages(self, one: Happening, outside: Scope | None, b: Builder) -> None:
        """All stages. `outside` is what names mean where the statement stands, if a player picks the order."""
        events, signature = self.events, one.phrase.signature
        instead, before = self.abilities.of(signature, "instead of"), self.abilities.of(signature, "before")
        noted = self.in_force.noted(one.phrase, [*instead, *before], one.scope, b)
        left = self._replaced(one, noted[: len(instead)], b)
        scope = one.scope.without(self.abilities.acted(signature))  # what the action says are other events
        if before:
            with self._each(one, left, b):
                events.around(one.phrase, "before", scope, b, noted[len(instead) :])
        after = self.in_force.noted(one.phrase, self.abilities.of(signature, "after"), scope, b)
        with self._each(one, left, b) if outside is None else self._picked(one, left, outside, b):
            events.bare(one.phrase, scope, b)
        if after:
            with self._each(one, left, b):
                events.around(one.phrase, "after", scope, b, after)

    def _replaced(self, one: Happening, instead: Sequence[Instance], b: Builder) -> Reg:
        """What acts instead of the event, for each member; returns the members for whom nothing did."""
        groups = self.abilities.groups(one.phrase.signature, instead)
        if not groups:
            return one.members
        left = b.held(kind_of(set_of(one.phrase.slots[one.node.subject].type)), Const(0))
        stays = Assign(left.index, Binary("or", left, Unary("bit", one.each)))
        with self._each(one, one.members, b) as following:
            if following is not None:
                self.events.replacements(one.phrase, groups, one.scope, following, b)
                b.emit(stays)
            else:
                test = self.in_force.applies(groups[0], one.scope)
                with b.inside() as replaced:
                    self.events.act_as_one(groups[0], one.scope, b)
                b.emit(If(test, tuple(replaced), (stays,), span=one.phrase.span))
        return left

    @contextmanager
    def _each(self, one: Happening, members: Reg, b: Builder) -> Iterator[int | None]:
        """Inside this context, what is done for each member, in printed order. Gives the block with which the next
        member begins, if the event may wait for decisions."""
        if not one.framed:
            with b.inside() as body:
                yield None
            b.emit(ForEachBit(one.each.index, members, tuple(body), span=one.node.span))
            return
        rest = self._rest(one, members, b)
        with b.loop(lambda: rest, one.node.span, blocks=True) as head:
            b.set(one.each, Unary("lowest", rest), one.node.span)
            b.set(rest, Binary("minus", rest, Unary("bit", one.each)))
            yield head

    @contextmanager
    def _picked(self, one: Happening, members: Reg, outside: Scope, b: Builder) -> Iterator[None]:
        """The same, in an order that a player picks."""
        rest = self._rest(one, members, b)
        with b.loop(lambda: rest, one.node.span, blocks=True):
            who = chooser(self.unit, outside, b)
            self.choices.pick_one(who, one.node.of, rest, one.each, outside, one.node, b)
            b.set(rest, Binary("minus", rest, Unary("bit", one.each)))
            yield

    def _rest(self, one: Happening, members: Reg, b: Builder) -> Reg:
        """The members that remain."""
        rest = b.held(kind_of(set_of(one.phrase.slots[one.node.subject].type)), members)
        return rest
