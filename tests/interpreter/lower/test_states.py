"""States: numbers with ranges, sets in one cell, none where something is needed, what expressions come to."""

from __future__ import annotations

from typing import Unpack

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import CARDS, Play, Setup, fault_of, micro

STATES = """
game has:
  tally: 0..9
  depth: {type: -5..5, starts: -2}
  boss: player or none
  rival: player or none
  pick: card or none
  mood: calm or angry
players have:
  points: {type: 0..9, starts: 1}
  awake: yes or no
  target: player or none
numbers:
  sum: {is: tally + depth * 2 - (tally - 3)}
"""


def after(do: str, **options: Unpack[Setup]) -> Play:
    return Play(micro(do, STATES), **options)


def test_states_start_as_declared_and_change() -> None:
    match = after("""
tally goes up by 4
depth goes down by 1
mood becomes angry
for each player: that player's points go up by tally
""")
    assert (match.of("tally"), match.of("depth")) == (4, -3)
    assert match.of_player("points") == [5, 5]


def test_numbers_are_computed_when_asked_for() -> None:
    assert after("tally becomes 5\ndepth becomes 1\ntally becomes sum").of("tally") == 5
    assert after("depth becomes 2\ntally becomes sum + 1").of("tally") == 8


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("tally goes down by 1", "RW401"),
        ("tally becomes 9\ntally goes up by 1", "RW401"),
        ("tally becomes 9\ndepth becomes tally - 3", "RW401"),
        ("for each player: that player's points go up by 9", "RW401"),
        ("tally becomes 9", "none"),
        ("depth goes down by 3", "none"),
    ],
)
def test_a_number_out_of_its_range_is_a_fault(do: str, code: str) -> None:
    assert fault_of(micro(do, STATES)) == code


def test_as_far_as_possible_stops_at_the_end_of_the_range() -> None:
    match = after("""
tally goes down by 7, as far as possible
depth goes up by 9, as far as possible
for each player: that player's points go up by 20, as far as possible
""")
    assert (match.of("tally"), match.of("depth"), match.of_player("points")) == (0, 5, [9, 9])


@pytest.mark.parametrize(
    "do",
    [
        "the boss's points go up by 1",
        "the boss becomes awake",
        "tally becomes the points of the boss",
        "tally becomes the worth of the pick",
        "if the boss's points = 1: tally becomes 1",
        "put any card in the deck with worth = the worth of the pick into the table",
        "put cards in the deck into the boss's tray",
        "repeat while the boss's points < 3, at most 4 times: tally goes up by 1",
        "if tally = 0 and the boss's points = 1: tally becomes 1",
        "tally becomes (1 if the boss's points = 2, otherwise 3)",
        "tally becomes (1 if tally = 2, otherwise the boss's points)",
    ],
)
def test_none_where_something_is_needed_is_a_fault(do: str) -> None:
    assert fault_of(micro(do, STATES)) in ("RW403", "RW402")


@pytest.mark.parametrize(
    "do",
    [
        "if the boss is not none and the boss's points = 1: tally becomes 1",
        "if the boss is none or the boss's points = 2: tally becomes 1",
        "tally becomes (the boss's points if the boss is not none, otherwise 1)",
        "tally becomes (1 if the boss is none, 2 if the boss's points = 2, otherwise 3)",
        "repeat while the boss is not none and the boss's points < 3, at most 4 times: tally goes up by 1",
    ],
)
def test_what_a_condition_does_not_come_to_is_not_needed(do: str) -> None:
    assert fault_of(micro(do, STATES)) == "none"


def test_yes_or_no_of_players() -> None:
    match = after(
        """
choose a player at random, as the starter
the starter becomes awake
the boss becomes the starter
for each player who is awake: that player's points go up by 2
for each player who is not awake: that player's points go up by 5
tally becomes the number of players who are awake
""",
        players=3,
    )
    assert match.of("tally") == 1
    assert match.of_player("awake")[match.of("boss")] == 1
    assert sorted(match.of_player("points")) == [3, 6, 6]


def test_a_yes_or_no_state_changes_for_a_whole_set() -> None:
    match = after(
        """
for each player: that player becomes awake
choose a player at random, as the starter
for each player but the starter: that player becomes not awake
the boss becomes the starter
""",
        players=3,
    )
    assert match.of_player("awake") == [int(player == match.of("boss")) for player in range(3)]


def test_aggregates() -> None:
    more = (
        STATES
        + """
  sum total: {is: the total worth of cards in the table}
  best: {is: the highest worth of cards in the table}
  least: {is: the lowest worth of cards in the table}
  most points: {is: the highest points of players}
"""
    )
    do = "put cards in the deck with {} into the table\n{}"
    tally = "tally becomes {}"
    for test, name, value in (
        ("worth <= 3", "sum total", 6),
        ("worth >= 3", "best", 5),
        ("worth >= 3", "least", 3),
        ("even worth", "sum total", 6),
        ("odd worth", "sum total", 9),
        ("worth >= 3", "most points", 1),
        ("worth != 3", "the number of cards in the table", 4),
    ):
        assert Play(micro(do.format(test, tally.format(name)), more)).of("tally") == value, name


def test_differing_and_belonging() -> None:
    cards = CARDS.replace("{worth: 2}", "{worth: 2, copies: 2}")
    do = """
put cards in the deck with worth <= 2 into the table
if cards in the table differ in kind: tally goes up by 1
put any bee in the table into the heap
if cards in the table differ in kind: tally goes up by 2
put cards in the deck with worth = 3 into the table
if cards in the table differ in worth: tally goes up by 4
"""
    assert Play(micro(do, STATES, cards)).of("tally") == 6


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("the deck is empty", False),
        ("the table is empty", True),
        ("the table is not empty", False),
        ("there is a card in the deck with worth = 3", True),
        ("there is no card in the deck with worth = 9", True),
        ("the top card of the deck is in the deck", True),
        ("the bottom card of the deck is in the table", False),
        ("the boss is none", True),
        ("the number of cards in the deck = 5", True),
        ("mood = calm", True),
        ("mood != angry and depth < 0", True),
        ("not (depth < 0 or tally = 0)", False),
        ("(tally = 1 or depth = -2) and tally = 0", True),
        ("kind of the top card of the deck = elk", True),
    ],
)
def test_conditions(test: str, holds: bool) -> None:
    assert after(f"if {test}: tally becomes 1\notherwise: tally becomes 2").of("tally") == (1 if holds else 2)


def test_otherwise_if_takes_the_first_that_holds() -> None:
    do = """
for each card in the deck:
  if that card's worth <= 1: put that card into the table
  otherwise if that card's worth <= 3: put that card on top of the heap
  otherwise if that card's worth <= 4: put that card into the drawer
  otherwise: nothing
"""
    match = after(do)
    assert [match.place(name) for name in ("table", "heap", "drawer", "deck")] == [
        ["ant"],
        ["bee", "cat"],
        ["dog"],
        ["elk"],
    ]


def test_let_names_the_value_it_had() -> None:
    match = after("let n be tally + 3\ntally becomes 9\ndepth becomes n")
    assert match.of("depth") == 3


def test_a_fault_leaves_no_half_done_store() -> None:
    with pytest.raises(RulesFault, match=r"outside 0\.\.9"):
        after("tally becomes 8\ntally goes up by 2")
