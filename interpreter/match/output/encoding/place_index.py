"""The places of matches with a number of players, as vectors name them: and the coordinates of cells."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ....ir import NONE
from ....lower import Lowered
from ....lower.numbering import NumberedBoard
from ....memory.words import load_set

FEW_CELLS = 16
"""Up to this size, a board has a number for each cell; cells of larger boards have coordinates."""


class PlaceIndex:
    """The places in a match with a number of players: their names, and the coordinates of cells."""

    def __init__(self, lowered: Lowered, players: int) -> None:
        self.lowered = lowered
        tables = lowered.tables
        self.names = [info.name for info in tables.places]
        self.shown = [number for number, info in enumerate(tables.places) if info.owner < players]
        self.boards = [board for (_, owner), board in tables.boards.items() if owner < players]
        self.of_name: dict[str, list[int]] = {}  # the places of each name, a board by its cells
        self.board: dict[int, NumberedBoard] = {}  # of cells
        self.large: dict[int, NumberedBoard] = {}  # of cells that have coordinates
        self.coordinates: dict[int, tuple[int, int]] = {}
        # The greatest coordinates, by the first cell of the board.
        self.extent: dict[int, tuple[int, int]] = {}
        for (name, owner), number in tables.place_numbers.items():
            if owner < players:
                self.of_name.setdefault(tables.board_of_cell.get(name, name), []).append(number)
        self._types: list[tuple[str, ...]] = [()] * len(tables.places)
        for (name, _), number in tables.place_numbers.items():
            self._types[number] = tables.types_held(name)
        for board in self.boards:
            self._place(board)

    def _place(self, board: NumberedBoard) -> None:
        self.board.update(dict.fromkeys(board.cells(), board))
        at = positions(self.lowered, board)
        if at:
            west, south = min(x for x, _ in at), min(y for _, y in at)
            found = [(x - west, y - south) for x, y in at]
            self.coordinates.update(zip(board.cells(), found, strict=True))
            self.extent[board.first] = (max(1, *(x for x, _ in found)), max(1, *(y for _, y in found)))
            if len(at) > FEW_CELLS:
                self.large.update(dict.fromkeys(board.cells(), board))

    def board_name(self, board: NumberedBoard) -> str:
        return board.name if board.owner == NONE else f"player {board.owner + 1}'s {board.name}"

    def holding(self, types: Iterable[str]) -> list[int]:
        """The places where pieces of these types can lie."""
        wanted = set(types)
        return [number for number in self.shown if wanted & set(self.types_in(number))]

    def types_unknown(self) -> set[str]:
        """The types of pieces that some player may not know at some time: those that not everybody knows when a match
        begins, or that can lie where not everybody sees them; only there, knowledge is lost."""
        layout, initial = self.lowered.program.layout, array("q", self.lowered.program.initial)
        everybody = (1 << layout.max_players) - 1
        hidden = [self.types_in(at) for at, place in enumerate(layout.places) if place.viewers != everybody]
        known = (1 << layout.pieces) - 1
        for player in range(layout.max_players):
            known &= load_set(initial, layout.knows + player * layout.piece_words, layout.piece_words)
        return {
            type_
            for piece, type_ in enumerate(self.lowered.tables.piece_types)
            if not known >> piece & 1 or any(not types or type_ in types for types in hidden)
        }

    def types_in(self, number: int) -> tuple[str, ...]:
        """The types of pieces that a place can hold."""
        return self._types[number]


def positions(lowered: Lowered, board: NumberedBoard) -> tuple[tuple[int, int], ...]:
    """The coordinates of the cells of a board (x to the east, y to the north). Edges lie halfway between their two
    cells, so coordinates are doubled there. None for a map, which has no geometry."""
    if board.positions:
        return board.positions
    if board.kind != "edges":
        return ()
    under = lowered.tables.boards
    between = lowered.game.symbols.places[board.name].text.between
    at = next(one for (name, _), one in under.items() if name == between).positions
    return tuple((at[one][0] + at[other][0], at[one][1] + at[other][1]) for one, other in board.ways)
