"""'the player' where nobody acts: in what a phase does by itself, in what that triggers or tests, and beside the rows
of a grid that belongs to nobody (RW311)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.footprint import modifiers, own_abilities, reads, writes
from ..model.game import Game, Phase
from ..model.survey import Survey, phases
from ..model.symbols import Symbols
from ..schema.classes import GameDoc
from ..tree.passes import over
from ..tree.walk import parts_of


def chooser(game: Game, doc: GameDoc, report: Report) -> None:
    survey = Survey(game)
    for phase in phases(game.flow):
        parts = (phase.test, phase.repeat, phase.turns, phase.body)
        for node, way in _reached(survey, parts):
            _look_at(node, phase, way, report, game)
    _beside(game, survey, report)


def _beside(game: Game, survey: Survey, report: Report) -> None:
    """Looks at the texts beside the rows of grids that belong to nobody."""
    reported = set()
    for grid, parts in game.beside.items():
        if game.symbols.places[grid].text.per_player:
            continue
        for node, way in _reached(survey, tuple(value for part in parts for value in part.values())):
            if isinstance(node, t.Actor) and node.span not in reported:
                reported.add(node.span)
                message = f"nobody is meant here: '{grid}' belongs to no player"
                report.error("RW311", message, node.span, notes=way, help="say which player is meant")


def _reached(survey: Survey, parts: object) -> Iterator[tuple[t.Node, tuple[Note, ...]]]:
    """Every node that is reached while nobody acts, with the way that leads there."""
    todo: list[tuple[object, tuple[Note, ...]]] = [(parts, ())]
    met: set[str] = set()
    while todo:
        tree, way = todo.pop()
        for node in _alone(tree):
            yield node, way
            for name, what, further in _set_off(node, survey):
                if name not in met:
                    met.add(name)
                    todo.append((further, (*way, Note(what, node.span))))


@over(
    t.Stmt,
    t.Expr,
    t.Filter,
    leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES PLACED LYING SHAPE MEMBERS MOVES "
    "SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Perform Shuffle CanBeDone CanPay CellValue "
    "MakeLine OptionValue Property Select Where WithEither WithExtreme WithProperty WithoutPieces",
)
def _set_off(node: t.Node, survey: Survey) -> Iterator[tuple[str, str, object]]:
    """What a node triggers or evaluates: its name, a note about it, and its text."""
    symbols = survey.game.symbols
    match node:
        case t.Call(phrase=phrase):
            hooks = tuple((one.scope, one.test, one.body) for one in survey.hooks.get(phrase, ()))
            yield phrase, f"'{phrase}' happens here", (symbols.phrases[phrase].body, hooks)
            yield f"in force {phrase}", f"abilities act on '{phrase}' here", tuple(_in_force(phrase, symbols))
        case t.So(phrase=phrase):
            yield phrase, f"'{phrase}' is tested here", symbols.phrases[phrase].test
        case t.NumberValue(name=name):
            yield f"number {name}", f"'{name}' is computed here", symbols.named_values[name].value
            unheld = tuple(modifiers(name, symbols, held=False))
            yield f"changes of {name}", f"'{name}', which abilities change, is computed here", unheld
        case (
            t.Step(direction=str(way), start=start)
            | t.Within(way=str(way), start=start)
            | t.Nearest(way=str(way), start=start)
            | t.Reachable(way=str(way), start=start)
            | t.Distance(way=str(way), start=start)
        ):
            for board, cells in symbols.leading(way, start.type):
                yield f"step {board} {way}", f"'{way}' is tested here", cells
        case t.Holds(of=t.Expr(), name=name, player=None) | t.WhoIs(name=name):
            tests = tuple(one.conditions[name] for one in symbols.designs.values() if name in one.conditions)
            if tests:
                yield f"condition {name}", f"'{name}' is tested here", tests
    changed = writes(node, symbols)
    for watch in survey.game.watches if changed else ():
        if changed & reads(watch.test, symbols):
            yield f"whenever {watch.name}", f"'{watch.name}' is triggered here", (watch.test, watch.body)


def _in_force(phrase: str, symbols: Symbols) -> Iterator[t.Expr]:
    """The conditions under which pieces have the abilities that act on an action."""
    for design in symbols.designs.values():
        test = symbols.types[design.type].in_force
        acting = own_abilities(design, symbols)
        if test is not None and any(
            isinstance(one, t.Trigger) and one.hook.phrase == phrase for one in acting
        ):
            yield test


def _look_at(node: t.Node, phase: Phase, way: tuple[Note, ...], report: Report, game: Game) -> None:
    if isinstance(node, t.Actor):
        _report(node.span, phase, way, report)
    if isinstance(node, t.ForEach) and "any order" in (node.order, node.ties):
        who = game.symbols.conventions.get("chooser", "the player").removeprefix("the ").strip()
        if who not in game.symbols.game:
            _report(node.span, phase, way, report)


def _report(span: Span, phase: Phase, way: tuple[Note, ...], report: Report) -> None:
    report.error(
        "RW311",
        f"nobody acts here: in phase '{phase.name}' it is no player's turn",
        span,
        notes=way,
        help="say which player is meant: the leader …, or for each player: that player …",
    )


def _alone(node: object) -> Iterator[t.Node]:
    """Every node in which it is nobody's turn: `simultaneously` and `offer` give each part its player, and whoever
    carries out an effect acts in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from _alone(part)
        return
    if not isinstance(node, t.Node):
        return
    yield node
    for name in parts_of(type(node)):
        acts = isinstance(node, t.Simultaneously) and name == "body"
        acts = acts or (isinstance(node, t.Offer) and name == "branches")
        if not acts:
            yield from _alone(getattr(node, name))
