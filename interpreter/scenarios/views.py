"""Compares the view of a player with the expectations of a scenario: `view of player 1: {…}`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl.document.reader import Node, Sequence, Text
from rulewright.dsl.languages import BASE, say

from ..ir import NONE
from ..lower.numbering import Slot, leaves
from ..match.output.view import Viewer, read
from ..match.setup.names import SETS, TRUTH
from .number_tables import entries_of, written
from .values import is_number, keeps_order
from .view_keys import UNKNOWN, Place, States, parts_of, pieces_wanted, texts_of, value_wanted

Differ = Callable[[str, object, object, Node], None]


class Seen:
    """Compares the view of a player with the expectations."""

    def __init__(self, viewer: Viewer, differ: Differ) -> None:
        self.viewer = viewer
        self.differ = differ
        self.tables = viewer.lowered.tables
        self.players = len(viewer.position.players)

    def check(self, node: Node) -> None:
        for name, wanted, part in parts_of(self.tables, node, self.players):
            if isinstance(part, Place):
                self._place(str(name), part.number, wanted)
            else:
                self._states(str(name), part, wanted)

    # -------------------------------------------------------------------------- places

    def _place(self, key: str, number: int, value: Node) -> None:
        pieces = self.viewer.position.pieces_in(number)
        if is_number(value):
            if str(value) != str(len(pieces)):
                self.differ(f"the number of pieces in '{key}' in the view", value, len(pieces), value)
            return
        wanted = pieces_wanted(self.tables, number, value)
        shown = [self._called(piece) for piece in pieces]
        ordered = keeps_order(self.tables, self.viewer.lowered.program.layout, number)
        if not ordered:
            shown.sort(key=lambda names: (names[0] == UNKNOWN, names[0]))
        if not _fit(wanted, shown, ordered=ordered):
            self.differ(
                f"'{key}' in the view", _listed(wanted), _listed([names[0] for names in shown]), value
            )

    def _called(self, piece: int) -> tuple[str, ...]:
        """The names by which a scenario may call a visible piece, starting with its key."""
        if not self.viewer.known >> piece & 1:
            return (UNKNOWN,)
        return self.tables.pieces[piece], self.viewer.position.names.piece(piece)

    # -------------------------------------------------------------------------- states

    def _tables(self, key: str, part: States, value: Node) -> None:
        """Compares tables, entry by entry, or as unknown."""
        unknown = isinstance(value, Text) and str(value) == UNKNOWN
        for slot, owner in part.found:
            seen = self._visible(part, slot, owner)
            if seen is None:
                continue
            got = self.viewer.entries(slot, owner)
            wanted = {} if unknown else {one.key: one.number for one in entries_of(slot, value)}
            if unknown == seen or (seen and got != wanted):
                shown = written(slot, got) if seen else UNKNOWN
                self.differ(
                    f"'{key}' in the view", UNKNOWN if unknown else written(slot, wanted), shown, value
                )

    def _states(self, key: str, part: States, value: Node) -> None:
        if part.found[0][0].entries:
            self._tables(key, part, value)
            return
        shown = [names for slot, owner in part.found if (names := self._shown(part, slot, owner)) is not None]
        shown = shown or [(UNKNOWN,)]
        type_ = part.found[0][0].type
        wanted = []
        for text in texts_of(value):
            number = value_wanted(self.tables, part.found[0][0], text, self.players)
            wanted.append(str(text) if number is None else f"={number}")
        if isinstance(value, Sequence) and type_.kind in SETS:
            wanted, shown = sorted(wanted), [(one,) for one in sorted(shown[0][0].split(", "))]
        elif not isinstance(value, Sequence):
            wanted = wanted * len(shown)
        if not _fit(wanted, shown, ordered=False):
            got = _listed([names[0] for names in shown]) if len(shown) > 1 else f"'{shown[0][0]}'"
            said = _listed([str(one) for one in texts_of(value)])
            self.differ(
                f"'{key}' in the view", said if isinstance(value, Sequence) else f"'{value}'", got, value
            )

    def _shown(self, part: States, slot: Slot, owner: int) -> tuple[str, ...] | None:
        """What the view shows of a state: as printed, and as `=NUMBER`; None for a piece that is out of the game, or
        not known to be of the design."""
        seen = self._visible(part, slot, owner)
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

    def _key(self, slot: Slot, number: int) -> str:
        """The notation of a value in scenarios, if it differs from the printed form."""
        if slot.type.kind in ("kind", "piece"):
            return self.tables.design_names[number]
        if slot.type.kind == "word":
            return self.tables.words[number]
        return f"player {number + 1}" if slot.type.kind == "player" else ""

    def _visible(self, part: States, slot: Slot, owner: int) -> bool | None:
        viewer, tables = self.viewer, self.tables
        if slot in leaves(tables.cell_states.values()) or slot in tables.cell_states.values():
            board = next(board for board in tables.boards.values() if owner in board.cells())
            return part.name in viewer.cell(board, owner)
        if slot in leaves(tables.piece_states.values()) or slot in tables.piece_states.values():
            there = viewer.m[viewer.lowered.program.layout.at + owner] != NONE
            shown: Any = viewer.piece(owner) if there else None
            return None if shown is None else isinstance(shown, dict) and part.name in shown
        if slot in tables.ability_states.values():
            return part.name in viewer.abilities().get(part.of, {})
        of_players = (*tables.player_states.values(), *leaves(tables.player_states.values()))
        of = "player" if slot in of_players else "game"
        return part.name in viewer.states(of, owner)


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


__all__ = ["Seen"]
