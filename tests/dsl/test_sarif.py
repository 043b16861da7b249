"""SARIF: what version 2.1.0 requires of a log, and that all of a diagnostic is in it."""

import json

import pytest
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Note, Severity
from rulewright.dsl.diagnostics.sarif import to_sarif, uri
from rulewright.dsl.diagnostics.source import Source, Span

SOURCE = Source("games/my game/game.yaml", "title: 𝕏 é\nplayers: 2\nflow: []\n")
WHOLE = Diagnostic(
    "RW101",
    "there is no key 'é'",
    Span(SOURCE, 9, 10),
    notes=(Note("it stands here", Span(SOURCE, 11, 20)), Note("the keys are: a, b")),
    help="did you mean 'e'?",
)
WARNING = Diagnostic("RW305", "no part cites it", Span(SOURCE, 0, 30), severity=Severity.WARNING)
PLACELESS = Diagnostic("RW007", "there is no game 'x'")


def results(*diagnostics: Diagnostic) -> list[dict[str, object]]:
    found: list[dict[str, object]] = to_sarif(diagnostics, "1.0")["runs"][0]["results"]
    return found


def test_what_a_log_must_have() -> None:
    log = to_sarif([WHOLE, WARNING, PLACELESS], "1.0")
    assert json.loads(json.dumps(log)) == log
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["name"] == "rulewright"
    assert run["tool"]["driver"]["version"] == "1.0"
    assert len(run["results"]) == 3


def test_rules_come_from_the_registry_once_and_results_point_at_them() -> None:
    (run,) = to_sarif([WARNING, WHOLE, WHOLE, PLACELESS], "1.0")["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["RW007", "RW101", "RW305"]
    for rule in rules:
        info = CODES[rule["id"]]
        assert rule["shortDescription"] == {"text": info.title}
        assert rule["fullDescription"] == {"text": info.explanation}
        assert info.explanation in rule["help"]["text"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_result_says_where_in_code_points() -> None:
    (result,) = results(WHOLE)
    assert result["level"] == "error"
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "games/my%20game/game.yaml"},
                "region": {"startLine": 1, "startColumn": 10, "endLine": 1, "endColumn": 11},
            }
        }
    ]


def test_notes_and_help_are_in_the_message_and_notes_with_places_are_related() -> None:
    (result,) = results(WHOLE)
    assert result["message"] == {
        "text": "there is no key 'é'\nnote: it stands here\nnote: the keys are: a, b\nhelp: did you mean 'e'?"
    }
    assert result["relatedLocations"] == [
        {
            "id": 1,
            "message": {"text": "it stands here"},
            "physicalLocation": {
                "artifactLocation": {"uri": "games/my%20game/game.yaml"},
                "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 10},
            },
        }
    ]


def test_warnings_and_findings_without_a_place() -> None:
    warning, placeless = results(WARNING, PLACELESS)
    assert (warning["level"], "relatedLocations" in warning) == ("warning", False)
    assert placeless["locations"] == []


def test_nothing_found_is_a_log_too() -> None:
    (run,) = to_sarif([], "1.0")["runs"]
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("game.yaml", "game.yaml"),
        ("a b/ě#.yaml", "a%20b/%C4%9B%23.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
        ("/home/x/game.yaml", "file:///home/x/game.yaml"),
        ("games\\x\\game.yaml", "games/x/game.yaml"),
        ("C:\\x\\game.yaml", "file:///C:/x/game.yaml"),
    ],
)
def test_names_as_uris(name: str, expected: str) -> None:
    assert uri(name) == expected
