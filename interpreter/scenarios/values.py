"""What the things of a scenario are in a memory: the states and places that a name means, values as numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ...dsl.document.reader import Text
from ...dsl.model.game import Game
from ...dsl.scenarios.notation import Notation, Sort, Thing, Value, cells_of, unknown
from ...dsl.tree.types import Type
from ..ir import NONE, Layout
from ..lower.numbering import StateSlot, Tables
from ..memory.words import Memory

if TYPE_CHECKING:
    from ..match.match import Match

Owned = tuple[StateSlot, int]
"""A state, and the number of the player or thing that has it."""


def notation_of(game: Game, seats: int) -> Notation:
    """The names of a game for scenarios with a number of seats."""
    if "cells" not in game.made:
        game.made["cells"] = cells_of(game.symbols)
    return Notation(game.symbols, seats, game.players[1], game.labels, game.made["cells"])


def place_number(tables: Tables, place: Thing) -> int:
    return tables.place_numbers[(place.name, place.whose)]


def owned_by(tables: Tables, thing: Thing) -> list[Owned]:
    """The state that a thing is, for each who has it: each piece of a design, each ability."""
    if thing.sort is Sort.STATE:
        states = tables.game_states if thing.whose == NONE else tables.player_states
        found = [(states[thing.name], max(thing.whose, 0))]
    elif thing.sort is Sort.OF_CELL:
        board = tables.board_of_cell[thing.owner]
        found = [(tables.cell_states[(board, thing.name)], tables.place_numbers[(thing.owner, thing.whose)])]
    elif thing.sort is Sort.OF_DESIGN:
        slot = tables.piece_states[thing.name]
        found = [(slot, piece) for piece in tables.pieces_of_design(thing.owner)]
    else:
        found = [
            (slot, 0)
            for (where, name, _), slot in tables.ability_states.items()
            if (where.rpartition("/")[0], name) == (thing.owner, thing.name)
        ]
    return [(_entry(slot, thing.entry), owner) for slot, owner in found]


def _entry(slot: StateSlot, entry: str) -> StateSlot:
    return slot.entries[slot.keys.index(entry)] if entry else slot


def number_of(tables: Tables, of: Type, value: Value) -> int:
    """The number that represents a value of a type in memory."""
    if value is None:
        return NONE
    if isinstance(value, int):
        return value
    if of.kind == "word":
        return tables.word(value)
    if of.kind in ("cell", "place"):
        return next(number for number, place in enumerate(tables.places) if place.name == value)
    return tables.design(value)


def written(entries: Mapping[str, int], usual: int) -> str:
    """A table, in the notation of scenarios."""
    return "{" + ", ".join(f"{key}: {number}" for key, number in entries.items() if number != usual) + "}"


def copies_lying(tables: Tables, layout: Layout, m: Memory, place: int, design: str) -> list[int]:
    """The pieces of a design that lie in a place (NONE: in any), from the bottom if it keeps an order."""
    pieces = [piece for piece in tables.pieces_of_design(design) if m[layout.at + piece] != NONE]
    if place == NONE:
        return pieces
    lying = [piece for piece in pieces if m[layout.at + piece] == place]
    info = layout.places[place]
    if info.ordered:
        order = list(m[info.base + 1 : info.base + 1 + m[info.base]])
        lying.sort(key=order.index)
    return lying


def keeps_order(tables: Tables, layout: Layout, place: int) -> bool:
    """Whether the pieces of a place have an order for the rules. The memory keeps one for hands and areas that not
    all players see, too, but only so that a hidden piece can be chosen by its position."""
    if not layout.places[place].ordered:
        return False
    name = next(name for (name, _), number in tables.place_numbers.items() if number == place)
    declared = tables.game.symbols.places.get(tables.board_of_cell.get(name, name))
    if declared is None:
        return True
    kind = declared.text.each or "area" if name in tables.board_of_cell else declared.text.kind
    return kind in ("pile", "row")


def known_option(match: Match, option: Text) -> None:
    """Raises `Unreadable` for a name that can never be chosen: an expectation that it cannot would prove nothing."""
    from ..match.setup.rules import prepare  # code that reads scenarios without running them needs no engine

    cells = match.rules.lowered.tables.board_of_cell
    places = [place.name for place in match.rules.lowered.tables.places]
    others = [*match.game.symbols.designs, *match.players, *cells, *places]
    own = [action.name for action in match.rules.lowered.actions_from(match.history.which) if action.name]
    if _is_option(str(option), {*own, *others}, cells):
        return
    # Most names are among those of `do`. For those of the flow, all of the game may have to be lowered once more.
    flow = [action.name for action in prepare(match.game).lowered.actions if action.name]
    known = [*dict.fromkeys([*own, *flow]), *others]
    if not _is_option(str(option), {*known}, cells):
        raise unknown("option", str(option), option.span, known)


def _is_option(option: str, known: Collection[str], cells: Collection[str]) -> bool:
    """Whether an option can have this name."""
    name = re.sub(r" \([^()]*\)$", "", option)  # the part in brackets distinguishes options of one name
    piece, _, cell = name.rpartition(" ")
    if cell in cells and piece in known:  # the name of a piece on a grid includes its cell
        return True
    return name in known or option in known or re.fullmatch("#?[0-9]+", option) is not None
