"""The library: every sentence can be said, a game's own words go first, and what is not said is not there."""

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.library.library import LibraryEntry, entries, in_library
from rulewright.dsl.model.game import Game
from rulewright.dsl.model.symbols import SLOT

from .tiny import load

GAME = """
rulewright: 1
game: talk
players: 2
components:
  card: {{properties: {{worth: 1..9}}, starts in: the deck, designs: {{stone: {{worth: 1, copies: 9}}}}}}
  die: {{plural: dice, properties: {{sides: 4..6}}, state: {{face: 0..6}},
    starts in: the cup, designs: {{bone: {{sides: 6, copies: 2}}}}}}
places:
  deck: pile of cards
  discard pile: pile of cards
  hand: hand of cards
  cup: area of dice
game has:
  tally: {{type: 0..99}}
{more}flow:
  - phase: play
    do: |
{text}
"""
FILLED = {
    "player": "player 1",
    "players": "everyone",
    "number": "3",
    "pieces": "(cards in player 1's hand)",
    "dice": "(dice in the cup)",
    "die": "the first die in the cup",
}


def said(entry: LibraryEntry) -> str:
    """A statement that says an entry."""
    filled = SLOT.sub(lambda slot: FILLED[slot[2]], str(entry.name))
    if entry.sort == "phrases":
        return filled
    if entry.sort == "numbers":
        return f"the tally becomes the {filled}"
    return f"for each player among {filled}: nothing"


def game_of(text: str, more: str = "") -> tuple[Game | None, Report]:
    turn = "turns: clockwise from player 1, each player, once each\n    turn: |"
    whole = GAME.format(text="      " + text.replace("\n", "\n      "), more=more).replace("do: |", turn)
    return load(whole)


@pytest.mark.parametrize("entry", entries(), ids=lambda one: str(one.name))
def test_every_sentence_can_be_said(entry: LibraryEntry) -> None:
    game, report = game_of(said(entry))
    assert game is not None, report
    assert str(entry.name) in {**game.symbols.phrases, **game.symbols.named_values}


def test_what_is_not_said_is_not_there() -> None:
    game, report = game_of("choose a card in the deck, as the draws")
    assert game is not None, report
    assert not game.symbols.phrases
    assert not any(in_library(text.span) for text in game.texts)


def test_what_a_game_declares_in_the_same_words_is_meant() -> None:
    own = 'phrases:\n  "{who else: player} draws {n: 1..3} cards": {do: the tally goes up by n}\n'
    game, report = game_of("the player draws 2 cards", own)
    assert game is not None, report
    assert list(game.symbols.phrases) == ["{who else: player} draws {n: 1..3} cards"]


def test_what_a_sentence_needs_is_reported() -> None:
    text = GAME.format(text="      discard the top card of the deck", more="").replace(
        "discard pile", "waste"
    )
    _, report = load(text)
    (found,) = report.errors
    assert "in games that have 'discard pile'" in (found.help or "")


def test_a_sentence_that_means_nothing_in_a_game_is_not_there() -> None:
    text = GAME.format(text="      player 1 draws 2 cards", more="").replace(
        "hand: hand of cards", "hand: hand of dice"
    )
    game, report = load(text)
    assert game is None
    assert all(not in_library(found.span) for found in report.diagnostics)


def test_any_number_has_no_place_in_the_memory() -> None:
    _, report = load(GAME.format(text="      nothing", more="").replace("0..99", "number"))
    assert [(found.code, found.help) for found in report.errors] == [
        ("RW202", "give its range, such as 0..9")
    ]


def test_the_same_game_with_another_library_is_another_game() -> None:
    game, _ = game_of("discard the top card of the deck")
    other, _ = game_of("put the top card of the deck into the discard pile")
    assert game is not None
    assert other is not None
    assert game.content_hash != other.content_hash
