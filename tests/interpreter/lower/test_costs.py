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


def test_who_cannot_pay_goes_the_other_way_and_is_not_asked() -> None:
    play = Play(turn("the player may:\n  pay 4 gold: gain 2 food\notherwise: gain 1 debt"))
    assert play.over
    assert play.of_player("debt") == [-1, -1]


def test_the_same_twice_in_one_cost_is_both() -> None:
    assert fault_of(turn("pay 2 gold and 2 gold")) == "RW405"
    assert after("pay 2 gold and 1 gold", "gold") == [0, 0]


# --------------------------------------------------------- costs and what follows, looked at together

IMPS = """
players have:
  imps: {type: 0..9, starts: 1}
  gold: {type: 0..9, starts: 2}
game has:
  tally: 0..20
  price: {type: 0..9, starts: 2}
phrases:
  mine with up to 4 imps:
    do: |
      choose a number from 1 to (the smaller of 4 and the player's imps), as the miners
      pay (the miners) imps
      gain (the miners) gold
  toil: {do: pay 1 imps}
  "work {n: 1..4} times":
    do: |
      pay n imps
      gain n gold
  hire: {do: gain 2 imps}
  rest: {do: nothing}
"""


def offered(do: str, players: int = 1, more: str = "") -> Play:
    """A game in which each player has one turn, with a way to pass."""
    body = "\n".join("        " + line for line in do.strip("\n").split("\n"))
    flow = (
        "flow:\n  - phase: only\n    turns: clockwise from player 1, each player, once each\n    options:\n"
        f"      act:\n       do: |\n{body}\n      pass: {{do: nothing}}\n"
    )
    return Play(micro(more=IMPS + more, flow=flow), players)


@pytest.mark.parametrize(
    ("do", "can"),
    [
        ("mine with up to 4 imps", 1),
        ("pay 1 imps\nmine with up to 4 imps", 0),
        ("toil\nmine with up to 4 imps", 0),
        ("pay 1 imps\nhire\nmine with up to 4 imps", 1),
        ("hire\npay 3 imps", 1),
        ("hire\npay 4 imps", 0),
        ("toil\ntoil", 0),
        ("hire\ntoil\ntoil\ntoil\nrest", 1),
        ("hire\ntoil\ntoil\ntoil\ntoil", 0),
        ("pay 1 gold\nlet purse be the player's gold\npay purse gold\nrest", 1),
        ("pay 1 gold\nlet purse be the player's gold\npay (purse + 1) gold", 0),
        ("player 1 pays 2 gold\nthe player pays 1 gold", 0),
        ("player 1 pays 1 gold\nthe player pays 1 gold", 1),
        ("pay 2 gold\nif the player's gold >= 1: choose a card in the table, as the find", 1),
        ("pay 1 gold\nif the player's gold >= 1: choose a card in the table, as the find", 0),
        ("pay 1 gold\nif the player's gold >= 9: choose a card in the table, as the find\npay 2 gold", 0),
        ("pay 1 gold\nif the player's gold >= 9: choose a card in the table, as the find\npay 1 gold", 1),
        ("pay 2 gold / pay 3 gold", 1),
        ("pay 1 gold\npay 2 gold / pay 3 gold", 0),
        ("pay 1 gold\npay 2 gold / pay 1 imps", 1),
        ("pay 1 gold\nchoose one:\n  a: pay 2 gold\n  b, if the player's gold = 2: nothing", 0),
        ("pay 1 gold\nchoose one:\n  a: pay 2 gold\n  b, if the player's gold = 1: nothing", 1),
        ("price goes down by 1\npay (price + 1) gold", 1),
        ("price goes up by 1\npay price gold", 0),
        ("for each player: that player gains 1 gold\npay 3 gold", 1),
        ("repeat 2 times: pay 1 gold\npay 1 gold", 0),
        ("work 1 times\npay 3 gold", 1),
        ("work 1 times\npay 4 gold", 0),
        ("work 2 times", 0),
        # Something is done before, so it need not be possible to do what one may leave out.
        ("pay 2 gold\nhire\nthe player may: pay 1 gold", 1),
        ("pay 2 gold\nthe player may: pay 1 gold", 0),
        # Nobody can look behind luck.
        ("pay 2 gold\nshuffle the deck\npay 1 gold", 1),
    ],
)
def test_costs_and_what_comes_after_are_looked_at_together(do: str, can: int) -> None:
    play = offered(do)
    assert play.options() == ["act", "pass"][1 - can :]
    before = play.m[:]
    assert play.engine.actions(play.m) == play.engine.actions(play.m)
    assert play.m == before


PIECES = """\
choose 2 cards in the deck at random, as the finds
put the finds into the table
choose one:
  a:
    put the cards in the table into the heap
    choose a card in the table, as the loss
  b:
    put the cards in the table into the heap
    choose a card in the heap, as the loss
  c:
    put the top card of the deck into the heap
    choose a card in the table with worth > 9, as the loss
  d:
    put the top card of the heap into the table
    choose a card in the table, as the loss
"""


def test_pieces_that_are_moved_in_the_open_are_followed() -> None:
    """There are five cards in the deck: luck says which are turned up, and what comes after it is seen to only
    later."""
    play = offered(PIECES)
    play.choose("act")
    assert play.options() == ["b", "c"]


@pytest.mark.parametrize(("stash", "options"), [(1, ["yes", "no"]), (2, ["no"])])
def test_who_cannot_pay_with_what_is_secret_is_asked_anyway(stash: int, options: list[str]) -> None:
    """What comes of it is seen by all, so that the choice itself is none that is kept secret."""
    play = tools(f"the player may: pay {stash} stash and gain 1 gold")
    assert play.options() == options


@pytest.mark.parametrize("form", ["the player may:", "the player may repeatedly:"])
def test_who_can_do_nothing_of_it_is_not_asked(form: str) -> None:
    play = offered(f"hire\n{form}\n  pay 2 imps\n  mine with up to 4 imps")
    play.choose("act", "yes")
    assert play.options() == [1]
    assert play.choose(1).over
    assert offered(f"hire\n{form}\n  pay 3 imps\n  mine with up to 4 imps").choose("act").over


@pytest.mark.parametrize("form", ["the player may:", "the player may repeatedly:"])
def test_what_nobody_can_do_under_a_condition_does_not_forbid_what_follows(form: str) -> None:
    play = offered(f"if player 1's gold = 2:\n  {form}\n    pay 3 imps\n    hire\ngain 5 gold")
    assert play.options() == ["act", "pass"]
    assert play.choose("act").over
    assert play.of_player("gold") == [7]


def test_who_can_do_nothing_of_it_does_what_is_otherwise_done() -> None:
    play = offered("hire\nthe player may:\n  pay 4 imps\notherwise: gain 5 gold").choose("act")
    assert play.over
    assert play.of_player("gold") == [7]


# ------------------------------------------------------------------------- abilities that may act

TOOLS = """
components:
  tool:
    properties: {{power: abilities, price: 0..9}}
    in force: this is in the bag
    starts in: the bag
    designs:
{designs}
  card:
    properties: {{worth: 1..9}}
    starts in: the deck
    designs:
      ant: {{worth: 1}}
      bee: {{worth: 2}}
places:
  bag: area of tools
  deck: "pile of cards, hidden"
  table: area of cards
  sleeve: "pile of cards, per player, seen by its owner"
"""
DIG = """
players have:
  imps: {type: 0..9, starts: 1}
  gold: {type: 0..9, starts: 2}
  stash: {type: 0..9, secret: yes, starts: 1}
game has:
  tally: 0..20
phrases:
  dig: {do: gain 1 imps}
  "weigh {it: card}": {do: tally goes up by 1}
  "{sleeper: player} sleeps": {do: tally goes up by 1}
"""


def tools(do: str, *powers: str, price: int = 0, more: str = "") -> Play:
    """A game of one turn in which tools act on what is done; each tool has an ability."""
    texts = powers or ("after: dig: nothing",)
    designs = [f'      tool{n}: {{power: "{text}", price: {price}}}' for n, text in enumerate(texts)]
    cards = TOOLS.format(designs="\n".join(designs))
    turns = "clockwise from player 1, each player, once each"
    flow = f"flow:\n  - phase: only\n    turns: {turns}\n    turn: |\n      {do}\n"
    return Play(micro(more=DIG + more, cards=cards, flow=flow), 1)


@pytest.mark.parametrize("when", ["before", "after", "instead of"])
@pytest.mark.parametrize(
    ("body", "can"),
    [
        ("pay 2 gold", 1),
        ("pay 3 gold", 0),
        ("pay 2 gold and pay 1 gold", 0),
        ("pay 1 gold and choose a card in the table, as the find", 0),
        ("put the top card of the deck into the table", 1),
        ("put any card in the table into the player's sleeve", 0),
        ("pay 2 gold / pay 3 gold", 1),
        ("pay 3 gold / pay 4 gold", 0),
        ("pay (the price of this) gold", 0),
        ("pay (the price of this - 1) gold and gain 1 gold", 1),
    ],
)
def test_an_ability_that_may_act_is_offered_only_if_it_can(when: str, body: str, can: int) -> None:
    play = tools("dig", f"may, {when}: dig: {body}", price=3)
    assert play.over != bool(can)
    if can:
        assert play.options() == ["tool0", "nothing"]
        play.choose("tool0")
    elif when != "instead of":
        assert play.of_player("imps") == [2]


def test_what_the_action_brings_can_be_paid_after_it_and_not_before() -> None:
    cost = "pay 2 imps"
    assert tools("dig", f"may, after: dig: {cost}").options() == ["tool0", "nothing"]
    assert tools("dig", f"may, before: dig: {cost}").over


def test_each_ability_is_asked_of_what_those_before_it_left() -> None:
    cost = "may, after: dig: pay 2 gold"
    assert tools("dig", cost, cost).choose("tool0").over
    assert tools("dig", cost, cost).choose("nothing").options() == ["tool1", "nothing"]


ANY_ORDER = "conventions: {order of abilities: any order}\n"


def test_in_any_order_one_may_make_room_for_the_other() -> None:
    cost, gain = "may, after: dig: pay 3 gold", "after: dig: gain 1 gold"
    play = tools("dig", cost, gain, more=ANY_ORDER).choose("tool1")
    assert play.options() == ["tool0", "nothing"]
    play = tools("dig", cost, gain, more=ANY_ORDER).choose("tool0")
    assert play.over
    assert play.of_player("gold") == [3]


def test_of_several_replacements_those_that_can_be_done_are_offered() -> None:
    powers = [f"may, instead of: dig: {body}" for body in ("pay 3 gold", "pay 2 gold", "pay 1 gold")]
    assert tools("dig", *powers).options() == ["tool1", "tool2", "nothing"]
    assert tools("dig", powers[0]).over
    must = "instead of: dig: gain 1 gold"
    play = tools("dig", powers[0], must)
    assert (play.over, play.of_player("gold"), play.of_player("imps")) == (True, [3], [1])


@pytest.mark.parametrize(("price", "can"), [(2, 1), (3, 0)])
def test_what_an_ability_names_counts(price: int, can: int) -> None:
    power = f"may, after: a player sleeps: that player pays {price} gold"
    assert tools("the player sleeps", power).over != bool(can)


def test_of_a_card_that_only_one_player_sees_nobody_learns_what_it_is() -> None:
    power = "may, after: weigh a card: pay (the worth of that card + 1) gold"
    put = "put cards in the deck into the player's sleeve, then weigh any card in the player's sleeve with worth = {}"
    assert tools(put.format(1), power).options() == ["tool0", "nothing"]
    assert tools(put.format(2), power).options() == ["nothing"]


def test_an_ability_is_asked_about_where_not_to_be_asked_would_tell_a_secret() -> None:
    """Others do not know the stash."""
    assert tools("dig", "may, after: dig: pay 2 stash").options() == ["nothing"]
    assert tools("dig", "may, after: dig: pay 1 stash").options() == ["tool0", "nothing"]
    assert tools("dig", "may, instead of: dig: pay 2 stash").options() == ["nothing"]
    assert tools("dig", "may, instead of: dig: pay 1 stash").options() == ["tool0", "nothing"]


# ------------------------------------------------------------------------------- what is done at once

WATCHES = [
    # (what is done at once, what is done, whether it can be)
    ("tax: {if: the imps of player 1 = 0, do: player 1 pays 1 gold}", "pay 1 imps\npay 2 gold", 0),
    ("tax: {if: the imps of player 1 = 0, do: player 1 pays 1 gold}", "pay 1 imps\npay 1 gold", 1),
    ("tax: {if: the imps of player 1 = 1, do: player 1 pays 1 gold}", "pay 1 imps\npay 2 gold", 1),
    (
        "tax: {if: the imps of player 1 = 0, do: player 1 pays 1 gold}",
        "toil\ntally goes up by 1\npay 2 gold",
        0,
    ),
    ("aid: {if: the imps of player 1 = 0, do: player 1 gains 1 gold}", "pay 1 imps\npay 3 gold", 1),
    ("aid: {if: the imps of player 1 = 0, do: hire}", "hire\npay 3 imps\npay 1 imps", 1),
    # Nothing is watched while it acts.
    (
        "aid: {if: the imps of player 1 = 0, do: player 1 pays 1 gold}\n"
        "  tax: {if: the gold of player 1 = 1, do: player 1 pays 1 gold}",
        "toil\npay 1 gold",
        1,
    ),
    # Nobody can look behind the end of the match; what comes before it has to be possible.
    ("end: {if: the imps of player 1 = 0, do: player 1 wins}", "pay 1 imps\npay 3 gold", 1),
    ("end: {if: the imps of player 1 = 0, do: player 1 wins}", "pay 1 gold\npay 2 gold", 0),
    (
        "end: {if: the imps of player 1 = 0, do: player 1 wins}",
        "toil\nchoose a card in the table, as the find",
        1,
    ),
    (
        "end: {if: the imps of player 1 = 3, do: player 1 wins}",
        "toil\nchoose a card in the table, as the find",
        0,
    ),
    # What is tried within it is not watched.
    ("aid: {if: the imps of player 1 = 9, do: toil and toil}", "toil\npay 2 gold", 1),
]


@pytest.mark.parametrize(("watch", "do", "can"), WATCHES)
def test_what_is_done_at_once_takes_part(watch: str, do: str, can: int) -> None:
    play = offered(do, more=f"whenever:\n  {watch}\n")
    assert play.options() == ["act", "pass"][1 - can :]
    if can:
        play.choose("act")


# --------------------------------------------------------------------------------- what is done for each

ASKED = "the player chooses a card in the table, as the find"


@pytest.mark.parametrize(
    ("do", "can"),
    [
        (f"for each player, clockwise from player 1: {ASKED}", 0),
        ("for each player, clockwise from player 1: the player chooses a card in the heap, as the find", 0),
        (f"put the top card of the deck into the table\nfor each player: {ASKED}", 1),
        (f"put cards in the table into the heap\nfor each player, clockwise from player 1: {ASKED}", 0),
        (f"for each card in the table: {ASKED}", 1),
        ("for each player, clockwise from player 1:\n  that player pays 3 gold\n  shuffle the deck", 0),
        ("for each player, clockwise from player 1:\n  that player pays 2 gold\n  shuffle the deck", 1),
        # Foreseen as a whole.
        ("for each player: that player pays 3 gold", 0),
        ("for each player: that player pays 2 gold", 1),
        ("for each player: player 1 pays 1 gold\npay 2 gold", 0),
        ("repeat 2 times: pay 1 gold", 1),
        ("repeat 3 times: pay 1 gold", 0),
        # Of what may be left out, somebody later may make use.
        (
            "for each player, clockwise from player 1:\n  that player may: that player pays 3 gold\n"
            "  shuffle the deck",
            1,
        ),
    ],
)
def test_what_is_done_for_each_can_be_begun_with_the_first(do: str, can: int) -> None:
    assert offered(do).options() == ["act", "pass"][1 - can :]


def test_with_two_players_costs_are_added_up() -> None:
    assert offered("for each player: player 1 pays 1 gold", 2).options() == ["act", "pass"]
    assert offered("for each player: player 1 pays 2 gold", 2).options() == ["pass"]


HOLES = """
components:
  card: {properties: {worth: 1..9}, starts in: the table, designs: {ant: {worth: 1}}}
  coin: {starts in: the purse, designs: {penny: {}}}
places:
  table: area of cards
  purse: area of coins
game has:
  pet: card or none
  hole: {type: place, starts: the table}
"""


@pytest.mark.parametrize(
    ("first", "do", "can"),
    [
        ("nothing", "put the pet into the table", 0),
        ("the pet becomes any card in the table", "put the pet into the table", 1),
        ("the hole becomes the table", "put any card in the table into the hole", 1),
        ("the hole becomes the purse", "put any card in the table into the hole", 0),
    ],
)
def test_what_is_put_has_to_be_there_and_the_place_has_to_hold_it(first: str, do: str, can: int) -> None:
    flow = (
        f"flow:\n  - phase: first\n    do: {first}\n"
        "  - phase: only\n    turns: clockwise from player 1, each player, once each\n    options:\n"
        f"      act: {{do: {do}}}\n      pass: {{do: nothing}}\n"
    )
    assert Play(micro(cards=HOLES, flow=flow), 1).options() == ["act", "pass"][1 - can :]
