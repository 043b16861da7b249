"""Which piece was chosen, of pieces that all players know: the log names it only to those who have seen it."""

from __future__ import annotations

import textwrap

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match

GAME = """
rulewright: 1
game: laying
players: 3
components:
  card:
    starts in: the table
    properties: {text: effect}
    designs: {ant: {TEXT}, bee: {TEXT}, cow: {TEXT}, dog: {TEXT}}
places:
  table: area of cards
  holding: hand of cards
  offering: "area of cards, per player, seen by its owner"
  pool: {is: "pile of cards, hidden"}
phrases:
  "{layer: player} lays {what: card}":
    log: {en: "{layer} lays {what}."}
    do: put what into the layer's offering
flow:
  - phase: dealing
    do: |
      DEALING
  - phase: laying
    do: |
LAYING
  - phase: guessing
    turns: clockwise from player 1, each player, once each
    turn: choose a kind of card, as the guess
"""
KNOWN = "put cards in the table into player 1's holding"
UNKNOWN = """put cards in the table into the pool
      shuffle the pool
      put cards in the pool into player 1's holding"""
IN_THE_OPEN = "nothing"
CHOICE = "player 1 chooses a card in player 1's holding, as the pick"
NEVER = "Player 1 has chosen."
OTHERS = (1, 2, None)


def started(dealing: str, laying: str, explicit: bool = False) -> Match:
    report = Report()
    text = (
        GAME.replace("TEXT", "text: player 1 lays this")
        .replace("DEALING", dealing)
        .replace("LAYING", textwrap.indent(laying, " " * 6))
    )
    game = load_game([Source("g.yaml", text)], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    return Match(game, 3, 5, explicit_chance=explicit)


def chosen(dealing: str, laying: str, name: str) -> Match:
    """The match after the first player has chosen a card."""
    match = started(dealing, laying)
    option = match.decision.option(name)
    assert option is not None
    match.choose(option)
    return match


def named(match: Match, reader: int | None) -> list[str | None]:
    """What the reader learns of each choice: the name of the option."""
    return [one.name for one in match.events(reader) if one.kind == "choice"]


def test_a_card_that_all_knew_and_that_is_laid_in_secret_is_named_to_its_owner_alone() -> None:
    match = chosen(KNOWN, CHOICE + "\nput the pick into player 1's offering", "bee")
    assert match.log(0) == ["Player 1: choose a card – bee"]
    assert named(match, 0) == ["bee"]
    for reader in OTHERS:
        assert match.log(reader) == [NEVER]
        assert named(match, reader) == [None]
        assert [one.arguments for one in match.events(reader)] == [()]


@pytest.mark.parametrize("dealing", [KNOWN, UNKNOWN], ids=["known", "unknown"])
def test_a_card_that_lay_open_and_is_shuffled_away_immediately_is_named(dealing: str) -> None:
    laying = CHOICE + "\nput the pick into the table\nput the pick into the pool\nshuffle the pool"
    match = chosen(dealing, laying, "bee")
    for reader in OTHERS:
        assert match.log(reader) == ["Player 1: choose a card – bee"]
        assert named(match, reader) == ["bee"]


@pytest.mark.parametrize("dealing", [KNOWN, UNKNOWN], ids=["known", "unknown"])
def test_a_card_that_is_revealed_and_then_laid_in_secret_is_named(dealing: str) -> None:
    laying = CHOICE + "\nreveal the pick\nput the pick into player 1's offering"
    match = chosen(dealing, laying, "bee")
    for reader in OTHERS:
        assert match.log(reader) == ["Player 1: choose a card – bee"]


def test_a_card_that_is_given_to_a_player_is_named_to_that_player() -> None:
    match = chosen(KNOWN, CHOICE + "\nput the pick into player 2's offering", "bee")
    assert [match.log(reader)[0] for reader in range(3)] == [
        "Player 1: choose a card – bee",
        "Player 1: choose a card – bee",
        NEVER,
    ]
    assert match.log(None) == [NEVER]


def test_a_card_that_is_taken_from_where_all_see_it_is_named() -> None:
    laying = "player 1 chooses a card in the table, as the pick\nput the pick into player 1's offering"
    match = chosen(IN_THE_OPEN, laying, "bee")
    for reader in OTHERS:
        assert match.log(reader) == ["Player 1: choose a card – bee"]
        assert match.view(reader)["players"][0]["places"]["offering"]["pieces"] == ["bee"]


def test_a_known_card_that_is_chosen_and_stays_is_named() -> None:
    match = chosen(KNOWN, CHOICE + "\nif the pick is a bee: player 1 wins", "bee")
    for reader in OTHERS:
        assert match.log(reader)[0] == "Player 1: choose a card – bee"


@pytest.mark.parametrize("way", ["player 1 lays the pick", "put the pick into player 1's offering"])
def test_which_card_luck_chose_is_shown_to_its_owner_alone(way: str) -> None:
    begun = started(KNOWN, "choose a card in player 1's holding at random, as the pick\n" + way, True)
    seen: dict[int | None, set[str]] = {}
    for option in begun.decision.options:
        match = begun.clone()
        match.choose(option)
        for reader in (0, *OTHERS):
            what = (match.view(reader), match.log(reader), match.events(reader), match.objects(reader))
            seen.setdefault(reader, set()).add(repr(what))
    assert {reader: len(found) for reader, found in seen.items()} == {0: 4, 1: 1, 2: 1, None: 1}


def test_a_card_whose_text_puts_it_into_a_secret_place_is_not_named() -> None:
    match = chosen(KNOWN, CHOICE + "\nplayer 1 does the text of the pick", "bee")
    assert match.log(0) == ["Player 1 lays a bee."]
    for reader in OTHERS:
        assert match.log(reader) == ["Player 1 lays an unknown card."]
        assert match.view(reader)["players"][0]["places"]["offering"]["pieces"] == [None]
