"""What a scenario expects a player to see: `view of player 1: {…}`.

Places, cells of boards, states and designs are named by their keys, as everywhere in a scenario; a value or a piece
may also be called as the view prints it. `unknown` is a piece or a secret state that the player does not know. What
can be written is the same whether a scenario is run or only read (`readable`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from rulewright.dsl.document import Node, Sequence, Text

from ..ir import NONE
from ..lower.tables import Slot, Tables, leaves
from ..names import NOBODY, TRUTH
from ..view import SETS, Viewer, pieces_in, read
from .tables import entries_of, written
from .values import (
    PLAYER,
    Unreadable,
    is_number,
    number_of,
    owned_states,
    pairs,
    player_number,
    repeated,
    state_named,
    text_of,
    unknown,
)

UNKNOWN = "unknown"

Differ = Callable[[str, object, object, Node], None]


@attrs.frozen
class Place:
    """A place, or a cell of a board, by its number."""

    number: int


@attrs.frozen
class States:
    """A state of the game, of a player, of a cell, of the pieces of a design, or of an ability of a design."""

    name: str
    of: str
    found: tuple[tuple[Slot, int], ...]  # where each lies, and whose it is


def sought(tables: Tables, name: Text, owner: int) -> Place | States:
    """What a key names, of the game (NONE) or of a player. Raises `Unreadable` with what could be written."""
    key = str(name)
    if (key, owner) in tables.place_numbers:
        return Place(tables.place_numbers[(key, owner)])
    states = tables.game_states if owner == NONE else tables.player_states
    slot = state_named(states, key)
    if slot is not None:
        table = key if key in states else key.rpartition(" in ")[0]
        return States(table, "", ((slot, max(owner, 0)),))
    of, _, state = key.partition("'s ")
    if owned := owned_states(tables, key, owner):
        declared = {*tables.piece_states, *(one for _, one in tables.cell_states)}
        table = state if state in declared else state.rpartition(" in ")[0]
        return States(table, of, tuple(owned))
    for (where, known, _), slot in tables.ability_states.items():
        if owner == NONE and (where.rpartition("/")[0], known) == (of, state):
            return States(state, of, ((slot, 0),))
    raise _unknown(tables, name, owner)


def _unknown(tables: Tables, name: Text, owner: int) -> Unreadable:
    places = [one for one, of in tables.place_numbers if of == owner]
    cells = [one for one in places if tables.board_of_cell.get(one) == str(name)]
    if cells:
        message = f"'{name}' is a board, and a view shows its cells"
        return Unreadable(message, name.span, f"say which, such as `{cells[0]}: …`")
    states = tables.game_states if owner == NONE else tables.player_states
    loose = [one for one in places if one not in tables.board_of_cell]
    known = [*states, *loose, *(one for one in places if one in tables.board_of_cell)]
    if owner == NONE:
        known += [f"player {number + 1}" for number in range(tables.game.players[1])]
    found = unknown("part of the view", str(name), name.span, known)
    if owner != NONE:
        found.message = f"there is no '{name}' of a player in the view"
    if not known:
        found.help = "players of this game have no states and no places"
    return found


def parts_of(tables: Tables, node: Node, players: int) -> list[tuple[Text, Node, Place | States]]:
    """All that is expected of a view, each with what its key names."""
    found = []
    for name, wanted in pairs(node, "a view"):
        if PLAYER.match(str(name)):
            owner = player_number(name, players)
            for inner, value in pairs(wanted, "a player in a view"):
                found.append((inner, value, sought(tables, inner, owner)))
        else:
            found.append((name, wanted, sought(tables, name, NONE)))
    return found


def readable(tables: Tables, node: Node, players: int) -> None:
    """Raises `Unreadable` for what means nothing in any view of the game."""
    for _, wanted, part in parts_of(tables, node, players):
        if isinstance(part, Place):
            _pieces_wanted(tables, part.number, wanted)
        elif part.found[0][0].entries:
            if not (isinstance(wanted, Text) and str(wanted) == UNKNOWN):
                entries_of(part.found[0][0], wanted)
        else:
            for text in _texts(wanted):
                _value(tables, part.found[0][0], text, players)


class Seen:
    """Compares what a player sees with what is expected."""

    def __init__(self, viewer: Viewer, differ: Differ) -> None:
        self.viewer = viewer
        self.differ = differ
        self.tables = viewer.lowered.tables
        self.players = len(viewer.match.players)

    def check(self, node: Node) -> None:
        for name, wanted, part in parts_of(self.tables, node, self.players):
            if isinstance(part, Place):
                self._place(str(name), part.number, wanted)
            else:
                self._states(str(name), part, wanted)

    # -------------------------------------------------------------------------- places

    def _place(self, key: str, number: int, value: Node) -> None:
        pieces = pieces_in(self.viewer.match, self.viewer.m, number)
        if is_number(value):
            if str(value) != str(len(pieces)):
                self.differ(f"the number of pieces in '{key}' in the view", value, len(pieces), value)
            return
        wanted = _pieces_wanted(self.tables, number, value)
        shown = [self._called(piece) for piece in pieces]
        ordered = self.viewer.lowered.program.layout.places[number].ordered
        if not ordered:
            shown.sort(key=lambda names: (names[0] == UNKNOWN, names[0]))
        if not _fit(wanted, shown, ordered=ordered):
            self.differ(
                f"'{key}' in the view", _listed(wanted), _listed([names[0] for names in shown]), value
            )

    def _called(self, piece: int) -> tuple[str, ...]:
        """The names by which a scenario may call a piece that is seen: its key first."""
        if not self.viewer.known >> piece & 1:
            return (UNKNOWN,)
        return self.tables.pieces[piece], self.viewer.match.names.piece(piece)

    # -------------------------------------------------------------------------- states

    def _tables(self, key: str, part: States, value: Node) -> None:
        """Tables that are seen, entry by entry, or are not seen."""
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
        for text in _texts(value):
            number = _value(self.tables, part.found[0][0], text, self.players)
            wanted.append(str(text) if number is None else f"={number}")
        if isinstance(value, Sequence) and type_.kind in SETS:
            wanted, shown = sorted(wanted), [(one,) for one in sorted(shown[0][0].split(", "))]
        elif not isinstance(value, Sequence):
            wanted = wanted * len(shown)
        if not _fit(wanted, shown, ordered=False):
            got = _listed([names[0] for names in shown]) if len(shown) > 1 else f"'{shown[0][0]}'"
            said = _listed([str(one) for one in _texts(value)])
            self.differ(
                f"'{key}' in the view", said if isinstance(value, Sequence) else f"'{value}'", got, value
            )

    def _shown(self, part: States, slot: Slot, owner: int) -> tuple[str, ...] | None:
        """What the view shows of a state: as printed, and as `=NUMBER`; None of a piece that is out of the game, or
        not known to be of the design."""
        seen = self._visible(part, slot, owner)
        if seen is None:
            return None
        if not seen:
            return (UNKNOWN,)
        number = read(self.viewer.m, slot, owner)
        printed = self.viewer.value(slot, owner)
        if printed is None:
            return NOBODY["en"], f"={NONE}"
        if isinstance(printed, bool):
            return TRUTH["en"][printed], f"={int(printed)}"
        if slot.type.kind == "piece":
            if not self.viewer.known >> number & 1:
                return UNKNOWN, str(printed)
            number = self.viewer.lowered.program.layout.designs[number]
        return self._key(slot, number) or str(printed), str(printed), f"={number}"

    def _key(self, slot: Slot, number: int) -> str:
        """What a scenario writes for a value, where it is not what is printed."""
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


def _pieces_wanted(tables: Tables, number: int, node: Node) -> list[str]:
    """The pieces that are expected in a place: their keys, or as they are printed."""
    if is_number(node) or (isinstance(node, Text) and str(node) == "empty"):
        return []
    place = next(name for (name, _), known in tables.place_numbers.items() if known == number)
    types = tables.types_held(place)
    designs = tables.game.symbols.designs
    known = [name for name, design in designs.items() if not types or design.type in types]
    printed = {designs[name].names.en for name in known}
    found = []
    for text in _texts(node):
        for name in repeated(str(text)):
            if name not in known and name not in printed and name != UNKNOWN:
                raise unknown("design", name, text.span, [*known, UNKNOWN])
            found.append(name)
    return found


def _value(tables: Tables, slot: Slot, text: Text, players: int) -> int | None:
    """The number that stands for a value; None for `unknown`, and where only what is printed can be compared."""
    if str(text) == UNKNOWN or slot.type.kind in SETS:
        return None
    try:
        return number_of(tables, slot.type, text, players)
    except Unreadable:
        if slot.type.kind in ("player", "place", "cell") or str(text) in _printed(tables, slot):
            return None
        raise


def _printed(tables: Tables, slot: Slot) -> set[str]:
    """What a view may print of a design or a word that is no key."""
    if slot.type.kind in ("kind", "piece"):
        return {design.names.en for design in tables.game.symbols.designs.values()}
    if slot.type.kind == "word":
        return {tables.game.labels.get(word, {}).get("en", word) for word in slot.type.of}
    return set()


def _fit(wanted: list[str], shown: list[tuple[str, ...]], *, ordered: bool) -> bool:
    """Whether each of what is shown is wanted, by one of its names."""
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


def _texts(node: Node) -> list[Text]:
    return [text_of(item) for item in (node.items if isinstance(node, Sequence) else (node,))]


def _listed(items: list[str]) -> str:
    return "[" + ", ".join(items) + "]"


__all__ = ["Seen", "readable"]
