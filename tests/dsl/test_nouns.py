"""Things named as designers name them: what each text is read as, and what it does in a match."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import Text, read_document
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.scenarios.classes import ScenarioFile
from rulewright.dsl.tree.types import Type
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.scenarios import read_scenarios, run_scenario

from .tiny import load, loaded

FOLDER = Path(__file__).parent / "nouns"


@cache
def game() -> Game:
    return loaded((FOLDER / "game.yaml").read_text(encoding="utf-8"))


def read(text: str) -> tuple[object, Report]:
    """A text, which a card prints: an effect or, if it does nothing, a condition."""
    report = Report()
    for start in ("effect", "condition_text"):
        report = Report()
        context = Context(game().symbols, Text(text), this=Type("piece", ("card",)))
        tree = resolve_text(Text(text), start, RESOLVERS[start], context, report)
        if tree is not None or report.diagnostics[0].code != "RW201":
            return tree, report
    return None, report


def lines() -> list[str]:
    text = (FOLDER / "texts.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", lines())
def test_a_text_is_read_as_meant(line: str) -> None:
    text, _, expected = (part.strip().replace(" | ", "\n") for part in line.partition("->"))
    tree, report = read(text)
    if report.diagnostics:
        assert [one.code for one in report.diagnostics] == [expected], to_text(report.diagnostics)
        return
    said = show(tree, game().symbols)
    assert "\n".join(part.strip() for part in said.split("\n")) == expected
    assert read(said)[0] == tree


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("choose a card in the player's hand and the market, as the pick", "{}"),
        ("if there is no card in the market and exile: gain 1 gold", "{}"),
        ("put cards in the market or exile into the deck", "{}"),
        ("choose exactly 2 red cards in the market and exile, as the picks", "choose {}, as the picks"),
        ("choose up to 2 rats in the market or exile, as the picks", "choose {}, as the picks"),
        ("choose a card in the market or in exile with cost 3, as the pick", "choose {}, as the pick"),
    ],
)
def test_the_way_to_say_joined_places_is_accepted(text: str, whole: str) -> None:
    _, report = read(text)
    advice = report.diagnostics[0].help or ""
    tree, report = read(whole.format(re.split("(?:write|all|they may|last): ", advice)[-1]))
    assert tree is not None, (advice, to_text(report.diagnostics))


@pytest.mark.parametrize(
    "text",
    [
        "if there is a card in the market and in exile: gain 1 gold",
        "if doom > 3 or there are cards in the market and exile: gain 1 gold",
    ],
)
def test_both_readings_of_there_is_in_joined_places_can_be_written(text: str) -> None:
    _, report = read(text)
    ways = [one.message.removeprefix("one reading: ") for one in report.diagnostics[0].notes]
    trees = [read(way)[0] for way in ways]
    assert None not in trees
    assert len(trees) == 2
    assert trees[0] != trees[1]


def played(turn: str) -> str:
    """The game in which player 1 has two cards in the hand, two lie in the market, and this is a turn."""
    text = (FOLDER / "game.yaml").read_text(encoding="utf-8").replace("turn: nothing", f"turn: {turn}")
    begin = "put the top 2 cards of the deck into the market; put the top 2 cards of the deck into player 1's hand"
    return text.replace("flow:\n", f"flow:\n  - phase: begin\n    do: {begin}\n")


@pytest.mark.parametrize(
    ("places", "unknown"),
    [
        ("in the deck or in the market", "deck"),
        ("in the market or in the deck", "deck"),
        ("in the hand of the player after the player or in the market", "hand"),
    ],
)
def test_nobody_chooses_in_joined_places_among_what_they_do_not_know(places: str, unknown: str) -> None:
    game, report = load(played(f"choose a card {places}, as the pick; put the pick into exile"))
    assert game is None
    found = [one.message for one in report.diagnostics if one.code == "RW316"]
    assert found == [f"the player to whom this is offered does not know what lies in '{unknown}'"]


def test_what_is_chosen_in_the_own_hand_or_elsewhere_is_known_to_whoever_sees_it() -> None:
    turn = "choose a card in the player's hand or in the market, as the pick; put the pick under the deck"
    match = Match(loaded(played(turn)), players=["Ann", "Bob"], seed=3)
    mine = [str(one) for one in match.decision.options]
    assert len(mine) > 2
    match.choose(match.decision.options[0])
    assert match.log(0)[0] == f"Ann: choose a card – {mine[0]}"
    assert match.log(1)[0] == "Ann has chosen."
    bobs = str(match.decision.options[0])
    match.choose(match.decision.options[0])
    assert match.log(0)[1] == match.log(1)[1] == f"Bob: choose a card – {bobs}"


@cache
def scenarios() -> ScenarioFile:
    report = Report()
    node = read_document(
        Source("scenarios.yaml", (FOLDER / "scenarios.yaml").read_text(encoding="utf-8")), report
    )
    file = read_scenarios(node, report) if node is not None else None
    assert file is not None, to_text(report.diagnostics)
    return file


@pytest.mark.parametrize("name", list(scenarios().scenarios))
def test_a_text_does_what_it_says(name: Text) -> None:
    result = run_scenario(game(), name, scenarios().scenarios[name])
    assert result.passed, to_text(result.diagnostics)


def test_a_place_that_one_of_two_moves_says_is_asked_for_the_other() -> None:
    _, report = read("put rats in the market into exile and wolves into the deck")
    ways = [one.message.removeprefix("one reading: ") for one in report.diagnostics[0].notes]
    assert ways == ["put wolves in the market into the deck", "put wolves anywhere into the deck"]
    assert all(not read(way)[1].diagnostics for way in ways)


def test_a_phrase_of_the_game_that_says_random_goes_on_to_mean_what_it_says() -> None:
    phrases = """phrases:
  "{loser: player} drops {lost: card}": {do: put lost into exile}
  "{loser: player} drops a random card": {do: "choose a card in the loser's hand at random; put that card into exile"}
  "rain falls": {do: the leader drops a random card}
"""
    source = (FOLDER / "game.yaml").read_text(encoding="utf-8").replace("phrases:\n", phrases, 1)
    told = loaded(source).symbols
    report = Report()
    text = Text("the leader drops a random card")
    tree = resolve_text(text, "effect", RESOLVERS["effect"], Context(told, text), report)
    assert not report.diagnostics
    assert show(tree, told) == text.value
