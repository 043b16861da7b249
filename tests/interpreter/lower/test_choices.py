"""Choices: of one, of several, of labelled ways, of doing something at all; who decides and what is named."""

from __future__ import annotations

from typing import Unpack

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import CARDS, Play, Setup, micro

STATES = """
players have:
  points: 0..9
game has:
  boss: player or none
  other: player or none
  tally: 0..20
"""
BOSS = "choose a player at random, as the starter\nthe boss becomes the starter\n"


def play(do: str, more: str = STATES, **options: Unpack[Setup]) -> Play:
    return Play(micro(BOSS + do, more), **options)


def test_a_choice_of_pieces_names_designs_where_pieces_have_no_state_of_their_own() -> None:
    match = play("""
put cards in the deck into the table
the boss chooses a card in the table with worth >= 3, as the pick
put the pick into the heap
""")
    assert match.player() == match.of("boss")
    assert match.options() == ["cat", "dog", "elk"]
    assert match.choose("dog").place("heap") == ["dog"]


def test_a_choice_from_a_hidden_place_names_positions() -> None:
    match = play("""
put the bottom card of the deck on top of the deck
the boss chooses a card in the deck with worth <= 3, as the pick
put the pick into the heap
""")
    assert match.place("deck") == ["bee", "cat", "dog", "elk", "ant"]
    assert match.options() == [0, 1, 4]
    assert match.choose(4).place("heap") == ["ant"]


STEALING = """
phrases:
  "{thief: player} steals from {victim: player}":
    do: |
      the thief chooses a card in the victim's sleeve, as the loot
      put the loot into the heap
"""
DEALT = """
the boss becomes player 1
the other becomes the player after the boss
for each player: put the top card of the deck into that player's sleeve
for each player: put the top card of the deck into that player's sleeve
"""  # player 1 has elk and cat, the other dog and bee


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("the boss chooses a card in the boss's sleeve", ["cat", "elk"]),
        ("the boss chooses a card in the sleeve of player 1", ["cat", "elk"]),
        ("the boss chooses a card in the other's sleeve", [0, 1]),
        ("the boss chooses a card in the sleeve of the player after the boss", [0, 1]),
        ("the other chooses a card in the boss's sleeve", [0, 1]),
        ("the other chooses a card in the sleeve of the player after the boss", ["bee", "dog"]),
        ("for each player: that player chooses a card in that player's sleeve", ["cat", "elk"]),
        ("the boss chooses up to 2 cards in the boss's sleeve", ["cat", "elk", "enough"]),
        ("the boss steals from player 1", ["cat", "elk"]),
        ("the boss steals from the other", [0, 1]),
        ("the other steals from the boss", [0, 1]),
    ],
)
def test_who_chooses_reads_what_lies_in_a_place_that_they_see(text: str, options: list[str | int]) -> None:
    """However it is said, and only they: of what lies covered, they name the position."""
    match = play(DEALT + text, STATES + STEALING, players=2)
    assert match.options() == options


def test_what_is_chosen_is_that_card_whichever_way_it_is_named() -> None:
    text = DEALT + "for each player: the boss steals from that player"
    match = play(text, STATES + STEALING, players=2)
    assert match.choose("elk").place("heap") == ["elk"]
    assert match.options() == [0, 1]
    assert match.choose(1).place("heap") == ["elk", "bee"]


def test_a_choice_of_players_and_of_kinds() -> None:
    match = play(
        """
the boss chooses a player, as the friend
the friend's points go up by 3
the boss chooses a kind of card, as the sort
tally becomes 2
put cards in the deck with kind = the sort into the table
""",
        players=3,
    )
    assert match.options() == [0, 1, 2]
    match.choose(1)
    assert match.of_player("points") == [0, 3, 0]
    assert match.options() == ["ant", "bee", "cat", "dog", "elk"]
    assert match.choose("cat").place("table") == ["cat"]


def test_several_are_chosen_one_after_the_other() -> None:
    match = play("""
put cards in the deck into the table
the boss chooses 2 cards in the table, as the picks
put the picks into the heap
""")
    match.choose("dog")
    assert match.options() == ["ant", "bee", "cat", "elk"]
    assert match.choose("ant").place("heap") == ["ant", "dog"]


def test_up_to_so_many_may_be_fewer_and_ends_when_nothing_is_left() -> None:
    text = """
put cards in the deck with worth <= 2 into the table
the boss chooses up to 3 cards in the table, as the picks
put the picks into the heap
"""
    assert play(text).choose("enough").place("heap") == []
    assert play(text).choose("bee", "enough").place("heap") == ["bee"]
    assert play(text).choose("bee", "ant").over


def test_too_few_to_choose_from_is_a_fault() -> None:
    text = """
put cards in the deck with worth <= 2 into the table
the boss chooses 3 cards in the table, as the picks
put the picks into the heap
"""
    match = play(text).choose("ant")
    with pytest.raises(RulesFault, match="RW404"):
        match.choose("bee")
    with pytest.raises(RulesFault, match="RW404"):
        play("the boss chooses a card in the table, as the pick\nput the pick into the heap")


def test_one_of_labelled_ways_with_conditions_and_first_choices() -> None:
    match = play("""
the boss chooses one:
  grow: tally goes up by 2
  pick:
    the boss chooses a card in the table, as the pick
    put the pick into the heap
  shrink, if tally > 0: tally goes down by 1
  rest: nothing
tally goes up by 10
""")
    assert match.options() == ["grow", "rest"], "nothing to pick, nothing to shrink"
    assert match.choose("grow").of("tally") == 12


def test_may_is_yes_or_no_and_asks_only_where_it_can_be_done() -> None:
    text = """
put cards in the deck with worth = 1 into the table
the boss may put cards in the table into the heap
the boss may:
  the boss chooses a card in the table, as the pick
  put the pick into the heap
"""
    match = play(text)
    assert match.options() == ["yes", "no"]
    assert match.choose("yes").over  # nothing is left to put into the heap, so nobody is asked
    match = play(text).choose("no")
    assert match.choose("yes").options() == ["ant"]


def test_at_random_is_even_and_needs_something() -> None:
    text = micro(
        "put any card in the deck into the table\nchoose a card in the deck at random, as the pick\n"
        "put the pick into the heap"
    )
    seen = [Play(text, seed=seed).place("heap")[0] for seed in range(800)]
    counts = [seen.count(name) for name in ("bee", "cat", "dog", "elk")]
    assert sum(counts) == 800
    assert all(160 <= count <= 240 for count in counts), counts
    with pytest.raises(RulesFault, match="RW404"):
        Play(micro("choose a card in the table at random, as the pick\nput the pick into the heap"))


COPIES = CARDS.replace("ant: {worth: 1}", "ant: {worth: 1, copies: 3}")


def test_explicit_chance_weighs_designs_by_their_pieces() -> None:
    text = micro(
        "choose a card in the deck at random, as the pick\nput the pick into the table", cards=COPIES
    )
    match = Play(text, chance=True)
    assert match.player() == -1
    assert match.weights() == {"ant": 3, "bee": 1, "cat": 1, "dog": 1, "elk": 1}
    assert match.choose("ant").place("table") == ["ant"]


def test_explicit_chance_draws_each_of_the_pieces_that_can_differ() -> None:
    """Two pieces of a design with different states are two outcomes, so that either can come about."""
    cards = COPIES.replace("    starts in", "    state: {marked: yes or no}\n    starts in")
    text = micro(
        "choose a card in the deck at random, as the pick\nthe pick becomes marked\n"
        "put cards in the deck who are marked into the heap",
        cards=cards,
    )
    outcomes = Play(text, chance=True).engine.outcomes(Play(text, chance=True).m)
    assert [weight for _, weight in outcomes] == [1] * 7
    left = set()
    for number, _ in outcomes:
        match = Play(text, chance=True)
        match.act(number)
        left.add((*match.place("heap"), *match.place("deck")))
    assert len(left) == 5, "what is drawn is one of five designs"
    again = micro(
        "repeat 3 times:\n  choose a card in the deck who is not marked with worth = 1 at random, as the pick\n"
        "  the pick becomes marked",
        cards=cards,
    )
    match = Play(again, chance=True)
    for expected in (3, 2, 1):
        outcomes = match.engine.outcomes(match.m)
        assert len(outcomes) == expected
        match.act(outcomes[-1][0])
    assert match.over


def test_explicit_chance_shuffles_from_the_top_down() -> None:
    match = Play(
        micro("shuffle the deck\nput the top card of the deck into the table", cards=COPIES), chance=True
    )
    assert match.weights()["ant"] == 3
    match.choose("ant")
    assert match.weights() == {"ant": 2, "bee": 1, "cat": 1, "dog": 1, "elk": 1}
    match.choose("dog", "cat", "ant", "bee")
    assert match.weights() == {"ant": 1, "elk": 1}
    match.choose("elk")
    assert match.over
    assert match.place("table") == ["ant"]
    assert match.place("deck") == ["ant", "elk", "bee", "ant", "cat", "dog"]


def test_alike_pieces_are_one_option() -> None:
    match = Play(
        micro(
            BOSS + "put cards in the deck into the table\nthe boss chooses a card in the table, as the pick\n"
            "put the pick into the heap",
            STATES,
            COPIES,
        )
    )
    assert match.options() == ["ant", "bee", "cat", "dog", "elk"]
    assert match.choose("ant").place("table") == ["ant", "ant", "bee", "cat", "dog", "elk"]
