"""Diagnostics as workflow commands of GitHub Actions, which shows each beside its line in a pull request.

In: diagnostics in the order in which they are shown. Out: a line for each. Lines and columns count from 1. As in
SARIF, the message ends with the notes and the help of the finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .diagnostic import Diagnostic, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def to_github(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    for diagnostic in diagnostics:
        properties = {"title": f"rulewright {diagnostic.code}", **_place(diagnostic)}
        given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        yield f"::{_COMMANDS[diagnostic.severity]} {given}::{_escaped(diagnostic.full_message)}"


def _place(diagnostic: Diagnostic) -> dict[str, object]:
    span = diagnostic.span
    if span is None:
        return {}
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    place: dict[str, object] = {"file": span.source.name, "line": line}
    if end_line != line:  # columns are allowed on one line only
        return {**place, "endLine": end_line}
    return {**place, "col": column, "endColumn": max(end_column - 1, column)}


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
