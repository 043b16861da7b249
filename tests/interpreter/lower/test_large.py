"""More than a machine word holds: sets of pieces and of designs in several cells."""

from __future__ import annotations

import random
from typing import Unpack

import pytest
import rulewright
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.match.setup.rules import prepare

from .micro import Play, Setup, micro

DESIGNS = 70
CARDS = (
    """
components:
  card:
    properties: {{worth: 0..99}}
    state: {{marked: yes or no}}
    starts in: the deck
    designs:
{designs}
places:
  deck: "pile of cards, hidden"
  heap: pile of cards
  table: area of cards
  store: area of cards
  sleeve: "pile of cards, per player, seen by its owner"
  tray: "area of cards, per player"
"""
).format(
    designs="\n".join(f"      {a}{b}: {{worth: {n}, copies: 2}}" for n, (a, b) in enumerate(
        [(a, b) for a in "bdfgklmnprs" for b in ("ab", "eb", "ib", "ob", "ub", "ax", "ex")][:DESIGNS]))
)  # fmt: skip
STATES = """
game has:
  boss: player or none
  tally: 0..9999
  sort: kind of card or none
"""
FIRST = "choose a player at random, as the starter\nthe boss becomes the starter\n"


def play(do: str, **options: Unpack[Setup]) -> Play:
    return Play(micro(FIRST + do, STATES, CARDS), **options)


def test_the_layout_has_several_words() -> None:
    layout = play("nothing").lowered.program.layout
    assert (layout.pieces, layout.piece_words) == (140, 3)


def test_sets_move_and_are_counted() -> None:
    match = play("""
put cards in the deck with worth >= 30 into the table
put cards in the table with worth <= 40 into the store
put cards in the store with even worth on top of the heap
for each player: put the top card of the heap into that player's tray
tally becomes the number of cards in the table
""")
    assert match.of("tally") == 58
    assert len(match.place("store")) == 10
    assert len(match.place("heap")) == 10
    assert len(match.place("tray", 0)) == len(match.place("tray", 1)) == 1
    assert set(match.knows(0)) == set(match.place("table") + match.place("store") + match.place("heap")
                                      + match.place("tray", 0) + match.place("tray", 1))  # fmt: skip


def test_designs_beyond_the_first_word_are_chosen_and_compared() -> None:
    match = play("""
put cards in the deck into the table
the boss chooses a kind of card, as the wish
sort becomes the wish
put cards in the table with kind = sort into the store
if cards in the store differ in kind: tally goes up by 1
if cards in the table with worth >= 68 differ in worth: tally goes up by 2
""")
    names = match.tables.design_names
    assert len(match.options()) == DESIGNS
    match.choose(names[69])
    assert match.place("store") == [names[69]] * 2
    assert match.of("tally") == 0


def test_a_shuffle_and_a_random_walk_through_all_of_it() -> None:
    text = """
shuffle the deck
repeat 12 times:
  the boss chooses one:
    draw:
      the boss looks at the top card of the deck, as the card seen
      put the card seen into the boss's sleeve
    deal:
      for each player: put the top card of the deck into that player's tray
    lay:
      put cards in the boss's tray on top of the heap
    mix:
      put cards in the heap on top of the deck
      shuffle the deck
"""
    for seed in range(5):
        match, dice = play(text, seed=seed), random.Random(seed)
        while not match.over:
            match.choose(dice.choice(match.options()))


def test_a_state_of_many_pieces() -> None:
    match = play("""
for each card in the deck with worth >= 60: that card becomes marked
for each card in the deck:
  if that card is marked: put that card into the table
""")
    assert len(match.place("table")) == 20


def test_what_is_asked_of_a_set_holds_together() -> None:
    """Printed numbers, states and kinds, over the words of a set: of a place that is named and of one that is not."""
    match = play("""
put cards in the deck into the table
for each card in the table with even worth: that card becomes marked
sort becomes the kind of the first card in the table with worth = 60
tally becomes the number of cards in the table with worth >= 20 and worth <= 65 that are marked with kind = sort
put cards in the table with worth >= 20 that are marked with worth <= 65 with kind = sort into the store
for each player: put cards in the table with worth >= 66 that are marked with worth >= 68 into that player's tray
for each player: tally goes up by the number of cards in that player's tray that are marked with worth >= 60
""")
    assert len(match.place("store")) == 2
    assert sorted(len(match.place("tray", player)) for player in (0, 1)) == [0, 2]
    assert match.of("tally") == 2 + 2


@pytest.mark.parametrize("values", [63, 64, 70])
@pytest.mark.parametrize("name", ["n", "kind"])
def test_members_differ_however_many_values_there_are(values: int, name: str) -> None:
    """Few values are kept as a set in a number, many are compared one by one."""
    cards = "\n".join(
        f"      c{n}: {{n: {n}, copies: {2 if n == values - 1 else 1}, source: house}}" for n in range(values)
    )
    text = f"""
rulewright: 1
game: many-values
players: 2
components:
  card:
    properties: {{n: 0..{values - 1}}}
    starts in: box
    designs:
{cards}
places:
  box: {{is: area of cards}}
  hand: {{is: area of cards}}
players have:
  apart: {{type: 0..2, starts: 0}}
flow:
  - phase: play
    do: |
      for each card in the box with n < {values - 1}: put that card into the hand
      put any card in the box into the hand
      if cards in the hand differ in {name}: player 1's apart becomes 1
      otherwise: player 1's apart becomes 2
      put any card in the box into the hand
      if cards in the hand differ in {name}: player 2's apart becomes 1
      otherwise: player 2's apart becomes 2
      player 1 wins
"""
    game = rulewright.loads(text)
    assert game is not None
    for engine in ("python", "native"):
        match = rulewright.Match(game, 2, 1, engine=engine)
        states = [player["state"]["apart"] for player in match.view(0)["players"]]
        assert states == [1, 2]
    assert not check_program(prepare(game).lowered.program)
