"""What the texts of declarations learn from what is declared before them.

Such a text is read while names are still being declared, so that two versions of all declarations cannot be compared
yet. But it is short, and what it can learn is little: what its words are in the vocabulary, and of the types, places
and states of these names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from ..model.symbols import Symbols
from ..syntax.vocabulary import VocabularyEntry

EARLY = frozenset({"type", "place"})
"""Start symbols of the texts of which this holds."""

_STATES = frozenset({"NAME", "PROP"})
_EVERY_TYPE = frozenset({"PIECE", "PIECES"})


def ground(words: Iterable[str], symbols: Symbols) -> Hashable:
    """All that a type or a place with these words can learn now: while this is equal, it is read in the same way."""
    found: list[Hashable] = []
    for word in words:
        for entry in symbols.vocabulary.starting(word):
            found.append(entry.number)
            found += _learnt(entry, symbols)
    if symbols.broken:
        there = set(words)
        found += [run for run in symbols.broken if there.issuperset(run)]
    return tuple(found)


def _learnt(entry: VocabularyEntry, symbols: Symbols) -> list[Hashable]:
    name = entry.value
    found: list[Hashable] = []
    type_ = symbols.types.get(name)
    if type_ is not None:
        found.append(bool(type_.designs))
    board = symbols.cells.get(name)
    if board is not None:
        found += [board, symbols.places[board].text]
    if entry.terminal in _EVERY_TYPE:
        found.append(tuple(symbols.types))
    if entry.terminal in _STATES:  # a table can have the words of a state as its keys
        owners = (
            ("", symbols.game),
            ("player", symbols.players),
            *((one.name, one.properties) for one in symbols.types.values()),
            *((one.name, one.properties) for one in symbols.places.values()),
        )
        found += [(owner, known[name].type) for owner, known in owners if name in known]
    return found
