"""Values that depend on themselves: RW319. Named values, also through abilities that change them; phrases that are
conditions; steps on boards; printed conditions."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.game import Game
from ..model.survey import beginning
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import walk


def numbers(game: Game, doc: GameDoc, report: Report) -> None:
    reads = _reads(game)
    for name in reads:
        way = _way_back(name, reads) if not name.startswith(BEGIN) else None
        if way is None:
            continue
        report.error(
            "RW319",
            f"'{name}' depends on itself",
            _declared(name, game) or reads[name][way[0][1]],
            notes=[Note(f"'{read}' is read here", reads[of][read]) for of, read in way],
            help="let it read the values that it is made of, not itself",
        )


BEGIN = "what begins: "
"""The prefix for an action whose beginning is examined; an action may begin with itself."""
Reads = dict[str, dict[str, Span]]


def _reads(game: Game) -> Reads:
    """The values, phrases and steps that each of them reads, with the places: in its own text and, for numbers, in
    the abilities that change them."""
    symbols = game.symbols
    found: Reads = {name: {} for name in symbols.named_values}
    for name, number in symbols.named_values.items():
        _note(name, number.value, found)
    for signature, phrase in symbols.phrases.items():
        if phrase.holds:
            _note(signature, phrase.test, found)
        elif not phrase.ability:
            _note(f"{BEGIN}{signature}", beginning(phrase.body), found)
    for place in symbols.places.values():
        for way, cells in place.ways.items():
            _note(way, cells, found)
    for design in symbols.designs.values():
        for prop, test in design.conditions.items():
            _note(prop, test, found)
        for prop, body in design.effects.items():
            _note(f"{prop} can be done", beginning(body), found)
    for modifier, conditions in _modifiers(game):
        _note(modifier.number, (modifier.amount, modifier.scope, conditions), found)
    return found


@over(
    t.Stmt,
    t.Expr,
    t.Filter,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING SHAPE MEMBERS MOVES "
    "SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Perform Shuffle CanPay CellValue MakeLine "
    "OptionValue Property Select Where WithEither WithExtreme WithProperty WithoutPieces",
)
def _note(name: str, tree: object, found: Reads) -> None:
    mine = found.setdefault(name, {})
    for node in walk(tree):
        match node:
            case (
                t.NumberValue(name=read)
                | t.So(phrase=read)
                | t.Step(direction=read)
                | t.Within(way=str(read))
                | t.Reachable(way=str(read))
                | t.Nearest(way=str(read))
                | t.Distance(way=str(read))
                | t.Holds(name=read)
                | t.WhoIs(name=read)
            ):
                mine.setdefault(read, node.span)
            case t.Call(phrase=read):
                mine.setdefault(f"{BEGIN}{read}", node.span)
            case t.CanBeDone(of=t.Property(name=read)):
                mine.setdefault(f"{read} can be done", node.span)


def _declared(name: str, game: Game) -> Span | None:
    known = game.symbols.named_values.get(name) or game.symbols.phrases.get(name)
    return known.span if known is not None else None


def _modifiers(game: Game) -> Iterator[tuple[t.Modifier, object]]:
    """The abilities of all designs that change numbers, with everything that decides whether and how they do."""
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
    """The steps by which a value reads itself."""
    todo: list[list[tuple[str, str]]] = [[(start, read)] for read in reads[start]]
    met: set[str] = set()
    while todo:
        way = todo.pop(0)
        here = way[-1][1]
        if here == start:
            return way
        if here not in met:
            met.add(here)
            todo += [[*way, (here, read)] for read in reads.get(here, {})]
    return None
