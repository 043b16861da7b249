"""What the tests of the front door share: reading a text, and a tree as plain Python data."""

from typing import Any

from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Mapping, Node, Sequence, Text, read_document


def read(text: str, name: str = "g.yaml", report: Report | None = None) -> Node:
    """The document of a text that is expected to have one."""
    node = read_document(Source(name, text), report or Report())
    assert node is not None, text
    return node


def findings(text: str) -> tuple[Diagnostic, ...]:
    report = Report()
    read_document(Source("g.yaml", text), report)
    return report.diagnostics


def plain(node: Node) -> Any:
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Mapping):
        return {key.value: plain(value) for key, value in node.items}
    return [plain(item) for item in node.items]


def texts(node: Node) -> list[Text]:
    """All texts of a tree, keys included."""
    if isinstance(node, Text):
        return [node]
    parts: list[Node] = list(node.items) if isinstance(node, Sequence) else []
    if isinstance(node, Mapping):
        parts = [part for pair in node.items for part in pair]
    return [text for part in parts for text in texts(part)]


def nodes(node: Node) -> list[Node]:
    inner = (
        node.items
        if isinstance(node, Sequence)
        else [v for _, v in node.items]
        if isinstance(node, Mapping)
        else []
    )
    return [node, *(below for part in inner for below in nodes(part))]


def underlined(diagnostic: Diagnostic) -> str:
    """The text that a diagnostic points at."""
    assert diagnostic.span is not None
    return diagnostic.span.source.text[diagnostic.span.start : diagnostic.span.end]


def is_inside(diagnostic: Diagnostic) -> bool:
    """Every place that a diagnostic names lies in its file."""
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    return all(s is None or 0 <= s.start <= s.end <= len(s.source.text) for s in spans)
