"""Resolves the texts of declarations: places, turns, repetitions, player counts."""

from __future__ import annotations

from typing import Literal

from .. import tree as t
from ..model.symbols import BOARDS, a_board
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..syntax.vocabulary import is_number
from .conditions import condition
from .context import Context, children, find, token
from .expressions import expression, numeric
from .lists import joined
from .selections import selection
from .types import PLACES

MOST_PLAYERS = 12


SORTS: dict[str, t.CellSort] = {"IN_ROWS": "row", "IN_PILES": "pile"}
SIGHTS: dict[str, t.Sight] = {
    "HIDDEN": "hidden",
    "OWNER_SEES": "owner",
    "OTHERS_SEE": "others",
    "BY_SIDE": "side",
}


def place_text(tree: Syntax, c: Context) -> t.PlaceText:
    kind = find(tree, "place_kind")
    assert kind is not None
    named = [one for one in tree.children if isinstance(one, Token) and str(one) in c.symbols.types]
    joined([one for one in named if one.type == "TYPE_P"], "and", c)
    types = tuple(map(str, named))
    mods = {str(mod.children[0].type) for mod in children(tree) if mod.data == "place_mod"}  # type: ignore[union-attr]
    what = PLACES[str(kind.children[0].type)]  # type: ignore[union-attr]
    said = [sight for mod, sight in SIGHTS.items() if mod in mods]
    if len(said) > 1:
        raise c.fail("RW216", "a place is seen in one way", tree, "say only once who sees what lies there")
    each = _each_cell(what, mods, tree, c)
    sight: t.Sight = said[0] if said else "owner" if what == "hand" else "open"
    per_player = "PER_PLAYER" in mods or what == "hand"
    columns, rows = _size(what, tree, c)
    between = _edges_between(what, per_player, tree, c)
    if sight in ("owner", "others") and not per_player:
        who = "its owner" if sight == "owner" else "all but its owner"
        raise c.fail("RW216", f"a place seen by {who} is per player", tree, "add ', per player'")
    return t.PlaceText(what, types, per_player, sight, columns, rows, between, each, span=c.span(tree))


def _each_cell(what: str, mods: set[str], tree: Syntax, c: Context) -> t.CellSort:
    """The order that each cell of a board keeps, if the text names one."""
    said = [sort for mod, sort in SORTS.items() if mod in mods]
    if len(said) > 1:
        raise c.fail("RW216", "a cell is a row or a pile, not both", tree, "say only one of them")
    if said and what not in BOARDS:
        way_out = f"say '{said[0]} of …'; or a board: 'map of …, in {said[0]}s'"
        raise c.fail("RW216", f"only a board can be 'in {said[0]}s'", tree, way_out)
    return said[0] if said else ""


def _size(what: str, tree: Syntax, c: Context) -> tuple[int, int]:
    """Columns and rows of a grid, none if its shape has to say them; for hexes, the longest row and the side."""
    sizes = [mod for mod in children(tree) if mod.data in ("grid_size", "side")]
    wanted = {"grid": "grid_size", "hexes": "side"}.get(what)
    if what == "grid" and not sizes:
        return 0, 0
    if [str(one.data) for one in sizes] != ([wanted] if wanted else []):
        if what in ("grid", "hexes"):
            way_out = "grid of marks, 3 by 3" if what == "grid" else "hexes of marks, side 3"
            raise c.fail(
                "RW216", f"{a_board(what)} {'needs' if what == 'grid' else 'need'} one size", tree, way_out
            )
        raise c.fail("RW216", "a grid, and only a grid, has a size", tree, "grid of marks, 3 by 3")
    if not sizes:
        return 0, 0
    numbers = [int(str(part)) for part in sizes[0].children if is_number(str(part))]
    if what == "hexes":
        numbers = [2 * numbers[0] - 1, numbers[0]]
    columns, rows = numbers
    cells = columns * rows if what == "grid" else 3 * rows * (rows - 1) + 1
    if rows < 1 or not 1 <= cells <= 400:
        raise c.fail(
            "RW216", f"{a_board(what)} {'has' if what == 'grid' else 'have'} from 1 to 400 cells", sizes[0]
        )
    return columns, rows


def _edges_between(what: str, per_player: bool, tree: Syntax, c: Context) -> str:
    """The board between whose cells edges lie."""
    given = find(tree, "between_cells")
    if (what == "edges") != (given is not None):
        raise c.fail(
            "RW216", "edges, and only they, lie between cells", tree, "edges of walls, between hexes"
        )
    if given is None:
        return ""
    board = c.symbols.cells.get(str(given.children[-1]))
    if board is None or c.symbols.places[board].text.kind not in ("grid", "hexes"):
        raise c.fail(
            "RW216", "edges lie between the cells of a grid or of hexes", given, "declare that board above"
        )
    theirs = c.symbols.places[board].text.per_player
    if theirs != per_player:
        so = "is per player, and so are its edges" if theirs else "is not per player, nor are its edges"
        message = f"'{board}' {so}"
        raise c.fail("RW216", message, tree, f"{'add' if theirs else 'leave out'} ', per player'")
    return board


def players(tree: Syntax, c: Context) -> t.Players:
    numbers = [int(str(part)) for part in tree.children if is_number(str(part))]
    if numbers[0] > numbers[-1]:
        raise c.fail(
            "RW216", f"the range {numbers[0]}..{numbers[-1]} is empty", tree, "the least comes first"
        )
    if not 1 <= numbers[0] <= numbers[-1] <= MOST_PLAYERS:
        raise c.fail("RW216", f"a game has from 1 to {MOST_PLAYERS} players", tree, "players: 2..4")
    return t.Players(numbers[0], numbers[-1], span=c.span(tree))


def turns(tree: Syntax, c: Context) -> t.Turns:
    first = find(tree, "clockwise", "counterclockwise")
    assert first is not None
    start = expression(children(first)[0], c)
    if start.type.kind != "player":
        raise c.fail("RW212", f"turns begin with a player, not with {start.type}", first)
    of = selection(tree, c)
    if of.type.kind != "players":
        raise c.fail("RW212", f"players take turns, not {of.type}", tree)
    span = c.span(tree)
    back = first.data == "counterclockwise"
    ending = find(tree, "until_left", "until", "once_each")
    if ending is None or ending.data == "once_each":
        return t.Turns(start, of, "once", 0, None, back, span=span)
    if ending.data == "until_left":
        count = int(str(token(ending, "INT")))
        return t.Turns(start, of, "left", count, None, back, span=span)
    return t.Turns(start, of, "until", 0, condition(children(ending)[0], c), back, span=span)


def repetition(tree: Syntax, c: Context) -> t.Repetition:
    span = c.span(tree)
    if tree.data == "for_ever":
        return t.Repetition("for ever", None, span=span)
    inner = children(tree)[0]
    if tree.data == "times":
        return t.Repetition("times", numeric(inner, c), span=span)
    how: Literal["while", "until"] = "while" if tree.data == "while_" else "until"
    return t.Repetition(how, condition(inner, c), span=span)
