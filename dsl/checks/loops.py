"""Repetitions that make no progress towards their end (RW312), and repetitions over players that do the same to one
player again and again (RW321)."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..model.footprint import reads, writes
from ..model.game import Game, Phase
from ..model.survey import Survey, phases, whole
from ..schema.classes import GameDoc
from ..tree.walk import walk


def loops(game: Game, doc: GameDoc, report: Report) -> None:
    survey = Survey(game)
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Repeat) and node.how != "times" and node.bound is None:
                _check_repeat(node, survey, report)
            if isinstance(node, t.ForEach) and node.of.type.kind == "players":
                _check_each_player(node, report)
    for phase in phases(game.flow):
        _check_phase(phase, survey, report)


def _check_repeat(node: t.Repeat, survey: Survey, report: Report) -> None:
    if not survey.reaches_decision(node.body) and not _progress(node.test, node.body, survey):
        report.error(
            "RW312",
            f"nothing in the repetition changes what '{node.how}' tests, and nobody decides anything",
            node.test.span,
            help="change it in the body, or state a bound: …, at most 9 times:",
        )


def _check_each_player(node: t.ForEach, report: Report) -> None:
    """'for each player: gain 1 gold' gives everything to the player who acts: it does not name the player of each
    round."""
    said = list(walk(node.body))
    if any(isinstance(one, t.Variable) and one.name == node.name for one in said):
        return
    if any(isinstance(one, t.Actor) for one in said):
        report.warn(
            "RW321",
            f"this is done to the player who acts, once for each player: '{node.name}' is not mentioned",
            node.of.span,
            help=f"say whom: '{node.name} gains …', '{node.name}'s …'",
        )


def _check_phase(phase: Phase, survey: Survey, report: Report) -> None:
    repeat = phase.repeat
    if repeat is None or repeat.how == "times":
        return
    body = whole(phase)
    if phase.turns is not None or any(inner.turns is not None for inner in phases(phase.phases)):
        return
    if survey.reaches_decision(*body):
        return
    if repeat.test is None or not _progress(repeat.test, body, survey):
        what = "" if repeat.test is None else ", and nothing changes what its end tests"
        report.error(
            "RW312",
            f"phase '{phase.name}' repeats, but nobody decides anything in it{what}",
            repeat.span,
            help="give it turns, or a choice, or say how often: repeat: 3 times",
        )


def _progress(test: t.Expr, body: object, survey: Survey) -> bool:
    """Whether the body (or what it triggers) writes what the test reads, or leaves the repetition."""
    read = reads(test, survey.game.symbols)
    for node in survey.nodes(body):
        if isinstance(node, t.groups.ENDS):
            return True
        if writes(node, survey.game.symbols) & read:
            return True
    return False
