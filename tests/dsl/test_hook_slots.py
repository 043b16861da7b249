"""What stands in the slot of a hook: each form of a noun is matched, or told of; none ends in an exception."""

from __future__ import annotations

import contextlib
from itertools import product

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.roundtrip import read_again
from rulewright.dsl.tree import Trigger
from rulewright.interpreter import BrokenRulesError, Match

from ..amount import sample

GAME = """
rulewright: 1
game: hooks
players: 2
steps: 200
components:
  card:
    properties: {{worth: 0..9, text: abilities}}
    in force: this is in the table
    starts in: the table
    designs:
      imp: {{worth: 1, copies: 2}}
      elf: {{worth: 2, copies: 2, text: "after: {hook}: purse goes up by 1"}}
  meeple:
    starts in: the bag
    designs: {{red meeple: {{copies: 2}}}}
places:
  table: row of cards
  pile: {{is: pile of cards}}
  bag: {{is: area of meeples}}
  board: {{is: "grid of meeples, 2 by 2", cell: square}}
  hoard: {{is: "area of cards, per player"}}
game has:
  purse: {{type: 0..99}}
  mood: {{type: merry or grim}}
  chosen: {{type: player or none}}
  wanted: {{type: kind of card or none}}
players have:
  bold: {{type: yes or no}}
  score: {{type: 0..9}}
numbers:
  sum: {{is: the number of cards in the table}}
  "due for {{ware: card}}": {{is: the worth of ware}}
phrases:
  "{{user: player}} handles {{what: {type}}} now":
    do: the user's score becomes 1
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    options:
      go: {{do: "{said}"}}
"""

SLOTS = {
    "card": "the player handles any card in the table now",
    "card or meeple": "the player handles any card in the table now",
    "cards": "the player handles cards in the table now",
    "kind of card": "the player handles imp now",
    "player": "the player handles player 2 now",
    "players": "the player handles players now",
    "0..9": "the player handles 3 now",
    "square": "the player handles a1 now",
    "merry or grim": "the player handles grim now",
}
"""Types of slots, and texts for something of each type."""

NOUNS = [
    "a card", "a card in the table", "an imp", "a kind of card", "a player", "a square", "an empty square",
    "a number from 0 to 9", "a number from 2 to sum", "a card or meeple", "a player who is bold",
    "a card with worth = 2", "a card with the highest worth", "a card where (that card is in the table)",
    "any card in the table", "any 2 cards in the table", "first card in the table", "last card in the table",
    "each card", "each player", "all cards", "cards", "cards in the table", "imps", "players", "squares",
    "two cards", "up to 2 cards", "exactly 2 cards", "2 cards", "up to 2 players", "up to sum cards", "sum cards",
    "the number of cards in the table", "the number of kinds of cards in the table",
    "the total worth of cards in the table", "the highest worth of cards in the table", "kinds of cards in the table",
    "imp", "red meeple", "player 1", "the player", "chosen", "wanted", "none", "merry", "yes", "3", "-1", "minus 1",
    "(1 + 2)", "purse", "sum", "due for any card in the table", "due for a card", "mood", "this", "here", "everyone",
    "the table", "the player's hoard", "the player's score", "the score of a player", "the worth of any imp",
    "the top card of the pile", "the player after player 1", "the kind of this", "a1", "the distance from a1 to a2",
    "a direction", "the smaller of 1 and 2", "players but the player", "squares next to a1", "the board",
    "nearest square to a1", "a square within 1 step of a1", "that card", "that player",
]  # fmt: skip


def loaded(slot: str, noun: str) -> tuple[Game | None, Report]:
    said = SLOTS[slot].replace('"', "")
    text = GAME.format(type=slot, said=said, hook=f"a player handles {noun} now")
    report = Report()
    return load_game([Source("g.yaml", text)], report, strict=False), report


@pytest.mark.parametrize("slot", SLOTS)
def test_the_game_itself_is_right(slot: str) -> None:
    article = {
        "0..9": "a number from 0 to 9",
        "merry or grim": "grim",
        "cards": "cards",
        "players": "players",
    }
    game, report = loaded(slot, article.get(slot, f"a {slot}"))
    assert game is not None, to_text(report.diagnostics)


@pytest.mark.parametrize(("slot", "noun"), sample(list(product(SLOTS, NOUNS)), 200))
def test_a_form_of_a_noun_in_the_slot_of_a_hook_is_matched_or_told_of(slot: str, noun: str) -> None:
    game, report = loaded(slot, noun)
    if game is None:
        assert report.has_errors
        return
    with contextlib.suppress(BrokenRulesError):  # a fault of these rules, reported as one
        match = Match(game, 2, seed=1)
        while not match.is_over:
            match.choose(match.decision.options[0])


@pytest.mark.parametrize(
    ("noun", "purse"),
    [
        ("a number from 0 to 9", 4),
        ("a number from the player's score to 9", 4),
        ("a number from 0 to 2", 0),
        ("a number from 0 to the player's score", 0),
        ("3", 4),
    ],
)
def test_a_number_in_a_range_matches_any_that_lies_in_it(noun: str, purse: int) -> None:
    game, report = loaded("0..9", noun)
    assert game is not None, to_text(report.diagnostics)
    match = Match(game, 2, seed=1)
    while not match.is_over:
        match.choose(match.decision.options[0])
    assert match.view()["game state"]["purse"] == purse
    text = next(text for text in game.texts if isinstance(text.tree, Trigger))
    assert show(text.tree, game.symbols).startswith(f"after: a player handles {noun} now")
    assert read_again(game, text)[1] == text.tree


@pytest.mark.parametrize(
    ("noun", "purse"), [("a card", 4), ("a meeple", 0), ("a card or meeple", 4), ("an imp", 4)]
)
def test_a_slot_of_several_types_is_matched_by_those_that_are_said(noun: str, purse: int) -> None:
    game, report = loaded("card or meeple", noun)
    assert game is not None, to_text(report.diagnostics)
    match = Match(game, 2, seed=1)
    while not match.is_over:
        match.choose(match.decision.options[0])
    assert match.view()["game state"]["purse"] == purse
    text = next(text for text in game.texts if isinstance(text.tree, Trigger))
    assert read_again(game, text)[1] == text.tree


@pytest.mark.parametrize(
    ("slot", "noun"),
    [
        ("card", "any card in the table"),
        ("cards", "any 2 cards in the table"),
        ("cards", "two cards"),
        ("cards", "up to 2 cards"),
        ("cards", "each card"),
        ("cards", "a card in the table"),
        ("players", "a player"),
        ("players", "up to 2 players"),
    ],
)
def test_so_many_match_nothing_and_are_told_of(slot: str, noun: str) -> None:
    game, report = loaded(slot, noun)
    assert game is None
    assert [one.code for one in report.errors] == ["RW213"]


GIFTS = """
rulewright: 2
game: gifts
players: 3
components:
  card:
    properties: {perk: abilities}
    in force: this is in the table
    starts in: the table
    designs:
      bell: {perk: "HOOK: EFFECT"}
      imp: {copies: 2}
places:
  table: row of cards
players have:
  gold: {type: 0..9, starts: 5}
  medals: {type: 0..9, singular: medal}
score: the player's medals
phrases:
  "{giver: player} gives {n: 1..9} gold to {heir: player}": {do: "the giver pays n gold; heir gains n gold"}
  "{hunter: card} eats {prey: card}": {do: nothing}
flow:
  - phase: round
    turns: clockwise from player 1, each player where (that player is player 1), once each
    turn: |
      the player gives 1 gold to (the player after the player)
      the first card in the table eats (the first card in the table)
"""
GIVES = "after: a player gives a number from 1 to 5 gold to a player"


def gifts(hook: str, effect: str) -> tuple[Game | None, Report]:
    report = Report()
    source = Source("gifts.yaml", GIFTS.replace("HOOK", hook).replace("EFFECT", effect))
    return load_game([source], report), report


@pytest.mark.parametrize(
    ("hook", "effect", "way_out"),
    [
        (GIVES, "that player gains 1 medal", "say which: the giver or the heir"),
        (GIVES + ", if that player's gold > 3", "nothing", "say which: the giver or the heir"),
        (f"that player may, {GIVES}", "nothing", "say which: the giver or the heir"),
        ("before: a card eats a card", "reveal that card", "say which: the hunter or the prey"),
    ],
)
def test_what_could_be_either_of_two_that_an_event_names_is_refused(
    hook: str, effect: str, way_out: str
) -> None:
    _, report = gifts(hook, effect)
    assert [(one.code, one.help) for one in report.errors] == [("RW203", way_out)]


@pytest.mark.parametrize(
    ("hook", "effect", "medals"),
    [
        (GIVES, "the heir gains 2 medals; the giver gains 1 medal", [1, 2, 0]),
        (GIVES + ", if the heir's gold > 3", "the giver gains 1 medal", [1, 0, 0]),
        ("after: the player gives any number gold to a player", "that player gains 1 medal", [0, 1, 0]),
        ("after: a card eats an imp", "the player gains 1 medal", [0, 0, 0]),
    ],
)
def test_the_slots_name_them(hook: str, effect: str, medals: list[int]) -> None:
    game, report = gifts(hook, effect)
    assert game is not None, to_text(report.diagnostics)
    for text in game.texts:
        printed, again, found = read_again(game, text)
        assert again == text.tree, (printed, to_text(found.diagnostics))
    match = Match(game, 3, 1)
    assert [player["state"]["medals"] for player in match.view(0)["players"]] == medals
