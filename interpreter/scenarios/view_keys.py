"""Reads the keys and values of `view of player 1: {…}`.

Places, cells of boards, states and designs are named by their keys, as everywhere in a scenario; a value or a piece
may also be written as the view prints it. `unknown` is a piece or a secret state that the player does not know. The
same notation is valid whether a scenario is run (`views`) or only read (`readable`).
"""

from __future__ import annotations

import attrs
from rulewright.dsl.document.reader import Node, Sequence, Text
from rulewright.dsl.languages import BASE

from ..ir import NONE
from ..lower.numbering import Slot, Tables
from ..match.setup.names import SETS
from .number_tables import entries_of
from .values import (
    PLAYER,
    Unreadable,
    is_number,
    number_of,
    of_others,
    owned_states,
    pairs,
    player_number,
    repeated,
    state_named,
    text_of,
    unknown,
)

UNKNOWN = "unknown"


@attrs.frozen
class Place:
    """A place, or a cell of a board, by its number."""

    number: int


@attrs.frozen
class States:
    """A state of the game, a player, a cell, the pieces of a design, or an ability of a design."""

    name: str
    of: str
    found: tuple[tuple[Slot, int], ...]  # the address and the owner of each


def sought(tables: Tables, name: Text, owner: int) -> Place | States:
    """What a key of the game (NONE) or of a player names. Raises `Unreadable`, which lists the known keys."""
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
        return Unreadable(message, name.span, f"name a cell, such as `{cells[0]}: …`")
    elsewhere = of_others(tables, name, owner)
    if elsewhere is not None:
        return elsewhere
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
    """All expectations of a view, each with what its key names."""
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
    """Raises `Unreadable` for keys and values that mean nothing in any view of the game."""
    for _, wanted, part in parts_of(tables, node, players):
        if isinstance(part, Place):
            pieces_wanted(tables, part.number, wanted)
        elif part.found[0][0].entries:
            if not (isinstance(wanted, Text) and str(wanted) == UNKNOWN):
                entries_of(part.found[0][0], wanted)
        else:
            for text in texts_of(wanted):
                value_wanted(tables, part.found[0][0], text, players)


def pieces_wanted(tables: Tables, number: int, node: Node) -> list[str]:
    """The pieces that are expected in a place, by their keys or as they are printed."""
    if is_number(node) or (isinstance(node, Text) and str(node) == "empty"):
        return []
    place = next(name for (name, _), known in tables.place_numbers.items() if known == number)
    types = tables.types_held(place)
    designs = tables.game.symbols.designs
    known = [name for name, design in designs.items() if not types or design.type in types]
    printed = {designs[name].names.base for name in known}
    found = []
    for text in texts_of(node):
        for name in repeated(str(text)):
            if name not in known and name not in printed and name != UNKNOWN:
                raise unknown("design", name, text.span, [*known, UNKNOWN])
            found.append(name)
    return found


def value_wanted(tables: Tables, slot: Slot, text: Text, players: int) -> int | None:
    """The number that represents a value; None for `unknown`, and if only the printed form can be compared."""
    if str(text) == UNKNOWN or slot.type.kind in SETS:
        return None
    try:
        return number_of(tables, slot.type, text, players)
    except Unreadable:
        if slot.type.kind in ("player", "place", "cell") or str(text) in _printed(tables, slot):
            return None
        raise


def _printed(tables: Tables, slot: Slot) -> set[str]:
    """The names, besides keys, under which a view may print designs and words."""
    if slot.type.kind in ("kind", "piece"):
        return {design.names.base for design in tables.game.symbols.designs.values()}
    if slot.type.kind == "word":
        return {tables.game.labels.get(word, {}).get(BASE, word) for word in slot.type.of}
    return set()


def texts_of(node: Node) -> list[Text]:
    return [text_of(item) for item in (node.items if isinstance(node, Sequence) else (node,))]
