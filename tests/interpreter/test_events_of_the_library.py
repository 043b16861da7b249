"""Abilities act on what the sentences of the library say, however it is said."""

import pytest
from rulewright.dsl.printing.statements import show
from rulewright.interpreter.match.match import Match

from ..dsl.tiny import load

LISTENING = """
rulewright: 2
game: listening
players: 2
components:
  card: {starts in: the deck, designs: {plain: {copies: 9}}}
  charm:
    starts in: the shelf
    in force: this is in the shelf
    properties: {power: abilities}
    designs:
      purse: {power: "after: a player draws a card: that player gains 1 coin"}
      bin: {power: "after: a player discards a card: that player gains 10 coins"}
places:
  deck: "pile of cards, hidden"
  hand: hand of cards
  discard pile: pile of cards
  shelf: area of charms
players have:
  coins: {type: 0..99, singular: coin}
score: the player's coins
flow:
  - phase: a
    do: deal 3 cards to everyone
    turns: clockwise from player 1, each player, once each
    turn: |
      TEXT
"""


@pytest.mark.parametrize(
    ("text", "coins", "log"),
    [
        ("draw a card", 1, ["Player 1 draws a card."]),
        ("draw 2 cards", 2, ["Player 1 draws 2 cards."]),
        ("put cards in the deck into the discard pile; draw 2 cards", 0, ["Player 1 draws 0 cards."]),
        ("discard a card", 10, ["Player 1 discards a card."]),
        ("discard 2 cards", 20, ["Player 1 discards a card.", "Player 1 discards a card."]),
        ("choose a card in the player's hand; the player discards that card", 10, ["Player 1 discards."]),
    ],
)
def test_abilities_that_act_on_a_card_act_on_each(text: str, coins: int, log: list[str]) -> None:
    """However many are drawn, and whether the card was chosen before. The log is the same as without abilities."""
    game, report = load(LISTENING.replace("TEXT", text))
    assert game is not None, report
    assert report.diagnostics == ()
    match = Match(game, 2, 1)
    while not match.is_over:
        strand = match.pending()[0].strand
        match.take(strand, match.legal(strand)[0])
    scores = match.scores
    assert scores is not None
    assert scores[0] == coins
    assert [line for line in match.log() if line.startswith("Player 1 d")] == log


def test_an_event_of_the_library_is_said_as_it_is_written() -> None:
    game, report = load(LISTENING.replace("TEXT", "the player discards the top card of the deck"))
    assert game is not None, report
    hooks = [show(one.ability, game.symbols) for d in game.symbols.designs.values() for one in d.abilities]
    assert hooks == [
        "after: a player draws a card: that player gains 1 coin",
        "after: a player discards a card: that player gains 10 coins",
    ]


@pytest.mark.parametrize(("text", "code"), [("discard", ["RW334"]), ("the player discards", [])])
def test_an_order_that_names_nobody_is_reported_where_abilities_act(text: str, code: list[str]) -> None:
    _, report = load(LISTENING.replace("TEXT", f"draw a card; {text} the top card of the deck"))
    assert [one.code for one in report.diagnostics] == code
