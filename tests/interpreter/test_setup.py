"""What a match is given by the program around it: what does not exist is refused, a wrong type is a TypeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rulewright.interpreter import Match, MatchError, SetupError

from .small_games import shipped_game

GAME = "do-podzemi"

UNKNOWN: list[tuple[Callable[[Match], object], str]] = [
    (lambda match: match.view(7), "there is no player 7 (players are numbered from 0 to 1)"),
    (lambda match: match.view(-1), "there is no player -1 (players are numbered from 0 to 1)"),
    (lambda match: match.view(0, "de"), "there is no language 'de' (there are: en, cs)"),
    (lambda match: match.log(0, "de"), "there is no language 'de' (there are: en, cs)"),
    (lambda match: match.log(2), "there is no player 2 (players are numbered from 0 to 1)"),
    (lambda match: match.determinize(2, 0), "there is no player 2 (players are numbered from 0 to 1)"),
    (lambda match: match.choose("pass", 2), "there is no player 2 (players are numbered from 0 to 1)"),
    (lambda match: match.why_not("pass", 2), "there is no player 2 (players are numbered from 0 to 1)"),
    (
        lambda match: match.number("luck"),
        "the game declares no number 'luck' (it has: hit points at the entrance)",
    ),
]


@pytest.mark.parametrize(("ask", "told"), UNKNOWN, ids=[told for _, told in UNKNOWN])
def test_what_does_not_exist_is_refused(ask: Callable[[Match], object], told: str) -> None:
    match = Match(shipped_game(GAME), 2, seed=1)
    before = match.snapshot()
    with pytest.raises(MatchError) as caught:
        ask(match)
    assert str(caught.value) == told
    assert match.snapshot() == before


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("Ann", "players are a number or a list of names, not the text 'Ann' (write ['Ann', …])"),
        (["Ann", "Ann"], "two players have the same name"),
        (["Ann", ""], "a name has 1 to 100 characters that can be printed"),
        (["Ann", " "], "a name has 1 to 100 characters that can be printed"),
        (["Ann", "Bob\n"], "a name has 1 to 100 characters that can be printed"),
        (["Ann", "B" * 101], "a name has 1 to 100 characters that can be printed"),
        (10**15, "do-podzemi is for 2 to 4 players, not for 1000000000000000"),
    ],
)
def test_players_who_confuse_are_refused(players: Any, told: str) -> None:
    with pytest.raises(SetupError) as caught:
        Match(shipped_game(GAME), players)
    assert str(caught.value) == told


WRONG: list[tuple[Callable[[Match], object], str]] = [
    (lambda match: Match(match.game, None), "players are a number or a list of names, not None"),  # type: ignore[arg-type]
    (lambda match: Match(match.game, ["Ann", 2]), "a player's name is a text, not 2"),  # type: ignore[list-item]
    (lambda match: Match(match.game, 2, "x"), "a seed is a whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda match: Match(match.game, 2, 1, ["a"]), r"options are a mapping of names to values, not \['a'\]"),  # type: ignore[arg-type]
    (lambda match: match.choose(None), "an option is an Option, its number or its name, not None"),  # type: ignore[arg-type]
    (lambda match: match.why_not(None), "an option is an Option, its number or its name, not None"),  # type: ignore[arg-type]
    (lambda match: match.choose("pass", "Ann"), "a player is a number from 0, not 'Ann'"),  # type: ignore[arg-type]
    (lambda match: Match(None, 2), "a match is of a Game, not None .loading gives None"),  # type: ignore[arg-type]
    (lambda match: Match.load(match.game, None), "a record or save is a text, not None"),  # type: ignore[arg-type]
    (lambda match: match.view("Ann"), "a player is a number from 0, not 'Ann'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("ask", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_wrong_type_is_a_type_error_that_says_what_is_wanted(
    ask: Callable[[Match], object], told: str
) -> None:
    match = Match(shipped_game(GAME), 2, seed=1)
    with pytest.raises(TypeError, match=told):
        ask(match)
