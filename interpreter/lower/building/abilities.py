"""The abilities of a game: what acts before, after or instead of each action, and what changes each number."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ....dsl import tree as t
from ....dsl.offers.redirected import redirected
from ....dsl.tree.types import YES_NO, Type
from ....dsl.tree.walk import walk
from ...ir import CellKind, Const, Expr, Reg
from ..numbering import StateSlot
from .builder import Scope
from .unit import Unit

PIECES = Type("pieces")


@attrs.frozen
class Then:
    """What is noted for the abilities with one condition: the pieces for which it holds, and those of them that each
    player holds (none if no effect asks for the holder)."""

    pieces: Reg
    held: tuple[Reg, ...]


@attrs.frozen
class Instance:
    """An ability of one piece that acts on an action."""

    design: str
    piece: int
    acts: t.Trigger | None  # None for a change of a number
    conditions: tuple[t.Expr, ...]
    arguments: dict[str, t.Expr]
    state: dict[str, StateSlot]
    flag: StateSlot | None
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


class Abilities:
    """All abilities of all pieces, in the order of the components."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.by_phrase: dict[tuple[str, str], list[Instance]] = {}
        self.modifiers: dict[str, list[tuple[t.Modifier, Instance]]] = {}
        self.flags: dict[str, list[StateSlot]] = {}
        self._collect()
        self.kin = redirected([one.trigger for found in self.by_phrase.values() for one in found])

    def _collect(self) -> None:
        symbols = self.unit.symbols
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
        for piece in self.unit.tables.pieces_of_design(design):
            state = {
                name: slot
                for (where, name, owner), slot in self.unit.tables.ability_states.items()
                if where == f"{design}/{number}" and owner == piece
            }
            flag = self._flag(design, limit) if limit is not None else None
            if isinstance(ability, t.Modifier):
                instance = Instance(design, piece, None, conditions, arguments, state, None, 0)
                self.modifiers.setdefault(ability.number, []).append((ability, instance))
            else:
                covered = self.unit.covered(f"ability of {design}", ability.span)
                openly = openly or ability.openly
                instance = Instance(
                    design, piece, ability, conditions, arguments, state, flag, covered, openly
                )
                key = (ability.hook.phrase, ability.hook.when)
                self.by_phrase.setdefault(key, []).append(instance)

    def _flag(self, design: str, limit: str) -> StateSlot:
        address = self.unit.tables.take(f"{design} has acted", CellKind.NUMBER, 1, YES_NO)
        slot = StateSlot(address, YES_NO)
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

    def ordered_by_choice(self, signature: str) -> bool:
        """Whether a player picks the order in which several abilities act on an action."""
        if self.unit.symbols.conventions.get("order of abilities") != "any order":
            return False
        return any(len(self.of(signature, when)) > 1 for when in ("before", "after"))

    def acted(self, signature: str) -> str:
        """Under which name a scope holds the pieces that have already acted instead of an event."""
        return f"(who has acted instead of {min(self.kin.get(signature, (signature,)))})"

    def already(self, signature: str, scope: Scope) -> tuple[Expr, ...]:
        """What a call of an action says of the pieces that have acted on the event already: none, unless an ability
        that acts instead of it says the call."""
        if signature not in self.kin:
            return ()
        return (scope.variables.get(self.acted(signature), Const(0)),)
