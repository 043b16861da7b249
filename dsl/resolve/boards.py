"""Resolves texts about boards: steps, distances, directions, edges."""

from __future__ import annotations

from .. import tree as t
from ..model.symbols import Place
from ..model.uses import NOUN, PLACE
from ..syntax.parser import Syntax
from ..tree.types import DIRECTION, Type, number
from .context import Context, FilterResolver, Resolver, children, token
from .expressions import expression, numeric

GRID_STEPS = frozenset(
    {"next to", "touching", "north of", "south of", "east of", "west of"}
    | {"north-east of", "north-west of", "south-east of", "south-west of"}
)
HEX_STEPS = GRID_STEPS - {"touching", "east of", "west of"}
STEPS = {
    "grid": GRID_STEPS,
    "hexes": HEX_STEPS,
    "map": frozenset({"next to"}),
    "edges": frozenset({"next to"}),
}
BESIDE = "beside"


def _boards(of: Type, c: Context) -> list[Place]:
    return [c.symbols.places[name] for name in of.of]


def _cells(tree: Syntax, c: Context) -> t.Expr:
    """A cell, or cells; a piece stands for the cell that it lies on."""
    value = expression(tree, c)
    if value.type.kind == "piece":
        value = _under(value, tree, c)
    if value.type.kind not in ("cell", "cells"):
        raise c.fail("RW206", f"steps begin at cells of a board, not at {value.type}", tree)
    return value


def _under(piece: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    cells = [
        (name, state)
        for name, state in c.symbols.properties_of(piece.type).items()
        if name in c.symbols.cells
    ]
    if len(cells) != 1:
        raise c.fail("RW206", f"{piece.type} lies on no board, or on several", tree, "name the cell")
    name, state = cells[0]
    return t.Property(piece, name, span=piece.span, type=state.type)


def _way(rel: Syntax, of: Type, c: Context) -> str | None:
    """The kind of steps, if the text names it; the boards must know such steps."""
    said = token(rel, "STEP")
    if said is None:
        return None
    _known(str(said), of, rel, c)
    return str(said)


def _known(way: str, of: Type, rel: Syntax, c: Context) -> None:
    for board in _boards(of, c):
        if way not in STEPS[board.text.kind] and way not in board.way_names:
            there = ", ".join(sorted({*STEPS[board.text.kind], *board.way_names}))
            raise c.fail("RW206", f"there is no step '{way}' on '{board.name}'", rel, f"there are: {there}")


def _same_board(of: Type, start: Type, rel: Syntax, c: Context) -> None:
    if not set(of.of) & set(start.of):
        raise c.fail("RW206", "these are cells of different boards", rel)


def _step(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    if of.kind != "cell":
        raise c.fail("RW206", f"only cells of a board lie beside each other, not {of}", rel)
    start, way = _cells(children(rel)[0], c), str(rel.children[0])
    if way == BESIDE:
        _beside(of, start.type, rel, c)
    else:
        _same_board(of, start.type, rel, c)
        _known(way, of, rel, c)
    return [t.Step(way, start, span=c.span(rel))]


def _beside(of: Type, start: Type, rel: Syntax, c: Context) -> None:
    for one, other in ((of, start), (start, of)):
        edges = [board.text.between for board in _boards(one, c) if board.text.kind == "edges"]
        if edges and set(edges) & set(other.of):
            return
    raise c.fail("RW206", "only edges and the cells of their board lie beside each other", rel)


def _within(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    count, start = children(rel)
    steps, first = numeric(count, c), _cells(start, c)
    if of.kind != "cell":
        raise c.fail("RW206", f"only cells are within a number of steps, not {of}", rel, _by_distance(of))
    _same_board(of, first.type, rel, c)
    return [t.Within(steps, _way(rel, of, c), first, span=c.span(rel))]


def _by_distance(of: Type) -> str | None:
    """A hint on how to select pieces that lie near."""
    return f"say 'where (the distance from that {of.of[0]} to … <= 2)'" if of.kind == "piece" else None


def _reachable(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    start = _cells(children(rel)[0], c)
    if of.kind != "cell":
        cells = c.symbols.places[start.type.of[0]].cells
        said = str(c.text)[rel.start_pos : rel.end_pos]
        way_out = f"say in which of them: … in ({cells} {said})" if of.kind == "piece" else None
        raise c.fail("RW206", f"only cells are reachable, not {of}", rel, way_out)
    _same_board(of, start.type, rel, c)
    return [t.Reachable(_way(rel, of, c), start, span=c.span(rel))]


def _nearest(rel: Syntax, of: Type, c: Context) -> list[t.Filter]:
    start = _cells(children(rel)[0], c)
    if of.kind not in ("cell", "piece"):
        raise c.fail("RW206", f"only cells and pieces are near, not {of}", rel)
    if of.kind == "cell":
        _same_board(of, start.type, rel, c)
    return [t.Nearest(_way(rel, start.type, c), start, span=c.span(rel))]


def _distance(tree: Syntax, c: Context) -> t.Expr:
    start, goal = (_cells(child, c) for child in children(tree))
    _same_board(start.type, goal.type, tree, c)
    most = max(_size(board, c) for board in _boards(start.type, c))
    return t.Distance(_way(tree, start.type, c), start, goal, span=c.span(tree), type=number(0, most))


def _size(board: Place, c: Context) -> int:
    """The most cells that a board can have."""
    text = board.text
    if text.kind == "edges":
        return 3 * _size(c.symbols.places[text.between], c)
    return {"grid": text.columns * text.rows, "hexes": 3 * text.rows * (text.rows - 1) + 1}.get(
        text.kind, len(board.named)
    )


def _direction(tree: Syntax, c: Context) -> t.Expr:
    start, goal = (_cells(child, c) for child in children(tree))
    _same_board(start.type, goal.type, tree, c)
    if "cells" in (start.type.kind, goal.type.kind):
        raise c.fail("RW206", "a direction leads from one cell to one cell", tree)
    if any(board.text.kind not in ("grid", "hexes") for board in _boards(start.type, c)):
        raise c.fail("RW206", "only grids and hexes have directions", tree)
    type_ = Type("word", DIRECTION.of, optional=True)
    return t.Direction(start, goal, span=c.span(tree), type=type_)


def _between(tree: Syntax, c: Context) -> t.Expr:
    noun = str(tree.children[0])
    left, right = (_cells(child, c) for child in children(tree))
    board = c.symbols.cells.get(noun)
    if board is None or c.symbols.places[board].text.kind != "edges":
        raise c.fail("RW206", f"'{noun}' is no edge between cells", tree)
    c.symbols.use(PLACE, board)
    c.use(NOUN, noun, tree.children[0])
    between = c.symbols.places[board].text.between
    if {left.type.kind, right.type.kind} != {"cell"} or not all(
        between in one.type.of for one in (left, right)
    ):
        raise c.fail("RW206", f"an edge of '{board}' lies between two cells of '{between}'", tree)
    return t.Between(noun, left, right, span=c.span(tree), type=Type("cell", (board,), optional=True))


FILTERS: dict[str, FilterResolver] = {
    "step": _step,
    "within": _within,
    "reachable": _reachable,
    "nearest": _nearest,
}
EXPRESSIONS: dict[str, Resolver] = {
    "distance": _distance,
    "direction": _direction,
    "between": _between,
}
