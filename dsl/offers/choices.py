"""The names of choices, by which `ask:` gives the words that players read there.

A choice is found by a name and never by its place: the name of the pick (`as the loss`, by default `that figure`),
the first of several branches, the first action of what a player may do (the whole text, if it has no action), or the
action that an ability acts on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from .. import tree as t
from ..model.game import Game, Phase, ResolvedText
from ..model.symbols import Symbols
from ..printing.statements import Printer, show
from ..secrecy.disclosure import disclosure_of
from ..secrecy.flows import bodies_of
from ..tree.passes import over
from ..tree.types import PLAYER, Type, member
from ..tree.walk import walk
from .openings import named
from .preconditions import beginnings_of

Known = Mapping[str, Type]


@attrs.frozen
class Choice:
    """A statement (or an ability) at which a player is asked: its name, and the names that the text has given by
    then."""

    node: t.Node
    name: str
    known: Known


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS Call If Let Nothing OnlyIf Perform Repeat Shuffle Simultaneously")
def name_of(node: t.Node, symbols: Symbols) -> str | None:
    """The name of a choice; None if nobody chooses there."""
    printer = Printer(symbols)
    match node:
        case t.Choose(player=t.Expr(), name=name) | t.ForEach(order="any order", name=name):
            return name
        case t.ForEach(ties="any order", name=name):
            return name
        case t.ChooseOne(branches=branches) | t.Offer(branches=branches):
            return branches[0].label
        case t.Alternatives(bodies=bodies):
            return printer.in_line(bodies[0])
        case t.AnyOrder(of=parts):
            return printer.in_line((parts[0],))
        case t.May(body=body) | t.MayRepeatedly(body=body):
            return next(_actions(body), show(body, symbols).replace("\n", "; "))
    return None


def _actions(body: tuple[t.Stmt, ...]) -> Iterator[str]:
    """The actions of the game that a text itself carries out, by their signatures."""
    for node in body:
        if isinstance(node, t.OnlyIf):
            yield from _actions(node.costs)
        elif isinstance(node, t.Call):
            yield node.phrase


def choices(texts: Iterable[ResolvedText], symbols: Symbols) -> Iterator[Choice]:
    """All choices of players in the texts of a game."""
    for text in texts:
        if isinstance(text.tree, t.Trigger):
            trigger = text.tree
            slots = symbols.phrases[trigger.hook.phrase].slots
            yield Choice(trigger, trigger.hook.phrase, {slot.name: slot.type for slot in slots})
            yield from _in_body(trigger.body, text.variables, symbols)
        elif text.start in ("effect", "parts") and isinstance(text.tree, tuple):
            yield from _in_body(text.tree, text.variables, symbols)


def _in_body(body: tuple[t.Stmt, ...], known: Known, symbols: Symbols) -> Iterator[Choice]:
    for node in body:
        called = name_of(node, symbols)
        if called is not None:
            yield Choice(node, called, known)
        inner = known
        if (given := named(node)) is not None:
            known = {**known, given[0]: given[1]}
        if isinstance(node, t.ForEach):
            inner = {**known, node.name: member(node.of.type)}
        if isinstance(node, t.Offer):
            inner = {**known, node.name: PLAYER}
        for part in bodies_of(node):
            yield from _in_body(part, inner, symbols)


def said_by_rules(game: Game) -> Iterator[str]:
    """The names of options that are texts of the rules, in the order of the texts: alternatives, parts in any order,
    what players may do, what abilities do instead, and printed effects. `labels:` can give each of them words."""
    printer = Printer(game.symbols)
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Alternatives):
                yield from map(printer.in_line, node.bodies)
            elif isinstance(node, t.AnyOrder):
                yield from (printer.in_line((part,)) for part in node.of)
            elif isinstance(node, t.May | t.MayRepeatedly):
                yield name_of(node, game.symbols) or ""
            elif isinstance(node, t.Trigger):
                yield show(node.body, game.symbols).replace("\n", "; ")
    for design in game.symbols.designs.values():
        for effect in design.effects.values():
            yield from map(printer.in_line, (effect, *((one,) for one in effect)))


def in_all(found: list[Choice]) -> dict[str, Type]:
    """The names that all these choices have with the same type; slots can show them."""
    first, *others = found
    return {
        name: type_
        for name, type_ in first.known.items()
        if all(one.known.get(name) == type_ for one in others)
    }


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS Call If Let Nothing OnlyIf Perform Repeat Simultaneously Shuffle")
def is_open(node: t.Node | Phase | None, game: Game) -> bool:
    """Whether every player knows what can be chosen at a choice. Only then can it be skipped where there is only one
    option, without revealing anything. It is not known for abilities, whose pieces may lie in a hand."""
    known, disclosure = beginnings_of(game), disclosure_of(game)
    if not isinstance(node, t.Stmt | Phase) or disclosure.keeps(node):
        return False
    if isinstance(node, Phase):
        return all(known.asked_openly(one.test, one.body) for one in node.options)
    match node:
        case t.Choose(of=of) | t.ForEach(of=of):
            return known.chosen_openly(of)
        case t.ChooseOne(branches=branches) | t.Offer(branches=branches):
            return all(known.asked_openly(one.test, one.body) for one in branches)
        case t.Alternatives(bodies=bodies):
            return all(map(known.public, bodies))
        case t.AnyOrder(of=parts):
            return all(known.public((part,)) for part in parts)
        case t.May(body=body) | t.MayRepeatedly(body=body):
            return known.public(body)
    return False
