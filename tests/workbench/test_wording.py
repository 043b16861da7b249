"""Views in words: states of pieces in the reader's language, and only those that say something."""

from __future__ import annotations

from rulewright.interpreter import Match
from rulewright.workbench.board import view_lines
from rulewright.workbench.boards import marked_cells
from rulewright.workbench.wording import part_states, short_prompt, states_text

from ..interpreter.small_games import shipped_game


def test_states_of_pieces_are_called_as_the_game_calls_them() -> None:
    game = shipped_game("hrad")
    states = {"life": 7, "lame": True, "spent": False, "ward": 0, "bearer": None, "fought": "nothing"}
    assert part_states(game, states, "en") == "life 7, lame"
    assert part_states(game, states, "cs") == "životy 7, ochromena"


def test_in_brief_what_is_none_or_no_is_left_out_and_nought_is_not() -> None:
    game = shipped_game("hrad")
    states = {"rounds": 0, "gate": None, "ended": False, "stage": "peace"}
    assert states_text(game, states, "en") == "rounds 0, gate none, ended no, stage peace"
    assert states_text(game, states, "en", brief=True) == "rounds 0, stage peace"
    assert states_text(game, states, "cs", brief=True) == "počítadlo kol 0, souboj peace"


def test_a_long_prompt_is_cut_before_its_conditions() -> None:
    whole = "choose a figure with leader = the player that is not spent where (that figure has a foe)"
    assert short_prompt(whole) == "choose a figure"
    assert short_prompt("choose a monster with strength <= 3") == "choose a monster with strength <= 3"
    assert short_prompt("what happens instead of: " + "x" * 60) == "what happens instead of: " + "x" * 60


def test_cells_that_known_pieces_name_are_marked_and_those_of_unknown_ones_are_not() -> None:
    """The lord knows where each token lies; the heroes know none."""
    match = Match(shipped_game("hrad"), ["Eva", "Jan"], seed=3)
    for _ in range(6):
        match.choose(match.decision.options[0])
    marks = [
        [one for cell in marked_cells(match.game, match.view(seat)).values() for one in cell]
        for seat in (0, 1)
    ]
    assert sorted(set(marks[0])) == ["(castle)", "(chest)", "(happening)", "(hidden trap)", "(key)"]
    assert len(marks[0]) == 17
    assert marks[1] == []
    lord = "\n".join(view_lines(match.game, match.view(0)))
    assert "(castle)" in lord
    assert "(castle)" not in "\n".join(view_lines(match.game, match.view(1)))


def test_no_english_word_is_left_in_a_czech_view() -> None:
    """Of the words that are shown for states; names of players are theirs."""
    match = Match(shipped_game("hrad"), ["Eva", "Jan"], seed=3)
    for _ in range(60):
        match.choose(match.decision.options[0])
    text = "\n".join(view_lines(match.game, match.view(1, "cs"), "cs"))
    for word in ("life", "leader", "turned", "bearer", "source", "rounds", "yes", "none"):
        assert f" {word} " not in text, word
