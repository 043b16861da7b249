"""Conditions of offers that read what the player does not know: RW316. Syntactic and conservative."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics import Report
from ..game import Game
from ..schema import GameDoc
from ..symbols import Symbols
from ..walk import walk
from .survey import options


def secrecy(game: Game, doc: GameDoc, report: Report) -> None:
    for phase, option in options(game):
        del phase
        if option.test is not None:
            _check(option.test, t.Actor(span=option.test.span, type=option.test.type), set(), game, report)
    for text in game.texts:
        seen = {place for node in walk(text.tree) for place in _looked_at(node)}
        for node in walk(text.tree):
            if isinstance(node, t.ChooseOne):
                for branch in node.branches:
                    if branch.test is not None:
                        _check(branch.test, node.player, seen, game, report)
            if isinstance(node, t.Choose) and node.player is not None:
                _check(node.of, node.player, seen, game, report)


def _looked_at(node: t.Node) -> Iterator[str]:
    """Places into which the text itself lets somebody look: what is known of them is not followed further."""
    if isinstance(node, t.Look | t.Reveal | t.Show):
        yield from (part.name for part in walk(node.what) if isinstance(part, t.PlaceValue))


def _check(tree: t.Expr, player: t.Expr, seen: set[str], game: Game, report: Report) -> None:
    for node in walk(tree):
        secret = _secret_state(node, player, game.symbols)
        if secret is not None:
            report.error(
                "RW316",
                f"the player to whom this is offered does not know the '{secret}' of others",
                node.span,
                help="ask only for what this player knows",
            )
            continue
        place = _read_in(node, game.symbols)
        if place is None or place.name in seen or not _secret(place, player, game.symbols):
            continue
        report.error(
            "RW316",
            f"the player to whom this is offered does not know what lies in '{place.name}'",
            node.span,
            help="ask only for what is known (how many lie there), or let the player look first",
        )


def _secret_state(node: t.Node, player: t.Expr, symbols: Symbols) -> str | None:
    """A state of players that is declared secret and read of another player than this."""
    match node:
        case t.Property(of=of, name=name) | t.Holds(of=t.Expr() as of, name=name):
            mine = of == player
        case t.WhoIs(name=name) | t.WithProperty(name=name) | t.Aggregate(name=name):
            mine = False
        case _:
            return None
    state = symbols.players.get(name)
    return name if state is not None and state.secret and not mine else None


def _secret(place: t.PlaceValue, player: t.Expr, symbols: Symbols) -> bool:
    sight = symbols.places[place.name].text.sight
    return sight == "hidden" or (sight == "owner" and place.owner != player)


def _read_in(node: t.Node, symbols: Symbols) -> t.PlaceValue | None:
    """The place whose pieces' faces a node reads."""
    match node:
        case t.Property(of=t.EndOf(place=t.PlaceValue() as place)):
            return place
        case t.IsKind(what=t.EndOf(place=t.PlaceValue() as place)):
            return place
        case t.Aggregate(of=of) | t.KindsOf(of=of) | t.Differ(of=of):
            return _source(of)
        case t.Select(base="of design"):
            return _source(node)
        case t.Select(filters=filters) if any(isinstance(one, t.WithProperty) for one in filters):
            return _source(node)
    return None


def _source(of: t.Expr) -> t.PlaceValue | None:
    if isinstance(of, t.Select):
        for one in of.filters:
            if isinstance(one, t.InPlace) and isinstance(one.place, t.PlaceValue):
                return one.place
    return None
