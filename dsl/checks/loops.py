"""Repetitions that make no progress towards their end, or may miss it (RW312), phases that may repeat without anybody
acting (RW332), and repetitions over players that do the same to one player again and again (RW321)."""

from __future__ import annotations

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.footprint import Key, reads, writes
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
        _check_turns(phase, survey, report)


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


def _check_turns(phase: Phase, survey: Survey, report: Report) -> None:
    """A phase that repeats until the match ends, and whose turns may be over from then on: nothing in it would ever
    happen again."""
    turns = [(one, one.turns) for one in phases((phase,)) if one.turns is not None]
    if phase.repeat is None or phase.repeat.how != "for ever" or not turns:
        return
    if any(one.ending == "once" for _, one in turns):
        return
    read = set[Key]().union(*(_asks(one, survey) for _, one in turns))
    beside = tuple(part for one in phases((phase,)) for part in (one.test, one.body))
    if not read or survey.reaches_decision(*beside) or _resets(read, beside, phase, survey):
        return
    if _ends(beside, survey) or _is_watched(read, phase, survey):
        return
    span = turns[0][1].span
    report.warn(
        "RW332",
        f"once the turns of '{turns[0][0].name}' are over, nothing in '{phase.name}' ends the match",
        span,
        notes=(Note(f"'{phase.name}' repeats until the match ends", phase.repeat.span),),
        help="say what happens then: a phase after the turns, in which 'the match ends'; or 'repeat: until …'",
    )


def _asks(turns: t.Turns, survey: Survey) -> set[Key]:
    """What decides whether turns are over before anybody has acted."""
    return reads((turns.players, turns.test), survey.game.symbols)


def _resets(read: set[Key], beside: object, phase: Phase, survey: Survey) -> bool:
    """Whether something else than the turns changes what decides about them."""
    symbols = survey.game.symbols
    if any(writes(node, symbols) & read for node in survey.nodes(beside)):
        return True
    names = {one.name for one in phases((phase,))}
    kept = (state for state in symbols.states() if state.until in names)
    return bool({state.name for state in kept} & {name for _, name in read})


def _is_watched(read: set[Key], phase: Phase, survey: Survey) -> bool:
    """Whether the match ends as soon as the turns are over, by a watch or a condition in a turn."""
    symbols = survey.game.symbols
    for watch in survey.game.watches:
        if reads(watch.test, symbols) & read and _ends(watch.body, survey):
            return True
    for node in survey.nodes(*whole(phase)):
        if isinstance(node, t.If):
            tests = tuple(test for test, _ in node.cases)
            bodies = (*(body for _, body in node.cases), node.otherwise)
            if reads(tests, symbols) & read and _ends(bodies, survey):
                return True
    return False


def _ends(body: object, survey: Survey) -> bool:
    """Whether a text may end more than a turn."""
    ends = (node for node in survey.nodes(body) if isinstance(node, t.groups.ENDS))
    return any(not isinstance(node, t.EndOfTurn) for node in ends)


def _progress(test: t.Expr, body: object, survey: Survey) -> bool:
    """Whether the body (or what it triggers) writes what the test reads, or leaves the repetition."""
    read = reads(test, survey.game.symbols)
    for node in survey.nodes(body):
        if isinstance(node, t.groups.ENDS):
            return True
        if writes(node, survey.game.symbols) & read:
            return True
    return False
