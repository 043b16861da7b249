"""Holes that an attacker found, each with the smallest text that shows it."""

from __future__ import annotations

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.errors import BrokenRulesError
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from .games import checked, game_of, written

RELIC = """
  relic:
    properties: {power: abilities}
    state: {lit: {type: yes or no, secret: yes}, charge: {type: 0..3, secret: yes}}
    in force: this is in the shelf
    starts in: the shelf
    designs:
      bell: {power: "POWER"}
places:
  shelf: area of relics
  plot:
    is: map of relics
    cell: field
    state: {mine: {type: yes or no, secret: yes}}
    cells: {north: {}, south: {}}
"""


def with_relic(turn: str, power: str = "after: a player hums: nothing", key: str = "turn") -> str:
    text = written([(key, turn)])
    text = text.replace("\nplaces:\n", RELIC.replace("POWER", power).rstrip() + "\n", 1)
    text = text.replace("score: ", "numbers:\n  toll: 2\nscore: ", 1)
    return text.replace(
        "phrases:\n", 'phrases:\n  "{hummer: player} hums": {log: {en: "{hummer} hums."}, do: nothing}\n', 1
    )


def codes(text: str) -> list[str]:
    _, report = checked(text)
    return [one.code for one in report.errors]


@pytest.mark.parametrize(
    "turn",
    [
        "choose a number from 0 to trap, as the n",
        "choose a relic in the shelf with charge = 0",
        "choose a relic in the shelf that is lit",
        "choose a field that is mine",
        "choose a player but traitor, as the n",
        "let rival be the player after the player\n"
        "choose a number from 0 to (the worth of the first card in the rival's holding), as the n",
        "let rival be the player after the player\n"
        "choose one:\n  a, if the first card in the rival's holding is an imp: nothing\n  b: nothing",
        "let rival be the player after the player\n"
        "for each card in the rival's holding, from the highest worth, ties in any order:\n"
        "  put that card into the table",
    ],
)
def test_offers_that_read_secrets_are_refused(turn: str) -> None:
    assert set(codes(with_relic(turn))) == {"RW316"}


@pytest.mark.parametrize(
    ("power", "line"),
    [
        ("while there is a player with gold = 2: instead of: a player hums: nothing", "the player hums"),
        ("instead of: a player hums, if there is a player with gold = 2: nothing", "the player hums"),
        ("once per secrets 1: instead of: a player hums: nothing", "the player hums"),
        ("while there is a player with gold = 2: the toll is 3 more", "if the toll > 2: the player hums"),
        (
            "after: a player hums: nothing",
            "for each player, from the highest gold, ties clockwise from player 1: the player hums",
        ),
    ],
)
def test_while_players_answer_simultaneously_nothing_reads_what_they_change(power: str, line: str) -> None:
    turn = f"""
        simultaneously, each player:
          choose a number from 0 to 2, as the w
          the player's gold becomes w
          {line}
          choose a number from 0 to 1, as the rest
          the player's gold goes up by the rest
    """
    assert "RW318" in codes(with_relic(turn, power, "do"))


def test_what_is_replaced_is_noticed_too() -> None:
    """The gold goes up unless the ability acts instead."""
    turn = "choose a number from 0 to 3, as the w\nthe player dabbles with w"
    text = with_relic(turn, "instead of: a player dabbles with 1: trap becomes 3")
    text = text.replace(
        "phrases:\n",
        'phrases:\n  "{dabbler: player} dabbles with {n: 0..9}": {do: "the dabbler\'s gold goes up by 1"}\n',
        1,
    )
    assert "RW322" in codes(text)


def test_a_number_that_secrets_change_is_shown_to_nobody() -> None:
    turn = """
        choose one:
          on: the lit of the first relic in the shelf becomes yes
          off: nothing
        the player notes the smaller of 9 and the toll
    """
    game = game_of(with_relic(turn, "while this is lit: the toll is 3 more"))
    lines = []
    for option in ("on", "off"):
        match = Match(game, 2, 7)
        match.choose(option)
        lines.append(match.log(1))
    assert lines[0] == lines[1]
    assert "Player 1 notes an unknown number." in lines[0]


def test_who_has_passed_is_known_to_all() -> None:
    """It shows by who is asked again, even if what is offered sets only secret states."""
    turn = "offer each player, clockwise from player 1:\n  a: the player's bid becomes 1"
    for option in ("a", "pass"):
        match = Match(game_of(with_relic(turn)), 2, 7)
        match.choose(option)
        assert match.log(1)[-1] == f"Player 1: {option}"


def test_a_watch_on_a_secret_writes_no_line_for_others() -> None:
    turn = "choose a number from 0 to 5, as the w\nthe player's bid becomes w"
    text = with_relic(turn).replace(
        "flow:\n",
        "whenever:\n  three:\n    if: there is a player with bid = 3\n    do: player 1 hums\nflow:\n",
        1,
    )
    game, lines = game_of(text), []
    for option in ("3", "4"):
        match = Match(game, 2, 7)
        match.choose(option)
        lines.append(match.log(1))
    assert lines[0] == lines[1]


def test_numbers_that_abilities_push_beyond_what_can_be_chosen_are_a_fault() -> None:
    turn = "choose a number from 0 to (the smaller of 9 and the toll), as the n"
    with pytest.raises(BrokenRulesError, match="RW401"):
        Match(game_of(with_relic(turn, "the toll is 3 more")), 2, 7)


GRID = """
  sheet:
    is: "grid of relics, 2 by 1, per player"
    cell: spot
    beside: {all: "TEXT"}
"""


def with_text_beside(text: str) -> str:
    game = with_relic("choose a number from 0 to 3, as the n", "while this is lit: the toll is 3 more")
    return game.replace("\n  plot:\n", f"{GRID.replace('TEXT', text).rstrip()}\n  plot:\n", 1)


@pytest.mark.parametrize(
    "value",
    [
        "trap",
        "traitor",
        "toll",
        "the player's bid",
        "the player's mark",
        "the player's stakes in imp",
        "the bid of player 1",
        "the number of players with bid > 3",
        "the number of players with the highest bid",
        "1 if the player's bid > 3, otherwise 0",
        "the number of relics in the shelf that are lit",
        "the number of relics in the shelf with charge = 0",
        "the number of fields that are mine",
        "the worth of the top card of the deck",
        "the total worth of cards in the player's holding",
        "the number of imps in the player's holding",
        "the number of cards in the player's offering with worth > 1",
        "the total worth of cards in the player's cap",
        "the kind of the first card in the player's holding",
    ],
)
def test_nothing_that_stands_beside_a_row_reads_a_secret(value: str) -> None:
    assert codes(with_text_beside(f"{{{value}}}")) == ["RW316"]


@pytest.mark.parametrize(
    "test",
    [
        "the player's bid > 3",
        "the player is traitor",
        "there is a relic in the shelf that is lit",
        "there is an imp in the player's holding",
        "row = trap",
    ],
)
def test_no_secret_decides_what_stands_beside_a_row(test: str) -> None:
    text = with_text_beside("x").replace('{all: "x"}', f'{{all: {{if: "{test}", en: x}}}}')
    assert codes(text) == ["RW316"]


def test_a_card_that_stands_beside_a_row_is_named_only_to_those_who_know_it() -> None:
    match = Match(game_of(with_text_beside("{the first card in the player's holding}")), 2, 7)
    texts = [
        [player["boards"]["sheet"]["beside"]["1"] for player in match.view(reader)["players"]]
        for reader in (0, 1, None)
    ]
    assert texts[0][1] == texts[1][0] == texts[2][0] == texts[2][1] == "an unknown card"
    assert texts[0][0] in ("imp", "elf", "ogre")
    assert texts[1][1] in ("imp", "elf", "ogre")


def test_how_many_cards_somebody_holds_may_stand_beside_a_row() -> None:
    match = Match(game_of(with_text_beside("{the number of cards in the player's holding}")), 2, 7)
    assert [one["boards"]["sheet"]["beside"] for one in match.view()["players"]] == [{"1": "3"}, {"1": "3"}]


COPIES = """
rulewright: 2
game: copies
players: 2
components:
  card:
    properties: {perk: abilities}
    starts in: the deck
    in force: this is in the table
    designs:
      elf: {copies: 3, perk: "may, after: a player is hit: that player gains 1 gold"}
places:
  deck: {is: "pile of cards, hidden"}
  table: area of cards
players have:
  gold: {type: 0..9, starts: 3}
score: the player's gold
phrases:
  "{victim: player} is hit": {do: "the victim's gold goes down by 1, as far as possible"}
flow:
  - phase: setup
    do: shuffle the deck; put the top card of the deck into the table
  - phase: round
    turns: clockwise from player 1, each player
    turn: the player is hit
"""


def test_which_of_several_copies_is_asked_about_does_not_show() -> None:
    game = game_of(COPIES)
    matches = [Match(game, 2, seed) for seed in range(8)]
    assert len({match.decisions[0].site for match in matches}) == 3  # each copy lies there in some match
    first, encoder = matches[0], Encoder(matches[0])
    for match in matches[1:]:
        for reader in (0, 1, None):
            assert match.objects(reader) == first.objects(reader)
            assert encoder.vector(match, reader) == encoder.vector(first, reader)
    identity = matches[0].objects(0).decision
    assert identity is not None
    for match in matches:
        match.choose(identity.options[0].id)
        assert match.events(1) == matches[0].events(1)
