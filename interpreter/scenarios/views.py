"""Compares the view of a player with the expectations of a scenario: `view of player 1: {…}`."""

from __future__ import annotations

from typing import Any, Protocol

from ...dsl.document.reader import Node, Sequence, Text
from ...dsl.languages import BASE, say
from ...dsl.model.table_keys import usual
from ...dsl.scenarios.notation import (
    UNKNOWN,
    Notation,
    Sort,
    Thing,
    Unreadable,
    is_count,
    is_unknown,
    texts_of,
)
from ...dsl.scenarios.reading import seen_in
from ...dsl.tree.types import SETS, Type
from ..ir import NONE
from ..lower.numbering import StateSlot
from ..match.output.view import Viewer, read
from ..match.setup.names import TRUTH
from .values import Owned, keeps_order, number_of, owned_by, place_number, written


class Reports(Protocol):
    """Takes what does not hold, and what cannot be read."""

    def differ(self, what: str, wanted: object, got: object, node: Node) -> None: ...

    def problem(self, found: Unreadable) -> None: ...


class Seen:
    """Compares the view of a player with the expectations."""

    def __init__(self, viewer: Viewer, notation: Notation, reports: Reports) -> None:
        self.viewer = viewer
        self.notation = notation
        self.reports = reports
        self.tables = viewer.lowered.tables

    def check(self, node: Node) -> None:
        for one in seen_in(self.notation, node, self.reports.problem):
            assert isinstance(one.about, Thing)
            try:
                if one.about.sort is Sort.PLACE:
                    self._place(str(one.name), one.about, one.wanted)
                elif one.about.is_table:
                    self._table(str(one.name), one.about, one.wanted)
                else:
                    self._states(str(one.name), one.about, one.wanted)
            except Unreadable as problem:
                self.reports.problem(problem)

    def differ(self, key: str, wanted: object, got: object, node: Node) -> None:
        self.reports.differ(f"{key} in the view", wanted, got, node)

    # -------------------------------------------------------------------------- places

    def _place(self, key: str, place: Thing, value: Node) -> None:
        number = place_number(self.tables, place)
        pieces = self.viewer.position.pieces_in(number)
        if is_count(value):
            if str(value) != str(len(pieces)):
                self.differ(f"the number of pieces in '{key}'", value, len(pieces), value)
            return
        wanted = self.notation.pieces_seen(place, value)
        shown = [self._called(piece) for piece in pieces]
        ordered = keeps_order(self.tables, self.viewer.lowered.program.layout, number)
        if not ordered:
            shown.sort(key=lambda names: (names[0] == UNKNOWN, names[0]))
        if not _fit(wanted, shown, ordered=ordered):
            self.differ(f"'{key}'", _listed(wanted), _listed([names[0] for names in shown]), value)

    def _called(self, piece: int) -> tuple[str, ...]:
        """The names by which a scenario may call a visible piece, starting with its key."""
        if not self.viewer.known >> piece & 1:
            return (UNKNOWN,)
        return self.tables.pieces[piece], self.viewer.position.names.piece(piece)

    # -------------------------------------------------------------------------- states

    def _table(self, key: str, thing: Thing, value: Node) -> None:
        """Compares tables, entry by entry, or as unknown."""
        unknown = is_unknown(value)
        wanted = {} if unknown else self.notation.entries(thing.type, value)
        for one in owned_by(self.tables, thing):
            seen = self._visible(thing, one)
            if seen is None:
                continue
            got = self.viewer.entries(*one)
            if unknown == seen or (seen and got != wanted):
                said, shown = (written(entries, usual(thing.type)) for entries in (wanted, got))
                self.differ(f"'{key}'", UNKNOWN if unknown else said, shown if seen else UNKNOWN, value)

    def _states(self, key: str, thing: Thing, value: Node) -> None:
        owned = owned_by(self.tables, thing)
        shown = [names for one in owned if (names := self._shown(thing, one)) is not None]
        shown = shown or [(UNKNOWN,)]
        said = texts_of(value)
        wanted = [self._sought(thing.type, text) for text in said]
        if isinstance(value, Sequence) and thing.type.kind in SETS:
            wanted, shown = sorted(wanted), [(one,) for one in sorted(shown[0][0].split(", "))]
        elif not isinstance(value, Sequence):
            wanted = wanted * len(shown)
        if not _fit(wanted, shown, ordered=False):
            got = _listed([names[0] for names in shown]) if len(shown) > 1 else f"'{shown[0][0]}'"
            listed = _listed([str(one) for one in said])
            self.differ(f"'{key}'", listed if isinstance(value, Sequence) else f"'{value}'", got, value)

    def _sought(self, of: Type, text: Text) -> str:
        """A value as printed, or as `=NUMBER`."""
        value = self.notation.value_seen(of, text)
        return str(text) if value is None else f"={number_of(self.tables, of, value[0])}"

    def _shown(self, thing: Thing, owned: Owned) -> tuple[str, ...] | None:
        """What the view shows of a state: as printed, and as `=NUMBER`; None for a piece that is out of the game, or
        not known to be of the design."""
        (slot, owner), seen = owned, self._visible(thing, owned)
        if seen is None:
            return None
        if not seen:
            return (UNKNOWN,)
        number = read(self.viewer.m, slot, owner)
        printed = self.viewer.value(slot, owner)
        if printed is None:
            return say("name.none", BASE), f"={NONE}"
        if isinstance(printed, bool):
            return say(TRUTH[printed], BASE), f"={int(printed)}"
        if slot.type.kind == "piece":
            if not self.viewer.known >> number & 1:
                return UNKNOWN, str(printed)
            number = self.viewer.lowered.program.layout.designs[number]
        return self._key(slot, number) or str(printed), str(printed), f"={number}"

    def _key(self, slot: StateSlot, number: int) -> str:
        """The notation of a value in scenarios, if it differs from the printed form."""
        if slot.type.kind in ("kind", "piece"):
            return self.tables.design_names[number]
        if slot.type.kind == "word":
            return self.tables.words[number]
        return f"player {number + 1}" if slot.type.kind == "player" else ""

    def _visible(self, thing: Thing, owned: Owned) -> bool | None:
        viewer, owner = self.viewer, owned[1]
        if thing.sort is Sort.OF_CELL:
            board = next(board for board in self.tables.boards.values() if owner in board.cells())
            return thing.name in viewer.cell(board, owner)
        if thing.sort is Sort.OF_DESIGN:
            there = viewer.m[viewer.lowered.program.layout.at + owner] != NONE
            shown: Any = viewer.piece(owner) if there else None
            return None if shown is None else isinstance(shown, dict) and thing.name in shown
        if thing.sort is Sort.OF_ABILITY:
            return thing.name in viewer.abilities().get(thing.owner, {})
        return thing.name in viewer.states("game" if thing.whose == NONE else "player", owner)


def _fit(wanted: list[str], shown: list[tuple[str, ...]], *, ordered: bool) -> bool:
    """Whether the shown pieces are exactly the wanted ones, each by one of its names."""
    if len(wanted) != len(shown):
        return False
    if ordered:
        return all(one in names for one, names in zip(wanted, shown, strict=True))
    left = list(shown)
    for one in wanted:
        fitting = next((names for names in left if names[0] == one), None) or next(
            (names for names in left if one in names), None
        )
        if fitting is None:
            return False
        left.remove(fitting)
    return True


def _listed(items: list[str]) -> str:
    return "[" + ", ".join(items) + "]"
