"""The report, and diagnostics as text and data."""

import pytest
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.diagnostic import Note, Severity
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.dsl.diagnostics.text import render, to_json, to_text

SOURCE = Source(
    "games/x/game.yaml",
    "first\n" * 30 + '      torch: {power: "kills monsters with strenght <= 3"}\n' + "phrases:\n",
)


def span(word: str, source: Source = SOURCE) -> Span:
    start = source.text.index(word)
    return Span(source, start, start + len(word))


def shown(text: str, word: str) -> list[str]:
    report = Report()
    report.error("RW101", "message", span(word, Source("g.yaml", text)))
    return to_text(report.diagnostics).splitlines()[1:3]


def test_the_look() -> None:
    report = Report()
    report.error(
        "RW101",
        "monsters have no property 'strenght'",
        span("strenght"),
        notes=[Note("read as: kills {prey: monsters}", span("phrases"))],
        help="did you mean 'strength'?",
    )
    assert to_text(report.diagnostics) == (
        "games/x/game.yaml:31:43: error RW101: monsters have no property 'strenght'\n"
        '   31 |       torch: {power: "kills monsters with strenght <= 3"}\n'
        "      |                                           ^^^^^^^^\n"
        "   = note: read as: kills {prey: monsters}      (games/x/game.yaml:32)\n"
        "   = help: did you mean 'strength'?             rulewright explain RW101\n"
    )


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("\tab", "b", ["    1 |     ab", "      |      ^"]),
        ("漢字ab", "b", ["    1 | 漢字ab", "      |      ^"]),
        ("e\u0301ab", "b", ["    1 | e\u0301ab", "      |   ^"]),
        ("a\x1b[31mb\u202e", "b", ["    1 | a\ufffd[31mb", "      |       ^"]),
        ("a\r\nb", "a", ["    1 | a", "      | ^"]),
        ("漢", "漢", ["    1 | 漢", "      | ^^"]),
        ("ab\ncd", "b\nc", ["    1 | ab", "      |  ^"]),
    ],
)
def test_columns(text: str, word: str, expected: list[str]) -> None:
    assert shown(text, word) == expected


@pytest.mark.parametrize("before", [0, 60, 5000])
@pytest.mark.parametrize("after", [0, 60, 5000])
@pytest.mark.parametrize("filling", ["x", "漢", "\t", "\u0301"])
def test_long_lines_are_cut_around_the_span(before: int, after: int, filling: str) -> None:
    line, under = shown(filling * before + "BAD" + filling * after, "BAD")
    assert "BAD" in line
    assert under.strip("| ") == "^^^"
    assert len(under) < 120


def test_an_end_of_file_and_a_long_span() -> None:
    report = Report()
    source = Source("g.yaml", "x" * 500)
    report.error("RW101", "end", Span(source, 500, 500))
    report.error("RW101", "all", Span(source, 0, 500))
    for diagnostic in report.diagnostics:
        assert all(len(line) < 130 for line in render(diagnostic).splitlines())


def test_findings_are_sorted_and_reported_once() -> None:
    report = Report()
    report.error("RW102", "b", span("torch"))
    report.warn("RW101", "a", span("first"))
    report.error("RW102", "b", span("torch"))
    report.error("RW006", "no file", None)
    assert [found.message for found in report.diagnostics] == ["no file", "a", "b"]
    assert report.diagnostics[1].severity is Severity.WARNING


def test_a_warning_is_no_error() -> None:
    report = Report()
    report.warn("RW101", "a", None)
    assert not report.has_errors


def test_codes_are_registered() -> None:
    with pytest.raises(AssertionError, match="RW999"):
        Report().error("RW999", "x", None)
    assert list(CODES) == sorted(CODES)
    assert all(info.title and info.explanation.endswith(".") for info in CODES.values())


def test_colour_only_when_asked() -> None:
    report = Report()
    report.error("RW101", "m", span("torch"), help="h")
    assert "\x1b" not in to_text(report.diagnostics)
    coloured = to_text(report.diagnostics, colour=True)
    assert "\x1b[1;31merror RW101\x1b[0m" in coloured


def test_no_control_characters_from_names() -> None:
    report = Report()
    report.error("RW101", "key 'a\x1b[2J\n\u202e'", span("torch"), help="\x07")
    text = to_text(report.diagnostics)
    assert text.replace("\n", "").isprintable()


def test_data() -> None:
    report = Report()
    report.error("RW101", "m", span("torch"), notes=[Note("n")])
    assert to_json(report.diagnostics) == [
        {
            "file": "games/x/game.yaml",
            "line": 31,
            "column": 7,
            "end_line": 31,
            "end_column": 12,
            "code": "RW101",
            "severity": "error",
            "message": "m",
            "notes": [
                {
                    "message": "n",
                    "file": None,
                    "line": None,
                    "column": None,
                    "end_line": None,
                    "end_column": None,
                }
            ],
            "help": None,
            "fix": None,
        }
    ]
