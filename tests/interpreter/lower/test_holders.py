"""Whose an ability is: what pieces in the places of players change, whoever acts, and when nobody does."""

from __future__ import annotations

import pytest

from .micro import Play, micro

GEAR = """
components:
  gem:
    properties: {power: abilities}
    in force: WHERE
    starts in: the market
    designs:
      sword: {power: "POWER"}
      ring: {power: "HOOK"}
places:
  market: area of gems
  belongings: "area of gems, per player"
"""
STATES = """
players have:
  level: {type: 0..9, starts: 3}
game has:
  mine: 0..99
  theirs: 0..99
  whose: {type: player or none}
numbers:
  "strength of {hero: player}": the hero's level
  fame: "1"
phrases:
  "{hero: player} is hurt": {do: the hero's level goes down by 1}
"""
TAKE = """
put the sword into player 2's belongings
"""
ASK = """
mine becomes the strength of player 1
theirs becomes the strength of player 2
"""


def game(do: str, power: str, where: str = "this is in the player's belongings", hook: str = "") -> str:
    hook = hook or "instead of: a player is hurt, if that player is the holder of this: nothing"
    cards = GEAR.replace("WHERE", where).replace("POWER", power).replace("HOOK", hook)
    text = micro(do.replace("the sword", "the first sword in the market"), STATES, cards)
    return text.replace("players: 1..4", "players: 2..4")


def strengths(do: str, power: str, where: str = "this is in the player's belongings") -> tuple[int, int]:
    play = Play(game(do, power, where))
    return play.of("mine"), play.of("theirs")


POWERS = ["the strength of the player is 2 more", "the strength of (the holder of this) is 2 more"]


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("where", ["this is in the player's belongings", "the holder of this is not none"])
def test_what_a_player_has_makes_that_player_stronger_at_any_time(power: str, where: str) -> None:
    assert strengths(ASK, power, where) == (3, 3)
    assert strengths(TAKE + ASK, power, where) == (3, 5)


def test_what_the_amount_and_the_condition_say_of_the_player_is_of_the_holder() -> None:
    power = "while the player's level >= 5: the strength of the player is (the player's level) more"
    assert strengths(f"{TAKE}player 1's level becomes 6\n{ASK}", power) == (6, 3)
    assert strengths(f"{TAKE}player 2's level becomes 6\n{ASK}", power) == (3, 12)


def test_what_nobody_has_changes_nothing_that_is_the_players() -> None:
    power = "the strength of the player is 2 more"
    assert strengths(ASK, power, "this is in the market") == (3, 3)


@pytest.mark.parametrize("hurt", [1, 2])
def test_an_ability_that_acts_can_ask_whose_it_is(hurt: int) -> None:
    do = f"put the first ring in the market into player 2's belongings\nplayer {hurt} is hurt\n" + ASK
    play = Play(game(do, "fame is 1 more", "the holder of this is not none"))
    assert (play.of("mine"), play.of("theirs")) == ((2, 3) if hurt == 1 else (3, 3))


def test_the_holder_is_a_value_like_others() -> None:
    do = f"{TAKE}whose becomes the holder of any sword\n".replace("any sword", "the first sword")
    play = Play(game(do, "fame is 1 more"))
    assert play.of("whose") == 1
    play = Play(game("whose becomes the holder of the first ring", "fame is 1 more"))
    assert play.of("whose") == -1
