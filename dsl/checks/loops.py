"""Repetitions that make no progress towards their end, or may miss it (RW312), and repetitions over players that do
the same to one player again and again (RW321)."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.report import Report
from ..model.footprint import reads, writes
from ..model.game import Game, Phase
from ..model.survey import Survey, phases, whole
from ..printing.expressions import ExprPrinter
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
    if survey.reaches_decision(node.body):
        return
    if _progress(node.test, node.body, survey):
        _check_end(node, survey, report)
    else:
        report.error(
            "RW312",
            f"nothing in the repetition changes what '{node.how}' tests, and nobody decides anything",
            node.test.span,
            help="change it in the body, or state a bound: …, at most 9 times:",
        )


def _check_end(node: t.Repeat, survey: Survey, report: Report) -> None:
    """A repetition ends if two numbers are equal. One of them may be past the other already, jump over it, or stay
    what it is."""
    ends = "=" if node.how == "until" else "!="
    for test in _parts(node.test, t.Both if node.how == "until" else t.Either):
        if not isinstance(test, t.Compare) or test.op != ends or test.left.type.kind != "number":
            continue
        if not _is_end(test.left, test.right) and not _one_by_one(test, node.body, survey):
            said = f"{ExprPrinter(survey.game.symbols).expr(test.left)} >= …"
            report.warn(
                "RW312",
                "this may never be so: the number can already be past it, step over it, or stay as it is",
                test.span,
                help=f"say how far: {said} (or <=), and state a bound: …, at most 9 times:",
            )


def _parts(test: t.Expr, joined: type[t.Both | t.Either]) -> tuple[t.Expr, ...]:
    return test.of if isinstance(test, joined) else (test,)


def _is_end(left: t.Expr, right: t.Expr) -> bool:
    """Whether one number is the least or the greatest that the other can be: nothing goes past it."""
    return any(
        isinstance(end, t.Number) and end.value in (of.type.least, of.type.most)
        for end, of in ((left, right), (right, left))
    )


def _one_by_one(test: t.Compare, body: object, survey: Survey) -> bool:
    """Whether a state that is compared changes by one at a time."""
    return any(
        isinstance(node, t.Change)
        and isinstance(node.amount, t.Number)
        and node.amount.value == 1
        and node.target in (test.left, test.right)
        for node in survey.nodes(body)
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
