"""Mistakes in texts about boards, costs, printed effects, windows and picks: one message each, in its place."""

from pathlib import Path

import pytest

from .front import underlined
from .tiny import changed, load

BOARDS = Path(__file__).parent / "boards.yaml"
TURN = "    turn: choose a card in the deck, as the find; the player takes the find\n"
CELLS = "cells: {a1: {height: 2, gift: gain 1 gold}"
CLIMB = "squares next to here where (that square's height <= here's height + 1)"
HOLDS = "{holds: the distance from near to far <= 2}"
SCORE = "score: the player's score"


def found(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """The codes and the underlined words of the errors in the game of boards with some of its text changed."""
    _, report = load(changed(BOARDS.read_text(encoding="utf-8"), *changes), name="boards.yaml")
    return [(one.code, underlined(one)) for one in report.errors]


def test_the_game_itself_has_none() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("grid of cards, 0 by 3", "a grid has from 1 to 400 cells"),
        ("grid of cards", "a grid needs one size"),
        ("grid of cards, 21 by 20", "a grid has from 1 to 400 cells"),
        ("hexes of cards, side 0", "hexes have from 1 to 400 cells"),
        ("hexes of cards", "hexes need one size"),
        ("map of cards, 4 by 3", "a grid, and only a grid, has a size"),
    ],
)
def test_a_wrong_board_is_told_once(board: str, says: str) -> None:
    """Texts that name its cells are not wrong for that."""
    text = changed(BOARDS.read_text(encoding="utf-8"), ("grid of cards, 4 by 3", board))
    _, report = load(text, name="boards.yaml")
    assert [(one.code, one.message) for one in report.errors] == [("RW216", says)]


@pytest.mark.parametrize(
    ("line", "code", "where"),
    [
        ("the spot becomes the hall", "RW211", "spot becomes the hall"),
        ("the inn becomes the first square", "RW211", "inn becomes the first square"),
        ("choose a square next to the inn, as the next one", "RW206", "next to the inn"),
        ("choose a town touching the inn, as the next one", "RW206", "touching the inn"),
        ("choose a town north of the inn, as the next one", "RW206", "north of the inn"),
        (
            "choose a town within 2 steps one climb from the inn, as the next one",
            "RW206",
            "within 2 steps one climb from the inn",
        ),
        ("choose a square one climb from the inn, as the next one", "RW206", "one climb from the inn"),
        ("choose a square beside the spot, as the next one", "RW206", "beside the spot"),
        ("choose a fence site beside the inn, as the next one", "RW206", "beside the inn"),
        ("choose a square next to the deck, as the next one", "RW206", "deck"),
        ("choose a square next to the leader, as the next one", "RW206", "leader"),
        ("choose a card within 2 steps of the spot, as the next one", "RW206", "within 2 steps of the spot"),
        ("choose a square within the spot steps of the goal, as the next one", "RW210", "spot"),
        ("choose a player nearest to the spot, as the next one", "RW206", "nearest to the spot"),
        ("choose a card reachable from the spot, as the next one", "RW206", "reachable from the spot"),
        ("purse becomes the distance from the spot to the inn", "RW206", "distance from the spot to the inn"),
        ("purse becomes the distance from the spot to the deck", "RW206", "deck"),
        (
            "the course becomes the direction from the hall to the mill",
            "RW206",
            "direction from the hall to the mill",
        ),
        ("the course becomes the direction from the spot to squares", "RW201", "squares"),
        (
            "the course becomes the direction from the spot to the inn",
            "RW206",
            "direction from the spot to the inn",
        ),
        (
            "the site becomes the fence site between the spot and the inn",
            "RW206",
            "fence site between the spot and the inn",
        ),
        (
            "the site becomes the square between the spot and the goal",
            "RW206",
            "square between the spot and the goal",
        ),
        (
            "the site becomes the card between the spot and the goal",
            "RW206",
            "card between the spot and the goal",
        ),
        ("if cards in the yard make a line of 1: nothing", "RW210", "cards in the yard make a line of 1"),
        (
            "if cards in the yard make a line of purse: nothing",
            "RW210",
            "cards in the yard make a line of purse",
        ),
        ("if players make a line of 3: nothing", "RW211", "players make a line of 3"),
        ("if the spot is shady: nothing", "RW202", "shady"),
        ("purse becomes the spot's depth", "RW205", "depth"),
        ("purse becomes the row of the inn", "RW205", "row of the inn"),
        ("the spot's height becomes 2", "RW214", "spot's height"),
        ("the spot's dew goes up by the spot", "RW210", "spot"),
        ("the hall's dew becomes 1", "RW205", "hall's dew"),
        ("put a card in the yard into the spot", "RW213", "a card in the yard"),
        ("put the first card in the deck into the table", "RW213", "first card in the deck"),
        ("choose an empty card, as the next one", "RW211", "empty card"),
        ("choose an empty player, as the next one", "RW211", "empty player"),
        ("pay 2 purse", "RW201", "purse"),
        ("pay 2 value", "RW210", "value"),
        ("pay the spot gold", "RW210", "spot"),
        ("pay -1 gold", "RW201", "-"),
        ("gain 2 resting", "RW210", "resting"),
        ("the spot pays 2 gold", "RW212", "spot"),
        ("if the deck can pay 1 gold: nothing", "RW212", "deck can pay 1 gold"),
        ("if the player can pay 1 purse: nothing", "RW201", "purse"),
        ("do the leader", "RW211", "leader"),
        ("do the gift of the hall", "RW205", "gift of the hall"),
        ("do the gift of player 1", "RW205", "gift of player 1"),
        ("do the deed of cards", "RW201", "cards"),
        ("if the gift of the inn can be done: nothing", "RW205", "gift of the inn"),
        (
            "if the value of the top card of the deck can be done: nothing",
            "RW211",
            "value of the top card of the deck can be done",
        ),
        ("if the leader can be done: nothing", "RW211", "leader can be done"),
        ("the leader becomes player 3", "RW210", "player 3"),
        ("the leader becomes player 0", "RW210", "player 0"),
        ("the leader becomes the player after the spot", "RW212", "player after the spot"),
        ("the leader becomes the player after players", "RW201", "players"),
        ("choose a number from 1 to 63, as the bid", "RW210", "a number from 1 to 63"),
        ("choose a number from -1 to 6, as the bid", "RW210", "a number from -1 to 6"),
        ("choose a number from 1 to the spot, as the bid", "RW210", "spot"),
        ("choose a number from 1 to (purse * 2), as the bid", "RW210", "a number from 1 to (purse * 2)"),
        ("purse becomes purse divided by 0 rounded up", "RW210", "0"),
        ("purse becomes purse divided by purse rounded up", "RW210", "purse"),
        ("purse becomes purse divided by 2", "RW201", ""),
        ("purse becomes the smaller of the spot and 2", "RW210", "spot"),
        ("purse becomes the greater of 1 and the leader", "RW210", "leader"),
        ("gain 1 gold / the player may gain 2 gold", "RW213", "gain 1 gold / the player may gain 2 gold"),
        ("gain 1 gold / gain 1 gold", "RW213", "gain 1 gold / gain 1 gold"),
        ("gain 1 gold / if purse = 1: gain 2 gold", "RW201", "if"),
        ("in any order: gain 1 gold", "RW213", "in any order: gain 1 gold"),
        ("in any order: gain 1 gold, then shuffle the deck", "RW213", "shuffle the deck"),
        ("in any order: gain 1 gold, then the leader pays 1 gold", "RW213", "leader pays 1 gold"),
        ("in any order: the leader gains 1 gold; pays 2 gold", "RW212", "pays 2 gold"),
        (
            "in any order: gain 1 gold; the player may gain 2 gold",
            "RW213",
            "in any order: gain 1 gold; the player may gain 2 gold",
        ),
        (
            "offer each player, from the highest gold, ties in any order:\n  act: gain 1 gold",
            "RW213",
            ", from the highest gold, ties in any order",
        ),
        ("offer each player, in printed order:\n  act: gain 1 gold", "RW213", ", in printed order"),
        (
            "offer each card, clockwise from the leader:\n  act: gain 1 gold",
            "RW212",
            "offer each card, clockwise from the leader:\n        act: gain 1 gold\n",
        ),
        ("offer each player, clockwise from the leader: gain 1 gold", "RW201", "gain"),
        (
            "offer each player, clockwise from the spot:\n  act: gain 1 gold",
            "RW212",
            ", clockwise from the spot",
        ),
        ("offer each player, clockwise from the leader:\n  act: the turn ends", "RW221", "turn ends"),
        (
            "offer each player, clockwise from the leader:\n  act: gain 1 gold\n  act: gain 2 gold",
            "RW213",
            "offer each player, clockwise from the leader:\n        act: gain 1 gold\n        act: gain 2 gold\n",
        ),
        ("for each player, from the highest resting, ties in any order: nothing", "RW210", "resting"),
        ("for each player, from the highest gold: nothing", "RW201", ":"),
        ("for each player, from the highest value, ties in any order: nothing", "RW205", "value"),
        (
            "for each card, from the highest value, ties clockwise from the leader: nothing",
            "RW212",
            "clockwise from the leader",
        ),
        ("put any 2 players into the deck", "RW213", "any 2 players"),
        ("choose any 2 cards in the deck, as the picks", "RW213", "any 2 cards in the deck"),
        ("put cards with the highest deed into the table", "RW210", "deed"),
        ("put cards with the lowest gold into the table", "RW205", "gold"),
        ("put cards where that card is apt into the table", "RW201", "that"),
        ("put cards where (that square is empty) into the table", "RW203", "that square"),
        ("put cards where (purse) into the table", "RW201", ")"),
        ("if there is a square where (here is empty): nothing", "RW203", "here"),
        ("choose a square that is apt, as the next one", "RW205", "apt"),
        ("if a card is apt: nothing", "RW213", "a card"),
        ("if the spot sees the inn: nothing", "RW209", "inn"),
        ("the spot sees the goal", "RW208", "spot sees the goal"),
        ("the player takes the spot", "RW209", "spot"),
        (
            "if the player takes the top card of the deck: nothing",
            "RW208",
            "player takes the top card of the deck",
        ),
        ("the match ends the spot", "RW201", "spot"),
        ("the match end", "RW202", "end"),
        ("the player may repeatedly gain 1 gold", "RW201", "gain"),
        ("for each card, clockwise from the leader: nothing", "RW212", ", clockwise from the leader"),
        ("for each player, clockwise from the spot: nothing", "RW212", ", clockwise from the spot"),
        ("for each player, clockwise from players: nothing", "RW212", ", clockwise from players"),
    ],
)
def test_texts(line: str, code: str, where: str) -> None:
    body = "".join(f"      {part}\n" for part in line.split("\n"))
    indented = where.replace("\n", "\n      ")
    told = found((TURN, f"    turn: |\n{body}"))
    assert [(one, " ".join(said.split())) for one, said in told] == [(code, " ".join(indented.split()))]


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        (CELLS, "cells: {a1: {gift: gain 1 gold}", "RW220", "yard"),
        (CELLS, CELLS + ", e9: {height: 2}", "RW202", "e9"),
        (CELLS, "cells: {a1: {height: 2, depth: 2}", "RW205", "depth"),
        (CELLS, "cells: {a1: {height: 7}", "RW220", "7"),
        (CELLS, "cells: {a1: {height: 2, gift: the spot is empty}", "RW201", "is"),
        (CELLS, "cells: {a1: {height: 2, to: [a2]}", "RW216", "a2"),
        (CELLS, 'shape: "####\\n####"\n    ' + CELLS, "RW216", '"####\\n####"'),
        (CELLS, 'shape: "....\\n....\\n...."\n    ' + CELLS, "RW216", '"....\\n....\\n...."'),
        ("hall: {to: [mill]}", "hall: {to: [mil]}", "RW202", "mil"),
        ("hall: {to: [mill]}", "hall: {to: [hall, mill]}", "RW216", "hall"),
        ("hall: {to: [mill]}", "hall: {height: 2}", "RW205", "height"),
        (CLIMB, "towns next to the inn", "RW211", "towns next to the inn"),
        (CLIMB, "squares one climb from here", "RW319", "one climb from here"),
        (CLIMB, "3", "RW211", "3"),
        ("{one climb from:", "{next to:", "RW218", "next to"),
        ("{one climb from:", "{a:", "RW218", "a"),
        (HOLDS, "{holds: far sees near}", "RW319", '"{near: square} sees {far: square}"'),
        (HOLDS, "{holds: near is empty, do: nothing}", "RW216", '"{near: square} sees {far: square}"'),
        (SCORE, "score: the leader", "RW210", "the leader"),
        (SCORE, "score: camp", "RW204", "camp"),
        (SCORE, "whenever: {w: {if: purse = 1}}", "RW216", "w"),
        (SCORE, "whenever: {w: {do: purse becomes 1}}", "RW216", "w"),
        (SCORE, "whenever: {w: {if: purse = 1, do: the turn ends}}", "RW221", "turn ends"),
        (SCORE, "whenever: [one, two]", "RW104", "[one, two]"),
        ("paid: up", "paid: sideways", "RW220", "sideways"),
        ("deed: gain 1 gold, apt", "deed: the spot is empty, apt", "RW201", "is"),
        ("apt: the spot is empty", "apt: gain 1 gold", "RW201", "gain"),
        ("apt: the spot is empty", "apt: this is apt", "RW319", "this is apt"),
        ("load: 0..9", "load: 0..9, urge: effect", "RW216", "effect"),
        ("  purse: {type: 0..60}", "  purse: {type: 0..60}\n  urge: {type: effect}", "RW216", "effect"),
    ],
)
def test_declarations(old: str, new: str, code: str, where: str) -> None:
    assert found((old, new)) == [(code, where)]


def test_a_step_and_a_phrase_that_depend_on_each_other() -> None:
    told = found(
        (CLIMB, "squares where (here sees that square)"),
        (HOLDS, "{holds: the distance one climb from near to far <= 2}"),
    )
    assert {code for code, _ in told} == {"RW319"}


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("offer each player, clockwise from player 1:\n          act: gain 1 gold", None),
        ("the match ends", "match ends"),
        ("choose a number from 1 to 6 at random, as the eyes", None),
        ("player 1 gains 1 gold", None),
        ("purse goes up by 1", None),
        ("the spot's dew goes up by 1", None),
    ],
)
def test_what_cannot_be_done_simultaneously(line: str, where: str | None) -> None:
    told = found((TURN, f"    turn: |\n      simultaneously, each player:\n        {line}\n"))
    assert "RW318" in {code for code, _ in told}
    assert where is None or ("RW318", where) in told


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "choose a card within 2 steps of the spot, as the next one",
            "say 'where (the distance from that card to … <= 2)'",
        ),
        ("swap the stone and the top card of the deck", "say which of its pieces: 'any …', 'the first …'"),
    ],
)
def test_what_is_said_of_cells_and_designs_has_a_way_for_pieces(line: str, help: str) -> None:
    text = BOARDS.read_text(encoding="utf-8")
    _, report = load(text.replace(TURN, f"    turn: {line}\n"), name="boards.yaml")
    assert help in [one.help for one in report.diagnostics]


SECRET_DEW = ("dew: 0..9}", "dew: {type: 0..9, secret: yes}}")
SECRET_WAY = ("that square's height <= here's height + 1", "that square's dew <= 3")


def test_a_step_that_tells_a_secret_cannot_be_offered() -> None:
    """What a declared step reads is read by whoever says it."""
    line = "    turn: choose a square one climb from the spot, as the end; the spot becomes the end\n"
    assert ("RW316", "one climb from the spot") in found(SECRET_DEW, SECRET_WAY, (TURN, line))


@pytest.mark.parametrize(
    ("test", "wrong"),
    [
        ("the deed of the top card of the table can be done", True),
        ("there is a square one climb from the spot", True),
        ("the top card of the table is apt", True),
        ("the top card of the table is a stone", False),
    ],
)
def test_what_other_texts_read_of_what_others_change_simultaneously(test: str, wrong: bool) -> None:
    changes = (
        ("deed: gain 1 gold, apt: the spot is empty", "deed: player 1 pays 1 gold, apt: player 1's gold > 3"),
        ("that square's height <= here's height + 1", "player 1's gold > 3"),
        (
            TURN,
            f"    turn: |\n      simultaneously, each player:\n        gain 1 gold\n        if {test}: gain 1 gold\n",
        ),
    )
    codes = {code for code, _ in found(*changes)}
    assert ("RW318" in codes) == wrong


@pytest.mark.parametrize(
    ("shape", "size", "code"),
    [
        ("###\\n##.", (3, 2), None),
        ("#", (1, 1), None),
        ("###\\n##", None, "RW216"),
        ("...", None, "RW216"),
        ("", None, "RW216"),
    ],
)
def test_a_grid_has_the_size_of_its_shape(shape: str, size: tuple[int, int] | None, code: str | None) -> None:
    text = f"""
rulewright: 1
game: shaped
players: 2
components:
  mark: {{designs: {{cross: {{}}}}}}
places:
  board: {{is: grid of marks, cell: square, shape: "{shape}"}}
flow:
  - phase: p
    do: the match ends
"""
    game, report = load(text, strict=False)
    codes = [one.code for one in report.diagnostics if one.severity.value == "error"]
    assert codes == ([code] if code else [])
    if size is not None:
        assert game is not None
        board = game.symbols.places["board"].text
        assert (board.columns, board.rows) == size
