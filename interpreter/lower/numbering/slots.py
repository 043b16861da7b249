"""Where states lie in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from ....dsl.tree.types import Type
from ...ir import CellKind

KINDS = {
    "number": CellKind.NUMBER,
    "yes-no": CellKind.NUMBER,
    "word": CellKind.WORD,
    "piece": CellKind.PIECE,
    "pieces": CellKind.PIECES,
    "kind": CellKind.DESIGN,
    "kinds": CellKind.DESIGNS,
    "list": CellKind.DESIGNS,
    "player": CellKind.PLAYER,
    "players": CellKind.PLAYERS,
    "place": CellKind.PLACE,
    "cell": CellKind.PLACE,
    "cells": CellKind.PLACES,
    "places": CellKind.PLACES,
    "none": CellKind.NUMBER,
    "numbers": CellKind.NUMBER,
    "words": CellKind.NUMBER,
    "effect": CellKind.NUMBER,
    "condition": CellKind.NUMBER,
}


@attrs.frozen
class StateSlot:
    """Where a state lies. `bits`: a single set holds a yes-or-no state of all owners (players or pieces)."""

    address: int
    type: Type
    bits: bool = False
    words: int = 1
    first: int = 0  # the number of the first owner
    count: int = 1  # for a state of pieces: how many of them have a cell, starting with `first`
    entries: tuple[StateSlot, ...] = ()  # for a table: each entry is stored like a number of all its owners
    keys: tuple[str, ...] = ()  # for a table: the name of each entry

    @property
    def stride(self) -> int:
        """The distance between the entries of a table."""
        return self.entries[1].address - self.entries[0].address if len(self.entries) > 1 else 0


def leaves(slots: Iterable[StateSlot]) -> Iterator[StateSlot]:
    """States as they lie in memory; a table is replaced by its entries."""
    for slot in slots:
        yield from slot.entries or (slot,)
