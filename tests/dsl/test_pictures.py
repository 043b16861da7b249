"""How a terminal draws things, as games declare it: what is refused, and that texts beside rows read no secrets."""

from __future__ import annotations

import pytest
from rulewright.dsl.model.symbols import Drawn

from .tiny import changed, load, loaded

GAME = """
rulewright: 1
game: sheets
players: 2
components:
  die:
    plural: dice
    drawn: {shows: value, colour: colours}
    properties: {colours: some of red or blue, weight: 1..3, text: effect}
    state: {value: 1..6, luck: {type: 1..6, secret: yes}}
    starts in: the bag
    designs: {red die: {plural: red dice, colours: red, weight: 1}}
places:
  bag: {is: "area of dice, hidden", table: [value, weight, load]}
  fist: "hand of dice, per player"
  ring: {is: map of dice, cell: seat, cells: {north seat: {}}}
  sheet:
    is: "grid of dice, 3 by 2, per player"
    cell: space
    cells show: worth
    beside:
      amount: "sum {strength}"
      top: {if: row = 2, en: "(the top)"}
    properties: {worth: 1..3, tales: some of red or blue}
    cells: {a1: {worth: 1}, b1: {worth: 1}, c1: {worth: 1}, a2: {worth: 1}, b2: {worth: 1}, c2: {worth: 1}}
players have:
  gold: {type: 0..9, secret: yes}
numbers:
  "load of {lump: die} for {bearer: player}": the weight of lump + 1 + the bearer's gold
  "gain of {lump: die} from {other: die}": the weight of lump + the weight of other
  strength: the total value of dice in the player's sheet
flow:
  - phase: only
    do: the match ends
"""


def findings(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    _, report = load(changed(GAME, *changes))
    return [(one.code, one.message) for one in report.errors]


def test_what_is_declared_is_known_by_its_names() -> None:
    symbols = loaded(GAME).symbols
    assert symbols.types["die"].drawn == Drawn("value", "colours")
    assert symbols.places["sheet"].cells_show == "worth"
    assert symbols.places["bag"].columns == ("value", "weight", "load")


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("shows: value", "shows: valu", "RW205", "a die cannot show 'valu': there is no such property"),
        ("shows: value", "shows: text", "RW216", "a die cannot show 'text', which is an effect"),
        ("shows: value", "shows: luck", "RW216", "a die cannot show 'luck', which is secret"),
        (
            "colour: colours",
            "colour: weight",
            "RW216",
            "the colour of a die cannot show 'weight', which is a number from 1 to 3",
        ),
        ("{shows: value, colour: colours}", "{}", "RW216", "nothing says how a die is drawn"),
        (
            "cells show: worth",
            "cells show: wort",
            "RW205",
            "a space cannot show 'wort': there is no such property",
        ),
        (
            "cells show: worth",
            "cells show: tales",
            "RW216",
            "a space cannot show 'tales', which is some of red or blue",
        ),
        (
            'fist: "hand of dice, per player"',
            "fist: {is: hand of dice, cells show: worth}",
            "RW216",
            "only a board has cells",
        ),
        ("[value, weight, load]", "[value, price]", "RW205", "nothing that lies in 'bag' has a 'price'"),
        (', en: "(the top)"}', "}", "RW216", "'top' does not say what stands beside the rows"),
        ("amount:", "2:", "RW218", "'2' would be the name of a part"),
        ("if: row = 2", "if: row", "RW204", "whose 'row'?"),
        (
            "if: row = 2",
            "if: the player's gold > 2",
            "RW316",
            "all players read this, but not all of them know",
        ),
        ("(the top)", "{here}", "RW203", "'here' means something only"),
        ("[value, weight, load]", "[value, gain]", "RW205", "nothing that lies in 'bag' has a 'gain'"),
        ("[value, weight, load]", "[value, luck of]", "RW205", "nothing that lies in 'bag' has a 'luck of'"),
        (
            "the weight of lump + 1",
            "the gold of player 1",
            "RW316",
            "a player reads this, but does not know the secret 'gold'",
        ),
        ("cell: seat,", "cell: seat, table: weight,", "RW216", "a board is drawn, and not listed as a table"),
        ("cell: seat,", "cell: seat, beside: {1: x},", "RW216", "'ring' has no rows: only a grid has"),
        ("sum {strength}", "sum {strenth}", "RW202", "'strenth'"),
        ("sum {strength}", "sum {strength", "RW201", "this brace is not part of a slot"),
        ("sum {strength}", "{dice in the player's sheet}", "RW211", "pieces (die) cannot stand beside a row"),
        (
            "sum {strength}",
            "{the player's gold}",
            "RW316",
            "all players read this, but not all of them know the secret 'gold'",
        ),
        (
            "sum {strength}",
            "{the total weight of dice in the bag}",
            "RW316",
            "all players read this, but not all of them know what lies in 'bag'",
        ),
        (
            "sum {strength}",
            "{the total weight of dice in the player's fist}",
            "RW316",
            "all players read this, but not all of them know what lies in 'fist'",
        ),
    ],
)
def test_what_cannot_be_drawn_is_an_error(old: str, new: str, code: str, message: str) -> None:
    found = findings((old, new))
    assert [one for one, _ in found] == [code], found
    assert found[0][1].startswith(message) or message in found[0][1]


def test_how_many_lie_in_a_hidden_place_may_stand_beside_a_row() -> None:
    assert findings(("sum {strength}", "{the number of dice in the player's fist} in hand")) == []


def test_a_secret_behind_a_number_is_found() -> None:
    hidden = ("strength: the total value of dice in the player's sheet", "strength: the player's gold + 1")
    assert [code for code, _ in findings(hidden)] == ["RW316"]


def test_a_part_beside_rows_is_missed_in_a_language_that_the_game_has() -> None:
    czech = ('en: "(the top)"', 'en: "(the top)", cs: "(nahoře)"')
    _, report = load(changed(GAME, czech, ("plural: dice", "plural: dice\n    cs: kostka")))
    missed = [one.message for one in report.diagnostics]
    assert "'amount' beside 'sheet' has no Czech text" in missed
    assert "'top' beside 'sheet' has no Czech text" not in missed


def test_beside_a_grid_that_belongs_to_nobody_there_is_no_player() -> None:
    shared = changed(
        GAME,
        ('"grid of dice, 3 by 2, per player"', '"grid of dice, 3 by 2"'),
        ("dice in the player's sheet", "dice in the sheet + the player's age"),
        ("gold: {type: 0..9, secret: yes}", "{gold: {type: 0..9, secret: yes}, age: 0..9}"),
    )
    _, report = load(shared)
    found = [one for one in report.diagnostics if one.code == "RW311"]
    assert [one.message for one in found] == ["nobody is meant here: 'sheet' belongs to no player"]
    _, report = load(changed(shared, ("the player's age", "the age of player 1")))
    assert not report.errors
