"""Records of machine code, which Python fills in and reads as if they were objects.

Whatever a record refers to lives as long as the record.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from operator import index
from typing import Any, TypeVar, cast

from ..kernels.kernel import Bytes, Cells, Floats, Halves, Singles, fields_of

T = TypeVar("T")


@cache
def places(kind: type) -> dict[str, int]:
    """The place of each field."""
    return {name: place for place, name in enumerate(fields_of(kind))}


@cache
def _floats(kind: type) -> frozenset[str]:
    """The fields that are floats."""
    return frozenset(name for name, of in fields_of(kind).items() if of == "float")


APART = 128
"""Records that stand alone have room for this many cells, so that what two threads write to is never one line of a
cache."""


class Stored:
    """A record, alone or in a row."""

    _places: dict[str, int]
    _floats: frozenset[str]
    _cells: array[int]
    _first: int
    _kept: dict[str, Any]

    def __init__(self, kind: type, cells: array[int] | None = None, first: int = 0) -> None:
        own = array("q", bytes(8 * max(len(places(kind)), APART))) if cells is None else cells
        vars(self).update(_places=places(kind), _floats=_floats(kind), _cells=own, _first=first, _kept={})

    def __index__(self) -> int:
        """Its address. (Other names could be those of fields.)"""
        return self._cells.buffer_info()[0] + 8 * self._first

    def __setattr__(self, name: str, value: Any) -> None:
        if not isinstance(value, int):
            if not isinstance(value, float):
                self._kept[name] = value
            value = _cell(value)
        self._cells[self._first + self._places[name]] = value

    def __getattr__(self, name: str) -> Any:
        if name in self._kept:
            return self._kept[name]
        if name not in self._places:
            raise AttributeError(name)
        at = self._first + self._places[name]
        return array("d", self._cells[at : at + 1].tobytes())[0] if name in self._floats else self._cells[at]


class Rows:
    """Records of one kind in a row."""

    def __init__(self, kind: type, values: Iterable[Sequence[Any]] = (), room: int = 0) -> None:
        """Records with these values, by field, or `room` records of zeros."""
        given = [*values]
        self._kind, self._kept = kind, given
        self._cells = array("q", [_cell(value) for one in given for value in one])
        self.make_room(max(room, len(given), 1))

    def __index__(self) -> int:
        """The address of the first."""
        return self._cells.buffer_info()[0]

    def make_room(self, count: int) -> None:
        """Adds records of zeros. Whoever has the address must ask for it again."""
        self._cells.frombytes(bytes(8 * (count * len(places(self._kind)) - len(self._cells))))

    def __getitem__(self, number: int) -> Any:
        return Stored(self._kind, self._cells, number * len(places(self._kind)))


def _cell(value: Any) -> int:
    """A value as it lies in a field."""
    if isinstance(value, int):
        return value
    return array("q", array("d", [value]).tobytes())[0] if isinstance(value, float) else address_of(value)


def address_of(value: Any) -> int:
    """Where the machine finds a record, a row or cells."""
    if isinstance(value, Stored):
        return index(value)
    if isinstance(value, array):
        return value.buffer_info()[0]
    if isinstance(value, Rows):
        return index(value)
    raise TypeError(f"machine code cannot read a {type(value).__name__}")


class NativeMaker:
    """Makes what kernels work on for machine code, as `kernels.machine.Maker` describes."""

    def record(self, kind: type[T]) -> T:
        return stored(kind)

    def rows(self, kind: type[T], values: Iterable[Sequence[Any]]) -> list[T]:
        return cast(list[T], Rows(kind, values))

    def cells(self, values: Iterable[int]) -> Cells:
        return array("q", values) or array("q", [0])

    def floats(self, count: int) -> Floats:
        return array("d", bytes(8 * max(count, 1)))

    def singles(self, count: int) -> Singles:
        return array("f", bytes(4 * max(count, 1)))

    def halves(self, values: Iterable[int]) -> Halves:
        return array("i", values) or array("i", [0])

    def bytes(self, values: Iterable[int]) -> Bytes:
        return array("B", values) or array("B", [0])


def stored(kind: type[T]) -> T:
    """A record of zeros."""
    return cast(T, Stored(kind))
