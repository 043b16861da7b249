"""The player who chooses if a text does not say."""

from __future__ import annotations

from ..ir import Binary, Check, Const, Expr
from .builder import Builder, Scope
from .unit import Unit
from .values import load


def chooser(unit: Unit, scope: Scope, b: Builder) -> Expr:
    """The player who chooses if a text does not say."""
    who = unit.symbols.conventions.get("chooser", "the player").removeprefix("the ").strip()
    state = unit.tables.game_states.get(who)
    known = state is not None and state.type.kind == "player"
    player = load(state) if state is not None and known else scope.actor
    fault = unit.fault("RW403", f"somebody has to choose here, but nobody is '{who}'", b.span)
    b.emit(Check(Binary("ge", player, Const(0)), fault, span=b.span))
    return player
