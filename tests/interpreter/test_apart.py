"""Options that would read the same differ by what their player may know of the pieces."""

from __future__ import annotations

import pytest
from rulewright.interpreter import IllegalChoiceError, Match

from .small_games import shipped_game, small_game


def test_states_that_differ_and_are_known_stand_in_brackets() -> None:
    match = Match(small_game("mounds"), 2)
    labels = [option.label() for option in match.decision.options]
    assert labels == [
        "key (site b1)",
        "key",
        "chest",
        "stone",
        "stone",
    ]  # that one stone is trapped is secret
    assert match.decision.options[0].label("cs") == "klíč (leží na b1)"
    assert match.decision.options[0].name == "key"


def test_what_the_player_does_not_know_tells_nothing_apart() -> None:
    match = Match(small_game("mounds"), 2)
    match.choose("chest")
    match.choose("dog")
    assert match.decision.player == 1
    assert [option.label() for option in match.decision.options] == ["key", "key", "chest", "stone", "stone"]


def test_the_field_and_the_states_may_be_left_out_where_one_option_is_meant() -> None:
    match = Match(small_game("mounds"), 2)
    match.choose("Klíč (leží na b1)")
    with pytest.raises(IllegalChoiceError, match=r"^which: cat b1, cat c1\?$"):
        match.choose("cat")
    assert match.why_not("kočka", 0, "cs") == "která možnost: kočka b1, kočka c1?"
    match.choose("DOG")
    assert match.log(0)[1:] == ["Player 1: choose a token – key", "Player 1: choose a hound – dog a1"]


def test_all_that_a_word_may_mean_is_found_the_nearest_first() -> None:
    match = Match(small_game("mounds"), 2)
    numbers = [option.number for option in match.decision.options]
    assert [option.number for option in match.decision.called("key")] == numbers[1:2]  # its whole label
    assert [option.number for option in match.decision.called("STONE")] == numbers[3:]
    assert match.decision.called("spade") == ()


def test_a_name_without_brackets_still_means_the_first_of_several() -> None:
    match = Match(shipped_game("hrad"), 3, seed=5)
    for choice in ("knight", "dwarf", "ogre", "werewolf", "spectre", "lay an object"):
        match.choose(choice)
    chests = [option for option in match.decision.options if option.name == "chest"]
    assert len({option.label() for option in chests}) == 5
    assert match.decision.option("chest") == chests[0]
    assert match.decision.option(chests[3].label()) == chests[3]
