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
from functools import partial
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.model.symbols import Phrase
from rulewright.dsl.tree.types import PLAYER, set_of

from ..ir import (
    Assign,
    Binary,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Const,
    Expr,
    ForEachBit,
    If,
    Jump,
    Reg,
    Return,
    Run,
    Unary,
)
from .builder import Builder, Scope, kind_of
from .choosers import chooser
from .events import PIECES, Instance

if TYPE_CHECKING:
    from .lowerer import Lowerer


@attrs.frozen
class Happening:
    """One event: the action, its slots, of which `each` is the one that all `members` fill in turn; and whether it
    may wait for decisions. `scope` is what names mean in the action."""

    phrase: Phrase
    node: t.ForEach
    scope: Scope
    slots: list[Reg]
    each: Reg
    members: Reg
    framed: bool


class Together:
    def __init__(self, low: Lowerer) -> None:
        self.low, self.events, self.statements = low, low.events, low.statements
        self._numbers: dict[tuple[str, int], int] = {}

    def happens(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        """The statement: what the slots get is computed once, when the event begins."""
        phrase, call = self.low.unit.symbols.phrases[node.event.phrase], node.event
        arguments: list[Expr] = []
        for at, (value, slot) in enumerate(zip(call.arguments, phrase.slots, strict=True)):
            if at == node.subject:
                arguments.append(self.statements.set_expr(node.of, scope, b))
            else:
                arguments.append(self.statements.argument(value, slot.type, scope, b))
        if self.low.unit.trying:
            self._on_trial(node, phrase, arguments, scope, b)
            return
        already = self.events.already(call.phrase, scope)
        if node.order == "any order":
            self._here(node, phrase, arguments, already, scope, b)
            return
        number, given = self._procedure(node), (scope.actor, *arguments, *already)
        if not self.low.suspension.framed(call.phrase):
            b.emit(Run(Call(number, given), span=node.span))
            return
        after = b.block()
        b.end(CallFrame(number, given, None, after, span=node.span))
        b.start(after)

    def _on_trial(
        self, node: t.ForEach, phrase: Phrase, arguments: Sequence[Expr], scope: Scope, b: Builder
    ) -> None:
        """Only actions on which no ability acts are tried."""
        held = self._held(node, phrase, arguments, b)
        each = b.register(kind_of(phrase.slots[node.subject].type))
        given = [each if at == node.subject else value for at, value in enumerate(held)]
        number = self.statements.beginnings.tried(phrase.signature)
        run = Run(Call(number, (scope.actor, *given)), span=node.span)
        b.emit(ForEachBit(each.index, held[node.subject], (run,), span=node.span))

    def _held(self, node: t.ForEach, phrase: Phrase, arguments: Sequence[Expr], b: Builder) -> list[Reg]:
        """What the slots get, in registers."""
        held = []
        for at, (value, slot) in enumerate(zip(arguments, phrase.slots, strict=True)):
            type_ = set_of(slot.type) if at == node.subject else slot.type
            held.append(b.register(kind_of(type_)))
            b.emit(Assign(held[-1].index, value, span=node.span))
        return held

    def _here(
        self,
        node: t.ForEach,
        phrase: Phrase,
        arguments: Sequence[Expr],
        already: Sequence[Expr],
        scope: Scope,
        b: Builder,
    ) -> None:
        """The stages where the statement stands."""
        held = self._held(node, phrase, arguments, b)
        happening = self._happening(node, phrase, scope.actor, held, already, b)
        with self.low.watches.on():
            self._stages(happening, scope, b)

    def _procedure(self, node: t.ForEach) -> int:
        key = node.event.phrase, node.subject
        if key not in self._numbers:
            self._numbers[key] = self.low.unit.reserve()
            self.low.unit.in_turn(partial(self._lower, node, self._numbers[key]))
        return self._numbers[key]

    def _lower(self, node: t.ForEach, number: int) -> None:
        phrase = self.low.unit.symbols.phrases[node.event.phrase]
        b = Builder(f"{phrase.signature}, together", phrase.span)
        actor = b.parameter(CellKind.PLAYER)
        b.call_it(actor, "the player", PLAYER)
        held = []
        for at, slot in enumerate(phrase.slots):
            type_ = set_of(slot.type) if at == node.subject else slot.type
            held.append(b.parameter(kind_of(type_)))
            name = f"together: {slot.name}" if at == node.subject else slot.name
            b.call_it(held[-1], name, type_, self.low.unit.disclosure.shown_slot(phrase.signature, slot.name))
        already = (b.parameter(CellKind.PIECES),) if phrase.signature in self.events.kin else ()
        outer, self.low.unit.secret_depth = self.low.unit.secret_depth, 0
        with self.low.watches.on():
            self._stages(self._happening(node, phrase, actor, held, already, b), None, b)
        self.low.unit.secret_depth = outer
        b.end(Return())
        self.low.unit.keep(number, b.procedure(self.low.suspension.framed(phrase.signature)))

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
        shown = self.low.unit.disclosure.shown_slot(phrase.signature, subject.name)
        b.call_it(each, subject.name, subject.type, shown)
        slots = [each if at == node.subject else register for at, register in enumerate(held)]
        scope = Scope(actor)
        for slot, register in zip(phrase.slots, slots, strict=True):
            scope = scope.bind(slot.name, register, slot.type, chosen=True)
        for acted in already:
            scope = scope.bind(self.events.acted(phrase.signature), acted, PIECES)
        framed = node.order == "any order" or self.low.suspension.framed(phrase.signature)
        return Happening(phrase, node, scope, slots, each, held[node.subject], framed)

    # ---------------------------------------------------------------------- stages

    def _stages(self, one: Happening, outside: Scope | None, b: Builder) -> None:
        """All stages. `outside` is what names mean where the statement stands, if a player picks the order."""
        events, signature = self.events, one.phrase.signature
        instead, before = events.of(signature, "instead of"), events.of(signature, "before")
        noted = events.in_force.noted(one.phrase, [*instead, *before], one.scope, b)
        left = self._replaced(one, noted[: len(instead)], b)
        scope = one.scope.without(events.acted(signature))  # what the action says are other events
        if before:
            with self._each(one, left, b):
                events.around(one.phrase, "before", scope, one.slots, b, noted[len(instead) :])
        after = events.in_force.noted(one.phrase, events.of(signature, "after"), scope, b)
        with self._each(one, left, b) if outside is None else self._picked(one, left, outside, b):
            events.bare(one.phrase, scope, b)
        if after:
            with self._each(one, left, b):
                events.around(one.phrase, "after", scope, one.slots, b, after)

    def _replaced(self, one: Happening, instead: Sequence[Instance], b: Builder) -> Reg:
        """What acts instead of the event, for each member; returns the members for whom nothing did."""
        groups = self.events.groups(one.phrase.signature, instead)
        if not groups:
            return one.members
        left = b.register(kind_of(set_of(one.phrase.slots[one.node.subject].type)))
        b.emit(Assign(left.index, Const(0)))
        stays = Assign(left.index, Binary("or", left, Unary("bit", one.each)))
        with self._each(one, one.members, b) as following:
            if following is not None:
                self.events.replacements(one.phrase, groups, one.scope, one.slots, following, b)
                b.emit(stays)
            else:
                test = self.events.applies(groups[0], one.scope, one.slots)
                with b.inside() as replaced:
                    self.events.act_as_one(groups[0], one.scope, one.slots, b)
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
        rest, head, after = self._start(one, members, b)
        b.emit(Assign(one.each.index, Unary("lowest", rest), span=one.node.span))
        b.emit(Assign(rest.index, Binary("minus", rest, Unary("bit", one.each))))
        yield head
        b.end(Jump(head))
        b.start(after)

    @contextmanager
    def _picked(self, one: Happening, members: Reg, outside: Scope, b: Builder) -> Iterator[None]:
        """The same, in an order that a player picks."""
        rest, head, after = self._start(one, members, b)
        who = chooser(self.low.unit, outside, b)
        self.statements.choices.pick_one(who, one.node.of, rest, one.each, outside, one.node, b)
        b.emit(Assign(rest.index, Binary("minus", rest, Unary("bit", one.each))))
        yield
        b.end(Jump(head))
        b.start(after)

    def _start(self, one: Happening, members: Reg, b: Builder) -> tuple[Reg, int, int]:
        """The head of a loop: the members that remain, and the blocks before and after it."""
        rest = b.register(kind_of(set_of(one.phrase.slots[one.node.subject].type)))
        b.emit(Assign(rest.index, members))
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        b.end(Branch(rest, inside, after, span=one.node.span))
        b.start(inside)
        return rest, head, after


__all__ = ["Together"]
