"""What is picked without a choice, and numbers: where, first and last, highest and lowest, any so many, dice."""

from __future__ import annotations

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, fault_of, micro

CARDS = """
components:
  card:
    properties: {worth: 1..9, rank: -5..5}
    state: {turned: yes or no, load: 0..9}
    starts in: the deck
    designs:
      ant: {worth: 1, rank: -5}
      bee: {worth: 2, rank: -1, copies: 2}
      cat: {worth: 3, rank: -1}
      dog: {worth: 9, rank: -3}
places:
  deck: "pile of cards, hidden"
  line: row of cards
  table: area of cards
  store: area of cards
game has:
  tally: -20..99
  pick: {type: card or none}
  boss: {type: player or none}
players have:
  gold: {type: -5..9}
"""


def play(do: str, players: int = 2) -> Play:
    return Play(micro(do, cards=CARDS), players)


def moved(what: str, first: str = "put cards in the deck into the table") -> list[str]:
    """What lies in the store after it was put there."""
    return play(f"{first}\nput {what} into the store").place("store")


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("cards where (that card is in the table)", ["ant", "bee", "bee", "cat", "dog"]),
        ("cards where (that card's worth = 2 or that card's rank = -3)", ["bee", "bee", "dog"]),
        ("cards where (not (that card's worth >= 2))", ["ant"]),
        ("cards where (there is a card with worth = 2 but that card)", ["ant", "bee", "bee", "cat", "dog"]),
        ("cards where (the number of cards where (that card's worth = 2) = 3)", []),
        ("cards with worth >= 2 where (that card's worth <= 3) with even rank", []),
        ("cards with worth >= 2 where (that card's worth <= 3) with odd rank", ["bee", "bee", "cat"]),
    ],
)
def test_where(what: str, found: list[str]) -> None:
    assert moved(what) == found


def test_where_within_where_asks_the_inner_one() -> None:
    """Cards for which there are two that are worth more: of the inner ones `that card` says nothing."""
    what = "cards where (the number of cards with worth > that card's worth >= 2)"
    assert moved(what) == ["ant", "bee", "bee"]


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("cards with the highest worth", ["dog"]),
        ("cards with the lowest worth", ["ant"]),
        ("cards with the highest rank", ["bee", "bee", "cat"]),
        ("cards with the lowest rank", ["ant"]),
        ("cards with worth <= 3 with the highest worth", ["cat"]),
        ("cards with the highest rank with the lowest worth", ["bee", "bee"]),
        ("cards with the highest load", ["ant", "bee", "bee", "cat", "dog"]),
        ("cards in the line with the highest worth", []),
        ("cards but (any dog) with the highest worth", ["cat"]),
        ("cards but (cards with the highest worth)", ["ant", "bee", "bee", "cat"]),
        ("any 2 cards with worth = 2", ["bee", "bee"]),
        ("any 2 cards in the table", ["ant", "bee"]),
        ("any 0 cards in the table", []),
        ("any card with the highest rank", ["bee"]),
    ],
)
def test_the_best_and_any(what: str, found: list[str]) -> None:
    assert moved(what) == found


def test_any_so_many_of_too_few_is_a_fault() -> None:
    assert (
        fault_of(micro("put any 3 cards in the deck with worth = 2 into the store", cards=CARDS)) == "RW402"
    )


def test_the_fault_says_how_to_take_as_many_as_there_are() -> None:
    twos = "cards in the deck with worth = 2"
    with pytest.raises(RulesFault) as caught:
        Play(micro(f"put any 3 {twos} into the store", cards=CARDS))
    said = f"any (the smaller of 3 and the number of {twos}) {twos}"
    assert f"'{said}'" in caught.value.fault.message
    assert fault_of(micro(f"put {said} into the store", cards=CARDS)) == "none"


def test_the_highest_of_players_below_zero() -> None:
    do = """
for each player: that player's gold becomes -4
player 1's gold becomes -5
for each player with the lowest gold: tally goes up by 1
for each player with the highest gold: tally goes up by 10
"""
    assert play(do, 3).of("tally") == 21


FIRST = """
for each card in the deck, from the top: put that card into the line
"""


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("the first card in the line", "top"),
        ("the last card in the line", "bottom"),
    ],
)
def test_the_ends_of_a_row(what: str, found: str) -> None:
    """A row's first is where its order begins."""
    match = play(FIRST + f"put {what} into the store")
    order = play(FIRST).place("line")
    assert order == ["dog", "cat", "bee", "bee", "ant"]
    assert match.place("store") == ([order[0]] if found == "top" else [order[-1]])
    assert match.place("line") == (order[1:] if found == "top" else order[:-1])


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("the first card in the line with worth <= 2", "bee"),
        ("the last card in the line with worth >= 2", "bee"),
        ("the first card in the line where (that card's rank <= -2 and that card's worth <= 8)", "ant"),
        ("the last card in the line with the highest rank", "bee"),
        ("the first card with worth >= 2", "bee"),
        ("the last card with worth <= 3", "cat"),
    ],
)
def test_first_and_last_of_what_passes(what: str, found: str) -> None:
    assert play(f"{FIRST}put {what} into the store").place("store") == [found]


def test_first_and_last_of_nothing_are_none() -> None:
    match = play("pick becomes the first card in the store\nif the pick is none: tally becomes 5")
    assert match.of("tally") == 5
    assert play("if the first card in the store is none: tally becomes 5").of("tally") == 5
    assert fault_of(micro("put the last card in the store into the table", cards=CARDS)) in ("RW402", "RW403")


def test_first_and_last_players() -> None:
    do = "for each player but player 1: that player's gold becomes 4\n"
    assert play(do + "boss becomes the first player with gold = 4", 4).of("boss") == 1
    assert play(do + "boss becomes the last player with gold = 4", 4).of("boss") == 3
    assert play(do + "boss becomes the last player with gold = 4", 1).of("boss") == -1


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_player_after_goes_round(players: int) -> None:
    do = "boss becomes player 1\nrepeat 3 times: boss becomes the player after the boss"
    assert play(do, players).of("boss") == 3 % players
    assert fault_of(micro("boss becomes the player after the boss", cards=CARDS), players) == "RW403"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_player_before_goes_round_the_other_way(players: int) -> None:
    do = "boss becomes player 1\nrepeat 3 times: boss becomes the player before the boss"
    assert play(do, players).of("boss") == -3 % players
    both = "boss becomes player 1\nif the player before (the player after the boss) = the boss: boss becomes none"
    assert play(both, players).of("boss") == -1


# -------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 divided by 2 rounded down", 3),
        ("7 divided by 2 rounded up", 4),
        ("(tally - 7) divided by 2 rounded down", -4),
        ("(tally - 7) divided by 2 rounded up", -3),
        ("6 divided by 3 rounded up", 2),
        ("the smaller of 3 and (tally - 1)", -1),
        ("(the greater of 3 and tally) - 1", 2),
        ("the greater of 3 and (tally - 1)", 3),
        ("(the smaller of (tally + 5) and 4) * 2", 8),
        ("2 * the smaller of tally and 3", 0),
        ("tally - the greater of 2 and 1", -2),
    ],
)
def test_division_and_the_smaller_and_the_greater(text: str, value: int) -> None:
    assert play(f"tally becomes {text}").of("tally") == value


@pytest.mark.parametrize(("start", "value"), [(0, 10), (1, 20), (2, 20), (3, 31), (9, 31)])
def test_cases_go_by_the_first_that_holds(start: int, value: int) -> None:
    more = 'numbers:\n  due: {is: "10 if tally = 0, 20 if tally <= 2, 99 if tally = 1, otherwise 30 + 1"}\n'
    assert Play(micro(f"tally becomes {start}\ntally becomes due", more, CARDS)).of("tally") == value


def test_a_number_is_chosen_from_the_first_to_the_last() -> None:
    do = """
player 1's gold becomes 4
player 1 chooses a number from 2 to (player 1's gold), as the bid
tally becomes the bid
"""
    match = play(do)
    assert match.options() == [2, 3, 4]
    assert match.choose(3).of("tally") == 3
    match = play("player 1 chooses a number from 0 to 62, as the bid\ntally becomes the bid")
    assert match.options() == list(range(63))
    assert match.choose(62).of("tally") == 62
    empty = "player 1 chooses a number from 3 to (the smaller of the number of cards in the store and 9), as the bid"
    assert fault_of(micro(empty, cards=CARDS)) == "RW404"


def test_only_one_number_is_still_a_choice() -> None:
    assert play("player 1 chooses a number from 2 to 2, as the bid").options() == [2]


def test_dice_are_fair() -> None:
    """The chances are given exactly, and what comes follows them."""
    do = "choose a number from 1 to 6 at random, as the eyes\ntally becomes the eyes"
    match = Play(micro(do, cards=CARDS), chance=True)
    assert match.weights() == dict.fromkeys(range(1, 7), 1)
    assert match.choose(4).of("tally") == 4
    found = [Play(micro(do, cards=CARDS), seed=seed).of("tally") for seed in range(240)]
    counts = [found.count(eyes) for eyes in range(1, 7)]
    assert sum(counts) == 240
    assert min(counts) >= 20


def test_a_die_whose_range_is_computed() -> None:
    do = """
player 1's gold becomes 3
choose a number from 1 to (the highest gold of players) at random, as the eyes
"""
    match = Play(micro(do, cards=CARDS), chance=True)
    assert match.weights() == {1: 1, 2: 1, 3: 1}
