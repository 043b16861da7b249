"""The geometry of a game's boards: the coordinates and neighbours of cells, and the edges between them."""

from __future__ import annotations

from .....dsl.model.game import Game
from .....dsl.model.geometry import directions
from .....dsl.model.symbols import Name, State
from ....ir import NONE
from ....lower.numbering import NumberedBoard
from ...setup.rules import Rules, prepare
from .catalogue import printed_values, sign, spoken
from .classes import Board, BoardCell
from .ids import board_id, player_id
from .winning import winning_lines


def boards(game: Game) -> dict[str, Board]:
    """The geometry of a game's boards: cells with their coordinates and neighbours, and the edges between them.

    Args:
        game: the game.

    Returns:
        The boards by id, those of each player for as many players as the game is for; none for a game without boards.

    >>> plain = boards(load("cookbook/hexes-and-paths"))["board:plain"]
    >>> plain.sort, len(plain.cells), plain.cells["cell:plain/a1"].neighbours["north"]
    ('hexes', 19, 'cell:plain/a2')
    """
    rules = prepare(game)
    lines = winning_lines(game)
    return {
        board_id(name, owner): _board(rules, one, lines.get(name))
        for (name, owner), one in rules.lowered.tables.boards.items()
    }


def _board(rules: Rules, board: NumberedBoard, line: int | None) -> Board:
    place = rules.game.symbols.places[board.name]
    under = _under(rules, board)
    cells = [_cell(rules, board, at) for at in board.cells()]
    return Board(
        id=board_id(board.name, board.owner),
        name=board.name,
        labels=spoken(rules, place.names),
        sort=board.kind,
        owner=None if board.owner == NONE else player_id(board.owner),
        columns=board.columns,
        rows=board.rows,
        between=None if under is None else board_id(under.name, under.owner),
        directions=tuple(directions(board.kind)),
        cells={one.id: one for one in cells},
        line=line,
    )


def _under(rules: Rules, edges: NumberedBoard) -> NumberedBoard | None:
    """The board on which edges lie."""
    known, between = rules.lowered.tables.boards, rules.game.symbols.places[edges.name].text.between
    return known.get((between, edges.owner)) or known.get((between, NONE))


def _cell(rules: Rules, board: NumberedBoard, at: int) -> BoardCell:
    places, symbols = rules.facts.places, rules.game.symbols
    x, y = board.position(at) if board.positions else (None, None)
    neighbours: dict[str, int] = {}
    if x is not None and y is not None:
        around = {name: board.at(x + dx, y + dy) for name, (dx, dy) in directions(board.kind).items()}
        neighbours = {name: one for name, one in around.items() if one is not None}
    to = board.ways[at - board.first] if board.ways else ()
    under = _under(rules, board) if board.kind == "edges" else board
    assert under is not None
    printed = symbols.places[board.name].printed.get(places[at].name)
    spot = rules.game.look.cells.get(board.name, {}).get(places[at].name)
    return BoardCell(
        id=places[at].id,
        name=places[at].name,
        x=x,
        y=y,
        neighbours={name: places[one].id for name, one in neighbours.items()},
        edges=_edges(rules, board, at, neighbours),
        leads=tuple(places[under.first + one].id for one in to),
        printed={} if printed is None else printed_values(rules.facts, printed, _declared(rules, board)),
        look=sign(spot),
        labels={} if printed is None else _labels(rules, printed.names),
        at=None if spot is None else spot.at,
    )


def _labels(rules: Rules, names: Name) -> dict[str, str]:
    return {tag: names.say(tag) for tag in rules.game.languages if names.forms.get(tag)}


def _declared(rules: Rules, board: NumberedBoard) -> dict[str, State]:
    return rules.game.symbols.places[board.name].properties


def _edges(
    rules: Rules, board: NumberedBoard, at: int, neighbours: dict[str, int]
) -> dict[str, tuple[str, ...]]:
    """The edges on all boards of edges that lie between a cell and each of its neighbours."""
    found: dict[str, tuple[str, ...]] = {}
    for edges in rules.lowered.tables.boards.values():
        under = _under(rules, edges) if edges.kind == "edges" else None
        if under is None or (under.name, under.owner) != (board.name, board.owner):
            continue
        pairs = {frozenset(pair): edges.first + number for number, pair in enumerate(edges.ways)}
        for name, other in neighbours.items():
            edge = pairs.get(frozenset((at - board.first, other - board.first)))
            if edge is not None:
                found[name] = (*found.get(name, ()), rules.facts.places[edge].id)
    return found
