"""What was in force when an action began: it acts `after` the action, even if the action has taken it out of force.

In: an action, and the abilities that act after it. Out: instructions that note, before its body runs, whose abilities
are in force and who holds these pieces; and, when an ability's turn comes, whether it was in force, and its holder.

Only conditions that the action can change are noted, so for most actions there is nothing to note. What is noted are
sets of pieces, one for each condition: they stay true if hidden pieces are dealt anew while the action waits for a
decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.model.footprint import reads, writes
from rulewright.dsl.model.survey import Survey
from rulewright.dsl.model.symbols import HOLDER, Phrase
from rulewright.dsl.tree.types import PLAYER
from rulewright.dsl.tree.walk import walk

from ..ir import Assign, Binary, CellKind, Const, Expr, Filter, Pick, Reg, Unary
from .builder import Builder, Scope
from .values import fold, joined

if TYPE_CHECKING:
    from .events import Events, Instance

HELD = "(the holder of this)"
"""Under which name a scope holds the holder of `this`, if it is not simply the player in whose place it lies."""


@attrs.frozen
class Then:
    """What is noted for the abilities with one condition: the pieces for which it holds, and those of them that each
    player holds (none if no effect asks for the holder)."""

    pieces: Reg
    held: tuple[Reg, ...]


class InForce:
    """Notes what is in force when actions begin."""

    def __init__(self, events: Events) -> None:
        self.events, self.low = events, events.low
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
        return bool(reads(instance.conditions, self.low.unit.symbols) & self._changed(phrase))

    def _changed(self, phrase: Phrase) -> set[tuple[str, str]]:
        """What an action can change, with all that it leads to."""
        if phrase.signature not in self._changes:
            game = self.low.unit.game
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
            of |= self.low.unit.tables.mask_of_type(self.low.unit.symbols.designs[first.design].type)
        this = b.register(CellKind.PIECE)
        inner = self.events.inner_scope(first, scope, (), this=this)
        test = joined("both", [self.low.expressions.lower(one, inner) for one in first.conditions])
        pieces = b.register(CellKind.PIECES)
        b.emit(Assign(pieces.index, Filter(this.index, Const(of), fold(test)), span=first.trigger.span))
        held: list[Reg] = []
        if any(map(_asks_for_holder, group)):
            for player in range(self.low.unit.tables.most_players):
                one = b.register(CellKind.PIECE)
                holds = Binary("eq", self.low.expressions.holder(one), Const(player))
                held.append(b.register(CellKind.PIECES))
                b.emit(Assign(held[-1].index, Filter(one.index, pieces, holds), span=first.trigger.span))
        return Then(pieces, tuple(held))

    def _is_hidden(self, instance: Instance) -> bool:
        """Whether what decides that an ability is in force can be hidden from somebody."""
        symbols = self.low.unit.symbols
        if any(isinstance(node, t.Variable | t.PhraseState) for node in walk(instance.conditions)):
            return False
        named = (name for sort, name in reads(instance.conditions, symbols) if sort == "place")
        return any(symbols.places[name].text.sight != "open" for name in named)

    def test(self, instance: Instance, now: Sequence[Expr]) -> list[Expr]:
        """Whether an ability may act, by whether it is in force now, and whether it was."""
        if instance.then is None:
            return list(now)
        was = Binary("has", instance.then.pieces, Const(instance.piece))
        return [Binary("either", was, joined("both", list(now)))]

    def held(self, instance: Instance, scope: Scope) -> Scope:
        """A scope in which the holder of a piece that is not in force any more is the one who held it."""
        if instance.then is None or not instance.then.held:
            return scope
        return scope.bind(HELD, self.holder(instance, scope), PLAYER)

    def holder(self, instance: Instance, scope: Scope) -> Expr:
        """The player who holds the piece of an ability, or held it, if the ability is not in force any more."""
        piece, ex = Const(instance.piece), self.low.expressions
        if instance.then is None:
            return ex.holder(piece)
        now = joined("both", [ex.lower(one, scope) for one in instance.conditions])
        before: Expr = Const(-1)
        for player, pieces in reversed(list(enumerate(instance.then.held))):
            before = Pick(Binary("has", pieces, piece), Const(player), before)
        gone = Binary("both", Binary("has", instance.then.pieces, piece), Unary("not", now))
        return Pick(gone, before, ex.holder(piece))


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


__all__ = ["HELD", "InForce", "Then"]
