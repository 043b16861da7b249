"""Actions that are said of a set: how they are read, printed and refused, and what is found about loops instead."""

from __future__ import annotations

import pytest
import rulewright
from rulewright.dsl import tree as t
from rulewright.dsl.printing.statements import show
from rulewright.dsl.tree.walk import walk

GAME = """\
rulewright: 1
game: wipes
players: 2..4
components:
  beast:
    properties: {{might: 0..9, power: abilities}}
    starts in: den
    in force: this is in the field
    designs:
      rat: {{might: 1, copies: 3, power: "{ability}"}}
  card:
    starts in: deck
    designs: {{leaf: {{copies: 9}}}}
places:
  den: area of beasts
  field: area of beasts
  grave: area of beasts
  deck: pile of cards
  hand: hand of cards
  discard pile: pile of cards
players have:
  life: {{type: -9..99}}
game has:
  souls: {{type: 0..99}}
phrases:
  "{{prey: beast}} dies": {{do: put prey into the grave}}
  "{{liar: beast}} lies": {{do: put liar into the den}}
  "{{prey: beast}} is bitten": {{do: put prey into the den}}
  "kill {{prey: beast}}": {{do: prey dies}}
  "{{attacker: player}} hits {{victim: player}} for {{n: 0..9}}": {{do: victim's life goes down by n}}
  "{{hunter: player}} hunts {{prey: beast}}": {{do: put prey into the grave}}
  "{{giant: beast}} is mighty": {{holds: the might of giant > 3}}
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: |
      {effect}
score: the player's life + souls + the total might of beasts in the grave
"""


def findings(effect: str, ability: str = "after: this is bitten: nothing") -> list[tuple[str, str | None]]:
    text = GAME.format(effect=effect, ability=ability)
    found = rulewright.check_text(text, name="wipes.yaml")
    return [(one.code, one.help) for one in found if one.severity.name == "ERROR" or one.code == "RW331"]


def read(effect: str) -> tuple[t.Stmt, str]:
    game = rulewright.loads(
        GAME.format(effect=effect, ability="after: this is bitten: nothing"), name="wipes.yaml"
    )
    (only,) = game.flow
    return only.turn[0], show(only.turn, game.symbols)


READINGS = [
    ("beasts in the field die", "beasts in the field die"),
    ("all beasts in the field die", "beasts in the field die"),
    ("rats in the field lie", "rats in the field lie"),
    ("beasts are bitten", "beasts are bitten"),
    ("kill beasts in the field with might > 2", "kill beasts in the field with might > 2"),
    ("others discard a card", "others discard a card"),
    ("players discard 2 cards", "players discard 2 cards"),
    ("everyone draws a card", "everyone draws a card"),
    ("the player hits others for 2", "the player hits others for 2"),
    ("hit others for 2", "the player hits others for 2"),
    ("others hit the player for 2", "others hit the player for 2"),
    ("hunt beasts in the field", "the player hunts beasts in the field"),
    ("kill any 2 beasts in the field", "kill any 2 beasts in the field"),
]


@pytest.mark.parametrize(("written", "canonical"), READINGS)
def test_a_set_in_a_slot_is_read_as_one_event(written: str, canonical: str) -> None:
    node, printed = read(written)
    assert isinstance(node, t.ForEach)
    assert node.together
    assert printed == canonical
    assert read(printed) == (node, printed)


def test_for_each_and_one_subject_stay_what_they_were() -> None:
    node, printed = read("for each beast in the field: that beast dies")
    assert isinstance(node, t.ForEach)
    assert not node.together
    assert printed == "for each beast in the field, in printed order: that beast dies"
    assert isinstance(read("if there is a beast in the field: the first beast in the field dies")[0], t.If)


def test_what_takes_a_set_gets_it_whole() -> None:
    assert isinstance(read("discard cards in the player's hand")[0], t.Call)


REFUSED = [
    ("others hit players for 2", "RW209", "go through one of them: 'for each player …: … that player …'"),
    (
        "kill beasts in the field: souls goes up by 1",
        "RW209",
        "one after the other: 'for each beast …: … that beast …'",
    ),
    (
        "if beasts in the field are mighty: nothing",
        "RW209",
        "one after the other: 'for each beast …: … that beast …'",
    ),
    ("kill 2 beasts in the field", "RW213", "pick it first: the player chooses …, as …"),
    ("others discard a card and discard a card", "RW212", "say who: "),
    (
        "kill another beast",
        "RW213",
        "say who or what is left out: a beast but …",
    ),
    ("kill other beasts in the field", "RW201", "say which it is not: 'beasts but …', with a name"),
    (
        "repeat 5 times: kill the top card of the deck, as far as possible",
        "RW201",
        "if there may be none, say when",
    ),
    (
        "put the top card of the deck into the discard pile, as far as possible",
        "RW201",
        "if there may be none, say",
    ),
]


@pytest.mark.parametrize(("written", "code", "way_out"), REFUSED)
def test_what_is_refused_has_a_way_out(written: str, code: str, way_out: str) -> None:
    ((found, said), *_) = findings(written)
    assert found == code
    assert (said or "").startswith(way_out)


OTHERS = [
    ("after: other beasts die: nothing", "say 'a beast but this'", "after: a beast but this dies: nothing"),
    (
        "after: this dies: kill other beasts in the field",
        "say 'beasts but this'",
        "after: this dies: kill beasts in the field but this",
    ),
]


@pytest.mark.parametrize(("ability", "way_out", "mended"), OTHERS)
def test_others_of_its_kind_are_all_but_this(ability: str, way_out: str, mended: str) -> None:
    assert way_out in [said for _, said in findings("nothing", ability)]
    assert findings("nothing", mended) == []


@pytest.mark.parametrize(
    ("ability", "canonical"),
    [
        ("after: another beast dies: nothing", "after: a beast but this dies: nothing"),
        ("instead of: another rat dies: nothing", "instead of: a rat but this dies: nothing"),
        (
            "after: another player draws a card: nothing",
            "after: a player but the player draws a card: nothing",
        ),
    ],
)
def test_another_of_its_kind_is_any_but_this(ability: str, canonical: str) -> None:
    game = rulewright.loads(GAME.format(effect="nothing", ability=ability), name="wipes.yaml")
    printed = [show(text.tree, game.symbols) for text in game.texts if text.start == "ability"]
    assert canonical in [" ".join(one.split()) for one in printed]


def test_a_cost_after_an_event_stands_on_its_line() -> None:
    assert findings("nothing", "may, after: this dies: pay 2 life: souls goes up by 1") == []


# ------------------------------------------------------------------------ printed order

LISTENS = "after: a beast but this dies: souls goes up by 1"
LOOP = "for each beast in the field: that beast dies"


def test_a_loop_in_which_printed_order_decides_is_found() -> None:
    ((code, way_out),) = findings(LOOP, LISTENS)
    assert code == "RW331"
    assert way_out == (
        "if it happens to all together: 'beasts in the field die'; if not, say so: 'for each …, in printed order: …'"
    )


def test_each_of_them_is_one_after_the_other_too() -> None:
    assert [code for code, _ in findings("each beast in the field dies", LISTENS)] == ["RW331"]


@pytest.mark.parametrize(
    "effect",
    [
        "for each beast in the field: that beast dies; souls goes up by 1",
        "for each beast in the field: if souls < 9: that beast dies",
    ],
)
def test_printed_order_decides_too_where_more_is_done_with_each(effect: str) -> None:
    ((code, way_out),) = findings(effect, LISTENS)
    assert code == "RW331"
    assert way_out is not None
    assert "'beasts in the field die', before what is done with each" in way_out


@pytest.mark.parametrize(
    ("effect", "ability"),
    [
        ("beasts in the field die", LISTENS),
        ("for each beast in the field, in printed order: that beast dies", LISTENS),
        ("for each beast in the den: that beast dies", LISTENS),
        (LOOP, "after: this dies: souls goes up by 1"),
        (LOOP, "after: a beast is bitten: souls goes up by 1"),
        (LOOP, "after: a player draws a card: souls goes up by 1"),
        ("for each player: that player draws a card", "after: a player draws a card: souls goes up by 1"),
    ],
)
def test_where_order_decides_nothing_nothing_is_found(effect: str, ability: str) -> None:
    assert "RW331" not in [code for code, _ in findings(effect, ability)]


def test_the_event_of_a_set_is_one_node_with_its_call() -> None:
    node, _ = read("the player hits others for 2")
    assert isinstance(node, t.ForEach)
    assert node.subject == 1
    assert node.event.phrase.startswith("{attacker: player} hits")
    assert [one for one in walk(node.body) if isinstance(one, t.Variable)] == [node.event.arguments[1]]


# --------------------------------------------------------------------- turns that are over

TURNS = """\
rulewright: 1
game: last one
players: 2..4
players have:
  standing: {{type: yes or no, starts: yes}}
  staying: {{type: yes or no, until: duel}}
flow:
  - phase: duel
    repeat: {repeat}
    do: {do}
    turns: clockwise from player 1, each player who is {who}, {until}
    options:
      give up: {{do: "{give_up}"}}
      wait: {{do: "if there is a player who is staying: nothing"}}
    {after}
score: 1 if the player is standing, otherwise 0
"""


def turns(
    *,
    repeat: str = "until the match ends",
    do: str = "nothing",
    who: str = "standing",
    until: str = "until 1 is left",
    give_up: str = "the player becomes not standing",
    after: str = "",
) -> list[str]:
    text = TURNS.format(repeat=repeat, do=do, who=who, until=until, give_up=give_up, after=after)
    found = rulewright.check_text(text, name="last.yaml")
    assert not [one for one in found if one.severity.name == "ERROR"], found
    return [one.code for one in found if one.code == "RW332"]


def test_turns_that_may_be_over_for_ever_are_found_and_do_run_for_ever() -> None:
    assert turns() == ["RW332"]
    assert turns(until="until the number of players who are standing = 1") == ["RW332"]
    game = rulewright.loads(
        TURNS.format(
            repeat="until the match ends",
            do="nothing",
            who="standing",
            until="until 1 is left",
            give_up="the player becomes not standing",
            after="",
        ),
        name="last.yaml",
    )
    match = rulewright.Match(game, 2, seed=1)
    with pytest.raises(rulewright.BrokenRulesError, match="RW410"):
        match.choose("give up")


@pytest.mark.parametrize(
    "change",
    [
        {"repeat": "until the number of players who are standing = 1"},
        {"do": "players become standing"},
        {"who": "staying"},
        {"until": "once each"},
        {"give_up": "the match ends", "after": "phases: [{phase: end, do: the match ends}]"},
        {"after": "phases: [{phase: end, do: players who are standing win}]"},
    ],
)
def test_turns_after_which_something_happens_are_not(change: dict[str, str]) -> None:
    assert turns(**change) == []
