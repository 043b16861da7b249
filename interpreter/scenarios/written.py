"""What a match shows, written in the notation of scenarios: for tools that write scenarios.

What is written here means the same when it is read under `given:` and `then:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from ...dsl.model.table_keys import usual
from ...dsl.scenarios.notation import GAME, Notation, Sort, Thing
from ...dsl.tree.types import Type
from ..ir import NONE
from ..lower.numbering import StateSlot
from ..match.match import Match
from ..match.output.view import read
from .values import notation_of, owned_by, place_number, written

_PLAIN = re.compile(r"[A-Za-z][\w' -]*")


def quoted(name: str) -> str:
    """A name as YAML: as it is, if it can stand like that."""
    if _PLAIN.fullmatch(name) and name == name.strip():
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


@attrs.frozen
class Line:
    """A line of `given:` or `then:`: whose it is (`GAME`, or a seat), its key, the thing, and its value as text."""

    whose: int
    key: str
    thing: Thing
    value: str


class Written:
    """Writes what a match shows."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.notation: Notation = notation_of(match.game, len(match.players))
        self.tables = match.rules.lowered.tables

    def lines(self) -> Iterator[Line]:
        """All states of the game and of players, and all places and cells, one after the other."""
        symbols = self.notation.symbols
        for whose in (GAME, *range(len(self.match.players))):
            states = symbols.game if whose == GAME else symbols.players
            for key in (*states, *self.notation.places(whose)):
                line = self.line(key, whose)
                if line is not None:
                    yield line

    def line(self, key: str, whose: int) -> Line | None:
        """The line of one key; None if it has none, or if what it names cannot be written."""
        thing = self.notation.find(key, whose)
        if thing is None or thing.sort not in (Sort.PLACE, Sort.STATE, Sort.OF_CELL):
            return None
        value = self._place(thing) if thing.sort is Sort.PLACE else self._state(thing)
        return None if value is None else Line(whose, key, thing, value)

    def _place(self, thing: Thing) -> str:
        pieces = self.match.position.pieces_in(place_number(self.tables, thing))
        return designs_in_row([self.tables.pieces[piece] for piece in pieces])

    def _state(self, thing: Thing) -> str | None:
        (slot, owner), *_ = owned_by(self.tables, thing)
        memory = self.match.memory
        if slot.entries:
            entries = zip(slot.keys, slot.entries, strict=True)
            return written({key: read(memory, entry, owner) for key, entry in entries}, usual(slot.type))
        return self._value(slot, owner)

    def _value(self, slot: StateSlot, owner: int) -> str | None:
        got, of = read(self.match.memory, slot, owner), slot.type
        if of.kind == "piece" and got != NONE:
            return quoted(self.tables.pieces[got])
        return self._said(of, got)

    def _said(self, of: Type, got: int) -> str | None:
        """A value; None for one of a kind that has no notation."""
        if of.optional and got == NONE:
            return "none"
        match of.kind:
            case "number":
                return str(got)
            case "yes-no":
                return "yes" if got else "no"
            case "word":
                return quoted(self.tables.words[got])
            case "player":
                return f"player {got + 1}"
            case "cell" | "place":
                return quoted(self.tables.places[got].name)
            case "kind":
                return quoted(self.tables.design_names[got])
        return None


def designs_in_row(designs: Sequence[str]) -> str:
    """What lies in a place: `[orc, 2 goblin]`, or `empty`."""
    if not designs:
        return "empty"
    parts = []
    for name, group in groupby(designs):
        count = len(list(group))
        parts.append(quoted(name) if count == 1 else _counted(name, count))
    return "[" + ", ".join(parts) + "]"


def _counted(name: str, count: int) -> str:
    return f"{count} {name}" if quoted(name) == name else quoted(f"{count} {name}")


def under_given(lines: Sequence[tuple[int, str, str]]) -> str:
    """Lines as the mapping of `given:` or `then:`, in one line of YAML; each is whose it is, its key, and its
    value."""
    own = [f"{quoted(key)}: {value}" for whose, key, value in lines if whose == GAME]
    for seat in sorted({whose for whose, _, _ in lines if whose != GAME}):
        inner = ", ".join(f"{quoted(key)}: {value}" for whose, key, value in lines if whose == seat)
        own.append(f"player {seat + 1}: {{{inner}}}")
    return "{" + ", ".join(own) + "}"
