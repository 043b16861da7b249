"""Watches: at once, in the middle of an effect, not while one acts, one after the other, some that ask."""

from __future__ import annotations

from .micro import CARDS, Play, micro

STATES = """
players have:
  gold: {type: 0..9, starts: 2}
game has:
  tally: 0..20
  calls: 0..20
  seen: 0..20
phrases:
  "a bell rings": {do: tally goes up by 1}
"""


def game(do: str, watches: str, more: str = "") -> str:
    lines = "\n".join("  " + line for line in watches.strip("\n").split("\n"))
    return micro(do, f"{STATES}{more}whenever:\n{lines}\n", CARDS)


TIP = "tip: {if: tally >= 3, do: tally becomes 0; calls goes up by 1}"


def test_it_acts_in_the_middle_of_an_effect() -> None:
    play = Play(game("tally becomes 3\nseen becomes tally\ntally goes up by 2", TIP))
    assert (play.of("calls"), play.of("seen"), play.of("tally")) == (1, 0, 2)


def test_it_acts_in_loops_and_in_phrases() -> None:
    assert Play(game("repeat 7 times: tally goes up by 1", TIP)).of("calls") == 2
    assert Play(game("repeat 7 times: a bell rings", TIP)).of("calls") == 2


def test_it_acts_again_only_if_it_is_asked_again() -> None:
    """It is asked after changes of what it reads, not of anything else, and does not loop by itself."""
    watch = "grow: {if: tally >= 3, do: tally goes up by 1}"
    play = Play(game("tally becomes 3\ncalls becomes 5\nseen becomes 2", watch))
    assert play.of("tally") == 4
    assert Play(game("tally becomes 3\ntally becomes 3", watch)).of("tally") == 4


def test_what_a_watch_does_is_not_watched_not_even_in_a_phrase() -> None:
    watches = "one: {if: calls = 1, do: a bell rings}\ntwo: {if: tally = 1, do: seen goes up by 1}"
    play = Play(game("calls becomes 1", watches))
    assert (play.of("tally"), play.of("seen")) == (1, 0)
    # Afterwards the same phrase is watched again, as it was before.
    play = Play(game("calls becomes 1\ntally becomes 0\na bell rings", watches))
    assert play.of("seen") == 1


def test_several_act_in_the_order_in_which_they_stand() -> None:
    watches = (
        "one: {if: tally = 1, do: seen becomes 2 * seen + 1}\ntwo: {if: tally = 1, do: seen becomes 2 * seen}"
    )
    assert Play(game("tally becomes 1", watches)).of("seen") == 2
    swapped = "\n".join(reversed(watches.split("\n")))
    assert Play(game("tally becomes 1", swapped)).of("seen") == 1


def test_one_that_stops_the_next() -> None:
    watches = "one: {if: tally = 1, do: tally becomes 0}\ntwo: {if: tally = 1, do: seen becomes 9}"
    assert Play(game("tally becomes 1", watches)).of("seen") == 0


def test_it_watches_where_pieces_lie_and_numbers_that_read_them() -> None:
    watch = """
full:
  if: the number of cards in the table >= 2
  do: |
    put cards in the table into the heap
    calls goes up by 1
"""
    play = Play(game("repeat 5 times: put the top card of the deck into the table", watch))
    assert (play.of("calls"), len(play.place("heap")), len(play.place("table"))) == (2, 4, 1)
    numbers = "numbers:\n  crowd: the number of cards in the table\n"
    watch = watch.replace("the number of cards in the table >=", "crowd >=")
    assert (
        Play(game("repeat 5 times: put the top card of the deck into the table", watch, numbers)).of("calls")
        == 2
    )


def test_it_watches_what_is_paid_gained_and_changed_for_all() -> None:
    watch = """
rich:
  if: there is a player with gold >= 4
  do: |
    calls goes up by 1
    for each player: that player's gold becomes 0
"""
    assert Play(game("for each player: that player gains 2 gold", watch)).of("calls") == 1
    assert Play(game("for each player: that player's gold becomes 4", watch)).of("calls") == 2  # fmt: skip


def test_one_that_asks_a_player_suspends_what_set_it_off() -> None:
    watch = """
pick:
  if: tally = 1
  do: |
    for each player:
      that player chooses a number from 0 to 3, as the bid
      seen goes up by the bid
    tally becomes 0
"""
    play = Play(game("tally becomes 1\ncalls becomes seen\ntally becomes 1\ncalls goes up by seen", watch))
    play.choose(2, 3)
    assert (play.of("seen"), play.of("calls")) == (5, 5)
    play.choose(0, 1)
    assert (play.of("calls"), play.over) == (11, True)


def test_one_that_asks_in_the_middle_of_loops_and_phrases() -> None:
    watch = """
pick:
  if: tally = 2
  do: |
    player 1 chooses a number from 1 to 2, as the bid
    tally goes down by the bid
"""
    play = Play(game("repeat 4 times: a bell rings\ncalls becomes tally", watch))
    assert not play.over
    play.choose(2, 1)
    assert (play.of("calls"), play.over) == (1, True)


def test_a_watch_can_end_the_match() -> None:
    watch = "end: {if: tally = 2, do: player 1 wins}"
    play = Play(game("tally becomes 2\ncalls becomes 7", watch))
    assert (play.over, play.winners, play.of("calls")) == (True, [0], 0)


TOLD = """
rich:
  if: player 1's gold >= 5
  do: calls goes up by 1
"""


def test_a_watch_of_states_is_not_asked_where_pieces_move() -> None:
    """So players may move their pieces simultaneously while it watches what they own."""
    play = Play(
        game("simultaneously, each player: put cards in the player's tray into the player's sleeve", TOLD)
    )
    assert play.of("calls") == 0
    moved = Play(game("put the top card of the deck into the table\nplayer 1's gold becomes 6", TOLD))
    assert moved.of("calls") == 1


def test_a_shuffle_is_a_change_of_what_lies_on_top() -> None:
    watch = "odd: {if: the worth of the top card of the deck >= 1, do: calls goes up by 1}"
    assert Play(game("shuffle the deck", watch)).of("calls") == 1
