"""Options and branches that can never be offered (RW313), and places that stay empty (RW306)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.game import Game
from ..model.survey import Body, options
from ..schema.classes import GameDoc
from ..tree.constant_folding import fold
from ..tree.walk import walk


def empty_places(game: Game, doc: GameDoc, report: Report) -> None:
    for name in sorted(_never_filled(game)):
        report.warn(
            "RW306",
            f"nothing is ever put into '{name}'",
            game.symbols.places[name].span,
            help="let pieces start in it ('starts in:'), or put some there",
        )


def offers(game: Game, doc: GameDoc, report: Report) -> None:
    empty = _never_filled(game)
    for label, test, body, span in _offered(game):
        why = _never(test, body, empty)
        if why is not None:
            report.error(
                "RW313", f"'{label}' can never be offered: {why}", span, help="correct it, or delete it"
            )


def in_never_offered(game: Game) -> set[int]:
    """The identities of the parts of conditions that never hold. They are reported once, as what is never offered."""
    tests = [test for _, test, _, _ in _offered(game) if test is not None and fold(test) is False]
    return {id(node) for test in tests for node in walk(test)}


def _offered(game: Game) -> Iterator[tuple[str, t.Expr | None, Body, Span | None]]:
    for _, option in options(game):
        yield option.name, option.test, option.body, option.test.span if option.test else option.span
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Branch):
                yield node.label, node.test, node.body, node.test.span if node.test else node.span


def _never(test: t.Expr | None, body: Body, empty: set[str]) -> str | None:
    if test is not None and fold(test) is False:
        return "its condition never holds"
    first = body[0] if body else None
    needs = isinstance(first, t.Choose) and first.of.how not in ("up to", "at least")
    if needs and isinstance(first, t.Choose) and isinstance(first.of.of, t.Select):
        for one in first.of.of.filters:
            if isinstance(one, t.InPlace) and isinstance(one.place, t.PlaceValue) and one.place.name in empty:
                return f"nothing is ever put into '{one.place.name}'"
    return None


def _never_filled(game: Game) -> set[str]:
    """Places in which no piece starts and into which none is put; empty if a text puts pieces into 'a place'."""
    filled: set[str] = set()
    for type_ in game.symbols.types.values():
        if isinstance(type_.starts_in, t.PlaceValue):
            filled.add(type_.starts_in.name)
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Put):
                if not isinstance(node.place, t.PlaceValue):
                    return set()
                filled.add(node.place.name)
    return set(game.symbols.places) - filled
