"""Putting, looking and shuffling: order, membership and who knows what."""

from __future__ import annotations

import pytest

from .micro import Play, fault_of, micro

STOP = "\nthe first player does nothing"
ALL = ["ant", "bee", "cat", "dog", "elk"]


def test_it_begins_in_printed_order_and_unknown() -> None:
    play = Play(micro())
    assert play.place("deck") == ALL
    assert play.knows(0) == play.knows(1) == []
    assert play.over
    assert play.winners == []


def test_on_top_under_and_into() -> None:
    play = Play(
        micro("""
put the top card of the deck on top of the heap
put the top card of the deck under the heap
put the bottom card of the deck into the heap
put the top card of the deck into the table
""")
    )
    assert play.place("heap") == ["dog", "elk", "ant"]
    assert play.place("table") == ["cat"]
    assert play.place("deck") == ["bee"]


def test_what_is_put_where_all_see_it_is_known_and_stays_so() -> None:
    play = Play(
        micro("""
put the top card of the deck into the table
put cards in the table on top of the deck
put the top card of the deck into the drawer
""")
    )
    assert play.knows(0) == play.knows(1) == ["elk"]
    assert play.place("drawer") == ["elk"]


def test_a_whole_pile_keeps_its_order_and_a_set_goes_in_printed_order() -> None:
    play = Play(
        micro("""
put the bottom card of the deck on top of the deck
put cards in the deck on top of the heap
""")
    )
    assert play.place("heap") == ["bee", "cat", "dog", "elk", "ant"]
    play = Play(
        micro("""
put the bottom card of the deck on top of the deck
put cards in the deck with worth <= 3 on top of the heap
put cards in the heap into the table
put cards in the table on top of the deck
""")
    )
    assert play.place("deck") == ["dog", "elk", "ant", "bee", "cat"]


def test_under_a_pile_each_goes_below_the_one_before() -> None:
    play = Play(micro("put cards in the deck with worth <= 2 under the deck"))
    assert play.place("deck") == ["bee", "ant", "cat", "dog", "elk"]


def test_looking_teaches_one_player_revealing_all_showing_some() -> None:
    text = micro("""
choose a player at random, as the starter
the starter looks at the top card of the deck
show the bottom card of the deck to everyone
reveal cards in the deck with worth = 2
""")
    for seed in range(4):
        play = Play(text, players=3, seed=seed)
        known = [play.knows(player) for player in range(3)]
        assert sorted(known, key=len) == [["ant", "bee"], ["ant", "bee"], ["ant", "bee", "elk"]]


def test_owners_see_their_hands() -> None:
    play = Play(micro("for each player: put the top card of the deck into that player's sleeve"), players=3)
    assert [play.knows(player) for player in range(3)] == [["elk"], ["dog"], ["cat"]]
    assert play.place("sleeve", 1) == ["dog"]


def test_a_shuffle_takes_knowledge_where_nobody_sees_and_leaves_it_where_all_see() -> None:
    play = Play(micro("reveal cards in the deck\nshuffle the deck"), seed=5)
    assert sorted(play.place("deck")) == ALL
    assert play.knows(0) == []
    play = Play(micro("put cards in the deck into the heap\nshuffle the heap"), seed=5)
    assert play.knows(0) == ALL


def test_nothing_to_put_is_a_fault_and_nobody_is_dealt_from_an_empty_pile() -> None:
    assert fault_of(micro("put the top card of the heap into the table")) == "RW402"
    assert fault_of(micro("reveal the top card of the heap")) == "RW402"
    assert fault_of(micro("put cards in the heap into the table")) == "none"


TWO_SORTS = """
components:
  card:
    properties: {pair: kind of card or none}
    starts in: the deck
    designs: {ant: {pair: bee}, bee: {pair: none}, cat: {pair: none}}
  token:
    starts in: the bag
    designs: {chip: {}}
places:
  deck: area of cards
  bag: area of tokens
game has:
  spot: {type: place or none}
  tally: 0..9
"""


def test_a_place_that_is_known_only_then_must_hold_what_is_put() -> None:
    assert Play(micro("spot becomes the deck\nput any ant into spot", cards=TWO_SORTS)).place("deck")
    assert fault_of(micro("spot becomes the bag\nput any ant into spot", cards=TWO_SORTS)) == "RW402"
    assert fault_of(micro("put any ant into spot", cards=TWO_SORTS)) == "RW403"


def test_a_printed_property_may_be_none() -> None:
    assert Play(micro("tally becomes the number of cards with pair = none", cards=TWO_SORTS)).of("tally") == 2


THREE_TYPES = """
components:
  rock: {starts in: the field, designs: {flint: {}}}
  beast: {state: {wounds: {type: 0..9, starts: 2}}, starts in: the field, designs: {wolf: {copies: 2}}}
  plant: {starts in: the field, designs: {fern: {}}}
  human: {state: {wounds: {type: 0..9, starts: 2}}, starts in: the field, designs: {smith: {}}}
  cloud: {starts in: the field, designs: {rain: {}}}
places:
  field: "area of rocks and beasts and plants and humans and clouds"
game has:
  tally: 0..99
"""


@pytest.mark.parametrize(
    ("do", "tally"),
    [
        ("nothing", 6),
        ("for each beast or cloud in the field, as the one: the one's wounds become 5", 12),
        ("for each rock or human in the field, as the one: the one's wounds become 3", 7),
        ("for each plant or beast in the field, as the one: the one's wounds go up by 1", 8),
    ],
)
def test_a_state_belongs_to_the_pieces_whose_type_has_it(do: str, tally: int) -> None:
    """A piece of a type without the state bears none, wherever it stands among the others: setting it there
    changes nothing."""
    match = Play(
        micro(f"{do}\ntally becomes the total wounds of beasts + the total wounds of humans", "", THREE_TYPES)
    )
    assert match.of("tally") == tally
