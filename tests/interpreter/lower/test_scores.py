"""Scores: the highest wins, ties, negative scores, the end of the flow and an end that is said."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match

from .micro import Play, micro

SCORE = """
players have:
  fame: {type: -20..20}
  debt: {type: 0..9}
game has:
  tally: 0..9
score: the player's fame - 2 * the player's debt
"""


def fame(*values: int) -> str:
    """Players have so much fame, one after the other."""
    lines = ["tally becomes 0"]
    for seat, value in enumerate(values):
        lines.append(
            f"for each player:\n  if tally = {seat}: that player's fame becomes {value}\n  tally goes up by 1"
        )
        lines.append("tally becomes 0")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("end", ["", "the match ends"])
@pytest.mark.parametrize(
    ("values", "winners"),
    [
        ((1, 2, 3), [2]),
        ((3, 2, 3), [0, 2]),
        ((0, 0, 0), [0, 1, 2]),
        ((-5, -2, -9), [1]),
        ((-5, -5, -9), [0, 1]),
        ((-1, 0, -1), [1]),
        ((7,), [0]),
        ((-20, -20, -20, -19), [3]),
    ],
)
def test_the_highest_has_won(values: tuple[int, ...], winners: list[int], end: str) -> None:
    assert Play(micro(fame(*values) + end, SCORE), len(values)).winners == winners


def test_all_that_the_score_says_counts() -> None:
    do = fame(5, 4) + "player 1's debt becomes 1"
    assert Play(micro(do, SCORE), 2).winners == [1]


def test_who_wins_at_once_has_won_whatever_the_scores() -> None:
    assert Play(
        micro(fame(5, 4, 1) + "for each player with fame = 1: that player wins", SCORE), 3
    ).winners == [2]
    assert Play(micro(fame(5, 4) + "nobody wins", SCORE), 2).winners == []


def test_without_a_score_nobody_has_won() -> None:
    more = SCORE[: SCORE.index("score:")]
    assert Play(micro(fame(5, 4), more), 2).winners == []


def test_the_match_ends_at_once_and_in_the_middle() -> None:
    do = fame(1, 2) + "repeat 5 times:\n  tally goes up by 1\n  if tally = 3: the match ends\nplayer 1 wins"
    play = Play(micro(do, SCORE), 2)
    assert (play.of("tally"), play.winners) == (3, [1])


def test_the_end_within_turns_phases_and_phrases() -> None:
    more = SCORE + 'phrases:\n  "it is done": {do: the match ends}\n'
    flow = """
flow:
  - phase: rounds
    repeat: until the match ends
    phases:
      - phase: turns
        turns: clockwise from player 1, each player
        turn: |
          the player's fame goes up by 1
          if the player's fame = 2: it is done
"""
    play = Play(micro(more=more, flow=flow), 3)
    assert (play.of_player("fame"), play.winners) == ([2, 1, 1], [0])


def test_the_scores_of_a_match() -> None:
    text = micro(fame(5, -4, 0) + "player 1's debt becomes 3", SCORE)
    report = Report()
    game = load_game([Source("m.yaml", text)], report, strict=False)
    assert game is not None
    match = Match(game, 3, 1)
    assert list(match.scores or ()) == [-1, -4, 0]
    assert match.winners == (2,)
