"""What a vector says of the cells of boards, as the channels of their planes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ....lower.numbering import NumberedBoard
from .contents import Contents
from .fields import Field
from .pieces import PieceStates
from .plan import Plan
from .planes import BoardPlanes, Layer, Single, board_planes
from .situation import Situation
from .states import States


@attrs.frozen
class Boards:
    """The parts of a vector in which cells occur; `fields` are those of the whole vector."""

    plan: Plan
    situation: Situation
    states: States
    contents: Contents
    pieces: PieceStates
    fields: tuple[Field, ...]

    def planes(self) -> dict[str, BoardPlanes]:
        """The boards that can be seen as planes, by their names: all but maps, which have no geometry."""
        found, index = {}, self.plan.index
        for board in index.boards:
            if board.first in index.extent:
                at = {cell: index.coordinates[cell] for cell in board.cells()}
                name = index.board_name(board)
                found[name] = board_planes(name, at, *self._layers(board), len(self.fields))
        return found

    def _layers(self, board: NumberedBoard) -> tuple[list[Layer], list[Single]]:
        """What the vector says of the cells of a board, and what is printed on them."""
        place, names = self.plan.rules.game.symbols.places[board.name], self.plan.faces.names
        layers = [
            Layer(Field("a cell"), constants=dict.fromkeys(board.cells(), 1.0)),
            *self._printed_on(board),
        ]
        rows = {cell: self.contents.rows[cell] or {} for cell in board.cells()}
        for face in rows[board.first]:
            counts = {cell: row[face] for cell, row in rows.items()}
            layers.append(Layer(attrs.evolve(self.fields[counts[board.first]], name=names[face]), counts))
        for state in place.properties:
            if (board.name, state) in self.states.of_cells:
                known = self.states.of_cells[(board.name, state)]
                coder = self.plan.coders.of(place.properties[state].type)
                layers += _each(coder.fields(state), {cell: known[cell] for cell in board.cells()})
        singles: list[Single] = []
        for type_ in self.plan.index.types_in(board.first):
            self._piece_layers(board, type_, layers, singles)
        marks = {cell: at for cell, at in self.situation.named_cells.items() if cell in board.cells()}
        if marks:
            layers.append(Layer(Field("named by what is under way"), marks))
        return layers, singles

    def _piece_layers(
        self, board: NumberedBoard, type_: str, layers: list[Layer], singles: list[Single]
    ) -> None:
        """The states of the pieces of a type that lie on cells."""
        types, designs = self.plan.tables.piece_types, self.plan.faces.designs
        faces = list(dict.fromkeys(designs[piece] for piece in self.pieces.rows if types[piece] == type_))
        if not faces:
            return
        first, alike = len(layers), self.pieces.cell_rooms
        fields = self.pieces.rooms[faces[0]].fields
        named = [attrs.evolve(one, name=f"{one.name} of a {type_}") for one in fields]
        layers += _each(
            named, {cell: alike[(cell, type_)] for cell in board.cells() if (cell, type_) in alike}
        )
        for face in set(faces):
            room = self.pieces.rooms[face]
            for cell in board.cells() if room.alone else ():
                row = self.contents.rows[cell] or {}
                singles.append(Single(cell, row[face], room.index, first, len(fields)))

    def _printed_on(self, board: NumberedBoard) -> list[Layer]:
        """What is printed on cells: numbers, words, and what holds or not."""
        place, found = self.plan.rules.game.symbols.places[board.name], []
        for name, state in place.properties.items():
            if state.printed and state.type.kind in ("number", "yes-no", "word", "words"):
                coder = self.plan.coders.of(state.type)
                values: list[dict[int, float]] = [{} for _ in coder.fields(name)]
                for cell, called in zip(board.cells(), board.names, strict=True):
                    value = place.printed[called].values.get(name) if called in place.printed else None
                    code = () if value is None else coder.code(self.plan.tables.value_of(value), ())
                    for at, number in code:
                        values[at][cell] = number
                found += [
                    Layer(one, constants=known) for one, known in zip(coder.fields(name), values, strict=True)
                ]
        return found


def _each(fields: Sequence[Field], firsts: dict[int, int]) -> list[Layer]:
    """A layer for each number of a value; `firsts` holds the first number of each cell."""
    return [Layer(one, {cell: first + at for cell, first in firsts.items()}) for at, one in enumerate(fields)]
