"""Pieces with two sides: where a place says `by side`, all get to know the pieces that lie there face up.

Whatever moves a piece, turns it, shuffles its place or puts its state back may bring a face to light. So after each
of these everybody learns what lies face up just then. What is turned down again nobody forgets.
"""

from __future__ import annotations

from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.source import Span
from rulewright.dsl.model.footprint import writes

from ..ir import Binary, Const, Expr, Learn
from .boards import Boards
from .builder import Builder
from .unit import Unit
from .values import fold, load_bits


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
        """Shows what lies face up, after a statement that may have changed it."""
        if self.places and b.open and not self.unit.trying and writes(node, self.unit.symbols) & self._keys:
            self.show(node.span, b)

    def after_reset(self, names: set[tuple[str, str]], span: Span | None, b: Builder) -> None:
        """The same where states become again what they started as."""
        if names & self.states:
            self.show(span, b)

    def show(self, span: Span | None, b: Builder) -> None:
        """Everybody learns what lies face up in a place where the side decides."""
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
