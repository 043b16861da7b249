"""The colours of rule texts: which words are keywords, and what each name names; in files of scenarios of effects,
and of names in other values. Keys, quotes and comments are left to the editor's own grammar of YAML."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from ...dsl.document.reader import Mapping, Node, Text
from ...dsl.draft.attempts import Attempt
from ...dsl.model.uses import (
    BUILTIN,
    CELL,
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    OPTION,
    PHASE,
    PHRASE,
    PHRASE_STATE,
    PLACE,
    PROPERTY,
    STATE,
    STEP,
    TYPE,
    VARIABLE,
    WORD,
)
from .connection import Data
from .documents import Document
from .projects import Project
from .session import Session

TYPES = (
    "keyword",
    "number",
    "class",
    "enumMember",
    "namespace",
    "property",
    "variable",
    "function",
    "event",
    "parameter",
)
MODIFIERS = ("declaration", "defaultLibrary")
LEGEND: Data = {"tokenTypes": list(TYPES), "tokenModifiers": list(MODIFIERS)}

_SORTS = {
    TYPE: "class",
    DESIGN: "enumMember",
    PLACE: "namespace",
    NOUN: "class",
    CELL: "enumMember",
    STATE: "property",
    PROPERTY: "property",
    PHRASE_STATE: "property",
    NUMBER: "variable",
    OPTION: "variable",
    PHRASE: "function",
    PHASE: "event",
    WORD: "enumMember",
    STEP: "function",
    LABEL: "event",
    VARIABLE: "parameter",
    BUILTIN: "variable",
}
_DECLARATION, _LIBRARY = 1, 2
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")

Token = tuple[int, int, str, int]
"""A stretch of a document, its type, and its modifiers."""


@cache
def _keywords() -> frozenset[str]:
    from ...dsl.syntax.vocabulary import common_vocabulary

    return frozenset(word for words in common_vocabulary().by_words for word in _each(words))


def _each(words: object) -> Iterator[str]:
    if isinstance(words, str):
        yield words
    elif isinstance(words, tuple):
        for one in words:
            yield from _each(one)


def tokens(document: Document, project: Project, start: int, end: int) -> list[Token]:
    """The coloured words between two offsets, in order."""
    found: list[Token] = []
    for attempt in project.texts(document):
        span = project.draft.now(attempt.text.span)
        if span is None or span.end < start or end < span.start or span.source.text != document.text:
            continue
        found += _of_text(attempt, project)
    if document.look.kind == "scenarios":
        found += (one for one in _named(document, project) if start <= one[1] and one[0] <= end)
    found.sort()
    last, kept = -1, []
    for one in found:
        if one[0] >= last:
            kept.append(one)
            last = one[1]
    return kept


def _named(document: Document, project: Project) -> Iterator[Token]:
    """The names in the values of scenarios, but those in texts that could be read. Keys are left to the editor."""
    node = project.workspace.scenario_text(document).node
    if node is None or node.span.source.text != document.text:
        return
    texts = sorted((text.span.start, text.span.end) for text in _values(node))
    ends = dict(texts)
    starts = [start for start, _ in texts]
    read = {one.text.span.start for one in project.texts(document) if one.tree is not None}
    for one in project.index.within(document.name):
        at = bisect_right(starts, one.start) - 1
        if one.key.sort not in _SORTS or at < 0 or one.end > ends[starts[at]] or starts[at] in read:
            continue
        for match in _WORD.finditer(document.text, one.start, one.end):
            yield match.start(), match.end(), _SORTS[one.key.sort], 0


def _values(node: Node) -> Iterator[Text]:
    """All texts that are no keys."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Mapping):
        for _, value in node.items:
            yield from _values(value)
    else:
        for item in node.items:
            yield from _values(item)


def _of_text(attempt: Attempt, project: Project) -> Iterator[Token]:
    value, draft = attempt.text.value, project.draft
    uses = attempt.uses if attempt.tree is not None else ()
    covered = [False] * len(value)
    for use in uses:
        modifiers = (_DECLARATION if use.binds else 0) | (_LIBRARY if use.sort == BUILTIN else 0)
        for match in _WORD.finditer(value, use.start, use.end):
            at = draft.now(attempt.text.span_of(match.start(), match.end()))
            if at is not None:
                yield at.start, at.end, _SORTS.get(use.sort, "variable"), modifiers
        covered[use.start : use.end] = [True] * (use.end - use.start)
    for match in _WORD.finditer(value):
        if covered[match.start()]:
            continue
        word = match.group()
        kind = "number" if word[0].isdigit() else "keyword"
        if attempt.tree is None and kind == "keyword" and word.casefold() not in _keywords():
            continue  # what a text that has no meaning names is not known
        at = draft.now(attempt.text.span_of(match.start(), match.end()))
        if at is not None:
            yield at.start, at.end, kind, 0


def _encoded(document: Document, found: list[Token]) -> list[int]:
    """Tokens as the protocol counts them: each from the one before."""
    data: list[int] = []
    before_line = before_start = 0
    for start, end, kind, modifiers in found:
        for line, column, length in document.lines.pieces(start, end):
            if line != before_line:
                before_start = 0
            data += [line - before_line, column - before_start, length, TYPES.index(kind), modifiers]
            before_line, before_start = line, column
    return data


class Colours:
    """What was answered last for each document, so that only changes need be sent."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, array[int]]] = {}
        self._count = 0

    def full(self, session: Session, params: Data) -> Data | None:
        data = self._of(session, params)
        if data is None:
            return None
        return {"resultId": self._kept(params, data), "data": data}

    def part(self, session: Session, params: Data) -> Data | None:
        found = session.project(params)
        if found is None:
            return None
        document, project = found
        start, end = document.lines.offsets(params["range"])
        return {"data": _encoded(document, tokens(document, project, start, end))}

    def changes(self, session: Session, params: Data) -> Data | None:
        uri = params["textDocument"]["uri"]
        before = self._last.get(uri)
        data = self._of(session, params)
        if data is None:
            return None
        id = self._kept(params, data)
        if before is None or before[0] != params.get("previousResultId"):
            return {"resultId": id, "data": data}
        old = before[1].tolist()
        same = next(
            (at for at, (a, b) in enumerate(zip(old, data, strict=False)) if a != b), min(len(old), len(data))
        )
        most = min(len(old), len(data)) - same
        tail = next((at for at in range(most) if old[-1 - at] != data[-1 - at]), most)
        if same == len(old) == len(data):
            return {"resultId": id, "edits": []}
        edit = {"start": same, "deleteCount": len(old) - same - tail, "data": data[same : len(data) - tail]}
        return {"resultId": id, "edits": [edit]}

    def forget(self, uri: str) -> None:
        self._last.pop(uri, None)

    def _of(self, session: Session, params: Data) -> list[int] | None:
        found = session.project(params)
        if found is None:
            return None
        document, project = found
        return _encoded(document, tokens(document, project, 0, len(document.text)))

    def _kept(self, params: Data, data: list[int]) -> str:
        self._count += 1
        self._last[params["textDocument"]["uri"]] = str(self._count), array("I", data)
        return str(self._count)
