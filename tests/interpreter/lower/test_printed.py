"""Effects and conditions that are printed: plain and framed, what can be done, effects that do effects."""

from __future__ import annotations

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from ..native.lockstep import both, play
from .micro import Play, fault_of, lowered_of, micro

CARDS = """
components:
  card:
    properties: {worth: 1..9, deed: effect, fit: condition}
    starts in: the table
    designs:
      ant: {worth: 1, deed: gain 1 gold, fit: the player's gold >= 3}
      bee: {worth: 2, deed: "pay 3 gold: gain 9 fame", fit: this is in the table}
      cat: {worth: 3, deed: "choose a card in the heap, as prey; put prey into the table", fit: this is an elk}
      dog:
        worth: 4
        deed: |
          put this into the heap
          choose a card in the table with worth <= 3, as the copied
          do the deed of the copied
      elk: {worth: 5}
places:
  heap: {is: row of cards}
  table: area of cards
  park:
    is: "map of cards"
    cell: lawn
    properties: {bloom: effect, shady: condition}
    cells:
      meadow: {to: [pond], bloom: gain 2 gold, shady: there is a card in this}
      pond: {bloom: "the player may gain 5 gold"}
game has:
  tally: 0..20
players have:
  gold: {type: 0..9, starts: 2}
  fame: {type: 0..9}
"""


def turn(do: str, cards: str = CARDS) -> str:
    body = "\n".join("      " + line for line in do.strip("\n").split("\n"))
    turns = "clockwise from player 1, each player, once each"
    flow = f"flow:\n  - phase: only\n    turns: {turns}\n    turn: |\n{body}\n"
    return micro(cards=cards, flow=flow)


def one(name: str, do: str) -> str:
    """A turn with a card that has a name."""
    return f"let n be 0\nfor each {name}, as the card meant:\n" + "\n".join(
        "  " + line for line in do.split("\n")
    )


def designs(play: Play) -> list[str]:
    """What the options are called: pieces that can lie on a board are told apart."""
    return [play.tables.pieces[int(piece)] for piece in play.options()]


def test_an_effect_is_done_by_whoever_does_it() -> None:
    assert Play(turn(one("ant", "do the deed of the card meant"))).of_player("gold") == [3, 3]
    text = turn(one("ant", "the player after the player does the deed of the card meant"))
    assert Play(text, 3).of_player("gold") == [3, 3, 3]


def test_this_is_the_piece_that_prints_it() -> None:
    text = turn("for each card with worth = 4: do the deed of that card")
    play = Play(text, 1)
    assert play.place("heap") == ["dog"]
    assert designs(play) == ["ant", "bee", "cat"]


def test_a_framed_effect_goes_on_where_it_was_left() -> None:
    play = Play(turn("put cards with worth = 2 into the heap\n" + one("cat", "do the deed of the card meant")
                     + "\ntally goes up by 1"), 1)  # fmt: skip
    assert play.of("tally") == 0
    assert designs(play) == ["bee"]
    assert play.choose(1).of("tally") == 1
    assert play.place("heap") == []


def test_an_effect_that_does_another_effect() -> None:
    do = "choose a card in the table with worth = 4, as the one said\ndo the deed of the one said"
    play = Play(turn(do), 1)
    assert designs(play) == ["dog"]
    assert designs(play.choose(3)) == ["ant", "bee", "cat"]
    assert play.choose(0).of_player("gold") == [3]


def test_nothing_that_is_printed_does_nothing_and_cannot_be_done() -> None:
    assert Play(turn(one("elk", "do the deed of the card meant"))).of_player("gold") == [2, 2]
    text = turn(one("elk", "if the deed of the card meant can be done: tally goes up by 1"))
    assert Play(text).of("tally") == 0


def test_what_can_be_done_is_asked_of_each() -> None:
    """The ant's can; the bee costs too much; the cat's has no candidate; the dog's has itself to move."""
    count = "tally becomes the number of cards where (the deed of that card can be done)"
    assert Play(turn(count), 1).of("tally") == 2
    assert Play(turn("gain 1 gold\n" + count), 1).of("tally") == 3
    assert Play(turn("gain 1 gold\nput cards with worth = 5 into the heap\n" + count), 1).of("tally") == 4


def test_conditions_are_asked_of_each_for_who_acts() -> None:
    count = "tally becomes the number of cards that are fit"
    assert Play(turn(count), 1).of("tally") == 1
    assert Play(turn("gain 1 gold\n" + count), 1).of("tally") == 2
    assert Play(turn("put cards with worth = 2 into the heap\n" + count), 1).of("tally") == 0
    assert Play(turn("tally becomes the number of cards that are not fit"), 1).of("tally") == 4


def test_cells_print_too() -> None:
    text = turn("for each lawn:\n  if that lawn is shady: tally goes up by 1\n  do the bloom of that lawn")
    play = Play(text, 1)
    assert play.of_player("gold") == [4]
    assert play.choose("no").of_player("gold") == [4]
    assert play.of("tally") == 0
    play = Play(turn("put cards with worth = 5 into the meadow\nput cards with worth = 4 into the pond\n"
                     "tally becomes the number of lawns that are shady"), 1)  # fmt: skip
    assert play.of("tally") == 1


def test_an_effect_of_a_missing_piece_is_a_fault() -> None:
    assert fault_of(turn("do the deed of the first card in the heap")) == "RW403"


def test_what_begins_with_the_effect_of_a_missing_piece_is_not_offered() -> None:
    text = turn("choose one:\n  act: do the deed of the first card in the heap\n  wait: nothing")
    assert Play(text).options() == ["wait"]
    play = Play(turn("put cards with worth = 1 into the heap\n" + "choose one:\n"
                     "  act: do the deed of the first card in the heap\n  wait: nothing"))  # fmt: skip
    assert play.options() == ["act", "wait"]


def test_an_effect_that_does_itself_without_end_is_a_fault_of_the_rules() -> None:
    cards = CARDS.replace("deed: gain 1 gold", "deed: do the deed of this")
    _, engine = lowered_of(turn(one("ant", "do the deed of the card meant"), cards))
    with pytest.raises(RulesFault) as raised:
        engine.start(2, 1)
    assert raised.value.fault.code == "RW411"


# --------------------------------------------------------------------------- parts in any order

PARTS = """
components:
  card:
    properties: {worth: 1..9, deed: effect in any order}
    starts in: the table
    designs:
      ant: {worth: 1, deed: gain 1 gold; pay 3 gold; gain 1 fame; gain 1 fame}
      bee: {worth: 2, deed: gain 1 gold}
      cat: {worth: 3, deed: the player may gain 1 gold}
      dog: {worth: 4, deed: do the deed of the bloomer; gain 2 fame}
      elk: {worth: 5, deed: pay 3 gold; pay 4 gold}
places:
  table: area of cards
  park:
    is: "map of cards"
    cell: lawn
    properties: {bloom: effect in any order}
    cells: {meadow: {bloom: gain 2 gold; gain 3 fame}}
names:
  bloomer: any ant
players have:
  gold: {type: 0..9, starts: 2}
  fame: {type: 0..9}
"""


def test_parts_are_done_in_the_order_that_the_player_picks() -> None:
    play = Play(turn(one("ant", "do the deed of the card meant"), PARTS), 1)
    # The cost cannot be paid yet. The same part twice is one option, which can be taken twice.
    assert play.options() == ["the player gains 1 gold", "the player gains 1 fame", "enough"]
    play.choose("the player gains 1 fame", "the player gains 1 gold", "the player pays 3 gold")
    assert play.options() == ["the player gains 1 fame", "enough"]
    play.choose("enough")
    assert (play.of_player("gold"), play.of_player("fame"), play.over) == ([0], [1], True)


def test_a_single_part_can_be_left_out_only_if_it_says_may() -> None:
    assert Play(turn(one("bee", "do the deed of the card meant"), PARTS), 1).of_player("gold") == [3]
    play = Play(turn(one("cat", "do the deed of the card meant"), PARTS), 1)
    assert play.options() == ["yes", "no"]
    assert play.choose("no").of_player("gold") == [2]


def test_parts_can_do_what_another_card_prints() -> None:
    play = Play(turn(one("dog", "do the deed of the card meant"), PARTS), 1)
    play.choose("the player does the deed of the bloomer", "the player gains 1 fame", "enough")
    assert play.options() == ["the player gains 2 fame", "enough"]
    assert play.choose("the player gains 2 fame").of_player("fame") == [3]


def test_parts_can_be_done_if_one_of_them_can() -> None:
    """The elk's both cost too much."""
    do = "for each card:\n  if the deed of that card can be done: gain 1 fame"
    assert Play(turn(do, PARTS), 1).of_player("fame") == [4]
    do = "for each elk, as the costly:\n  if the deed of the costly can be done: gain 1 fame"
    assert Play(turn(do, PARTS), 1).of_player("fame") == [0]


def test_cells_print_parts_too() -> None:
    play = Play(turn("do the bloom of meadow", PARTS), 1)
    play.choose("the player gains 3 fame", "enough")
    assert (play.of_player("gold"), play.of_player("fame")) == ([2], [3])


def test_parts_are_played_alike_by_both_engines() -> None:
    text = turn("\n".join(one(name, "do the deed of the card meant") for name in ("ant", "dog"))
                + "\ndo the bloom of meadow", PARTS)  # fmt: skip
    engines = both(lowered_of(text)[0].program)
    for seed in range(8):
        assert play(*engines, 2, seed, 60).fault is None
