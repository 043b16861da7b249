"""Changes of numbers that abilities act on: gains, payments, and what goes up or down."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.resolve.roundtrip import read_again

from .micro import Play, fault_of, game_of, micro

CHARMS = """
components:
  charm:
    properties: {power: abilities}
    state: {heat: 0..9}
    starts in: the table
    designs:
%s
places:
  table: row of charms
"""
STATES = """
players have:
  gold: {type: 0..9, starts: 3}
  imps: {type: 0..9, starts: 3}
  debt: {type: 0..5, paid: up}
  fame: 0..60
game has:
  tally: 0..60
"""


def charms(*powers: str) -> str:
    lines = [f"      charm{number}: {{power: {power!r}}}" for number, power in enumerate(powers)]
    return CHARMS % "\n".join(lines)


def of_two(text: str) -> str:
    return text.replace("players: 1..4", "players: 2..4")


def played(do: str, *powers: str) -> Play:
    return Play(of_two(micro(do=do, more=STATES, cards=charms(*powers))))


def tally(do: str, *powers: str) -> int:
    play = played(do, *powers)
    assert play.over
    return play.of("tally")


FIRST = "the first charm in the table"
COUNTED = "tally goes up by that number"


@pytest.mark.parametrize(
    ("event", "do", "counted"),
    [
        ("a player gains any gold", "player 1 gains 2 gold; player 2 gains 3 gold", 5),
        ("a player gains gold", "player 1 gains 2 gold and 3 imps; player 1 pays 1 gold", 2),
        ("player 2 gains any gold", "player 1 gains 2 gold; player 2 gains 3 gold", 3),
        ("a player gains (a number from 2 to 3) gold", "player 1 gains 1 gold; player 1 gains 3 gold", 3),
        ("a player pays any imps", "player 1 pays 2 gold and 1 imps; player 1 gains 1 imps", 1),
        ("a player pays any debt", "player 1 pays 2 debt", 2),
        ("a player gains any debt", "player 1 pays 2 debt; player 1 gains 1 debt", 1),
        ("a player's gold goes up", "player 1's gold goes up by 2; player 1 gains 1 gold", 2),
        ("a player's gold goes down", "player 1's gold goes up by 2; player 1's gold goes down by 1", 1),
        ("the heat of a charm goes up", f"the heat of {FIRST} goes up by 4", 4),
        ("this's heat goes up by a number from 1 to 3", f"the heat of {FIRST} goes up by 4", 0),
        ("a player gains any gold", "player 1 gains 9 gold, as far as possible", 6),
        ("a player pays any debt", "let n be 9; player 1 gains (n - 9) gold; player 1 pays 1 debt", 1),
        ("a player's gold goes down", "player 1's gold goes down by 9, as far as possible", 3),
        ("a player's gold goes down", "player 1's gold goes down by (2 - tally); tally becomes 0", 0),
        ("a player's gold goes up", "tally becomes 9; player 1's gold goes up by (8 - tally)", 9),
    ],
)  # fmt: skip
def test_a_change_is_an_event_and_that_number_is_by_how_much(event: str, do: str, counted: int) -> None:
    assert tally(do, f"after: {event}: {COUNTED}") == counted


def test_the_change_itself_happens_as_it_does_without_abilities() -> None:
    do = "player 1 gains 2 gold and 1 imps; player 2 pays 1 gold and 3 imps; player 2's gold goes up by 4"
    bare, watched = (
        played(do, "after: a player gains debt: nothing"),
        played(do, f"before: a player pays any imps: {COUNTED}", "after: a player gains gold: nothing"),
    )
    for name in ("gold", "imps"):
        assert bare.of_player(name) == watched.of_player(name)


def test_before_and_instead_of() -> None:
    assert (
        tally("player 1 gains 2 gold", "before: a player gains any gold: tally becomes that player's gold")
        == 3
    )
    assert (
        tally("player 1 gains 2 gold", "after: a player gains any gold: tally becomes that player's gold")
        == 5
    )
    play = played(
        "player 1 gains 2 gold", "instead of: a player gains any gold: that player gains that number imps"
    )
    assert (play.of_player("gold"), play.of_player("imps")) == ([3, 3], [5, 3])


def test_who_may_replace_a_change_decides() -> None:
    power = "may, instead of: a player gains any gold: that player gains that number imps"
    turns = "clockwise from player 1, each player, once each"
    flow = f"flow:\n  - phase: only\n    turns: {turns}\n    turn: gain 2 gold\n"
    play = Play(micro(more=STATES, cards=charms(power), flow=flow), 1)
    assert play.options() == ["charm0", "nothing"]
    assert play.choose("charm0").of_player("imps") == [5]


def test_costs_are_asked_for_together_and_paid_one_by_one() -> None:
    assert (
        fault_of(
            micro(
                do="player 1 pays 4 gold and 1 imps",
                more=STATES,
                cards=charms(f"before: a player pays any imps: {COUNTED}"),
            )
        )
        == "RW405"
    )
    flow = (
        "flow:\n  - phase: only\n    turns: clockwise from player 1, each player, once each\n"
        "    turn: |\n      the player may pay 2 gold and 3 imps: nothing\n"
        "      the player may pay 1 gold and pay 1 imps: nothing\n"
    )  # fmt: skip
    play = Play(micro(more=STATES, cards=charms("after: a player pays any gold: nothing"), flow=flow), 1)
    assert play.choose("yes").over


def test_watches_are_asked_once_after_a_change() -> None:
    watch = "whenever:\n  rich: {if: player 1's gold > 4, do: tally goes up by 1}\n"
    for power in ("after: a player gains any imps: nothing", "after: a player gains any gold: nothing"):
        assert (
            Play(micro(do="player 1 gains 2 gold", more=STATES + watch, cards=charms(power))).of("tally") == 1
        )


def test_what_no_ability_acts_on_is_no_action() -> None:
    text = micro(
        do="player 1 gains 2 gold", more=STATES, cards=charms("after: a player gains any imps: nothing")
    )
    assert [*game_of(text).symbols.changes] == [("gain", "player", "imps")]


@pytest.mark.parametrize(
    "power",
    [
        "after: a player gains any gold: that player gains that number imps",
        "may, instead of: a player who is bold pays any gold: nothing",
        "before: the holder of the first charm in the table gains (a number from 2 to 4) gold: nothing",
        "after: the heat of a charm in the table goes down: put that charm into the table",
        "after: the heat of this goes up by 2: nothing",
        "after: tally goes up by a number from 1 to 3: nothing",
        "after: the gold of a player but player 1 goes down: nothing",
    ],
)  # fmt: skip
def test_what_is_printed_reads_as_the_same(power: str) -> None:
    more = STATES.replace("  fame: 0..60", "  fame: 0..60\n  bold: yes or no")
    cards = charms(power) + "  tray: area of charms, per player\n"
    game = game_of(
        micro(do="player 1 gains 2 gold, as far as possible; tally goes down by 1", more=more, cards=cards)
    )
    for text in game.texts:
        printed, tree, report = read_again(game, text)
        assert (tree, report.diagnostics) == (text.tree, ()), printed


def codes(do: str, *powers: str, more: str = STATES) -> set[str]:
    report = Report()
    text = of_two(micro(do=do, more=more, cards=charms(*powers)))
    load_game([Source("micro.yaml", text)], report)
    return {one.code for one in report.diagnostics} - {"RW302", "RW306", "RW307", "RW501"}


def test_checks_hold_for_changes_as_for_actions() -> None:
    again = "a player gains any gold: that player gains 1 gold"
    assert "RW315" in codes("player 1 gains 1 gold", f"after: {again}")
    assert "RW315" not in codes("player 1 gains 1 gold", f"instead of: {again}")  # once on an event
    secret = STATES.replace("gold: {type: 0..9, starts: 3}", "gold: {type: 0..9, starts: 3, secret: yes}")
    do = "player 1 chooses a number from 1 to 3, as the bid\nplayer 1 gains bid gold"
    assert codes(do, "after: a player gains any imps: nothing", more=secret) == set()
    told = f"after: a player gains any gold: {COUNTED}"
    assert "RW322" in codes(do, told, more=secret)
    at_once = "simultaneously, each player:\n  gain 1 gold"
    assert codes(at_once, "after: a player gains any imps: nothing") == set()
    assert "RW318" in codes(at_once, "after: a player gains any gold: tally goes up by 1")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("a player gains any power", "RW210"),
        ("the tally gains any gold", "RW209"),
        ("a charm gains any gold", "RW209"),
        ("the power of a charm goes up", "RW210"),
        ("each player gains any gold", "RW209"),
        ("a player gains 2 gold and 1 imps", "RW201"),
    ],
)
def test_what_is_no_change_of_a_number(event: str, code: str) -> None:
    assert codes("nothing", f"after: {event}: nothing") == {code}
