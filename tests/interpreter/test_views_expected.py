"""`view of player 1: {…}` in scenarios: keys are taken as everywhere, and what the view prints."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.text import to_text

from .small_games import small_game
from .test_scenarios import at, only, run

GIVEN = """
given:
  shelf: [p1, p2]
  favourite: p1
  leader: player 2
  weather: gloomy
  p2's tired: yes
  player 1: {a1: [p1], a1's burnt: yes, order: gloomy, bag: [p2]}
do: nothing
"""


@pytest.mark.parametrize(
    "seen",
    [
        "shelf: [p1, p2]",
        "shelf: [bold pawn, shy pawn]",  # as the view prints them
        "shelf: [p1, shy pawn]",
        "shelf: 2",
        "favourite: p1",
        "favourite: bold pawn",
        "leader: player 2",
        "weather: gloomy",
        "weather: foul",
        "p2's tired: yes",
        "p1's tired: no",
        "t1's hue: unknown",
        "player 1: {a1: [p1]}",
        "player 1: {a1: 1, a2: empty, b1: 0}",
        "player 1: {a1's burnt: yes, a1's trap: unknown, b2's burnt: no}",
        "player 1: {bag: [p2], order: gloomy}",
        "player 1: {order: foul}",
        "player 2: {order: unknown, bag: empty}",
    ],
)
def test_a_view_is_said_in_keys_or_as_it_is_printed(seen: str) -> None:
    result = run(GIVEN + f"then: {{view of player 1: {{{seen}}}}}", small_game("keyed"))
    assert result.passed, to_text(result.diagnostics)


@pytest.mark.parametrize(
    ("seen", "place", "message"),
    [
        ("shelf: [p2, p1]", "[p2, p1]", "'shelf' in the view should be [p2, p1], but is [p1, p2]"),
        ("favourite: p2", "p2", "'favourite' in the view should be 'p2', but is 'p1'"),
        ("player 1: {a1: [p2]}", "[p2]", "'a1' in the view should be [p2], but is [p1]"),
        ("player 1: {a1's burnt: no}", "no", "'a1's burnt' in the view should be 'no', but is 'yes'"),
        ("player 1: {a1's trap: 0}", "0", "'a1's trap' in the view should be '0', but is 'unknown'"),
        ("player 2: {order: gloomy}", "gloomy", "'order' in the view should be 'gloomy', but is 'unknown'"),
    ],
)
def test_what_a_view_does_not_show_is_told(seen: str, place: str, message: str) -> None:
    found = only(run(GIVEN + f"then: {{view of player 1: {{{seen}}}}}", small_game("keyed")))
    assert (found.code, at(found), found.message) == ("RW601", place, message)


@pytest.mark.parametrize(
    ("seen", "place", "message", "way_out"),
    [
        ("player 1: {a9: [p1]}", "a9", "there is no 'a9' of a player in the view", "did you mean 'a"),
        (
            "player 1: {zebra: 1}",
            "zebra",
            "there is no 'zebra' of a player",
            "known: order, bag, a1, b1, a2, b2",
        ),
        ("zebra: 1", "zebra", "there is no part of the view", "player 1, player 2"),
        ("player 1: {camp: [p1]}", "camp", "'camp' is a board, and a view shows its cells", "`a1: …`"),
        ("shelf: [zebra]", "zebra", "there is no design 'zebra'", "known: p1, p2, unknown"),
        ("weather: windy", "windy", "there is no word 'windy'", "known: clear, gloomy"),
        ("player 3: {order: gloomy}", "player 3", "'player 3' is not a player", "'player 1' to 'player 2'"),
    ],
)
def test_what_no_view_shows_is_an_error_that_names_what_could_be_written(
    seen: str, place: str, message: str, way_out: str
) -> None:
    found = only(run(GIVEN + f"then: {{view of player 1: {{{seen}}}}}", small_game("keyed")))
    assert (found.code, at(found)) == ("RW602", place)
    assert found.message.startswith(message)
    assert way_out in (found.help or "")
