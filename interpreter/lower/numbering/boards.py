"""The cells of boards: their numbers as places, and where they lie."""

from __future__ import annotations

import attrs

from ....dsl.model import geometry
from ....dsl.model.symbols import Place, Symbols


@attrs.frozen
class NumberedBoard:
    """One board (of one owner, if it is per player). Its cells are the places starting at `first`, in the order of
    `names`. `positions` holds the coordinates of the cells of a grid or of hexes; `ways` (by index) the cells to
    which a cell of a map leads, or the two cells between which an edge lies."""

    name: str
    owner: int
    kind: str
    first: int
    names: tuple[str, ...]
    positions: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    columns: int = 0
    rows: int = 0
    _by_position: dict[tuple[int, int], int] = attrs.field(factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._by_position.update({at: self.first + index for index, at in enumerate(self.positions)})

    def cells(self) -> range:
        return range(self.first, self.first + len(self.names))

    def mask(self) -> int:
        """The set of its cells."""
        return ((1 << len(self.names)) - 1) << self.first

    def at(self, x: int, y: int) -> int | None:
        """The cell at a position; None if there is none."""
        return self._by_position.get((x, y))

    def position(self, cell: int) -> tuple[int, int]:
        """Where a cell lies; see `geometry`."""
        return self.positions[cell - self.first]


def board_of(symbols: Symbols, place: Place, owner: int, first: int) -> NumberedBoard:
    """A board whose cells are the places from `first` on."""
    kind, size = place.text.kind, (place.text.columns, place.text.rows)
    if kind == "map":
        names = list(place.named)
        ways = tuple(tuple(names.index(to) for to in place.named[name]) for name in names)
        return NumberedBoard(place.name, owner, kind, first, tuple(names), ways=ways)
    if kind == "edges":
        under = symbols.places[place.text.between]
        known = geometry.cell_names(under)
        pairs = tuple((known.index(one), known.index(other)) for one, other in geometry.edges(under))
        return NumberedBoard(
            place.name, owner, kind, first, tuple(geometry.cell_names(place, under)), ways=pairs
        )
    at = geometry.positions(place)
    return NumberedBoard(place.name, owner, kind, first, tuple(at), tuple(at.values()), (), *size)
