"""Formatting, as `rulewright fmt` does it."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.document.layout import laid_out
from .connection import Data
from .documents import Document
from .positions import changed_part
from .session import Session


def whole(session: Session, params: Data) -> list[Data]:
    """What to change in a document; nothing if it is not YAML, or of no game."""
    document = _document(session, params)
    laid = laid_out(document.text) if document is not None else None
    part = changed_part(document.text, laid) if document is not None and isinstance(laid, str) else None
    return [_edit(document, *part)] if document is not None and part is not None else []


def part(session: Session, params: Data) -> list[Data]:
    """The same for some lines."""
    document = _document(session, params)
    laid = laid_out(document.text) if document is not None else None
    if document is None or not isinstance(laid, str):
        return []
    first, last = params["range"]["start"]["line"], params["range"]["end"]["line"]
    if params["range"]["end"]["character"] == 0 and last > first:
        last -= 1
    return list(_between(document, laid, first, last))


def _between(document: Document, laid: str, first: int, last: int) -> Iterator[Data]:
    import difflib  # most editors format whole documents

    before, after = document.text.splitlines(keepends=True), laid.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    same = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, start, end, new_start, new_end in same.get_opcodes():
        if kind == "equal" or end < first or start > last:
            continue
        if (
            start < first or end > last + 1
        ):  # only the lines that were asked for, if it is clear which these are
            if end - start != new_end - new_start:
                continue
            cut, more = max(0, first - start), max(0, end - last - 1)
            start, end, new_start, new_end = start + cut, end - more, new_start + cut, new_end - more
        yield _edit(document, starts[start], starts[end], "".join(after[new_start:new_end]))


def _document(session: Session, params: Data) -> Document | None:
    found = session.project(params)
    return found[0] if found is not None else None


def _edit(document: Document, start: int, end: int, new: str) -> Data:
    return {"range": document.lines.range(start, end), "newText": new}
