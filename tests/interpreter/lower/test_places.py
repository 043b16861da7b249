"""Places with an order that are known only while the rules run: cells that are rows or piles, places as values."""

from __future__ import annotations

import pytest

from ...dsl.tiny import load
from .micro import CARDS, Play, fault_of, micro

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
