"""The outline of a file: its sections and what is declared in them, where it can be folded, and what is selected step
by step around a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.diagnostics.source import Source, Span
from ...dsl.document.reader import Mapping, Node, Sequence, Text
from ...dsl.languages import BASE, tags
from .connection import Data
from .documents import Document
from .positions import Range
from .projects import Project
from .session import Session
from .trees import Now, Step, entries, span_of, way_to

_NAMESPACE, _CLASS, _METHOD, _PROPERTY, _FIELD, _FUNCTION, _VARIABLE, _CONSTANT = 3, 5, 6, 7, 8, 12, 13, 14
_STRING, _KEY, _MEMBER, _EVENT = 15, 20, 22, 24

_STATES = {"state": _FIELD, "properties": _PROPERTY}
_INSIDE: dict[str, dict[str, int]] = {
    "components": {**_STATES, "designs": _MEMBER},
    "places": {**_STATES, "cells": _MEMBER, "legend": _MEMBER, "steps": _FUNCTION, "beside": _STRING},
    "phrases": {"state": _FIELD},
}
"""By section, the keys of its parts under which something is declared."""

_SECTIONS = {
    "options": _PROPERTY,
    "components": _CLASS,
    "places": _VARIABLE,
    "game has": _FIELD,
    "players have": _FIELD,
    "numbers": _CONSTANT,
    "names": _CONSTANT,
    "phrases": _FUNCTION,
    "whenever": _EVENT,
    "invariants": _EVENT,
    "questions": _EVENT,
    "rules": _STRING,
    "scenarios": _METHOD,
}
"""What stands in each section; in others, keys."""

_PATCHES = ("add", "replace", "set")
_SAYS = ("says", BASE, "type", "is", "shows", "repeat", "turns")
"""The keys whose texts say in short what something is."""
_LONGEST = 80
_SHORTEST_FOLD = 1  # line


def tree_of(project: Project, document: Document) -> tuple[Node | None, Now]:
    """The YAML tree of a document as it was last read, and what moves its places to where they are now."""
    if document.look.kind == "scenarios":
        read = project.workspace.scenario_text(document)
        return read.node, _current(document.source)
    return project.draft.documents.get(document.name), project.draft.now


def _current(source: Source) -> Now:
    def now(span: Span) -> Span | None:
        return span if span.source is source else None

    return now


def symbols(session: Session, params: Data) -> list[Data]:
    """What a document declares, as a tree."""
    found = session.project(params)
    if found is None:
        return []
    document, project = found
    tree, now = tree_of(project, document)
    return list(_Outline(session, now).top(tree))


class _Outline:
    def __init__(self, session: Session, now: Now) -> None:
        self.session = session
        self.now = now

    def top(self, tree: Node | None) -> Iterator[Data]:
        for step in entries(tree) if isinstance(tree, Mapping) else ():
            name = step.key.value if step.key is not None else ""
            if name == "flow":
                inner = list(self.phases(step.value))
            elif name in _SECTIONS or name in _PATCHES or isinstance(step.value, Mapping):
                inner = list(self.section(name, step.value))
            else:
                inner = []
            yield from self.symbol(step, _NAMESPACE if inner else _KEY, inner)

    def section(self, name: str, node: Node) -> Iterator[Data]:
        kind = _SECTIONS.get(name, _KEY)
        for step in entries(node) if isinstance(node, Mapping) else ():
            if step.key is not None and step.key.value in tags() and name not in _SECTIONS:
                continue
            yield from self.symbol(step, kind, list(self.parts(name, step.value)))

    def parts(self, section: str, node: Node) -> Iterator[Data]:
        inside = _INSIDE.get(section, {})
        for step in entries(node) if isinstance(node, Mapping) and inside else ():
            kind = inside.get(step.key.value) if step.key is not None else None
            if kind is not None and isinstance(step.value, Mapping):
                for inner in entries(step.value):
                    yield from self.symbol(inner, kind, [])

    def phases(self, node: Node) -> Iterator[Data]:
        for step in entries(node) if isinstance(node, Sequence) else ():
            value = step.value
            name = value.by_key.get("phase") if isinstance(value, Mapping) else None
            if not isinstance(value, Mapping) or name is None or not isinstance(name[1], Text):
                continue
            inner: list[Data] = []
            options = value.get("options")
            for option in entries(options) if isinstance(options, Mapping) else ():
                inner += self.symbol(option, _METHOD, [])
            phases = value.get("phases")
            if phases is not None:
                inner += self.phases(phases)
            yield from self.symbol(Step(name[1], value), _EVENT, inner, whole=value)

    def symbol(self, step: Step, kind: int, inner: list[Data], whole: Node | None = None) -> Iterator[Data]:
        key = step.key
        at = self.now(key.span) if key is not None else None
        span = self.now(whole.span) if whole is not None else span_of(step, self.now)
        if key is None or at is None or span is None or not key.value.strip():
            return
        if not (span.start <= at.start and at.end <= span.end):
            span = at.to(span)
        data: Data = {
            "name": key.value,
            "kind": kind,
            "range": self.session.range(span),
            "selectionRange": self.session.range(at),
        }
        said = _said(step.value)
        if said:
            data["detail"] = said
        if inner:
            data["children"] = inner
        yield data


def _said(node: Node) -> str:
    """What something is, in short."""
    if isinstance(node, Mapping):
        found = (node.get(key) for key in _SAYS)
        node = next((one for one in found if isinstance(one, Text)), node)
    if not isinstance(node, Text):
        return ""
    line = " ".join(node.value.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def workspace_symbols(session: Session, params: Data) -> list[Data]:
    """What the open games declare, by a part of its name."""
    wanted = str(params.get("query", "")).casefold()
    found: list[Data] = []
    for project in session.workspace.projects:
        for name, tree in project.draft.documents.items():
            uri = session.workspace.uri_of(name)
            if uri is not None:
                for one in _Outline(session, project.draft.now).top(tree):
                    found += _flat(one, uri, "", wanted)
    once = {(one["name"], one["containerName"], str(one["location"])): one for one in found}
    return list(once.values())[:_MOST]


_MOST = 500


def _flat(one: Data, uri: str, inside: str, wanted: str) -> Iterator[Data]:
    if wanted in one["name"].casefold():
        location = {"uri": uri, "range": one["selectionRange"]}
        yield {"name": one["name"], "kind": one["kind"], "location": location, "containerName": inside}
    for inner in one.get("children", ()):
        yield from _flat(inner, uri, one["name"], wanted)


def folds(session: Session, params: Data) -> list[Data]:
    """Entries of several lines, and blocks of comments."""
    found = session.project(params)
    if found is None:
        return []
    document, project = found
    tree, now = tree_of(project, document)
    ends: dict[int, int] = {}
    todo: list[Node] = [tree] if tree is not None else []
    while todo:
        for step in entries(todo.pop()):
            todo.append(step.value)
            span = span_of(step, now)
            if span is not None:
                at = document.lines.range(span.start, span.end)
                first, last = at["start"]["line"], at["end"]["line"]
                last -= at["end"]["character"] == 0 and last > first
                if last - first >= _SHORTEST_FOLD:
                    ends[first] = max(last, ends.get(first, 0))
    result = [{"startLine": first, "endLine": last} for first, last in sorted(ends.items())]
    return result + list(_comments(document))


def _comments(document: Document) -> Iterator[Data]:
    start = None
    lines = document.text.splitlines()
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith("#"):
            start = number if start is None else start
        elif start is not None:
            if number - 1 > start:
                yield {"startLine": start, "endLine": number - 1, "kind": "comment"}
            start = None


def selections(session: Session, params: Data) -> list[Data] | None:
    """What to select around each place, from the inside out."""
    found = session.project(params)
    if found is None:
        return None
    document, project = found
    tree, now = tree_of(project, document)
    return [_selection(session, document, tree, now, position) for position in params["positions"]]


def _selection(session: Session, document: Document, tree: Node | None, now: Now, position: Any) -> Data:
    offset = document.lines.offset(position)
    spans: list[tuple[int, int]] = [(0, len(document.text))]
    way = way_to(tree, offset, now)
    nodes: list[Span | None] = []
    for step in way.steps:
        nodes += [span_of(step, now), now(step.value.span)]
    if way.text is not None:
        nodes.append(now(way.text.span))
    if way.text is not None and not way.is_key:
        nodes.append(_word(document, offset))
    for span in nodes:
        last = spans[-1]
        inside = span is not None and last[0] <= span.start <= offset <= span.end <= last[1]
        if span is not None and inside and (span.start, span.end) != last:
            spans.append((span.start, span.end))
    result: Data = {"range": _range(document, spans[0])}
    for pair in spans[1:]:
        result = {"range": _range(document, pair), "parent": result}
    return result


def _word(document: Document, offset: int) -> Span:
    text, start, end = document.text, offset, offset
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return Span(document.source, start, end)


def _range(document: Document, pair: tuple[int, int]) -> Range:
    return document.lines.range(*pair)
