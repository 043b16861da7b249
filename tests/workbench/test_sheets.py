"""Sheets and markets at the terminal: dice in colours, numbers on fields, sums beside rows, places as tables."""

from __future__ import annotations

import io
import json
from functools import cache

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.match import Match
from rulewright.workbench.commandline.console import Console
from rulewright.workbench.commandline.visible import visible
from rulewright.workbench.terminal.board import view_lines
from rulewright.workbench.terminal.legend import legend_lines
from rulewright.workbench.terminal.look import Screen, short_signs
from rulewright.workbench.terminal.paint import GROUNDS, painted, width, wrapped

from .conftest import Run

GAME = """
rulewright: 1
game: sheets
players: 2
labels:
  red: {en: red, cs: červená}
  blue: {en: blue, cs: modrá}
  black: {en: black, cs: černá}
  armour: {en: armour, cs: zbroj}
  the player gains 2 gold: {en: gain 2 gold, cs: získej 2 zlaťáky}
components:
  die:
    plural: dice
    cs: kostka
    drawn: {shows: value, colour: colours}
    properties: {colours: some of red or blue or black or teal}
    state: {value: {type: 1..6, cs: hodnota}, kept: {type: yes or no, cs: držená}}
    starts in: the bag
    designs:
      red die: {plural: red dice, colours: red, cs: červená kostka}
      blue die: {plural: blue dice, colours: blue, cs: modrá kostka}
      teal die: {plural: teal dice, colours: teal, cs: modrozelená kostka}
      split die: {plural: split dice, colours: [red, black], copies: 3, cs: dělená kostka}
  marker: {cs: ukazatel, starts in: the bag, designs: {flag: {copies: 2, cs: vlajka}}}
  card:
    cs: karta
    properties:
      price: {type: 1..9, cs: cena}
      sort: {type: armour or scroll or none, cs: druh}
      way: direction
      text: {type: effect, cs: text}
      fit: condition
    state: {worn: {type: yes or no, cs: nošená}}
    starts in: the market
    designs:
      boots: {plural: boots, price: 3, way: north, sort: armour, copies: 2, cs: boty}
      scroll of plenty:
        plural: scrolls of plenty
        price: 9
        copies: 2
        way: south-east
        sort: none
        text: gain 2 gold
        fit: the player's gold > 3
        cs: svitek
places:
  bag: {is: "area of dice and markers, hidden", cs: pytlík}
  sheet:
    is: "grid of dice, 3 by 2, per player"
    cell: space
    cs: deska
    cells show: story
    beside:
      amount: {en: "sum {the sum of row}", cs: "součet {the sum of row}"}
      goal: {if: row = 2, en: goal 15, cs: cíl 15}
    properties: {story: red or blue or none}
    cells: {a2: {story: red}, b2: {story: blue}}
  chart:
    is: "grid of markers, 3 by 2, per player"
    cell: stance
    cs: přesvědčení
    cells show: worth
    properties: {worth: -3..3}
    cells: {a2: {worth: 1}, b2: {worth: 0}, c2: {worth: -1}, a1: {worth: 0}, b1: {worth: -2}, c1: {worth: -3}}
  market: {is: row of cards, table: [price, cost, sort, way, text], cs: nabídka}
  wares: {is: "area of cards, per player", table: [worn, sort, fit, text], cs: zboží}
players have:
  gold: {type: 0..9, starts: 5, cs: zlaťáky}
numbers:
  "cost of {ware: card} for {buyer: player}":
    is: the price of ware - 1 if the buyer's gold = 5, otherwise the price of ware
    cs: zaplatíš
  "sum of {n: 1..2}":
    is: the total value of dice in (spaces in the player's sheet with row = n)
    cs: součet
flow:
  - phase: only
    do: |
      for each player: put any flag in the bag into that player's chart b2
      put any red die into player 1's sheet a2
      put any split die into player 1's sheet b2
      put any split die into player 1's sheet c2
      put any blue die into player 1's sheet b1
      put any scroll of plenty into player 2's wares
      for each die in player 1's sheet: that die's value becomes 5
      player 1 chooses a card in the market, as the ware
      put the ware into player 1's wares
"""

ENGLISH = """
Ann: gold 5
  Ann's sheet:                                Ann's chart:
    2 r5·r  ·bu   r/ba5  sum 10, goal 15        2 1   [0] -1
    1 ·     bu5   ·      sum 5                  1 0   -2  -3
      a     b     c                               a   b   c
  bag (3): ?
  market (3):
    card              price  cost  sort    way  text
    2 × boots         3      2     armour  ↑
    scroll of plenty  9      8     –       ↘    gain 2 gold
Bob: gold 5
  wares (1):
    card              worn
    scroll of plenty  no
      fit: the player's gold > 3
      text: gain 2 gold
  Bob's sheet:      Bob's chart:
    –                 2 1   [0] -1
  (r red, bu blue, ba black, t teal)
"""

CZECH = """
Bob: zlaťáky 5
  zboží (1):
    karta   nošená
    svitek  ne
      fit: zlaťáky hráče je větší než 3
      text: získej 2 zlaťáky
  deska (Bob):                           přesvědčení (Bob):
    2 ·čv ·m  ·    součet 0, cíl 15        2 1   [0] -1
    1 ·   ·   ·    součet 0                1 0   -2  -3
      a   b   c                              a   b   c
  pytlík (3): ?
  nabídka (3):
    karta     cena  zaplatíš  druh   way  text
    2 × boty  3     2         zbroj  ↑
    svitek    9     8         –      ↘    získej 2 zlaťáky
Ann: zlaťáky 5
  deska (Ann):                                     přesvědčení (Ann):
    2 čv5·čv ·m     čv/čn5  součet 10, cíl 15        2 1   [0] -1
    1 ·      m5     ·       součet 5
  (čv červená, m modrá, čn černá, t teal)
"""


@cache
def game() -> Game:
    report = Report()
    found = load_game([Source("sheets.yaml", GAME)], report, strict=False)
    assert found is not None, str(report.diagnostics)
    return found


def match() -> Match:
    return Match(game(), ["Ann", "Bob"], 1)


def shown(reader: int | None, look: Screen, *, brief: bool = True) -> list[str]:
    return view_lines(game(), match().view(reader, look.language), look.language, brief=brief, look=look)


@pytest.mark.parametrize(("reader", "language", "picture"), [(0, "en", ENGLISH), (1, "cs", CZECH)])
def test_the_own_sheet_the_market_and_shorter_the_others(reader: int, language: str, picture: str) -> None:
    assert shown(reader, Screen(game(), language)) == picture.strip("\n").split("\n")


def test_colours_take_the_place_of_signs_and_no_room() -> None:
    plain, bright = (shown(0, Screen(game(), painted=one)) for one in (False, True))
    assert f"    1 ·     {painted(' 5 ', 'blue')}   ·      sum 5" in bright[3]
    assert f"{painted(' 5', 'red')}{painted(' ', 'black')}    sum 10, goal 15" in bright[2]
    assert f"·{painted('bu', 'blue')} " in bright[2]
    assert {width(line[: line.index("[0]")]) for line in bright[2:3]} == {
        width(bright[3][: bright[3].index("-2")])
    }
    assert plain[-1] == "  (r red, bu blue, ba black, t teal)"
    assert bright[-1] == "    –                 2 1   [0] -1"  # the colours speak for themselves


def test_a_colour_that_no_terminal_knows_keeps_its_sign() -> None:
    assert Screen(game(), painted=True).piece({"name": "teal die", "value": 4, "kept": False}) == "t4"
    assert Screen(game(), painted=True).colours().endswith(", t teal")


def test_other_states_of_a_drawn_piece_follow_it() -> None:
    look = Screen(game(), "cs")
    assert look.piece({"name": "modrá kostka", "value": 2, "kept": True}) == "m2 (držená)"
    assert look.piece({"name": "blue die", "value": 2, "kept": True}) is None  # no name of this language
    assert look.piece("vlajka") is None
    assert look.piece({"name": None, "value": 2}) is None


def test_pieces_that_look_different_but_are_called_alike_are_not_drawn() -> None:
    text = GAME.replace("cs: červená kostka", "cs: kostka").replace("cs: modrá kostka", "cs: kostka")
    found = load_game([Source("sheets.yaml", text)], Report(), strict=False)
    assert found is not None
    assert Screen(found, "cs").piece({"name": "kostka", "value": 2}) is None
    assert Screen(found).piece({"name": "red die", "value": 2}) == "r2"


def test_everything_that_is_painted_is_shown_as_it_is() -> None:
    for colour in GROUNDS:
        text = f"a {painted('5', colour)} b"
        assert visible(text, painted=True) == text
        assert visible(text) == text.replace("\x1b", "\\u001b")
        assert width(text) == len("a 5 b")


@pytest.mark.parametrize(
    ("words", "signs"),
    [
        (["red", "white"], ["r", "w"]),
        (["blue", "black", "brown", "gold"], ["bu", "ba", "br", "g"]),
        (["červená", "černá", "bílá"], ["čv", "čn", "b"]),
        (["gold", "golden", "red"], ["gold", "ge", "r"]),
        (["abca", "abda", "acda"], ["abca", "ad", "acda"]),  # two would be `ac`
        (["red", "red"], ["r", "r"]),
        ([], []),
    ],
)
def test_the_sign_of_a_colour(words: list[str], signs: list[str]) -> None:
    assert short_signs(words) == signs


@pytest.mark.parametrize("across", [50, 60, 80])
def test_nothing_is_wider_than_the_terminal(across: int) -> None:
    for language in ("en", "cs"):
        for brief in (True, False):
            lines = shown(0, Screen(game(), language, across=across), brief=brief)
            assert max(map(width, lines)) <= across, "\n".join(lines)
            text = "\n".join(lines)
            assert "[0]" in text
            assert "10" in text  # the sum beside the row, or below the picture


def test_a_long_text_of_a_card_goes_on_below_itself_and_stands_below_if_there_is_little_room() -> None:
    long = "gain 2 gold; gain 1 gold; gain 3 gold"
    text = GAME.replace("price: 3, way: north", f"price: 3, way: north, text: {long}")
    found = load_game([Source("sheets.yaml", text)], Report(), strict=False)
    assert found is not None
    view = Match(found, 2, 1).view(0)
    lines = view_lines(found, view, brief=True, look=Screen(found, across=76))
    at = lines.index("    card              price  cost  sort    way  text")
    assert lines[at + 1 : at + 4] == [
        "    2 × boots         3      2     armour  ↑    gain 2 gold; gain 1 gold;",
        "                                                gain 3 gold",
        "    scroll of plenty  9      8     –       ↘    gain 2 gold",
    ]
    lines = view_lines(found, view, brief=True, look=Screen(found, across=50))
    at = lines.index("    card              price  cost  sort    way")
    assert lines[at + 1 : at + 4] == [
        "    2 × boots         3      2     armour  ↑",
        f"      text: {long}",
        "    scroll of plenty  9      8     –       ↘",
    ]


def test_views_have_what_the_game_computes_for_a_table() -> None:
    played = match()
    played.choose("scroll of plenty")
    reader, onlooker = played.view(0), played.view(None)
    assert reader["places"]["market"]["columns"] == {"cost": [2, 2]}
    assert onlooker["places"]["market"]["columns"] == {"cost": [None, None]}
    assert "columns" not in reader["places"]["bag"]


def test_a_line_is_broken_between_words_and_never_in_a_die() -> None:
    die = painted(" 5 ", "red")
    assert wrapped(f"  tray: {die} {die} {die}", 16) == [f"  tray: {die} {die}", f"    {die}"]
    assert wrapped("  a long word", 6) == ["  a", "    long", "    word"]


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_the_width_is_that_of_the_terminal_if_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert Console(Terminal(), io.StringIO()).columns() == 72
    assert Console(io.StringIO(), io.StringIO()).columns() is None


def test_an_onlooker_sees_every_sheet_whole_and_after_the_market() -> None:
    lines = shown(None, Screen(game()))
    assert [line for line in lines if line[0] != " "] == ["Ann: gold 5", "Bob: gold 5"]
    assert lines[0] == "  bag (3): ?"
    assert sum("goal 15" in line for line in lines) == 2


def test_views_have_what_stands_beside_rows() -> None:
    view = match().view(1, "cs")
    assert view["players"][0]["boards"]["sheet"]["beside"] == {"2": "součet 10, cíl 15", "1": "součet 5"}
    assert "beside" not in view["players"][0]["boards"]["chart"]
    assert json.loads(json.dumps(view)) == view


def test_every_engine_computes_the_same_for_views() -> None:
    pytest.importorskip("llvmlite")
    views = [Match(game(), 2, 1, engine=engine).view(0) for engine in ("python", "native")]
    assert views[0] == views[1]


def test_a_value_that_cannot_be_computed_is_a_question_mark() -> None:
    text = GAME.replace("sum {the sum of row}", "pays {due}")
    text = text.replace(
        "\nnumbers:\n", "\nnumbers:\n  due: the price of (the first card in the market with price = 5)\n"
    )
    found = load_game([Source("sheets.yaml", text)], Report(), strict=False)
    assert found is not None
    view = Match(found, 2, 1).view(0)
    assert view["players"][0]["boards"]["sheet"]["beside"]["1"] == "pays ?"


def test_the_legend_explains_colours_and_brackets() -> None:
    assert "  colours of pieces: r red, bu blue, ba black, t teal" in legend_lines(game())
    assert any(line.startswith("  [0]  ") for line in legend_lines(game()))
    assert painted("r", "red") in "\n".join(legend_lines(game(), look=Screen(game(), painted=True)))


def test_a_terminal_without_colours_has_signs(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, there in (("NO_COLOR", False), ("FORCE_COLOR", True)):
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv(name, "1")
        out = rulewright("play", "cookbook/roll-a-hero", "--seed", "3").out
        assert ("\x1b[97;41m 5 \x1b[0m" in out) == there
        assert (" r5 " in out) != there
        assert ("(r red, bu blue," in out) != there
