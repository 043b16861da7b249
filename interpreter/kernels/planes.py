"""Writes the planes of boards from a vector, as `match.output.encoding.planes` does in Python.

In: `Planes`, which says where each number of the planes stands in a vector, and the vector. Out: all numbers of the
planes that can change. They are numbers of the vector and nothing else, so who may know what was decided there.
"""

from __future__ import annotations

from .kernel import Halves, Singles, record


@record
class Planes:
    """Where the numbers of planes come from. The planes of all boards lie behind each other.

    Attributes:
        sources, targets: from where in the vector to where in the planes numbers go, always: `count` of them.
        blanks: what is 0 in the planes unless a single piece says otherwise: `blank_count` of them.
        singles: of a piece that is the only one with its face, for each cell where it can lie: (where the vector says
            that it lies there, where its states begin in the vector, where they begin in the planes, how many they
            are, and how far apart they lie in the planes)...: `single_count` of these.
    """

    count: int
    sources: Halves
    targets: Halves
    blank_count: int
    blanks: Halves
    single_count: int
    singles: Halves


SINGLE = 5
"""How many numbers `singles` has for each."""


def write_planes(b: Planes, vector: Singles, out: Singles) -> None:
    """Writes the planes of a vector over those of another one. What is printed on a board stays."""
    sources = b.sources
    targets = b.targets
    for at in range(b.count):
        out[targets[at]] = vector[sources[at]]
    for at in range(b.blank_count):
        out[b.blanks[at]] = 0.0
    for single in range(b.single_count):
        first = SINGLE * single
        if vector[b.singles[first]] != 0.0:
            write_single(b, first, vector, out)


def write_single(b: Planes, first: int, vector: Singles, out: Singles) -> None:
    """The states of a piece that lies on a cell."""
    source = b.singles[first + 1]
    target = b.singles[first + 2]
    apart = b.singles[first + 4]
    for at in range(b.singles[first + 3]):
        out[target + at * apart] = vector[source + at]
