"""Boards as planes: what a vector says of each cell, as channels x rows x columns, for networks that look at boards.

Comes in: where the numbers of each cell stand in a vector (`encoding`). Comes out: for a board what its channels are,
and how its planes are made of a vector. They hold nothing that the vector does not, so nothing secret; they leave out
what is not of cells, and the order of pieces on a cell that keeps one.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

import attrs

from .coders import Field

Vector: TypeAlias = "array[float]"
"""Numbers of single precision (`array('f')`); numpy reads them without a copy."""


@attrs.frozen
class Layer:
    """A channel before it is laid out: of each cell where its number stands in the vector, or the number itself."""

    field: Field
    sources: Mapping[int, int] = attrs.field(factory=dict)
    constants: Mapping[int, float] = attrs.field(factory=dict)


@attrs.frozen
class Single:
    """The states of a piece of which there is one: if it lies on a cell (the number at `there` is not 0), the numbers
    from `first` on are those of the channels from `layer` on there."""

    cell: int
    there: int
    first: int
    layer: int
    width: int


@attrs.frozen(eq=False)
class BoardPlanes:
    """The planes of a board: `shape` is (channels, rows, columns); `channels` says what each channel is.

    Row 0 is the northernmost, column 0 the westernmost. Hexes have axial coordinates: a step to the north goes up one
    row, one to the north-east goes right one column, and so one to the south-east goes both down and right. The edges
    of a board lie between its cells, so they have twice as many rows and columns, less one.
    """

    name: str
    channels: tuple[Field, ...]
    shape: tuple[int, int, int]
    _sources: tuple[int, ...] = attrs.field(repr=False)
    _constants: Vector = attrs.field(repr=False)
    _singles: tuple[tuple[int, int, int, int], ...] = attrs.field(repr=False)

    def of(self, vector: Vector) -> Vector:
        """The planes of a position, one channel after the other, each row by row."""
        out = array("f", itemgetter(*self._sources)(vector + self._constants))
        area = self.shape[1] * self.shape[2]
        for there, first, target, width in self._singles:
            if vector[there]:
                for at in range(width):
                    out[target + at * area] = vector[first + at]
        return out


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
        tuple(sources),
        array("f", constants),
        tuple((one.there, one.first, one.layer * area + place[one.cell], one.width) for one in singles),
    )


__all__ = ["BoardPlanes", "Layer", "Single", "Vector", "board_planes"]
