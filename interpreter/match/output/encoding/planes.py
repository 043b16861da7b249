"""Boards as planes: the numbers of a vector for each cell, as channels x rows x columns, for convolutional networks.

In: where the numbers of each cell stand in a vector (`encoder`). Out: for a board, its channels, and how to make its
planes from a vector. They contain nothing that the vector does not, and so nothing secret; they leave out everything
that does not belong to cells, and the order of pieces on a cell that keeps one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

import attrs

from ....kernels.machine import Maker
from ....kernels.planes import SINGLE, Planes
from .fields import Field, Vector


@attrs.frozen
class Layer:
    """A channel before it is laid out: for each cell, the position of its number in the vector, or the number."""

    field: Field
    sources: Mapping[int, int] = attrs.field(factory=dict)
    constants: Mapping[int, float] = attrs.field(factory=dict)


@attrs.frozen
class Single:
    """The states of the only piece of a design: if it lies on a cell (the number at `there` is not 0), the numbers
    starting at `first` go into the channels starting at `layer` for that cell."""

    cell: int
    there: int
    first: int
    layer: int
    width: int


@attrs.frozen(eq=False)
class BoardPlanes:
    """The planes of a board: `shape` is (channels, rows, columns); `channels` says what each channel is.

    Row 0 is the northernmost, column 0 the westernmost. Hexes have axial coordinates: a step to the north is one row
    up, a step to the north-east one column to the right, and so a step to the south-east is both one down and one to
    the right. The edges of a board lie between its cells, so they have twice as many rows and columns, less one.
    """

    name: str
    channels: tuple[Field, ...]
    shape: tuple[int, int, int]
    _numbers: int = attrs.field(repr=False)
    _sources: tuple[int, ...] = attrs.field(repr=False)
    _constants: Vector = attrs.field(repr=False)
    _singles: tuple[tuple[int, int, int, int], ...] = attrs.field(repr=False)

    @property
    def size(self) -> int:
        """How many numbers the planes have."""
        return len(self._sources)

    def of_nothing(self) -> Vector:
        """The planes of a vector of zeros: what is printed on the board."""
        return self.of(array("f", bytes(4 * self._numbers)))

    def of(self, vector: Vector) -> Vector:
        """The planes of a position, one channel after another, each row by row."""
        out = array("f", itemgetter(*self._sources)(vector + self._constants))
        area = self.shape[1] * self.shape[2]
        for there, first, target, width in self._singles:
            if vector[there]:
                for at in range(width):
                    out[target + at * area] = vector[first + at]
        return out


def plane_tables(boards: Iterable[BoardPlanes], maker: Maker) -> Planes:
    """The planes of several boards, one behind the other, as tables for kernels; `maker` makes their record."""
    sources: dict[int, int] = {}
    blanks: dict[int, None] = {}
    singles: list[int] = []
    first = 0
    for board in boards:
        sources |= {first + at: one for at, one in enumerate(board._sources) if one < board._numbers}
        area = board.shape[1] * board.shape[2]
        for there, source, target, width in board._singles:
            singles += there, source, first + target, width, area
            states = range(first + target, first + target + width * area, area)
            blanks |= {at: None for at in states if at not in sources}
        first += board.size
    b = maker.record(Planes)
    b.count, b.sources, b.targets = len(sources), maker.halves(sources.values()), maker.halves(sources)
    b.blank_count, b.blanks = len(blanks), maker.halves(blanks)
    b.single_count, b.singles = len(singles) // SINGLE, maker.halves(singles)
    return b


def board_planes(
    name: str,
    positions: Mapping[int, tuple[int, int]],
    layers: Sequence[Layer],
    singles: Sequence[Single],
    size: int,
) -> BoardPlanes:
    """Lays out the cells of a board, which lie at `positions` (x to the east and y to the north, from 0), for vectors
    of a `size`."""
    rows, columns = (1 + max(at[axis] for at in positions.values()) for axis in (1, 0))
    area = rows * columns
    place = {cell: (rows - 1 - y) * columns + x for cell, (x, y) in positions.items()}
    constants: dict[float, int] = {0.0: size}
    sources = [size] * (len(layers) * area)
    for number, layer in enumerate(layers):
        for cell, source in layer.sources.items():
            sources[number * area + place[cell]] = source
        for cell, value in layer.constants.items():
            where = constants.setdefault(value, size + len(constants))
            sources[number * area + place[cell]] = where
    return BoardPlanes(
        name,
        tuple(layer.field for layer in layers),
        (len(layers), rows, columns),
        size,
        tuple(sources),
        array("f", constants),
        tuple((one.there, one.first, one.layer * area + place[one.cell], one.width) for one in singles),
    )
