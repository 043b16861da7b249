"""What is revealed has a line of the log and an event, unless another line says it."""

from __future__ import annotations

import pytest
import rulewright
from rulewright import Match

OMENS = """\
rulewright: 1
game: omens
players: 2
components:
  card:
    cs: {nom: karta, gen: karty}
    starts in: the deck
    designs:
      raven: {copies: 6, cs: {nom: havran, gen: havrana, gender: m}}
      dove: {copies: 1, cs: {nom: holubice, gen: holubice}}
places:
  deck: {is: "pile of cards, hidden", cs: balíček}
  hold: {is: "hand of cards", cs: {nom: ruka, gen: ruky}}
  table: {is: row of cards, cs: stůl}
players have:
  luck: {type: 0..99, cs: štěstí}
score: the player's luck
flow:
  - phase: setup
    do: |
      for each player: put any raven in the deck into that player's hold
      for each player: put any raven in the deck into that player's hold
      shuffle the deck
  - phase: play
    repeat: 4 times
    turns: clockwise from player 1, each player, once each
    options:
      omen:
        do: |
          reveal the top card of the deck
          if the top card of the deck is a raven: the player's luck goes up by 1
          shuffle the deck
      twice: {do: "reveal the top card of the deck; reveal the top card of the deck"}
      open: {do: reveal cards in the player's hold}
      show:
        do: |
          choose a card in the player's hold, as the shown
          reveal the shown
      lay: {do: put the top card of the deck into the table}
      point: {do: reveal cards in the table}
      call: {do: the player calls the top card of the deck}
      murmur: {do: the player murmurs the top card of the deck}
      turn up: {do: "the player turns up the top card of the deck and the bottom card of the deck"}
phrases:
  "{caller: player} calls {called: card}":
    log: {en: "{caller} calls {called}.", cs: "{caller}: {called}."}
    do: |
      reveal called
      shuffle the deck
  "{speaker: player} murmurs {murmured: card}":
    log: {en: "{speaker} murmurs.", cs: "{speaker} mumlá."}
    do: |
      reveal murmured
      shuffle the deck
  "{caller: player} turns up {upper: card} and {lower: card}":
    log: {en: "{caller}: {upper}, {lower}.", cs: "{caller}: {upper}, {lower}."}
    do: |
      reveal upper
      reveal lower
"""


@pytest.fixture
def match() -> Match:
    return Match(rulewright.loads(OMENS, name="omens.yaml"), ["Ann", "Bob"], seed=2)


def said(match: Match, choice: str, language: str = "en", reader: int | None = 1) -> list[str]:
    before = len(match.log(reader, language))
    match.choose(choice)
    return match.log(reader, language)[before + 1 :]


def test_a_card_that_is_shuffled_away_has_been_seen(match: Match) -> None:
    luck = match.scores
    lines = said(match, "omen")
    name = "raven" if match.scores != luck else "dove"
    assert lines == [f"Revealed – deck: {name}."]
    assert match.log()[-1] == match.log(0)[-1] == lines[0], "everybody sees it"
    event = match.events(1)[-1]
    assert (event.kind, event.text["en"]) == ("event", lines[0])
    assert (event.arguments[0].kind, event.arguments[0].design) == ("piece", f"design:{name}")
    assert event.arguments[1].id == "place:deck"


def test_it_is_said_in_czech_too(match: Match) -> None:
    assert said(match, "omen", "cs")[0] in ("Odhaleno – balíček: havran.", "Odhaleno – balíček: holubice.")


def test_several_cards_are_in_one_line(match: Match) -> None:
    assert said(match, "open") == ["Revealed – Ann's hold: raven, raven."]


def test_what_lies_in_the_open_is_not_said_again(match: Match) -> None:
    said(match, "lay")
    assert said(match, "point") == []


def test_who_knew_it_before_changes_nothing(match: Match) -> None:
    """That somebody has looked at a card may be a secret, so a line must not depend on it."""
    assert len(said(match, "twice")) == 2
    lines = said(match, "open")
    assert lines == ["Revealed – Bob's hold: raven, raven."]
    assert said(match, "open") == ["Revealed – Ann's hold: raven, raven."]
    assert said(match, "open") == lines


def test_a_choice_that_names_the_card_is_enough(match: Match) -> None:
    match.choose("show")
    match.choose(match.decision.options[0])
    assert match.log(1) == ["Ann: show", "Ann: choose a card – raven"]


def test_the_line_of_a_phrase_that_names_the_card_is_enough(match: Match) -> None:
    (line,) = said(match, "call")
    assert line in ("Ann calls a raven.", "Ann calls a dove.")


def test_the_line_of_a_phrase_that_does_not_name_it_is_not(match: Match) -> None:
    revealed, murmured = said(match, "murmur")
    assert revealed.startswith("Revealed – deck: ")
    assert murmured == "Ann murmurs."


def test_of_several_reveals_in_a_row_all_or_none_are_left_out(match: Match) -> None:
    (line,) = said(match, "turn up")
    assert line.startswith("Ann: ")


def test_answers_of_players_who_act_simultaneously_are_named_alike() -> None:
    """The last of them reveals all: that the last choice picked its card says nothing to others."""
    game = rulewright.load("classics/six-takes")
    match = Match(game, ["Ann", "Bob", "Cy"], seed=3)
    for _ in range(3):
        match.choose(match.decision.options[0])
    lines = [line for line in match.log() if line.startswith("Revealed")]
    assert len(lines) == 3


def test_going_back_and_reading_again_says_the_same(match: Match) -> None:
    for choice in ("omen", "call", "open", "murmur"):
        said(match, choice)
    lines = match.log(0)
    match.undo()
    match.undo()
    match.choose("open")
    match.choose("murmur")
    assert match.log(0) == lines
    assert match.clone().log(0) == lines
    assert Match.replay(match.game, match.record()).log(0) == lines
