"""Abilities: what is in force while a piece is in play, and the texts of declarations."""

from __future__ import annotations

from typing import Literal

import attrs

from .statements import Stmt
from .types import Type
from .values import Expr, Node

When = Literal["before", "after", "instead of"]
PlaceKind = Literal["pile", "row", "area", "hand", "grid", "hexes", "map", "edges"]
Sight = Literal["open", "hidden", "owner", "others", "side"]
"""The players who see what lies in a place: all, nobody, its owner, all but its owner."""
CellSort = Literal["", "row", "pile"]
"""Whether each cell of a board keeps the order of what lies on it, and as what."""


@attrs.frozen
class Hook(Node):
    """`before`, `after` or `instead of` an action. `pattern`: for each slot an expression to equal, a set to be in
    (with the name that it is bound to), or None for anything."""

    when: When
    phrase: str
    pattern: tuple[SlotPattern, ...]


@attrs.frozen
class SlotPattern(Node):
    """Matches a slot: `members` is a set that it must be in (None: anything), `exact` a value that it must equal."""

    name: str | None
    members: Expr | None
    exact: Expr | None


@attrs.frozen
class Trigger(Node):
    """An ability that acts on an action. `limit`: it acts once in each phase of this name. `asks`: the player who is
    asked whether it acts; None if nobody is. `named`: whether the text itself says who. `openly`: others may notice
    where its piece lies."""

    scope: tuple[Expr, ...]
    limit: str | None
    asks: Expr | None
    hook: Hook
    test: Expr | None
    body: tuple[Stmt, ...]
    openly: bool = False
    named: bool = attrs.field(default=False, eq=False, repr=False)

    @property
    def may(self) -> bool:
        """Whether a player decides if it acts."""
        return self.asks is not None


@attrs.frozen
class Modifier(Node):
    """An ability that changes a number of the game while it is in force."""

    scope: tuple[Expr, ...]
    number: str
    sign: Literal[1, -1]
    amount: Expr
    pattern: tuple[SlotPattern, ...] = ()
    openly: bool = False


@attrs.frozen
class AbilityCall(Node):
    scope: tuple[Expr, ...]
    limit: str | None
    phrase: str
    arguments: tuple[Expr, ...]
    openly: bool = False


Ability = Trigger | Modifier | AbilityCall


# ---------------------------------------------------------- texts of declarations


@attrs.frozen
class TypeText(Node):
    type: Type


@attrs.frozen
class PlaceText(Node):
    """A grid has a size; for hexes, `rows` is the side and `columns` the longest row. Edges lie `between` the cells
    of a board. `each` says what each cell of a board is, if it keeps an order."""

    kind: PlaceKind
    types: tuple[str, ...]
    per_player: bool
    sight: Sight
    columns: int = 0
    rows: int = 0
    between: str = ""
    each: CellSort = ""


@attrs.frozen
class Players(Node):
    least: int
    most: int


@attrs.frozen
class Turns(Node):
    """Turns of the players of a set, clockwise from one of them (`back`: counterclockwise). `ending`: left (n), until
    or once."""

    start: Expr
    players: Expr
    ending: Literal["left", "until", "once"]
    left: int
    test: Expr | None
    back: bool = False


@attrs.frozen
class Repetition(Node):
    how: Literal["for ever", "until", "while", "times"]
    test: Expr | None
