"""Words that a reader could take for something else than what they mean, and statements that are never reached.

`for each card in the market: for each card in exile: put that card …`: which of the two? (RW338). `the leader rests
and gains 1 gold`, where resting can make somebody else the leader: who gains it? (RW338). `the leader wins and the
target wins`: the match ends before the second (RW339). `a number from 5 to 1`: there is none (RW310).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .. import tree as t
from ..diagnostics.report import Report
from ..library.library import in_library
from ..model.footprint import Keys, reads, writes
from ..model.game import Game
from ..model.survey import Survey
from ..printing.statements import show
from ..schema.classes import GameDoc
from ..tree.walk import parts_of, walk

Body = tuple[t.Stmt, ...]


def mistakable(game: Game, doc: GameDoc, report: Report) -> None:
    """`that card` after a second one of a loop was named, and names that mean somebody else by now."""
    survey = Survey(game)
    for text in game.texts:
        if in_library(text.span):
            continue
        for node in walk(text.tree):
            if isinstance(node, t.ForEach) and node.name.startswith("that "):
                _named_again(node, report)
        for body in _bodies(text.tree):
            _looked_up_again(body, survey, report)
            _chosen_again(body, report)


def _named_again(loop: t.ForEach, report: Report) -> None:
    """Reports words for a member of a loop that mean something else inside it: a member of another loop, or what was
    chosen since."""
    name = loop.name
    for node in walk(loop.body):
        if not isinstance(node, t.ForEach | t.Choose) or node.name != name:
            continue
        inside = node.body if isinstance(node, t.ForEach) else loop.body
        since = node.span.start if isinstance(node, t.ForEach) else node.span.end
        used = next((one for one in _called(name, inside) if one.span.start >= since), None)
        if used is None or not _is_said(used, name):
            continue
        what = "the inner 'for each'" if isinstance(node, t.ForEach) else "the choice inside it"
        report.warn(
            "RW338",
            f"'{name}' is that of {what}, and could be taken for that of the outer 'for each'",
            used.span,
            help="give one of them a name: for each …, as the first: …; choose …, as the pick",
        )
        return


def _chosen_again(body: Body, report: Report) -> None:
    """Reports words for what was chosen last, if the text never uses the one that was chosen before it."""
    chosen = [
        (at, one) for at, one in enumerate(body) if isinstance(one, t.Choose) and one.name.startswith("that ")
    ]
    for (at, first), (then, second) in pairwise(chosen):
        between = (*body[at + 1 : then], second.of, second.player)
        if first.name != second.name or next(_called(first.name, between), None) is not None:
            continue
        used = next(_called(first.name, body[then + 1 :]), None)
        if used is not None and _is_said(used, first.name):
            report.warn(
                "RW338",
                f"'{first.name}' is the one that was chosen last, and the one before it is never used",
                used.span,
                help="give both a name: choose …, as the first; choose …, as the second",
            )


def _called(name: str, body: object) -> Iterator[t.Variable]:
    return (one for one in walk(body) if isinstance(one, t.Variable) and one.name == name)


def _is_said(one: t.Expr, name: str) -> bool:
    """Whether the words of a node are its name: what each of several does has the words for all of them."""
    return one.span.source.text[one.span.start : one.span.end].casefold().removeprefix("the ") == name


def _looked_up_again(body: Body, survey: Survey, report: Report) -> None:
    """Reports a statement that continues with the subject of the one before, which can have made it another one."""
    for before, after in pairwise(body):
        shared = next((one for one in walk(after) if _is_shared(one, before, after)), None)
        if shared is None:
            continue
        symbols = survey.game.symbols
        changed = Keys().union(*(writes(one, symbols) for one in survey.nodes(before)))
        if reads(shared, symbols) & changed:
            said = show(shared, symbols)
            report.warn(
                "RW338",
                f"'{said}' can be another one by now: what stands before can change it",
                after.span,
                help=f"say who is meant: {said} … for whoever it is by now; or name them before: let one be {said}",
            )


def _is_shared(one: t.Node, before: t.Stmt, after: t.Stmt) -> bool:
    """Whether this is the subject of a statement before, which the text does not say again."""
    inside = before.span.start <= one.span.start and one.span.end <= before.span.end
    return isinstance(one, t.GameState) and inside and one.span.start < after.span.start


def beyond_the_end(game: Game, doc: GameDoc, report: Report) -> None:
    """What stands after the end of the match, of the phase or of the turn."""
    for text in game.texts:
        for body in _bodies(text.tree):
            for before, after in pairwise(body):
                if not isinstance(before, tuple(ENDS)):
                    continue
                both = isinstance(before, t.Win) and isinstance(after, t.Win)
                report.warn(
                    "RW339",
                    f"this is never done, because {ENDS[type(before)]} before it",
                    after.span,
                    help="say it of all who win: the leader and the target win"
                    if both
                    else "say it before, or leave it out",
                )
                break


ENDS: dict[type[t.Stmt], str] = {
    t.Win: "the match ends",
    t.EndOfMatch: "the match ends",
    t.EndOfPhase: "the phase ends",
    t.EndOfTurn: "the turn ends",
}


def _bodies(tree: object) -> Iterator[Body]:
    """All rows of several statements of a text that are done one after the other."""
    yield from _rows(tree)
    for node in walk(tree):
        if not isinstance(node, t.AnyOrder):
            for name in parts_of(type(node)):
                yield from _rows(getattr(node, name))


def _rows(value: object) -> Iterator[Body]:
    """The rows of statements in a part of a node, which can hold several: the cases of `if`."""
    if not isinstance(value, tuple):
        return
    if len(value) > 1 and all(isinstance(one, t.Stmt) for one in value):
        yield value
    for one in value:
        yield from _rows(one)


def no_number(game: Game, doc: GameDoc, report: Report) -> None:
    """`a number from 5 to 1`, of which there is none to choose."""
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.NumberRange) and node.least.type.least > node.most.type.most:
                ends = show(node.most, game.symbols), show(node.least, game.symbols)
                report.warn(
                    "RW310",
                    f"there is no number from {ends[1]} to {ends[0]}",
                    node.span,
                    help=f"the smaller one comes first: a number from {ends[0]} to {ends[1]}",
                )
