"""Alternatives and offers: who is asked in which order, who is skipped, nesting, passing."""

from __future__ import annotations

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, fault_of, micro

STATES = """
players have:
  gold: {type: 0..9, starts: 2}
  out: {type: yes or no}
game has:
  leader: {type: player or none}
  tale: {type: 0..99999999}
  depth: 0..9
phrases:
  "note {n: 0..9}": {do: tale becomes 10 * tale + n}
  "{host: player} asks":
    do: |
OFFER
"""


def game(do: str, offer: str = "nothing") -> str:
    lines = "\n".join("      " + line for line in offer.strip().split("\n"))
    return micro(do, STATES.replace("OFFER", lines))


OFFER = """
offer each player, clockwise from player 1:
  cheer, if the player can pay 1 gold:
    pay 1 gold
    note 1
  boo, if the player's gold >= 2: note 2
"""


def test_players_are_asked_in_turn_until_all_have_passed_since_somebody_took_one() -> None:
    play = Play(game(OFFER), 3)
    asked = []
    for option in ("pass", "cheer", "pass", "pass", "cheer", "pass"):
        asked.append(play.player())
        play.choose(option)
    assert asked == [0, 1, 2, 0, 1, 2]
    assert play.of_player("gold") == [2, 0, 2]
    # Player 2 has nothing left: player 1 is asked, and then it is over.
    assert play.player() == 0
    play.choose("pass")
    assert play.over


def test_an_offer_goes_counterclockwise_too() -> None:
    play = Play(game(OFFER.replace("clockwise", "counterclockwise")), 3)
    asked = []
    for option in ("pass", "cheer", "pass", "pass"):
        asked.append(play.player())
        play.choose(option)
    assert asked == [0, 2, 1, 0]


def test_whoever_took_one_is_asked_again_after_all_others_pass() -> None:
    play = Play(game(OFFER), 2)
    play.choose("cheer")
    assert play.player() == 1
    play.choose("pass")
    assert play.player() == 0
    assert play.options() == ["cheer", "pass"]
    play.choose("pass")
    assert play.over


def test_who_can_take_nothing_is_not_asked() -> None:
    play = Play(game("for each player but player 1: that player's gold becomes 0\n" + OFFER), 4)
    play.choose("boo")
    assert play.player() == 0
    play.choose("pass")
    assert play.over
    assert Play(game("for each player: that player's gold becomes 0" + OFFER), 4).over


def test_in_hands_that_others_do_not_see_everybody_passes_once_since_somebody_took_one() -> None:
    """Whoever holds cards is asked, even if they can only pass; an empty hand is known, so it is passed over."""
    do = """
put any ant into (the player after player 1)'s sleeve
for each player: put the top card of the deck into that player's sleeve
put cards in (the player before player 1)'s sleeve into the heap
offer each player, clockwise from player 1:
  play an ant:
    choose an ant in the player's sleeve, as the loss
    put the loss into the heap
"""
    play = Play(micro(do), 4, seed=4)
    asked = []
    for option in ("pass", "play an ant", "pass", "pass", "pass"):
        asked.append((play.player(), play.options()))
        play.choose(option)
        if option != "pass":
            play.choose("ant")
    passing = ["pass"]
    assert asked == [
        (0, passing),
        (1, ["play an ant", "pass"]),
        (2, passing),
        (0, passing),
        (1, passing),
    ]
    assert play.over


@pytest.mark.parametrize("players", [1, 2, 4])
def test_an_offer_goes_round_from_where_it_is_said(players: int) -> None:
    play = Play(game(OFFER.replace("from player 1", "from the player after player 1")), players)
    for seat in range(players):
        assert play.player() == (seat + 1) % players
        play.choose("pass")
    assert play.over


def test_players_who_are_out_are_asked_again_each_time_who_is_in() -> None:
    offer = """
offer each player who is not out, clockwise from player 1:
  leave: the player becomes out
"""
    play = Play(game(offer), 3)
    play.choose("leave", "pass")
    assert play.player() == 2
    play.choose("leave")
    assert play.player() == 1
    play.choose("pass")
    assert play.over
    assert play.of_player("out") == [1, 0, 1]


def test_an_offer_without_players_is_passed_over() -> None:
    assert Play(
        game("players become out\n" + OFFER.replace("each player,", "each player who is not out,"))
    ).over


def test_an_offer_in_an_offer_is_over_first() -> None:
    """What comes last is done first: each notes its number after what answered it."""
    offer = """
offer each player but the host, clockwise from player 1:
  answer, if depth <= 2:
    depth goes up by 1
    let n be depth
    the player asks
    note n
"""
    play = Play(game("player 1 asks", offer), 3)
    play.choose("answer")  # player 2, to player 1
    assert play.player() == 0
    play.choose("answer")  # player 1, to player 2
    assert play.player() == 1
    play.choose("answer")  # player 2, to player 1
    assert play.of("tale") == 321
    assert play.over


def test_passing_inside_goes_on_outside() -> None:
    offer = """
offer each player but the host, clockwise from player 1:
  answer, if depth <= 1:
    depth goes up by 1
    the player asks
    note depth
"""
    play = Play(game("player 1 asks", offer), 3)
    play.choose("answer")  # player 2
    assert play.player() == 0
    play.choose("pass")
    assert play.player() == 2
    play.choose("pass")
    assert play.of("tale") == 1
    assert play.player() == 2  # goes on after player 2, the last who took one
    play.choose("pass")
    assert play.player() == 1
    play.choose("pass")
    assert play.over


def test_the_player_of_a_branch_is_who_took_it_and_acts_in_what_it_does() -> None:
    offer = """
offer each player, clockwise from the leader:
  give, if the player's gold >= 2:
    choose a player but the player, as the friend
    pay 1 gold: the friend gains 1 gold
"""
    play = Play(game("leader becomes player 1\n" + offer), 3)
    play.choose("pass", "give")
    assert (play.player(), play.options()) == (1, [0, 2])
    play.choose(2)
    assert play.of_player("gold") == [2, 1, 3]


def test_an_offer_that_begins_with_nobody_is_a_fault() -> None:
    assert fault_of(game(OFFER.replace("from player 1", "from the leader"))) == "RW403"


# --------------------------------------------------------------------- alternatives


def turn(line: str) -> str:
    return game(f"offer each player, clockwise from player 1:\n  act:\n    {line}")


def test_an_alternative_is_called_by_what_it_does() -> None:
    play = Play(turn("gain 1 gold / pay 2 gold: note 7"))
    play.choose("act")
    assert play.options() == ["the player gains 1 gold", "the player pays 2 gold; note 7"]
    play.choose("the player pays 2 gold; note 7")
    assert (play.of_player("gold"), play.of("tale")) == ([0, 2], 7)


def test_alternatives_that_cannot_begin_are_not_offered() -> None:
    play = Play(turn("(pay 3 gold: note 3) / (pay 1 gold: note 1) / (choose a card in the table; note 5)"))
    assert play.choose("act").options() == ["the player pays 1 gold; note 1"]


def test_where_no_alternative_can_begin_the_branch_is_not_offered() -> None:
    assert Play(turn("pay 3 gold: note 3 / pay 4 gold: note 4")).over


def test_where_no_alternative_can_begin_after_what_is_foreseen_the_branch_is_not_offered() -> None:
    assert Play(turn("note 1\n    pay 3 gold: note 3 / pay 4 gold: note 4")).over


def test_alternatives_that_cannot_begin_anywhere_else_are_a_fault() -> None:
    text = turn("shuffle the deck\n    pay 3 gold: note 3 / pay 4 gold: note 4")
    play = Play(text)
    with pytest.raises(RulesFault) as raised:
        play.choose("act")
    assert raised.value.fault.code == "RW404"


# --------------------------------------------------------------------------- in any order


def test_what_an_action_allows_is_one_of_several_in_any_order() -> None:
    play = Play(game("player 1 in any order: note 1; (note 2: note 3)"), 2)
    assert play.options() == ["note 1", "note 2: note 3", "enough"]
    play.choose("note 2: note 3")
    play.choose("note 1")
    assert play.of("tale") == 231
    assert play.over


# --------------------------------------------------------------------------- at once

AT_ONCE = """
players have:
  gold: {type: 0..9, starts: 2}
  debt: {type: 0..4, paid: up}
"""


@pytest.mark.parametrize(
    ("body", "gold", "debt"),
    [
        ("the player may:\n    pay 1 gold: pay 1 debt\n  otherwise: gain 3 gold", [1, 5], [1, 0]),
        ("pay 1 gold / pay 3 debt", [1, 2], [0, 3]),
        ("in any order: pay 1 gold; pay 1 debt", [1, 2], [0, 1]),
    ],
)
def test_players_who_act_at_once_each_answer_for_themselves(
    body: str, gold: list[int], debt: list[int]
) -> None:
    """The last answers the one, all others the other; whoever answers first."""
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        play = Play(micro(f"simultaneously, each player:\n  {body}", AT_ONCE), 3)
        for seat in order:
            strand = next(one for one in play.strands() if play.player(one) == seat)
            first = play.engine.actions(play.m, strand)
            play.act(first[0 if seat < 2 else 1], strand)
            if strand in play.strands():
                play.choose("enough", strand=strand)
        assert play.over
        assert play.of_player("gold") == [gold[0], gold[0], gold[1]]
        assert play.of_player("debt") == [debt[0], debt[0], debt[1]]


def test_repeating_at_once() -> None:
    play = Play(micro("simultaneously, each player:\n  the player may repeatedly: pay 1 gold", AT_ONCE), 2)
    seats = {play.player(strand): strand for strand in play.strands()}
    for seat, name in ((0, "yes"), (1, "yes"), (1, "enough")):
        play.choose(name, strand=seats[seat])
    assert play.of_player("gold") == [1, 1]
    assert [play.player(strand) for strand in play.strands()] == [0]
    play.choose("yes", strand=seats[0])
    assert play.over  # nothing is left to pay: it is not asked again
    assert play.of_player("gold") == [0, 1]
