"""Phrases as events: arguments, hooks before, after and instead of, and changes of numbers while in force."""

from __future__ import annotations

from typing import Unpack

import pytest
from rulewright.interpreter.memory.faults import RulesFault

from .micro import Play, Setup, micro

STATES = """
game has:
  boss: player or none
  log: 0..999
  hits: {type: -99..99, starts: 10}
numbers:
  speed: {is: 5}
conventions:
  replacements: the boss
"""
CARDS = """
components:
  tool:
    properties: {{power: abilities}}
    in force: this is in the bag
    starts in: the box
    designs:
{designs}
  foe:
    properties: {{might: 1..9}}
    starts in: the den
    designs:
      rat: {{might: 1, copies: 2}}
      wolf: {{might: 3}}
      bear: {{might: 6}}
places:
  den: "pile of foes"
  box: area of tools
  bag: area of tools
  gone: area of tools
  grave: area of foes
"""
PHRASES = """
phrases:
  "fight {it: foe}":
    do: |
      hits go down by the might of it
      put it into the grave
  "note {n: 0..9}": {do: log becomes log * 10 + n}
  "discard {lost: tool}": {do: put lost into the gone}
  "kills {prey: foes}": {ability: "instead of: fight a foe among prey: note 7 and put that foe into the grave"}
  "+{n: 0..9} speed": {ability: speed is n more}
  "-{n: 0..9} speed": {ability: speed is n less}
"""
FIRST = "choose a player at random, as the starter\nthe boss becomes the starter\nput tools in the box into the bag\n"

NOBODY = "put tools in the box into the bag\n"


def play(do: str, *abilities: str, more: str = "", boss: bool = True, **options: Unpack[Setup]) -> Play:
    designs = "\n".join(
        f"      tool{n}: {{power: {text!r}}}".replace("'", '"') for n, text in enumerate(abilities)
    )
    cards = CARDS.format(designs=designs or "      spoon: {power: +1 speed}")
    return Play(micro((FIRST if boss else NOBODY) + do, STATES + PHRASES + more, cards), **options)


RAT, WOLF, BEAR = (f"fight any foe in the den with might = {might}" for might in (1, 3, 6))


def test_a_phrase_happens_with_its_arguments() -> None:
    match = play(f"{WOLF}\nnote 4")
    assert (match.of("hits"), match.of("log"), match.place("grave")) == (7, 4, ["wolf"])


def test_a_number_outside_of_its_slot_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="RW401"):
        play("note hits")
    assert play("hits goes down by 3; note hits").of("log") == 7


def test_before_and_after_act_around_it_in_printed_order() -> None:
    match = play(
        RAT,
        "after: fight a foe: note 4",
        "before: fight a foe: note 2",
        "after: fight a foe, if hits < 10: note 5",
        "before: fight a foe, if hits < 10: note 8",
    )
    assert match.of("log") == 245


def test_a_replaced_event_fires_no_before_or_after() -> None:
    match = play(
        WOLF, "kills foes with might <= 3", "before: fight a foe: note 2", "after: fight a foe: note 3"
    )
    assert (match.of("log"), match.of("hits")) == (7, 10)
    match = play(
        BEAR, "kills foes with might <= 3", "before: fight a foe: note 2", "after: fight a foe: note 3"
    )
    assert (match.of("log"), match.of("hits")) == (23, 4)


def test_an_ability_acts_only_while_in_force() -> None:
    match = play(f"put tools in the bag into the gone\n{WOLF}", "kills foes with might <= 3")
    assert (match.of("log"), match.of("hits")) == (0, 7)


def test_replacements_with_the_same_effect_are_one() -> None:
    match = play(RAT, "kills foes with might <= 3", "kills foes with odd might", "kills rats")
    assert match.over
    assert match.of("log") == 7


def test_of_alike_replacements_those_that_apply_are_told() -> None:
    match = play(
        WOLF, "kills foes with might <= 2", "kills foes with might = 3", "kills foes with might >= 3"
    )
    told = {(e.key, a) for number, *rest in match.model.events if (e := match.lowered.events[number]).kind == "cover"
            for a in rest}  # fmt: skip
    abilities = {(key, applies) for key, applies in told if key.startswith("ability of tool")}
    assert {key.partition("tool")[2][0] for key, applies in abilities if applies} == {"1", "2"}


def test_different_replacements_are_picked_by_whoever_the_game_says() -> None:
    other = "instead of: fight a foe: note 3"
    match = play(WOLF, "kills foes with might <= 3", other)
    assert match.player() == match.of("boss")
    assert match.options() == ["tool0", "tool1"]
    assert match.choose("tool1").of("log") == 3
    assert play(BEAR, "kills foes with might <= 3", other).of("log") == 3, "only one applies"


def test_nobody_to_pick_a_replacement_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="RW403"):
        play(WOLF, "kills foes with might <= 3", "instead of: fight a foe: note 3", boss=False)


def test_a_replacement_that_may_can_be_declined() -> None:
    match = play(WOLF, "may, instead of: fight a foe with might >= 3: note 3")
    assert match.options() == ["tool0", "nothing"]
    assert match.choose("tool0").of("log") == 3
    match = play(WOLF, "may, instead of: fight a foe with might >= 3: note 3").choose("nothing")
    assert (match.of("log"), match.of("hits")) == (0, 7)
    assert play(RAT, "may, instead of: fight a foe with might >= 3: note 3").over


def test_with_one_that_must_nothing_is_no_option() -> None:
    match = play(WOLF, "may, instead of: fight a foe: note 3", "kills foes with might = 3")
    assert match.options() == ["tool0", "tool1"]
    assert match.choose("tool1").of("log") == 7


def test_an_ability_that_spends_itself_acts_once() -> None:
    spend = "instead of: fight a foe: note 6 and discard this"
    match = play(f"{RAT}\n{WOLF}", spend)
    assert (match.of("log"), match.of("hits"), match.place("gone")) == (6, 7, ["tool0"])


def test_a_hook_names_what_it_reacts_to() -> None:
    match = play(WOLF, "after: fight a foe: hits go up by the might of that foe")
    assert match.of("hits") == 10


def test_an_event_in_an_event() -> None:
    match = play(RAT, f"after: fight a foe, if hits > 8: {WOLF}")
    assert (match.of("hits"), match.place("grave")) == (6, ["rat", "wolf"])


@pytest.mark.parametrize("may", [False, True])
def test_a_decision_in_a_hook(may: bool) -> None:
    text = (
        "the boss may note 3"
        if may
        else "the boss chooses a foe in the den, as the next; put the next into the grave"
    )
    match = play(f"{RAT}\nnote 1", f"before: fight a foe: {text}")
    match.choose("yes" if may else "bear")
    assert match.of("log") == (31 if may else 1)
    assert len(match.place("grave")) == (1 if may else 2)


def test_changes_of_a_number_add_up_while_in_force() -> None:
    do = "hits become speed\nput any tool in the bag into the gone\nlog becomes speed"
    match = play(do, "+3 speed", "-1 speed", "while hits < 0: speed is 9 more", "+2 speed")
    assert (match.of("hits"), match.of("log")) == (9, 6)


ONCE = """
flow:
  - phase: start
    do: |
      choose a player at random, as the starter
      the boss becomes the starter
      put tools in the box into the bag
  - phase: day
    repeat: 2 times
    phases:
      - phase: morning
        do: |
          fight any foe in the den with might = 1
      - phase: noon
        do: |
          hits go down by 1
          note 1
          if there is a foe in the den with might = 3: fight any foe in the den with might = 3
"""


@pytest.mark.parametrize(("period", "hits"), [("day", 5), ("morning", 7)])
def test_once_per_phase(period: str, hits: int) -> None:
    """Day 1: the ring spares the hero the first rat; day 2: it has been renewed.

    Renewed each morning's end, it acts on the wolf at noon, and so not on the second morning.
    """
    ability = f"once per {period}: instead of: fight a foe: put that foe into the grave"
    cards = CARDS.format(designs=f'      ring: {{power: "{ability}"}}')
    match = Play(micro(more=STATES + PHRASES, cards=cards, flow=ONCE))
    assert match.of("hits") == hits


def test_a_phrase_that_calls_itself_stops() -> None:
    more = """
  "climb {n: 0..9}":
    do: |
      log becomes log * 10 + n
      if n < 2: climb n + 1
"""
    assert play("climb 0\nnote 5", more=more).of("log") == 125


ORDERED = """
rulewright: 1
game: ordered
players: 2
conventions: {order of abilities: any order}
components:
  charm:
    properties: {power: abilities}
    in force: this is in the altar
    starts in: the altar
    designs:
      doubler: {power: "after: the bell rings: n goes up by n"}
      adder: {power: "after: the bell rings: n goes up by 3"}
      shy one: {power: "may, after: the bell rings: n goes up by 10, as far as possible"}
places: {altar: area of charms}
game has: {n: {type: 0..99, starts: 1}}
phrases:
  "the bell rings": {do: n goes up by 1}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: the bell rings
score: n
"""


@pytest.mark.parametrize(
    ("picks", "sum_"),
    [
        (["doubler", "adder", "nothing"], 7),
        (["adder", "doubler", "nothing"], 10),
        (["adder", "shy one", "shy one"], 30),
        (["shy one", "shy one", "doubler"], 27),
        (["shy one", "nothing", "adder"], 10),
    ],
)
def test_who_picks_orders_what_acts_on_one_event(picks: list[str], sum_: int) -> None:
    """By the convention: `(1 + 1) * 2 + 3`, or `(1 + 1 + 3) * 2`, and so on; what is left alone acts by itself."""
    play = Play(ORDERED)
    for pick in picks:
        assert play.player() == 0
        play.choose(pick)
    assert play.of("n") == sum_ + 1  # the bell of the next turn has rung, too
