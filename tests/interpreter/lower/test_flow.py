"""The flow: phases and how often they come, turns and how they end, states that last for a phase."""

from __future__ import annotations

from typing import Unpack

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, Setup, lowered_of, micro

STATES = """
game has:
  boss: player or none
  tally: 0..999
players have:
  points: 0..99
  asleep: yes or no
"""


LASTING = (
    STATES.replace("  tally", "  mood: {type: 0..9, until: day}\n  tally")
    + "  marks: {type: 0..99, until: day}\n"
)


def flow(text: str, more: str = STATES, **options: Unpack[Setup]) -> Play:
    start = """flow:
  - phase: start
    do: |
      choose a player at random, as the starter
      the boss becomes the starter
"""
    return Play(micro(more=more, flow=start + text), **options)


TURNS = """
  - phase: play
    turns: "clockwise from the boss, {who}"
    options:
      score:
        do: the player's points go up by 1
      sleep:
        do: the player becomes asleep
      leave:
        if: the player's points > 0
        do: |
          the turn ends
          the player's points go up by 50
      stop:
        do: |
          the phase ends
          the player's points go up by 50
  - phase: after
    do: tally becomes 7
"""


def turns(who: str, **options: Unpack[Setup]) -> Play:
    return flow(TURNS.format(who=who), **options)


def test_turns_go_clockwise_from_the_first() -> None:
    match = turns("each player, until tally = 9", players=3, seed=2)
    boss = match.of("boss")
    for turn in range(7):
        assert match.player() == (boss + turn) % 3
        match.choose("score")
    assert match.choose("stop").over
    assert match.of("tally") == 7


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_turns_go_counterclockwise_too(players: int) -> None:
    for ending in ("until tally = 9", "once each"):
        text = TURNS.replace("clockwise", "counterclockwise").format(who=f"each player, {ending}")
        match = flow(text, players=players, seed=2)
        boss = match.of("boss")
        for turn in range(7 if "tally" in ending else players):
            assert match.player() == (boss - turn) % players
            match.choose("score")
        assert match.over == ("once" in ending)


def test_who_is_in_is_asked_before_each_turn() -> None:
    match = turns("each player who is not asleep, until 1 is left", players=3)
    boss = match.of("boss")
    match.choose("score", "sleep")
    assert match.player() == (boss + 2) % 3
    match.choose("score")
    assert match.player() == boss
    match.choose("score")
    assert match.player() == (boss + 2) % 3
    assert match.choose("sleep").over
    assert match.of("tally") == 7


def test_until_somebody_is_left_ends_at_once_with_fewer() -> None:
    assert turns("each player who is asleep, until 1 is left").over


def test_turns_end_when_nobody_is_in() -> None:
    match = turns("each player who is not asleep, until tally = 9", players=2)
    assert match.choose("sleep", "sleep").over


def test_once_each() -> None:
    match = turns("each player, once each", players=3)
    order = []
    while not match.over:
        order.append(match.player())
        match.choose("score")
    assert order == [(match.of("boss") + n) % 3 for n in range(3)]
    assert match.of_player("points") == [1, 1, 1]


def test_until_a_condition_holds_it_is_asked_before_each_turn() -> None:
    match = flow("""
  - phase: play
    turns: "clockwise from the boss, each player, until tally >= 3"
    options:
      add: {do: tally goes up by 2}
""")
    assert match.choose("add", "add").over
    assert match.of("tally") == 4


def test_the_turn_ends_leaves_out_the_rest_of_the_turn() -> None:
    match = turns("each player, until tally = 9", players=1)
    assert match.options() == ["score", "sleep", "stop"]
    match.choose("score", "leave")
    assert match.of_player("points") == [1]
    assert match.choose("stop").of_player("points") == [1]


NESTED = """
  - phase: game
    repeat: {how}
    phases:
      - phase: day
        do: |
          tally goes up by 1
          mood goes up by 2
          for each player: that player's marks go up by tally
      - phase: night
        if: tally > 1
        do: tally goes up by 10
"""


@pytest.mark.parametrize(
    ("how", "tally"),
    [
        ("3 times", 23),
        ("until tally >= 12", 12),
        ("while tally < 2", 12),
        ("0 times", 0),
        ("while tally > 0", 0),
        ("until tally = 0", 0),
    ],
)
def test_phases_repeat_and_may_be_left_out(how: str, tally: int) -> None:
    match = flow(NESTED.format(how=how), LASTING)
    assert match.of("tally") == tally
    assert match.of("mood") == 0, "it lasted until the end of the day"
    assert match.of_player("marks") == [0, 0]


def test_a_match_ends_for_good_with_its_winners() -> None:
    match = flow("""
  - phase: play
    repeat: until the match ends
    do: |
      tally goes up by 1
      if tally = 3: the boss wins
""")
    assert match.winners == [match.of("boss")]
    assert match.of("tally") == 3
    assert not any(match.m[match.lowered.program.layout.stacks :])


def test_nobody_wins_and_everyone_wins() -> None:
    assert flow("  - phase: end\n    do: nobody wins\n").winners == []
    assert flow("  - phase: end\n    do: everyone wins\n", players=3).winners == [0, 1, 2]
    assert flow("  - phase: end\n    do: nothing\n").winners == []


def test_a_flow_without_an_option_is_a_fault() -> None:
    text = """
  - phase: play
    turns: "clockwise from the boss, each player, once each"
    options:
      add: {if: tally > 3, do: tally goes up by 2}
"""
    with pytest.raises(RulesFault, match="RW404"):
        flow(text)


FIRST_VALUES = """
options:
  wild: {{type: yes or no, default: {wild}}}
  most: {{type: 0..20, default: {most}}}
game has:
  tally: {{type: 0..9, starts: most}}
  boss: {{type: player or none}}
players have:
  points: {{type: 0..99, starts: most * most}}
  asleep: {{type: yes or no, starts: wild}}
"""


def test_states_start_as_what_options_say() -> None:
    match = flow(TURNS.format(who="each player who is asleep"), FIRST_VALUES.format(wild="yes", most=7))
    assert match.of("tally") == 7
    assert not match.over, "players are asleep, so they have turns"
    match = flow(TURNS.format(who="each player who is asleep"), FIRST_VALUES.format(wild="no", most=7))
    assert match.over


def test_a_first_value_outside_of_its_range_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="RW401"):
        flow(TURNS.format(who="each player"), FIRST_VALUES.format(wild="no", most=10))


ENDLESS = """flow:
  - phase: night
    repeat: until tally = 1
    do: tally becomes 2
  - phase: dawn
    do: tally becomes 5
"""


def test_what_goes_on_for_ever_is_told_to_be_the_loop() -> None:
    _, engine = lowered_of(micro(more=STATES, flow=ENDLESS))
    with pytest.raises(RulesFault, match="RW410") as caught:
        engine.start(2, 1)
    span = caught.value.fault.span
    assert span is not None
    assert "night" in span.source.text[: span.end]
    assert "dawn" not in span.source.text[: span.end]
