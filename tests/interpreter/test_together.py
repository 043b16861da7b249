"""Actions that happen to all members of a set together: one event with many subjects."""

from __future__ import annotations

import random

import pytest
import rulewright
from rulewright import Match
from rulewright.dsl.model.game import Game

ENGINES = ("python", "native")

WIPES = """\
rulewright: 1
game: wipes
players: 2..3
components:
  beast:
    properties: {{power: abilities}}
    state: {{angry: yes or no}}
    starts in: the den
    in force: there is a player where (this is in that player's field)
    designs:
      {designs}
places:
  den: area of beasts
  field: "area of beasts, per player"
  grave: pile of beasts
  exile: area of beasts
players have:
  gold: 0..99
  life: {{type: -20..20, starts: 10}}
score: the player's gold
{more}
phrases:
  "{{prey: beast}} dies":
    log: "{{prey}} dies."
    do: |
      {dies}
  "{{attacker: player}} hits {{victim: player}} for {{n: 0..20}}":
    log: "{{attacker}} hits {{victim}} for {{n}}."
    do: |
      the victim's life goes down by n
flow:
  - phase: setup
    do: put beasts in the den into player 1's field
  - phase: play
    repeat: 3 times
    turns: clockwise from player 1, each player, once each
    options:
      wipe: {{do: beasts in the field of player 1 die}}
      one by one: {{do: "for each beast in the field of player 1: that beast dies"}}
      first: {{do: "if there is a beast in the field of player 1: the first beast in the field of player 1 dies"}}
      only the first:
        do: "beasts in player 1's field where (that beast is the first beast in player 1's field) die"
      rage: {{do: "for each beast in the field of player 1: that beast becomes angry"}}
      hit: {{do: the player hits others for the number of beasts in the field of player 1}}
      hit nobody: {{do: the player hits players with life > 20 for 1}}
"""


def wipes(designs: str, *, dies: str = "put prey into the grave", more: str = "") -> Game:
    return rulewright.loads(WIPES.format(designs=designs, dies=dies, more=more), name="wipes.yaml")


def on_both(game: Game, *choices: str, players: int = 2) -> Match:
    """The match after these choices, the same byte for byte on both engines; undone, saved and replayed exactly."""
    matches = [Match(game, players, seed=1, engine=engine) for engine in ENGINES]
    for choice in choices:
        for match in matches:
            match.choose(choice)
        assert matches[0].snapshot() == matches[1].snapshot()
        saved = Match.load(game, matches[0].save())
        assert saved.snapshot() == matches[0].snapshot()
    assert matches[0].log() == matches[1].log()
    assert Match.replay(game, matches[0].record()).snapshot() == matches[0].snapshot()
    return matches[0]


def deaths(match: Match) -> list[str]:
    return [line for line in match.log() if line.endswith(" dies.")]


MINE = "player 1's gold goes up by"
CROW = f'crow: {{power: "after: a beast but this dies: {MINE} 1"}}'
OWL = f'owl: {{power: "after: a beast but this dies: {MINE} 10"}}'


# ------------------------------------------------------------------------ who sees whom


def test_what_dies_with_others_sees_them_die_wherever_it_is_printed() -> None:
    game = wipes(f"{CROW}\n      rat: {{copies: 3}}\n      {OWL}")
    assert on_both(game, "wipe").scores == (44, 0), "each of the two sees three rats and the other one"
    assert on_both(game, "one by one").scores == (40, 0), (
        "printed first it sees none; printed last it sees all"
    )


def test_it_is_one_line_of_the_log_for_each_and_they_all_go_before_anything_acts() -> None:
    game = wipes(
        f'crow: {{power: "after: a beast but this dies: {MINE} (the number of beasts in the grave)"}}\n'
        "      rat: {copies: 2}"
    )
    match = on_both(game, "wipe")
    assert match.scores == (6, 0), "all three lie in the grave when it acts, twice"
    assert deaths(match) == ["Crow dies.", "Rat dies.", "Rat dies."]


def test_the_set_is_fixed_when_the_event_begins() -> None:
    game = wipes(
        f'crow: {{power: "before: a beast dies: put beasts in exile into player 1\'s field"}}\n'
        f'      rat: {{copies: 2, power: "instead of: this dies: put this into exile"}}\n'
        f'      cat: {{power: "after: this dies: {MINE} 1"}}'
    )
    match = on_both(game, "wipe")
    assert match.scores == (1, 0)
    assert deaths(match) == ["Crow dies.", "Cat dies."]


def test_nothing_happens_to_an_empty_set() -> None:
    game = wipes(CROW)
    match = on_both(game, "wipe", "wipe", "hit nobody")
    assert match.log().count("Crow dies.") == 1


# ------------------------------------------------------------------------ the stages


def test_what_acts_instead_comes_first_then_before_then_the_event_then_after() -> None:
    step = "put this into exile"
    game = wipes(
        f'ghost: {{power: "instead of: this dies: {step}"}}\n'
        f'      herald: {{power: "before: a beast dies: {MINE} (1 + the number of beasts in exile)"}}\n'
        f'      rat: {{copies: 2, power: "after: this dies: {MINE} (10 * the number of beasts in the grave)"}}'
    )
    match = on_both(game, "wipe")
    assert match.scores == (3 * 2 + 2 * 30, 0), (
        "three die: the herald and both rats; the ghost was away before"
    )
    assert deaths(match) == ["Herald dies.", "Rat dies.", "Rat dies."]


def test_who_saves_all_and_is_saved_itself_saves_all_in_any_order_of_printing() -> None:
    """It leaves the field with the first that it saves; it was in force when the event began."""
    saint = 'saint: {power: "instead of: a beast dies: put that beast into exile"}'
    for designs in (f"{saint}\n      rat: {{copies: 3}}", f"rat: {{copies: 3}}\n      {saint}"):
        match = on_both(wipes(designs), "wipe")
        assert not deaths(match)
        assert deaths(on_both(wipes(designs), "one by one")) == (
            ["Rat dies."] * 3 if designs.startswith("saint") else []
        )


def test_once_per_phase_is_once_although_many_die() -> None:
    game = wipes(
        'saint: {power: "once per play: instead of: a beast dies: put that beast into exile"}\n'
        "      rat: {copies: 3}"
    )
    assert on_both(game, "wipe").log().count("Rat dies.") == 3


def test_everybody_who_may_is_asked_for_each_subject() -> None:
    game = wipes(
        f'cat: {{power: "may, instead of: a beast but this dies: put that beast into exile"}}\n'
        f'      rat: {{copies: 2, power: "may, after: this dies: {MINE} 5"}}'
    )
    match = on_both(game, "wipe", "cat", "nothing", "rat")
    assert match.scores == (5, 0)
    assert deaths(match) == ["Cat dies.", "Rat dies."]


def test_a_picked_order_of_abilities_is_picked_for_each_subject() -> None:
    game = wipes(f"{CROW}\n      {OWL}\n      rat: {{}}", more="conventions: {order of abilities: any order}")
    match = Match(game, 2, seed=1)
    match.choose("wipe")
    while len(match.decision.options) == 2:
        match.choose(match.decision.options[0].number)
    assert match.scores == (22, 0)


def test_the_order_of_each_is_picked_where_the_game_says_so() -> None:
    game = wipes("rat: {copies: 1}\n      cat: {copies: 1}", more="conventions: {order of each: any order}")
    assert deaths(on_both(game, "wipe", "cat", "rat")) == ["Cat dies.", "Rat dies."]
    assert deaths(on_both(game, "one by one", "cat", "rat")) == ["Cat dies.", "Rat dies."], "as in a loop"


def test_choices_in_the_action_are_asked_one_after_the_other_and_survive_a_save() -> None:
    game = wipes(
        f'rat: {{copies: 2, power: "after: a beast but this dies: {MINE} 1"}}',
        dies="player 1 chooses 1 or 2, as the pick\n"
        "      player 1's gold goes up by the pick * 10\n      put prey into the grave",
    )
    assert on_both(game, "wipe", "2", "1").scores == (32, 0)


# ----------------------------------------------------------------- one subject, other slots


def test_a_set_of_one_is_as_that_one() -> None:
    game = wipes(
        f'ghost: {{power: "instead of: this dies: put this into exile"}}\n      {CROW}\n'
        f'      herald: {{power: "before: a beast dies: {MINE} 3"}}\n      {OWL}'
    )
    for matches in [
        (on_both(game, *["first"] * many), on_both(game, *["only the first"] * many)) for many in (1, 2, 3)
    ]:
        assert matches[0].snapshot() == matches[1].snapshot()
        assert deaths(matches[0]) == deaths(matches[1])


def test_players_are_subjects_and_what_is_counted_is_counted_once() -> None:
    game = wipes(
        f"{CROW}\n      rat: {{copies: 2}}",
    )
    match = on_both(game, "hit", players=3)
    assert match.log()[-2:] == ["Player 1 hits Player 2 for 3.", "Player 1 hits Player 3 for 3."]


def test_a_bodyguard_takes_each_wound_once() -> None:
    """What passes the event on does so once for each subject."""
    game = wipes(
        'shield: {copies: 1, power: "instead of: a beast but this dies: this dies"}\n      rat: {copies: 2}'
    )
    assert deaths(on_both(game, "wipe")) == ["Shield dies."] * 3


@pytest.mark.parametrize("seed", range(4))
def test_random_matches_are_alike_on_both_engines(seed: int) -> None:
    instead, dice = "may, instead of: a beast but this dies", random.Random(seed)
    game = wipes(
        f'{CROW}\n      cat: {{copies: 2, power: "{instead}: put that beast into exile"}}\n'
        f'      shield: {{power: "{instead}: this dies"}}\n'
        f'      hen: {{power: "while this is angry: may, before: a beast dies: {MINE} 1"}}\n      {OWL}'
    )
    matches = [Match(game, 3, seed=seed, engine=engine) for engine in ENGINES]
    while not matches[0].is_over:
        number = dice.choice(matches[0].decision.options).number
        for match in matches:
            match.choose(number)
        assert matches[0].snapshot() == matches[1].snapshot()
    assert matches[0].log() == matches[1].log()


HIDDEN = """\
rulewright: 1
game: hidden
players: 2..3
components:
  card:
    properties: {power: abilities}
    starts in: deck
    in force: there is a player where (this is in that player's hand)
    designs:
      moat: {copies: 3, power: "may, instead of: the holder of this is robbed: nothing"}
      leaf: {copies: 9}
places:
  deck: pile of cards, hidden
  hand: hand of cards
  grave: pile of cards, hidden
score: the number of cards in the player's hand
phrases:
  "{loser: player} is robbed":
    log: "{loser} is robbed."
    do: |
      if there is a card in the loser's hand:
        the loser chooses a card in the loser's hand, as the loot
        put the loot into the grave
  "{prey: card} is buried": {log: "{prey} is buried.", do: put prey into the grave}
flow:
  - phase: start
    do: |
      shuffle the deck
      for each player:
        repeat 3 times: put the top card of the deck into that player's hand
  - phase: play
    repeat: 2 times
    turns: clockwise from player 1, each player, once each
    options:
      rob: {do: others are robbed}
      bury: {do: cards in the player's hand are buried}
"""


@pytest.mark.parametrize("seed", range(4))
def test_who_is_asked_tells_nothing_about_hidden_hands(seed: int) -> None:
    """Everybody who may have a moat is asked, subject by subject; and while they are, the cards can be dealt anew."""
    game = rulewright.loads(HIDDEN, name="hidden.yaml")
    match = Match(game, 3, seed=seed)
    match.choose("rob")
    asked: list[tuple[int, str]] = []
    for _ in range(4):
        dealt = match.determinize(0, seed=seed)
        assert dealt.view(0) == match.view(0)
        assert dealt.decision.player == match.decision.player
        asked.append((match.decision.player, match.decision.prompt))
        match.choose(match.decision.options[-1].number)
    assert [player for player, _ in asked] == [1, 2, 1, 2], (
        "first whether it happens, and then what each gives"
    )


def test_others_do_not_read_which_hidden_cards_it_happens_to() -> None:
    game = rulewright.loads(HIDDEN, name="hidden.yaml")
    match = Match(game, 2, seed=1)
    match.choose("bury")
    mine, theirs = ([line for line in match.log(who) if "buried" in line] for who in (0, 1))
    assert len(mine) == len(theirs) == 3
    assert all("unknown" in line for line in theirs)
    assert not any("unknown" in line for line in mine)
