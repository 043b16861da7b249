"""Whose turn comes next, where the rules tell: the name that the look gives for it, or the order of the turns.

Before a turn the rules ask anew who takes turns. So what a table says during a turn is what they would answer
now, and it says none where that depends on more than the states of players that all may know.
"""

from __future__ import annotations

from .....dsl import tree as t
from .....dsl.model.game import Game, Phase
from .....dsl.model.survey import phases
from .....dsl.secrecy.disclosure import disclosure_of
from ....ir import NONE
from ....ir.program import Named
from ....memory.words import members
from ...state.position import Position
from ..view import frames_of, read


def coming(position: Position) -> int | None:
    """The seat whose turn comes next; None where the rules do not tell, and if it is the same again."""
    if position.is_over:
        return None
    rules = position.rules
    name = rules.game.look.next
    if name is not None:
        number = rules.lowered.numbers.get(name)
        if number is None or disclosure_of(rules.game).exposure(
            rules.game.symbols.named_values[name].value, {}
        ):
            return None
        return _seat(position, rules.engine.function(number)(position.memory, NONE))
    return _by_turns(position)


def _seat(position: Position, number: int) -> int | None:
    return number if 0 <= number < len(position.players) else None


def _by_turns(position: Position) -> int | None:
    """The next player in the order of the turns that are being taken."""
    found = _turns(position)
    if found is None:
        return None
    phase, current, left = found
    turns = phase.turns
    assert turns is not None
    among = _members(position, turns.players)
    if among is None:
        return None
    if left is not None and not (waiting := among & left - {current}):
        # The last of them. If the phase begins again, then with the same player as the rules say now.
        return _first(position, phase, current) if phase.repeat is not None else None
    waiting = among if left is None else waiting
    count, step = len(position.players), -1 if turns.back else 1
    order = [(current + step * far) % count for far in range(1, count)]
    return next((seat for seat in order if seat in waiting), None)


def _turns(position: Position) -> tuple[Phase, int, set[int] | None] | None:
    """The innermost phase with turns, whose turn it is, and who has yet to take one, if everybody takes only one."""
    game = position.rules.game
    seen = [one for frame in frames_of(position.rules, position.memory, 0) for one in frame if one[0].turns]
    if not seen:
        return None
    path = max((named.turns for named, _ in seen), key=len)
    phase = _phase(game, path)
    mine: list[tuple[Named, int]] = [one for one in seen if one[0].turns == path]
    current = next((value for named, value in mine if named.type.kind == "player"), NONE)
    left = next((set(members(value)) for named, value in mine if named.type.kind == "players"), None)
    if (
        phase is None
        or current == NONE
        or (phase.turns is not None and phase.turns.ending == "once") == (left is None)
    ):
        return None
    return phase, current, left


def _phase(game: Game, path: str) -> Phase | None:
    return next((one for one in phases(game.flow) if one.path == path), None)


def _members(position: Position, of: t.Expr) -> set[int] | None:
    """The players of a set that is told apart by states that all may know; None for any other set."""
    found = set(range(len(position.players)))
    if not isinstance(of, t.Select) or of.base != "player":
        return None
    declared = position.rules.game.symbols.players
    for one in of.filters:
        if not isinstance(one, t.WhoIs) or one.name not in declared or declared[one.name].secret:
            return None
        slot = position.rules.lowered.tables.player_states[one.name]
        found = {seat for seat in found if bool(read(position.memory, slot, seat)) == one.holds}
    return found


def _first(position: Position, phase: Phase, current: int) -> int | None:
    """The seat that takes the first turn when a phase begins again."""
    start = phase.turns.start if phase.turns is not None else None
    if not isinstance(start, t.Seat) or start.number - 1 == current:
        return None
    return _seat(position, start.number - 1)
