"""The texts that designs and cells print: effects and conditions."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import tree as t
from ....dsl.model.symbols import Design
from ..recursion import PrintedKey
from .unit import Unit


class Printers:
    """The designs and cells that print a text."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def of(self, key: PrintedKey) -> Iterator[tuple[int, Design]]:
        """The designs (or cells) that print texts for a key, with their numbers."""
        owner, _ = key
        if owner in ("piece", "kind"):
            for name, design in self.unit.symbols.designs.items():
                yield self.unit.tables.design(name), design
            return
        place = self.unit.symbols.places[owner]
        for (known, _), board in self.unit.tables.boards.items():
            if known == owner:
                for cell, name in zip(board.cells(), board.names, strict=True):
                    if name in place.printed:
                        yield cell, place.printed[name]

    def effects(self) -> dict[PrintedKey, list[tuple[t.Stmt, ...]]]:
        """The bodies of all effects that are printed."""
        found: dict[PrintedKey, list[tuple[t.Stmt, ...]]] = {}
        for design in self.unit.symbols.designs.values():
            for name, body in design.effects.items():
                found.setdefault(("piece", name), []).append(body)
                found.setdefault(("kind", name), []).append(body)
        for board, place in self.unit.symbols.places.items():
            for design in place.printed.values():
                for name, body in design.effects.items():
                    found.setdefault((board, name), []).append(body)
        return found
