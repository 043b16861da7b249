"""Everything that the symbolic part finds in a game. Each claim is tried out on the engine before it is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....dsl.model.game import Game
from ..finding import Finding, Verdict
from .cards import dominated
from .conditions import PART, conditions, counted
from .costs import costs
from .groups import groups
from .loops import loops
from .reached import Reached
from .stuck import stuck

PARTS: tuple[Callable[[Game, Reached], Iterator[Finding]], ...] = (
    conditions,
    groups,
    stuck,
    costs,
    loops,
    dominated,
)


def symbolic(game: Game) -> Iterator[Finding]:
    """The findings of all parts; if there is no fault, a last one says what was asked. Raises `MissingExtraError`
    without Z3."""
    reached = Reached(game)
    good = True
    for part in PARTS:
        for one in part(game, reached):
            good = good and not one.fault
            yield one
    if good:
        asked, whole = counted(game, reached)
        yield Finding(
            PART,
            "no option, case or cost contradicts itself",
            Verdict.HOLDS,
            f"nothing found: {asked:,} conditions, of which {whole:,} are translated whole",
        )
