"""Costs that nobody can ever pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.printing.statements import show
from ....dsl.tree.types import YES_NO
from ....dsl.tree.walk import walk
from ..finding import Finding, Verdict
from .conditions import PART, short, solver_of
from .reached import Reached
from .terms import Symbol, Terms, is_simple
from .texts import ruling
from .trials import Setting, condition_scenario, passes, setting_of, shown

TRIED = 4
"""With that many amounts, a cost is tried out."""


def costs(game: Game, reached: Reached) -> Iterator[Finding]:
    met: set[tuple[t.Expr, str]] = set()
    for text in ruling(game):
        for node in walk(text.tree):
            if isinstance(node, t.Pay) and is_simple(node.amounts, game):
                for amount in node.amounts:
                    if (amount.count, amount.name) not in met:
                        met.add((amount.count, amount.name))
                        yield from _unpayable(node, amount, game, reached)


def _unpayable(node: t.Pay, amount: t.Amount, game: Game, reached: Reached) -> Iterator[Finding]:
    """An amount that is always more than anybody has; or it is for a design."""
    terms = Terms(game, reached)
    payable = terms.is_payable(node.player, amount)
    pieces = [one for one in terms.symbols.values() if one.sort == "design"]
    if not _possible(terms, payable):
        yield from _finding(node, amount, game, terms, "", terms.z3.BoolVal(True))
    elif len(pieces) == 1:
        for design in terms.designs(pieces[0].node):
            mine = pieces[0].term == design.index
            if not _possible(terms, payable, mine):
                yield from _finding(node, amount, game, terms, design.name, mine)


def _possible(terms: Terms, *formulas: Any) -> bool:
    solver = solver_of(terms)
    solver.add(*formulas)
    return bool(solver.check() != terms.z3.unsat)


def _finding(
    node: t.Pay, amount: t.Amount, game: Game, terms: Terms, design: str, mine: Any
) -> Iterator[Finding]:
    """In the position in which the player has as much as possible, and the cost is as low as possible; with less if
    such a position cannot be set up, as an invariant of the game may forbid it."""
    up = game.symbols.players[amount.name].paid_up
    has = _has(terms, amount)
    plain = t.Amount(amount.count, amount.name, span=amount.span)
    test = t.CanPay(node.player, (plain,), span=node.span, type=YES_NO)
    for less in range(TRIED):
        setting = _richest(terms, has, up, less, terms.number(amount.count), mine)
        if setting is None:
            return
        text = condition_scenario(game, test, setting, False, "the cost cannot be paid here")
        if passes(game, text):
            break
    else:
        return
    for_what = f" for {design}" if design else ""
    cost = short(show(amount.count, game.symbols))
    most = game.symbols.players[amount.name].type.most if up else has.most if has is not None else 0
    limit = f"{amount.name} goes up to {most}" if up else f"nobody ever has more than {most} {amount.name}"
    span = game.symbols.designs[design].span if design else node.span
    yield Finding(
        PART,
        f"somebody can pay {cost} {amount.name}{for_what}",
        Verdict.FAILS,
        f"never: {limit}",
        True,
        span,
        f"lower the cost, or let players {'take' if up else 'have'} more {amount.name}",
        shown(text, setting.position),
    )


def _richest(terms: Terms, has: Symbol | None, up: bool, less: int, cost: Any, mine: Any) -> Setting | None:
    """The position in which a player has as much as possible, or so much `less`."""
    z3 = terms.z3
    richest = z3.Optimize()
    richest.add(*terms.facts, mine)
    if has is not None:
        richest.add(has.term >= has.least + less if up else has.term <= has.most - less)
        richest.maximize(-has.term if up else has.term)
    richest.minimize(cost)
    return setting_of(terms, richest.model()) if richest.check() == z3.sat else None


def _has(terms: Terms, amount: t.Amount) -> Symbol | None:
    """The symbol of what the player has."""
    found = (
        one
        for one in terms.symbols.values()
        if isinstance(one.node, t.Property) and one.node.name == amount.name and one.sort == "number"
    )
    return next(found, None)
