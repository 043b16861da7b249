"""Finds what can suspend: statements that may wait for a decision, and procedures that need frames for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ....dsl import tree as t
from ....dsl.model.symbols import Phrase
from ....dsl.tree.passes import over
from ....dsl.tree.walk import walk
from ...ir.cycles import callees_first, components
from ..recursion import PrintedKey, printed_key
from .abilities import Abilities
from .printers import Printers
from .unit import Unit
from .watching import Watching, key_of_watch

MOST_PLAIN = 50
"""How many procedures may be nested as plain functions; deeper ones have frames."""

SUSPENDING = (
    t.ChooseOne
    | t.May
    | t.MayRepeatedly
    | t.AnyOrder
    | t.Alternatives
    | t.Offer
    | t.Simultaneously
    | t.Win
    | t.EndOfMatch
    | t.EndOfTurn
    | t.EndOfPhase
)


class Suspension:
    """The actions, printed effects and watches that need frames; known before any of them is lowered."""

    def __init__(self, unit: Unit, abilities: Abilities, printers: Printers, watching: Watching) -> None:
        self.unit, self.abilities, self.printers, self.watching = unit, abilities, printers, watching
        self._framed: set[str] = set()
        self._find()

    def _find(self) -> None:
        """Finds the actions whose procedures need frames: the least fixed point, and all recursive ones."""
        self._framed = set(self._recursive())
        tests: dict[str, Callable[[], bool]] = {}
        for signature, phrase in self.unit.symbols.phrases.items():
            if not (phrase.ability or phrase.holds):
                tests[signature] = partial(self._phrase_suspends, phrase)
        for watch, _ in self.watching.all:
            tests[key_of_watch(watch)] = partial(self._any_suspends, [watch.body], watched=False)
        for key, bodies in self.printers.effects().items():
            tests[_effect(key)] = partial(self._any_suspends, bodies)
        grows = True
        while grows:
            grows = False
            deep: dict[str, int] = {}  # how deep calls of plain procedures are nested
            for name in self._callees_first:  # this order lets a chain of calls settle in one round
                below = max((deep.get(one, 0) for one in self._calls.get(name, ())), default=0)
                too_deep = below >= MOST_PLAIN
                if name in tests and name not in self._framed and (too_deep or tests[name]()):
                    self._framed.add(name)
                    grows = True
                deep[name] = 0 if name in self._framed else below + 1

    def _any_suspends(self, bodies: Iterable[Iterable[t.Stmt]], *, watched: bool = True) -> bool:
        return any(self.suspends(node, watched=watched) for body in bodies for node in body)

    def effect_framed(self, key: PrintedKey) -> bool:
        return _effect(key) in self._framed

    def _phrase_suspends(self, phrase: Phrase) -> bool:
        if self.abilities.may_choose(phrase.signature) or self.abilities.ordered_by_choice(phrase.signature):
            return True
        if any(instance.trigger.may for instance in self.abilities.hooks(phrase.signature)):
            return True
        hooks = self.abilities.hooks(phrase.signature)
        return self._any_suspends([phrase.body, *(i.trigger.body for i in hooks)])

    def _recursive(self) -> set[str]:
        """Actions that can happen inside themselves."""
        calls: dict[str, set[str]] = {}
        for signature, phrase in self.unit.symbols.phrases.items():
            bodies = [phrase.body, *(i.trigger.body for i in self.abilities.hooks(signature))]
            calls[signature] = self._called(bodies)
        for key, effects in self.printers.effects().items():
            calls[_effect(key)] = self._called(effects)
        for watch, _ in self.watching.all:
            calls[key_of_watch(watch)] = self._called([watch.body], watched=False)
        names = list(calls)
        numbers = {name: number for number, name in enumerate(names)}
        graph = {
            numbers[name]: [numbers[one] for one in called if one in numbers]
            for name, called in calls.items()
        }
        self._calls = calls
        self._callees_first = [names[number] for number in callees_first(graph)]
        return {names[number] for loop in components(graph) for number in loop}

    @over(t.Stmt, leaves="MOVES SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Shuffle")
    def _called(self, bodies: Iterable[object], *, watched: bool = True) -> set[str]:
        """The actions, effects and watches that bodies trigger."""
        found = set()
        for node in walk(tuple(bodies)):
            if isinstance(node, t.Call):
                found.add(node.phrase)
            elif isinstance(node, t.Perform):
                found.add(_effect(printed_key(node.of)))
            if watched:
                found |= {key_of_watch(watch) for watch in self.watching.set_off(node)}
        return found

    @over(t.Stmt, subject="inner", leaves="MOVES SETS SHOWS If Let Nothing OnlyIf Repeat")
    def suspends(self, node: t.Stmt, *, watched: bool = True) -> bool:
        """Whether a statement may suspend, or jump elsewhere in the flow."""
        if self.unit.trying:
            return False
        for inner in walk(node):
            if isinstance(inner, SUSPENDING):
                return True
            if isinstance(inner, t.Perform) and _effect(printed_key(inner.of)) in self._framed:
                return True
            watching = watched and not self.watching.off
            if watching and any(self.framed(key_of_watch(watch)) for watch in self.watching.set_off(inner)):
                return True
            if isinstance(inner, t.Choose):
                several = inner.of.how != "one"
                if inner.player is not None or self.unit.explicit_chance or several:
                    return True
            if isinstance(inner, t.Shuffle) and self.unit.explicit_chance:
                return True
            if isinstance(inner, t.ForEach) and "any order" in (inner.order, inner.ties):
                return True
            if isinstance(inner, t.Call) and inner.phrase in self._framed:
                return True
        return False

    def framed(self, signature: str) -> bool:
        return signature in self._framed


def _effect(key: PrintedKey) -> str:
    """The name of a printed effect among the actions."""
    return f"{key[1]} of {key[0]}"
