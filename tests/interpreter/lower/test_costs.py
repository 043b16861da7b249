"""Costs and gains: all at once or not at all, paid upwards, at the ends of ranges, by somebody else."""

from __future__ import annotations

import pytest

from .micro import Play, fault_of, micro

STATES = """
players have:
  gold: {type: 0..9, starts: 3}
  food: {type: 0..9, starts: 1}
  debt: {type: -2..4, paid: up}
game has:
  tally: 0..20
  price: {type: -3..9, starts: 2}
"""


def turn(do: str) -> str:
    """A game in which each player has one turn."""
    body = "\n".join("      " + line for line in do.strip("\n").split("\n"))
    turns = "clockwise from player 1, each player, once each"
    flow = f"flow:\n  - phase: only\n    turns: {turns}\n    turn: |\n{body}\n"
    return micro(more=STATES, flow=flow)


def after(do: str, state: str) -> list[int]:
    return Play(turn(do)).of_player(state)


def test_a_cost_takes_everything_and_a_gain_gives_everything() -> None:
    play = Play(turn("pay 2 gold and 1 food\ngain 1 debt and 4 food"))
    assert (play.of_player("gold"), play.of_player("food")) == ([1, 1], [4, 4])
    assert play.of_player("debt") == [-1, -1]


@pytest.mark.parametrize(
    ("cost", "can"),
    [
        ("3 gold", 1),
        ("4 gold", 0),
        ("3 gold and 1 food", 1),
        ("3 gold and 2 food", 0),
        ("0 gold", 1),
        ("4 debt", 1),
        ("5 debt", 0),
        ("price gold", 1),
        ("1 gold and 1 food and 4 debt", 1),
        ("1 gold and 1 food and 5 debt", 0),
    ],
)
def test_what_can_be_paid_is_offered_and_what_cannot_is_a_fault(cost: str, can: int) -> None:
    assert Play(turn(f"if the player can pay {cost}: tally goes up by 1")).of("tally") == 2 * can
    play = Play(turn(f"choose one:\n  buy: pay {cost}\n  pass on: nothing"))
    assert play.options() == ["buy", "pass on"][1 - can :]
    assert fault_of(turn(f"pay {cost}")) == ("none" if can else "RW405")


def test_two_costs_one_after_the_other_are_one_beginning() -> None:
    """Each can be paid alone, both cannot."""
    play = Play(turn("choose one:\n  buy: pay 2 gold, then pay 2 gold\n  pass on: nothing"))
    assert play.options() == ["pass on"]
    play = Play(turn("choose one:\n  buy: pay 2 gold, then pay 1 gold\n  pass on: nothing"))
    assert play.choose("buy").of_player("gold") == [0, 3]


def test_a_cost_of_somebody_else() -> None:
    play = Play(turn("the player after the player pays 1 gold: tally goes up by 1"))
    assert (play.of_player("gold"), play.of("tally")) == ([2, 2], 2)
    text = turn(
        "if the player after the player can pay 4 gold: tally goes up by 1\notherwise: tally goes up by 3"
    )
    assert Play(text).of("tally") == 6


def test_gains_stop_at_the_end_of_the_range_or_are_a_fault() -> None:
    assert after("gain 9 gold, as far as possible", "gold") == [9, 9]
    assert fault_of(turn("gain 7 gold")) == "RW401"
    assert after("gain 2 debt", "debt") == [-2, -2]
    assert fault_of(turn("gain 3 debt")) == "RW401"
    assert after("gain 3 debt, as far as possible", "debt") == [-2, -2]


def test_what_follows_the_colon_is_part_of_it() -> None:
    assert after("pay 1 gold: gain 2 food", "food") == [3, 3]
    play = Play(turn("the player may:\n  pay 1 gold: gain 2 food\notherwise: gain 1 debt"))
    assert play.options() == ["yes", "no"]
    play.choose("yes", "no")
    assert (play.of_player("gold"), play.of_player("food"), play.of_player("debt")) == (
        [2, 3],
        [3, 1],
        [0, -1],
    )


def test_who_cannot_pay_can_only_go_the_other_way() -> None:
    play = Play(turn("the player may:\n  pay 4 gold: gain 2 food\notherwise: gain 1 debt"))
    assert play.options() == ["no"]
    assert play.choose("no", "no").of_player("debt") == [-1, -1]


def test_the_same_twice_in_one_cost_is_both() -> None:
    assert fault_of(turn("pay 2 gold and 2 gold")) == "RW405"
    assert after("pay 2 gold and 1 gold", "gold") == [0, 0]
