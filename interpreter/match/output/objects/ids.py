"""Ids of objects: texts that begin with the kind of the object. Compare them, but do not parse them.

player:0                    by seat
place:the table             a place of nobody; place:hand@1 is that of seat 1
board:field, cell:field/b3  a board and a cell of it; edge:walls/b3-b4 an edge
design:knight               a design
piece:knight                the only copy of a design; piece:coin#2 is the second coin that its reader knows
piece:?hand@1#0             an unknown piece, by its place; piece:? if its reader does not know its place, either
option:12/cell:field/b3     an option of a choice site, by what it names
"""

from __future__ import annotations

from collections.abc import Iterable

from ....ir import NONE

NOWHERE = "piece:?"
"""A piece whose reader knows neither its identity nor its place."""


def player_id(player: int) -> str:
    return f"player:{player}"


def players_ids(players: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(player_id, players))


def _owned(name: str, owner: int) -> str:
    return name if owner == NONE else f"{name}@{owner}"


def place_id(name: str, owner: int) -> str:
    return f"place:{_owned(name, owner)}"


def board_id(name: str, owner: int) -> str:
    return f"board:{_owned(name, owner)}"


def cell_id(board: str, owner: int, name: str, *, edge: bool) -> str:
    return f"{'edge' if edge else 'cell'}:{_owned(board, owner)}/{name}"


def design_id(design: str) -> str:
    return f"design:{design}"


def piece_id(design: str, number: int = 0) -> str:
    """The id of a known piece; the number is 0 for the only piece of a design."""
    return f"piece:{design}#{number}" if number else f"piece:{design}"


def unknown_id(place: str, number: int) -> str:
    """The id of an unknown piece: the place or cell that it lies in, and its number there."""
    return f"piece:?{place.partition(':')[2]}#{number}"


def in_order(piece: str | None) -> tuple[bool, str, int]:
    """Sorts pieces by their ids, unknown ones last: the order of their numbers would reveal their designs."""
    called = piece or NOWHERE
    name, _, count = called.rpartition("#")
    return (called == NOWHERE, name, int(count)) if count.isdecimal() else (called == NOWHERE, called, 0)


OPTION = "option:"
"""With what the ids of options begin."""


def option_id(site: int, what: str) -> str:
    return f"{OPTION}{site}/{what}"
