"""Lays out the memory: which cells a value takes, and between which numbers it lies."""

from __future__ import annotations

from ....dsl.model.game import Game
from ....dsl.tree.types import Type
from ...ir import FIXED_HEAD, NONE, Cell, CellKind, Kept
from ...ir.widths import words_for
from .names import Names


class MemoryPlan(Names):
    """The cells that are taken so far, and the constants. Lowering adds cells, too."""

    def __init__(self, game: Game, start: object) -> None:
        super().__init__(game, start)
        self.cells: list[Cell] = []
        self.kept: list[Kept] = []
        self.size = FIXED_HEAD
        self.constants: list[tuple[int, ...]] = []
        self._constant_index: dict[tuple[int, ...], int] = {}

    def words_of(self, kind: CellKind) -> int:
        if kind is CellKind.PIECES:
            return self.piece_words
        if kind is CellKind.PLACES:
            return words_for(self.members)
        return self.design_words if kind is CellKind.DESIGNS else 1

    def constant(self, values: tuple[int, ...]) -> int:
        """The number of a table of constants; equal ones are shared."""
        known = self._constant_index.get(values)
        if known is None:
            known = self._constant_index[values] = len(self.constants)
            self.constants.append(values)
        return known

    def keep(self, places: int, *, occupied: bool) -> Kept:
        """A set that is kept up to date: the pieces in some places, or those places in which something lies."""
        for one in self.kept:
            if (one.places, one.occupied) == (places, occupied):
                return one
        name, kind = ("occupied cells", CellKind.PLACES) if occupied else ("pieces on cells", CellKind.PIECES)
        address = self.take(name, kind, 1, Type("places" if occupied else "pieces"))
        found = Kept(address, self.words_of(kind), places, occupied)
        self.kept.append(found)
        return found

    def take(self, name: str, kind: CellKind, count: int, type_: Type, span: object = None) -> int:
        """Reserves cells for `count` values of a kind; returns the address of the first."""
        words = self.words_of(kind)
        least, most = self.range(kind, type_)
        address = self.size
        self.cells.append(Cell(name, address, kind, count, words, least, most, span=span))  # type: ignore[arg-type]
        self.size += count * words
        return address

    def range(self, kind: CellKind, type_: Type) -> tuple[int, int]:
        if kind is CellKind.NUMBER:
            return (0, 1) if type_.kind == "yes-no" else (type_.least, type_.most)
        most = {
            CellKind.PIECE: len(self.pieces) - 1,
            CellKind.DESIGN: len(self.design_names) - 1,
            CellKind.PLAYER: self.most_players - 1,
            CellKind.PLACE: self.place_count - 1,
            CellKind.PLACES: (1 << self.members) - 1,
            CellKind.WORD: len(self.words) - 1,
            CellKind.PIECES: (1 << len(self.pieces)) - 1,
            CellKind.DESIGNS: (1 << len(self.design_names)) - 1,
            CellKind.PLAYERS: (1 << self.most_players) - 1,
        }[kind]
        return (
            (0, most)
            if kind in (CellKind.PIECES, CellKind.DESIGNS, CellKind.PLAYERS, CellKind.PLACES)
            else (NONE, most)
        )
