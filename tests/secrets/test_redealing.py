"""A re-dealt match shows its player the same, and what others keep secret is drawn anew in it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.view import read

from ..amount import some
from .games import IN_A_CAP, SIMULTANEOUSLY, TURN, game_of, some_game, written
from .test_noninterference import is_open
from .worlds import Play

FIXED = {"if a secret", "for each of a secret", "as often as a secret says"}
"""A flow in which nothing is chosen or drawn."""
DEALS = some(8, 25)


def secrets(match: Match, reader: int) -> Any:
    """What others keep secret from a reader: states, and which cards lie where."""
    players = range(len(match.players))
    tables = match.rules.lowered.tables
    trap = [read(match.memory, tables.game_states[name]) for name in ("trap", "traitor")]
    return trap, [match.view(player)["players"][player] for player in players if player != reader]


def dealt(match: Match, reader: int) -> set[str]:
    """The secrets in re-dealt matches, each of which the reader cannot tell from the match."""
    found = set()
    for seed in range(DEALS):
        other = match.determinize(reader, seed)
        assert other.audit() == []
        for language in ("en", "cs"):
            assert other.view(reader, language) == match.view(reader, language)
        mine, theirs = ([one for one in m.decisions if one.player == reader] for m in (match, other))
        assert mine == theirs
        found.add(repr(secrets(other, reader)))
    return found


@pytest.mark.parametrize("explicit", [False, True], ids=["luck", "explicit luck"])
@pytest.mark.parametrize("what", sorted(set(TURN | IN_A_CAP) - FIXED))
def test_a_secret_is_drawn_anew(what: str, explicit: bool) -> None:
    game = game_of(written([("turn", (TURN | IN_A_CAP)[what])]))
    match = Play(game, 3, 5, 0, 1, explicit).match_at(is_open)
    assert len(dealt(match, 0)) > 2


@pytest.mark.parametrize("what", sorted(SIMULTANEOUSLY))
def test_while_players_answer_simultaneously_others_have_not_answered_yet(what: str) -> None:
    game = game_of(written([("do", SIMULTANEOUSLY[what])]))
    match = Match(game, 3, 1)
    match.choose(match.decisions[2].options[0], 2)
    for seed in range(5):
        other = match.determinize(0, seed)
        assert other.view(0) == match.view(0)
        assert [one.player for one in other.decisions] == [0, 1, 2]


def test_what_was_noted_of_a_hidden_card_is_drawn_anew_with_the_card() -> None:
    """The state and the card that it was read from still fit together."""
    text = """
        choose a card in the player's holding, as the pledge
        put the pledge into the player's offering
        the player's mark becomes the kind of the pledge
    """
    secretly = text.replace("choose a card", "secretly choose a card")
    game = game_of(written([("turn", secretly)]))
    match = Play(game, 2, 3, 0, 1).match_at(is_open)
    marks = set()
    for seed in range(DEALS):
        other = match.determinize(0, seed).view(1)["players"][1]
        assert other["places"]["offering"]["pieces"] == [other["state"]["mark"]]
        marks.add(other["state"]["mark"])
    assert len(marks) > 1


@pytest.mark.parametrize("number", range(some(6, 12)))
def test_secrets_of_several_sorts(number: int) -> None:
    _, game = some_game(random.Random(number))
    play = Play(game, 2 + number % 2, number, 0, 1, explicit=number % 3 == 2)
    match = play.begun()
    while not is_open(match) and not match.is_over and len(match.journal) < 60:
        if random.Random(f"{number} {len(match.journal)}").random() < 0.2:
            dealt(match, 0)
        play.step(match)
