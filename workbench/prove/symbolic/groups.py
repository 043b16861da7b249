"""Conditions that stand side by side: a value that none of them covers, or that two cover although they divide it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....dsl import tree as t
from ....dsl.model.game import Game
from ....dsl.printing.statements import show
from ....dsl.tree.types import YES_NO
from ..finding import Finding, Verdict
from .conditions import PART, both, short, solver_of
from .reached import Reached
from .sites import Group, sites
from .terms import Symbol, Terms
from .trials import condition_scenario, passes, setting_of, shown

LARGEST = 1000
"""The largest range in which values are tried one by one."""


def groups(game: Game, reached: Reached) -> Iterator[Finding]:
    for group in sites(game).groups:
        terms = Terms(game, reached)
        formulas = [terms.truth(test) for test in group.tests]
        subject = _subject(terms)
        if subject is None or subject.most - subject.least > LARGEST:
            continue
        covered = [_covered(terms, subject, one) for one in formulas]
        if not all(covered):
            continue  # one that never holds is reported as such
        yield from _gap(group, game, terms, subject, covered)
        yield from _overlap(group, game, terms, subject, covered)


def _subject(terms: Terms) -> Symbol | None:
    """The number that all conditions are about, if it is the only one."""
    found = list(terms.symbols.values())
    return found[0] if len(found) == 1 and found[0].sort == "number" else None


def _covered(terms: Terms, subject: Symbol, formula: Any) -> frozenset[int]:
    """The values for which a condition holds."""
    z3 = terms.z3
    return frozenset(
        value
        for value in range(subject.least, subject.most + 1)
        if z3.is_true(z3.simplify(z3.substitute(formula, (subject.term, z3.IntVal(value)))))
    )


def _gap(
    group: Group, game: Game, terms: Terms, subject: Symbol, covered: list[frozenset[int]]
) -> Iterator[Finding]:
    """Values between those that are covered, if only one is left out."""
    if group.whole:
        return
    every = frozenset[int]().union(*covered)
    ranges = all(_is_range(one) for one in covered)
    missing = [value for value in range(min(every), max(every)) if value not in every]
    if not ranges or len(missing) != 1 or any(len(one) == 1 for one in covered) or _each_alone(covered):
        return
    (value,) = missing
    denied = both([t.Not(test, span=test.span, type=YES_NO) for test in group.tests])
    yield from _finding(
        game,
        terms,
        subject,
        value,
        denied,
        f"the {group.what} leave no gap",
        f"none of them covers {_name(subject, game)} = {value}",
        "let one of them cover it, or say what happens 'otherwise:'",
        group,
    )


def _overlap(
    group: Group, game: Game, terms: Terms, subject: Symbol, covered: list[frozenset[int]]
) -> Iterator[Finding]:
    """Two ranges that meet in one value, although neither contains the other."""
    if group.what == "branches":
        return
    for later, mine in enumerate(covered):
        for earlier in range(later):
            other = covered[earlier]
            shared = mine & other
            if len(shared) != 1 or mine <= other or other <= mine:
                continue
            if not (_is_range(mine) and _is_range(other)):
                continue
            (value,) = shared
            decides = "the first of them decides" if group.order else "both of them happen"
            yield from _finding(
                game,
                terms,
                subject,
                value,
                both([group.tests[earlier], group.tests[later]]),
                f"the {group.what} do not overlap",
                f"two of them cover {_name(subject, game)} = {value}, and {decides}: "
                f"{short(show(group.tests[earlier], game.symbols))} / "
                f"{short(show(group.tests[later], game.symbols))}",
                "let one of them begin where the other ends",
                group,
            )


def _is_range(values: frozenset[int]) -> bool:
    return max(values) - min(values) + 1 == len(values)


def _each_alone(covered: list[frozenset[int]]) -> bool:
    """Whether two conditions share values: then they are no division."""
    return any(one & other for at, one in enumerate(covered) for other in covered[:at])


def _name(subject: Symbol, game: Game) -> str:
    return show(subject.node, game.symbols)


def _finding(
    game: Game,
    terms: Terms,
    subject: Symbol,
    value: int,
    test: t.Expr,
    claim: str,
    said: str,
    way_out: str,
    group: Group,
) -> Iterator[Finding]:
    """The finding for one value, if the engine agrees."""
    solver = solver_of(terms)
    solver.add(subject.term == value)
    if solver.check() != terms.z3.sat:
        return
    setting = setting_of(terms, solver.model())
    if setting is None:
        return
    text = condition_scenario(game, test, setting, True, f"{claim}: they do here")
    if passes(game, text):
        yield Finding(
            PART, claim, Verdict.FAILS, said, True, group.span, way_out, shown(text, setting.position)
        )
