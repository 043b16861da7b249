"""Loops: in which order `for each` goes, who is in, and how often `repeat` repeats."""

from __future__ import annotations

from typing import Unpack

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, Setup, fault_of, micro

STATES = """
game has:
  boss: {type: player or none}
  tally: 0..20
players have:
  points: 0..20
  asleep: yes or no
"""
FIRST = "choose a player at random, as the starter\nthe boss becomes the starter\n"


def played(do: str, **options: Unpack[Setup]) -> Play:
    return Play(micro(FIRST + do, STATES), **options)


ROUNDS = {
    "": ["ant", "cat", "dog", "elk"],
    ", in printed order": ["ant", "cat", "dog", "elk"],
    ", from the top": ["ant", "elk", "dog", "cat"],
    ", from the bottom": ["cat", "dog", "elk", "ant"],
}


@pytest.mark.parametrize("order", ROUNDS)
def test_the_order_of_a_pile_without_decisions(order: str) -> None:
    match = played(f"""
put the bottom card of the deck on top of the deck
for each card in the deck with worth != 2{order}: put that card on top of the heap
""")
    assert match.place("heap") == ROUNDS[order]


@pytest.mark.parametrize("order", ROUNDS)
def test_the_order_of_a_pile_with_decisions(order: str) -> None:
    match = played(f"""
put the bottom card of the deck on top of the deck
for each card in the deck with worth != 2{order}:
  the boss may put that card on top of the heap
""")
    taken = []
    for number in range(4):
        match.choose("yes" if number != 1 else "no")
        taken.append(number)
    assert match.over
    assert match.place("heap") == [card for n, card in enumerate(ROUNDS[order]) if n != 1]


@pytest.mark.parametrize("decide", [False, True])
def test_who_has_left_a_pile_is_passed_over(decide: bool) -> None:
    match = played(f"""
for each card in the deck, from the top:
  put that card on top of the heap
  put cards in the deck with worth <= 3 into the table
  {"the boss may put cards in the table into the drawer" if decide else "nothing"}
""")
    while not match.over:
        match.choose("no")
    assert match.place("heap") == ["elk", "dog"]
    assert match.place("table") == ["ant", "bee", "cat"]


def test_who_comes_to_a_pile_while_it_is_gone_through_is_not_in() -> None:
    match = played("""
put cards in the deck with worth <= 2 into the heap
for each card in the heap, from the top:
  put the top card of the deck on top of the heap
  put that card into the table
""")
    assert match.place("table") == ["ant", "bee"]
    assert match.place("heap") == ["elk", "dog"]


def test_clockwise_from_somebody() -> None:
    text = """
for each player, clockwise from the boss:
  tally goes up by 1
  that player's points become tally
"""
    for seed in range(6):
        match = played(text, players=3, seed=seed)
        boss = match.of("boss")
        assert [match.of_player("points")[(boss + n) % 3] for n in range(3)] == [1, 2, 3]


def test_counterclockwise_from_somebody() -> None:
    text = """
for each player, {}counterclockwise from the boss:
  tally goes up by 1
  that player's points become tally
"""
    for seed in range(6):
        for order in ("", "from the lowest (1), ties "):
            match = played(text.format(order), players=3, seed=seed)
            boss = match.of("boss")
            assert [match.of_player("points")[(boss - n) % 3] for n in range(3)] == [1, 2, 3]


def test_clockwise_with_decisions_and_a_filter() -> None:
    match = played("""
the boss becomes asleep
for each player who is not asleep, clockwise from the boss:
  that player chooses one:
    yes: that player's points go up by 1
    no: nothing
""", players=4, seed=3)  # fmt: skip
    boss, order = match.of("boss"), []
    while not match.over:
        order.append(match.player())
        match.choose("yes")
    assert order == [(boss + n) % 4 for n in range(1, 4)]


def test_clockwise_from_nobody_is_a_fault() -> None:
    assert fault_of(micro("for each player, clockwise from the boss: tally goes up by 1", STATES)) == "RW403"


def test_in_any_order_the_chooser_picks_who_is_next() -> None:
    conventions = "conventions:\n  chooser: the boss\n"
    match = Play(micro(FIRST + """
put cards in the deck with worth >= 3 into the table
for each card in the table, in any order: put that card on top of the heap
""", STATES + conventions))  # fmt: skip
    assert match.player() == match.of("boss")
    match.choose("dog")
    assert match.options() == ["cat", "elk"]
    assert match.choose("elk", "cat").place("heap") == ["dog", "elk", "cat"]


def test_a_set_is_fixed_before_its_members_are_gone_through() -> None:
    match = played("""
for each player who is not asleep:
  for each player: that player becomes asleep
for each player who is asleep: that player's points go up by 2
""", players=3)  # fmt: skip
    assert match.of_player("asleep") == [1, 1, 1]
    assert match.of_player("points") == [2, 2, 2]


def test_repeat_times_while_until_and_bounds() -> None:
    assert played("repeat 3 times: tally goes up by 2").of("tally") == 6
    assert played("repeat tally times: tally goes up by 1").of("tally") == 0
    assert played("tally becomes 3\nrepeat tally times: tally goes up by 1").of("tally") == 6
    assert played("repeat while tally < 5, at most 9 times: tally goes up by 2").of("tally") == 6
    assert played("repeat while tally < 9, at most 3 times: tally goes up by 1").of("tally") == 3
    assert played("repeat until tally >= 5, at most 9 times: tally goes up by 1").of("tally") == 5
    assert played("repeat until tally = 0, at most 9 times: tally goes up by 1").of("tally") == 0


def test_repeat_with_decisions() -> None:
    match = played("""
repeat until the deck is empty:
  the boss chooses one:
    draw: put the top card of the deck on top of the heap
    skip: put the top card of the deck into the table
""")  # fmt: skip
    match.choose("draw", "skip", "draw", "skip", "skip")
    assert match.over
    assert match.place("heap") == ["elk", "cat"]
    match = played("repeat 2 times: the boss may put the top card of the deck on top of the heap")
    assert match.choose("yes", "no").over


def test_a_runaway_is_a_fault() -> None:
    with pytest.raises(RulesFault):
        played("repeat while tally < 5, at most 20 times: tally goes down by 1")


LISTS = """
components:
  hand:
    properties: {wants: list of kinds of cards}
    starts in: the shelf
    designs:
      pair: {wants: [ant, bee, ant]}
      single: {wants: bee}
  card:
    properties: {worth: 1..9}
    starts in: the deck
    designs:
      ant: {worth: 1, copies: 3}
      bee: {worth: 2, copies: 3}
places:
  shelf: area of hands
  deck: "pile of cards, hidden"
  heap: pile of cards
"""
HELD = "game has: {held: {type: hand or none}}\n"


def listed(do: str) -> Play:
    return Play(micro(f"let mine be any hand in the shelf with kind = pair\n{do}", HELD, LISTS))


@pytest.mark.parametrize("decide", [False, True])
def test_a_list_that_repeats_a_kind_is_gone_through_as_often(decide: bool) -> None:
    may = "player 1 may " if decide else ""
    match = listed(f"""
for each kind in the wants of mine: {may}put any card in the deck with kind = that kind on top of the heap
""")
    for _ in range(3 if decide else 0):
        match.choose("yes")
    assert match.over
    assert match.place("heap") == ["ant", "ant", "bee"]


def test_the_list_stays_the_same_whatever_the_loop_does() -> None:
    match = listed("""
held becomes mine
for each kind in the wants of held:
  put any card in the deck with kind = that kind on top of the heap
  held becomes any hand in the shelf with kind = single
""")
    assert match.place("heap") == ["ant", "ant", "bee"]
