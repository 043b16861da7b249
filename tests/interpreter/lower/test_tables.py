"""Tables: entries and wholes, in both engines; what is paid, with what stands in for what is missing."""

from __future__ import annotations

import pytest

from .micro import Play, fault_of, micro

THINGS = """
components:
  gem:
    designs: {ruby: {plural: rubies}, onyx: {}, jade: {}, gold: {}}
  card:
    properties: {cost: 0..9 for each kind of gem, tint: red or blue, glow: -3..3 for each red or blue}
    state: {marks: 0..9 for each red or blue, seen: 0..9 for each square}
    starts in: the deck
    designs:
      ant: {cost: {ruby: 2}, tint: red, glow: {red: -2, blue: 3}}
      bee: {cost: {onyx: 1, jade: 1}, tint: blue, glow: {}}
places:
  deck: pile of cards
  yard:
    is: grid of cards, 2 by 2
    cell: square
    properties: {yield: 0..5 for each kind of gem}
    state: {heat: 0..9 for each red or blue}
    cells: {b2: {yield: {jade: 4}}}
players have:
  gems: {type: 0..9 for each kind of gem, starts: {ruby: 2, onyx: 1}}
  bonuses: {type: 0..9 for each kind of gem, starts: {jade: 3}}
  hues: {type: 1..4 for each red or blue}
  silver: {type: 0..9, starts: 2}
game has:
  bank: {type: 0..9 for each kind of gem, starts: 4}
  tally: {type: -999..999}
  held: {type: card or none}
numbers:
  "price of {ware: card}": (the cost of ware + the cost of ware) reduced by the player's bonuses
  twice: the bank + the bank
"""


def turn(do: str) -> str:
    """A game in which each player has one turn."""
    body = "\n".join("      " + line for line in do.strip("\n").split("\n"))
    turns = "clockwise from player 1, each player, once each"
    flow = f"flow:\n  - phase: only\n    turns: {turns}\n    turn: |\n{body}\n"
    return micro(cards=THINGS, flow=flow)


def value(expression: str, before: str = "nothing") -> int:
    return Play(turn(f"{before}\ntally becomes {expression}")).of("tally")


def table(play: Play, name: str, player: int = 0) -> dict[str, int]:
    slot = play.tables.player_states[name]
    return {key: play.m[entry.address + player] for key, entry in zip(slot.keys, slot.entries, strict=True)}


def bank(play: Play) -> list[int]:
    return [play.m[entry.address] for entry in play.tables.game_states["bank"].entries]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("the player's gems in ruby", 2),
        ("the player's gems in jade", 0),
        ("the bank in gold", 4),
        ("the cost of the top card of the deck in onyx", 1),
        ("the cost of the bottom card of the deck in ruby", 2),
        ("the glow of the bottom card of the deck in the tint of the bottom card of the deck", -2),
        ("the glow of the bottom card of the deck in blue", 3),
        ("the player's hues in red", 1),
        ("the yield of b2 in jade", 4),
        ("the yield of a1 in jade", 0),
        ("the total of the player's gems", 3),
        ("the total of (the bank + the player's gems)", 19),
        ("the total of (the player's gems reduced by the cost of the bottom card of the deck)", 1),
        ("the total of (the cost of the top card of the deck reduced by the player's bonuses)", 1),
        ("the total of twice", 32),
        ("the total of the price of (the top card of the deck)", 2),
        (
            "the total of (the bank if the bank in gold < 4, otherwise the price of (the top card of the deck))",
            2,
        ),
        ("the total of the glow of the bottom card of the deck", 1),
    ],
)
def test_what_is_read(expression: str, expected: int) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("the player's gems = the player's gems + the cost of the top card of the deck", 0),
        ("the bank >= the player's gems", 1),
        ("the player's gems <= the bank", 1),
        ("the player's gems >= the cost of the bottom card of the deck", 1),
        ("the player's gems >= the cost of the top card of the deck", 0),
        ("the player's gems != the player's bonuses", 1),
        ("the player's bonuses = the player's bonuses reduced by the player's gems", 1),
        ("the player can pay the cost of the bottom card of the deck from gems", 1),
        ("the player can pay the cost of the top card of the deck from gems", 0),
        (
            "the player can pay the cost of the top card of the deck reduced by the player's bonuses from gems",
            1,
        ),
        ("the player can pay 2 gems in ruby and 1 gems in onyx", 1),
        ("the player can pay 1 gems in ruby and 2 gems in onyx", 0),
        ("the player can pay 2 gems in ruby and 1 gems in ruby", 0),
        ("the player can pay the cost of the bottom card of the deck from gems and 1 gems in ruby", 0),
        ("the player can pay the cost of the bottom card of the deck from gems and 1 gems in onyx", 1),
        ("the player can pay the bank from gems, with silver for what is missing", 0),
        (
            "the player can pay the cost of the top card of the deck from gems, with silver for what is missing",
            1,
        ),
        (
            "the player can pay the cost of the top card of the deck from gems, with gold for what is missing",
            0,
        ),
        ("the player can pay 1 hues in red", 0),
    ],
)
def test_what_is_asked(condition: str, holds: int) -> None:
    assert Play(turn(f"if {condition}: tally goes up by 1")).of("tally") == 2 * holds


def test_entries_and_wholes_are_set_and_changed() -> None:
    play = Play(
        turn(
            "the player's gems in jade go up by 2\nthe bank in ruby becomes 7\nthe bank in gold goes down by 1"
        )
    )
    assert table(play, "gems", 1) == {"ruby": 2, "onyx": 1, "jade": 2, "gold": 0}
    assert bank(play) == [7, 4, 4, 2]
    play = Play(turn("the bank goes up by the player's gems\nthe player's bonuses become the bank"))
    assert bank(play) == [8, 6, 4, 4]
    assert table(play, "bonuses", 0) == {"ruby": 6, "onyx": 5, "jade": 4, "gold": 4}
    assert table(play, "bonuses", 1) == {"ruby": 8, "onyx": 6, "jade": 4, "gold": 4}


def test_pieces_and_cells_have_tables() -> None:
    play = Play(
        turn(
            "held becomes the top card of the deck\n"
            "the marks of held in blue go up by 2\n"
            "the seen of held in b1 go up by 3\n"
            "the heat of a2 in red goes up by 1\n"
            "tally becomes the marks of held in the tint of held\n"
            "tally goes up by the seen of held in b1 * 10 + the heat of a2 in red * 100"
        )
    )
    assert play.of("tally") == 4 + 60 + 200


def test_what_is_gained() -> None:
    play = Play(turn("gain 2 gems in jade and the cost of the bottom card of the deck into gems"))
    assert table(play, "gems") == {"ruby": 4, "onyx": 1, "jade": 2, "gold": 0}
    play = Play(turn("gain (the bank + the bank) into gems, as far as possible"))
    assert table(play, "gems") == {"ruby": 9, "onyx": 9, "jade": 8, "gold": 8}
    assert fault_of(turn("gain (the bank + the bank) into gems")) == "RW401"
    assert fault_of(turn("the player's hues in red go down by 1")) == "RW401"
    assert fault_of(turn("the player's gems go down by the bank")) == "RW401"


def test_what_is_paid_and_what_stands_in_for_it() -> None:
    play = Play(turn("pay the cost of the top card of the deck from gems, with silver for what is missing"))
    assert table(play, "gems") == {"ruby": 2, "onyx": 0, "jade": 0, "gold": 0}
    assert play.of_player("silver") == [1, 1]
    do = "gain 3 gems in gold\npay the cost of the top card of the deck from gems, with gold for what is missing"
    assert table(Play(turn(do)), "gems") == {"ruby": 2, "onyx": 0, "jade": 0, "gold": 2}
    assert fault_of(turn("pay the bank from gems")) == "RW405"
    assert fault_of(turn("pay the bank from gems, with silver for what is missing")) == "RW405"
    due = "(the cost of the top card of the deck + the cost of the top card of the deck)"
    do = f"gain 1 gems in gold\npay {due} from gems, with gold for what is missing"
    assert fault_of(turn(do)) == "RW405"


def test_what_cannot_be_paid_is_not_offered() -> None:
    play = Play(
        turn(
            "choose one:\n"
            "  low: pay the cost of the bottom card of the deck from gems\n"
            "  high: pay the cost of the top card of the deck from gems\n"
            "  both: pay 1 gems in ruby; pay the cost of the bottom card of the deck from gems\n"
            "  gild: gain 1 gems in jade; pay the cost of the top card of the deck from gems\n"
            "  wait: nothing"
        )
    )
    assert play.options() == ["low", "gild", "wait"]


def test_costs_after_one_that_something_stood_in_for_are_tried() -> None:
    due = "the cost of the top card of the deck from gems, with silver for what is missing"
    play = Play(
        turn(
            "choose one:\n"
            f"  first: pay {due}; pay 1 gems in onyx\n"
            f"  last: pay 1 gems in onyx; pay {due}\n"
            f"  other: pay {due}; pay 1 gems in ruby; pay 1 silver\n"
            f"  more: pay {due}; pay 2 silver\n"
            "  wait: nothing"
        )
    )
    assert play.options() == ["last", "other", "wait"]
    play.choose("last")
    assert table(play, "gems") == {"ruby": 2, "onyx": 0, "jade": 0, "gold": 0}
    assert play.of_player("silver") == [0, 2]


def test_a_key_that_is_none_is_a_fault() -> None:
    text = turn(
        "let site be the square of the top card of the deck\n"
        "held becomes the top card of the deck\n"
        "the seen of held in site go up by 1"
    )
    assert fault_of(text) == "RW403"


@pytest.mark.parametrize("many", [70])
def test_tables_of_more_keys_than_a_word_has_bits(many: int) -> None:
    designs = ", ".join(f"kind{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}: {{}}" for n in range(many))
    things = f"components:\n  gem: {{designs: {{{designs}}}}}\nplaces: {{}}\n"
    things += "players have: {gems: 0..9 for each kind of gem}\ngame has: {tally: 0..999}\n"
    flow = "flow:\n  - phase: only\n    turns: clockwise from player 1, each player, once each\n"
    flow += "    turn: |\n      for each kind of gem: gain 1 gems in that kind\n"
    flow += "      tally becomes the total of the player's gems\n"
    assert Play(micro(cards=things, flow=flow)).of("tally") == many


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        ("gain 1 gems in ruby for each player", 4),
        ("gain (1 silver and 1 gems in ruby) for each player", 4),
        ("gain 1 silver and (2 gems in ruby for each player)", 6),
    ],
)
def test_entries_are_counted_for_each(paid: str, left: int) -> None:
    assert table(Play(turn(paid)), "gems")["ruby"] == left
