"""Conditions that always, or never, hold (RW310)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.report import Report
from ..model.game import Game
from ..model.symbols import Symbols
from ..printing.expressions import ExprPrinter
from ..printing.statements import show
from ..schema.classes import GameDoc
from ..tree.constant_folding import compare, contradict, filter_passes, fold, never_passes
from ..tree.passes import over
from ..tree.types import Type, member
from ..tree.walk import each_filter, walk
from .reachability import in_never_offered


def constant(game: Game, doc: GameDoc, report: Report) -> None:
    reported = in_never_offered(game)
    for text in game.texts:
        for node in walk(text.tree):
            if id(node) in reported:
                continue
            for part, always, why in _always(node, game.symbols):
                shown = _shown(part, game.symbols)
                result = "always holds" if always else "never holds"
                result = "is always empty" if isinstance(part, t.Select) else result
                result = "always holds" if always else "never holds"
                result = "is always empty" if isinstance(part, t.Select) else result
                report.warn(
                    "RW310",
                    f"'{shown}' {result}",
                    part.span,
                    help=why,
                )


def counted(game: Game, doc: GameDoc, report: Report) -> None:
    """`for each ruby` in a game where players have a number of rubies: it counts all pieces of the game."""
    stocks = [
        one for one in game.symbols.players.values() if one.type.kind == "table" and one.type.by == "kind"
    ]
    for text in game.texts if stocks else ():
        for node in walk(text.tree):
            of = node.of if isinstance(node, t.CountOf) else None
            if not isinstance(of, t.Select) or of.filters or of.type.kind != "pieces":
                continue
            stock = next((one.name for one in stocks if set(of.type.of) & set(one.type.of)), None)
            if stock is not None:
                report.warn(
                    "RW310",
                    f"'{show(of, game.symbols)}' are all pieces of the game, so their number is always the same",
                    of.span,
                    help=f"count what a player has: the player's {stock} in …; or say where the pieces lie: … in …",
                )


def _shown(part: t.Node, symbols: Symbols) -> str:
    if isinstance(part, t.Filter):
        return ExprPrinter(symbols).filter(part, True)
    return show(part, symbols)


@over(
    t.Expr,
    leaves="LITERALS NAMES SEATS OF_SETS STATES FIGURES FACES PLACED LYING STEPS SHAPE Arithmetic CanBeDone "
    "CanPay Cases CellValue Either Holds Not TimesListed NumberRange NumberValue OptionValue "
    "Property So Listed TotalOf",
)
def _always(node: t.Node, symbols: Symbols) -> Iterator[tuple[t.Node, bool, str]]:
    match node:
        case t.Compare(op=op, left=left, right=right):
            always = compare(op, left, right)
            if always is not None:
                yield node, always, _reason(left, right, symbols)
        case t.Both(of=parts) if contradict(parts) and all(fold(part) is not False for part in parts):
            yield node, False, "the parts exclude each other"
        case t.Select():
            yield from _filters(node, symbols)


def _filters(select: t.Select, symbols: Symbols) -> Iterator[tuple[t.Node, bool, str]]:
    if never_passes(select):
        yield select, False, "the filters exclude each other"
    for test in each_filter(select.filters):
        if isinstance(test, t.WithProperty):
            state = symbols.properties_of(_of(select)).get(test.name)
            always = filter_passes(state.type, test) if state is not None else None
            if state is not None and always is not None:
                which = "all of them pass" if always else "none of them passes"
                yield test, always, f"{test.name} is {state.type}: {which}"


def _of(select: t.Select) -> Type:
    return member(select.type)


def _reason(left: t.Expr, right: t.Expr, symbols: Symbols) -> str:
    if left == right:
        return "both sides are the same"
    for one in (left, right):
        if not isinstance(one, t.Number | t.NoneValue):
            if isinstance(left, t.NoneValue) or isinstance(right, t.NoneValue):
                return f"{show(one, symbols)} is {one.type}, never none"
            return f"{show(one, symbols)} is {one.type}"
    return "both sides are fixed"
