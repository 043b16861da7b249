"""What a small game is worth: how a match ends if everybody plays as well as possible.

With perfect information the value is computed backwards through all positions. Otherwise, for two players who play
for opposite ends, OpenSpiel learns by counterfactual regret minimization, and best answers bound the value from both
sides.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

import attrs

from ...interpreter import Match
from ...interpreter.extras import needed
from ...interpreter.ir import NONE, OVER, WINNERS
from ...interpreter.memory.words import Memory
from ..adapters.nature import nature
from .finding import Finding, Verdict
from .searched.goals import Here
from .searched.search import Searched

PART = "solved"
CLAIM = "what a match is worth"
PRECISE = 1e-10
"""Values that only approach their limit are computed until they change by less than this."""
CLOSE = 0.001
"""Learning ends when its bounds are that close to each other, in shares of what can be won."""
ROUNDS = 25
"""Between two looks at the bounds."""
MOST_HISTORIES = 200_000
"""The learner keeps every history in memory."""


@attrs.define
class Payoffs:
    """Notes of each position what is needed to solve the game: who chooses, the weights of luck, and at an end what
    each player gets."""

    match: Match
    actors: array[int] = attrs.field(factory=lambda: array("b"))
    weights: dict[int, tuple[int, ...]] = attrs.field(factory=dict)
    payoffs: dict[int, tuple[int, ...]] = attrs.field(factory=dict)
    witness: None = None

    def look(self, here: Here) -> None:
        """Notes a position; positions come in the order of their numbers, and those of matches have none."""
        if here.number == NONE:
            return
        at = here.number
        self.actors.extend([NONE] * (at + 1 - len(self.actors)))
        self.actors[at] = here.actor
        if not here.steps:
            self.payoffs[at] = self._payoff(here.memory)
        elif here.actor == NONE:
            outcomes = self.match.rules.engine.outcomes(here.memory, here.steps[0][0])
            self.weights[at] = tuple(weight for _, weight in outcomes)

    def _payoff(self, m: Memory) -> tuple[int, ...]:
        seats = range(len(self.match.players))
        if (score := self.match.rules.score) is not None:
            return tuple(score(m, seat) for seat in seats)
        won = m[WINNERS] if m[OVER] else 0
        return tuple((1 if won >> seat & 1 else -1) if won else 0 for seat in seats)


def why_not_solvable(match: Match) -> str:
    """Why no value is computed by looking backwards; empty if it can be."""
    if len(match.players) > 2:
        return "with more than two players, what one of them gets depends on whom the others help"
    if match.rules.lowered.program.layout.strands > 1:
        return "players act simultaneously"
    if nature(match).secrets:  # whoever looks backwards through positions knows what lies hidden in them
        return "players do not know everything"
    return ""


def solve(match: Match, searched: Searched, payoffs: Payoffs) -> Finding:
    """The value of a game with perfect information, from all of its positions."""
    if not searched.whole or searched.stuck or len(payoffs.payoffs) != len(searched.ends):
        why = "the rules go wrong" if searched.whole else "not all positions were met"
        return Finding(PART, CLAIM, Verdict.OPEN, f"no answer: {why}")
    ends = payoffs.payoffs.values()
    if len(match.players) == 2 and any(sum(one) != 0 for one in ends):
        if match.rules.score is None:
            return Finding(PART, CLAIM, Verdict.OPEN, "no answer: both can win together")
        # Whoever has more wins; by how much is not what they play for.
        first = {at: (one[0] > one[1]) - (one[0] < one[1]) for at, one in payoffs.payoffs.items()}
        unit = "result"
    else:
        first = {at: one[0] for at, one in payoffs.payoffs.items()}
        unit = "result" if match.rules.score is None else "score"
    value, exact = _backwards(searched, payoffs, first)
    said = _told(value, exact, unit, len(match.players), len(searched.space))
    return Finding(PART, CLAIM, Verdict.HOLDS, said)


def _told(value: Fraction | float, exact: bool, unit: str, players: int, positions: int) -> str:
    shown = (
        str(value) if isinstance(value, Fraction) and value.denominator < 10_000 else f"{float(value):.6f}"
    )
    about = "" if exact and shown == str(value) else "about "
    how = f"from all {positions:,} positions"
    if unit == "result":
        sure = {
            1: "player 1 wins",
            -1: "player 2 wins" if players == 2 else "player 1 loses",
            0: "nobody wins",
        }
        if exact and value in (1, 0, -1):
            return f"{sure[int(value)]} if all play as well as possible ({how})"
        return f"{about}{shown} for player 1 (1: a win, -1: a loss), if all play as well as possible ({how})"
    return f"a score of {about}{shown} for player 1, if all play as well as possible ({how})"


def _backwards(searched: Searched, payoffs: Payoffs, first: dict[int, int]) -> tuple[Fraction | float, bool]:
    """The value of the beginning for player 1, and whether it is exact. What never ends counts 0."""
    count = len(searched.space)
    into = _children(searched, count)
    order = _ends_first(into, count)
    if order is not None:
        exact: list[Fraction] = [Fraction(0)] * count
        for at in order:
            exact[at] = Fraction(first[at]) if at in first else _worth(at, into[at], payoffs, exact)
        return exact[0], True
    value = _settle(into, first, payoffs)[0]
    return (value, False) if payoffs.weights else (Fraction(value), True)


Value = TypeVar("Value", Fraction, float)


def _worth(at: int, children: Sequence[int], payoffs: Payoffs, values: Sequence[Value]) -> Value:
    """The value of a position from those that follow it."""
    actor = payoffs.actors[at]
    following = [values[child] for child in children]
    if actor == NONE:
        weights = payoffs.weights[at]
        whole = sum(
            (value * weight for weight, value in zip(weights, following, strict=True)), start=values[0] * 0
        )
        return whole / sum(weights)
    return max(following) if actor == 0 else min(following)


def _settle(into: list[list[int]], first: dict[int, int], payoffs: Payoffs) -> list[float]:
    """Computes values again and again until they stay as they are. Each round looks one choice further ahead, so
    they do so in the end where there is no luck."""
    values = [float(first.get(at, 0)) for at in range(len(into))]
    while True:
        before = values[:]
        for at, children in enumerate(into):
            if at not in first:
                values[at] = _worth(at, children, payoffs, before)
        if max(abs(new - old) for new, old in zip(values, before, strict=True)) <= PRECISE:
            return values


def _children(searched: Searched, count: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(count)]
    edges = searched.space.edges
    for at in range(0, len(edges), 2):
        found[edges[at]].append(edges[at + 1])
    return found


def _ends_first(into: list[list[int]], count: int) -> list[int] | None:
    """The positions in an order in which each follows all that can come after it; None if some position can come
    again."""
    missing = [len(children) for children in into]
    out: list[list[int]] = [[] for _ in range(count)]
    for at, children in enumerate(into):
        for child in children:
            out[child].append(at)
    order = [at for at in range(count) if not missing[at]]
    for at in order:
        for before in out[at]:
            missing[before] -= 1
            if not missing[before]:
                order.append(before)
    return order if len(order) == count else None


# ------------------------------------------------------------------- hidden information


def why_not_learnable(match: Match, searched: Searched) -> str:
    """Why nothing can be learnt of a game of two; empty if it can. The learner keeps all histories in memory."""
    if len(match.players) != 2:
        return why_not_solvable(match)
    if not searched.whole or searched.stuck:
        return "the rules go wrong" if searched.whole else "not all positions were met"
    count = len(searched.space)
    into = _children(searched, count)
    order = _ends_first(into, count)
    if order is None:
        return "positions can come again, so there is no end of histories to learn from"
    ways = [1] + [0] * (count - 1)
    for at in reversed(order):
        for child in into[at]:
            ways[child] += ways[at]
    histories = sum(ways)
    return (
        f"there are {histories:,} histories, more than a learner can hold"
        if histories > MOST_HISTORIES
        else ""
    )


def learn(game: str, variants: Sequence[str], options: Sequence[str], seconds: float) -> Finding:
    """Bounds for the value of a game of two players with hidden information. Raises `MissingExtraError`."""
    pyspiel = needed("pyspiel", "openspiel")
    from ..adapters import openspiel  # needs the extra

    openspiel.register()
    chosen = ";".join(one.replace("=", ":", 1) for one in options)
    parts = {"game": game, "players": 2, "variants": ";".join(variants), "options": chosen, "zero_sum": True}
    opened = pyspiel.load_game("rulewright", parts)
    began, rounds = time.monotonic(), 0
    solver = pyspiel.CFRPlusSolver(opened)
    while True:
        for _ in range(ROUNDS):
            solver.evaluate_and_update_policy()
        rounds += ROUNDS
        policy = solver.average_policy()
        most, least = _bounds(opened, policy, pyspiel)
        if most - least <= CLOSE * max(1.0, opened.max_utility()) or time.monotonic() - began > seconds:
            break
    said = f"between {least:.4f} and {most:.4f} for player 1, if both play as well as possible"
    return Finding(PART, CLAIM, Verdict.HOLDS, f"{said} ({rounds:,} rounds of CFR+)")


def _bounds(opened: Any, policy: Any, pyspiel: Any) -> tuple[float, float]:
    """What player 1 gets at most against this policy of player 2, and at least with this policy of player 1."""
    tables = pyspiel.TabularBestResponse
    best = [tables(opened, seat, policy).value_from_state(opened.new_initial_state()) for seat in (0, 1)]
    return best[0], -best[1]
