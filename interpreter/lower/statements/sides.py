"""Pieces with two sides: in a place that is declared `by side`, everybody knows the pieces that lie face up.

Moving a piece, turning it, shuffling its place or resetting its state may show a face. So after each of these,
everybody learns the pieces that lie face up at that moment. Nobody forgets a piece that is turned down again.
"""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.footprint import writes
from ...ir import Binary, Const, Expr, Learn
from ..building.builder import Builder
from ..building.operations import fold, load_bits
from ..building.unit import Unit
from ..values.boards import Boards


class Sides:
    def __init__(self, unit: Unit, boards: Boards) -> None:
        self.unit, self.boards = unit, boards
        symbols = unit.symbols
        self.places = {name for name, place in symbols.places.items() if place.text.sight == "side"}
        types = {name for one in self.places for name in symbols.places[one].text.types}
        self.states = {
            (name, state) for name in sorted(types) if (state := symbols.types[name].face_up) is not None
        }
        self._keys = {("place", name) for name in self.places} | self.states

    def after(self, node: t.Stmt, b: Builder) -> None:
        """Shows the pieces that lie face up, after a statement that may have changed which do."""
        if self.places and b.open and not self.unit.trying and writes(node, self.unit.symbols) & self._keys:
            self.show(node.span, b)

    def after_reset(self, names: set[tuple[str, str]], span: Span | None, b: Builder) -> None:
        """Does the same where states are reset to their first values."""
        if names & self.states:
            self.show(span, b)

    def show(self, span: Span | None, b: Builder) -> None:
        """Everybody learns the pieces that lie face up in a place that is declared `by side`."""
        if self.places:
            up = self.boards.pieces_on(self._face_up(), Const(self._where()))
            b.emit(Learn(self.unit.everyone(), up, span=span))

    def _face_up(self) -> Expr:
        found: Expr = Const(0)
        for name, state in sorted(self.states):
            slot = self.unit.tables.piece_states[state]
            of_type = Binary("and", load_bits(slot), Const(self.unit.tables.mask_of_type(name)))
            found = fold(Binary("or", found, of_type))
        return found

    def _where(self) -> int:
        tables, found = self.unit.tables, 0
        for (name, _), number in tables.place_numbers.items():
            if tables.board_of_cell.get(name, name) in self.places:
                found |= 1 << number
        return found
