"""The smallest entry of a YAML tree around a text, and reading it alone after an edit.

An entry is `key: value`, or an item of a list, that begins a line. It ends before the next line that is indented no
more than it is. So it can be read without the rest of the file; if it still consists of the same keys and texts but
for one, the edit has changed this text only.
"""

from __future__ import annotations

import attrs

from ..diagnostics.report import Report
from ..diagnostics.source import Source, Span
from ..document.reader import Mapping, Node, Sequence, Text, read_document
from .rereading import shifted


@attrs.frozen(eq=False)
class DraftEntry:
    """A key (None: an item of a list) and what stands under it; `span` begins at the start of its line."""

    key: Text | None
    value: Node
    span: Span


def entry_around(tree: Node, text: Text) -> DraftEntry | None:
    """The smallest entry with a text of the tree; None if the text is none of its values."""
    found: DraftEntry | None = None
    node = tree
    while not isinstance(node, Text):
        below: tuple[Text | None, Node] | None = None
        parts = node.items if isinstance(node, Mapping) else [(None, item) for item in node.items]
        for key, value in parts:
            if value is text or (not isinstance(value, Text) and _holds(value, text)):
                below = key, value
                break
        if below is None:
            return None
        key, node = below
        first = key.span.start if key is not None else _item_start(node)
        found = _entry(key, node, first) or found
    return found


def _holds(node: Mapping | Sequence, text: Text) -> bool:
    todo: list[Node] = [node]
    while todo:
        one = todo.pop()
        if one is text:
            return True
        if isinstance(one, Mapping):
            todo.extend(value for _, value in one.items)
        elif isinstance(one, Sequence):
            todo.extend(one.items)
    return False


def _item_start(node: Node) -> int:
    """Where the dash of an item stands, if it stands before it on its line."""
    source = node.span.source.text
    line = source.rfind("\n", 0, node.span.start) + 1
    lead = source[line : node.span.start]
    dash = lead.find("- ")
    return line + dash if dash >= 0 and not lead[:dash].strip() else node.span.start


def _entry(key: Text | None, value: Node, first: int) -> DraftEntry | None:
    """The entry that begins at an offset; None if something stands before it on its line."""
    source = value.span.source
    line = source.text.rfind("\n", 0, first) + 1
    if source.text[line:first].strip(" "):
        return None
    if key is None and not source.text.startswith("- ", first):
        return None
    return DraftEntry(key, value, Span(source, line, block_end(source.text, line)))


def block_end(text: str, line: int) -> int:
    """Where the block that begins with a line ends: before the next line that is indented no more, unless that is
    empty."""
    indent = _indent(text, line)
    at = text.find("\n", line) + 1
    while 0 < at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].strip() and _indent(text, at) <= indent:
            return at
        at = end + 1
    return len(text)


def _indent(text: str, line: int) -> int:
    at = line
    while at < len(text) and text[at] == " ":
        at += 1
    return at - line


def text_at(entry: DraftEntry, current: Source, start: int, text: Text) -> Text | None:
    """A text of an entry as it is written in the current version, where the entry begins at `start`; None if anything
    else of the entry has changed, too."""
    end = block_end(current.text, start)
    report = Report()
    node = read_document(Source(current.name, current.text[start:end]), report)
    if node is None or report.diagnostics:
        return None
    if entry.key is not None:
        if not isinstance(node, Mapping) or len(node.items) != 1 or node.items[0][0].value != entry.key.value:
            return None
        node = node.items[0][1]
    elif not isinstance(node, Sequence) or len(node.items) != 1:
        return None
    else:
        node = node.items[0]
    found: list[Text] = []
    if not _same(entry.value, node, text, found) or len(found) != 1:
        return None
    moved = shifted(found[0], current, start)
    assert isinstance(moved, Text)
    return moved


def _same(old: Node, new: Node, text: Text, found: list[Text]) -> bool:
    """Whether two trees are equal but for one text, which is added to `found`."""
    if isinstance(old, Text):
        if not isinstance(new, Text) or new.is_empty:
            return False
        if old is text:
            found.append(new)
            return True
        return old.value == new.value
    if isinstance(old, Mapping):
        return (
            isinstance(new, Mapping)
            and len(old.items) == len(new.items)
            and all(
                a.value == b.value and _same(one, other, text, found)
                for (a, one), (b, other) in zip(old.items, new.items, strict=True)
            )
        )
    return (
        isinstance(new, Sequence)
        and len(old.items) == len(new.items)
        and all(_same(one, other, text, found) for one, other in zip(old.items, new.items, strict=True))
    )
