"""Every key of `then:` stands in one table, and whoever deals with scenarios deals with all of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rulewright.dsl.completion.completion import complete
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.naming.references import index
from rulewright.dsl.naming.rename import Refused, rename
from rulewright.dsl.scenarios.classes import ScenarioFile, read_scenarios
from rulewright.dsl.scenarios.keys import EXPECTED, THEN
from rulewright.interpreter.scenarios import run_scenarios, verify_scenarios
from rulewright.workbench.commands.schema import schema_text
from rulewright.workbench.lsp.keys import meaning

GAME = """\
rulewright: 2
game: keys
players: 2
places: {mine: {is: pile of stones}, vault: {is: "pile of stones, per player"}}
components:
  stone: {starts in: mine, designs: {ruby: {copies: 2}}}
players have:
  gold: 0..9
game has:
  debt: 0..9
score: the player's gold
flow:
  - phase: dig
    turns: clockwise from player 1, each player, once each
    options:
      grab:
        do: |
          the player's gold goes up by 1
          the player grabs the top stone of the mine
      break: {do: debt becomes debt - 1}
      leave: {do: nothing}
phrases:
  "{digger: player} grabs {find: stone}":
    log: {en: "{digger} grabs {find}."}
    do: put find into digger's vault
"""
HEAD = "scenarios:\n  it:\n    when: [{step}]\n    then: {then}\n"
STEP, BREAK = "player 1: grab", "player 1: break"


@pytest.fixture(scope="module")
def game() -> Game:
    report = Report()
    found = load_game([Source("keys.yaml", GAME)], report, strict=False)
    assert found is not None, [one.message for one in report.diagnostics]
    return found


# Of each key: what holds, what does not, and what cannot be read (None: a text can say anything).
SAID = {
    "options": ("[grab, break, leave]", "[grab]", "{grab: 1}"),
    "options with": ("[leave]", "[ruby]", "{grab: 1}"),
    "options without": ("[ruby]", "[leave]", "[[leave]]"),
    "decides": ("player 2", "player 1", "player 5"),
    "prompt": ("your turn", "nothing", "[[a]]"),
    "over": ("no", "yes", "perhaps"),
    "winners": ("nobody", "player 1", "player 5"),
    "scores": ("[1, 0]", "[0, 0]", "[many]"),
    "log": ("[grabs a Ruby]", "[leaves]", "{a: b}"),
    "fault": ("RW401", "RW402", "[[RW401]]"),
}


def written(key: str, value: str) -> str:
    step = BREAK if key == "fault" else STEP
    return HEAD.replace("{step}", f"'{step}'").replace("{then}", f"{{{key}: {value}}}")


def told(text: str, game: Game, *, run: bool = True) -> tuple[Diagnostic, ...]:
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    assert node is not None
    file = read_scenarios(node, report)
    assert file is not None
    if run:
        return run_scenarios(game, file)[0].diagnostics
    verify_scenarios(game, file, report)
    return report.diagnostics


def test_every_key_is_tried() -> None:
    assert SAID.keys() == EXPECTED.keys()
    assert len(EXPECTED) == 10


@pytest.mark.parametrize("key", EXPECTED)
def test_it_is_compared_and_checked(key: str, game: Game) -> None:
    holds, fails, wrong = SAID[key]
    assert told(written(key, holds), game) == ()
    (found,) = told(written(key, fails), game)
    assert found.code == ("RW603" if key == "fault" else "RW601")
    text = written(key, wrong)
    seen = told(text, game, run=False)
    assert [one.code for one in seen] == ["RW602"]
    span = seen[0].span
    assert span is not None
    assert text.index(key + ":") < span.start, "the value is underlined"
    assert text[span.start : span.end] in wrong


@pytest.mark.parametrize("key", EXPECTED)
def test_it_is_offered_with_its_values(key: str) -> None:
    def offered(text: str) -> dict[str, Any]:
        at = text.index("¦")
        found = complete(draft, "s.yaml", at, text=text.replace("¦", ""), root=ScenarioFile)
        return {one.label: one for one in found}

    draft = Draft.of([Source("keys.yaml", GAME)])
    then = "scenarios:\n  it:\n    then:\n      ¦"
    assert offered(then)[key].documentation == EXPECTED[key].says
    inside = offered("scenarios:\n  it:\n    when:\n      - expect: {¦")
    assert (key in inside) == (not EXPECTED[key].last)
    values = offered(f"scenarios:\n  it:\n    then: {{{key}: ¦")
    wanted = {"decides": "player 2", "winners": "nobody", "over": "yes", "fault": "RW401"}
    expected = "grab" if key.startswith("options") else wanted.get(key)
    assert expected in values if expected is not None else values == {}


@pytest.mark.parametrize("key", EXPECTED)
def test_names_in_it_are_found_and_renamed(key: str) -> None:
    text = written(key, "[grabs ruby, grab]" if key in SHOWN else "[ruby, grab]")
    node = read_document(Source("s.yaml", text), Report())
    assert node is not None
    found = index(Draft.of([Source("keys.yaml", GAME)]), [node])
    there = {(one.key.sort, one.key.name) for one in found.within("s.yaml") if one.start > text.index("then")}
    every = {("design", "ruby"), ("label", "grab")}
    assert there == (every if key.startswith("options") else {("design", "ruby")} if key in SHOWN else set())
    ruby = found.named_at("keys.yaml", GAME.index("ruby"))
    assert ruby is not None
    edits = rename(found, ruby, "opal")
    assert not isinstance(edits, Refused)
    assert len(edits.get("s.yaml", [])) == (("design", "ruby") in there)


SHOWN = ("log", "prompt")
"""Of these, words that players read: no option that a player might choose."""


def test_the_schema_says_all_keys() -> None:
    then = json.loads(schema_text("scenarios"))["definitions"]["ScenarioDoc"]["properties"]["then"]
    assert set(then["properties"]) == EXPECTED.keys()
    assert len(then["patternProperties"]) == len(THEN) - len(EXPECTED)
    for key, one in EXPECTED.items():
        assert meaning("scenarios", ("scenarios", "it", "then", key)) == one.says
    assert (
        meaning("scenarios", ("scenarios", "it", "when", "", "cannot")) == "says that the option is not open"
    )
    assert meaning("scenarios", ("scenarios", "it", "then", "view of player 2")) is not None
