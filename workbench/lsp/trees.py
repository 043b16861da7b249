"""Where an offset is in the YAML tree of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from ...dsl.diagnostics.source import Span
from ...dsl.document.reader import Mapping, Node, Sequence, Text

Now = Callable[[Span], Span | None]
"""Moves a place of the version that a tree was read from to the current one."""


@attrs.frozen(eq=False)
class Step:
    """An entry that encloses a place: its key (None for an item of a list) and its value."""

    key: Text | None
    value: Node


@attrs.frozen(eq=False)
class Way:
    """How to get to a place: the entries around it from the top, the text at it, and whether that is a key."""

    steps: tuple[Step, ...]
    text: Text | None = None
    is_key: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys on the way; an item of a list is empty."""
        return tuple(step.key.value if step.key is not None else "" for step in self.steps)


def way_to(top: Node | None, offset: int, now: Now) -> Way:
    """The way to an offset of the current version."""
    steps: list[Step] = []
    node = top
    while node is not None and not isinstance(node, Text):
        inner = next((one for one in entries(node) if _encloses(one, offset, now)), None)
        if inner is None:
            return Way(tuple(steps))
        steps.append(inner)
        if inner.key is not None and _within(inner.key.span, offset, now):
            return Way(tuple(steps), inner.key, True)
        node = inner.value
    if node is not None and _within(node.span, offset, now):
        return Way(tuple(steps), node)
    return Way(tuple(steps))


def entries(node: Node) -> Iterator[Step]:
    """What stands directly in a mapping or a list."""
    if isinstance(node, Mapping):
        for key, value in node.items:
            yield Step(key, value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield Step(None, item)


def span_of(step: Step, now: Now) -> Span | None:
    """The stretch of an entry, from its key to the end of its value."""
    value = now(step.value.span)
    if step.key is None:
        return value
    key = now(step.key.span)
    if key is None or value is None or value.source is not key.source:
        return key
    return key.to(value)


def _encloses(step: Step, offset: int, now: Now) -> bool:
    span = span_of(step, now)
    return span is not None and span.start <= offset <= span.end


def _within(span: Span, offset: int, now: Now) -> bool:
    at = now(span)
    return at is not None and at.start <= offset <= at.end
