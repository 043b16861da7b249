"""A grid drawn for a terminal as boxes: in each what lies there, and between them passages and what blocks them.

┌─ a2 ────────┐ ┌─ b2 ────────┐
│kitchen      ╞═╡cellar       │
│2 × rat, bat │ │chest        │
└──────╥──────┘ └──────#──────┘
┌─ a1 ─╨──────┐ ┌─ b1 ─#──────┐
│hall         │ │yard         │
└─────────────┘ └─────────────┘
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

import attrs

from ...dsl.model import geometry
from ...dsl.model.game import Game
from ...dsl.model.symbols import Place
from ...interpreter.match.decisions.disambiguate import cell_gender, part_states
from .edges import Pair, edges_between, edges_blocked, edges_open, passage_state
from .hexagons import BLOCKED
from .look import Screen
from .paint import filled
from .paint import width as columns_of
from .wording import pieces_text

INDENT = 4
NARROWEST = 8
PASSAGE = "═"
ENDS = "╥", "╨"
"""The ends of a passage to the south, in the lower edge of one box and in the upper edge of the next one."""

Vector = tuple[int, int]


@attrs.frozen
class _Plan:
    """What is drawn: the lines in each box by its position, and the size of all boxes. `mark` is the column in the
    edges of a box where it meets its neighbours to the north and south."""

    boxes: dict[Vector, list[str]]
    names: dict[Vector, str]
    open: set[Pair]
    blocked: set[Pair]
    width: int
    mark: int


def rooms(look: Screen, name: str, cells: Mapping[str, dict[str, Any]], boards: dict[str, Any]) -> list[str]:
    """The lines of the picture; none if there is nothing to draw."""
    game = look.game
    place = game.symbols.places[name]
    positions = geometry.positions(place)
    passages, blocked = edges_open(game, name, boards), edges_blocked(game, name, boards)
    items = {cell: _items(look, place, one) for cell, one in cells.items()}
    used = {cell for cell in positions if items[cell]} | {
        cell for pair in passages | blocked for cell in pair
    }
    if not used:
        return []
    has_passages = any(
        passage_state(edges) is not None for edges in edges_between(game, name) if edges.name in boards
    )
    drawn = used if has_passages else _around(positions, used, look.room)
    columns, rows = _span(positions, drawn, 0), _span(positions, drawn, 1)
    named = max(len(cell) for cell in drawn)
    longest = max((columns_of(item) for cell in drawn for parts in items[cell] for item in parts), default=0)
    width = max(min(longest, _room(columns, look.room)), NARROWEST, named + 5)
    boxes = {
        positions[cell]: [line for parts in items[cell] for line in _packed(parts, width)] for cell in drawn
    }
    names = {positions[cell]: cell for cell in drawn}
    plan = _Plan(boxes, names, passages, blocked, width, max(width // 2, named + 3))
    return [(" " * INDENT + line).rstrip() for y in reversed(rows) for line in _row(plan, columns, y)]


def _around(positions: Mapping[str, Vector], used: set[str], across: int) -> set[str]:
    """The cells of a board without passages: all, or, if they are too many for the width, those between the first
    and the last column and row in use. (Where there are passages, a cell that none leads to, and where nothing lies,
    is no room, and is never drawn.)"""
    if _room(_span(positions, positions, 0), across) >= NARROWEST:
        return set(positions)
    columns, rows = _span(positions, used, 0), _span(positions, used, 1)
    return {cell for cell, (x, y) in positions.items() if x in columns and y in rows}


def _span(positions: Mapping[str, Vector], cells: Iterable[str], axis: int) -> range:
    """The columns (axis 0) or rows (axis 1) from the first to the last in which cells lie."""
    found = [positions[cell][axis] for cell in cells]
    return range(min(found), max(found) + 1)


def _room(columns: range, across: int) -> int:
    """How many characters a box has if these columns are to fit into this width."""
    return (across - INDENT + 1) // len(columns) - 3


# ------------------------------------------------------------------------------- boxes


def _items(look: Screen, place: Place, cell: Mapping[str, Any]) -> list[list[str]]:
    """What to write into a cell: a list of pieces for each type, in the order of the types in the text of the board,
    with equal ones counted; then its states. If the cells keep an order, so do the pieces in one list."""
    game, language = look.game, look.language
    own = {name: value for name, value in cell.items() if name != "pieces"}
    states = part_states(game, own, language, cell_gender(game, place.name, language))
    last = [[states]] if states else []
    if place.text.each:
        texts = (pieces_text(game, [piece], language, look) for piece in cell["pieces"])
        runs = [_times(text, len(list(run))) for text, run in groupby(texts)]
        return [runs, *last] if runs else last
    types = _types(game, place)
    unknown = len(types)

    def of(piece: Any) -> int:
        return types.get(_name(piece), unknown)

    found = []
    for _, group in groupby(sorted(cell["pieces"], key=of), key=of):
        counted = Counter(pieces_text(game, [piece], language, look) for piece in group)
        found.append([_times(text, count) for text, count in counted.items()])
    return found + last


def tile(game: Game, place: Place, pieces: Iterable[Any]) -> str:
    """What makes a cell of such a board what it is: its piece of the first type in the text of the board; empty if
    there is none, or several."""
    types = _types(game, place)
    found = [name for piece in pieces if (name := _name(piece)) is not None and types.get(name) == 0]
    return found[0] if len(found) == 1 else ""


def _times(text: str, count: int) -> str:
    return f"{count} × {text}" if count > 1 else text


def _types(game: Game, place: Place) -> dict[str | None, int]:
    """The place of each piece's type among those of a board, by what the piece is called."""
    symbols = game.symbols
    order = {type_: number for number, type_ in enumerate(place.text.types)}
    return {
        called: order[design.type]
        for design in symbols.designs.values()
        if design.type in order
        for called in design.names.plain
    }


def _name(piece: Any) -> str | None:
    found: str | None = piece["name"] if isinstance(piece, dict) else piece
    return found


def _packed(items: Iterable[str], width: int) -> list[str]:
    """Items in lines of this width, broken between items where that is possible."""
    lines: list[str] = []
    for item in items:
        if lines and columns_of(lines[-1]) + 2 + columns_of(item) <= width:
            lines[-1] += f", {item}"
        else:
            if lines and columns_of(lines[-1]) < width:
                lines[-1] += ","
            fits = columns_of(item) <= width
            lines += [item] if fits else textwrap.wrap(item, width, subsequent_indent=" ")
    return lines


# ---------------------------------------------------------------------------- drawing


def _row(plan: _Plan, columns: range, y: int) -> list[str]:
    """The lines of a row of boxes, all as high as the highest of them."""
    here = [plan.boxes.get((x, y)) for x in columns]
    height = max((len(box) for box in here if box is not None), default=0) or 1
    lines = [" ".join(_upper(plan, (x, y)) for x in columns)]
    for number in range(height):
        line = ""
        for x, box in zip(columns, here, strict=True):
            sign = _sign(plan, (x - 1, y), (x, y), PASSAGE) if number == 0 else " "
            line += sign if x > columns.start else ""
            west = number == 0 and _passes(plan, (x - 1, y), (x, y))
            east = number == 0 and _passes(plan, (x, y), (x + 1, y))
            if box is None:
                line += " " * (plan.width + 2)
            else:
                text = box[number] if number < len(box) else ""
                line += ("╡" if west else "│") + filled(text, plan.width) + ("╞" if east else "│")
        lines.append(line)
    return [*lines, " ".join(_lower(plan, (x, y)) for x in columns)]


def _upper(plan: _Plan, at: Vector) -> str:
    if at not in plan.boxes:
        return " " * (plan.width + 2)
    sign = _sign(plan, at, (at[0], at[1] + 1), ENDS[1], "─")
    line = f"─ {plan.names[at]} ".ljust(plan.width, "─")
    return "┌" + line[: plan.mark] + sign + line[plan.mark + 1 :] + "┐"


def _lower(plan: _Plan, at: Vector) -> str:
    if at not in plan.boxes:
        return " " * (plan.width + 2)
    sign = _sign(plan, at, (at[0], at[1] - 1), ENDS[0], "─")
    return "└" + "─" * plan.mark + sign + "─" * (plan.width - plan.mark - 1) + "┘"


def _sign(plan: _Plan, one: Vector, other: Vector, passage: str, nothing: str = " ") -> str:
    """The sign between two neighbours."""
    if _pairs(plan, one, other) & plan.blocked:
        return BLOCKED
    return passage if _passes(plan, one, other) else nothing


def _passes(plan: _Plan, one: Vector, other: Vector) -> bool:
    return bool(_pairs(plan, one, other) & plan.open)


def _pairs(plan: _Plan, one: Vector, other: Vector) -> set[Pair]:
    """How the edge between two neighbours may be named."""
    near, far = plan.names.get(one, ""), plan.names.get(other, "")
    return {(near, far), (far, near)}
