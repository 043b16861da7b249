"""Simultaneous decisions: each player in a strand of its own, answered in any order."""

from __future__ import annotations

import itertools
from typing import Unpack

from .micro import Play, Setup, micro

STATES = """
game has:
  tally: 0..99
players have:
  points: 0..99
  bold: yes or no
"""
AT_ONCE = """
for each player: put the top card of the deck into that player's tray
simultaneously, each player:
  the player chooses one:
    big: the player's points go up by 10
    small:
      the player chooses a card in the player's tray, as the own
      put the own into the player's sleeve
      the player's points go up by 1
for each player: tally goes up by that player's points
"""


def play(text: str = AT_ONCE, **options: Unpack[Setup]) -> Play:
    return Play(micro(text, STATES), **options)


def test_every_player_is_asked_at_once() -> None:
    match = play(players=3)
    assert match.strands() == [1, 2, 3]
    assert [match.player(strand) for strand in (1, 2, 3)] == [0, 1, 2]
    match.choose("small", strand=2)
    assert match.options(2) == ["dog"]
    assert match.strands() == [1, 2, 3]
    match.choose("big", strand=3).choose("dog", strand=2)
    assert match.strands() == [1]
    match.choose("big", strand=1)
    assert match.over
    assert (match.of("tally"), match.place("sleeve", 1)) == (21, ["dog"])


def test_the_order_of_the_answers_does_not_matter() -> None:
    answers = {1: ["small", "elk"], 2: ["big"], 3: ["small", "cat"]}
    seen = set()
    for order in itertools.permutations([1, 1, 2, 3, 3]):
        match, left = play(players=3), {strand: list(names) for strand, names in answers.items()}
        for strand in order:
            match.choose(left[strand].pop(0), strand=strand)
        assert match.over
        seen.add(match.m.tobytes())
    assert len(seen) == 1


def test_only_some_players_and_none() -> None:
    text = """
choose a player at random, as the starter
the starter becomes bold
simultaneously, each player who is bold:
  the player may the player's points go up by 3
tally becomes 5
""".replace("the player may the player's", "the player chooses one:\n    up: the player's")
    match = play(text, players=3)
    strand = match.strands()[0]
    assert match.of_player("bold")[strand - 1] == 1
    assert match.choose("up", strand=strand).of("tally") == 5
    assert play(text.replace("the starter becomes bold\n", ""), players=3).of("tally") == 5


def test_what_was_bound_before_is_known_in_a_strand() -> None:
    match = play("""
let n be tally + 4
put cards in the deck with worth <= 2 into the table
simultaneously, each player:
  the player chooses one:
    take: the player's points go up by n
    leave: nothing
""")
    match.choose("leave", strand=2).choose("take", strand=1)
    assert match.of_player("points") == [4, 0]
