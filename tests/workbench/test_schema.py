"""The JSON Schemas of YAML files: all shipped files fit them, and they refuse what the language refuses."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Mapping, Node, Sequence, read_document
from rulewright.dsl.schema.classes import GameDoc
from rulewright.dsl.schema.structure import structure
from rulewright.workbench.commands.schema import KINDS, schema_text

from ..amount import sample
from .conftest import ROOT, Run

VALIDATORS = {kind: jsonschema.Draft7Validator(json.loads(schema_text(kind))) for kind in KINDS}
CASES = (ROOT / "tests" / "dsl" / "structure_cases.txt").read_text(encoding="utf-8")
SHAPE = {"RW101", "RW103", "RW104", "RW105", "RW106", "RW107"}


def files() -> list[Any]:
    """Every YAML file that ships, with its kind, which follows from its folder."""
    kinds = {"variants": "variant", "scenarios": "scenarios"}
    found = []
    for path in sorted(
        [*(ROOT / "games").rglob("*.yaml"), *(ROOT / "workbench" / "skeletons").glob("*.yaml")]
    ):
        folder = path.parent if path.parent.parent.name != "variants" else path.parent.parent
        kind = "variant" if path.stem == "variant" else kinds.get(folder.name, "game")
        found.append(pytest.param(kind, path, id=path.relative_to(ROOT).as_posix()))
    return found


def problems(kind: str, data: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in VALIDATORS[kind].iter_errors(data)]


def keyed(data: Any) -> Any:
    """Data with texts as keys, as editors see it: YAML reads some keys as numbers."""
    if isinstance(data, dict):
        return {str(key): keyed(value) for key, value in data.items()}
    return [keyed(one) for one in data] if isinstance(data, list) else data


def plain(node: Node) -> Any:
    """A document as untyped data."""
    if isinstance(node, Mapping):
        return {key.value: plain(value) for key, value in node.items}
    if isinstance(node, Sequence):
        return [plain(one) for one in node.items]
    return None if node.is_empty else node.value


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_schemas(kind: str) -> None:
    jsonschema.Draft7Validator.check_schema(VALIDATORS[kind].schema)


@pytest.mark.parametrize(("kind", "path"), sample(files(), 120, lambda one: str(one.id)))
def test_what_ships_fits(kind: str, path: Path) -> None:
    assert problems(kind, keyed(yaml.safe_load(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("game", "gaem: x"),
        ("game", "places: [deck]"),
        ("game", "players: [2, 3]"),
        ("game", "players:"),
        ("game", "places: {deck: {is: pile of cards, sec: Balíček}}"),
        ("game", "flow: [{do: nothing}]"),
        ("game", "flow: {phase: end}"),
        ("game", "flow: [{phase: end, phases: [{phase: [x]}]}]"),
        ("game", "components: {card: {designs: {ace: {worth: {more: [1]}}}}}"),
        ("game", "phrases: {shout: {ability: {do: x}}}"),
        ("variant", "{rulewright: 1, variant: v}"),
        ("variant", "{rulewright: 1, variant: v, of: g, sets: {}}"),
        ("variant", "{rulewright: 1, variant: v, of: g, set: [a]}"),
        ("variant", "components: {card: {designs: [a]}}"),
        ("variant", "places: {deck: {iss: pile of cards}}"),
        ("variant", "flow: [{phase: end}]"),
        ("scenarios", "scenarios: [a]"),
        ("scenarios", "scenarios: {a: {givne: {}}}"),
        ("scenarios", "scenarios: {a: {when: {expect: {}}}}"),
    ],
)
def test_mistakes_are_refused(kind: str, text: str) -> None:
    assert problems(kind, yaml.safe_load(text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("game", "{places: {deck: pile of cards}, players: 2}"),
        (
            "game",
            "{components: {card: {cs: {nom: karta, acc: kartu}, designs: {ace: {worth: 1, list: [a, b]}}}}}",
        ),
        ("game", "flow: [{phase: end, rule: a, phases: [{phase: b, rule: [c, d]}]}]"),
        ("variant", "{rulewright: 1, variant: v, of: g, over: w, add: {places/x: {is: y}}, remove: [a, b]}"),
        ("variant", "{components: {card: {designs: {ace: {worth: 1}}}}, places: {deck: {cs: balíček}}}"),
        ("scenarios", "{variants: v, scenarios: {a: {when: [undo, {expect: {}}], then: {over: yes}}}}"),
    ],
)
def test_short_and_long_ways_fit(kind: str, text: str) -> None:
    assert problems(kind, yaml.safe_load(text)) == []


@pytest.mark.parametrize("case", CASES.split("\n=====\n"))
def test_the_schema_and_the_language_refuse_the_same(case: str) -> None:
    text = case.partition("\n-----\n")[0]
    report = Report()
    node = read_document(Source("g.yaml", text), report)
    assert node is not None
    structure(node, GameDoc, report)
    refused = bool({found.code for found in report.diagnostics} & SHAPE)
    assert bool(problems("game", plain(node))) == refused, (text, str(report))


def test_the_command_prints_them(rulewright: Run) -> None:
    for kind in KINDS:
        done = rulewright("schema", kind)
        assert (done.code, done.out, done.err) == (0, schema_text(kind), "")
    assert rulewright("schema").out == schema_text("game")
    assert rulewright("schema", "saves").code == 2
