"""A fault inside a phrase says which statements led there, on every engine."""

from __future__ import annotations

from itertools import product

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match
from rulewright.interpreter.match.setup.engine_choice import Wanted
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

RULES = """\
rulewright: 1
game: callers
players: 1
options: {cards: {type: 0..9, default: 2}}
components:
  card:
    starts in: the deck
    properties: {text: effect}
    designs:
      ace: {copies: 3, text: "deal; deal"}
places:
  deck: {is: pile of cards}
  table: {is: area of cards}
phrases:
  deal:
    do: put the top card of the deck into the table
  deal two:
    do: |
      deal
      if the number of cards in the deck >= 0:
        deal
  "{thinker: player} ponders":
    do: |
      thinker chooses one:
        now: thinker ponders more
        not now: nothing
  "{thinker: player} ponders more":
    do: |
      thinker may: level goes up by 1
      deal two
game has: {level: 0..9}
flow:
  - phase: setup
    do: "repeat the cards times: deal"
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player, once each
    options:
      early: {do: "(the player may (level goes up by 1)); deal two"}
      late: {do: the player ponders}
      later: {do: "the player ponders; the player ponders more"}
      read: {do: "(the player may (level goes up by 1)); player 1 does the text of ace"}
      win: {do: the player wins}
"""
ENGINES: tuple[Wanted, ...] = ("python", "native")
CHOICES = {
    "early": (["early", "no"], ["deal", "deal two"]),
    "late": (["late", "now", "no"], ["deal", "deal two", "thinker ponders more"]),
    "read": (["read", "no"], ["deal", "player 1 does the text of ace"]),
}


@pytest.fixture(scope="module")
def game() -> Game:
    report = Report()
    found = load_game([Source("callers.yaml", RULES)], report, strict=False)
    assert found is not None, to_text(report.diagnostics)
    return found


def callers(broken: BrokenRulesError) -> list[str]:
    spans = [note.span for note in broken.diagnostic.notes]
    return [span.source.text[span.start : span.end] for span in spans if span is not None]


@pytest.mark.parametrize(("engine", "name"), [*product(ENGINES, CHOICES)])
def test_a_fault_names_the_statements_that_led_to_it(game: Game, engine: Wanted, name: str) -> None:
    """The calls of phrases without decisions lie on the stack of Python, those with decisions in the memory."""
    choices, expected = CHOICES[name]
    match = Match(game, 1, seed=1, engine=engine)
    for choice in choices[:-1]:
        match.choose(choice)
    with pytest.raises(BrokenRulesError) as caught:
        match.choose(choices[-1])
    assert caught.value.fault_code == "RW402"
    assert callers(caught.value) == expected
    assert caught.value.diagnostic.notes[0].message == "reached from: deal"
    assert caught.value.where == "callers.yaml:16:9", "the place is still that of the fault"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fault_before_the_first_decision_names_them_too(game: Game, engine: Wanted) -> None:
    with pytest.raises(BrokenRulesError) as caught:
        Match(game, 1, seed=1, options={"cards": 9}, engine=engine)
    assert callers(caught.value) == ["deal"]


SCENARIO = """\
scenarios:
  it:
    start: play
    given: {deck: [ace], table: [ace, ace]}
    when: ["player 1: early", "player 1: no"]
"""


def test_a_scenario_names_them(game: Game) -> None:
    report = Report()
    node = read_document(Source("s.yaml", SCENARIO), report)
    assert node is not None
    file = read_scenarios(node, report)
    assert file is not None
    (result,) = run_scenarios(game, file)
    (found,) = result.diagnostics
    assert found.code == "RW603"
    assert [note.message for note in found.notes] == [
        "went wrong in: put the top card of the deck into the table",
        "reached from: deal",
        "reached from: deal two",
    ]
