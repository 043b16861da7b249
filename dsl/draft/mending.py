"""A tree for a source whose YAML is broken: what could be read before, or the rest of the file."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..diagnostics.source import Source
from ..document.reader import Node, read_document
from .entries import block_end
from .versions import Versions

MOST_ROUNDS = 6
"""How many broken places of a file are left out."""


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
    """What can be read if something is blank: the smallest block at an error, or at what the error refers to."""
    text = source.text
    for _ in range(MOST_ROUNDS):
        farthest: tuple[int, str, Report] | None = None
        for start, end in _suspects(text, report):
            trial = _blank(text, start, end)
            found = Report()
            node = read_document(Source(source.name, trial), found)
            if node is not None:
                return node
            at = min((one.span.start for one in found.errors if one.span is not None), default=0)
            if farthest is None or at > farthest[0]:
                farthest = at, trial, found
        if farthest is None:
            return None
        text, report = farthest[1], farthest[2]
    return None


def _suspects(text: str, report: Report) -> list[tuple[int, int]]:
    """The stretches that may be to blame, the smallest first: the lines that errors and their notes are about, the
    lines before these (what is not closed shows only behind it), and the blocks around them."""
    found: set[tuple[int, int]] = set()
    for one in report.errors:
        for span in (one.span, *(note.span for note in one.notes)):
            if span is None:
                continue
            line = _line_start(text, min(span.start, len(text)))
            before = line
            while before > 0 and not text[before:line].strip():
                before = _line_start(text, before - 1)
            for start in (line, before):
                found.add((start, _line_end(text, start)))
                while True:
                    found.add((start, block_end(text, start)))
                    outer = _outer(text, start)
                    if outer is None:
                        break
                    start = outer
    return sorted(found, key=lambda one: (one[1] - one[0], one[0]))


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _outer(text: str, line: int) -> int | None:
    """The nearest line above that is indented less; None if this one is not indented."""
    indent = len(text[line : _line_end(text, line)]) - len(text[line : _line_end(text, line)].lstrip(" "))
    at = line
    while indent and at > 0:
        at = _line_start(text, at - 1)
        row = text[at : _line_end(text, at)]
        if row.strip() and len(row) - len(row.lstrip(" ")) < indent:
            return at
    return None


def _blank(text: str, start: int, end: int) -> str:
    kept = "".join("\n" if letter == "\n" else " " for letter in text[start:end])
    return text[:start] + kept + text[end:]
