"""Repetitions whose bound is too small for what they count down."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.printing.statements import show
from ....dsl.tree.types import YES_NO
from ....dsl.tree.walk import walk
from ..finding import Finding, Verdict
from .conditions import PART, short, solver_of
from .reached import Reached
from .terms import Terms, substituted
from .texts import ruling
from .trials import passes, scenario, setting_of, shown


def loops(game: Game, reached: Reached) -> Iterator[Finding]:
    for text in ruling(game):
        for node in walk(text.tree):
            if isinstance(node, t.Repeat) and isinstance(node.bound, t.Number) and node.how != "times":
                yield from _too_few(node, node.bound.value, game, reached)


def _too_few(node: t.Repeat, bound: int, game: Game, reached: Reached) -> Iterator[Finding]:
    """A repetition that only counts, and may have to count further than its bound."""
    step = node.body[0] if len(node.body) == 1 else None
    if not isinstance(step, t.Change) or not isinstance(step.amount, t.Number):
        return
    terms = Terms(game, reached)
    z3 = terms.z3
    goes_on = terms.truth(node.test if node.how == "while" else t.Not(node.test, span=node.span, type=YES_NO))
    counted = terms.number(step.target)
    if terms.opaque or len(terms.symbols) != 1:
        return
    rounds = [
        z3.substitute(goes_on, (counted, counted + step.sign * step.amount.value * one))
        for one in range(bound + 1)
    ]
    solver = solver_of(terms)
    solver.add(*rounds)
    if solver.check() != z3.sat:
        return
    setting = setting_of(terms, solver.model())
    if setting is None:
        return
    again = node.test if node.how == "while" else t.Not(node.test, span=node.span, type=YES_NO)
    said = show((substituted(node, setting.bound),), game.symbols)
    asked = show(substituted(again, setting.bound), game.symbols)
    effect = f"{said}\nif {asked}: player 1 wins\notherwise: nobody wins"
    name = "the repetition stops before it is done"
    written = scenario(name, game, setting.position, {"do": effect}, {"winners": "player 1"})
    if passes(game, written):
        yield Finding(
            PART,
            f"the repetition ends when it is done: {node.how} {short(show(node.test, game.symbols))}",
            Verdict.FAILS,
            f"not always: from {', '.join(setting.position.lines())}, {bound} rounds are not enough",
            True,
            node.span,
            "raise the bound after 'at most'",
            shown(written, setting.position),
        )
