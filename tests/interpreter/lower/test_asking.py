"""Who is asked whether abilities act: the holder, everybody who may have one, or whom the text names."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match

GAME = """
rulewright: 1
game: asking
players: 2..3
CONVENTIONS
components:
  card:
    properties: {perk: abilities}
    starts in: the deck
    in force: IN_FORCE
    designs:
      moat: {copies: 2, perk: "MOAT"}
      copper: {copies: 6}
places:
  deck: {is: "pile of cards, hidden"}
  table: {is: "area of cards, per player"}
  middle: {is: area of cards}
  held: {is: hand of cards}
game has:
  leader: player or none
players have:
  gold: {type: 0..9, starts: 5}
numbers:
  price: 3
score: the player's gold
phrases:
  "{victim: player} is hit":
    log: {en: "{victim} is hit.", cs: "{victim} dostává ránu."}
    do: the victim's gold goes down by 1
flow:
  - phase: setup
    do: the leader becomes player 2
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
      SETUP
      the player after the player is hit
"""
HAND = "there is a player where (this is in that player's held)"
TABLE = "there is a player where (this is in that player's table)"
CODES = ("RW328", "RW329", "RW330", "RW336")
INSTEAD = "may, instead of: the holder of this is hit: nothing"


def load(
    moat: str, setup: str = "nothing", in_force: str = HAND, conventions: str = ""
) -> tuple[Game | None, Report]:
    text = GAME.replace("MOAT", moat).replace("SETUP", setup)
    text = text.replace("IN_FORCE", in_force).replace("CONVENTIONS\n", conventions)
    report = Report()
    return load_game([Source("asking.yaml", text)], report), report


def begun(moat: str, setup: str = "nothing", in_force: str = HAND, conventions: str = "") -> Match:
    game, report = load(moat, setup, in_force, conventions)
    assert game is not None, [one.message for one in report.errors]
    return Match(game, 2, seed=1)


def asked(match: Match) -> tuple[int, list[str]]:
    (decision,) = match.decisions
    return decision.player, [option.label() for option in decision.options]


def codes(moat: str, setup: str = "nothing", in_force: str = HAND, conventions: str = "") -> list[str]:
    _, report = load(moat, setup, in_force, conventions)
    return [one.code for one in report.diagnostics if one.code in CODES]


def test_the_holder_is_asked_and_not_the_attacker() -> None:
    assert asked(begun(INSTEAD, "put any moat into (the player after the player)'s held")) == (
        1,
        ["moat", "nothing"],
    )
    everybody = "may, after: a player is hit: nothing"
    match = begun(everybody, "put any moat into player 2's table", TABLE)
    assert asked(match) == (1, ["moat", "nothing"])


def test_who_has_none_is_asked_alike() -> None:
    match = begun(INSTEAD)
    other = begun(INSTEAD, "put any moat into (the player after the player)'s held")
    assert asked(match) == (1, ["nothing"])
    assert [one.player for one in other.decisions] == [1]
    match.choose("nothing")
    other.choose("nothing")
    assert match.log(0) == other.log(0)


def test_nobody_is_asked_about_cards_that_all_see_elsewhere() -> None:
    match = begun(INSTEAD, "put moats in the deck into the middle")
    assert "is hit" in "\n".join(match.log(0))


def test_two_copies_are_one_question_that_is_asked_again() -> None:
    hurts = "may, after: the holder of this is hit: the holder of this gains 1 gold"
    match = begun(hurts, "put moats in the deck into (the player after the player)'s held")
    assert asked(match) == (1, ["moat", "nothing"])
    match.choose("moat")
    assert asked(match) == (1, ["moat", "nothing"])
    match.choose("moat")
    assert match.view(0)["players"][1]["state"]["gold"] == 6


def test_the_text_and_the_convention_name_somebody_else() -> None:
    named = "the leader may, after: a player is hit: nothing"
    match = begun(named, "put any moat into player 1's table", TABLE)
    assert asked(match) == (1, ["moat", "nothing"])
    hit = "that player may, after: a player is hit: nothing"
    assert asked(begun(hit, "put any moat into player 1's table", TABLE)) == (1, ["moat", "nothing"])
    by_rule = begun(
        "may, after: a player is hit: nothing",
        "put any moat into player 2's table",
        TABLE,
        "conventions: {replacements: the player}\n",
    )
    assert asked(by_rule) == (0, ["moat", "nothing"])


def test_what_nobody_holds_asks_who_acts() -> None:
    in_middle = "this is in the middle"
    match = begun("may, after: a player is hit: nothing", "put any moat into the middle", in_middle)
    assert asked(match) == (0, ["moat", "nothing"])


def test_holders_are_asked_one_after_the_other_about_replacements() -> None:
    shared = "may, instead of: a player is hit: the holder of this gains 1 gold"
    setup = "put any moat in the deck into player 1's table; put any moat in the deck into player 2's table"
    match = begun(shared, setup, TABLE)
    assert [one.player for one in match.decisions] == [0]
    match.choose("nothing")
    assert [one.player for one in match.decisions] == [1]


@pytest.mark.parametrize(
    ("moat", "convention", "code"),
    [
        (INSTEAD, "", None),
        (INSTEAD, "conventions: {replacements: the player}\n", "RW328"),
        (INSTEAD, "conventions: {replacements: the holder}\n", None),
        ("the player may, instead of: the holder of this is hit: nothing", "", "RW328"),
        ("the holder of this may, instead of: the holder of this is hit: nothing", "", None),
        ("openly: the player may, instead of: the holder of this is hit: nothing", "", None),
        ("the price is 1 less", "", "RW329"),
        ("openly: the price is 1 less", "", None),
        ("instead of: the holder of this is hit: nothing", "", "RW336"),
        ("openly: instead of: the holder of this is hit: nothing", "", None),
        ("after: a player is hit: the holder of this gains 1 gold", "", "RW336"),
        ("while this is in the middle: after: a player is hit: the holder of this gains 1 gold", "", None),
        ("may, after: a player is hit: that player pays 1 gold", "", "RW330"),
        ("may, after: a player is hit: the holder of this pays 1 gold", "", None),
    ],
)
def test_what_would_tell_is_reported_and_the_ways_out_are_accepted(
    moat: str, convention: str, code: str | None
) -> None:
    assert codes(moat, conventions=convention) == ([] if code is None else [code])


def test_who_pays_may_decide() -> None:
    decided = "that player may, after: a player is hit: that player pays 1 gold"
    assert codes(decided, in_force=TABLE) == []
    assert codes(decided.removeprefix("that player "), in_force=TABLE) == ["RW330"]


def test_what_happens_instead_names_the_victim_and_the_pieces() -> None:
    guards = "instead of: a player is hit: the holder of this gains 1 gold"
    setup = "put any moat in the deck into player 1's table; put any moat in the deck into player 2's table"
    (decision,) = begun(guards, setup, TABLE).decisions
    assert decision.ask("en") == "what happens instead of: Player 2 is hit"
    assert decision.ask("cs") == "Co se stane místo tohoto: Player 2 dostává ránu?"
    assert [one.label() for one in decision.options] == ["moat (Player 1's table)", "moat (Player 2's table)"]
