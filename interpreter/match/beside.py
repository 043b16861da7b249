"""What stands beside the rows of grids, as text. The rules have been checked: it reads only what all players know."""

from __future__ import annotations

from rulewright.dsl.languages import BASE
from rulewright.dsl.model.game import LogSlot

from ..memory.faults import RulesFault
from .position import Position

UNKNOWN = "?"
"""Stands for a value that cannot be computed in a position: a sum that is too large, for example."""


def beside_rows(position: Position, board: str, owner: int, language: str, known: int) -> dict[str, str]:
    """The texts by the numbers of the rows; `owner` is the player to whom the grid belongs (NONE: nobody), `known`
    the set of the pieces that the reader knows."""
    found = {}
    for row, lines in position.rules.game.beside.get(board, {}).items():
        said = language if lines.get(language) else BASE
        parts = (
            part if isinstance(part, str) else _slot(position, part, owner, said, known)
            for part in lines.get(said, ())
        )
        found[str(row)] = "".join(parts)
    return found


def _slot(position: Position, slot: LogSlot, owner: int, language: str, known: int) -> str:
    try:
        number = position.number(position.rules.lowered.beside[slot.value], owner)
    except RulesFault:
        return UNKNOWN
    if slot.counted is not None:
        return position.names.counted(slot.counted, number, language)
    return position.names.value(slot.value.type, number, language, slot.form, known)


__all__ = ["beside_rows"]
