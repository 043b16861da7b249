"""Reading a source again after an edit: only the smallest entry around the edit, if it can be read alone.

What stands around the entry is kept, with the spans of the versions that it was read from.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from ..diagnostics.report import Report
from ..diagnostics.source import Source, Span
from ..document.reader import LARGEST, Layout, Mapping, Node, Sequence, Text, read_document
from .versions import Versions


def reread(tree: Node, versions: Versions, start: int, end: int) -> tuple[Node, Node] | None:
    """The tree of the current version, and the old node of the entry that was read again, if the current version
    differs from that of `tree` only between two offsets; None if more than one entry has to be read."""
    text = versions.current.text
    if len(text) > LARGEST:
        return None
    return _reread(tree, versions, start, end, len(text))


def _reread(tree: Node, versions: Versions, start: int, end: int, limit: int) -> tuple[Node, Node] | None:
    found = _entry_around(tree, versions, start, end, limit) if isinstance(tree, Mapping) else None
    if found is None:
        return None
    assert isinstance(tree, Mapping)
    index, begins, ends = found
    key, value = tree.items[index]
    inner = _reread(value, versions, start, end, ends)
    if inner is not None:
        return _with(tree, index, key, inner[0], versions), inner[1]
    current = versions.current
    new = _alone(current, begins, ends)
    if new is not None and new[0].span.start != begins + _indent(key):  # such as behind a comment sign
        return None
    if new is None or (new[0].value != key.value and new[0].value in tree.by_key):
        return None
    return _with(tree, index, *new, versions), value


def _entry_around(
    tree: Mapping, versions: Versions, start: int, end: int, limit: int
) -> tuple[int, int, int] | None:
    """The entry of a block around a stretch of the current version: its index, and where its lines begin and end.
    None if the stretch does not lie in a single entry, or the entry no longer begins where those of the block do."""
    if not tree.items or tree.span.source.text.startswith(("{", "?"), tree.span.start):
        return None

    def line(index: int) -> int:
        return _line(tree.items[index][0], versions)

    index = bisect_right(range(len(tree.items)), start, key=line) - 1
    if index < 0:
        return None
    begins = line(index)
    ends = limit
    if index + 1 < len(tree.items):
        ends = line(index + 1)
        behind = tree.items[index + 1][0]
        if not _is_indented_alike(behind, versions.current, ends) or not _is_unchanged(behind, versions):
            return None
    if not (0 <= begins <= start and end <= ends and _ends_above(tree, index, versions, begins)):
        return None
    return (
        (index, begins, ends) if _is_indented_alike(tree.items[index][0], versions.current, begins) else None
    )


def _ends_above(tree: Mapping, index: int, versions: Versions, line: int) -> bool:
    """Whether nothing of the entry before was deleted together with what stands in front of this one."""
    if index == 0:
        return True
    spans = [versions.now(node.span) for node in tree.items[index - 1]]
    return all(span is not None and span.end < line for span in spans)


def _line(key: Text, versions: Versions) -> int:
    """Where the line of a key begins now; -1 if it is gone, or runs over several lines."""
    at, text = versions.now(key.span), versions.current.text
    if at is None or "\n" in text[at.start : at.end]:
        return -1
    return text.rfind("\n", 0, at.start) + 1


def _is_unchanged(key: Text, versions: Versions) -> bool:
    at, then = versions.now(key.span), key.span
    if at is None:
        return False
    return at.source.text[at.start : at.end] == then.source.text[then.start : then.end]


def _indent(key: Text) -> int:
    """How far a key is indented; -1 if it does not begin its line."""
    text, start = key.span.source.text, key.span.start
    line = text.rfind("\n", 0, start) + 1
    return start - line if not text[line:start].strip(" ") else -1


def _is_indented_alike(key: Text, source: Source, line: int) -> bool:
    """Whether a key, or what now stands in front of it, is indented like the key before."""
    indent = _indent(key)
    if line < 0 or indent < 0:
        return False
    found = source.text[line : line + indent + 1]
    return len(found) > indent and found[:indent] == " " * indent and found[-1] not in " \n"


_MARKS = re.compile(r"^(?:---|\.\.\.| *\?)", re.MULTILINE)
"""What begins and ends documents, and keys that are longer than a line."""


def _alone(source: Source, begins: int, ends: int) -> tuple[Text, Node] | None:
    """The key and the value that some lines of a source consist of; None if they are anything else."""
    lines = source.text[begins:ends]
    if _MARKS.search(lines):
        return None
    report = Report()
    node = read_document(Source(source.name, lines), report)
    if report.count or not isinstance(node, Mapping) or len(node.items) != 1:
        return None
    key, value = node.items[0]
    moved = shifted(key, source, begins)
    assert isinstance(moved, Text)
    return moved, shifted(value, source, begins)


def _with(tree: Mapping, index: int, key: Text, node: Node, versions: Versions) -> Mapping:
    """A block with another entry."""
    items = list(tree.items)
    items[index] = key, node
    first, last = versions.now(items[0][0].span), versions.now(items[-1][1].span)
    span = tree.span
    if first is not None and last is not None:
        span = Span(versions.current, first.start, last.end)
    return Mapping(tuple(items), span)


def shifted(node: Node, source: Source, by: int) -> Node:
    """A node that was read from a part of a source, at its place in the whole."""
    span = Span(source, node.span.start + by, node.span.end + by)
    if isinstance(node, Text):
        layout = node.layout
        if layout is not None:
            layout = Layout(layout.style, layout.start + by, layout.end + by)
        return Text(node.value, span, layout)
    if isinstance(node, Mapping):
        pairs = [(shifted(key, source, by), shifted(value, source, by)) for key, value in node.items]
        return Mapping(tuple(pairs), span, node.whole)  # type: ignore[arg-type]
    return Sequence(tuple([shifted(item, source, by) for item in node.items]), span)
