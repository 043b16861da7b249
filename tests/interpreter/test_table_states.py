"""What is shown, encoded, kept secret and given of tables."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios, verify_scenarios

GAME = """\
rulewright: 1
game: tables
players: 2
components:
  gem:
    designs: {ruby: {plural: rubies, en: red stone}, onyx: {}}
  card:
    state: {marks: 0..9 for each red or blue}
    starts in: the deck
    designs: {ant: {copies: 2}, bee: {copies: 2}}
places:
  deck: pile of cards
  yard: {is: "grid of cards, 2 by 1", cell: square, state: {heat: 0..9 for each kind of gem}}
options:
  wealth: {type: 1..3, default: 2}
players have:
  purse: {type: 0..9 for each kind of gem, starts: {ruby: wealth, onyx: 1}, secret: yes}
  points: 0..9 for each kind of gem
game has:
  bank: {type: 0..9 for each kind of gem, starts: wealth + 1, until: round}
flow:
  - phase: round
    repeat: 2 times
    phases:
      - phase: trade
        turns: clockwise from player 1, each player, once each
        turn: |
          openly choose a kind of gem, as the find
          gain 1 purse in find
          the player's points in find go up by 1
          the bank in find goes down by 1
          the marks of the top card of the deck in blue go up by 1
          the heat of b1 in find goes up by 2
"""


def game_of(text: str = GAME) -> Game:
    report = Report()
    game = load_game([Source("g.yaml", text)], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    return game


def played(wealth: int = 2) -> Match:
    match = Match(game_of(), 2, seed=1, options={"wealth": wealth})
    match.choose(match.decisions[0].options[0])
    return match


def test_a_view_shows_tables_by_their_keys_and_what_is_secret_to_its_owner_alone() -> None:
    mine, theirs = (played(3).view(player) for player in (0, 1))
    assert mine["game state"] == {"bank": {"ruby": 3, "onyx": 4}}
    assert mine["players"][0]["state"] == {
        "purse": {"ruby": 4, "onyx": 1},
        "points": {"ruby": 1, "onyx": 0},
    }
    assert theirs["players"][0]["state"] == {"points": {"ruby": 1, "onyx": 0}}
    assert mine["boards"]["yard"]["cells"]["b1"]["heat"] == {"ruby": 2, "onyx": 0}
    assert mine["places"]["deck"]["pieces"][-1]["marks"] == {"red": 0, "blue": 1}


def test_a_table_that_holds_until_a_phase_ends_starts_again() -> None:
    match = played()
    match.choose(match.decisions[0].options[1])
    assert match.view(0)["game state"] == {"bank": {"ruby": 3, "onyx": 3}}


def test_the_numbers_of_a_position_have_one_for_each_key() -> None:
    match = played()
    encoder = Encoder(match)
    names = ["bank in ruby", "player 1's purse in ruby", "player 2's purse in ruby"]
    for player in (0, 1):
        vector = encoder.vector(match, player)
        found = {
            field.name: field.whole(number) for field, number in zip(encoder.fields, vector, strict=True)
        }
        assert {"heat of b1 in ruby", "bee 2's marks in blue"} <= set(found)
        assert [found[name] for name in names] == [2, *([3, 0], [0, 2])[player]]
        marked = [name for name, number in found.items() if "marks in blue" in name and number == 1]
        assert len(marked) == 1


def test_a_match_is_saved_cloned_and_dealt_anew_with_its_tables() -> None:
    match = played()
    again = Match.load(match.game, match.save())
    assert again.view(0) == match.view(0)
    dealt = match.determinize(1, 7)
    assert dealt.view(1) == match.view(1)
    assert match.position_key() == match.clone().position_key()


SCENARIO = """\
scenarios:
  it:
    given: {%s, player 1: {purse: {onyx: 2}, points in ruby: 3}, "b1's heat": {ruby: 4}, "ant's marks in red": 6}
    start: round/trade
    when: ["player 1: red stone"]
    then: {%s}
"""
BANK = "bank: {ruby: 5, onyx: 2}"


def said(then: str, given: str = BANK) -> list[str]:
    """What is said when the scenario is run; to verify it finds what cannot be read alike."""
    text, game = SCENARIO % (given, then), game_of()
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    assert node is not None
    file = read_scenarios(node, report)
    assert file is not None, to_text(report.diagnostics)
    checked = Report()
    verify_scenarios(game, file, checked)
    (result,) = run_scenarios(game, file)
    unread = [one for one in result.diagnostics if one.code == "RW602"]
    assert to_text(unread) == to_text(checked.diagnostics)
    return [f"{one.code}: {one.message}" for one in result.diagnostics]


@pytest.mark.parametrize(
    "then",
    [
        "bank: {ruby: 4, onyx: 2}",
        "bank in ruby: 4, bank in onyx: 2",
        "player 1: {purse: {ruby: 1, onyx: 2}, points: {ruby: 4}}",
        "player 2: {points: 0, purse in onyx: 1}",
        '"b1\'s heat": {ruby: 6}, "a1\'s heat": 0',
        '"ant\'s marks": {red: 6}, "bee\'s marks in red": 0',
        "view of player 2: {bank: {ruby: 4, onyx: 2}, player 1: {purse: unknown, points in ruby: 4}}",
        'view of player 1: {player 1: {purse: {ruby: 1, onyx: 2}}, "b1\'s heat": {ruby: 6}}',
    ],
)
def test_scenarios_write_tables_as_mappings(then: str) -> None:
    assert said(then) == []


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("bank: {ruby: 4}", "RW601: 'bank' should be {ruby: 4}, but is {ruby: 4, onyx: 2}"),
        ("bank: 4", "RW601: 'bank' should be {ruby: 4, onyx: 4}, but is {ruby: 4, onyx: 2}"),
        ("bank in ruby: 5", "RW601: 'bank in ruby' should be '5', but is '4'"),
        ("bank: {rubi: 4}", "RW602: there is no key 'rubi'"),
        ("bank in rubi: 4", "RW602: there is no state or place 'bank in rubi'"),
        ("bank: {ruby: many}", "RW602: 'many' is not a number"),
        ("bank: {ruby: 40}", "RW602: 40 is outside 0..9"),
        (
            "view of player 2: {player 1: {purse: {onyx: 2}}}",
            "RW601: 'purse' in the view should be {onyx: 2}, but is unknown",
        ),
        (
            "view of player 2: {player 1: {points: unknown}}",
            "RW601: 'points' in the view should be unknown, but is {ruby: 4}",
        ),
    ],
)
def test_what_differs_is_told_and_what_cannot_be_read_too(then: str, message: str) -> None:
    assert [one for one in said(then) if one.startswith(message)], said(then)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("bank: {rubi: 4}", "RW602: there is no key 'rubi'"),
        ("bank: {ruby: 40}", "RW602: 40 is outside 0..9"),
        ("bank: [4]", "RW602: a text is expected here"),
    ],
)
def test_what_cannot_be_given_is_told(given: str, message: str) -> None:
    found = said("over: no", given)
    assert [one for one in found if one.startswith(message)], found
