"""Diagnostics as SARIF 2.1.0, the format in which code hosts and editors read the findings of any tool.

In: diagnostics in the order in which they are shown. Out: one log with one run, as plain data for JSON.
 Lines and columns count from 1 in code points, the end is exclusive, and each file is named by a URI, which is
relative if the name is. The message of a result ends with the notes and the help of the finding; notes that have a
place are related locations as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from .codes import CODES
from .diagnostic import Diagnostic, Note
from .fix import Fix
from .source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
Data = dict[str, Any]


def to_sarif(diagnostics: Sequence[Diagnostic], version: str) -> Data:
    """The log of one run; `version` is that of the tool."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {"name": "rulewright", "version": version, "rules": [_rule(code) for code in codes]}
    results = [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def uri(name: str) -> str:
    """The name of a file as a URI; a relative name stays relative."""
    path = name.replace("\\", "/")
    if re.match(r"[A-Za-z]:/", path):
        path = f"/{path}"
    raw = path.encode("utf-8", "surrogateescape")  # a name that is no UTF-8 stands for its bytes
    return f"file://{quote(raw, safe='/:')}" if path.startswith("/") else quote(raw)


def _rule(code: str) -> Data:
    info = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": info.title},
        "fullDescription": {"text": info.explanation},
        "help": {"text": f"{info.explanation}\n\nrulewright explain {code} says the same."},
    }


def _result(diagnostic: Diagnostic, rule: int) -> Data:
    related = [note for note in diagnostic.notes if note.span is not None]
    found: Data = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": diagnostic.full_message},
        "locations": [_location(diagnostic.span)] if diagnostic.span is not None else [],
    }
    if related:
        found["relatedLocations"] = [_related(note, number) for number, note in enumerate(related, 1)]
    if diagnostic.fix is not None:
        found["fixes"] = [_fix(diagnostic.fix)]
    return found


def _related(note: Note, number: int) -> Data:
    assert note.span is not None
    return {"id": number, "message": {"text": note.message}, **_location(note.span)}


def _fix(fix: Fix) -> Data:
    change = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}}
    return {
        "description": {"text": f"write {fix.replacement}"},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri(fix.span.source.name)}, "replacements": [change]}
        ],
    }


def _location(span: Span) -> Data:
    return {"physicalLocation": {"artifactLocation": {"uri": uri(span.source.name)}, "region": _region(span)}}


def _region(span: Span) -> Data:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
