"""Slots of the log that nobody can ever read: RW326. Syntactic and conservative.

Nobody knows the pieces of a hidden place if no text lets anybody look into it, and if no piece is put there that
somebody may know (unless the place is then shuffled). A line that names such a piece says 'an unknown card' to every
reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.report import Report
from ..model.game import Game, LogSlot
from ..model.survey import Body, abilities, effects, phases
from ..schema.classes import GameDoc
from ..secrecy.disclosure import disclosure_of
from ..secrecy.flows import bodies_of
from ..tree.passes import over
from ..tree.types import OF_PIECES
from ..tree.walk import walk


def unreadable(game: Game, doc: GameDoc, report: Report) -> None:
    hidden = _never_known(game)
    if not hidden:
        return
    reported: set[int] = set()
    for languages in game.logs.values():
        for parts in languages.values():
            for part in parts:
                place = _unknown(part, game, hidden) if isinstance(part, LogSlot) else None
                if place is None or not isinstance(part, LogSlot) or part.value.span is None:
                    continue
                if part.value.span.start in reported:
                    continue
                reported.add(part.value.span.start)
                report.warn(
                    "RW326",
                    f"no player can ever read this: nobody knows what lies in '{place}'",
                    part.value.span,
                    help="let the text begin with a look or a reveal, show it in the line of a later action, "
                    "or leave it out",
                )


def _unknown(slot: LogSlot, game: Game, hidden: set[str]) -> str | None:
    """The hidden place whose piece a slot names or reads."""
    read: list[t.Expr] = list(disclosure_of(game).exposure(slot.value, {}).faces)
    if slot.value.type.kind in OF_PIECES:
        read.append(slot.value)
    return next((place for expr in read if (place := _lies_in(expr)) in hidden), None)


def _lies_in(expr: t.Expr) -> str | None:
    places: list[t.Expr] = []
    if isinstance(expr, t.EndOf):
        places = [expr.place]
    elif isinstance(expr, t.Select):
        places = [one.place for one in expr.filters if isinstance(one, t.InPlace)]
    elif isinstance(expr, t.EndOfSet | t.Quantity):
        return _lies_in(expr.of)
    return next((one.name for one in places if isinstance(one, t.PlaceValue)), None)


@over(t.Stmt, leaves="Put SETS ENDS MENUS FLOW Call Choose Let Nothing Perform Shuffle")
def _never_known(game: Game) -> set[str]:
    """The hidden places whose pieces no player can ever know."""
    hidden = {name for name, place in game.symbols.places.items() if place.text.sight == "hidden"}
    for body in _bodies(game):
        if not hidden:
            break
        for node in walk(body):
            if isinstance(node, t.Look | t.Reveal | t.Show):
                hidden -= _places_in(node.what, hidden)
            elif isinstance(node, t.Swap):
                hidden -= _places_in((node.left, node.right), hidden)
        hidden -= set(_filled(body, hidden))
    return hidden


def _filled(body: Body, hidden: set[str]) -> Iterator[str]:
    """The places into which a text puts pieces without shuffling them afterwards."""
    for number, node in enumerate(body):
        found = set(_places_in(node.place, hidden)) if isinstance(node, t.Put) else set()
        for inner in bodies_of(node):
            found |= set(_filled(inner, hidden))
        shuffled = [one.place for one in body[number + 1 :] if isinstance(one, t.Shuffle)]
        yield from found - {place.name for place in shuffled if isinstance(place, t.PlaceValue)}


def _places_in(expr: object, hidden: set[str]) -> set[str]:
    """The hidden places that an expression names; all of them, if it names none."""
    named = {node.name for node in walk(expr) if isinstance(node, t.PlaceValue)}
    return named or hidden


def _bodies(game: Game) -> Iterator[Body]:
    yield from (phrase.body for phrase in game.symbols.phrases.values())
    yield from (one.body for one in abilities(game) if isinstance(one, t.Trigger))
    yield from (watch.body for watch in game.watches)
    yield from effects(game)
    for phase in phases(game.flow):
        yield phase.body
        yield phase.turn
        yield from (option.body for option in phase.options)
