"""How a table draws designs, types and words of which the game says nothing."""

from __future__ import annotations

import re

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.languages.en.signs import COLOURS, SUIT_OF_DIAMONDS, THINGS
from rulewright.dsl.load import load_game
from rulewright.interpreter.match.output.objects.catalogue import catalogue
from rulewright.interpreter.match.output.objects.classes import Catalogue, Sign
from rulewright.interpreter.match.output.objects.signs import PALETTE

from .small_games import shipped_game

GAME = """\
rulewright: 2
game: small
players: 2
components:
  card:
    properties: {suit: hearts or spades or diamonds, rank: 1..13}
    designs:
      seven of diamonds: {suit: diamonds, rank: 7}
      queen of hearts: {suit: hearts, rank: 12}
  gem:
    designs: {ruby: {}, pearl: {}, old bone: {}}
  tool:
    properties: {needs: kind of gem}
    designs:
      hammer: {needs: ruby}
      saw: {needs: old bone}
  die:
    plural: dice
    designs: {white die: {}}
  wall:
    designs: {stone wall: {}}
  key:
    designs: {golden key: {}, skeleton key: {}, latch: {}}
flow:
  - phase: play
    do: player 1 wins
"""


def known(look: str = "") -> Catalogue:
    report = Report()
    game = load_game([Source("small.yaml", GAME + look)], report, strict=False)
    assert game is not None, report.diagnostics
    return catalogue(game)


def drawn(found: Catalogue, name: str) -> Sign:
    return found.designs[f"design:{name}"].drawn


def test_a_word_that_names_a_suit_or_a_colour_gives_it_to_what_prints_it() -> None:
    found = known()
    assert found.look.drawn["hearts"] == Sign(colour="#b3202e", symbol="♥")
    assert drawn(found, "queen of hearts") == Sign(colour="#b3202e", symbol="♥")
    assert found.look.words == {}


def test_diamonds_are_a_suit_only_beside_other_suits() -> None:
    assert drawn(known(), "seven of diamonds").symbol == SUIT_OF_DIAMONDS[1]
    gems = shipped_game("classics/gem-merchants")
    assert drawn(catalogue(gems), "diamond").symbol == THINGS["diamond"][1]


def test_the_names_of_most_designs_make_a_type_of_gems() -> None:
    found = known()
    assert drawn(found, "ruby") == Sign(colour=THINGS["ruby"][0], symbol=THINGS["ruby"][1])
    # One name of three says nothing of keys: they have the colour of their type.
    assert drawn(found, "golden key") == Sign(colour=PALETTE[5], symbol=None)
    assert drawn(found, "old bone").colour == PALETTE[1]


def test_a_type_of_one_design_is_drawn_by_its_name_unless_the_game_says_how() -> None:
    assert drawn(known(), "white die").colour == COLOURS["white"]
    found = known('look: {types: {wall: {colour: "#55514b"}}}')
    assert drawn(found, "stone wall") == Sign(colour="#55514b", symbol=None)


def test_a_card_has_the_colour_of_the_gem_that_it_prints() -> None:
    found = known()
    assert drawn(found, "hammer") == drawn(found, "ruby")
    assert drawn(found, "saw") == Sign(colour=PALETTE[2], symbol=None)


def test_ranks_and_suits_of_playing_cards_stand_in_their_corner() -> None:
    cards = catalogue(shipped_game("classics/leduc-poker"))
    assert [one.drawn.symbol for one in cards.designs.values()] == ["J♠", "J♥", "Q♠", "Q♥", "K♠", "K♥"]
    # A king among the guards and princesses of another game is no playing card.
    assert drawn(catalogue(shipped_game("classics/love-letter")), "king").symbol is None


def test_what_the_game_says_goes_first() -> None:
    found = known(
        'look: {types: {key: {colour: "#123456"}}, designs: {ruby: {symbol: r}}, words: {spades: {colour: navy}}}'
    )
    assert drawn(found, "ruby") == Sign(colour=THINGS["ruby"][0], symbol="r")
    assert drawn(found, "latch") == Sign(colour="#123456", symbol=None)
    assert found.look.drawn["spades"] == Sign(colour="#000080", symbol="♠")


def test_the_only_number_of_a_type_stands_in_a_corner() -> None:
    assert known().types["card"].corners == ("rank",)
    assert catalogue(shipped_game("classics/six-takes")).types["card"].corners == ()
    assert catalogue(shipped_game("classics/gem-merchants")).types["card"].corners == ("points",), (
        "it says so"
    )


@pytest.mark.parametrize("name", ["classics/gem-merchants", "cookbook/gem-market", "do-podzemi", "hrad"])
def test_every_design_and_type_has_a_colour(name: str) -> None:
    found = catalogue(shipped_game(name))
    signs = [one.drawn for part in (found.types, found.designs) for one in part.values()]
    assert all(re.fullmatch("#[0-9a-f]{6}", one.colour or "") for one in signs)


def test_gems_can_be_told_apart() -> None:
    """No two of a type look alike: neither in colour nor in shape alone."""
    found = catalogue(shipped_game("classics/gem-merchants"))
    gems = [found.designs[one].drawn for one in found.types["gem"].designs]
    assert len({one.colour for one in gems}) == len({one.symbol for one in gems}) == len(gems)
