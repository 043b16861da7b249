"""The players who are asked whether an ability acts, and the places from which it acts without all seeing its piece.

In: an ability of a checked game, with all conditions under which it acts. Out: where its piece may lie then; the
expressions that are surely the player who holds it; and what anybody knows about the conditions without knowing
where the piece lies. Syntactic and conservative: a place counts unless the conditions exclude it, and whatever may be
secret is not what anybody knows.

The interpreter asks everybody who may have an ability (`lower/choices/asking.py`); the checks RW328 to RW330 report
where being asked, or what is in force, would tell others what lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from .. import tree as t
from ..model.game import Game
from ..model.symbols import HOLDER, Symbols
from ..tree.types import PLAYER, YES_NO, Type
from ..tree.walk import parts_of, walk
from .disclosure import disclosure_of, places_of

Tests = tuple[t.Expr, ...]
ITS_HOLDER = "its holder"
"""The name of the player of whom it is assumed that the piece lies in their place. No text can give it."""
DEEPEST = 8
"""The deepest nesting of the game's conditions that is followed."""


@attrs.frozen
class HeldSlot:
    """The slot of the event, by its number, that must be the holder of the piece."""

    number: int


@attrs.frozen
class Acting:
    """An ability of a design, with all conditions under which it acts. `openly`: others may notice it."""

    design: str
    type: str
    ability: t.Trigger | t.Modifier
    tests: Tests
    openly: bool


def acting(symbols: Symbols) -> Iterator[Acting]:
    """The abilities of all designs, and of the phrases that they use."""
    for design in symbols.designs.values():
        in_force = symbols.types[design.type].in_force
        base = () if in_force is None else (in_force,)
        for text in design.abilities:
            given = text.ability
            inside = [given]
            if isinstance(given, t.AbilityCall):
                inside = [one.ability for one in symbols.phrases[given.phrase].abilities]
            for one in inside:
                if isinstance(one, t.AbilityCall):
                    continue  # refused by the checks
                scope = one.scope if one is given else (*given.scope, *one.scope)
                test = one.test if isinstance(one, t.Trigger) else None
                tests = (*base, *scope, *(() if test is None else (test,)))
                yield Acting(design.name, design.type, one, tests, given.openly or one.openly)


def is_holder(value: object) -> bool:
    """Whether a value is `the holder of this`."""
    return isinstance(value, t.Property) and value.name == HOLDER and isinstance(value.of, t.This)


def conjuncts(tests: Iterable[t.Expr], symbols: Symbols) -> Iterator[t.Expr]:
    """The parts that must all hold, with the conditions of the game that are about the piece written out."""
    for test in tests:
        whole = written_out(test, symbols)
        if isinstance(whole, t.Both):
            yield from conjuncts(whole.of, symbols)
        else:
            yield whole


def written_out(test: t.Expr, symbols: Symbols, depth: int = 0) -> t.Expr:
    """A condition in which those conditions of the game that are about the piece are replaced by what they say."""

    def change(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.So) or depth == DEEPEST or not _about(node.arguments):
            return None
        phrase = symbols.phrases[node.phrase]
        free = {one.name for one in walk(node.arguments) if isinstance(one, t.Variable)}
        if phrase.test is None or _bound_in(phrase.test) & free:
            return None
        given = {slot.name: value for slot, value in zip(phrase.slots, node.arguments, strict=True)}

        def fill(inner: t.Node) -> t.Node | None:
            return given.get(inner.name) if isinstance(inner, t.Variable) else None

        filled = rewritten(phrase.test, fill)
        assert isinstance(filled, t.Expr)
        return written_out(filled, symbols, depth + 1)

    found = rewritten(test, change)
    assert isinstance(found, t.Expr)
    return found


def _bound_in(test: t.Expr) -> set[str]:
    """The names that a condition gives to the members of its sets."""
    return {node.name for node in walk(test) if isinstance(node, t.Where | t.WithExtreme | t.Aggregate)}


def rewritten(node: t.Node, change: Callable[[t.Node], t.Node | None]) -> t.Node:
    """A tree in which the nodes for which there is another one are replaced."""
    other = change(node)
    if other is not None:
        return other
    changed: dict[str, Any] = {}
    for name in parts_of(type(node)):
        value = getattr(node, name)
        new = _rewritten(value, change)
        if new is not value:
            changed[name] = new
    return attrs.evolve(node, **changed) if changed else node


def _rewritten(value: object, change: Callable[[t.Node], t.Node | None]) -> object:
    if isinstance(value, t.Node):
        return rewritten(value, change)
    if isinstance(value, tuple) and value:
        parts = tuple(_rewritten(one, change) for one in value)
        return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    return value


def _about(tree: object) -> bool:
    """Whether a tree is about the piece itself."""
    return any(isinstance(node, t.This) for node in walk(tree))


# ------------------------------------------------------------------------------- where it lies


def places(tests: Tests, types: Iterable[str], symbols: Symbols) -> frozenset[str]:
    """The places where a piece of these types may lie while all the conditions hold."""
    of = set(types)
    found = {
        name
        for name, place in symbols.places.items()
        if not place.text.types or not of or of & set(place.text.types)
    }
    for test in conjuncts(tests, symbols):
        named = _places_in(test, symbols)
        found = found if named is None else found & named
    return frozenset(found)


def named_places(tests: Tests, symbols: Symbols) -> frozenset[str]:
    """The places where the conditions say that the piece lies; none if they do not say where."""
    found: frozenset[str] | None = None
    for test in conjuncts(tests, symbols):
        named = _places_in(test, symbols)
        if named is not None:
            found = named if found is None else found & named
    return found or frozenset()


def _places_in(test: t.Expr, symbols: Symbols) -> frozenset[str] | None:
    """The places where the piece may lie if a condition holds; None for any place."""
    match test:
        case t.IsIn(what=t.This(), where=t.PlaceValue(name=name)):
            return frozenset({name})
        case t.Both(of=of):
            known = [one for one in (_places_in(part, symbols) for part in of) if one is not None]
            return frozenset.intersection(*known) if known else None
        case t.Either(of=of):
            all_of = [_places_in(part, symbols) for part in of]
            known = [one for one in all_of if one is not None]
            return frozenset().union(*known) if len(known) == len(all_of) else None
        case t.Exists(of=t.Select(base="player", filters=filters)):
            tests = tuple(one.test for one in filters if isinstance(one, t.Where))
            known = [one for one in (_places_in(part, symbols) for part in tests) if one is not None]
            return frozenset.intersection(*known) if known else None
        case t.Not(of=t.IsIn(what=t.This(), where=t.PlaceValue(name=name))):
            return frozenset(symbols.places) - {name}
    return None


def of_holder(name: str, symbols: Symbols) -> bool:
    """Whether only the player to whom a place belongs sees what lies there."""
    text = symbols.places[name].text
    return text.per_player and text.sight == "owner"


def unseen(name: str, symbols: Symbols) -> bool:
    """Whether not even the player to whom a place belongs sees what lies there."""
    return symbols.places[name].text.sight in ("hidden", "others")


def acts_unseen(tests: Tests, types: Iterable[str], symbols: Symbols) -> frozenset[str]:
    """The places from which an ability acts while not everybody sees its piece."""
    found = {name for name in places(tests, types, symbols) if of_holder(name, symbols)}
    return frozenset(found | {name for name in named_places(tests, symbols) if unseen(name, symbols)})


# ------------------------------------------------------------------------------ who holds it


def holders(tests: Tests, hook: t.Hook, symbols: Symbols) -> tuple[t.Expr | HeldSlot, ...]:
    """What is surely the player who holds the piece, if the event matches and all conditions hold."""
    found: list[t.Expr | HeldSlot] = [
        HeldSlot(number) for number, one in enumerate(hook.pattern) if is_holder(one.exact)
    ]
    for test in conjuncts(tests, symbols):
        match test:
            case t.IsIn(what=t.This(), where=t.PlaceValue(owner=t.Expr() as owner)):
                found.append(owner)
            case t.Compare(op="=", left=left, right=right) if is_holder(left) or is_holder(right):
                found.append(right if is_holder(left) else left)
    return tuple(found)


def same_player(left: t.Expr, right: t.Expr, tests: Tests, hook: t.Hook, symbols: Symbols) -> bool:
    """Whether two expressions are surely the same player while an ability acts."""
    held = [one for one in holders(tests, hook, symbols) if isinstance(one, t.Expr)]
    both = [is_holder(one) or one in held for one in (left, right)]
    return left == right or all(both)


# ------------------------------------------------------------------ what anybody knows about it


class Asking:
    """The answers for one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.symbols = game, game.symbols
        self.disclosure = disclosure_of(game)

    def veiled(self, trigger: t.Trigger, tests: Tests, types: Iterable[str]) -> frozenset[str]:
        """The places, seen only by the player to whom they belong, from which a player may let an ability act.
        Whoever may have it there is asked. Empty if the text says that others may notice."""
        if trigger.asks is None or trigger.openly:
            return frozenset()
        return frozenset(one for one in places(tests, types, self.symbols) if of_holder(one, self.symbols))

    def assumed(self, tests: Tests, place: str, trigger: t.Trigger) -> Tests:
        """What anybody knows about the conditions, if the piece lies in this place of ITS_HOLDER."""
        found = []
        for test in conjuncts(tests, self.symbols):
            assumed = self._assume(test, place)
            if self.told(assumed, trigger):
                found.append(assumed)
        return tuple(found)

    def assumed_pattern(self, trigger: t.Trigger, place: str) -> tuple[t.SlotPattern, ...]:
        """The same for what the slots of the event must be."""
        found = []
        for one in trigger.hook.pattern:
            members = None if one.members is None else self._assume(one.members, place)
            exact = None if one.exact is None else self._assume(one.exact, place)
            found.append(
                attrs.evolve(
                    one,
                    members=members if members is not None and self.told(members, trigger) else None,
                    exact=exact if exact is not None and self.told(exact, trigger) else None,
                )
            )
        return tuple(found)

    def _assume(self, test: t.Expr, place: str) -> t.Expr:
        def change(node: t.Node) -> t.Node | None:
            holder = t.Variable(ITS_HOLDER, span=node.span, type=PLAYER)
            match node:
                case t.IsIn(what=t.This(), where=t.PlaceValue(name=name)) if name != place:
                    return t.Truth(False, span=node.span, type=YES_NO)
                case t.IsIn(what=t.This(), where=t.PlaceValue(owner=t.Expr() as owner)):
                    return t.Compare("=", rewritten_expr(owner, change), holder, span=node.span, type=YES_NO)
            return holder if is_holder(node) else None

        return rewritten_expr(test, change)

    def told(self, tree: t.Expr, trigger: t.Trigger) -> bool:
        """Whether everybody knows what this is, whichever piece of its design it is about."""
        nodes = tuple(walk(tree))
        if any(isinstance(node, t.PhraseState) for node in nodes):
            return False
        about = sum(isinstance(node, t.This) for node in nodes)
        printed = sum(map(self._is_printed, nodes))
        return about == printed and not self.secret(tree, trigger)

    def _is_printed(self, node: t.Node) -> bool:
        """Whether a node reads only what is printed on the piece."""
        match node:
            case t.Property(of=t.This() as of, name=name) | t.Holds(of=t.This() as of, name=name):
                return self._printed(of.type, name)
            case t.IsKind(what=t.This()):
                return True
        return False

    def _printed(self, of: Type, name: str) -> bool:
        if name == "kind":
            return True
        state = self.symbols.properties_of(of).get(name)
        return state is not None and state.printed

    def secret(self, test: t.Expr, trigger: t.Trigger) -> bool:
        """Whether a condition reads what not everybody knows, besides where the piece lies."""
        found = self.disclosure.exposure(test, self.disclosure.matched(trigger))
        return bool(found.owners) or any(map(self._for_some, found.faces))

    def _for_some(self, face: t.Expr) -> bool:
        """Whether these pieces may lie where only some see them. What the ability is about does not count: whoever
        knows of it knows its piece."""
        if isinstance(face, t.This):
            return False
        named = [one.name for one in places_of(face) if isinstance(one, t.PlaceValue)]
        of = set(face.type.of)
        lying = named or [
            name
            for name, place in self.symbols.places.items()
            if not of or not place.text.types or of & set(place.text.types)
        ]
        return any(self.symbols.places[name].text.sight in ("owner", "others") for name in lying)


def rewritten_expr(node: t.Expr, change: Callable[[t.Node], t.Node | None]) -> t.Expr:
    found = rewritten(node, change)
    assert isinstance(found, t.Expr)
    return found


def asking_of(game: Game) -> Asking:
    """The answers for a game, computed once."""
    found: Asking | None = game.made.get("asking")
    if found is None:
        found = game.made["asking"] = Asking(game)
    return found
