"""Conditions of offers that read what the player does not know (RW316). Syntactic and conservative."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.game import Game
from ..model.survey import Survey, options
from ..model.symbols import BOARDS, Symbols
from ..offers import preconditions
from ..offers.preconditions import beginnings_of
from ..schema.classes import GameDoc
from ..secrecy.disclosure import disclosure_of
from ..secrecy.shown import Showing, Shown
from ..secrecy.unknown import (
    Lying,
    Reader,
    Unknown,
    Walks,
    any_of,
    as_actor,
    is_hidden,
    other_players,
    sources,
    unknown_in,
)
from ..tree.passes import over
from ..tree.types import PLAYER, YES_NO
from ..tree.walk import walk


def half_secret(game: Game, doc: GameDoc, report: Report) -> None:
    """Report choices that go into a secret state and into something that others notice."""
    for mixed in disclosure_of(game).mixed:
        span = mixed.node.span
        assert span is not None
        said = isinstance(mixed.node, t.Choose | t.ChooseOne)
        report.error(
            "RW322",
            "this choice goes into a secret state and into something that others notice",
            span,
            notes=[
                Note("this is secret", mixed.secret),
                Note(f"others notice: {mixed.visible.what}", mixed.visible.span),
            ],
            help="say 'secretly' or 'openly' before 'choose'"
            if said
            else "make the option public, and let the player choose the secret part within it",
        )


@over(
    t.Stmt,
    leaves="MOVES SETS SHOWS ENDS Alternatives AnyOrder Call ChooseOne If Let May MayRepeatedly Nothing "
    "OnlyIf Perform Repeat Shuffle Simultaneously",
)
def secrecy(game: Game, doc: GameDoc, report: Report) -> None:
    begun, showing = _Begun(game), Showing(Survey(game))
    walks: Walks = {}
    for phase, option in options(game):
        del phase
        span = option.span or (option.test.span if option.test is not None else None)
        if span is not None:
            actor = t.Actor(span=span, type=PLAYER)
            others = other_players(option.body, actor, game.symbols)
            reader = Reader(actor, (), {}, game.symbols, others=others, walks=walks)
            if option.test is not None:
                _check(option.test, reader, report)
            begun.check(option.body, attrs.evolve(reader, lets=_lets(option.body)), report)
    for text in game.texts:
        lets = _lets(text.tree)
        if isinstance(text.tree, t.Trigger) and text.tree.may:
            assert text.tree.asks is not None
            reader = _reading(text.tree, (), lets, game.symbols, walks, text.tree.asks)
            if text.tree.test is not None:
                _check(text.tree.test, reader, report)
            begun.check(text.tree.body, reader, report)
        for node, seen in showing.in_order(text.tree):
            reading = partial(_reading, text.tree, seen, lets, game.symbols, walks)
            for player, test, body in _offered(node):
                given = {node.name: player} if isinstance(node, t.Offer) else {}
                reader = attrs.evolve(reading(player), given=given)
                if test is not None:
                    _check(test, reader, report)
                begun.check(body, reader, report)
            if isinstance(node, t.ForEach) and "any order" in (node.order, node.ties):
                reader = reading(t.Actor(span=node.span, type=PLAYER))
                _check(node.of, reader, report)
                if node.by is not None and node.value is None:
                    ranked = t.Aggregate("highest", node.by, node.of, span=node.of.span, type=node.of.type)
                    _check(ranked, reader, report)
                elif node.by is not None and node.value is not None:
                    each = {node.by: node.of} if isinstance(node.of, t.Select) else {}
                    _check(node.value, attrs.evolve(reader, each=each), report)
            if isinstance(node, t.Choose) and node.player is not None:
                _check(node.of, reading(node.player), report)
                _check_board(node, reading(node.player), report)


def _reading(
    tree: object,
    seen: tuple[Shown, ...],
    lets: dict[str, list[t.Expr]],
    symbols: Symbols,
    walks: Walks,
    player: t.Expr,
) -> Reader:
    """The reader who decides something in a text."""
    others = other_players(tree, player, symbols)
    return Reader(player, seen, lets, symbols, others=others, walks=walks)


Offered = tuple[t.Expr, t.Expr | None, tuple[t.Stmt, ...]]


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS FLOW Call Choose Let Nothing Perform Shuffle")
def _offered(node: t.Node) -> Iterator[Offered]:
    """What a statement offers: to whom, on which condition, and the body, which must be possible."""
    match node:
        case t.ChooseOne(player=player, branches=branches):
            yield from ((player, branch.test, branch.body) for branch in branches)
        case t.Offer(branches=branches):
            actor = t.Actor(span=node.span, type=PLAYER)
            yield from ((actor, branch.test, branch.body) for branch in branches)
        case t.May(player=player, body=body) | t.MayRepeatedly(player=player, body=body):
            yield player, None, body
        case t.Alternatives(player=player, bodies=bodies):
            yield from ((player, None, body) for body in bodies)
        case t.AnyOrder(player=player, of=parts):
            yield from ((player, None, (part,)) for part in parts)


CANNOT_ALWAYS = (
    *t.groups.SHOWS,
    *(t.Pay, t.Choose, t.Put, t.Call, t.OnlyIf, t.Perform, t.If, t.Repeat),
    *(t.ChooseOne, t.Alternatives, t.AnyOrder, t.May),
)
"""Bodies that may be impossible to begin."""


@attrs.define
class _Begun:
    """The test before something is offered: can its first steps be done? (`offers/preconditions.py`)"""

    game: Game
    reported: set[tuple[Span, str]] = attrs.field(factory=set)

    def check(self, body: tuple[t.Stmt, ...], reader: Reader, report: Report) -> None:
        for span, unknown in self._body(body, reader, None, begun=False):
            if (span, unknown.what) not in self.reported:
                self.reported.add((span, unknown.what))
                message = f"whether this is offered reveals to the player {unknown.what}"
                report.error("RW316", message, span, help=unknown.help)

    def _body(
        self, body: tuple[t.Stmt, ...], reader: Reader, span: Span | None, *, begun: bool
    ) -> Iterator[tuple[Span, Unknown]]:
        """What the test reads for the first steps of a body. `span` is that of the phrase around it."""
        for step in beginnings_of(self.game).of(body, begun):
            if step.needs is not None:
                yield from self._needs(step, step.needs, reader, span)
            for one in step.nodes:
                if isinstance(one, t.Let):  # nothing is known about a name that is given again
                    anew = t.Variable(one.name, span=one.span, type=one.value.type)
                    reader = attrs.evolve(reader, others=reader.others - {anew})

    def _asked(self, test: t.Expr, reader: Reader, span: Span | None) -> Iterator[tuple[Span, Unknown]]:
        for unknown in unknown_in(test, reader):
            yield span or unknown.span, unknown

    def _needs(
        self, step: preconditions.Step, needs: preconditions.Need, reader: Reader, span: Span | None
    ) -> Iterator[tuple[Span, Unknown]]:
        first = step.nodes[0]
        match needs:
            case preconditions.Cost(player=player, amounts=amounts):
                cost = t.CanPay(player, amounts, span=first.span, type=YES_NO)
                yield from self._asked(cost, reader, span)
            case preconditions.Candidates(of=of):
                if span is not None:  # in its own text, a choice is checked as a choice
                    yield from self._asked(of, reader, span)
            case preconditions.There(what=what):
                if isinstance(what, t.EndOfSet | t.Quantity) or what.type.optional:
                    yield from self._asked(what, reader, span)
            case preconditions.Begun(call=call):
                yield from self._call(call, reader, span, begun=step.begun)
            case preconditions.Printed(of=of, player=player):
                yield from self._printed(of, player, step, reader, span)
            case preconditions.Ways(ways=ways):
                for test, body in ways:
                    if test is not None:
                        yield from self._asked(test, reader, span)
                    yield from self._body(body, reader, span, begun=step.begun)
            case preconditions.Cases(cases=cases):
                bodies = preconditions.bodies_in(needs)
                for test, _ in cases:
                    if any(self._matters(body, step.begun) for body in bodies):
                        yield from self._asked(test, reader, span)
                for body in bodies:
                    yield from self._body(body, reader, span, begun=step.begun)
            case preconditions.Often(count=count, body=body):
                yield from self._asked(count, reader, span)
                yield from self._body(body, reader, span, begun=step.begun)

    def _matters(self, body: tuple[t.Stmt, ...], begun: bool) -> bool:
        """Whether a body may be impossible to begin."""
        return any(step.needs is not None for step in beginnings_of(self.game).of(body, begun))

    def _printed(
        self,
        printed: t.Property,
        player: t.Expr,
        step: preconditions.Step,
        reader: Reader,
        span: Span | None,
    ) -> Iterator[tuple[Span, Unknown]]:
        name = printed.name
        yield from self._asked(printed, reader, span)
        inner = attrs.evolve(reader, player=as_actor(player, reader), given={}, lets={})
        for design in self.game.symbols.designs.values():
            if name in design.effects and name not in reader.way:
                deeper = attrs.evolve(inner, way=(*reader.way, name))
                yield from self._body(design.effects[name], deeper, span or step.nodes[0].span, begun=False)

    def _call(
        self, call: t.Call, reader: Reader, span: Span | None, *, begun: bool
    ) -> Iterator[tuple[Span, Unknown]]:
        if call.phrase not in reader.way:
            phrase = self.game.symbols.phrases[call.phrase]
            inner = reader.inside(call.phrase, phrase.slots, call.arguments, {})
            yield from self._body(phrase.body, inner, span or call.span, begun=begun)


def _lets(tree: object) -> dict[str, list[t.Expr]]:
    """The meanings of names in a text, except for pieces that the text moves: it is not known here where these lie
    later."""
    found: dict[str, list[t.Expr]] = {}
    for node in walk(tree):
        if isinstance(node, t.Let):
            found.setdefault(node.name, []).append(node.value)
    if not found:
        return {}
    moved = _moved(tree)
    return {name: values for name, values in found.items() if name not in moved}


def _moved(tree: object) -> set[str]:
    """The names of pieces that a text moves."""
    moves = [node for node in walk(tree) if isinstance(node, t.groups.MOVES)]
    pieces = [node.what if isinstance(node, t.Put) else (node.left, node.right) for node in moves]
    return {one.name for one in walk(tuple(pieces)) if isinstance(one, t.Variable)}


def _check_board(node: t.Choose, reader: Reader, report: Report) -> None:
    """Face-down pieces of a place are chosen by their positions, but a board has no positions."""
    for found, inner in sources(node.of.of, reader, {}, {}):
        for lying in any_of(found, inner):
            _check_positions(node, lying, inner, report)


def _check_positions(node: t.Choose, lying: Lying, reader: Reader, report: Report) -> None:
    if reader.knows(lying) or not is_hidden(lying, reader):
        return
    board = reader.symbols.places[lying.place]
    if lying.said is not None:
        report.error(
            "RW316",
            f"the player who chooses may not know what lies there: it can be '{lying.place}'",
            node.of.span,
            help="name a place, because pieces that the player does not see are chosen by their position there",
        )
    elif board.text.kind in BOARDS:
        report.error(
            "RW316",
            f"the player who chooses does not know what lies in '{lying.place}'",
            node.of.span,
            help=f"let the player choose a {board.cell}, and then take what lies there",
        )


def _check(tree: t.Expr, reader: Reader, report: Report) -> None:
    for unknown in unknown_in(tree, reader):
        message = f"the player to whom this is offered does not know {unknown.what}"
        report.error("RW316", message, unknown.span, help=unknown.help)
