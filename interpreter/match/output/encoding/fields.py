"""The numbers of a vector: what each of them says, and making room for them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TypeAlias

import attrs

Vector: TypeAlias = "array[float]"
"""Numbers of single precision (`array('f')`); numpy reads them without a copy."""

Numbers = tuple[tuple[int, float], ...]
"""What is not 0: where, and the number there. Of two values of a type they are equal if the values are."""


WIDE = 1000
"""A number whose range goes further than this is not divided by the range, which is only what can be proved: most
such numbers stay small, and would be next to nothing."""
HALF = 100
"""What is written as a half where a range is wider: v is v / (|v| + HALF)."""


@attrs.frozen
class Field:
    """One number of a vector: `name` says what it is, `least` and `most` bound it. Times `scale` it is the whole
    number that the rules know, unless it is `wide`: then the rules' v stands there as v / (|v| + scale)."""

    name: str
    least: float = 0.0
    most: float = 1.0
    scale: int = 1
    wide: bool = False

    def whole(self, number: float) -> int:
        """The whole number that the rules know, by the one in a vector."""
        return round(number * self.scale / (1 - abs(number)) if self.wide else number * self.scale)


class Fields:
    """The fields of a vector, as its parts make room for them."""

    def __init__(self) -> None:
        self._fields: list[Field] = []

    def __len__(self) -> int:
        return len(self._fields)

    def add(self, fields: Iterable[Field]) -> int:
        """Makes room; gives the number of the first field."""
        first = len(self._fields)
        self._fields += fields
        return first

    def distinct(self) -> tuple[Field, ...]:
        """All fields, with a number behind a name that was there before."""
        met: dict[str, int] = {}
        found = []
        for one in self._fields:
            count = met[one.name] = met.get(one.name, 0) + 1
            found.append(one if count == 1 else attrs.evolve(one, name=f"{one.name} ({count})"))
        return tuple(found)


def write(out: Vector, index: int, code: Numbers) -> None:
    """Writes a value, which has its room from an index on."""
    for at, number in code:
        out[index + at] = number
