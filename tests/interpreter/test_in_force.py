"""Abilities that act after what takes their piece away, and replacements that lead back to their event."""

from __future__ import annotations

import random

import pytest
import rulewright
from rulewright import Match
from rulewright.dsl.model.game import Game
from rulewright.interpreter.ir import CellKind
from rulewright.interpreter.match.setup.rules import prepare

ENGINES = ("python", "native")

GUARDS = """\
rulewright: 1
game: guards
players: 2
components:
  guard:
    properties: {{power: abilities}}
    state: {{angry: yes or no}}
    starts in: the barracks
    in force: {force}
    designs:
      {designs}
places:
  barracks: area of guards
  field: "area of guards, per player"
  grave: area of guards
players have:
  gold: 0..99
  wounds: 0..99
score: the player's gold
{more}
phrases:
  "{{victim: guard}} dies":
    log: "{{victim}} dies."
    do: |
      {dies}
  "{{victim: guard}} is hit":
    log: "{{victim}} is hit."
    do: victim dies
  "{{buyer: player}} buys {{ware: guard}}":
    do: put ware into the buyer's field
  "{{drawer: player}} is paid":
    log: "{{drawer}} is paid."
    do: the drawer's gold goes up by 1
  {phrases}
flow:
  - phase: setup
    do: |
      for each player: put the first guard in the barracks into that player's field
  - phase: play
    repeat: 3 times
    turns: clockwise from player 1, each player, once each
    options:
      kill:
        do: |
          choose a guard where (there is a player where (that guard is in that player's field)), as the target
          the target dies
      hit:
        do: |
          choose a guard where (there is a player where (that guard is in that player's field)), as the target
          the target is hit
      buy: {{do: "choose a guard in the barracks, as the bought; the player buys the bought"}}
      work: {{do: the player is paid}}
"""
FIELD = "there is a player where (this is in that player's field)"


def guards(
    designs: str,
    *,
    force: str = FIELD,
    dies: str = "put victim into the grave",
    more: str = "",
    phrases: str = "{}",
) -> Game:
    text = GUARDS.format(designs=designs, force=force, dies=dies, more=more, phrases=phrases)
    return rulewright.loads(text.replace("\n  {}\n", "\n"), name="guards.yaml")


def on_both(game: Game, *choices: str) -> Match:
    """The match after these choices, the same byte for byte on both engines."""
    matches = [Match(game, ["Ann", "Bob"], seed=1, engine=engine) for engine in ENGINES]
    for choice in choices:
        for match in matches:
            match.choose(choice)
        assert matches[0].snapshot() == matches[1].snapshot()
    assert matches[0].log() == matches[1].log()
    assert Match.replay(game, matches[0].record()).snapshot() == matches[0].snapshot()
    return matches[0]


# ------------------------------------------------------------------------ in force when it began


MARTYR = 'martyr: {copies: 3, power: "after: this dies: (the holder of this)\'s gold goes up by 3"}'


def test_an_own_death_triggers_what_the_card_says() -> None:
    match = on_both(guards(MARTYR), "kill", "martyr")
    assert match.scores == (3, 0), "its holder was Ann, though nobody holds it in the grave"


def test_only_the_copy_that_dies_acts() -> None:
    match = on_both(guards(MARTYR), "buy", "martyr", "kill", "martyr")
    assert sum(match.scores or ()) == 3
    assert match.log()[-1] == "Martyr dies."


def test_whoever_sees_another_die_acts_though_it_dies_with_it() -> None:
    """`each guard dies` in one action: both were in force when it began."""
    game = guards(
        'keener: {copies: 2, power: "after: a guard falls: (the holder of this)\'s gold goes up by 1"}',
        phrases='"{fallen: guard} falls": {do: "for each player: put guards in that player\'s field into the grave"}',
        dies="victim falls",
    )
    assert on_both(game, "kill", "keener").scores == (1, 1)


def test_a_card_that_comes_into_force_acts_as_before() -> None:
    game = guards('herald: {copies: 3, power: "after: a player buys this: that player\'s gold goes up by 2"}')
    assert on_both(game, "buy", "herald").scores == (2, 0)


def test_what_is_in_force_neither_before_nor_after_does_not_act() -> None:
    game = guards(
        'spy: {copies: 3, power: "after: a player buys a guard: that player\'s gold goes up by 2"}',
        force="this is in the grave",
    )
    assert on_both(game, "buy", "spy").scores == (0, 0)


GOLD = "after: this dies: (the holder of this)'s gold goes up by 5"


def test_a_state_that_the_action_changes_counts_as_it_was_and_as_it_is() -> None:
    game = guards(
        f'brute: {{copies: 1, power: "while this is angry: {GOLD}"}}\n      rat: {{copies: 1}}',
        dies="if victim is angry: victim becomes not angry\n      otherwise: victim becomes angry",
    )
    assert on_both(game, "kill", "brute").scores == (5, 0), "it has come into force"
    assert on_both(game, "kill", "brute", "kill", "brute").scores == (10, 0), "it was in force"


def test_once_per_phase_holds_for_each_copy() -> None:
    game = guards(
        'martyr: {copies: 2, power: "once per play: after: a guard dies: (the holder of this)\'s gold goes up by 1"}',
        dies="nothing",
    )
    match = on_both(game, "kill", "martyr", "kill", "martyr")
    assert match.scores == (1, 1)


def test_an_action_that_waits_for_a_decision_remembers_in_its_frame() -> None:
    game = guards(
        MARTYR,
        dies="put victim into the grave; choose 1 or 2, as the pick; the player's wounds go up by the pick",
    )
    match = on_both(game, "kill", "martyr", "2")
    assert match.scores == (3, 0)
    again = Match(game, ["Ann", "Bob"], seed=1)
    again.choose("kill")
    again.choose("martyr")
    saved = Match.load(game, again.save())
    saved.choose("2")
    assert saved.snapshot() == match.snapshot()
    dealt = again.determinize(1, seed=5)
    dealt.choose("2")
    assert dealt.scores == (3, 0)


def test_who_may_is_asked_after_the_death() -> None:
    game = guards(
        'martyr: {copies: 2, power: "may, after: this dies: (the holder of this)\'s gold goes up by 3"}'
    )
    assert on_both(game, "kill", "martyr", "martyr").scores == (3, 0)
    assert on_both(game, "kill", "martyr", "nothing").scores == (0, 0)


def test_a_picked_order_offers_those_that_were_in_force() -> None:
    game = guards(
        'keener: {copies: 2, power: "after: a guard falls: (the holder of this)\'s gold goes up by 1"}',
        phrases='"{fallen: guard} falls": {do: "for each player: put guards in that player\'s field into the grave"}',
        dies="victim falls",
        more="conventions: {order of abilities: any order}",
    )
    assert on_both(game, "kill", "keener", "keener").scores == (1, 1)


def test_an_action_that_ends_nothing_notes_nothing() -> None:
    """An empty list of hooks costs nothing, nor does one whose pieces stay where they are."""
    assert noted(guards(MARTYR), "{victim: guard} dies") == 3, "who is in force, and held by whom"
    lone = guards('martyr: {copies: 3, power: "after: this dies: nothing"}')
    assert noted(lone, "{victim: guard} dies") == 1
    paid = guards('clerk: {copies: 2, power: "after: a player is paid: that player\'s wounds go up by 1"}')
    assert noted(paid, "{drawer: player} is paid") == 0
    always = guards(
        'martyr: {copies: 3, power: "after: this dies: nothing"}', force="the number of players = 2"
    )
    assert noted(always, "{victim: guard} dies") == 0


def noted(game: Game, action: str) -> int:
    """How many sets of pieces the procedure of an action has."""
    program = prepare(game, engine="python").lowered.program
    procedure = next(one for one in program.procedures if one.name == action)
    return procedure.kinds.count(CellKind.PIECES)


# -------------------------------------------------------------------------- led back to its event

SHIELD = 'shield: {copies: 3, power: "instead of: a guard but this is hit: this is hit"}'


def test_two_bodyguards_pass_a_wound_on_once_each() -> None:
    match = on_both(guards(SHIELD), "hit", "shield")
    assert match.log()[2:] == ["Shield is hit.", "Shield dies."]


@pytest.mark.parametrize("seed", range(5))
def test_matches_with_bodyguards_end(seed: int) -> None:
    game, dice = guards(SHIELD), random.Random(seed)
    matches = [Match(game, 2, seed=seed, engine=engine) for engine in ENGINES]
    while not matches[0].is_over:
        number = dice.choice(matches[0].decision.options).number
        for match in matches:
            match.choose(number)
        assert matches[0].snapshot() == matches[1].snapshot()


def test_a_replacement_that_doubles_its_event_doubles_it_once() -> None:
    game = guards(
        'broker: {copies: 2, power: "instead of: a player is paid: that player is paid; that player is paid"}'
    )
    assert on_both(game, "work").scores == (2, 0), "equal effects are one, and act once"


def test_a_change_of_a_number_that_is_replaced_by_another_one_ends() -> None:
    text = GUARDS.format(
        designs='thief: {copies: 2, power: "instead of: a player gains any gold: that player gains 3 gold"}',
        force=FIELD,
        dies="nothing",
        more="",
        phrases="",
    ).replace("the drawer's gold goes up by 1", "the drawer gains 1 gold")
    assert on_both(rulewright.loads(text, name="guards.yaml"), "work").scores == (3, 0)


def test_two_actions_that_are_replaced_by_each_other_end() -> None:
    game = guards(
        'duck: {copies: 1, power: "instead of: a guard is hit: that guard is bumped"}\n'
        '      wall: {copies: 1, power: "instead of: a guard is bumped: that guard is hit"}',
        phrases='"{bumped: guard} is bumped": {log: "{bumped} is bumped.", do: nothing}',
    )
    match = on_both(game, "hit", "duck")
    assert match.log()[-1] in ("Duck dies.", "Duck is bumped.")


def test_what_an_action_itself_says_is_another_event() -> None:
    """The second shot is no redirected first one: the bodyguard takes it, too."""
    game = guards(
        'shield: {copies: 1, power: "instead of: a guard but this is hit: this is hit"}\n'
        "      rat: {copies: 2}",
        dies="if victim is a rat: put victim into the grave",
    )
    match = on_both(game, "hit", "rat", "hit", "rat")
    assert match.log()[-1] == "Shield dies."


def test_redirections_are_no_calls_without_end_but_a_way_around_is() -> None:
    """RW315 knows that no ability acts twice on one event, if the ability itself says the event."""
    text = GUARDS.format(designs=SHIELD, force=FIELD, dies="nothing", more="", phrases="")
    assert "RW315" not in codes(text)
    around = text.replace("flow:\n", '  "{hurt: guard} is hurt": {do: hurt is hit}\nflow:\n', 1)
    around = around.replace("a guard but this is hit: this is hit", "a guard is hit: that guard is hurt")
    assert "RW315" in codes(around)


def codes(text: str) -> list[str]:
    return [one.code for one in rulewright.check_text(text, name="guards.yaml")]
