"""Views in words: states of pieces in the reader's language, and only those that say something."""

from __future__ import annotations

from rulewright.interpreter import Match
from rulewright.workbench.board import view_lines
from rulewright.workbench.wording import part_states, states_text

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


def test_no_english_word_is_left_in_a_czech_view() -> None:
    """Of the words that are shown for states; names of players are theirs."""
    match = Match(shipped_game("hrad"), ["Eva", "Jan"], seed=3)
    for _ in range(60):
        match.choose(match.decision.options[0])
    text = "\n".join(view_lines(match.game, match.view(1, "cs"), "cs"))
    for word in ("life", "leader", "turned", "bearer", "source", "rounds", "yes", "none"):
        assert f" {word} " not in text, word
