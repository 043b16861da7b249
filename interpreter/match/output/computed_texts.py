"""What stands beside the rows of grids, as text, and in computed columns of tables. The rules have been checked: the
first reads only what all players know, the second what its reader knows."""

from __future__ import annotations

import attrs

from ....dsl import tree as t
from ....dsl.languages import BASE
from ....dsl.model.game import Beside, LogSlot
from ...memory.faults import RulesFault
from ..state.position import Position

UNKNOWN = "?"
"""Stands for a value that cannot be computed in a position: a sum that is too large, for example."""


def beside_rows(position: Position, grid: str, owner: int, language: str, known: int) -> dict[str, str]:
    """The texts by the numbers of the rows; `owner` is the player to whom the grid belongs (NONE: nobody), `known`
    the set of the pieces that the reader knows. A row with nothing beside it is left out."""
    found = {}
    for row in range(position.rules.game.symbols.places[grid].text.rows, 0, -1):
        line = _Row(position, grid, owner, row, language, known)
        texts = [line.text(part) for part in position.rules.game.beside.get(grid, ()) if line.has(part)]
        if any(texts):
            found[str(row)] = ", ".join(filter(None, texts))
    return found


@attrs.frozen
class _Row:
    """A row of a grid, in a position, for a reader."""

    position: Position
    grid: str
    owner: int
    row: int
    language: str
    known: int

    def has(self, part: Beside) -> bool:
        """Whether a part stands beside this row."""
        return part.test is None or bool(self._value(part.test))

    def text(self, part: Beside) -> str:
        language = self.language if part.lines.get(self.language) else BASE
        return "".join(
            one if isinstance(one, str) else self._slot(one, language) for one in part.lines.get(language, ())
        )

    def _slot(self, slot: LogSlot, language: str) -> str:
        number, names = self._value(slot.value), self.position.names
        if number is None:
            return UNKNOWN
        if slot.agrees:
            return names.agreeing(slot.agrees, slot.value.type, number, language, self.known)
        if slot.counted is not None:
            return names.counted(slot.counted, number, language)
        return names.value(slot.value.type, number, language, slot.form, self.known)

    def _value(self, value: t.Expr) -> int | None:
        """A condition or a value in this row; None if it cannot be computed."""
        rules = self.position.rules
        procedure = rules.engine.function(rules.lowered.beside[self.grid, value])
        try:
            return procedure(self.position.memory, self.owner, self.row)
        except RulesFault:
            return None


def column_value(
    position: Position, place: str, column: str, reader: int, piece: int, language: str
) -> int | str | None:
    """The value of a piece in a computed column, for a player who knows the piece; None if it has none."""
    rules = position.rules
    declared = rules.game.columns[place][column]
    if rules.lowered.tables.piece_types[piece] not in declared.slot.type.of:
        return None
    try:
        number = rules.engine.function(rules.lowered.columns[place, column])(position.memory, reader, piece)
    except RulesFault:
        return UNKNOWN
    if declared.value.type.kind == "number":
        return number
    return position.names.value(declared.value.type, number, language)
