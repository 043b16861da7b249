"""Things named as designers name them: what each text is read as, and what it does in a match."""

from __future__ import annotations

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
from rulewright.dsl.tree.types import Type
from rulewright.interpreter.scenarios import read_scenarios, run_scenario
from rulewright.interpreter.scenarios.schema import ScenarioFile

from .tiny import loaded

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


def test_a_phrase_of_the_game_goes_on_to_mean_what_it_says() -> None:
    phrases = """phrases:
  "{fellow: player} has the highest gold": {holds: the fellow is the leader}
  "swap {friend: player} and {mate: player}": {do: nothing}
  "rain falls": {do: "if the leader has the highest gold: swap the leader and the target"}
flow:
"""
    source = (FOLDER / "game.yaml").read_text(encoding="utf-8").replace("flow:\n", phrases, 1)
    told = loaded(source).symbols
    report = Report()
    text = Text("if the leader has the highest gold: swap the leader and the target")
    tree = resolve_text(text, "effect", RESOLVERS["effect"], Context(told, text), report)
    assert not report.diagnostics
    assert show(tree, told) == text.value
