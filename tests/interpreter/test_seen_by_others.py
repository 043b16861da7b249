"""Places that all but their owner see, and what is seen of pieces that lie face down: hints on hidden cards."""

from __future__ import annotations

from typing import Any

import pytest
import rulewright
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match

GAME = """
rulewright: 1
game: fireworks
players: 3
components:
  card:
    properties: {value: 1..3}
    state: {hinted: yes or no, note: {type: 0..3, secret: yes}}
    starts in: the deck
    designs:
      low: {value: 1, copies: 6}
      middle: {value: 2, copies: 3}
      high: {value: 3, copies: 3}
places:
  deck: "pile of cards, hidden"
  fan: "row of cards, per player, seen by all but its owner"
  table: area of cards
game has:
  rounds: 0..9
flow:
  - phase: deal
    do: |
      shuffle the deck
      for each player:
        repeat 3 times: put the top card of the deck into that player's fan
  - phase: play
    repeat: until rounds = 3
    do: rounds goes up by 1
    turns: clockwise from player 1, each player, once each
    options:
      hint:
        do: |
          the player chooses a player but the player, as the friend
          CHOICE
      play:
        do: |
          the player chooses a card in the player's fan, as the pick
          put the pick into the table
"""
HINT = "for each card in the friend's fan where (that card's value = 1): that card becomes hinted"
PICK = """the player chooses a number from 1 to 3, as the rank
          for each card in the friend's fan where (the value of that card = the rank): that card becomes hinted"""


def loaded(choice: str) -> tuple[Any, Report]:
    report = Report()
    return load_game([Source("g.yaml", GAME.replace("CHOICE", choice))], report), report


def started(choice: str = PICK, seed: int = 1) -> Match:
    game, report = loaded(choice)
    assert game is not None, to_text(report.diagnostics)
    return Match(game, ["ann", "bob", "cid"], seed=seed)


def fan(match: Match, reader: int, owner: int) -> list[Any]:
    pieces: list[Any] = match.view(reader)["players"][owner]["places"]["fan"]["pieces"]
    return pieces


def names(pieces: list[Any]) -> list[Any]:
    return [piece["name"] for piece in pieces]


def hint(match: Match, friend: str, rank: str) -> None:
    for label in ("hint", friend, rank):
        match.choose(next(one for one in match.decision.options if one.label() == label))


def test_all_but_the_owner_see_what_lies_there() -> None:
    match = started()
    for owner in range(3):
        seen = {reader: names(fan(match, reader, owner)) for reader in range(3)}
        assert seen.pop(owner) == [None] * 3
        assert all(None not in one for one in seen.values())
        assert len({tuple(one) for one in seen.values()}) == 1


def test_public_states_of_hidden_pieces_are_seen_where_they_lie() -> None:
    match = started()
    hint(match, "bob", "1")
    own, others = fan(match, 1, 1), fan(match, 0, 1)
    assert [one["hinted"] for one in own] == [one["name"] == "low" for one in others]
    assert any(one["hinted"] for one in own)
    assert all(set(one) == {"name", "hinted"} for one in own)  # no secret state
    assert match.view(1)["places"]["deck"]["pieces"] == [None] * 3  # nobody sees more than how many lie there


@pytest.mark.parametrize("seed", range(5))
def test_a_match_dealt_anew_gives_the_same_view(seed: int) -> None:
    match = started(seed=seed)
    hint(match, "bob", "1")
    for reader in range(3):
        assert match.determinize(reader, seed).view(reader) == match.view(reader)


def test_one_plays_a_card_of_ones_own_by_where_it_lies() -> None:
    match = started()
    match.choose(next(one for one in match.decision.options if one.label() == "play"))
    assert [one.label() for one in match.decision.options] == ["#1", "#2", "#3"]
    lies = names(fan(match, 1, 0))[0]
    match.choose(match.decision.options[0])
    assert match.view(0)["places"]["table"]["pieces"][0]["name"] == lies


TELL = """choose one:
            tell, if there is a low in WHOSE fan: nothing
            pass on: nothing"""
FOE = "the player chooses a player WHO where (there is a low in that player's fan), as the foe"


@pytest.mark.parametrize(
    ("choice", "secret"),
    [
        (FOE.replace("WHO", "but the player"), False),
        (FOE.replace("WHO", ""), True),
        (TELL.replace("WHOSE", "the friend's"), False),
        (TELL.replace("WHOSE", "the player's"), True),
        (TELL.replace("WHOSE", "player 1's"), True),
        (TELL.replace("WHOSE", "(the player after the player)'s"), False),
    ],
)
def test_only_what_others_surely_hold_is_asked_in_an_offer(choice: str, secret: bool) -> None:
    _, report = loaded(choice)
    assert ("RW316" in {one.code for one in report.diagnostics}) == secret


def test_such_a_place_is_per_player() -> None:
    report = Report()
    text = GAME.replace("row of cards, per player, seen", "row of cards, seen").replace("CHOICE", HINT)
    game = load_game([Source("g.yaml", text)], report)
    assert game is None
    assert "RW216" in {one.code for one in report.diagnostics}


BEGINNING = """
rulewright: 1
game: turned-up
title: Turned up
players: 1
components:
  card:
    starts in: the deck
    designs: {ace: {source: house}, king: {source: house}, queen: {source: house}}
places:
  deck: {is: "pile of cards, hidden"}
  pile: pile of cards
phrases:
  "turn up {found: card}":
    log: {en: "Turned up: {found}."}
    do: nothing
flow:
  - phase: setup
    do: |
      shuffle the deck
      put the top card of the deck into the pile
      turn up the top card of the pile
      put cards in the pile into the deck
      shuffle the deck
"""


def test_what_happens_before_the_first_decision_is_told_as_it_was_known_then() -> None:
    match = Match(rulewright.loads(BEGINNING), 1, 0)
    assert match.log()[0] in {f"Turned up: {name}." for name in ("ace", "king", "queen")}
