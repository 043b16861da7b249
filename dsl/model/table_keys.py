"""Tables: their keys, and what an entry is by default."""

from __future__ import annotations

from ..tree.types import Type
from .geometry import cell_names
from .symbols import Symbols


def keys_of(of: Type, symbols: Symbols) -> tuple[str, ...]:
    """The keys of a table, in order: designs, words, or the cells of a board."""
    if of.by == "kind":
        return tuple(name for type_ in of.of for name in symbols.types[type_].designs)
    if of.by == "cell":
        board = symbols.places[of.of[0]]
        return tuple(cell_names(board, symbols.places.get(board.text.between)))
    return of.of


def usual(of: Type) -> int:
    """The value of an entry that is not given: 0, or the number of the range that is nearest to 0."""
    return min(max(0, of.least), of.most)
