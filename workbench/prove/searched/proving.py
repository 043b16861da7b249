"""Everything that searching finds out about a game: one search, whose positions all questions share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from ....interpreter import Match
from ....interpreter.ir import NONE
from ....interpreter.memory.words import Memory
from ..finding import Finding
from .asking import (
    answer,
    end_question,
    endless_finding,
    invariant_questions,
    option_findings,
    own_questions,
    seat_findings,
    seat_questions,
    stuck_finding,
)
from .goals import Goal, Offered
from .search import Bounds, Estimate, Search, Searched


@attrs.frozen
class Outcome:
    """What a search found: how far it got, and the answers."""

    searched: Searched
    findings: tuple[Finding, ...]


def prove_by_searching(
    match: Match,
    bounds: Bounds,
    *,
    best_first: bool = False,
    also: Sequence[Goal] = (),
    progress: Callable[[int, int], object] | None = None,
) -> Outcome:
    """Searches from where a match with explicit luck stands, and answers what is asked of every game and by its
    author. `also`: what else is to look at each position."""
    offered = Offered(match.rules.lowered)
    end, seats = end_question(match), seat_questions(match)
    others = [*invariant_questions(match.rules), *own_questions(match)]
    search = Search(
        match.rules,
        match.memory,
        [offered, *also, end.goal, *(one.goal for one in (*seats, *others))],
        bounds,
        estimate=estimate(match) if best_first else None,
        progress=progress,
    )
    searched = search.run()
    findings = [
        *stuck_finding(searched, match),
        *option_findings(offered, searched, match),
        answer(end, searched, match),
        *seat_findings(seats, searched, match),
        *(answer(one, searched, match) for one in others),
        *endless_finding(searched, match),
    ]
    return Outcome(searched, tuple(findings))


def estimate(match: Match) -> Estimate:
    """How promising a position is: by the game's own heuristic (or score), summed over all players; deeper first
    where there is none."""
    standing = match.rules.heuristic
    seats = range(len(match.players))
    if standing is None:
        return lambda m, depth: depth

    def promising(m: Memory, depth: int) -> int:
        return max((standing(m, seat) for seat in seats), default=NONE)

    return promising
