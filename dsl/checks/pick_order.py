"""Several pieces that a player picks one after the other, put where their order stays, in another order: RW335."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..library.library import in_library
from ..model.game import Game
from ..model.symbols import Symbols
from ..schema.classes import GameDoc
from ..tree.walk import walk

_IN_ORDER = ("pile", "row")


def pick_order(game: Game, doc: GameDoc, report: Report) -> None:
    for text in game.texts:
        if in_library(text.span):
            continue
        picked: set[str] = set()
        for node in walk(text.tree):
            if isinstance(node, t.Choose):
                if node.player is not None and _is_several(node.of):
                    picked.add(node.name)
                else:
                    picked.discard(node.name)
            if isinstance(node, t.Put) and _is_picked(node.what, picked) and _keeps_order(node, game.symbols):
                _report(node, game.symbols, report)


def _is_several(of: t.Quantity) -> bool:
    return of.type.kind == "pieces" and of.count is not None and not _is_one(of.count)


def _is_one(count: t.Expr) -> bool:
    return isinstance(count, t.Number) and count.value == 1


def _is_picked(what: t.Expr, picked: set[str]) -> bool:
    return isinstance(what, t.Variable) and what.type.kind == "pieces" and what.name in picked


def _keeps_order(node: t.Put, symbols: Symbols) -> bool:
    place = node.place
    sort = symbols.places[place.name].text.kind if isinstance(place, t.PlaceValue) else place.type.sort
    return sort in _IN_ORDER


def _report(node: t.Put, symbols: Symbols, report: Report) -> None:
    assert isinstance(node.what, t.Variable)
    noun, name = node.what.type.of[0], node.what.name
    where = {"into": "into …", "on top of": "on top of …", "under": "under …"}[node.how]
    report.warn(
        "RW335",
        f"the order in which '{name}' were picked is not kept: they are put there in printed order",
        node.span,
        help=f"say the order: 'for each {noun} among {name}, in any order: put that {noun} {where}', or 'in printed "
        "order'; or choose one after the other",
    )
