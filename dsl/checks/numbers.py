"""Numbers that depend on themselves by way of the abilities that change them: RW319."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics import Note, Report
from ..game import Game
from ..schema import GameDoc
from ..source import Span
from ..walk import walk


def numbers(game: Game, doc: GameDoc, report: Report) -> None:
    reads = _reads(game)
    for name, number in game.symbols.numbers.items():
        way = _way_back(name, reads)
        if way is None:
            continue
        report.error(
            "RW319",
            f"'{name}' depends on itself",
            number.span,
            notes=[Note(f"'{read}' is read here", reads[of][read]) for of, read in way],
            help="let the ability read what the number is made of, not the number itself",
        )


Reads = dict[str, dict[str, Span]]


def _reads(game: Game) -> Reads:
    """Which numbers each number reads, with where: in its own text, and in abilities that change it."""
    found: Reads = {name: {} for name in game.symbols.numbers}
    for name, number in game.symbols.numbers.items():
        _note(name, number.value, found)
    for modifier, conditions in _modifiers(game):
        _note(modifier.number, (modifier.amount, modifier.scope, conditions), found)
    return found


def _note(name: str, tree: object, found: Reads) -> None:
    for node in walk(tree):
        if isinstance(node, t.NumberValue):
            found[name].setdefault(node.name, node.span)


def _modifiers(game: Game) -> Iterator[tuple[t.Modifier, object]]:
    """The abilities of all designs that change numbers, with all on which it depends whether and how they do."""
    for design in game.symbols.designs.values():
        in_force = game.symbols.types[design.type].in_force
        for text in design.abilities:
            if isinstance(text.ability, t.Modifier):
                yield text.ability, in_force
            elif isinstance(text.ability, t.AbilityCall):
                call = text.ability
                for inner in game.symbols.phrases[call.phrase].abilities:
                    if isinstance(inner.ability, t.Modifier):
                        yield inner.ability, (in_force, call.scope, call.arguments)


def _way_back(start: str, reads: Reads) -> list[tuple[str, str]] | None:
    """The steps by which a number comes to read itself."""
    todo: list[list[tuple[str, str]]] = [[(start, read)] for read in reads[start]]
    met: set[str] = set()
    while todo:
        way = todo.pop(0)
        here = way[-1][1]
        if here == start:
            return way
        if here not in met:
            met.add(here)
            todo += [[*way, (here, read)] for read in reads[here]]
    return None
