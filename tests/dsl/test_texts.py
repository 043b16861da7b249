"""Texts: the ones that must parse as they stand, two readings, and where a misspelt name is found."""

import pytest
from rulewright.dsl import tree as t
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.roundtrip import read_again

from .front import underlined
from .tiny import GAMES, load, loaded, read, shipped, small

GAME = """\
rulewright: 1
game: g
players: 2
components:
  monster:
    properties: {strength: 1..9}
    designs: {goblin: {strength: 1}}
  gear:
    plural: gear
    properties: {power: abilities}
    designs:
      torch: {power: kills monsters with strength <= 3}
      grail: {power: kills monsters with even strength}
  enemy card:
    properties: {text: abilities}
    designs:
      scouts: {text: reveal 2 enemy cards per wave}
      horde: {text: reveal N enemy cards per wave}
game has: {N: {type: 1..5, starts: 3}}
phrases:
  "the hero fights {foe: monster}": {do: nothing}
  "kills {prey: monsters}":
    ability: "instead of: the hero fights a monster among prey: nothing"
  "the wave ends": {do: nothing}
  "reveal {count: 1..5} enemy cards per wave":
    ability: "after: the wave ends: choose count enemy cards at random, as the foes; reveal the foes"
flow:
  - phase: war
    do: the wave ends
"""


def ability(design: str) -> t.Ability:
    game, report = load(GAME, strict=False)
    assert game is not None, report.diagnostics
    (text,) = game.symbols.designs[design].abilities
    return text.ability


def test_a_restriction_on_a_property_reads_as_it_stands() -> None:
    found = ability("torch")
    assert isinstance(found, t.AbilityCall)
    (prey,) = found.arguments
    assert isinstance(prey, t.Select)
    (test,) = prey.filters
    assert isinstance(test, t.WithProperty)
    assert (prey.name, test.name, test.op) == ("monster", "strength", "<=")
    assert isinstance(test.value, t.Number)
    assert test.value.value == 3


def test_a_number_or_a_name_can_stand_in_a_slot() -> None:
    two, named = ability("scouts"), ability("horde")
    assert isinstance(two, t.AbilityCall)
    assert isinstance(named, t.AbilityCall)
    assert two.phrase == named.phrase
    assert isinstance(two.arguments[0], t.Number)
    assert isinstance(named.arguments[0], t.GameState)


def test_a_name_must_not_be_read_as_a_slot_of_the_wrong_type() -> None:
    _, report = load(GAME.replace("N: {type: 1..5, starts: 3}", "N: {type: yes or no}"), strict=False)
    assert [found.code for found in report.diagnostics] == ["RW209"]


BLESS = """\
rulewright: 1
game: g
players: 2
game has: {leader: {type: player or none}}
phrases:
  "bless {friend: player}": {do: the friend wins}
  "curse {foe: player}": {do: nothing}
  "bless {friend: player} and curse {foe: player}": {do: nothing}
flow:
  - phase: p
    do: bless the leader and curse the leader
"""


def test_two_readings_are_an_error_that_shows_both() -> None:
    _, report = load(BLESS, strict=False)
    (found,) = report.diagnostics
    assert found.code == "RW217"
    assert [note.message for note in found.notes] == [
        "one reading: bless the leader; curse the leader",
        "one reading: bless the leader and curse the leader",
    ]
    assert underlined(found) == "bless the leader and curse the leader"


@pytest.mark.parametrize(
    "text",
    [
        "do: the leeder becomes the starter",
        'do: "the leeder becomes the starter"',
        "do: 'the leeder becomes the starter'",
        'do: "\\x74he leeder becomes the starter"',
        "do: |\n      shuffle the deck\n      the leeder becomes the starter",
        "do: >-\n      the leeder\n      becomes the starter",
        "do: |-\n      if purse = 0:\n        the leeder becomes the starter",
    ],
)
def test_a_misspelt_name_is_found_where_it_stands(text: str) -> None:
    source = (
        "rulewright: 1\ngame: g\nplayers: 2\n"
        "components: {card: {designs: {stone: {}}}}\n"
        'places: {deck: "pile of cards, hidden"}\n'
        "game has: {leader: {type: player or none}, starter: {type: player or none}, purse: {type: 0..9}}\n"
        f"flow:\n  - phase: p\n    {text}\n"
    )
    _, report = load(source, strict=False)
    (found,) = report.diagnostics
    assert (found.code, underlined(found), found.help) == ("RW202", "leeder", "did you mean 'leader'?")


@pytest.mark.parametrize("wrong", ["copeis: 4", "vlaue: 4", "soruce: house", "pwoer: +1 income"])
def test_a_misspelt_key_of_a_design_gets_a_suggestion(wrong: str) -> None:
    text = (small().sources[0].text).replace("copies: 4,", f"{wrong},")
    _, report = load(text)
    found = report.diagnostics[0]
    meant = {"copeis": "copies", "vlaue": "value", "soruce": "source", "pwoer": "power"}[wrong.split(":")[0]]
    assert (found.code, found.help) == ("RW205", f"did you mean '{meant}'?")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("the player's score go up by 1", "the player's score goes up by 1"),
        ("purse become 3", "purse becomes 3"),
        ("players who are resting wins", "players who are resting win"),
        (
            "for each player who are resting: nothing",
            "for each player who is resting, in printed order: nothing",
        ),
        ("rival becomes not resting", "the rival becomes not resting"),
        ("choose card in table, as pick", "the player chooses a card in the table, as the pick"),
    ],
)
def test_what_is_printed_is_canonical(text: str, canonical: str) -> None:
    if text.startswith("choose card"):
        text = text.replace("choose card", "choose a card")
    tree, found = read(text)
    assert not found
    assert show(tree, small().symbols) == canonical


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_game_prints_back_to_an_equal_tree(game: str) -> None:
    for text in shipped(game).texts:
        printed, tree, report = read_again(shipped(game), text)
        assert not report.diagnostics, printed
        assert tree == text.tree, printed


def test_what_fails_does_not_cascade() -> None:
    text = small().sources[0].text.replace("pile of cards, hidden", "pile of crads, hidden")
    _, report = load(text)
    assert [found.code for found in report.diagnostics] == ["RW202"]


def test_the_small_game_has_no_findings() -> None:
    assert loaded(small().sources[0].text)
    assert load(small().sources[0].text)[1].diagnostics == ()


@pytest.mark.parametrize(
    "text",
    [
        "put a card in the deck into the table",
        "put 2 cards in the deck into the table",
        "reveal up to 2 cards in the table",
        "the leader becomes a player",
        "let n be a card in the table",
    ],
)
def test_what_somebody_would_have_to_pick_is_no_value(text: str) -> None:
    tree, wrong = read(text)
    assert tree is None
    assert [diagnostic.code for diagnostic in wrong] == ["RW213"]
    assert "choose" in (wrong[0].help or "")


@pytest.mark.parametrize(
    ("text", "start", "digits", "help"),
    [
        ("purse becomes ٣", "effect", "٣", "write 3"),
        ("purse becomes 1 + ²", "effect", "²", "write 2"),
        ("purse becomes １２", "effect", "１２", "write 12"),
        ("0..٩", "type", "٩", "write 9"),
        ("٢..4", "players", "٢", "write 2"),
        ("row of cards, ٣ by 3", "place", "٣", "write 3"),
        ("purse = ٣", "condition_text", "٣", "write 3"),
    ],
)
def test_numbers_are_written_with_the_digits_0_to_9(text: str, start: str, digits: str, help: str) -> None:
    tree, (found,) = read(text, start)
    assert tree is None
    assert (found.code, underlined(found), found.help) == ("RW210", digits, help)
