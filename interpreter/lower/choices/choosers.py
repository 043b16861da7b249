"""The player who chooses if a text does not say."""

from __future__ import annotations

from ...ir import Expr
from ..building.builder import Builder, Scope
from ..building.operations import is_some, load
from ..building.unit import Unit


def named_player(unit: Unit, convention: str, usual: str = "") -> tuple[str, Expr | None]:
    """The player whom a convention names: the name, and the state that says who it is, if there is one."""
    who = unit.symbols.conventions.get(convention, usual).removeprefix("the ").strip()
    state = unit.tables.game_states.get(who)
    return who, load(state) if state is not None and state.type.kind == "player" else None


def there(player: Expr, who: str, unit: Unit, b: Builder) -> Expr:
    """The player who is asked: there must be one."""
    unit.check(is_some(player), "RW403", f"somebody has to choose here, but nobody is {who}", b.span, b)
    return player


def chooser(unit: Unit, scope: Scope, b: Builder) -> Expr:
    """The player who chooses if a text does not say."""
    who, player = named_player(unit, "chooser", "the player")
    return there(scope.actor if player is None else player, f"'{who}'", unit, b)
