"""A wrong shape at any key of a scenario is told at its place, and nothing that a scenario says is passed over."""

from __future__ import annotations

from typing import Any

import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import read_document
from rulewright.interpreter.scenarios import ScenarioFile, read_scenarios, run_scenarios, verify_scenarios

from ..dsl.shapes import SHAPES, Raw, Spot, fits, put, spots, written
from .small_games import shipped_game, small_game

PLAYER = {"bidding": "yes"}
ONE: dict[str, Any] = {
    "rule": ["items.2"],
    "shows": "what it is about",
    "players": "2",
    "seed": "1",
    "options": {"victories to win": "2"},
    "given": {
        "hero": "knight",
        "leader": "player 1",
        "gear": ["torch"],
        "player 1": PLAYER,
        "player 2": PLAYER,
    },
    "start": "round/bidding",
    "as": "player 1",
    "when": [
        {"expect": {"decides": ["player 1"], "hero": "knight", "gear": ["torch"]}},
        {"cannot": "summon"},
    ],
    "then": {
        "over": "no",
        "options": ["draw", "pass"],
        "hero": "knight",
        "view of player 1": {"hero": "knight"},
    },
}
EFFECT: dict[str, Any] = {"do": "nothing", "as": "player 2"}
FILE = {"scenarios": {"it": ONE, "effect": EFFECT}, "variants": ["three-victories"]}
ANYTHING = ("given", "when", "then")
SPOTS = [
    *spots(FILE, ScenarioFile),
    *(
        Spot(("scenarios", "it", part, key), part, key, None)
        for part in ("given", "then")
        for key in ONE[part]
    ),
    *(
        Spot(("scenarios", "it", "when", 0, "expect", key), "expect", key, None)
        for key in ONE["when"][0]["expect"]
    ),
    Spot(("scenarios", "it", "when", 1, "cannot"), "step", "cannot", None),
    Spot(("scenarios", "it", "given", "player 1", "bidding"), "player", "bidding", None),
    Spot(("scenarios", "it", "then", "view of player 1", "hero"), "view", "hero", None),
]
LISTS = ("gear", "decides", "options")
"""Where a list is meant, one of one entry is told by what it says, and a text is a list of one."""


def told(text: str) -> tuple[Diagnostic, ...]:
    game = shipped_game("do-podzemi")
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    file = read_scenarios(node, report) if node is not None else None
    if file is None:
        return report.diagnostics
    verify_scenarios(game, file, report)
    results = run_scenarios(game, file)
    assert all(one.passed or to_text(one.diagnostics) for one in results)
    return (*report.diagnostics, *(found for one in results for found in one.diagnostics))


def test_the_scenarios_pass() -> None:
    assert told(written(FILE)) == ()


@pytest.mark.parametrize("spot", SPOTS, ids=str)
def test_any_shape_at_any_key(spot: Spot) -> None:
    for shape, raw in SHAPES.items():
        text = written(put(FILE, spot.path, Raw(raw)))
        found = told(text)
        assert all(one.span is not None for one in found)
        if spot.owner == "item" and shape == "nothing":
            continue  # brackets with nothing in them are an empty list
        fitting = spot.kind is not None and spot.key not in ANYTHING and fits(spot.kind, shape)
        empty = shape.startswith("empty") and shape != "empty text"  # a list or a mapping that says nothing
        assert found or fitting or empty, f"{shape}: {text}"


def only(text: str, game: str = "faulty") -> tuple[str, str]:
    report = Report()
    node = read_document(Source("s.yaml", "scenarios:\n  it:\n" + text), report)
    file = read_scenarios(node, report) if node is not None else None
    assert file is not None
    (result,) = run_scenarios(small_game(game), file)
    (found,) = result.diagnostics
    assert found.span is not None
    return found.message, found.span.source.text[found.span.start : found.span.end]


FAULT = "    start: play\n    given: {opener: player 1, level: 3}\n    when: [player 1: climb%s]\n"


def test_what_else_is_expected_of_a_match_that_goes_wrong() -> None:
    message, at = only(FAULT % "" + "    then: {fault: RW401, level: 2}\n")
    assert (message, at) == ("'level' should be '2', but is '3'", "2")
    message, at = only(
        "    do: level goes up by 1\n    given: {level: 3}\n    then: {fault: RW401, level: 9}\n"
    )
    assert (message, at) == ("the rules went wrong before the match began", "level")


def test_a_step_after_the_rules_went_wrong() -> None:
    message, at = only(FAULT % ", player 1: climb" + "    then: {fault: RW401}\n")
    assert (message, at) == ("the rules went wrong before this step", "player 1: climb")


def test_a_fault_is_expected_at_the_end() -> None:
    message, at = only(
        "    start: play\n    given: {opener: player 1, level: 3}\n    when: [expect: {fault: RW401}]\n"
    )
    assert (message, at) == ("a fault ends the scenario, so it is expected at the end", "fault")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "    do: nothing\n    start: play\n",
            "a scenario begins at a phase or with an effect, not both",
        ),
        (
            "    do: nothing\n    times: {play: 2}\n",
            "'times:' needs a phase in which the scenario starts",
        ),
        ("    start: play\n    times: {play: 2}\n", "phase 'play' is not repeated a number of times"),
    ],
)
def test_ways_to_begin_that_contradict(text: str, message: str) -> None:
    assert only(text)[0] == message
