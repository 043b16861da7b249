"""Grids: cells, steps, what lies where, lines; and counts of the classics that are known exactly."""

from __future__ import annotations

from collections import Counter

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

from ...dsl.tiny import load
from ..small_games import shipped_game
from .micro import Play, micro

GAME = """
rulewright: 1
game: g
players: 2
components:
  stone:
    starts in: the box
    designs: {white stone: {copies: 9}, black stone: {copies: 9}}
places:
  box: {is: area of stones}
  field: {is: "grid of stones, 4 by 3", cell: spot}
  yard: {is: "grid of stones, 2 by 2, per player", cell: plot}
game has:
  n: 0..99
  place of honour: {type: spot or none}
flow:
  - phase: play
    do: nothing
"""


def game() -> Game:
    found, report = load(GAME, strict=False)
    assert found is not None, report.diagnostics
    return found


def given(effect: str, given: str = "{}", then: str = "{}") -> None:
    """Runs an effect on the small game as a scenario."""
    from rulewright.dsl.diagnostics.report import Report
    from rulewright.dsl.diagnostics.source import Source
    from rulewright.dsl.document.reader import read_document

    lines = effect.strip().replace("\n", "\n      ")
    text = f"scenarios:\n  one:\n    given: {given}\n    do: |\n      {lines}\n    then: {then}\n"
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    assert node is not None, report.diagnostics
    file = read_scenarios(node, report)
    assert file is not None
    (result,) = run_scenarios(game(), file)
    assert result.passed, [d.message for d in result.diagnostics]


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("spots", 12),
        ("spots in the field", 12),
        ("empty spots", 10),
        ("spots next to the middle", 4),
        ("spots touching the middle", 8),
        ("spots north of the middle", 1),
        ("spots south-west of the middle", 1),
        ("empty spots next to the middle", 3),
        ("spots with row = 1", 4),
        ("spots with column >= 3 and row <= 2", 4),
        ("spots but the middle", 11),
        ("stones in the field", 2),
        ("stones in the middle", 1),
        ("white stones in the field", 1),
        ("plots", 8),
        ("plots in the player's yard", 4),
    ],
)
def test_selections(what: str, count: int) -> None:
    effect = (
        f"choose a spot with row = 2 and column = 2 at random, as the middle\nn becomes the number of {what}"
    )
    given(effect, "{field b2: [white stone], field c2: [black stone]}", f"{{n: {count}}}")


@pytest.mark.parametrize(
    ("cells", "makes"),
    [
        (("a1", "b1", "c1"), True),
        (("a1", "b2", "c3"), True),
        (("a3", "b2", "c1"), True),
        (("d1", "d2", "d3"), True),
        (("a1", "b1", "d1"), False),
        (("c1", "d1", "a2"), False),
    ],
)
def test_lines(cells: tuple[str, ...], makes: bool) -> None:
    stones = ", ".join(f"field {cell}: [white stone]" for cell in cells)
    effect = "if white stones in the field make a line of 3: n becomes 1\notherwise: n becomes 2"
    given(effect, f"{{{stones}}}", f"{{n: {1 if makes else 2}}}")


def test_a_piece_knows_its_cell_and_a_cell_its_row() -> None:
    effect = """
for each white stone:
  the place of honour becomes the spot of that stone
n becomes 10 * the row of the place of honour + the column of the place of honour
"""
    given(
        effect.replace("white stone:", "stone in the field, as the one:").replace("that stone", "the one"),
        "{field d3: [black stone]}",
        "{n: 34}",
    )


def test_a_piece_off_the_grid_has_no_cell() -> None:
    effect = "let stray be any stone in the box\nif the spot of stray is none: n becomes 7"
    given(effect, "{}", "{n: 7}")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("let chosen be spots next to the box", "RW206"),
        ("let chosen be stones next to the field", "RW206"),
        ("let chosen be empty stones", "RW211"),
        ("let chosen be plots next to the field", "RW206"),
        ("put any stone in the box into the field", "RW206"),
        ("if players make a line of 3: nothing", "RW211"),
        ("if stones make a line of n: nothing", "RW210"),
    ],
)
def test_what_makes_no_sense_is_told(text: str, code: str) -> None:
    found, report = load(GAME.replace("do: nothing", f"do: '{text}'"), strict=False)
    assert found is None
    assert code in [diagnostic.code for diagnostic in report.diagnostics]


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ('{is: "grid of stones", cell: square}', "RW216"),
        ('{is: "area of stones, 3 by 3"}', "RW216"),
        ('{is: "grid of stones, 3 by 3"}', "RW216"),
        ('{is: "grid of stones, 300 by 300", cell: square}', "RW216"),
        ("{is: area of stones, cell: square}", "RW216"),
    ],
)
def test_what_is_no_grid_is_told(place: str, code: str) -> None:
    found, report = load(GAME.replace("places:\n", f"places:\n  court: {place}\n"), strict=False)
    assert found is None
    assert [diagnostic.code for diagnostic in report.diagnostics] == [code]


def leaves(name: str, most: int) -> tuple[Counter[int], list[int]]:
    """How many matches end after so many decisions, and how many positions (with their histories) there are."""
    engine = prepare(shipped_game(name)).engine
    ended: Counter[int] = Counter()
    reached = [0] * (most + 1)
    todo = [(engine.start(2, 0), 0)]
    while todo:
        m, depth = todo.pop()
        reached[depth] += 1
        if engine.over(m):
            ended[depth] += 1
        elif depth < most:
            for action in engine.actions_main(m):
                copy = m[:]
                engine.act_main(copy, action)
                todo.append((copy, depth + 1))
    return ended, reached


def test_tic_tac_toe_has_as_many_games_as_it_has() -> None:
    ended, _ = leaves("classics/tic-tac-toe", 9)
    assert ended == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}


def test_connect_four_has_as_many_positions_as_it_has() -> None:
    _, reached = leaves("classics/connect-four", 5)
    assert reached == [1, 7, 49, 343, 2401, 16807]


def test_the_view_draws_the_grid() -> None:
    match = Match(shipped_game("classics/tic-tac-toe"), 2)
    match.choose("b1")
    board = match.view()["boards"]["board"]
    assert board["kind"] == "grid"
    assert {cell: on["pieces"] for cell, on in board["cells"].items() if on["pieces"]} == {"b1": ["cross"]}


def test_a_board_is_empty_if_nothing_lies_on_it() -> None:
    play = Play(
        """
rulewright: 1
game: bare
players: 2
components:
  mark: {starts in: the bag, designs: {dot: {copies: 2}}}
places:
  board: {is: "grid of marks, 2 by 2", cell: square}
  bag: area of marks
game has: {early: 0..1, midway: 0..1, late: 0..1}
flow:
  - phase: only
    do: |
      if the board is empty: early becomes 1
      put any mark in the bag into b1
      if the board is not empty: midway becomes 1
      put marks in the board into the bag
      if the board is empty: late becomes 1
"""
    )
    assert [play.of(name) for name in ("early", "midway", "late")] == [1, 1, 1]


def test_who_has_looked_at_a_hidden_board_chooses_from_it() -> None:
    cards = """
components:
  card: {designs: {ant: {copies: 2}, bee: {}}}
places:
  den: {is: "grid of cards, 2 by 1, hidden", cell: nook}
  table: area of cards
"""
    do = "put cards into a1\nplayer 1 looks at cards in the den\nplayer 1 chooses a card in the den, as the pick"
    play = Play(micro(f"{do}\nput the pick into the table", cards=cards))
    assert play.options() == [0, 2]  # the ants are alike where they lie: one option
    assert play.choose(2).place("table") == ["bee"]
