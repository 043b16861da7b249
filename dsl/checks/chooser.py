"""'the player' where nobody acts: in what a phase does by itself, and in what that sets off (RW311)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics import Note, Report
from ..game import Game, Phase
from ..schema import GameDoc
from ..walk import parts_of
from .survey import Body, phases


def chooser(game: Game, doc: GameDoc, report: Report) -> None:
    for phase in phases(game.flow):
        for node in _alone((phase.test, phase.repeat, phase.turns, phase.body)):
            if isinstance(node, t.Actor):
                _tell(node, phase, (), report)
        _called(game, phase, report)


def _called(game: Game, phase: Phase, report: Report) -> None:
    """The actions that the phase sets off with nobody acting."""
    todo: list[tuple[Body, tuple[Note, ...]]] = [(phase.body, ())]
    met: set[str] = set()
    while todo:
        body, way = todo.pop()
        for node in _alone(body):
            if way and isinstance(node, t.Actor):
                _tell(node, phase, way, report)
            if isinstance(node, t.Call) and node.phrase not in met:
                met.add(node.phrase)
                note = Note(f"'{node.phrase}' happens here", node.span)
                todo.append((game.symbols.phrases[node.phrase].body, (*way, note)))


def _tell(node: t.Actor, phase: Phase, way: tuple[Note, ...], report: Report) -> None:
    report.error(
        "RW311",
        f"nobody acts here: in phase '{phase.name}' it is no player's turn",
        node.span,
        notes=way,
        help="say which player is meant: the leader …, or for each player: that player …",
    )


def _alone(node: object) -> Iterator[t.Node]:
    """Every node in which it is nobody's turn: `simultaneously` and `offer` give each part its player."""
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
