"""Who does what: verbs that go on with the subject before, and subjects that are several."""

from __future__ import annotations

from .micro import CARDS, Play, micro

MORE = """
game has:
  leader: {type: player or none}
  target: {type: player or none}
  tally: {type: 0..20}
  pick: {type: card or none}
players have:
  gold: {type: 0..20, starts: 2}
  score: {type: 0..20}
  asleep: {type: yes or no}
phrases:
  "{doer: player} rests": {do: doer's gold goes up by 1}
  "{doer: player} hits {aim: player} for {n: 0..9}": {do: aim's score goes up by n}
  "{doer: player} counts up": {do: tally goes up by 1}
  "{thing: card} falls": {do: put thing into the heap}
  "{thing: card} counts {n: 0..9}": {do: tally goes up by n}
"""


def play(do: str, players: int = 3) -> Play:
    """What is done while the second player is the leader, and the third the target."""
    begin = "leader becomes the player after player 1; target becomes the player before player 1"
    return Play(micro(f"{begin}\n{do}", MORE, CARDS), players)


def test_a_verb_goes_on_with_the_player_before() -> None:
    done = play("the leader rests and hits the target for 2, then gains 3 gold and becomes asleep")
    assert done.of_player("gold") == [2, 6, 2]
    assert done.of_player("score") == [0, 0, 2]
    assert done.of_player("asleep") == [0, 1, 0]
    assert play("the leader rests and wins").winners == [1]


def test_a_choice_goes_on_with_the_player_before() -> None:
    done = play("the leader rests and chooses a player but the leader, then hits that player for 1")
    assert done.player() == 1
    assert done.choose(0).of_player("score") == [1, 0, 0]


def test_a_verb_goes_on_with_the_piece_before() -> None:
    done = play("for each card with worth = 2:\n  that card falls and counts 4, then counts 1")
    assert done.place("heap") == ["bee"]
    assert done.of("tally") == 5


def test_each_player_does_it_one_after_the_other() -> None:
    assert play("each player gains 1 gold").of_player("gold") == [3, 3, 3]
    assert play("each player but the leader gains 1 gold").of_player("gold") == [3, 2, 3]
    done = play("each player gains 1 gold and hits the leader for (tally), then counts up", 3)
    assert done.of_player("score") == [0, 3, 0]


def test_who_they_are_is_fixed_before_the_first_one_acts() -> None:
    """After the first gain, the others would not have the highest any more."""
    assert play("players with the highest gold gain 1 score").of_player("score") == [1, 1, 1]
    assert play("players with the lowest gold gain 1 gold").of_player("gold") == [3, 3, 3]
    assert play("each player with gold = 2 gains 1 gold and rests").of_player("gold") == [4, 4, 4]


def test_a_phrase_is_done_to_each_of_several() -> None:
    done = play("the leader hits each other player for 2 and gains 1 gold")
    assert done.of_player("score") == [2, 0, 2]
    assert done.of_player("gold") == [2, 3, 2]


def test_each_of_several_is_asked() -> None:
    done = play("each player may rest")
    asked = []
    while not done.over:
        asked.append(done.player())
        done.choose(done.options()[0])
    assert asked == [0, 1, 2]


def test_a_loop_over_pieces() -> None:
    done = play("each card with worth > 2 falls and counts 2")
    assert done.place("heap") == ["cat", "dog", "elk"]
    assert done.of("tally") == 6


def test_joined_names_are_each_person_once() -> None:
    assert play("the leader and the target gain 1 gold").of_player("gold") == [2, 3, 3]
    assert play("target becomes leader\nthe leader and the target gain 1 gold").of_player("gold") == [2, 3, 2]
    assert play("the leader and the target win").winners == [1, 2]


def test_a_joined_name_that_is_none_is_nobody() -> None:
    assert play("target becomes none\nthe leader and the target gain 1 gold").of_player("gold") == [2, 3, 2]
    assert play("target becomes none\nthe leader and the target win").winners == [1]


def test_an_exception_can_be_several() -> None:
    done = play("for each player but the leader and the target: that player gains 1 gold")
    assert done.of_player("gold") == [3, 2, 2]


def test_joined_pieces_move_as_they_lay_before() -> None:
    """The top card is the pick itself: it moves once, and no other one instead of it."""
    done = play(
        "pick becomes the top card of the deck\nput the pick and the top card of the deck into the table"
    )
    assert len(done.place("table")) == 1


def test_conditions_about_joined_names() -> None:
    def holds(test: str) -> bool:
        return play(f"if {test}: tally goes up by 1").of("tally") == 1

    assert holds("the leader is player 1 or the leader")
    assert not holds("the leader is not player 1 or the leader")
    assert holds("tally is not 3 or 4")
    assert holds("the deck or heap is empty")
    assert not holds("the deck and heap are empty")
    assert holds("the leader is the leader and not the target")
    assert holds("the pick is none or the top card of the deck")
