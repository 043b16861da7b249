"""`any card in the player's hand`, where cards differ and somebody would expect to choose: RW333.

`any` takes one of those that are alike. In a hand, a row or a pile, pieces of several designs lie side by side; the
rules would take the first in printed order, and nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.report import Report
from ..library.library import in_library
from ..model.game import Game
from ..model.symbols import Design, Symbols
from ..printing.expressions import ExprPrinter
from ..schema.classes import GameDoc
from ..syntax.english import with_article
from ..tree.walk import walk

_SORTED = ("hand", "row", "pile")
"""Places in which it matters which piece is taken. An area or a cell of a board holds heaps that are alike."""


def any_of(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        if not in_library(text.span):
            for node in walk(text.tree):
                if isinstance(node, t.Quantity) and node.how == "any" and _differ(node.of, game.symbols):
                    _report(node, game.symbols, report)


def _differ(of: t.Expr, symbols: Symbols) -> bool:
    """Whether pieces of several designs may be meant, one of which lies beside the other."""
    if not isinstance(of, t.Select) or of.base not in ("type", "types"):
        return False
    if not any(isinstance(one, t.InPlace) and _sort(one.place, symbols) in _SORTED for one in of.filters):
        return False
    designs = [symbols.designs[name] for type_ in of.type.of for name in symbols.types[type_].designs]
    groups = [designs]
    for one in of.filters:
        if isinstance(one, t.Where):
            return False  # it may say which
        name = _told_apart(one)
        if name is not None:
            groups = [alike for group in groups for alike in _alike(group, name)]
    return any(len(group) > 1 for group in groups)


def _sort(place: t.Expr, symbols: Symbols) -> str:
    if isinstance(place, t.PlaceValue):
        return symbols.places[place.name].text.kind
    return place.type.sort


def _told_apart(one: t.Filter) -> str | None:
    """The property in which all that a filter keeps are equal."""
    if isinstance(one, t.WithProperty) and one.op == "=":
        return one.name
    if isinstance(one, t.WithExtreme) and one.value is None:
        return one.name
    return None


def _alike(designs: list[Design], name: str) -> Iterator[list[Design]]:
    """Designs by what they print, or all if that is a state."""
    if name == "kind":
        yield from ([one] for one in designs)
        return
    for value in {one.values.get(name) for one in designs}:
        yield [one for one in designs if one.values.get(name) == value]


def _report(node: t.Quantity, symbols: Symbols, report: Report) -> None:
    printer = ExprPrinter(symbols)
    if node.count is None:
        noun = printer.noun(node.of, plural=False)
        ways = f"'choose {with_article(noun)}, as the pick', and if it does not matter, 'the first {noun}'"
    else:
        noun = printer.noun(node.of, plural=True)
        ways = f"'choose {printer.amount(node.count)} {noun}, as the picks'"
    report.warn(
        "RW333",
        "these differ, and nobody chooses: the first in printed order is taken",
        node.span,
        help=f"let a player choose: {ways}",
    )
