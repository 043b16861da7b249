"""Places with an order that are known only while the rules run: cells that are rows or piles, places as values."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

from ...dsl.tiny import load
from .micro import CARDS, Play, fault_of, game_of, micro

SORTS = (
    "grid of cards, 3 by 3, in rows",
    "grid of cards, 3 by 3, in piles",
    "grid of cards, 3 by 3, in piles, hidden",
    "hexes of cards, side 2, in piles",
)
STATES = """
game has:
  n: 0..99
  here now: {type: spot or none}
"""
LAID = """
put any ant into b2
put any cat into b2
put any bee into b2
here now becomes b2
"""


def on_board(do: str, sort: str = SORTS[1]) -> Play:
    board = CARDS + f'  field: {{is: "{sort}", cell: spot}}\n'
    return Play(micro(LAID + do, STATES, board))


@pytest.mark.parametrize("sort", SORTS)
def test_a_cell_keeps_the_order_in_which_cards_came(sort: str) -> None:
    assert on_board("nothing", sort).place("b2") == ["ant", "cat", "bee"]
    assert on_board("put any dog under here now", sort).place("b2") == ["dog", "ant", "cat", "bee"]
    assert on_board("n becomes the worth of the top card of here now", sort).of("n") == 2
    assert on_board("n becomes the worth of the bottom card of b2", sort).of("n") == 1
    each = "for each card in here now, from the top: put that card into the heap"
    assert on_board(each, sort).place("heap") == ["bee", "cat", "ant"]
    ranked = "for each card in b2, from the lowest (1), ties from the bottom: put that card into the heap"
    assert on_board(ranked, sort).place("heap") == ["ant", "cat", "bee"]


def test_a_whole_cell_moves_in_its_order() -> None:
    assert on_board("put cards in here now into b1").place("b1") == ["ant", "cat", "bee"]
    moved = on_board("put any elk into the heap; put cards in here now into the heap")
    assert moved.place("heap") == ["elk", "ant", "cat", "bee"]


def test_the_ends_of_a_row() -> None:
    row = SORTS[0]
    assert on_board("n becomes the worth of the last card in here now", row).of("n") == 2
    assert on_board("n becomes the worth of the first card in here now with worth >= 2", row).of("n") == 3
    assert on_board("if the last card in a1 is none: n becomes 7", row).of("n") == 7


def test_a_pile_on_a_board_is_shuffled() -> None:
    assert sorted(on_board("shuffle here now").place("b2")) == ["ant", "bee", "cat"]
    fault = micro("shuffle here now", STATES, CARDS + f'  field: {{is: "{SORTS[1]}", cell: spot}}\n')
    assert fault_of(fault) == "RW403"


def test_a_cell_is_chosen_by_its_last_card() -> None:
    asked = "that spot is not empty and the worth of the top card of that spot = 2"
    do = f"choose a spot where ({asked}) at random, as the pick\n"
    assert on_board(do + "here now becomes the pick\nput the top card of here now into the heap").place(
        "heap"
    ) == ["bee"]


@pytest.mark.parametrize(
    ("sort", "text", "code"),
    [
        ("grid of cards, 3 by 3", "reveal the top card of b2", "RW206"),
        ("grid of cards, 3 by 3", "for each card in b2, from the top: reveal that card", "RW206"),
        ("grid of cards, 3 by 3, in rows", "shuffle b2", "RW206"),
        ("grid of cards, 3 by 3, in piles", "reveal the first card in b2", "RW213"),
        ("grid of cards, 3 by 3, in piles", "reveal the top player of b2", "RW206"),
    ],
)
def test_what_a_cell_without_such_an_order_cannot_do(sort: str, text: str, code: str) -> None:
    board = CARDS + f'  field: {{is: "{sort}", cell: spot}}\n'
    found, report = load(micro(text, STATES, board), strict=False)
    assert found is None
    assert [one.code for one in report.diagnostics if one.severity.value == "error"] == [code]


@pytest.mark.parametrize(
    "place", ["pile of cards, in rows", '"grid of cards, 3 by 3, in rows, in piles", cell: spot']
)
def test_only_cells_are_rows_or_piles_and_not_both(place: str) -> None:
    text = place if place.startswith('"') else f'"{place}"'
    found, report = load(micro("nothing", "", CARDS + f"  field: {{is: {text}}}\n"), strict=False)
    assert found is None
    assert [one.code for one in report.diagnostics if one.severity.value == "error"] == ["RW216"]


# ------------------------------------------------------------------ places as values

PILES = CARDS + "  red pile: pile of cards\n  blue pile: pile of cards\n  line: row of cards\n"
KEPT = """
game has:
  n: 0..99
  last used: {type: pile of cards or none}
players have:
  gems: 0..9
phrases:
  "take from {stack: pile of cards}":
    do: put the top card of the stack into the table
  "turn {stack: pile of cards} over":
    do: |
      for each card in the stack, from the top: put that card under the stack
  "{stack: pile of cards} is low": {holds: the number of cards in the stack <= 2}
"""
DEALT = """
put any ant into the red pile
put any cat into the red pile
put any bee into the blue pile
put any dog into the sleeve of player 1
"""
TURNS = """flow:
  - phase: deal
    do: |
{}
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
{}
"""


def indented(text: str) -> str:
    return "\n".join("      " + line for line in text.strip("\n").split("\n"))


def on_piles(do: str) -> Play:
    return Play(micro(DEALT + do, KEPT, PILES))


def in_turns(do: str) -> Play:
    return Play(micro("", KEPT, PILES, TURNS.format(indented(DEALT), indented(do))))


def names_of(play: Play) -> list[str]:
    return [play.tables.places[int(number)].name for number in play.options()]


def number(play: Play, place: str, owner: int = -1) -> int:
    return play.tables.place_numbers[(place, owner)]


def test_an_action_is_given_a_place() -> None:
    assert on_piles("take from the red pile").place("table") == ["cat"]
    assert on_piles("take from the sleeve of player 1").place("table") == ["dog"]
    assert on_piles("put any elk into the red pile\nturn the red pile over").place("red pile") == [
        "ant",
        "cat",
        "elk",
    ]
    assert on_piles("if the red pile is low: n becomes 7").of("n") == 7
    assert on_piles("put any elk into the red pile\nif the red pile is low: n becomes 7").of("n") == 0


def test_a_state_holds_a_place() -> None:
    kept = "last used becomes the blue pile\nput any elk into the last used\n"
    assert on_piles(kept).place("blue pile") == ["bee", "elk"]
    assert on_piles(kept + "take from the last used").place("table") == ["elk"]
    assert on_piles(kept + "shuffle the last used\nn becomes the number of cards in last used").of("n") == 2
    assert on_piles(kept + "if last used is the blue pile: n becomes 7").of("n") == 7
    assert on_piles(kept + "put cards in last used into the red pile").place("red pile") == [
        "ant",
        "cat",
        "bee",
        "elk",
    ]


@pytest.mark.parametrize(
    "do",
    [
        "shuffle the last used",
        "put the top card of last used into the table",
        "put cards in last used into the table",
        "put any ant into last used",
        "n becomes the number of cards in last used",
        "for each card in last used, from the top: put that card into the table",
        "take from the last used",
    ],
)
def test_a_place_that_is_none_is_a_fault(do: str) -> None:
    assert fault_of(micro(do, KEPT, PILES)) == "RW403"


def test_a_player_chooses_one_of_several_places() -> None:
    do = "choose one of the red pile, the blue pile and the player's sleeve, as the source\ntake from the source\n"
    play = in_turns(do + "put any elk into the source")
    assert set(names_of(play)) == {"red pile", "blue pile", "player 1's sleeve"}
    play.choose(number(play, "blue pile"))
    assert play.place("table") == ["bee"]
    assert play.place("blue pile") == ["elk"]
    assert set(names_of(play)) == {"red pile", "blue pile", "player 2's sleeve"}
    play.choose(number(play, "red pile"))
    assert play.place("table") == ["bee", "cat"]


def test_others_are_chosen_by_name_too() -> None:
    """Players, kinds and cells; what is none is not offered."""
    do = "choose one of the player and the player after the player\nthat player's gems go up by 1"
    assert in_turns(do).choose(1).of_player("gems") == [0, 1]
    kinds = "choose one of elk and ant, as the sort\nif the sort is elk: n becomes 7"
    assert in_turns(kinds).choose("elk").of("n") == 7
    places = "choose one of the last used and the red pile, as the source\ntake from the source"
    assert names_of(in_turns(places)) == ["red pile"]


def test_luck_chooses_a_place() -> None:
    do = "choose one of the red pile and the blue pile at random, as the source\ntake from the source"
    assert on_piles(do).place("table") in (["bee"], ["cat"])
    play = Play(micro(DEALT + do, KEPT, PILES), chance=True)
    weights = {play.tables.places[int(one)].name: weight for one, weight in play.weights().items()}
    assert weights == {"red pile": 1, "blue pile": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take from the line", "RW209"),
        ("take from the table", "RW209"),
        ("last used becomes the line", "RW211"),
        ("choose one of the red pile and the blue pile", "RW203"),
        ("choose one of the red pile and the red pile, as the source", "RW213"),
        ("choose one of the red pile and player 1, as the source", "RW211"),
        ("choose one of the top card of the heap and the top card of the red pile, as the pick", "RW213"),
        ("choose one of the red pile and the table, as the source; shuffle the source", "RW206"),
        ("choose one of the red pile and the line, as the source; shuffle the source", "RW206"),
        (
            "choose one of the red pile and the table, as the source; reveal the top card of the source",
            "RW206",
        ),
    ],
)
def test_what_no_place_can_be(text: str, code: str) -> None:
    found, report = load(micro(text, KEPT, PILES), strict=False)
    assert found is None
    assert [one.code for one in report.diagnostics if one.severity.value == "error"] == [code]


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("choose one of the red pile and the blue pile, as the source\n", False),
        ("choose one of the red pile and the deck, as the source\n", True),
        ("choose one of the red pile and the player's sleeve, as the source\n", True),
        ("choose one of the red pile and the sleeve of the player after the player, as the source\n", True),
    ],
)
def test_what_lies_in_a_place_that_may_be_hidden_decides_nothing(do: str, told: bool) -> None:
    """Whether the player is offered something, or which piece, tells nothing of what they do not see."""
    for asked in (
        "choose one:\n  one way, if the worth of the top card of the source > 2: n becomes 1\n  other: n becomes 2",
        "choose a card in the source\nn becomes the worth of that card",
    ):
        _, report = load(micro("", KEPT, PILES, TURNS.format(indented(DEALT), indented(do + asked))))
        found = {one.code for one in report.diagnostics if one.severity.value == "error"}
        assert found == ({"RW316"} if told else set()), asked


def test_a_phrase_can_be_given_every_place_of_its_type() -> None:
    dear = 'phrases:\n  "take a dear one from {stack: pile of cards}":\n    do: |\n'
    dear += "      choose a card in the stack with worth > 2\n      put that card into the table\n"
    do = "the player may take a dear one from the red pile"
    text = micro("", KEPT.replace("phrases:\n", dear), PILES, TURNS.format(indented(DEALT), indented(do)))
    found = [one.code for one in load(text)[1].diagnostics if one.severity.value == "error"]
    assert "RW316" in found


# --------------------------------------------------------- pieces that are alike are one option

BEES = """
components:
  bee:
    state: {hungry: yes or no, age: 0..9%s}
    starts in: the hive
    designs: {worker: {copies: 5, plural: workers}, drone: {copies: 2}}
places:
  hive: area of bees
  meadow: {is: "grid of bees, 2 by 2%s", cell: patch}
game has: {n: 0..9%s}
"""
OUT = """
put any 3 workers in the hive into a1
put any drone in the hive into a1
put any 2 workers in the hive into b2
"""


def bees(first: str = "", state: str = "", board: str = "", game: str = "") -> Play:
    turn = "choose a bee in the meadow, as the one\nput the one into a2\nchoose a bee in the meadow, as the next one"
    flow = TURNS.format(indented(OUT + first), indented(turn))
    return Play(micro("", "", BEES % (state, board, game), flow))


def test_alike_pieces_on_one_cell_are_one_option_and_on_different_cells_are_not() -> None:
    play = bees()
    assert play.options() == [0, 3, 5]  # a worker on a1, one on b2, the drone
    assert play.choose(0).options() == [0, 1, 3, 5]  # the first worker lies on a2 now


def test_pieces_that_differ_in_a_state_are_options_of_their_own() -> None:
    assert bees("for each bee in a1: that bee's age becomes 3").options() == [0, 3, 5]
    assert bees("let one be the first bee in a1; the one's age becomes 3").options() == [0, 1, 3, 5]
    assert bees("let one be the last worker in a1; the one becomes hungry").options() == [0, 2, 3, 5]


@pytest.mark.parametrize(
    "what",
    [
        {"state": ", dream: {type: 0..9, secret: yes}"},
        {"game": ", queen: bee or none"},
        {"board": ", in rows"},
    ],
)
def test_pieces_that_can_be_told_apart_otherwise_are_all_options(what: dict[str, str]) -> None:
    """A state that the chooser does not see, a state that says which one is meant, the order in a row."""
    assert bees(**what).options() == [0, 1, 2, 3, 4, 5]


def test_alike_pieces_that_lie_on_no_board_are_one_option() -> None:
    turn = "choose 2 bees in the hive, as the ones\nput ones into a1"
    flow = TURNS.format(indented("put any drone in the hive into a1"), indented(turn))
    play = Play(micro("", "", BEES % ("", "", ""), flow))
    assert play.options() == [0, 6]
    play.choose(0)
    assert play.options() == [1, 6]
    assert play.choose(6).place("a1") == ["worker", "drone", "drone"]


# --------------------------------------------------------------------- boards per player

HOMES = """
components:
  bee:
    starts in: the hive
    designs: {worker: {copies: 6, plural: workers}}
places:
  hive: area of bees
  home:
    is: "map of bees, per player"
    cell: room
    properties: {size: 1..9}
    state: {clean: yes or no, marks: 0..9}
    cells: {hall: {to: attic, size: 5}, attic: {size: 2}, cellar: {to: hall, size: 3}}
  yard: {is: "%s, per player", cell: plot}
  walls: {is: "edges of bees, per player, between plots", cell: wall site, state: {high: yes or no}}
game has:
  n: 0..99
  far room: {type: room or none}
"""


def at_home(do: str, yard: str = "grid of bees, 3 by 3") -> Play:
    return Play(micro(do, "", HOMES % yard))


def test_everybody_has_a_map() -> None:
    second = "let second be the player after player 1\n"
    play = at_home(
        second + "put any worker in the hive into the second's hall\nthe second's hall becomes clean"
    )
    assert (play.place("hall", 0), play.place("hall", 1)) == ([], ["worker"])
    assert at_home("n becomes the distance from player 1's attic to player 1's cellar").of("n") == 2
    # The cells of others cannot be reached, however many there are.
    apart = second + "n becomes the distance from player 1's hall to the second's hall"
    assert at_home(apart).of("n") == 3
    assert at_home("n becomes the number of rooms next to player 1's hall").of("n") == 2
    assert at_home("n becomes the number of rooms in player 1's home with size > 2").of("n") == 2
    kept = (
        "the far room becomes the player after player 1's attic; put any worker in the hive into the far room"
    )
    assert at_home(kept.replace("the player after player 1's attic", "player 1's attic")).place("attic", 0)
    marks = second + "for each room in the second's home: that room's marks become that room's size"
    play = at_home(marks + "\nn becomes the total marks of rooms in the second's home")
    assert play.of("n") == 10
    assert at_home(marks + "\nn becomes the total marks of rooms in player 1's home").of("n") == 0


@pytest.mark.parametrize(("yard", "around"), [("grid of bees, 3 by 3", 4), ("hexes of bees, side 2", 6)])
def test_everybody_has_edges(yard: str, around: int) -> None:
    second = "let second be the player after player 1\n"
    # The middle of a grid of 3 by 3, and of hexes of side 2.
    middle = "the second's b2"
    assert at_home(second + f"n becomes the number of wall sites beside {middle}", yard).of("n") == around
    own = f"n becomes the number of wall sites in player 1's walls beside {middle}"
    assert at_home(second + own, yard).of("n") == 0
    wall = second + f"let gap be the wall site between {middle} and the second's b1\n"
    play = at_home(wall + "put any worker in the hive into the gap", yard)
    assert (play.place("b1-b2", 0), play.place("b1-b2", 1)) == ([], ["worker"])
    assert at_home(wall + "n becomes the number of plots in the second's yard beside gap", yard).of("n") == 2
    assert at_home(wall + "if player 1's yard is not empty: n becomes 7", yard).of("n") == 0
    apart = second + "if the wall site between player 1's b1 and the second's b2 is none: n becomes 7"
    assert at_home(apart, yard).of("n") == 7


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("per player, between plots", "between plots"), "RW216"),
        (("3 by 3, per player", "3 by 3"), "RW216"),
        (("THE TEXT", "put any worker in the hive into the hall"), "RW204"),
        (("THE TEXT", "put any worker in the hive into the attic of the hive"), "RW205"),
    ],
)
def test_whose_a_board_is_must_be_said(change: tuple[str, str], code: str) -> None:
    text = micro("THE TEXT" if change[0] == "THE TEXT" else "nothing", "", HOMES % "grid of bees, 3 by 3")
    found, report = load(text.replace(*change), strict=False)
    assert found is None
    assert [one.code for one in report.diagnostics if one.severity.value == "error"] == [code]


def test_a_scenario_names_the_place_of_a_player() -> None:
    """In states, in options, and in what it expects."""
    do = "choose one of the last used and the red pile, as the source\nlast used becomes the source"
    game = game_of(micro("", KEPT, PILES, TURNS.format(indented("nothing"), indented(do))))
    text = """scenarios:
  one:
    players: 2
    given: {last used: player 2's sleeve}
    start: play
    when:
      - expect: {last used: player 2's sleeve, options: [player 2's sleeve, red pile]}
      - "player 1: player 2's sleeve"
      - cannot: player 1's sleeve
    then: {last used: player 2's sleeve}
"""
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    assert node is not None, report.diagnostics
    file = read_scenarios(node, report)
    assert file is not None
    (result,) = run_scenarios(game, file)
    assert result.passed, [one.message for one in result.diagnostics]


@pytest.mark.parametrize(
    ("do", "allowed"),
    [
        ("put any worker in the player's hall into the player's attic", True),
        ("put any worker in the player's hall into the attic of the player after the player", False),
        ("the player may put any worker in the player's hall into the player's attic", True),
        (
            "put any worker in the player's hall into the player's attic\n"
            "if the attic of the player after the player is empty: the player's cellar becomes clean",
            False,
        ),
        (
            "put any worker in the player's hall into the player's attic\n"
            "if the player's attic is empty: the player's cellar becomes clean",
            True,
        ),
    ],
)
def test_at_once_everybody_acts_on_a_board_of_their_own(do: str, allowed: bool) -> None:
    text = micro(f"simultaneously, each player:\n{indented(do)}", "", HOMES % "grid of bees, 3 by 3")
    found = {one.code for one in load(text)[1].diagnostics if one.severity.value == "error"}
    assert found == (set() if allowed else {"RW318"})
