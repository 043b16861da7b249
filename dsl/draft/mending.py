"""A tree for a source whose YAML is broken: what could be read before, or the rest of the file."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..diagnostics.source import Source
from ..document.reader import Node, read_document
from .entries import block_end
from .versions import Versions

MOST_ROUNDS = 12
"""How many broken places of a file are cut out."""


def mended(
    source: Source, report: Report, last: Node | None, versions: Versions | None
) -> tuple[Node | None, bool]:
    """The tree of a source, and whether it is that of the source as it is. If it cannot be read, `last` stands in, or
    what can be read without the broken lines."""
    node = read_document(source, report)
    if node is not None:
        return node, True
    if last is not None:
        return last, False
    found = _without_broken(source, report)
    if found is None:
        return None, False
    if versions is not None:
        versions.alias(found.span.source)
    return found, False


def _without_broken(source: Source, report: Report) -> Node | None:
    """What can be read if broken lines are blank: the line of an error, then what is around it."""
    text = source.text
    for round_ in range(MOST_ROUNDS):
        errors = report.errors
        at = next((one.span.start for one in errors if one.span is not None), None)
        if at is None:
            return None
        start = text.rfind("\n", 0, min(at, len(text))) + 1
        if round_ % 2 or not text[start : _line_end(text, start)].strip():
            start = _outer(text, start)
        text = _blank(text, start, block_end(text, start))
        report = Report()
        node = read_document(Source(source.name, text), report)
        if node is not None:
            return node
    return None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _outer(text: str, start: int) -> int:
    """The nearest line above that begins a top-level entry."""
    while start > 0 and (
        text[start : start + 1].isspace() or not text[start : _line_end(text, start)].strip()
    ):
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def _blank(text: str, start: int, end: int) -> str:
    kept = "".join("\n" if letter == "\n" else " " for letter in text[start:end])
    return text[:start] + kept + text[end:]
