"""Everything that the symbolic part finds in a game. Each claim is tried out on the engine before it is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....dsl.model.game import Game
from ..finding import Finding
from .cards import dominated
from .conditions import conditions
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
    """The findings of all parts. Raises `MissingExtraError` without Z3."""
    reached = Reached(game)
    for part in PARTS:
        yield from part(game, reached)
