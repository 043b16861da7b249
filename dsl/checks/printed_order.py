"""Loops in which printed order decides what an ability sees (RW331).

`for each beast in the field: that beast dies` lets one die after the other. An ability of one of these beasts that
acts on the deaths of others sees those that die before it and none after. If they are meant to die together, that is
one sentence about all of them: `beasts in the field die`.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..model.footprint import Keys, reads, writes
from ..model.game import Game
from ..model.survey import Survey
from ..printing.statements import show
from ..schema.classes import GameDoc
from ..secrecy.asking import Acting, acting, places
from ..tree.walk import walk


def printed_order(game: Game, doc: GameDoc, report: Report) -> None:
    survey = Survey(game)
    listening: dict[str, list[Acting]] = {}
    for one in acting(game.symbols):
        if isinstance(one.ability, t.Trigger):
            listening.setdefault(one.ability.hook.phrase, []).append(one)
    changed: dict[str, Keys] = {}
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.ForEach) and _is_usual(node):
                _check(node, listening, changed, survey, report)


def _is_usual(node: t.ForEach) -> bool:
    """Whether a loop goes through pieces in printed order, because its text says nothing else."""
    if node.together or node.of.type.kind != "pieces" or node.order != "printed order":
        return False
    head, _, _ = node.span.source.text[node.span.start : node.span.end].partition(":")
    return "printed order" not in head


def _check(
    node: t.ForEach,
    listening: dict[str, list[Acting]],
    changed: dict[str, Keys],
    survey: Survey,
    report: Report,
) -> None:
    for call in _happening(node.body):
        subject = _subject(node, call) if call.phrase in listening else None
        if subject is not None and _warn(node, call, subject, listening, changed, survey, report):
            return  # a loop is reported once


def _happening(body: tuple[t.Stmt, ...]) -> Iterator[t.Call]:
    """What happens in a loop to the one whose turn it is, perhaps only on a condition."""
    for one in body:
        if isinstance(one, t.Call):
            yield one
        elif isinstance(one, t.If):
            for _, inner in one.cases:
                yield from _happening(inner)
            yield from _happening(one.otherwise)


def _warn(
    node: t.ForEach,
    call: t.Call,
    subject: int,
    listening: dict[str, list[Acting]],
    changed: dict[str, Keys],
    survey: Survey,
    report: Report,
) -> bool:
    if call.phrase not in changed:
        changed[call.phrase] = set[tuple[str, str]]().union(
            *(writes(one, survey.game.symbols) for one in survey.nodes(call))
        )
    seeing = [
        one
        for one in listening[call.phrase]
        if _sees_others(one, subject)
        and _may_be_one(one, node.of, survey)
        and _ends(one, changed[call.phrase], survey)
    ]
    if not seeing:
        return False
    designs = [f"'{name}'" for name in dict.fromkeys(one.design for one in seeing)]
    who = f"{designs[0]} sees" if len(designs) == 1 else f"{', '.join(designs[:-1])} and {designs[-1]} see"
    together = f"'{show(attrs.evolve(node, body=(call,), together=True), survey.game.symbols)}'"
    if node.body != (call,):
        together += ", before what is done with each"
    report.warn(
        "RW331",
        f"printed order decides what {who}: this happens to one after the other",
        node.span,
        notes=tuple(_notes(seeing)),
        help=f"if it happens to all together: {together}; if not, say so: 'for each …, in printed order: …'",
    )
    return True


def _notes(seeing: list[Acting]) -> Iterator[Note]:
    met = set()
    for one in seeing:
        if one.ability.span not in met:
            met.add(one.ability.span)
            yield Note(f"'{one.design}' acts on it, and is one of those to whom it happens", one.ability.span)


def _subject(node: t.ForEach, call: t.Call) -> int | None:
    """The slot that the member fills, if the call mentions it nowhere else."""
    said = [one for one in walk(call) if isinstance(one, t.Variable) and one.name == node.name]
    filled = [at for at, one in enumerate(call.arguments) if one in said]
    return filled[0] if len(said) == len(filled) == 1 else None


def _sees_others(one: Acting, subject: int) -> bool:
    """Whether an ability acts on what happens to others than its own piece."""
    assert isinstance(one.ability, t.Trigger)
    return not isinstance(one.ability.hook.pattern[subject].exact, t.This)


def _may_be_one(one: Acting, of: t.Expr, survey: Survey) -> bool:
    """Whether a piece with the ability may be a member of a set while it acts."""
    if of.type.of and one.type not in of.type.of:
        return False
    filters = of.filters if isinstance(of, t.Select) else ()
    named = {
        part.place.name
        for part in filters
        if isinstance(part, t.InPlace) and isinstance(part.place, t.PlaceValue)
    }
    return not named or bool(named & places(one.tests, (one.type,), survey.game.symbols))


def _ends(one: Acting, changed: Keys, survey: Survey) -> bool:
    """Whether what happens can end that an ability is in force."""
    assert isinstance(one.ability, t.Trigger)
    tests = tuple(test for test in one.tests if test is not one.ability.test)
    return bool(reads(tests, survey.game.symbols) & changed)
