"""Conditions that never hold, or always do: options, branches and cases that are dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.printing.statements import show
from ....dsl.tree.constant_folding import fold
from ....dsl.tree.types import YES_NO
from ..finding import Finding, Verdict
from .reached import Reached
from .sites import Site, sites
from .terms import Terms
from .trials import Position, Setting, condition_scenario, outcome, setting_of, shown

PART = "symbolic"
TRIED = 6
"""The number of positions in which a condition that never holds is tried out."""
LONGEST = 70


def conditions(game: Game, reached: Reached) -> Iterator[Finding]:
    for site in sites(game).sites:
        if fold(site.test) is None:
            yield from _never(site, game, reached)


def counted(game: Game, reached: Reached) -> tuple[int, int]:
    """How many conditions are asked about, and how many of them are translated without a part that is left open."""
    found = sites(game).sites
    whole = 0
    for site in found:
        terms = Terms(game, reached)
        terms.truth(site.test)
        whole += not terms.opaque
    return len(found), whole


def _never(site: Site, game: Game, reached: Reached) -> Iterator[Finding]:
    """The finding that a condition never holds where it stands, if so."""
    terms = Terms(game, reached)
    known = [(terms.truth(test), holds) for test, holds in site.path]
    path = [term if holds else terms.z3.Not(term) for term, holds in known]
    formula = terms.truth(site.test)
    if not _impossible(terms, [*path, formula]) or _impossible(terms, path):
        return
    whole = whole_of(site)
    text = tried(game, terms, whole, _conjuncts(terms, site, path))
    if text is None:
        return
    yield Finding(
        PART,
        f"{site.what} can happen: if {short(show(site.test, game.symbols))}",
        Verdict.FAILS,
        "never: the condition does not hold, whatever the values"
        + (" and the conditions before" if path else ""),
        True,
        site.span,
        "correct the condition, or delete what it decides",
        text,
    )


def whole_of(site: Site) -> t.Expr:
    """The condition together with what is known when it is evaluated."""
    parts = [test if holds else t.Not(test, span=test.span, type=YES_NO) for test, holds in site.path] + [
        site.test
    ]
    return both(parts)


def both(parts: Sequence[t.Expr]) -> t.Expr:
    """That all of some conditions hold."""
    flat = [one for part in parts for one in (part.of if isinstance(part, t.Both) else (part,))]
    return flat[0] if len(flat) == 1 else t.Both(tuple(flat), span=flat[0].span, type=YES_NO)


def _conjuncts(terms: Terms, site: Site, path: list[Any]) -> list[Any]:
    parts = site.test.of if isinstance(site.test, t.Both) else (site.test,)
    return [*path, *(terms.truth(part) for part in parts)]


def _impossible(terms: Terms, formulas: Sequence[Any]) -> bool:
    solver = solver_of(terms)
    solver.add(*formulas)
    return bool(solver.check() == terms.z3.unsat)


def solver_of(terms: Terms) -> Any:
    """A solver that knows the ranges of all symbols so far. It gives up after two seconds."""
    solver = terms.z3.Solver()
    solver.set("timeout", 2000)
    solver.set("random_seed", 1)
    solver.add(*terms.facts)
    return solver


def tried(game: Game, terms: Terms, test: t.Expr, wanted: Sequence[Any]) -> Any:
    """A witness that a condition does not hold: in the position in which as much of it as possible holds. None if the
    condition holds in any of several positions on the engine, or no position can be set up."""
    witness = None
    for model in _models(terms, wanted):
        setting = setting_of(terms, model)
        if setting is None:
            return None
        begins = Setting(Position(), setting.bound)  # for games whose invariants forbid all others
        for position in (setting, begins) if witness is None else (setting,):
            text = condition_scenario(game, test, position, False, "the condition does not hold here")
            found = outcome(game, text)
            if found is False:
                return None
            if found and witness is None:
                witness = shown(text, position.position)
    return witness


def _models(terms: Terms, wanted: Sequence[Any]) -> Iterator[Any]:
    """Positions: first the one in which most of some formulas hold; then those in which a symbol is as large, or as
    small, as it can be."""
    z3 = terms.z3
    nearest = z3.Optimize()
    nearest.set("timeout", 2000)
    nearest.add(*terms.facts)
    for one in wanted:
        nearest.add_soft(one)
    if nearest.check() == z3.sat:
        yield nearest.model()
    numbers = [one for one in terms.symbols.values() if one.sort == "number"]
    for symbol in numbers[: TRIED // 2]:
        for end in (symbol.least, symbol.most):
            solver = solver_of(terms)
            solver.add(symbol.term == end)
            if solver.check() == z3.sat:
                yield solver.model()


def short(text: str) -> str:
    """A text on one line that is not too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 2] + " …"
