"""Boards of every sort against brute force: which cells steps lead to, how far, which way, what lies between."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator

import pytest
from rulewright.dsl.model import geometry
from rulewright.interpreter.lower.values import boards
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, game_of, lowered_of, micro

PIECES = """
components:
  token:
    properties: {exits: directions}
    state: {facing: FACING}
    turned by: facing
    starts in: the box
    designs:
      pawn: {copies: 3, exits: [north, south-east]}
      king: {copies: 1, exits: [north]}
"""
STATES = """
game has:
  here now: {type: CELL or none}
  far one: {type: CELL or none}
  n: {type: 0..999}
  way: {type: direction or none}
"""
BOARDS = {
    "grid": '{is: "grid of tokens, 5 by 4", cell: spot, shape: "..###\\n#####\\n#.###\\n#####", ',
    "hexes": '{is: "hexes of tokens, side 3", cell: spot, ',
    "large": '{is: "grid of tokens, 13 by 11", cell: spot, ',
    "map": "{is: map of tokens, cell: spot, cells: {hall: {to: [yard, loft]}, yard: {to: [well]}, "
    "loft: {to: [well, attic]}, well: {}, attic: {}, moor: {to: [fen]}, fen: {}}, ",
}
EDGES = '  fence: {is: "edges of tokens, between spots", cell: post}\n'
NAMES = list(BOARDS)


def text(board: str, do: str, edges: bool = False, steps: str = "") -> str:
    """A game on one of the boards, whose cells bear a mark."""
    facing = "0..3" if board in ("grid", "large") else "0..5"
    pieces = PIECES.replace("FACING", facing)
    if board == "map":
        pieces = pieces.replace("    turned by: facing\n", "")
    places = f"  field: {BOARDS[board]}state: {{mark: 0..1}}, steps: {{{steps}}}}}\n"
    if edges:
        places += EDGES.replace("cell: post", "cell: post, state: {mark: 0..1}")
    return micro(do, STATES.replace("CELL", "spot"), f"{pieces}places:\n  box: area of tokens\n{places}")


def cells(board: str) -> list[str]:
    return geometry.cell_names(game_of(text(board, "nothing")).symbols.places["field"])


def put(board: str, state: str, cell: str) -> str:
    """A line by which a state of the game becomes a cell: counted off among the cells."""
    if board == "map":
        return f"{state} becomes {cell}\n"
    before = cells(board).index(cell)
    return (
        f"n becomes 0\nfor each spot, as the one met:\n  if n = {before}: {state} becomes the one met\n"
        "  n goes up by 1\n"
    )


def marked(play: Play, place: str = "field", owner: int = -1) -> set[str]:
    """The cells that bear a mark."""
    board, slot = play.tables.boards[(place, owner)], play.tables.cell_states[(place, "mark")]
    base = slot.address - slot.first
    return {name for name, cell in zip(board.names, board.cells(), strict=True) if play.m[base + cell]}


def marks(board: str, what: str, first: str = "", edges: bool = False, steps: str = "") -> set[str]:
    """The cells that an expression means."""
    noun = "post" if what.startswith("posts") else "spot"
    do = f"{first}for each {what.replace(noun + 's', noun, 1)}, as the one marked: the one marked's mark becomes 1"
    play = Play(text(board, do, edges, steps))
    return marked(play, "fence" if noun == "post" else "field")


# ----------------------------------------------------------------------- brute force

Neighbours = Callable[[str], Iterable[str]]


def neighbours(board: str, touching: bool = False) -> dict[str, set[str]]:
    """Which cells lie beside each other, by their distance in the plane (hexes in cube coordinates)."""
    place = game_of(text(board, "nothing")).symbols.places["field"]
    if board == "map":
        return {name: set(to) for name, to in place.named.items()}
    at = geometry.positions(place)

    def near(one: tuple[int, int], other: tuple[int, int]) -> bool:
        dx, dy = other[0] - one[0], other[1] - one[1]
        if board == "hexes":
            return max(abs(dx), abs(dy), abs(dx + dy)) == 1
        return max(abs(dx), abs(dy)) == 1 if touching else abs(dx) + abs(dy) == 1

    return {name: {other for other in at if near(at[name], at[other])} for name in at}


def distances(ways: dict[str, set[str]], starts: Iterable[str]) -> dict[str, int]:
    """How many steps it is to every cell that can be reached."""
    found = dict.fromkeys(starts, 0)
    todo = list(found)
    for cell in todo:
        for other in ways[cell]:
            if other not in found:
                found[other] = found[cell] + 1
                todo.append(other)
    return found


def some(board: str) -> list[str]:
    """A corner, the middle and the last cell."""
    every = cells(board)
    return [every[0], every[len(every) // 2], every[-1]]


@pytest.mark.parametrize("board", NAMES)
def test_steps_reach_the_neighbours(board: str) -> None:
    ways = neighbours(board)
    for cell in some(board):
        assert marks(board, "spots next to here now", put(board, "here now", cell)) == ways[cell]


@pytest.mark.parametrize("board", ["grid", "large"])
def test_touching_goes_across_corners(board: str) -> None:
    ways = neighbours(board, touching=True)
    for cell in some(board):
        assert marks(board, "spots touching here now", put(board, "here now", cell)) == ways[cell]
        far = distances(ways, [cell])
        found = marks(board, "spots within 2 steps touching here now", put(board, "here now", cell))
        assert found == {name for name, steps in far.items() if steps <= 2}


@pytest.fixture(params=[True, False], ids=["by pairs", "one by one"])
def _paired(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Directions and distances are looked up by pairs of cells, and found step by step where those are too many."""
    if not request.param:
        monkeypatch.setattr(boards, "MOST_PAIRED", 0)
    lowered_of.cache_clear()
    yield
    lowered_of.cache_clear()


@pytest.mark.usefixtures("_paired")
@pytest.mark.parametrize("board", NAMES)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_within_so_many_steps(board: str, count: int) -> None:
    ways = neighbours(board)
    for cell in some(board):
        found = marks(board, f"spots within {count} steps of here now", put(board, "here now", cell))
        assert found == {name for name, steps in distances(ways, [cell]).items() if steps <= count}


@pytest.mark.parametrize("board", NAMES)
def test_reachable_cells(board: str) -> None:
    ways = neighbours(board)
    for cell in some(board):
        assert marks(board, "spots reachable from here now", put(board, "here now", cell)) == set(
            distances(ways, [cell])
        )


@pytest.mark.usefixtures("_paired")
@pytest.mark.parametrize("board", NAMES)
def test_the_distance_between_two_cells(board: str) -> None:
    ways, every = neighbours(board), cells(board)
    for start in some(board):
        far = distances(ways, [start])
        for goal in some(board):
            do = (
                put(board, "here now", start)
                + put(board, "far one", goal)
                + "n becomes the distance from here now to far one"
            )
            assert Play(text(board, do)).of("n") == far.get(goal, len(every))


@pytest.mark.usefixtures("_paired")
@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "="])
@pytest.mark.parametrize("board", NAMES)
def test_distances_compared_with_a_number(board: str, sign: str) -> None:
    """From a cell, and from none; with a number that is printed, and one that is not."""
    holds = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}[sign]
    ways, every = neighbours(board), cells(board)
    start = some(board)[1]
    for most in (0, 3, 60) if board == "map" else (3,):
        for first, far in (
            (put(board, "here now", start), distances(ways, [start])),
            ("", dict[str, int]()),
        ):
            near = {cell for cell in every if holds(far.get(cell, len(every)), most)}
            where = f"the distance from here now to that spot {sign} {most}"
            assert marks(board, f"spots where ({where})", first) == near
            where = f"the distance from that spot to here now {sign} {most}"
            assert marks(board, f"spots where ({where})", first) == near
            mirrored = sign.translate(str.maketrans("<>", "><"))
            where = f"n {mirrored} the distance from here now to that spot"
            assert marks(board, f"spots where ({where})", f"{first}n becomes {most}\n") == near


@pytest.mark.usefixtures("_paired")
@pytest.mark.parametrize("board", ["grid", "large", "hexes"])
def test_the_direction_and_steps_in_it(board: str) -> None:
    place = game_of(text(board, "nothing")).symbols.places["field"]
    at = geometry.positions(place)
    vectors = geometry.directions(place.text.kind)
    middle = some(board)[1]
    for name, (dx, dy) in vectors.items():
        goal = [one for one in at if at[one] == (at[middle][0] + dx, at[middle][1] + dy)]
        assert marks(board, f"spots {name} of here now", put(board, "here now", middle)) == set(goal)
        if goal:
            do = (
                put(board, "here now", middle)
                + put(board, "far one", goal[0])
                + "the way becomes the direction from here now to far one"
            )
            play = Play(text(board, do))
            assert play.of("way") == play.tables.word(name)
    far = put(board, "here now", cells(board)[0]) + put(board, "far one", cells(board)[-1])
    assert Play(text(board, far + "the way becomes the direction from here now to far one")).of("way") == -1
    assert Play(text(board, far + "the way becomes the direction from here now to here now")).of("way") == -1


@pytest.mark.parametrize("board", NAMES)
def test_steps_from_nowhere_lead_nowhere(board: str) -> None:
    for what in (
        "next to here now",
        "within 3 steps of here now",
        "reachable from here now",
        "nearest to here now",
    ):
        assert marks(board, f"spots {what}") == set()
    play = Play(
        text(
            board, put(board, "far one", cells(board)[0]) + "n becomes the distance from here now to far one"
        )
    )
    assert play.of("n") == len(cells(board))


@pytest.mark.parametrize("board", NAMES)
def test_the_nearest_of_several_pieces(board: str) -> None:
    """Pieces on the first, second and last cell; those nearest to the middle one, and the cells under them."""
    every, middle = cells(board), some(board)[1]
    lie = [every[0], every[1], every[-1]]
    first = "".join(put(board, "far one", cell) + "put any 1 pawns in the box into far one\n" for cell in lie)
    far = distances(neighbours(board), [middle])
    least = min(far.get(cell, 10**6) for cell in lie)
    nearest = {cell for cell in lie if far.get(cell) == least}
    first += put(board, "here now", middle)
    assert marks(board, "spots where (that spot is not empty) nearest to here now", first) == nearest
    do = f"{first}for each pawn nearest to here now, as the one near: the one near's spot's mark becomes 1"
    assert marked(Play(text(board, do))) == nearest
    assert marks(
        board, "spots among (spots nearest to here now) where (that spot is not empty)", first
    ) == nearest & {middle}


def test_a_step_of_ones_own_is_asked_at_every_cell() -> None:
    """Along a row, as long as the spots are empty."""
    steps = "one leap from: spots next to here where (that spot is empty and that spot's row = here's row)"
    row = {name for name in cells("grid") if name.endswith("4")}
    start = next(iter(sorted(row)))
    first = put("grid", "here now", start)
    ways = {cell: {o for o in neighbours("grid")[cell] if o[1:] == cell[1:]} for cell in cells("grid")}
    found = marks("grid", "spots reachable one leap from here now", first, steps=steps)
    assert found == set(distances(ways, [start])) == row
    blocked = put("grid", "far one", sorted(row)[1]) + "put any 1 pawns in the box into far one\n" + first
    assert marks("grid", "spots reachable one leap from here now", blocked, steps=steps) == {start}
    assert marks("grid", "spots one leap from here now", first, steps=steps) == ways[start]
    assert (
        marks("grid", "spots within 1 step one leap from here now", first, steps=steps)
        == {start} | ways[start]
    )
    do = f"{first}{put('grid', 'far one', sorted(row)[-1])}n becomes the distance one leap from here now to far one"
    assert Play(text("grid", do, steps=steps)).of("n") == len(row) - 1


@pytest.mark.parametrize("board", ["grid", "hexes"])
def test_edges_their_cells_and_what_lies_between(board: str) -> None:
    pairs = {tuple(sorted((one, other))) for one, to in neighbours(board).items() for other in to}
    for cell in some(board):
        first = put(board, "here now", cell)
        beside = marks(board, "posts beside here now", first, edges=True)
        assert {tuple(sorted(name.split("-"))) for name in beside} == {pair for pair in pairs if cell in pair}
        neighbour = min(neighbours(board)[cell])
        do = (
            first
            + put(board, "far one", neighbour)
            + "put the first king into the post between here now and far one"
        )
        play = Play(text(board, do, edges=True))
        (king,) = [i for i, name in enumerate(play.tables.pieces) if name == "king"]
        lies = play.m[play.tables.at + king]
        fence = play.tables.boards[("fence", -1)]
        assert sorted(fence.names[lies - fence.first].split("-")) == sorted((cell, neighbour))
    far = put(board, "here now", cells(board)[0]) + put(board, "far one", cells(board)[-1])
    with pytest.raises(RulesFault, match="RW40"):
        Play(text(board, far + "put the first king into the post between here now and far one", edges=True))


@pytest.mark.parametrize("board", ["grid", "hexes"])
def test_edges_meet_in_corners(board: str) -> None:
    """Two edges meet if they share a cell and their other cells touch, or (on a grid) lie in one line."""
    place = game_of(text(board, "nothing", True)).symbols.places["field"]
    at = geometry.positions(place)
    edge = geometry.edges(place)[len(geometry.edges(place)) // 2]

    def ends(one: tuple[str, str]) -> set[tuple[float, float]]:
        """The two end points of an edge in the plane (of hexes: the centres of the triangles beside it)."""
        (x, y), (u, v) = at[one[0]], at[one[1]]
        if board == "grid":
            mx, my = (x + u) / 2, (y + v) / 2
            return {(mx + (v - y) / 2, my + (u - x) / 2), (mx - (v - y) / 2, my - (u - x) / 2)}
        around = list(geometry.HEXES.values())
        index = around.index((u - x, v - y))
        thirds = [around[index - 1], around[(index + 1) % 6]]
        return {(round((2 * x + u + dx) / 3, 6), round((2 * y + v + dy) / 3, 6)) for dx, dy in thirds}

    first = put(board, "here now", edge[0]) + put(board, "far one", edge[1])
    first += "put the first king into the post between here now and far one\n"
    found = marks(board, "posts where (that post is not empty)", first, edges=True)
    assert found == {"-".join(edge)}
    do = f"{first}for each king, as the lord:\n  for each post next to the lord's post: that post's mark becomes 1"
    meet = marked(Play(text(board, do, True)), "fence")
    expected = {"-".join(one) for one in geometry.edges(place) if one != edge and ends(one) & ends(edge)}
    assert meet == expected


@pytest.mark.parametrize(("board", "ways"), [("grid", 4), ("hexes", 6)])
def test_printed_directions_turn_clockwise(board: str, ways: int) -> None:
    around = list(geometry.directions("grid" if board == "grid" else "hexes"))
    step = 8 // ways if board == "grid" else 1
    for turned in range(ways):
        for name in around:
            do = f"for each king, as the lord: the lord's facing becomes {turned}\n"
            do += f"for each king, as the lord: if {name} is in the exits of the lord: n becomes 1"
            do = do.replace("lord: if", "lord:\n  if")
            assert Play(text(board, do)).of("n") == (name == around[turned * step])


def test_cells_beyond_the_first_word_hold_pieces_and_make_lines() -> None:
    last = cells("large")[-3:]
    first = "".join(
        put("large", "far one", cell) + "put any 1 pawns in the box into far one\n" for cell in last
    )
    do = first + "if pawns in the field make a line of 3: n becomes 500"
    assert Play(text("large", do)).of("n") == 500
    assert marks("large", "empty spots", first) == set(cells("large")) - set(last)
    assert marks("large", "spots but here now", put("large", "here now", last[-1])) == set(cells("large")) - {
        last[-1]
    }


def test_boards_of_players_lie_apart() -> None:
    board = '{is: "grid of tokens, 3 by 3, per player", cell: spot, state: {mark: 0..1}}'
    pieces = PIECES.replace("FACING", "0..3") + f"places:\n  box: area of tokens\n  field: {board}\n"
    do = """
for each player:
  for each spot in that player's field with row = 1: that spot's mark becomes 1
for each player but player 1:
  for each spot in that player's field where (that spot's column = 2 and that spot's row = 2):
    far one becomes that spot
    for each spot touching far one, as the one marked: the one marked's mark becomes 1
n becomes the number of spots reachable from far one
"""
    play = Play(micro(do, STATES.replace("CELL", "spot"), pieces))
    assert marked(play, owner=0) == {"a1", "b1", "c1"}
    every = {f"{x}{y}" for x in "abc" for y in "123"}
    assert marked(play, owner=1) == every - {"b2"} | {"a1", "b1", "c1"}
    assert marked(play, owner=2) == set()
    assert play.of("n") == 9


@pytest.mark.parametrize("players", [1, 2, 4])
def test_boards_of_seats_that_are_not_played_are_no_part_of_a_match(players: int) -> None:
    """So what fills all empty cells comes to an end."""
    field = '{is: "grid of tokens, 2 by 1, per player", cell: spot, state: {mark: 0..1}}'
    middle = '{is: "grid of tokens, 3 by 1", cell: stone}'
    places = f"places:\n  box: area of tokens\n  field: {field}\n  middle: {middle}\n"
    do = """
n becomes 100 * the number of empty spots + 10 * the number of spots + the number of stones
for each spot: that spot's mark becomes 1
repeat while there are spots with mark = 1, at most 9 times:
  for each player:
    for each spot in that player's field: that spot's mark becomes 0
  n goes up by 100
"""
    play = Play(micro(do, STATES.replace("CELL", "spot"), PIECES.replace("FACING", "0..3") + places), players)
    assert play.of("n") == 110 * 2 * players + 3 + 100
