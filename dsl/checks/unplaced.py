"""Pieces that are counted, or gone through, without a word about where they lie, although not all of them lie where
everybody sees them: RW233."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.fix import Fix
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..library.library import in_library
from ..model.game import Game
from ..model.symbols import HOLDER, Symbols
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import walk

_PLAIN = re.compile(r"\w[\w' -]*")


def unplaced(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        if in_library(text.span):
            continue
        for node in walk(text.tree):
            for of in _counted(node):
                where = _unseen(of, game.symbols)
                if where and not of.anywhere and not _is_limited(of, game.symbols):
                    _report(of, _several(of, game.symbols), where, report)


@over(
    t.Stmt,
    t.Expr,
    leaves="LITERALS NAMES SEATS OPERATORS STATES FACES PLACED LYING STEPS SHAPE MOVES SETS SHOWS ENDS MENUS Choose "
    "Let Nothing Perform Shuffle Call CanBeDone CanPay CellValue EndOfSet Holds If NumberValue OnlyIf OptionValue "
    "Property Quantity Repeat Select Simultaneously So",
)
def _counted(node: t.Node) -> Iterator[t.Select]:
    """The pieces that a node counts, compares or goes through."""
    if isinstance(node, t.CountOf | t.Aggregate | t.Exists | t.Differ | t.ForEach):
        of = node.of.of if isinstance(node.of, t.KindsOf) else node.of
        if isinstance(of, t.Select) and of.type.kind == "pieces":
            yield of


def _unseen(of: t.Select, symbols: Symbols) -> str:
    """Where pieces of a type may lie so that not everybody sees them; empty if all always see all of them."""
    for name in of.type.of:
        if name in symbols.types and symbols.types[name].starts_in is None:
            return "in no place"
    for place in symbols.places.values():
        if place.text.sight != "open" and set(place.text.types) & set(of.type.of):
            return f"in '{place.name}'"
    return ""


@over(t.Filter, subject="one", leaves="LIKE ButNot WithExtreme WithoutPieces")
def _is_limited(of: t.Select, symbols: Symbols) -> bool:
    """Whether a filter says where the pieces lie, or to which set they belong."""
    return any(
        isinstance(one, t.InPlace | t.AmongSet | t.Step | t.Within | t.Nearest | t.Reachable)
        or (isinstance(one, t.Where) and _says_where(one.test, symbols))
        for one in of.filters
    )


@over(
    t.Expr,
    t.Filter,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES STEPS SHAPE LIKE SPREADS AmongSet ButNot "
    "CanBeDone CanPay Holds IsEmpty OptionValue Select Where WithExtreme WithoutPieces",
)
def _says_where(test: t.Expr, symbols: Symbols) -> bool:
    """Whether a condition, or what it asks elsewhere in the game, is about where something lies."""
    todo: list[object] = [test]
    met: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, t.IsIn | t.InPlace | t.PlaceValue | t.CellValue | t.EndOf):
                return True
            if isinstance(node, t.Property) and (node.name == HOLDER or node.name in symbols.cells):
                return True
            name = (
                node.phrase
                if isinstance(node, t.So)
                else node.name
                if isinstance(node, t.NumberValue)
                else ""
            )
            if name and name not in met:
                met.add(name)
                phrase, value = symbols.phrases.get(name), symbols.named_values.get(name)
                todo += [one for one in (phrase and phrase.test, value and value.value) if one is not None]
    return False


def _several(of: t.Select, symbols: Symbols) -> str:
    if of.base == "of design":
        return symbols.designs[of.name].plural
    return " and ".join(symbols.types[name].plural for name in of.type.of)


def _report(of: t.Select, several: str, where: str, report: Report) -> None:
    head, fix = of.head, None
    if head is not None and _PLAIN.fullmatch(head.source.text[head.start : head.end]):
        fix = Fix(Span(head.source, head.end, head.end), " anywhere")
    report.stricter(
        "anywhere",
        f"this is about all {several} wherever they lie, {where} too",
        head or of.span,
        help=f"say which: '{several} in …', or '{several} anywhere' if all are meant",
        fix=fix,
    )
