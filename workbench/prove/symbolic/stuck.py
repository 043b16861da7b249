"""Turns in which a player can do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....dsl import tree as t
from ....dsl.model.game import Game, Phase, TurnOption
from ....dsl.model.survey import phases
from ....dsl.tree.types import OF_PLAYERS
from ..finding import Finding, Verdict
from .conditions import PART, solver_of
from .reached import Reached
from .terms import Terms, is_simple
from .trials import passes, scenario, setting_of, shown


def stuck(game: Game, reached: Reached) -> Iterator[Finding]:
    for phase in phases(game.flow):
        if phase.options:
            yield from _nothing_to_do(phase, game, reached)


def _nothing_to_do(phase: Phase, game: Game, reached: Reached) -> Iterator[Finding]:
    """A position in which no option of a phase is open, by conditions and costs alone."""
    terms = Terms(game, reached)
    possible = [_opens(terms, option, game) for option in phase.options]
    if any(one is None for one in possible) or terms.opaque:
        return
    if any(one.sort != "number" or not _is_state(one.node) for one in terms.symbols.values()):
        return
    solver = solver_of(terms)
    solver.add(*(terms.z3.Not(one) for one in possible))
    if solver.check() != terms.z3.sat:
        return
    setting = setting_of(terms, solver.model())
    if setting is None:
        return
    name = f"nobody can do anything in {phase.name}"
    text = scenario(name, game, setting.position, {"start": phase.path}, {"fault": "RW404"})
    if passes(game, text):
        yield Finding(
            PART,
            f"whoever has a turn in '{phase.name}' can do something",
            Verdict.FAILS,
            f"not with {', '.join(setting.position.lines())}",
            True,
            phase.span,
            "offer an option that is always open, such as to pass",
            shown(text, setting.position),
        )


def _opens(terms: Terms, option: TurnOption, game: Game) -> Any:
    """The condition under which an option is open, if nothing else decides that; None if something may."""
    formulas = [] if option.test is None else [terms.truth(option.test)]
    for one in option.body:
        if isinstance(one, t.Pay):
            if not is_simple(one.amounts, game):
                return None
            formulas += [terms.is_payable(one.player, amount) for amount in one.amounts]
        elif not isinstance(one, t.Let):
            if not isinstance(one, t.Change | t.Gain | t.Become | t.If):
                return None
            break
    return terms.z3.And(formulas)


def _is_state(node: t.Expr) -> bool:
    """Whether a symbol is a state of the game or of whoever acts."""
    if isinstance(node, t.Property):
        return node.of.type.kind in OF_PLAYERS and isinstance(node.of, t.Actor)
    return isinstance(node, t.GameState)
